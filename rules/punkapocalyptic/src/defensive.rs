//! Chapter 12: defensive fire, out of turn and at the point of a move that its owner names
//! (PUN-DEF).

use engine::question::Milestone;
use engine::{Ask, Choice, Clause, Cx, Event, ModelId, Play, Refusal};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use tabletop::{Length, Spot};

use crate::movement::{March, Purpose};
use crate::options::{DefensiveFireShots, ReactionsChain};
use crate::shooting::Firing;
use crate::state::{Models, Posture, State};
use crate::tasks::Task;

/// A moment at which Ready enemies of a model may shoot it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Window {
    /// Who does something.
    pub model: ModelId,
    /// Ready enemies who have had their chance.
    pub held: Models,
}

/// How far apart the points of a path are at which it can be shot at (PUN-G-18).
const POINTS: Length = Length::cents(25);

/// How far enemies may come in a Turn.
const SOON: Length = Length::inches(4);
/// How often the stretch between two such points is halved to find where a sight begins or ends.
const HALVINGS: u32 = 5;

/// What the owner of Ready models may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reaction {
    Hold,
    Fire(ModelId, u8),
    /// Shown to its owner only, so that nobody learns who has no bullets (PUN-Q-33).
    Bluff(ModelId, u8),
}

/// Places along a path, by their distance from its start.
type Points = SmallVec<[Length; 26]>;
/// What Ready models may do at some place.
type Reactions = SmallVec<[Reaction; 8]>;
/// Which weapons of Ready models have a target before them, and at which places of its way.
type Exposed = SmallVec<[(ModelId, u8, Points); 4]>;

impl State {
    /// A model waits to shoot, and does nothing more (PUN-DEF-01, 02).
    pub fn get_ready(&mut self, cx: &mut Cx<'_>, model: ModelId) {
        self.model_mut(model).ready = true;
        if let Some(acting) = &mut self.acting {
            acting.done = true;
        }
        cx.cite(Clause("PUN-DEF-02"));
        cx.say(|| Event::note(Clause("PUN-DEF-01"), format!("{} gets ready", self.name(model))));
    }

    /// Getting ready is good for those who have nobody to shoot at yet, but soon will:
    /// somebody who is still to act and has only a little way to come.
    pub fn ready_merit(&self, model: ModelId) -> i32 {
        let weapons = 0..self.model(model).weapons.len() as u8;
        let usable = weapons.filter(|w| {
            let gun = self.weapon(self.held(model, *w));
            gun.fires_out_of_turn() && self.may_use(model, *w).is_ok()
        });
        let reach = usable.map(|w| self.range_of(model, w)).max();
        let last = self.acting.as_ref().is_some_and(|acting| acting.left == 1);
        let comes = |reach: Length| {
            let mut others = self.enemies(model).filter(|e| !self.model(*e).acted);
            others.any(|e| self.is_within(model, e, reach) && self.has_line(model, e))
        };
        if last && reach.is_some_and(|reach| comes(reach + SOON)) { 31 } else { -5 }
    }

    /// Whether any Ready enemy of a model might shoot it.
    pub fn is_watched(&self, model: ModelId) -> bool {
        self.enemies(model).any(|e| self.is_ready(e))
    }

    /// Lets Ready enemies shoot at a model before it does something.
    pub fn open_window(&mut self, model: ModelId) {
        self.tasks.push(Task::Window(Window { model, held: Models::new() }));
    }

    /// A defensive shot may be answered, where that is agreed (PUN-Q-31).
    pub fn answer_shot(&mut self, shooter: ModelId) {
        if self.agreed.reactions_chain == ReactionsChain::On {
            self.open_window(shooter);
        }
    }

    /// Ready enemies who may still react to a model.
    fn watchers(&self, model: ModelId, held: &Models) -> Models {
        let able = |e: &ModelId| {
            let m = self.model(*e);
            self.is_ready(*e)
                && !held.contains(e)
                && !m.shot_at.contains(&model)
                && matches!(m.posture, Posture::Standing | Posture::Crouched)
                && !self.is_engaged(*e)
        };
        self.enemies(model).filter(able).collect()
    }

