//! The modifiers of opposed rolls: tables MUT-T-06 and MUT-T-07.

use engine::{Clause, ModelId};
use smallvec::SmallVec;
use tabletop::{Length, measure};

use crate::clash::{Clash, Manner};
use crate::gear::{Armor, Arms, Effect, Gear, Grenade, Gun, Ranged, Stick};
use crate::options::{FallenOutnumber, KineticNerf, KineticProjection, PhotonC, PistolRange};
use crate::pending::Charge;
use crate::profile::{Energy, Projection, Rule};
use crate::psionics::Power;
use crate::scenarios::sentries;
use crate::state::{Mark, State};

/// What is added to a die, each with its reason.
#[derive(Clone, Debug, Default)]
pub struct Score {
    /// Everything that counts.
    pub terms: SmallVec<[(i32, &'static str, Clause); 8]>,
    /// Whether a model's own skill is in it: a Hero re-rolls only that.
    pub is_personal: bool,
}

impl Score {
    /// What is added in all.
    pub fn total(&self) -> i32 {
        self.terms.iter().map(|(value, ..)| value).sum()
    }

    /// Adds something, unless it is nought.
    pub fn add(&mut self, value: i32, reason: &'static str, id: &'static str) {
        if value != 0 {
            self.terms.push((value, reason, Clause(id)));
        }
    }

    /// Adds something if it applies.
    pub fn add_if(&mut self, applies: bool, value: i32, reason: &'static str, id: &'static str) {
        if applies {
            self.add(value, reason, id);
        }
    }
}

/// Up to how many times a weapon's range a target is away (MUT-RNG-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Band {
    /// Within its range.
    Single,
    /// Up to double.
    Double,
    /// Up to triple.
    Triple,
}

impl State {
    /// What an attacker adds to his die.
    pub fn attack_score(&self, clash: &Clash) -> Score {
        let mut score = Score::default();
        match (clash.manner, clash.by) {
            (Manner::Melee { with, .. }, Some(by)) => {
                self.add_combat(&mut score, by);
                self.add_melee(&mut score, by, (clash.target, with));
                self.add_attacking(&mut score, by, clash.target, true);
            }
            (Manner::Hack { with, .. }, Some(by)) => {
                self.add_combat(&mut score, by);
                self.add_melee(&mut score, by, (clash.target, with));
                self.add_attacking(&mut score, by, clash.target, false);
            }
            (Manner::Quills, _) => {
                score.add(1, "quills", "MUT-SPC-105");
                let down = self.is(clash.target, Mark::Fallen) || self.is_helpless(clash.target);
                score.add_if(down, 2, "target is down", "MUT-HTH-08");
            }
            (Manner::Shot { arms, later, spread, .. }, Some(by)) => {
                self.add_shooter(&mut score, by, arms);
                let ambush = !later && !spread && self.is_ambush(by, clash.target);
                let ambush = ambush && self.stays_in_cover(by);
                self.add_shot(&mut score, (by, clash.target), arms, ambush);
                score.add_if(later, -1, "another target", "MUT-RNG-24");
            }
            (Manner::Volley { shooters, arms }, _) => {
                self.add_volley(&mut score, (shooters, &arms), clash.target);
            }
            (Manner::Blast { charge, center }, _) => {
                score.add(i32::from(self.charge_combat(charge)), charge.name(), "MUT-ARE-05");
                self.add_exposure(&mut score, clash.target);
                let cover = self.exposed_to(center, clash.target) == Some(true);
                score.add_if(cover, -1, "cover from the blast", "MUT-ARE-08");
            }
            (Manner::Telepathy { scream, .. }, Some(by)) => {
                self.add_combat(&mut score, by);
                self.add_mind(&mut score, by);
                let band = self.psi_band(by, Power::Telepathy, clash.target).unwrap_or(1);
                score.add_if(!scream, 1 - i32::from(band), "range", "MUT-Q-88");
            }
            (Manner::Sentry { combat, gun, at, .. }, _) => {
                score.add(i32::from(combat), "Combat", "MUT-SCN-35");
                let arms = Arms::Gun(gun);
                score.add(self.bonus(arms, clash.target), gun.name(), "MUT-T-10");
                let gap = measure::gap_3d(&sentries::point_body(at), &self.body(clash.target));
                self.add_range(&mut score, self.band(arms, gap), &arms.ranged(), false);
                let cover = self.exposed_to(at, clash.target) == Some(true);
                score.add_if(cover, -1, "cover", "MUT-LOS-12");
                self.add_exposure(&mut score, clash.target);
                let low = self.lies_flat(clash.target) && gap > self.stick(Stick::Short);
                score.add_if(low, -1, "target lies down", "MUT-RNG-28");
            }
            (Manner::Rubble, _) => score.add(3, "rubble", "MUT-TER-17"),
            (Manner::Misfire(gear), _) => {
                let bonus = match gear {
                    Gear::Gun(gun) => gun.ranged().bonus,
                    Gear::Grenade(grenade) => self.charge_combat(Charge::Grenade(grenade)),
                    _ => 0,
                };
                score.add(i32::from(bonus), gear.name(), "MUT-CAM-24");
            }
            (Manner::Melee { .. } | Manner::Hack { .. }, None) => (),
            (Manner::Shot { .. } | Manner::Telepathy { .. }, None) => (),
        }
        score
    }

