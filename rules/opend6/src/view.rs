//! What can be seen of a battle: everything, by everybody.

use engine::view::{ModelView, SideView};
use engine::{ModelId, SideId, View};
use tabletop::{Length, Marker, Point, measure};

use crate::morale::Status;
use crate::profile::{Attribute, Role, Skill};
use crate::state::{BASE, Heavy, LYING, Mount, Pace, Phase, Presence, STANDING, SquadId, State};
use crate::tasks::Task;
use crate::weapons::Gun;

impl State {
    /// The table as everybody sees it.
    pub fn view(&self) -> View {
        let sides = (0..self.forces.len()).map(|i| SideId(i as u8));
        let weapons = self.heavies.iter().filter_map(|heavy| self.weapon_marker(heavy));
        View {
            phase: self.phase_words(),
            zones: self.zones(),
            sides: sides.map(|side| self.side_view(side)).collect(),
            models: self.ids().map(|m| self.model_view(m)).collect(),
            markers: self.changes.markers.iter().cloned().chain(weapons).collect(),
            outcome: self.outcome.clone(),
        }
    }

    /// The turn and the phase.
    pub fn phase_words(&self) -> String {
        let name = match self.phase {
            Phase::Setup => return "deployment".to_owned(),
            Phase::Initiative => "initiative",
            Phase::Movement => "movement",
            Phase::Fire => "fire combat",
            Phase::Assault => "close assault",
            Phase::Morale(_) => "morale",
            Phase::Special => "special actions",
        };
        format!("turn {}, {name}", self.turn)
    }

    fn side_view(&self, side: SideId) -> SideView {
        let squads = self.squad_ids().filter(|s| self.squad(*s).side == side);
        let words: Vec<String> = squads.map(|s| self.squad_words(s)).collect();
        let name = self.forces[side.index()].name.to_string();
        SideView { side, name, standing: words.join("; ") }
    }

    /// `Alpha 7 of 10, shaken`, or `Alpha 10` while nothing has befallen it.
    fn squad_words(&self, squad: SquadId) -> String {
        let own = self.squad(squad);
        let status = match own.presence {
            Presence::Unplaced => return format!("{} to be placed", own.name),
            Presence::Entering(_) => return format!("{} on its way", own.name),
            Presence::Gone => return format!("{} gone", own.name),
            Presence::There => self.status(squad),
        };
        let count = self.head_count(squad);
        let mut words = format!("{} {count}", own.name);
        if count != usize::from(own.strength) {
            words += &format!(" of {}", own.strength);
        }
        if status != Status::Steady {
            words += &format!(", {}", status.name());
        }
        words
    }

    fn weapon_marker(&self, heavy: &Heavy) -> Option<Marker> {
        let (Mount::Assembled { spot, .. } | Mount::Dismantling { spot, .. }) = heavy.mount else {
            return None;
        };
        Some(Marker { name: heavy.gun.name().to_owned(), spot, radius: Length::cents(40) })
    }

    /// A soldier's conditions in single words.
    fn condition_words(&self, model: ModelId) -> Vec<String> {
        let m = self.model(model);
        let squad = self.squad_of(model);
        let there = m.spot.is_some() && self.squad(squad).presence == Presence::There;
        let done = &self.squad(squad).done;
        let status = self.status(squad);
        // The fastest of a squad marks all of it (OD6-MOV-06).
        let pace = if there { self.pace_of(model) } else { m.pace };
        let words = [
            (m.prone, "prone"),
            (m.wounded, "wounded"),
            (m.marked.is_some(), "hit"),
            (self.is_doomed(model), "hit-hard"),
            (pace == Pace::Walked, "fire+1"),
            (done.no_fire || pace == Pace::Ran, "no-fire"),
            (m.charged, "charged"),
            (there && self.is_separated(model), "separated"),
            (there && self.contacts(model).next().is_some(), "in-contact"),
            (status == Status::Shaken, "shaken"),
            (status == Status::Demoralized, "demoralized"),
            (status == Status::Broken, "broken"),
            (m.fate == Some(crate::state::Fate::Incapacitated), "incapacitated"),
            (m.fate == Some(crate::state::Fate::Escaped), "escaped"),
            (m.fate == Some(crate::state::Fate::Fled), "fled"),
            (self.is_carrier(model), "carries-weapon"),
        ];
        words.into_iter().filter(|(holds, _)| *holds).map(|(_, word)| word.to_owned()).collect()
    }

