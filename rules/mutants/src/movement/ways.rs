//! Chapter 6: stairs and ladders, and what blasts do to them and to doors (MUT-TER-13 to 19).

use engine::{Clause, Cx, Event, ModelId, Need, Play, SideId};
use smallvec::SmallVec;
use tabletop::movement::Mover;
use tabletop::table::Way;
use tabletop::{FeatureId, Form, Kind, Length, PieceId, Spot};

use super::journey::Journey;
use super::survey::{BANK, STEP, Stairway};
use crate::clash::{Clash, Manner};
use crate::gear::{Armor, Grenade};
use crate::pending::{Charge, Pending};
use crate::profile::{Kind as Type, Rule};
use crate::quality::{Test, Try};
use crate::state::{Mark, State};

impl State {
    /// A model takes stairs or a ladder: they may collapse under it, and a second move on them
    /// in a turn may end in a fall.
    pub(super) fn take_way(
        &mut self,
        cx: &mut Cx<'_>,
        model: ModelId,
        (journey, way): (&Journey, Stairway),
    ) -> Play<()> {
        if self.collapses(cx, model, way)? {
            self.crash(cx, model, (journey, way));
            return Ok(());
        }
        let hurries = self.would_hurry(model, way);
        if let Some(acting) = self.acting_mut(model) {
            acting.steps = acting.steps.saturating_add(1);
        }
        let ladder = way.kind == Kind::Ladder;
        let steady = !hurries || {
            let id = if ladder { "MUT-TER-18" } else { "MUT-TER-15" };
            let what = if ladder { "hurries on the ladder" } else { "hurries on the stairs" };
            let roll = Try::new(Test::Effort, 1, what, Clause(id));
            self.passes(cx, model, &roll)?
        };
        if steady {
            self.walk_along(cx, model, journey);
        } else if ladder {
            let landing = if way.up { self.spot(model) } else { journey.end() };
            self.model_mut(model).marks.put(Mark::Climbing);
            self.pending.push(Pending::Drop { model, height: way.height, landing });
        } else {
            self.stumble(cx, model, (journey, way));
        }
        Ok(())
    }

    /// A fall on stairs: where the move ends or where the stairs do, whichever comes first
    /// (MUT-TER-15).
    fn stumble(&mut self, cx: &mut Cx<'_>, model: ModelId, (journey, way): (&Journey, Stairway)) {
        let end = self.end_of_stairs(model, journey, way);
        let fallen = Journey { path: vec![self.spot(model), end], ..journey.clone() };
        self.walk_along(cx, model, &fallen);
        self.fall(cx, model, Clause("MUT-TER-15"));
    }

    /// Where a way leaves the stairs: at their foot, or just beyond the edge at their head.
    fn end_of_stairs(&self, model: ModelId, journey: &Journey, stairs: Stairway) -> Spot {
        let (start, end) = (self.spot(model), journey.end());
        let mut ways = self.table.ways().iter();
        let Some(way) = ways.find(|w| w.piece == stairs.piece) else { return end };
        let length = start.at.distance(end.at);
        let chords = way.shape.chords(start.at, end.at);
        let Some((_, until)) = chords.last() else { return end };
        let mover = Mover {
            table: &self.table,
            changes: &self.changes,
            body: self.body(model),
            step: STEP,
            others: &[],
        };
        let beyond = if stairs.up { mover.body.base + BANK } else { Length::ZERO };
        let last = mover.spot_along(&[start, end], (until.of(length) + beyond).min(length));
        match self.has_room(model, last) && last.z == end.z {
            true => last,
            false => end,
        }
    }

    /// Worn stairs collapse on a 1 under a Robot, a Huge model or Power Armor (MUT-TER-16,
    /// MUT-GEN-04).
    fn collapses(&mut self, cx: &mut Cx<'_>, model: ModelId, way: Stairway) -> Play<bool> {
        if !self.may_collapse(model, way) {
            return Ok(false);
        }
        self.shake(cx, way.piece, self.side(model))
    }

    /// Whether stairs have to be thrown for when a model takes them (MUT-TER-16).
    pub(super) fn may_collapse(&self, model: ModelId, way: Stairway) -> bool {
        let m = self.model(model);
        let heavy = m.nature.kind == Type::Robot || m.has(Rule::Huge) || m.wears(Armor::Power);
        way.kind == Kind::Stairs && heavy && self.scenery.worn_stairs.contains(&way.piece)
    }

