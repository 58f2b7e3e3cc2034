//! Infiltration: models that are not deployed and appear in a later Turn (PUN-INF, PUN-Q-46).

use engine::question::Goal;
use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Play, Refusal, SideId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use tabletop::{Fixed, Length, Point, Spot, Zone, measure};

use crate::state::{Fate, Models, State};
use crate::tasks::Task;

/// Hidden models may appear now, one side after the other.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Arrivals {
    /// The sides whose turn is still to come; none before that is settled.
    pub sides: Option<SmallVec<[SideId; 2]>>,
    /// Whether the first of them has said that somebody appears.
    pub bound: bool,
}

/// Inches of hidden advance for each Turn that is over (PUN-INF-02).
const ADVANCE: i32 = 4;
/// The Turn from which on it counts no more, and whoever can must appear (PUN-Q-46).
const LATEST: u8 = 4;
/// How far from every enemy it appears at least (PUN-INF-05).
const APART: Length = Length::inches(6);
/// How closely places to appear are looked for.
const SPACING: Length = Length::inches(2);

/// What the owner of hidden models may do.
#[derive(Clone, Copy, Debug)]
enum Arrival {
    Reveal(ModelId),
    Wait,
    /// Shown only to say why it is not possible.
    NoWait,
}

impl State {
    /// At the beginning of a later Turn hidden models may appear (PUN-INF-03, PUN-SEQ-01).
    pub fn expect_arrivals(&mut self) {
        let hidden = |m: ModelId| self.model(m).fate == Fate::Hidden;
        if self.turn > 1 && self.ids().any(hidden) {
            self.tasks.push(Task::Arrivals(Arrivals { sides: None, bound: false }));
        }
    }

    /// Those of a side who sneak about and would find a place to appear.
    fn lurking(&self, side: SideId) -> Models {
        let hidden = |m: &ModelId| self.side(*m) == side && self.model(*m).fate == Fate::Hidden;
        self.ids().filter(hidden).filter(|m| self.lurking_places(*m).next().is_some()).collect()
    }

    /// Hidden models appear: first it is settled in which order, then one after the other.
    pub fn arrive_from_hiding(&mut self, cx: &mut Cx<'_>, arrivals: Arrivals) -> Play<()> {
        cx.cite(Clause("PUN-Q-46"));
        let Some(mut sides) = arrivals.sides else {
            let (sides, bound) = self.settle_arrivals(cx)?;
            self.tasks.push(Task::Arrivals(Arrivals { sides: Some(sides), bound }));
            return Ok(());
        };
        let Some(side) = sides.first().copied() else { return Ok(()) };
        let lurking = self.lurking(side);
        let Some(model) = self.choose_arrival(cx, side, &lurking, arrivals.bound)? else {
            sides.remove(0);
            let next = Arrivals { bound: arrivals.bound && !sides.is_empty(), sides: Some(sides) };
            self.tasks.push(Task::Arrivals(next));
            return Ok(());
        };
        let model = self.appear(cx, model)?;
        let bound = arrivals.bound && sides.len() > 1;
        self.tasks.push(Task::Arrivals(Arrivals { sides: Some(sides), bound }));
        self.tasks.push(Task::Turn(model));
        Ok(())
    }

    /// Who reveals models in this Turn, and in which order. Only where both could is that asked
    /// first, in secret, and rolled off for (PUN-Q-46).
    fn settle_arrivals(&mut self, cx: &mut Cx<'_>) -> Play<(SmallVec<[SideId; 2]>, bool)> {
        let both = [SideId(0), SideId(1)];
        let able: SmallVec<[SideId; 2]> =
            both.into_iter().filter(|s| !self.lurking(*s).is_empty()).collect();
        if able.len() < 2 {
            return Ok((able, false));
        }
        let prompt = "Does anybody appear?";
        let asks = both.map(|side| Ask::new(side, "arrivals", prompt, Clause("PUN-INF-03")));
        let answers = if self.turn >= LATEST { vec![true] } else { vec![false, true] };
        let things = [answers.clone(), answers];
        let shows = cx.choose_secretly(&asks, &things, |_, shows| match shows {
            true => Choice::new("somebody appears").merit(1),
            false => Choice::new("nobody appears").declining(),
        })?;
        if shows != [true, true] {
            let one = both.into_iter().zip(shows).filter(|(_, shows)| *shows);
            return Ok((one.map(|(side, _)| side).collect(), true));
        }
        let winner = self.roll_off(cx)?;
        let ask = Ask::new(winner, "first", "Who places first?", Clause("PUN-Q-46"));
        let mine = cx.choose(ask, &[true, false], |mine| match mine {
            true => Choice::new("mine first"),
            false => Choice::new("theirs first").merit(1),
        })?;
        let first = if mine { winner } else { self.rival(winner) };
        Ok((SmallVec::from_slice(&[first, self.rival(first)]), true))
    }

