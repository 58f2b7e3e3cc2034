//! How likely a blow or a shot is to down somebody, roughly: for computer players and for the
//! order in which things are offered to them. Everything is in thousandths.

use engine::ModelId;
use tabletop::Length;

use crate::gear::{Blow, Damage, GearRule, Item, RangeBand, Reach, SHIELD_ARMOUR, SHIELD_COMBAT};
use crate::profile::Attribute;
use crate::shooting::Firing;
use crate::state::{Arm, Posture, State};

/// What a cloud of gas is worth that touches somebody: a point of Toughness and a staggering walk.
const GAS: i32 = 200;
/// What a fire around somebody is worth, who has to stay or to burn.
const FIRE: i32 = 150;

/// A shot that nothing speaks for or against, and what it comes to.
#[derive(Clone, Copy, Debug)]
pub struct ShotOdds {
    /// Through the Cover.
    pub through: i32,
    /// Past the Cover.
    pub past: i32,
}

impl ShotOdds {
    /// What the better way to shoot comes to.
    pub fn best(self) -> i32 {
        self.through.max(self.past)
    }
}

impl State {
    /// How likely a model is to down another in one Combat, with so much added to its Combat.
    pub fn blow_odds(&self, model: ModelId, target: ModelId, bonus: i32) -> i32 {
        let arm = self.likely_arm(model);
        let hit = self.close_hit(model, target, arm);
        let wounds = beats(hit.strength - self.toughness_against(target, hit.protection()));
        let better = self.combat_value(model) + bonus - self.combat_value(target);
        beats(better) * wounds / 1_000
    }

    /// What a model strikes with: the weapon, its Strength, and whether it is a Shock.
    pub(super) fn likely_blow(&self, model: ModelId) -> (Blow, i32, bool) {
        let arm = self.likely_arm(model);
        let (blow, _) = self.blow(model, arm);
        let shock = match arm {
            Arm::Held(i) => self.weapon(self.held(model, i)).has(GearRule::Shock),
            Arm::Bare => false,
        };
        (blow, blow.strength.of(self.value(model, Attribute::Strength)), shock)
    }

    /// What a shield adds to Armour in close combat.
    pub(super) fn shield_armour(&self, model: ModelId) -> i32 {
        i32::from(self.model(model).items.has(Item::Shield)) * i32::from(SHIELD_ARMOUR)
    }

    fn toughness_against(&self, target: ModelId, protection: i32) -> i32 {
        self.value(target, Attribute::Toughness) + protection
    }

    /// What a model adds to its die in a Combat, whoever supports it.
    pub(super) fn combat_value(&self, model: ModelId) -> i32 {
        let m = self.model(model);
        let (blow, _) = self.blow(model, self.likely_arm(model));
        let bent = matches!(m.posture, Posture::Crouched | Posture::Prone);
        self.value(model, Attribute::Combat)
            + i32::from(blow.combat)
            + i32::from(m.items.has(Item::Shield)) * SHIELD_COMBAT
            - i32::from(bent) * 3
            - i32::from(m.shock.is_some()) * 3
    }

    /// How likely a shot with an aimed weapon is to down somebody in range and in sight.
    pub fn shot_odds(&self, shooter: ModelId, weapon: u8, target: ModelId) -> ShotOdds {
        let Some(band) = self.band(shooter, weapon, target) else {
            return ShotOdds { through: 0, past: 0 };
        };
        self.firing_odds(self.plain_shot(shooter, (weapon, target), 1), band)
    }

    /// How likely defensive fire is to down somebody where it is.
    pub fn reaction_odds(&self, shooter: ModelId, (weapon, target): (u8, ModelId)) -> i32 {
        if !self.weapon(self.held(shooter, weapon)).is_aimed() {
            return self.loose_value(shooter, (weapon, target), true);
        }
        let Some(band) = self.band(shooter, weapon, target) else { return 0 };
        let firing = Firing { defensive: true, ..self.plain_shot(shooter, (weapon, target), 1) };
        self.firing_odds(firing, band).best()
    }

    fn firing_odds(&self, mut firing: Firing, band: RangeBand) -> ShotOdds {
        let Firing { shooter, weapon, target, .. } = firing;
        let mut odds = |avoid: bool| {
            firing.avoid = avoid;
            let hits = self.aim_of(false, &firing).sum.total.clamp(0, 10) * 100;
            let hit = self.hit_of(&firing, target, band, avoid);
            let tough = self.toughness_against(target, hit.protection());
            (hits * beats(hit.strength - tough) / 1_000, hit.cover > 0)
        };
        let (through, covered) = odds(false);
        // Pellets cannot be shot past anything (PUN-PEL-02).
        let pellets = self.weapon(self.held(shooter, weapon)).has(GearRule::Pellets);
        ShotOdds { through, past: if covered && !pellets { odds(true).0 } else { 0 } }
    }

    /// The best that a model could do to another by shooting from where it is, were it turned to
    /// it; nothing if it does not see it.
    pub(super) fn fire_odds(&self, shooter: ModelId, target: ModelId, gap: Length) -> i32 {
        let weapons = 0..self.model(shooter).weapons.len() as u8;
        let usable = weapons
            .filter(|w| gap <= self.range_of(shooter, *w) && self.may_use(shooter, *w).is_ok());
        let mut usable = usable.peekable();
        if usable.peek().is_none() || !self.has_line(shooter, target) {
            return 0;
        }
        let odds = |w: u8| match self.weapon(self.held(shooter, w)).is_aimed() {
            true => self.shot_odds(shooter, w, target).best(),
            false => self.loose_odds(shooter, w, target),
        };
        usable.map(odds).max().unwrap_or(0)
    }

    /// How likely a bomb, a jet of steam or a flame is to down somebody in its reach.
    fn loose_odds(&self, shooter: ModelId, weapon: u8, target: ModelId) -> i32 {
        let held = self.held(shooter, weapon);
        let gun = self.weapon(held);
        let Some(shot) = gun.shot() else { return 0 };
        let value = self.loose_value(shooter, (weapon, target), false).clamp(0, 10);
        let wounds = |strength: i32, penetration: i32| {
            let armour = (self.armour_value(target, None) - penetration).max(0);
            beats(strength - self.toughness_against(target, armour))
        };
        let bursts = match (gun.has(GearRule::Gas), gun.has(GearRule::Incendiary)) {
            (true, _) => GAS,
            (_, true) => FIRE,
            (false, false) => 0,
        };
        match shot.damage {
            // A good roll makes a hard jet.
            Damage::Scald => value * wounds(value / 2 + 1, 0) / 10,
            Damage::Burst => value * bursts / 10,
            Damage::Hit { .. } => {
                let own = self.value(shooter, Attribute::Strength);
                let strength = gun.strength(RangeBand::Short, own).unwrap_or(0);
                let sharp = i32::from(gun.penetration(RangeBand::Short));
                let sure = matches!(shot.reach, Reach::Template { .. });
                let hits = if sure { 10 } else { value };
                hits * wounds(strength, sharp).max(bursts) / 10
            }
        }
    }
}

/// How likely a die with so much more is to beat another; a tie counts half.
pub fn beats(by: i32) -> i32 {
    let behind = (10 - by.abs()).max(0);
    let loses = behind * behind * 5;
    if by >= 0 { 1_000 - loses } else { loses }
}

#[cfg(test)]
mod tests {
    use super::beats;

    #[test]
    fn even_dice_are_even() {
        assert_eq!(beats(0), 500);
        assert_eq!(beats(1) + beats(-1), 1_000);
        assert_eq!(beats(10), 1_000);
        assert_eq!(beats(-10), 0);
    }
}
