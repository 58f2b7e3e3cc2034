//! Chapter 11: Hits, Armour and Penetration; who is Downed (PUN-HIT, PUN-ARM, PUN-DWN).

use engine::{Clause, Cx, Deed, Event, ModelId, Play, SideId};
use serde::{Deserialize, Serialize};
use tabletop::{Length, Spot};

use crate::dice::{Roller, Sum};
use crate::gear::{GearRule, RangeBand, SHIELD_ARMOUR, WeaponId};
use crate::profile::{Attribute, ModelRule, Name};
use crate::state::{Arm, Fate, Poison, State};
use crate::tasks::Task;

/// A Hit that is about to be rolled; everything about it is settled already, so that it counts
/// even if its aggressor is Downed meanwhile (PUN-Q-67).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hit {
    /// Whose it is; nobody's for a hazard (PUN-Q-04).
    pub aggressor: Option<ModelId>,
    /// Who is hit.
    pub victim: ModelId,
    /// What it comes from.
    pub source: Source,
    /// Its Strength, without the die.
    pub strength: i32,
    /// Its Penetration (PUN-ARM-02).
    pub penetration: i32,
    /// What the victim's Armour comes to against it, Cover apart.
    pub armour: i32,
    /// What Cover adds to that (PUN-ARM-03).
    pub cover: i32,
    /// The X of Poison (X) (PUN-POI-01).
    pub poison: Option<u8>,
}

/// What a Hit comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Source {
    /// A blow with this weapon.
    Blow(Name),
    /// A shot with this weapon.
    Shot(Name),
    /// A fall (PUN-FAL-01).
    Fall,
    /// Poison in the blood (PUN-POI-01).
    Poison,
    /// A Fire marker (PUN-INC-02).
    Fire,
    /// Steam that leaks (PUN-STE-04).
    Leak,
}

impl Source {
    /// What the aggressor does.
    fn purpose(&self) -> &'static str {
        match self {
            Source::Blow(_) => "strikes",
            Source::Shot(_) => "shoots to kill",
            Source::Fall => "the fall",
            Source::Poison => "the poison",
            Source::Fire => "the fire",
            Source::Leak => "the leak",
        }
    }

    fn clause(&self) -> &'static str {
        match self {
            Source::Blow(_) => "PUN-HIT-01",
            Source::Shot(_) => "PUN-HIT-02",
            Source::Fall => "PUN-FAL-01",
            Source::Poison => "PUN-POI-01",
            Source::Fire => "PUN-INC-02",
            Source::Leak => "PUN-STE-04",
        }
    }
}

impl Hit {
    /// The Hit of a hazard, against which nothing helps but Toughness (PUN-ARM-04).
    pub fn hazard(victim: ModelId, strength: i32, source: Source) -> Hit {
        Hit {
            aggressor: None,
            victim,
            source,
            strength,
            penetration: 0,
            armour: 0,
            cover: 0,
            poison: None,
        }
    }

    /// What is left of Armour and Cover after Penetration (PUN-ARM-02, 06).
    pub(crate) fn protection(&self) -> i32 {
        (self.armour + self.cover - self.penetration).max(0)
    }
}

impl State {
    /// What a model's armour and skin come to; what is best counts (PUN-ARM-01).
    pub fn armour_value(&self, model: ModelId, firearm: Option<RangeBand>) -> i32 {
        let worn = self.model(model).armour.map(|id| self.armoury.armour(id));
        let worn = worn.map_or(0, |armour| match firearm {
            // A vest is made against bullets (PUN-ARW-02).
            Some(band) => armour.against_firearm(band),
            None => armour.value,
        });
        i32::from(worn.max(self.who(model).skin))
    }

