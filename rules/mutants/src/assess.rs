//! How the parties stand, at a glance: for computer players that look ahead.
//!
//! Nothing here is a rule. Everything is in thousandths of what a party was worth at the start.

mod menace;
mod worth;

use engine::assess::{Assessment, Assets, Clock};
use engine::{ModelId, SideId};
use smallvec::SmallVec;
use tabletop::Length;

use crate::gear::Stick;
use crate::options::CattleExit;
use crate::profile::Rule;
use crate::scenarios::Scenario;
use crate::setup::Phase;
use crate::state::{Fate, Mark, State};
use menace::{Fighter, measure};

/// How far away things stop to matter.
const FAR: Length = Length::inches(36);
/// Beyond this nobody minds whether an enemy can be seen.
const SIGHT: Length = Length::inches(18);
/// How much farther away an enemy seems whom one has to go around something for.
const DETOUR: Length = Length::inches(4);
/// What a Leader near enough to help is worth to a model, in thousandths.
const LED: i32 = 100;
/// Models are told apart by the bits of a word, so that there are never more of them.
const MOST_MODELS: u32 = 64;
/// How often an attack is taken to come before its victim gets away. In games of novices danger told
/// more about who would win than one attack takes.
const ATTACKS: i32 = 2;
/// What a turn is worth at most.
const MOST_TEMPO: i32 = 1_500;

/// Everybody who is on the table.
type Fighters = SmallVec<[Fighter; 16]>;

impl State {
    /// How far the battle has come: so many activations of this turn are over.
    pub fn clock(&self) -> Clock {
        if self.phase != Phase::Turns {
            let placed = self.models.iter().filter(|m| m.spot.is_some()).count();
            return Clock::new(0, placed as u32);
        }
        let over = self.active.as_ref().map_or_else(|| self.activated(), |a| a.before);
        let turn = u32::from(self.turn);
        Clock::new(self.round, turn * MOST_MODELS + u32::from(over))
    }

    /// How each party stands.
    pub fn assess(&self) -> Assessment {
        let mut fighters: Fighters = self.in_play().map(|m| self.fighter(m)).collect();
        measure(&mut fighters);
        self.count_crowds(&mut fighters);
        for i in 0..fighters.len() {
            fighters[i].prey = self.prey(&fighters, i);
        }
        self.sides().map(|side| self.assets(side, &fighters)).collect()
    }

    fn assets(&self, side: SideId, fighters: &Fighters) -> Assets {
        let whole = self.whole(side);
        let share = |points: i32| points * 1_000 / whole;
        let own = || fighters.iter().filter(move |f| f.side == side);
        let waiting = self.ids().filter(|m| self.own_side(*m) == side && self.waits(*m));
        let reserve: i32 = waiting.map(|m| self.worth(m)).sum();
        Assets {
            material: share(own().map(|f| f.worth).sum::<i32>() + reserve),
            objectives: self.progress_of(side),
            danger: share(peril(side, fighters)) * ATTACKS,
            position: share(own().map(|f| f.worth * self.place(f, fighters) / 1_000).sum()),
            morale: self.heart(side),
            tempo: self.tempo(side, fighters),
        }
    }

    /// Whether a model is still to be deployed.
    fn waits(&self, model: ModelId) -> bool {
        let m = self.model(model);
        m.spot.is_none() && m.fate.is_none()
    }

    /// What a side's place in the turn is worth: how much of what its models can do is still to
    /// be done before the others' turn. A turn that is over is worth as much to one side as the
    /// next, still whole, to the other, so that nothing but what is lost by a turnover counts.
    fn tempo(&self, side: SideId, fighters: &Fighters) -> i32 {
        if self.phase != Phase::Turns || self.side_to_act() != side {
            return 0;
        }
        // What it takes from its prey, and a little for whatever else it may do.
        let weight = |f: &Fighter| {
            let prey = f.prey.map_or(0, |(i, harm)| fighters[i].worth * harm / 1_000);
            prey + f.nerve() / 30 + 1
        };
        let whole: i32 = self.sides().map(|side| self.whole(side)).sum();
        let heat = fighters.iter().map(weight).sum::<i32>() * 1_000 / whole;
        let turn = (heat * 5).min(MOST_TEMPO);
        let own = || fighters.iter().filter(move |f| f.side == side);
        let all: i32 = own().map(weight).sum();
        let ready: i32 = own().filter(|f| self.may_still_act(f.model)).map(weight).sum();
        turn * ready / all.max(1) - turn / 2
    }

