//! Jump: movement through the air in every direction (PUN-JUM, PUN-Q-47).

use engine::question::Goal;
use engine::toll::{self, Toll};
use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Play, Refusal};
use tabletop::{Extent, Length, Nature, Spot, Vector};

use crate::actions::Action;
use crate::movement::{End, Gait, March, Purpose};
use crate::profile::{Attribute, ModelRule};
use crate::state::{Acting, Models, Posture, State};
use crate::terrain;

/// Directions in which a place to come down is looked for.
const WAYS: [(i64, i64); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
/// An Action is spent wholly on a charge if no more than this is left of it (PUN-Q-23).
const LEFT_OVER: Length = Length::cents(5);

/// A jump that may be made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flight {
    /// Where it ends.
    pub(super) end: Spot,
    /// Whether the model comes down there.
    pub(super) lands: bool,
    length: Length,
    budget: Length,
}

impl toll::Plan for Flight {
    fn toll(&self) -> Toll {
        let aloft = (!self.lands).then(|| "hangs in the air until its next Action".to_owned());
        Toll {
            cost: format!("{} of {} inches", self.length, self.budget),
            band: u8::from(!self.lands),
            risks: aloft.into_iter().collect(),
            end: None,
        }
    }
}

impl State {
    /// Jumps are offered to those who can: anywhere, and at enemies (PUN-JUM-01, 04).
    pub fn add_jumps(&self, acting: &Acting, actions: &mut Vec<Action>) {
        let model = acting.model;
        let posture = self.model(model).posture;
        if !self.has(model, ModelRule::Jump) || posture == Posture::Crouched {
            return;
        }
        if posture != Posture::Aloft || self.landing_from(model, self.spot(model)).is_some() {
            actions.push(Action::Jump);
        }
        if self.attribute(model, Attribute::Combat).is_none() {
            return;
        }
        let reach = self.budget(model);
        let near: Models = self.enemies(model).filter(|e| self.gap(model, *e) <= reach).collect();
        if near.is_empty() {
            return;
        }
        let seen = self.assailable(model);
        for target in near.into_iter().filter(|e| seen.contains(e)) {
            let purpose = Purpose::Assault { target, seen: seen.clone() };
            if self.first_flight(model, &purpose).is_ok() {
                actions.push(Action::JumpAt(target));
            }
        }
    }

    /// What a player should know of a jump.
    pub fn describe_jump(&self, model: ModelId) -> Choice {
        let reach = self.budget(model);
        Choice::new("jump").detail(format!("up to {reach} inches through the air")).merit(29)
    }

    /// The same of one that ends in contact.
    pub fn describe_jump_at(&self, model: ModelId, target: ModelId) -> Choice {
        Choice::new(format!("jump at {}", self.name(target)))
            .detail("through the air into contact, and a free Combat")
            .about(target)
            .merit(35 + self.fight_merit(model, target, 1))
    }

    /// A model jumps (PUN-JUM-01, PUN-Q-47).
    pub fn jump(&mut self, cx: &mut Cx<'_>, model: ModelId, at: Option<ModelId>) -> Play<()> {
        let purpose = match at {
            Some(target) => Purpose::Assault { target, seen: self.assailable(model) },
            None => Purpose::Move,
        };
        let start = self.spot(model);
        let ask = Ask::new(self.side(model), "jump-path", "Where does it jump?", JUMP);
        let reach = (model, start, self.budget(model));
        let goals = || self.flight_goals(model, &purpose);
        let flight = cx.path(ask.about(model), reach, goals, |path| match path {
            [_] => self.first_flight(model, &purpose),
            [_, end] => self.plan_flight(model, *end, &purpose),
            _ => Err(Refusal::new(Clause("PUN-Q-47"), "a jump goes in one straight line")),
        })?;
        ["PUN-JUM-02", "PUN-JUM-03", "PUN-Q-47"].iter().for_each(|id| cx.cite(Clause(id)));
        if at.is_some() {
            cx.cite(Clause("PUN-JUM-04"));
        }
        self.take_off(cx, model, flight, purpose)
    }

    /// A model sets off through the air.
    pub(super) fn take_off(
        &mut self,
        cx: &mut Cx<'_>,
        model: ModelId,
        flight: Flight,
        purpose: Purpose,
    ) -> Play<()> {
        let start = self.spot(model);
        let toward = self.flown_at(model, flight, &purpose);
        if !matches!(self.model(model).posture, Posture::Aloft) {
            self.model_mut(model).posture = Posture::Standing;
        }
        let march = March {
            model,
            path: vec![start, flight.end],
            gait: Gait::Walk,
            purpose,
            end: if flight.lands { End::Arrives } else { End::Aloft },
            watched: Length::ZERO,
            held: Models::new(),
            toward,
            left: Models::new(),
        };
        self.march_on(cx, march)
    }

