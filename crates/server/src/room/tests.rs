//! What can only be seen from inside of a room.

use std::sync::Arc;

use engine::face::{Game, Hosted};
use engine::matches::{DiceChoice, Match};
use engine::position::Position;
use engine::question::Answer;
use engine::respond::respond;
use engine::source::Driver;
use engine::view::Eyes;
use engine::{Book, Options, Seed, Setup, SideId, TableChoice};
use mutants::Mutants;
use tabletop::Point;
use tabletop::generate::Theme;
use tokio::sync::mpsc;

use super::{Habits, Here, Room, Tools, Visitor};
use crate::protocol::{Act, Request};
use crate::seats::{Guest, Seat, Seating, Settings, random_number};
use crate::store::{Record, Store};

const ID: &str = "testmatch0";

fn tools(store: Store) -> Tools {
    Tools::new(store, 2, Habits::default())
}

/// Two people, `ana` and `bo`.
fn seating() -> Seating {
    let seat = |name: &str| Seat { force: name.to_owned(), computer: None, name: name.to_owned() };
    let settings = Settings::usual(Guest::of("ana"), vec![seat("ana"), seat("bo")]);
    let holders = vec![(SideId(0), Guest::of("ana")), (SideId(1), Guest::of("bo"))];
    Seating { settings, holders }
}

fn visitor(number: u64, guest: &str) -> (Visitor, mpsc::Receiver<String>) {
    let (out, heard) = mpsc::channel(1000);
    let guest = Guest::of(guest);
    (Visitor { number, guest, seat: None, out, told: 0, deaf: false }, heard)
}

/// Plants against humanoids on a table where plants can hide.
fn orchard(seed: u64) -> Setup {
    let book = mutants::book();
    let about = book.about();
    let roster = |key: &str| about.rosters.iter().find(|r| r.key == key).unwrap();
    let rosters = [roster("plants"), roster("humanoid-warband")];
    let needs = rosters.iter().flat_map(|r| r.needs.iter());
    let options: Options = needs.map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    Setup {
        scenario: about.scenarios[0].key.clone(),
        options,
        rosters: rosters.iter().map(|r| r.text.to_owned()).collect(),
        table: TableChoice::Generated { theme: Theme::Woods, seed, symmetric: false },
    }
}

