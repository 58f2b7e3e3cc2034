//! A toy book that asks every kind of question and keeps real secrets.

use std::sync::Arc;

use engine::assess::Clock;
use engine::book::{
    About, Book, Lay, OptionSpec, Options, Outcome, ReadyRoster, RosterSheet, Scenario, Scene,
    Setup,
};
use engine::cx::{Cx, Play};
use engine::event::{Deed, Die, Event, Roll, Term};
use engine::question::{Ask, Choice, Goal, Refusal};
use engine::view::{Eyes, ModelView, SideView, View};
use engine::{Clause, ModelId, Need, SideId};
use serde::{Deserialize, Serialize};
use tabletop::{Changes, Extent, Fixed, Length, Point, Spot, Table, Vector};

use crate::wall::{self, Stroll};

pub const RED: SideId = SideId(0);
pub const BLUE: SideId = SideId(1);
const RULES: &str = include_str!("RULES.md");
const SIZE: Length = Length::inches(24);

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fighter {
    pub name: String,
    pub side: SideId,
    pub spot: Option<Spot>,
    pub facing: (i64, i64),
    pub wounds: u8,
    pub stunned: bool,
    pub cheered: bool,
    pub strong: bool,
    pub acted: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Stage {
    Deploy(SideId),
    Traps,
    Bids,
    Act(SideId),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    pub stage: Stage,
    pub round: u8,
    pub models: Vec<Fighter>,
    /// The third of the table each side has trapped: the secret of the game.
    pub traps: Option<[u8; 2]>,
    pub rerolled: [bool; 2],
    pub duel: Option<(ModelId, ModelId)>,
    /// Whether a wall stands on the meadow.
    pub walled: bool,
    pub ended: Option<Outcome>,
}

#[derive(Debug)]
pub struct Toy {
    about: About,
    /// A broken book that tells everybody where the traps are, to see that this is noticed.
    pub leaks: bool,
    /// A broken book that works things out with what those who ask must not know.
    pub peeks: bool,
}

impl Toy {
    pub fn new() -> Arc<Toy> {
        Arc::new(Toy { about: about(), leaks: false, peeks: false })
    }

    pub fn leaky() -> Arc<Toy> {
        Arc::new(Toy { about: about(), leaks: true, peeks: false })
    }

    pub fn peeking() -> Arc<Toy> {
        Arc::new(Toy { about: about(), leaks: false, peeks: true })
    }
}

fn about() -> About {
    About {
        key: "toy",
        title: "Tussle",
        version: 1,
        rules: RULES,
        scenarios: vec![Scenario {
            key: "meadow".to_owned(),
            title: "Meadow".to_owned(),
            summary: "A meadow.".to_owned(),
            size: (24, 24),
            sides: (2, 2),
            lay: Lay::Any,
            rosters: &[],
        }],
        options: vec![OptionSpec {
            key: "weather",
            summary: "The weather.",
            clause: "TOY-FUN-01",
            values: &["fair", "foul"],
            usual: "fair",
        }],
        rosters: vec![ReadyRoster::new("folk", "Ana, Ada"), ReadyRoster::new("band", "Bo, Ben")],
        rulings: Vec::new(),
    }
}

fn fighter(name: &str, side: SideId) -> Fighter {
    Fighter {
        name: name.to_owned(),
        side,
        spot: None,
        facing: (0, 1),
        wounds: 0,
        stunned: false,
        cheered: false,
        strong: false,
        acted: false,
    }
}

pub fn other(side: SideId) -> SideId {
    SideId(1 - side.0)
}

#[derive(Clone, Copy)]
enum Action {
    Move,
    Walk,
    Shoot(ModelId),
    Duel(ModelId),
    Bomb,
    Turn,
    Rest,
    Cheer,
    Pass,
}

impl State {
    fn model(&self, id: ModelId) -> &Fighter {
        &self.models[id.index()]
    }

    fn name(&self, id: ModelId) -> &str {
        &self.model(id).name
    }

    /// Models of a side that stand on the table.
    pub fn standing(&self, side: SideId) -> Vec<ModelId> {
        let all = (0..self.models.len()).map(|i| ModelId(i as u16));
        all.filter(|m| self.model(*m).side == side && self.model(*m).spot.is_some()).collect()
    }

    fn ready(&self, side: SideId) -> Vec<ModelId> {
        let standing = self.standing(side).into_iter();
        standing.filter(|m| !self.model(*m).acted).collect()
    }

    fn spot(&self, id: ModelId) -> Spot {
        self.model(id).spot.unwrap_or_default()
    }

    fn wound(&mut self, cx: &mut Cx<'_>, id: ModelId) {
        let model = &mut self.models[id.index()];
        model.wounds += 1;
        let name = model.name.clone();
        if model.wounds >= 2 {
            model.spot = None;
            let deed = Deed::Removed { model: id };
            cx.say(|| Event::note(Clause("TOY-WND-01"), format!("{name} is removed")).deed(deed));
        } else {
            cx.say(|| Event::note(Clause("TOY-WND-01"), format!("{name} is wounded")));
        }
    }

    fn deploy(&mut self, cx: &mut Cx<'_>, side: SideId) -> Play<()> {
        let own = |m: &ModelId| self.models[m.index()].side == side;
        let all = (0..self.models.len()).map(|i| ModelId(i as u16));
        let models: Vec<ModelId> = all.filter(own).collect();
        let ask = Ask::new(side, "deploy", "Place your models", Clause("TOY-DEP-01"));
        let row = if side == RED { Length::inches(2) } else { Length::inches(22) };
        let goals = || {
            let spot = |x| Point::new(Length::inches(x), row).at_height(Length::ZERO);
            (1..8).map(|i| Goal { spot: spot(i * 3), merit: i }).collect()
        };
        let places = cx.place(ask, &models, board(), goals, |places| {
            let half = |s: &Spot| (s.at.y < Length::inches(12)) == (side == RED);
            match places.iter().find(|(_, spot)| !half(spot)) {
                None => Ok(places.to_vec()),
                Some((_, spot)) => Err(Refusal::new(
                    Clause("TOY-DEP-01"),
                    format!("{spot} is not in {side}'s half"),
                )),
            }
        })?;
        for (model, spot) in places {
            self.models[model.index()].spot = Some(spot);
        }
        self.stage = if side == RED { Stage::Deploy(BLUE) } else { Stage::Traps };
        Ok(())
    }

    fn lay_traps(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        let ask = |side| Ask::new(side, "trap", "Where is your trap?", Clause("TOY-TRAP-01"));
        let names = ["left", "middle", "right"];
        let thirds = vec![vec![0_u8, 1, 2]; 2];
        let chosen = cx.choose_secretly(&[ask(RED), ask(BLUE)], &thirds, |_, third| {
            Choice::new(names[usize::from(*third)])
        })?;
        self.traps = Some([chosen[0], chosen[1]]);
        self.stage = Stage::Bids;
        for side in [RED, BLUE] {
            let where_to = names[usize::from(chosen[side.index()])];
            cx.say(|| {
                Event::note(Clause("TOY-TRAP-01"), format!("{side}'s trap is {where_to}"))
                    .only_for(side)
            });
        }
        Ok(())
    }

    fn bid(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        cx.enter(|| format!("Round {}", self.round));
        let ask = |side| Ask::new(side, "bid", "What do you bid?", Clause("TOY-BID-01"));
        let bids = vec![vec![0_u8, 1, 2]; 2];
        let bids = cx.choose_secretly(&[ask(RED), ask(BLUE)], &bids, |_, bid| {
            Choice::new(format!("bid {bid}"))
        })?;
        let (red, blue) = (bids[0], bids[1]);
        cx.say(|| Event::note(Clause("TOY-BID-01"), format!("Red bids {red}, blue bids {blue}")));
        let red_first = match red.cmp(&blue) {
            std::cmp::Ordering::Greater => true,
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Equal => {
                let need = |side| Need::d6(side, 1, "going first");
                let (red, blue) = cx.dice_off(need(RED), need(BLUE))?;
                cx.say(|| Event::note(Clause("TOY-BID-02"), format!("{red} against {blue}")));
                red > blue
            }
        };
        self.stage = Stage::Act(if red_first { RED } else { BLUE });
        cx.leave();
        Ok(())
    }

    fn act(&mut self, cx: &mut Cx<'_>, side: SideId) -> Play<()> {
        let ready = self.ready(side);
        let ask = Ask::new(side, "activate", "Who acts?", Clause("TOY-ACT-01"));
        let model =
            cx.choose(ask, &ready, |m| Choice::new(format!("activate {}", self.name(*m))))?;
        self.models[model.index()].acted = true;
        self.models[model.index()].stunned = false;
        cx.enter(|| format!("{} acts", self.name(model)));
        match self.choose_action(cx, side, model)? {
            Action::Move => self.walk(cx, side, model)?,
            Action::Walk => self.walk_together(cx, side)?,
            Action::Shoot(target) => self.shoot(cx, (side, model, target), 4)?,
            Action::Duel(target) => self.duel = Some((model, target)),
            Action::Bomb => self.bomb(cx, side)?,
            Action::Turn => {
                let ask = Ask::new(side, "turn", "Which way?", Clause("TOY-TURN-01"));
                let Vector { x, y } = cx.facing(ask, model)?;
                self.models[model.index()].facing = (x, y);
            }
            Action::Rest => {
                let ask = Ask::new(side, "rest", "For how long?", Clause("TOY-REST-01"));
                let hours = cx.number(ask, 0, 9)?;
                let name = self.name(model);
                cx.say(|| Event::note(Clause("TOY-REST-01"), format!("{name} rests {hours}")));
            }
            Action::Cheer => {
                let ask = Ask::new(side, "cheer", "Whom?", Clause("TOY-CHEER-01"));
                let friends = self.standing(side);
                let describe = |m: &ModelId| Choice::new(self.name(*m).to_owned()).about(*m);
                for friend in cx.choose_some(ask, &friends, (0, 2), describe)? {
                    self.models[friend.index()].cheered = true;
                }
            }
            Action::Pass => (),
        }
        cx.leave();
        self.after(cx, side);
        Ok(())
    }

    fn choose_action(&self, cx: &mut Cx<'_>, side: SideId, model: ModelId) -> Play<Action> {
        let quiet = cx.is_quiet();
        let enemies = self.standing(other(side));
        let far = |t: &ModelId| {
            let distance = self.spot(model).at.distance(self.spot(*t).at);
            let why = format!("{distance} is more than 12");
            (distance > Length::inches(12)).then(|| Refusal::new(Clause("TOY-SHOOT-02"), why))
        };
        let in_reach = enemies.iter().filter(|t| !quiet || far(t).is_none());
        let mut actions = vec![Action::Move, Action::Walk, Action::Bomb, Action::Turn];
        actions.extend([Action::Rest, Action::Cheer, Action::Pass]);
        actions.extend(in_reach.map(|t| Action::Shoot(*t)));
        actions.extend(enemies.iter().map(|t| Action::Duel(*t)));
        let ask = Ask::new(side, "action", "What?", Clause("TOY-ACT-01")).about(model);
        cx.choose(ask, &actions, |action| match action {
            Action::Move => Choice::new("move"),
            Action::Walk => Choice::new("walk together"),
            Action::Shoot(t) => {
                let choice = Choice::new(format!("shoot {}", self.name(*t))).about(*t).merit(2);
                far(t).map_or(choice.clone(), |refusal| choice.refused(refusal))
            }
            Action::Duel(t) => Choice::new(format!("duel {}", self.name(*t))).about(*t).merit(1),
            Action::Bomb => Choice::new("bomb"),
            Action::Turn => Choice::new("turn"),
            Action::Rest => Choice::new("rest"),
            Action::Cheer => Choice::new("cheer"),
            Action::Pass => Choice::new("pass").declining(),
        })
    }

    fn walk(&mut self, cx: &mut Cx<'_>, side: SideId, model: ModelId) -> Play<()> {
        let ask = Ask::new(side, "move", "Where to?", Clause("TOY-MOVE-01")).about(model);
        let start = self.spot(model);
        let enemies = self.standing(other(side));
        let most = Length::inches(6);
        let stroll = cx.path(ask, (model, start, most), Vec::new, |path| {
            legal_walk(path, most, Clause("TOY-MOVE-01"))?;
            if self.walled {
                wall::check(path)?;
            }
            Ok(Stroll { path: path.to_vec(), most, watched: !enemies.is_empty() })
        })?;
        let path = stroll.path;
        if path.len() > 1 && !enemies.is_empty() {
            let ask = Ask::new(other(side), "snap", "Snap shot?", Clause("TOY-SNAP-01"));
            if cx.confirm(ask, "snap shot", "hold fire")? {
                let ask = Ask::new(other(side), "when", "At what point?", Clause("TOY-SNAP-01"));
                let at = cx.along(ask, &path, length(&path), Vec::new)?;
                cx.say(|| Event::note(Clause("TOY-SNAP-01"), format!("A shot after {at}")));
                self.shoot(cx, (other(side), enemies[0], model), 6)?;
            }
        }
        let to = path.last().copied();
        let walker = &mut self.models[model.index()];
        walker.spot = walker.spot.and(to);
        cx.say(|| {
            let deed = Deed::Moved { model, path };
            Event::note(Clause("TOY-MOVE-01"), format!("{} moves", walker.name)).deed(deed)
        });
        Ok(())
    }

    fn walk_together(&mut self, cx: &mut Cx<'_>, side: SideId) -> Play<()> {
        let movers: Vec<(ModelId, Spot)> =
            self.standing(side).into_iter().map(|m| (m, self.spot(m))).collect();
        let clause = Clause("TOY-WALK-01");
        let ask = Ask::new(side, "walk", "Where to?", clause);
        let most = Length::inches(3);
        let single = |_: ModelId, path: &[Spot]| {
            legal_walk(path, most, clause).map(|()| path.last().copied().unwrap_or_default())
        };
        let ends = cx.paths(ask, (&movers, most), Vec::new, single, |paths| {
            paths.iter().try_for_each(|(_, path)| legal_walk(path, most, clause))?;
            Ok(paths.iter().map(|(m, path)| (*m, path.last().copied())).collect::<Vec<_>>())
        })?;
        for (model, end) in ends {
            self.models[model.index()].spot = end;
        }
        Ok(())
    }

    fn shoot(
        &mut self,
        cx: &mut Cx<'_>,
        (side, model, target): (SideId, ModelId, ModelId),
        least: i32,
    ) -> Play<()> {
        let need = Need::d6(side, 1, "shooting").by(model);
        let bonus = i32::from(self.model(model).strong);
        let first = cx.dice(need)?[0];
        let mut die = Die { face: first, kept: true, was: None };
        if i32::from(first) + bonus < least && !self.rerolled[side.index()] {
            let clause = Clause("TOY-SHOOT-03");
            let ask = Ask::new(side, "reroll", "Throw again?", clause).losing(true);
            if cx.confirm(ask, "throw again", "leave it")? {
                self.rerolled[side.index()] = true;
                die = Die { face: cx.dice(need)?[0], kept: true, was: Some(first) };
            }
        }
        let total = i32::from(die.face) + bonus;
        let strong = Term {
            amount: "+1".to_owned(),
            value: 1,
            reason: "strong".to_owned(),
            clause: Clause("TOY-SHOOT-04"),
        };
        cx.say(|| {
            let roll = Roll {
                side,
                model: Some(model),
                title: format!("{} shoots", self.name(model)),
                dice: vec![die],
                sides: 6,
                terms: if bonus == 1 { vec![strong] } else { Vec::new() },
                total,
                counts: false,
            };
            Event::note(Clause("TOY-SHOOT-01"), roll.to_string()).deed(Deed::Rolled(roll))
        });
        if total >= least {
            self.wound(cx, target);
        }
        Ok(())
    }

    fn bomb(&mut self, cx: &mut Cx<'_>, side: SideId) -> Play<()> {
        let ask = Ask::new(side, "bomb", "Where does it land?", Clause("TOY-BOMB-01"));
        let spots: Vec<Spot> = self.models.iter().filter_map(|m| m.spot).collect();
        let goals = || spots.iter().map(|spot| Goal { spot: *spot, merit: 1 }).collect();
        let at = cx.point(ask, board(), goals, |p| {
            let near = spots.iter().any(|s| s.at.distance(p) <= Length::inches(6));
            let far = Refusal::new(Clause("TOY-BOMB-01"), "nobody is within 6 inches of there");
            if near { Ok(p) } else { Err(far) }
        })?;
        for model in &mut self.models {
            if model.spot.is_some_and(|s| s.at.distance(at) <= Length::inches(2)) {
                model.stunned = true;
                cx.say(|| Event::note(Clause("TOY-BOMB-01"), format!("{} is stunned", model.name)));
            }
        }
        Ok(())
    }

    fn fight(&mut self, cx: &mut Cx<'_>, (attacker, target): (ModelId, ModelId)) -> Play<()> {
        let side = self.model(attacker).side;
        let face = cx.dice(Need::d6(side, 1, "the duel").by(attacker))?[0];
        let name = self.name(attacker);
        cx.say(|| Event::note(Clause("TOY-DUEL-01"), format!("{name} throws {face}")));
        self.duel = Some((target, attacker));
        if face >= 5 {
            self.wound(cx, target);
            self.duel = None;
            self.after(cx, side);
        }
        Ok(())
    }

    /// Passes the turn, begins the next round, or ends the match.
    fn after(&mut self, cx: &mut Cx<'_>, side: SideId) {
        if self.duel.is_some() {
            return;
        }
        let both = [RED, BLUE].map(|side| self.standing(side).len());
        let fresh = [RED, BLUE].map(|side| !self.ready(side).is_empty());
        let next = other(side);
        match () {
            () if both.contains(&0) => self.end(cx),
            () if fresh[next.index()] => self.stage = Stage::Act(next),
            () if fresh[side.index()] => self.stage = Stage::Act(side),
            () if self.round == 3 => self.end(cx),
            () => {
                self.round += 1;
                self.stage = Stage::Bids;
                self.models.iter_mut().for_each(|m| m.acted = false);
            }
        }
    }

    fn end(&mut self, cx: &mut Cx<'_>) {
        cx.reveal();
        for index in 0..self.models.len() {
            let Some(spot) = self.models[index].spot else { continue };
            let third = (spot.at.x.whole_inches() / 8).clamp(0, 2) as u8;
            let enemy = other(self.models[index].side).index();
            if self.traps.is_some_and(|traps| traps[enemy] == third) {
                let name = self.models[index].name.clone();
                self.models[index].spot = None;
                cx.say(|| Event::note(Clause("TOY-TRAP-02"), format!("{name} is trapped")));
            }
        }
        let [red, blue] = [RED, BLUE].map(|side| self.standing(side).len());
        let winner = match red.cmp(&blue) {
            std::cmp::Ordering::Greater => Some(RED),
            std::cmp::Ordering::Less => Some(BLUE),
            std::cmp::Ordering::Equal => None,
        };
        self.ended = Some(Outcome { winner, reason: format!("{red} against {blue} are left") });
        cx.say(|| Event::note(Clause("TOY-END-01"), "The match is over").deed(Deed::Ended));
    }
}

fn board() -> Extent {
    Extent { low: Point::default(), high: Point::new(SIZE, SIZE) }
}

pub fn length(path: &[Spot]) -> Length {
    path.windows(2).map(|ends| ends[0].at.distance(ends[1].at)).sum()
}

fn legal_walk(path: &[Spot], most: Length, clause: Clause) -> Result<(), Refusal> {
    if let Some(off) = path.iter().find(|s| !board().contains(s.at) || s.z != Length::ZERO) {
        return Err(Refusal::new(Clause("TOY-MOVE-02"), format!("{off} is off the table")));
    }
    match length(path) {
        long if long > most => Err(Refusal::new(clause, format!("{long} is more than {most}"))),
        _ => Ok(()),
    }
}

impl Book for Toy {
    type State = State;

    fn about(&self) -> &About {
        &self.about
    }

    fn begin(&self, setup: &Setup) -> Result<State, Vec<String>> {
        if setup.rosters.len() != 2 {
            return Err(vec!["two rosters are needed".to_owned()]);
        }
        let mut models = Vec::new();
        for (roster, side) in setup.rosters.iter().zip([RED, BLUE]) {
            models.extend(roster.split(", ").map(|name| fighter(name, side)));
        }
        Ok(State {
            stage: Stage::Deploy(RED),
            round: 1,
            models,
            traps: None,
            rerolled: [false; 2],
            duel: None,
            walled: wall::is_given(&setup.table),
            ended: None,
        })
    }

    fn step(&self, state: &mut State, cx: &mut Cx<'_>) -> Play<()> {
        if let Some(duel) = state.duel {
            return state.fight(cx, duel);
        }
        match state.stage {
            Stage::Deploy(side) => state.deploy(cx, side),
            Stage::Traps => state.lay_traps(cx),
            Stage::Bids => state.bid(cx),
            Stage::Act(side) => state.act(cx, side),
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.ended.clone()
    }

    fn is_settled(&self, state: &State) -> bool {
        state.duel.is_none()
    }

    fn clock(&self, state: &State) -> Clock {
        let activation = match state.stage {
            Stage::Deploy(side) | Stage::Act(side) => 1 + u32::from(side.0),
            Stage::Traps | Stage::Bids => 0,
        };
        Clock::new(0, activation)
    }

    fn table(&self, state: &State) -> (Fixed<Table>, Changes) {
        let table = if state.walled { wall::table() } else { Table::bare(24, 24) };
        (Fixed::new(table), Changes::default())
    }

    fn view(&self, state: &State, eyes: Eyes) -> View {
        let models = state.models.iter().enumerate().map(|(index, m)| ModelView {
            model: ModelId(index as u16),
            name: m.name.clone(),
            side: m.side,
            spot: m.spot,
            facing: None,
            squad: None,
            base: Length::cents(50).um(),
            height: Length::inches(1).um(),
            wounds: (m.wounds, 2),
            conditions: [("stunned", m.stunned), ("cheered", m.cheered)]
                .iter()
                .filter(|(_, is)| *is)
                .map(|(word, _)| (*word).to_owned())
                .collect(),
            acted: m.acted,
            gone: m.spot.is_none(),
            ranges: Vec::new(),
            card: vec![("Facing".to_owned(), format!("{},{}", m.facing.0, m.facing.1))],
        });
        let sides = [RED, BLUE].map(|side| {
            let sees = eyes == Eyes::Referee || eyes == Eyes::Side(side) || self.leaks;
            let trap = state.traps.filter(|_| sees).map(|traps| traps[side.index()]);
            let standing = trap.map_or("a trap somewhere".to_owned(), |t| format!("trap {t}"));
            SideView { side, name: side.name().to_owned(), standing }
        });
        View {
            phase: format!("Round {}", state.round),
            sides: sides.to_vec(),
            models: models.collect(),
            zones: Vec::new(),
            markers: Vec::new(),
            outcome: state.ended.clone(),
        }
    }

    fn disguised(&self, state: &State, eyes: Eyes) -> Option<State> {
        let mut twin = state.clone();
        let traps = twin.traps.as_mut().filter(|_| state.ended.is_none())?;
        let hidden = [RED, BLUE].into_iter().filter(|side| eyes != Eyes::Side(*side));
        hidden.for_each(|side| traps[side.index()] = (traps[side.index()] + 1) % 3);
        (eyes != Eyes::Referee).then_some(twin)
    }

    fn known(&self, state: &State, eyes: Eyes) -> Option<State> {
        let mut known = state.clone();
        let traps = known.traps.as_mut().filter(|_| state.ended.is_none() && !self.peeks)?;
        let hidden = [RED, BLUE].into_iter().filter(|side| eyes != Eyes::Side(*side));
        hidden.for_each(|side| traps[side.index()] = 0);
        (eyes != Eyes::Referee).then_some(known)
    }

    fn arrange(&self, scene: &Scene) -> Result<State, String> {
        if let Some(line) = scene.other.first() {
            return Err(format!("'{line}' means nothing here"));
        }
        let mut models = Vec::new();
        for given in &scene.models {
            let mut model = Fighter { spot: Some(given.spot), ..fighter(&given.name, given.side) };
            for word in &given.traits {
                match word.as_str() {
                    "strong" => model.strong = true,
                    "wounded" => model.wounds = 1,
                    _ => return Err(format!("'{word}' is no trait")),
                }
            }
            models.push(model);
        }
        let stage = scene.to_act.map_or(Stage::Bids, Stage::Act);
        let (traps, rerolled) = (Some([0, 2]), [false; 2]);
        let (duel, walled, ended) = (None, false, None);
        Ok(State { stage, round: 1, models, traps, rerolled, duel, walled, ended })
    }

    fn check_roster(&self, text: &str, _: &Options) -> Result<RosterSheet, Vec<String>> {
        let cards = text.split(", ").map(|name| (name.to_owned(), Vec::new())).collect();
        Ok(RosterSheet {
            name: "folk".to_owned(),
            models: 0,
            points: None,
            warnings: Vec::new(),
            cards,
            common: Vec::new(),
        })
    }
}
