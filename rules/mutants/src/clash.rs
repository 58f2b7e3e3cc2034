//! Opposed rolls: both sides throw one die and add Combat and whatever else counts.

use engine::event::{Die, Roll, Term};
use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Need, Play, SideId};
use serde::{Deserialize, Serialize};
use tabletop::Spot;

use crate::gear::{Arms, Effect, Gear, Gun, Missile, Shape};
use crate::options::{AdaptFirstHit, MalfunctionCancelsShot, VolleyMishap};
use crate::pending::{Cause, Charge, Pending};
use crate::profile::{Energy, Rule};
use crate::scores::Score;
use crate::state::{Mark, Models, State};

/// One opposed roll (MUT-HTH-03, MUT-RNG-05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Clash {
    /// The model that attacks, if one does.
    pub by: Option<ModelId>,
    /// Who throws the attacker's die.
    pub side: SideId,
    /// Who is attacked.
    pub target: ModelId,
    /// How.
    pub manner: Manner,
}

/// How somebody is attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Manner {
    /// Hand to hand: both may be hurt (MUT-HTH-04).
    Melee {
        /// What the attacker fights with: one of its things, or its hands.
        with: Option<u8>,
        /// Two actions: -1 on the opponent (MUT-HTH-09).
        powerful: bool,
    },
    /// A Free Hack: only the hacker can hurt (MUT-HTH-23).
    Hack {
        /// At somebody who flees: losing kills (MUT-HTH-27).
        fleeing: bool,
        /// Enemies that have had their hack in this event (MUT-Q-56).
        hacked: u64,
    },
    /// The quills of a model that was touched (MUT-SPC-105).
    Quills,
    /// A shot (chapter 8).
    Shot {
        /// What with.
        arms: Arms,
        /// Which of the shooter's things it is, if it is one.
        item: Option<u8>,
        /// Two actions: -1 on the target (MUT-RNG-30).
        aimed: bool,
        /// A second or third target: -1 (MUT-RNG-24).
        later: bool,
        /// Strikes somebody beside the target (MUT-WPN-04).
        spread: bool,
    },
    /// Concentrated fire of several (MUT-GRP-08).
    Volley {
        /// The shooters, by their numbers.
        shooters: u64,
    },
    /// A blast: attacks with a Combat of its own (MUT-ARE-05).
    Blast {
        /// What went off.
        charge: Charge,
        /// Where.
        center: Spot,
    },
    /// Mind against mind (MUT-SPC-131).
    Telepathy {
        /// Two actions: -1 on the target (MUT-LOS-22).
        aimed: bool,
        /// A Telepathic Scream: no control (MUT-SPC-135).
        scream: bool,
    },
    /// A surveillance system shoots (MUT-SCN-36).
    Sentry {
        /// Its Combat.
        combat: i8,
        /// Its weapon.
        gun: Gun,
        /// With two successes or more (MUT-SCN-38).
        aimed: bool,
        /// Where it is.
        at: Spot,
    },
    /// Falling masonry: Combat 3 (MUT-TER-17).
    Rubble,
    /// A found thing goes off in somebody's hands (MUT-CAM-24).
    Misfire(Gear),
}

/// Somebody lost an opposed roll (MUT-CON-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Beaten {
    /// The roll.
    pub clash: Clash,
    /// Who lost.
    pub loser: ModelId,
    /// The winner's score.
    pub won: i32,
    /// The loser's score.
    pub lost: i32,
    /// The winner's natural die (MUT-GEN-05).
    pub die: u8,
    /// What the winner fought with: one of its things, or its hands.
    pub with: Option<u8>,
    /// Whether its Force Field has been rolled for and did not help (MUT-SPC-052).
    pub field_failed: bool,
}

/// One side's die in an opposed roll.
struct Thrown {
    model: Option<ModelId>,
    side: SideId,
    face: u8,
    was: Option<u8>,
    score: Score,
    purpose: &'static str,
}

impl Thrown {
    fn total(&self) -> i32 {
        i32::from(self.face) + self.score.total()
    }
}

