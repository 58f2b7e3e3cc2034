//! Surveillance systems: machines in the walls that shoot at whoever comes too near
//! (MUT-SCN-35 to 40).

use engine::event::{Die, Roll, Term};
use engine::{Choice, Clause, Cx, Deed, Event, Faces, ModelId, Need, Play, Refusal, SideId};
use serde::{Deserialize, Serialize};
use tabletop::{Body, Length, PieceId, Point, Spot, measure};

use crate::actions::{Action, Offers};
use crate::clash::{Clash, Manner};
use crate::gear::{Arms, Effect, Gun};
use crate::pending::Pending;
use crate::profile::Rule;
use crate::scenarios::MissionAction;
use crate::scores::Score;
use crate::state::{Acting, Mark, State};

/// A surveillance system that has been found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sentry {
    /// Where it is: in the middle of its area.
    pub at: Spot,
    /// The area it watches; none for one that a ruling puts down.
    pub piece: Option<PieceId>,
    /// Its Quality.
    pub quality: u8,
    /// Its Combat.
    pub combat: i8,
    /// Its weapon.
    pub gun: Gun,
    /// Whether it is destroyed or has shut down.
    pub off: bool,
}

/// The Quality of a system that has not been rolled up yet.
const UNKNOWN: u8 = 0;

/// A shot at a surveillance system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SentryShot {
    /// Which one.
    pub sentry: u8,
    /// What with.
    pub arms: Arms,
    /// Which of the shooter's things that is.
    pub item: Option<u8>,
    /// Two actions: -1 on the system (MUT-RNG-30).
    pub aimed: bool,
}

impl State {
    /// The surveillance systems that have been found, by their numbers.
    pub fn sentries(&self) -> &[Sentry] {
        &self.mission.sentries
    }

    /// There is a system in an area; what it is like is rolled when it wakes.
    pub fn set_up_sentry(&mut self, piece: PieceId) {
        let at = self.middle_of(piece);
        let unknown = Sentry {
            at,
            piece: Some(piece),
            quality: UNKNOWN,
            combat: 0,
            gun: Gun::Laser,
            off: false,
        };
        self.mission.sentries.push(unknown);
    }

    /// Rolls up a system: Quality from 2 to 5, Combat from 1 to 3, a Laser or a Web Gun
    /// (MUT-SCN-35). Says whether its Quality was rolled; a 1 or 6 is rolled again, in another
    /// step.
    fn roll_up_sentry(&mut self, cx: &mut Cx<'_>, by: ModelId, index: usize) -> Play<bool> {
        let side = self.operator(by);
        let quality = cx.dice(Need::d6(side, 1, "Quality of the system"))?[0];
        cx.cite(Clause("MUT-SCN-35"));
        if !(2..=5).contains(&quality) {
            return Ok(false);
        }
        let dice = cx.dice(Need::d6(side, 2, "Combat and weapon of the system").told_apart())?;
        let combat = dice[0].div_ceil(2) as i8;
        let gun = if dice[1] <= 4 { Gun::Laser } else { Gun::WebGun };
        let sentry = &mut self.mission.sentries[index];
        *sentry = Sentry { quality, combat, gun, ..*sentry };
        cx.cite(Clause("MUT-Q-136"));
        cx.say(|| {
            let name = gun.name();
            let text =
                format!("A surveillance system: Quality {quality}+, Combat {combat}, {name}");
            Event::note(Clause("MUT-SCN-35"), text)
        });
        Ok(true)
    }

    /// The middle of a piece, on the ground.
    pub fn middle_of(&self, piece: PieceId) -> Spot {
        let extent = self.table.piece(piece).extent();
        let half = |a: Length, b: Length| Length::micrometres((a.um() + b.um()) / 2);
        let at = extent.map_or(Point::default(), |e| {
            Point::new(half(e.low.x, e.high.x), half(e.low.y, e.high.y))
        });
        at.at_height(self.table.ground_height(at))
    }

