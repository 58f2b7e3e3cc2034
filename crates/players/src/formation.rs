//! Squads on the move: all keep their distance where they can; where something is in the way of
//! some, each finds a place of his own near the others.

use engine::cx::{Check, EachToll};
use engine::ids::ModelId;
use engine::source::in_formation;
use tabletop::{Length, Point, Spot, Vector};

pub(crate) type Paths = Vec<(ModelId, Vec<Spot>)>;

/// How much of his way somebody tries to go, in quarters.
const QUARTERS: [i64; 4] = [4, 3, 2, 1];
/// How far aside one bends around something, in quarters of the way.
const ASIDE: [i64; 4] = [1, -1, 2, -2];
/// Where to stand beside somebody, in thousandths of the distance kept: behind him first.
const BESIDE: [(i64, i64); 7] =
    [(-1_000, 0), (-707, 707), (-707, -707), (0, 1_000), (0, -1_000), (707, 707), (707, -707)];
/// So many places are looked at for everybody, and so many corners of those in front.
const MOST_PLACES: usize = 16;
const MOST_MARKS: usize = 3;
/// The least distance that is kept between two who move together, where they do not stand closer.
const ROOM: Length = Length::cents(105);

/// Paths of models of which the first goes to a place, with what judges each and all of them.
pub(crate) fn march(
    movers: &[(ModelId, Spot)],
    to: Spot,
    each: EachToll<'_>,
    check: Check<'_, [(ModelId, Vec<Spot>)]>,
) -> Option<Paths> {
    let rigid = in_formation(movers, to);
    if check(&rigid).is_ok() {
        return Some(rigid);
    }
    let loose = each_his_way(movers, to, each)?;
    check(&loose).is_ok().then_some(loose)
}

/// Those in front are found a place first; the others keep in touch with them.
fn each_his_way(movers: &[(ModelId, Spot)], to: Spot, each: EachToll<'_>) -> Option<Paths> {
    let (_, lead) = *movers.first()?;
    let by = to.at - lead.at;
    let (room, touch) = distances(movers);
    let mut order: Vec<usize> = (0..movers.len()).collect();
    order.sort_by_key(|i| std::cmp::Reverse(by.dot(movers[*i].1.at - lead.at)));
    let mut paths: Paths = movers.iter().map(|(m, start)| (*m, vec![*start])).collect();
    let mut taken: Vec<Point> = Vec::new();
    // Where those in front have come by: the others may follow them around a corner.
    let mut marks: Vec<Spot> = Vec::new();
    for i in order {
        let (model, start) = movers[i];
        let fits = |at: Point| {
            let apart = |other: &Point| other.distance(at);
            taken.iter().all(|other| apart(other) >= room)
                && (taken.is_empty() || taken.iter().any(|other| apart(other) <= touch))
        };
        let own = QUARTERS.iter().map(|q| start.at + Vector::new(by.x * q / 4, by.y * q / 4));
        let beside = taken.iter().flat_map(|other| {
            let ahead = by.of_length(room);
            BESIDE.iter().map(move |(along, aside)| {
                let (left, k) = (ahead.left(), 1_000);
                let x = (ahead.x * along + left.x * aside) / k;
                *other + Vector::new(x, (ahead.y * along + left.y * aside) / k)
            })
        });
        let places = own.chain(beside).filter(|at| fits(*at));
        let found = places.into_iter().take(MOST_PLACES);
        let found = found.into_iter().find_map(|at| way((model, start), at, &marks, each));
        match found {
            Some(path) => {
                for spot in path.iter().rev().skip(1) {
                    if !marks.contains(spot) {
                        marks.push(*spot);
                    }
                }
                marks.truncate(MOST_MARKS);
                taken.push(path.last().map_or(start.at, |spot| spot.at));
                paths[i].1 = path;
            }
            None if taken.is_empty() => return None,
            None => taken.push(start.at),
        }
    }
    Some(paths)
}

/// A straight way, one in the steps of those in front, or one with a bend.
fn way(
    (model, start): (ModelId, Spot),
    at: Point,
    marks: &[Spot],
    each: EachToll<'_>,
) -> Option<Vec<Spot>> {
    let end = at.at_height(start.z);
    let straight = vec![start, end];
    if each(model, &straight).is_ok() {
        return Some(straight);
    }
    let by = at - start.at;
    let bent = |q: &i64| {
        let left = by.left();
        let half = Vector::new(by.x / 2 + left.x * q / 4, by.y / 2 + left.y * q / 4);
        vec![start, (start.at + half).at_height(start.z), end]
    };
    let behind = marks.iter().map(|mark| vec![start, *mark, end]);
    behind.chain(ASIDE.iter().map(bent)).find(|path| each(model, path).is_ok())
}

/// How near two may come, and how far everybody may be from the next.
fn distances(movers: &[(ModelId, Spot)]) -> (Length, Length) {
    let nearest = |(model, start): &(ModelId, Spot)| {
        let others = movers.iter().filter(|(other, _)| other != model);
        others.map(|(_, spot)| spot.at.distance(start.at)).min()
    };
    let gaps: Vec<Length> = movers.iter().filter_map(nearest).collect();
    let least = gaps.iter().copied().min().unwrap_or(ROOM);
    let most = gaps.iter().copied().max().unwrap_or(ROOM);
    (least.min(ROOM), most.max(ROOM * 2))
}
