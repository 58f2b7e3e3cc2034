//! Chapters 5 and 6: movement, terrain, doors, climbing and falling.
//!
//! A way is looked at ([`survey`]), judged ([`journey`]) and gone ([`arrival`]); a way that runs
//! into something simply ends there, as it would on a real table.

mod arrival;
mod climbing;
mod doors;
mod falling;
mod goals;
mod hurdles;
mod journey;
mod leaving;
mod pace;
mod survey;
mod terror;
mod ways;
mod weighed;

use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Play, Refusal};
use tabletop::measure::Edge;
use tabletop::{FeatureId, Spot};

use crate::actions::{Action, Offers};
use crate::gear::Stick;
use crate::options::CattleExit;
use crate::profile::Rule;
use crate::quality::{Test, Try};
use crate::state::{Acting, Mark, State};

pub use climbing::Climb;
pub(crate) use journey::Journey;
pub use pace::{Going, Pace};
use weighed::Weighed;

/// Eight directions around a place.
const WAYS: [(i64, i64); 8] =
    [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];

/// Something that changes where a model is, how it stands, or opens its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveAction {
    /// A move on foot; with Sprint another one follows (MUT-SPC-112).
    Walk {
        /// Whether it uses its Sprint.
        sprint: bool,
    },
    /// A flight (MUT-MOV-13).
    Fly {
        /// Whether it uses its Sprint.
        sprint: bool,
    },
    /// Leaving contact with active enemies (MUT-HTH-22).
    Disengage,
    /// Walking off the table (MUT-MOV-12).
    Leave(Edge),
    /// A climb (MUT-TER-20).
    Climb(Climb),
    /// Bashing a door, perhaps with another (MUT-TER-08, 09).
    Bash {
        /// Which door.
        door: FeatureId,
        /// Who helps.
        helper: Option<ModelId>,
    },
    /// Shooting a door down (MUT-TER-12).
    ShootDoor {
        /// Which door.
        door: FeatureId,
        /// With which of its things.
        item: u8,
    },
    /// Getting up (MUT-CON-06).
    StandUp,
    /// Lying down (MUT-ACT-08).
    GoProne,
    /// Out of a Transfix (MUT-CON-13).
    BreakFree,
    /// Out of confusion (MUT-ACT-14).
    Recover,
    /// Down from a wall (MUT-TER-26).
    LetGo,
}

impl State {
    /// Where a model may go, and what it may do about where and how it is.
    pub fn offer_moves(&self, acting: &Acting, offers: &mut Offers) {
        let model = acting.model;
        if self.is(model, Mark::PassedOut) {
            return;
        }
        self.offer_recovery(acting, offers);
        if self.is(model, Mark::Climbing) && !self.is(model, Mark::Transfixed) {
            offers.push(Action::Move(MoveAction::LetGo));
            self.offer_climbs(acting, offers);
            return;
        }
        if let Err(refusal) = self.may_walk(model) {
            offers.refuse(|| "move".to_owned(), || refusal);
            return;
        }
        self.offer_doors(acting, offers);
        if self.has(model, Rule::Slow) && acting.moves > 0 {
            let why = || Refusal::new(Clause("MUT-SPC-111"), "a Slow model moves once a turn");
            offers.refuse(|| "move".to_owned(), why);
            return;
        }
        match self.opponents(model).next() {
            Some(enemy) => self.offer_disengaging(acting, enemy, offers),
            None => self.offer_steps(acting, offers),
        }
    }

