//! Loading a match from its journal, and recording what happens to it.

use std::sync::Arc;
use std::time::Instant;

use engine::book::Outcome;
use engine::face::{AnyMatch, Game};
use engine::ids::SideId;
use engine::matches::Standing;
use engine::question::{Form, Question, Refusal};
use engine::save::{back_line, fold};

use tokio::task::JoinSet;

use super::hindsight::Hindsight;
use super::{Asked, Broken, Here, Room, Tools, computer, work};
use crate::clock;
use crate::denied::Denied;
use crate::games::Games;
use crate::seats::Seating;
use crate::store::Appended;

/// What became of a change.
pub(super) enum Change {
    /// It is on the disk.
    Made,
    /// It was not legal.
    Refused(Refusal),
    /// It could not be stored; the match is as it was before.
    Lost(String),
}

/// A match as its journal tells it.
struct Loaded {
    play: Box<dyn AnyMatch>,
    warnings: Vec<String>,
    lines: u64,
    recorded: usize,
}

impl Room {
    /// Loads a match.
    pub(super) async fn load(
        games: &Games,
        id: &str,
        here: Here,
        tools: Tools,
    ) -> Result<Room, Denied> {
        let found = tools.store.load(id).await.map_err(unreadable)?;
        let (record, journal) = found.ok_or_else(|| {
            Denied::Missing("There is no match of this id; its link may be incomplete.".to_owned())
        })?;
        let game = games.get(&record.game).ok_or_else(|| {
            Denied::Broken(format!("This server does not play '{}' any more.", record.game))
        })?;
        let _permit = tools.heavy().await;
        let standing = &record.seating.settings.standing;
        let loaded = loaded(&*game, &journal, standing).map_err(Denied::Broken)?;
        let mut room = Room::new(id.to_owned(), game, loaded.play, record.seating, here, tools);
        (room.warnings, room.lines) = (loaded.warnings, loaded.lines);
        room.recorded = loaded.recorded;
        room.take_stock(None).map_err(|Broken(why)| Denied::Broken(why))?;
        for asked in &mut room.asked {
            asked.since = record.touched;
        }
        Ok(room)
    }

    /// A room around a match; what the journal holds has to be said yet.
    pub(super) fn new(
        id: String,
        game: Arc<dyn Game>,
        play: Box<dyn AnyMatch>,
        seating: Seating,
        here: Here,
        tools: Tools,
    ) -> Room {
        let drivers = computer::drivers(&seating);
        Room {
            id,
            game,
            recorded: play.steps(),
            play: play.into(),
            warnings: Vec::new(),
            seating,
            lines: 0,
            asked: Vec::new(),
            last: None,
            wish: None,
            visitors: Vec::new(),
            drivers,
            aside: JoinSet::new(),
            thinking: false,
            thought: None,
            hindsight: Hindsight::default(),
            refusals: 0,
            rested: Instant::now(),
            here,
            tools,
        }
    }

    /// Changes the match and records it. `by` says who answered, if it is an answer.
    pub(super) async fn change(
        &mut self,
        by: Option<SideId>,
        act: impl FnOnce(&mut dyn AnyMatch) -> Result<(), Refusal>,
    ) -> Result<Change, Broken> {
        let before = self.play.steps();
        let play = self.play_alone().await?;
        if let Err(refusal) = work(|| act(play))? {
            return Ok(Change::Refused(refusal));
        }
        let news = work(|| self.news(before))?;
        if let Err(why) = self.record(news).await {
            tracing::error!("match {}: an answer could not be stored: {why}", self.id);
            self.reload().await?;
            return Ok(Change::Lost(why));
        }
        self.wish = None;
        self.take_stock(by)?;
        Ok(Change::Made)
    }

    /// The match, once no computer thinks about it any more.
    pub(super) async fn play_alone(&mut self) -> Result<&mut (dyn AnyMatch + 'static), Broken> {
        self.settle().await?;
        let shared = || Broken("The match is still being thought about; please report it.".into());
        Arc::get_mut(&mut self.play).ok_or_else(shared)
    }

    /// What happened since there were so many steps, for the journal.
    fn news(&self, before: usize) -> Appended {
        let kept = before.min(self.play.steps());
        let went_back = (kept < self.recorded).then(|| back_line(kept));
        let lines: Vec<String> = went_back.into_iter().chain(self.play.lines_from(kept)).collect();
        let waiting = awaited(&*self.play, &self.seating);
        let ended = self.play.outcome().map(|outcome| ending(&outcome));
        Appended { first: self.lines, lines, waiting, ended }
    }

