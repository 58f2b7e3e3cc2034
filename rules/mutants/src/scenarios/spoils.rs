//! What a battle leaves a party with: everything a campaign has to know of it.

use engine::SideId;

use super::rustlers::FOOD_OF_ANIMAL;
use crate::gear::Item;
use crate::state::{Fate, Models, State};

/// What a side takes home from a battle that is over.
///
/// How its survivors are (their gear with what they found in it, Cells, marks such as Mutating,
/// Scarred or Infected, Quality lost) is in `State::models`; Food found on the way has been added
/// to `State::parties`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spoils {
    /// Who won the battle; nobody in a draw.
    pub winner: Option<SideId>,
    /// Whether this side won, or fought beside the winner to the end: it gains an Advance
    /// (MUT-SCN-03).
    pub won: bool,
    /// Food the scenario gives this side: from the water or the orchard to the winner
    /// (MUT-SCN-12, MUT-SCN-19), and two for each animal it caught (MUT-SCN-24).
    pub food: u32,
    /// Animals it caught.
    pub animals: u32,
    /// Whether the water was spoilt (MUT-SCN-13).
    pub spoilt: bool,
    /// Things the winner finds on the field: what the dead had, and what was dropped
    /// (MUT-SCN-04, MUT-CAM-10).
    pub loot: Vec<Item>,
    /// The same, but lying with dead Wretched: only for those who cannot be infected
    /// (MUT-TYP-55).
    pub tainted: Vec<Item>,
    /// Cells the winner finds on dead enemies.
    pub cells: u32,
    /// Its models on the table at the end.
    pub standing: Models,
    /// Its models that ran off; they live (MUT-MOR-05).
    pub ran_off: Models,
    /// Its models that were killed (MUT-CAM-07, MUT-CAM-08).
    pub killed: Models,
    /// Dead enemies: Wretched winners eat some of them (MUT-CAM-32).
    pub slain: Models,
}

impl State {
    /// What a side takes home; worth asking once the battle is over.
    pub fn spoils(&self, side: SideId) -> Spoils {
        let winner = self.outcome.as_ref().and_then(|outcome| outcome.winner);
        let won = winner.is_some_and(|w| w == side || self.are_allied(w, side));
        let of = |fate: Option<Fate>, own: bool| -> Models {
            let fits = |m: &engine::ModelId| {
                self.model(*m).fate == fate && (self.own_side(*m) == side) == own
            };
            self.ids().filter(fits).collect()
        };
        let slain = of(Some(Fate::Killed), false);
        let animals = self.animals_caught(side);
        let takes_field = winner == Some(side);
        let field = self.things.iter().filter(|_| takes_field);
        let (bad, good): (Vec<_>, Vec<_>) = field.partition(|thing| thing.of_wretched);
        let prize = if takes_field { self.mission.food } else { 0 };
        let cells = slain.iter().map(|m| u32::from(self.model(*m).cells)).sum();
        Spoils {
            winner,
            won,
            food: prize + animals * FOOD_OF_ANIMAL,
            animals,
            spoilt: self.mission.spoilt,
            loot: good.into_iter().map(|thing| thing.item).collect(),
            tainted: bad.into_iter().map(|thing| thing.item).collect(),
            cells: if takes_field { cells } else { 0 },
            standing: of(None, true),
            ran_off: of(Some(Fate::RanOff), true),
            killed: of(Some(Fate::Killed), true),
            slain,
        }
    }
}
