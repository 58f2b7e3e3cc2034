//! Chapter 14: zombies, who act by themselves (KZ-ZOM-01 to 08, KZ-X-30, KZ-X-31).

mod ways;

use engine::{Clause, Cx, Deed, Event, ModelId, Need, Play, SideId};
use smallvec::SmallVec;
use tabletop::measure::{self, Corner};
use tabletop::movement::{Mover, contact_ring};
use tabletop::{Body, Length, Point, Spot};

use crate::harm::Blow;
use crate::movement::{Allowance, KERB, MovePlan};
use crate::options::SlowZombies;
use crate::profile::GroupId;
use crate::rolls::{Cast, Sum, roll};
use crate::sight::Shelter;
use crate::state::{BASE, Go, Models, State, body_at};
use ways::Hunt;

/// Zombies begin at least so far from humans (KZ-ZOM-01).
const APART: Length = Length::inches(24);
/// How far sticks and stones fly (KZ-ZOM-04).
const THROW: Length = Length::inches(3);
/// How near to a corner new ones arrive (KZ-X-31).
const ARRIVAL: Length = Length::inches(3);

impl State {
    /// How far zombies walk (KZ-X-30).
    pub fn zombie_move(&self) -> Length {
        Length::inches(match self.agreed.slow_zombies {
            SlowZombies::Off => 8,
            SlowZombies::On => 4,
        })
    }

    /// The side of the automatic zombies, if there is one.
    pub fn horde_side(&self) -> Option<SideId> {
        self.sides().find(|side| self.forces[side.index()].automatic)
    }

