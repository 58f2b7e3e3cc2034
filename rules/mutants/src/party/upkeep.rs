//! What characters use up per game (MUT-T-26).

use std::fmt;

use engine::Clause;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::gear::{Armor, Gear, Item, Shape};
use crate::options::{Agreed, LeaderUpkeep, RosterUpkeep};
use crate::profile::{Character, Diet, Kind, Nature, Rule};

/// What a character uses up per game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Upkeep {
    /// In Food.
    pub food: u8,
    /// In Energy Cells.
    pub cells: u8,
    /// In Food or Cells, as its owner likes (MUT-SPC-036).
    pub either: u8,
}

/// Why Upkeep is what it is.
pub type Reasons = SmallVec<[Clause; 4]>;

/// What a character uses up per game.
pub fn upkeep(who: &Character, agreed: &Agreed) -> Upkeep {
    explained(who, agreed).0
}

/// What a character uses up per game, and the rules that come into it.
pub fn explained(who: &Character, agreed: &Agreed) -> (Upkeep, Reasons) {
    let mut reasons: Reasons = SmallVec::from_slice(&[Clause("MUT-T-26")]);
    if let (RosterUpkeep::Printed, Some(printed)) = (agreed.roster_upkeep, who.condition.printed) {
        reasons.push(Clause("MUT-Q-10"));
        return (printed, reasons);
    }
    let appetite = appetite(who, agreed, &mut reasons);
    let mut total = Upkeep::default();
    match who.diet {
        Diet::Food => total.food = appetite,
        Diet::Cells => total.cells = appetite,
        Diet::Either => total.either = appetite,
        Diet::Nothing => (),
    }
    let powered = who.gear.iter().filter_map(powered);
    for (cells, id) in powered {
        total.cells = total.cells.saturating_add(cells);
        reasons.extend([Clause("MUT-WPN-07"), Clause(id)]);
    }
    (total, reasons)
}

/// What a thing takes, if it takes anything: it is no use unless it is paid for (MUT-WPN-07).
fn powered(item: &Item) -> Option<(u8, &'static str)> {
    let known = !matches!(item.shape, Shape::Broken | Shape::Mystery | Shape::Puzzle);
    match item.gear {
        Gear::Armor(Armor::Power) if known => Some((2, "MUT-SPC-100")),
        Gear::PoweredWeapon if known => Some((1, "MUT-SPC-102")),
        _ => None,
    }
}

/// How much the character itself uses up.
fn appetite(who: &Character, agreed: &Agreed, reasons: &mut Reasons) -> u8 {
    let nature = &who.nature;
    if who.diet == Diet::Nothing {
        let fed = nature.kind == Kind::Plant;
        reasons.push(Clause(if fed { "MUT-TYP-17" } else { "MUT-SPC-092" }));
        return 0;
    }
    if nature.kind == Kind::Wretched {
        // Their Leaders eat no more than the rest.
        reasons.push(Clause("MUT-TYP-49"));
        return 2;
    }
    let usual = match nature.kind {
        Kind::MutatedAnimal => "MUT-TYP-10",
        Kind::Animal => "MUT-SPC-009",
        Kind::Android => "MUT-TYP-26",
        Kind::Robot => "MUT-TYP-34",
        _ => "MUT-T-11",
    };
    reasons.push(Clause(usual));
    if who.diet == Diet::Either {
        reasons.push(Clause("MUT-SPC-036"));
    }
    let mut amount = 1;
    let double = [
        (nature.has(Rule::EnergyProjection), "MUT-SPC-041"),
        (nature.has(Rule::WeakConstitution), "MUT-SPC-142"),
        (who.condition.infected, "MUT-TYP-51"),
    ];
    for (_, id) in double.into_iter().filter(|(applies, _)| *applies) {
        amount = 2;
        reasons.push(Clause(id));
    }
    if nature.has(Rule::Leader) {
        reasons.extend(["MUT-PTY-05", "MUT-CAM-06", "MUT-Q-09"].map(Clause));
        amount = match agreed.leader_upkeep {
            LeaderUpkeep::Plus1 => amount + 1,
            LeaderUpkeep::Double => amount * 2,
            LeaderUpkeep::Flat2 => 2,
        };
    }
    amount
}

/// What sustains somebody of this nature; an Android keeps to what was settled (MUT-TYP-26).
pub const fn diet(nature: &Nature, settled: Diet) -> Diet {
    match nature.kind {
        Kind::Plant => Diet::Nothing,
        Kind::Robot => Diet::Cells,
        Kind::Android => match settled {
            Diet::Cells => Diet::Cells,
            _ => Diet::Food,
        },
        _ if nature.has(Rule::Photosynthesis) => Diet::Nothing,
        _ if nature.has(Rule::EnergyFeeding) => Diet::Either,
        _ => Diet::Food,
    }
}

impl fmt::Display for Upkeep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = |n: u8| format!("{n} {}", if n == 1 { "Cell" } else { "Cells" });
        let mut parts = Vec::new();
        if self.either > 0 {
            parts.push(format!("{} Food or {}", self.either, cells(self.either)));
        }
        if self.food > 0 {
            parts.push(format!("{} Food", self.food));
        }
        if self.cells > 0 {
            parts.push(cells(self.cells));
        }
        match parts.is_empty() {
            true => f.write_str("none"),
            false => f.write_str(&parts.join(" and ")),
        }
    }
}

impl std::str::FromStr for Upkeep {
    type Err = String;

    fn from_str(text: &str) -> Result<Upkeep, String> {
        let wrong = || {
            format!(
                "'{text}' is no Upkeep; write \"2 Food\", \"1 Cell\", \"2 Food and 1 Cell\", \
                     \"1 Food or 1 Cell\" or \"none\""
            )
        };
        let mut total = Upkeep::default();
        let lower = text.trim().to_lowercase();
        if lower == "none" {
            return Ok(total);
        }
        for part in lower.split(" and ") {
            let words: Vec<&str> = part.split_whitespace().collect();
            let number = |n: &str| n.parse::<u8>().ok().filter(|n| *n <= 20).ok_or_else(wrong);
            match words[..] {
                [n, "food"] => total.food = number(n)?,
                [n, "cell" | "cells"] => total.cells = number(n)?,
                [n, "food", "or", m, "cell" | "cells"] if n == m => total.either = number(n)?,
                _ => return Err(wrong()),
            }
        }
        Ok(total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn upkeep_reads_what_it_writes() {
        for food in 0..3 {
            for cells in 0..4 {
                for either in 0..3 {
                    let one = Upkeep { food, cells, either };
                    assert_eq!(one.to_string().parse(), Ok(one), "{one}");
                }
            }
        }
        assert!("2 Fud".parse::<Upkeep>().is_err());
    }
}