    fn offer_recovery(&self, acting: &Acting, offers: &mut Offers) {
        let m = self.model(acting.model);
        let name = |action: MoveAction| self.describe_move(acting.model, &action).key;
        let mut offer = |action: MoveAction, cost: u8, id: &'static str| {
            if acting.actions >= cost {
                offers.push(Action::Move(action));
            } else {
                let why = format!("this takes {cost} actions");
                offers.refuse(|| name(action), || Refusal::new(Clause(id), why));
            }
        };
        if m.is(Mark::Transfixed) {
            offer(MoveAction::BreakFree, 2, "MUT-CON-13");
            return;
        }
        if m.is(Mark::Confused) {
            offer(MoveAction::Recover, 1, "MUT-ACT-14");
        }
        if m.is(Mark::ShutDown) || m.is(Mark::Climbing) {
            return;
        }
        if m.is(Mark::Fallen) {
            let id = if m.is(Mark::LongFall) { "MUT-TER-36" } else { "MUT-CON-06" };
            offer(MoveAction::StandUp, self.standing_up(acting.model), id);
        } else {
            offer(MoveAction::GoProne, 0, "MUT-ACT-08");
        }
    }

    /// Actions it takes a model to stand up (MUT-CON-06, MUT-TER-36).
    fn standing_up(&self, model: ModelId) -> u8 {
        1 + u8::from(self.is(model, Mark::LongFall))
    }

    fn offer_disengaging(&self, acting: &Acting, enemy: ModelId, offers: &mut Offers) {
        let cost = self.disengaging(acting.model);
        let why = || {
            let why = format!("{} is in contact: disengage, for {cost} actions", self.name(enemy));
            Refusal::new(Clause("MUT-HTH-22"), why)
        };
        offers.refuse(|| "move".to_owned(), why);
        if acting.actions >= cost {
            offers.push(Action::Move(MoveAction::Disengage));
        } else {
            offers.refuse(|| "disengage".to_owned(), why);
        }
    }

    /// Actions it takes to leave contact: one to break away, and one ordinary move (MUT-HTH-22).
    fn disengaging(&self, model: ModelId) -> u8 {
        1 + self.pace(model, 0).cost
    }

    /// What a model can spend on a move: its actions, and the move that Sprint pays for.
    fn purse(acting: &Acting) -> u8 {
        acting.actions.saturating_add(u8::from(acting.sprint))
    }

    fn offer_steps(&self, acting: &Acting, offers: &mut Offers) {
        let model = acting.model;
        let purse = State::purse(acting);
        if purse == 0 {
            return;
        }
        let swims = self.swimming_pace(model).is_some_and(|pace| pace.cost <= purse);
        let cost = self.pace(model, 0).cost;
        if cost > purse && !swims {
            let why = || Refusal::new(Clause("MUT-Q-66"), format!("a move takes {cost} actions"));
            offers.refuse(|| "move".to_owned(), why);
            return;
        }
        let flies = self.has(model, Rule::Flying)
            && cost <= purse
            && self.is_under_the_sky(self.spot(model));
        offers.push(Action::Move(MoveAction::Walk { sprint: false }));
        if flies {
            offers.push(Action::Move(MoveAction::Fly { sprint: false }));
        }
        let fresh = self.has(model, Rule::Sprint) && !self.is(model, Mark::Sprinted);
        if fresh && self.has(model, Rule::Slow) {
            let why = || Refusal::new(Clause("MUT-Q-72"), "a Slow model moves once, sprint or not");
            offers.refuse(|| "sprint".to_owned(), why);
        } else if fresh && acting.actions >= cost {
            offers.push(Action::Move(MoveAction::Walk { sprint: true }));
            if flies {
                offers.push(Action::Move(MoveAction::Fly { sprint: true }));
            }
        }
        if let Some(edge) = self.edge_in_reach(model, purse) {
            offers.push(Action::Move(MoveAction::Leave(edge)));
        }
        self.offer_climbs(acting, offers);
    }

    /// A move in words.
    pub fn describe_move(&self, model: ModelId, action: &MoveAction) -> Choice {
        let stick = self.pace(model, 0).stick;
        let free = self.acting(model).is_some_and(|a| a.sprint);
        let cost = if free { "free, from the sprint" } else { "1 action" };
        match action {
            MoveAction::Walk { sprint: false } => {
                Choice::new("move").detail(format!("{stick}, {cost}")).merit(30)
            }
            MoveAction::Walk { sprint: true } => {
                Choice::new("sprint").detail(format!("two moves, {stick}, 1 action")).merit(24)
            }
            MoveAction::Fly { sprint: false } => {
                Choice::new("fly").detail(format!("{stick} for each action, {cost}")).merit(28)
            }
            MoveAction::Fly { sprint: true } => {
                Choice::new("sprint in flight").detail("two moves, 1 action").merit(24)
            }
            MoveAction::Disengage => {
                let detail = format!("{} actions; they hack at it first", self.disengaging(model));
                Choice::new("disengage").detail(detail).merit(2)
            }
            MoveAction::Leave(edge) => Choice::new("leave the table")
                .detail(format!("over the {} edge; it does not come back", edge.name()))
                .merit(if self.drives_away(model) { 80 } else { -60 }),
            MoveAction::Climb(climb) => {
                Choice::new(self.climb_words(model, *climb)).detail("all actions").merit(6)
            }
            MoveAction::Bash { .. } | MoveAction::ShootDoor { .. } => {
                self.door_words(model, action)
            }
            MoveAction::StandUp => {
                let n = self.standing_up(model);
                Choice::new("stand up").detail(format!("{n} actions")).merit(66)
            }
            MoveAction::GoProne => Choice::new("go prone").detail("no action").merit(-8),
            MoveAction::BreakFree => Choice::new("break free").detail("2 actions").merit(90),
            MoveAction::Recover => Choice::new("recover").detail("1 action").merit(35),
            MoveAction::LetGo => Choice::new("let go").detail("it falls").merit(-40),
        }
    }

    /// Whether a model has an animal that counts only once it is off the table (MUT-Q-134).
    fn drives_away(&self, model: ModelId) -> bool {
        self.agreed.cattle_exit == CattleExit::On && self.is(model, Mark::Herding)
    }

    /// Does it.
    pub fn do_move(&mut self, cx: &mut Cx<'_>, model: ModelId, action: &MoveAction) -> Play<()> {
        match action {
            MoveAction::Walk { sprint } => self.make_move(cx, model, (false, *sprint)),
            MoveAction::Fly { sprint } => self.make_move(cx, model, (true, *sprint)),
            MoveAction::Disengage => {
                self.disengage(cx, model);
                Ok(())
            }
            MoveAction::Leave(edge) => self.leave_table(cx, model, *edge),
            MoveAction::Climb(climb) => self.climb(cx, model, *climb),
            MoveAction::Bash { door, helper } => self.bash(cx, model, (*door, *helper)),
            MoveAction::ShootDoor { door, item } => self.shoot_door(cx, model, (*door, *item)),
            MoveAction::StandUp
            | MoveAction::GoProne
            | MoveAction::BreakFree
            | MoveAction::Recover => {
                self.change_posture(cx, model, *action);
                Ok(())
            }
            MoveAction::LetGo => {
                self.spend(model, 0);
                self.drop_from_wall(cx, model, Clause("MUT-TER-26"));
                Ok(())
            }
        }
    }

    /// Getting up, lying down, coming to one's senses.
    fn change_posture(&mut self, cx: &mut Cx<'_>, model: ModelId, action: MoveAction) {
        let cost = match action {
            MoveAction::StandUp => self.standing_up(model),
            MoveAction::GoProne => 0,
            MoveAction::BreakFree => 2,
            _ => 1,
        };
        self.spend(model, cost);
        self.drop_shield(cx, model);
        let marks = &mut self.model_mut(model).marks;
        let (ids, how): (&[&'static str], &str) = match action {
            MoveAction::StandUp => {
                marks.clear(Mark::Fallen);
                marks.clear(Mark::LongFall);
                (if cost == 2 { &["MUT-TER-36"] } else { &["MUT-CON-06"] }, "stands up")
            }
            MoveAction::GoProne => {
                marks.put(Mark::Fallen);
                (&["MUT-ACT-08", "MUT-CON-07", "MUT-Q-62"], "goes prone")
            }
            MoveAction::BreakFree => {
                let all = [Mark::Transfixed, Mark::Webbed, Mark::Boosted];
                all.into_iter().for_each(|mark| marks.clear(mark));
                (&["MUT-CON-13", "MUT-Q-101"], "breaks free")
            }
            _ => {
                marks.clear(Mark::Confused);
                (&["MUT-ACT-14", "MUT-CON-16"], "comes to its senses")
            }
        };
        ids.iter().for_each(|id| cx.cite(Clause(id)));
        cx.say(|| {
            let text = format!("{} {how}", self.name(model));
            Event::note(Clause(ids[0]), text).deed(Deed::Changed { model })
        });
    }

    /// A model moves or flies: its player shows the way (MUT-MOV-04).
    fn make_move(
        &mut self,
        cx: &mut Cx<'_>,
        model: ModelId,
        (fly, sprint): (bool, bool),
    ) -> Play<()> {
        // In flight the second move of a sprint may follow without landing (MUT-MOV-14).
        let second = u8::from(fly && sprint);
        let purse = self.acting(model).map_or(0, State::purse).saturating_add(second);
        let price = |journey: &Journey| self.price_of(model, journey, sprint);
        let journey = self.ask_way(cx, model, (fly, purse), price)?;
        if !self.is_willing(cx, model, &journey)? {
            return Ok(());
        }
        self.pay_for(cx, model, &journey, sprint);
        self.set_off(cx, model, &journey)?;
        self.cite_regroup(cx, model);
        Ok(())
    }

    /// Asks for a way; `price` says how many actions it takes.
    fn ask_way(
        &self,
        cx: &mut Cx<'_>,
        model: ModelId,
        (fly, purse): (bool, u8),
        price: impl Fn(&Journey) -> u8,
    ) -> Play<Journey> {
        let start = self.spot(model);
        let clause = Clause(if fly { "MUT-MOV-13" } else { "MUT-MOV-04" });
        let ask = Ask::new(self.side(model), "path", "Where does it go?", clause).about(model);
        let slow = self.has(model, Rule::Slow);
        let most = if slow { 1 } else { u8::MAX };
        let goals = || self.goals(model);
        let reach = (model, start, self.longest_move(model));
        let weighed = cx.path(ask, reach, goals, |path| {
            let journey = match fly {
                true => self.plan_flight(model, path, (purse, most)),
                false => self.plan_walk(model, path, purse),
            }?;
            self.check_regroup(model, &journey, purse)?;
            let actions = price(&journey);
            Ok(Weighed { journey, actions, model, state: self })
        })?;
        Ok(weighed.journey)
    }

    /// Whether a model dares to enter the water, and to go up to those it is afraid of. If not,
    /// its action is not lost (MUT-SPC-047, MUT-SPC-136).
    fn is_willing(&mut self, cx: &mut Cx<'_>, model: ModelId, journey: &Journey) -> Play<bool> {
        if journey.into_water && self.has(model, Rule::FearOfWater) {
            let clause = Clause("MUT-SPC-047");
            let roll = Try::new(Test::Resist, 1, "braves the water", clause);
            if !self.passes(cx, model, &roll)? {
                self.model_mut(model).marks.put(Mark::WaterShy);
                cx.say(|| {
                    Event::note(clause, format!("{} shies away from the water", self.name(model)))
                });
                return Ok(false);
            }
        }
        self.dares(cx, model, journey.end())
    }

    fn pay_for(&mut self, cx: &mut Cx<'_>, model: ModelId, journey: &Journey, sprint: bool) {
        if sprint {
            self.model_mut(model).marks.put(Mark::Sprinted);
            cx.cite(Clause("MUT-SPC-112"));
        }
        if self.has(model, Rule::Slow) {
            cx.cite(Clause("MUT-SPC-111"));
        }
        let cost = self.price_of(model, journey, sprint);
        let Some(acting) = self.acting_mut(model) else { return };
        let both = sprint && journey.moves > 1;
        if acting.moves > 0 {
            cx.cite(Clause("MUT-MOV-18"));
        }
        acting.sprint = sprint && !both;
        acting.moves = acting.moves.saturating_add(journey.moves);
        self.spend(model, cost);
    }

    /// The actions a move costs: Sprint pays for a second one (MUT-SPC-112).
    fn price_of(&self, model: ModelId, journey: &Journey, sprint: bool) -> u8 {
        let owed = self.acting(model).is_some_and(|a| a.sprint);
        let free = if sprint { journey.moves > 1 } else { owed };
        journey.cost.saturating_sub(u8::from(free))
    }

    /// A model sets off; whom it frightens checks Morale first (MUT-SPC-137).
    fn set_off(&mut self, cx: &mut Cx<'_>, model: ModelId, journey: &Journey) -> Play<()> {
        if self.alarm(cx, model, journey, 0) {
            return Ok(());
        }
        self.go(cx, model, journey)
    }

    /// A model goes all of a way.
    pub(crate) fn go(&mut self, cx: &mut Cx<'_>, model: ModelId, journey: &Journey) -> Play<()> {
        journey.used.iter().for_each(|clause| cx.cite(*clause));
        if !cx.is_quiet() {
            self.cite_neighbours(cx, model, journey.end());
        }
        for door in &journey.doors {
            self.changes.open(*door);
        }
        match journey.way {
            Some(way) => self.take_way(cx, model, (journey, way)),
            None => {
                self.walk_along(cx, model, journey);
                Ok(())
            }
        }
    }

    /// Notes the rules about the enemies around a move: only contact counts.
    fn cite_neighbours(&self, cx: &mut Cx<'_>, model: ModelId, end: Spot) {
        if self.adjacent_enemies(model).next().is_some() && self.opponents(model).next().is_none() {
            cx.cite(Clause("MUT-HTH-21"));
            cx.cite(Clause("MUT-Q-20"));
            cx.cite(Clause("MUT-G-05"));
        }
        let body = self.body_at(model, end);
        let near = |m: &ModelId| {
            tabletop::measure::within_3d(&body, &self.body(*m), self.stick(Stick::Short))
        };
        if self.enemies(model).any(|m| self.is_active(m) && near(&m)) {
            cx.cite(Clause("MUT-MOV-06"));
            cx.cite(Clause("MUT-Q-63"));
        }
    }
}
