//! The context in which a rule runs: it rolls dice, asks questions and tells what happened.
//!
//! A rule is a plain function that can be run again. What it asks for is taken from the tape of
//! what was answered and rolled before; past the end of the tape it comes from the [`Source`],
//! which may answer on the spot or stop the rule with a question. Answers are checked here,
//! before the rule sees them, whoever gave them.

use std::hash::Hash;

use serde::{Deserialize, Serialize};
use tabletop::{Extent, Length, Point, Spot, Vector};

use crate::dice::{Faces, Need};
use crate::event::Event;
use crate::hash::stable_hash;
use crate::ids::{Clause, ModelId, SideId};
use crate::judge::{check_path, check_spots, faces, misfit, picked, refuse, refuse_text};
use crate::odds::Contest;
use crate::question::{Answer, Ask, Choice, ENGINE, Form, Goal, Milestone, Question, Refusal};
use crate::toll::Plan;

pub use crate::wanted::{
    Check, CheckAll, EachToll, Goals, Judges, Milestones, Offer, Tolls, Wanted,
};

/// What a rule gives back: its result, or the reason it cannot go on yet.
pub type Play<T> = Result<T, Stop>;

/// Why a rule stopped. Rules only ever pass it on with `?`.
#[derive(Clone, Debug)]
pub enum Stop {
    /// These questions have to be answered first; more than one only where several sides
    /// answer in secret.
    Ask(Vec<Question>),
    /// The newest answer is not legal.
    Refuse(Box<Refusal>),
    /// These dice have to be thrown first; only where all throws are being gone through.
    Dice(Need),
}

/// One thing that came from outside during a step.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Input {
    /// A side's answer.
    Answer(SideId, Answer),
    /// Dice that were thrown.
    Dice(Vec<u8>),
}

/// Where dice and answers come from when the tape has none.
pub trait Source {
    /// Throws dice.
    fn dice(&mut self, need: &Need, scopes: &[String]) -> Play<Faces>;

    /// Throws one die for each of two sides until they differ; the default really does.
    ///
    /// Going through all throws, only who wins matters, and each wins half the time.
    fn dice_off(&mut self, one: &Need, other: &Need, scopes: &[String]) -> Play<(Faces, Faces)> {
        Ok((self.dice(one, scopes)?, self.dice(other, scopes)?))
    }

    /// Open-ended dice begin to decide something together.
    fn contest_begins(&mut self, _contest: &Contest) {}

    /// They have decided it; the hash of the result tells which of them come to the same.
    fn contest_ends(&mut self, _result: &dyn Fn() -> u64) -> Play<()> {
        Ok(())
    }

    /// Picks one option.
    fn pick(&mut self, ask: &Ask, scopes: &[String], offer: &Offer<'_>) -> Play<usize>;

    /// Answers anything else.
    fn answer(&mut self, ask: &Ask, scopes: &[String], wanted: Wanted<'_>) -> Play<Answer>;

    /// Whether several sides can be asked at once, because none is answered on the spot.
    fn asks_together(&self) -> bool {
        false
    }
}

/// The context of a running rule.
pub struct Cx<'a> {
    tape: &'a [Input],
    source: &'a mut dyn Source,
    fresh: Vec<Input>,
    scopes: Vec<String>,
    events: Vec<Event>,
    cited: Vec<Clause>,
    needs: Vec<Need>,
    /// How much of the tape has been used.
    taken: usize,
    /// Answers on the tape that were given in secret and not revealed since: which, and whose.
    hidden: Vec<(usize, SideId)>,
    revealed: bool,
    secret: bool,
    quiet: bool,
    /// Whether what comes from the source is kept.
    records: bool,
}

/// What a run of a step leaves behind besides the state.
#[derive(Debug, Default)]
pub struct Traces {
    /// What came from the source, in order.
    pub fresh: Vec<Input>,
    /// What happened.
    pub events: Vec<Event>,
    /// The clauses that were mentioned.
    pub cited: Vec<Clause>,
    /// The throws that were made, in order.
    pub needs: Vec<Need>,
    /// Whether a secret was revealed after the last thing that came from outside.
    pub revealed: bool,
    /// Whether the last thing that came from outside is the answer to a secret question.
    pub secret: bool,
}

impl<'a> Cx<'a> {
    /// A context that keeps everything.
    pub fn new(tape: &'a [Input], source: &'a mut dyn Source) -> Cx<'a> {
        Cx {
            tape,
            source,
            fresh: Vec::new(),
            scopes: Vec::new(),
            events: Vec::new(),
            cited: Vec::new(),
            needs: Vec::new(),
            taken: 0,
            hidden: Vec::new(),
            revealed: false,
            secret: false,
            quiet: false,
            records: true,
        }
    }

