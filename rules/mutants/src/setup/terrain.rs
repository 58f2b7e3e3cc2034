//! The defender lays the terrain (MUT-TRN-02): the things of the scenario's table, one by one,
//! within the scenario's limits.

use engine::laying::{self, Thing};
use engine::{Ask, Clause, Cx, Event, Play, SideId};
use serde::{Deserialize, Serialize};
use tabletop::{Kind, Piece, Sketch};

use super::Phase;
use crate::layout;
use crate::scenarios::Scenario;
use crate::state::State;

/// Terrain that is being laid.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Laying {
    /// What is still to be placed, the last first.
    waiting: Vec<Thing>,
    /// What has been placed.
    placed: Vec<Piece>,
}

impl Laying {
    /// The things of a table, taken off it again; what the scenario is about is laid first.
    pub fn of(sketch: &Sketch, scenario: Scenario) -> Laying {
        // Things stand on irradiated ground without belonging to it.
        let (ground, rest): (Vec<Piece>, Vec<Piece>) =
            sketch.pieces.iter().cloned().partition(|p| p.kind == Kind::Irradiated);
        let mut waiting: Vec<Thing> = ground.into_iter().map(|p| vec![p]).collect();
        waiting.extend(laying::things(&rest));
        waiting.sort_by_key(|thing| !matters(scenario, thing));
        waiting.reverse();
        Laying { waiting, placed: Vec::new() }
    }
}

/// Whether the scenario demands a thing.
fn matters(scenario: Scenario, thing: &[Piece]) -> bool {
    let of = |kind: Kind| thing.iter().any(|p| p.kind == kind);
    match scenario {
        Scenario::Orchard => of(Kind::Tree),
        Scenario::Rustlers => layout::is_pen(thing),
        Scenario::Hunt | Scenario::Installation => of(Kind::Rubble),
        Scenario::Wasteland => of(Kind::Irradiated),
        Scenario::Free | Scenario::Water | Scenario::Random => false,
    }
}

impl State {
    /// The defender turns and places the next thing. Where one fits nowhere within the limits
    /// the scenario cannot do without it, so that only its own place must be free; anything else
    /// is left out.
    pub(super) fn lay_terrain(&mut self, cx: &mut Cx<'_>, mut laying: Laying) -> Play<()> {
        let Some(thing) = laying.waiting.pop() else {
            let sketch = Sketch { pieces: laying.placed, ..self.table.sketch().clone() };
            self.replace_table(sketch);
            self.phase = Phase::Sites;
            return Ok(());
        };
        let side = self.mission.defender.unwrap_or(SideId(0));
        let scenario = self.mission.scenario;
        let mut lies = self.lay_thing(cx, side, (&thing, scenario), &laying.placed)?;
        if lies.is_empty() && matters(scenario, &thing) {
            lies = self.lay_thing(cx, side, (&thing, Scenario::Free), &laying.placed)?;
        }
        let name = thing.first().map_or("nothing", |piece| piece.name.as_str());
        cx.say(|| {
            let verb = if lies.is_empty() { "finds no room for" } else { "places" };
            Event::note(Clause("MUT-TRN-02"), format!("{side} {verb} {name}"))
        });
        laying.placed.extend(lies);
        self.phase = Phase::Terrain(laying);
        Ok(())
    }

    fn lay_thing(
        &self,
        cx: &mut Cx<'_>,
        side: SideId,
        (thing, scenario): (&[Piece], Scenario),
        placed: &[Piece],
    ) -> Play<Thing> {
        let clause = match matters(scenario, thing) {
            true => scenario.clause(),
            false => Clause("MUT-TRN-02"),
        };
        let turn = Ask::new(side, "terrain-turn", "How is it turned?", Clause("MUT-TRN-02"));
        let place = Ask::new(side, "terrain-place", "Where does it go?", clause);
        let table = self.table.extent();
        laying::lay(cx, (turn, place), thing, table, |lies| {
            layout::fits(scenario, &self.agreed, lies, (placed, table))
        })
    }
}