    /// Who throws a system's dice: the side after that of whoever woke it.
    fn operator(&self, by: ModelId) -> SideId {
        let n = self.parties.len().max(1);
        SideId(((self.side(by).index() + 1) % n) as u8)
    }

    /// The system of an area wakes at once, whoever's turn it is (MUT-SCN-36).
    pub fn wake_area(&mut self, cx: &mut Cx<'_>, by: ModelId, area: usize) -> Play<()> {
        let Some(piece) = self.mission.areas.get(area).map(|a| a.piece) else { return Ok(()) };
        let watches = |s: &Sentry| s.piece == Some(piece) && !s.off;
        let Some(index) = self.mission.sentries.iter().position(watches) else { return Ok(()) };
        let unknown = self.mission.sentries[index].quality == UNKNOWN;
        if unknown && !self.roll_up_sentry(cx, by, index)? {
            self.pending.push(Pending::Trespass { model: by, site: area as u8 });
            return Ok(());
        }
        self.wake_sentry(cx, by, index)
    }

    /// A system rolls three dice and shoots with what it gets; a double 1 shuts it down
    /// (MUT-SCN-36 to 39).
    pub fn wake_sentry(&mut self, cx: &mut Cx<'_>, by: ModelId, index: usize) -> Play<()> {
        let Some(sentry) = self.mission.sentries.get(index).copied() else { return Ok(()) };
        let side = self.operator(by);
        let faces = cx.dice(Need::d6(side, 3, "the system activates"))?;
        let succeeds = |face: u8| face == 6 || (face != 1 && face >= sentry.quality);
        let successes = faces.iter().filter(|face| succeeds(**face)).count();
        tell_activation(cx, side, sentry.quality, (&faces, &succeeds));
        if faces.iter().filter(|face| **face == 1).count() >= 2 {
            self.mission.sentries[index].off = true;
            cx.cite(Clause("MUT-Q-136"));
            cx.say(|| Event::note(Clause("MUT-SCN-39"), "Two 1s: the system shuts down"));
            return Ok(());
        }
        let Some(target) = self.sentry_target(&sentry, by).filter(|_| successes > 0) else {
            return Ok(());
        };
        let aimed = successes >= 2;
        if aimed {
            cx.cite(Clause("MUT-SCN-38"));
        }
        cx.say(|| {
            let how = if aimed { "aims" } else { "shoots" };
            let text = format!("The system {how} at {}, who is closest", self.name(target));
            Event::note(Clause("MUT-SCN-37"), text)
        });
        let Sentry { at, combat, gun, .. } = sentry;
        let manner = Manner::Sentry { combat, gun, aimed, at };
        self.pending.push(Pending::Clash(Clash { by: None, side, target, manner }));
        Ok(())
    }

    /// Whom a system shoots at: the closest model it sees and reaches, whatever its size and
    /// cover; of several, whoever woke it (MUT-SCN-37).
    fn sentry_target(&self, sentry: &Sentry, by: ModelId) -> Option<ModelId> {
        let eye = point_body(sentry.at);
        let gap = |m: ModelId| measure::gap_3d(&eye, &self.body(m));
        let seen = self
            .in_play()
            .filter(|m| !self.is(*m, Mark::Lurking))
            .filter(|m| self.exposed_to(sentry.at, *m).is_some());
        let closest = seen.min_by_key(|m| (gap(*m), *m != by, *m));
        closest.filter(|m| self.band(Arms::Gun(sentry.gun), gap(*m)).is_some())
    }