    /// What the one attacked adds to his die.
    pub fn defense_score(&self, clash: &Clash, with: Option<u8>) -> Score {
        let mut score = Score::default();
        let target = clash.target;
        let m = self.model(target);
        self.add_combat(&mut score, target);
        match clash.manner {
            Manner::Melee { .. } | Manner::Hack { .. } => {
                if let Some(by) = clash.by {
                    self.add_melee(&mut score, target, (by, with));
                    let obstacle = self.defends_obstacle(target, by);
                    score.add_if(obstacle, 1, "defends an obstacle", "MUT-HTH-12");
                }
                let powerful = matches!(clash.manner, Manner::Melee { powerful: true, .. });
                score.add_if(powerful, -1, "powerful attack", "MUT-HTH-09");
            }
            Manner::Quills => score.add_if(m.wears(Armor::Power), 2, "Power Armor", "MUT-HTH-15"),
            Manner::Telepathy { aimed, .. } => {
                self.add_mind(&mut score, target);
                score.add_if(m.has(Rule::MentalShield), 2, "Mental Shield", "MUT-SPC-081");
                score.add_if(aimed, -1, "aimed", "MUT-LOS-22");
            }
            Manner::Shot { .. }
            | Manner::Volley { .. }
            | Manner::Sentry { .. }
            | Manner::Blast { .. }
            | Manner::Rubble
            | Manner::Misfire(_) => {
                self.add_protection(&mut score, clash);
            }
        }
        let kinetic = self.energy_of_attack(clash) == Some(Energy::Kinetic);
        let nerf = self.agreed.kinetic_nerf == KineticNerf::On;
        let absorbs = m.has(Rule::Absorption) && m.nature.absorbs == Some(Energy::Kinetic);
        score.add_if(kinetic && nerf && absorbs, 2, "Absorption", "MUT-Q-53");
        score
    }

    /// A model's own Combat, and what weakens all its combat rolls.
    pub fn add_combat(&self, score: &mut Score, model: ModelId) {
        let m = self.model(model);
        score.is_personal = true;
        score.add(i32::from(m.nature.combat), "Combat", "MUT-PRO-10");
        score.add_if(m.is(Mark::Infected), -1, "infected", "MUT-TYP-51");
        let hungry = m.is(Mark::Underfed) && !self.runs_on_cells(model) && !m.has(Rule::Leader);
        score.add_if(hungry, -1, "underfed", "MUT-CAM-03");
        score.add_if(m.is(Mark::Termites), -1, "termites", "MUT-SCN-27");
        score.add_if(m.controller.is_some(), -1, "mind-controlled", "MUT-CON-18");
    }