    /// The enemies at whom a jump goes straight with all it has (PUN-Q-23).
    fn flown_at(&self, model: ModelId, flight: Flight, purpose: &Purpose) -> Models {
        if *purpose != Purpose::Move || flight.length + LEFT_OVER < flight.budget {
            return Models::new();
        }
        let here = self.spot(model);
        let gap = |from: Spot, e: ModelId| from.at.distance(self.spot(e).at);
        let advanced = |e: &ModelId| {
            gap(here, *e) - gap(flight.end, *e) + LEFT_OVER >= here.at.distance(flight.end.at)
                && gap(flight.end, *e) < gap(here, *e)
        };
        self.enemies(model).filter(advanced).filter(|e| self.sees(model, *e)).collect()
    }

    /// Judges a jump: in a straight line through space, past scenery, and down on a place to stand
    /// unless another Action follows (PUN-JUM-01 to 03, PUN-Q-47).
    pub(super) fn plan_flight(
        &self,
        model: ModelId,
        end: Spot,
        purpose: &Purpose,
    ) -> Result<Flight, Refusal> {
        let start = self.spot(model);
        let budget = self.budget(model);
        let length = line_between(start, end);
        if length > budget {
            let why = format!("it is {length} inches through the air, a jump reaches {budget}");
            return Err(Refusal::new(Clause("PUN-Q-47"), why));
        }
        if !tabletop::measure::on_table(&self.table, &self.body_at(model, end)) {
            return Err(Refusal::new(Clause("PUN-SC0-08"), "the jump leaves the table"));
        }
        self.check_touched(model, end, purpose)?;
        if let Some(name) = self.in_flight_path(model, start, end) {
            let why = format!("{name} is in the way");
            return Err(Refusal::new(Clause("PUN-Q-47"), why));
        }
        let flight = Flight { end, lands: true, length, budget };
        if self.table.carries(end.at, end.z) {
            self.deployable(model, end)?;
            return Ok(flight);
        }
        let goes_on = self.acting.as_ref().is_some_and(|acting| acting.left > 0);
        if !goes_on || *purpose != Purpose::Move {
            let why = "a jump ends on a flat, clear surface where the model can stand";
            return Err(Refusal::new(Clause("PUN-JUM-02"), why));
        }
        if self.in_place(model, end).is_some() || self.landing_from(model, end).is_none() {
            let why = "it could not come down from there with its next Action";
            return Err(Refusal::new(Clause("PUN-JUM-03"), why));
        }
        Ok(Flight { lands: false, ..flight })
    }

    /// A jump touches nobody but those it is meant for (PUN-ASL-03, PUN-Q-66).
    fn check_touched(&self, model: ModelId, end: Spot, purpose: &Purpose) -> Result<(), Refusal> {
        for enemy in self.enemies(model).filter(|e| self.touches_at(model, end, *e)) {
            let clause = match purpose {
                Purpose::Assault { seen, .. } if seen.contains(&enemy) => continue,
                Purpose::Assault { .. } => Clause("PUN-Q-66"),
                Purpose::Move | Purpose::Disengage => Clause("PUN-ASL-03"),
            };
            let why = format!("{} may not be touched", self.name(enemy));
            return Err(Refusal::new(clause, why));
        }
        match purpose {
            Purpose::Assault { target, .. } if !self.touches_at(model, end, *target) => {
                let why = format!("the jump does not lead to {}", self.name(*target));
                Err(Refusal::new(Clause("PUN-ASL-01"), why))
            }
            _ => Ok(()),
        }
    }

