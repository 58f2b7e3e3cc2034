//! The scene of a ruling: soldiers and terrain as its `given` lines say, in the Movement Phase of
//! the first turn unless another is named.

mod traits;

use engine::book::{Scene, SceneModel};
use engine::{ModelId, SideId, TableChoice};
use tabletop::measure::Edge;
use tabletop::{Changes, Fixed, Point, Sketch, Spot, Table, Vector};

use crate::OpenD6;
use crate::generation::{self, Roster};
use crate::options::Agreed;
use crate::profile::{Quality, Role, Soldier};
use crate::scenarios::Scenario;
use crate::setup;
use crate::state::{
    Done, Force, Forced, Goal, Heavy, Model, MoraleStep, Mount, Phase, Presence, Squad, SquadId,
    State,
};
use traits::Told;

/// Sets the scene.
pub fn arrange(book: &OpenD6, scene: &Scene) -> Result<State, String> {
    let agreed = Agreed::read(&scene.options).map_err(|problems| problems.join("; "))?;
    let key = scene.scenario.as_deref().unwrap_or("free-battle");
    let scenario = book.scenario(key)?;
    let table = match &scene.sketch {
        Some(sketch) => Table::new(Sketch::clone(sketch))?,
        None => Table::bare(48, 48),
    };
    let (musters, others): (Vec<&String>, Vec<&String>) =
        scene.other.iter().partition(|line| line.starts_with("muster "));
    if !musters.is_empty() {
        return muster(&musters, (scenario, agreed), &table);
    }
    let mut given: Vec<SceneModel> = scene.models.clone();
    let mut other = Vec::new();
    for line in others {
        match line.strip_prefix("rank ") {
            Some(rank) => given.extend(read_rank(rank)?),
            None => other.push(line.as_str()),
        }
    }
    let mut names: Vec<(String, SideId)> = Vec::new();
    let mut told: Vec<Told> = Vec::new();
    for model in &given {
        let one = traits::read(model, &mut names)?;
        told.push(one);
    }
    let cast: Vec<Soldier> = told.iter().map(|t| t.soldier.clone()).collect();
    let first = scene.to_act.unwrap_or(SideId(0));
    let mut state = State {
        table: Fixed::new(table),
        changes: Changes::default(),
        agreed: Fixed::new(agreed),
        scenario,
        models: told.iter().map(|t| t.model.clone()).collect(),
        squads: names.iter().map(|(name, side)| fresh_squad(name, *side)).collect(),
        forces: (0..2).map(|i| unwritten(SideId(i))).collect(),
        heavies: Vec::new(),
        breaches: Vec::new(),
        cast: Fixed::new(cast),
        phase: Phase::Movement,
        turn: 1,
        initiative: first,
        next: first,
        tasks: Vec::new(),
        outcome: None,
    };
    appoint(&mut state, &told);
    hand_out_weapons(&mut state);
    for line in other {
        read_other(&mut state, line)?;
    }
    Ok(state)
}

/// Squads that are about to be placed, each written as in a roster on one line:
/// `muster red { type = "Assault Soldier", number = 10 }`. The first side begins in the south.
fn muster(
    lines: &[&String],
    (scenario, agreed): (Fixed<Scenario>, Agreed),
    table: &Table,
) -> Result<State, String> {
    let mut squads = [Vec::new(), Vec::new()];
    for line in lines {
        let wrong = || format!("'{line}' should read: muster red {{ type = ..., number = ... }}");
        let rest = line.strip_prefix("muster ").unwrap_or(line).trim();
        let (side, squad) = rest.split_once(' ').ok_or_else(wrong)?;
        let side = SideId::named(side).filter(|s| s.index() < 2).ok_or_else(wrong)?;
        squads[side.index()].push(squad.trim());
    }
    let mut rosters = Vec::new();
    for (i, squads) in squads.iter().enumerate() {
        let side = SideId(i as u8);
        if squads.is_empty() {
            rosters.push(Roster::unwritten(side.name()));
            continue;
        }
        let allegiance = if i == 0 { "anti" } else { "evil" };
        let squads = squads.join(", ");
        let text = format!("name = \"{side}\"\nallegiance = \"{allegiance}\"\nsquad = [{squads}]");
        let roster = generation::read(&text, side, &agreed).map_err(|why| why.join("; "))?;
        rosters.push(roster);
    }
    let choice = TableChoice::Given(table.sketch().clone());
    let mut state = setup::begin(scenario, agreed, &rosters, &choice).map_err(|p| p.join("; "))?;
    state.take_usual_edges();
    Ok(state)
}

/// A side of which only the soldiers on the table are known.
fn unwritten(side: SideId) -> Force {
    let roster = Fixed::new(Roster::unwritten(side.name()));
    Force { name: side.name().into(), roster }
}

fn fresh_squad(name: &str, side: SideId) -> Squad {
    let edge = if side == SideId(0) { Edge::South } else { Edge::North };
    Squad {
        name: name.into(),
        side,
        quality: Quality::Average,
        strength: 0,
        points: 0,
        morale: Quality::Average.morale(),
        presence: Presence::There,
        rally_point: Goal::Edge(edge),
        at_goal: false,
        assails: false,
        rallying_on: None,
        done: Done::default(),
    }
}

