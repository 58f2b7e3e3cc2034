//! Running a ruling: its scene is set, its answers are given, its facts are checked.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::facts::{Fact, Judged, Scenery};
use super::parse::{Act, Deed, Ruling, Throw};
use super::update::Edits;
use super::{Mode, Trouble, told};
use crate::book::{Book, Setup, TableChoice};
use crate::cx::Input;
use crate::dice::Need;
use crate::event::Event;
use crate::ids::SideId;
use crate::matches::{DiceChoice, Halt, Match};
use crate::notation;
use crate::odds::{Chance, MOST_RUNS, odds};
use crate::question::{Answer, Choice, Form, Question, Refusal};
use crate::rules::Entry;
use crate::view::{Eyes, View};

/// Runs one ruling; gives back how its results have to be rewritten.
pub(super) fn ruling<B: Book>(
    book: &Arc<B>,
    ruling: &Ruling,
    clauses: &[Entry],
    mode: Mode,
) -> Result<Edits, Trouble> {
    let (line, text) = &ruling.cites_at;
    let known = |id: &&String| !clauses.iter().any(|entry| entry.id == *id);
    if let Some(id) = ruling.cites.iter().find(known) {
        let expected = format!("clauses of {}", book.about().title);
        return Err(Trouble::new(expected, format!("{id} is none")).at(*line, text));
    }
    let opening = format!("ruling \"{}\"", ruling.title);
    let first = &throws_from(&ruling.acts);
    let game = begin(book, ruling, first).map_err(|t| t.at(ruling.line, &opening))?;
    let mut run = Run::of(game);
    run.mention_questions();
    run.needs(&ruling.acts, mode)?;
    for (index, act) in ruling.acts.iter().enumerate() {
        let after = &ruling.acts[index + 1..];
        run.act(act, after, mode).map_err(|t| run.with_context(t).at(act.line, &act.text))?;
    }
    run.check_cites(&ruling.cites, clauses).map_err(|t| run.with_context(t).at(*line, text))?;
    Ok(run.edits)
}

/// The throws that belong to what stands before these lines: all up to the next `do`.
fn throws_from(acts: &[Act]) -> Vec<Throw> {
    let own = acts.iter().take_while(|act| !matches!(act.deed, Deed::Do { .. }));
    let throws = own.filter_map(|act| match &act.deed {
        Deed::Roll(throws) => Some(throws),
        _ => None,
    });
    throws.flatten().cloned().collect()
}

/// Sets the scene and plays until somebody is asked.
fn begin<B: Book>(book: &Arc<B>, ruling: &Ruling, throws: &[Throw]) -> Result<Match<B>, Trouble> {
    let (setup, state) = scene(book, ruling)?;
    let dormant = Match::dormant(Arc::clone(book), setup, state, &DiceChoice::Scripted);
    let mut throws = throws.to_vec();
    let begun = with_dice(&dormant, &mut throws, |game| game.advance())?;
    none_left(&throws)?;
    Ok(begun)
}

