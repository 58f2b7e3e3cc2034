//! Chapter 8: ranged combat; and chapter 7 as far as it says whom one may shoot at.

use engine::{Choice, Clause, Cx, Deed, Event, ModelId, Need, Play, Refusal};
use smallvec::SmallVec;
use tabletop::{Length, measure};

use crate::actions::{Action, Offers};
use crate::clash::{Clash, Manner, bit};
use crate::gear::{Arms, Effect, Gear, Gun, Shape, Stick};
use crate::pending::Pending;
use crate::profile::Rule;
use crate::state::{Acting, Mark, Models, State, Thing, Volley};

/// A shot, or a throw at one target.
#[derive(Clone, Copy, Debug)]
pub struct Shot {
    /// At whom.
    pub target: ModelId,
    /// What with.
    pub arms: Arms,
    /// Which of the shooter's things that is.
    pub item: Option<u8>,
    /// Two actions: -1 on the target (MUT-RNG-30).
    pub aimed: bool,
    /// The attack goes on to another target (MUT-RNG-24).
    pub later: bool,
}

/// An enemy that could be shot at, as far as anything but the closer ones go.
#[derive(Clone, Copy, Debug)]
struct Aim {
    target: ModelId,
    gap: Length,
    cover: bool,
}

type Aims = SmallVec<[Aim; 8]>;

impl State {
    /// Shots a model may take (MUT-RNG-01).
    pub fn offer_shots(&self, acting: &Acting, offers: &mut Offers) {
        let model = acting.model;
        let arsenal = self.arsenal(model);
        if arsenal.is_empty() {
            return;
        }
        if let Some(volley) = acting.volley {
            self.offer_next_target(acting, &volley, offers);
            return;
        }
        if let Err(refusal) = self.may_attack(acting).and_then(|()| self.may_shoot(model)) {
            let name = arsenal[0].0.name();
            offers.refuse(|| format!("shoot with {name}"), || refusal);
            return;
        }
        let legal = self.legal_targets(model, &arsenal, offers);
        for (arms, item) in &arsenal {
            for mark in &legal {
                let shot = Shot {
                    target: mark.target,
                    arms: *arms,
                    item: *item,
                    aimed: false,
                    later: false,
                };
                self.offer_shot(acting, (mark, &legal), shot, offers);
            }
        }
    }

    fn offer_shot(
        &self,
        acting: &Acting,
        (mark, legal): (&Aim, &Aims),
        shot: Shot,
        offers: &mut Offers,
    ) {
        let label = || self.shot_words(&shot);
        if self.band(shot.arms, mark.gap).is_none() {
            offers.refuse(label, || {
                let reach = self.range_of(shot.arms) * 3;
                let why = format!(
                    "{} is {} away; three times the range is {reach}",
                    self.name(mark.target),
                    mark.gap
                );
                Refusal::new(Clause("MUT-RNG-02"), why)
            });
            return;
        }
        if let Some(closer) = self.closer_enemy(mark, legal) {
            offers.refuse(label, || {
                let why = format!("{} is closer, and must be shot at first", self.name(closer));
                Refusal::new(Clause("MUT-LOS-03"), why)
            });
            return;
        }
        offers.push(Action::Shoot(shot));
        let aimed = Shot { aimed: true, ..shot };
        if shot.arms.ranged().effect == Effect::Radiation {
            return;
        }
        match acting.actions {
            0 | 1 => offers.refuse(
                || self.shot_words(&aimed),
                || Refusal::new(Clause("MUT-ACT-03"), "an aimed shot takes two actions"),
            ),
            _ => offers.push(Action::Shoot(aimed)),
        }
    }

