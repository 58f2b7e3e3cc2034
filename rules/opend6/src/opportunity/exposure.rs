//! How much of a move a squad sees, and when it fires (OD6-OPF-06, 14, OD6-GEO-16).
//!
//! All who move are thought to set off and arrive together. The move is looked at in moments
//! about an inch apart, beginning and halfway and end included; a stretch between two moments is
//! in sight as far as its ends are.

use engine::ModelId;
use smallvec::SmallVec;
use tabletop::{Length, Spot};

use super::{Missing, Shot, Window};
use crate::fire::Occasion;
use crate::movement::length_of;
use crate::state::{Models, Pace, SquadId, State};

/// How much of his way must be in sight of those who fire at a soldier.
const SEEN: Length = Length::inches(2);

/// Somebody who moves, while the move is looked at.
struct Mover<'w> {
    model: ModelId,
    path: &'w [Spot],
    length: Length,
    /// In which moments he is seen, as far as that has been looked at.
    seen: SmallVec<[Option<bool>; 16]>,
}

/// A move as a squad watches it.
struct Watch<'w> {
    movers: Vec<Mover<'w>>,
    /// Those of the squad who may fire at all.
    eyes: Models,
    /// Whether nobody of those who move was to go more than two inches.
    short: bool,
    /// The number of the last moment; the first is nought.
    last: usize,
    /// Where all are in each moment, as far as that has been looked at.
    places: Vec<Option<Places>>,
    /// The moment in which they have been put where they are.
    now: Option<usize>,
    /// Whether somebody is told what is missing for a shot, so that sight comes before arcs.
    told: bool,
}

type Places = SmallVec<[Spot; 10]>;

impl State {
    /// The shot of a squad at a move, if it sees enough of it: at the halfway point, or, if
    /// that is out of sight, where it last saw anybody (OD6-OPF-14). What is missing is right
    /// only where it is `told`: to find out whether there is a shot, arcs come before sight,
    /// because they are cheap.
    pub(super) fn line_up(
        &mut self,
        window: &Window,
        squad: SquadId,
        told: bool,
    ) -> Result<Shot, Missing> {
        let eyes = self.watchers(squad);
        let mut watch = self.watch(window, eyes, told).ok_or(Missing::Sight)?;
        if !told && !self.may_come_into_arc(squad, &watch.movers.iter().map(|m| m.path)) {
            return Err(Missing::Arc);
        }
        let kept: Vec<(ModelId, Option<Spot>)> =
            watch.movers.iter().map(|m| (m.model, self.model(m.model).spot)).collect();
        let shot = self.find_shot(&mut watch, (squad, window.squad));
        for (model, spot) in kept {
            self.model_mut(model).spot = spot;
        }
        shot
    }

    /// Those of a squad who could fire if they saw anybody: soldiers in contact never do
    /// (OD6-Q-88), nor do those who went back to their squad (OD6-OPF-01).
    fn watchers(&self, squad: SquadId) -> Models {
        let armed = |m: &ModelId| {
            !self.who(*m).guns.is_empty() || self.heavies.iter().any(|heavy| heavy.squad == squad)
        };
        let still = |m: &ModelId| self.model(*m).pace == Pace::Still && !self.is_held(*m);
        self.members(squad).filter(armed).filter(still).collect()
    }