fn scene<B: Book>(book: &Arc<B>, ruling: &Ruling) -> Result<(Setup, B::State), Trouble> {
    let about = book.about();
    let scene = &ruling.scene;
    for (key, value) in &scene.options {
        let spec = about.options.iter().find(|o| o.key == key).ok_or_else(|| {
            let keys: Vec<&str> = about.options.iter().map(|o| o.key).collect();
            Trouble::new(format!("an option: {}", keys.join(", ")), format!("'{key}'"))
        })?;
        if !spec.values.is_empty() && !spec.values.contains(&value.as_str()) {
            let expected = format!("{key}: {}", spec.values.join(", "));
            return Err(Trouble::new(expected, format!("'{value}'")));
        }
    }
    let usual = || about.scenarios.first().map(|s| s.key.clone()).unwrap_or_default();
    let mut setup = Setup {
        scenario: scene.scenario.clone().unwrap_or_else(usual),
        options: scene.options.clone(),
        rosters: Vec::new(),
        table: match &ruling.generated {
            Some(table) => table.clone(),
            None => {
                let sketch = scene.sketch.clone().ok_or_else(|| Trouble::new("a table", "none"))?;
                TableChoice::Given(sketch)
            }
        },
    };
    if scene.rosters.is_empty() && ruling.generated.is_some() {
        return Err(Trouble::new("rosters to begin a match on a generated table", "none"));
    }
    if scene.rosters.is_empty() {
        let state = book.arrange(scene).map_err(|why| Trouble::new("a scene to be set", why))?;
        return Ok((setup, state));
    }
    if !scene.models.is_empty() || !scene.other.is_empty() || scene.to_act.is_some() {
        let expected = "either rosters, which begin a match, or models on the table";
        return Err(Trouble::new(expected, "both"));
    }
    for (index, (side, key)) in scene.rosters.iter().enumerate() {
        let ready = about.rosters.iter().find(|r| r.key == key).ok_or_else(|| {
            let keys: Vec<&str> = about.rosters.iter().map(|r| r.key).collect();
            Trouble::new(format!("a roster: {}", keys.join(", ")), format!("'{key}'"))
        })?;
        if side.index() != index {
            let expected = "one roster for each side, in the order red, blue, green, gold";
            return Err(Trouble::new(expected, side.name()));
        }
        setup.rosters.push(ready.text.to_owned());
        for (key, value) in ready.needs {
            setup.options.entry((*key).to_owned()).or_insert_with(|| (*value).to_owned());
        }
    }
    let state = book
        .begin(&setup)
        .map_err(|problems| Trouble::new("a match to begin", problems.join("\n")))?;
    Ok((setup, state))
}

/// Does something that needs dice: one throw more is given each time one is missing, so that
/// every throw can be compared with what it is for. The throws that were used are taken away.
fn with_dice<B: Book>(
    before: &Match<B>,
    throws: &mut Vec<Throw>,
    act: impl Fn(&mut Match<B>) -> Result<(), Halt>,
) -> Result<Match<B>, Trouble> {
    for n in 0.. {
        let mut game = before.clone();
        game.script(throws[..n].iter().map(|t| t.faces.clone()).collect());
        match act(&mut game) {
            Ok(()) => {
                throws.drain(..n);
                return Ok(game);
            }
            Err(Halt::Refused(refusal)) => {
                return Err(Trouble::new("an answer that is accepted", refusal.to_string()));
            }
            Err(Halt::Dice(need)) => {
                let due = needed(before, &need);
                let throw = throws.get(n).ok_or_else(|| {
                    Trouble::new(format!("a roll line: {due}"), "no dice are left")
                })?;
                check_throw(throw, &need, due)?;
            }
        }
    }
    Err(Trouble::new("an end", "none"))
}

fn check_throw(throw: &Throw, need: &Need, due: String) -> Result<(), Trouble> {
    let possible = throw.faces.iter().all(|face| *face <= need.sides);
    let fits = throw.side == need.side && throw.faces.len() == usize::from(need.count);
    match fits && possible {
        true => Ok(()),
        false => Err(Trouble::new(due, format!("the roll line says {}", print_throw(throw)))),
    }
}

/// What a throw is for, in words.
fn needed<B: Book>(game: &Match<B>, need: &Need) -> String {
    let view = game.view(Eyes::Referee);
    let name = view.models.iter().find(|m| Some(m.model) == need.model).map(|m| &m.name);
    let of = name.map(|n| format!(" ({n})")).unwrap_or_default();
    let Need { side, count, sides, purpose, .. } = need;
    format!("{side} rolls {count}d{sides} for {purpose}{of}")
}

fn print_throw(throw: &Throw) -> String {
    let faces: Vec<String> = throw.faces.iter().map(u8::to_string).collect();
    format!("{} {}", throw.side, faces.join(" "))
}

fn none_left(throws: &[Throw]) -> Result<(), Trouble> {
    if throws.is_empty() {
        return Ok(());
    }
    let left: Vec<String> = throws.iter().map(print_throw).collect();
    Err(Trouble::new("no dice left over", left.join("; ")))
}

