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

impl Character {
    /// What an ending is worth to a side: its own assets less those of the others.
    pub(crate) fn value(&self, ending: &Ending, side: SideId) -> f64 {
        if let Some(outcome) = &ending.outcome {
            return match outcome.winner {
                Some(winner) if winner == side => VICTORY,
                Some(_) => -VICTORY,
                None => 0.0,
            };
        }
        let Some(sides) = &ending.assessment else { return 0.0 };
        let others = sides.iter().enumerate().filter(|(i, _)| *i != side.index());
        let (sum, n) = others.fold((0.0, 0), |(sum, n), (_, a)| (sum + self.weigh(a), n + 1));
        let own = sides.get(side.index()).copied().unwrap_or_default();
        // Places are rated for oneself alone: whoever comes nearer is nearer to both.
        let place = f64::from(own.position) * f64::from(self.position) / 100.0;
        self.weigh(&own) + place - sum / f64::from(n.max(1))
    }

    fn weigh(&self, assets: &Assets) -> f64 {
        let gains = [
            (assets.material, self.material),
            (assets.objectives, self.objectives),
            (assets.danger, -self.danger),
            (assets.morale, self.morale),
            (assets.tempo, self.tempo),
        ];
        gains.iter().map(|(amount, weight)| f64::from(*amount) * f64::from(*weight)).sum::<f64>()
            / 100.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Outcome;

    #[test]
    fn a_win_is_worth_more_than_any_position_and_losses_count_against_their_side() {
        let steady = &characters()["steady"];
        let whole = Assets { material: 1_000, objectives: 1_000, ..Assets::default() };
        let sides = vec![whole, Assets::default()];
        let ahead = Ending { outcome: None, assessment: Some(sides) };
        let outcome = Outcome { winner: Some(SideId(0)), reason: String::new() };
        let won = Ending { outcome: Some(outcome), assessment: None };
        assert!(steady.value(&won, SideId(0)) > steady.value(&ahead, SideId(0)));
        assert_eq!(steady.value(&ahead, SideId(0)), -steady.value(&ahead, SideId(1)));
        assert_eq!(steady.value(&won, SideId(1)), -VICTORY);
    }

    #[test]
    fn a_bold_one_minds_danger_less_than_a_careful_one() {
        let risky = Assets { danger: 500, position: 500, ..Assets::default() };
        let ending = Ending { outcome: None, assessment: Some(vec![risky, Assets::default()]) };
        let value = |name: &str| characters()[name].value(&ending, SideId(0));
        assert!(value("bold") > 0.0);
        assert!(value("careful") < 0.0);
    }
}
