//! Who of a squad fires at another, and with what (OD6-DEC-13).

use engine::{Ask, Choice, Clause, Cx, Event, ModelId, Play};
use smallvec::SmallVec;

use super::lanes::{Aim, Lane};
use super::{Arm, Class, Occasion, Volley};
use crate::options::HitAllocation;
use crate::state::{Models, SquadId, State};
use crate::weapons::Gun;

/// Those who are to fire. Whoever is named fires himself; if all are to fire, the second man of a
/// weapon loads it (OD6-SPW-06).
pub(super) struct Firers {
    pub(super) models: Models,
    pub(super) named: bool,
}

/// Who of a squad fires outside the Fire Combat Phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turnout {
    All,
    Some,
    None,
}

impl State {
    /// A side says who of those who can fires at a squad, if anybody does: defensive fire may be
    /// held (OD6-DEC-09), while opportunity fire has been announced already.
    pub(super) fn who_fires(
        &self,
        cx: &mut Cx<'_>,
        (squad, occasion): (SquadId, Occasion),
        free: &[ModelId],
        aim: &Aim,
    ) -> Play<Option<Firers>> {
        let lanes = self.lanes(free, aim);
        let mut models: Models = lanes.iter().map(|lane| lane.firer).collect();
        models.dedup();
        let mut options: SmallVec<[Turnout; 3]> = SmallVec::new();
        // Where all together are too far away, some of them may reach it (OD6-FIR-07).
        let together = models.len() < 2 || self.reach_together(&lanes, aim);
        options.extend(together.then_some(Turnout::All));
        options.extend((models.len() > 1).then_some(Turnout::Some));
        let side = self.squad(squad).side;
        let ask = if occasion == Occasion::Defensive {
            options.push(Turnout::None);
            cx.cite(Clause("OD6-DEC-09"));
            let prompt = "Does the squad fire at the chargers?";
            Ask::new(side, "defensive-fire", prompt, Clause("OD6-DEF-01"))
        } else {
            let prompt = "Do all who can fire, or only some?";
            Ask::new(side, "firers", prompt, Clause("OD6-DEC-13"))
        };
        let ask = models.first().map_or(ask, |first| ask.about(*first));
        let turnout = cx.choose(ask, &options, |turnout| match turnout {
            Turnout::All => Choice::new("all fire").detail("everybody who can").merit(2),
            Turnout::Some => Choice::new("some fire").merit(1),
            Turnout::None => Choice::new("hold fire").declining(),
        })?;
        match turnout {
            Turnout::All => Ok(Some(Firers { models, named: false })),
            Turnout::Some => self.name_firers(cx, squad, &lanes, aim).map(Some),
            Turnout::None => Ok(None),
        }
    }

    /// A side names those who fire, of those who see somebody.
    pub(super) fn name_firers(
        &self,
        cx: &mut Cx<'_>,
        squad: SquadId,
        lanes: &[Lane],
        aim: &Aim,
    ) -> Play<Firers> {
        let mut models: Models = lanes.iter().map(|lane| lane.firer).collect();
        models.dedup();
        let reaching = self.who_reach(lanes, aim);
        let prompt = "Who fires at them?";
        let ask = Ask::new(self.squad(squad).side, "firers", prompt, Clause("OD6-DEC-13"));
        let most = models.len();
        let chosen = cx.choose_some(ask.about(models[0]), &models, (1, most), |m| {
            let merit = if reaching.contains(m) { 1 } else { -1 };
            Choice::new(self.name(*m)).about(*m).merit(merit)
        })?;
        let mut models: Models = chosen.into_iter().collect();
        models.sort();
        Ok(Firers { models, named: true })
    }

    /// Puts together the volley of those who fire: their weapons, range, condition of the
    /// targets. None if nobody is in range. They and those who load for them are marked.
    pub(super) fn aim_volley(
        &mut self,
        cx: &mut Cx<'_>,
        (squad, occasion): (SquadId, Occasion),
        firers: &Firers,
        aim: &Aim,
    ) -> Play<Option<Volley>> {
        let mut lanes = self.lanes(&firers.models, aim);
        let loaders = self.man_weapons(cx, squad, firers, &mut lanes)?;
        let before = lanes.len();
        let range = self.drop_out_of_range(&mut lanes, aim);
        if lanes.len() < before {
            cx.cite(Clause("OD6-Q-80"));
            cx.say(|| self.out_of_range_note(squad, aim.squad, lanes.is_empty()));
        }
        self.choose_guns(cx, squad, &mut lanes)?;
        if lanes.is_empty() {
            return Ok(None);
        }
        self.cite_targeting(cx, &lanes, aim);
        let condition = self.condition(&lanes);
        let classes = self.classes(&lanes, &loaders);
        self.mark_fired(&classes, squad);
        let (scores, struck) = (Vec::new(), Vec::new());
        let target = aim.squad;
        Ok(Some(Volley { squad, target, occasion, range, condition, classes, scores, struck }))
    }

