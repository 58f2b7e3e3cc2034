//! Chapter 8: Movement Actions: walking, crouching, climbing, jumping (PUN-MOV, PUN-CRO).

mod falling;
mod footing;
mod goals;
mod herd;
mod price;
mod turning;
mod ways;

use engine::toll::{self, Toll};
use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Play};
use serde::{Deserialize, Serialize};
use tabletop::{Length, Spot};

use crate::dice::{Roller, Sum};
use crate::options::MoveSpoilsAim;
use crate::profile::{Attribute, ModelRule};
use crate::state::{Models, Posture, State, Stride};
use crate::tasks::Task;
pub use falling::passed;
pub use herd::{Pounce, Walk, Ways};
pub use price::{Bill, Climb, Leap, Plan, SAFE_DROP, Trial};

/// What crouching down or standing up costs of a Movement Action (PUN-CRO-01, 04).
pub const CROUCHING: Length = Length::inches(2);

/// How a Movement Action is made, where a model may crouch and stand up on the way (PUN-Q-18).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Gait {
    /// On its feet all the way.
    Walk,
    /// On its feet; it crouches in the end.
    CrouchAfter,
    /// It crouches first.
    CrouchBefore,
    /// Crouched all the way.
    Crawl,
    /// It stands up first.
    StandBefore,
    /// Crouched; it stands up in the end.
    StandAfter,
}

impl Gait {
    /// What a player says.
    pub fn words(self) -> &'static str {
        match self {
            Gait::Walk => "move",
            Gait::CrouchAfter => "move and crouch",
            Gait::CrouchBefore => "crouch and move",
            Gait::Crawl => "crawl",
            Gait::StandBefore => "stand and move",
            Gait::StandAfter => "crawl and stand",
        }
    }

    /// The ways open to a model in a posture.
    pub fn of(posture: Posture) -> &'static [Gait] {
        match posture {
            Posture::Standing => &[Gait::Walk, Gait::CrouchAfter, Gait::CrouchBefore],
            Posture::Crouched => &[Gait::Crawl, Gait::StandBefore, Gait::StandAfter],
            Posture::Clinging => &[Gait::Walk],
            Posture::Prone | Posture::Aloft => &[],
        }
    }

    /// The posture on the way.
    pub fn posture(self) -> Posture {
        match self {
            Gait::Walk | Gait::CrouchAfter | Gait::StandBefore => Posture::Standing,
            Gait::CrouchBefore | Gait::Crawl | Gait::StandAfter => Posture::Crouched,
        }
    }

    /// The posture in the end.
    pub fn end(self) -> Posture {
        match self {
            Gait::Walk | Gait::StandBefore | Gait::StandAfter => Posture::Standing,
            Gait::CrouchAfter | Gait::CrouchBefore | Gait::Crawl => Posture::Crouched,
        }
    }

    /// What each inch costs: two while crouched (PUN-CRO-03, PUN-Q-18).
    pub fn pace(self) -> i32 {
        if self.posture() == Posture::Crouched { 2 } else { 1 }
    }

    /// What it costs whatever the way.
    pub fn fixed(self) -> Length {
        match self {
            Gait::Walk | Gait::Crawl => Length::ZERO,
            _ => CROUCHING,
        }
    }

    /// Whether the posture changes before the way.
    pub fn changes_first(self) -> bool {
        matches!(self, Gait::CrouchBefore | Gait::StandBefore)
    }

    /// Whether it contains standing up (PUN-ASL-10).
    pub fn stands_up(self) -> bool {
        matches!(self, Gait::StandBefore | Gait::StandAfter)
    }
}

/// What a Movement Action is for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Purpose {
    /// To get somewhere, and into contact with nobody (PUN-ASL-03).
    Move,
    /// To get at an enemy; all that were in sight at the start may be touched (PUN-ASL-02).
    Assault {
        /// Whom.
        target: ModelId,
        /// Those who were in sight.
        seen: Models,
    },
    /// To get away, after a Disengage that was won (PUN-DIS-04).
    Disengage,
}