    /// Zombies of the horde that have not been on the table yet.
    fn waiting_zombies(&self, side: SideId) -> impl Iterator<Item = ModelId> + '_ {
        self.ids().filter(move |m| {
            let model = self.model(*m);
            self.side(*m) == side && model.spot.is_none() && model.fate.is_none()
        })
    }

    /// Before the first turn 3D6 of them stand far off; from the second on D6+1 arrive at a
    /// random corner (KZ-ZOM-01, 02).
    pub fn zombies_arrive(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        let Some(side) = self.horde_side() else { return Ok(()) };
        let thrower = self.thrower(side);
        if self.turn == 1 {
            let dice = cx.dice(Need::d6(thrower, 3, "zombies at the start"))?;
            let count: usize = dice.iter().map(|face| usize::from(*face)).sum();
            cx.cite(Clause("KZ-ZOM-03"));
            cx.say(|| Event::note(Clause("KZ-ZOM-01"), format!("{count} zombies are about")));
            let spots = self.far_places();
            let zombies: Models = self.waiting_zombies(side).take(count).collect();
            let n = zombies.len().max(1);
            for (i, zombie) in zombies.into_iter().enumerate() {
                let middle = (2 * i + 1) * spots.len() / (2 * n);
                let free = |spot: &&Spot| self.is_free(**spot);
                let around = spots[middle..].iter().chain(&spots[..middle]);
                let Some(spot) = around.into_iter().find(free).copied() else { break };
                self.model_mut(zombie).spot = Some(spot);
            }
            return Ok(());
        }
        let count = cx.dice(Need::d6(thrower, 1, "zombies that arrive"))?[0] + 1;
        let need = Need { sides: 4, ..Need::d6(thrower, 1, "at which corner") };
        let corner = Corner::ALL[usize::from(cx.dice(need)?[0] - 1)];
        cx.cite(Clause("KZ-X-31"));
        cx.say(|| {
            let text = format!("{count} zombies arrive at the {} corner", corner.name());
            Event::note(Clause("KZ-ZOM-02"), text)
        });
        let zombies: Models = self.waiting_zombies(side).take(usize::from(count)).collect();
        for zombie in zombies {
            let Some(spot) = self.place_at_corner(corner) else { break };
            self.model_mut(zombie).spot = Some(spot);
            cx.say(|| {
                let text = format!("{} arrives at {spot}", self.name(zombie));
                let deed = Deed::Moved { model: zombie, path: vec![spot] };
                Event::note(Clause("KZ-ZOM-02"), text).deed(deed)
            });
        }
        Ok(())
    }

    /// Places two inches apart that are far enough from every human, or as far as there are.
    fn far_places(&self) -> Vec<Spot> {
        let humans: SmallVec<[Point; 16]> =
            self.figures().filter(|m| !self.who(*m).is_zombie()).map(|m| self.spot(m).at).collect();
        let points = engine::source::lattice(self.table.extent().grown(-BASE), Length::inches(2));
        let spots: Vec<Spot> = points
            .map(|at| at.at_height(self.table.ground_height(at)))
            .filter(|spot| self.is_free(*spot))
            .collect();
        let away = |spot: &Spot| humans.iter().map(|h| h.distance(spot.at)).min();
        let mut apart = APART + BASE * 2;
        loop {
            let far = |spot: &&Spot| away(spot).is_none_or(|d| d >= apart);
            let found: Vec<Spot> = spots.iter().filter(far).copied().collect();
            if found.len() >= 18 || apart <= Length::ZERO {
                return found;
            }
            apart -= Length::inches(2);
        }
    }

    fn is_free(&self, spot: Spot) -> bool {
        let bodies: SmallVec<[Body; 16]> = self.standing().map(|m| self.body(m)).collect();
        let mover = self.shambler(spot, &bodies);
        measure::on_table(&self.table, &body_at(spot)) && mover.stands(spot).is_ok()
    }

    fn shambler<'a>(&'a self, spot: Spot, others: &'a [Body]) -> Mover<'a> {
        Mover {
            table: &self.table,
            changes: &self.changes,
            body: body_at(spot),
            step: KERB,
            others,
        }
    }

    /// A free place within three inches of a corner, or as near as there is one.
    fn place_at_corner(&self, corner: Corner) -> Option<Spot> {
        let at = corner.at(&self.table);
        let inner = self.table.extent().grown(-BASE);
        let points = engine::source::lattice(inner, Length::cents(50));
        let reach = ARRIVAL + Length::inches(6);
        let near = points.filter(|p| p.distance_squared(at) <= reach.squared());
        let mut spots: Vec<Spot> = near.map(|p| p.at_height(self.table.ground_height(p))).collect();
        spots.sort_by_key(|spot| spot.at.distance_squared(at));
        spots.into_iter().find(|spot| self.is_free(*spot))
    }

    /// The next zombie acts: the one nearest to a human first (KZ-X-31).
    pub fn next_zombie(&mut self, cx: &mut Cx<'_>, group: GroupId) -> Play<()> {
        let humans: Models = self.prey_of(group);
        let away = |m: &ModelId| {
            let at = self.spot(*m).at;
            humans.iter().map(|h| self.spot(*h).at.distance_squared(at)).min().unwrap_or(i64::MAX)
        };
        let waiting = self.free_members(group).filter(|m| !self.model(*m).acted);
        let Some(zombie) = waiting.min_by_key(|m| (away(m), *m)) else {
            self.acting = None;
            return Ok(());
        };
        self.model_mut(zombie).acted = true;
        if humans.is_empty() {
            return Ok(());
        }
        self.shamble(cx, zombie, &humans)
    }

    /// Humans on foot whom a group of zombies may go for.
    fn prey_of(&self, group: GroupId) -> Models {
        let side = self.group(group).side;
        let prey = |m: &ModelId| {
            let who = self.who(*m);
            who.side != side && !who.is_zombie() && !who.is_vehicle()
        };
        self.standing().filter(prey).collect()
    }

    /// A zombie's go: get up, crawl, or go for the nearest human (KZ-ZOM-05, 07, 08).
    fn shamble(&mut self, cx: &mut Cx<'_>, zombie: ModelId, humans: &[ModelId]) -> Play<()> {
        let mut go = Go::of(zombie);
        if self.model(zombie).suppressed {
            let cast = Cast {
                side: self.thrower(self.side(zombie)),
                model: Some(zombie),
                count: 1,
                purpose: "to get up",
                clause: Clause("KZ-ZOM-07"),
            };
            let rolled =
                roll(cx, cast, &Sum::default(), || format!("{} gets up", self.name(zombie)))?;
            if rolled.face == 6 {
                self.get_up(cx, zombie, Clause("KZ-ZOM-07"));
            } else {
                cx.cite(Clause("KZ-ZOM-08"));
                go.down = true;
            }
        }
        cx.cite(Clause("KZ-ZOM-03"));
        cx.cite(Clause("KZ-ZOM-05"));
        cx.cite(Clause("KZ-GEO-09"));
        cx.cite(Clause("KZ-X-30"));
        cx.cite(Clause("KZ-X-31"));
        let foes = !self.opponents(zombie).is_empty();
        if !go.down && (foes || !self.helpless_beside(zombie).is_empty()) {
            return self.make_contact(cx, &mut go, true);
        }
        let allowance = self.allowance(&go, false);
        let mut hunts = self.hunt(zombie, humans);
        if hunts.len() > 1 {
            let side = self.thrower(self.side(zombie));
            let need = Need { sides: hunts.len() as u8, ..Need::d6(side, 1, "which human") };
            let face = cx.dice(need)?[0];
            hunts.swap(0, usize::from(face - 1));
        }
        let plan = hunts.first().and_then(|hunt| self.follow(zombie, hunt, allowance));
        if let Some(plan) = plan {
            self.carry_out(cx, &mut go, &plan)?;
        }
        if go.down { Ok(()) } else { self.throw_at_nearest(cx, zombie, humans) }
    }

    /// As far along a way as a zombie gets: into contact, or as near as it can stop.
    fn follow(&self, zombie: ModelId, hunt: &Hunt, allowance: Allowance) -> Option<MovePlan> {
        let start = self.spot(zombie);
        let end = *hunt.points.last()?;
        let near = start.at.distance(end.at) <= allowance.distance;
        if near && let Some(plan) = self.way_into_contact(zombie, hunt.prey, allowance) {
            return Some(plan);
        }
        let mut path: SmallVec<[Spot; 8]> = SmallVec::from_slice(&[start]);
        let mut left = allowance.distance;
        for point in &hunt.points {
            let last = path[path.len() - 1];
            let leg = last.at.distance(point.at);
            let at = last.at.toward(point.at - last.at, leg.min(left));
            path.push(at.at_height(self.table.ground_height(at)));
            left -= leg;
            if left <= Length::ZERO {
                break;
            }
        }
        self.shortened(zombie, path, allowance)
    }

    /// The longest beginning of a way that can be walked and stopped at.
    fn shortened(
        &self,
        zombie: ModelId,
        mut path: SmallVec<[Spot; 8]>,
        allowance: Allowance,
    ) -> Option<MovePlan> {
        while path.len() > 1 {
            let (from, to) = (path[path.len() - 2], path[path.len() - 1]);
            let leg = from.at.distance(to.at);
            for quarters in (1..=4).rev() {
                let at = from.at.toward(to.at - from.at, leg / 4 * quarters);
                let last = path.len() - 1;
                path[last] = at.at_height(self.table.ground_height(at));
                if let Ok(plan) = self.plan_move(zombie, &path, allowance) {
                    return Some(plan);
                }
            }
            path.pop();
        }
        None
    }

    /// Whoever could not be reached is thrown at (KZ-X-31).
    fn throw_at_nearest(
        &mut self,
        cx: &mut Cx<'_>,
        zombie: ModelId,
        humans: &[ModelId],
    ) -> Play<()> {
        let touching = self.is_able(zombie) && self.in_contact(zombie).next().is_some();
        if !self.is_able(zombie) || touching {
            return Ok(());
        }
        let body = self.body(zombie);
        let near = |h: &&ModelId| {
            self.is_there(**h)
                && self.model(**h).captor.is_none()
                && measure::within_3d(&body, &self.body(**h), THROW)
                && self.line(zombie, **h).is_ok()
        };
        let away = |h: &&ModelId| (self.spot(**h).at.distance_squared(body.at()), **h);
        match humans.iter().filter(near).min_by_key(away) {
            Some(target) => self.throw_stones(cx, zombie, *target),
            None => Ok(()),
        }
    }

    /// The way into contact: straight, or to another side of the human.
    fn way_into_contact(
        &self,
        zombie: ModelId,
        human: ModelId,
        allowance: Allowance,
    ) -> Option<MovePlan> {
        let start = self.spot(zombie);
        let other = self.body(human);
        let ring = contact_ring(BASE, &other, start.at);
        let paths = ring.into_iter().map(|at: Point| [start, at.at_height(other.feet())]);
        paths.into_iter().find_map(|path| self.plan_move(zombie, &path, allowance).ok())
    }

    /// Sticks and stones: three inches, a six hits, one die (KZ-ZOM-04).
    fn throw_stones(&mut self, cx: &mut Cx<'_>, zombie: ModelId, target: ModelId) -> Play<()> {
        let side = self.thrower(self.side(zombie));
        let cast = Cast {
            side,
            model: Some(zombie),
            count: 1,
            purpose: "sticks and stones",
            clause: Clause("KZ-ZOM-04"),
        };
        cx.say(|| {
            let text = format!("{} throws something at {}", self.name(zombie), self.name(target));
            let deed = Deed::Attacked { model: zombie, target, ranged: true };
            Event::note(Clause("KZ-ZOM-04"), text).deed(deed)
        });
        let rolled = roll(cx, cast, &Sum::default(), || format!("{} throws", self.name(zombie)))?;
        if rolled.face < 6 {
            return Ok(());
        }
        let cover = self.line(zombie, target).unwrap_or(Shelter::OPEN);
        let by = self.who(zombie).name.clone();
        let blow = Blow { side, by: &by, target, dice: 1, cover, burns: false, laser: false };
        self.kill_roll(cx, blow)?;
        Ok(())
    }
}
