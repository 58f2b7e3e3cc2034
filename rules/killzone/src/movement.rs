//! Chapter 3: moving, difficult ground, buildings, and what one keeps away from.

mod price;

pub use price::is_difficult;

use engine::question::Goal;
use engine::toll::{Plan, Toll};
use engine::{Ask, Clause, Cx, Deed, Event, ModelId, Play, Refusal};
use smallvec::SmallVec;
use tabletop::movement::{Mover, Trouble};
use tabletop::polygon::{Extent, point_segment_cmp};
use tabletop::{Body, FeatureId, Length, Point, Spot, measure};

use crate::options::AnyoneFinishes;
use crate::profile::{Class, Order};
use crate::state::{Go, Models, State, touches};

/// Steps up to this height are walked over without notice.
pub const KERB: Length = Length::cents(25);
/// How far one keeps from enemies who can fight (KZ-X-38).
pub const KEPT: Length = Length::inches(1);
/// Nothing reaches farther from its middle than this, not even a truck and a captive beside it.
const ARM: Length = Length::inches(6);
/// How far a suppressed figure crawls (KZ-MOVE-09).
const CRAWL: Length = Length::inches(3);

/// How far a figure may go, and under which rule.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// The distance.
    pub distance: Length,
    /// The rule that grants it.
    pub clause: Clause,
    /// Whether it may come into contact with enemies who can fight.
    pub assaults: bool,
    /// Whether it may come into contact with suppressed enemies.
    pub finishes: bool,
    /// Whether captives come along.
    pub leads: bool,
}

/// What a legal move costs.
#[derive(Clone, Debug)]
pub struct MovePlan {
    /// The way.
    pub path: Vec<Spot>,
    /// How long it is.
    pub length: Length,
    /// What it costs of the allowance.
    pub price: Length,
    /// The allowance it was judged by.
    limit: Length,
    /// Rules it makes use of.
    pub used: SmallVec<[Clause; 4]>,
    /// Doors on the way, which are opened.
    pub doors: SmallVec<[FeatureId; 1]>,
    /// Where captives end up who are taken along.
    pub led: SmallVec<[(ModelId, Spot); 1]>,
}

impl Plan for MovePlan {
    fn toll(&self) -> Toll {
        let doors = self.doors.iter().map(|_| "opens a door".to_owned());
        Toll {
            cost: format!("{} of {} inches", self.price, self.limit),
            band: 0,
            risks: doors.collect(),
            end: None,
        }
    }
}

impl State {
    /// How far a figure may move: its order's distance, less for power armour, the dark and
    /// captives (KZ-MOVE-01, 06, 07, 08; KZ-Q-57).
    pub fn allowance(&self, go: &Go, leads: bool) -> Allowance {
        let model = go.model;
        let who = self.who(model);
        let order = self.model(model).order;
        let mut distance = if go.down { CRAWL } else { self.order_move(model) };
        let mut take = |so: bool| {
            if so {
                distance = (distance - Length::inches(2)).max(Length::ZERO);
            }
        };
        take(who.is_powered());
        take(self.is_slowed_by_night(model));
        take(leads);
        distance = (distance - go.spent).max(Length::ZERO);
        let free = !go.down;
        let assaults = free && order == Order::Assault;
        let anyone = self.agreed.anyone_finishes == AnyoneFinishes::On;
        let with_shot = order.shoots() && order != Order::Snipe && !go.shot;
        Allowance {
            distance,
            clause: if go.down { Clause("KZ-MOVE-09") } else { Clause("KZ-MOVE-01") },
            assaults,
            finishes: assaults || (free && anyone && with_shot),
            leads,
        }
    }

    fn order_move(&self, model: ModelId) -> Length {
        match self.who(model).class {
            Class::Zombie => self.zombie_move(),
            _ => self.model(model).order.movement(),
        }
    }

    /// Whether the dark takes two inches off a figure's move (KZ-MOVE-06, KZ-Q-22).
    pub fn is_slowed_by_night(&self, model: ModelId) -> bool {
        let who = self.who(model);
        self.night && !who.sees_at_night() && who.class != Class::Scavenger
    }

