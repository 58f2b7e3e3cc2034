//! A figure's go: move and shoot in either order, as far as its order goes (KZ-X-03).

use engine::{Ask, Choice, Clause, Cx, ModelId, Play, Refusal};
use smallvec::SmallVec;
use tabletop::measure::Edge;
use tabletop::movement::contact_spot;
use tabletop::{Length, Spot};

use crate::fire::Aim;
use crate::options::AnyoneFinishes;
use crate::profile::Order;
use crate::state::{BASE, Fate, Go, State, touches};
use crate::weapons::GunId;

/// How near to an edge a base must be to walk off it.
const AT_EDGE: Length = Length::cents(25);
/// How far one may have gone and still load a gun (KZ-X-34).
const WHILE_LOADING: Length = Length::inches(4);

/// What a figure may do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Move, with or without its captives.
    Move(bool),
    /// Go straight into contact with an enemy who can fight.
    Assault(ModelId),
    /// Go straight to a suppressed enemy.
    Finish(ModelId),
    /// Shoot.
    Shoot(Aim),
    /// Aim at a bare point.
    Lob(GunId),
    /// Walk off the table.
    Leave(Edge),
    /// Get into a vehicle.
    Board(ModelId),
    /// Get out of it.
    GetOut,
    /// Drive it.
    Drive,
    /// Not to be had: a gun that is silent.
    Silent(GunId),
    /// Not to be had: a ride in a vehicle that is too fast.
    TooFast(ModelId),
    /// Not to be had: a way out of the vehicle.
    Seated,
    /// Nothing more.
    Done,
}

impl Go {
    /// A go that has just begun.
    pub fn of(model: ModelId) -> Go {
        Go { model, moved: None, spent: Length::ZERO, shot: false, down: false, burst: None }
    }
}

impl State {
    /// Carries on a figure's go by one thing.
    pub fn act(&mut self, cx: &mut Cx<'_>, mut go: Go) -> Play<()> {
        let model = go.model;
        if !self.is_there(model) {
            return self.end_go(cx, &go);
        }
        if let Some(burst) = go.burst.take() {
            self.keep_firing(cx, &mut go, burst)?;
            return self.carry_on(cx, go);
        }
        if self.model(model).suppressed && go.moved.is_none() && !go.down {
            go.down = !self.rouse(cx, &mut go)?;
            if go.down {
                return self.crawl(cx, go);
            }
            return self.carry_on(cx, go);
        }
        let action = self.choose_action(cx, &go)?;
        match action {
            Action::Move(leads) => self.make_move(cx, &mut go, leads)?,
            Action::Assault(foe) | Action::Finish(foe) => self.go_straight(cx, &mut go, foe)?,
            Action::Shoot(aim) => self.open_fire(cx, &mut go, aim)?,
            Action::Lob(gun) => self.lob(cx, &mut go, gun)?,
            Action::Leave(edge) => self.walk_off(cx, model, edge),
            Action::Board(vehicle) => self.board(cx, &mut go, vehicle),
            Action::GetOut => self.get_out(cx, &mut go)?,
            Action::Drive => self.drive(cx, &mut go)?,
            Action::Silent(_) | Action::TooFast(_) | Action::Seated | Action::Done => {
                return self.end_go(cx, &go);
            }
        }
        self.carry_on(cx, go)
    }

    /// The go goes on unless the figure has fallen.
    fn carry_on(&mut self, cx: &mut Cx<'_>, go: Go) -> Play<()> {
        let done = go.moved.is_some() && go.shot && go.burst.is_none();
        if done || !self.is_able(go.model) {
            return self.end_go(cx, &go);
        }
        self.go = Some(go);
        Ok(())
    }

    /// A figure that stays suppressed crawls or lies still (KZ-MOVE-09).
    fn crawl(&mut self, cx: &mut Cx<'_>, mut go: Go) -> Play<()> {
        let model = go.model;
        if self.model(model).aboard.is_some() {
            return self.end_go(cx, &go);
        }
        let ask = Ask::new(self.side(model), "crawl", "Does it crawl?", Clause("KZ-MOVE-09"));
        let crawls = cx.choose(ask.about(model), &[true, false], |crawls| match crawls {
            true => Choice::new("crawl"),
            false => Choice::new("stay").declining().merit(1),
        })?;
        if crawls {
            self.make_move(cx, &mut go, false)?;
        }
        self.end_go(cx, &go)
    }

    /// A figure's go is over; a gun may have been loaded meanwhile (KZ-X-34).
    fn end_go(&mut self, cx: &mut Cx<'_>, go: &Go) -> Play<()> {
        let m = self.model_mut(go.model);
        m.acted = true;
        let idle = !go.shot && !go.down && !m.suppressed;
        if idle && go.moved.unwrap_or_default() <= WHILE_LOADING {
            for load in m.loads.iter_mut().filter(|load| load.reload > 0) {
                load.reload -= 1;
                cx.cite(Clause("KZ-X-34"));
            }
        }
        self.go = None;
        Ok(())
    }