/// Counts the squads, says which of them came by a charge, and gives each a commander: the one who
/// is called so, else the first who is not called anything else.
fn appoint(state: &mut State, told: &[Told]) {
    let mut cast: Vec<Soldier> = state.cast.to_vec();
    for (squad, own) in state.squads.iter_mut().enumerate() {
        let of_squad = |i: &usize| told[*i].soldier.squad.index() == squad;
        let members: Vec<usize> = (0..told.len()).filter(of_squad).collect();
        own.strength = members.len() as u8;
        own.assails = members.iter().any(|i| told[*i].model.charged);
        if let Some(quality) = members.iter().find_map(|i| told[*i].quality) {
            own.quality = quality;
            own.morale = quality.morale();
        }
        let commands = |i: &usize| told[*i].role == Some(Role::Commander);
        let named = members.iter().find(|i| commands(i));
        let first = members.iter().find(|i| told[**i].role.is_none());
        if let Some(commander) = named.or(first) {
            cast[*commander].role = Role::Commander;
        }
    }
    state.cast = Fixed::new(cast);
}

/// Guns that must be put together are taken from those who were given them, and are carried by
/// them and the nearest other soldier of their squad who carries nothing (OD6-SPW-01). In a battle
/// rosters say so, and players name the second man.
fn hand_out_weapons(state: &mut State) {
    let mut cast: Vec<Soldier> = state.cast.to_vec();
    for gunner in state.ids() {
        let guns = &mut cast[gunner.index()].guns;
        let Some(place) = guns.iter().position(|gun| gun.is_assembled()) else { continue };
        let (gun, squad) = (guns.remove(place), state.squad_of(gunner));
        let free =
            |m: &ModelId| *m != gunner && state.squad_of(*m) == squad && !state.is_carrier(*m);
        let away = |m: &ModelId| state.spot(*m).at.distance_squared(state.spot(gunner).at);
        if let Some(mate) = state.ids().filter(free).min_by_key(|m| (away(m), *m)) {
            state.heavies.push(Heavy::carried(gun, squad, gunner, mate));
        }
    }
    state.cast = Fixed::new(cast);
}

/// Reads soldiers in a row: `red Alpha 6 from 10,10 step 1.5,0 Raygun Rifle, faces north`. They
/// are called Alpha 1, Alpha 2 and so on, and are the squad Alpha.
fn read_rank(text: &str) -> Result<Vec<SceneModel>, String> {
    let wrong = || format!("'rank {text}' should read: rank red Alpha 6 from 10,10 step 1.5,0");
    let words: Vec<&str> = text.split_whitespace().collect();
    let [side, name, count, "from", from, "step", step, rest @ ..] = &words[..] else {
        return Err(wrong());
    };
    let side = SideId::named(side).ok_or_else(wrong)?;
    let count: i32 = count.parse().map_err(|_| wrong())?;
    let (from, step): (Spot, Point) = (from.parse()?, step.parse()?);
    let rest = rest.join(" ");
    let rest = rest.split(',').map(str::trim).filter(|t| !t.is_empty());
    let traits: Vec<String> =
        [format!("squad {name}")].into_iter().chain(rest.map(str::to_owned)).collect();
    let model = |i: i32| {
        let at = Point::new(from.at.x + step.x * i, from.at.y + step.y * i);
        let (name, spot) = (format!("{name} {}", i + 1), at.at_height(from.z));
        SceneModel { side, name, spot, traits: traits.clone() }
    };
    Ok((0..count).map(model).collect())
}

/// Reads what only this book knows: `phase fire`, `turn 3`, `initiative blue`, `squad Alpha
/// morale 3, no fire`, `weapon Medium Repeating Raygun of Alpha by Ana with Bo` (in parts) or
/// `... by Ana at 10,10 faces north` (put together), `rally point of Alpha at 5,5`.
fn read_other(state: &mut State, line: &str) -> Result<(), String> {
    let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
    match (first, rest.trim()) {
        ("phase", name) => state.phase = phase(name)?,
        ("turn", number) => {
            state.turn = number.parse().map_err(|_| format!("'{number}' is not a turn"))?;
        }
        ("initiative", side) => {
            state.initiative =
                SideId::named(side).ok_or_else(|| format!("'{side}' is not a side"))?;
        }
        ("squad", rest) => read_squad(state, rest)?,
        ("weapon", rest) => read_weapon(state, rest)?,
        ("rally", rest) => read_rally(state, rest)?,
        _ => return Err(format!("'given {line}' means nothing in OpenD6 Space Miniatures")),
    }
    Ok(())
}

fn phase(name: &str) -> Result<Phase, String> {
    Ok(match name {
        "setup" => Phase::Setup,
        "initiative" => Phase::Initiative,
        "movement" => Phase::Movement,
        "fire" => Phase::Fire,
        "assault" => Phase::Assault,
        "morale" => Phase::Morale(MoraleStep::Broken),
        "special" => Phase::Special,
        _ => return Err(format!("there is no phase '{name}'")),
    })
}

