//! Chapter 13: Cover from scenery, shields and other models (PUN-COV).

use engine::ModelId;
use smallvec::SmallVec;
use tabletop::polygon::Stretch;
use tabletop::sight::Gaze;
use tabletop::table::Volume;
use tabletop::{Extent, PieceId, Point, Vector, measure};

use crate::gear::{BIKE_COVER, Item, SHIELD_ARMOUR};
use crate::options::ShieldFrontOnly;
use crate::sight::{COLUMNS, HALF, ROWS, SAMPLING, silhouette};
use crate::state::{Models, State};
use crate::terrain;

/// What shelters a target from a shot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shelter {
    /// What it adds to Armour (PUN-COV-02).
    pub value: u8,
    /// What it is, in words.
    pub words: String,
    /// Whether more than one thing covers it (PUN-COV-07).
    pub stacked: bool,
}

impl State {
    /// The Cover of a target from a shooter's eyes: the highest of all, and one more if there are
    /// several (PUN-COV-01, 02, 07).
    pub fn shelter(&self, from: ModelId, to: ModelId) -> Shelter {
        let mut values: SmallVec<[u8; 4]> = SmallVec::new();
        let mut words: SmallVec<[&str; 4]> = SmallVec::new();
        for piece in self.covering_pieces(from, to) {
            let value = self.lore[usize::from(piece.0)].cover;
            if value > 0 {
                values.push(value);
                words.push(&self.table.piece(piece).name);
            }
        }
        if self.is_shielded(from, to) {
            values.push(SHIELD_ARMOUR);
            words.push("shield");
        }
        if self.model(to).items.has(Item::Bike) {
            values.push(BIKE_COVER);
            words.push("bike");
        }
        let Some(best) = values.iter().copied().max() else { return Shelter::default() };
        let stacked = values.len() > 1;
        Shelter { value: best + u8::from(stacked), words: words.join(" and "), stacked }
    }

    /// Whether a target's shield counts against somebody (PUN-EQP-07, PUN-Q-37).
    pub fn is_shielded(&self, from: ModelId, to: ModelId) -> bool {
        let ahead = || {
            let facing = self.model(to).facing;
            measure::in_arc(&self.body(to), facing, &self.body(from), measure::Arc::Front180)
        };
        self.model(to).items.has(Item::Shield)
            && (self.agreed.shield_front_only == ShieldFrontOnly::Off || ahead())
    }

    /// The pieces that hide at least one line to a target, if scenery hides at least half of
    /// them (PUN-G-09).
    fn covering_pieces(&self, from: ModelId, to: ModelId) -> SmallVec<[PieceId; 4]> {
        let (eye, target) = (self.body(from).eye(), silhouette(self.body(to)));
        let look = self.sightline(&terrain::COVER).look(eye, &target);
        let mut pieces: SmallVec<[PieceId; 4]> = SmallVec::new();
        if u32::from(look.hidden()) < HALF {
            return pieces;
        }
        let across = (target.at() - eye.at).left();
        let column = |c: usize| {
            let n = COLUMNS as i64;
            let offset = target.girth.wide() * (2 * c as i64 + 1 - n) / n;
            let own = across.squared().isqrt().max(1);
            target.at() + Vector::new(across.x * offset / own, across.y * offset / own)
        };
        let row = |r: usize| {
            let height = target.height.wide() * (2 * r as i64 + 1) / (2 * ROWS as i64);
            target.feet().wide() + height
        };
        let ends: SmallVec<[Point; COLUMNS]> = (0..COLUMNS).map(column).collect();
        let volumes = self.table.volumes();
        let around = Extent::around(&[eye.at, target.at()]);
        let Some(around) = around.map(|e| e.grown(target.girth)) else { return pieces };
        for volume in self.table.volume_grid().near(around).map(|i| &volumes[i]) {
            let gone = volume.feature.is_some_and(|f| self.changes.is_gone(f));
            let covers = self.lore[usize::from(volume.piece.0)].cover > 0;
            if gone || !covers || pieces.contains(&volume.piece) {
                continue;
            }
            let hides = ends.iter().any(|end| {
                let stretches = volume.shape.chords(eye.at, *end);
                stretches
                    .iter()
                    .any(|s| (0..ROWS).any(|r| runs_through(volume, s, (eye.z.wide(), row(r)))))
            });
            if hides {
                pieces.push(volume.piece);
            }
        }
        pieces
    }

    /// The models in the way of a shot, if they hide at least half of the target (PUN-COV-09,
    /// PUN-G-10).
    pub fn in_the_way(&self, from: ModelId, to: ModelId) -> Models {
        let (own, target) = (self.body(from), silhouette(self.body(to)));
        let gaze = Gaze::new(own.eye(), &target, SAMPLING);
        let mut hidden = 0_u64;
        let mut models = Models::new();
        for other in self.between(from, to, &own, &target) {
            let met = gaze.met_by(&self.body(other));
            if met != 0 {
                hidden |= met;
                models.push(other);
            }
        }
        if hidden.count_ones() >= HALF { models } else { Models::new() }
    }
}

/// Whether a line between two heights runs through a volume on a stretch of it.
fn runs_through(volume: &Volume, stretch: &Stretch, (from, to): (i64, i64)) -> bool {
    let at = |place: tabletop::polygon::Ratio| {
        from + ((i128::from(to - from) * i128::from(place.num())) / i128::from(place.den())) as i64
    };
    let (a, b) = (at(stretch.0), at(stretch.1));
    a.min(b) < volume.top.wide() && a.max(b) > volume.bottom.wide()
}