/// Why an answer did not even come to be judged, or was refused.
enum Obstacle {
    Refused(Refusal),
    Other(Trouble),
}

impl Obstacle {
    fn trouble(self) -> Trouble {
        match self {
            Obstacle::Refused(refusal) => {
                Trouble::new("an answer that is accepted", refusal.to_string())
            }
            Obstacle::Other(trouble) => trouble,
        }
    }
}

/// The first answer in a text, and what is left of it for the next question.
pub(super) fn first_answer<'t>(
    question: &Question,
    text: &'t str,
) -> Result<(Answer, &'t str), String> {
    let whole = notation::parse(question, text);
    let Form::One { choices } = &question.form else { return whole.map(|answer| (answer, "")) };
    if whole.is_ok() {
        return whole.map(|answer| (answer, ""));
    }
    match leading(choices, text) {
        Some((choice, rest)) => Ok((Answer::Pick(choice.key.clone()), rest)),
        None => whole.map(|answer| (answer, "")),
    }
}

/// The option whose words a text begins with, and the rest of the text.
fn leading<'c, 't>(choices: &'c [Choice], text: &'t str) -> Option<(&'c Choice, &'t str)> {
    let rest_of = |choice: &'c Choice| {
        let head = text.get(..choice.key.len())?;
        let rest = &text[choice.key.len()..];
        let same = head.eq_ignore_ascii_case(&choice.key) && rest.starts_with(' ');
        same.then_some((choice, rest.trim_start()))
    };
    choices.iter().filter_map(rest_of).max_by_key(|(choice, _)| choice.key.len())
}

/// A ruling under way.
pub(super) struct Run<B: Book> {
    game: Match<B>,
    /// Clauses that were mentioned, apart from those of events.
    mentioned: BTreeSet<String>,
    /// How many events had been told before the last `do`.
    told: usize,
    /// The view before the last `do`.
    before: View,
    edits: Edits,
}

impl<B: Book> Run<B> {
    fn of(game: Match<B>) -> Run<B> {
        let before = game.view(Eyes::Referee);
        Run { game, mentioned: BTreeSet::new(), told: 0, before, edits: Edits::default() }
    }

    /// The beginning of a scene; one in which dice are due before anybody is asked, and none are
    /// given, does not go on.
    pub(super) fn begin_or_wait(book: &Arc<B>, ruling: &Ruling) -> Result<Run<B>, Trouble> {
        if !ruling.acts.is_empty() {
            return begin(book, ruling, &throws_from(&ruling.acts)).map(Run::of);
        }
        let (setup, state) = scene(book, ruling)?;
        let waiting = Match::dormant(Arc::clone(book), setup, state, &DiceChoice::Scripted);
        let mut begun = waiting.clone();
        match begun.advance() {
            Ok(()) => Ok(Run::of(begun)),
            Err(Halt::Dice(_)) => Ok(Run::of(waiting)),
            Err(Halt::Refused(refusal)) => {
                Err(Trouble::new("a scene that can go on", refusal.to_string()))
            }
        }
    }

    /// Gives an answer with the throws that stand behind it.
    pub(super) fn go_on(
        &mut self,
        side: SideId,
        answer: &str,
        after: &[Act],
    ) -> Result<(), Trouble> {
        let mut throws = throws_from(after);
        self.give(side, answer, &mut throws)?;
        none_left(&throws)
    }

    /// The match as it is now.
    pub(super) fn into_game(self) -> Match<B> {
        self.game
    }

