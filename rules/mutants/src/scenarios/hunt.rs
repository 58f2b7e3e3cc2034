//! Artifact Hunt: piles of rubble that hold a treasure, or termites.

use engine::{Choice, Clause, Cx, Deed, Event, ModelId, Need, Play, Refusal, SideId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use tabletop::{Form, Kind, PieceId, measure};

use crate::actions::{Action, Offers};
use crate::gear::Stick;
use crate::layout::{self, Plot};
use crate::profile;
use crate::quality::{Test, Try};
use crate::scenarios::MissionAction;
use crate::state::{Acting, CONTACT, Mark, Models, State};

/// A pile of rubble to be dug through (MUT-SCN-25).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pile {
    /// The piece it is.
    pub piece: PieceId,
    /// Whether there is nothing more in it.
    pub dug: bool,
}

/// What digging costs (MUT-SCN-26, MUT-ACT-12).
const DIGGING: u8 = 2;

/// Lays five piles, Long from the edges and from one another, and a few walls Long from all of
/// them (MUT-SCN-25).
pub fn lay(plot: &mut Plot<'_>) {
    let (side, radius) = (plot.side(), plot.size(4));
    let middle = side / 2;
    let even = plot.symmetric;
    let pile = |plot: &mut Plot<'_>, at: (i32, i32), even: bool| {
        let shape = layout::blob(&mut plot.dice, at, radius, even);
        layout::outline(Kind::Rubble, "rubble pile", &shape)
    };
    let first = pile(plot, (middle, middle), even);
    plot.add_fixed(first);
    let near = plot.stick(Stick::Long) + radius;
    let corners = [(false, false), (true, false), (true, true), (false, true)];
    // A symmetric table gets the other two as twins of the first.
    for (east, north) in corners.into_iter().take(if even { 2 } else { 4 }) {
        let mut place = |far: bool| {
            let off = near + plot.dice.between(0, 4);
            if far { side - off } else { off }
        };
        let at = (place(east), place(north));
        let shape = pile(plot, at, false);
        plot.add(shape.into_iter().collect());
    }
    let (edge, long) = (plot.size(8), plot.size(5));
    let walls = [
        [(middle - long, edge), (middle + long, edge)],
        [(edge, middle - long), (edge, middle + long)],
        [(middle - long, side - edge), (middle + long, side - edge)],
        [(side - edge, middle - long), (side - edge, middle + long)],
    ];
    for line in walls.iter().take(if even { 2 } else { 4 }) {
        if plot.dice.chance(3, 4) {
            plot.add(vec![layout::wall(Kind::LowWall, "broken wall", line, 1)]);
        }
    }
}

impl State {
    /// Whether a model is beside a piece of ground or on it.
    pub fn is_beside(&self, model: ModelId, piece: PieceId) -> bool {
        match &self.table.piece(piece).form {
            Form::Area(shape) => measure::within_of_shape(&self.body(model), shape, CONTACT),
            _ => false,
        }
    }

    /// Digging in the piles beside a model (MUT-SCN-26).
    pub fn offer_digging(&self, acting: &Acting, offers: &mut Offers) {
        let model = acting.model;
        if self.mission.piles.is_empty() || !self.is_active(model) {
            return;
        }
        for (index, pile) in self.mission.piles.iter().enumerate() {
            if !self.is_beside(model, pile.piece) {
                continue;
            }
            let label = || format!("dig in {}", self.table.piece(pile.piece).name);
            match (pile.dug, acting.actions >= DIGGING) {
                (true, _) => offers.refuse(label, || {
                    Refusal::new(Clause("MUT-Q-135"), "there is nothing more in it")
                }),
                (_, false) => offers.refuse(label, || {
                    Refusal::new(Clause("MUT-ACT-12"), "digging takes two actions")
                }),
                (false, true) => {
                    offers.push(Action::Mission(MissionAction::Dig(index as u8)));
                }
            }
        }
    }

