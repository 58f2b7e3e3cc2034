//! The scene of a ruling: models and terrain as its `given` lines say, at the start of a turn.

mod traits;

use engine::book::{Scene, SceneModel};
use engine::{ModelId, SideId};
use tabletop::fields::{nearest, plain};
use tabletop::{FeatureId, Kind, PieceId, Sketch, Spot, Table};

use crate::gear::Gear;
use crate::options::Agreed;
use crate::profile::Character;
use crate::scenarios::{self, Mission};
use crate::setup::Phase;
use crate::state::{Fate, Lock, Model, Party, State, Thing};
use traits::Told;

/// Most sides there can be.
const MOST_SIDES: usize = 4;

/// Sets the scene: round one is under way, the turn of the side to act has just begun, and
/// nobody has been activated, unless it is said.
pub fn arrange(scene: &Scene) -> Result<State, String> {
    let agreed = Agreed::read(&scene.options).map_err(|problems| problems.join("; "))?;
    let scenario = scene.scenario.as_deref().map(crate::scenario_of).transpose()?;
    let table = match &scene.sketch {
        Some(sketch) => Table::new(Sketch::clone(sketch))?,
        None => Table::bare(36, 36),
    };
    let mut told = Vec::new();
    for given in &scene.models {
        told.push(traits::read(given)?);
    }
    let sides = count_sides(scene)?;
    let cast: Vec<Character> = told.iter().map(|t| t.character.clone()).collect();
    let parties = (0..sides).map(|i| party(SideId(i as u8), &cast)).collect();
    let mut mission = scenario.map(Mission::of).unwrap_or_default();
    mission.survey(&table);
    let mut state = crate::fresh(table, agreed, mission, (cast, parties));
    state.models = told.iter().map(Told::model).collect();
    for (index, (model, given)) in told.iter().zip(&scene.models).enumerate() {
        settle(&mut state, ModelId(index as u16), model, given)?;
    }
    let first = scene.to_act.unwrap_or(SideId(0)).index();
    // With more than two the others' cards are still to be drawn (MUT-TRN-13).
    let drawn = if sides > 2 { 1 } else { sides };
    state.order = (0..drawn).map(|i| SideId(((first + i) % sides) as u8)).collect();
    state.round = 1;
    state.phase = Phase::Turns;
    state.prepare_scenery();
    for line in &scene.other {
        read_other(&mut state, line)?;
    }
    state.refresh_for_turn(state.side_to_act());
    // What is said holds, whatever the start of a turn would have made of it.
    for (model, told) in state.models.iter_mut().zip(&told) {
        told.mark(model);
    }
    Ok(state)
}

/// How many sides there are: those with models, two at least, or as many as `N sides` says.
fn count_sides(scene: &Scene) -> Result<usize, String> {
    let peopled = scene.models.iter().map(|m| m.side.index() + 1).max().unwrap_or(0);
    let to_act = scene.to_act.map_or(0, |side| side.index() + 1);
    let mut sides = peopled.max(to_act).max(2);
    for line in &scene.other {
        if let [number, "sides"] = line.split_whitespace().collect::<Vec<_>>()[..] {
            let said = number.parse().map_err(|_| format!("'{number}' is not a number"))?;
            sides = sides.max(said);
        }
    }
    match sides {
        2..=MOST_SIDES => Ok(sides),
        _ => Err(format!("there are two to {MOST_SIDES} sides, not {sides}")),
    }
}

fn party(side: SideId, cast: &[Character]) -> Party {
    let strength = cast.iter().filter(|who| who.side == side).count();
    Party {
        name: side.name().into(),
        food: 0,
        cells: 0,
        strength: u8::try_from(strength).unwrap_or(u8::MAX),
        gunsmith_used: false,
        halved: false,
    }
}

/// What is said of a model that concerns others, or where it is.
fn settle(
    state: &mut State,
    model: ModelId,
    told: &Told,
    given: &SceneModel,
) -> Result<(), String> {
    let named = |name: &str| find_model(state, name);
    let controller = told.controller.as_deref().map(named).transpose()?;
    let unafraid = told.unafraid.iter().map(|n| named(n)).collect::<Result<Vec<_>, _>>()?;
    let bits = unafraid.iter().fold(0u64, |bits, m| bits | 1 << (m.index() & 63));
    let m: &mut Model = state.model_mut(model);
    m.controller = controller;
    m.unafraid = bits;
    m.fate = told.fate;
    m.spot = match told.fate {
        Some(Fate::Killed | Fate::RanOff) => None,
        None => Some(given.spot),
    };
    Ok(())
}

fn find_model(state: &State, name: &str) -> Result<ModelId, String> {
    let found = state.ids().find(|m| state.name(*m).eq_ignore_ascii_case(name));
    found.ok_or_else(|| unknown("model", name, state.ids().map(|m| state.name(m))))
}

/// `there is no door '3'; there are ...`.
fn unknown<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str>) -> String {
    match known.collect::<Vec<_>>()[..] {
        [] => format!("there is no {what} at all, so not '{name}' either"),
        ref names => format!("there is no {what} '{name}'; there are {}", names.join(", ")),
    }
}

