//! Chapters 16 and 17: filling slots, rolling up, and what a party gets for being of one sort.

use engine::{Ask, Choice, Clause, Cx, Event, ModelId, Play, SideId};

use super::creation::{Muster, Task};
use super::roll_up::{self, NewCharacter, profile};
use super::tables::{self, Haul};
use super::terms::Method;
use super::{choosing, names, upkeep};
use crate::options::WretchedPerFive;
use crate::profile::{Diet, Kind, Nature, Rule};

impl Muster {
    /// The type of the next slot is chosen (MUT-PTY-01); when all are filled it is known how
    /// many models there will be.
    pub(super) fn fill(&mut self, cx: &mut Cx<'_>, side: SideId) -> Play<()> {
        for id in ["MUT-GEN-13", "MUT-PTY-07"] {
            cx.cite(Clause(id));
        }
        let (sort, filled) = (self.company(side).sort, self.company(side).slots.len());
        cx.enter(|| format!("{side}'s slot {} of {}", filled + 1, self.terms.slots));
        let ask = Ask::new(side, "type", "Which type fills the slot?", Clause("MUT-PTY-01"));
        let kind = cx.choose(ask, sort.kinds(), |kind| {
            let (quality, combat) = kind.basics();
            Choice::new(kind.name()).detail(format!("Quality {quality}+, Combat {combat}"))
        })?;
        cx.leave();
        self.company_mut(side).slots.push(kind);
        match self.company(side).slots.len() < self.terms.slots as usize {
            true => self.tasks.push(Task::Fill(side)),
            false => self.plan(cx, side),
        }
        Ok(())
    }

    /// Works out who will be rolled up, and what else is to be done.
    fn plan(&mut self, cx: &mut Cx<'_>, side: SideId) {
        let slots = self.company(side).slots.clone();
        let all = |kind: Kind| slots.iter().all(|k| *k == kind);
        let fives = slots.len() / 5;
        let per_slot = |kind: &Kind| std::iter::repeat_n(*kind, models_per_slot(*kind));
        let mut models: Vec<Kind> = slots.iter().flat_map(per_slot).collect();
        let mut supplies = 0;
        if slots.contains(&Kind::Plant) {
            cx.cite(Clause("MUT-TYP-18"));
            let count = |kind: Kind| slots.iter().filter(|k| **k == kind).count();
            if (count(Kind::Human), count(Kind::Plant)) == (2, 3) && slots.len() == 5 {
                cx.cite(Clause("MUT-X-08"));
            }
        }
        if all(Kind::Human) && fives > 0 {
            models.truncate(slots.len() - fives);
            supplies = 2 * fives;
            for id in ["MUT-Q-08", "MUT-X-07"] {
                cx.cite(Clause(id));
            }
            let (n, rolls) = (models.len(), models.len() * 2 + supplies);
            let text = format!("{side} has a Purity Squad: {n} models, {rolls} Equipment rolls");
            cx.say(|| Event::note(Clause("MUT-TYP-03"), text));
        }
        if all(Kind::Wretched) {
            let more = match self.agreed.wretched_per_five {
                WretchedPerFive::Off => 2,
                WretchedPerFive::On => 2 * fives,
            };
            models.extend(std::iter::repeat_n(Kind::Wretched, more));
            for id in ["MUT-Q-142", "MUT-X-09"] {
                cx.cite(Clause(id));
            }
            let text = format!("{side} has nothing but Wretched: {} models", models.len());
            cx.say(|| Event::note(Clause("MUT-TYP-57"), text));
        }
        let recruits = models.into_iter().map(|kind| Task::Recruit(side, kind));
        let supplies = std::iter::repeat_n(Task::Supply(side), supplies);
        let rest = settling(side);
        self.push_tasks(recruits.chain(supplies).chain(rest).collect::<Vec<_>>());
    }

    /// A character joins.
    pub(super) fn recruit(&mut self, cx: &mut Cx<'_>, side: SideId, kind: Kind) -> Play<()> {
        let NewCharacter { who, haul } = self.make(cx, side, kind)?;
        self.cast.push(who);
        self.gather(side, haul);
        Ok(())
    }

    /// Makes a character, by dice or by choice.
    pub(super) fn make(&mut self, cx: &mut Cx<'_>, side: SideId, kind: Kind) -> Play<NewCharacter> {
        let slots = &self.company(side).slots;
        let among_androids = slots.iter().all(|k| *k == Kind::Android) && !slots.is_empty();
        let settled = match kind {
            // They all live on Cells.
            Kind::Android if among_androids => {
                cx.cite(Clause("MUT-TYP-27"));
                Diet::Cells
            }
            Kind::Android => roll_up::choose_diet(cx, side)?,
            _ => Diet::Food,
        };
        let agreed = self.agreed.clone();
        let who = (kind, names::fresh(kind, &self.names()), settled);
        match self.terms.method {
            Method::Chosen => {
                let sides = self.companies.len() as u8;
                let rival = (sides > 1).then(|| SideId((side.0 + 1) % sides));
                choosing::chosen(cx, (side, rival), who, &agreed)
            }
            Method::Rolled | Method::Auction | Method::Ready => {
                roll_up::rolled(cx, side, who, &agreed, true)
            }
        }
    }