/// A model on its way.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct March {
    /// Who.
    pub model: ModelId,
    /// The way, cut to where it really leads.
    pub path: Vec<Spot>,
    /// How.
    pub gait: Gait,
    /// What for.
    pub purpose: Purpose,
    /// What becomes of it in the end.
    pub end: End,
    /// How far along Ready enemies have shot at it (PUN-DEF-05).
    pub watched: Length,
    /// Ready enemies who have had their chance.
    pub held: Models,
    /// Enemies in sight at the start, straight at whom all of the Action was spent (PUN-Q-23).
    pub toward: Models,
    /// Those it was in a fight with when it set off.
    pub left: Models,
}

/// What becomes of a model at the end of its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum End {
    /// It gets there.
    Arrives,
    /// It clings to a wall or ladder there (PUN-Q-14).
    Clings,
    /// It falls over there (PUN-Q-16).
    Topples,
    /// It falls from so high up and lands there (PUN-FAL-01).
    Falls(Length),
    /// It is lost in impassable ground (PUN-TER-09).
    Lost,
    /// It hangs in the air until its next Action (PUN-Q-47).
    Aloft,
}

/// A legal move together with what its words are made of.
struct Weighed<'a> {
    plan: Plan,
    state: &'a State,
    model: ModelId,
}

impl toll::Plan for Weighed<'_> {
    fn toll(&self) -> Toll {
        let Weighed { plan, state, model } = self;
        let cost = plan.cost(plan.careful.is_none());
        let over = cost > plan.budget / 2;
        let trial = state.trial(*model, &plan.bill).filter(|_| over);
        let leaps = plan.bill.leaps.iter().map(|leap| {
            let roll = if leap.until - leap.from > SAFE_DROP { ", Agility roll" } else { "" };
            let deadly = if leap.deadly { ", lost if it fails" } else { "" };
            format!("jumps {} inches{roll}{deadly}", leap.until - leap.from)
        });
        let climbs = plan.bill.climbs.iter().map(|c| format!("climbs {} inches", c.height));
        let drops = plan.bill.drops.iter().map(|d| format!("a drop of {} inches", d.depth));
        let trials = trial.iter().map(|t| t.words().to_owned());
        let burns = state.is_through_fire(*model, &plan.path).then(|| "through fire".to_owned());
        Toll {
            cost: format!("{cost} of {} inches", plan.budget),
            band: u8::from(over && trial.is_some()),
            risks: trials.chain(leaps).chain(climbs).chain(drops).chain(burns).collect(),
            end: None,
        }
    }
}

impl State {
    /// A Movement Action: its player shows the way, rolls for it, and the model sets off
    /// (PUN-SEQ-04).
    pub fn make_move(
        &mut self,
        cx: &mut Cx<'_>,
        model: ModelId,
        gait: Gait,
        purpose: Purpose,
    ) -> Play<()> {
        ["PUN-G-05", "PUN-T-04"].iter().for_each(|id| cx.cite(Clause(id)));
        let start = self.spot(model);
        let (topic, prompt, clause) = match purpose {
            Purpose::Move => ("path", "Where does it go?", Clause("PUN-MOV-01")),
            Purpose::Assault { .. } => {
                ("assault-path", "How does it get there?", Clause("PUN-ASL-01"))
            }
            Purpose::Disengage => ("path", "Where does it get away to?", Clause("PUN-DIS-04")),
        };
        let ask = Ask::new(self.side(model), topic, prompt, clause).about(model);
        let reach = (model, start, self.budget(model));
        let goals = || self.goals(model, gait, &purpose);
        let forced = purpose == Purpose::Move;
        let errand = if forced { self.errand(model, gait) } else { None };
        let weighed = cx.path(ask, reach, goals, |path| {
            let plan = match (path, &purpose) {
                // Whoever shows no way takes the first there is.
                ([_], Purpose::Assault { .. } | Purpose::Disengage) => {
                    self.first_way(model, gait, &purpose)
                }
                _ => match (&errand, path) {
                    (Some(errand), [_]) => Ok(errand.best.clone()),
                    (Some(errand), _) => self
                        .plan_purpose(model, path, gait, &purpose)
                        .and_then(|plan| self.check_errand(model, &plan, errand).map(|()| plan)),
                    (None, _) => self.plan_purpose(model, path, gait, &purpose),
                },
            };
            Ok(Weighed { plan: plan?, state: self, model })
        })?;
        let plan = weighed.plan;
        self.set_off(cx, model, plan, purpose)
    }

