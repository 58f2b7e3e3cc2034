//! The scene of a ruling: models and terrain as its `given` lines say, in the middle of a round.

use engine::SideId;
use engine::book::{Scene, SceneModel};
use smallvec::SmallVec;
use tabletop::{Fixed, Length, Sketch, Table};

use crate::dice::Pool;
use crate::options::Agreed;
use crate::points;
use crate::profile::{Armor, Character, Hands, Weapon};
use crate::roster::{Armory, apply_trait, suggest_trait};
use crate::scenarios;
use crate::state::{Band, Fear, Forfeit, Model, Phase, State, Stun};

/// Sets the scene: round one is under way and nobody has been activated, unless it is said.
pub fn arrange(scene: &Scene) -> Result<State, String> {
    let agreed = Agreed::read(&scene.options).map_err(|problems| problems.join("; "))?;
    let key = scene.scenario.as_deref().unwrap_or("open-battle");
    let scenario = scenarios::all().into_iter().find(|s| s.key == key);
    let scenario = scenario.ok_or_else(|| format!("there is no scenario '{key}'"))?;
    let table = match &scene.sketch {
        Some(sketch) => Table::new(Sketch::clone(sketch))?,
        None => Table::bare(scenario.table.0, scenario.table.1),
    };
    let sides = scene.models.iter().map(|m| m.side.index() + 1).max().unwrap_or(0).max(2);
    let mut armory = Armory::everything().clone();
    let mut other = Vec::new();
    for line in &scene.other {
        if !read_gear(&mut armory, line)? {
            other.push(line);
        }
    }
    let mut cast = Vec::new();
    let mut models = Vec::new();
    for given in &scene.models {
        let (character, model) = read_model(given, &armory)?;
        cast.push(character);
        models.push(model);
    }
    let name = |i: usize| SideId(i as u8).name().into();
    let band = |i: usize| Band { name: name(i), faction: name(i), zone: None };
    let first = scene.to_act.unwrap_or(SideId(0)).index();
    let bands = (0..sides).map(band).collect();
    let mut state = State::new(table, agreed, Fixed::new(scenario), (cast, bands));
    state.models = models;
    state.phase = Phase::Activations;
    state.round = 1;
    state.order = (0..sides).map(|i| SideId(((first + i) % sides) as u8)).collect();
    for line in other {
        read_other(&mut state, line)?;
    }
    Ok(state)
}

/// Reads a thing that no list has, for the sake of its dice: `weapon Bent Rifle -1k1 14` for a
/// gun with a range, `weapon Wet Stick -1k0` for melee, `armor Rotten Vest -1k1`. Says whether
/// the line is about one.
fn read_gear(armory: &mut Armory, line: &str) -> Result<bool, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some((what @ ("weapon" | "armor"), rest)) = words.split_first().map(|(w, r)| (*w, r))
    else {
        return Ok(false);
    };
    let at = rest.iter().position(|w| w.parse::<Pool>().is_ok());
    let at = at.filter(|at| *at > 0).ok_or_else(|| format!("'{line}' needs a name and dice"))?;
    let (name, bonus) = (rest[..at].join(" ").as_str().into(), rest[at].parse()?);
    match (what, &rest[at + 1..]) {
        ("armor", []) => armory.add_armor(Armor { name, bonus, pips: 0 }),
        ("weapon", range @ ([] | [_])) => {
            let range = range.first().map(|r| r.parse::<Length>()).transpose()?;
            let (hands, traits) = (Hands::One, SmallVec::new());
            armory.add_weapon(Weapon { name, bonus, pips: 0, range, hands, traits });
        }
        _ => return Err(format!("'{line}' says too much")),
    }
    Ok(true)
}

fn read_model(given: &SceneModel, armory: &Armory) -> Result<(Character, Model), String> {
    let mut character = Character::human(&given.name, given.side);
    let mut model = Model { spot: Some(given.spot), ..Model::fresh() };
    for text in &given.traits {
        if !read_condition(&mut model, text)? && !apply_trait(&mut character, armory, text)? {
            let hint = suggest_trait(armory, text).map(|s| format!("; did you mean '{s}'?"));
            let hint = hint.unwrap_or_default();
            return Err(format!("'{text}' says nothing about a model of Requiem{hint}"));
        }
    }
    character.points = points::cost(&character).total;
    Ok((character, model))
}

/// Reads a condition such as `stunned` or `wounded 1`; says whether it was one.
fn read_condition(model: &mut Model, text: &str) -> Result<bool, String> {
    match text {
        "stunned" => model.stun = Some(Stun { by_terrain: false, failed: 0 }),
        "overcome" => model.stun = Some(Stun { by_terrain: true, failed: 0 }),
        "activated" => model.activated = true,
        "veiled" => model.veiled = true,
        "panicked" => model.fear = Some(Fear::Panic),
        "helpless" => {
            model.forfeit = Some(Forfeit::ThisRound);
            model.activated = true;
        }
        "removed" => {
            model.removed = true;
            model.spot = None;
        }
        _ => match text.strip_prefix("wounded ") {
            Some(n) => {
                model.wounds = n.parse().map_err(|_| format!("'{n}' is not a number of wounds"))?;
            }
            None => return Ok(false),
        },
    }
    Ok(true)
}

/// Reads what only this book knows: `round 12`, `round over`.
fn read_other(state: &mut State, line: &str) -> Result<(), String> {
    match line.split_whitespace().collect::<Vec<_>>()[..] {
        ["round", "over"] => state.phase = Phase::RoundStart,
        ["round", number] => {
            state.round = number.parse().map_err(|_| format!("'{number}' is not a round"))?;
        }
        _ => return Err(format!("'given {line}' means nothing in Requiem")),
    }
    Ok(())
}