/// The models of a set of numbers.
pub fn models_in(set: u64) -> Models {
    (0..64u16).filter(|i| set >> i & 1 == 1).map(ModelId).collect()
}

/// The number of a model as a set.
pub fn bit(model: ModelId) -> u64 {
    1 << (model.0 & 63)
}

impl Manner {
    /// Whether blows are struck at arm's length.
    pub const fn is_melee(&self) -> bool {
        matches!(self, Manner::Melee { .. } | Manner::Hack { .. } | Manner::Quills)
    }

    /// What is done, for the log.
    const fn verb(&self) -> &'static str {
        match self {
            Manner::Melee { .. } => "fights",
            Manner::Hack { .. } => "hacks",
            Manner::Quills => "pricks",
            Manner::Shot { .. } | Manner::Volley { .. } | Manner::Sentry { .. } => "shoots",
            Manner::Blast { .. } => "blasts",
            Manner::Telepathy { .. } => "assails the mind",
            Manner::Rubble => "crushes",
            Manner::Misfire(_) => "goes off",
        }
    }

    /// What a shot is made with, where it is one.
    pub const fn arms(&self) -> Option<Arms> {
        match self {
            Manner::Shot { arms, .. } => Some(*arms),
            Manner::Sentry { gun, .. } => Some(Arms::Gun(*gun)),
            _ => None,
        }
    }
}

impl State {
    /// Throws the dice of an opposed roll and tells who won (MUT-HTH-03, MUT-RNG-05).
    pub fn roll_clash(&mut self, cx: &mut Cx<'_>, clash: Clash) -> Play<()> {
        let gone = |m: ModelId| self.model(m).spot.is_none();
        if gone(clash.target) || clash.by.is_some_and(|by| gone(by) && clash.manner.is_melee()) {
            return Ok(());
        }
        if clash.manner.is_melee() {
            self.drop_shield(cx, clash.target);
        }
        self.let_go(cx, clash.target)?;
        if self.model(clash.target).spot.is_none() {
            return Ok(());
        }
        let first_hit = self.adapt(cx, &clash);
        let with = self.defending_weapon(cx, &clash)?;
        let (mut attack, colored) = self.throw_attack(cx, &clash)?;
        let need = Need::d6(self.side(clash.target), 1, "defends").by(clash.target);
        let mut defense = Thrown {
            model: Some(clash.target),
            side: self.side(clash.target),
            face: cx.dice(need)?[0],
            was: None,
            score: self.defense_score(&clash, with),
            purpose: "defends",
        };
        let ahead = attack.total() > defense.total();
        self.reroll_combat(cx, &mut attack, !ahead)?;
        let behind = attack.total() > defense.total();
        self.reroll_combat(cx, &mut defense, behind)?;
        self.tell_throw(cx, &attack);
        self.tell_throw(cx, &defense);
        if self.has_fired(cx, &clash, (attack.face, colored)) && !first_hit {
            self.compare(cx, &clash, (&attack, &defense), with);
        }
        Ok(())
    }

    /// The attacker's die; a shot with a high-tech weapon adds a coloured one (MUT-RNG-09).
    fn throw_attack(&self, cx: &mut Cx<'_>, clash: &Clash) -> Play<(Thrown, Option<u8>)> {
        let colored = self.rolls_colored_die(clash);
        let purpose = clash.manner.verb();
        let need = Need { model: clash.by, ..Need::d6(clash.side, 1 + u8::from(colored), purpose) };
        let faces = cx.dice(need)?;
        let score = self.attack_score(clash);
        let (model, side, face) = (clash.by, clash.side, faces[0]);
        Ok((Thrown { model, side, face, was: None, score, purpose }, faces.get(1).copied()))
    }

    /// Only the first roll of a shot can fail, not what it spreads to (MUT-Q-94); what is built
    /// into a wall never does (MUT-Q-136).
    fn rolls_colored_die(&self, clash: &Clash) -> bool {
        match clash.manner {
            Manner::Shot { arms: Arms::Gun(_), spread, .. } => !spread,
            Manner::Volley { shooters } => {
                models_in(shooters).iter().any(|m| matches!(self.arms_of(*m), Some(Arms::Gun(_))))
            }
            _ => false,
        }
    }

