//! Looking before leaping: sightings and ways agree with the rules.

use std::sync::Arc;

use engine::book::Meaning;
use engine::conform::somewhere;
use engine::face::AnyMatch;
use engine::matches::{DiceChoice, Match};
use engine::question::Form;
use engine::{Book, ModelId, Options, Seed, Setup, Stream, TableChoice};
use requiem::Requiem;
use requiem::sight::Cover;
use tabletop::Kind;
use tabletop::generate::Theme;

fn setup(seed: u64) -> Setup {
    let book = requiem::book();
    let theme = Theme::ALL[seed as usize % Theme::ALL.len()];
    Setup {
        scenario: "open-battle".to_owned(),
        options: Options::new(),
        rosters: book.about().rosters[..2].iter().map(|r| r.text.to_owned()).collect(),
        table: TableChoice::Generated { theme, seed, symmetric: false },
    }
}

/// Plays a match at random and looks at it now and then.
fn watch(seed: u64, look: impl FnMut(&Match<Requiem>, &mut Stream)) {
    let dice = DiceChoice::Seeded(Seed(seed));
    let game = Match::begin(Arc::new(requiem::book()), setup(seed), &dice).expect("a good setup");
    let mut player = players::player("random", seed).expect("a known player");
    engine::conform::watch(game, &mut *player, 300, look);
}

#[test]
fn sightings_agree_with_the_rules() {
    let (mut seen, mut hidden, mut covered) = (0, 0, 0);
    for seed in 0..8 {
        watch(seed, |game, chance| {
            let state = game.state();
            let standing: Vec<ModelId> = state.standing().collect();
            if standing.len() < 2 {
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
            assert!(sighting.rays.len() <= 25);
            assert_eq!(sighting.notes.len(), there.who(from).guns().count());
            match judged {
                Ok(cover) => {
                    assert!(sighting.rays.iter().any(|ray| ray.open), "{sighting:?}");
                    let words = match cover {
                        Cover::None => "in the open",
                        Cover::Light => "light cover",
                        Cover::Heavy => "heavy cover",
                    };
                    assert!(sighting.verdict.starts_with(words), "{sighting:?}");
                    covered += usize::from(cover != Cover::None);
                }
                Err(refusal) => assert_eq!(sighting.clause, refusal.clause),
            }
            *if sighting.seen { &mut seen } else { &mut hidden } += 1;
        });
    }
    assert!(seen > 100 && hidden > 50 && covered > 20, "{seen} {hidden} {covered}");
}

#[test]
fn ways_have_their_price() {
    let (mut found, mut runs, mut risky) = (0, 0, 0);
    for seed in 0..8 {
        watch(seed, |game, chance| {
            let Some(question) = game.questions().first() else { return };
            let Form::Path { limit, .. } = question.form else { return };
            let at = somewhere(game, chance).at;
            let aim = engine::ways::Aim { via: Vec::new(), at, level: None };
            let Ok(way) = AnyMatch::way(game, question.side, &aim) else { return };
            found += 1;
            assert!(way.toll.cost.ends_with(&format!(" of {limit} inches")), "{way:?}");
            runs += usize::from(way.toll.band == 1);
            risky += usize::from(!way.toll.risks.is_empty());
            let answer = engine::Answer::Path(way.path);
            game.would_accept(question.side, &answer).expect("a way that was found is legal");
        });
    }
    assert!(found > 50 && runs > 5 && risky > 5, "{found} {runs} {risky}");
}

#[test]
fn terrain_means_something() {
    let book = requiem::book();
    let means = |kind: Kind| -> Vec<Meaning> {
        book.meanings(kind).into_iter().map(|(meaning, _)| meaning).collect()
    };
    assert_eq!(means(Kind::Open), []);
    assert_eq!(means(Kind::Swamp), [Meaning::Difficult]);
    assert_eq!(means(Kind::Irradiated), [Meaning::Dangerous]);
    assert_eq!(means(Kind::LowWall), [Meaning::BlocksSight, Meaning::Cover, Meaning::Climbable]);
    let rules = book.about().rules;
    for kind in Kind::ALL {
        for (_, clause) in book.meanings(*kind) {
            assert!(rules.contains(&format!("- **{clause}**")), "{kind} {clause}");
        }
    }
}
