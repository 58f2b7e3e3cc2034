//! Military Installation: ruined rooms full of rubble, with weapons and watchful machines.

use engine::{Clause, Cx, Event, ModelId, Need, Play};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use tabletop::terrain::{Building, Opening};
use tabletop::{Form, Kind, Length, Piece, PieceId, Polygon, Spot};

use crate::gear::Stick;
use crate::layout::{self, Plot};
use crate::scenarios::hunt;
use crate::state::State;

/// An area of rubble (MUT-SCN-32).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Area {
    /// The piece it is.
    pub piece: PieceId,
    /// Whether somebody has been there, so that it is known what it hides.
    pub searched: bool,
}

/// Lays six to eight roofless rooms in rows, each with an area of rubble (MUT-SCN-32).
pub fn lay(plot: &mut Plot<'_>) {
    let side = plot.side();
    let (near, middle) = (side * 5 / 24, side / 2);
    let far = side - near;
    let rows: &[(i32, i32)] = match plot.dice.below(3) {
        0 => &[(near, near), (middle, near), (far, near)],
        1 => &[(near, near), (middle, near), (far, near), (near, middle)],
        _ => &[(near, near), (far, near), (near, middle)],
    };
    // The other half is laid like the first, so that there are always twice as many.
    for at in rows {
        let twin = (side - at.0, side - at.1);
        let first = room(plot, *at);
        let second = match plot.symmetric {
            true => first.as_ref().and_then(|room| plot.turned(room)),
            false => room(plot, twin),
        };
        plot.add_fixed(first.into_iter().chain(second).flatten());
    }
    if rows.len() == 3 && plot.dice.chance(1, 2) {
        // A seventh area lies in the open, in the middle.
        let radius = plot.size(8);
        let shape = layout::blob(&mut plot.dice, (middle, middle), radius, true);
        plot.add_fixed(layout::outline(Kind::Rubble, "rubble", &shape));
    }
}

/// A room of which the floor and some walls are left, with rubble in it at least Short across.
fn room(plot: &mut Plot<'_>, (x, y): (i32, i32)) -> Option<Vec<Piece>> {
    let half = plot.size(14);
    let corner = |dx: i32, dy: i32| layout::at(x + dx * half, y + dy * half);
    let outline = Polygon::rectangle(corner(-1, -1), corner(1, 1)).ok()?;
    let height = Length::cents(200);
    let length = 2 * half;
    let mut sides = [Wall::Fallen, Wall::Door, plot.dice.pick(&[Wall::Whole, Wall::Door])]
        .into_iter()
        .chain([plot.dice.pick(&[Wall::Whole, Wall::Gap])])
        .collect::<SmallVec<[Wall; 4]>>();
    plot.dice.shuffle(&mut sides);
    let openings = sides.iter().enumerate().filter_map(|(side, wall)| {
        let (width, head, door) = match wall {
            Wall::Whole => return None,
            Wall::Gap => (plot.size(8), height, false),
            Wall::Fallen => (length - plot.size(8), height, false),
            Wall::Door => (plot.size(7), Length::cents(150), true),
        };
        let from = layout::at((length - width) / 2, 0).x;
        let width = layout::at(width, 0).x;
        Some(Opening { side, from, width, sill: Length::ZERO, head, door })
    });
    let openings: Vec<Opening> = openings.collect();
    let building = Building {
        outline,
        thickness: layout::at(1, 0).x,
        openings,
        floors: Vec::new(),
        roof: false,
        breachable: false,
    };
    let walls = layout::piece(Kind::Building, "ruined room", Form::Building(building));
    let wide = plot.stick(Stick::Short) + plot.dice.between(1, 3);
    let rubble = layout::block(Kind::Rubble, "rubble", (x, y), (wide, wide))?;
    Some(vec![Piece { height, ..walls }, rubble])
}

/// What is left of a wall.
#[derive(Clone, Copy)]
enum Wall {
    Whole,
    Gap,
    Fallen,
    Door,
}

/// The areas of a table: its rubble.
pub fn areas(pieces: &[Piece]) -> Vec<Area> {
    let rubble = hunt::rubble(pieces);
    rubble.into_iter().map(|piece| Area { piece, searched: false }).collect()
}

impl State {
    /// The areas a model steps on along a path, by their numbers.
    pub fn areas_entered(&self, path: &[Spot]) -> SmallVec<[u8; 2]> {
        let steps_on = |area: &Area| match &self.table.piece(area.piece).form {
            Form::Area(shape) => {
                let ends = path.last().is_some_and(|last| shape.contains(last.at));
                ends || path.windows(2).any(|leg| shape.is_crossed_by(leg[0].at, leg[1].at))
            }
            _ => false,
        };
        let areas = self.mission.areas.iter().enumerate();
        areas.filter(|(_, area)| steps_on(area)).map(|(i, _)| i as u8).collect()
    }

    /// A model steps on an area: whoever is first finds out what it hides, and a surveillance
    /// system there wakes up (MUT-SCN-33, 36; MUT-Q-136).
    pub fn step_on_area(&mut self, cx: &mut Cx<'_>, model: ModelId, index: usize) -> Play<()> {
        let Some(area) = self.mission.areas.get(index).copied() else { return Ok(()) };
        if !area.searched {
            self.mission.areas[index].searched = true;
            self.search_area(cx, model, area.piece)?;
        }
        self.wake_area(cx, model, index)
    }

    /// One die for a weapon cache and one for a surveillance system: each is there on a 6
    /// (MUT-SCN-33, MUT-Q-136).
    fn search_area(&mut self, cx: &mut Cx<'_>, model: ModelId, piece: PieceId) -> Play<()> {
        let dice = Need::d6(self.side(model), 2, "searches the rubble: cache, system").told_apart();
        let need = dice.by(model);
        let dice = cx.dice(need)?;
        let (cache, system) = (dice[0] == 6, dice[1] == 6);
        cx.cite(Clause("MUT-Q-136"));
        cx.say(|| {
            let what = match (cache, system) {
                (false, false) => "nothing",
                (true, false) => "a weapon cache",
                (false, true) => "a surveillance system",
                (true, true) => "a weapon cache and a surveillance system",
            };
            let name = &self.table.piece(piece).name;
            let text = format!("{} steps on {name} and finds {what}", self.name(model));
            Event::note(Clause("MUT-SCN-33"), text)
        });
        if cache {
            self.open_cache(cx, model)?;
        }
        if system {
            self.set_up_sentry(piece);
        }
        Ok(())
    }
}
