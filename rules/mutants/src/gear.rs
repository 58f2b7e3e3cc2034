//! Chapter 15: weapons and equipment.

use engine::Clause;
use serde::{Deserialize, Serialize};
use tabletop::Length;

use crate::options::Scale;
use crate::profile::{Energy, Projection, words};

words! {
    /// The three measuring sticks (MUT-T-01).
    Stick {
        /// Short.
        Short = "Short",
        /// Medium.
        Medium = "Medium",
        /// Long.
        Long = "Long",
    }
}

impl Stick {
    /// One class lower; nothing is shorter than Short.
    pub const fn lower(self) -> Option<Stick> {
        match self {
            Stick::Short => None,
            Stick::Medium => Some(Stick::Short),
            Stick::Long => Some(Stick::Medium),
        }
    }
}

impl Scale {
    /// How long a stick is (MUT-T-01).
    pub const fn length(self, stick: Stick) -> Length {
        Length::millimetres(match (self, stick) {
            (Scale::Large, Stick::Short) => 75,
            (Scale::Large, Stick::Medium) => 120,
            (Scale::Large, Stick::Long) => 180,
            (Scale::Small, Stick::Short) => 50,
            (Scale::Small, Stick::Medium) => 80,
            (Scale::Small, Stick::Long) => 120,
        })
    }
}

words! {
    /// Guns: every ranged weapon that uses Energy Cells (MUT-WPN-01).
    Gun {
        /// Transfixes with sound.
        SonicStunner = "Sonic Stunner",
        /// Sprays fire.
        Flamethrower = "Flamethrower",
        /// Kills whatever lives.
        DeathRay = "Death Ray Gun",
        /// A handgun.
        Pistol = "Pistol",
        /// Spreads.
        Shotgun = "Shotgun",
        /// Long-ranged, two-handed.
        AssaultRifle = "Assault Rifle",
        /// Shoots webs.
        WebGun = "Web Gun",
        /// A beam of light.
        Laser = "Laser Gun",
        /// Eats machines.
        Nanite = "Nanite Gun",
        /// Poisoned needles.
        Needler = "Needler",
        /// Kills machines.
        Electric = "Electric Gun",
    }
}

words! {
    /// Primitive missiles (MUT-T-10).
    Missile {
        /// A bow with arrows.
        Bow = "Bow",
        /// A crossbow.
        Crossbow = "Crossbow",
        /// A javelin.
        Javelin = "Javelin",
        /// A throwing axe.
        Axe = "Throwing Axe",
        /// A rock.
        Rock = "Rock",
    }
}

words! {
    /// Grenades (MUT-T-17).
    Grenade {
        /// Silences mental mutations.
        PsiNeg = "Psi-neg Grenade",
        /// Splinters.
        Fragmentation = "Fragmentation Grenade",
        /// Fire.
        Plasma = "Plasma Grenade",
        /// Kills plants.
        Defoliant = "Defoliant Grenade",
        /// Transfixes.
        Sonic = "Sonic Grenade",
        /// Kills whatever has no field.
        Photon = "Photon Grenade",
    }
}

words! {
    /// Drugs (MUT-T-18).
    Drug {
        /// Better Quality, wakes and heals.
        Stimulant = "Stimulant",
        /// Against radiation.
        RadiationAntidote = "Radiation Antidote",
        /// Better in a fight.
        Frenzy = "Frenzy Drug",
        /// Better in psionic combat.
        Psionicilline = "Psionicilline",
        /// Undoes poison.
        PoisonAntidote = "Poison Antidote",
        /// A new mutation, perhaps.
        GeneticBooster = "Genetic Booster",
    }
}

words! {
    /// Armor and fields (MUT-T-16).
    Armor {
        /// Heavy Armor (MUT-SPC-062).
        Heavy = "Heavy Armor",
        /// Laser-Reflective Armor (MUT-SPC-070).
        Reflective = "Laser-Reflective Armor",
        /// Flak Jacket (MUT-SPC-048).
        Flak = "Flak Jacket",
        /// Force Field (MUT-SPC-052).
        ForceField = "Force Field",
        /// NBC Suit (MUT-SPC-086).
        Nbc = "NBC Suit",
        /// Power Armor (MUT-SPC-096).
        Power = "Power Armor",
    }
}

/// A kind of thing one can own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Gear {
    /// A gun.
    Gun(Gun),
    /// A primitive missile weapon.
    Missile(Missile),
    /// A powered hand weapon (MUT-SPC-102).
    PoweredWeapon,
    /// A grenade.
    Grenade(Grenade),
    /// A canister of Herbicide (MUT-ARE-21).
    Herbicide,
    /// A dose of a drug.
    Drug(Drug),
    /// Armor, a suit or a field.
    Armor(Armor),
    /// A picked Explosive Fruit (MUT-SPC-044).
    ExplosiveFruit,
    /// A fruit of the orchard's mutant tree (MUT-SCN-17).
    TreeFruit,
}

