//! Chapters 20 and 21: picking ready-made characters one by one (MUT-OPT-06).

use engine::{Ask, Choice, Clause, Cx, Event, Play, Refusal, SideId};

use super::creation::{Muster, Task};
use super::roll_up::profile;
use super::{names, origins, ready_made};
use crate::options::WretchedPerFive;
use crate::profile::{Character, Kind, Rule};

impl Muster {
    /// A side picks a ready-made character for its next slot; a Plant brings a second one along
    /// (MUT-TYP-18).
    pub(super) fn draft(&mut self, cx: &mut Cx<'_>, side: SideId, second: bool) -> Play<()> {
        let own: Vec<&Character> = self.members(side).iter().map(|m| self.who(*m)).collect();
        let kinds = self.company(side).sort.kinds();
        // Only Wretched fill the two places more that a party of nothing else has (MUT-TYP-57).
        let beyond = self.company(side).slots.len() >= self.terms.slots as usize;
        let fits = |who: &&Character| match second {
            true => who.nature.kind == Kind::Plant,
            false if beyond => who.nature.kind == Kind::Wretched,
            false => kinds.contains(&who.nature.kind),
        };
        let fresh = |who: &&Character| !own.iter().any(|other| is_same(other, who));
        let everybody = ready_made().iter().flat_map(|(_, roster)| &roster.members);
        let mut options: Vec<&Character> = everybody.filter(fits).filter(fresh).collect();
        let possible = |who: &&Character| excess(&own, who).is_none();
        let loud = !cx.is_quiet() && options.iter().any(possible);
        options.retain(|who| loud || possible(who));
        let clause = Clause("MUT-OPT-06");
        let picked = match options.is_empty() {
            true => None,
            false => {
                let ask = Ask::new(side, "draft", "Who joins the party?", clause);
                let picked = cx.choose(ask, &options, |who| {
                    let choice = Choice::new(&*who.name).detail(profile(who));
                    match excess(&own, who) {
                        Some(why) => choice.refused(Refusal::new(clause, why)),
                        None => choice.merit(i32::from(who.nature.has(Rule::Leader))),
                    }
                })?;
                Some(picked)
            }
        };
        if let Some(printed) = picked {
            for origin in origins(printed).into_iter().chain([Clause("MUT-Q-10")]) {
                cx.cite(origin);
            }
            let name = names::unique(&printed.name, &self.names());
            let who = Character { side, name, ..printed.clone() };
            cx.say(|| Event::note(clause, format!("{} joins {side}", profile(&who))));
            self.company_mut(side).slots.extend((!second).then_some(who.nature.kind));
            self.cast.push(who);
        }
        let pair = picked.is_some_and(|who| who.nature.kind == Kind::Plant) && !second;
        let slots = &self.company(side).slots;
        let wanted = self.terms.slots as usize;
        let wretched = !slots.is_empty() && slots.iter().all(|kind| *kind == Kind::Wretched);
        let more = match self.agreed.wretched_per_five {
            WretchedPerFive::Off => 2,
            WretchedPerFive::On => 2 * (wanted / 5),
        };
        if wretched && slots.len() >= wanted {
            cx.cite(Clause("MUT-TYP-57"));
        }
        let full = slots.len() >= wanted + if wretched { more } else { 0 };
        match (pair, full || (picked.is_none() && !second)) {
            (true, _) => {
                cx.cite(Clause("MUT-TYP-18"));
                self.tasks.push(Task::Draft(side, true));
            }
            (false, false) => self.tasks.push(Task::Draft(side, false)),
            (false, true) => self.tasks.push(Task::Finish(side)),
        }
        Ok(())
    }
}

/// Whether a member is a ready-made character; a name that was taken has got a number.
fn is_same(member: &Character, printed: &Character) -> bool {
    member.name.starts_with(&*printed.name)
        && member.nature == printed.nature
        && member.gear == printed.gear
}

/// Why somebody would be one too many: there is one Leader and one Combat bonus.
fn excess(own: &[&Character], who: &Character) -> Option<&'static str> {
    let again = |rule: Rule| who.nature.has(rule) && own.iter().any(|other| other.nature.has(rule));
    match () {
        () if again(Rule::Leader) => Some("the party has a Leader already; pick somebody else"),
        () if again(Rule::CombatBonus) => {
            Some("the party has a Combat bonus already; pick somebody else")
        }
        () => None,
    }
}
