//! New matches: begun, uploaded, branched off, played again.

use std::sync::Arc;

use engine::dice::Seed;
use engine::face::{AnyMatch, Game};
use engine::ids::SideId;
use engine::matches::DiceChoice;
use engine::save;
use engine::view::Eyes;

use super::{Begin, Hub, missing, unstored};
use crate::denied::Denied;
use crate::protocol::{Branch, Opened, Problem, SeatLink, SeatWish};
use crate::room::{Broken, awaited, ending, work};
use crate::seats::{
    Guest, Seat, Seating, Settings, digest, new_id, new_secret, random_number, tidy_name,
};
use crate::store::Record;
use crate::{clock, computers};

/// The longest file that is taken.
const LONGEST_FILE: usize = 4 * 1024 * 1024;
/// The most lines of a file that are read: more than any match has steps.
const MOST_LINES: usize = 20_000;

/// What is agreed on about a new match, apart from what its game knows.
struct Terms {
    seats: Vec<SeatWish>,
    take_backs: bool,
    listed: bool,
    name: String,
}

impl Hub {
    /// Begins a match.
    pub async fn begin(&self, guest: Guest, wish: Begin) -> Result<Opened, Denied> {
        let game = self.game(&wish.game)?;
        let Begin { setup, own_dice, seats, take_backs, listed, name, .. } = wish;
        check_seats(&seats, setup.rosters.len())?;
        let dice = if own_dice { DiceChoice::Asked } else { DiceChoice::Seeded(new_seed()) };
        let play = self.at_work(|| game.begin(setup, &dice)).await?.map_err(all_wrong)?;
        let terms = Terms { seats, take_backs, listed, name };
        let seating = seating(&*game, &*play, guest, &terms);
        self.store_new(&*game, &*play, seating, Vec::new(), None).await
    }

    /// Takes over a match from a file; whoever brings it plays all its sides.
    pub async fn upload(&self, guest: Guest, text: String, name: String) -> Result<Opened, Denied> {
        if text.len() > LONGEST_FILE {
            let (has, most) = (text.len() / 1024, LONGEST_FILE / 1024);
            return Err(Denied::wrong(format!(
                "The file has {has} KiB; at most {most} are taken."
            )));
        }
        if text.lines().count() > MOST_LINES {
            return Err(Denied::wrong(format!(
                "The file has more than {MOST_LINES} lines, which no match needs."
            )));
        }
        let at_line =
            |e: save::LoadError| Denied::Wrong(vec![Problem { line: Some(e.line), why: e.why }]);
        let header = save::header(&text).map_err(at_line)?;
        let game = self.game(&header.book)?;
        let (play, warnings) = self.at_work(|| game.load_strict(&text)).await?.map_err(at_line)?;
        let seats = vec![SeatWish::Me; play.header().setup.rosters.len()];
        let terms = Terms { seats, take_backs: true, listed: false, name };
        let mut seating = seating(&*game, &*play, guest, &terms);
        seating.settings.seed_known = play.seed().is_some();
        self.store_new(&*game, &*play, seating, warnings, None).await
    }

    /// Begins a match that goes on from some point of another, with dice of its own.
    pub async fn branch(&self, guest: Guest, id: &str, wish: Branch) -> Result<Opened, Denied> {
        let Branch { steps, seats, name } = wish;
        let (key, sides) = self.visit(id, |room| Ok(room.kind())).await?;
        let game = self.game(&key)?;
        check_seats(&seats, sides)?;
        let (play, own_dice) =
            self.visit(id, move |room| room.branch(guest, steps, new_seed())).await?;
        let warnings = match own_dice {
            true => vec!["The dice of this match are thrown here, not by you.".to_owned()],
            false => Vec::new(),
        };
        let terms = Terms { seats, take_backs: true, listed: false, name };
        let seating = seating(&*game, &*play, guest, &terms);
        self.store_new(&*game, &*play, seating, warnings, None).await
    }

    /// Begins a match with the same setup and players; the same one, however often it is asked
    /// for.
    pub async fn rematch(&self, guest: Guest, id: &str) -> Result<Opened, Denied> {
        let before = self.store().find(id).await.map_err(unstored)?.ok_or_else(missing)?;
        if before.seating.held_by(guest).next().is_none() {
            let why = "Only those who played can ask for a rematch.";
            return Err(Denied::Forbidden(why.to_owned()));
        }
        if let Some(id) = before.seating.settings.rematch {
            return Ok(Opened { id, links: Vec::new(), warnings: Vec::new() });
        }
        let game = self.game(&before.game)?;
        let setup = self.visit(id, |room| Ok(room.setup())).await?;
        let own_dice = before.seating.settings.own_dice;
        let dice = if own_dice { DiceChoice::Asked } else { DiceChoice::Seeded(new_seed()) };
        let play = self.at_work(|| game.begin(setup, &dice)).await?.map_err(all_wrong)?;
        let mut seating = before.seating;
        seating.settings.standing.clear();
        seating.settings.seed_known = false;
        let opened =
            self.store_new(&*game, &*play, seating, Vec::new(), Some(id.to_owned())).await?;
        self.reseat(id);
        Ok(opened)
    }

