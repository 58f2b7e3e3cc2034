//! Where a soldier may throw to, and where it would be worth it.

use engine::question::Goal;
use engine::{Ask, Clause, Cx, Event, ModelId, Play, Refusal};
use tabletop::measure::{self, Arc};
use tabletop::template::Template;
use tabletop::{Body, Extent, Length, Point};

use super::{BURST, Stage};
use crate::state::State;
use crate::weapons::Gun;

impl State {
    /// The thrower's side names a point of the table, not a squad (OD6-GRN-01, OD6-DEC-15). If
    /// the thrower does not see it, he throws blindly (OD6-GRN-11).
    pub(super) fn take_aim(&self, cx: &mut Cx<'_>, thrower: ModelId, what: Gun) -> Play<Stage> {
        let prompt = "Where does he throw it? The template is laid on a point in his arc";
        let ask = Ask::new(self.side(thrower), "throw", prompt, Clause("OD6-DEC-15"))
            .about(thrower)
            .template(BURST);
        cx.cite(Clause("OD6-GRN-18"));
        cx.cite(Clause("OD6-Q-42"));
        let within = self.throw_box(thrower, what);
        let goals = || self.throw_goals(thrower, what);
        let aim =
            cx.point(ask, within, goals, |p| self.may_aim_at(thrower, what, p).map(|()| p))?;
        let blind = !self.sees_point(thrower, aim);
        cx.say(|| {
            let (name, thing) = (self.name(thrower), thing(what));
            let (clause, how) =
                if blind { ("OD6-GRN-11", " without seeing it") } else { ("OD6-GRN-01", "") };
            Event::note(Clause(clause), format!("{name} throws {thing} at {aim}{how}"))
        });
        Ok(if blind { Stage::Blind(aim) } else { Stage::Test { aim, at: aim, blind } })
    }

    /// Whether a point is in the thrower's arc and range (OD6-Q-42), and not inside a wall
    /// (OD6-GRN-10).
    fn may_aim_at(&self, thrower: ModelId, what: Gun, aim: Point) -> Result<(), Refusal> {
        let refuse = |clause: &'static str, why: String| Err(Refusal::new(Clause(clause), why));
        let from = self.body(thrower);
        if !measure::in_arc(&from, self.model(thrower).facing, &point_body(aim), Arc::Front90) {
            return refuse(
                "OD6-Q-42",
                format!("{aim} is outside the arc of {}", self.name(thrower)),
            );
        }
        let distance = from.at().distance(aim);
        if what.band(distance).is_none() {
            let most = what.line().ranges[2];
            let clause = if what == Gun::Grenade { "OD6-GRN-02" } else { "OD6-PLX-01" };
            return refuse(
                clause,
                format!("{aim} is {distance} inches away, and {most} is the most"),
            );
        }
        match self.solid_at(aim) {
            Some(name) => refuse("OD6-GRN-10", format!("{aim} is inside {name}")),
            None => Ok(()),
        }
    }

    /// The part of the table that is within long range, and a little more, so that somebody who
    /// aims just too far is told why he cannot.
    fn throw_box(&self, thrower: ModelId, what: Gun) -> Extent {
        let at = self.spot(thrower).at;
        let reach = Length::inches(1 + i32::from(what.line().ranges[2]));
        let (around, table) = (Extent { low: at, high: at }.grown(reach), self.table.extent());
        let most = |a: Point, b: Point| Point::new(a.x.max(b.x), a.y.max(b.y));
        let least = |a: Point, b: Point| Point::new(a.x.min(b.x), a.y.min(b.y));
        Extent { low: most(around.low, table.low), high: least(around.high, table.high) }
    }

    /// The middles of the enemies who stand together, and, because there must be some point, the
    /// one at the thrower's feet.
    fn throw_goals(&self, thrower: ModelId, what: Gun) -> Vec<Goal> {
        let enemies: Vec<Point> =
            self.enemies(self.side(thrower)).map(|m| self.spot(m).at).collect();
        let near = |p: Point| self.may_aim_at(thrower, what, p).is_ok();
        let middles = enemies.iter().map(|at| {
            let together = enemies.iter().filter(|p| at.distance_squared(**p) <= BURST.squared());
            middle(together.copied())
        });
        let feet = Goal { spot: self.spot(thrower), merit: -100 };
        let goal = |p: Point| {
            let spot = p.at_height(self.table.ground_height(p));
            Goal { spot, merit: self.burst_merit(thrower, p) }
        };
        let mut points: Vec<Point> = middles.chain(enemies.iter().copied()).collect();
        points.sort_unstable();
        points.dedup();
        points.into_iter().filter(|p| near(*p)).map(goal).chain([feet]).collect()
    }

    /// How good a burst would be at first sight: enemies under it, and friends counted double.
    fn burst_merit(&self, thrower: ModelId, at: Point) -> i32 {
        let disc = Template::disc(at, BURST);
        let caught = self.standing().filter(|m| disc.touches(&self.body(*m)));
        let own = self.side(thrower);
        caught.map(|m| if self.side(m) == own { -2 } else { 1 }).sum()
    }

    /// How good the best throw of a soldier looks at first sight; below nought if there is
    /// nobody worth it.
    pub fn throw_merit(&self, thrower: ModelId, what: Gun) -> i32 {
        self.throw_goals(thrower, what).iter().map(|goal| goal.merit).max().unwrap_or(-100)
    }
}

/// The middle of some points.
fn middle(points: impl Iterator<Item = Point>) -> Point {
    let (mut x, mut y, mut count) = (0, 0, 0);
    for p in points {
        (x, y, count) = (x + p.x.wide(), y + p.y.wide(), count + 1);
    }
    let count = count.max(1);
    Point::new(Length::saturating(x / count), Length::saturating(y / count))
}

/// A point as something that can be in an arc.
fn point_body(at: Point) -> Body {
    let none = Length::ZERO;
    Body { spot: at.at_height(none), base: none, girth: none, height: none, eye: none }
}

/// What is thrown, in a sentence.
fn thing(what: Gun) -> &'static str {
    if what == Gun::Grenade { "a grenade" } else { "plastic explosives" }
}