    /// Puts what was rolled where it can be handed out (MUT-PTY-06).
    pub(super) fn gather(&mut self, side: SideId, haul: Haul) {
        let company = self.company_mut(side);
        company.pool.extend(haul.items);
        company.cells = company.cells.saturating_add(u32::from(haul.cells));
        company.food = company.food.saturating_add(u32::from(haul.food));
    }

    /// An Equipment roll of the party's own, as for a Human or an Android.
    pub(super) fn supply(&mut self, cx: &mut Cx<'_>, side: SideId) -> Play<()> {
        let kind = self.company(side).slots.first().copied().unwrap_or(Kind::Human);
        let agreed = self.agreed.clone();
        let haul = tables::random_equipment(cx, side, &Nature::plain(kind), &agreed)?;
        self.gather(side, haul);
        Ok(())
    }

    /// Works out what the party gets for being of one sort.
    pub(super) fn gifts(&mut self, side: SideId) {
        let kinds: Vec<Kind> =
            self.members(side).iter().map(|m| self.who(*m).nature.kind).collect();
        let all = |of: &[Kind]| kinds.iter().all(|kind| of.contains(kind));
        let plants = kinds.iter().filter(|kind| **kind == Kind::Plant).count();
        let mut gifts = Vec::new();
        if all(&[Kind::Android]) {
            gifts.push(Task::AndroidGift(side));
        } else if all(&[Kind::Robot, Kind::Android]) {
            gifts.push(Task::RobotGift(side));
        }
        if all(&[Kind::Mutant, Kind::MutatedAnimal, Kind::Plant]) {
            gifts.push(Task::Mutate(side));
        }
        if all(&[Kind::MutatedAnimal]) {
            gifts.push(Task::Uplift(side, Kind::MutatedAnimal));
        }
        if plants >= 5 {
            gifts.push(Task::Uplift(side, Kind::Plant));
        }
        self.push_tasks(gifts);
    }

    /// A party of Androids has d6 Cells or an Equipment roll on top (MUT-TYP-27).
    pub(super) fn android_gift(&mut self, cx: &mut Cx<'_>, side: SideId) -> Play<()> {
        let clause = Clause("MUT-TYP-27");
        let ask = Ask::new(side, "gift", "What does the party of Androids start with?", clause);
        for model in self.members(side) {
            self.who_mut(model).diet = Diet::Cells;
        }
        let wants_cells = cx.choose(ask, &[true, false], |cells| match cells {
            true => Choice::new("d6 Cells"),
            false => Choice::new("an Equipment roll"),
        })?;
        match wants_cells {
            true => self.more_cells(cx, side, clause),
            false => self.supply(cx, side),
        }
    }

    /// A party of Robots has d6 Cells more (MUT-TYP-48).
    pub(super) fn robot_gift(&mut self, cx: &mut Cx<'_>, side: SideId) -> Play<()> {
        self.more_cells(cx, side, Clause("MUT-TYP-48"))
    }

    fn more_cells(&mut self, cx: &mut Cx<'_>, side: SideId, clause: Clause) -> Play<()> {
        let cells = tables::d6(cx, side, "Cells to start with")?;
        self.gather(side, Haul { cells, ..Haul::default() });
        cx.say(|| Event::note(clause, format!("{side} starts with {cells} Cells more")));
        Ok(())
    }

    /// One member of a Mutationist party has a mutation more (MUT-TYP-08).
    pub(super) fn mutate_one(&mut self, cx: &mut Cx<'_>, side: SideId) -> Play<()> {
        let clause = Clause("MUT-TYP-08");
        let ask = Ask::new(side, "mutationist", "Who has a random mutation more?", clause);
        let members = self.members(side);
        let Some(model) =
            self.elect(cx, ask, (&members, "nobody"), |name| format!("mutate {name}"))?
        else {
            return Ok(());
        };
        let agreed = self.agreed.clone();
        let mut nature = self.who(model).nature;
        let gained = tables::random_mutation(cx, side, &mut nature, None, &agreed)?;
        self.change(cx, model, nature);
        if gained == Some(Rule::Humanoid) {
            self.equip_upright(cx, model)?;
        }
        Ok(())
    }

    /// An animal, or a Plant among many, becomes Humanoid (MUT-TYP-12, MUT-TYP-19).
    pub(super) fn uplift(&mut self, cx: &mut Cx<'_>, side: SideId, kind: Kind) -> Play<()> {
        let fits = |m: &ModelId| {
            let nature = &self.who(*m).nature;
            nature.kind == kind && !nature.has(Rule::Humanoid)
        };
        let members: Vec<ModelId> = self.members(side).into_iter().filter(fits).collect();
        if members.is_empty() {
            return Ok(());
        }
        // Plants must: among five or more, one always is.
        let must = kind == Kind::Plant;
        let clause = Clause(if must { "MUT-TYP-19" } else { "MUT-TYP-12" });
        let ask = Ask::new(side, "humanoid", "Who becomes Humanoid?", clause);
        let words = |name: &str| format!("{name} becomes Humanoid");
        let model = match must {
            true => Some(
                cx.choose(ask, &members, |m| Choice::new(words(&self.who(*m).name)).about(*m))?,
            ),
            false => self.elect(cx, ask, (&members, "nobody"), words)?,
        };
        let Some(model) = model else { return Ok(()) };
        let agreed = self.agreed.clone();
        let mut nature = self.who(model).nature;
        tables::acquire(cx, side, &mut nature, Rule::Humanoid, &agreed)?;
        self.change(cx, model, nature);
        self.equip_upright(cx, model)
    }

