//! Chapter 15: the special rules of weapons that are not simply aimed and fired: bombs, steam and
//! templates, what bursts leave behind, shocks, pumping, repairs.

mod burning;
mod bursts;
mod indirect;
mod pumping;
mod shocks;
mod sprays;
mod tools;

use engine::{Choice, Clause, Cx, ModelId, Play, Refusal};
use serde::{Deserialize, Serialize};
use tabletop::{Body, Extent, Length, Point, Spot};

use crate::actions::Action;
use crate::gear::{GearRule, Reach, Weapon};
use crate::profile::{Attribute, ModelRule};
use crate::shooting::Firing;
use crate::state::State;

/// A shot that goes to a place or in a direction, and not straight at somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Loosed {
    /// Who shoots.
    pub shooter: ModelId,
    /// With which of its weapons.
    pub weapon: u8,
    /// The place it is aimed at, or towards.
    pub at: Spot,
    /// Who is aimed at, if anybody is.
    pub target: Option<ModelId>,
    /// Whether it is defensive fire (PUN-DEF-09).
    pub defensive: bool,
}

impl Weapon {
    /// Whether it is lobbed with a Precision roll and may land elsewhere (PUN-IND-01).
    pub fn is_lobbed(&self) -> bool {
        self.shot().is_some() && self.has(GearRule::IndirectFire) && !self.is_sprayed()
    }

    /// Whether it is pointed in a direction and hits whatever is there (PUN-STE-02, PUN-TEM-01).
    pub fn is_sprayed(&self) -> bool {
        let reach = self.shot().map(|shot| shot.reach);
        matches!(reach, Some(Reach::Line(_) | Reach::Template { .. }))
    }

    /// Whether somebody can get ready with it: with any shooter but a Template (PUN-TEM-04,
    /// PUN-DEF-09).
    pub fn fires_out_of_turn(&self) -> bool {
        self.shot().is_some() && !self.has(GearRule::Template)
    }

    /// The attribute that its shots are rolled with, if they are rolled for (PUN-STE-01,
    /// PUN-TEM-01).
    pub fn skill(&self) -> Option<Attribute> {
        match self.shot().map(|shot| shot.reach) {
            Some(Reach::Line(_)) => Some(Attribute::Tech),
            Some(Reach::Template { .. }) => None,
            Some(Reach::Bands(_) | Reach::Thrown(_)) | None => Some(Attribute::Precision),
        }
    }
}

/// A place as something to measure to.
fn mark(spot: Spot) -> Body {
    let none = Length::ZERO;
    Body { spot, base: none, girth: none, height: none, eye: none }
}

impl State {
    /// How far a weapon reaches in a model's hands.
    pub fn range_of(&self, model: ModelId, weapon: u8) -> Length {
        let held = self.held(model, weapon);
        let strength = self.value(model, Attribute::Strength);
        let shot = self.weapon(held).shot();
        shot.map_or(Length::ZERO, |shot| shot.farthest(strength, held.pumped_range()))
    }

    /// Whether a weapon reaches somebody (PUN-RNG-04).
    pub fn reaches(&self, model: ModelId, weapon: u8, target: ModelId) -> bool {
        self.is_within(model, target, self.range_of(model, weapon))
    }

    /// Whether a point is in front of a model, or it sees all around (PUN-LOS-01).
    fn is_before(&self, model: ModelId, at: Point) -> bool {
        let facing = self.model(model).facing;
        self.has(model, ModelRule::Sonar) || facing.dot(at - self.spot(model).at) >= 0
    }

    /// The part of the table within a weapon's reach.
    fn box_of(&self, model: ModelId, weapon: u8) -> Extent {
        let own = self.body(model);
        let all = self.table.extent();
        let around = Extent { low: own.at(), high: own.at() };
        let around = around.grown(own.base + self.range_of(model, weapon));
        Extent {
            low: Point::new(around.low.x.max(all.low.x), around.low.y.max(all.low.y)),
            high: Point::new(around.high.x.min(all.high.x), around.high.y.min(all.high.y)),
        }
    }