    /// A Hero may roll the die again, once a game, knowing both (MUT-SPC-066).
    fn reroll_combat(&mut self, cx: &mut Cx<'_>, thrown: &mut Thrown, losing: bool) -> Play<()> {
        let Some(model) = thrown.model else { return Ok(()) };
        let hero = self.has(model, Rule::Hero) && !self.is(model, Mark::HeroSpent);
        if !hero || !thrown.score.is_personal {
            return Ok(());
        }
        let clause = Clause("MUT-SPC-066");
        let ask = Ask::new(self.side(model), "hero", "Use the Hero's one re-roll?", clause);
        let face = thrown.face;
        let again =
            cx.choose(ask.about(model).losing(losing), &[false, true], |again| match again {
                false => Choice::new("keep the die").declining(),
                true => {
                    let merit = if losing && face <= 3 { 1 } else { -1 };
                    Choice::new(format!("reroll the {face}")).about(model).merit(merit)
                }
            })?;
        if again {
            let need = Need::d6(self.side(model), 1, "rerolls one die").by(model);
            thrown.was = Some(face);
            thrown.face = cx.dice(need)?[0];
            self.model_mut(model).marks.put(Mark::HeroSpent);
        }
        Ok(())
    }

    /// A Telekinetic Shield collapses when its bearer is attacked hand to hand or does anything
    /// but concentrate (MUT-SPC-129).
    pub fn drop_shield(&mut self, cx: &mut Cx<'_>, model: ModelId) {
        if !self.is(model, Mark::Shielded) {
            return;
        }
        self.model_mut(model).marks.clear(Mark::Shielded);
        cx.say(|| {
            let text = format!("{}'s Telekinetic Shield collapses", self.name(model));
            Event::note(Clause("MUT-SPC-129"), text).deed(Deed::Changed { model })
        });
    }

    fn tell_throw(&self, cx: &mut Cx<'_>, thrown: &Thrown) {
        let total = thrown.total();
        cx.say(|| {
            let name = thrown.model.map_or("The charge", |m| self.name(m));
            let term = |(value, reason, clause): &(i32, &str, Clause)| Term {
                amount: format!("{value:+}"),
                value: *value,
                reason: (*reason).to_owned(),
                clause: *clause,
            };
            let roll = Roll {
                side: thrown.side,
                model: thrown.model,
                title: format!("{name} {}", thrown.purpose),
                dice: vec![Die { face: thrown.face, kept: true, was: thrown.was }],
                terms: thrown.score.terms.iter().map(term).collect(),
                total,
                counts: false,
            };
            Event::note(Clause("MUT-PRO-10"), roll.to_string()).deed(Deed::Rolled(roll))
        });
        cx.cite(Clause("MUT-PRO-10"));
    }

    /// Who has won, and what that leads to.
    fn compare(
        &mut self,
        cx: &mut Cx<'_>,
        clash: &Clash,
        (attack, defense): (&Thrown, &Thrown),
        with: Option<u8>,
    ) {
        let (a, d) = (attack.total(), defense.total());
        self.cite_manner(cx, clash);
        if self.is_set_alight(clash) {
            self.pending.push(Pending::Morale { model: clash.target, cause: Cause::Fire });
        }
        let attackers = match clash.manner {
            Manner::Melee { with, .. } => with,
            Manner::Shot { item, .. } => item,
            _ => None,
        };
        let beaten = |loser, (won, lost), die, with| Beaten {
            clash: *clash,
            loser,
            won,
            lost,
            die,
            with,
            field_failed: false,
        };
        if a > d {
            let beaten = beaten(clash.target, (a, d), attack.face, attackers);
            self.pending.push(Pending::Beaten(beaten));
            return;
        }
        match (clash.by.filter(|_| d > a), self.strikes_back(clash)) {
            (Some(by), Ok(())) => {
                let beaten = beaten(by, (d, a), defense.face, with);
                self.pending.push(Pending::Beaten(beaten));
            }
            (Some(_), Err(clause)) => {
                cx.say(|| Event::note(clause, format!("{} holds out", self.name(clash.target))));
            }
            (None, _) => cx.say(|| {
                let clause = if clash.manner.is_melee() { "MUT-HTH-03" } else { "MUT-RNG-05" };
                Event::note(Clause(clause), if a == d { "A draw" } else { "No effect" })
            }),
        }
    }