/// Reads what only this book knows; what it does not know may be the scenario's.
fn read_other(state: &mut State, line: &str) -> Result<(), String> {
    let bare = line.replace('"', "");
    let words: Vec<&str> = bare.split_whitespace().collect();
    match words[..] {
        [_, "sides"] => (),
        ["round", number] => state.round = read_number(number, "round")?,
        ["turn", "of", side] => {
            let side = read_side(side)?;
            if side.index() >= state.parties.len() {
                return Err(format!("{side} does not play"));
            }
            let place = state.order.iter().position(|s| *s == side);
            let place = place.unwrap_or_else(|| {
                state.order.push(side);
                state.order.len() - 1
            });
            state.turn = u8::try_from(place).unwrap_or(0);
        }
        ["door", ref name @ .., how] if !name.is_empty() => read_door(state, &name.join(" "), how)?,
        ["sound", "stairs"] => state.scenery.worn_stairs.clear(),
        ["worn", "stairs"] => state.scenery.worn_stairs = pieces(state, Kind::Stairs).collect(),
        ["worn", "stairs", ref name @ ..] => {
            let piece = find_piece(state, &name.join(" "))?;
            state.scenery.worn_stairs.push(piece);
        }
        ["dead", "wood" | "woods", ref name @ ..] if !name.is_empty() => {
            let piece = find_piece(state, &name.join(" "))?;
            state.scenery.dead_woods.push(piece);
        }
        ["thing", ref name @ .., "at", place] => read_thing(state, &name.join(" "), place)?,
        [side, what @ ("food" | "cells" | "strength"), number] if SideId::named(side).is_some() => {
            let side = read_side(side)?;
            let party = state.parties.get_mut(side.index());
            let party = party.ok_or_else(|| format!("{side} does not play"))?;
            match what {
                "food" => party.food = read_number(number, what)?,
                "cells" => party.cells = read_number(number, what)?,
                _ => party.strength = read_number(number, what)?,
            }
        }
        _ if scenarios::arrange_other(state, line)? => (),
        _ => {
            let known = ["round 3", "turn of red", "3 sides", "door 1 locked", "worn stairs"];
            let more = ["dead wood", "thing Pistol at 3,4", "red strength 5", "red cells 2"];
            let near = nearest(line, known.into_iter().chain(more));
            let hint = near.map(|n| format!("; did you mean '{n}'?")).unwrap_or_default();
            return Err(format!("'given {line}' means nothing in this game{hint}"));
        }
    }
    Ok(())
}

fn read_number<T: std::str::FromStr>(text: &str, what: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{what}: '{text}' is not a number that is possible"))
}

fn read_side(text: &str) -> Result<SideId, String> {
    SideId::named(text).ok_or_else(|| format!("'{text}' is no side"))
}

/// `door 2 locked`, `door "door of Bunker" open`: doors are counted from one.
fn read_door(state: &mut State, name: &str, how: &str) -> Result<(), String> {
    let features = state.table.features();
    let doors: Vec<usize> =
        (0..features.len()).filter(|i| features[*i].kind == Kind::Door).collect();
    let found = match name.parse::<usize>() {
        Ok(number) => number.checked_sub(1).and_then(|n| doors.get(n)).copied(),
        Err(_) => doors.iter().copied().find(|i| plain(&features[*i].name) == plain(name)),
    };
    let names = || doors.iter().map(|i| features[*i].name.as_str());
    let found = found.ok_or_else(|| unknown("door", name, names()))?;
    let feature = FeatureId(u8::try_from(found).unwrap_or(u8::MAX));
    state.scenery.doors.retain(|(door, _)| *door != feature.0);
    match (how, Lock::of_name(how)) {
        ("open", _) => state.changes.open(feature),
        ("free", _) => state.changes.close(feature),
        (_, Some(lock)) => {
            state.changes.close(feature);
            state.scenery.doors.push((feature.0, lock));
        }
        _ => return Err(format!("a door is free, locked, heavy, steel or open, not '{how}'")),
    }
    Ok(())
}

fn pieces(state: &State, kind: Kind) -> impl Iterator<Item = PieceId> + '_ {
    let all = state.table.pieces().iter().enumerate();
    all.filter(move |(_, piece)| piece.kind == kind).map(|(i, _)| PieceId(i as u16))
}

fn find_piece(state: &State, name: &str) -> Result<PieceId, String> {
    let all = state.table.pieces();
    let found = all.iter().position(|piece| plain(&piece.name) == plain(name));
    let names = || all.iter().map(|p| p.name.as_str()).collect::<Vec<_>>().join(", ");
    let found =
        found.ok_or_else(|| format!("nothing is called '{name}'; there are {}", names()))?;
    Ok(PieceId(u16::try_from(found).unwrap_or(u16::MAX)))
}

/// `thing Pistol at 3,4`, `thing empty Pistol at 3,4`.
fn read_thing(state: &mut State, name: &str, place: &str) -> Result<(), String> {
    let spot: Spot = place.parse()?;
    let names = Gear::all().map(Gear::name);
    let item = traits::item(name).ok_or_else(|| {
        let hint = nearest(name, names).map(|n| format!("; did you mean '{n}'?"));
        format!("there is no thing called '{name}'{}", hint.unwrap_or_default())
    })?;
    state.things.push(Thing { item, spot, of_wretched: false });
    Ok(())
}
