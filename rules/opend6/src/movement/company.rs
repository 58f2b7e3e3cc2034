//! Whom a soldier passes and where he may stop: enemies, friends, footing, staying together
//! (OD6-MOV-12 to 17, OD6-SQD-04).

use engine::{Clause, ModelId, Refusal};
use smallvec::SmallVec;
use tabletop::polygon::point_segment_cmp;
use tabletop::{Body, Kind, Length, Spot, measure};

use crate::assault::MOST;
use crate::morale::Status;
use crate::options::ThroughFriends;
use crate::profile::Role;
use crate::squads::chained;
use crate::state::{BASE, CONTACT, Models, SquadId, State, body_at};

/// How much nearer to an enemy counts as nearer (OD6-GEO-17).
const HAIR: Length = Length::cents(10);

/// Where each of some soldiers ends.
pub type Ends = SmallVec<[(ModelId, Spot); 10]>;

impl State {
    /// Whether a soldier is held by an enemy who touches him (OD6-MOV-12).
    pub fn is_held(&self, model: ModelId) -> bool {
        self.contacts(model).next().is_some()
    }

    /// The enemies of the squads that a squad is fighting (OD6-MOV-13).
    pub fn fighting(&self, squad: SquadId) -> Models {
        let mut squads: SmallVec<[SquadId; 4]> = SmallVec::new();
        for member in self.members(squad) {
            squads.extend(self.contacts(member).map(|enemy| self.squad_of(enemy)));
        }
        self.enemies(self.squad(squad).side)
            .filter(|m| squads.contains(&self.squad_of(*m)))
            .collect()
    }

    /// The same way on the ground: places that nothing carries at the height that was given are
    /// taken to be on the ground below or above.
    pub fn on_ground(&self, path: &[Spot]) -> Vec<Spot> {
        let grounded = |spot: &Spot| match self.table.carries(spot.at, spot.z) {
            true => *spot,
            false => spot.at.at_height(self.table.ground_height(spot.at)),
        };
        let rest = path.iter().skip(1).map(grounded);
        path.iter().take(1).copied().chain(rest).collect()
    }

    /// Judges whom a soldier passes and comes near on his way, and where he stops; his own squad
    /// moves with him and is judged by [`State::check_together`]. `fought` are the enemies of a
    /// squad in close assault: only those may be touched.
    pub fn check_company(
        &self,
        model: ModelId,
        path: &[Spot],
        (prone, fought): (bool, &[ModelId]),
    ) -> Result<(), Refusal> {
        let (Some(start), Some(end)) = (path.first(), path.last()) else { return Ok(()) };
        if path.len() < 2 || start == end && path.len() == 2 {
            return Ok(());
        }
        self.check_enemies(model, path, fought)?;
        self.check_footing(model, path, prone)?;
        self.check_friends(model, path)?;
        if !fought.is_empty() {
            self.check_directly(model, path, fought)?;
        }
        if self.status(self.squad_of(model)) == Status::Demoralized {
            self.check_timid(model, path)?;
        }
        Ok(())
    }

    /// Contact with an enemy comes from charging only, and nobody moves through enemies
    /// (OD6-MOV-17, OD6-Q-18, OD6-Q-19).
    fn check_enemies(
        &self,
        model: ModelId,
        path: &[Spot],
        fought: &[ModelId],
    ) -> Result<(), Refusal> {
        let end = body_at(*path.last().unwrap_or(&Spot::default()), self.model(model).prone);
        for enemy in self.enemies(self.side(model)) {
            let body = self.body(enemy);
            let known = fought.contains(&enemy);
            let gap = if known { Length::micrometres(-1) } else { CONTACT };
            let touched = !known && self.touch(&end, &body);
            if touched || passes(path, &body, gap) {
                let name = self.name(enemy);
                let (clause, why) = match (known, touched) {
                    (true, _) => ("OD6-Q-19", format!("{name} is in the way")),
                    (_, true) => (
                        "OD6-MOV-17",
                        format!("{name} is too near: only a charge leads to contact"),
                    ),
                    _ => ("OD6-Q-18", format!("the way leads past {name} so near that they touch")),
                };
                return Err(Refusal::new(Clause(clause), why));
            }
        }
        Ok(())
    }