    /// Whether a defender who wins hurts the attacker; if not, by which rule.
    fn strikes_back(&self, clash: &Clash) -> Result<(), Clause> {
        use crate::options::TransfixedHarmless;
        match clash.manner {
            Manner::Melee { .. } => {
                let harmless = self.agreed.transfixed_harmless == TransfixedHarmless::On;
                match self.is_helpless(clash.target) && harmless {
                    true => Err(Clause("MUT-Q-45")),
                    false => Ok(()),
                }
            }
            Manner::Telepathy { .. } if self.has(clash.target, Rule::Telepathy) => Ok(()),
            Manner::Telepathy { .. } => Err(Clause("MUT-SPC-131")),
            Manner::Hack { .. } | Manner::Quills => Err(Clause("MUT-HTH-23")),
            _ => Err(Clause("MUT-RNG-05")),
        }
    }

    /// Notes the rules under which two scores are compared.
    fn cite_manner(&self, cx: &mut Cx<'_>, clash: &Clash) {
        let rules: &[&'static str] = match clash.manner {
            Manner::Melee { .. } => {
                &["MUT-HTH-01", "MUT-HTH-03", "MUT-HTH-04", "MUT-PRO-12", "MUT-T-07"]
            }
            Manner::Hack { .. } => &["MUT-HTH-23", "MUT-HTH-28"],
            Manner::Quills => &["MUT-SPC-105"],
            Manner::Shot { .. } => &["MUT-RNG-05", "MUT-T-06"],
            Manner::Volley { .. } => &["MUT-GRP-08", "MUT-GRP-09", "MUT-GRP-10"],
            Manner::Blast { .. } => &["MUT-ARE-05"],
            Manner::Telepathy { .. } => &["MUT-SPC-131", "MUT-Q-89"],
            Manner::Sentry { .. } => &["MUT-SCN-37"],
            Manner::Rubble => &["MUT-TER-17"],
            Manner::Misfire(_) => &["MUT-CAM-24"],
        };
        rules.iter().for_each(|id| cx.cite(Clause(id)));
    }

    /// Whether flames frighten the target (MUT-SPC-046, MUT-Q-117).
    fn is_set_alight(&self, clash: &Clash) -> bool {
        let flame = clash.manner.arms().is_some_and(|arms| arms.ranged().effect == Effect::Flame);
        flame && self.has(clash.target, Rule::FearOfFire)
    }

    /// What an attack is made of (MUT-T-08).
    pub fn energy_of(&self, clash: &Clash, with: Option<u8>) -> Option<Energy> {
        match clash.manner {
            Manner::Melee { .. } | Manner::Hack { .. } => {
                let fighter = clash.by.filter(|_| with.is_some());
                let gun = fighter.and_then(|m| self.gun(m, with));
                Some(
                    gun.map_or(Energy::Kinetic, |gun| {
                        gun.ranged().energy.unwrap_or(Energy::Kinetic)
                    }),
                )
            }
            Manner::Quills | Manner::Rubble => Some(Energy::Kinetic),
            Manner::Shot { arms, .. } => arms.ranged().energy,
            Manner::Sentry { gun, .. } => gun.ranged().energy,
            Manner::Volley { shooters } => {
                let mut all = models_in(shooters).into_iter().filter_map(|m| self.arms_of(m));
                let first = all.next().and_then(|arms| arms.ranged().energy);
                // Of a mixed volley something always gets through.
                first.filter(|energy| all.all(|arms| arms.ranged().energy == Some(*energy)))
            }
            Manner::Blast { charge: Charge::Grenade(grenade), .. } => grenade.energy(),
            Manner::Blast { charge: Charge::Fruit, .. } => Some(Energy::Kinetic),
            Manner::Blast { charge: Charge::Herbicide, .. } | Manner::Telepathy { .. } => None,
            Manner::Misfire(Gear::Gun(gun)) => gun.ranged().energy,
            Manner::Misfire(Gear::Grenade(grenade)) => grenade.energy(),
            Manner::Misfire(_) => None,
        }
    }

