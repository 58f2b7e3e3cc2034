//! The scene of a ruling: models and terrain as its `given` lines say, in the middle of a Turn.
//!
//! The table is 48 by 48 inches unless the scenario has its own. The scene is in game Turn 1, in
//! the first Agility Round in which somebody belongs, and nobody has acted. With `given red to act`
//! red has won the roll-off of that Round and begins it; without it the roll-off is really rolled.
//!
//! Besides models (see `scene/traits.rs`) and what all books know there are:
//!
//! - `turn 3`, `turns 6`, `round 4`: the game Turn, how many there are, the Agility Round; `turn
//!   start` is between two Turns;
//! - `Ana acts`, `Ana acts with 1`: it is Ana's Action Turn, with all her Actions or one left;
//! - `fire at 10,10`, `smoke at 10,10 round 3`: markers, smoke with the Round of its placing;
//! - `device "Keypad" at 10,10`: something to be used;
//! - `Ana carries crate 1`, `machine 1 for red`: things of the scenarios;
//! - `share bullets`, `bullets red 4`, `patched red 1`: bullets are shared out first, so many;
//! - `choose zones`, `deployment red`: the phases before the first Turn.
//!
//! Scenery has its Cover and its going from words in its name first, and then from its kind (see
//! [`crate::terrain`]).

mod traits;

use engine::book::{Scene, SceneModel};
use engine::{Book, ModelId, Setup, SideId, TableChoice};
use tabletop::{Sketch, Spot, Table};

use crate::band::{Muster, Mustered};
use crate::gear::{Armoury, Bullets};
use crate::options::Agreed;
use crate::scenarios::Plot;
use crate::state::{Acting, Fate, Group, Patch, PatchKind, Phase, State, Token, TokenKind};
use crate::{Punkapocalyptic, plot};
use traits::Told;

/// Sets the scene: Turn 1 is under way and nobody has acted, unless it is said.
pub fn arrange(book: &Punkapocalyptic, scene: &Scene) -> Result<State, String> {
    if !scene.rosters.is_empty() {
        return from_rosters(book, scene);
    }
    let agreed = Agreed::read(&scene.options).map_err(|problems| problems.join("; "))?;
    let plot = match &scene.scenario {
        Some(key) => plot(key)?,
        None => Plot::OpenFight,
    };
    let own = || plot.sketch().filter(|_| scene.scenario.is_some()).map(Table::new);
    let table = match (&scene.sketch, own()) {
        (Some(sketch), _) => Table::new(Sketch::clone(sketch))?,
        (None, Some(table)) => table?,
        (None, None) => Table::bare(48, 48),
    };
    let mut armoury = Armoury::printed();
    let mut told: Vec<Told> = Vec::new();
    for given in &scene.models {
        told.push(traits::read(given, &mut armoury)?);
    }
    let side = |i: u8| Mustered {
        name: SideId(i).name().into(),
        band: SideId(i).name().into(),
        bullets: Bullets::default(),
        packs: Vec::new(),
    };
    let cast = told.iter().map(|t| t.who.clone()).collect();
    let muster = Muster { armoury, cast, sides: vec![side(0), side(1)] };
    let mut state = State::new(table, agreed, plot.scenario(), muster);
    for (side, band) in state.bands.iter_mut().enumerate() {
        band.zone = Some(plot.scenario().zones[side]);
    }
    state.models = told.into_iter().map(|t| t.model).collect();
    state.phase = Phase::Rounds;
    state.turn = 1;
    for line in &scene.other {
        read_other(&mut state, line)?;
    }
    open_first_round(&mut state, scene.to_act);
    Ok(state)
}

/// A match from its very beginning, with ready-made rosters.
fn from_rosters(book: &Punkapocalyptic, scene: &Scene) -> Result<State, String> {
    let roster = |side: u8| {
        let named = scene.rosters.iter().find(|(s, _)| *s == SideId(side));
        let key = named.map_or("gangers-300", |(_, key)| key.as_str());
        let found = book.about().rosters.iter().find(|r| r.key == key);
        found.map(|r| r.text.to_owned()).ok_or_else(|| format!("there is no roster '{key}'"))
    };
    let key = scene.scenario.clone().unwrap_or_else(|| Plot::OpenFight.key().to_owned());
    let own = plot(&key)?.sketch();
    let bare = || Table::bare(48, 48).sketch().clone();
    let sketch = scene.sketch.clone().or(own).unwrap_or_else(bare);
    let setup = Setup {
        scenario: key,
        options: scene.options.clone(),
        rosters: vec![roster(0)?, roster(1)?],
        table: TableChoice::Given(sketch),
    };
    book.begin(&setup).map_err(|problems| problems.join("; "))
}