    fn out_of_range_note(&self, squad: SquadId, target: SquadId, all: bool) -> Event {
        let who = if all { "nobody" } else { "not everybody" };
        let (squad, target) = (self.squad_name(squad), self.squad_name(target));
        Event::note(Clause("OD6-FIR-07"), format!("{target} is in range of {who} of {squad}"))
    }

    /// For each weapon that stands ready somebody fires it or leaves it; whoever fires it fires
    /// nothing else, and its second man loads. Gives back who loads which weapon.
    fn man_weapons(
        &self,
        cx: &mut Cx<'_>,
        squad: SquadId,
        firers: &Firers,
        lanes: &mut Vec<Lane>,
    ) -> Play<SmallVec<[(Arm, ModelId); 2]>> {
        let mut loaders: SmallVec<[(Arm, ModelId); 2]> = SmallVec::new();
        for place in 0..self.heavies.len() {
            let arm = Arm::Heavy(place as u8);
            let gunners: Models = lanes.iter().filter(|l| l.arm == arm).map(|l| l.firer).collect();
            if gunners.is_empty() {
                continue;
            }
            let gunner = self.choose_gunner(cx, squad, place, &gunners, lanes)?;
            let Some(gunner) = gunner else {
                lanes.retain(|lane| lane.arm != arm);
                continue;
            };
            lanes.retain(|lane| (lane.firer == gunner) == (lane.arm == arm));
            let busy = |m: &ModelId| {
                self.model(*m).fired
                    || loaders.iter().any(|(_, other)| other == m)
                    || lanes.iter().any(|l| l.firer == *m && (firers.named || l.arm.is_heavy()))
            };
            if let Some(loader) = self.loader(place, gunner).filter(|m| !busy(m)) {
                cx.cite(Clause("OD6-SPW-06"));
                lanes.retain(|lane| lane.firer != loader);
                loaders.push((arm, loader));
            } else {
                cx.cite(Clause("OD6-SPW-07"));
            }
        }
        Ok(loaders)
    }

    /// A side says who fires a weapon, or that nobody does where its gunners have other guns.
    fn choose_gunner(
        &self,
        cx: &mut Cx<'_>,
        squad: SquadId,
        place: usize,
        gunners: &[ModelId],
        lanes: &[Lane],
    ) -> Play<Option<ModelId>> {
        let armed = |m: &ModelId| lanes.iter().any(|l| l.firer == *m && !l.arm.is_heavy());
        let mut options: SmallVec<[Option<ModelId>; 4]> =
            gunners.iter().copied().map(Some).collect();
        if gunners.iter().any(armed) {
            options.push(None);
        }
        let heavy = &self.heavies[place];
        let prompt = "Who fires the weapon?";
        let ask = Ask::new(self.squad(squad).side, "gunner", prompt, Clause("OD6-DEC-13"));
        cx.choose(ask.about(gunners[0]), &options, |gunner| match gunner {
            Some(m) => {
                let trained = i32::from(heavy.gunner == *m);
                let skill = self.skill(*m, self.fire_skill(heavy.gun));
                let key = format!("{} fires the {}", self.name(*m), heavy.gun.name());
                Choice::new(key).about(*m).merit(10 + 2 * skill + trained)
            }
            None => Choice::new(format!("leave the {}", heavy.gun.name())).declining(),
        })
    }

    /// Soldiers with several guns that reach choose; those with the same guns together.
    fn choose_guns(&self, cx: &mut Cx<'_>, squad: SquadId, lanes: &mut Vec<Lane>) -> Play<()> {
        let mut asked: Vec<Vec<Gun>> = Vec::new();
        let mut i = 0;
        while i < lanes.len() {
            let own = self.guns_of(lanes, lanes[i].firer);
            i += 1;
            if own.len() < 2 || asked.contains(&own) {
                continue;
            }
            let mut alike: Models = lanes.iter().map(|lane| lane.firer).collect();
            alike.dedup();
            alike.retain(|m| self.guns_of(lanes, *m) == own);
            self.choose_gun(cx, squad, (&alike, &own), lanes)?;
            asked.push(own);
            i = 0;
        }
        Ok(())
    }

    fn guns_of(&self, lanes: &[Lane], model: ModelId) -> Vec<Gun> {
        lanes.iter().filter(|l| l.firer == model).map(|l| self.gun(l.arm)).collect()
    }

