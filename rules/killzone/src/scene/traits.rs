//! What the traits of a figure in a scene say of it.

use engine::book::SceneModel;
use tabletop::fields::plain;
use tabletop::{Length, Vector};

use crate::profile::{Character, Class, GroupId, Order};
use crate::roster;
use crate::state::{Fate, Model};
use crate::vehicles::{Make, MakeKind};

/// What was told of a figure.
#[derive(Clone, Debug)]
pub struct Told {
    /// Who it is; its group is still to be found.
    pub who: Character,
    /// How it is.
    pub model: Model,
    /// The group it was said to be in.
    squad: Option<String>,
    /// Its order, if one was said.
    pub order: Option<Order>,
    /// Who holds it captive.
    pub captor: Option<String>,
    /// The vehicle it is in.
    pub vehicle: Option<String>,
}

impl Told {
    /// The group it belongs to: Heroes and cyborgs are alone, zombies all together.
    pub fn squad(&self) -> String {
        if let Some(name) = &self.squad {
            return name.clone();
        }
        let who = &self.who;
        if who.is_zombie() {
            "zombies".to_owned()
        } else if who.is_hero() || who.is_cyborg() {
            who.name.to_string()
        } else {
            who.side.name().to_owned()
        }
    }
}

/// Reads a figure.
pub fn read(given: &SceneModel) -> Result<Told, String> {
    let class = given.traits.iter().find_map(|text| class_of(text)).unwrap_or(Class::Rebel);
    let mut who = Character::basic(&given.name, given.side, GroupId(0), class);
    let open = given.traits.iter().any(|text| text == "open");
    let mut rest: Vec<&str> = Vec::new();
    for text in &given.traits {
        match make_of(text) {
            Some(kind) => {
                who.class = Class::Vehicle;
                let open = open || kind == MakeKind::Bike;
                who.make = Some(Make { kind, open });
            }
            None if class_of(text).is_some() || text == "open" => (),
            None if roster::apply(&mut who, text)? => (),
            None => rest.push(text),
        }
    }
    let mut told = Told {
        model: Model::fresh(&who),
        who,
        squad: None,
        order: None,
        captor: None,
        vehicle: None,
    };
    told.model.spot = Some(given.spot);
    for text in rest {
        condition(&mut told, text)?;
    }
    Ok(told)
}

fn class_of(text: &str) -> Option<Class> {
    let found = Class::ALL.iter().find(|(_, name)| *name == plain(text));
    found.map(|(class, _)| *class)
}

fn make_of(text: &str) -> Option<MakeKind> {
    MakeKind::ALL.iter().find(|(_, name)| *name == plain(text)).map(|(kind, _)| *kind)
}

fn condition(told: &mut Told, text: &str) -> Result<(), String> {
    let m = &mut told.model;
    let fate = |m: &mut Model, fate: Fate| {
        m.fate = Some(fate);
        m.spot = None;
    };
    match text {
        "suppressed" | "stalled" => m.suppressed = true,
        "acted" => m.acted = true,
        "tried" => m.tried = true,
        "killed" => fate(m, Fate::Killed),
        "left" => fate(m, Fate::Left),
        _ => {
            let (first, value) = text.split_once(' ').unwrap_or((text, ""));
            return said(told, (first, value.trim()), text);
        }
    }
    Ok(())
}

fn said(told: &mut Told, (first, value): (&str, &str), text: &str) -> Result<(), String> {
    let m = &mut told.model;
    let number = || value.parse::<u8>().map_err(|_| format!("'{text}' needs a number"));
    match first {
        "squad" => told.squad = Some(value.to_owned()),
        "order" => {
            let found = Order::ALL.into_iter().find(|order| plain(order.name()) == plain(value));
            told.order = Some(found.ok_or_else(|| format!("there is no order '{value}'"))?);
        }
        "captive" => {
            m.suppressed = true;
            told.captor = value.strip_prefix("of ").map(str::to_owned);
        }
        "taken" => {
            let by = value.strip_prefix("by ").and_then(engine::SideId::named);
            let other = engine::SideId(1 - told.who.side.0.min(1));
            m.fate = Some(Fate::Taken(by.unwrap_or(other)));
            m.spot = None;
        }
        "reload" => {
            let goes = number()?;
            let old = |i: usize| told.who.guns[i].get().reload > 0;
            let guns = m.loads.iter_mut().enumerate().filter(|(i, _)| old(*i));
            guns.for_each(|(_, load)| load.reload = goes);
        }
        "ammo" => {
            let left = number()?;
            m.loads.iter_mut().for_each(|load| load.ammo = left);
        }
        "drives" | "rides" => told.vehicle = Some(value.to_owned()),
        "faces" => m.facing = direction(value)?,
        "moved" => m.driven = value.parse::<Length>()?,
        _ => {
            let hint = roster::suggest(text).map(|near| format!("; did you mean '{near}'?"));
            let hint = hint.unwrap_or_default();
            return Err(format!("'{text}' says nothing about a figure of KillZone{hint}"));
        }
    }
    Ok(())
}

fn direction(name: &str) -> Result<Vector, String> {
    Ok(match name {
        "north" => Vector::new(0, 1),
        "south" => Vector::new(0, -1),
        "west" => Vector::new(-1, 0),
        "east" => Vector::new(1, 0),
        _ => return Err(format!("'{name}' is no direction: north, south, west or east")),
    })
}
