//! Playing the game of a number.

use engine::face::Game;
use engine::playout::Playout;
use engine::source::Driver;

use crate::batch::guarded;
use crate::plan::Plan;

/// The computer player of a name. All players of the laboratory come from here.
pub(crate) fn player(name: &str, seed: u64) -> Option<Box<dyn Driver>> {
    players::player(name, seed)
}

/// The names of all players.
pub(crate) fn players() -> Vec<&'static str> {
    players::NAMES.to_vec()
}

/// What came of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The number of the game.
    pub number: u64,
    /// How it went, or why it did not come to an end.
    pub result: Result<Ended, String>,
}

/// How a game went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The seat that won; none in a draw.
    pub winner: Option<u8>,
    /// Why it ended.
    pub reason: String,
    /// How many questions were answered.
    pub decisions: u64,
    /// How many steps were played.
    pub steps: u64,
    /// How many rounds or turns of the book were begun.
    pub rounds: u64,
}

/// Plays the game of a number. Whatever goes wrong becomes part of the row.
pub fn play(game: &dyn Game, plan: &Plan, number: u64) -> Row {
    let result = guarded(|| play_out(game, plan, number));
    let ended = |p: Playout| Ended {
        winner: p.outcome.winner.map(|side| side.0),
        reason: p.outcome.reason,
        decisions: p.decisions,
        steps: p.steps,
        rounds: p.rounds,
    };
    Row { number, result: result.map(ended) }
}

fn play_out(game: &dyn Game, plan: &Plan, number: u64) -> Result<Playout, String> {
    let placing = plan.placing(number);
    let mut drivers = Vec::new();
    for (seat, name) in plan.players[placing.players].iter().enumerate() {
        let seed = plan.player_seed(&placing, seat);
        drivers.push(player(name, seed).ok_or_else(|| format!("there is no player '{name}'"))?);
    }
    game.play_out(&plan.setup(&placing), plan.dice(&placing), &mut drivers)
}
