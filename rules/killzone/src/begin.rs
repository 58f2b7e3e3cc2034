//! What a match starts from: a table, and the forces of all sides.

use engine::{SideId, TableChoice};
use tabletop::generate::{Density, Recipe, generate};
use tabletop::{Fixed, Length, Sketch, Table};

use crate::options::{Agreed, Size};
use crate::profile::{Character, Class, GroupId};
use crate::roster::Roster;
use crate::scenarios::{Aim, Scenario};
use crate::state::{Force, Group, State};

/// Most zombies there are at the start, and most that arrive in a turn (KZ-ZOM-01, 02).
const HORDE: (u32, u32) = (18, 7);

/// The table of a setup: given, or laid from a seed.
fn sketch(choice: &TableChoice, scenario: &Scenario, size: Size) -> Sketch {
    match choice {
        TableChoice::Given(sketch) => sketch.clone(),
        TableChoice::Generated { theme, seed, symmetric } => {
            // Ten to fourteen pieces are enough for the standard table (KZ-X-27, KZ-X-28).
            let ((width, depth), density) = match size {
                Size::Small => ((36, 36), Density::Usual),
                Size::Standard => (scenario.table, Density::Sparse),
                Size::Large => ((48, 72), Density::Sparse),
            };
            let recipe = Recipe {
                density,
                width: Length::inches(width),
                depth: Length::inches(depth),
                symmetric: *symmetric,
                ..Recipe::new(*theme)
            };
            generate(&recipe, *seed)
        }
    }
}

/// A group of a name that has not begun yet.
pub fn fresh_group(name: &str, side: SideId, strength: usize) -> Group {
    Group {
        name: name.into(),
        side,
        strength: u8::try_from(strength).unwrap_or(u8::MAX),
        score: None,
        acted: false,
        passed: false,
        placed: false,
        split: false,
    }
}

/// Sets up a match.
pub fn begin(
    scenario: Fixed<Scenario>,
    agreed: Agreed,
    rosters: &[Roster],
    choice: &TableChoice,
) -> Result<State, String> {
    let table = Table::new(sketch(choice, &scenario, agreed.size))?;
    let zombies = scenario.goal == Aim::Zombies;
    let mut muster = Muster::default();
    let mut horde = None;
    for (index, roster) in rosters.iter().enumerate() {
        let side = SideId(index as u8);
        // In the zombie game a roster of zombies is the horde itself, and only lends its name.
        let automatic = zombies && horde.is_none() && roster.is_horde();
        muster.forces.push(fresh_force(&roster.name, automatic));
        match automatic {
            true => horde = Some(side),
            false => muster.enlist(roster, side),
        }
    }
    if zombies && horde.is_none() {
        horde = Some(SideId(rosters.len() as u8));
        muster.forces.push(fresh_force("Zombies", true));
    }
    let names = muster.cast.iter().map(|c| (c.side, c.name.clone())).collect::<Vec<_>>();
    for who in &mut muster.cast {
        let taken = |(side, name): &(SideId, _)| *side != who.side && *name == who.name;
        if names.iter().any(taken) {
            who.name = format!("{} {}", who.side, who.name).as_str().into();
        }
    }
    for index in 0..muster.groups.len() {
        let taken = |(i, g): (usize, &Group)| i != index && g.name == muster.groups[index].name;
        if muster.groups.iter().enumerate().any(taken) {
            let group = &muster.groups[index];
            muster.groups[index].name = format!("{} {}", group.side, group.name).as_str().into();
        }
    }
    let mut state = State::new(table, agreed, scenario, (Vec::new(), Vec::new(), muster.forces));
    if let Some(side) = horde {
        let (first, more) = HORDE;
        let count = first + more * state.last_turn().saturating_sub(1).min(20);
        raise(&mut muster.cast, &mut muster.groups, side, count);
    }
    state.models = muster.cast.iter().map(crate::state::Model::fresh).collect();
    state.cast = Fixed::new(muster.cast);
    state.groups = muster.groups;
    Ok(state)
}

fn fresh_force(name: &str, automatic: bool) -> Force {
    Force { name: name.into(), edge: None, score: 0, automatic }
}

/// Everybody who takes part.
#[derive(Debug, Default)]
struct Muster {
    cast: Vec<Character>,
    groups: Vec<Group>,
    forces: Vec<Force>,
}

impl Muster {
    fn enlist(&mut self, roster: &Roster, side: SideId) {
        let base = self.groups.len();
        for (index, name) in roster.groups.iter().enumerate() {
            let own = |who: &&Character| who.group.index() == index && !who.is_vehicle();
            let strength = roster.models.iter().filter(own).count();
            self.groups.push(fresh_group(name, side, strength));
        }
        for who in &roster.models {
            let group = GroupId((base + who.group.index()) as u8);
            self.cast.push(Character { side, group, ..who.clone() });
        }
    }
}

/// The zombies that may come, as one group (KZ-X-31).
fn raise(cast: &mut Vec<Character>, groups: &mut Vec<Group>, side: SideId, count: u32) {
    let group = GroupId(groups.len() as u8);
    let mut zombies = fresh_group("zombies", side, count as usize);
    zombies.placed = true;
    groups.push(zombies);
    for number in 1..=count {
        let name = format!("Zombie {number}");
        let mut who = Character::basic(&name, side, group, Class::Zombie);
        who.points = crate::points::sum(&who);
        cast.push(who);
    }
}