    fn choose_arrival(
        &self,
        cx: &mut Cx<'_>,
        side: SideId,
        lurking: &Models,
        bound: bool,
    ) -> Play<Option<ModelId>> {
        if lurking.is_empty() {
            return Ok(None);
        }
        let mut things: SmallVec<[Arrival; 4]> =
            lurking.iter().map(|m| Arrival::Reveal(*m)).collect();
        let must = self.turn >= LATEST || bound;
        match (must, cx.is_quiet()) {
            (false, _) => things.push(Arrival::Wait),
            (true, false) => things.push(Arrival::NoWait),
            (true, true) => (),
        }
        let ask = Ask::new(side, "reveal", "Who appears?", Clause("PUN-INF-03"));
        let chosen = cx.choose(ask, &things, |thing| match thing {
            Arrival::Reveal(m) => {
                Choice::new(format!("reveal {}", self.name(*m))).about(*m).merit(1)
            }
            Arrival::Wait => Choice::new("wait").declining(),
            Arrival::NoWait => {
                let why = "whoever finds a place has to appear now";
                Choice::new("wait").refused(Refusal::new(Clause("PUN-Q-46"), why))
            }
        })?;
        Ok(match chosen {
            Arrival::Reveal(model) => Some(model),
            Arrival::Wait | Arrival::NoWait => None,
        })
    }

    /// A hidden model is placed, and acts as usual in this Turn.
    fn appear(&mut self, cx: &mut Cx<'_>, model: ModelId) -> Play<ModelId> {
        let zone = self.sneaked_to(model);
        let prompt = "Where does it appear?";
        let ask = Ask::new(self.side(model), "reveal-place", prompt, Clause("PUN-INF-03"));
        let goals = || self.lurking_goals(model);
        let within = zone.extent(&self.table);
        let spot = cx.place(ask.about(model), &[model], within, goals, |places| {
            let spot = places[0].1;
            self.may_appear(model, spot).map(|()| spot)
        })?;
        let model = self.take_first_number(model);
        let m = self.model_mut(model);
        m.spot = Some(spot);
        m.fate = Fate::Up;
        m.acted = false;
        let middle = Point::new(self.table.width() / 2, self.table.depth() / 2);
        self.face(model, middle - spot.at);
        cx.reveal();
        ["PUN-INF-02", "PUN-INF-04", "PUN-INF-05"].iter().for_each(|id| cx.cite(Clause(id)));
        if self.turn >= LATEST {
            cx.cite(Clause("PUN-EX-14"));
        }
        cx.say(|| {
            let text = format!("{} appears at {spot}", self.name(model));
            let deed = Deed::Moved { model, path: vec![spot] };
            Event::note(Clause("PUN-INF-03"), text).deed(deed)
        });
        Ok(model)
    }

    /// Whoever appears has the first number of those of its side who hide, so that nobody learns
    /// from it whether there are more (PUN-SC0-03). Says which.
    fn take_first_number(&mut self, model: ModelId) -> ModelId {
        let side = self.side(model);
        let hides = |m: &ModelId| self.side(*m) == side && self.model(*m).fate == Fate::Hidden;
        let first = self.ids().find(hides).unwrap_or(model);
        if first != model {
            let mut cast = (*self.cast).clone();
            cast.swap(first.index(), model.index());
            self.cast = Fixed::new(cast);
            self.models.swap(first.index(), model.index());
            let swapped = |m: ModelId| match m {
                m if m == first => model,
                m if m == model => first,
                m => m,
            };
            for band in &mut self.bands {
                band.dearest = band.dearest.map(swapped);
            }
        }
        first
    }

    /// How far a hidden model may have come from its zone (PUN-INF-02, 03).
    fn sneaked_to(&self, model: ModelId) -> Zone {
        let side = self.side(model).index();
        let own = self.bands[side].zone.unwrap_or(self.scenario.zones[side]);
        let turns = i32::from(self.turn.min(LATEST)) - 1;
        (0..turns * ADVANCE).fold(own, |zone, _| zone.deeper())
    }

    /// Whether a hidden model may appear at a spot (PUN-INF-03 to 05, PUN-Q-46).
    fn may_appear(&self, model: ModelId, spot: Spot) -> Result<(), Refusal> {
        let body = self.body_at(model, spot);
        if !self.sneaked_to(model).holds(&self.table, &body) {
            let inches = (i32::from(self.turn.min(LATEST)) - 1) * ADVANCE;
            let why = format!("it is at most {inches} inches from its zone in this Turn");
            return Err(Refusal::new(Clause("PUN-INF-03"), why));
        }
        self.deployable(model, spot)?;
        let near = self.enemies(model).find(|e| {
            let there = self.body(*e);
            measure::within_3d(&body, &there, APART) && measure::gap_3d(&body, &there) < APART
        });
        if let Some(enemy) = near {
            let why = format!("{} is nearer than {APART} inches", self.name(enemy));
            return Err(Refusal::new(Clause("PUN-INF-05"), why));
        }
        match self.enemies(model).find(|e| self.lines(*e, model, &body) != 0) {
            Some(enemy) => {
                let why = format!("{} would see it there", self.name(enemy));
                Err(Refusal::new(Clause("PUN-INF-04"), why))
            }
            None => Ok(()),
        }
    }

    /// Places where a hidden model may appear.
    fn lurking_places(&self, model: ModelId) -> impl Iterator<Item = Spot> + '_ {
        let extent = self.sneaked_to(model).extent(&self.table).grown(-SPACING / 2);
        let points = engine::source::lattice(extent, SPACING);
        let spots = points.map(|at| at.at_height(self.table.ground_height(at)));
        spots.filter(move |spot| self.may_appear(model, *spot).is_ok())
    }

    /// The same for simple players, towards the enemy first.
    fn lurking_goals(&self, model: ModelId) -> Vec<Goal> {
        let merit = |spot: Spot| {
            let near = self.enemies(model).map(|e| self.spot(e).at.distance(spot.at).um()).min();
            -(near.unwrap_or(0) / 10_000)
        };
        self.lurking_places(model).map(|spot| Goal { spot, merit: merit(spot) }).collect()
    }
}
