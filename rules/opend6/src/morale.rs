//! Chapter 5: morale (OD6-MOR).

mod phase;
mod withdraw;

use engine::odds::Contest;
use engine::{Clause, Cx, Deed, Event, Play};

use crate::dice::{self, Roller, Sum};
use crate::options::{CommanderHit, HalfStrength};
use crate::profile::Role;
use crate::state::{Fate, Forced, SquadId, State};
use crate::tasks::Task;
use crate::turn::cite_all;

/// The greatest lead of command over a threat that any rule asks for: more than four (OD6-RAL-09).
const GREATEST_LEAD: i32 = 5;

/// How a squad feels (OD6-MOR-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Level 0.
    Broken,
    /// Level 1.
    Demoralized,
    /// Levels 2 and 3.
    Shaken,
    /// Level 4 and above.
    Steady,
}

/// Which test it is (OD6-MOR-15).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// After casualties, in the Morale Phase.
    Casualty,
    /// Before a charge; what else weighs on it comes from `charge.rs`.
    Charging,
    /// On receiving a charge.
    Receiving,
}

impl Test {
    /// The base threat level, and what it is called (OD6-MOR-15).
    const fn base(self) -> (i32, &'static str) {
        match self {
            Test::Casualty => (4, "casualty test"),
            Test::Charging => (6, "charging"),
            Test::Receiving => (4, "receiving a charge"),
        }
    }
}

/// A modifier of a test's threat: how much, why, by which rule.
pub type Weight = (i32, &'static str, &'static str);

/// How a test went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tested {
    /// Whether the squad has to withdraw, and does not rout instead (OD6-MOR-26, 28).
    pub withdraws: bool,
    /// Whether it has broken (OD6-MOR-28).
    pub breaks: bool,
}

impl State {
    /// How a squad feels.
    pub fn status(&self, squad: SquadId) -> Status {
        match self.squad(squad).morale {
            0 => Status::Broken,
            1 => Status::Demoralized,
            2 | 3 => Status::Shaken,
            _ => Status::Steady,
        }
    }

    /// A squad tests its morale (OD6-MOR-14 to 26): the level changes at once, and withdrawing or
    /// routing (with the parting swings before it) is put under way, to come next.
    pub fn test_morale(
        &mut self,
        cx: &mut Cx<'_>,
        squad: SquadId,
        test: Test,
        weights: &[Weight],
    ) -> Play<Tested> {
        if self.status(squad) == Status::Broken {
            // It cannot fall any lower (OD6-Q-32).
            return Ok(Tested { withdraws: false, breaks: false });
        }
        cx.cite(Clause(if test == Test::Casualty { "OD6-MOR-29" } else { "OD6-MOR-30" }));
        cx.cite(Clause("OD6-T-08"));
        cx.cite(Clause("OD6-T-09"));
        let threat = self.threat(cx, squad, test, weights);
        let lead = self.command_against(cx, squad, "tests its morale", &threat)?;
        let (by, clause) = result(lead);
        self.change_morale(cx, squad, by, Clause(clause))?;
        let breaks = self.status(squad) == Status::Broken;
        let withdraws = clause == "OD6-MOR-26" && !breaks;
        if withdraws {
            self.tasks.push(Task::Withdraw(squad));
            self.struck_at(cx, squad)?;
        } else if clause == "OD6-MOR-26" {
            cx.cite(Clause("OD6-MOR-28"));
        }
        Ok(Tested { withdraws, breaks })
    }

    /// The owner's die and command against the opponent's die and the threat (OD6-MOR-14,
    /// OD6-RAL-02): by how much command is higher, or lower if it is less than nought. A greater
    /// lead than any rule asks for is told as the greatest.
    pub(crate) fn command_against(
        &self,
        cx: &mut Cx<'_>,
        squad: SquadId,
        does: &'static str,
        threat: &Sum,
    ) -> Play<i32> {
        self.cite_command(cx, squad);
        cx.cite(Clause("OD6-MOR-14"));
        let side = self.squad(squad).side;
        let told = !cx.is_quiet();
        let command = Sum::of(told, self.command(squad), "command", "OD6-MOR-14");
        let titles = match told {
            true => [format!("{} {does}", self.squad_name(squad)), "the threat".to_owned()],
            false => [String::new(), String::new()],
        };
        let own = Roller { side, model: self.commander(squad), purpose: does, title: &titles[0] };
        let enemy = self.opponent(side);
        let them = Roller { side: enemy, model: None, purpose: "the threat", title: &titles[1] };
        let contest = Contest::new(&[command.total, threat.total], GREATEST_LEAD);
        cx.contest(&contest, |cx| {
            let lead = dice::opposed(cx, own, &command)? - dice::opposed(cx, them, threat)?;
            Ok(lead.clamp(-GREATEST_LEAD, GREATEST_LEAD))
        })
    }