    /// How shooting at a place or in a direction is said.
    pub fn loose_key(&self, model: ModelId, weapon: u8) -> String {
        let gun = self.weapon(self.held(model, weapon));
        match gun.is_sprayed() {
            true => format!("shoot with {}", gun.name),
            false => format!("throw {} at a place", gun.name),
        }
    }

    /// What a player should know of it.
    pub fn describe_loose(&self, model: ModelId, weapon: u8) -> Choice {
        let gun = self.weapon(self.held(model, weapon));
        let choice = Choice::new(self.loose_key(model, weapon));
        let detail = format!("up to {} inches", self.range_of(model, weapon));
        let merit = match gun.is_sprayed() {
            true => self.spray_merit(model, weapon),
            false => -5,
        };
        choice.detail(detail).merit(merit)
    }

    /// Shots at places and in directions, pumping and repairs (PUN-IND-05, PUN-STE-01,
    /// PUN-TEM-01, PUN-PUM-01, PUN-B-27).
    pub fn add_weapon_tricks(&self, told: bool, model: ModelId, actions: &mut Vec<Action>) {
        let weapons = &self.model(model).weapons;
        for (i, held) in weapons.iter().enumerate() {
            let weapon = self.weapon(held);
            let twin = weapons[..i].iter().any(|other| other == held);
            if twin || !(weapon.is_lobbed() || weapon.is_sprayed()) {
                continue;
            }
            match self.may_use(model, i as u8) {
                Ok(()) => actions.push(Action::Loose(i as u8)),
                Err(why) if told => {
                    actions.push(Action::Impossible(self.loose_key(model, i as u8), why));
                }
                Err(_) => (),
            }
        }
        self.add_pumping(told, model, actions);
        self.add_repairs(told, model, actions);
    }

    /// Its player says where a shot goes, before anything else happens (PUN-D-21, 28, 29).
    pub fn declare_loose(&self, cx: &mut Cx<'_>, model: ModelId, weapon: u8) -> Play<Loosed> {
        let sprayed = self.weapon(self.held(model, weapon)).is_sprayed();
        let at = match sprayed {
            true => self.choose_direction(cx, model, weapon)?,
            false => self.choose_mark(cx, model, weapon)?,
        };
        Ok(Loosed { shooter: model, weapon, at, target: None, defensive: false })
    }

    /// A shot at somebody with a weapon that is not simply aimed.
    pub fn fire_otherwise(&mut self, cx: &mut Cx<'_>, firing: &Firing) -> Play<()> {
        let Firing { shooter, weapon, target, defensive, .. } = *firing;
        if self.model(target).spot.is_none() {
            return Ok(());
        }
        let at = self.spot(target);
        self.loose(cx, &Loosed { shooter, weapon, at, target: Some(target), defensive })
    }

    /// A shot goes to its place or in its direction.
    pub fn loose(&mut self, cx: &mut Cx<'_>, shot: &Loosed) -> Play<()> {
        if self.model(shot.shooter).spot.is_none() {
            return Ok(());
        }
        let reach = self.weapon(self.held(shot.shooter, shot.weapon)).shot().map(|s| s.reach);
        match reach {
            Some(Reach::Line(length)) => self.blow_steam(cx, shot, length),
            Some(Reach::Template { .. }) => self.spray(cx, shot),
            Some(Reach::Bands(_) | Reach::Thrown(_)) => self.lob(cx, shot),
            None => Ok(()),
        }
    }

    /// The same shot as a plain one, for what all shots use up.
    fn as_plain(&self, shot: &Loosed) -> Firing {
        let target = shot.target.unwrap_or(shot.shooter);
        self.plain_shot(shot.shooter, (shot.weapon, target), 1)
    }
}

/// Why something is not possible.
fn refuse<T>(clause: &'static str, why: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(Clause(clause), why))
}
