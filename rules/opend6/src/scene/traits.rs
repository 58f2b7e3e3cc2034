//! What a `given` line says of a soldier.

use engine::SideId;
use engine::book::SceneModel;
use tabletop::Vector;
use tabletop::fields::nearest;

use crate::profile::{Attribute, Quality, Role, Skill, Soldier};
use crate::state::{Fate, Hurt, Model, Pace, SquadId};
use crate::weapons::{Blade, Gun};

/// A soldier with what is said of him.
pub(super) struct Told {
    pub(super) soldier: Soldier,
    pub(super) model: Model,
    pub(super) role: Option<Role>,
    pub(super) quality: Option<Quality>,
}

/// Reads a soldier; his squad is added to the names if it is new.
pub(super) fn read(given: &SceneModel, squads: &mut Vec<(String, SideId)>) -> Result<Told, String> {
    let said = |t: &String| t.strip_prefix("squad ").map(str::to_owned);
    let usual = || {
        let side = given.side.name();
        side[..1].to_uppercase() + &side[1..]
    };
    let squad = given.traits.iter().find_map(said).unwrap_or_else(usual);
    let soldier = plain_soldier(given, squad_number(squads, &squad, given.side)?);
    let model = super::plain_model(&soldier, given.spot);
    let mut told = Told { soldier, model, role: None, quality: None };
    // Attributes come first, because skills start from them.
    let (attributes, rest): (Vec<&String>, Vec<&String>) =
        given.traits.iter().partition(|t| attribute(t).is_some());
    for (which, value) in attributes.iter().filter_map(|t| attribute(t)) {
        told.set_attribute(which, value);
    }
    for text in rest {
        told.read_trait(text)?;
    }
    told.model.grenades = told.soldier.grenades;
    told.model.plastics = told.soldier.plastics;
    Ok(told)
}

fn squad_number(
    squads: &mut Vec<(String, SideId)>,
    name: &str,
    side: SideId,
) -> Result<SquadId, String> {
    match squads.iter().position(|(known, _)| known == name) {
        Some(i) if squads[i].1 == side => Ok(SquadId(i as u8)),
        Some(_) => Err(format!("the squad {name} cannot be on both sides")),
        None => {
            squads.push((name.to_owned(), side));
            Ok(SquadId(squads.len() as u8 - 1))
        }
    }
}

/// Agility 3 and 2 of everything else, Move 10, no training and no weapons.
fn plain_soldier(given: &SceneModel, squad: SquadId) -> Soldier {
    let attributes = [3, 2, 2, 2, 2, 2];
    Soldier {
        name: given.name.as_str().into(),
        side: given.side,
        squad,
        role: Role::Ordinary,
        attributes,
        bare_strength: 2,
        skills: Skill::ALL.map(|s| attributes[s.attribute() as usize]),
        movement: 10,
        guns: [].into_iter().collect(),
        blade: None,
        grenades: 0,
        plastics: 0,
    }
}

/// `STR 3`.
fn attribute(text: &str) -> Option<(Attribute, u8)> {
    let (name, value) = text.split_once(' ')?;
    let which = Attribute::ALL.into_iter().find(|a| a.short() == name)?;
    Some((which, value.parse().ok()?))
}

/// A gun by its name.
pub(super) fn gun(name: &str) -> Option<Gun> {
    Gun::ALL.iter().copied().find(|g| g.name().eq_ignore_ascii_case(name))
}

/// A direction: a point of the compass, or `x;y`, as commas part traits.
pub(super) fn facing(text: &str) -> Result<Vector, String> {
    let part = |text: &str| text.trim().parse::<i64>().ok();
    let known = match text {
        "north" => Some((0, 1)),
        "north-east" => Some((1, 1)),
        "east" => Some((1, 0)),
        "south-east" => Some((1, -1)),
        "south" => Some((0, -1)),
        "south-west" => Some((-1, -1)),
        "west" => Some((-1, 0)),
        "north-west" => Some((-1, 1)),
        other => other.split_once(';').and_then(|(x, y)| Some((part(x)?, part(y)?))),
    };
    let (x, y) =
        known.ok_or_else(|| format!("'{text}' is no direction; try north-east, or 2;1"))?;
    Ok(Vector::new(x, y))
}

