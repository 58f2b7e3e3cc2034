//! Moves that nobody chooses: withdrawing, routing, being forced back (OD6-GEO-19, OD6-TURN-12).

use std::cmp::Reverse;

use engine::{Clause, Cx, Deed, Event, ModelId};
use smallvec::SmallVec;
use tabletop::movement::{Mover, What};
use tabletop::polygon::point_segment_cmp;
use tabletop::{Body, Extent, Kind, Length, Point, Spot, Vector, measure};

use crate::movement::Gait;
use crate::options::ThroughFriends;
use crate::state::{BASE, Pace, STANDING, SquadId, State, body_at};
use crate::terrain::openings::{Opening, openings};

/// How far ahead one looks for what has stopped somebody.
const NUDGE: Length = Length::cents(5);

/// What stops a soldier on a forced move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pays {
    /// Ground and barriers cost nothing (OD6-MOR-27); only what is impassable stops him.
    Nothing,
    /// Ground and barriers cost what they cost (OD6-ROU-01).
    AsUsual,
    /// Ground costs nothing, but doors, windows and walls stop him (OD6-FBK-04).
    NoBarriers,
    /// Nothing for those who follow somebody they have forced back either: barriers stop only the
    /// retreat, and they may come into contact (OD6-FBK-03).
    Following,
}

impl Pays {
    /// Whether doors, windows and walls stop him (OD6-FBK-04).
    fn stops_at_barriers(self) -> bool {
        self == Pays::NoBarriers
    }
}

/// Somebody who is moved: how far at most, and how much he can pay on the way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shove {
    pub(crate) model: ModelId,
    pub(crate) reach: Length,
    pub(crate) rate: Length,
}

/// People on a forced move together.
pub(crate) type Shoves = SmallVec<[Shove; 10]>;

impl State {
    /// Shifts soldiers as a rigid block in a direction, each as far as he gets: obstacles, the
    /// table's edge and other bases stop him. Facings stay as they are.
    pub fn shift(
        &mut self,
        cx: &mut Cx<'_>,
        models: &[ModelId],
        (direction, distance): (Vector, Length),
        pays: Pays,
        clause: Clause,
    ) {
        let shove = |model: &ModelId| Shove { model: *model, reach: distance, rate: distance };
        let shoves = models.iter().map(shove).collect();
        self.shove(cx, shoves, direction, pays, clause);
    }

    /// The same, each soldier with a reach and a rate of his own. Tells how far the one got who
    /// got farthest.
    pub(crate) fn shove(
        &mut self,
        cx: &mut Cx<'_>,
        mut shoves: Shoves,
        direction: Vector,
        pays: Pays,
        clause: Clause,
    ) -> Length {
        cx.cite(Clause("OD6-TURN-12"));
        cx.cite(Clause("OD6-GEO-19"));
        if direction == Vector::default() {
            return Length::ZERO;
        }
        // Those in front go first, so that they make room for the others.
        let ahead = |at: Point| (at - Point::default()).dot(direction);
        shoves.sort_by_key(|shove| Reverse(ahead(self.spot(shove.model).at)));
        let mut farthest = Length::ZERO;
        for shove in shoves {
            let (from, to) = (self.spot(shove.model), self.shoved_to(shove, direction, pays));
            let gone = from.at.distance(to.at);
            farthest = farthest.max(gone);
            if gone < shove.reach {
                cx.cite(Clause("OD6-Q-92"));
            }
            if to != from {
                self.put_down(cx, shove.model, to, clause);
            }
            if gone < shove.reach && pays.stops_at_barriers() && !cx.is_quiet() {
                self.cite_barrier(cx, shove, direction);
            }
        }
        farthest
    }

    fn put_down(&mut self, cx: &mut Cx<'_>, model: ModelId, to: Spot, clause: Clause) {
        let from = self.spot(model);
        let own = self.model_mut(model);
        // Whoever was moved did not stand still, whoever made him (OD6-MOR-22).
        (own.spot, own.pace) = (Some(to), own.pace.max(Pace::Walked));
        cx.say(|| {
            let text = format!("{} is moved to {to}", self.name(model));
            Event::note(clause, text).deed(Deed::Moved { model, path: vec![from, to] })
        });
    }