    /// The way is known: drops, the Agility roll and leaps are settled, and the model goes.
    fn set_off(
        &mut self,
        cx: &mut Cx<'_>,
        model: ModelId,
        mut plan: Plan,
        purpose: Purpose,
    ) -> Play<()> {
        self.cite_way(cx, model, &plan, &purpose);
        let bold = self.choose_descent(cx, model, &plan)?;
        let cost = plan.cost(bold);
        if !bold {
            // Going down with care is climbing (PUN-CLB-01).
            let climbs = plan.bill.drops.drain(..);
            let climbs = climbs.map(|d| Climb { at: d.at, height: d.depth, ladder: false });
            let climbs: Vec<Climb> = climbs.collect();
            plan.bill.climbs.extend(climbs);
            plan.bill.climbs.sort_unstable_by_key(|climb| climb.at);
        }
        let toward = self.charged_at(model, &plan, cost, &purpose);
        let left = match purpose {
            Purpose::Disengage => self.fight_of(model),
            Purpose::Move | Purpose::Assault { .. } => Models::new(),
        };
        let (path, end) = self.survive_way(cx, model, &plan, (bold, cost))?;
        if plan.gait.changes_first() {
            self.model_mut(model).posture = plan.gait.posture();
            self.say_posture(cx, model);
        } else if self.model(model).posture == Posture::Clinging {
            self.model_mut(model).posture = Posture::Standing;
        }
        let gait = plan.gait;
        let (watched, held) = (Length::ZERO, Models::new());
        let march = March { model, path, gait, purpose, end, watched, held, toward, left };
        self.march_on(cx, march)
    }

    /// Whoever goes over an edge jumps down or climbs down (PUN-JMP-07).
    fn choose_descent(&self, cx: &mut Cx<'_>, model: ModelId, plan: &Plan) -> Play<bool> {
        let Some(drop) = plan.bill.drops.first() else { return Ok(false) };
        let ways: &[bool] = if plan.careful.is_some() { &[false, true] } else { &[true] };
        let prompt = "How does it get down?";
        let ask = Ask::new(self.side(model), "descent", prompt, Clause("PUN-JMP-07")).about(model);
        cx.choose(ask, ways, |jump| match jump {
            false => Choice::new("climb down").merit(1),
            true => Choice::new("jump down").detail(format!("a fall of {} inches", drop.depth)),
        })
    }

    /// Rolls for the full distance and for leaps: where the way really leads, and what happens
    /// there (PUN-TER-03 to 10, PUN-CLB-01 to 03, PUN-JMP-02 to 06).
    fn survive_way(
        &mut self,
        cx: &mut Cx<'_>,
        model: ModelId,
        plan: &Plan,
        (bold, cost): (bool, Length),
    ) -> Play<(Vec<Spot>, End)> {
        let mut limit = plan.bill.length;
        let mut topples = false;
        let trial = self.trial(model, &plan.bill);
        if let Some(trial) = trial {
            cx.cite(Clause(trial.clause()));
            cx.cite(Clause("PUN-TER-10"));
        }
        if let Some(trial) = trial.filter(|_| cost > plan.budget / 2)
            && !self.agility_roll(cx, model, (trial, 0))?
        {
            if let Some(acting) = &mut self.acting {
                acting.stumbled = true;
            }
            match trial {
                Trial::Bad | Trial::Ladder => {
                    cx.cite(Clause("PUN-TER-04"));
                    let (at, up) = plan.halfway();
                    if up > Length::ZERO {
                        return Ok(self.caught_on_ladder(model, plan, (at, up)));
                    }
                    let most = plan.bill.short_of_leaps(at);
                    limit = plan.bill.short_of_leaps(self.choose_stop(cx, model, plan, most)?);
                }
                Trial::VeryBad => {
                    let first = plan.bill.very_bad_from.unwrap_or(Length::ZERO);
                    limit = plan.bill.short_of_leaps(plan.halfway().0.max(first));
                    topples = true;
                }
                Trial::Wall => {
                    cx.cite(Clause("PUN-CLB-02"));
                    return Ok(self.fall_off(model, plan));
                }
            }
        }
        let jumped = |leap: &&Leap| leap.until <= limit || limit >= plan.bill.length;
        for leap in plan.bill.leaps.iter().filter(jumped) {
            if !self.leaps(cx, model, leap)? {
                cx.cite(Clause("PUN-JMP-06"));
                return Ok(self.fall_short(model, plan, leap));
            }
        }
        let fall = plan.bill.drops.iter().find(|drop| bold && drop.at <= limit);
        if let Some(drop) = fall {
            return Ok(self.jump_down(model, plan, drop));
        }
        if topples {
            return Ok((self.way_to_stop(model, plan, limit), End::Topples));
        }
        if limit >= plan.bill.length {
            let end = if plan.clings { End::Clings } else { End::Arrives };
            return Ok((plan.path.clone(), end));
        }
        Ok((self.way_to_stop(model, plan, limit), End::Arrives))
    }

