//! Chapter 2: line of sight, the arc, distances and base contact (PUN-MEA, PUN-LOS, PUN-BTB).

mod asked;

use engine::{Clause, ModelId, Refusal};
use tabletop::polygon::point_segment_cmp;
use tabletop::sight::{Gaze, Optics, Sampling, Sightline};
use tabletop::{Body, Extent, Kind, Length, Nature, Spot, Vector, measure};

use crate::profile::ModelRule;
use crate::state::{CONTACT, Models, State};
use crate::terrain;

/// How finely a target is looked at (PUN-G-08).
pub const SAMPLING: Sampling = Sampling::new(COLUMNS as u8, ROWS as u8);
/// Lines side by side.
pub const COLUMNS: usize = 5;
/// Lines one above the other.
pub const ROWS: usize = 8;
/// How many lines must be hidden for Cover (PUN-G-09, PUN-G-10).
pub const HALF: u32 = (COLUMNS * ROWS) as u32 / 2;
/// The bits of all lines.
const ALL: u64 = (1 << (COLUMNS * ROWS)) - 1;

/// A body as a target: lines go to nine tenths of its radius on either side (PUN-G-08).
pub fn silhouette(body: Body) -> Body {
    Body { girth: body.base * 9 / 8, ..body }
}

impl State {
    /// The question of sight on this table.
    pub fn sightline<'a>(&'a self, optics: &'a Optics) -> Sightline<'a> {
        Sightline { table: &self.table, changes: &self.changes, optics, sampling: SAMPLING }
    }

    /// The lines by which a model sees another at some place: in its arc, past scenery and past
    /// other models (PUN-LOS-01, 03, PUN-G-06 to 08).
    pub fn lines(&self, from: ModelId, to: ModelId, target: &Body) -> u64 {
        let own = self.body(from);
        let target = silhouette(*target);
        let mut open = self.in_arc(from, &own, &target);
        if open == 0 {
            return 0;
        }
        open &= self.sightline(&terrain::SIGHT).look(own.eye(), &target).open;
        if open == 0 {
            return 0;
        }
        let gaze = Gaze::new(own.eye(), &target, SAMPLING);
        for other in self.between(from, to, &own, &target) {
            open &= !gaze.met_by(&self.body(other));
            if open == 0 {
                return 0;
            }
        }
        open
    }

