//! What the players of a campaign agree on, besides what they agree on for every battle.

use engine::book::OptionSpec;
use engine::options::misfit;
use engine::{Options, TableChoice};
use serde::{Deserialize, Serialize};

use crate::options as battle;

/// The options of campaigns alone.
mod own {
    engine::options! {
        switches {
            battles, Battles { Here = "here", Ask = "ask", Elsewhere = "elsewhere" },
                "MUT-Q-152", "Whether battles are fought here, at a real table and reported, or as is said each time";
        }
        numbers {
            games = 3, "MUT-CAM-01", "How many battles are fought; three to five are a good length";
        }
    }
}

pub use own::Battles;

/// Most battles of a campaign.
pub const MOST_GAMES: u32 = 50;

/// What a campaign is played by.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Terms {
    /// How many battles there are (MUT-CAM-01).
    pub games: u32,
    /// Where they are fought.
    pub battles: Battles,
    /// What was agreed on for battles and parties.
    pub agreed: battle::Agreed,
    /// The same as it was written, for the battles.
    pub options: Options,
    /// What was agreed on for making up parties only.
    pub making: Options,
    /// Where the tables come from.
    pub table: TableChoice,
}

impl Terms {
    /// Reads options; every problem is named. `making` lists those for making up parties.
    pub fn read(
        options: &Options,
        table: &TableChoice,
        making: &[OptionSpec],
    ) -> Result<Terms, Vec<String>> {
        let Split { own, battle, others } = split(options);
        let mut problems = Vec::new();
        let campaign = own::Agreed::read(&own).unwrap_or_else(|why| {
            problems.extend(why);
            own::Agreed::default()
        });
        let agreed = battle::Agreed::read(&battle).unwrap_or_else(|why| {
            problems.extend(why);
            battle::Agreed::default()
        });
        let unknown = others.iter().filter(|(key, _)| !making.iter().any(|spec| spec.key == *key));
        problems.extend(unknown.map(|(key, value)| misfit(&specs(making), key, value)));
        if !(1..=MOST_GAMES).contains(&campaign.games) {
            let games = campaign.games;
            problems.push(format!("option games must be from 1 to {MOST_GAMES}, not {games}"));
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let own::Agreed { battles, games } = campaign;
        let table = table.clone();
        Ok(Terms { games, battles, agreed, options: battle, making: others, table })
    }

    /// The table of a game: another one each time, unless one was given.
    pub fn table_of(&self, game: usize) -> TableChoice {
        match &self.table {
            TableChoice::Given(sketch) => TableChoice::Given(sketch.clone()),
            TableChoice::Generated { theme, seed, symmetric } => {
                let apart = (game as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                let seed = seed.wrapping_add(apart);
                TableChoice::Generated { theme: *theme, seed, symmetric: *symmetric }
            }
        }
    }
}

/// All options of a campaign, its own first; `making` lists those for making up parties.
pub fn specs(making: &[OptionSpec]) -> Vec<OptionSpec> {
    let mut all: Vec<OptionSpec> = own::specs();
    for spec in making.iter().cloned().chain(battle::specs()) {
        if !all.iter().any(|other| other.key == spec.key) {
            all.push(spec);
        }
    }
    all
}

/// Options by what they are for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Split {
    /// Campaigns.
    pub own: Options,
    /// Battles.
    pub battle: Options,
    /// Anything else.
    pub others: Options,
}

/// Takes options apart by what they are for.
pub fn split(options: &Options) -> Split {
    let (own, battle) = (own::specs(), battle::specs());
    let among = |specs: &[OptionSpec], key: &str| specs.iter().any(|spec| spec.key == key);
    let mut found = Split::default();
    for (key, value) in options {
        let place = match () {
            () if among(&own, key) => &mut found.own,
            () if among(&battle, key) => &mut found.battle,
            () => &mut found.others,
        };
        place.insert(key.clone(), value.clone());
    }
    found
}