    fn game(&self, key: &str) -> Result<Arc<dyn Game>, Denied> {
        self.0.games.get(key).ok_or_else(|| {
            let keys: Vec<&str> = self.0.games.iter().map(|game| game.about().key).collect();
            Denied::wrong(format!("There is no game '{key}' here; there is: {}.", keys.join(", ")))
        })
    }

    /// Runs the rules where they may take their time.
    async fn at_work<T>(&self, job: impl FnOnce() -> T) -> Result<T, Denied> {
        let _permit = self.0.tools.heavy().await;
        work(job).map_err(|Broken(_)| {
            Denied::Broken("The rules broke down over this; please report it.".to_owned())
        })
    }

    /// Writes a new match down and makes links to its open seats.
    fn store_new(
        &self,
        game: &dyn Game,
        play: &dyn AnyMatch,
        seating: Seating,
        warnings: Vec<String>,
        rematch_of: Option<String>,
    ) -> impl Future<Output = Result<Opened, Denied>> + Send + use<> {
        let id = new_id();
        let secrets: Vec<(SideId, String)> =
            seating.open().map(|side| (side, new_secret())).collect();
        let hashes = secrets.iter().map(|(side, secret)| (*side, digest(secret))).collect();
        let waiting = awaited(play, &seating);
        let record = Record {
            id: id.clone(),
            game: game.about().key.to_owned(),
            seating: Seating {
                settings: Settings { rematch: None, ..seating.settings },
                holders: seating.holders,
            },
            waiting,
            touched: clock::now(),
            ended: play.outcome().map(|outcome| ending(&outcome)),
        };
        let lines = play.save().lines().map(str::to_owned).collect();
        let store = self.store().clone();
        async move {
            let stored = store.create(record, lines, hashes, rematch_of).await.map_err(unstored)?;
            Ok(match stored {
                Some(earlier) => Opened { id: earlier, links: Vec::new(), warnings: Vec::new() },
                None => {
                    Opened { id, links: secrets.into_iter().map(seat_link).collect(), warnings }
                }
            })
        }
    }
}

/// A link as it is handed out.
pub(super) fn seat_link((side, secret): (SideId, String)) -> SeatLink {
    SeatLink { side, path: format!("/join/{secret}") }
}

fn new_seed() -> Seed {
    Seed(random_number())
}

fn all_wrong(problems: Vec<String>) -> Denied {
    Denied::Wrong(problems.into_iter().map(|why| Problem { line: None, why }).collect())
}

/// Whether somebody can play at all.
fn check_seats(seats: &[SeatWish], sides: usize) -> Result<(), Denied> {
    let mut problems = Vec::new();
    if seats.len() != sides {
        problems.push(format!("There are {sides} sides, but {} seats.", seats.len()));
    }
    let is_computer = |seat: &SeatWish| matches!(seat, SeatWish::Computer(_));
    if !seats.contains(&SeatWish::Me) && !seats.iter().all(is_computer) {
        problems.push("Take a seat yourself, or let computers play on all of them.".to_owned());
    }
    problems.extend(seats.iter().filter_map(|seat| match seat {
        SeatWish::Computer(name) => computers::problem(name),
        SeatWish::Me | SeatWish::Open => None,
    }));
    if problems.is_empty() { Ok(()) } else { Err(all_wrong(problems)) }
}

fn seating(game: &dyn Game, play: &dyn AnyMatch, guest: Guest, terms: &Terms) -> Seating {
    let view = play.view(Eyes::Spectator);
    let force = |side: SideId| {
        let seen = view.sides.iter().find(|s| s.side == side);
        seen.map_or_else(|| side.name().to_owned(), |s| s.name.clone())
    };
    let sides = || (0..).map(SideId).zip(&terms.seats);
    let seat = |(side, wish): (SideId, &SeatWish)| Seat {
        force: force(side),
        computer: match wish {
            SeatWish::Computer(name) => Some(name.clone()),
            SeatWish::Me | SeatWish::Open => None,
        },
        name: if *wish == SeatWish::Me { tidy_name(&terms.name) } else { String::new() },
    };
    let (about, header) = (game.about(), play.header());
    let scenario = about.scenarios.iter().find(|s| s.key == header.setup.scenario);
    let settings = Settings {
        title: about.title.to_owned(),
        scenario: scenario.map_or_else(|| header.setup.scenario.clone(), |s| s.title.clone()),
        seats: sides().map(seat).collect(),
        creator: guest,
        take_backs: terms.take_backs,
        listed: terms.listed,
        own_dice: play.seed().is_none(),
        seed_known: false,
        standing: Vec::new(),
        rematch: None,
    };
    let mine = sides().filter(|(_, wish)| **wish == SeatWish::Me);
    Seating { settings, holders: mine.map(|(side, _)| (side, guest)).collect() }
}
