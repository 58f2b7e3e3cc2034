//! Who serves a weapon, and what it is worth (OD6-SPW-06 to 16, OD6-Q-54, OD6-Q-55).

use engine::ModelId;
use tabletop::measure;

use crate::options::IdleGunsCount;
use crate::profile::Skill;
use crate::state::{ADJACENT, Heavy, Mount, SquadId, State, body_at};

impl State {
    /// The soldiers of its squad within an inch of a weapon that stands somewhere: any of them
    /// can serve it (OD6-SPW-06, OD6-Q-54).
    pub(super) fn crew_around(&self, heavy: usize) -> impl Iterator<Item = ModelId> + '_ {
        let own = &self.heavies[heavy];
        let spot = match own.mount {
            Mount::Assembled { spot, .. } => Some(spot),
            _ => None,
        };
        let near = move |m: &ModelId| {
            spot.is_some_and(|s| measure::within(&self.body(*m), &body_at(s, false), ADJACENT))
        };
        self.members(own.squad).filter(near)
    }

    /// The weapons a soldier could fire now: places in `State::heavies`. A weapon fires once a
    /// turn, whoever serves it.
    pub fn weapons_served_by(&self, model: ModelId) -> Vec<usize> {
        if self.heavies.is_empty() || self.model(model).fired {
            return Vec::new();
        }
        let serves =
            |i: &usize| !self.heavies[*i].fired && self.crew_around(*i).any(|m| m == model);
        (0..self.heavies.len()).filter(serves).collect()
    }

    /// The second man of a weapon: somebody else within an inch of it who has not fired and is
    /// not fighting, the worst shot first (OD6-SPW-06, 07).
    pub fn loader(&self, heavy: usize, gunner: ModelId) -> Option<ModelId> {
        let free = |m: &ModelId| {
            *m != gunner && !self.model(*m).fired && self.contacts(*m).next().is_none()
        };
        let shot = |m: &ModelId| (self.skill(*m, Skill::Firearms), *m);
        self.crew_around(heavy).filter(free).min_by_key(shot)
    }

    /// How many following-fire weapons a squad has (OD6-SPW-15): all that are neither lost nor
    /// stripped, or only those that could follow up now (OD6-Q-55).
    pub fn following_weapons(&self, squad: SquadId) -> i32 {
        let manned = |i: &usize| self.crew_around(*i).nth(1).is_some();
        let own = |i: &usize| self.heavies[*i].squad == squad && self.heavies[*i].is_there();
        let counts = |i: &usize| match self.agreed.idle_guns_count {
            IdleGunsCount::On => true,
            IdleGunsCount::Off => manned(i),
        };
        (0..self.heavies.len()).filter(|i| own(i) && counts(i)).count() as i32
    }

    /// Whether a squad has a heavy weapon put together (OD6-SPW-16).
    pub fn has_assembled_weapon(&self, squad: SquadId) -> bool {
        let stands = |h: &Heavy| h.squad == squad && matches!(h.mount, Mount::Assembled { .. });
        self.heavies.iter().any(stands)
    }

    /// How a weapon is, in words.
    pub(crate) fn mount_words(&self, heavy: &Heavy) -> String {
        let names = |two: [ModelId; 2]| {
            let [one, other] = two.map(|m| self.name(m));
            format!("{one} and {other}")
        };
        match heavy.mount {
            Mount::Carried(two) => format!("in parts, carried by {}", names(two)),
            Mount::Assembling { crew, .. } => format!("being put together by {}", names(crew)),
            Mount::Assembled { spot, .. } => format!("put together at {spot}"),
            Mount::Dismantling { crew, .. } => format!("being taken apart by {}", names(crew)),
            Mount::Stripped(owner) => format!("without tripod, carried by {}", self.name(owner)),
            Mount::Lost => "lost".to_owned(),
        }
    }
}
