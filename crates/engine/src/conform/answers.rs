//! Legal answers are taken, all others are refused and change nothing.

use tabletop::{Length, Point, Spot, Vector};

use super::{Appearance, Trial};
use crate::book::Book;
use crate::face::AnyMatch;
use crate::ids::{ModelId, SideId};
use crate::question::{Answer, Choice, Form, Question};
use crate::view::Eyes;

impl<B: Book> Trial<B> {
    /// Every option offered as possible is accepted, and every other refused by its clause.
    pub(super) fn check_offer(&mut self, question: &Question) -> Result<(), String> {
        let (choices, one) = match &question.form {
            Form::One { choices } => (choices, true),
            Form::Some { choices, .. } => (choices, false),
            _ => return Ok(()),
        };
        check_keys(choices)?;
        for choice in choices {
            let key = choice.key.clone();
            // Some of several options may be legal only together; each alone must be refused
            // only if it says so.
            let answer = if one { Answer::Pick(key) } else { Answer::Picks(vec![key]) };
            let judged = self.game.would_accept(question.side, &answer);
            match (&choice.refusal, judged) {
                (None, Ok(())) => (),
                (None, Err(why)) if one => {
                    return Err(format!("'{}' is offered and then refused: {why}", choice.key));
                }
                (None, Err(_)) => (),
                (Some(_), Ok(())) => {
                    return Err(format!("'{}' is shown as impossible and taken", choice.key));
                }
                (Some(stated), Err(why)) if stated.clause != why.clause => {
                    return Err(format!("'{}': {stated} became {why}", choice.key));
                }
                (Some(_), Err(_)) => self.refused += 1,
            }
        }
        match one && choices.iter().all(|c| c.refusal.is_some()) {
            true => Err("a question offers nothing that is possible".to_owned()),
            false => Ok(()),
        }
    }

    /// All that a side has been told, and what an answer would lead to for certain. Whoever does
    /// not know everything may be surprised, so nothing is foretold to them.
    pub(super) fn foretold(&self, side: SideId, answer: &Answer) -> Result<Vec<String>, String> {
        let eyes = Eyes::Side(side);
        if self.game.book().known(self.game.state(), eyes).is_some() {
            return Ok(Vec::new());
        }
        let foreseen = AnyMatch::foresee(&self.game, side, answer)
            .map_err(|why| format!("{answer:?} was accepted, and is foreseen as refused: {why}"))?;
        let before = self.game.events(eyes).into_iter().map(|event| event.text.clone());
        Ok(before.chain(foreseen.told).collect())
    }

    /// What was foreseen of the answer just given has been told, once and next.
    pub(super) fn check_foretold(&self, side: SideId, foretold: &[String]) -> Result<(), String> {
        let events = self.game.events(Eyes::Side(side));
        match foretold.iter().zip(&events).find(|(text, event)| **text != event.text) {
            None if foretold.len() <= events.len() => Ok(()),
            None => Err(format!("foreseen and never told: {:?}", foretold.last())),
            Some((text, event)) => Err(format!("foreseen was '{text}', told '{}'", event.text)),
        }
    }

    /// Answers that make no sense are refused and change nothing.
    pub(super) fn check_garbage(&mut self, question: &Question) -> Result<(), String> {
        let before = Appearance::of(&self.game)?;
        let strangers = (0..5).map(SideId).filter(|side| self.game.question_for(*side).is_none());
        let mut tries: Vec<(SideId, Answer)> =
            strangers.map(|side| (side, Answer::Number(0))).collect();
        tries.extend(garbage(&question.form).into_iter().map(|answer| (question.side, answer)));
        for (side, answer) in tries {
            if self.game.would_accept(side, &answer).is_ok() {
                return Err(format!("{side} would be allowed to answer {answer:?}"));
            }
            if self.game.answer(side, answer.clone()).is_ok() {
                return Err(format!("{side} was allowed to answer {answer:?}"));
            }
            self.refused += 1;
            before.compare(&Appearance::of(&self.game)?, &format!("after refusing {answer:?}"))?;
        }
        Ok(())
    }
}

