//! The scene of a ruling: figures and terrain as its `given` lines say, in the action phase of
//! turn one unless another is named.

mod traits;

use engine::book::Scene;
use engine::{ModelId, SideId};
use tabletop::fields::{nearest, plain};
use tabletop::measure::Edge;
use tabletop::{Cloud, Kind, Length, Sketch, Spot, Table};

use crate::KillZone;
use crate::area::FIRE;
use crate::begin::fresh_group;
use crate::options::Agreed;
use crate::points;
use crate::profile::{Character, GroupId};
use crate::scenarios::Aim;
use crate::state::{Fate, Force, Group, Model, Phase, State};
use traits::Told;

/// Sets the scene.
pub fn arrange(book: &KillZone, scene: &Scene) -> Result<State, String> {
    let agreed = Agreed::read(&scene.options).map_err(|problems| problems.join("; "))?;
    let scenario = book.scenario(scene.scenario.as_deref().unwrap_or("contact"))?;
    let table = match &scene.sketch {
        Some(sketch) => Table::new(Sketch::clone(sketch))?,
        None => Table::bare(36, 36),
    };
    let told = scene.models.iter().map(traits::read).collect::<Result<Vec<Told>, String>>()?;
    let sides = scene.models.iter().map(|m| m.side.index() + 1).max().unwrap_or(0).max(2);
    let (mut cast, groups) = muster(&told);
    for who in &mut cast {
        who.points = points::cost(who, agreed.prices);
    }
    let zombies = scenario.goal == Aim::Zombies;
    let force = |i: usize| {
        let side = SideId(i as u8);
        let own: Vec<&Character> = cast.iter().filter(|c| c.side == side).collect();
        let horde = !own.is_empty() && own.iter().all(|c| c.is_zombie());
        let edge = [Edge::South, Edge::North, Edge::West, Edge::East][i];
        Force { name: side.name().into(), edge: Some(edge), score: 0, automatic: zombies && horde }
    };
    let forces: Vec<Force> = (0..sides).map(force).collect();
    let mut state = State::new(table, agreed, scenario, (cast, groups, forces));
    settle(&mut state, &told)?;
    state.phase = Phase::Action;
    state.turn = 1;
    let first = scene.to_act.unwrap_or(SideId(0)).index();
    state.order = (0..sides).map(|i| SideId(((first + i) % sides) as u8)).collect();
    for line in &scene.other {
        read_other(&mut state, line)?;
    }
    sort_slots(&mut state);
    Ok(state)
}

/// The figures, each in its group; groups are numbered as they come up.
fn muster(told: &[Told]) -> (Vec<Character>, Vec<Group>) {
    let mut groups: Vec<Group> = Vec::new();
    let mut cast = Vec::new();
    for one in told {
        let side = one.who.side;
        let name = one.squad();
        let known = groups.iter().position(|g| g.side == side && *g.name == *name);
        let place = known.unwrap_or_else(|| {
            groups.push(fresh_group(&name, side, 0));
            groups.len() - 1
        });
        groups[place].placed = true;
        groups[place].strength += u8::from(!one.who.is_vehicle());
        cast.push(Character { group: GroupId(place as u8), ..one.who.clone() });
    }
    (cast, groups)
}

/// What is said of figures: where and how they are, and their orders.
fn settle(state: &mut State, told: &[Told]) -> Result<(), String> {
    for (index, one) in told.iter().enumerate() {
        let model = ModelId(index as u16);
        let mut m: Model = one.model.clone();
        m.captor = one.captor.as_deref().map(|name| find(state, name)).transpose()?;
        m.aboard = one.vehicle.as_deref().map(|name| find(state, name)).transpose()?;
        if m.aboard.is_some() {
            m.spot = None;
        }
        if m.fate == Some(Fate::Left) && state.flees_over(one.who.side).is_some() {
            m.fate = Some(Fate::Escaped);
        }
        *state.model_mut(model) = m;
    }
    // An order that is said of one holds for those of the group of whom none is said.
    for group in state.group_ids() {
        let own = |i: &usize| state.cast[*i].group == group;
        let said = (0..told.len()).filter(own).find_map(|i| told[i].order);
        let Some(order) = said else { continue };
        let members: Vec<usize> = (0..told.len()).filter(own).collect();
        for i in members {
            state.models[i].order = told[i].order.unwrap_or(order);
        }
    }
    Ok(())
}

fn find(state: &State, name: &str) -> Result<ModelId, String> {
    let found = state.ids().find(|m| plain(state.name(*m)) == plain(name));
    found.ok_or_else(|| format!("there is nobody called '{name}'"))
}

