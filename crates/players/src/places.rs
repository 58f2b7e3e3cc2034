//! Places worth going to, found by geometry: those that change who sees whom, how far away the
//! enemies are, and how near one's friends. Places that change the same things are one place.

use std::collections::BTreeSet;

use engine::ids::ModelId;
use engine::position::Position;
use engine::question::Ask;
use engine::view::{ModelView, View};
use tabletop::{Length, Spot, Vector};

/// Of all places within reach so many are looked at closely.
const LOOKED_AT: usize = 36;
/// Enemies that are looked at from each place, the nearest first.
const MOST_ENEMIES: usize = 4;
/// Distances are told apart by so much.
const BAND: Length = Length::inches(4);

/// What a place changes: for each enemy whether it is seen, the verdict on the line and how far
/// away it is.
type Signature = Vec<(ModelId, bool, String, i64)>;

/// Ways to places that differ in what matters, for a model that is asked for its path.
pub(crate) fn worth_going(
    position: &dyn Position,
    ask: &Ask,
    start: Spot,
    most: usize,
) -> Vec<Vec<Spot>> {
    let view = position.view();
    let Some(model) = ask.about.or_else(|| standing_at(&view, position, start)) else {
        return Vec::new();
    };
    let stands: Vec<Spot> = position.stands().into_iter().map(|stand| stand.spot).collect();
    let mut known: BTreeSet<Signature> = BTreeSet::new();
    let mut ways = Vec::new();
    for spot in thinned(&stands, &view, position) {
        let signature = signature(position, &view, model, spot);
        if !known.insert(signature) {
            continue;
        }
        ways.extend(position.way(spot));
        if ways.len() == most {
            break;
        }
    }
    ways
}

/// Places all around at half and at the whole of a distance, for models that move together.
pub(crate) fn around(position: &dyn Position, start: Spot, limit: Length) -> Vec<Spot> {
    let reach = (limit - Length::cents(1)).max(Length::ZERO);
    let away = |(x, y): (i64, i64), part: i32| {
        let to = Vector::new(x, y).of_length(reach / 2 * part);
        (start.at + to).at_height(start.z)
    };
    let eight = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
    let mut spots: Vec<Spot> = eight
        .iter()
        .flat_map(|(x, y)| [2, 1].map(|part| away((*x * 1_000, *y * 1_000), part)))
        .collect();
    // Those nearer the enemy first: a squad that stays behind has no need of many places.
    let view = position.view();
    let enemies: Vec<Spot> = enemies(&view, position).filter_map(|m| m.spot).collect();
    let nearest = |spot: &Spot| enemies.iter().map(|e| e.at.distance_squared(spot.at)).min();
    spots.sort_by_key(nearest);
    spots
}

fn standing_at(view: &View, position: &dyn Position, start: Spot) -> Option<ModelId> {
    let own = view.models.iter().find(|m| m.side == position.side() && m.spot == Some(start));
    own.map(|m| m.model)
}

fn enemies<'a>(view: &'a View, position: &dyn Position) -> impl Iterator<Item = &'a ModelView> {
    let side = position.side();
    view.models.iter().filter(move |m| m.side != side && m.spot.is_some() && !m.gone)
}

/// The nearest to and the farthest from each enemy, and an even spread of the rest.
fn thinned(stands: &[Spot], view: &View, position: &dyn Position) -> Vec<Spot> {
    let mut kept: Vec<Spot> = Vec::new();
    for enemy in enemies(view, position).filter_map(|m| m.spot) {
        let distance = |spot: &&Spot| spot.at.distance_squared(enemy.at);
        kept.extend(stands.iter().min_by_key(distance));
        kept.extend(stands.iter().max_by_key(distance));
    }
    kept.truncate(LOOKED_AT / 2);
    let room = LOOKED_AT - kept.len();
    let spread =
        (0..room.min(stands.len())).map(|i| stands[i * stands.len() / room.min(stands.len())]);
    kept.extend(spread);
    kept
}

fn signature(position: &dyn Position, view: &View, model: ModelId, spot: Spot) -> Signature {
    let mut near: Vec<&ModelView> = enemies(view, position).collect();
    near.sort_by_key(|m| m.spot.map(|s| s.at.distance_squared(spot.at)));
    let seen = |enemy: &&ModelView| {
        let sighting = position.sighting(model, spot, enemy.model)?;
        let band = sighting.distance.wide() / BAND.wide();
        Some((enemy.model, sighting.seen, sighting.verdict, band))
    };
    near.iter().take(MOST_ENEMIES).filter_map(seen).collect()
}