    fn may_still_act(&self, model: ModelId) -> bool {
        let m = self.model(model);
        !m.is(Mark::Activated) && !m.is(Mark::PassedOut) && !self.is_stopped(model)
    }

    /// What a model's place is worth, in thousandths: the nearer an enemy is to where it can be
    /// attacked, the better; animals to be caught and a Leader to look up to count as well.
    fn place(&self, fighter: &Fighter, fighters: &Fighters) -> i32 {
        let all = || fighters.iter().zip(&fighter.gaps);
        let open = all().filter(|(f, _)| self.is_hostile(f.side, fighter.side) && !f.lurks);
        let nearest = open.map(|(f, gap)| (*gap, f.model)).min();
        // Whoever does not see an enemy has something to go around.
        let away = nearest.map_or(FAR, |(gap, enemy)| {
            let away = (gap - fighter.reach()).max(Length::ZERO);
            let seen = gap > SIGHT || self.sees_past_models(fighter.model, enemy);
            away + if seen { Length::ZERO } else { DETOUR }
        });
        let away = self.errand(fighter).map_or(away, |way| (away + way * 3) / 4);
        let near = 1_000 - (away.um() / (FAR.um() / 1_000)).min(1_000);
        let long = self.stick(Stick::Long);
        let leads = |(f, gap): (&Fighter, &Length)| {
            f.side == fighter.side
                && f.model != fighter.model
                && *gap <= long
                && self.can_lead(f.model)
        };
        near + i32::from(all().any(leads)) * LED
    }

    /// How far a model has to go for the sake of the animals: to a free one, or off the table
    /// with its own where that was agreed.
    fn errand(&self, fighter: &Fighter) -> Option<Length> {
        if self.mission.animals.is_empty() {
            return None;
        }
        let here = fighter.at();
        if self.is(fighter.model, Mark::Herding) {
            let (width, depth) = (self.table.width(), self.table.depth());
            let edges = [here.x, here.y, width - here.x, depth - here.y];
            let leaves = self.agreed.cattle_exit == CattleExit::On;
            return leaves.then(|| edges.into_iter().min().unwrap_or(Length::ZERO));
        }
        let free = self.mission.animals.iter().filter(|animal| animal.carrier.is_none());
        free.map(|animal| animal.spot.at.distance(here)).min()
    }

    /// How near a side is to winning: animals where they decide, and as the agreed rounds run
    /// out the models it has left.
    fn progress_of(&self, side: SideId) -> i32 {
        let strength = i32::from(self.parties[side.index()].strength.max(1));
        let left = self.models_left(side) as i32 * 400 / strength;
        let time = match self.agreed.turn_limit {
            0 => 0,
            limit => left * self.round.min(limit) as i32 / limit as i32,
        };
        let animals = self.mission.animals.len() as i32;
        if self.mission.scenario != Scenario::Rustlers || animals == 0 {
            return time;
        }
        let held = |m: ModelId| self.own_side(m) == side && self.is(m, Mark::Herding);
        let caught = self.ids().filter(|m| held(*m) && !self.is_lost(*m)).count() as i32;
        let most = i32::from(caught * 2 > animals) * 300;
        caught * 1_200 / animals + most
    }

    fn is_lost(&self, model: ModelId) -> bool {
        self.model(model).fate == Some(Fate::Killed)
    }

    /// How far a side is from breaking: before it is halved, the more so the more it can lose
    /// until then; and as long as its Leader lives.
    fn heart(&self, side: SideId) -> i32 {
        let party = &self.parties[side.index()];
        let mut left = 0;
        let mut led = false;
        for m in self.ids().filter(|m| self.own_side(*m) == side) {
            let model = self.model(m);
            left += i32::from(model.fate.is_none());
            led |= model.fate.is_none() && self.who(m).nature.has(Rule::Leader);
        }
        let margin = (left - i32::from(party.strength / 2)).clamp(0, 3);
        let whole = if party.halved { 0 } else { 200 + margin * 60 };
        whole + i32::from(led) * 150
    }
}

/// What a side must expect to lose if each of its enemies attacks whom it would rather.
fn peril(side: SideId, fighters: &Fighters) -> i32 {
    let mut loss = 0;
    for (target, own) in fighters.iter().enumerate().filter(|(_, f)| f.side == side) {
        let preying = fighters.iter().filter_map(|f| f.prey.filter(|(prey, _)| *prey == target));
        let left = preying.fold(1_000, |left, (_, harm)| left * (1_000 - harm) / 1_000);
        loss += own.worth * (1_000 - left) / 1_000;
    }
    loss
}
