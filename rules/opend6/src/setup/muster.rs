//! The forces are announced: what they are, what they cost, and where they do not keep to the
//! lists.

use engine::{Clause, Cx, Deed, Event};

use crate::generation::troops::{Allegiance, Arms, Field, Tier, Troop};
use crate::generation::{
    Enlisted, Price, Roster, breaches, clause_of, clauses_that_print, force_breaches, price,
};
use crate::profile::Skill;
use crate::scenarios::Plan;
use crate::state::State;
use crate::weapons::Gun;

impl State {
    /// Tells everybody what the sides have brought (OD6-DEC-02).
    pub(super) fn announce_forces(&self, cx: &mut Cx<'_>) {
        if cx.is_quiet() {
            return;
        }
        let (clause, name) = (Clause("OD6-DEC-01"), &self.scenario.name);
        cx.say(|| Event::note(clause, name.clone()).deed(Deed::Heading));
        cx.say(|| Event::note(Clause(self.limit_clause()), self.limit_words()));
        for force in &self.forces {
            let roster = &force.roster;
            cx.say(|| {
                let (name, points) = (&roster.name, roster.points());
                Event::note(Clause("OD6-GEN-01"), format!("{name}: {points} points"))
            });
            roster.squads.iter().for_each(|squad| self.announce_squad(cx, squad));
            self.announce_breaches(cx, roster);
        }
    }

    fn limit_clause(&self) -> &'static str {
        match self.scenario.plan {
            Plan::Free => "OD6-Q-93",
            Plan::Hangar => "OD6-SCN-15",
        }
    }

    /// How long it will last, so that nobody is surprised by it.
    fn limit_words(&self) -> String {
        match (self.agreed.turn_limit, self.scenario.plan) {
            (0, _) => "There is no turn limit".to_owned(),
            (turns, Plan::Free) => format!("Turn {turns} is the last: points decide then"),
            (turns, Plan::Hangar) => {
                format!("Turn {turns} is the last: the trapped must be out by then")
            }
        }
    }

    fn announce_squad(&self, cx: &mut Cx<'_>, squad: &Enlisted) {
        cx.cite(Clause("OD6-DEC-02"));
        cite_cost(cx, squad);
        cite_charts(cx, squad);
        clauses_that_print(squad).iter().for_each(|clause| cx.cite(Clause(clause)));
        cx.say(|| Event::note(clause_of(squad), squad_words(squad)));
        cx.say(|| Event::note(Clause("OD6-GEN-08"), cost_words(squad, &price(squad))));
    }

    fn announce_breaches(&self, cx: &mut Cx<'_>, roster: &Roster) {
        for squad in &roster.squads {
            for breach in breaches(squad, &self.agreed) {
                let text = format!("{}: {}", squad.name, breach.what);
                cx.say(|| Event::note(breach.clause, text));
                cx.cite(Clause("OD6-Q-50"));
            }
        }
        for breach in force_breaches(roster, &self.agreed) {
            cx.say(|| Event::note(breach.clause, format!("{}: {}", roster.name, breach.what)));
        }
    }
}

/// `Ice Rangers: 10 Arctic Anti-Government Soldier, elite, walk 8, run 13, command 4, morale 7`.
fn squad_words(squad: &Enlisted) -> String {
    format!(
        "{}: {} {}, {}, walk {}, run {}, command {}, morale {}",
        squad.name,
        squad.number,
        squad.kind.name(),
        squad.quality.name(),
        squad.walk_rate(),
        squad.run_rate(),
        squad.command(),
        squad.quality.morale(),
    )
}

/// `Ice Rangers: skills 20+10+14+7 = 51, each 51+19+0 = 70, 10 of them 700, commander 1,
/// specialists 19, total 720`.
fn cost_words(squad: &Enlisted, price: &Price) -> String {
    let Price { quality, movement, attributes, training, skills, weapons, armor, .. } = price;
    let specialists: i32 = price.specialists.iter().sum();
    format!(
        "{}: skills {quality}+{movement}+{attributes}+{training} = {skills}, \
         each {skills}+{weapons}+{armor} = {}, {} of them {}, commander {}, \
         specialists {specialists}, total {}",
        squad.name, price.soldier, squad.number, price.base, price.commander, price.total
    )
}

/// The rules that the price of a squad was worked out by.
fn cite_cost(cx: &mut Cx<'_>, squad: &Enlisted) {
    let always = [
        "OD6-SQD-01",
        "OD6-SQD-02",
        "OD6-GEN-02",
        "OD6-GEN-03",
        "OD6-GEN-04",
        "OD6-GEN-16",
        "OD6-GEN-17",
        "OD6-GEN-19",
        "OD6-T-18",
        "OD6-REC-06",
        "OD6-Q-83",
    ];
    always.into_iter().for_each(|clause| cx.cite(Clause(clause)));
    let extra = squad.specialists.iter().any(|s| s.training.iter().any(|level| *level > 0));
    let more = [
        (extra || squad.commander > 0, "OD6-Q-49"),
        (squad.commander > 0, "OD6-GEN-05"),
        (squad.commander > 0, "OD6-GEN-14"),
        (!squad.specialists.is_empty(), "OD6-GEN-06"),
        (!squad.specialists.is_empty(), "OD6-GEN-15"),
        (squad.worn().is_some(), "OD6-GEN-13"),
        (squad.worn().is_some(), "OD6-T-17"),
        (squad.free_armor().is_some(), "OD6-Q-51"),
        (squad.troop().is_some(), "OD6-T-19"),
        (squad.troop().is_some_and(|troop| troop.size.is_some()), "OD6-GEN-20"),
        (squad.troop().is_some_and(is_read_anew), "OD6-Q-52"),
        (squad.troop().is_some_and(|troop| troop.side == Allegiance::Neutral), "OD6-GEN-23"),
    ];
    more.into_iter().filter(|(holds, _)| *holds).for_each(|(_, id)| cx.cite(Clause(id)));
}

/// Whether the list of a type speaks of heavy weapons or lift operations (OD6-Q-52).
fn is_read_anew(troop: &Troop) -> bool {
    let lift = |tier: Tier| tier.fields.contains(&Field::Only(Skill::LiftOperations));
    let heavy =
        matches!(troop.arms, Arms::Listed(guns, _) if guns.contains(&Gun::TripodRepeatingRaygun));
    heavy || troop.specialists.is_some_and(lift)
}

/// The charts that the weapons of a squad come from.
fn cite_charts(cx: &mut Cx<'_>, squad: &Enlisted) {
    let kits = || squad.specialists.iter().map(|s| &s.kit).chain([&squad.kit]);
    let guns = || kits().flat_map(|kit| kit.guns.iter().copied());
    let thrown = kits().any(|kit| kit.grenades + kit.plastics > 0);
    let ranged = thrown || guns().next().is_some();
    let charts = [
        (ranged, "OD6-T-15"),
        (ranged, "OD6-GEN-21"),
        (kits().any(|kit| kit.blade.is_some()), "OD6-T-16"),
        (kits().any(|kit| kit.blade.is_some()), "OD6-GEN-18"),
        (guns().any(|gun| gun == Gun::TripodRepeatingRaygun), "OD6-GEN-24"),
    ];
    charts.into_iter().filter(|(holds, _)| *holds).for_each(|(_, id)| cx.cite(Clause(id)));
}