    fn choose_action(&self, cx: &mut Cx<'_>, go: &Go) -> Play<Action> {
        let model = go.model;
        let mut options = self.actions(go);
        // What cannot be had is shown with its reason, but nobody is asked for its sake alone.
        if !cx.is_quiet() && options.len() > 1 {
            self.add_barred(go, &mut options);
            for action in &options {
                if let Action::Silent(gun) = action
                    && gun.get().ammo > 0
                {
                    cx.cite(Clause("KZ-X-18"));
                }
            }
        }
        let order = self.model(model).order;
        let ask = Ask::new(self.side(model), "action", "What does it do?", order.clause());
        cx.choose(ask.about(model), &options, |action| self.action_choice(go, *action))
    }

    /// Everything a figure may do now.
    fn actions(&self, go: &Go) -> SmallVec<[Action; 16]> {
        let model = go.model;
        let mut all: SmallVec<[Action; 16]> = SmallVec::new();
        if self.model(model).aboard.is_some() {
            if !self.sniper_has_shot(go) {
                self.vehicle_actions(go, &mut all);
            }
        } else if self.is_locked(model) {
            self.contacts(go, &mut all);
            all.push(Action::Done);
            return all;
        } else {
            if go.moved.is_none() && !self.sniper_has_shot(go) {
                all.push(Action::Move(false));
                if !self.captives(model).is_empty() {
                    all.push(Action::Move(true));
                }
                self.boarding(model, &mut all);
            }
            self.contacts(go, &mut all);
            all.extend(self.edges_at(model).map(Action::Leave));
        }
        if self.may_shoot(go) {
            let guns = self.ready_guns(model);
            all.extend(self.aims(go, &guns).into_iter().map(Action::Shoot));
            let points = guns.iter().filter(|gun| gun.get().sort.takes_point());
            if self.opponents(model).is_empty() {
                all.extend(points.map(|gun| Action::Lob(*gun)));
            }
        }
        all.push(Action::Done);
        all
    }

    /// Whether a figure can do nothing but fight: with Assault orders beside an enemy who can
    /// (KZ-H2H-02). Without them it may move off and shoot (KZ-MOVE-11).
    fn is_locked(&self, model: ModelId) -> bool {
        self.model(model).order == Order::Assault && !self.opponents(model).is_empty()
    }

    /// Guns that are silent now, and vehicles that are too fast to get into.
    fn add_barred(&self, go: &Go, all: &mut SmallVec<[Action; 16]>) {
        if self.is_locked(go.model) {
            return;
        }
        if self.may_shoot(go) {
            all.extend(self.silent_guns(go.model).into_iter().map(Action::Silent));
        }
        if go.moved.is_some() || self.sniper_has_shot(go) {
            return;
        }
        if self.model(go.model).aboard.is_none() {
            all.extend(self.fast_rides(go.model).into_iter().map(Action::TooFast));
        } else if !all.contains(&Action::GetOut) {
            all.push(Action::Seated);
        }
    }

    /// With Snipe orders one moves or shoots (KZ-ORD-06).
    fn sniper_has_shot(&self, go: &Go) -> bool {
        go.shot && self.model(go.model).order == Order::Snipe
    }

    /// Whether its order lets a figure shoot now.
    pub fn may_shoot(&self, go: &Go) -> bool {
        let order = self.model(go.model).order;
        let moved = go.moved.is_some() || go.spent > Length::ZERO;
        let snipes = order == Order::Snipe && moved;
        order.shoots() && !go.shot && !snipes
    }

    /// Enemies in a straight line whom it could touch: to fight them with Assault orders, or to
    /// finish off those who are suppressed (KZ-Q-45).
    fn contacts(&self, go: &Go, all: &mut SmallVec<[Action; 16]>) {
        let model = go.model;
        let order = self.model(model).order;
        let assaults = order == Order::Assault;
        let anyone = self.agreed.anyone_finishes == AnyoneFinishes::On;
        let spare = anyone && order.shoots() && !go.shot;
        if !assaults && !spare {
            return;
        }
        let body = self.body(model);
        let allowance = self.allowance(go, false);
        let bound = allowance.distance + BASE * 2;
        for enemy in self.enemies(model) {
            let m = self.model(enemy);
            let other = self.body(enemy);
            let wanted = match m.suppressed {
                true => m.captor.is_none(),
                false => assaults,
            };
            if !wanted || body.at().distance_squared(other.at()) > bound.squared() {
                continue;
            }
            let beside = touches(&body, &other);
            let may_move = go.moved.is_none() && !self.sniper_has_shot(go);
            let reaches = || {
                may_move
                    && (allowance.assaults || allowance.finishes)
                    && self.plan_move(model, &self.straight_to(model, enemy), allowance).is_ok()
            };
            if beside || reaches() {
                all.push(if m.suppressed { Action::Finish(enemy) } else { Action::Assault(enemy) });
            }
        }
    }