    /// The other models near the way between two bodies.
    pub fn between<'a>(
        &'a self,
        from: ModelId,
        to: ModelId,
        own: &Body,
        target: &Body,
    ) -> impl Iterator<Item = ModelId> + 'a {
        let (a, b) = (own.at(), target.at());
        let girth = target.girth;
        self.up().filter(move |m| {
            let near = || {
                let reach = self.who(*m).base + girth;
                point_segment_cmp(self.spot(*m).at, a, b, reach).is_lt()
            };
            *m != from && *m != to && near()
        })
    }

    /// The lines that end in the half plane ahead of a model (PUN-G-06).
    fn in_arc(&self, from: ModelId, own: &Body, target: &Body) -> u64 {
        let facing = self.model(from).facing;
        let off = target.at() - own.at();
        if off == Vector::default() || self.has(from, ModelRule::Sonar) {
            return ALL;
        }
        let across = off.left();
        let length = i128::from(across.squared().isqrt().max(1));
        let (ahead, aside) = (i128::from(facing.dot(off)), i128::from(facing.dot(across)));
        let mut column_bits = 0;
        for c in 0..COLUMNS {
            let n = COLUMNS as i64;
            let offset = i128::from(target.girth.wide() * (2 * c as i64 + 1 - n) / n);
            column_bits |= u64::from(ahead * length + offset * aside >= 0) << c;
        }
        (0..ROWS).fold(0, |bits, row| bits | column_bits << (row * COLUMNS))
    }

    /// Whether a model sees another where it is.
    pub fn sees(&self, from: ModelId, to: ModelId) -> bool {
        self.lines(from, to, &self.body(to)) != 0
    }

    /// Whether scenery leaves any line between two models open, wherever they face.
    pub fn has_line(&self, from: ModelId, to: ModelId) -> bool {
        let target = silhouette(self.body(to));
        self.sightline(&terrain::SIGHT).look(self.body(from).eye(), &target).visible()
    }

    /// Whether a model sees another, or why it does not.
    pub fn line_of_sight(&self, from: ModelId, to: ModelId) -> Result<(), Refusal> {
        if self.sees(from, to) {
            return Ok(());
        }
        let (own, target) = (self.body(from), silhouette(self.body(to)));
        let (name, other) = (self.name(from), self.name(to));
        if self.in_arc(from, &own, &target) == 0 {
            let why = format!("{other} is behind {name}, who sees only what is in front");
            return Err(Refusal::new(Clause("PUN-LOS-01"), why));
        }
        let look = self.sightline(&terrain::SIGHT).look(own.eye(), &target);
        let what = match look.witness.filter(|_| !look.visible()) {
            Some(piece) => self.table.piece(piece).name.as_str(),
            None => "something",
        };
        let why = format!("{name} cannot see {other}: {what} is in the way");
        Err(Refusal::new(Clause("PUN-LOS-03"), why))
    }

    /// Whether the gap between two models is at most so much, base to base in space (PUN-MEA-01,
    /// PUN-G-03).
    pub fn is_within(&self, one: ModelId, other: ModelId, reach: Length) -> bool {
        measure::within_3d(&self.body(one), &self.body(other), reach)
    }

    /// The gap between two models (PUN-G-03).
    pub fn gap(&self, one: ModelId, other: ModelId) -> Length {
        measure::gap_3d(&self.body(one), &self.body(other))
    }

    /// Whether a model at a spot would be in base contact with another: adjacent, neither more
    /// than a model's height above the other (PUN-BTB-01, PUN-G-04), and no wall between
    /// (PUN-Q-64).
    pub fn touches_at(&self, model: ModelId, spot: Spot, other: ModelId) -> bool {
        let there = self.spot(other);
        let reach = self.who(model).base + self.who(other).base + CONTACT;
        let height = self.who(model).height.max(self.who(other).height);
        spot.at.distance_squared(there.at) <= reach.squared()
            && (spot.z - there.z).abs() <= height
            && !self.is_walled_off((model, spot), (other, there))
    }

    /// Whether two models are in base contact.
    pub fn touches(&self, one: ModelId, other: ModelId) -> bool {
        self.touches_at(one, self.spot(one), other)
    }

    /// Whether something higher than half the lower model stands where two bases meet, and above
    /// what the higher one stands on (PUN-Q-64).
    fn is_walled_off(
        &self,
        (model, spot): (ModelId, Spot),
        (other, there): (ModelId, Spot),
    ) -> bool {
        let meeting = spot.at.toward(there.at - spot.at, self.who(model).base);
        let (low, high) = (spot.z.min(there.z), spot.z.max(there.z));
        let half = self.who(model).height.min(self.who(other).height) / 2;
        let around = Extent { low: meeting, high: meeting }.grown(CONTACT);
        let volumes = self.table.volumes();
        let mut near = self.table.volume_grid().near(around).map(|i| &volumes[i]);
        near.any(|v| {
            matches!(v.kind.nature(), Nature::Solid | Nature::Barrier)
                && v.kind != Kind::Hill
                && !terrain::is_screen(v.kind)
                && v.top > low + half
                && v.top > high
                && v.bottom < high + half
                && !v.feature.is_some_and(|f| self.changes.is_gone(f))
                && v.shape.nearer_than(meeting, CONTACT)
        })
    }

    /// The enemies a model is in base contact with.
    pub fn rivals(&self, model: ModelId) -> impl Iterator<Item = ModelId> + '_ {
        self.enemies(model).filter(move |e| self.touches(model, *e))
    }

    /// Whether a model touches an enemy, or any of its pack does (PUN-Q-49).
    pub fn is_engaged(&self, model: ModelId) -> bool {
        self.rivals(model).next().is_some() || self.fellow_is_engaged(model)
    }

    /// Everybody in the same fight: linked through a chain of enemy contacts, in the order of
    /// their numbers (PUN-MAS-02, 03); a pack is in it as a whole (PUN-PAC-05). Nobody if the model is not engaged.
    pub fn fight_of(&self, model: ModelId) -> Models {
        let mut fight: Models = Models::new();
        if !self.is_engaged(model) {
            return fight;
        }
        fight.extend(self.pack_of(model));
        let mut next = 0;
        while next < fight.len() {
            let one = fight[next];
            next += 1;
            for rival in self.rivals(one) {
                if !fight.contains(&rival) {
                    fight.extend(self.pack_of(rival));
                }
            }
        }
        fight.sort_unstable();
        fight
    }

    /// The nearest of some models to one, all that tie (PUN-G-17).
    pub fn nearest(&self, to: ModelId, among: impl Iterator<Item = ModelId>) -> Models {
        let mut best: Option<Length> = None;
        let mut nearest = Models::new();
        for other in among {
            let gap = self.gap(to, other);
            match best {
                Some(known) if gap > known => (),
                Some(known) if gap == known => nearest.push(other),
                _ => {
                    best = Some(gap);
                    nearest.clear();
                    nearest.push(other);
                }
            }
        }
        nearest
    }
}