impl Gear {
    /// Everything there is.
    pub fn all() -> impl Iterator<Item = Gear> {
        let guns = Gun::ALL.iter().map(|g| Gear::Gun(*g));
        let missiles = Missile::ALL.iter().map(|m| Gear::Missile(*m));
        let grenades = Grenade::ALL.iter().map(|g| Gear::Grenade(*g));
        let drugs = Drug::ALL.iter().map(|d| Gear::Drug(*d));
        let armor = Armor::ALL.iter().map(|a| Gear::Armor(*a));
        let rest = [Gear::PoweredWeapon, Gear::Herbicide, Gear::ExplosiveFruit, Gear::TreeFruit];
        guns.chain(missiles).chain(grenades).chain(drugs).chain(armor).chain(rest)
    }

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Gear::Gun(gun) => gun.name(),
            Gear::Missile(missile) => missile.name(),
            Gear::PoweredWeapon => "Powered Hand Weapon",
            Gear::Grenade(grenade) => grenade.name(),
            Gear::Herbicide => "Herbicide",
            Gear::Drug(drug) => drug.name(),
            Gear::Armor(armor) => armor.name(),
            Gear::ExplosiveFruit => "Explosive Fruit",
            Gear::TreeFruit => "Tree Fruit",
        }
    }

    /// The thing of a name; a few short names will do as well (MUT-Q-32).
    pub fn of_name(text: &str) -> Option<Gear> {
        let wanted = match text.trim().to_lowercase().as_str() {
            "laser" | "laser pistol" => "Laser Gun",
            "electrical gun" => "Electric Gun",
            "flamer" => "Flamethrower",
            "sonic gun" => "Sonic Stunner",
            "gene booster" => "Genetic Booster",
            "powered weapon" => "Powered Hand Weapon",
            "axe" => "Throwing Axe",
            _ => text.trim(),
        };
        Gear::all().find(|gear| gear.name().eq_ignore_ascii_case(wanted))
    }

    /// Whether it is worn rather than held: it needs no readying.
    pub const fn is_worn(self) -> bool {
        matches!(self, Gear::Armor(_))
    }

    /// Whether it must be ready to be used (MUT-ACT-05). Drugs are simply taken.
    pub const fn is_held(self) -> bool {
        matches!(
            self,
            Gear::Gun(_)
                | Gear::Missile(_)
                | Gear::PoweredWeapon
                | Gear::Grenade(_)
                | Gear::Herbicide
                | Gear::ExplosiveFruit
        )
    }

    /// Whether it is primitive, so that nobody has to figure it out (MUT-CAM-27).
    pub const fn is_primitive(self) -> bool {
        matches!(self, Gear::Missile(_) | Gear::ExplosiveFruit | Gear::TreeFruit)
    }

    /// Whether it uses Energy Cells (MUT-SCN-34).
    pub const fn uses_cells(self) -> bool {
        matches!(
            self,
            Gear::Gun(_)
                | Gear::PoweredWeapon
                | Gear::Armor(Armor::Power)
                | Gear::Armor(Armor::ForceField)
        )
    }
}

/// How a thing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Shape {
    /// Working, and loaded if it can be.
    Good,
    /// Out of its Cell, or without an arrow on the string.
    Empty,
    /// Jammed (MUT-RNG-09).
    Jammed,
    /// Jammed, and its Cell burnt (MUT-RNG-18).
    JammedEmpty,
    /// Broken until it is repaired between games (MUT-RNG-12).
    Broken,
    /// Found, and not yet understood (MUT-CAM-22).
    Mystery,
    /// Found, not understood by the one who has it, who may hand it on (MUT-CAM-25).
    Puzzle,
    /// Understood in this game; armor and suits can be worn from the next (MUT-CAM-26).
    NextGame,
}

/// One thing somebody owns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Item {
    /// What it is.
    pub gear: Gear,
    /// How it is.
    pub shape: Shape,
    /// Built into a Robot: always ready, never lent or lost (MUT-TYP-31).
    pub built_in: bool,
}

impl Item {
    /// A working, loaded thing.
    pub const fn new(gear: Gear) -> Item {
        Item { gear, shape: Shape::Good, built_in: false }
    }

    /// Whether it works.
    pub const fn works(&self) -> bool {
        matches!(self.shape, Shape::Good)
    }
}

