//! Soldiers who have lost touch find back to their squad (OD6-SQD-09, OD6-Q-12).

use engine::{Ask, Choice, Clause, Cx, ModelId, Play};
use tabletop::{Length, Point, Spot, Vector};

use super::Marcher;
use crate::movement::{Gait, Stroll, length_of};
use crate::state::{BASE, Models, SquadId, State};

/// Eight directions around a place, for ways that have to bend.
const WAYS: [(i64, i64); 8] =
    [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];
/// A way that is too dear is tried again shorter, by so many parts.
const PARTS: i32 = 8;

impl State {
    /// Those who have lost touch go back by the shortest way; their owner says whether they run.
    pub(super) fn ask_rejoining(
        &self,
        cx: &mut Cx<'_>,
        squad: SquadId,
        marchers: &mut Vec<Marcher>,
    ) -> Play<()> {
        let free = |m: &ModelId| !self.is_at_work(*m) && !self.is_held(*m);
        let lost: Models = self.separated(squad).into_iter().filter(free).collect();
        let Some(lead) = lost.first().copied() else { return Ok(()) };
        if self.is_engaged(squad) {
            return Ok(());
        }
        cx.cite(Clause("OD6-SQD-09"));
        cx.cite(Clause("OD6-Q-12"));
        let mut gaits = vec![Gait::Walk];
        if lost.iter().any(|m| self.may_run(*m).is_ok()) {
            gaits.push(Gait::Run);
        }
        let prompt = "How do the separated soldiers get back to their squad?";
        let side = self.squad(squad).side;
        let ask = Ask::new(side, "rejoin", prompt, Clause("OD6-SQD-09")).about(lead);
        let gait = cx.choose(ask, &gaits, |gait| match gait {
            Gait::Run => Choice::new("run back").detail("No Fire for them alone").merit(1),
            Gait::Walk | Gait::Crawl => Choice::new("walk back").declining().merit(2),
        })?;
        for model in lost {
            let marcher = self.way_back(model, gait, marchers);
            marchers.push(marcher);
        }
        Ok(())
    }

    /// The way of one of them.
    fn way_back(&self, model: ModelId, gait: Gait, marchers: &[Marcher]) -> Marcher {
        let squad = self.squad_of(model);
        let mut all: Vec<(ModelId, Spot)> =
            self.members(squad).map(|m| (m, self.spot(m))).collect();
        for (known, spot) in &mut all {
            let ends = marchers.iter().find(|m| m.model == *known);
            *spot = ends.map_or(*spot, |m| m.end(self));
        }
        let core = self.core(squad);
        let here = self.spot(model).at;
        let mut mates: Vec<(ModelId, Spot)> =
            all.iter().filter(|(m, _)| core.contains(m)).copied().collect();
        mates.sort_by_key(|(_, spot)| here.distance_squared(spot.at));
        let run = (gait == Gait::Run && self.may_run(model).is_ok())
            .then(|| self.best_way(model, Gait::Run, &mates, &all))
            .flatten();
        let stroll = run.or_else(|| self.best_way(model, Gait::Walk, &mates, &all));
        let facing = stroll.as_ref().and_then(|s| s.heading);
        Marcher {
            model,
            rises: stroll.is_some() && self.model(model).prone,
            facing: facing.unwrap_or(self.model(model).facing),
            stroll,
            drops: false,
            apart: true,
        }
    }

    /// The legal way that leads nearest to a mate: straight, or with one bend where something is
    /// in the way.
    fn best_way(
        &self,
        model: ModelId,
        gait: Gait,
        mates: &[(ModelId, Spot)],
        all: &[(ModelId, Spot)],
    ) -> Option<Stroll> {
        let start = self.spot(model);
        let rate = self.rate(model, gait);
        let (mate, goal) = *mates.first()?;
        let reach = self.reach_between(model, mate) + BASE + BASE - Length::cents(1);
        let left = |stroll: &Stroll| {
            stroll.path.last().map_or(Length::MAX, |end| end.at.distance(goal.at))
        };
        let straight = self.try_way(model, gait, (&[start], goal.at, reach), all);
        let whole = (start.at.distance(goal.at) - reach).min(rate);
        let gained =
            straight.as_ref().map_or(Length::ZERO, |s| start.at.distance(goal.at) - left(s));
        if gained + Length::cents(10) >= whole {
            return straight;
        }
        let bent = WAYS.iter().flat_map(|(x, y)| {
            [rate / 4, rate / 2].map(|far| start.at.toward(Vector::new(*x, *y), far))
        });
        let bent = bent.filter_map(|bend| {
            let bend = bend.at_height(self.table.ground_height(bend));
            self.try_way(model, gait, (&[start, bend], goal.at, reach), all)
        });
        let nearer = |s: &Stroll| left(s) < start.at.distance(goal.at);
        bent.chain(straight).filter(nearer).min_by_key(left)
    }

    /// As far as may be along a way that begins so and then leads straight toward a place.
    fn try_way(
        &self,
        model: ModelId,
        gait: Gait,
        (head, goal, reach): (&[Spot], Point, Length),
        all: &[(ModelId, Spot)],
    ) -> Option<Stroll> {
        let from = head.last()?;
        let left = self.rate(model, gait) - length_of(head);
        let far = (from.at.distance(goal) - reach).min(left);
        if far <= Length::ZERO {
            return None;
        }
        (1..=PARTS).rev().find_map(|part| {
            let at = from.at.toward(goal - from.at, far * part / PARTS);
            let end = at.at_height(self.table.ground_height(at));
            let path: Vec<Spot> = head.iter().copied().chain([end]).collect();
            let taken = |(m, spot): &(ModelId, Spot)| {
                *m != model && spot.at.distance_squared(at) < (BASE + BASE).squared()
            };
            if all.iter().any(taken) {
                return None;
            }
            self.plan_one(model, &path, (gait, &[])).ok()
        })
    }
}