    fn act(&mut self, act: &Act, after: &[Act], mode: Mode) -> Result<(), Trouble> {
        match &act.deed {
            Deed::Do { side, answer } => {
                self.told = self.game.events(Eyes::Referee).len();
                self.before = self.game.view(Eyes::Referee);
                let mut throws = throws_from(after);
                self.give(*side, answer, &mut throws)?;
                none_left(&throws)?;
                self.mention_questions();
                self.needs(after, mode)
            }
            // Dice were given to the `do` before them, and rolls compared with it.
            Deed::Roll(_) | Deed::Need(_) => Ok(()),
            Deed::Refuse { side, answer, clause } => self.refuse(*side, answer, clause),
            Deed::Offered { side, answer, wanted } => self.offered(*side, answer, *wanted),
            Deed::Expect(fact) => self.expect(fact, act.line, mode),
            Deed::Odds { side, answer, fact, chance } => {
                let found = self.odds(*side, answer, fact)?;
                let same = chance.is_some_and(|stated| is_as_stated(stated, found));
                match (same, mode) {
                    (true, _) => Ok(()),
                    (false, Mode::Update) => {
                        self.edits.set(act.line, vec![found.to_string()]);
                        Ok(())
                    }
                    (false, Mode::Check) => {
                        let stated = chance.map_or("a chance".to_owned(), |c| c.to_string());
                        Err(Trouble::new(stated, found.to_string()))
                    }
                }
            }
        }
    }

    fn question(&self, side: SideId) -> Result<&Question, Trouble> {
        self.game.question_for(side).ok_or_else(|| {
            let asked: Vec<&str> = self.game.questions().iter().map(|q| q.side.name()).collect();
            let who = if asked.is_empty() { "nobody".to_owned() } else { asked.join(" and ") };
            Trouble::new(format!("a question to {side}"), format!("{who} is asked"))
        })
    }

    /// Gives an answer, or several in one text.
    fn give(&mut self, side: SideId, text: &str, throws: &mut Vec<Throw>) -> Result<(), Trouble> {
        let mut rest = text;
        loop {
            let question = self.question(side)?;
            let (answer, left) = first_answer(question, rest).map_err(no_such_answer)?;
            let answer = |game: &mut Match<B>| game.try_answer(side, answer.clone());
            self.game = with_dice(&self.game, throws, answer)?;
            self.mention_questions();
            if left.is_empty() {
                return Ok(());
            }
            rest = left;
        }
    }

    /// A copy of the run in which all but the last answer of a text have been given.
    fn led(&self, side: SideId, text: &str) -> Result<(Run<B>, Answer), Obstacle> {
        let mut trial = Run {
            game: self.game.clone(),
            mentioned: BTreeSet::new(),
            told: self.told,
            before: self.before.clone(),
            edits: Edits::default(),
        };
        let mut rest = text;
        loop {
            let question = trial.question(side).map_err(Obstacle::Other)?;
            let (answer, left) =
                first_answer(question, rest).map_err(|why| Obstacle::Other(no_such_answer(why)))?;
            if left.is_empty() {
                return Ok((trial, answer));
            }
            trial.game.try_answer(side, answer).map_err(|halt| match halt {
                Halt::Refused(refusal) => Obstacle::Refused(refusal),
                Halt::Dice(need) => {
                    let due = needed(&self.game, &need);
                    Obstacle::Other(Trouble::new("an answer that needs no dice", due))
                }
            })?;
            trial.mention_questions();
            rest = left;
        }
    }

    fn refuse(&mut self, side: SideId, text: &str, clause: &str) -> Result<(), Trouble> {
        let refusal = match self.led(side, text) {
            Ok((trial, answer)) => {
                self.mentioned.extend(trial.mentioned.iter().cloned());
                trial.refusal(side, answer, clause)?
            }
            Err(Obstacle::Refused(refusal)) => refusal,
            Err(Obstacle::Other(trouble)) => return Err(trouble),
        };
        self.mentioned.insert(refusal.clause.to_string());
        match refusal.clause.0 == clause {
            true => Ok(()),
            false => {
                let expected = format!("a refusal because of {clause}");
                Err(Trouble::new(expected, refusal.to_string()))
            }
        }
    }

