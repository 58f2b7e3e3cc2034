//! Soldiers who have lost touch find back to their squad (OD6-SQD-09, OD6-Q-12).

use engine::{Ask, Choice, Clause, Cx, ModelId, Play};
use tabletop::{Length, Point, Spot, Vector};

use super::Marcher;
use crate::movement::{Gait, Stroll, length_of};
use crate::state::{BASE, Models, SquadId, State};

/// Eight directions around a place, for ways that have to bend.
const WAYS: [(i64, i64); 8] =
    [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];
/// The least that one place can be nearer than another.
const HAIR: Length = Length::micrometres(1);
/// A way that is too dear is tried again shorter, by so many parts.
const PARTS: i32 = 8;

impl State {
    /// Those who have lost touch go back, straight or with one bend; their owner says whether they
    /// run. Those who cannot go anywhere are left out.
    pub(super) fn ask_rejoining(
        &self,
        cx: &mut Cx<'_>,
        squad: SquadId,
        lost: &[ModelId],
        marchers: &mut Vec<Marcher>,
    ) -> Play<()> {
        let lost: Models = lost.iter().copied().filter(|m| self.is_free_to_go(*m)).collect();
        let Some(lead) = lost.first().copied() else { return Ok(()) };
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
        let aim = (goal.at, reach);
        let straight =
            self.try_way((model, gait), &[start], aim, (start.at.distance(goal.at), all));
        let whole = (start.at.distance(goal.at) - reach).min(rate);
        let gained =
            straight.as_ref().map_or(Length::ZERO, |s| start.at.distance(goal.at) - left(s));
        if gained + Length::cents(10) >= whole {
            return straight;
        }
        let mut best = straight;
        let mut bent = false;
        for (x, y) in WAYS {
            for far in [rate / 4, rate / 2] {
                let at = start.at.toward(Vector::new(x, y), far);
                let bend = at.at_height(self.table.ground_height(at));
                // A straight way must be beaten or matched, a bent one beaten.
                let most = best.as_ref().map_or(start.at.distance(goal.at), left);
                let most = if bent || best.is_none() { most } else { most + HAIR };
                if let Some(found) = self.try_way((model, gait), &[start, bend], aim, (most, all)) {
                    (best, bent) = (Some(found), true);
                }
            }
        }
        best
    }

    /// As far as may be along a way that begins so and then leads straight toward a place; it
    /// must end nearer to that than so.
    fn try_way(
        &self,
        (model, gait): (ModelId, Gait),
        head: &[Spot],
        (goal, reach): (Point, Length),
        (most, all): (Length, &[(ModelId, Spot)]),
    ) -> Option<Stroll> {
        let from = head.last()?;
        let left = self.rate(model, gait) - length_of(head);
        let far = (from.at.distance(goal) - reach).min(left);
        let place = |part: i32| from.at.toward(goal - from.at, far * part / PARTS);
        // The cheapest tests first: it leads nowhere, or its beginning is blocked.
        if far <= Length::ZERO || place(PARTS).distance(goal) >= most {
            return None;
        }
        if head.len() > 1 && self.bill(model, head).is_err() {
            return None;
        }
        let ends = (1..=PARTS).rev().map(place);
        // Those after the first that is not nearer are farther still.
        ends.take_while(|at| at.distance(goal) < most).find_map(|at| {
            let end = at.at_height(self.table.ground_height(at));
            let path: Vec<Spot> = head.iter().copied().chain([end]).collect();
            let taken = |(m, spot): &(ModelId, Spot)| {
                *m != model && spot.at.distance_squared(at) < (BASE + BASE).squared()
            };
            // Whether he can stop there is sooner found out than what the way costs.
            let stays = head == [end];
            if all.iter().any(taken) || !stays && self.runner_at(end).stands(end).is_err() {
                return None;
            }
            self.plan_one(model, &path, (gait, &[])).ok()
        })
    }
}