    /// The weapons with which a Ready model could shoot at somebody who is in sight, and those
    /// with which it can only pretend to.
    fn reactions(&self, ready: ModelId, target: ModelId, all: &mut SmallVec<[Reaction; 8]>) {
        for weapon in 0..self.model(ready).weapons.len() as u8 {
            let able = self.weapon(self.held(ready, weapon)).fires_out_of_turn();
            if !able || !self.reaches(ready, weapon, target) {
                continue;
            }
            match self.may_use(ready, weapon) {
                Ok(()) => all.push(Reaction::Fire(ready, weapon)),
                Err(why) if why.clause == Clause("PUN-SHO-06") => {
                    all.push(Reaction::Bluff(ready, weapon));
                }
                Err(_) => (),
            }
        }
    }

    /// What a Ready model may do about somebody where it is: nothing if it does not see it. What
    /// is out of range anyway need not be looked for.
    fn reactions_to(&self, ready: ModelId, target: ModelId) -> Reactions {
        let mut all = Reactions::new();
        self.reactions(ready, target, &mut all);
        if !all.is_empty() && !self.sees(ready, target) {
            all.clear();
        }
        all
    }

    /// Notes at which places of its way a model can be shot at by a Ready one: at every quarter of
    /// an inch, and where a stretch in sight and range begins and ends (PUN-G-18). It leaves the
    /// model at the last of them.
    fn expose(
        &mut self,
        (march, spots): (&March, &[(Length, Spot)]),
        ready: ModelId,
        reactions: &mut Reactions,
        exposed: &mut Exposed,
    ) {
        let mut before: Option<(Length, Reactions)> = None;
        for (at, spot) in spots.iter().copied() {
            self.model_mut(march.model).spot = Some(spot);
            let here = self.reactions_to(ready, march.model);
            if let Some((was_at, was)) = before.filter(|(_, was)| *was != here) {
                for (edge, there) in self.edges(march, ready, ((was_at, was), (at, here.clone()))) {
                    note_exposure((edge, &there), reactions, exposed);
                }
            }
            note_exposure((at, &here), reactions, exposed);
            before = Some((at, here));
        }
    }

    /// Between two places at which a Ready model may do different things: the last at which it may
    /// do what it could at the first, and the next to it.
    fn edges(
        &mut self,
        march: &March,
        ready: ModelId,
        (mut near, mut far): ((Length, Reactions), (Length, Reactions)),
    ) -> [(Length, Reactions); 2] {
        for _ in 0..HALVINGS {
            let at = (near.0 + far.0) / 2;
            self.model_mut(march.model).spot = Some(self.spot_along(march, at));
            let here = self.reactions_to(ready, march.model);
            if here == near.1 {
                near.0 = at;
            } else {
                far = (at, here);
            }
        }
        [near, far]
    }

    /// Asks the owner of Ready models what they do (PUN-DEF-07).
    fn ask_reaction(
        &self,
        cx: &mut Cx<'_>,
        target: ModelId,
        reactions: &[Reaction],
    ) -> Play<Reaction> {
        let mut all: SmallVec<[Reaction; 8]> = SmallVec::from_slice(&[Reaction::Hold]);
        let told = !cx.is_quiet();
        let shown = |r: &&Reaction| told || !matches!(r, Reaction::Bluff(..));
        all.extend(reactions.iter().filter(shown).copied());
        let side = self.rival(self.side(target));
        let prompt = "Does anybody use defensive fire?";
        let ask = Ask::new(side, "defensive-fire", prompt, Clause("PUN-DEF-03")).about(target);
        cx.choose(ask, &all, |reaction| match reaction {
            Reaction::Hold => Choice::new("hold").declining(),
            Reaction::Fire(model, weapon) => {
                let mut firing = self.plain_shot(*model, (*weapon, target), 1);
                firing.defensive = true;
                let value = match self.weapon(self.held(*model, *weapon)).is_aimed() {
                    true => self.aim_of(false, &firing).sum.total,
                    false => self.loose_value(*model, (*weapon, target), true),
                };
                self.reaction_choice(*model, *weapon)
                    .detail(format!("{value} or less"))
                    .merit(value - 3)
            }
            Reaction::Bluff(model, weapon) => {
                let why = format!("{} has no bullets", self.name(*model));
                let refusal = Refusal::new(Clause("PUN-SHO-06"), why);
                self.reaction_choice(*model, *weapon).refused(refusal)
            }
        })
    }