    /// Notes the rules that make a figure's allowance what it is.
    pub fn cite_allowance(&self, cx: &mut Cx<'_>, allowance: Allowance, model: ModelId) {
        if cx.is_quiet() {
            return;
        }
        let who = self.who(model);
        cx.cite(allowance.clause);
        cx.cite(self.model(model).order.clause());
        cx.cite(Clause("KZ-T-01"));
        let rules: [(bool, &'static str); 6] = [
            (who.is_powered(), "KZ-MOVE-07"),
            (self.night, "KZ-MOVE-06"),
            (self.night, "KZ-DARK-06"),
            (self.night && who.night_sight, "KZ-Q-22"),
            (allowance.leads, "KZ-MOVE-08"),
            (allowance.leads, "KZ-Q-21"),
        ];
        rules.iter().filter(|(so, _)| *so).for_each(|(_, id)| cx.cite(Clause(id)));
        let several = usize::from(who.is_powered())
            + usize::from(self.is_slowed_by_night(model))
            + usize::from(allowance.leads);
        if several > 1 || allowance.clause == Clause("KZ-MOVE-09") {
            cx.cite(Clause("KZ-Q-57"));
        }
    }

    /// Judges a move: what it costs, or why it cannot be made.
    pub fn plan_move(
        &self,
        model: ModelId,
        path: &[Spot],
        allowance: Allowance,
    ) -> Result<MovePlan, Refusal> {
        // The cheapest test first: most refused moves are simply too long.
        let straight = path.windows(2).map(|w| w[0].at.distance(w[1].at));
        let length = straight.fold(Length::ZERO, |sum, leg| sum + leg);
        if length > allowance.distance {
            return Err(too_far(length, allowance));
        }
        let end = path.last().copied().unwrap_or_default();
        if !measure::on_table(&self.table, &self.body_at(model, end)) {
            let why = "the base would hang over the edge of the table";
            return Err(Refusal::new(Clause("KZ-GEO-03"), why));
        }
        let led = if allowance.leads { self.captives(model) } else { Models::new() };
        self.check_distance(model, path, allowance)?;
        let (others, bodies) = self.others_near(model, &led, path);
        let mover = self.mover(model, &bodies);
        self.check_footing(path)?;
        let walk = mover.walk(path);
        let bill = self.bill(model, &walk, &others)?;
        if bill.price > allowance.distance {
            return Err(too_far(bill.price, allowance));
        }
        // A door that is opened in passing is not in the way of whoever stops in it.
        let opened = (!bill.doors.is_empty()).then(|| {
            let mut changes = self.changes.clone();
            bill.doors.iter().for_each(|door| changes.open(*door));
            changes
        });
        let mover = Mover { changes: opened.as_ref().unwrap_or(&self.changes), ..mover };
        mover.stands(end).map_err(cannot_stand)?;
        let led = self.place_led(&mover, end, &led)?;
        Ok(MovePlan {
            path: path.to_vec(),
            length: walk.length(),
            price: bill.price,
            limit: allowance.distance,
            used: bill.used,
            doors: bill.doors,
            led,
        })
    }

    fn mover<'a>(&'a self, model: ModelId, others: &'a [Body]) -> Mover<'a> {
        Mover {
            table: &self.table,
            changes: &self.changes,
            body: self.body(model),
            step: KERB,
            others,
        }
    }

    /// Whoever may be in the way of a path: all others but some, and nobody from far off.
    fn others_near(
        &self,
        model: ModelId,
        without: &[ModelId],
        path: &[Spot],
    ) -> (SmallVec<[ModelId; 16]>, SmallVec<[Body; 16]>) {
        let points: SmallVec<[Point; 8]> = path.iter().map(|spot| spot.at).collect();
        let around = Extent::around(&points).map(|extent| extent.grown(ARM));
        let near = |m: &ModelId| {
            let body = self.body(*m);
            let close = around.is_none_or(|around| around.contains(body.at()));
            (*m != model && close && !without.contains(m)).then_some((*m, body))
        };
        self.standing().filter_map(|m| near(&m)).unzip()
    }

    /// All others on the table but some.
    pub fn others_without(&self, model: ModelId, without: &[ModelId]) -> SmallVec<[ModelId; 16]> {
        self.standing().filter(|m| *m != model && !without.contains(m)).collect()
    }

    /// One keeps an inch from enemies who can fight, unless one assaults, and touches suppressed
    /// ones only to kill or capture them (KZ-X-38, KZ-Q-45). Whoever stands beside an enemy
    /// already is not pinned (KZ-MOVE-11).
    fn check_distance(
        &self,
        model: ModelId,
        path: &[Spot],
        allowance: Allowance,
    ) -> Result<(), Refusal> {
        let start = self.body(model);
        let end = self.body_at(model, path.last().copied().unwrap_or(start.spot));
        if path.len() < 2 {
            return Ok(());
        }
        for enemy in self.enemies(model) {
            let other = self.body(enemy);
            let state = self.model(enemy);
            if state.suppressed {
                let held = state.captor == Some(model);
                let comes = touches(&end, &other) && !touches(&start, &other);
                if comes && !held && !allowance.finishes {
                    let why = format!(
                        "{} is suppressed, and nothing is left to do about it",
                        self.name(enemy)
                    );
                    return Err(Refusal::new(Clause("KZ-Q-45"), why));
                }
                continue;
            }
            if allowance.assaults || measure::within(&start, &other, KEPT) {
                continue;
            }
            let reach = start.base + other.base + KEPT;
            let level = |w: &[Spot]| {
                let z = w[0].z.min(w[1].z);
                (z - other.feet()).abs() < other.height
            };
            let near = |w: &[Spot]| {
                level(w) && point_segment_cmp(other.at(), w[0].at, w[1].at, reach).is_lt()
            };
            if path.windows(2).any(near) {
                let why = format!("the way comes within {KEPT} inch of {}", self.name(enemy));
                return Err(Refusal::new(Clause("KZ-X-38"), why));
            }
        }
        Ok(())
    }

    /// A path bends only where a figure could stand.
    fn check_footing(&self, path: &[Spot]) -> Result<(), Refusal> {
        let no_ground = |spot: Spot| {
            let why = format!("there is no level ground to stop on at {spot}");
            Refusal::new(Clause("KZ-X-25"), why)
        };
        self.table.first_without_footing(path).map_or(Ok(()), |spot| Err(no_ground(spot)))
    }

    /// Whoever is led stands in contact with the captor in the end (KZ-X-37).
    fn place_led(
        &self,
        mover: &Mover<'_>,
        end: Spot,
        led: &[ModelId],
    ) -> Result<SmallVec<[(ModelId, Spot); 1]>, Refusal> {
        let mut placed: SmallVec<[(ModelId, Spot); 1]> = SmallVec::new();
        for captive in led {
            let holder = Body { spot: end, ..mover.body };
            let from = self.spot(*captive);
            let ring = tabletop::movement::contact_ring(holder.base, &holder, from.at);
            let clear = |spot: &Spot| {
                let body = self.body_at(*captive, *spot);
                let apart = |(_, other): &(ModelId, Spot)| {
                    other.at.distance_squared(spot.at) >= (body.base * 2).squared()
                };
                measure::on_table(&self.table, &body)
                    && mover.stands(*spot).is_ok()
                    && placed.iter().all(apart)
            };
            let spots = ring.into_iter().map(|at: Point| at.at_height(end.z));
            let Some(spot) = spots.into_iter().find(|spot| clear(spot)) else {
                let why = format!("there is no room beside for {}", self.name(*captive));
                return Err(Refusal::new(Clause("KZ-X-37"), why));
            };
            placed.push((*captive, spot));
        }
        Ok(placed)
    }

    /// Asks for the way of a move and carries it out.
    pub fn make_move(&mut self, cx: &mut Cx<'_>, go: &mut Go, leads: bool) -> Play<()> {
        let model = go.model;
        let allowance = self.allowance(go, leads);
        self.cite_allowance(cx, allowance, model);
        let ask = Ask::new(self.side(model), "path", "Where does it go?", allowance.clause);
        let plan = cx.path(
            ask.about(model),
            (model, self.spot(model), allowance.distance),
            || self.goals(model, allowance),
            |path| self.plan_move(model, path, allowance),
        )?;
        self.carry_out(cx, go, &plan)
    }

    /// Carries out a move, and whatever contact leads to.
    pub fn carry_out(&mut self, cx: &mut Cx<'_>, go: &mut Go, plan: &MovePlan) -> Play<()> {
        let model = go.model;
        plan.used.iter().for_each(|clause| cx.cite(*clause));
        cx.cite(Clause("KZ-GEO-03"));
        // Nobody shoots at whoever passes: all shooting is in one's own go.
        cx.cite(Clause("KZ-X-10"));
        plan.doors.iter().for_each(|door| self.changes.open(*door));
        let from = self.spot(model);
        let to = plan.path.last().copied().unwrap_or(from);
        if self.enemies(model).any(|e| touches(&self.body(model), &self.body(e))) {
            cx.cite(Clause("KZ-MOVE-11"));
            cx.cite(Clause("KZ-Q-52"));
        }
        self.model_mut(model).spot = Some(to);
        go.moved = Some(go.moved.unwrap_or_default() + plan.length);
        if plan.path.len() > 1 {
            cx.say(|| {
                let verb = if go.down { "crawls" } else { "moves" };
                let text = format!("{} {verb} from {from} to {to}", self.name(model));
                let deed = Deed::Moved { model, path: plan.path.clone() };
                Event::note(Clause("KZ-MOVE-01"), text).deed(deed)
            });
        }
        for (captive, spot) in &plan.led {
            let path = vec![self.spot(*captive), *spot];
            cx.cite(Clause("KZ-X-37"));
            self.model_mut(*captive).spot = Some(*spot);
            cx.say(|| {
                let text = format!("{} is led along by {}", self.name(*captive), self.name(model));
                let deed = Deed::Moved { model: *captive, path };
                Event::note(Clause("KZ-CAP-04"), text).deed(deed)
            });
        }
        self.loosen_captives(cx);
        self.make_contact(cx, go, from != to)
    }

    /// Places worth going to, for simple players: enemies within reach of what one carries,
    /// ground to be held, the edge to flee over.
    fn goals(&self, model: ModelId, allowance: Allowance) -> Vec<Goal> {
        let here = self.spot(model);
        let who = self.who(model);
        let range = who.guns.iter().map(|gun| self.range_of(model, *gun)).max();
        let wanted = match range {
            Some(range) if !allowance.assaults => range / 2,
            _ => Length::ZERO,
        };
        let ground = |at: Point| at.at_height(self.table.ground_height(at));
        let mut goals: Vec<Goal> = Vec::new();
        for enemy in self.enemies(model) {
            let body = self.body(enemy);
            let apart = here.at.distance(body.at());
            let down = self.model(enemy).suppressed && allowance.finishes;
            let merit = -(apart.um() / 1_000) + if down { 200 } else { 0 };
            let touch = allowance.assaults || down;
            let at = match touch {
                true => tabletop::movement::contact_spot(crate::state::BASE, &body, here.at),
                false => {
                    let way = (apart - wanted - Length::inches(2)).max(Length::ZERO);
                    here.at.toward(body.at() - here.at, way.min(allowance.distance))
                }
            };
            goals.push(Goal { spot: ground(at), merit });
        }
        for marker in &self.changes.markers {
            goals.push(Goal { spot: ground(marker.spot.at), merit: 100 });
        }
        if let Some(at) = self.way_out(model) {
            goals.push(Goal { spot: ground(at), merit: 300 });
        }
        goals
    }
}

/// The refusal of a way that is too long.
fn too_far(length: Length, allowance: Allowance) -> Refusal {
    let why = format!("the way costs {length} inches, but only {} may be used", allowance.distance);
    Refusal::new(allowance.clause, why)
}

fn cannot_stand(trouble: Trouble) -> Refusal {
    let clause = match trouble {
        Trouble::Body { .. } => Clause("KZ-X-38"),
        _ => Clause("KZ-X-25"),
    };
    Refusal::new(clause, format!("the move cannot end there: {trouble}"))
}