    /// A context that keeps nothing: telling what happens costs nothing in it.
    pub fn quiet(source: &'a mut dyn Source) -> Cx<'a> {
        Cx::on_tape_only(&[], source)
    }

    /// A context that keeps nothing but first takes what is on a tape.
    pub fn on_tape_only(tape: &'a [Input], source: &'a mut dyn Source) -> Cx<'a> {
        Cx { quiet: true, records: false, ..Cx::new(tape, source) }
    }

    /// A context that keeps nothing but what comes from the source, to be put on the tape.
    pub fn recording(tape: &'a [Input], source: &'a mut dyn Source) -> Cx<'a> {
        Cx { quiet: true, ..Cx::new(tape, source) }
    }

    /// What the run left behind.
    pub fn traces(self) -> Traces {
        let Cx { fresh, events, cited, needs, revealed, secret, .. } = self;
        Traces { fresh, events, cited, needs, revealed, secret }
    }

    /// How much of the tape has not been used.
    pub fn left_over(&self) -> usize {
        self.tape.len()
    }

    /// The answers on the tape that others must not know yet: their places on it, and whose
    /// they are.
    pub(crate) fn hidden(&self) -> &[(usize, SideId)] {
        &self.hidden
    }

    /// Whether nobody is listening.
    pub fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Tells what happened.
    pub fn say(&mut self, event: impl FnOnce() -> Event) {
        if !self.quiet {
            let event = event();
            self.cited.extend(event.clause);
            if let crate::event::Deed::Rolled(roll) = &event.deed {
                debug_assert_eq!(roll.sum(), roll.total, "{roll}");
                self.cited.extend(roll.terms.iter().map(|t| t.clause));
            }
            self.events.push(event);
        }
    }

    /// Notes that a rule was applied that changed nothing one could see.
    pub fn cite(&mut self, clause: Clause) {
        if !self.quiet {
            self.cited.push(clause);
        }
    }

    /// Enters something that questions are part of; [`Cx::leave`] leaves it again.
    pub fn enter(&mut self, scope: impl FnOnce() -> String) {
        if !self.quiet {
            self.scopes.push(scope());
        }
    }

    /// Leaves what was entered last.
    pub fn leave(&mut self) {
        self.scopes.pop();
    }

    /// Notes that somebody now learns a secret, so that the answer before it cannot simply be
    /// undone. Choices made together in secret are revealed without being noted.
    pub fn reveal(&mut self) {
        self.revealed = true;
        self.hidden.clear();
    }

    fn next_input(&mut self) -> Option<&'a Input> {
        let (first, rest) = self.tape.split_first()?;
        (self.revealed, self.secret) = (false, false);
        self.tape = rest;
        self.taken += 1;
        Some(first)
    }

    /// Notes whether the answer just taken from the tape is a secret.
    fn note_secret(&mut self, ask: &Ask) {
        self.secret = ask.secret;
        if ask.secret {
            self.hidden.push((self.taken - 1, ask.side));
        }
    }

    fn record(&mut self, input: impl FnOnce() -> Input) {
        if self.records {
            (self.revealed, self.secret) = (false, false);
            self.fresh.push(input());
        }
    }

    /// Throws dice.
    pub fn dice(&mut self, need: Need) -> Play<Faces> {
        self.note_need(need);
        if let Some(input) = self.next_input() {
            return faces(&need, input);
        }
        let thrown = self.source.dice(&need, &self.scopes)?;
        self.record(|| Input::Dice(thrown.to_vec()));
        Ok(thrown)
    }

    /// Open-ended dice are thrown one after the other, each again as long as it shows a six, and
    /// nothing matters afterwards but what they decide together. Nobody is asked anything on the way.
    pub fn contest<T: Hash>(
        &mut self,
        contest: &Contest,
        decide: impl FnOnce(&mut Self) -> Play<T>,
    ) -> Play<T> {
        // Dice that lie already are not gone through any more, and neither are those with them.
        let fresh = self.tape.is_empty();
        if fresh {
            self.source.contest_begins(contest);
        }
        let result = decide(self)?;
        if fresh {
            self.source.contest_ends(&|| stable_hash(&result))?;
        }
        Ok(result)
    }

    /// Two sides throw one die each until they differ.
    pub fn dice_off(&mut self, one: Need, other: Need) -> Play<(u8, u8)> {
        loop {
            self.note_need(one);
            self.note_need(other);
            let (a, b) = match self.next_input() {
                Some(input) => {
                    let first = faces(&one, input)?;
                    match self.next_input() {
                        Some(input) => (first, faces(&other, input)?),
                        None => {
                            let second = self.source.dice(&other, &self.scopes)?;
                            self.record(|| Input::Dice(second.to_vec()));
                            (first, second)
                        }
                    }
                }
                None => self.fresh_dice_off(&one, &other)?,
            };
            if a[0] != b[0] {
                return Ok((a[0], b[0]));
            }
        }
    }

    fn note_need(&mut self, need: Need) {
        if !self.quiet {
            self.needs.push(need);
        }
    }

    fn fresh_dice_off(&mut self, one: &Need, other: &Need) -> Play<(Faces, Faces)> {
        let (a, b) = self.source.dice_off(one, other, &self.scopes)?;
        self.record(|| Input::Dice(a.to_vec()));
        self.record(|| Input::Dice(b.to_vec()));
        Ok((a, b))
    }

    /// Lets a side choose one of some things. `describe` gives the option for each.
    ///
    /// A single possible thing is chosen without asking; there must be at least one.
    pub fn choose<T: Copy>(
        &mut self,
        ask: Ask,
        things: &[T],
        describe: impl Fn(&T) -> Choice,
    ) -> Play<T> {
        self.cite(ask.clause);
        if let [only] = things
            && !ask.secret
            && (self.quiet || describe(only).refusal.is_none())
        {
            return Ok(*only);
        }
        let choice = |i: usize| describe(&things[i]);
        let offer = Offer { count: things.len(), choice: &choice };
        let index = self.pick(&ask, &offer)?;
        Ok(things[index])
    }

    fn pick(&mut self, ask: &Ask, offer: &Offer<'_>) -> Play<usize> {
        if let Some(input) = self.next_input() {
            self.note_secret(ask);
            return picked(ask, offer, input);
        }
        let index = self.source.pick(ask, &self.scopes, offer)?;
        if !self.records {
            // Rules offer nothing but possible options when nobody is listening.
            return Ok(index);
        }
        let choice = (offer.choice)(index);
        self.record(|| Input::Answer(ask.side, Answer::Pick(choice.key)));
        self.secret = ask.secret;
        choice.refusal.map_or(Ok(index), refuse)
    }

    /// Asks a side whether it wants to do something.
    pub fn confirm(&mut self, ask: Ask, yes: &str, no: &str) -> Play<bool> {
        self.choose(ask, &[true, false], |&wanted| {
            if wanted { Choice::new(yes).merit(1) } else { Choice::new(no).declining() }
        })
    }

    /// Lets several sides choose in secret; the choices are given back together, once all are
    /// in. Sides that answer later are asked at the same time.
    pub fn choose_secretly<T: Copy>(
        &mut self,
        asks: &[Ask],
        things: &[Vec<T>],
        describe: impl Fn(usize, &T) -> Choice,
    ) -> Play<Vec<T>> {
        let mut chosen: Vec<Option<T>> = vec![None; asks.len()];
        asks.iter().for_each(|ask| self.cite(ask.clause));
        // Answers may have come in any order, so they are found by their side.
        while let Some(missing) = chosen.iter().position(Option::is_none) {
            let turn = match self.tape.first() {
                Some(Input::Answer(side, _)) => {
                    let of_side = |i: &usize| chosen[*i].is_none() && asks[*i].side == *side;
                    (0..asks.len()).find(of_side).unwrap_or(missing)
                }
                Some(Input::Dice(_)) | None => missing,
            };
            let ask = asks[turn].secret();
            let choice = |i: usize| describe(turn, &things[turn][i]);
            let offer = Offer { count: things[turn].len(), choice: &choice };
            if self.tape.is_empty() && self.source.asks_together() {
                let open = (0..asks.len()).filter(|i| chosen[*i].is_none()).map(|i| {
                    let choices = things[i].iter().map(|t| describe(i, t)).collect();
                    asks[i].secret().question(&self.scopes, Form::One { choices })
                });
                return Err(Stop::Ask(open.collect()));
            }
            let index = self.pick(&ask, &offer)?;
            chosen[turn] = Some(things[turn][index]);
        }
        self.reveal();
        Ok(chosen.into_iter().flatten().collect())
    }

    /// Lets a side choose some things.
    pub fn choose_some<T: Copy>(
        &mut self,
        ask: Ask,
        things: &[T],
        (least, most): (usize, usize),
        describe: impl Fn(&T) -> Choice,
    ) -> Play<Vec<T>> {
        self.cite(ask.clause);
        let choice = |i: usize| describe(&things[i]);
        let offer = Offer { count: things.len(), choice: &choice };
        let reply = self.reply(&ask, Wanted::Some(offer, least, most))?;
        let Answer::Picks(keys) = &reply else {
            return misfit("some of the options");
        };
        let mut chosen: Vec<usize> = Vec::new();
        for key in keys {
            match (0..things.len()).find(|i| choice(*i).key == *key) {
                Some(i) if !chosen.contains(&i) => chosen.push(i),
                Some(_) => return refuse_text(format!("'{key}' is named twice")),
                None => return refuse_text(format!("'{key}' is not one of the options")),
            }
            if let Some(refusal) = choice(chosen[chosen.len() - 1]).refusal {
                return refuse(refusal);
            }
        }
        if chosen.len() < least || chosen.len() > most {
            let n = chosen.len();
            return refuse_text(format!("choose {least} to {most} options, not {n}"));
        }
        Ok(chosen.into_iter().map(|i| things[i]).collect())
    }

    /// Asks a side for a number.
    pub fn number(&mut self, ask: Ask, least: i64, most: i64) -> Play<i64> {
        self.cite(ask.clause);
        let reply = self.reply(&ask, Wanted::Number(least, most))?;
        let Answer::Number(n) = reply else { return misfit("a number") };
        if n < least || n > most {
            return refuse_text(format!("the number must be from {least} to {most}, not {n}"));
        }
        Ok(n)
    }

    /// Asks for a path, start included. `plan` judges it and says what it leads to.
    pub fn path<P: Plan>(
        &mut self,
        ask: Ask,
        (model, start, limit): (ModelId, Spot, Length),
        goals: impl Fn() -> Vec<Goal>,
        plan: impl Fn(&[Spot]) -> Result<P, Refusal>,
    ) -> Play<P> {
        self.cite(ask.clause);
        let checked = |path: &[Spot]| check_path(path, start).and_then(|()| plan(path));
        let toll = |path: &[Spot]| checked(path).map(|planned| planned.toll());
        let mut check = |path: &[Spot]| checked(path).map(|_| ());
        let wanted = Wanted::Path(model, start, limit, &goals, &toll, &mut check);
        let reply = self.reply(&ask, wanted)?;
        let Answer::Path(path) = &reply else { return misfit("a path") };
        let planned = checked(path).or_else(refuse)?;
        Ok(planned)
    }

    /// Asks for the paths of several models that move together. `single` judges one of them as if
    /// the others stood still, for those who look for a way; `plan` judges them all and says what
    /// they lead to. Goals are for the first of the movers.
    pub fn paths<P, S: Plan>(
        &mut self,
        ask: Ask,
        (movers, limit): (&[(ModelId, Spot)], Length),
        goals: impl Fn() -> Vec<Goal>,
        single: impl Fn(ModelId, &[Spot]) -> Result<S, Refusal>,
        mut plan: impl FnMut(&[(ModelId, Vec<Spot>)]) -> Result<P, Refusal>,
    ) -> Play<P> {
        self.cite(ask.clause);
        let mut checked = |paths: &[(ModelId, Vec<Spot>)]| {
            let known: Vec<ModelId> = paths.iter().map(|(m, _)| *m).collect();
            if known != movers.iter().map(|(m, _)| *m).collect::<Vec<_>>() {
                let why = "there must be one path for each model, in the order asked";
                return Err(Refusal::new(ENGINE, why));
            }
            for ((_, path), (_, start)) in paths.iter().zip(movers) {
                check_path(path, *start)?;
            }
            plan(paths)
        };
        let toll = |model: ModelId, path: &[Spot]| {
            let start = movers.iter().find(|(m, _)| *m == model).map_or(Spot::default(), |m| m.1);
            check_path(path, start)?;
            single(model, path).map(|planned| planned.toll())
        };
        let mut check = |paths: &[(ModelId, Vec<Spot>)]| checked(paths).map(|_| ());
        let wanted = Wanted::Paths(movers, limit, &goals, &toll, &mut check);
        let reply = self.reply(&ask, wanted)?;
        let Answer::Paths(paths) = &reply else { return misfit("a path for each model") };
        let planned = checked(paths).or_else(refuse)?;
        Ok(planned)
    }

    /// Asks for a place along a path, by its distance from the start.
    pub fn along(
        &mut self,
        ask: Ask,
        path: &[Spot],
        length: Length,
        milestones: impl Fn() -> Vec<Milestone>,
    ) -> Play<Length> {
        self.cite(ask.clause);
        let reply = self.reply(&ask, Wanted::Along(path, length, &milestones))?;
        let Answer::Along(at) = reply else { return misfit("a place along the path") };
        if at < Length::ZERO || at > length {
            return refuse_text(format!("choose a place on the path, from 0 to {length} inches"));
        }
        Ok(at)
    }

    /// Asks for a point. `plan` judges it and says what it leads to.
    pub fn point<P>(
        &mut self,
        ask: Ask,
        within: Extent,
        goals: impl Fn() -> Vec<Goal>,
        mut plan: impl FnMut(Point) -> Result<P, Refusal>,
    ) -> Play<P> {
        self.cite(ask.clause);
        let mut checked = |p: &Point| {
            check_spots([&p.at_height(Length::ZERO)])?;
            match within.contains(*p) {
                true => plan(*p),
                false => Err(Refusal::new(ask.clause, format!("{p} is out of bounds"))),
            }
        };
        let mut check = |p: &Point| checked(p).map(|_| ());
        let reply = self.reply(&ask, Wanted::Point(within, &goals, &mut check))?;
        let Answer::Point(p) = reply else { return misfit("a point") };
        let planned = checked(&p).or_else(refuse)?;
        Ok(planned)
    }

    /// Asks for a direction; any but none at all will do.
    pub fn facing(&mut self, ask: Ask, model: ModelId) -> Play<Vector> {
        self.cite(ask.clause);
        let reply = self.reply(&ask, Wanted::Facing(model))?;
        let Answer::Facing(to) = reply else { return misfit("a direction") };
        let sane = -1_000_000..=1_000_000;
        if to == Vector::default() || !sane.contains(&to.x) || !sane.contains(&to.y) {
            return refuse_text("a direction has two parts, not both of them nought".to_owned());
        }
        Ok(to)
    }

    /// Asks for a place for each model. `plan` judges them and says what they lead to.
    pub fn place<P>(
        &mut self,
        ask: Ask,
        models: &[ModelId],
        within: Extent,
        goals: impl Fn() -> Vec<Goal>,
        mut plan: impl FnMut(&[(ModelId, Spot)]) -> Result<P, Refusal>,
    ) -> Play<P> {
        self.cite(ask.clause);
        let mut checked = |places: &[(ModelId, Spot)]| {
            if places.iter().map(|(m, _)| m).ne(models) {
                let why = "there must be one place for each model, in the order asked";
                return Err(Refusal::new(ENGINE, why));
            }
            check_spots(places.iter().map(|(_, spot)| spot))?;
            if let Some((_, spot)) = places.iter().find(|(_, s)| !within.contains(s.at)) {
                return Err(Refusal::new(ask.clause, format!("{spot} is out of bounds")));
            }
            plan(places)
        };
        let mut check = |places: &[(ModelId, Spot)]| checked(places).map(|_| ());
        let wanted = Wanted::Placement(models, within, &goals, &mut check);
        let reply = self.reply(&ask, wanted)?;
        let Answer::Placement(places) = &reply else { return misfit("a place for each model") };
        let planned = checked(places).or_else(refuse)?;
        Ok(planned)
    }

    /// The answer on the tape, or else the source's.
    fn reply(&mut self, ask: &Ask, wanted: Wanted<'_>) -> Play<Answer> {
        match self.next_input() {
            Some(Input::Answer(side, answer)) if *side == ask.side => {
                self.note_secret(ask);
                Ok(answer.clone())
            }
            Some(Input::Answer(side, _)) => {
                refuse_text(format!("it is {}'s turn to answer, not {side}'s", ask.side))
            }
            Some(Input::Dice(_)) => refuse_text("dice came where an answer was due".to_owned()),
            None => {
                let answer = self.source.answer(ask, &self.scopes, wanted)?;
                self.record(|| Input::Answer(ask.side, answer.clone()));
                self.secret = ask.secret;
                Ok(answer)
            }
        }
    }
}