fn find_group(state: &State, name: &str) -> Result<GroupId, String> {
    let found = state.group_ids().find(|g| plain(&state.group(*g).name) == plain(name));
    let names = || state.groups.iter().map(|g| &*g.name).collect::<Vec<_>>().join(", ");
    found.ok_or_else(|| format!("there is no squad '{name}'; there are {}", names()))
}

/// Where every group has its initiative, the slots follow from it.
fn sort_slots(state: &mut State) {
    let best =
        |side: SideId| state.groups.iter().filter(|g| g.side == side).filter_map(|g| g.score).max();
    if state.groups.iter().all(|g| g.score.is_some()) {
        let mut order = state.order.clone();
        order.sort_by_key(|side| std::cmp::Reverse(best(*side)));
        state.order = order;
    }
}

/// Reads what only this book knows.
fn read_other(state: &mut State, line: &str) -> Result<(), String> {
    let bare = line.replace('"', "");
    let words: Vec<&str> = bare.split_whitespace().collect();
    match words[..] {
        ["night"] => state.night = true,
        ["day"] => state.night = false,
        ["turn", number] => state.turn = number_of(number, "turn")?,
        ["phase", name] => read_phase(state, name)?,
        ["squad", ref name @ .., "of", number] => {
            let group = find_group(state, &name.join(" "))?;
            state.group_mut(group).strength = number_of(number, "strength")?;
        }
        ["squad", ref name @ .., "initiative", number] => {
            let group = find_group(state, &name.join(" "))?;
            state.group_mut(group).score = Some(number_of(number, "initiative")?);
        }
        ["squad", ref name @ .., "acted"] => {
            let group = find_group(state, &name.join(" "))?;
            state.group_mut(group).acted = true;
        }
        ["edge", side, name] => {
            let side = side_of(state, side)?;
            let edge = Edge::ALL.into_iter().find(|edge| edge.name() == name);
            state.forces[side.index()].edge =
                Some(edge.ok_or_else(|| format!("'{name}' is no edge of the table"))?);
        }
        ["score", side, number] => {
            let side = side_of(state, side)?;
            state.forces[side.index()].score = number_of(number, "score")?;
        }
        ["target", ref name @ ..] => state.prize = Some(find(state, &name.join(" "))?),
        ["markers"] => state.lay_markers(),
        ["smoke", "at", place, "radius", radius] => {
            let (spot, radius): (Spot, Length) = (place.parse()?, radius.parse()?);
            let cloud = Cloud { kind: Kind::Smoke, spot, radius, height: Length::inches(3) };
            state.lay_cloud(cloud, state.turn + 1);
        }
        ["fire", "at", place] => {
            let cloud =
                Cloud { kind: Kind::Fire, spot: place.parse()?, radius: FIRE, height: FIRE };
            state.lay_cloud(cloud, state.turn);
        }
        _ => {
            let known = ["night", "turn 3", "phase orders", "squad Alpha of 6", "edge red south"];
            let more = [
                "smoke at 10,10 radius 3",
                "fire at 10,10",
                "target Ana",
                "score red 60",
                "markers",
            ];
            let near = nearest(line, known.into_iter().chain(more));
            let hint = near.map(|n| format!("; did you mean '{n}'?")).unwrap_or_default();
            return Err(format!("'given {line}' means nothing in KillZone{hint}"));
        }
    }
    Ok(())
}

fn read_phase(state: &mut State, name: &str) -> Result<(), String> {
    state.phase = match name {
        "start" => {
            // The turn that is named begins anew.
            state.turn = state.turn.saturating_sub(1);
            Phase::Start
        }
        "initiative" => Phase::Initiative,
        "action" => Phase::Action,
        "orders" => Phase::Wishes(0),
        "first-orders" => Phase::FirstOrders(0),
        "end" => Phase::End,
        "setup" => {
            for model in state.ids() {
                state.model_mut(model).spot = None;
            }
            for group in state.group_ids() {
                state.group_mut(group).placed = false;
            }
            Phase::Deployment
        }
        "edges" => {
            for group in state.group_ids() {
                state.group_mut(group).placed = false;
            }
            for model in state.ids() {
                state.model_mut(model).spot = None;
            }
            Phase::Edges
        }
        _ => {
            let known = "start, initiative, action, orders, first-orders, end, setup or edges";
            return Err(format!("'{name}' is no phase; it is {known}"));
        }
    };
    Ok(())
}

fn number_of<T: std::str::FromStr>(text: &str, what: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{what}: '{text}' is not a number that is possible"))
}

fn side_of(state: &State, text: &str) -> Result<SideId, String> {
    let side = SideId::named(text).filter(|side| side.index() < state.forces.len());
    side.ok_or_else(|| format!("'{text}' does not play"))
}