    /// Everything a model has ready to shoot or throw at one target (MUT-RNG-01).
    pub fn arsenal(&self, model: ModelId) -> SmallVec<[(Arms, Option<u8>); 3]> {
        let m = self.model(model);
        let mut all: SmallVec<[(Arms, Option<u8>); 3]> = SmallVec::new();
        for (i, item) in m.gear.iter().enumerate() {
            let index = i as u8;
            if !item.works() || !m.is_ready(index) {
                continue;
            }
            match item.gear {
                Gear::Gun(gun) => all.push((Arms::Gun(gun), Some(index))),
                Gear::Missile(missile) if missile.is_bow() || !m.is(Mark::Strained) => {
                    all.push((Arms::Missile(missile), Some(index)));
                }
                _ => (),
            }
        }
        if m.has(Rule::Quills) {
            all.push((Arms::Quills, None));
        }
        if let Some(projection) =
            m.nature.projects.filter(|_| m.has(Rule::EnergyProjection) && !m.is(Mark::Spent))
        {
            all.push((Arms::Projection(projection), None));
        }
        all
    }

    /// Whoever is engaged cannot shoot (MUT-LOS-09); enemies that lie at one's feet do not
    /// engage (MUT-LOS-11).
    pub fn may_shoot(&self, model: ModelId) -> Result<(), Refusal> {
        match self.opponents(model).next() {
            Some(enemy) => {
                let why = format!("{} is in the way, hand to hand", self.name(enemy));
                Err(Refusal::new(Clause("MUT-LOS-09"), why))
            }
            None => Ok(()),
        }
    }

    /// Enemies that could be shot at with something, apart from the rule of the closest one
    /// (MUT-LOS-23, MUT-Q-82).
    fn legal_targets(
        &self,
        model: ModelId,
        arsenal: &[(Arms, Option<u8>)],
        offers: &mut Offers,
    ) -> Aims {
        let longest = arsenal.iter().map(|(arms, _)| self.range_of(*arms)).max();
        let reach = longest.unwrap_or(Length::ZERO) * 3;
        let mut legal = Aims::new();
        let body = self.body(model);
        let (arms, item) = arsenal[0];
        for target in self.enemies(model) {
            let shot = || self.shot_words(&Shot { target, arms, item, aimed: false, later: false });
            if self.is(target, Mark::Lurking) {
                continue;
            }
            if !measure::within_3d(&body, &self.body(target), reach) {
                offers.refuse(shot, || {
                    let why = format!("{} is beyond three times the range", self.name(target));
                    Refusal::new(Clause("MUT-RNG-02"), why)
                });
                continue;
            }
            match self.may_be_shot(model, target) {
                Ok(cover) => legal.push(Aim { target, gap: self.gap(model, target), cover }),
                Err(refusal) => offers.refuse(shot, || refusal),
            }
        }
        legal
    }

    /// Whether a model can be shot at by another: nobody stands by it, it does not hide by
    /// Stealth, and there is a line (MUT-LOS-10, MUT-LOS-17, MUT-LOS-01). Gives its cover.
    pub fn may_be_shot(&self, by: ModelId, target: ModelId) -> Result<bool, Refusal> {
        let friend = self.friends(by).find(|friend| self.touch(*friend, target));
        if let Some(friend) = friend {
            let (a, b) = (self.name(target), self.name(friend));
            let why = format!("{a} is in contact with {b}");
            return Err(Refusal::new(Clause("MUT-LOS-10"), why));
        }
        if self.is_stealthy(target) && !self.has(by, Rule::SuperiorSenses) {
            let why = format!("{} cannot be made out: Stealth", self.name(target));
            return Err(Refusal::new(Clause("MUT-SPC-115"), why));
        }
        self.line_of_sight(by, target)
    }

    /// Whether Stealth works for a model now (MUT-SPC-115 to 118, MUT-SPC-063).
    pub fn is_stealthy(&self, model: ModelId) -> bool {
        let m = self.model(model);
        let armored = m.wears(crate::gear::Armor::Heavy) || m.has(Rule::HeavyArmor);
        m.has(Rule::Stealth) && !armored && !m.is(Mark::Revealed) && self.touches_cover(model)
    }

