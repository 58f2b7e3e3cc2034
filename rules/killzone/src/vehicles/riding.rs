//! Getting in and out of vehicles, driving, ramming, wrecks (KZ-X-19 to KZ-X-23).

use engine::question::Goal;
use engine::toll::{Plan, Toll};
use engine::{Ask, Clause, Cx, Deed, Event, ModelId, Play, Refusal};
use smallvec::SmallVec;
use tabletop::movement::{Mover, What, contact_ring};
use tabletop::{Body, Length, Spot, Vector, measure};

use crate::fire::FAST;
use crate::go::Action;
use crate::harm::Blow;
use crate::movement::{KERB, is_difficult};
use crate::rolls::{Cast, Sum, roll};
use crate::sight::{Cover, Shelter};
use crate::state::{Fate, Go, Models, State};
use crate::vehicles::{Make, MakeKind};

/// What getting in or out takes off a move (KZ-X-23).
const DOOR: Length = Length::inches(4);
/// A vehicle goes this far straight before it turns again (KZ-X-19).
const STRAIGHT: Length = Length::inches(4);

/// A way that a vehicle can be driven.
#[derive(Clone, Debug)]
struct Drive {
    path: Vec<Spot>,
    length: Length,
    limit: Length,
    heading: Vector,
    /// How far along the way bad ground begins.
    rough: Option<Length>,
    /// Figures in the way.
    rammed: Models,
}

impl Plan for Drive {
    fn toll(&self) -> Toll {
        let rough = self.rough.map(|at| format!("bad ground after {at} inches: stops on a 1"));
        let rammed = (!self.rammed.is_empty()).then(|| "runs somebody over".to_owned());
        Toll {
            cost: format!("{} of {} inches", self.length, self.limit),
            band: u8::from(self.length > FAST),
            risks: rough.into_iter().chain(rammed).collect(),
            end: None,
        }
    }
}

impl State {
    /// The cover of those inside: soft in an open vehicle, medium in a closed one, hard in a
    /// carrier (KZ-X-21).
    pub fn vehicle_cover(&self, model: ModelId) -> Shelter {
        let vehicle = self.model(model).aboard;
        let cover = match vehicle.and_then(|v| self.who(v).make) {
            None | Some(Make { kind: MakeKind::Bike, .. }) => Cover::None,
            Some(Make { kind: MakeKind::Carrier, .. }) => Cover::Hard,
            Some(Make { open: true, .. }) => Cover::Soft,
            Some(_) => Cover::Medium,
        };
        Shelter { cover, clause: Clause("KZ-X-21") }
    }

    /// Those inside of a vehicle.
    fn riders(&self, vehicle: ModelId) -> Models {
        self.ids().filter(|m| self.model(*m).aboard == Some(vehicle)).collect()
    }

    /// Vehicles that a figure can get into (KZ-X-23).
    pub fn boarding(&self, model: ModelId, all: &mut SmallVec<[Action; 16]>) {
        let rides = self.rides_near(model).into_iter().filter(|v| self.model(*v).driven <= FAST);
        all.extend(rides.map(Action::Board));
    }

    /// Vehicles that a figure could get into if they were not so fast.
    pub fn fast_rides(&self, model: ModelId) -> Models {
        self.rides_near(model).into_iter().filter(|v| self.model(*v).driven > FAST).collect()
    }

    /// The vehicles of its side with a free seat that a figure on foot can reach; nobody takes
    /// captives along.
    fn rides_near(&self, model: ModelId) -> Models {
        let side = self.side(model);
        let own = |m: &ModelId| self.who(*m).is_vehicle() && self.side(*m) == side;
        let mut vehicles = self.standing().filter(own).peekable();
        let reach = self.allowance(&Go::of(model), false).distance - DOOR;
        if vehicles.peek().is_none() || reach < Length::ZERO || !self.captives(model).is_empty() {
            return Models::new();
        }
        let near = |v: &ModelId| {
            let seats = self.who(*v).make.map_or(0, Make::seats);
            measure::within(&self.body(model), &self.body(*v), reach)
                && self.riders(*v).len() < seats
        };
        vehicles.filter(near).collect()
    }