    /// The Hit of a blow (PUN-HIT-01).
    pub fn close_hit(&self, model: ModelId, victim: ModelId, arm: Arm) -> Hit {
        let (blow, name) = self.blow(model, arm);
        let weapon = match arm {
            Arm::Held(i) => Some(self.weapon(&self.model(model).weapons[usize::from(i)])),
            Arm::Bare => None,
        };
        let charge = self.brutal_charge(model, victim);
        let strength = blow.strength.of(self.value(model, Attribute::Strength)) + charge;
        let shield = i32::from(self.is_shielded(model, victim)) * i32::from(SHIELD_ARMOUR);
        // Nothing worn or held helps against a Shock (PUN-SHK-01, PUN-Q-54).
        let shock = weapon.is_some_and(|w| w.has(GearRule::Shock));
        let armour = if shock { 0 } else { self.armour_value(victim, None) + shield };
        Hit {
            aggressor: Some(model),
            victim,
            source: Source::Blow(name.as_str().into()),
            strength,
            penetration: i32::from(blow.penetration) + charge,
            armour,
            cover: 0,
            poison: weapon.and_then(|w| w.poison).or(self.who(model).poison),
        }
    }

    /// What a brutal charge adds to Strength and Penetration (PUN-B-06).
    fn brutal_charge(&self, model: ModelId, victim: ModelId) -> i32 {
        let acting = self.acting.as_ref().filter(|a| self.same_pack(a.model, model));
        let assault = acting.and_then(|a| a.assault.as_ref());
        let on = assault.filter(|a| a.on.contains(&victim));
        let brutal = self.has(model, ModelRule::BrutalCharge);
        on.filter(|_| brutal).map_or(0, |a| i32::from(a.strides))
    }

    /// A Hit is rolled: Strength against Toughness and what is left of Armour (PUN-SEQ-09,
    /// PUN-DIC-22).
    pub fn resolve_hit(&mut self, cx: &mut Cx<'_>, hit: &Hit) -> Play<()> {
        if self.model(hit.victim).spot.is_none() {
            return Ok(());
        }
        let victim_side = self.side(hit.victim);
        let side = hit.aggressor.map_or_else(|| self.rival(victim_side), |m| self.side(m));
        let told = !cx.is_quiet();
        let strength = Sum::of(told, hit.strength, "Strength", hit.source.clause());
        let purpose = hit.source.purpose();
        let who = Roller { side, model: hit.aggressor, purpose };
        let attack = self.opposed(cx, who, &strength)?;
        let defense = self.toughness_sum(told, hit);
        let who = Roller { side: victim_side, model: Some(hit.victim), purpose: "resists" };
        let resisted = self.opposed(cx, who, &defense)?;
        self.cite_hit(cx, hit);
        let wins = self.prevails(cx, hit, side, (attack, resisted));
        if wins {
            let clause = match hit.source {
                Source::Fall => Clause("PUN-FAL-03"),
                _ => Clause("PUN-HIT-03"),
            };
            self.wound(cx, hit.victim, clause);
        } else {
            cx.say(|| {
                let text = format!("{} shrugs it off", self.name(hit.victim));
                Event::note(Clause("PUN-HIT-03"), text)
            });
            self.take_poison(hit);
        }
        self.shock_back(cx, hit)
    }

    /// Whoever survives a poisoned Hit has it still to come (PUN-POI-01, PUN-Q-51).
    fn take_poison(&mut self, hit: &Hit) {
        let Some(strength) = hit.poison else { return };
        let turn = self.turn;
        let m = self.model_mut(hit.victim);
        let worst = m.poison.map_or(strength, |known| known.strength.max(strength));
        m.poison = Some(Poison { strength: worst, turn });
    }

    fn toughness_sum(&self, told: bool, hit: &Hit) -> Sum {
        let toughness = self.value(hit.victim, Attribute::Toughness);
        let mut sum = Sum::of(told, toughness, "Toughness", "PUN-HIT-01");
        let words = || match (hit.cover, hit.penetration) {
            (0, 0) => "Armour".to_owned(),
            (0, pen) => format!("Armour {} after Penetration {pen}", hit.armour),
            (cover, pen) => {
                format!("Armour {} and Cover {cover} after Penetration {pen}", hit.armour)
            }
        };
        let clause = if hit.cover > 0 { "PUN-ARM-03" } else { "PUN-ARM-02" };
        if told {
            sum.add(hit.protection(), &words(), clause);
        } else {
            sum.add(hit.protection(), "", clause);
        }
        sum
    }