impl Told {
    fn set_attribute(&mut self, which: Attribute, value: u8) {
        self.soldier.attributes[which as usize] = value;
        if which == Attribute::Strength {
            self.soldier.bare_strength = value;
        }
        for skill in Skill::ALL.into_iter().filter(|s| s.attribute() == which) {
            self.soldier.skills[skill as usize] = value;
        }
    }

    fn read_trait(&mut self, text: &str) -> Result<(), String> {
        let known = self.read_state(text)
            || self.read_weapon(text)
            || self.read_number(text)
            || text.starts_with("squad ");
        if let Some(to) = text.strip_prefix("faces ") {
            self.model.facing = facing(to)?;
            return Ok(());
        }
        if known { Ok(()) } else { Err(unknown(text)) }
    }

    /// How he is: `prone`, `wounded`, `commander`, `veteran`.
    fn read_state(&mut self, text: &str) -> bool {
        let model = &mut self.model;
        match text {
            "prone" => model.prone = true,
            "wounded" => (model.wounded, model.prone) = (true, true),
            "wounded standing" => model.wounded = true,
            "marked wounded" => model.marked = Some(Hurt::Wound),
            "marked incapacitated" => model.marked = Some(Hurt::Incapacitated),
            "walked" => model.pace = Pace::Walked,
            "ran" => model.pace = Pace::Ran,
            "charged" => (model.charged, model.pace) = (true, Pace::Ran),
            "fired" => model.fired = true,
            "incapacitated" => (model.fate, model.spot) = (Some(Fate::Incapacitated), None),
            "escaped" => (model.fate, model.spot) = (Some(Fate::Escaped), None),
            "commander" => self.role = Some(Role::Commander),
            "ordinary" => self.role = Some(Role::Ordinary),
            "specialist" => {
                self.role = Some(Role::Specialist);
                self.soldier.role = Role::Specialist;
            }
            "average" => self.quality = Some(Quality::Average),
            "veteran" => self.quality = Some(Quality::Veteran),
            "elite" => self.quality = Some(Quality::Elite),
            _ => return false,
        }
        true
    }

    fn read_weapon(&mut self, text: &str) -> bool {
        match gun(text) {
            Some(Gun::Grenade) => self.soldier.grenades += 1,
            Some(Gun::PlasticExplosives) => self.soldier.plastics += 1,
            Some(gun) => self.soldier.guns.push(gun),
            None => {
                let blade = Blade::ALL.iter().find(|b| b.name().eq_ignore_ascii_case(text));
                self.soldier.blade = blade.copied().or(self.soldier.blade);
                return blade.is_some();
            }
        }
        true
    }

    /// `firearms 5`, `Move 10`, `bare STR 2`, `grenades 3`.
    fn read_number(&mut self, text: &str) -> bool {
        let Some((name, value)) = text.rsplit_once(' ') else { return false };
        let Ok(value) = value.parse::<u8>() else { return false };
        let skill = Skill::ALL.into_iter().find(|s| s.name() == name);
        match (name, skill) {
            (_, Some(skill)) => self.soldier.skills[skill as usize] = value,
            ("Move", _) => self.soldier.movement = value,
            ("bare STR", _) => self.soldier.bare_strength = value,
            ("grenades", _) => self.soldier.grenades = value,
            ("plastics", _) => self.soldier.plastics = value,
            _ => return false,
        }
        true
    }
}

fn unknown(text: &str) -> String {
    let names = Gun::ALL.iter().map(|g| g.name()).chain(Blade::ALL.iter().map(|b| b.name()));
    let all: Vec<&str> = names.chain(Skill::ALL.map(Skill::name)).collect();
    let hint = nearest(text, all.iter().copied());
    let hint = hint.map(|s| format!("; did you mean '{s}'?")).unwrap_or_default();
    format!("'{text}' says nothing about a soldier{hint}")
}