    /// Energy Adaptation: the first energy a model is attacked with becomes harmless to it, that
    /// attack included (MUT-SPC-034, 035; MUT-Q-19). Says whether this attack just fails.
    pub fn adapt(&mut self, cx: &mut Cx<'_>, clash: &Clash) -> bool {
        let model = self.model(clash.target);
        if !model.has(Rule::EnergyAdaptation) || model.adapted.is_some() {
            return false;
        }
        let with = match clash.manner {
            Manner::Melee { with, .. } => with,
            _ => None,
        };
        let energy = self.energy_of(clash, with).filter(|energy| *energy != Energy::Kinetic);
        let Some(energy) = energy else { return false };
        self.model_mut(clash.target).adapted = Some(energy);
        cx.cite(Clause("MUT-SPC-035"));
        cx.cite(Clause("MUT-Q-19"));
        cx.say(|| {
            let text = format!("{} adapts to {energy}", self.name(clash.target));
            Event::note(Clause("MUT-SPC-034"), text).deed(Deed::Changed { model: clash.target })
        });
        self.agreed.adapt_first_hit == AdaptFirstHit::On
    }

    /// What shooting does to the weapon: it may jam, break or run empty (MUT-RNG-09 to 18).
    /// Says whether the shot counts (MUT-RNG-13).
    fn has_fired(
        &mut self,
        cx: &mut Cx<'_>,
        clash: &Clash,
        (face, colored): (u8, Option<u8>),
    ) -> bool {
        let failed = colored == Some(face);
        match clash.manner {
            Manner::Shot { spread: true, .. } => return true,
            Manner::Shot { arms, item, .. } => {
                if let Some(by) = clash.by {
                    self.wear(cx, (by, clash.target), (arms, item), face, failed);
                    self.give_away(cx, by, arms);
                }
            }
            Manner::Volley { shooters } => {
                cx.cite(Clause("MUT-Q-81"));
                let all = models_in(shooters);
                let struck = match self.agreed.volley_mishap {
                    VolleyMishap::All => all.len(),
                    VolleyMishap::Lead => 1,
                };
                for by in all.into_iter().take(struck) {
                    if let (Some(arms), item) = (self.arms_of(by), self.model(by).ready) {
                        self.wear(cx, (by, clash.target), (arms, item), face, failed);
                    }
                }
            }
            Manner::Blast { .. } if face == 1 => {
                cx.cite(Clause("MUT-ARE-12"));
                return true;
            }
            _ => return true,
        }
        if failed {
            cx.cite(Clause("MUT-RNG-13"));
            cx.cite(Clause("MUT-Q-57"));
        }
        !(failed && self.agreed.malfunction_cancels_shot == MalfunctionCancelsShot::On)
    }

    /// Firing gives a hidden shooter away, unless it is done with needles (MUT-LOS-19).
    fn give_away(&mut self, cx: &mut Cx<'_>, by: ModelId, arms: Arms) {
        if arms == Arms::Gun(Gun::Needler) {
            return;
        }
        if self.is(by, Mark::Hidden) {
            cx.cite(Clause("MUT-LOS-19"));
        }
        let marks = &mut self.model_mut(by).marks;
        marks.clear(Mark::Hidden);
        marks.put(Mark::Spotted);
    }

