//! Battle in the Orchard: fruit trees, vegetable patches, and one tree that is a mutant.

use engine::{Choice, Clause, Cx, Event, ModelId, Play, Refusal, SideId};
use tabletop::{Form, Kind, Length, Piece, PieceId, measure};

use crate::actions::{Action, Offers};
use crate::gear::{Gear, Item};
use crate::layout::{self, Plot};
use crate::options::Scale;
use crate::profile::Rule;
use crate::scenarios::MissionAction;
use crate::state::{Acting, CONTACT, State};

/// Lays six to twelve trees in even rows, with vegetable patches between them (MUT-SCN-14).
pub fn lay(plot: &mut Plot<'_>) {
    let side = plot.side();
    let (columns, rows) = plot.dice.pick(&[(3, 2), (2, 3), (4, 2), (2, 4), (3, 3), (4, 3)]);
    let place = |i: i32, of: i32| side * (2 * i + 1) / (2 * of);
    for (i, j) in (0..rows).flat_map(|j| (0..columns).map(move |i| (i, j))) {
        let at = (place(i, columns), place(j, rows));
        let tree = layout::disc(Kind::Tree, "fruit tree", at, plot.size(3));
        plot.add_fixed(tree.map(|t| Piece { height: tree_height(plot), ..t }));
    }
    // Patches lie half way between trees that stand side by side; half of the rows are cut
    // alike, so that half a turn leaves them as they are.
    let along_x = columns >= rows;
    let (n, lines) = if along_x { (columns, rows) } else { (rows, columns) };
    let sizes: Vec<(i32, i32)> = (0..lines.div_euclid(2) + 1)
        .map(|_| (2 * plot.sized(6, 8), 2 * plot.sized(5, 7)))
        .collect();
    for (i, j) in (0..lines).flat_map(|j| (1..n).map(move |i| (i, j))) {
        let (w, d) = sizes[j.min(lines - 1 - j) as usize];
        let (t, y) = (side * i / n, place(j, lines));
        let (at, size) = if along_x { ((t, y), (w, d)) } else { ((y, t), (d, w)) };
        let patch = layout::block(Kind::Scrub, "vegetable patch", at, size);
        plot.add_fixed(patch.map(|p| Piece { height: Length::cents(50), ..p }));
    }
}

/// Trees are climbed in one go: not quite Short high.
fn tree_height(plot: &Plot<'_>) -> Length {
    match plot.scale() {
        Scale::Large => Kind::Tree.usual_height(),
        Scale::Small => Length::cents(175),
    }
}

impl State {
    /// One tree, drawn by lot, is a mutant with wonderful fruit, and everybody knows it
    /// (MUT-SCN-17, MUT-Q-133). A tree that is called mutant on a given table is the one.
    pub fn choose_fruit_tree(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        let trees = trees(self.table.pieces());
        let tree = match (self.mission.fruit_tree, trees.len()) {
            (Some(tree), _) => tree,
            (None, 0) => return Ok(()),
            (None, n) => trees[self.draw(cx, n, "draws the mutant tree")?],
        };
        self.mission.fruit_tree = Some(tree);
        cx.cite(Clause("MUT-Q-133"));
        cx.say(|| {
            let name = &self.table.piece(tree).name;
            Event::note(Clause("MUT-SCN-17"), format!("The fruit of {name} is nourishing"))
        });
        Ok(())
    }

    /// Whether a model can get at the fruit: up in the tree, or beside it if it clings or flies
    /// (MUT-SCN-17).
    fn reaches_fruit(&self, model: ModelId, tree: PieceId) -> Result<(), &'static str> {
        let piece = self.table.piece(tree);
        let Form::Area(shape) = &piece.form else { return Err("the tree has no crown") };
        let body = self.body(model);
        let up = body.feet() == piece.bottom + piece.height && shape.contains(body.at());
        let clever = self.has(model, Rule::Clinging) || self.has(model, Rule::Flying);
        match measure::within_of_shape(&body, shape, CONTACT) {
            _ if up => Ok(()),
            true if clever => Ok(()),
            true => Err("climb the tree first"),
            false => Err("go to the tree first"),
        }
    }

    /// Picking a fruit of the mutant tree; a model carries one at a time (MUT-SCN-17,
    /// MUT-Q-133). Eating it is told with drugs.
    pub fn offer_fruit(&self, acting: &Acting, offers: &mut Offers) {
        let model = acting.model;
        let Some(tree) = self.mission.fruit_tree else { return };
        let has_one = self.model(model).gear.iter().any(|item| item.gear == Gear::TreeFruit);
        if acting.actions == 0 || has_one || !self.is_active(model) {
            return;
        }
        match self.reaches_fruit(model, tree) {
            Ok(()) => offers.push(Action::Mission(MissionAction::PickFruit)),
            Err(why) => offers
                .refuse(|| "pick a fruit".to_owned(), || Refusal::new(Clause("MUT-SCN-17"), why)),
        }
    }

    /// A model picks a fruit.
    pub fn pick_fruit(&mut self, cx: &mut Cx<'_>, model: ModelId) {
        self.spend(model, 1);
        self.model_mut(model).gear.push(Item::new(Gear::TreeFruit));
        cx.cite(Clause("MUT-Q-133"));
        cx.say(|| Event::note(Clause("MUT-SCN-17"), format!("{} picks a fruit", self.name(model))));
    }
}

/// The trees of a table.
fn trees(pieces: &[Piece]) -> Vec<PieceId> {
    let is_tree = |i: &usize| pieces[*i].kind == Kind::Tree;
    (0..pieces.len()).filter(is_tree).map(|i| PieceId(i as u16)).collect()
}

/// The tree that is called mutant, if one is.
pub fn named_tree(pieces: &[Piece]) -> Option<PieceId> {
    trees(pieces).into_iter().find(|t| pieces[usize::from(t.0)].name.contains("mutant"))
}

/// Picking in words.
pub fn describe_pick() -> Choice {
    Choice::new("pick a fruit").detail("1 action").merit(25)
}

/// The winner's Food: a die and two (MUT-SCN-19).
pub fn food(state: &State, cx: &mut Cx<'_>, winner: SideId) -> Play<u32> {
    state.roll_food(cx, winner, 2, Clause("MUT-SCN-19"))
}