/// What a ranged attack does besides the usual.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Effect {
    /// Recoil, fall, kill.
    Usual,
    /// Beaten means Transfixed; machines, plants, NBC and Power Armor are unaffected
    /// (MUT-SPC-113).
    Stun,
    /// Beaten means caught in a web (MUT-SPC-143).
    Web,
    /// Lethal to what lives; machines and Force Fields are immune (MUT-SPC-020, 021).
    DeathRay,
    /// Machines beaten may freeze (MUT-SPC-085).
    Nanites,
    /// Poisoned needles (MUT-SPC-088).
    Needles,
    /// Lethal to machines (MUT-SPC-033).
    Shock,
    /// Sprays fire (MUT-SPC-049).
    Flame,
    /// A beam that mirrors turn away (MUT-SPC-069).
    Beam,
    /// The target takes a Radiation check; nothing is rolled against it (MUT-CAM-31).
    Radiation,
}

/// What one shoots or throws with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Arms {
    /// A gun.
    Gun(Gun),
    /// A bow, a javelin, a rock.
    Missile(Missile),
    /// Quills of one's own (MUT-SPC-106).
    Quills,
    /// Energy Projection (MUT-SPC-039).
    Projection(Projection),
}

impl Arms {
    /// As a ranged attack (MUT-T-10).
    pub const fn ranged(self) -> Ranged {
        match self {
            Arms::Gun(gun) => gun.ranged(),
            Arms::Missile(missile) => missile.ranged(),
            Arms::Quills => Ranged::QUILLS,
            Arms::Projection(projection) => projection.ranged(),
        }
    }

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Arms::Gun(gun) => gun.name(),
            Arms::Missile(missile) => missile.name(),
            Arms::Quills => "Quills",
            Arms::Projection(_) => "Energy Projection",
        }
    }
}

/// What a ranged attack is like (MUT-T-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranged {
    /// Its range.
    pub range: Stick,
    /// What it adds to Combat.
    pub bonus: i8,
    /// A Combat of its own instead of the shooter's.
    pub fixed: Option<i8>,
    /// What it is made of; none for what no table lists.
    pub energy: Option<Energy>,
    /// What it does.
    pub effect: Effect,
    /// Whether it doubles the penalties for range (MUT-RNG-03).
    pub primitive: bool,
    /// Whether it uses Cells, can fail and can be turned on several targets (MUT-WPN-01).
    pub high_tech: bool,
    /// Whether it also strikes whoever touches a target beyond Short (MUT-WPN-04).
    pub spreads: bool,
    /// Whether a Flak Jacket helps against it (MUT-SPC-048).
    pub bullets: bool,
    /// Whether a Telekinetic Shield stops it (MUT-SPC-130, MUT-Q-105).
    pub physical: bool,
    /// Where it is explained.
    pub clause: Clause,
}

impl Ranged {
    const fn new(
        range: Stick,
        bonus: i8,
        energy: Energy,
        effect: Effect,
        id: &'static str,
    ) -> Ranged {
        Ranged {
            range,
            bonus,
            fixed: None,
            energy: Some(energy),
            effect,
            primitive: false,
            high_tech: false,
            spreads: false,
            bullets: false,
            physical: matches!(energy, Energy::Kinetic),
            clause: Clause(id),
        }
    }

    const fn high_tech(mut self) -> Ranged {
        self.high_tech = true;
        self
    }

    const fn primitive(mut self) -> Ranged {
        self.primitive = true;
        self
    }

    const fn bullets(mut self) -> Ranged {
        self.bullets = true;
        self
    }

    const fn spreads(mut self) -> Ranged {
        self.spreads = true;
        self
    }

    const fn physical(mut self) -> Ranged {
        self.physical = true;
        self
    }

    /// Quills (MUT-SPC-106).
    pub const QUILLS: Ranged = Ranged {
        fixed: Some(1),
        ..Ranged::new(Stick::Short, 0, Energy::Kinetic, Effect::Usual, "MUT-SPC-106").primitive()
    };
}

impl Gun {
    /// Its row of the table of weapons (MUT-T-10).
    pub const fn ranged(self) -> Ranged {
        use Effect as E;
        use Energy as N;
        use Stick as S;
        let gun = match self {
            Gun::SonicStunner => Ranged::new(S::Medium, 0, N::Sonic, E::Stun, "MUT-SPC-113"),
            Gun::Flamethrower => {
                Ranged::new(S::Short, 2, N::Heat, E::Flame, "MUT-SPC-049").spreads().physical()
            }
            Gun::DeathRay => Ranged::new(S::Medium, 2, N::DeathRay, E::DeathRay, "MUT-SPC-020"),
            Gun::Pistol => Ranged::new(S::Medium, 1, N::Kinetic, E::Usual, "MUT-SPC-093").bullets(),
            Gun::Shotgun => {
                Ranged::new(S::Medium, 2, N::Kinetic, E::Usual, "MUT-SPC-110").spreads().bullets()
            }
            Gun::AssaultRifle => {
                Ranged::new(S::Long, 2, N::Kinetic, E::Usual, "MUT-SPC-013").bullets()
            }
            Gun::WebGun => Ranged::new(S::Short, 1, N::Kinetic, E::Web, "MUT-SPC-143"),
            Gun::Laser => Ranged::new(S::Long, 2, N::Laser, E::Beam, "MUT-SPC-069"),
            Gun::Nanite => Ranged::new(S::Medium, 1, N::Kinetic, E::Nanites, "MUT-SPC-085"),
            Gun::Needler => Ranged::new(S::Medium, 2, N::Kinetic, E::Needles, "MUT-SPC-087"),
            Gun::Electric => Ranged::new(S::Short, 1, N::Electricity, E::Shock, "MUT-SPC-033"),
        };
        gun.high_tech()
    }