    /// Whether a model would be in a hurry on stairs or a ladder: on its second move there in a
    /// turn, unless it clings (MUT-TER-15, MUT-TER-18).
    pub(super) fn would_hurry(&self, model: ModelId, way: Stairway) -> bool {
        let again = self.acting(model).is_some_and(|a| a.steps > 0);
        again && !(way.kind == Kind::Ladder && self.has(model, Rule::Clinging))
    }

    /// Throws for worn stairs; on a 1 they are gone.
    fn shake(&mut self, cx: &mut Cx<'_>, piece: PieceId, side: SideId) -> Play<bool> {
        let face = cx.dice(Need::d6(side, 1, "do the stairs hold?"))?[0];
        cx.cite(Clause("MUT-GEN-04"));
        let name = &self.table.piece(piece).name;
        let how = if face == 1 { "collapse" } else { "hold" };
        cx.say(|| Event::note(Clause("MUT-TER-16"), format!("{face}: {name}: they {how}")));
        if face == 1 {
            self.scenery.fallen_ways.push(piece);
        }
        Ok(face == 1)
    }

    /// The stairs give way under a model: it falls, and the rubble strikes it (MUT-TER-17).
    fn crash(&mut self, cx: &mut Cx<'_>, model: ModelId, (journey, way): (&Journey, Stairway)) {
        cx.cite(Clause("MUT-TER-17"));
        let landing = if way.up { self.spot(model) } else { journey.end() };
        let side = self.other_side(model);
        let clash = Clash { by: None, side, target: model, manner: Manner::Rubble };
        self.pending.push(Pending::Clash(clash));
        self.pending.push(Pending::Drop { model, height: way.height, landing });
    }

    /// A side that throws against a model: an enemy's, or its own where there is none.
    pub(super) fn other_side(&self, model: ModelId) -> SideId {
        let own = self.side(model);
        let sides = (0..self.parties.len()).map(|i| SideId(i as u8));
        sides.into_iter().find(|side| *side != own).unwrap_or(own)
    }

    /// What a fragmentation or plasma blast does to scenery: it tests the doors of the room it
    /// went off in and worn stairs in its radius, and destroys ladders there (MUT-TER-13,
    /// MUT-TER-16, MUT-TER-19). Called once for each such blast.
    pub fn blast_scenery(
        &mut self,
        cx: &mut Cx<'_>,
        (charge, side): (Charge, SideId),
        center: Spot,
    ) -> Play<()> {
        let strong = match charge {
            Charge::Grenade(grenade) => {
                matches!(grenade, Grenade::Fragmentation | Grenade::Plasma)
            }
            Charge::Fruit => true,
            Charge::Herbicide => false,
        };
        if !strong {
            return Ok(());
        }
        let combat = match charge {
            Charge::Grenade(grenade) => grenade.combat().unwrap_or(0),
            Charge::Fruit | Charge::Herbicide => 4,
        };
        for door in self.doors_of_room(center) {
            cx.cite(Clause("MUT-TER-13"));
            cx.cite(Clause("MUT-Q-70"));
            self.blow_door(cx, door, (side, combat))?;
        }
        let radius = self.short();
        let caught = |way: &&Way| {
            way.shape.nearer_than(center.at, radius)
                && way.low <= center.z + radius
                && center.z <= way.high + radius
                && !self.scenery.fallen_ways.contains(&way.piece)
        };
        let ways: SmallVec<[(PieceId, Kind); 2]> =
            self.table.ways().iter().filter(caught).map(|w| (w.piece, w.kind)).collect();
        for (piece, kind) in ways {
            if kind == Kind::Ladder {
                self.scenery.fallen_ways.push(piece);
                let name = &self.table.piece(piece).name;
                cx.say(|| Event::note(Clause("MUT-TER-19"), format!("{name} is destroyed")));
            } else if self.scenery.worn_stairs.contains(&piece) {
                self.shake(cx, piece, side)?;
            }
        }
        Ok(())
    }

    /// The shut doors of the building a spot is in, on any floor of it.
    fn doors_of_room(&self, spot: Spot) -> SmallVec<[FeatureId; 4]> {
        let inside = |piece: PieceId| {
            let piece = self.table.piece(piece);
            let Form::Building(building) = &piece.form else { return false };
            let height = piece.bottom..=piece.bottom + piece.height;
            height.contains(&spot.z.max(Length::ZERO)) && building.outline.contains(spot.at)
        };
        let features = self.table.features().iter().enumerate();
        let doors = features.filter(|(_, f)| f.kind == Kind::Door && inside(f.piece));
        let ids = doors.map(|(i, _)| FeatureId(i.min(255) as u8));
        ids.filter(|id| !self.changes.is_gone(*id)).collect()
    }
}