    /// Digging in words.
    pub fn describe_digging(&self, pile: u8) -> Choice {
        let name = match self.mission.piles.get(usize::from(pile)) {
            Some(pile) => self.table.piece(pile.piece).name.as_str(),
            None => "nothing",
        };
        let chance = if self.is_last_pile() { "2-6" } else { "6" };
        Choice::new(format!("dig in {name}"))
            .detail(format!("2 actions; {chance} finds an artifact, 1 stirs up termites"))
            .merit(if self.is_last_pile() { 45 } else { 20 })
    }

    /// Whether all piles but one were empty, so that the last one holds an artifact for sure
    /// (MUT-SCN-29).
    fn is_last_pile(&self) -> bool {
        let left = self.mission.piles.iter().filter(|pile| !pile.dug).count();
        left == 1 && !self.mission.artifact_found
    }

    /// A model digs: a 6 finds an artifact and a 1 stirs up the termites; the last pile gives its
    /// artifact to anything but a 1, and keeps it then (MUT-SCN-26 to 29, MUT-Q-135).
    pub fn dig(&mut self, cx: &mut Cx<'_>, model: ModelId, pile: u8) -> Play<()> {
        let index = usize::from(pile);
        let Some(piece) = self.mission.piles.get(index).map(|p| p.piece) else { return Ok(()) };
        self.spend(model, DIGGING);
        let last = self.is_last_pile();
        let die = cx.dice(Need::d6(self.side(model), 1, "digs").by(model))?[0];
        for clause in ["MUT-ACT-12", "MUT-Q-135", "MUT-SCN-26"] {
            cx.cite(Clause(clause));
        }
        if last {
            cx.cite(Clause("MUT-SCN-29"));
        }
        let found = die == 6 || (last && die > 1);
        if found || !last {
            self.mission.piles[index].dug = true;
        }
        cx.say(|| {
            let result = match die {
                _ if found => "finds an artifact",
                1 => "stirs up termites",
                _ => "finds nothing",
            };
            let name = &self.table.piece(piece).name;
            let text = format!("{} digs in {name}: {die}, {result}", self.name(model));
            Event::note(Clause("MUT-SCN-26"), text)
        });
        if die == 1 {
            self.infest(cx, model);
        }
        if found {
            self.mission.artifact_found = true;
            return self.find_equipment(cx, model);
        }
        Ok(())
    }

    /// Termites get under a model's skin (MUT-SCN-27); drugs do nothing for Artificial models
    /// and Plants, so those cannot be saved (MUT-SCN-28, MUT-Q-135).
    fn infest(&mut self, cx: &mut Cx<'_>, model: ModelId) {
        self.model_mut(model).marks.put(Mark::Termites);
        let kind = self.kind(model);
        let lost = kind.is_artificial() || kind == profile::Kind::Plant;
        cx.cite(Clause("MUT-SCN-28"));
        cx.say(|| {
            let hope = if lost { "nothing can save it" } else { "only Stimulant can save it" };
            let text = format!("Termites burrow into {}: {hope}", self.name(model));
            Event::note(Clause("MUT-SCN-27"), text).deed(Deed::Changed { model })
        });
    }

    /// Whoever has termites rolls one Quality die when its side's turn begins, and dies if it
    /// fails (MUT-SCN-27).
    pub fn suffer_termites(&mut self, cx: &mut Cx<'_>, side: SideId) -> Play<()> {
        let clause = Clause("MUT-SCN-27");
        let victims: Models = self
            .in_play()
            .filter(|m| self.own_side(*m) == side && self.is(*m, Mark::Termites))
            .collect();
        for model in victims {
            let roll = Try::new(Test::Resist, 1, "fights the termites", clause);
            if !self.passes(cx, model, &roll)? {
                self.kill(cx, model, false, clause);
            }
        }
        Ok(())
    }
}

/// The piles of a table: its rubble.
pub fn piles(pieces: &[tabletop::Piece]) -> Vec<Pile> {
    rubble(pieces).into_iter().map(|piece| Pile { piece, dug: false }).collect()
}

/// All rubble of a table.
pub fn rubble(pieces: &[tabletop::Piece]) -> SmallVec<[PieceId; 8]> {
    let is_rubble = |i: &usize| pieces[*i].kind == Kind::Rubble;
    (0..pieces.len()).filter(is_rubble).map(|i| PieceId(i as u16)).collect()
}
