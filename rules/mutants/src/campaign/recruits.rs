//! Replacements for the dead (MUT-CAM-09 to MUT-CAM-11) and followers (MUT-CAM-21).

use engine::{Ask, Choice, Clause, Cx, Play, SideId};

use super::State;
use super::aftermath::Task;
use crate::options::RolledLeaderQ;
use crate::party::tables::Haul;
use crate::party::{Advance, NewCharacter, roll_up};
use crate::profile::{Kind, Name, Rule};

impl State {
    /// Every dead model of a side is replaced by a new one of whatever type its owner likes
    /// (MUT-CAM-09).
    pub fn recruit(&mut self, cx: &mut Cx<'_>, side: SideId) -> Play<()> {
        let clause = Clause("MUT-CAM-09");
        let band = self.band_mut(side);
        if band.vacant.is_empty() {
            return Ok(());
        }
        let dead = band.vacant.remove(0);
        let kind = self.choose_kind(cx, side, Some(dead), clause)?;
        let name = self.enlist(cx, side, kind, true)?;
        for id in ["MUT-CAM-11", "MUT-Q-149"] {
            cx.cite(Clause(id));
        }
        self.tell(cx, clause, format!("{name} ({kind}) joins {side} in place of the dead"));
        self.first_of_all(Task::Recruit(side));
        self.first_of_all(Task::Crown(side, name));
        Ok(())
    }

    /// An Extra Follower; Plants come in twos (MUT-CAM-21).
    pub fn gain_follower(&mut self, cx: &mut Cx<'_>, side: SideId) -> Play<()> {
        let clause = Clause("MUT-CAM-21");
        let kind = self.choose_kind(cx, side, None, clause)?;
        let count = if kind == Kind::Plant { 2 } else { 1 };
        for _ in 0..count {
            let name = self.enlist(cx, side, kind, false)?;
            self.tell(cx, clause, format!("{name} ({kind}) follows {side}"));
            self.band_mut(side).roster.advances.push((name, Advance::Follower));
        }
        Ok(())
    }

    /// Which type somebody new is of; the same as before if its owner does not care.
    fn choose_kind(
        &self,
        cx: &mut Cx<'_>,
        side: SideId,
        dead: Option<Kind>,
        clause: Clause,
    ) -> Play<Kind> {
        let mut kinds: Vec<Kind> =
            Kind::ALL.iter().copied().filter(|kind| *kind != Kind::Animal).collect();
        // The one that is offered first is the same type.
        kinds.sort_by_key(|kind| Some(*kind) != dead);
        let ask = Ask::new(side, "recruit", "Of which type is the new model?", clause);
        cx.choose(ask, &kinds, |kind| {
            Choice::new(kind.name()).merit(i32::from(Some(*kind) == dead))
        })
    }

    /// Somebody new joins: rolled up as usual, with neither Food nor spare Cells (MUT-CAM-11).
    fn enlist(&mut self, cx: &mut Cx<'_>, side: SideId, kind: Kind, gear: bool) -> Play<Name> {
        let agreed = self.terms.agreed.clone();
        let taken = self.band(side).taken();
        let NewCharacter { mut who, haul } = roll_up(cx, side, kind, &agreed, &taken, gear)?;
        (who.food, who.cells) = (0, 0);
        let name = who.name.clone();
        self.band_mut(side).roster.members.push(who);
        self.hand_over(side, &name, Haul { cells: 0, food: 0, ..haul });
        Ok(name)
    }

    /// A replacement may take over the bonus of a dead Leader or champion (MUT-Q-141).
    pub fn crown(&mut self, cx: &mut Cx<'_>, side: SideId, name: &str) -> Play<()> {
        let clause = Clause("MUT-Q-141");
        let agreed = self.terms.agreed.clone();
        // One who rolled Leader may still be named, unless that made it better already
        // (MUT-Q-124).
        let rolled = self.band(side).member(name).is_some_and(|who| who.nature.has(Rule::Leader));
        let leads = rolled && agreed.rolled_leader_q == RolledLeaderQ::On;
        if self.band(side).crown && !leads {
            let prompt = "Does the new one lead the party from now on?";
            let mut ask = Ask::new(side, "leader", prompt, clause);
            ask.about = self.model(side, name);
            if cx.confirm(ask, &format!("make {name} Leader"), "no Leader")? {
                let band = self.band_mut(side);
                band.crown = false;
                if let Some(who) = band.member_mut(name) {
                    who.nature.promote();
                }
                self.tell(cx, clause, format!("{name} leads {side} now"));
            }
        }
        if self.band(side).laurel {
            let prompt = "Does the new one have the champion's Combat bonus?";
            let mut ask = Ask::new(side, "champion", prompt, clause);
            ask.about = self.model(side, name);
            if cx.confirm(ask, &format!("make {name} champion"), "no champion")? {
                let band = self.band_mut(side);
                band.laurel = false;
                if let Some(who) = band.member_mut(name) {
                    who.nature.gain(Rule::CombatBonus, &agreed);
                }
                self.tell(cx, clause, format!("{name} is the champion of {side} now"));
            }
        }
        Ok(())
    }
}