    /// What counts for either fighter in hand-to-hand combat (MUT-T-07).
    fn add_melee(&self, score: &mut Score, model: ModelId, (other, with): (ModelId, Option<u8>)) {
        let (m, foe) = (self.model(model), self.model(other));
        match with.and_then(|i| m.gear.get(usize::from(i))).map(|item| item.gear) {
            Some(Gear::PoweredWeapon) => {
                score.add_if(!foe.has_field(), 2, "powered weapon", "MUT-HTH-17");
            }
            Some(Gear::Gun(gun)) => {
                score.add(i32::from(gun.in_melee().unwrap_or(0)), "gun in hand", "MUT-HTH-14");
            }
            _ => (),
        }
        let crowd = self.adjacent_enemies(model).filter(|e| self.outnumbers(*e)).count() as i32;
        score.add_if(crowd > 1, 1 - crowd, "outnumbered", "MUT-HTH-07");
        let (size, foe_size) = (m.nature.size(), foe.nature.size());
        score.add_if(size > foe_size, 1, "larger", "MUT-HTH-13");
        let rides = m.has(Rule::Mounted) && !foe.has(Rule::Mounted) && foe_size <= size;
        score.add_if(rides, 1, "mounted", "MUT-HTH-11");
        let id = if self.clings_to_wall(model) { "MUT-SPC-018" } else { "MUT-HTH-12" };
        score.add_if(self.stands_higher(model, other), 1, "higher", id);
        score.add_if(m.wears(Armor::Power), 2, "Power Armor", "MUT-HTH-15");
        let specialist = m.has(Rule::HandToHandSpecialist);
        score.add_if(specialist, 1, "Hand to Hand Specialist", "MUT-HTH-16");
        score.add_if(m.has(Rule::Sharpshooter), -1, "Sharpshooter", "MUT-HTH-16");
        score.add_if(m.is(Mark::Frenzied), 1, "Frenzy Drug", "MUT-HTH-18");
    }

    /// Whoever is not helpless outnumbers; the Fallen do too (MUT-Q-43).
    fn outnumbers(&self, enemy: ModelId) -> bool {
        let fallen_count = self.agreed.fallen_outnumber == FallenOutnumber::On;
        !self.is_helpless(enemy) && (fallen_count || !self.is(enemy, Mark::Fallen))
    }

    /// What only the attacker has (MUT-HTH-08, MUT-HTH-10, MUT-Q-44, MUT-Q-46).
    fn add_attacking(&self, score: &mut Score, by: ModelId, target: ModelId, own_turn: bool) {
        let down = self.is(target, Mark::Fallen) || self.is_helpless(target);
        score.add_if(down, 2, "target is down", "MUT-HTH-08");
        score.add_if(own_turn && self.is_ambush(by, target), 1, "ambush", "MUT-HTH-10");
    }

    /// Whether an attacker was hidden when its turn began and the target does not sense it
    /// (MUT-LOS-18 to 21).
    pub(crate) fn is_ambush(&self, by: ModelId, target: ModelId) -> bool {
        self.is(by, Mark::Hidden)
            && !self.has(target, Rule::DangerSense)
            && !self.has(target, Rule::MotionDetector)
    }

    /// Whether a hidden shooter still is in the cover that hid it (MUT-LOS-19).
    pub(crate) fn stays_in_cover(&self, model: ModelId) -> bool {
        let still = self.acting(model).is_none_or(|acting| acting.moves == 0);
        still || self.touches_cover(model) || self.wood_at(self.spot(model)).is_some()
    }

    /// At least half of Short above, or clinging to a wall (MUT-G-18, MUT-SPC-018).
    pub(crate) fn stands_higher(&self, model: ModelId, other: ModelId) -> bool {
        let above = self.spot(model).z - self.spot(other).z;
        let clings = self.clings_to_wall(model) && !self.clings_to_wall(other);
        above >= self.stick(Stick::Short) / 2 || clings
    }

    /// Whether a Clinging model is on a wall.
    fn clings_to_wall(&self, model: ModelId) -> bool {
        let spot = self.spot(model);
        self.has(model, Rule::Clinging) && !self.table.carries(spot.at, spot.z)
    }

    /// What the shooter and his weapon bring along.
    pub fn add_shooter(&self, score: &mut Score, by: ModelId, arms: Arms) {
        let weapon = arms.ranged();
        match weapon.fixed {
            Some(combat) => score.add(i32::from(combat), arms.name(), "MUT-SPC-106"),
            None => self.add_combat(score, by),
        }
        self.add_marksmanship(score, by, &weapon);
    }