    /// Which of their guns some soldiers fire: all the same, or each his own choice.
    fn choose_gun(
        &self,
        cx: &mut Cx<'_>,
        squad: SquadId,
        (alike, guns): (&[ModelId], &[Gun]),
        lanes: &mut Vec<Lane>,
    ) -> Play<()> {
        let ask = Ask::new(
            self.squad(squad).side,
            "gun",
            "Which of their guns do they fire?",
            Clause("OD6-DEC-13"),
        );
        let merit =
            |gun: Gun| 10 * i32::from(gun.line().strength) + i32::from(gun.line().ranges[0]);
        let mut options: SmallVec<[Option<Gun>; 4]> = guns.iter().copied().map(Some).collect();
        if alike.len() > 1 {
            options.push(None);
        }
        let all = cx.choose(ask.about(alike[0]), &options, |gun| match (gun, alike) {
            (Some(gun), [one]) => {
                Choice::new(format!("{} with {}", self.name(*one), gun.name())).merit(merit(*gun))
            }
            (Some(gun), _) => Choice::new(format!("all with {}", gun.name())).merit(merit(*gun)),
            (None, _) => Choice::new("each his own"),
        })?;
        for model in alike {
            let gun = match all {
                Some(gun) => gun,
                None => cx.choose(ask.about(*model), guns, |gun| {
                    let key = format!("{} with {}", self.name(*model), gun.name());
                    Choice::new(key).about(*model).merit(merit(*gun))
                })?,
            };
            lanes.retain(|lane| lane.firer != *model || self.gun(lane.arm) == gun);
        }
        Ok(())
    }

    /// Puts those together whose shots are alike in everything (OD6-DICE-10).
    fn classes(&self, lanes: &[Lane], loaders: &[(Arm, ModelId)]) -> Vec<Class> {
        let pooled = self.agreed.hit_allocation == HitAllocation::Pooled;
        let mut pool: Models = lanes.iter().flat_map(|lane| lane.seen.iter().copied()).collect();
        pool.sort();
        pool.dedup();
        let separated = lanes.first().map(|l| self.separated(self.squad_of(l.firer)));
        let separated = separated.unwrap_or_default();
        let alike = |class: &Class, lane: &Lane, seen: &Models| {
            let (one, other) = (class.firers[0], lane.firer);
            let skill = self.fire_skill(self.gun(lane.arm));
            let wounded = |m: ModelId| self.model(m).wounded;
            class.arm == lane.arm
                && class.seen == *seen
                && self.who(one).skill(skill) == self.who(other).skill(skill)
                && wounded(one) == wounded(other)
                && separated.contains(&one) == separated.contains(&other)
                && self.fire_pace(one) == self.fire_pace(other)
        };
        let mut classes: Vec<Class> = Vec::new();
        for lane in lanes {
            let seen = if pooled { &pool } else { &lane.seen };
            match classes.iter_mut().find(|class| alike(class, lane, seen)) {
                Some(class) => class.firers.push(lane.firer),
                None => {
                    let loader = loaders.iter().find(|(arm, _)| *arm == lane.arm).map(|l| l.1);
                    let firers = Models::from_slice(&[lane.firer]);
                    let (arm, seen) = (lane.arm, seen.clone());
                    classes.push(Class { firers, arm, loader, seen, followed: 0 });
                }
            }
        }
        classes
    }

    /// Marks those who fire, and their squad.
    fn mark_fired(&mut self, classes: &[Class], squad: SquadId) {
        for class in classes {
            for model in class.firers.iter().chain(&class.loader) {
                self.model_mut(*model).fired = true;
            }
            if let Arm::Heavy(place) = class.arm {
                self.heavies[usize::from(place)].fired = true;
            }
        }
        self.squad_mut(squad).done.fired = true;
    }

    /// Mentions the rules of targeting and range.
    fn cite_targeting(&self, cx: &mut Cx<'_>, lanes: &[Lane], aim: &Aim) {
        if cx.is_quiet() {
            return;
        }
        let ids =
            ["OD6-FIR-03", "OD6-FIR-04", "OD6-FIR-05", "OD6-GEO-03", "OD6-Q-17", "OD6-LOS-02"];
        ids.iter().for_each(|id| cx.cite(Clause(id)));
        for lane in lanes {
            self.cite_cover(cx, lane.firer, &lane.seen);
        }
        if lanes.iter().any(|lane| self.model(lane.firer).prone) {
            cx.cite(Clause("OD6-Q-72"));
        }
        if !aim.others.is_empty() {
            cx.cite(Clause("OD6-FIR-18"));
            cx.cite(Clause("OD6-Q-81"));
        }
    }
}

impl Arm {
    fn is_heavy(self) -> bool {
        matches!(self, Arm::Heavy(_))
    }
}