    /// Shots at surveillance systems (MUT-SCN-40).
    pub fn offer_sentry_shots(&self, acting: &Acting, offers: &mut Offers) {
        let model = acting.model;
        let working = |s: &&Sentry| !s.off;
        if self.mission.sentries.iter().find(working).is_none() || acting.volley.is_some() {
            return;
        }
        let refusal = self.may_attack(acting).and_then(|()| self.may_shoot(model)).err();
        let arsenal = self.arsenal(model);
        for (index, sentry) in self.mission.sentries.iter().enumerate().filter(|(_, s)| !s.off) {
            for (i, (arms, item)) in arsenal.iter().copied().enumerate() {
                let shot = SentryShot { sentry: index as u8, arms, item, aimed: false };
                let again = arsenal[..i].iter().any(|(other, _)| *other == arms);
                if again || arms.ranged().effect == Effect::Radiation {
                    continue;
                }
                let problem = refusal.clone().or_else(|| self.cannot_hit(model, sentry, arms));
                match problem {
                    Some(why) => offers.refuse(|| shot_words(&shot), || why),
                    None => self.push_sentry_shots(acting, shot, offers),
                }
            }
        }
    }

    fn push_sentry_shots(&self, acting: &Acting, shot: SentryShot, offers: &mut Offers) {
        offers.push(Action::Mission(MissionAction::ShootSentry(shot)));
        let aimed = SentryShot { aimed: true, ..shot };
        match acting.actions {
            0 | 1 => offers.refuse(
                || shot_words(&aimed),
                || Refusal::new(Clause("MUT-ACT-03"), "an aimed shot takes two actions"),
            ),
            _ => offers.push(Action::Mission(MissionAction::ShootSentry(aimed))),
        }
    }

    fn cannot_hit(&self, model: ModelId, sentry: &Sentry, arms: Arms) -> Option<Refusal> {
        let gap = measure::gap_3d(&point_body(sentry.at), &self.body(model));
        if self.band(arms, gap).is_none() {
            let why = format!("it is {gap} inches away, beyond three times the range");
            return Some(Refusal::new(Clause("MUT-RNG-02"), why));
        }
        let hidden = self.exposed_to(sentry.at, model).is_none();
        hidden.then(|| Refusal::new(Clause("MUT-LOS-01"), "the system cannot be seen from there"))
    }

    /// A shot at a system in words.
    pub fn describe_sentry_shot(&self, model: ModelId, shot: &SentryShot) -> Choice {
        let ahead = self.mission.sentries.get(usize::from(shot.sentry)).map_or(0, |sentry| {
            self.score_against(model, sentry, shot).total() - i32::from(sentry.combat)
        });
        let detail = if shot.aimed { "2 actions" } else { "1 action" };
        Choice::new(shot_words(shot)).detail(detail).merit((30 + 6 * ahead).clamp(5, 70))
    }

    /// What a shooter adds to the die: as for any shot, but a box in a wall has no cover.
    fn score_against(&self, model: ModelId, sentry: &Sentry, shot: &SentryShot) -> Score {
        let mut score = Score::default();
        self.add_shooter(&mut score, model, shot.arms);
        let weapon = shot.arms.ranged();
        score.add(i32::from(weapon.bonus), shot.arms.name(), "MUT-T-10");
        let gap = measure::gap_3d(&point_body(sentry.at), &self.body(model));
        let smart = self.has(model, Rule::AdvancedTargeting);
        self.add_range(&mut score, self.band(shot.arms, gap), &weapon, smart);
        score
    }