    /// Skill with missiles, and how one holds them.
    pub(crate) fn add_marksmanship(&self, score: &mut Score, by: ModelId, weapon: &Ranged) {
        let m = self.model(by);
        score.add_if(m.has(Rule::Sharpshooter), 1, "Sharpshooter", "MUT-RNG-32");
        let specialist = m.has(Rule::HandToHandSpecialist);
        score.add_if(specialist, -1, "Hand to Hand Specialist", "MUT-RNG-32");
        let lies = m.is(Mark::Fallen) && weapon.primitive;
        score.add_if(lies, -2, "lying down", "MUT-RNG-31");
    }

    /// Bonus, range, cover and size: what one shot from one place counts (MUT-T-06).
    fn add_shot(
        &self,
        score: &mut Score,
        (by, target): (ModelId, ModelId),
        arms: Arms,
        ambush: bool,
    ) {
        score.add(self.bonus(arms, target), arms.name(), "MUT-T-10");
        let gap = self.gap(by, target);
        let smart = self.has(by, Rule::AdvancedTargeting);
        self.add_range(score, self.band(arms, gap), &arms.ranged(), smart);
        let cover = self.line_of_sight(by, target) == Ok(true);
        score.add_if(cover, -1, "cover", "MUT-LOS-12");
        self.add_exposure(score, target);
        let low = self.lies_flat(target) && gap > self.stick(Stick::Short);
        score.add_if(low, -1, "target lies down", "MUT-RNG-28");
        score.add_if(ambush, 1, "ambush", "MUT-LOS-19");
    }

    /// Large and helpless targets are easy (MUT-RNG-27, MUT-RNG-29, MUT-ARE-07).
    pub(crate) fn add_exposure(&self, score: &mut Score, target: ModelId) {
        let m = self.model(target);
        let large = m.has(Rule::Big) || m.has(Rule::Huge);
        score.add_if(large, 1, "large target", "MUT-RNG-27");
        score.add_if(self.is_helpless(target), 2, "helpless target", "MUT-RNG-29");
    }

    /// The weapon's bonus; mirrors and Power Armor take a laser's (MUT-RNG-33, MUT-Q-17).
    pub(crate) fn bonus(&self, arms: Arms, target: ModelId) -> i32 {
        let weapon = arms.ranged();
        let m = self.model(target);
        let mirrored = m.wears(Armor::Reflective) || m.wears(Armor::Power);
        if self.is_like_rifle(arms) {
            return i32::from(Gun::AssaultRifle.ranged().bonus);
        }
        if weapon.effect == Effect::Beam && mirrored { 0 } else { i32::from(weapon.bonus) }
    }

    /// What distance costs (MUT-RNG-02, 03); the Advanced Targeting System makes up for two.
    pub fn add_range(&self, score: &mut Score, band: Option<Band>, weapon: &Ranged, smart: bool) {
        let (penalty, id) = match (band, weapon.primitive) {
            (None | Some(Band::Single), _) => return,
            (Some(Band::Double), false) => (-1, "MUT-RNG-02"),
            (Some(Band::Triple), false) => (-2, "MUT-RNG-02"),
            (Some(Band::Double), true) => (-2, "MUT-RNG-03"),
            (Some(Band::Triple), true) => (-4, "MUT-RNG-03"),
        };
        score.add(penalty, "range", id);
        score.add_if(smart, 2.min(-penalty), "Advanced Targeting System", "MUT-TYP-47");
    }

    /// Whether a kinetic Energy Projection is like an Assault Rifle, as some agree (MUT-Q-100).
    fn is_like_rifle(&self, arms: Arms) -> bool {
        let rifle = self.agreed.kinetic_projection == KineticProjection::AssaultRifle;
        rifle && arms == Arms::Projection(Projection::Kinetic)
    }

    /// A weapon's range, with what was agreed on (MUT-Q-01, MUT-Q-100).
    pub fn range_of(&self, arms: Arms) -> Length {
        let kinetic = Arms::Projection(Projection::Kinetic);
        let pistol = arms == Arms::Gun(Gun::Pistol) || arms == kinetic;
        let far = pistol && self.agreed.pistol_range == PistolRange::Long;
        let far = far || self.is_like_rifle(arms);
        self.stick(if far { Stick::Long } else { arms.ranged().range })
    }

