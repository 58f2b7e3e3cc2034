//! How much anybody can carry: the limits that hold when gear is bought and when it is looted
//! (PUN-BND-07, PUN-BND-08, PUN-INT-03, PUN-Q-09).

use std::fmt;

use engine::Clause;
use smallvec::SmallVec;

use super::{Armour, GearRule, MOST_BOMBS, MOST_WEAPONS, Weapon};

/// What somebody carries, as far as hands and weight go.
#[derive(Clone, Debug, Default)]
pub struct Load<'a> {
    /// Weapons, those that grew included, and how many of each.
    pub weapons: SmallVec<[(&'a Weapon, u8); 4]>,
    /// What it wears.
    pub armour: Option<&'a Armour>,
    /// Whether it has a shield.
    pub shield: bool,
}

/// Something that cannot be carried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clash<'a> {
    /// So many weapons.
    TooMany(usize),
    /// Two weapons that take both hands.
    TwoLarge(&'a Weapon, &'a Weapon),
    /// A Bulky weapon and others.
    NotAlone(&'a Weapon),
    /// A shield and a weapon that takes both hands.
    WithShield(&'a Weapon),
    /// Claws and a weapon.
    WithClaws(&'a Weapon, &'a Weapon),
    /// Several Cumbersome things.
    Cumbersome(SmallVec<[&'a str; 3]>),
    /// So many bombs.
    Bombs(u32),
}

impl Clash<'_> {
    /// The rule against it.
    pub const fn clause(&self) -> Clause {
        Clause(match self {
            Clash::TooMany(_) | Clash::TwoLarge(..) => "PUN-BND-07",
            Clash::NotAlone(_) => "PUN-BUL-02",
            Clash::WithShield(_) => "PUN-EQP-08",
            Clash::WithClaws(..) => "PUN-WPC-04",
            Clash::Cumbersome(_) => "PUN-CUM-02",
            Clash::Bombs(_) => "PUN-B-22",
        })
    }
}

impl fmt::Display for Clash<'_> {
    /// What is wrong, to be read after the name of whoever carries it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Clash::TooMany(count) => {
                let over = count - MOST_WEAPONS;
                write!(
                    f,
                    "carries {count} weapons; at most {MOST_WEAPONS} are allowed, so leave {over} out"
                )
            }
            Clash::TwoLarge(one, other) => write!(
                f,
                "carries {} and {}; one Two-handed weapon is all that anybody can handle, so leave \
                 one out",
                one.name, other.name
            ),
            Clash::NotAlone(bulky) => write!(
                f,
                "carries a {}, which is Bulky and leaves no hand for other weapons; carry it alone",
                bulky.name
            ),
            Clash::WithShield(large) => write!(
                f,
                "has a shield and a {}, which takes both hands; leave one out",
                large.name
            ),
            Clash::WithClaws(claws, weapon) => write!(
                f,
                "fights with {} and cannot carry a {}; leave one out",
                claws.name, weapon.name
            ),
            Clash::Cumbersome(things) => write!(
                f,
                "carries {}, all of them Cumbersome; one is the most, so leave the rest out",
                things.join(" and ")
            ),
            Clash::Bombs(count) => {
                write!(f, "carries {count} bombs; a bag holds {MOST_BOMBS}, so leave the rest out")
            }
        }
    }
}

impl<'a> Load<'a> {
    /// Weapons in its hands and on its back: all but those that grew.
    fn held(&self) -> impl Iterator<Item = (&'a Weapon, u8)> {
        self.weapons.iter().copied().filter(|(weapon, _)| !weapon.has(GearRule::Natural))
    }

    /// How many weapons it carries; bombs are in one bag, which is one weapon (PUN-Q-09).
    pub fn carried(&self) -> usize {
        let bag = self.held().any(|(weapon, _)| weapon.is_bomb());
        self.held().filter(|(weapon, _)| !weapon.is_bomb()).count() + usize::from(bag)
    }

    /// The names of all Cumbersome things; each costs a point of Agility (PUN-CUM-01).
    pub fn cumbersome(&self) -> SmallVec<[&'a str; 3]> {
        let weapons = self.weapons.iter().filter(|(weapon, _)| weapon.has(GearRule::Cumbersome));
        let worn = self.armour.filter(|armour| armour.has(GearRule::Cumbersome));
        weapons.map(|(weapon, _)| &*weapon.name).chain(worn.map(|armour| &*armour.name)).collect()
    }

    /// Everything about it that cannot be.
    pub fn clashes(&self) -> Vec<Clash<'a>> {
        let mut found = Vec::new();
        if self.carried() > MOST_WEAPONS {
            found.push(Clash::TooMany(self.carried()));
        }
        let large: SmallVec<[&Weapon; 2]> =
            self.held().map(|(weapon, _)| weapon).filter(|w| w.takes_both_hands()).collect();
        let bulky = large.iter().find(|weapon| weapon.has(GearRule::Bulky));
        match (bulky, large.as_slice()) {
            (Some(bulky), _) if self.carried() > 1 => found.push(Clash::NotAlone(bulky)),
            (None, [one, other, ..]) => found.push(Clash::TwoLarge(one, other)),
            _ => (),
        }
        if let (Some(large), true) = (large.first(), self.shield) {
            found.push(Clash::WithShield(large));
        }
        let grew =
            |(weapon, _): &&(&Weapon, u8)| weapon.has(GearRule::Natural) && weapon.is_close();
        if let (Some((claws, _)), Some((weapon, _))) =
            (self.weapons.iter().find(grew), self.held().next())
        {
            found.push(Clash::WithClaws(claws, weapon));
        }
        let cumbersome = self.cumbersome();
        if cumbersome.len() > 1 {
            found.push(Clash::Cumbersome(cumbersome));
        }
        let bombs = self.held().filter(|(weapon, _)| weapon.is_bomb());
        let bombs: u32 = bombs.map(|(_, count)| u32::from(count)).sum();
        if bombs > u32::from(MOST_BOMBS) {
            found.push(Clash::Bombs(bombs));
        }
        found
    }
}
