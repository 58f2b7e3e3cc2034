//! Chapter 1: squads: who leads them, and who has lost touch (OD6-SQD).

use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Play};
use tabletop::{Length, measure};

use crate::options::LostCommander;
use crate::profile::{Role, Skill};
use crate::state::{Models, SquadId, State};
use crate::turn::cite_all;

impl State {
    /// The commander of a squad, while he is on the table.
    pub fn commander(&self, squad: SquadId) -> Option<ModelId> {
        self.members(squad).find(|m| self.who(*m).role == Role::Commander)
    }

    /// How many soldiers of a squad are on the table.
    pub fn head_count(&self, squad: SquadId) -> usize {
        self.members(squad).count()
    }

    /// How far a soldier's leadership reaches: his command skill in inches (OD6-SQD-04, 14).
    fn command_distance(&self, model: ModelId) -> Length {
        Length::inches(self.skill(model, Skill::Command))
    }

    /// Whether two soldiers of a squad are in touch: edge to edge within the command distance of
    /// the one who has less of it, but the commander's own where he is one of them (OD6-GEO-15).
    fn in_touch(&self, one: ModelId, other: ModelId) -> bool {
        measure::within(&self.body(one), &self.body(other), self.reach_between(one, other))
    }

    /// How far two soldiers of a squad may be apart and still be in touch (OD6-GEO-15).
    pub fn reach_between(&self, one: ModelId, other: ModelId) -> Length {
        let leads = |m: ModelId| self.who(m).role == Role::Commander;
        match (leads(one), leads(other)) {
            (true, _) => self.command_distance(one),
            (_, true) => self.command_distance(other),
            _ => self.command_distance(one).min(self.command_distance(other)),
        }
    }

    /// The soldiers of a squad who are in touch with one of them, directly or through others.
    fn chain(&self, from: ModelId) -> Models {
        let others = self.members(self.squad_of(from)).filter(|m| *m != from).collect();
        let mut chain = chained(from, others, |one, other| self.in_touch(one, other));
        chain.sort();
        chain
    }

    /// The groups a squad has fallen into, the largest first.
    pub fn groups(&self, squad: SquadId) -> Vec<Models> {
        let mut groups: Vec<Models> = Vec::new();
        for model in self.members(squad) {
            if !groups.iter().any(|group| group.contains(&model)) {
                groups.push(self.chain(model));
            }
        }
        groups.sort_by_key(|group| (std::cmp::Reverse(group.len()), group[0]));
        groups
    }

    /// The soldiers who count as the squad (OD6-SQD-06, 07): the commander's group; without him
    /// the one his side has named, or the largest until it has.
    pub fn core(&self, squad: SquadId) -> Models {
        if let Some(commander) = self.commander(squad) {
            let chain = self.chain(commander);
            return match self.agreed.lost_commander {
                LostCommander::LargerGroup if self.is_cut_off(commander) => self.largest(squad),
                LostCommander::Literal | LostCommander::LargerGroup => chain,
            };
        }
        let named = self.squad(squad).rallying_on.filter(|m| self.model(*m).spot.is_some());
        named.map_or_else(|| self.largest(squad), |model| self.chain(model))
    }

    fn largest(&self, squad: SquadId) -> Models {
        self.groups(squad).into_iter().next().unwrap_or_default()
    }

    /// Whether a soldier has lost touch with his squad (OD6-SQD-06, 08); a sole survivor never
    /// has (OD6-Q-85).
    pub fn is_separated(&self, model: ModelId) -> bool {
        let squad = self.squad_of(model);
        // Most soldiers are near their commander, so the cheap question comes first.
        let commander = self.commander(squad);
        if commander.is_some_and(|c| c != model && self.in_touch(c, model)) {
            return false;
        }
        !self.core(squad).contains(&model)
    }

    /// The soldiers of a squad who have lost touch with it.
    pub fn separated(&self, squad: SquadId) -> Models {
        let core = self.core(squad);
        self.members(squad).filter(|m| !core.contains(m)).collect()
    }

    /// The command skill a squad tests with: the commander's while he is among them; else the
    /// best of those who are left (OD6-MOR-14, OD6-SQD-05, OD6-Q-74, OD6-Q-86).
    pub fn command(&self, squad: SquadId) -> i32 {
        let skill = |m: ModelId| self.skill(m, Skill::Command);
        match self.commander(squad) {
            Some(commander) if !self.is_cut_off(commander) => skill(commander),
            Some(commander) => {
                let others = self.members(squad).filter(|m| *m != commander);
                others.map(skill).max().unwrap_or(0)
            }
            None => self.core(squad).into_iter().map(skill).max().unwrap_or(0),
        }
    }

