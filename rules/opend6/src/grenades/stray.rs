//! How a grenade strays, and what stops it.

use engine::{Clause, Cx, Event, Play};
use tabletop::template::scatter_from;
use tabletop::{Length, Point, Vector};

use super::Throw;
use crate::dice::{Roller, table_die};
use crate::state::State;
use crate::weapons::{Band, Gun};

/// Where the faces of the die point, beginning with a one (OD6-GRN-06, OD6-T-06).
const WAYS: [&str; 6] = [
    "straight on",
    "on and to the right",
    "back and to the right",
    "back toward the thrower",
    "back and to the left",
    "on and to the left",
];

/// How far short of a wall a stopped grenade lies.
const HAIR: Length = Length::cents(1);

impl State {
    /// A grenade strays from a point: one die for the direction, another for the distance. The
    /// second of a blind throw goes by the direction and the range of the same throw
    /// (OD6-GRN-13).
    pub(super) fn stray_grenade(
        &self,
        cx: &mut Cx<'_>,
        throw: &Throw,
        (aim, from): (Point, Point),
    ) -> Play<Point> {
        let face = self.stray_die(cx, throw, "direction")?;
        let die = self.stray_die(cx, throw, "distance")?;
        let (distance, clause) = strayed(self.throw_band(throw, aim), die);
        // Each face is a sixth of a circle on from the one before: two hours of the clock.
        let meant = scatter_from(from, self.throw_direction(throw, aim), 2 * (face - 1), distance);
        let stopped = self.grenade_stopped(from, meant);
        let landed = stopped.as_ref().map_or(meant, |(way, _)| short_of(from, meant, *way));
        self.tell_straying(cx, (throw.what, face, distance, clause), landed);
        if let Some((_, name)) = stopped {
            cx.say(|| Event::note(Clause("OD6-GRN-10"), format!("{name} stops it at {landed}")));
        }
        Ok(landed)
    }

    /// The direction of the throw; somebody who drops it at his own feet throws where he faces.
    fn throw_direction(&self, throw: &Throw, aim: Point) -> Vector {
        let direction = aim - self.spot(throw.thrower).at;
        match direction == Vector::default() {
            true => self.model(throw.thrower).facing,
            false => direction,
        }
    }

    fn stray_die(&self, cx: &mut Cx<'_>, throw: &Throw, purpose: &'static str) -> Play<u8> {
        let title = match throw.what {
            Gun::Grenade => "the grenade strays, ",
            _ => "the explosives stray, ",
        };
        let title = if cx.is_quiet() { String::new() } else { format!("{title}{purpose}") };
        let (side, model) = (self.side(throw.thrower), Some(throw.thrower));
        table_die(cx, Roller { side, model, purpose, title: &title })
    }

    fn tell_straying(
        &self,
        cx: &mut Cx<'_>,
        (what, face, distance, clause): (Gun, u8, Length, &'static str),
        landed: Point,
    ) {
        let tables = ["OD6-GRN-06", "OD6-T-05", "OD6-T-06", "OD6-GEO-20"];
        tables.into_iter().for_each(|clause| cx.cite(Clause(clause)));
        if what == Gun::PlasticExplosives {
            cx.cite(Clause("OD6-PLX-02"));
        }
        cx.say(|| {
            let way = WAYS[usize::from(face - 1)];
            let inches = if distance == Length::inches(1) { "inch" } else { "inches" };
            let text = format!("it strays {distance} {inches} {way}, to {landed}");
            Event::note(Clause(clause), text)
        });
    }
}

/// How far a grenade strays (OD6-T-05): half the die rounded up, the die, or twice the die.
fn strayed(band: Band, die: u8) -> (Length, &'static str) {
    let die = i32::from(die);
    let (inches, clause) = match band {
        Band::Short => ((die + 1) / 2, "OD6-GRN-07"),
        Band::Medium => (die, "OD6-GRN-08"),
        Band::Long => (2 * die, "OD6-GRN-09"),
    };
    (Length::inches(inches), clause)
}

/// The place just before something that is met so far along the way.
fn short_of(from: Point, to: Point, way: Length) -> Point {
    from.toward(to - from, (way - HAIR).max(Length::ZERO))
}