    /// Whether a squad has had its go in this phase: in phases without goes nobody has.
    fn has_acted(&self, squad: SquadId) -> bool {
        let done = &self.squad(squad).done;
        let charges = |task: &Task| matches!(task, Task::Charge(c) if c.squad == squad);
        match self.phase {
            Phase::Movement => done.activated && !self.tasks.iter().any(charges),
            Phase::Fire => done.picked || done.fired || done.no_fire,
            _ => false,
        }
    }

    fn model_view(&self, model: ModelId) -> ModelView {
        let (who, m) = (self.who(model), self.model(model));
        let range = |gun: &Gun| Length::inches(i32::from(gun.line().ranges[2]));
        ModelView {
            model,
            name: who.name.to_string(),
            side: who.side,
            spot: m.spot,
            facing: Some(m.facing),
            squad: Some(self.squad_name(who.squad).to_owned()),
            base: BASE.um(),
            height: if m.prone { LYING.um() } else { STANDING.um() },
            wounds: (u8::from(m.wounded), 2),
            conditions: self.condition_words(model),
            gone: m.fate.is_some(),
            acted: self.has_acted(who.squad),
            ranges: who.guns.iter().map(|gun| (gun.name().to_owned(), range(gun))).collect(),
            card: self.card(model),
        }
    }

    /// Lines of label and value about a soldier.
    fn card(&self, model: ModelId) -> Vec<(String, String)> {
        let (who, squad) = (self.who(model), self.squad(self.squad_of(model)));
        let role = match who.role {
            Role::Ordinary => "soldier",
            Role::Commander => "commander",
            Role::Specialist => "specialist",
        };
        let line = |label: &str, value: String| (label.to_owned(), value);
        let mut card = vec![
            line("Squad", format!("{}, {}", squad.name, squad.quality.name())),
            line("Role", role.to_owned()),
            line("Morale", format!("{}, {}", squad.morale, self.status(who.squad).name())),
            line("Walk/Run", format!("{}/{}", who.walk_rate(), who.run_rate())),
        ];
        let origin = Point::default();
        let faces = measure::compass(origin, origin + self.model(model).facing);
        card.extend(faces.map(|wind| line("Faces", wind.to_string())));
        let attributes = [Attribute::Agility, Attribute::Perception, Attribute::Strength];
        card.extend(attributes.map(|a| line(a.short(), self.attribute(model, a).to_string())));
        let skills = [
            Skill::Firearms,
            Skill::Throwing,
            Skill::Brawling,
            Skill::MeleeCombat,
            Skill::Gunnery,
            Skill::Command,
        ];
        card.extend(skills.map(|s| line(s.name(), self.skill(model, s).to_string())));
        card.extend(who.guns.iter().map(|gun| line(gun.name(), gun.words())));
        let strength = self.striking_strength(model);
        card.extend(who.blade.iter().map(|b| line(b.name(), b.words(strength))));
        let served = self.heavies.iter().filter(|heavy| heavy.gunner == model);
        card.extend(served.map(|heavy| line(heavy.gun.name(), self.mount_words(heavy))));
        let thrown = [(Gun::Grenade, self.model(model).grenades)];
        let thrown =
            thrown.into_iter().chain([(Gun::PlasticExplosives, self.model(model).plastics)]);
        let thrown = thrown.filter(|(_, left)| *left > 0);
        card.extend(thrown.map(|(gun, left)| line(gun.name(), format!("{left} left"))));
        card
    }
}

impl Status {
    /// In words.
    pub const fn name(self) -> &'static str {
        match self {
            Status::Broken => "broken",
            Status::Demoralized => "demoralized",
            Status::Shaken => "shaken",
            Status::Steady => "steady",
        }
    }
}