    /// Notes the rule for barriers if one of them, or impassable ground, and not the table's edge
    /// or somebody's base, keeps a soldier from being forced any farther (OD6-FBK-04, OD6-BAR-18).
    fn cite_barrier(&self, cx: &mut Cx<'_>, shove: Shove, direction: Vector) {
        let at = self.spot(shove.model).at.toward(direction, NUDGE);
        let there = body_at(self.shoved_spot(shove.model, at), self.model(shove.model).prone);
        let open = measure::on_table(&self.table, &there)
            .then(|| self.lets_through(shove, there.spot, Pays::NoBarriers, &[]));
        if open == Some(false) {
            cx.cite(Clause("OD6-FBK-04"));
            cx.cite(Clause("OD6-BAR-18"));
        }
    }

    /// Where a soldier gets: all the way, or else as near to it as he can stand.
    fn shoved_to(&self, shove: Shove, direction: Vector, pays: Pays) -> Spot {
        let start = self.spot(shove.model);
        let others: Vec<Body> =
            self.standing().filter(|m| *m != shove.model).map(|m| self.body(m)).collect();
        let gets = |d: Length| self.gets_to(shove, (direction, d), pays, &others);
        if let Some(spot) = gets(shove.reach) {
            return spot;
        }
        // He may pass friends but not stop among them, so one looks for the last gap inch by
        // inch, and then for its very end.
        let (mut fails, mut best) = (shove.reach, start);
        let mut free = Length::ZERO;
        while fails > Length::inches(1) {
            let nearer = fails - Length::inches(1);
            if let Some(spot) = gets(nearer) {
                (free, best) = (nearer, spot);
                break;
            }
            fails = nearer;
        }
        while fails - free > Length::micrometres(1) {
            let middle = free + (fails - free) / 2;
            match gets(middle) {
                Some(spot) => (free, best) = (middle, spot),
                None => fails = middle,
            }
        }
        best
    }

    /// Where a soldier is after so far in a direction, if he can get there and stand there.
    fn gets_to(
        &self,
        shove: Shove,
        (direction, distance): (Vector, Length),
        pays: Pays,
        others: &[Body],
    ) -> Option<Spot> {
        let body = self.body(shove.model);
        let to = self.shoved_spot(shove.model, body.at().toward(direction, distance));
        let there = body_at(to, self.model(shove.model).prone);
        let free = measure::on_table(&self.table, &there)
            && self.keeps_clear(shove.model, (&body, &there), pays == Pays::Following)
            && self.lets_through(shove, to, pays, others);
        free.then_some(to)
    }

    /// A place of a forced move: on the ground for those who are on it, else as high as before.
    fn shoved_spot(&self, model: ModelId, at: Point) -> Spot {
        let start = self.spot(model);
        let on_ground = start.z == self.table.ground_height(start.at);
        at.at_height(if on_ground { self.table.ground_height(at) } else { start.z })
    }

    /// Whether there is room at the end of the way and nothing on it that stops a soldier.
    fn lets_through(&self, shove: Shove, to: Spot, pays: Pays, others: &[Body]) -> bool {
        let body = self.body(shove.model);
        let (table, changes) = (&*self.table, &self.changes);
        let mover = Mover { table, changes, body, step: Length::ZERO, others };
        let path = [body.spot, to];
        mover.stands(to).is_ok()
            && self.can_pay(shove, &path, pays)
            && !mover.walk(&path).met().any(|(_, met)| halts(&met.what, pays))
            && (!pays.stops_at_barriers() || !self.leads_through_opening(body.spot, to))
    }