    /// The closer enemy that must be shot at instead, if there is one: hidden, Fallen and covered
    /// ones may be ignored, and ordinary ones for a large one (MUT-LOS-03 to 05).
    fn closer_enemy(&self, mark: &Aim, legal: &Aims) -> Option<ModelId> {
        let large = |m: ModelId| self.has(m, Rule::Big) || self.has(m, Rule::Huge);
        let binds = |other: &&Aim| {
            other.gap < mark.gap
                && !other.cover
                && !self.is(other.target, Mark::Fallen)
                && (large(other.target) || !large(mark.target))
        };
        legal.iter().find(binds).map(|other| other.target)
    }

    /// The attack goes on: another target within Short of the last (MUT-RNG-24).
    fn offer_next_target(&self, acting: &Acting, volley: &Volley, offers: &mut Offers) {
        let model = acting.model;
        let Some(item) = self.model(model).gear.get(usize::from(volley.item)) else { return };
        let Gear::Gun(gun) = item.gear else { return };
        let usable = item.works() && acting.actions > 0 && volley.count < 3;
        if !usable || self.may_shoot(model).is_err() {
            return;
        }
        let arms = Arms::Gun(gun);
        let last = self.body_at(volley.last, volley.at);
        for target in self.enemies(model).filter(|m| volley.shot_at & bit(*m) == 0) {
            let near = measure::within_3d(&last, &self.body(target), self.stick(Stick::Short));
            let shot = Shot { target, arms, item: Some(volley.item), aimed: false, later: true };
            if self.is(target, Mark::Lurking) || self.band(arms, self.gap(model, target)).is_none()
            {
                continue;
            }
            if !near {
                offers.refuse(
                    || self.shot_words(&shot),
                    || {
                        Refusal::new(
                            Clause("MUT-RNG-24"),
                            "it is not within Short of the last target",
                        )
                    },
                );
            } else if self.may_be_shot(model, target).is_ok() {
                offers.push(Action::Shoot(shot));
            }
        }
    }

    fn shot_words(&self, shot: &Shot) -> String {
        let verb = match (shot.aimed, shot.later) {
            (true, _) => "aim at",
            (false, true) => "also shoot",
            (false, false) => "shoot",
        };
        format!("{verb} {} with {}", self.name(shot.target), shot.arms.name())
    }

    /// A shot in words; its merit is how far ahead the shooter's score is.
    pub fn describe_shot(&self, model: ModelId, shot: &Shot) -> Choice {
        let clash = self.clash_of_shot(model, shot);
        let ahead = self.attack_score(&clash).total() - self.defense_score(&clash, None).total();
        let detail = if shot.aimed { "2 actions" } else { "1 action" };
        Choice::new(self.shot_words(shot))
            .detail(detail)
            .about(shot.target)
            .merit((75 + 8 * ahead).clamp(5, 140))
    }

    fn clash_of_shot(&self, model: ModelId, shot: &Shot) -> Clash {
        let Shot { target, arms, item, aimed, later } = *shot;
        let manner = Manner::Shot { arms, item, aimed, later, spread: false };
        Clash { by: Some(model), side: self.side(model), target, manner }
    }

    /// A model shoots.
    pub fn do_shot(&mut self, cx: &mut Cx<'_>, model: ModelId, shot: &Shot) -> Play<()> {
        self.spend(model, if shot.aimed { 2 } else { 1 });
        self.cite_shot(cx, model, shot);
        cx.say(|| {
            let text = format!(
                "{} shoots at {} with {}",
                self.name(model),
                self.name(shot.target),
                shot.arms.name()
            );
            let (target, ranged) = (shot.target, true);
            Event::note(Clause("MUT-RNG-01"), text).deed(Deed::Attacked { model, target, ranged })
        });
        if shot.arms.ranged().effect == Effect::Radiation {
            return self.project_radiation(cx, model, shot.target);
        }
        let clash = self.clash_of_shot(model, shot);
        self.push_spread(cx, model, shot);
        self.pending.push(Pending::Clash(clash));
        self.note_volley(model, shot);
        self.after_shot(cx, model, shot);
        Ok(())
    }