    /// A figure gets in; that is its move.
    pub fn board(&mut self, cx: &mut Cx<'_>, go: &mut Go, vehicle: ModelId) {
        let model = go.model;
        go.moved = Some(DOOR);
        let m = self.model_mut(model);
        m.spot = None;
        m.aboard = Some(vehicle);
        cx.say(|| {
            let text = format!("{} gets into {}", self.name(model), self.name(vehicle));
            Event::note(Clause("KZ-X-23"), text).deed(Deed::Changed { model })
        });
    }

    /// What somebody in a vehicle can do besides shooting.
    pub fn vehicle_actions(&self, go: &Go, all: &mut SmallVec<[Action; 16]>) {
        let Some(vehicle) = self.model(go.model).aboard else { return };
        if go.moved.is_some() {
            return;
        }
        let m = self.model(vehicle);
        if !m.acted && !m.suppressed {
            all.push(Action::Drive);
        }
        let slow = m.driven <= FAST;
        let far_enough = self.allowance(go, false).distance >= DOOR;
        if slow && far_enough && self.place_beside(vehicle, go.model).is_some() {
            all.push(Action::GetOut);
        }
    }

    /// A free place beside a vehicle.
    fn place_beside(&self, vehicle: ModelId, model: ModelId) -> Option<Spot> {
        let holder = self.body(vehicle);
        let bodies: SmallVec<[Body; 16]> = self.standing().map(|m| self.body(m)).collect();
        let own = crate::state::body_at(holder.spot);
        let mover = Mover {
            table: &self.table,
            changes: &self.changes,
            body: own,
            step: KERB,
            others: &bodies,
        };
        let enemies: Models = self.enemies(model).filter(|e| self.is_able(*e)).collect();
        let ring = contact_ring(own.base, &holder, holder.at() + self.model(vehicle).facing);
        ring.into_iter().map(|at| at.at_height(holder.feet())).find(|spot| {
            let body = own.moved_to(*spot);
            let kept = |e: &ModelId| !measure::within(&body, &self.body(*e), crate::movement::KEPT);
            measure::on_table(&self.table, &body)
                && mover.stands(*spot).is_ok()
                && enemies.iter().all(kept)
        })
    }

    /// A figure gets out: four inches of its move are gone (KZ-X-23).
    pub fn get_out(&mut self, cx: &mut Cx<'_>, go: &mut Go) -> Play<()> {
        let model = go.model;
        let Some(vehicle) = self.model(model).aboard else { return Ok(()) };
        let Some(spot) = self.place_beside(vehicle, model) else { return Ok(()) };
        go.spent = DOOR;
        self.alight(cx, model, spot);
        Ok(())
    }

    fn alight(&mut self, cx: &mut Cx<'_>, model: ModelId, spot: Spot) {
        let m = self.model_mut(model);
        m.spot = Some(spot);
        m.aboard = None;
        cx.say(|| {
            let text = format!("{} gets out at {spot}", self.name(model));
            let deed = Deed::Moved { model, path: vec![spot] };
            Event::note(Clause("KZ-X-23"), text).deed(deed)
        });
    }

    /// The driver's go is his vehicle's (KZ-X-19).
    pub fn drive(&mut self, cx: &mut Cx<'_>, go: &mut Go) -> Play<()> {
        let Some(vehicle) = self.model(go.model).aboard else { return Ok(()) };
        let Some(make) = self.who(vehicle).make else { return Ok(()) };
        let ask = Ask::new(self.side(vehicle), "path", "Where does it go?", Clause("KZ-X-19"));
        let start = self.spot(vehicle);
        let goals = || self.drive_goals(vehicle, make);
        let drive = cx.path(ask.about(vehicle), (vehicle, start, make.speed()), goals, |path| {
            self.plan_drive(vehicle, make, path)
        })?;
        go.moved = Some(drive.length);
        self.model_mut(vehicle).acted = true;
        self.carry_out_drive(cx, vehicle, drive)
    }