/// The side that is to act has won the roll-off of the first Round in which anybody acts.
fn open_first_round(state: &mut State, to_act: Option<SideId>) {
    if state.phase != Phase::Rounds || state.acting.is_some() {
        return;
    }
    let idle: Vec<ModelId> = state.up().filter(|m| !state.model(*m).acted).collect();
    let round_of = |m: &ModelId| state.model(*m).delayed.unwrap_or_else(|| state.agility(*m));
    let first = idle.iter().map(round_of).filter(|round| *round <= state.round).max();
    if let Some(round) = first {
        let belongs = |m: &ModelId| state.model(*m).delayed.is_none() && state.agility(*m) == round;
        let somebody = idle.iter().any(belongs);
        state.round = round;
        state.group = Group::Regular;
        state.slot = to_act.filter(|_| somebody);
    }
}

/// Reads what only this book knows.
fn read_other(state: &mut State, line: &str) -> Result<(), String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let number = |text: &str| text.parse::<u8>().map_err(|_| format!("'{text}' is no number"));
    match words[..] {
        ["turn", "start"] => state.phase = Phase::TurnStart,
        ["turn", n] => state.turn = number(n)?,
        ["turns", n] => {
            let mut agreed = (*state.agreed).clone();
            agreed.turns = u32::from(number(n)?);
            state.agreed = tabletop::Fixed::new(agreed);
        }
        ["round", n] => state.round = number(n)?,
        ["fire", "at", at] => {
            let spot = at.parse::<Spot>()?;
            state.patches.push(Patch { kind: PatchKind::Fire, spot });
        }
        ["smoke", "at", at] => {
            let kind = PatchKind::Smoke { turn: state.turn, round: state.round };
            state.patches.push(Patch { kind, spot: at.parse()? });
        }
        ["smoke", "at", at, "round", n] => {
            let kind = PatchKind::Smoke { turn: state.turn, round: number(n)? };
            state.patches.push(Patch { kind, spot: at.parse()? });
        }
        ["smoke", "at", at, "turn", turn, "round", n] => {
            let kind = PatchKind::Smoke { turn: number(turn)?, round: number(n)? };
            state.patches.push(Patch { kind, spot: at.parse()? });
        }
        ["share", "bullets"] => state.phase = Phase::Bullets,
        ["choose", "zones"] => state.phase = Phase::Zones,
        ["deployment", side] => {
            let side = SideId::named(side).ok_or_else(|| format!("'{side}' is no side"))?;
            state.phase = Phase::Deployment(side);
        }
        ["bullets", side, n] => {
            let side = SideId::named(side).filter(|s| s.index() < 2);
            let side = side.ok_or_else(|| format!("'{line}' should read: bullets red 4"))?;
            state.bands[side.index()].bullets.plain = number(n)?;
        }
        ["patched", side, n] => {
            let side = SideId::named(side).filter(|s| s.index() < 2);
            let side = side.ok_or_else(|| format!("'{line}' should read: patched red 4"))?;
            state.bands[side.index()].bullets.patched = number(n)?;
        }
        ["device", .., "at", at] => {
            let name = line.trim_start_matches("device").rsplit_once(" at ").map_or("", |(n, _)| n);
            let name = name.trim().trim_matches('"');
            let spot = Some(at.parse()?);
            let kind = TokenKind::Device;
            state.tokens.push(Token { name: name.into(), kind, spot, owner: None, carrier: None });
        }
        [.., "carries", "crate", n] => {
            let model = named(state, line.rsplit_once(" carries ").map_or("", |(name, _)| name))?;
            let side = state.side(model);
            let index = usize::from(number(n)?).saturating_sub(1);
            let item = state.tokens.get_mut(index).filter(|t| t.kind == TokenKind::Crate);
            let item = item.ok_or_else(|| format!("there is no crate {n}"))?;
            (item.spot, item.owner, item.carrier) = (None, Some(side), Some(model));
        }
        ["machine", n, "for", side] => {
            let side = SideId::named(side).filter(|s| s.index() < 2);
            let index = usize::from(number(n)?).saturating_sub(1);
            let item = state.tokens.get_mut(index).filter(|t| t.kind == TokenKind::Machine);
            item.ok_or_else(|| format!("there is no machine {n}"))?.owner = side;
        }
        [.., "acts"] => {
            let model = named(state, line.trim_end_matches("acts"))?;
            let left = state.who(model).profile.actions();
            set_acting(state, model, left);
        }
        [.., "acts", "with", n] => {
            let left = number(n)?;
            let name = line.rsplit_once(" acts with ").map_or("", |(name, _)| name);
            let model = named(state, name)?;
            set_acting(state, model, left);
        }
        _ => return Err(format!("'given {line}' means nothing in Punkapocalyptic")),
    }
    Ok(())
}

fn named(state: &State, text: &str) -> Result<ModelId, String> {
    let name = text.trim().trim_matches('"');
    let found = state.ids().find(|m| state.name(*m).eq_ignore_ascii_case(name));
    found.ok_or_else(|| format!("there is no model called '{name}'"))
}

fn set_acting(state: &mut State, model: ModelId, left: u8) {
    state.round = state.agility(model);
    state.model_mut(model).acted = true;
    state.others_begin(model);
    state.acting = Some(Acting::new(model, left));
}

/// The place and fate of a model that was said to stand somewhere.
fn placed(given: &SceneModel) -> (Option<Spot>, Fate) {
    (Some(given.spot), Fate::Up)
}