    /// Whether a Hit goes through; ties as agreed (PUN-HIT-04, PUN-Q-03, PUN-Q-04).
    fn prevails(
        &self,
        cx: &mut Cx<'_>,
        hit: &Hit,
        side: SideId,
        (attack, resisted): (i32, i32),
    ) -> bool {
        if attack != resisted {
            return attack > resisted;
        }
        cx.cite(Clause("PUN-HIT-04"));
        cx.cite(Clause("PUN-DIC-08"));
        let friends = side == self.side(hit.victim);
        let foes = hit.aggressor.is_some() && !friends;
        cx.cite(Clause(if foes { "PUN-Q-03" } else { "PUN-Q-04" }));
        let aggressor = hit.aggressor.map(|_| side);
        self.aggressor_wins_tie(aggressor, self.side(hit.victim))
    }

    /// A model is wounded, and so Downed (PUN-DWN-01, PUN-HIT-03).
    pub fn wound(&mut self, cx: &mut Cx<'_>, model: ModelId, clause: Clause) {
        if self.rages_on(cx, model) {
            return;
        }
        let spot = self.where_it_drops(model);
        self.let_others_close_up(model);
        self.put_out(model, Fate::Downed(spot));
        cx.cite(Clause("PUN-DWN-02"));
        cx.say(|| {
            let text = format!("{} is Downed", self.name(model));
            Event::note(clause, text).deed(Deed::Removed { model })
        });
    }

    /// Where the marker of a model comes to lie: whoever hangs on a wall drops.
    fn where_it_drops(&self, model: ModelId) -> Spot {
        let spot = self.spot(model);
        if self.table.carries(spot.at, spot.z) {
            return spot;
        }
        let floors = self.table.supports(spot.at).into_iter().filter(|z| *z <= spot.z);
        spot.at.at_height(floors.max().unwrap_or(Length::ZERO))
    }

    /// Whoever loses its only enemy in a larger fight is drawn to the next one, after the Hits that
    /// are still to be rolled (PUN-MAS-07).
    fn let_others_close_up(&mut self, model: ModelId) {
        let fight = self.fight_of(model);
        let is_hit = |task: &&Task| matches!(task, Task::Hit(_));
        let hits = self.tasks.iter().rev().take_while(is_hit).count();
        let place = self.tasks.len() - hits;
        let waiting = place > 0 && matches!(self.tasks[place - 1], Task::PullIns(_));
        if fight.len() > 2 && !waiting {
            self.tasks.insert(place, Task::PullIns(fight));
        }
    }

    /// Takes a model out of play (PUN-DWN-02 to 04).
    pub fn put_out(&mut self, model: ModelId, fate: Fate) {
        let spot = self.model(model).spot;
        for token in self.tokens.iter_mut().filter(|t| t.carrier == Some(model)) {
            token.carrier = None;
            token.owner = None;
            token.spot = spot;
        }
        let m = self.model_mut(model);
        m.spot = None;
        m.fate = fate;
        m.ready = false;
        m.delayed = None;
        m.wields = None;
        if let Fate::Downed(spot) = fate {
            self.light_fuse(model, spot);
        }
    }

    /// The Hit of a shot (PUN-HIT-02).
    pub fn shot_hit(
        &self,
        shooter: ModelId,
        victim: ModelId,
        (weapon, band): (WeaponId, RangeBand),
        (strength, penetration, cover): (i32, i32, u8),
    ) -> Hit {
        let gun = self.armoury.weapon(weapon);
        let firearm = gun.has(GearRule::Firearm).then_some(band);
        Hit {
            aggressor: Some(shooter),
            victim,
            source: Source::Shot(gun.name.clone()),
            strength,
            penetration,
            armour: if gun.has(GearRule::Shock) { 0 } else { self.armour_value(victim, firearm) },
            cover: i32::from(cover),
            poison: gun.poison,
        }
    }
}
