//! What players agree on before they make parties, besides the options of a battle.

use serde::{Deserialize, Serialize};

use crate::profile::{Kind, words};

engine::options! {
    switches {
        method, Method { Rolled = "rolled", Chosen = "chosen", Auction = "auction", Ready = "ready" },
            "MUT-OPT-01", "Whether characters are rolled, chosen with the rival's help, rolled and auctioned, or picked from the ready-made ones";
    }
    numbers {
        slots = 5, "MUT-GEN-13", "How many slots each party has, from 1 to 20";
    }
}

/// Fewest and most slots (MUT-GEN-13).
pub const SLOTS: std::ops::RangeInclusive<u32> = 1..=20;

words! {
    /// What sort of party it is to be: it restricts the types, and its bonus follows from them.
    Sort {
        /// Any types (MUT-PTY-01).
        Free = "free",
        /// Humans only (MUT-TYP-03).
        PuritySquad = "purity-squad",
        /// Mutants, Animals and Plants (MUT-TYP-08).
        Mutationists = "mutationists",
        /// Mutated Animals only (MUT-TYP-12).
        Animals = "animals",
        /// Mutated Plants only (MUT-TYP-20).
        Plants = "plants",
        /// Androids only (MUT-TYP-27).
        Androids = "androids",
        /// Robots and Androids (MUT-TYP-48).
        Robots = "robots",
        /// Wretched only (MUT-TYP-57).
        Wretched = "wretched",
    }
}

impl Sort {
    /// The types it may have.
    pub const fn kinds(self) -> &'static [Kind] {
        match self {
            Sort::Free => &[
                Kind::Human,
                Kind::Mutant,
                Kind::MutatedAnimal,
                Kind::Plant,
                Kind::Android,
                Kind::Robot,
                Kind::Wretched,
            ],
            Sort::PuritySquad => &[Kind::Human],
            Sort::Mutationists => &[Kind::Mutant, Kind::MutatedAnimal, Kind::Plant],
            Sort::Animals => &[Kind::MutatedAnimal],
            Sort::Plants => &[Kind::Plant],
            Sort::Androids => &[Kind::Android],
            Sort::Robots => &[Kind::Robot, Kind::Android],
            Sort::Wretched => &[Kind::Wretched],
        }
    }

    /// Its title and what it is about.
    pub const fn about(self) -> (&'static str, &'static str) {
        match self {
            Sort::Free => ("A free party", "Any mixture of types."),
            Sort::PuritySquad => (
                "A Purity Squad",
                "Humans only: one fewer for five slots, two more Equipment rolls.",
            ),
            Sort::Mutationists => {
                ("Mutationists", "Mutants, Animals and Plants; one has a mutation more.")
            }
            Sort::Animals => ("An animal warband", "Mutated Animals; one may be Humanoid."),
            Sort::Plants => ("A Plant party", "Mutated Plants, two for each slot."),
            Sort::Androids => ("An Android party", "Androids, with Cells or Equipment on top."),
            Sort::Robots => ("A robotic party", "Robots and Androids, with more Cells."),
            Sort::Wretched => ("A Wretched party", "Wretched, two more than others have."),
        }
    }
}