    /// The penalty for using it in hand-to-hand combat, if it can be (MUT-HTH-14, MUT-Q-25).
    pub const fn in_melee(self) -> Option<i8> {
        match self {
            Gun::Pistol | Gun::Laser | Gun::Needler => Some(-2),
            Gun::Electric => Some(-1),
            _ => None,
        }
    }

    /// The rule that keeps it out of hand-to-hand combat, if one does (MUT-Q-25).
    pub const fn barred_from_melee(self) -> Option<Clause> {
        match self {
            _ if self.in_melee().is_some() => None,
            Gun::AssaultRifle => Some(Clause("MUT-SPC-013")),
            Gun::DeathRay => Some(Clause("MUT-SPC-020")),
            Gun::WebGun => Some(Clause("MUT-SPC-143")),
            _ => Some(Clause("MUT-Q-25")),
        }
    }
}

impl Missile {
    /// Its row of the table of weapons (MUT-T-10).
    pub const fn ranged(self) -> Ranged {
        let (range, bonus, id) = match self {
            Missile::Bow | Missile::Crossbow => (Stick::Long, 0, "MUT-SPC-017"),
            Missile::Javelin | Missile::Axe => (Stick::Short, 0, "MUT-T-10"),
            Missile::Rock => (Stick::Short, -1, "MUT-RNG-23"),
        };
        Ranged::new(range, bonus, Energy::Kinetic, Effect::Usual, id).primitive()
    }

    /// Whether it is drawn or wound before each shot (MUT-RNG-21), not thrown away.
    pub const fn is_bow(self) -> bool {
        matches!(self, Missile::Bow | Missile::Crossbow)
    }
}

impl Projection {
    /// The weapon it is like (MUT-T-09, MUT-Q-100): no Cells and no malfunctions, and as it is
    /// energy, a Telekinetic Shield stops only what its weapon's would.
    pub const fn ranged(self) -> Ranged {
        let like = match self {
            Projection::Sonic => Gun::SonicStunner.ranged(),
            Projection::Kinetic => Gun::Pistol.ranged(),
            Projection::Electricity => Gun::Electric.ranged(),
            Projection::Flames => Gun::Flamethrower.ranged(),
            Projection::Light => Gun::Laser.ranged(),
            Projection::Radiation => {
                let id = "MUT-CAM-31";
                let rays = Ranged::new(Stick::Short, 0, Energy::Heat, Effect::Radiation, id);
                Ranged { energy: None, ..rays }
            }
        };
        Ranged { high_tech: false, clause: Clause("MUT-SPC-039"), ..like }
    }
}

impl Grenade {
    /// Its own Combat, if it attacks with one (MUT-T-17); the Photon grenade's is an option.
    pub const fn combat(self) -> Option<i8> {
        match self {
            Grenade::Fragmentation => Some(4),
            Grenade::Plasma => Some(5),
            Grenade::Defoliant => Some(2),
            Grenade::Photon => Some(3),
            Grenade::PsiNeg | Grenade::Sonic => None,
        }
    }

    /// What it is made of; none for what no table lists.
    pub const fn energy(self) -> Option<Energy> {
        match self {
            Grenade::Fragmentation => Some(Energy::Kinetic),
            Grenade::Plasma | Grenade::Defoliant => Some(Energy::Heat),
            Grenade::Sonic => Some(Energy::Sonic),
            Grenade::PsiNeg | Grenade::Photon => None,
        }
    }

    /// Where it is explained.
    pub const fn clause(self) -> Clause {
        Clause(match self {
            Grenade::PsiNeg => "MUT-ARE-15",
            Grenade::Fragmentation => "MUT-ARE-16",
            Grenade::Plasma => "MUT-ARE-17",
            Grenade::Defoliant => "MUT-ARE-18",
            Grenade::Sonic => "MUT-ARE-19",
            Grenade::Photon => "MUT-ARE-20",
        })
    }
}
