//! What a squad does with a weapon before it moves (OD6-DEC-06): put it together, take it apart,
//! turn it, throw its tripod away.

use engine::question::Goal;
use engine::{Ask, Choice, Clause, Cx, Event, ModelId, Play, Refusal, SideId};
use smallvec::SmallVec;
use tabletop::{Length, Point, Spot, Vector, measure};

use crate::state::{ADJACENT, Models, Mount, Pace, State};
use crate::weapons::Gun;

/// What a squad can do with a weapon in its go (OD6-DEC-06).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Work {
    Assemble,
    TakeApart,
    Drag,
    Turn,
    Strip,
    Leave,
}

impl Work {
    const fn key(self) -> &'static str {
        match self {
            Work::Assemble => "assemble",
            Work::TakeApart => "take apart",
            Work::Drag => "drag",
            Work::Turn => "turn",
            Work::Strip => "throw the tripod away",
            Work::Leave => "leave it",
        }
    }

    const fn detail(self) -> &'static str {
        match self {
            Work::Assemble => "both carriers work for the whole phase; it can fire this turn",
            Work::TakeApart => "two soldiers work for the whole phase and then carry it",
            Work::Drag => "an inch at most; counts as walking",
            Work::Turn => "in any direction, for nothing",
            Work::Strip => "from now on a plain repeating raygun",
            Work::Leave => "",
        }
    }
}

impl State {
    pub(super) fn handle_weapon(&mut self, cx: &mut Cx<'_>, heavy: usize) -> Play<()> {
        let all = [Work::Assemble, Work::TakeApart, Work::Drag, Work::Turn, Work::Strip];
        let fits = |w: &Work| self.work_concerns(heavy, *w);
        let works: SmallVec<[Work; 6]> = all.into_iter().filter(fits).collect();
        if works.iter().all(|w| self.may_work(heavy, *w).is_err()) {
            cx.cite(Clause("OD6-Q-54"));
            return Ok(());
        }
        let shown = |w: &Work| !cx.is_quiet() || self.may_work(heavy, *w).is_ok();
        let offered: SmallVec<[Work; 6]> =
            works.into_iter().filter(shown).chain([Work::Leave]).collect();
        let own = &self.heavies[heavy];
        let prompt = "What does the squad do with this weapon before it moves?";
        let side = self.squad(own.squad).side;
        let ask = Ask::new(side, "weapon", prompt, Clause("OD6-DEC-06")).about(own.gunner);
        cx.enter(|| own.gun.name().to_owned());
        if matches!(own.mount, Mount::Carried(_)) {
            cx.cite(Clause("OD6-SPW-01"));
        }
        cx.cite(Clause(if own.gun == Gun::TripodRepeatingRaygun {
            "OD6-SPW-11"
        } else {
            "OD6-SPW-13"
        }));
        let work = cx.choose(ask, &offered, |w| self.work_choice(heavy, *w))?;
        let done = match work {
            Work::Assemble => self.begin_assembly(cx, heavy),
            Work::TakeApart => self.begin_dismantling(cx, heavy),
            Work::Drag => self.drag_weapon(cx, heavy),
            Work::Turn => self.turn_weapon(cx, heavy),
            Work::Strip => {
                self.strip_weapon(cx, heavy);
                Ok(())
            }
            Work::Leave => Ok(()),
        };
        done?;
        cx.leave();
        Ok(())
    }

    fn work_choice(&self, heavy: usize, work: Work) -> Choice {
        let choice =
            Choice::new(work.key()).detail(work.detail()).merit(self.work_merit(heavy, work));
        match (work, self.may_work(heavy, work)) {
            (Work::Leave, _) => choice.declining(),
            (_, Err(refusal)) => choice.refused(refusal),
            (_, Ok(())) => choice,
        }
    }

    /// Whether a work has to do with how the weapon is at all.
    fn work_concerns(&self, heavy: usize, work: Work) -> bool {
        let own = &self.heavies[heavy];
        let carried = matches!(own.mount, Mount::Carried(_));
        let stands = matches!(own.mount, Mount::Assembled { .. });
        match work {
            Work::Assemble => carried,
            Work::TakeApart | Work::Drag | Work::Turn => stands,
            Work::Strip => own.gun == Gun::TripodRepeatingRaygun && (carried || stands),
            Work::Leave => true,
        }
    }

