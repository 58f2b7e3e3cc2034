//! Opposed rolls: both sides throw one die and add Combat and whatever else counts.

use engine::event::{Die, Roll, Term};
use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Need, Play, SideId};
use serde::{Deserialize, Serialize};
use tabletop::Spot;

use crate::gear::{Armor, Arms, Effect, Gear, Grenade, Gun};
use crate::leaders::Salvo;
use crate::options::{MalfunctionCancelsShot, ProneReaction};
use crate::pending::{Cause, Charge, Pending};
use crate::profile::{Energy, Rule};
use crate::scores::Score;
use crate::state::{Mark, Models, State};

mod cite;
mod energy;
mod wear;

pub use energy::shared;

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
        /// What the hacker fights with: one of its things, or its hands.
        with: Option<u8>,
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
        /// What they fire.
        arms: Salvo,
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

    /// Whether it is a hack at somebody who flees: losing kills (MUT-HTH-27).
    pub const fn is_parting(&self) -> bool {
        matches!(self, Manner::Hack { fleeing: true, .. })
    }

    /// Whether it is the flash of a photon grenade (MUT-ARE-20).
    pub const fn is_photon(&self) -> bool {
        matches!(
            self,
            Manner::Blast { charge: Charge::Grenade(Grenade::Photon), .. }
                | Manner::Misfire(Gear::Grenade(Grenade::Photon))
        )
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
    pub fn roll_clash(&mut self, cx: &mut Cx<'_>, mut clash: Clash) -> Play<()> {
        let gone = |m: ModelId| self.model(m).spot.is_none();
        if gone(clash.target) || clash.by.is_some_and(|by| gone(by) && clash.manner.is_melee()) {
            return Ok(());
        }
        if clash.manner.is_melee() {
            self.drop_shield(cx, clash.target);
        }
        self.let_go(cx, clash.target)?;
        self.duck(cx, &clash)?;
        if self.model(clash.target).spot.is_none() {
            return Ok(());
        }
        let adapting = self.adapts_to(&clash);
        let spared = adapting.is_some_and(|energy| self.adapt_at_once(cx, clash.target, energy));
        self.arm_hacker(cx, &mut clash)?;
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
        self.cite_fighters(cx, &clash, with);
        let fired = self.has_fired(cx, &clash, (attack.face, colored));
        if fired && self.is_set_alight(&clash) {
            cx.cite(Clause("MUT-SPC-046"));
            cx.cite(Clause("MUT-SPC-050"));
            cx.cite(Clause("MUT-Q-117"));
            self.pending.push(Pending::Morale { model: clash.target, cause: Cause::Fire });
        }
        if let (Some(energy), false) = (adapting, spared) {
            self.pending.push(Pending::Adapts { model: clash.target, energy });
        }
        if fired {
            self.compare(cx, &clash, (&attack, &defense), with);
        }
        Ok(())
    }

    /// Where it is agreed, a standing target may drop to the ground when a shot is aimed at it
    /// (MUT-Q-62).
    fn duck(&mut self, cx: &mut Cx<'_>, clash: &Clash) -> Play<()> {
        let model = clash.target;
        let aimed_at = match clash.manner {
            Manner::Shot { spread, .. } => !spread,
            Manner::Volley { .. } | Manner::Sentry { .. } => true,
            _ => false,
        };
        let m = self.model(model);
        let stands = !self.lies_flat(model) && !self.is_helpless(model) && !m.is(Mark::ShutDown);
        let free = stands && !m.is(Mark::Climbing);
        if self.agreed.prone_reaction == ProneReaction::Off || !aimed_at || !free {
            return Ok(());
        }
        let ask = Ask::new(self.side(model), "duck", "Drop to the ground?", Clause("MUT-Q-62"));
        let ducks = cx.choose(ask.about(model), &[false, true], |ducks| match ducks {
            false => Choice::new("stay up").declining(),
            true => Choice::new("drop to the ground").about(model).merit(-1),
        })?;
        if ducks {
            self.model_mut(model).marks.put(Mark::Fallen);
            cx.say(|| {
                let text = format!("{} drops to the ground", self.name(model));
                Event::note(Clause("MUT-Q-62"), text).deed(Deed::Changed { model })
            });
        }
        Ok(())
    }

    /// The attacker's die; a shot with a high-tech weapon adds a coloured one (MUT-RNG-09).
    fn throw_attack(&self, cx: &mut Cx<'_>, clash: &Clash) -> Play<(Thrown, Option<u8>)> {
        let colored = self.rolls_colored_die(clash);
        let purpose = clash.manner.verb();
        let dice = Need::d6(clash.side, 1 + u8::from(colored), purpose).told_apart();
        let need = Need { model: clash.by, ..dice };
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
            Manner::Volley { arms, .. } => arms.iter().any(|a| matches!(a, Some(Arms::Gun(_)))),
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
        let ask = Ask::new(self.side(model), "reroll-hero", "Use the Hero's one re-roll?", clause);
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
            let machine = match thrown.purpose {
                "shoots" => "The system",
                "crushes" => "The rubble",
                _ => "The charge",
            };
            let name = thrown.model.map_or(machine, |m| self.name(m));
            let term = |(value, reason, clause): &(i32, &'static str, Clause)| {
                Term::plain(*value, reason, *clause)
            };
            let roll = Roll {
                side: thrown.side,
                model: thrown.model,
                title: format!("{name} {}", thrown.purpose),
                dice: vec![Die { face: thrown.face, kept: true, was: thrown.was }],
                sides: 6,
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
        let attackers = match clash.manner {
            Manner::Melee { with, .. } | Manner::Hack { with, .. } => with,
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
                if self.is_helpless(clash.target) && clash.manner.is_melee() {
                    cx.cite(Clause("MUT-Q-45"));
                }
                let beaten = beaten(by, (d, a), defense.face, with);
                self.pending.push(Pending::Beaten(beaten));
            }
            (Some(_), Err(clause)) => {
                cx.say(|| Event::note(clause, format!("{} holds out", self.name(clash.target))));
            }
            (None, _) => {
                if matches!(clash.manner, Manner::Hack { fleeing: false, .. }) {
                    cx.cite(Clause("MUT-Q-55"));
                }
                cx.say(|| {
                    let clause = if clash.manner.is_melee() { "MUT-HTH-03" } else { "MUT-RNG-05" };
                    Event::note(Clause(clause), if a == d { "A draw" } else { "No effect" })
                });
            }
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
            Manner::Telepathy { .. } => {
                let telepath = |m: ModelId| self.has(m, Rule::Telepathy);
                let awake = self.mind_bound(clash.target, true).is_none();
                match awake && telepath(clash.target) && clash.by.is_some_and(telepath) {
                    true => Ok(()),
                    false => Err(Clause("MUT-SPC-131")),
                }
            }
            Manner::Hack { .. } | Manner::Quills => Err(Clause("MUT-HTH-23")),
            _ => Err(Clause("MUT-RNG-05")),
        }
    }

    /// Notes the rules under which two scores are compared.
    fn cite_manner(&self, cx: &mut Cx<'_>, clash: &Clash) {
        let rules: &[&'static str] = match clash.manner {
            Manner::Melee { .. } => &["MUT-HTH-01", "MUT-HTH-03", "MUT-HTH-04", "MUT-T-07"],
            Manner::Hack { .. } => &["MUT-HTH-23", "MUT-HTH-28", "MUT-ACT-02"],
            Manner::Quills => &["MUT-SPC-105"],
            Manner::Shot { .. } => &["MUT-RNG-05", "MUT-T-06"],
            Manner::Volley { .. } => &["MUT-GRP-08"],
            Manner::Blast { .. } => &["MUT-ARE-05"],
            Manner::Telepathy { .. } => &["MUT-SPC-131"],
            Manner::Sentry { .. } => &["MUT-SCN-37"],
            Manner::Rubble => &["MUT-TER-17"],
            Manner::Misfire(_) => &["MUT-CAM-24"],
        };
        rules.iter().for_each(|id| cx.cite(Clause(id)));
        let target = self.model(clash.target);
        if target.wears(Armor::Nbc) && self.energy_of_attack(clash) == Some(Energy::Heat) {
            let flame = clash.manner.arms().is_some();
            cx.cite(Clause(if flame { "MUT-SPC-086" } else { "MUT-Q-118" }));
        }
        if let (Manner::Melee { with: Some(item), .. }, Some(by)) = (clash.manner, clash.by)
            && self.item(by, item).is_some_and(|item| item.gear == Gear::PoweredWeapon)
            && target.has_field()
        {
            cx.cite(Clause("MUT-SPC-053"));
        }
    }

    /// Whether flames frighten the target (MUT-SPC-046, MUT-Q-117).
    fn is_set_alight(&self, clash: &Clash) -> bool {
        let burns = |arms: Arms| arms.ranged().effect == Effect::Flame;
        let flame = match clash.manner {
            Manner::Volley { arms, .. } => arms.into_iter().flatten().any(burns),
            manner => manner.arms().is_some_and(burns),
        };
        flame && self.has(clash.target, Rule::FearOfFire)
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
            Manner::Volley { shooters, .. } => {
                self.wear_volley(cx, (clash, shooters), (face, failed));
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
        let lost = failed && self.agreed.malfunction_cancels_shot == MalfunctionCancelsShot::On;
        if lost {
            // Nothing has left the barrel, so nothing strikes those beside the target either.
            let spreads = |manner: &Manner| matches!(manner, Manner::Shot { spread: true, .. });
            self.pending.retain(|p| !matches!(p, Pending::Clash(c) if spreads(&c.manner)));
        }
        !lost
    }
}