/// Options are told apart by their keys, which have to survive being typed in.
fn check_keys(choices: &[Choice]) -> Result<(), String> {
    for (index, choice) in choices.iter().enumerate() {
        let key = &choice.key;
        if key.is_empty() || key.trim() != key || key.contains(['\n', '+', ';', '"']) {
            return Err(format!("'{key}' cannot be the words of an option"));
        }
        if choices[..index].iter().any(|c| c.key.eq_ignore_ascii_case(key)) {
            return Err(format!("'{key}' is offered twice"));
        }
    }
    Ok(())
}

/// Answers of every kind that cannot be right for a question.
fn garbage(form: &Form) -> Vec<Answer> {
    let far = Point::new(Length::MAX, Length::MAX).at_height(Length::MAX);
    let nowhere = Point::new(Length::micrometres(i32::MIN), Length::inches(5));
    let nobody = ModelId(u16::MAX);
    let mut all = vec![
        Answer::Pick("no such option \u{0}".to_owned()),
        Answer::Pick(String::new()),
        Answer::Picks(vec!["no such option".to_owned()]),
        Answer::Picks(vec![String::new(); 1000]),
        Answer::Number(i64::MIN),
        Answer::Number(i64::MAX),
        Answer::Path(Vec::new()),
        Answer::Path(vec![far; 3]),
        Answer::Paths(vec![(nobody, vec![far])]),
        Answer::Along(Length::MAX),
        Answer::Along(Length::micrometres(-1)),
        Answer::Point(nowhere),
        Answer::Facing(Vector::new(0, 0)),
        Answer::Facing(Vector::new(i64::MAX, i64::MIN)),
        Answer::Placement(vec![(nobody, Spot::default())]),
        Answer::Dice(vec![0, 7, 255]),
        Answer::Dice(Vec::new()),
    ];
    all.extend(nearly(form, far));
    // No answer at all is right for some questions that ask for some of several.
    if !matches!(form, Form::Some { least: 0, .. }) {
        all.push(Answer::Picks(Vec::new()));
    }
    all
}

/// Answers of the right kind that are wrong all the same.
fn nearly(form: &Form, far: Spot) -> Vec<Answer> {
    match form {
        Form::One { choices } | Form::Some { choices, .. } => {
            let twice = choices.first().map(|c| Answer::Picks(vec![c.key.clone(); 2]));
            twice.into_iter().collect()
        }
        Form::Number { least, most } => {
            let below = least.checked_sub(1).map(Answer::Number);
            let above = most.checked_add(1).map(Answer::Number);
            below.into_iter().chain(above).collect()
        }
        Form::Path { start, .. } => {
            vec![Answer::Path(vec![*start, far]), Answer::Path(vec![*start; 1000])]
        }
        Form::Paths { movers, .. } => {
            let flung = movers.iter().map(|(m, start)| (*m, vec![*start, far])).collect();
            let doubled = movers.iter().chain(movers).map(|(m, s)| (*m, vec![*s])).collect();
            vec![Answer::Paths(flung), Answer::Paths(doubled), Answer::Paths(Vec::new())]
        }
        Form::Along { length, .. } if *length < Length::MAX => {
            vec![Answer::Along(*length + Length::micrometres(1))]
        }
        Form::Point { within, .. } => {
            let beyond = Length::saturating(within.high.x.wide() + 1);
            vec![Answer::Point(Point::new(beyond, within.high.y))]
        }
        Form::Placement { models, .. } => {
            let flung = models.iter().map(|m| (*m, far)).collect();
            vec![Answer::Placement(flung), Answer::Placement(Vec::new())]
        }
        Form::Dice { need } => vec![Answer::Dice(vec![1; usize::from(need.count) + 1])],
        Form::Along { .. } | Form::Facing { .. } => Vec::new(),
    }
}