    /// A model shoots at a system: beaten, its Quality is one worse; doubled, or at 7, it is scrap
    /// (MUT-SCN-40, MUT-Q-136).
    pub fn shoot_sentry(&mut self, cx: &mut Cx<'_>, model: ModelId, shot: &SentryShot) -> Play<()> {
        let index = usize::from(shot.sentry);
        let Some(sentry) = self.mission.sentries.get(index).copied() else { return Ok(()) };
        self.spend(model, if shot.aimed { 2 } else { 1 });
        let colored = matches!(shot.arms, Arms::Gun(_));
        let dice = Need::d6(self.side(model), 1 + u8::from(colored), "shoots").told_apart();
        let need = dice.by(model);
        let faces = cx.dice(need)?;
        let defense = cx.dice(Need::d6(self.operator(model), 1, "the system defends"))?[0];
        let score = self.score_against(model, &sentry, shot);
        let won = i32::from(faces[0]) + score.total();
        let lost = i32::from(defense) + i32::from(sentry.combat) - i32::from(shot.aimed);
        self.tell_sentry_shot(cx, (model, faces[0], &score), (won, lost));
        self.wear_weapon(cx, model, shot, (faces[0], faces.get(1).copied()), sentry.at);
        let damaged = &mut self.mission.sentries[index];
        if won > lost {
            damaged.quality = damaged.quality.saturating_add(1);
            damaged.off = won >= 2 * lost.max(1) || damaged.quality >= 7;
        }
        let after = *damaged;
        cx.cite(Clause("MUT-Q-136"));
        cx.say(|| {
            let text = match (won > lost, after.off) {
                (false, _) => "The system is not harmed".to_owned(),
                (true, true) => "The system is destroyed".to_owned(),
                (true, false) => format!("The system's Quality worsens to {}+", after.quality),
            };
            Event::note(Clause("MUT-SCN-40"), text)
        });
        Ok(())
    }

    fn tell_sentry_shot(
        &self,
        cx: &mut Cx<'_>,
        (model, face, score): (ModelId, u8, &Score),
        (won, lost): (i32, i32),
    ) {
        cx.say(|| {
            let term = |(value, reason, clause): &(i32, &'static str, Clause)| {
                Term::plain(*value, reason, *clause)
            };
            let roll = Roll {
                side: self.side(model),
                model: Some(model),
                title: format!("{} shoots at the system, which scores {lost}", self.name(model)),
                dice: vec![Die { face, kept: true, was: None }],
                sides: 6,
                terms: score.terms.iter().map(term).collect(),
                total: won,
                counts: false,
            };
            Event::note(Clause("MUT-SCN-40"), roll.to_string()).deed(Deed::Rolled(roll))
        });
    }

    /// What the shot does to shooter and weapon, as any shot does (MUT-RNG-09 to 21).
    fn wear_weapon(
        &mut self,
        cx: &mut Cx<'_>,
        model: ModelId,
        shot: &SentryShot,
        (face, colored): (u8, Option<u8>),
        at: Spot,
    ) {
        self.drop_shield(cx, model);
        self.model_mut(model).marks.put(Mark::Attacked);
        self.give_away(cx, model, shot.arms);
        let before = self.things.len();
        self.wear(cx, (model, model), (shot.arms, shot.item), face, colored == Some(face));
        // What was thrown lies where it was thrown, not at the thrower's feet.
        for thing in self.things.iter_mut().skip(before) {
            thing.spot = at;
        }
    }
}

fn tell_activation(
    cx: &mut Cx<'_>,
    side: SideId,
    quality: u8,
    (faces, succeeds): (&Faces, &dyn Fn(u8) -> bool),
) {
    cx.say(|| {
        let needed = Term {
            amount: format!("{quality}+"),
            value: 0,
            reason: "Quality".to_owned(),
            clause: Clause("MUT-SCN-35"),
        };
        let die = |face: &u8| Die { face: *face, kept: succeeds(*face), was: None };
        let dice: Vec<Die> = faces.iter().map(die).collect();
        let total = dice.iter().filter(|die| die.kept).count() as i32;
        let title = "The surveillance system activates".to_owned();
        let roll = Roll {
            side,
            model: None,
            title,
            dice,
            sides: 6,
            terms: vec![needed],
            total,
            counts: true,
        };
        Event::note(Clause("MUT-SCN-36"), roll.to_string()).deed(Deed::Rolled(roll))
    });
}

fn shot_words(shot: &SentryShot) -> String {
    let verb = if shot.aimed { "aim at" } else { "shoot" };
    format!("{verb} system {} with {}", shot.sentry + 1, shot.arms.name())
}

/// A point as something to measure from.
pub fn point_body(spot: Spot) -> Body {
    let none = Length::ZERO;
    Body { spot, base: none, girth: none, height: none, eye: none }
}