    /// Friends of other squads let one another through, but nobody stops on somebody's base
    /// (OD6-Q-19).
    fn check_friends(&self, model: ModelId, path: &[Spot]) -> Result<(), Refusal> {
        let (side, squad) = (self.side(model), self.squad_of(model));
        let end = &path[path.len() - 1..];
        let part = match self.agreed.through_friends {
            ThroughFriends::On => end,
            ThroughFriends::Off => path,
        };
        let others =
            self.standing().filter(|m| self.side(*m) == side && self.squad_of(*m) != squad);
        for other in others {
            if passes(part, &self.body(other), Length::micrometres(-1)) {
                let why = format!("{} is in the way", self.name(other));
                return Err(Refusal::new(Clause("OD6-Q-19"), why));
            }
        }
        Ok(())
    }

    /// A way bends and ends only where a soldier can stand: on the ground, on floors and roofs,
    /// not on top of walls and crates, all of his base on the table.
    fn check_footing(&self, model: ModelId, path: &[Spot], prone: bool) -> Result<(), Refusal> {
        let refuse = |why: String| Err(Refusal::new(Clause("OD6-GEO-13"), why));
        for spot in path.iter().skip(1) {
            if !self.table.carries(spot.at, spot.z) || self.is_on_top(*spot) {
                return refuse(format!("nobody can stand at {spot}"));
            }
        }
        let Some(end) = path.last() else { return Ok(()) };
        if !measure::on_table(&self.table, &body_at(*end, prone)) {
            return refuse("all of the base must be on the table".to_owned());
        }
        match self.stander(model, prone).stands(*end) {
            Ok(()) => Ok(()),
            Err(trouble) => refuse(format!("{} cannot stop at {end}: {trouble}", self.name(model))),
        }
    }

    /// Whether a place is on top of something that nobody stands on.
    fn is_on_top(&self, spot: Spot) -> bool {
        if spot.z == self.table.ground_height(spot.at) {
            return false;
        }
        let under = |s: &&tabletop::table::Surface| s.z == spot.z && s.shape.contains(spot.at);
        let kind = |s: &tabletop::table::Surface| self.table.piece(s.piece).kind;
        let floor = |s| matches!(kind(s), Kind::Floor | Kind::Building | Kind::Hill);
        !self.table.surfaces().iter().filter(under).any(floor)
    }

    /// Those of a squad in close assault who are not in contact move straight toward an enemy
    /// whom their squad is fighting, or not at all (OD6-MOV-13).
    fn check_directly(
        &self,
        model: ModelId,
        path: &[Spot],
        fought: &[ModelId],
    ) -> Result<(), Refusal> {
        let (start, end) = (path[0], path[path.len() - 1]);
        let straight = path.windows(2).all(|leg| {
            let (all, part) = (end.at - start.at, leg[1].at - leg[0].at);
            all.dot(part) >= 0 && all.cross(part) == 0
        });
        let aims = |enemy: &ModelId| {
            let to = self.spot(*enemy).at - start.at;
            let along = end.at - start.at;
            let aside = i128::from(along.cross(to));
            let reach = i128::from(BASE.squared()) * i128::from(along.squared());
            along.dot(to) > 0 && aside * aside <= reach
        };
        if straight && fought.iter().any(aims) {
            return Ok(());
        }
        let why = format!(
            "the squad is in close assault: {} can only go straight toward an enemy it fights",
            self.name(model)
        );
        Err(Refusal::new(Clause("OD6-MOV-13"), why))
    }

    /// Demoralized soldiers do not get nearer to an enemy they see (OD6-MOV-14, OD6-GEO-17).
    fn check_timid(&self, model: ModelId, path: &[Spot]) -> Result<(), Refusal> {
        let start = path[0].at;
        for enemy in self.enemies(self.side(model)) {
            let at = self.spot(enemy).at;
            let limit = start.distance(at) - HAIR;
            let nearer = |spot: &Spot| spot.at.distance(at) < limit;
            if path.iter().any(nearer) && self.sees(model, enemy) {
                let who = self.name(enemy);
                let why = format!("the squad is demoralized and may not get nearer to {who}");
                return Err(Refusal::new(Clause("OD6-MOV-14"), why));
            }
        }
        Ok(())
    }