    fn reaction_choice(&self, model: ModelId, weapon: u8) -> Choice {
        let gun = &self.weapon(self.held(model, weapon)).name;
        Choice::new(format!("{} fires with {gun}", self.name(model))).about(model)
    }

    /// A Ready model shoots: its readiness is used up (PUN-SEQ-10, PUN-Q-30).
    fn react_with(
        &mut self,
        cx: &mut Cx<'_>,
        (model, weapon): (ModelId, u8),
        target: ModelId,
    ) -> Play<Firing> {
        let mut firing = self.plain_shot(model, (weapon, target), 1);
        firing.defensive = true;
        let firing = self.settle_shot(cx, firing)?;
        match self.agreed.defensive_fire_shots {
            DefensiveFireShots::One => self.model_mut(model).ready = false,
            DefensiveFireShots::PerEnemy => self.model_mut(model).shot_at.push(target),
        }
        ["PUN-DEF-03", "PUN-DEF-04", "PUN-DEF-05", "PUN-Q-30", "PUN-Q-31", "PUN-Q-72"]
            .iter()
            .for_each(|id| cx.cite(Clause(id)));
        cx.say(|| {
            let text = format!("{} was ready for {}", self.name(model), self.name(target));
            Event::note(Clause("PUN-DEF-03"), text)
        });
        Ok(firing)
    }

    /// Ready enemies may shoot at a model that is about to do something (PUN-Q-31, PUN-Q-72).
    pub fn react(&mut self, cx: &mut Cx<'_>, mut window: Window) -> Play<()> {
        let target = window.model;
        if self.model(target).spot.is_none() {
            return Ok(());
        }
        ["PUN-DEF-04", "PUN-Q-31", "PUN-Q-72"].iter().for_each(|id| cx.cite(Clause(id)));
        let watchers = self.watchers(target, &window.held);
        let mut reactions = Reactions::new();
        for ready in watchers {
            reactions.extend(self.reactions_to(ready, target));
        }
        if reactions.is_empty() {
            return Ok(());
        }
        match self.ask_reaction(cx, target, &reactions)? {
            Reaction::Hold | Reaction::Bluff(..) => {
                cx.cite(Clause("PUN-DEF-07"));
                Ok(())
            }
            Reaction::Fire(model, weapon) => {
                let firing = self.react_with(cx, (model, weapon), target)?;
                window.held.push(model);
                self.tasks.push(Task::Window(window));
                self.tasks.push(Task::Fire(Box::new(firing)));
                self.answer_shot(model);
                Ok(())
            }
        }
    }

    /// Ready enemies may shoot at a model on its way, at the point that their owner names
    /// (PUN-DEF-05, PUN-G-18). The model is put there for the shot.
    pub fn react_to_move(&mut self, cx: &mut Cx<'_>, march: &mut March) -> Play<Option<Firing>> {
        let target = march.model;
        let watchers = self.watchers(target, &march.held);
        if watchers.is_empty() {
            return Ok(None);
        }
        ["PUN-DEF-04", "PUN-Q-31", "PUN-Q-72"].iter().for_each(|id| cx.cite(Clause(id)));
        let start = self.spot(target);
        let (mut reactions, mut exposed) = (Reactions::new(), Exposed::new());
        let spots = self.before_fire(march, self.points_of(march));
        for ready in watchers {
            self.expose((march, &spots), ready, &mut reactions, &mut exposed);
        }
        self.model_mut(target).spot = Some(start);
        if reactions.is_empty() {
            return Ok(None);
        }
        let Reaction::Fire(model, weapon) = self.ask_reaction(cx, target, &reactions)? else {
            cx.cite(Clause("PUN-DEF-07"));
            march.held.extend(reactions.iter().filter_map(|r| match r {
                Reaction::Fire(m, _) | Reaction::Bluff(m, _) => Some(*m),
                Reaction::Hold => None,
            }));
            return Ok(None);
        };
        let points = exposed.into_iter().find(|(m, w, _)| (*m, *w) == (model, weapon));
        let points = points.map(|(_, _, points)| points).unwrap_or_default();
        let at = self.choose_point(cx, (model, weapon), march, &points)?;
        let spot = self.spot_along(march, at);
        self.model_mut(target).spot = Some(spot);
        march.watched = at;
        march.held.push(model);
        cx.say(|| {
            let text = format!("{} is at {spot}, {at} inches on its way", self.name(target));
            Event::note(Clause("PUN-G-18"), text)
        });
        self.react_with(cx, (model, weapon), target).map(Some)
    }