    /// The refusal of an answer, once it is certain that it changed nothing.
    fn refusal(mut self, side: SideId, answer: Answer, clause: &str) -> Result<Refusal, Trouble> {
        let before = self.snapshot();
        match self.game.try_answer(side, answer) {
            Err(Halt::Refused(_)) if self.snapshot() != before => {
                Err(Trouble::new("a refusal that changes nothing", "something changed"))
            }
            Err(Halt::Refused(refusal)) => Ok(refusal),
            Ok(()) | Err(Halt::Dice(_)) => {
                let expected = format!("a refusal because of {clause}");
                Err(Trouble::new(expected, "the answer is accepted"))
            }
        }
    }

    fn snapshot(&self) -> (u64, Vec<Question>, Vec<Event>) {
        let events = self.game.events(Eyes::Referee).into_iter().cloned().collect();
        let hash = crate::hash::stable_hash(self.game.state());
        (hash, self.game.questions().to_vec(), events)
    }

    fn offered(&mut self, side: SideId, text: &str, wanted: bool) -> Result<(), Trouble> {
        self.question(side)?;
        let refused = match self.is_offered(side, text) {
            Ok(()) => None,
            Err(Obstacle::Refused(refusal)) => {
                self.mentioned.insert(refusal.clause.to_string());
                Some(refusal.to_string())
            }
            Err(Obstacle::Other(trouble)) => Some(trouble.actual),
        };
        match (wanted, refused) {
            (true, None) | (false, Some(_)) => Ok(()),
            (true, Some(why)) => Err(Trouble::new(format!("'{text}' to be offered"), why)),
            (false, None) => {
                Err(Trouble::new(format!("'{text}' not to be offered"), "it is offered"))
            }
        }
    }

    fn is_offered(&self, side: SideId, text: &str) -> Result<(), Obstacle> {
        let mut game = self.game.clone();
        let mut rest = text;
        loop {
            let absent = || Obstacle::Other(Trouble::new("", format!("'{rest}' is not offered")));
            let question = game.question_for(side).ok_or_else(absent)?;
            let choices = match &question.form {
                Form::One { choices } | Form::Some { choices, .. } => choices,
                _ => {
                    let answer = notation::parse(question, rest).map_err(|_| absent())?;
                    return game.would_accept(side, &answer).map_err(Obstacle::Refused);
                }
            };
            if let Some(choice) = choices.iter().find(|c| c.key.eq_ignore_ascii_case(rest)) {
                return choice.refusal.clone().map_or(Ok(()), |r| Err(Obstacle::Refused(r)));
            }
            let (choice, left) = leading(choices, rest).ok_or_else(absent)?;
            let answer = Answer::Pick(choice.key.clone());
            game.try_answer(side, answer).map_err(|halt| match halt {
                Halt::Refused(refusal) => Obstacle::Refused(refusal),
                Halt::Dice(_) => absent(),
            })?;
            rest = left;
        }
    }

    fn expect(&mut self, fact: &Fact, line: usize, mode: Mode) -> Result<(), Trouble> {
        let view = self.game.view(Eyes::Referee);
        let events = self.game.events(Eyes::Referee);
        let scenery = Scenery {
            view: &view,
            before: &self.before,
            questions: self.game.questions(),
            events: &events[self.told.min(events.len())..],
            rules: self.game.book().about().rules,
        };
        match (fact.judge(&scenery)?, mode) {
            (Judged::Holds, _) => Ok(()),
            (Judged::Instead(truth), Mode::Update) if *fact != Fact::Nothing => {
                self.edits.set(line, vec![truth]);
                Ok(())
            }
            (Judged::Instead(truth), _) => Err(Trouble::new(fact.to_string(), truth)),
        }
    }

