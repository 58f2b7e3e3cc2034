//! Odds of fights that swing back and forth, against fractions worked out by hand.

use engine::book::{Book, Scene, SceneModel};
use engine::cx::{Cx, Input, Offer, Play, Source, Stop, Wanted};
use engine::dice::{Faces, Need};
use engine::odds::odds;
use engine::question::{Answer, Ask};
use engine::{Options, SideId};
use requiem::book;
use tabletop::{Length, Point};

/// Somebody who is never asked anything.
struct Nobody;

impl Source for Nobody {
    fn dice(&mut self, need: &Need, _: &[String]) -> Play<Faces> {
        Err(Stop::Dice(*need))
    }

    fn pick(&mut self, _: &Ask, _: &[String], _: &Offer<'_>) -> Play<usize> {
        Ok(0)
    }

    fn answer(&mut self, _: &Ask, _: &[String], _: Wanted<'_>) -> Play<Answer> {
        Err(Stop::Ask(Vec::new()))
    }
}

/// Asserts the chance of a charger with these traits to outlive an ordinary person, to a
/// thousand millionth.
fn charger_wins(traits: &[&str], after_hit: &str, (num, den): (u128, u128)) {
    let book = book();
    let model = |side: u8, name: &str, y: i32, traits: &[&str]| SceneModel {
        side: SideId(side),
        name: name.to_owned(),
        spot: Point::inches(15, y).at_height(Length::ZERO),
        traits: traits.iter().map(|t| (*t).to_owned()).collect(),
    };
    let scene = Scene {
        options: Options::from([("after_hit".to_owned(), after_hit.to_owned())]),
        models: vec![model(0, "Ana", 10, traits), model(1, "Bo", 11, &[])],
        ..Scene::default()
    };
    let mut state = book.arrange(&scene).expect("a scene");
    book.step(&mut state, &mut Cx::quiet(&mut Nobody)).expect("Ana is activated");
    let tape = [Input::Answer(SideId(0), Answer::Pick("charge Bo".to_owned()))];
    let results = odds(&book, &state, &tape, |s| s.models[1].removed).expect("odds");
    let (mut n, mut d) = results[&true].fraction();
    while d > 1 << 80 {
        (n, d) = (n >> 1, d >> 1);
    }
    let off = (n * den).abs_diff(num * d);
    assert!(off < den * d / 1_000_000_000, "{traits:?} {after_hit}: {n}/{d}, not {num}/{den}");
}

#[test]
fn duels_are_worked_out_to_a_thousand_millionth() {
    charger_wins(&[], "keep", (16, 27));
    charger_wins(&[], "swap", (16, 27));
    charger_wins(&["wounded 1"], "keep", (4, 9));
    charger_wins(&["wounded 1"], "swap", (2, 9));
    charger_wins(&["wounds 3"], "keep", (19, 27));
    charger_wins(&["wounds 3"], "swap", (22, 27));
}
