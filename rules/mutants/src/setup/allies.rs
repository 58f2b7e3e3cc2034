//! Who fights together, in games with more than two players (MUT-TRN-14).
//!
//! The book only says with whom a Purity Squad may ally, so we keep it short: a side has at
//! most one ally, allies are not enemies, and they win together.

use engine::{Ask, Choice, Clause, Cx, Event, Play, Refusal, SideId};
use smallvec::SmallVec;

use super::Phase;
use crate::profile::Kind;
use crate::state::State;

impl State {
    /// Whether two sides fight together.
    pub fn are_allied(&self, one: SideId, other: SideId) -> bool {
        let pair =
            |(a, b): &(SideId, SideId)| (*a == one && *b == other) || (*a == other && *b == one);
        one == other || self.mission.allies.iter().any(pair)
    }

    /// Whether two sides fight against each other.
    pub fn is_hostile(&self, one: SideId, other: SideId) -> bool {
        !self.are_allied(one, other)
    }

    fn has_ally(&self, side: SideId) -> bool {
        self.mission.allies.iter().any(|(a, b)| *a == side || *b == side)
    }

    /// Whether all of a party are of some types.
    fn consists_of(&self, side: SideId, fits: impl Fn(Kind) -> bool) -> bool {
        self.cast.iter().filter(|c| c.side == side).all(|c| fits(c.nature.kind))
    }

    /// Why two sides cannot be allies: a party of Humans only takes none but Androids and Robots
    /// (MUT-TRN-14).
    fn alliance_refusal(&self, one: SideId, other: SideId) -> Option<Refusal> {
        let pure = |side| self.consists_of(side, |kind| kind == Kind::Human);
        let machines = |side| self.consists_of(side, Kind::is_artificial);
        let spurned = (pure(one) && !machines(other)) || (pure(other) && !machines(one));
        spurned.then(|| {
            let why = "a Purity Squad allies with nobody but Androids and Robots";
            Refusal::new(Clause("MUT-TRN-14"), why)
        })
    }

    /// A side may propose an alliance to another, which may accept.
    pub(super) fn choose_ally(&mut self, cx: &mut Cx<'_>, next: u8) -> Play<()> {
        let side = SideId(next);
        let last = usize::from(next) + 1 >= self.parties.len();
        self.phase = if last { Phase::Roles } else { Phase::Allies(next + 1) };
        if self.has_ally(side) {
            return Ok(());
        }
        let free = |other: &SideId| *other != side && !self.has_ally(*other);
        let loud = !cx.is_quiet();
        let mut options: SmallVec<[Option<SideId>; 4]> = SmallVec::from_elem(None, 1);
        let possible = |other: &SideId| loud || self.alliance_refusal(side, *other).is_none();
        options.extend(self.sides().filter(free).filter(possible).map(Some));
        let clause = Clause("MUT-TRN-14");
        let ask = Ask::new(side, "ally", "Do you want an ally?", clause);
        let chosen = cx.choose(ask, &options, |option| match option {
            None => Choice::new("fight alone").declining(),
            Some(other) => {
                let choice = Choice::new(format!("ally with {other}")).merit(-1);
                match self.alliance_refusal(side, *other) {
                    Some(refusal) => choice.refused(refusal),
                    None => choice,
                }
            }
        })?;
        let Some(other) = chosen else { return Ok(()) };
        let ask = Ask::new(other, "alliance", "Do you take the offered alliance?", clause);
        if cx.confirm(ask, "accept", "decline")? {
            self.mission.allies.push((side, other));
            cx.say(|| Event::note(clause, format!("{side} and {other} are allies")));
        }
        Ok(())
    }
}
