//! Undo and take-backs.

use engine::face::AnyMatch;
use engine::ids::SideId;
use engine::question::{ENGINE, Refusal};

use super::acts::{misfit, watching};
use super::record::Change;
use super::{Broken, Room, Visitor, Wish};
use crate::protocol::{Offer, Reply, Undo};
use crate::seats::Guest;

impl Room {
    /// What somebody can have back: their own last answer as long as nothing was learned since,
    /// else the last answer of a person if the others agree.
    pub(super) fn undo_for(&self, visitor: &Visitor) -> Option<Undo> {
        visitor.seat?;
        if let Some((side, what)) = self.free_for(visitor.guest) {
            return Some(Undo { side, what, free: true });
        }
        let (side, what) = self.last.clone().filter(|_| self.seating.settings.take_backs)?;
        Some(Undo { side, what, free: false })
    }

    fn free_for(&self, guest: Guest) -> Option<(SideId, String)> {
        self.play.undoable().filter(|(side, _)| self.seating.holds(guest, *side))
    }

    /// The take-back somebody asks for, as somebody connected sees it.
    pub(super) fn offer_for(&self, visitor: &Visitor) -> Option<Offer> {
        let Wish { guest, by, side, what } = self.wish.clone()?;
        let yours = visitor.seat.is_some() && visitor.guest != guest;
        Some(Offer { by, side, what, yours })
    }

    pub(super) async fn undo(&mut self, number: u64, at: u64) -> Result<Reply, Broken> {
        let Some((guest, _)) = self.seated(number) else { return Ok(watching()) };
        if at != self.lines {
            return self.stale(number);
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
        if !self.seating.settings.take_backs {
            return Ok(misfit("It was agreed that nothing is taken back in this match."));
        }
        let Some((side, what)) = self.last.clone() else {
            return Ok(misfit("There is nothing that could be taken back."));
        };
        if !self.seating.has_others(guest) {
            return self.take_back().await;
        }
        self.wish = Some(Wish { guest, by, side, what });
        self.update_all()?;
        Ok(Reply::Done)
    }

    pub(super) async fn reply_back(&mut self, number: u64, grant: bool) -> Result<Reply, Broken> {
        let Some((guest, _)) = self.seated(number) else { return Ok(watching()) };
        let Some(wish) = &self.wish else {
            return Ok(misfit("Nobody asks for a take-back any more."));
        };
        match (grant, wish.guest == guest) {
            (true, true) => Ok(misfit("Somebody else has to grant it.")),
            (true, false) => self.take_back().await,
            // Whoever asked may think better of it.
            (false, _) => {
                self.wish = None;
                self.update_all()?;
                Ok(Reply::Done)
            }
        }
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