    /// Whether the way runs over nobody whom one may not pass, and ends in contact with no enemy
    /// but those whom he touched before (OD6-Q-18, OD6-Q-19).
    fn keeps_clear(&self, model: ModelId, (from, to): (&Body, &Body), may_touch: bool) -> bool {
        let side = self.side(model);
        let through_friends = self.agreed.through_friends == ThroughFriends::On;
        self.standing().filter(|m| *m != model).all(|m| {
            let other = self.body(m);
            let friend = self.side(m) == side;
            let level = (other.feet() - from.feet()).abs() < from.height.max(other.height);
            let over = point_segment_cmp(other.at(), from.at(), to.at(), BASE + BASE).is_lt();
            let passes = !level || !over || (friend && through_friends);
            let lands = (other.feet() - to.feet()).abs() < STANDING
                && other.at().distance_squared(to.at()) < (BASE + BASE).squared();
            passes
                && !lands
                && (friend || may_touch || !self.touch(to, &other) || self.touch(from, &other))
        })
    }

    fn leads_through_opening(&self, from: Spot, to: Spot) -> bool {
        let around = Extent::around(&[from.at, to.at]);
        let crossed = |o: &Opening| {
            let level = o.bottom < from.z + STANDING && from.z < o.top;
            level && o.is_crossed(from.at, to.at)
        };
        around.is_some_and(|around| openings(&self.table, around).iter().any(crossed))
    }

    fn can_pay(&self, shove: Shove, path: &[Spot], pays: Pays) -> bool {
        let Ok(bill) = self.bill(shove.model, path) else { return false };
        // Nobody runs over very rough ground (OD6-Q-21).
        let walks = || bill.price <= self.rate(shove.model, Gait::Walk);
        let affords = || bill.price <= shove.rate && (!bill.very_rough || walks());
        pays != Pays::AsUsual || affords()
    }

    /// The direction away from the nearest enemy squad: from its middle through the squad's own
    /// (OD6-GEO-19). Without an enemy, or right on top of one, it is the way home.
    pub fn away_from_enemies(&self, squad: SquadId) -> Vector {
        let home = self.homeward(squad);
        let (Some(own), Some(enemy)) = (self.middle_of(squad), self.nearest_enemy_squad(squad))
        else {
            return home;
        };
        match self.middle_of(enemy) {
            Some(theirs) if theirs != own => own - theirs,
            _ => home,
        }
    }

    /// The enemy squad with the soldier who is nearest to anybody of a squad.
    pub fn nearest_enemy_squad(&self, squad: SquadId) -> Option<SquadId> {
        let own: SmallVec<[Point; 10]> = self.members(squad).map(|m| self.spot(m).at).collect();
        let apart = |enemy: &ModelId| {
            let at = self.spot(*enemy).at;
            own.iter().map(|p| p.distance_squared(at)).min()
        };
        let nearest = self.enemies(self.squad(squad).side).min_by_key(apart)?;
        (!own.is_empty()).then(|| self.squad_of(nearest))
    }

    /// The middle of a squad: the mean of its soldiers' centres.
    pub(crate) fn middle_of(&self, squad: SquadId) -> Option<Point> {
        let (mut x, mut y, mut count) = (0, 0, 0);
        for model in self.members(squad) {
            let at = self.spot(model).at;
            (x, y, count) = (x + at.x.wide(), y + at.y.wide(), count + 1);
        }
        let mean = |sum: i64| Length::saturating(sum / count);
        (count > 0).then(|| Point::new(mean(x), mean(y)))
    }
}

/// Whether something met on the way stops a forced move whatever it costs. Fences, hedges and
/// wire are not among what stops those who are forced back (OD6-FBK-04).
fn halts(what: &What, pays: Pays) -> bool {
    match what {
        What::Gap { .. } | What::OffTable | What::Level { .. } => true,
        What::Obstacle { kind, .. } => {
            pays.stops_at_barriers() && !matches!(kind, Kind::Fence | Kind::Hedge | Kind::Wire)
        }
        What::Ground { .. } | What::Slope { .. } | What::Body { .. } | What::Cloud { .. } => false,
    }
}