    fn drive_goals(&self, vehicle: ModelId, make: Make) -> Vec<Goal> {
        let here = self.spot(vehicle).at;
        let ahead = here.toward(self.model(vehicle).facing, make.speed() / 2);
        let markers = self.changes.markers.iter().map(|marker| (marker.spot.at, 10));
        let to_goal = |(at, merit): (tabletop::Point, i32)| Goal {
            spot: at.at_height(self.table.ground_height(at)),
            merit,
        };
        markers.chain([(ahead, 1)]).map(to_goal).collect()
    }

    fn plan_drive(&self, vehicle: ModelId, make: Make, path: &[Spot]) -> Result<Drive, Refusal> {
        let no = |why: &str| Refusal::new(Clause("KZ-X-19"), why);
        let heading = self.check_turns(vehicle, path)?;
        let others = self.others_without(vehicle, &[]);
        let bodies: SmallVec<[Body; 16]> = others.iter().map(|m| self.body(*m)).collect();
        let mover = Mover {
            table: &self.table,
            changes: &self.changes,
            body: self.body(vehicle),
            step: KERB,
            others: &bodies,
        };
        let walk = mover.walk(path);
        let mut rough = None;
        let mut rammed = Models::new();
        for (leg, met) in walk.met() {
            match met.what {
                What::Ground { kind, .. } if is_difficult(kind) => {
                    rough = rough.or(Some(leg.start + met.from));
                }
                What::Ground { .. } | What::Slope { .. } | What::Cloud { .. } => (),
                What::Body { index, .. } => {
                    let other = others[index];
                    if self.who(other).is_vehicle() {
                        return Err(no("another vehicle is in the way"));
                    }
                    rammed.push(other);
                }
                What::OffTable => return Err(no("the way leaves the table")),
                What::Level { .. } | What::Gap { .. } | What::Obstacle { .. } => {
                    return Err(no("something is in the way that cannot be driven over"));
                }
            }
        }
        rammed.sort_unstable();
        rammed.dedup();
        let limit = if rough.is_some() { make.speed() / 2 } else { make.speed() };
        if walk.length() > limit {
            let why = format!("the way is {} inches, {limit} is the most", walk.length());
            return Err(Refusal::new(Clause("KZ-X-19"), why));
        }
        let end = path.last().copied().unwrap_or_default();
        let body = self.body_at(vehicle, end);
        if !measure::on_table(&self.table, &body) {
            return Err(no("it would hang over the edge of the table"));
        }
        mover.stands(end).map_err(|trouble| no(&format!("it cannot stop there: {trouble}")))?;
        Ok(Drive { path: path.to_vec(), length: walk.length(), limit, heading, rough, rammed })
    }

    /// Turns are of 45 degrees at most, four inches apart (KZ-X-19).
    fn check_turns(&self, vehicle: ModelId, path: &[Spot]) -> Result<Vector, Refusal> {
        let mut heading = self.model(vehicle).facing;
        let legs = path.windows(2).count();
        for (index, leg) in path.windows(2).enumerate() {
            let along = leg[1].at - leg[0].at;
            if along == Vector::default() {
                continue;
            }
            let (ahead, aside) = (heading.dot(along), heading.cross(along).abs());
            if ahead <= 0 || aside > ahead {
                let why = "a vehicle turns by 45 degrees at most";
                return Err(Refusal::new(Clause("KZ-X-19"), why));
            }
            if index + 1 < legs && along.length() < STRAIGHT {
                let why = "a vehicle goes 4 inches before it turns again";
                return Err(Refusal::new(Clause("KZ-X-19"), why));
            }
            heading = along;
        }
        Ok(heading)
    }