    /// Where on the way the shot falls: as near to the place its owner names as the target is seen
    /// and in range (PUN-G-18).
    fn choose_point(
        &self,
        cx: &mut Cx<'_>,
        (model, weapon): (ModelId, u8),
        march: &March,
        points: &Points,
    ) -> Play<Length> {
        let [first, .., last] = points[..] else {
            return Ok(points.first().copied().unwrap_or(march.watched));
        };
        let prompt = "Where on its way is it shot at?";
        let ask = Ask::new(self.side(model), "defensive-point", prompt, Clause("PUN-DEF-05"));
        let chances = || self.chances_on_way((model, weapon), march, points);
        let wanted = cx.along(ask.about(march.model), &march.path, last.max(first), chances)?;
        let nearest = points.iter().copied().min_by_key(|at| (*at - wanted).abs());
        Ok(nearest.unwrap_or(first))
    }

    /// The places of a way at which somebody can be shot at, by how likely the shot is to down it.
    fn chances_on_way(
        &self,
        (model, weapon): (ModelId, u8),
        march: &March,
        points: &Points,
    ) -> Vec<Milestone> {
        let mut there = self.clone();
        let mut chance = |at: Length| {
            there.model_mut(march.model).spot = Some(self.spot_along(march, at));
            Milestone { at, merit: there.reaction_odds(model, (weapon, march.model)) }
        };
        points.iter().map(|at| chance(*at)).collect()
    }

    /// The points of a way that nobody has shot at yet; the place of contact is none of them
    /// (PUN-Q-31).
    fn points_of(&self, march: &March) -> SmallVec<[(Length, Spot); 26]> {
        let length = length_of(&march.path);
        let contact = matches!(march.purpose, Purpose::Assault { .. });
        let steps = length.um() / POINTS.um();
        let mut places: SmallVec<[Length; 26]> = (0..=steps).map(|n| POINTS * n).collect();
        if places.last() != Some(&length) {
            places.push(length);
        }
        if contact && places.len() > 1 {
            places.pop();
        }
        places.retain(|at| *at > march.watched);
        places.insert(0, march.watched);
        let along = |at: Length| (at, self.spot_along(march, at));
        places.into_iter().map(along).collect()
    }
}

/// Notes who may shoot at a place of a way.
fn note_exposure(
    (at, here): (Length, &Reactions),
    reactions: &mut Reactions,
    exposed: &mut Exposed,
) {
    for reaction in here {
        let (Reaction::Fire(model, weapon) | Reaction::Bluff(model, weapon)) = *reaction else {
            continue;
        };
        match exposed.iter_mut().find(|(m, w, _)| (*m, *w) == (model, weapon)) {
            Some((_, _, points)) if points.last() == Some(&at) => (),
            Some((_, _, points)) => points.push(at),
            None => {
                reactions.push(*reaction);
                exposed.push((model, weapon, Points::from_slice(&[at])));
            }
        }
    }
}

/// How long a path is, seen from above.
pub fn length_of(path: &[Spot]) -> Length {
    path.windows(2).fold(Length::ZERO, |sum, ends| sum + ends[0].at.distance(ends[1].at))
}
