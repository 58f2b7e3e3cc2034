//! What everybody connected is shown.

use engine::face::AnyMatch;
use engine::ids::SideId;
use engine::matches::{Log, StandingReply};
use engine::view::Eyes;
use tabletop::Kind;

use super::{Asked, Broken, Room, Visitor, work};
use crate::ground::{altered, ground};
use crate::protocol::{HandOver, Message, Picture, Update, Waiting, Welcome};

/// What is said where somebody knows the seed.
const SEED_KNOWN: &str = "Somebody has had this match's file and can foresee its dice; branch off \
                          for fresh ones.";

impl Visitor {
    /// Through whose eyes they see the table.
    pub(super) fn eyes(&self) -> Eyes {
        self.seat.map_or(Eyes::Spectator, Eyes::Side)
    }
}

impl Room {
    /// Tells somebody everything.
    pub(super) fn welcome(&mut self, number: u64) -> Result<(), Broken> {
        self.tell(number, |room, visitor| {
            let log = room.play.log(visitor.eyes(), 0);
            (Message::Welcome(Box::new(room.welcome_for(visitor, &log))), log.total)
        })
    }

    /// Tells somebody what has changed.
    pub(super) fn update(&mut self, number: u64) -> Result<(), Broken> {
        self.tell(number, |room, visitor| {
            // After an undo there may be fewer events than there were.
            let from = visitor.told.min(room.play.log(visitor.eyes(), usize::MAX).total);
            let Log { before, told, total } = room.play.log(visitor.eyes(), from);
            let picture = room.picture(visitor);
            (Message::Update(Box::new(Update { picture, kept: before, log: told })), total)
        })
    }

    /// Tells everybody what has changed.
    pub(super) fn update_all(&mut self) -> Result<(), Broken> {
        let numbers: Vec<u64> = self.visitors.iter().map(|v| v.number).collect();
        numbers.into_iter().try_for_each(|number| self.update(number))
    }

    /// Tells everybody else what has changed.
    pub(super) fn update_all_but(&mut self, one: u64) -> Result<(), Broken> {
        let numbers: Vec<u64> = self.visitors.iter().map(|v| v.number).collect();
        numbers.into_iter().filter(|n| *n != one).try_for_each(|number| self.update(number))
    }

    fn tell(
        &mut self,
        number: u64,
        say: impl FnOnce(&Room, &Visitor) -> (Message, usize),
    ) -> Result<(), Broken> {
        let Some(visitor) = self.visitors.iter().find(|v| v.number == number) else {
            return Ok(());
        };
        let (message, told) = work(|| say(self, visitor))?;
        if let Some(visitor) = self.visitor(number) {
            visitor.told = told;
            visitor.send(&message);
        }
        Ok(())
    }

    fn welcome_for(&self, visitor: &Visitor, log: &Log) -> Welcome {
        let (about, header) = (self.game.about(), self.play.header());
        let scenario = about.scenarios.iter().find(|s| s.key == header.setup.scenario);
        let settings = &self.seating.settings;
        let meanings = Kind::ALL.iter().map(|kind| (*kind, self.game.meanings(*kind)));
        Welcome {
            id: self.id.clone(),
            game: about.key.to_owned(),
            title: about.title.to_owned(),
            scenario: settings.scenario.clone(),
            summary: scenario.map(|s| s.summary.clone()).unwrap_or_default(),
            options: header.setup.options.clone(),
            eyes: visitor.eyes(),
            table: ground(&self.play.table().0),
            meanings: meanings.filter(|(_, meanings)| !meanings.is_empty()).collect(),
            commitment: header.commitment.clone(),
            take_backs: settings.take_backs,
            picture: self.picture(visitor),
            log: log.told.clone(),
            warnings: self.all_warnings(),
        }
    }

    /// What everybody should know before they play on.
    fn all_warnings(&self) -> Vec<String> {
        let foreseen = self.seating.settings.seed_known && self.has_dice_to_come();
        let known = foreseen.then(|| SEED_KNOWN.to_owned());
        self.warnings.iter().cloned().chain(known).collect()
    }

    /// Everything that changes, as somebody connected sees it.
    pub(super) fn picture(&self, visitor: &Visitor) -> Picture {
        Picture {
            at: self.lines,
            steps: self.play.steps(),
            view: self.play.view(visitor.eyes()),
            changes: altered(&*self.play),
            question: self.question_for(visitor).cloned(),
            waiting: self.asked.iter().map(waiting).collect(),
            undo: self.undo_for(visitor),
            offer: self.offer_for(visitor),
            seats: self.seating.infos(visitor.guest, |side| self.is_here(side)),
            hand_over: self.hand_over(visitor),
            standing: self.standing(visitor.seat),
            rematch: self.seating.settings.rematch.clone(),
        }
    }

    fn standing(&self, seat: Option<SideId>) -> Vec<(String, StandingReply)> {
        let all = self.seating.settings.standing.iter();
        let own = all.filter(|s| Some(s.side) == seat);
        own.map(|s| (s.topic.clone(), s.reply)).collect()
    }

    /// To whom somebody must hand the device over: another of their sides is asked, and the one
    /// that sits there now is not.
    fn hand_over(&self, visitor: &Visitor) -> Option<HandOver> {
        let seat = visitor.seat?;
        if self.question_of(seat).is_some() {
            return None;
        }
        let mut held = self.seating.held_by(visitor.guest).filter(|side| *side != seat);
        let to = held.find(|side| self.question_of(*side).is_some())?;
        let secret = self.question_of(to).is_some_and(|q| q.secret);
        Some(HandOver { to, private: secret || differ(&*self.play, seat, to) })
    }
}

/// Whether two sides know different things.
fn differ(play: &dyn AnyMatch, one: SideId, other: SideId) -> bool {
    let known = |side: SideId| {
        let (view, log) = (play.view(Eyes::Side(side)), play.log(Eyes::Side(side), 0).told);
        serde_json::to_string(&(view, log)).unwrap_or_default()
    };
    known(one) != known(other)
}

fn waiting(asked: &Asked) -> Waiting {
    let Asked { question, since, .. } = asked;
    let prompt = (!question.secret).then(|| question.prompt.clone());
    Waiting { side: question.side, prompt, since: *since }
}