    /// Judges where the soldiers of a squad end: on no other's base, and in touch with each
    /// other (OD6-SQD-04). Whoever cannot keep up may be left behind, but does not go away.
    pub fn check_together(&self, squad: SquadId, ends: &[(ModelId, Spot)]) -> Result<(), Refusal> {
        let all: Ends = self.members(squad).map(|m| (m, end_of(m, ends, self.spot(m)))).collect();
        for (i, (one, at)) in all.iter().enumerate() {
            for (other, place) in &all[i + 1..] {
                // Whoever stays where he is stays, even on top of somebody who fell there.
                let moved = |m: &ModelId| end_of(*m, ends, self.spot(*m)) != self.spot(*m);
                let level = (at.z - place.z).abs() < crate::state::STANDING;
                let close = at.at.distance_squared(place.at) < (BASE + BASE).squared();
                if level && close && (moved(one) || moved(other)) {
                    let why = format!("{} and {} in one place", self.name(*one), self.name(*other));
                    return Err(Refusal::new(Clause("OD6-Q-19"), why));
                }
            }
        }
        self.check_beset(squad, ends, &all)?;
        self.check_linked(squad, ends, &all)
    }

    /// Nobody goes where he would be the fourth in contact with one enemy (OD6-CAS-02).
    fn check_beset(
        &self,
        squad: SquadId,
        ends: &[(ModelId, Spot)],
        all: &[(ModelId, Spot)],
    ) -> Result<(), Refusal> {
        for (model, end) in ends.iter().filter(|(m, end)| self.spot(*m) != *end) {
            for enemy in self.enemies(self.side(*model)) {
                let body = self.body(enemy);
                let beside = |spot: Spot| self.touch(&body_at(spot, false), &body);
                if !beside(*end) {
                    continue;
                }
                let own = all.iter().filter(|(_, spot)| beside(*spot)).count();
                let others = self.contacts(enemy).filter(|m| self.squad_of(*m) != squad).count();
                if own + others > MOST {
                    let name = self.name(enemy);
                    let why = format!("there is no room beside {name}: three fight him at most");
                    return Err(Refusal::new(Clause("OD6-CAS-02"), why));
                }
            }
        }
        Ok(())
    }

    fn check_linked(
        &self,
        squad: SquadId,
        ends: &[(ModelId, Spot)],
        all: &[(ModelId, Spot)],
    ) -> Result<(), Refusal> {
        let core = self.core(squad);
        let leads = |m: &&ModelId| self.who(**m).role == Role::Commander;
        let Some(anchor) = core.iter().find(leads).or(core.first()) else { return Ok(()) };
        let linked = self.linked(*anchor, all);
        let gap = |from: Spot| {
            let to = |m: &ModelId| end_of(*m, all, self.spot(*m)).at.distance_squared(from.at);
            linked.iter().map(to).min()
        };
        // Those who cannot keep up, or have lost touch already, do not get farther away.
        let excused = |m: ModelId, end: Spot| {
            (self.is_slow(m) || !core.contains(&m)) && gap(end) <= gap(self.spot(m))
        };
        let lost = |(m, end): &&(ModelId, Spot)| !linked.contains(m) && !excused(*m, *end);
        match ends.iter().find(lost) {
            None => Ok(()),
            Some((lost, _)) => {
                let why = format!("{} would lose touch with the squad", self.name(*lost));
                Err(Refusal::new(Clause("OD6-SQD-04"), why))
            }
        }
    }

    /// Whether a soldier cannot keep up with others, so that they may leave him behind.
    fn is_slow(&self, model: ModelId) -> bool {
        let m = self.model(model);
        m.wounded || m.prone || self.is_carrier(model)
    }

    /// Those who are in touch with somebody once all are where they want to be.
    pub fn linked(&self, from: ModelId, all: &[(ModelId, Spot)]) -> Models {
        let body = |m: ModelId| body_at(end_of(m, all, self.spot(m)), false);
        let in_touch = |one: ModelId, other: ModelId| {
            measure::within(&body(one), &body(other), self.reach_between(one, other))
        };
        let others = all.iter().map(|(m, _)| *m).filter(|m| *m != from).collect();
        chained(from, others, in_touch)
    }
}

/// Where somebody ends, or where he is.
fn end_of(model: ModelId, ends: &[(ModelId, Spot)], here: Spot) -> Spot {
    ends.iter().find(|(known, _)| *known == model).map_or(here, |(_, spot)| *spot)
}

/// Whether a base on a way comes as near to another as so; touching is as near as nothing.
pub(crate) fn passes(path: &[Spot], other: &Body, gap: Length) -> bool {
    let apart = BASE + other.base + gap;
    let level = |spot: &Spot| (spot.z - other.feet()).abs() < crate::state::STANDING;
    let near = |a: Spot, b: Spot| {
        (level(&a) || level(&b)) && point_segment_cmp(other.at(), a.at, b.at, apart).is_le()
    };
    match path {
        [only] => near(*only, *only),
        _ => path.windows(2).any(|leg| near(leg[0], leg[1])),
    }
}