    /// Whoever fails on bad ground goes half as far, or stops earlier (PUN-Q-15).
    fn choose_stop(
        &self,
        cx: &mut Cx<'_>,
        model: ModelId,
        plan: &Plan,
        at: Length,
    ) -> Play<Length> {
        let prompt = "How far does it get?";
        let ask = Ask::new(self.side(model), "stop", prompt, Clause("PUN-Q-15")).about(model);
        let earlier = cx.choose(ask, &[false, true], |earlier| match earlier {
            false => Choice::new("as far as it can").detail(format!("{at} inches")).merit(1),
            true => Choice::new("stop earlier"),
        })?;
        if !earlier {
            return Ok(at);
        }
        let ask = Ask { topic: "stop-at", prompt: "Where does it stop?", ..ask };
        cx.along(ask, &plan.path, at, || self.stops(model, plan, at))
    }

    /// An Agility roll to get on (PUN-TER-03, PUN-CRE-01, 02).
    fn agility_roll(
        &mut self,
        cx: &mut Cx<'_>,
        model: ModelId,
        (trial, more): (Trial, i32),
    ) -> Play<bool> {
        let mut sum = self.agility_sum(!cx.is_quiet(), model);
        let climbs = matches!(trial, Trial::Wall | Trial::Ladder);
        let clause = if trial == Trial::Wall { "PUN-CRE-01" } else { "PUN-CRE-02" };
        sum.add_if(climbs && self.has(model, ModelRule::Creeper), 3, "Creeper", clause);
        sum.add(more, "distance", "PUN-JMP-04");
        let who = Roller { side: self.side(model), model: Some(model), purpose: "picks its way" };
        Ok(self.check(cx, who, &sum, false)?.passed)
    }

    /// Agility with what always counts (PUN-ELE-03).
    pub fn agility_sum(&self, told: bool, model: ModelId) -> Sum {
        let agility = self.value(model, Attribute::Agility);
        let mut sum = Sum::of(told, agility, "Agility", "PUN-ATT-06");
        sum.add(self.numbness(model), "shock", "PUN-ELE-03");
        sum
    }

    /// Jumps a gap, with a roll if it is wide (PUN-JMP-02 to 04, PUN-Q-27).
    fn leaps(&mut self, cx: &mut Cx<'_>, model: ModelId, leap: &Leap) -> Play<bool> {
        let width = leap.until - leap.from;
        cx.cite(Clause("PUN-Q-27"));
        if width <= Length::inches(2) {
            cx.cite(Clause("PUN-JMP-02"));
            return Ok(true);
        }
        let more = if width > Length::inches(3) { -1 } else { 0 };
        cx.cite(Clause(if more == 0 { "PUN-JMP-03" } else { "PUN-JMP-04" }));
        let mut sum = self.agility_sum(!cx.is_quiet(), model);
        sum.add(more, "wide gap", "PUN-JMP-04");
        let who = Roller { side: self.side(model), model: Some(model), purpose: "jumps" };
        Ok(self.check(cx, who, &sum, false)?.passed)
    }

    /// Carries on a move: those who are Ready shoot first, then the model gets there.
    pub fn march_on(&mut self, cx: &mut Cx<'_>, mut march: March) -> Play<()> {
        if self.model(march.model).spot.is_none() {
            // Whoever is Downed on the way loses its Action (PUN-Q-31).
            return Ok(());
        }
        if let Some(firing) = self.react_to_move(cx, &mut march)? {
            self.tasks.push(Task::March(Box::new(march)));
            let shooter = firing.shooter;
            self.tasks.push(Task::Fire(Box::new(firing)));
            self.answer_shot(shooter);
            return Ok(());
        }
        if let Some(at) = self.fire_on_way(&march) {
            self.burn_on_way(cx, march, at);
            return Ok(());
        }
        self.cite_fireproof(cx, &march);
        self.arrive(cx, &march)
    }