    /// What keeps a model from flying somewhere. It rises to the higher of both ends and clears
    /// what is no taller than itself; roofs over either end are in the way (PUN-Q-47).
    fn in_flight_path(&self, model: ModelId, from: Spot, to: Spot) -> Option<&str> {
        let who = self.who(model);
        let level = from.z.max(to.z);
        let head = level + who.height;
        let around = Extent::around(&[from.at, to.at])?.grown(who.base);
        let volumes = self.table.volumes();
        let mut near = self.table.volume_grid().near(around).map(|i| &volumes[i]);
        let roofed = |end: Spot, bottom: Length, shape: &tabletop::Polygon| {
            let above = end.z < level && bottom >= end.z && bottom < head;
            above && shape.nearer_than(end.at, who.base)
        };
        let met = near.find(|v| {
            let solid = matches!(v.kind.nature(), Nature::Solid | Nature::Barrier)
                && !terrain::is_screen(v.kind)
                && !v.feature.is_some_and(|f| self.changes.is_gone(f));
            let tall = || {
                let swept = match from.at == to.at {
                    true => v.shape.nearer_than(from.at, who.base),
                    false => v.shape.swept_by(from.at, to.at, who.base),
                };
                v.top > head && v.bottom < head && swept
            };
            let roof = || {
                let ends = [from, to].into_iter();
                v.bottom > Length::ZERO && ends.into_iter().any(|e| roofed(e, v.bottom, &v.shape))
            };
            solid && (tall() || roof())
        });
        met.map(|v| self.table.piece(v.piece).name.as_str())
    }

    /// The first jump there is, for those who show none: into contact, or down, or none at all.
    pub(super) fn first_flight(
        &self,
        model: ModelId,
        purpose: &Purpose,
    ) -> Result<Flight, Refusal> {
        let here = self.spot(model);
        if let Purpose::Assault { target, .. } = purpose {
            let mut refusal = Refusal::new(Clause("PUN-ASL-01"), "there is no place to fight from");
            for spot in self.contact_spots(model, *target) {
                match self.plan_flight(model, spot, purpose) {
                    Ok(flight) => return Ok(flight),
                    Err(why) => refusal = why,
                }
            }
            return Err(refusal);
        }
        match self.model(model).posture {
            Posture::Aloft => {
                let none = || Refusal::new(Clause("PUN-JUM-02"), "there is no place to come down");
                let end = self.landing_from(model, here).ok_or_else(none)?;
                self.plan_flight(model, end, purpose)
            }
            _ => {
                let budget = self.budget(model);
                Ok(Flight { end: here, lands: true, length: Length::ZERO, budget })
            }
        }
    }

    /// A place where a model could come down from a point in the air with one Action.
    fn landing_from(&self, model: ModelId, from: Spot) -> Option<Spot> {
        let budget = self.budget(model);
        let rings = std::iter::once((0, (1, 0)))
            .chain((1..=8).flat_map(|n| WAYS.into_iter().map(move |way| (n, way))));
        let points = rings.map(|(n, (x, y))| from.at.toward(Vector::new(x, y), budget / 8 * n));
        let mut spots = points
            .flat_map(|at| self.table.supports(at).into_iter().rev().map(move |z| at.at_height(z)));
        spots.find(|spot| {
            line_between(from, *spot) <= budget
                && self.deployable(model, *spot).is_ok()
                && self.enemies(model).all(|e| !self.touches_at(model, *spot, e))
                && self.in_flight_path(model, from, *spot).is_none()
        })
    }

    /// Places worth jumping to.
    fn flight_goals(&self, model: ModelId, purpose: &Purpose) -> Vec<Goal> {
        match (purpose, self.model(model).posture) {
            (Purpose::Move, Posture::Aloft) => {
                let spot = self.landing_from(model, self.spot(model));
                spot.into_iter().map(|spot| Goal { spot, merit: 0 }).collect()
            }
            _ => self.goals(model, Gait::Walk, purpose),
        }
    }

    /// A model that is left hanging in the air drops straight down.
    pub fn drop_from_air(&mut self, cx: &mut Cx<'_>, model: ModelId) {
        let m = self.model(model);
        let Some(spot) = m.spot.filter(|_| m.posture == Posture::Aloft) else { return };
        let floors = self.table.supports(spot.at).into_iter().filter(|z| *z <= spot.z);
        let z = floors.max().unwrap_or(Length::ZERO);
        let to = spot.at.at_height(z);
        self.model_mut(model).spot = Some(to);
        cx.say(|| {
            let text = format!("{} drops from the air", self.name(model));
            let deed = Deed::Moved { model, path: vec![spot, to] };
            Event::note(Clause("PUN-JUM-02"), text).deed(deed)
        });
        self.fall(cx, model, spot.z - z);
    }
}

/// The rule of jumps.
const JUMP: Clause = Clause("PUN-JUM-01");

/// The straight line between two spots through space.
fn line_between(a: Spot, b: Spot) -> Length {
    let flat = a.at.distance(b.at);
    Vector::new(flat.wide(), (a.z - b.z).wide()).length()
}
