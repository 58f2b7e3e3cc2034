//! A match at a terminal: tells what happens, asks people, lets computers answer.

use std::io::BufRead;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use engine::event::Event;
use engine::face::{AnyMatch, Game};
use engine::ids::{ModelId, SideId};
use engine::question::{Answer, Form, Question};
use engine::respond::act;
use engine::view::{Eyes, ModelView, View};
use tabletop::Spot;

use crate::{Out, files, picture};

use super::ask::{Posed, detour};
use super::commands::{self, Next};
use super::{Seat, show};

/// A match, who plays it, and what has been told of it so far.
pub(crate) struct Session<'a> {
    /// The game.
    pub(crate) game: &'a dyn Game,
    /// The match.
    pub(crate) played: Box<dyn AnyMatch>,
    /// Who sits behind each side.
    pub(crate) seats: Vec<Seat>,
    /// Where to save after every answer.
    pub(crate) save: Option<PathBuf>,
    /// Whether everything is told in sentences.
    pub(crate) plain: bool,
    /// Whether what is typed shows without our doing.
    pub(crate) echoes: bool,
    /// How far to play.
    pub(crate) until: Until,
    /// The command that goes on with a match that was left.
    pub(crate) go_on: &'static str,
    /// What has to be said again behind its file for the same players to go on.
    pub(crate) players: String,
    /// How many events have been told.
    told: usize,
    /// How many events for one side only have been told to that side.
    confided: Vec<usize>,
    /// What was shown last of where everybody is.
    shown: Shown,
    /// Whose question was put last.
    asked: Option<SideId>,
}

/// What was shown last, so that nothing is shown twice in a row.
#[derive(Debug, Default, PartialEq, Eq)]
struct Shown {
    /// Where everybody stood on the map.
    places: Vec<Option<Spot>>,
    /// How everybody was, in the list.
    conditions: Vec<((u8, u8), Vec<String>)>,
    /// From whom distances were told.
    from: Option<ModelId>,
}

impl Shown {
    fn new(view: &View, from: Option<ModelId>) -> Shown {
        let condition = |m: &ModelView| (m.wounds, m.conditions.clone());
        Shown {
            places: view.models.iter().map(|m| m.spot).collect(),
            conditions: view.models.iter().map(condition).collect(),
            from,
        }
    }
}

/// How far to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Until {
    /// To the end.
    Over,
    /// In a series of battles: until the next one is about to begin.
    Battle,
    /// In a series of battles: until so many of them are over.
    Fought(u32),
}

impl Until {
    fn is_reached(self, played: &dyn AnyMatch) -> bool {
        let Some(progress) = played.progress() else { return false };
        match self {
            Until::Over => false,
            Until::Battle => progress.fighting,
            Until::Fought(count) => progress.fought >= count,
        }
    }
}

/// Why a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The match is over.
    Over,
    /// It has come as far as it was to be played.
    Reached,
    /// Nobody types any more.
    Left,
}

impl<'a> Session<'a> {
    /// A session that has told nothing yet.
    pub(crate) fn new(game: &'a dyn Game, played: Box<dyn AnyMatch>, seats: Vec<Seat>) -> Self {
        Session {
            game,
            played,
            seats,
            save: None,
            plain: false,
            echoes: true,
            until: Until::Over,
            go_on: "dustup play --resume",
            players: String::new(),
            told: 0,
            confided: vec![0; SideId::NAMES.len()],
            shown: Shown::default(),
            asked: None,
        }
    }

    /// `Go on with: dustup play --resume FILE --red novice`.
    pub(crate) fn how_to_go_on(&self, path: &Path) -> String {
        format!("Go on with: {} {}{}", self.go_on, path.display(), self.players)
    }

    /// Takes everything that has happened so far as told.
    pub(crate) fn skip_told(&mut self) {
        self.told = self.events().len();
        for side in 0..self.confided.len() {
            let events = self.played.events(Eyes::Side(SideId(side as u8)));
            self.confided[side] = events.iter().filter(|e| !e.audience.is_empty()).count();
        }
    }