    /// In which band a distance is; none beyond triple range (MUT-RNG-02). Projected radiation
    /// has a single one (MUT-Q-100).
    pub fn band(&self, arms: Arms, gap: Length) -> Option<Band> {
        let range = self.range_of(arms);
        let single = arms.ranged().effect == Effect::Radiation;
        match () {
            () if gap <= range => Some(Band::Single),
            () if single => None,
            () if gap <= range * 2 => Some(Band::Double),
            () if gap <= range * 3 => Some(Band::Triple),
            () => None,
        }
    }

    /// What a target wears against shots and blasts (MUT-T-06).
    fn add_protection(&self, score: &mut Score, clash: &Clash) {
        let m = self.model(clash.target);
        score.add_if(m.wears(Armor::Power), 2, "Power Armor", "MUT-SPC-096");
        let bullets = match clash.manner {
            Manner::Blast { charge, .. } => {
                matches!(charge, Charge::Fruit | Charge::Grenade(Grenade::Fragmentation))
            }
            Manner::Volley { arms, .. } => arms.iter().flatten().all(|a| a.ranged().bullets),
            manner => manner.arms().is_some_and(|arms| arms.ranged().bullets),
        };
        score.add_if(bullets && m.wears(Armor::Flak), 2, "Flak Jacket", "MUT-SPC-048");
        let heat = self.energy_of(clash, None) == Some(Energy::Heat);
        score.add_if(heat && m.wears(Armor::Nbc), 1, "NBC suit", "MUT-SPC-050");
        let aimed = match clash.manner {
            Manner::Shot { aimed, .. } | Manner::Sentry { aimed, .. } => aimed,
            _ => false,
        };
        score.add_if(aimed, -1, "aimed shot", "MUT-RNG-30");
        if let Manner::Volley { shooters, .. } = clash.manner {
            let others = shooters.count_ones() as i32 - 1;
            score.add(-others, "concentrated fire", "MUT-GRP-08");
        }
    }

    /// What helps in a contest of minds (MUT-SPC-139, MUT-T-18).
    fn add_mind(&self, score: &mut Score, model: ModelId) {
        let m = self.model(model);
        score.add_if(m.has(Rule::TwoHeaded), 1, "Two Headed", "MUT-SPC-139");
        score.add_if(m.is(Mark::Psionic), 1, "Psionicilline", "MUT-T-18");
    }

    /// The Combat of a charge (MUT-T-17; MUT-Q-02, MUT-Q-03).
    pub fn charge_combat(&self, charge: Charge) -> i8 {
        match charge {
            Charge::Grenade(Grenade::Photon) => match self.agreed.photon_c {
                PhotonC::Three => 3,
                PhotonC::Two => 2,
                PhotonC::Four => 4,
            },
            Charge::Grenade(grenade) => grenade.combat().unwrap_or(0),
            Charge::Fruit => 4,
            Charge::Herbicide => 0,
        }
    }

    /// The gun a model fights with, if that is one.
    pub fn gun(&self, model: ModelId, with: Option<u8>) -> Option<Gun> {
        match self.model(model).gear.get(usize::from(with?))?.gear {
            Gear::Gun(gun) => Some(gun),
            _ => None,
        }
    }

    /// What a model has ready to shoot with.
    pub fn arms_of(&self, model: ModelId) -> Option<Arms> {
        self.armed_with(model).map(|(arms, _)| arms)
    }

    /// The same, and which of its things that is.
    pub fn armed_with(&self, model: ModelId) -> Option<(Arms, u8)> {
        let m = self.model(model);
        let ready = (0..m.gear.len() as u8).filter(|i| m.is_ready(*i));
        let working = ready.filter(|i| m.gear[usize::from(*i)].works());
        working.into_iter().find_map(|i| match m.gear[usize::from(i)].gear {
            Gear::Gun(gun) => Some((Arms::Gun(gun), i)),
            Gear::Missile(missile) if missile.is_bow() || !m.is(Mark::Strained) => {
                Some((Arms::Missile(missile), i))
            }
            _ => None,
        })
    }
}

impl Charge {
    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Charge::Grenade(grenade) => grenade.name(),
            Charge::Fruit => "Explosive Fruit",
            Charge::Herbicide => "Herbicide",
        }
    }
}
