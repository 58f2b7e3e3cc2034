//! What a player cares about: how the assets of a position are weighed against each other.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use engine::assess::Assets;
use engine::ids::SideId;
use engine::position::Ending;
use serde::Deserialize;

/// What winning is worth, in thousandths of a force: more than anything that can lie on a table.
pub(crate) const VICTORY: f64 = 3_000.0;

/// How much each of the assets counts, in hundredths.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Character {
    /// What it is like, in a few words.
    pub summary: String,
    material: i32,
    objectives: i32,
    danger: i32,
    position: i32,
    morale: i32,
    tempo: i32,
}

/// All characters by their names.
pub fn characters() -> &'static BTreeMap<String, Character> {
    static ALL: OnceLock<BTreeMap<String, Character>> = OnceLock::new();
    let text = include_str!("../data/characters.toml");
    ALL.get_or_init(|| toml::from_str(text).expect("our own file is sound"))
}

/// How many things an ending is weighed by.
const AIMS: usize = 9;

/// What an ending is worth, by what it is good for. Everything counts for the one who weighs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Worth([f64; AIMS]);

/// What somebody may be after, in the order of the parts of [`Worth`].
const INTENTS: [&str; AIMS] = [
    "to decide the battle",
    "to keep its own alive",
    "to hurt the enemy",
    "for the sake of the goal",
    "to stay out of harm's way",
    "to bring its weapons to bear",
    "to come closer",
    "to keep its nerve and shake theirs",
    "to keep the initiative",
];

impl Worth {
    /// So much of the first thing, and nothing else.
    #[cfg(test)]
    pub(crate) fn of(amount: f64) -> Worth {
        let mut worth = Worth::default();
        worth.0[0] = amount;
        worth
    }

    /// All in one figure.
    pub(crate) fn total(self) -> f64 {
        self.0.iter().sum()
    }

    /// Adds a share of another.
    pub(crate) fn add(&mut self, other: Worth, share: f64) {
        for (own, more) in self.0.iter_mut().zip(other.0) {
            *own += more * share;
        }
    }

    /// What is better here than elsewhere, in words; nothing where nothing is.
    pub(crate) fn intent(self, elsewhere: Worth) -> Option<&'static str> {
        let gains = self.0.iter().zip(elsewhere.0).map(|(here, there)| here - there);
        let best = gains.enumerate().max_by(|(_, a), (_, b)| a.total_cmp(b));
        best.filter(|(_, gain)| *gain >= 1.0).map(|(i, _)| INTENTS[i])
    }
}

impl Character {
    /// What an ending is worth to a side: its own assets less those of the others.
    pub(crate) fn value(&self, ending: &Ending, side: SideId) -> Worth {
        let mut worth = Worth::default();
        if let Some(outcome) = &ending.outcome {
            worth.0[0] = match outcome.winner {
                Some(winner) if winner == side => VICTORY,
                Some(_) => -VICTORY,
                None => 0.0,
            };
            return worth;
        }
        let Some(sides) = &ending.assessment else { return worth };
        let own = sides.get(side.index()).copied().unwrap_or_default();
        let others = sides.iter().enumerate().filter(|(i, _)| *i != side.index());
        let share = 1.0 / sides.len().saturating_sub(1).max(1) as f64;
        let theirs = |asset: fn(&Assets) -> i32| {
            others.clone().map(|(_, a)| f64::from(asset(a))).sum::<f64>() * share
        };
        let weigh = |weight: i32, amount: f64| f64::from(weight) * amount / 100.0;
        worth.0 = [
            0.0,
            weigh(self.material, f64::from(own.material)),
            -weigh(self.material, theirs(|a| a.material)),
            weigh(self.objectives, f64::from(own.objectives) - theirs(|a| a.objectives)),
            -weigh(self.danger, f64::from(own.danger)),
            weigh(self.danger, theirs(|a| a.danger)),
            // Places are rated for oneself alone: whoever comes nearer is nearer to both.
            weigh(self.position, f64::from(own.position)),
            weigh(self.morale, f64::from(own.morale) - theirs(|a| a.morale)),
            weigh(self.tempo, f64::from(own.tempo) - theirs(|a| a.tempo)),
        ];
        worth
    }
}

#[cfg(test)]
mod tests {
    use engine::Outcome;

    use super::*;

    /// Somewhere on the way, as the sides stand there.
    fn on_the_way(sides: [Assets; 2]) -> Ending {
        Ending { outcome: None, assessment: Some(sides.to_vec()), by_dice: false }
    }

    #[test]
    fn a_win_is_worth_more_than_any_position_and_losses_count_against_their_side() {
        let steady = &characters()["steady"];
        let whole = Assets { material: 1_000, objectives: 1_000, ..Assets::default() };
        let ahead = on_the_way([whole, Assets::default()]);
        let outcome = Outcome { winner: Some(SideId(0)), reason: String::new() };
        let won = Ending { outcome: Some(outcome), assessment: None, by_dice: false };
        let value = |ending, side| steady.value(ending, SideId(side)).total();
        assert!(value(&won, 0) > value(&ahead, 0));
        assert_eq!(value(&ahead, 0), -value(&ahead, 1));
        assert_eq!(value(&won, 1), -VICTORY);
    }

    #[test]
    fn a_bold_one_minds_danger_less_than_a_careful_one() {
        let risky = Assets { danger: 500, position: 500, ..Assets::default() };
        let ending = on_the_way([risky, Assets::default()]);
        let value = |name: &str| characters()[name].value(&ending, SideId(0)).total();
        assert!(value("bold") > 0.0);
        assert!(value("careful") < 0.0);
    }

    #[test]
    fn intents_name_what_is_gained_most() {
        let steady = &characters()["steady"];
        let ending =
            |material| on_the_way([Assets::default(), Assets { material, ..Assets::default() }]);
        let worth = |material| steady.value(&ending(material), SideId(0));
        assert_eq!(worth(400).intent(worth(900)), Some("to hurt the enemy"));
        assert_eq!(worth(900).intent(worth(900)), None);
    }
}