    /// Whoever has become Humanoid and had no equipment so far gets an Equipment roll
    /// (MUT-SPC-068).
    fn equip_upright(&mut self, cx: &mut Cx<'_>, model: ModelId) -> Play<()> {
        cx.cite(Clause("MUT-SPC-068"));
        let (side, nature) = (self.who(model).side, self.who(model).nature);
        let agreed = self.agreed.clone();
        let haul = tables::random_equipment(cx, side, &nature, &agreed)?;
        self.gather(side, haul);
        Ok(())
    }

    /// A character has changed; what sustains it changes with it.
    fn change(&mut self, cx: &mut Cx<'_>, model: ModelId, nature: Nature) {
        let who = self.who_mut(model);
        who.nature = nature;
        who.diet = upkeep::diet(&nature, who.diet);
        cx.say(|| Event::note(Clause("MUT-PRO-01"), profile(self.who(model))));
    }

    /// Lets a side choose one of its members, or nobody.
    fn elect(
        &self,
        cx: &mut Cx<'_>,
        ask: Ask,
        (members, nobody): (&[ModelId], &str),
        words: impl Fn(&str) -> String,
    ) -> Play<Option<ModelId>> {
        let options: Vec<Option<ModelId>> =
            members.iter().map(|m| Some(*m)).chain([None]).collect();
        cx.choose(ask, &options, |option| match option {
            Some(m) => {
                let nature = &self.who(*m).nature;
                let merit = 10 + i32::from(nature.combat) - i32::from(nature.quality);
                Choice::new(words(&self.who(*m).name)).about(*m).merit(merit)
            }
            None => Choice::new(nobody).declining(),
        })
    }

    /// One champion fights better (MUT-PTY-02), once everything is known (MUT-PTY-04).
    pub(super) fn name_champion(&mut self, cx: &mut Cx<'_>, side: SideId) -> Play<()> {
        let clause = Clause("MUT-PTY-02");
        cx.cite(Clause("MUT-PTY-04"));
        let ask = Ask::new(side, "champion", "Who gets +1 Combat?", clause);
        let members = self.members(side);
        let words = |name: &str| format!("{name} is the champion");
        let chosen = self.elect(cx, ask, (&members, "no champion"), words)?;
        if let Some(model) = chosen {
            let agreed = self.agreed.clone();
            self.who_mut(model).nature.gain(Rule::CombatBonus, &agreed);
            cx.say(|| {
                let who = self.who(model);
                let text = format!("{} is the champion: Combat {}", who.name, who.nature.combat);
                Event::note(clause, text)
            });
        }
        Ok(())
    }

    /// One Leader has better Quality (MUT-PTY-03), for a price (MUT-PTY-05).
    pub(super) fn name_leader(&mut self, cx: &mut Cx<'_>, side: SideId) -> Play<()> {
        let clause = Clause("MUT-PTY-03");
        for id in ["MUT-PTY-04", "MUT-PTY-05"] {
            cx.cite(Clause(id));
        }
        let ask = Ask::new(side, "leader", "Who leads the party?", clause);
        let mut members = self.members(side);
        // With this option whoever rolled the rule has had the better Quality already.
        let paid = self.agreed.rolled_leader_q == crate::options::RolledLeaderQ::On;
        members.retain(|m| !(paid && self.who(*m).nature.has(Rule::Leader)));
        let words = |name: &str| format!("{name} leads");
        let chosen = self.elect(cx, ask, (&members, "no Leader"), words)?;
        if let Some(model) = chosen {
            if self.who(model).nature.quality == 4 {
                cx.cite(Clause("MUT-X-06"));
            }
            self.who_mut(model).nature.promote();
            cx.say(|| {
                let who = self.who(model);
                let text = format!("{} leads: Quality {}+", who.name, who.nature.quality);
                Event::note(clause, text)
            });
        }
        Ok(())
    }
}

/// Plants come in twos (MUT-TYP-18).
pub(super) const fn models_per_slot(kind: Kind) -> usize {
    match kind {
        Kind::Plant => 2,
        _ => 1,
    }
}

/// What is left to do once everybody has been rolled up.
pub(super) fn settling(side: SideId) -> [Task; 7] {
    [
        Task::Gifts(side),
        Task::Champion(side),
        Task::Leader(side),
        Task::HandOut(side),
        Task::ShareCells(side),
        Task::MakeReady(side),
        Task::Finish(side),
    ]
}