/// All that somebody is told on entering a room around a state of play.
fn all_told(
    book: &Arc<Mutants>,
    setup: &Setup,
    state: <Mutants as Book>::State,
    guest: &str,
) -> Vec<String> {
    let dice = DiceChoice::Seeded(Seed(1));
    let play = Match::from_state(Arc::clone(book), setup.clone(), state, &dice).unwrap();
    let game: Arc<dyn Game> = Arc::new(Hosted(Arc::clone(book)));
    let tools = tools(Store::in_memory());
    let mut room =
        Room::new(ID.to_owned(), game, Box::new(play), seating(), Here::default(), tools);
    room.take_stock(None).unwrap();
    for asked in &mut room.asked {
        asked.since = 0;
    }
    let (visitor, mut heard) = visitor(1, guest);
    room.enter(visitor).unwrap();
    room.update_all().unwrap();
    std::iter::from_fn(|| heard.try_recv().ok()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_hidden_from_somebody_changes_nothing_they_are_told() {
    let book = Arc::new(mutants::book());
    let mut compared = 0;
    for seed in 0..12 {
        let setup = orchard(seed);
        let dice = DiceChoice::Seeded(Seed(seed));
        let mut game = Match::begin(Arc::clone(&book), setup.clone(), &dice).unwrap();
        let mut player = players::player("random", seed).unwrap();
        for _ in 0..60 {
            // What could be taken back is told in the same words as what can be undone.
            if let Some(last) = game.undoable() {
                assert_eq!(game.last_answer(&|_| true), Some(last));
            }
            for (guest, eyes) in [
                ("ana", Eyes::Side(SideId(0))),
                ("bo", Eyes::Side(SideId(1))),
                ("eve", Eyes::Spectator),
            ] {
                let Some(twin) = book.disguised(game.state(), eyes) else { continue };
                let own = all_told(&book, &setup, game.state().clone(), guest);
                assert!(own.len() >= 2 && own[0].starts_with(r#"{"is":"welcome""#));
                assert_eq!(own, all_told(&book, &setup, twin, guest));
                compared += 1;
            }
            let Some(question) = game.questions().first().cloned() else { break };
            let answer = respond(&mut *player, &game, &question);
            game.answer(question.side, answer).unwrap();
        }
    }
    assert!(compared > 20, "only {compared} comparisons");
}

/// A match in a store, and its room.
async fn stored(store: &Store) -> Room {
    let game: Arc<dyn Game> = Arc::new(Hosted(Arc::new(mutants::book())));
    let seed = DiceChoice::Seeded(Seed(random_number()));
    let play = game.begin(orchard(1), &seed).unwrap();
    let record = Record {
        id: ID.to_owned(),
        game: game.about().key.to_owned(),
        seating: seating(),
        waiting: Vec::new(),
        touched: 0,
        ended: None,
    };
    let lines = play.save().lines().map(str::to_owned).collect();
    store.create(record, lines, Vec::new(), None).await.unwrap();
    let games =
        crate::games::Games::new([Box::new(Hosted(Arc::new(mutants::book()))) as Box<dyn Game>]);
    Room::load(&games, ID, Here::default(), tools(store.clone())).await.unwrap()
}

/// The answer a computer would give to whatever is asked first.
fn some_answer(room: &Room) -> (SideId, Act) {
    let question = &room.play.questions()[0];
    let mut player = players::player("random", 1).unwrap();
    let answer = respond(&mut *player, &*room.play, question);
    (question.side, Act::Answer { at: room.lines, answer })
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_cannot_be_stored_was_never_given() {
    let store = Store::in_memory();
    let mut room = stored(&store).await;
    let (side, act) = some_answer(&room);
    let guest = if side == SideId(0) { "ana" } else { "bo" };
    let (somebody, mut heard) = visitor(1, guest);
    room.enter(somebody).unwrap();
    let before = (room.play.hash(), room.play.save());
    // Somebody else has written where this room is about to write.
    let line = room.play.lines_from(room.play.steps()).remove(0);
    let seq = room.lines as i64;
    let intrude = move |c: &rusqlite::Connection| {
        c.execute("INSERT INTO line VALUES (?1, ?2, ?3)", (ID, seq, &line))
    };
    store.write(intrude).await.unwrap();
    while heard.try_recv().is_ok() {}
    room.ask(1, Request { id: 5, act }, std::time::Instant::now()).await.unwrap();
    assert_eq!((room.play.hash(), room.play.save()), before);
    let told: Vec<String> = std::iter::from_fn(|| heard.try_recv().ok()).collect();
    assert!(told[0].starts_with(r#"{"is":"welcome""#), "{}", told[0]);
    assert!(told[1].contains("could not be stored"), "{}", told[1]);
    // From then on it goes on as usual.
    let (_, act) = some_answer(&room);
    room.ask(1, Request { id: 6, act }, std::time::Instant::now()).await.unwrap();
    assert_ne!(room.play.save(), before.1);
    let told: Vec<String> = std::iter::from_fn(|| heard.try_recv().ok()).collect();
    assert!(told[1].contains("done"), "{told:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn going_back_and_on_again_is_the_same_after_loading() {
    let store = Store::in_memory();
    let mut room = stored(&store).await;
    let mut player = players::player("random", 3).unwrap();
    for round in 0..60 {
        let Some(question) = room.play.questions().first().cloned() else { break };
        let answer = respond(&mut *player, &*room.play, &question);
        let side = question.side;
        room.change(Some(side), |play| play.answer(side, answer)).await.unwrap();
        if round % 3 == 2 {
            room.change(None, |play| play.take_back()).await.unwrap();
        }
        if round % 10 == 9 {
            room.change(None, |play| play.take_back().and_then(|()| play.take_back()))
                .await
                .unwrap();
        }
        let (record, journal) = store.load(ID).await.unwrap().unwrap();
        assert_eq!(journal.len() as u64, room.lines);
        let loaded = super::record::reread(&*room.game, &journal, &record);
        assert_eq!(loaded.save(), room.play.save());
        assert_eq!(loaded.hash(), room.play.hash());
    }
}

/// Thinks until it is told to stop.
struct Slow(std::sync::mpsc::Receiver<()>);

impl Driver for Slow {
    fn thinks(&self) -> bool {
        true
    }

    fn ponder(&mut self, _: &dyn Position) -> Option<Answer> {
        let _ = self.0.recv();
        None
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn people_look_around_while_a_computer_thinks_and_what_changed_since_counts() {
    let mut room = stored(&Store::in_memory()).await;
    let side = room.play.questions()[0].side;
    room.seating.settings.seats[side.index()].computer = Some("novice".to_owned());
    let (stop, stopped) = std::sync::mpsc::channel();
    room.drivers[side.index()] = Some(Box::new(Slow(stopped)));
    let (eve, mut heard) = visitor(1, "eve");
    room.enter(eve).unwrap();
    while heard.try_recv().is_ok() {}

    assert_eq!(room.computers_turn(), Some(side));
    room.begin_to_think(side);
    let look = Request { id: 7, act: Act::Levels { at: Point::default() } };
    room.ask(1, look, std::time::Instant::now()).await.unwrap();
    assert!(heard.try_recv().unwrap().contains(r#""kind":"levels""#), "nobody waits for it");
    assert!(room.thinking && room.thought.is_none());

    stop.send(()).unwrap();
    room.settle().await.unwrap();
    let (before, thought) = (room.lines, room.thought.take().unwrap());
    room.give_thought(thought).await.unwrap();
    assert!(room.lines > before, "the answer is given");

    // What was thought about an older picture is forgotten.
    let Some(side) = room.computers_turn() else { return };
    room.begin_to_think(side);
    stop.send(()).unwrap();
    room.settle().await.unwrap();
    room.lines += 1;
    let (before, thought) = (room.play.hash(), room.thought.take().unwrap());
    room.give_thought(thought).await.unwrap();
    assert_eq!(room.play.hash(), before);
    assert!(room.drivers[side.index()].is_some(), "whoever thought thinks again");
}