    /// The straight way into contact with somebody; no way at all for whoever is in it.
    pub fn straight_to(&self, model: ModelId, enemy: ModelId) -> SmallVec<[Spot; 2]> {
        let (start, other) = (self.spot(model), self.body(enemy));
        if touches(&self.body(model), &other) {
            return SmallVec::from_slice(&[start]);
        }
        let at = contact_spot(self.body(model).base, &other, start.at);
        SmallVec::from_slice(&[start, at.at_height(other.feet())])
    }

    /// Goes straight into contact and does what contact leads to.
    pub fn go_straight(&mut self, cx: &mut Cx<'_>, go: &mut Go, foe: ModelId) -> Play<()> {
        let model = go.model;
        let path = self.straight_to(model, foe);
        if path.len() > 1 {
            let allowance = self.allowance(go, false);
            self.cite_allowance(cx, allowance, model);
            // It was looked at when it was offered, and nothing has changed since.
            if let Ok(plan) = self.plan_move(model, &path, allowance) {
                return self.carry_out(cx, go, &plan);
            }
            return Ok(());
        }
        if self.model(foe).suppressed {
            cx.cite(Clause("KZ-Q-45"));
            go.shot |= self.model(model).order != Order::Assault;
            return self.finish_off(cx, model, foe);
        }
        let foes = self.opponents(model);
        self.fight(cx, go, &foes)
    }

    /// Edges that a figure stands at and may walk off.
    fn edges_at(&self, model: ModelId) -> impl Iterator<Item = Edge> + '_ {
        let at = self.spot(model).at;
        let near = move |edge: &Edge| edge.distance(&self.table, at) <= BASE + AT_EDGE;
        Edge::ALL.into_iter().filter(near)
    }

    /// A figure walks off the table, with its captives if that is its own edge
    /// (KZ-X-29, KZ-X-37).
    fn walk_off(&mut self, cx: &mut Cx<'_>, model: ModelId, edge: Edge) {
        let side = self.side(model);
        if self.forces[side.index()].edge == Some(edge) {
            for captive in self.captives(model) {
                self.remove(cx, captive, Fate::Taken(side));
            }
        }
        let saved = self.flees_over(side) == Some(edge);
        self.remove(cx, model, if saved { Fate::Escaped } else { Fate::Left });
    }

    fn action_choice(&self, go: &Go, action: Action) -> Choice {
        let model = go.model;
        match action {
            Action::Move(false) => Choice::new("move").merit(self.move_merit(go)),
            Action::Move(true) => {
                let names: Vec<&str> = self.captives(model).iter().map(|m| self.name(*m)).collect();
                Choice::new(format!("move with {}", names.join(" and ")))
                    .merit(self.move_merit(go) + 1)
            }
            Action::Assault(foe) => {
                Choice::new(format!("assault {}", self.name(foe))).about(foe).merit(60)
            }
            Action::Finish(foe) => {
                Choice::new(format!("finish {}", self.name(foe))).about(foe).merit(80)
            }
            Action::Shoot(aim) => self.shot_choice(model, aim.target, aim.gun, aim.mode),
            Action::Lob(gun) => {
                Choice::new(format!("lob {}", gun.name())).merit(self.lob_merit(model, gun))
            }
            Action::Leave(edge) => Choice::new(format!("leave by the {} edge", edge.name()))
                .merit(self.leave_merit(model, edge)),
            Action::Board(vehicle) => {
                Choice::new(format!("board {}", self.name(vehicle))).about(vehicle).merit(-3)
            }
            Action::GetOut => Choice::new("get out").merit(3),
            Action::Drive => Choice::new("drive").merit(4),
            Action::Silent(gun) => {
                let why = self.may_use(model, gun).err();
                let refusal = why.map(|(clause, why)| Refusal::new(clause, why));
                let choice = Choice::new(format!("use {}", gun.name()));
                refusal.into_iter().fold(choice, Choice::refused)
            }
            Action::Seated => {
                let why = "it takes 4 inches, a vehicle that is not fast, and room beside it";
                Choice::new("get out").refused(Refusal::new(Clause("KZ-X-23"), why))
            }
            Action::TooFast(vehicle) => {
                let why = format!("{} is too fast", self.name(vehicle));
                Choice::new(format!("board {}", self.name(vehicle)))
                    .refused(Refusal::new(Clause("KZ-X-23"), why))
            }
            Action::Done => Choice::new("done").declining(),
        }
    }

    /// Moving is good before a shot only where nobody is in sight, and after it always.
    fn move_merit(&self, go: &Go) -> i32 {
        match self.model(go.model).order {
            Order::Run | Order::Assault => 20,
            Order::KeepDown | Order::Snipe => 1,
            Order::Shoot | Order::StaySharp | Order::HitAndRun => 5,
        }
    }

    fn leave_merit(&self, model: ModelId, edge: Edge) -> i32 {
        let side = self.side(model);
        let own = self.forces[side.index()].edge == Some(edge);
        let saved = self.flees_over(side) == Some(edge);
        if saved || (own && !self.captives(model).is_empty()) { 90 } else { -90 }
    }
}