    /// The threat level of a test, with everything that weighs on it (OD6-T-08).
    fn threat(&mut self, cx: &mut Cx<'_>, squad: SquadId, test: Test, weights: &[Weight]) -> Sum {
        let (base, name) = test.base();
        let mut threat = Sum::of(!cx.is_quiet(), base, name, "OD6-MOR-15");
        let (by, status) = self.status_threat(squad);
        let clause = match self.status(squad) {
            Status::Shaken => "OD6-MOR-07",
            Status::Demoralized | Status::Broken => "OD6-MOR-10",
            Status::Steady => "OD6-MOR-04",
        };
        cx.cite(Clause(clause));
        threat.add(by, status, clause);
        self.add_casualties(cx, squad, &mut threat, ["OD6-MOR-16", "OD6-MOR-17"]);
        cx.cite(Clause("OD6-Q-82"));
        if self.is_behind_cover(squad) {
            cx.cite(Clause("OD6-MOR-22"));
            threat.add(-1, "behind cover", "OD6-MOR-18");
        }
        if test == Test::Casualty {
            let forced = self.squad(squad).done.forced;
            threat.add_if(forced == Some(Forced::Won), -1, "won its fight", "OD6-MOR-19");
            threat.add_if(forced == Some(Forced::Lost), 1, "lost its fight", "OD6-MOR-19");
        }
        if !cx.is_quiet() && self.is_half_gone(squad) {
            // Nothing is added for it here, unlike in rally tests.
            cx.cite(Clause("OD6-MOR-31"));
        }
        for (by, reason, clause) in weights {
            threat.add(*by, reason, clause);
        }
        threat
    }

    /// What a squad's status adds to a threat (OD6-MOR-07, 10, OD6-RAL-04).
    pub(crate) fn status_threat(&self, squad: SquadId) -> (i32, &'static str) {
        let status = self.status(squad);
        let by = match status {
            Status::Steady => 0,
            Status::Shaken => 1,
            Status::Demoralized | Status::Broken => 2,
        };
        (by, status.name())
    }

    /// What the casualties of this turn add to a threat, the commander apart (OD6-MOR-16, 17, 20,
    /// OD6-RAL-06). His loss weighs on the first test after it (OD6-MOR-21, OD6-Q-10).
    pub(crate) fn add_casualties(
        &mut self,
        cx: &mut Cx<'_>,
        squad: SquadId,
        threat: &mut Sum,
        [each, commander]: [&'static str; 2],
    ) {
        let done = &self.squad(squad).done;
        let leads = |m: &engine::ModelId| self.who(*m).role == Role::Commander;
        let hurt = done.casualties.iter().any(leads) || done.commander_hit;
        let weighs = match self.agreed.commander_hit {
            CommanderHit::FirstTest => done.commander_hit,
            CommanderHit::WholeTurn => hurt,
        };
        let counts = |m: &&engine::ModelId| !(weighs && leads(m));
        let count = done.casualties.iter().filter(counts).count() as i32;
        let reason = if count == 1 { "casualty" } else { "casualties" };
        threat.add(count, reason, each);
        if count > 0 {
            cx.cite(Clause("OD6-Q-57"));
        }
        threat.add_if(weighs, 2, "commander hit", commander);
        if hurt {
            cite_all(cx, &["OD6-MOR-20", "OD6-MOR-21", "OD6-Q-10"]);
        }
        self.squad_mut(squad).done.commander_hit = false;
    }

    /// Changes a squad's morale level, never below nought or above its start; a squad that breaks
    /// by it routs next (OD6-MOR-01, 03, OD6-ROU-01).
    pub fn change_morale(
        &mut self,
        cx: &mut Cx<'_>,
        squad: SquadId,
        by: i32,
        clause: Clause,
    ) -> Play<()> {
        let own = self.squad_mut(squad);
        let (before, start) = (own.morale, own.quality.morale());
        let wanted = i32::from(before) + by;
        own.morale = wanted.clamp(0, i32::from(start)) as u8;
        if wanted < 0 {
            cx.cite(Clause("OD6-MOR-03"));
        }
        if wanted > i32::from(start) {
            cite_all(cx, &["OD6-MOR-01", "OD6-T-18", "OD6-Q-98", "OD6-PROF-15"]);
        }
        self.tell_morale(cx, squad, before, clause);
        if before > 0 && self.squad(squad).morale == 0 {
            cite_all(cx, &["OD6-MOR-12", "OD6-MOR-13"]);
            self.squad_mut(squad).at_goal = false;
            self.begin_rout(cx, squad)?;
        }
        Ok(())
    }

    fn tell_morale(&self, cx: &mut Cx<'_>, squad: SquadId, before: u8, clause: Clause) {
        cite_all(cx, &["OD6-MOR-02", "OD6-T-01"]);
        cx.say(|| {
            let (name, now) = (self.squad_name(squad), self.squad(squad).morale);
            let status = self.status(squad).name();
            let text = match now == before {
                true => format!("{name} stays {status} at morale {now}"),
                false => format!("{name} goes from morale {before} to {now}: {status}"),
            };
            let lead = self.commander(squad).or_else(|| self.members(squad).next());
            let deed = lead.map_or(Deed::Note, |model| Deed::Changed { model });
            Event::note(clause, text).deed(deed)
        });
    }

    /// Whether half of a squad or more are casualties: of the soldiers it began with, those who
    /// are out of the battle, and the wounded unless it was agreed otherwise (OD6-Q-56).
    pub fn is_half_gone(&self, squad: SquadId) -> bool {
        let with_wounded = self.agreed.half_strength == HalfStrength::WithWounded;
        let is_well = |m: &engine::ModelId| {
            let model = self.model(*m);
            let there = matches!(model.fate, None | Some(Fate::Escaped));
            there && !(with_wounded && model.wounded)
        };
        let own = self.ids().filter(|m| self.squad_of(*m) == squad);
        let well = own.filter(is_well).count();
        2 * well <= usize::from(self.squad(squad).strength)
    }
}

/// What a test comes to: how the level changes, by which rule (OD6-T-09).
const fn result(lead: i32) -> (i32, &'static str) {
    if lead >= 4 {
        (1, "OD6-MOR-23")
    } else if lead >= 0 {
        (0, "OD6-MOR-24")
    } else if lead > -4 {
        (-1, "OD6-MOR-25")
    } else {
        (-2, "OD6-MOR-26")
    }
}