    /// Whether a work can be done now, or why not.
    fn may_work(&self, heavy: usize, work: Work) -> Result<(), Refusal> {
        let refuse = |clause: &'static str, why: &str| Err(Refusal::new(Clause(clause), why));
        match work {
            Work::Assemble => match self.heavies[heavy].mount {
                Mount::Carried([one, other]) => self.may_assemble(one, other),
                _ => refuse("OD6-SPW-03", "it is not in parts"),
            },
            Work::TakeApart if self.hands_at(heavy).len() < 2 => {
                refuse("OD6-SPW-05", "two soldiers must be within an inch of it")
            }
            Work::Drag | Work::Turn if self.hands_at(heavy).is_empty() => {
                refuse("OD6-Q-54", "nobody is within an inch of it")
            }
            Work::Drag if self.draggers(heavy).is_empty() => {
                refuse("OD6-SPW-04", "nobody who is at it can go anywhere with it")
            }
            Work::Strip if self.stripper(heavy).is_none() => {
                refuse("OD6-SPW-12", "nobody is there to take the gun")
            }
            _ => Ok(()),
        }
    }

    fn may_assemble(&self, one: ModelId, other: ModelId) -> Result<(), Refusal> {
        if !measure::within(&self.body(one), &self.body(other), ADJACENT) {
            let gap = measure::gap(&self.body(one), &self.body(other));
            let why = format!("its carriers are {gap} inches apart, and one is the most");
            return Err(Refusal::new(Clause("OD6-SPW-03"), why));
        }
        match [one, other].into_iter().find(|m| !self.has_hands_free(*m)) {
            Some(busy) => {
                let why = format!("{} has moved or is in contact with an enemy", self.name(busy));
                Err(Refusal::new(Clause("OD6-MOV-12"), why))
            }
            None => Ok(()),
        }
    }

    /// Whether a soldier could work at a weapon: he has not moved, and nobody fights him.
    fn has_hands_free(&self, model: ModelId) -> bool {
        self.model(model).pace == Pace::Still
            && !self.is_at_work(model)
            && self.contacts(model).next().is_none()
    }

    /// The soldiers within an inch of a weapon who could work at it, its gunner first.
    pub(super) fn hands_at(&self, heavy: usize) -> Models {
        let own = &self.heavies[heavy];
        let mut hands: Models =
            self.crew_around(heavy).filter(|m| self.has_hands_free(*m)).collect();
        hands.sort_by_key(|m| *m != own.gunner);
        hands
    }

    /// How good a work looks at first sight: guns are put together where there is somebody to
    /// shoot at, turned where there is nobody in front of them, and otherwise left alone.
    fn work_merit(&self, heavy: usize, work: Work) -> i32 {
        let own = &self.heavies[heavy];
        let side = self.squad(own.squad).side;
        let short = Length::inches(2 * i32::from(own.gun.line().ranges[0]));
        let near = |from: Point| {
            let mut enemies = self.enemies(side);
            enemies.any(|m| self.spot(m).at.distance_squared(from) <= short.squared())
        };
        match (work, &own.mount) {
            (Work::Assemble, Mount::Carried([one, _])) if near(self.spot(*one).at) => 2,
            (Work::Turn, Mount::Assembled { spot, facing })
                if self.gun_is_idle(side, *spot, *facing) =>
            {
                1
            }
            (Work::TakeApart, Mount::Assembled { spot, .. }) if !near(spot.at) => 1,
            (Work::Leave, _) => 0,
            _ => -1,
        }
    }

    /// Whether there are enemies, but none in front of a weapon.
    fn gun_is_idle(&self, side: SideId, spot: Spot, facing: Vector) -> bool {
        let ahead = |m: ModelId| facing.dot(self.spot(m).at - spot.at) > 0;
        self.enemies(side).next().is_some() && !self.enemies(side).any(ahead)
    }

    fn begin_assembly(&mut self, cx: &mut Cx<'_>, heavy: usize) -> Play<()> {
        let Mount::Carried(crew) = self.heavies[heavy].mount else { return Ok(()) };
        let facing = self.ask_gun_facing(cx, heavy, self.between_carriers(crew))?;
        self.heavies[heavy].mount = Mount::Assembling { crew, facing };
        cx.cite(Clause("OD6-Q-60"));
        cx.say(|| {
            let [one, other] = crew.map(|m| self.name(m));
            let gun = self.heavies[heavy].gun.name();
            let text = format!("{one} and {other} begin to put the {gun} together");
            Event::note(Clause("OD6-SPW-03"), text)
        });
        Ok(())
    }