    /// Whether a commander is out of reach of everybody in his squad (OD6-Q-86); a sole survivor
    /// is not (OD6-Q-85).
    fn is_cut_off(&self, commander: ModelId) -> bool {
        let mut others = self.members(self.squad_of(commander)).filter(|m| *m != commander);
        let first = others.next();
        first.is_some_and(|m| !self.in_touch(commander, m))
            && !others.any(|m| self.in_touch(commander, m))
    }

    /// Notes whose command a squad tests with, and why.
    pub fn cite_command(&self, cx: &mut Cx<'_>, squad: SquadId) {
        if cx.is_quiet() {
            return;
        }
        self.cite_touch(cx, squad);
        match self.commander(squad) {
            Some(_) => cite_all(cx, &["OD6-SQD-05", "OD6-Q-83"]),
            None => cx.cite(Clause("OD6-Q-74")),
        }
    }

    /// Notes how it was found out who has lost touch with a squad.
    fn cite_touch(&self, cx: &mut Cx<'_>, squad: SquadId) {
        cite_all(cx, &["OD6-SQD-04", "OD6-SQD-08", "OD6-GEO-15"]);
        if self.members(squad).any(|m| self.model(m).wounded) {
            cx.cite(Clause("OD6-SQD-14"));
        }
        if !self.separated(squad).is_empty() {
            cx.cite(Clause("OD6-SQD-06"));
        }
        match self.commander(squad) {
            Some(_) if self.head_count(squad) == 1 => cx.cite(Clause("OD6-Q-85")),
            Some(commander) if self.is_cut_off(commander) => cx.cite(Clause("OD6-Q-86")),
            _ => (),
        }
    }

    /// Says who has lost touch with a squad that moves.
    pub fn note_separated(&self, cx: &mut Cx<'_>, squad: SquadId) {
        if cx.is_quiet() {
            return;
        }
        self.cite_touch(cx, squad);
        for model in self.separated(squad) {
            let (who, name) = (self.name(model), self.squad_name(squad));
            let text = format!("{who} is separated from {name}");
            cx.say(|| Event::note(Clause("OD6-SQD-06"), text).deed(Deed::Changed { model }));
        }
    }

    /// A squad that is whole again need not remember around whom it gathered, so that its owner
    /// is asked anew if it falls apart once more (OD6-SQD-08).
    pub fn forget_named(&mut self, squad: SquadId) {
        if self.squad(squad).rallying_on.is_some() && self.groups(squad).len() == 1 {
            self.squad_mut(squad).rallying_on = None;
        }
    }

    /// A squad that has lost its commander, fell apart and does not know yet which part of it is
    /// the squad (OD6-SQD-07).
    pub fn torn_squad(&self) -> Option<SquadId> {
        self.present().find(|squad| {
            let named = self.squad(*squad).rallying_on;
            self.commander(*squad).is_none()
                && named.is_none_or(|m| self.model(m).spot.is_none())
                && self.groups(*squad).len() > 1
        })
    }

    /// Its owner says which part of a squad without commander is the squad (OD6-SQD-07,
    /// OD6-DEC-12).
    pub fn name_core(&mut self, cx: &mut Cx<'_>, squad: SquadId) -> Play<()> {
        let groups = self.groups(squad);
        let leads: Models = groups.iter().map(|group| group[0]).collect();
        let side = self.squad(squad).side;
        let prompt = "Which group is the squad now? The others are separated";
        cx.cite(Clause("OD6-DEC-12"));
        let ask = Ask::new(side, "group", prompt, Clause("OD6-SQD-07")).about(leads[0]);
        let of = |m: &ModelId| groups.iter().find(|g| g.contains(m)).map_or(0, |g| g.len());
        let chosen = cx.choose(ask, &leads, |m| {
            let count = of(m);
            let words = if count == 1 { "alone".to_owned() } else { format!("{count} soldiers") };
            Choice::new(format!("group of {}", self.name(*m)))
                .detail(words)
                .about(*m)
                .merit(count as i32)
        })?;
        self.squad_mut(squad).rallying_on = Some(chosen);
        cx.say(|| {
            let (squad, who) = (self.squad_name(squad), self.name(chosen));
            Event::note(Clause("OD6-SQD-07"), format!("{squad} gathers around {who}"))
        });
        Ok(())
    }
}

/// A soldier and those of some others who are in touch with him, directly or through each other.
pub(crate) fn chained(
    from: ModelId,
    mut others: Models,
    in_touch: impl Fn(ModelId, ModelId) -> bool,
) -> Models {
    let mut chain = Models::from_slice(&[from]);
    let mut next = 0;
    while let Some(link) = chain.get(next).copied() {
        next += 1;
        others.retain(|m| {
            let near = in_touch(link, *m);
            if near {
                chain.push(*m);
            }
            !near
        });
    }
    chain
}