    /// Plays as far as was wanted, or until nobody types any more.
    pub(crate) fn run(&mut self, input: &mut dyn BufRead, out: Out<'_>) -> Result<End> {
        self.greet(out)?;
        let end = self.play(input, out)?;
        self.autosave()?;
        if end == End::Over {
            self.tell_events(out)?;
            let view = self.played.view(Eyes::Spectator);
            show::standing(&view, out)?;
            show::who(&view, None, out)?;
            if let Some(outcome) = self.played.outcome() {
                show::outcome(&outcome, out)?;
            }
        }
        match (&self.save, end) {
            (Some(path), End::Left | End::Reached) => {
                writeln!(out, "Saved. {}", self.how_to_go_on(path))?;
            }
            (Some(path), End::Over) => {
                writeln!(out, "Saved. See it again with: dustup replay {}", path.display())?;
            }
            (None, End::Left) => {
                writeln!(out, "Not saved; next time add --save FILE to go on later.")?;
            }
            (None, End::Over | End::Reached) => (),
        }
        Ok(end)
    }

    fn play(&mut self, input: &mut dyn BufRead, out: Out<'_>) -> Result<End> {
        loop {
            self.tell_events(out)?;
            if self.played.outcome().is_some() {
                return Ok(End::Over);
            }
            if self.until.is_reached(&*self.played) {
                return Ok(End::Reached);
            }
            // Saved when people are asked again: computers would only answer anew.
            if self.computer_answers()? {
                continue;
            }
            self.autosave()?;
            let question = self.played.questions().first().cloned();
            let question = question.context("the match is not over, and nobody is asked")?;
            if self.ask_people(question, input, out)? == Next::Leave {
                return Ok(End::Left);
            }
            self.autosave()?;
        }
    }

    fn greet(&self, out: Out<'_>) -> Result<()> {
        let about = self.game.about();
        let key = &self.played.header().setup.scenario;
        let scenario = about.scenarios.iter().find(|s| s.key == *key);
        let title = scenario.map_or(key.as_str(), |s| s.title.as_str());
        writeln!(out, "{}: {title}", about.title)?;
        if let Some(scenario) = scenario {
            writeln!(out, "{}", scenario.summary)?;
        }
        for (key, value) in &self.played.header().setup.options {
            writeln!(out, "Agreed: {key}={value}")?;
        }
        show::standing(&self.played.view(self.eyes()), out)?;
        writeln!(out, "Type a number, or the words of an option; or help, or quit.\n")?;
        Ok(())
    }

    /// The sides that sit at this terminal.
    pub(crate) fn people(&self) -> Vec<SideId> {
        let human = |(_, seat): &(usize, &Seat)| matches!(seat, Seat::Human);
        self.seats.iter().enumerate().filter(human).map(|(i, _)| SideId(i as u8)).collect()
    }

    /// Whose eyes look at the terminal: those of the one person, or what everybody may see.
    fn eyes(&self) -> Eyes {
        match self.people()[..] {
            [one] => Eyes::Side(one),
            _ => Eyes::Spectator,
        }
    }

    /// Lets a computer answer, if one is asked anything but real dice.
    fn computer_answers(&mut self) -> Result<bool> {
        let questions = self.played.questions().to_vec();
        for question in questions {
            let Some(Seat::Computer(driver)) = self.seats.get_mut(question.side.index()) else {
                continue;
            };
            if matches!(question.form, Form::Dice { .. }) {
                continue;
            }
            let accepted = act(&mut **driver, &mut *self.played, &question);
            accepted.map_err(|refusal| {
                anyhow::anyhow!(
                    "the computer gave an illegal answer: {refusal}; please report this"
                )
            })?;
            return Ok(true);
        }
        Ok(false)
    }

    /// Tells what has happened since the last time, as far as those here may know.
    fn tell_events(&mut self, out: Out<'_>) -> Result<()> {
        let events = self.events();
        self.told = self.told.min(events.len());
        for event in &events[self.told..] {
            show::event(event, None, out)?;
        }
        self.told = events.len();
        Ok(())
    }

    /// Tells a side what only it may know, where several people share the terminal.
    fn confide(&mut self, side: SideId, out: Out<'_>) -> Result<()> {
        if self.people().len() < 2 {
            return Ok(());
        }
        let mut events = self.played.events(Eyes::Side(side));
        events.retain(|event| !event.audience.is_empty());
        let told = &mut self.confided[side.index()];
        for event in events.iter().skip(*told) {
            show::event(event, None, out)?;
        }
        *told = events.len();
        Ok(())
    }

    /// What those at this terminal may know.
    pub(crate) fn events(&self) -> Vec<Event> {
        self.played.events(self.eyes())
    }

    /// After going back, events that were told may have been taken back with it.
    pub(crate) fn went_back(&mut self) {
        self.told = self.told.min(self.events().len());
        self.shown = Shown::default();
    }

