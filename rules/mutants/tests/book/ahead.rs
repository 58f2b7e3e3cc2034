//! Looking before leaping: sightings agree with the rules, previews give nothing away.

use std::sync::Arc;

use engine::conform::somewhere;
use engine::face::AnyMatch;
use engine::matches::{DiceChoice, Match};
use engine::question::Form;
use engine::{Book, Eyes, ModelId, Options, Seed, Setup, Stream, TableChoice};
use mutants::Mutants;
use tabletop::Kind;
use tabletop::generate::Theme;

fn setup(scenario: &str, rosters: [&str; 2], seed: u64) -> Setup {
    let book = mutants::book();
    let text = |key: &str| {
        let found = book.about().rosters.iter().find(|roster| roster.key == key);
        found.expect("a ready-made roster").text.to_owned()
    };
    let theme = Theme::ALL[seed as usize % Theme::ALL.len()];
    Setup {
        scenario: scenario.to_owned(),
        options: Options::new(),
        rosters: rosters.map(text).to_vec(),
        table: TableChoice::Generated { theme, seed, symmetric: false },
    }
}

/// Plays a match at random and looks at it now and then.
fn watch(setup: Setup, seed: u64, look: impl FnMut(&Match<Mutants>, &mut Stream)) {
    let dice = DiceChoice::Seeded(Seed(seed));
    let game = Match::begin(Arc::new(mutants::book()), setup, &dice).expect("a good setup");
    let mut player = players::player("novice", seed).expect("a known player");
    engine::conform::watch(game, &mut *player, 400, look);
}

#[test]
fn sightings_agree_with_the_rules() {
    let (mut seen, mut hidden, mut covered) = (0, 0, 0);
    for seed in 0..4 {
        watch(setup("free", ["humanoid-warband", "purity-squad"], seed), seed, |game, chance| {
            let state = game.state();
            let standing: Vec<ModelId> =
                state.ids().filter(|m| state.model(*m).spot.is_some()).collect();
            if standing.len() < 2 || chance.below(2) == 0 {
                return;
            }
            let from = standing[chance.below(standing.len() as u32) as usize];
            let to = standing[chance.below(standing.len() as u32) as usize];
            let place = somewhere(game, chance);
            let sighting = game.book().sighting(state, from, place, to);
            if from == to {
                assert_eq!(sighting, None);
                return;
            }
            let sighting = sighting.expect("both are on the table");
            let mut there = state.clone();
            there.model_mut(from).spot = Some(place);
            let judged = there.line_of_sight(from, to);
            assert_eq!(sighting.seen, judged.is_ok(), "{sighting:?}");
            assert_eq!(sighting.seen, sighting.rays.iter().any(|ray| ray.open), "{sighting:?}");
            assert_eq!(sighting.distance, there.gap(from, to));
            assert!(sighting.rays.len() <= 25);
            assert_eq!(sighting.notes.is_empty(), there.arsenal(from).is_empty());
            match judged {
                Ok(cover) => {
                    assert_eq!(cover, sighting.verdict != "in the open", "{sighting:?}");
                    covered += usize::from(cover);
                }
                Err(refusal) => {
                    assert_eq!(sighting.clause, refusal.clause);
                    assert!(sighting.verdict.starts_with("out of sight: "), "{sighting:?}");
                }
            }
            *if sighting.seen { &mut seen } else { &mut hidden } += 1;
        });
    }
    assert!(seen > 100 && hidden > 100 && covered > 20, "{seen} {hidden} {covered}");
}

#[test]
fn ways_have_their_price() {
    let (mut asked, mut halted, mut found) = (0, 0, 0);
    for seed in 0..6 {
        watch(setup("free", ["humanoid-warband", "purity-squad"], seed), seed, |game, chance| {
            let Some(question) = game.questions().first() else { return };
            let Form::Path { .. } = question.form else { return };
            asked += 1;
            let at = somewhere(game, chance).at;
            let aim = engine::ways::Aim { via: Vec::new(), at, level: None };
            let Ok(way) = AnyMatch::way(game, question.side, &aim) else { return };
            found += 1;
            halted += usize::from(way.toll.end.is_some());
            assert!(!way.toll.cost.is_empty(), "{way:?}");
            assert_eq!(way.toll.end.is_some(), way.toll.risks.iter().any(|r| r.contains("early")));
            let answer = engine::Answer::Path(way.path);
            game.would_accept(question.side, &answer).expect("a way that was found is legal");
        });
    }
    assert!(asked > 50 && found > 40 && halted > 2, "{asked} {found} {halted}");
}

#[test]
fn counters_give_nothing_away_in_advance() {
    let book = Arc::new(mutants::book());
    let make = |seed: u64| players::player("random", seed).expect("a known player");
    let mut compared = 0;
    for seed in 0..4 {
        let setup = setup("orchard", ["plants", "purity-squad"], seed);
        let summary = engine::conform::check(book.clone(), &setup, seed, &make)
            .unwrap_or_else(|why| panic!("game {seed}: {why}"));
        compared += summary.disguised;
    }
    assert!(compared > 50, "{compared}");
}

#[test]
fn a_disguise_put_on_twice_is_none() {
    let mut disguised = 0;
    for seed in 0..3 {
        watch(setup("orchard", ["plants", "purity-squad"], seed), seed, |game, _| {
            let state = game.state();
            for eyes in [Eyes::Side(engine::SideId(1)), Eyes::Spectator] {
                let Some(twin) = state.disguised(eyes) else { continue };
                disguised += 1;
                assert_eq!(twin.disguised(eyes).as_ref(), Some(state));
                let known = state.known(eyes).expect("something is hidden");
                assert_eq!(twin.known(eyes).as_ref(), Some(&known));
                assert_eq!(known.known(eyes).as_ref(), Some(&known));
                assert_eq!(known.view(eyes), state.view(eyes));
            }
            assert_eq!(state.known(Eyes::Referee), None);
        });
    }
    assert!(disguised > 50, "{disguised}");
}

#[test]
fn terrain_means_something() {
    use engine::book::Meaning;
    let book = mutants::book();
    let means = |kind: Kind| -> Vec<Meaning> {
        book.meanings(kind).into_iter().map(|(meaning, _)| meaning).collect()
    };
    assert_eq!(means(Kind::Open), []);
    assert_eq!(means(Kind::Water), [Meaning::Impassable]);
    assert_eq!(means(Kind::Irradiated), [Meaning::Dangerous]);
    let wood = [Meaning::HindersSight, Meaning::Cover, Meaning::Difficult];
    assert_eq!(means(Kind::DenseWoods), wood);
    let rules = book.about().rules;
    for kind in Kind::ALL {
        for (_, clause) in book.meanings(*kind) {
            assert!(rules.contains(&format!("- **{clause}**")), "{kind} {clause}");
        }
    }
}