    fn watch<'w>(&self, window: &'w Window, eyes: Models, told: bool) -> Option<Watch<'w>> {
        if eyes.is_empty() {
            return None;
        }
        let going = window.paths.iter().filter(|(m, _)| !window.is_down(self, *m));
        let movers = going.map(|(model, path)| (*model, path.as_slice(), length_of(path)));
        let movers: Vec<_> = movers.filter(|(_, _, length)| *length > Length::ZERO).collect();
        let longest = movers.iter().map(|(_, _, length)| *length).max()?;
        // An even number of steps, so that one moment is halfway.
        let last = 2 * (longest.wide() as usize).div_ceil(SEEN.wide() as usize);
        let mover = |(model, path, length)| Mover {
            model,
            path,
            length,
            seen: SmallVec::from_elem(None, last + 1),
        };
        let movers = movers.into_iter().map(mover).collect();
        let places = vec![None; last + 1];
        let short = window.paths.iter().all(|(_, path)| length_of(path) <= SEEN);
        Some(Watch { movers, eyes, short, last, places, now: None, told })
    }

    fn find_shot(
        &mut self,
        watch: &mut Watch<'_>,
        (squad, target): (SquadId, SquadId),
    ) -> Result<Shot, Missing> {
        let half = watch.last / 2;
        let others = (0..=watch.last).rev().filter(|moment| *moment != half);
        // Where nobody is told, or they are hard to see, it is worth asking first whether anybody
        // who faces them sees them at all.
        if !watch.told && !self.is_shown_to(watch, squad) {
            return Err(Missing::Arc);
        }
        let mut moment = None;
        for candidate in [half].into_iter().chain(others) {
            if watch.told && candidate == watch.last && !self.is_shown_to(watch, squad) {
                return Err(Missing::Arc);
            }
            if (0..watch.movers.len()).any(|i| self.is_seen(watch, i, candidate)) {
                moment = Some(candidate);
                break;
            }
        }
        let moment = moment.ok_or(Missing::Sight)?;
        if !watch.told && !self.is_shown_at(watch, squad, moment) {
            return Err(Missing::Arc);
        }
        let mut among = Models::new();
        for i in 0..watch.movers.len() {
            if self.is_exposed(watch, i) {
                among.push(watch.movers[i].model);
            }
        }
        if among.is_empty() {
            return Err(Missing::Sight);
        }
        self.place_all(watch, moment);
        let places =
            watch.movers.iter().map(|mover| (mover.model, self.spot(mover.model))).collect();
        let firers = self.firers(squad, target, Occasion::Opportunity, Some(&among));
        match firers.is_empty() {
            true => Err(Missing::Arc),
            false => Ok(Shot { squad, target, among, places }),
        }
    }

    /// Whether anybody of a squad has one who moves in arc and sight at any moment.
    fn is_shown_to(&mut self, watch: &mut Watch<'_>, squad: SquadId) -> bool {
        // From halfway on, where they are likeliest to be seen.
        let half = watch.last / 2;
        let mut moments = (half..=watch.last).chain(0..half);
        moments.any(|moment| self.is_shown_at(watch, squad, moment))
    }

    /// Whether anybody of a squad has one who moves in arc and sight at a moment.
    fn is_shown_at(&mut self, watch: &mut Watch<'_>, squad: SquadId, moment: usize) -> bool {
        let movers: Models = watch.movers.iter().map(|mover| mover.model).collect();
        self.place_all(watch, moment);
        self.has_anybody_in_arc(squad, &movers)
    }

    /// Whether enough of somebody's way is in sight: two inches, or all of it where the squad goes
    /// no farther than that.
    fn is_exposed(&mut self, watch: &mut Watch<'_>, i: usize) -> bool {
        let (length, last) = (watch.movers[i].length, watch.last as i32);
        let wanted = if watch.short { length } else { SEEN };
        let wanted = i64::from(wanted.um()) * 2 * i64::from(last);
        let mut seen = 0;
        // From halfway outward, where he is likeliest to be seen.
        let half = watch.last / 2;
        let steps = (0..half).flat_map(|n| [half + n, half - 1 - n]);
        for step in steps {
            let ends = [self.is_seen(watch, i, step), self.is_seen(watch, i, step + 1)];
            let share = ends.iter().filter(|seen| **seen).count() as i64;
            seen += share * i64::from(length.um());
            if seen >= wanted {
                return true;
            }
        }
        false
    }

    /// Whether any of those who watch sees somebody in a moment of the move.
    fn is_seen(&mut self, watch: &mut Watch<'_>, i: usize, moment: usize) -> bool {
        if let Some(known) = watch.movers[i].seen[moment] {
            return known;
        }
        self.place_all(watch, moment);
        let model = watch.movers[i].model;
        let seer = watch.eyes.iter().position(|eye| self.sees(*eye, model));
        if let Some(seer) = seer {
            // Whoever sees one of them is likely to see the next.
            watch.eyes.swap(0, seer);
        }
        watch.movers[i].seen[moment] = Some(seer.is_some());
        seer.is_some()
    }

    /// Puts all who move where they are in a moment.
    fn place_all(&mut self, watch: &mut Watch<'_>, moment: usize) {
        if watch.now == Some(moment) {
            return;
        }
        let (movers, last) = (&watch.movers, watch.last as i64);
        let at = |mover: &Mover<'_>| {
            let part = mover.length.wide() * moment as i64 / last;
            self.spot_along(mover.model, mover.path, Length::saturating(part))
        };
        let places = watch.places[moment].get_or_insert_with(|| movers.iter().map(at).collect());
        for (mover, spot) in movers.iter().zip(places.iter()) {
            self.models[mover.model.index()].spot = Some(*spot);
        }
        watch.now = Some(moment);
    }

    /// Puts all who go on back to where they set off, once everybody has fired.
    pub(super) fn put_back(&mut self, window: &Window) {
        for (model, path) in &window.paths {
            if !window.is_down(self, *model) {
                self.model_mut(*model).spot = path.first().copied();
            }
        }
    }
}