    fn carry_out_drive(&mut self, cx: &mut Cx<'_>, vehicle: ModelId, drive: Drive) -> Play<()> {
        let side = self.side(vehicle);
        let mut drive = drive;
        if let Some(at) = drive.rough {
            let cast = Cast {
                side,
                model: Some(vehicle),
                count: 1,
                purpose: "bad ground",
                clause: Clause("KZ-X-19"),
            };
            let title = || format!("{} takes bad ground", self.name(vehicle));
            let rolled = roll(cx, cast, &Sum::default(), title)?;
            if rolled.face == 1 {
                drive = self.stopped(vehicle, &drive, at);
            }
        }
        let Drive { path, length, heading, rammed, .. } = drive;
        let fast = length > FAST;
        let end = path.last().copied().unwrap_or_default();
        let m = self.model_mut(vehicle);
        m.spot = Some(end);
        m.facing = heading;
        m.driven = length;
        cx.cite(Clause("KZ-X-20"));
        cx.say(|| {
            let text = format!("{} drives {length} inches to {end}", self.name(vehicle));
            Event::note(Clause("KZ-X-19"), text).deed(Deed::Moved { model: vehicle, path })
        });
        let by = self.who(vehicle).name.clone();
        for target in rammed {
            cx.cite(Clause("KZ-X-22"));
            let dice = if fast { 3 } else { 2 };
            let blow = Blow {
                side,
                by: &by,
                target,
                dice,
                cover: Shelter::OPEN,
                burns: false,
                laser: false,
            };
            self.kill_roll(cx, blow)?;
        }
        self.loosen_captives(cx);
        Ok(())
    }

    /// A drive that ends where bad ground begins, or a little before it where somebody stands there.
    fn stopped(&self, vehicle: ModelId, drive: &Drive, at: Length) -> Drive {
        let make = self.who(vehicle).make;
        let ends = (0..).map(|n| at - Length::cents(25) * n).take_while(|end| *end > Length::ZERO);
        let mut shorter = ends.filter_map(|end| {
            let path = self.beginning(&drive.path, end);
            make.and_then(|make| self.plan_drive(vehicle, make, &path).ok())
        });
        let still = Drive {
            path: vec![self.spot(vehicle)],
            length: Length::ZERO,
            heading: self.model(vehicle).facing,
            rammed: Models::new(),
            limit: drive.limit,
            rough: drive.rough,
        };
        shorter.next().unwrap_or(still)
    }

    /// The beginning of a way.
    fn beginning(&self, path: &[Spot], length: Length) -> Vec<Spot> {
        let mut left = length;
        let mut cut: Vec<Spot> = path.first().copied().into_iter().collect();
        for leg in path.windows(2) {
            let along = leg[1].at - leg[0].at;
            if along.length() >= left {
                let at = leg[0].at.toward(along, left);
                cut.push(at.at_height(self.table.ground_height(at)));
                break;
            }
            cut.push(leg[1]);
            left -= along.length();
        }
        cut
    }

    /// A wreck: each of those inside takes two dice and is beside it afterwards (KZ-X-21).
    pub fn wreck(&mut self, cx: &mut Cx<'_>, vehicle: ModelId) -> Play<()> {
        let side = self.thrower(self.side(vehicle));
        let by = self.who(vehicle).name.clone();
        for target in self.riders(vehicle) {
            let blow = Blow {
                side,
                by: &by,
                target,
                dice: 2,
                cover: Shelter::OPEN,
                burns: false,
                laser: false,
            };
            self.kill_roll(cx, blow)?;
        }
        for survivor in self.riders(vehicle) {
            match self.place_beside(vehicle, survivor) {
                Some(spot) => self.alight(cx, survivor, spot),
                None => self.remove(cx, survivor, Fate::Killed),
            }
        }
        self.remove(cx, vehicle, Fate::Killed);
        Ok(())
    }

    /// A stalled vehicle loses its move in the next go of somebody inside, and is well again
    /// after that (KZ-X-21).
    pub fn start_engine(&mut self, model: ModelId) {
        let Some(vehicle) = self.model(model).aboard else { return };
        let m = self.model_mut(vehicle);
        if m.suppressed && !m.acted {
            m.suppressed = false;
            m.acted = true;
        }
    }
}
