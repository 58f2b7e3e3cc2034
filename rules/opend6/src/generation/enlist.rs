//! From the roster to soldiers who can be placed.

use engine::{ModelId, SideId};
use tabletop::fields::plain;

use super::{Enlisted, Kit, Levels, Roster, Specialist, price};
use crate::profile::{Name, Role, Skill, Soldier};
use crate::state::{Done, Goal, Heavy, Presence, Squad, SquadId};
use crate::weapons::Gun;

/// Squads that occur in both forces are told with their side: `red Alpha`, `blue Alpha`.
pub fn tell_sides_apart(rosters: &mut [Roster]) {
    let names: Vec<(usize, String)> = rosters
        .iter()
        .enumerate()
        .flat_map(|(side, roster)| roster.squads.iter().map(move |s| (side, plain(&s.name))))
        .collect();
    for (side, roster) in rosters.iter_mut().enumerate() {
        for squad in &mut roster.squads {
            let own = plain(&squad.name);
            if names.iter().any(|(other, name)| *other != side && *name == own) {
                let side = SideId(side as u8);
                squad.name = format!("{side} {}", squad.name).as_str().into();
            }
        }
    }
}

/// Makes the squad, its soldiers and the weapons that take two of them. The first soldier
/// becomes the model of number `first`.
pub fn enlist(
    squad: &Enlisted,
    (id, side): (SquadId, SideId),
    first: u16,
    rally_point: Goal,
) -> (Squad, Vec<Soldier>, Vec<Heavy>) {
    let mut soldiers: Vec<Soldier> = Vec::new();
    let mut add = |name: Name, role: Role, more: &Specialist| {
        soldiers.push(soldier(squad, (id, side), (name, role), more));
    };
    let mut lead = Specialist::default();
    lead.training[Skill::Command as usize] = squad.commander;
    add(format!("{} Commander", squad.name).as_str().into(), Role::Commander, &lead);
    for (i, specialist) in squad.specialists.iter().enumerate() {
        let name = match squad.specialists.len() {
            1 => format!("{} Specialist", squad.name),
            _ => format!("{} Specialist {}", squad.name, i + 1),
        };
        add(name.as_str().into(), Role::Specialist, specialist);
    }
    let special = 1 + squad.specialists.len() as u8;
    for i in 1..=squad.number.saturating_sub(special) {
        let name = format!("{} {i}", squad.name);
        add(name.as_str().into(), Role::Ordinary, &Specialist::default());
    }
    let heavies = heavies(squad, id, first);
    let made = Squad {
        name: squad.name.clone(),
        side,
        quality: squad.quality,
        strength: soldiers.len() as u8,
        points: price(squad).total,
        morale: squad.quality.morale(),
        presence: Presence::Unplaced,
        rally_point,
        at_goal: false,
        assails: false,
        rallying_on: None,
        done: Done::default(),
    };
    (made, soldiers, heavies)
}

/// One soldier: the squad's profile with what he has more of. A specialist's own gun comes
/// first; guns in parts are nobody's alone (OD6-GEN-06, OD6-SPW-01).
fn soldier(
    squad: &Enlisted,
    (id, side): (SquadId, SideId),
    (name, role): (Name, Role),
    more: &Specialist,
) -> Soldier {
    let attributes = squad.worn_attributes();
    let guns = more.kit.guns.iter().chain(&squad.kit.guns).copied();
    Soldier {
        name,
        side,
        squad: id,
        role,
        attributes,
        bare_strength: squad.bare_strength(),
        skills: skills(squad, &more.training),
        movement: squad.movement,
        guns: guns.filter(|gun| !gun.is_assembled()).collect(),
        blade: more.kit.blade.or(squad.kit.blade),
        grenades: squad.kit.grenades + more.kit.grenades,
        plastics: squad.kit.plastics + more.kit.plastics,
    }
}

fn skills(squad: &Enlisted, more: &Levels) -> Levels {
    Skill::ALL.map(|skill| squad.skill(skill) + more[skill as usize])
}

/// The weapons that two men carry: each specialist's own with a mate for him, and where every
/// soldier bought one, as many as pairs can be made of those who are left. Who the mate is, is
/// said when the squad is placed (OD6-DEC-03).
pub(super) fn heavies(squad: &Enlisted, id: SquadId, first: u16) -> Vec<Heavy> {
    let of_kit = |kit: &Kit| -> Vec<Gun> {
        kit.guns.iter().copied().filter(|gun| gun.is_assembled()).collect()
    };
    let own: Vec<(Gun, u16)> = (squad.specialists.iter().zip(1..))
        .flat_map(|(s, gunner)| of_kit(&s.kit).into_iter().map(move |gun| (gun, gunner)))
        .collect();
    // Mates are taken from the end, where the ordinary soldiers are.
    let mut free: Vec<u16> = (0..u16::from(squad.number)).collect();
    free.retain(|i| own.iter().all(|(_, gunner)| gunner != i));
    let mut heavies: Vec<Heavy> = Vec::new();
    let mut add = |gun: Gun, gunner: u16, mate: Option<u16>| {
        let model = |i: u16| ModelId(first + i);
        let carried = mate.map(|mate| Heavy::carried(gun, id, model(gunner), model(mate)));
        heavies.extend(carried);
    };
    for (gun, gunner) in own {
        add(gun, gunner, free.pop());
    }
    for gun in of_kit(&squad.kit) {
        while free.len() > 1 {
            let gunner = free.remove(0);
            add(gun, gunner, free.pop());
        }
    }
    heavies
}