    /// Notes which rules a shot makes use of.
    fn cite_shot(&self, cx: &mut Cx<'_>, model: ModelId, shot: &Shot) {
        if cx.is_quiet() {
            return;
        }
        self.cite_sight(cx, model, shot.target);
        let weapon = shot.arms.ranged();
        let band = self.band(shot.arms, self.gap(model, shot.target));
        let friends_of = |m: ModelId| self.adjacent_enemies(m).next().is_some();
        let closer =
            |m: ModelId| m != shot.target && self.gap(model, m) < self.gap(model, shot.target);
        let passed: Models = self.enemies(model).filter(|m| closer(*m)).collect();
        let easy =
            |m: &ModelId| self.is(*m, Mark::Fallen) || self.line_of_sight(model, *m) == Ok(true);
        let large = self.has(shot.target, Rule::Big) || self.has(shot.target, Rule::Huge);
        let untouchable = |m: &ModelId| self.may_be_shot(model, *m).is_err();
        let rules: [(bool, &[&'static str]); 22] = [
            (
                true,
                &["MUT-RNG-01", "MUT-ACT-02", "MUT-LOS-03", "MUT-T-10", "MUT-RNG-33", "MUT-Q-04"],
            ),
            (band == Some(crate::scores::Band::Single), &["MUT-RNG-02"]),
            (passed.iter().any(easy), &["MUT-LOS-04"]),
            (large && !passed.is_empty(), &["MUT-LOS-05"]),
            (passed.iter().any(untouchable), &["MUT-LOS-23", "MUT-Q-82"]),
            (friends_of(model), &["MUT-LOS-11"]),
            (shot.aimed, &["MUT-ACT-03", "MUT-RNG-30"]),
            (shot.later, &["MUT-RNG-24", "MUT-RNG-26", "MUT-G-23", "MUT-Q-26"]),
            (shot.later && shot.aimed, &["MUT-Q-91"]),
            (weapon.high_tech, &["MUT-WPN-01"]),
            (weapon.primitive, &["MUT-RNG-03"]),
            (matches!(shot.arms, Arms::Gun(Gun::Pistol)), &["MUT-Q-01", "MUT-SPC-093"]),
            (matches!(shot.arms, Arms::Projection(_)), &["MUT-SPC-039", "MUT-T-09", "MUT-Q-100"]),
            (matches!(shot.arms, Arms::Quills), &["MUT-SPC-106", "MUT-Q-93"]),
            (self.is_stealthy(shot.target), &["MUT-SPC-120", "MUT-SPC-118"]),
            (self.is(model, Mark::Fallen) && !weapon.primitive, &["MUT-RNG-31"]),
            (self.is(shot.target, Mark::Fallen), &["MUT-RNG-28"]),
            (weapon.effect == Effect::Beam, &["MUT-Q-17"]),
            (self.has(shot.target, Rule::Stealth), &["MUT-LOS-17"]),
            (self.has(model, Rule::Sharpshooter), &["MUT-Q-92"]),
            (self.is(model, Mark::Hidden) && self.is_sensed(shot.target), &["MUT-LOS-21"]),
            (true, &["MUT-G-01"]),
        ];
        for (_, clauses) in rules.iter().filter(|(applies, _)| *applies) {
            clauses.iter().for_each(|id| cx.cite(Clause(id)));
        }
        cx.cite(weapon.clause);
    }

    /// Whether a model senses ambushes (MUT-LOS-21).
    fn is_sensed(&self, model: ModelId) -> bool {
        self.has(model, Rule::DangerSense) || self.has(model, Rule::MotionDetector)
    }

    /// What shooting gives away and uses up (MUT-LOS-19, MUT-SPC-117, MUT-RNG-19, 21).
    fn after_shot(&mut self, cx: &mut Cx<'_>, model: ModelId, shot: &Shot) {
        self.drop_shield(cx, model);
        let silent = matches!(shot.arms, Arms::Gun(Gun::Needler));
        let m = self.model_mut(model);
        m.marks.put(Mark::Attacked);
        match (shot.arms, silent) {
            (_, true) => cx.cite(Clause("MUT-SPC-089")),
            (Arms::Gun(_), false) => m.marks.put(Mark::Revealed),
            _ => (),
        }
        if let (Arms::Missile(missile), Some(item)) = (shot.arms, shot.item) {
            cx.cite(Clause(if missile.is_bow() { "MUT-RNG-21" } else { "MUT-RNG-19" }));
            if missile.is_bow() {
                m.gear[usize::from(item)].shape = Shape::Empty;
            }
        }
    }

    /// Shotguns and flames also strike whoever touches a target beyond Short (MUT-WPN-04).
    fn push_spread(&mut self, cx: &mut Cx<'_>, model: ModelId, shot: &Shot) {
        let far = self.gap(model, shot.target) > self.stick(Stick::Short);
        if !shot.arms.ranged().spreads || !far {
            return;
        }
        let beside = |m: &ModelId| *m != shot.target && *m != model && self.touch(*m, shot.target);
        let struck: Models = self.in_play().filter(beside).collect();
        for target in struck.into_iter().rev() {
            cx.cite(Clause("MUT-WPN-04"));
            cx.cite(Clause("MUT-G-24"));
            cx.cite(Clause("MUT-Q-94"));
            let Shot { arms, item, .. } = *shot;
            let manner = Manner::Shot { arms, item, aimed: false, later: shot.later, spread: true };
            let clash = Clash { by: Some(model), side: self.side(model), target, manner };
            self.pending.push(Pending::Clash(clash));
        }
    }

    /// A high-tech attack may go on (MUT-RNG-24); low-tech ones may not (MUT-RNG-25).
    fn note_volley(&mut self, model: ModelId, shot: &Shot) {
        let at = self.spot(shot.target);
        let (Arms::Gun(_), Some(item)) = (shot.arms, shot.item) else { return };
        if let Some(acting) = self.acting_mut(model) {
            let (shot_at, count) = acting.volley.map_or((0, 0), |v| (v.shot_at, v.count));
            let shot_at = shot_at | bit(shot.target);
            acting.volley = Some(Volley { item, last: shot.target, at, shot_at, count: count + 1 });
        }
    }

    /// Projected radiation: no combat, only a die that may end it, and a check (MUT-CAM-31).
    fn project_radiation(&mut self, cx: &mut Cx<'_>, model: ModelId, target: ModelId) -> Play<()> {
        let need = Need::d6(self.side(model), 1, "projects radiation").by(model);
        let spent = cx.dice(need)?[0] == 1;
        cx.cite(Clause("MUT-CAM-31"));
        cx.cite(Clause("MUT-Q-100"));
        self.drop_shield(cx, model);
        self.model_mut(model).marks.put(Mark::Attacked);
        if spent {
            self.model_mut(model).marks.put(Mark::Spent);
            cx.say(|| {
                let text = format!("{}'s energy is spent", self.name(model));
                Event::note(Clause("MUT-SPC-040"), text).deed(Deed::Changed { model })
            });
        }
        self.pending.push(Pending::Radiation(target));
        Ok(())
    }

    /// A thrown weapon lies where it was thrown, once the throw is over (MUT-RNG-19).
    pub fn land_missile(&mut self, by: ModelId, item: u8, target: ModelId) {
        let spot = self.model(target).spot.unwrap_or(self.spot(by));
        let thrown = self.model_mut(by).lose(item);
        if thrown.gear != Gear::Missile(crate::gear::Missile::Rock) {
            self.things.push(Thing { item: thrown, spot, of_wretched: false });
        }
    }
}
