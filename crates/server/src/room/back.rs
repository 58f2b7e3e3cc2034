//! Undo and take-backs.

use engine::face::AnyMatch;
use engine::ids::SideId;
use engine::question::{ENGINE, Refusal};

use super::acts::{misfit, watching};
use super::record::Change;
use super::{Broken, Room, Visitor, Wish};
use crate::protocol::{Offer, Reply, Undo};
use crate::seats::Guest;

/// What those are told who want an answer back once everybody may know everything.
const OVER: &str = "The match is over and its dice are public; branch off from it instead.";

impl Room {
    /// What somebody can have back: their own last answer as long as nothing was learned since,
    /// else the last answer of a person if the others agree.
    pub(super) fn undo_for(&self, visitor: &Visitor) -> Option<Undo> {
        visitor.seat?;
        if self.is_public_to(visitor.guest) {
            return None;
        }
        if let Some((side, what)) = self.free_for(visitor.guest) {
            return Some(Undo { side, what, free: true });
        }
        let (side, what) = self.last.clone().filter(|_| self.seating.settings.take_backs)?;
        Some(Undo { side, what, free: false })
    }

    fn free_for(&self, guest: Guest) -> Option<(SideId, String)> {
        self.play.undoable().filter(|(side, _)| self.seating.holds(guest, *side))
    }

    /// Whether a guest has learned from the match's end what is hidden while people play against
    /// each other: with the dice of the seed known, nothing may be played differently any more.
    fn is_public_to(&self, guest: Guest) -> bool {
        self.play.outcome().is_some() && self.seating.may_know_all(guest).is_err()
    }

    /// The take-back somebody asks for, as somebody connected sees it.
    pub(super) fn offer_for(&self, visitor: &Visitor) -> Option<Offer> {
        let wish = self.wish.as_ref()?;
        let yours = self.missing_grants(wish).any(|side| self.seating.holds(visitor.guest, side));
        let (by, side, what) = (wish.by, wish.side, wish.what.clone());
        Some(Offer { at: self.lines, by, side, what, yours })
    }

    /// The sides whose players must still grant a take-back. Another device of whoever asks
    /// holds none of them.
    fn missing_grants<'a>(&'a self, wish: &'a Wish) -> impl Iterator<Item = SideId> + 'a {
        self.seating.others(wish.guest).filter(|side| !wish.granted.contains(side))
    }

    pub(super) async fn undo(&mut self, number: u64, at: u64) -> Result<Reply, Broken> {
        let Some((guest, _)) = self.seated(number) else { return Ok(watching()) };
        if at != self.lines {
            return self.stale(number);
        }
        if self.is_public_to(guest) {
            return Ok(Reply::Refused { refusal: Refusal::new(ENGINE, OVER) });
        }
        let side = match self.free_for(guest) {
            Some((side, _)) => side,
            None => {
                let why = "Something was rolled, revealed or answered since your last answer: \
                           ask the others to have it back.";
                return Ok(Reply::Refused { refusal: Refusal::new(ENGINE, why) });
            }
        };
        let change = self.change(None, |play| play.undo(side).map(|_| ())).await?;
        self.told(change)
    }

    pub(super) async fn ask_back(&mut self, number: u64, at: u64) -> Result<Reply, Broken> {
        let Some((guest, by)) = self.seated(number) else { return Ok(watching()) };
        if at != self.lines {
            return self.stale(number);
        }
        if self.is_public_to(guest) {
            return Ok(misfit(OVER));
        }
        if !self.seating.settings.take_backs {
            return Ok(misfit("It was agreed that nothing is taken back in this match."));
        }
        let Some((side, what)) = self.last.clone() else {
            return Ok(misfit("There is nothing that could be taken back."));
        };
        if self.seating.others(guest).next().is_none() {
            return self.take_back().await;
        }
        self.wish = Some(Wish { guest, by, side, what, granted: Vec::new() });
        self.update_all()?;
        Ok(Reply::Done)
    }

    pub(super) async fn reply_back(
        &mut self,
        number: u64,
        at: u64,
        grant: bool,
    ) -> Result<Reply, Broken> {
        let Some((guest, _)) = self.seated(number) else { return Ok(watching()) };
        if at != self.lines {
            return self.stale(number);
        }
        match (self.wish.take(), grant) {
            (None, _) => Ok(misfit("Nobody asks for a take-back any more.")),
            (Some(wish), true) => self.grant_back(guest, wish).await,
            // Whoever asked may think better of it.
            (Some(_), false) => {
                self.update_all()?;
                Ok(Reply::Done)
            }
        }
    }

    /// Notes that somebody grants a take-back, which happens once everybody has.
    async fn grant_back(&mut self, guest: Guest, mut wish: Wish) -> Result<Reply, Broken> {
        let theirs = |side: &SideId| self.seating.holds(guest, *side);
        let granted: Vec<SideId> = self.missing_grants(&wish).filter(theirs).collect();
        let is_theirs = !granted.is_empty();
        wish.granted.extend(granted);
        let is_granted = self.missing_grants(&wish).next().is_none();
        self.wish = Some(wish);
        match (is_theirs, is_granted) {
            (false, _) => return Ok(misfit("Somebody else has to grant it.")),
            (true, true) => return self.take_back().await,
            (true, false) => self.update_all()?,
        }
        Ok(Reply::Done)
    }

    /// Goes back to before the last answer of a person. Computers would only give the same
    /// answers again, so theirs go as well.
    async fn take_back(&mut self) -> Result<Reply, Broken> {
        let seating = self.seating.clone();
        let is_person = move |side: SideId| seating.is_for_person(side);
        let change = self.change(None, move |play| back_to_person(play, &is_person)).await?;
        self.told(change)
    }

    fn told(&mut self, change: Change) -> Result<Reply, Broken> {
        if matches!(change, Change::Made) {
            self.update_all()?;
        }
        Ok(change.reply())
    }

    /// Who somebody connected is and where they sit; none for those who only watch.
    fn seated(&mut self, number: u64) -> Option<(Guest, SideId)> {
        let visitor = self.visitor(number)?;
        Some((visitor.guest, visitor.seat?))
    }
}

fn back_to_person(
    play: &mut dyn AnyMatch,
    is_person: &dyn Fn(SideId) -> bool,
) -> Result<(), Refusal> {
    loop {
        let last = play.last_answer(&|_| true).map(|(side, _)| side);
        play.take_back()?;
        if last.is_none_or(is_person) {
            return Ok(());
        }
    }
}