    /// Puts a question to people until it is answered or they leave.
    fn ask_people(
        &mut self,
        question: Question,
        input: &mut dyn BufRead,
        out: Out<'_>,
    ) -> Result<Next> {
        let side = question.side;
        self.hand_over(side, out)?;
        self.confide(side, out)?;
        let posed = Posed::new(&*self.played, question);
        self.show_table(&posed, out)?;
        self.put(&posed, out)?;
        loop {
            write!(out, "{side}> ")?;
            out.flush()?;
            let mut line = String::new();
            if input.read_line(&mut line).context("the input cannot be read")? == 0 {
                writeln!(out)?;
                return Ok(Next::Leave);
            }
            if !self.echoes {
                write!(out, "{line}")?;
            }
            let next = commands::obey(self, &posed, line.trim(), input, out)?;
            if next != Next::AskAgain {
                return Ok(next);
            }
        }
    }

    /// Prints the question once more.
    pub(crate) fn put(&self, posed: &Posed, out: Out<'_>) -> Result<()> {
        posed.print(&self.played.view(Eyes::Side(posed.question.side)), out)
    }

    /// Answers, or tells why not.
    pub(crate) fn answer(
        &mut self,
        side: SideId,
        (text, answer): (&str, Answer),
        out: Out<'_>,
    ) -> Result<Next> {
        match self.played.answer(side, answer.clone()) {
            Ok(()) => Ok(Next::GoOn),
            Err(refusal) => {
                if let Some((found, short)) = detour(&*self.played, side, (text, &answer))
                    && self.played.answer(side, found).is_ok()
                {
                    self.tell_detour(side, &short, out)?;
                    return Ok(Next::GoOn);
                }
                writeln!(out, "Not possible: {refusal}")?;
                Ok(Next::AskAgain)
            }
        }
    }

    /// Tells that not everybody goes straight to where he was sent.
    fn tell_detour(&self, side: SideId, short: &[ModelId], out: Out<'_>) -> Result<()> {
        let view = self.played.view(Eyes::Side(side));
        let named = view.models.iter().filter(|m| short.contains(&m.model));
        let names: Vec<&str> = named.map(|m| m.name.as_str()).collect();
        match names.is_empty() {
            true => writeln!(out, "They go around what is in the way.")?,
            false => writeln!(out, "Cannot get all the way: {}.", names.join(", "))?,
        }
        Ok(())
    }

    fn hand_over(&mut self, side: SideId, out: Out<'_>) -> Result<()> {
        let several = self.people().len() > 1;
        if several && self.asked != Some(side) {
            writeln!(out, "\n--- {}: your turn to answer ---", show::capital(side.name()))?;
        }
        self.asked = Some(side);
        Ok(())
    }

    /// Shows whatever has changed since it was shown last: the map, and who is where.
    fn show_table(&mut self, posed: &Posed, out: Out<'_>) -> Result<()> {
        let view = self.played.view(Eyes::Side(posed.question.side));
        let placed = |id: ModelId| view.models.iter().any(|m| m.model == id && m.spot.is_some());
        let from = posed.question.about.filter(|id| placed(*id));
        // Where nobody in particular is asked about, the distances told last still hold.
        let now = Shown::new(&view, from.or(self.shown.from));
        // In plain sentences a list is told only where distances matter: events have told the
        // rest already, and who can be typed at any time.
        let told_anyway = self.plain && from.is_none() && self.shown != Shown::default();
        if now == self.shown || told_anyway {
            return Ok(());
        }
        writeln!(out)?;
        if !self.plain && now.places != self.shown.places && !self.is_bare(&view) {
            self.print_map(&view, out)?;
        }
        writeln!(out, "{}", show::capital(&view.phase))?;
        show::who(&view, from, out)?;
        self.shown = now;
        Ok(())
    }

    /// Whether there is nothing on the table that a map could show.
    fn is_bare(&self, view: &View) -> bool {
        let nobody = view.models.iter().all(|model| model.spot.is_none());
        nobody && view.markers.is_empty() && self.played.table().0.pieces().is_empty()
    }

    /// Prints the map of letters.
    pub(crate) fn print_map(&self, view: &View, out: Out<'_>) -> Result<()> {
        let (table, mut changes) = self.played.table();
        changes.markers.clone_from(&view.markers);
        write!(out, "{}", picture::map(&table, &changes, &picture::tokens(view)))?;
        Ok(())
    }

    /// Saves where that was asked for.
    pub(crate) fn autosave(&self) -> Result<()> {
        match &self.save {
            Some(path) => files::write(path, &self.played.save()),
            None => Ok(()),
        }
    }
}