fn squad_named(state: &State, name: &str) -> Result<SquadId, String> {
    let found = state.squad_ids().find(|s| state.squad_name(*s) == name);
    found.ok_or_else(|| format!("there is no squad '{name}'"))
}

fn model_named(state: &State, name: &str) -> Result<ModelId, String> {
    let found = state.ids().find(|m| state.name(*m) == name);
    found.ok_or_else(|| format!("there is nobody called '{name}'"))
}

/// Reads how a squad is: `Alpha morale 3, strength 10, no fire, lost Ana`.
fn read_squad(state: &mut State, text: &str) -> Result<(), String> {
    let (name, rest) = text.split_once(' ').ok_or("say what is with the squad")?;
    let squad = squad_named(state, name)?;
    for part in rest.split(',').map(str::trim) {
        read_squad_part(state, squad, part)?;
    }
    Ok(())
}

fn read_squad_part(state: &mut State, squad: SquadId, text: &str) -> Result<(), String> {
    let number = |text: &str| text.parse::<u8>().map_err(|_| format!("'{text}' is no number"));
    let hit = text.strip_prefix("lost ").map(|name| model_named(state, name)).transpose()?;
    let own = state.squad_mut(squad);
    match text {
        "activated" => own.done.activated = true,
        "picked" => own.done.picked = true,
        "no fire" => own.done.no_fire = true,
        "fired" => own.done.fired = true,
        "fought" => own.done.fought = true,
        "defended" => own.done.defended = true,
        "gave way" => own.done.gave_way = true,
        "tried opportunity" => own.done.tried_opportunity = true,
        "commander hit" => own.done.commander_hit = true,
        "won" => own.done.forced = Some(Forced::Won),
        "lost" => own.done.forced = Some(Forced::Lost),
        "at goal" => own.at_goal = true,
        _ => match text.split_once(' ') {
            Some(("morale", n)) => own.morale = number(n)?,
            Some(("strength", n)) => own.strength = number(n)?,
            Some(("points", n)) => own.points = n.parse().map_err(|_| format!("'{n}'"))?,
            Some(("lost", _)) => own.done.casualties.extend(hit),
            _ => return Err(format!("'{text}' says nothing about a squad")),
        },
    }
    Ok(())
}

/// `Medium Repeating Raygun of Alpha by Ana with Bo`, or `... by Ana at 10,10 faces north`.
fn read_weapon(state: &mut State, text: &str) -> Result<(), String> {
    let wrong = || {
        format!("'weapon {text}' should read: weapon GUN of SQUAD by NAME with NAME, or: at X,Y")
    };
    let (gun, rest) = text.split_once(" of ").ok_or_else(wrong)?;
    let (squad, rest) = rest.split_once(" by ").ok_or_else(wrong)?;
    let gun = traits::gun(gun).filter(|g| g.is_assembled()).ok_or_else(wrong)?;
    let squad = squad_named(state, squad)?;
    let heavy = if let Some((gunner, mate)) = rest.split_once(" with ") {
        Heavy::carried(gun, squad, model_named(state, gunner)?, model_named(state, mate)?)
    } else {
        let (gunner, rest) = rest.split_once(" at ").ok_or_else(wrong)?;
        let (at, facing) = rest.split_once(" faces ").unwrap_or((rest, "north"));
        let mount = Mount::Assembled { spot: at.parse()?, facing: traits::facing(facing)? };
        let gunner = model_named(state, gunner)?;
        Heavy { mount, ..Heavy::carried(gun, squad, gunner, gunner) }
    };
    state.heavies.push(heavy);
    Ok(())
}

/// `point of Alpha at 5,5`, `point of Alpha at the west edge`.
fn read_rally(state: &mut State, text: &str) -> Result<(), String> {
    let wrong = || format!("'rally {text}' should read: rally point of SQUAD at X,Y");
    let rest = text.strip_prefix("point of ").ok_or_else(wrong)?;
    let (squad, place) = rest.split_once(" at ").ok_or_else(wrong)?;
    let squad = squad_named(state, squad)?;
    let edge = Edge::ALL.into_iter().find(|e| place == format!("the {} edge", e.name()));
    let goal = match edge {
        Some(edge) => Goal::Edge(edge),
        None => Goal::Point(place.parse()?),
    };
    state.squad_mut(squad).rally_point = goal;
    Ok(())
}

const NORTH: Vector = Vector::new(0, 1);
const SOUTH: Vector = Vector::new(0, -1);

/// Where soldiers of a side face if nothing is said: across the table.
fn usual_facing(side: SideId) -> Vector {
    if side == SideId(0) { NORTH } else { SOUTH }
}

/// A soldier who is not yet said to be anything.
fn plain_model(who: &Soldier, spot: Spot) -> Model {
    Model { spot: Some(spot), facing: usual_facing(who.side), ..Model::fresh(who) }
}