    pub(crate) fn wear(
        &mut self,
        cx: &mut Cx<'_>,
        (by, target): (ModelId, ModelId),
        (arms, item): (Arms, Option<u8>),
        face: u8,
        failed: bool,
    ) {
        match (arms, item) {
            (Arms::Gun(gun), Some(item)) => self.wear_gun(cx, by, (gun, item), face, failed),
            (Arms::Missile(missile), Some(item)) => {
                if face == 1 {
                    self.wear_out(cx, by, missile, item);
                }
                if !missile.is_bow() {
                    self.land_missile(by, item, target);
                }
            }
            (Arms::Projection(_), _) if face == 1 => {
                self.model_mut(by).marks.put(Mark::Spent);
                cx.say(|| {
                    let text = format!("{}'s energy is spent", self.name(by));
                    Event::note(Clause("MUT-SPC-040"), text).deed(Deed::Changed { model: by })
                });
            }
            _ => (),
        }
    }

    /// A natural 1 with a primitive weapon: a broken bow, a strained shoulder (MUT-RNG-16, 17).
    fn wear_out(&mut self, cx: &mut Cx<'_>, by: ModelId, missile: Missile, item: u8) {
        let clause = match missile {
            Missile::Bow | Missile::Crossbow => {
                self.model_mut(by).gear[usize::from(item)].shape = Shape::Broken;
                Clause("MUT-RNG-16")
            }
            Missile::Javelin | Missile::Axe => Clause("MUT-RNG-16"),
            Missile::Rock => Clause("MUT-RNG-17"),
        };
        if !missile.is_bow() {
            self.model_mut(by).marks.put(Mark::Strained);
        }
        cx.say(|| {
            let text = format!("{} cannot use {} any more", self.name(by), missile.name());
            Event::note(clause, text).deed(Deed::Changed { model: by })
        });
    }

    fn wear_gun(
        &mut self,
        cx: &mut Cx<'_>,
        by: ModelId,
        (gun, item): (Gun, u8),
        face: u8,
        failed: bool,
    ) {
        // The shooter's Death Ray burns a Cell with every shot (MUT-SPC-022).
        let burnt = face == 1 || gun == Gun::DeathRay;
        let saved = failed && self.gunsmith_saves(cx, by);
        let (shape, clause) = match (failed && !saved, face % 2 == 1) {
            (true, true) if burnt => (Shape::JammedEmpty, Clause("MUT-RNG-18")),
            (true, true) => (Shape::Jammed, Clause("MUT-RNG-09")),
            (true, false) => (Shape::Broken, Clause("MUT-RNG-12")),
            (false, _) if gun == Gun::DeathRay => (Shape::Empty, Clause("MUT-SPC-022")),
            (false, _) if burnt => (Shape::Empty, Clause("MUT-RNG-14")),
            (false, _) => return,
        };
        if failed {
            cx.cite(Clause("MUT-RNG-09"));
        }
        self.model_mut(by).gear[usize::from(item)].shape = shape;
        cx.say(|| {
            let how = match shape {
                Shape::Jammed | Shape::JammedEmpty => "jams",
                Shape::Broken => "breaks",
                _ => "is empty",
            };
            let text = format!("{}'s {gun} {how}", self.name(by));
            Event::note(clause, text).deed(Deed::Changed { model: by })
        });
    }

    /// A Gunsmith in play saves the party's first weapon of the game (MUT-RNG-10, MUT-Q-23).
    fn gunsmith_saves(&mut self, cx: &mut Cx<'_>, by: ModelId) -> bool {
        let side = self.own_side(by);
        let smith = |m: ModelId| self.own_side(m) == side && self.has(m, Rule::Gunsmith);
        if self.parties[side.index()].gunsmith_used || !self.in_play().any(smith) {
            return false;
        }
        self.parties[side.index()].gunsmith_used = true;
        cx.cite(Clause("MUT-Q-23"));
        cx.cite(Clause("MUT-SPC-057"));
        cx.say(|| {
            let text = "The Gunsmith has seen to the weapon: the malfunction is ignored";
            Event::note(Clause("MUT-RNG-10"), text)
        });
        true
    }
}