    fn odds(&self, side: Option<SideId>, text: &str, fact: &Fact) -> Result<Chance, Trouble> {
        let side = match (side, self.game.questions()) {
            (Some(side), _) => side,
            (None, [question]) => question.side,
            (None, _) => {
                let expected = "the side whose action it is: odds red: ...";
                return Err(Trouble::new(expected, "not exactly one side is asked"));
            }
        };
        let (trial, answer) = self.led(side, text).map_err(Obstacle::trouble)?;
        let game = &trial.game;
        let before = game.view(Eyes::Referee);
        let rules = game.book().about().rules;
        let judge = |view: &View| {
            let (questions, events) = (&[], &[]);
            fact.judge(&Scenery { view, before: &before, questions, events, rules })
        };
        // A fact about nobody is found out before all throws are gone through.
        judge(&before)?;
        let mut tape = game.pending().to_vec();
        tape.push(Input::Answer(side, answer));
        let holds = |state: &B::State| {
            matches!(judge(&game.book().view(state, Eyes::Referee)), Ok(Judged::Holds))
        };
        let results = odds(&**game.book(), game.state(), &tape, MOST_RUNS, holds)
            .map_err(|why| Trouble::new("odds of an action", why.to_string()))?;
        Ok(results.get(&true).copied().unwrap_or(Chance::NEVER))
    }

    /// Compares the rolls told since the last `do` with the `need` lines before the next one.
    fn needs(&mut self, after: &[Act], mode: Mode) -> Result<(), Trouble> {
        let own = after.iter().take_while(|act| !matches!(act.deed, Deed::Do { .. }));
        let stated: Vec<(&Act, &String)> = own
            .filter_map(|act| match &act.deed {
                Deed::Need(roll) => Some((act, roll)),
                _ => None,
            })
            .collect();
        let events = self.game.events(Eyes::Referee);
        let rolls: Vec<String> =
            told::rolls(&events[self.told.min(events.len())..]).map(|r| r.to_string()).collect();
        let mut left = rolls.iter();
        let wrong = stated.iter().find(|(_, roll)| !left.any(|r| r == *roll));
        let Some((act, roll)) = wrong else { return Ok(()) };
        if mode == Mode::Update && !rolls.is_empty() {
            for (other, _) in &stated[1..] {
                self.edits.set(other.line, Vec::new());
            }
            self.edits.set(stated[0].0.line, rolls);
            return Ok(());
        }
        let actual = if rolls.is_empty() { "no roll".to_owned() } else { rolls.join("\n") };
        let trouble = Trouble::new(roll.as_str(), actual);
        Err(self.with_context(trouble).at(act.line, &act.text))
    }

    fn mention_questions(&mut self) {
        let clauses = self.game.questions().iter().map(|q| q.clause.to_string());
        self.mentioned.extend(clauses);
    }

    fn check_cites(&self, cites: &[String], clauses: &[Entry]) -> Result<(), Trouble> {
        let mut mentioned = self.mentioned.clone();
        mentioned.extend(self.game.cited().map(|c| c.to_string()));
        for event in self.game.events(Eyes::Referee) {
            mentioned.extend(event.clause.map(|c| c.to_string()));
            mentioned.extend(told::terms(event).map(|t| t.clause.to_string()));
        }
        // The ruling itself is a worked example, and nothing in play could mention it.
        let example = |id: &str| clauses.iter().any(|entry| entry.id == id && entry.example);
        let silent = |id: &&String| !mentioned.contains(*id) && !example(id);
        match cites.iter().find(silent) {
            None => Ok(()),
            Some(id) => {
                let all: Vec<String> = mentioned.into_iter().collect();
                let expected = format!("{id} to be mentioned by something that happens");
                Err(Trouble::new(expected, format!("mentioned are {}", all.join(", "))))
            }
        }
    }

    fn with_context(&self, mut trouble: Trouble) -> Trouble {
        if trouble.context.is_empty() {
            trouble.context = told::context(&self.game);
        }
        trouble
    }
}

fn no_such_answer(why: String) -> Trouble {
    Trouble::new("an answer to the open question", why)
}

/// Exactly, or to a millionth where it is stated as a decimal.
fn is_as_stated(stated: Chance, found: Chance) -> bool {
    match stated.is_exact() {
        true => stated == found,
        false => stated.millionths().abs_diff(found.millionths()) <= 1,
    }
}
