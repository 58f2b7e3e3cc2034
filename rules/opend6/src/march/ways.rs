//! The ways of a squad's soldiers, all in one answer (OD6-DEC-07).

use engine::{Ask, Choice, Clause, Cx, ModelId, Play, Refusal};
use tabletop::{Length, Spot};

use super::Marcher;
use super::orders::Order;
use crate::movement::{Gait, Stroll, length_of};
use crate::state::{Models, SquadId, State};

impl State {
    /// Asks for everything about a move: who stands up, where they go, where they face, who
    /// falls prone.
    pub(super) fn ask_move(
        &self,
        cx: &mut Cx<'_>,
        squad: SquadId,
        order: Order,
    ) -> Play<Vec<Marcher>> {
        let lost = self.separated(squad);
        let mut marchers: Vec<Marcher> = Vec::new();
        if order == Order::Still {
            self.ask_rejoining(cx, squad, &lost, &mut marchers)?;
            self.ask_ends(cx, squad, order, &mut marchers)?;
            return Ok(marchers);
        }
        self.cite_bonds(cx, squad);
        if order == Order::Turn {
            cx.cite(Clause("OD6-FAC-03"));
        }
        let gait = match order {
            Order::Walk => Some(Gait::Walk),
            Order::Run => Some(Gait::Run),
            _ => None,
        };
        let risers = match gait {
            Some(_) => self.ask_risers(cx, squad)?,
            None => Models::new(),
        };
        let strolls = match gait {
            Some(gait) => self.ask_ways(cx, squad, gait, &risers)?,
            None => Vec::new(),
        };
        // Whoever cannot go back to his squad may still turn with it.
        let turning = |m: &ModelId| order == Order::Turn && !self.is_free_to_go(*m);
        let stuck = lost.iter().copied().filter(turning);
        for model in self.core(squad).into_iter().chain(stuck) {
            let stroll = strolls.iter().find(|(m, _)| *m == model).map(|(_, s)| s.clone());
            marchers.push(Marcher {
                model,
                stroll,
                rises: risers.contains(&model),
                facing: self.model(model).facing,
                drops: false,
                apart: lost.contains(&model),
            });
        }
        self.ask_rejoining(cx, squad, &lost, &mut marchers)?;
        self.ask_ends(cx, squad, order, &mut marchers)?;
        Ok(marchers)
    }

    /// Asks where all who go or turn face in the end, those who find back to their squad
    /// included, and who falls prone.
    pub(super) fn ask_ends(
        &self,
        cx: &mut Cx<'_>,
        squad: SquadId,
        order: Order,
        marchers: &mut [Marcher],
    ) -> Play<()> {
        let drops = order == Order::Prone;
        // A squad that only falls prone does not turn.
        let turns = marchers.iter().position(|m| !drops || m.apart).unwrap_or(marchers.len());
        self.ask_facings(cx, squad, &mut marchers[turns..])?;
        self.ask_posture(cx, squad, marchers, drops)
    }

    /// Asks who stands up; the others crawl or stay (OD6-MOV-10, 11).
    fn ask_risers(&self, cx: &mut Cx<'_>, squad: SquadId) -> Play<Models> {
        let prone: Models = self.core(squad).into_iter().filter(|m| self.may_rise(*m)).collect();
        if prone.is_empty() {
            return Ok(prone);
        }
        let side = self.squad(squad).side;
        let prompt = "Who stands up, for 2 inches? The others crawl or stay";
        let ask = Ask::new(side, "rise", prompt, Clause("OD6-MOV-11")).about(prone[0]);
        let chosen = cx.choose_some(ask, &prone, (0, prone.len()), |m| {
            Choice::new(self.name(*m)).about(*m).merit(10)
        })?;
        Ok(chosen.into_iter().collect())
    }

    /// How a soldier moves when his squad walks or runs: on his belly if he stays prone.
    fn gait_of(&self, model: ModelId, gait: Gait, risers: &[ModelId]) -> Gait {
        if self.model(model).prone && !risers.contains(&model) { Gait::Crawl } else { gait }
    }

    /// Asks for the ways of all who may go.
    fn ask_ways(
        &self,
        cx: &mut Cx<'_>,
        squad: SquadId,
        gait: Gait,
        risers: &[ModelId],
    ) -> Play<Vec<(ModelId, Stroll)>> {
        let walkers = self.walkers(squad);
        let Some(lead) = walkers.first().copied() else { return Ok(Vec::new()) };
        let movers: Vec<(ModelId, Spot)> = walkers.iter().map(|m| (*m, self.spot(*m))).collect();
        let rate = |m: &ModelId| self.rate(*m, self.gait_of(*m, gait, risers));
        let limit = walkers.iter().map(rate).max().unwrap_or(Length::ZERO);
        let fought = if self.is_engaged(squad) { self.fighting(squad) } else { Models::new() };
        let prompt = "Where do they go?";
        let ask = Ask::new(self.squad(squad).side, "paths", prompt, Clause("OD6-DEC-07"));
        let single = |model: ModelId, path: &[Spot]| {
            let gait = self.gait_of(model, gait, risers);
            self.plan_one(model, &self.on_ground(path), (gait, &fought))
        };
        let plan = |paths: &[(ModelId, Vec<Spot>)]| {
            // The cheapest tests first: lengths, then who ends where.
            for (model, path) in paths {
                self.check_length(*model, path, self.gait_of(*model, gait, risers))?;
            }
            let grounded: Vec<(ModelId, Vec<Spot>)> =
                paths.iter().map(|(m, path)| (*m, self.on_ground(path))).collect();
            let ends: Vec<(ModelId, Spot)> =
                grounded.iter().filter_map(|(m, path)| Some((*m, *path.last()?))).collect();
            self.check_together(squad, &ends)?;
            let mut strolls: Vec<(ModelId, Stroll)> = Vec::new();
            for (model, path) in &grounded {
                let gait = self.gait_of(*model, gait, risers);
                strolls.push((*model, self.plan_one(*model, path, (gait, &fought))?));
            }
            Ok(strolls)
        };
        let goals = || self.goals(lead, limit);
        cx.paths(ask.about(lead), (&movers, limit), goals, single, plan)
    }

    /// Whether a way is too long whatever it leads over.
    fn check_length(&self, model: ModelId, path: &[Spot], gait: Gait) -> Result<(), Refusal> {
        let (length, rate) = (length_of(path), self.rate(model, gait));
        if length > rate { Err(self.too_far(model, length, rate, gait)) } else { Ok(()) }
    }

    /// Judges everything about the way of one soldier but his own squad.
    pub(super) fn plan_one(
        &self,
        model: ModelId,
        path: &[Spot],
        (gait, fought): (Gait, &[ModelId]),
    ) -> Result<Stroll, Refusal> {
        let prone = gait == Gait::Crawl;
        let stroll = self.plan_stroll(model, path, gait)?;
        self.check_company(model, path, (prone, fought))?;
        Ok(stroll)
    }
}