    /// A model gets to the end of its way.
    fn arrive(&mut self, cx: &mut Cx<'_>, march: &March) -> Play<()> {
        let model = march.model;
        let from = march.path.first().copied().unwrap_or_default();
        let to = march.path.last().copied().unwrap_or(from);
        self.model_mut(model).spot = Some(to);
        if from != to {
            cx.say(|| {
                let text = format!("{} moves from {from} to {to}", self.name(model));
                let path = march.path.clone();
                Event::note(Clause("PUN-MOV-01"), text).deed(Deed::Moved { model, path })
            });
        }
        let moved = (march.gait.end() != self.model(model).posture).then(|| march.gait.end());
        match march.end {
            End::Arrives => {
                self.model_mut(model).posture = march.gait.end();
                if moved.is_some() {
                    self.say_posture(cx, model);
                }
            }
            End::Clings => {
                self.model_mut(model).posture = Posture::Clinging;
                self.say_posture(cx, model);
            }
            End::Aloft => {
                self.model_mut(model).posture = Posture::Aloft;
                self.say_posture(cx, model);
            }
            End::Topples => self.topple(cx, model),
            End::Falls(height) if !self.is_impassable(to) => self.fall(cx, model, height),
            // Whoever ends up in impassable ground is gone, however it got there (PUN-TER-09).
            End::Falls(_) | End::Lost => {
                self.lose(cx, model);
                return Ok(());
            }
        }
        self.note_stride(march);
        if march.purpose == Purpose::Move
            && self.agreed.move_spoils_aim == MoveSpoilsAim::On
            && let Some(acting) = &mut self.acting
        {
            acting.aims.retain(|(who, _)| *who != model);
        }
        if self.in_pack(model) && march.purpose != Purpose::Disengage {
            self.arrive_in_pack(march);
            return self.may_leave(cx, model);
        }
        match &march.purpose {
            Purpose::Move if march.end == End::Aloft => (),
            Purpose::Assault { .. } => self.arrive_in_contact(cx, march)?,
            Purpose::Move => {
                self.turn(cx, model, to.at - from.at)?;
                self.may_leave(cx, model)?;
            }
            Purpose::Disengage => {
                self.turn(cx, model, to.at - from.at)?;
                self.let_go_of_weapons();
                let others: Models = march.left.iter().copied().filter(|m| *m != model).collect();
                self.tasks.push(Task::PullIns(others));
            }
        }
        Ok(())
    }

    /// Remembers a Movement Action that may count for a charge (PUN-ASL-06, 07, PUN-Q-23).
    fn note_stride(&mut self, march: &March) {
        let counts = march.purpose == Purpose::Move
            && !march.gait.stands_up()
            && matches!(march.end, End::Arrives | End::Aloft)
            && !march.toward.is_empty()
            && !self.is_lost_in_smoke(march);
        let Some(acting) = self.acting.as_mut().filter(|a| a.model == march.model) else { return };
        match (counts, &march.purpose) {
            (true, _) => acting.run.push(Stride { toward: march.toward.clone() }),
            (false, Purpose::Assault { .. }) => (),
            (false, _) => acting.run.clear(),
        }
    }

    /// Tells how a model holds itself now.
    pub fn say_posture(&self, cx: &mut Cx<'_>, model: ModelId) {
        cx.say(|| {
            let (clause, words) = match self.model(model).posture {
                Posture::Standing => ("PUN-CRO-04", "stands up"),
                Posture::Crouched => ("PUN-CRO-01", "crouches"),
                Posture::Prone => ("PUN-FAL-02", "lies on the floor"),
                Posture::Clinging => ("PUN-Q-14", "clings on"),
                Posture::Aloft => ("PUN-Q-47", "hangs in the air"),
            };
            let text = format!("{} {words}", self.name(model));
            Event::note(Clause(clause), text).deed(Deed::Changed { model })
        });
    }
}
