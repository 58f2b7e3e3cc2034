//! A small experiment whose outcome is known, for tests.

use engine::book::{About, Lay, Meaning, Options, Outcome, RosterSheet, Scenario, Setup};
use engine::dice::Seed;
use engine::face::{AnyMatch, Game};
use engine::ids::SideId;
use engine::matches::DiceChoice;
use engine::playout::Playout;
use engine::rulings::{self, Mode};
use engine::save::LoadError;
use engine::source::Driver;
use tabletop::generate::Theme;

use crate::plan::{Entrant, Matchup, Placing, Plan, TablePlan};
use crate::play::{Ended, Row};
use crate::results::Results;

/// How strong the three rosters are, in logits.
const STRENGTHS: [f64; 3] = [0.9, -0.6, 0.1];

/// Two rosters and a variant, two scenarios, two themes and an option.
pub(crate) fn plan() -> Plan {
    let entrant = |name: &str, points: i32, base: Option<usize>| Entrant {
        name: name.to_owned(),
        title: format!("The {name} ones <&>"),
        base,
        change: base.map(|_| "Jake: gear without Rifle".to_owned()).unwrap_or_default(),
        points: Some(points),
        cards: vec!["Jake".to_owned()],
        text: "[[model]]\nname = 'Jake'\n".to_owned(),
    };
    let table = |theme: Theme| TablePlan {
        label: theme.to_string(),
        theme: Some(theme),
        seed: None,
        symmetric: false,
        sketch: None,
    };
    let agreed = |value: &str| [("first_turn".to_owned(), value.to_owned())].into();
    Plan {
        game: "some".to_owned(),
        title: "Some Game".to_owned(),
        book_version: 1,
        program_version: "0".to_owned(),
        seed: 5,
        deals: 40,
        entrants: vec![
            entrant("strong", 600, None),
            entrant("weak", 500, None),
            entrant("crippled", 560, Some(0)),
        ],
        matchups: vec![
            Matchup { first: 0, second: 1, stands_for: None },
            Matchup { first: 2, second: 1, stands_for: Some(0) },
        ],
        players: vec![["novice".to_owned(), "novice".to_owned()]],
        agreements: vec![agreed("lot"), agreed("red")],
        varied: vec![("first_turn".to_owned(), vec!["lot".to_owned(), "red".to_owned()])],
        scenarios: vec!["one".to_owned(), "two".to_owned()],
        tables: vec![table(Theme::Ruins), table(Theme::Woods)],
        count_key: None,
        ignored_keys: Vec::new(),
    }
}

/// The games of the experiment, won by the stronger roster more often, and by red where the
/// option favours it.
pub(crate) fn results() -> Results {
    results_of(|_, placing| {
        let plan = plan();
        let [red, blue] = plan.seats(placing);
        let favour = if placing.agreement == 1 { 0.9 } else { 0.0 };
        let logits = STRENGTHS[red] - STRENGTHS[blue] + favour;
        let luck = Seed(placing.block).child(u64::from(placing.swapped)).stream().below(1_000);
        let chance = 1.0 / (1.0 + f64::exp(-logits));
        match f64::from(luck) / 1_000.0 - chance {
            x if x < -0.02 => Some(0),
            x if x > 0.02 => Some(1),
            _ => None,
        }
    })
}

/// The games of the experiment with the winners that somebody names.
pub(crate) fn results_of(winner: impl Fn(u64, &Placing) -> Option<u8>) -> Results {
    let plan = plan();
    let mut results = Results::none(plan.clone());
    results.extend((0..plan.games()).map(|number| {
        let winner = winner(number, &plan.placing(number));
        Row { result: Ok(ended(number, winner)), number }
    }));
    results
}

/// Some row of a game.
pub(crate) fn row(number: u64) -> Row {
    let winner = (number % 3 < 2).then_some((number % 3) as u8);
    Row { number, result: Ok(ended(number, winner)) }
}

fn ended(number: u64, winner: Option<u8>) -> Ended {
    let block = plan().placing(number).block;
    let reason = match winner {
        Some(seat) => format!("{} is left <b>&", SideId(seat)),
        None => "the last round is over; left: red 2, blue 2".to_owned(),
    };
    let (decisions, rounds) = (100 + block % 57, 4 + block % 5);
    Ended { winner, reason, decisions, steps: 120 + block % 57, rounds }
}

/// A game that falls over now and then, and gets stuck at other times.
pub(crate) struct Shaky(About);

impl Shaky {
    pub(crate) fn new() -> Shaky {
        let scenario = |key: &str| Scenario {
            key: key.to_owned(),
            title: key.to_owned(),
            summary: String::new(),
            size: (36, 36),
            sides: (2, 2),
            lay: Lay::Any,
            rosters: &[],
        };
        Shaky(About {
            key: "some",
            title: "Some Game",
            version: 1,
            rules: "",
            scenarios: vec![scenario("one"), scenario("two")],
            options: Vec::new(),
            rosters: Vec::new(),
            rulings: Vec::new(),
        })
    }
}

impl Game for Shaky {
    fn about(&self) -> &About {
        &self.0
    }

    fn begin(&self, _: Setup, _: &DiceChoice) -> Result<Box<dyn AnyMatch>, Vec<String>> {
        Err(Vec::new())
    }

    fn load(&self, _: &str) -> Result<(Box<dyn AnyMatch>, Vec<String>), LoadError> {
        Err(LoadError { line: 1, why: String::new() })
    }

    fn play_out(
        &self,
        _: &Setup,
        seed: Seed,
        _: &mut [Box<dyn Driver>],
    ) -> Result<Playout, String> {
        assert!(!seed.0.is_multiple_of(7), "the table fell over");
        if seed.0.is_multiple_of(5) {
            return Err("it did not end".to_owned());
        }
        let winner = Some(SideId((seed.0 % 2) as u8));
        let outcome = Outcome { winner, reason: "tea".to_owned() };
        let (decisions, products) = (seed.0 % 100, Vec::new());
        Ok(Playout { outcome, decisions, steps: 1, rounds: 1, illegal: 0, products })
    }

    fn check_roster(&self, _: &str, _: &Options) -> Result<RosterSheet, Vec<String>> {
        Err(Vec::new())
    }

    fn meanings(&self, _: tabletop::Kind) -> Vec<(Meaning, engine::Clause)> {
        Vec::new()
    }

    fn run_rulings(&self, _: &str, _: &str, _: Mode) -> rulings::Report {
        rulings::Report::default()
    }
}