    /// Appends to the journal.
    async fn record(&mut self, new: Appended) -> Result<(), String> {
        let count = new.lines.len() as u64;
        self.tools.store.append(&self.id, new).await?;
        self.lines += count;
        self.recorded = self.play.steps();
        Ok(())
    }

    /// Goes back to what the journal says, because it could not be appended to, and tells
    /// everybody everything anew.
    async fn reload(&mut self) -> Result<(), Broken> {
        let unreadable = |why: String| Broken(format!("The match cannot be read: {why}"));
        let found = self.tools.store.load(&self.id).await.map_err(unreadable)?;
        let (record, journal) = found.ok_or_else(|| unreadable("it is gone".to_owned()))?;
        let standing = &record.seating.settings.standing;
        let loaded = loaded(&*self.game, &journal, standing).map_err(Broken)?;
        (self.play, self.warnings) = (loaded.play.into(), loaded.warnings);
        (self.lines, self.recorded) = (loaded.lines, loaded.recorded);
        self.wish = None;
        self.asked.clear();
        self.take_stock(None)?;
        let numbers: Vec<u64> = self.visitors.iter().map(|v| v.number).collect();
        numbers.into_iter().try_for_each(|number| self.welcome(number))
    }

    /// Notes what is asked now and since when. Somebody's question stays as old as it is while
    /// another side answers; whoever has answered is asked anew.
    pub(super) fn take_stock(&mut self, by: Option<SideId>) -> Result<(), Broken> {
        let before = std::mem::take(&mut self.asked);
        let (at, since) = (self.lines, clock::now());
        let fresh = |question: &Question| {
            let same =
                |a: &&Asked| a.question == *question && by.is_some_and(|s| s != question.side);
            let old = before.iter().find(same).cloned();
            old.unwrap_or_else(|| Asked { question: question.clone(), at, since })
        };
        self.asked = self.play.questions().iter().map(fresh).collect();
        let (play, seating) = (&*self.play, &self.seating);
        self.last = work(|| play.last_answer(&|side| seating.is_for_person(side)))?;
        Ok(())
    }
}

fn unreadable(mut why: String) -> Denied {
    why.insert_str(0, "The storage cannot be read: ");
    Denied::Broken(why)
}

/// Reads a journal, with everything said in advance.
fn loaded(game: &dyn Game, journal: &[String], standing: &[Standing]) -> Result<Loaded, String> {
    let text = fold(journal.iter().map(String::as_str));
    let read = work(|| game.load(&text)).map_err(|Broken(why)| why)?;
    let (mut play, warnings) = read.map_err(|why| format!("The match cannot be loaded: {why}"))?;
    for one in standing {
        play.set_standing(one.clone());
    }
    let recorded = text.lines().filter(|line| line.starts_with(r#"{"step""#)).count();
    Ok(Loaded { play, warnings, lines: journal.len() as u64, recorded })
}

/// The sides that must answer, for the lobby: real dice that a computer needs are thrown by
/// everybody else.
pub(crate) fn awaited(play: &dyn AnyMatch, seating: &Seating) -> Vec<SideId> {
    let is_dice = |q: &Question| matches!(q.form, Form::Dice { .. });
    let questions = play.questions();
    match questions.iter().any(|q| is_dice(q) && !seating.is_for_person(q.side)) {
        true => seating.people().collect(),
        false => questions.iter().map(|q| q.side).collect(),
    }
}

/// How a match ended, in a sentence.
pub(crate) fn ending(outcome: &Outcome) -> String {
    match outcome.winner {
        Some(side) => format!("{side} wins: {}", outcome.reason),
        None => format!("a draw: {}", outcome.reason),
    }
}

/// What a journal amounts to, for tests.
#[cfg(test)]
pub(super) fn reread(
    game: &dyn Game,
    journal: &[String],
    record: &crate::store::Record,
) -> Box<dyn AnyMatch> {
    let loaded = loaded(game, journal, &record.seating.settings.standing).unwrap();
    assert_eq!(loaded.warnings, Vec::<String>::new());
    loaded.play
}