    fn begin_dismantling(&mut self, cx: &mut Cx<'_>, heavy: usize) -> Play<()> {
        let Mount::Assembled { spot, facing } = self.heavies[heavy].mount else { return Ok(()) };
        let hands = self.hands_at(heavy);
        let crew = match hands[..] {
            [one, other] => [one, other],
            _ => self.choose_two(cx, heavy, &hands)?,
        };
        self.heavies[heavy].mount = Mount::Dismantling { crew, spot, facing };
        cx.say(|| {
            let [one, other] = crew.map(|m| self.name(m));
            let gun = self.heavies[heavy].gun.name();
            let text = format!("{one} and {other} begin to take the {gun} apart");
            Event::note(Clause("OD6-SPW-05"), text)
        });
        Ok(())
    }

    fn choose_two(&self, cx: &mut Cx<'_>, heavy: usize, hands: &[ModelId]) -> Play<[ModelId; 2]> {
        let gunner = self.heavies[heavy].gunner;
        let prompt = "Which two take it apart and carry it?";
        let ask =
            Ask::new(self.side(gunner), "carriers", prompt, Clause("OD6-SPW-05")).about(gunner);
        let two = cx.choose_some(ask, hands, (2, 2), |m| {
            Choice::new(self.name(*m)).about(*m).merit(i32::from(*m == gunner))
        })?;
        Ok([two[0], two[1]])
    }

    fn turn_weapon(&mut self, cx: &mut Cx<'_>, heavy: usize) -> Play<()> {
        let Mount::Assembled { spot, .. } = self.heavies[heavy].mount else { return Ok(()) };
        let facing = self.ask_gun_facing(cx, heavy, spot)?;
        self.heavies[heavy].mount = Mount::Assembled { spot, facing };
        cx.say(|| {
            let gun = self.heavies[heavy].gun.name();
            Event::note(Clause("OD6-FAC-06"), format!("the {gun} is turned"))
        });
        Ok(())
    }

    /// Asks what a weapon is to point at.
    pub(super) fn ask_gun_facing(&self, cx: &mut Cx<'_>, heavy: usize, from: Spot) -> Play<Vector> {
        let gunner = self.heavies[heavy].gunner;
        let side = self.side(gunner);
        let prompt = "Where does the weapon point? Name any point in that direction";
        let ask = Ask::new(side, "point weapon", prompt, Clause("OD6-FAC-06")).about(gunner);
        let goals = || {
            let near = |spot: Spot| (spot.at.distance(from.at).whole_inches()).min(100);
            let goal = |spot: Spot| Goal { spot, merit: 100 - near(spot) };
            self.enemies(side).map(|m| goal(self.spot(m))).collect()
        };
        cx.point(ask, self.table.extent(), goals, |p| match p == from.at {
            true => Err(Refusal::new(Clause("OD6-FAC-06"), "that is where the weapon stands")),
            false => Ok(p - from.at),
        })
    }

    /// Who would take the gun if the tripod were thrown away: the gunner if he is there.
    fn stripper(&self, heavy: usize) -> Option<ModelId> {
        let own = &self.heavies[heavy];
        let near: Models = match own.carriers() {
            Some(carriers) => carriers.into_iter().collect(),
            None => self.crew_around(heavy).collect(),
        };
        let gunner = near.iter().copied().find(|m| *m == own.gunner);
        gunner.or_else(|| near.first().copied())
    }

    /// Without its tripod the gun is a plain repeating raygun for good (OD6-SPW-12).
    fn strip_weapon(&mut self, cx: &mut Cx<'_>, heavy: usize) {
        let Some(taker) = self.stripper(heavy) else { return };
        self.heavies[heavy].mount = Mount::Stripped(taker);
        cx.cite(Clause("OD6-Q-60"));
        cx.cite(Clause("OD6-SPW-10"));
        if taker != self.heavies[heavy].gunner {
            cx.cite(Clause("OD6-Q-54"));
        }
        cx.say(|| {
            let name = self.name(taker);
            let text = format!("{name} throws the tripod away and has a Repeating Raygun");
            Event::note(Clause("OD6-SPW-12"), text)
        });
    }
}
