//! Finds places for pieces: apart from each other, away from the edges, never in the way.

use crate::changes::Changes;
use crate::length::Length;
use crate::point::Point;
use crate::polygon::Extent;
use crate::table::{MOST_PIECES, Sketch, Table};
use crate::terrain::{Kind, Nature, Piece};

use super::dice::Dice;
use super::lattice::Lattice;
use super::stencil::{Maker, quarters};
use super::{Density, Recipe};

/// Width of the strip along the edges in which nothing solid stands.
pub(super) const STRIP: i32 = 16;
/// What a table of 36 by 36 inches measures, in square inches.
const USUAL_AREA: i64 = 36 * 36;
/// Places tried for one group of pieces, of which the best is taken.
const ATTEMPTS: usize = 60;
/// Groups made anew when there is no place for one.
const RETRIES: usize = 8;
/// Good places looked for before the best of them is taken: more would spread pieces so evenly
/// that tables look alike.
const CANDIDATES: usize = 3;

/// How much room something needs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Stands in the way.
    Solid,
    /// Had better be walked around.
    Hazard,
    /// Is walked through.
    Rough,
}

/// The room that a part of a piece takes up.
#[derive(Clone, Copy)]
struct Lot {
    extent: Extent,
    class: Class,
}

/// Pieces that belong together, around an origin of their own.
struct Group {
    pieces: Vec<Piece>,
    lots: Vec<Lot>,
    extent: Extent,
    n_features: usize,
}

/// A table in the making.
pub(super) struct Layout {
    sketch: Sketch,
    symmetric: bool,
    density: Density,
    keep_clear: Vec<(Point, Length)>,
    lots: Vec<Lot>,
    lattice: Lattice,
    /// Pieces that a half turn leaves where they are.
    middle: Vec<Piece>,
    first: Vec<Piece>,
    /// The first ones turned.
    second: Vec<Piece>,
    n_features: usize,
    /// How far from the edges even things to walk through stay.
    rough_margin: Length,
}

impl Layout {
    pub(super) fn new(recipe: &Recipe) -> Layout {
        let sane = |length: Length| length.clamp(Length::inches(6), Length::inches(96));
        let (width, depth) = (sane(recipe.width), sane(recipe.depth));
        let sketch = Sketch { name: String::new(), width, depth, pieces: Vec::new() };
        let mut layout = Layout {
            lattice: Lattice::new(width, depth),
            sketch,
            symmetric: recipe.symmetric,
            density: recipe.density,
            keep_clear: recipe.keep_clear.clone(),
            lots: Vec::new(),
            middle: Vec::new(),
            first: Vec::new(),
            second: Vec::new(),
            n_features: 0,
            rough_margin: Length::cents(50),
        };
        if recipe.symmetric {
            let turned = |(at, radius): &(Point, Length)| (layout.turned(*at), *radius);
            let more: Vec<_> = recipe.keep_clear.iter().map(turned).collect();
            layout.keep_clear.extend(more);
        }
        layout
    }

    /// The table with what has found a place on it, all names made different.
    pub(super) fn finish(self, name: String) -> Sketch {
        let mut pieces = self.middle;
        pieces.extend(self.first);
        pieces.extend(self.second);
        let names: Vec<String> = pieces.iter().map(|piece| piece.name.clone()).collect();
        for (index, piece) in pieces.iter_mut().enumerate() {
            let same = |range: &[String]| range.iter().filter(|n| **n == names[index]).count();
            if same(&names) > 1 {
                piece.name = format!("{} {}", names[index], same(&names[..index]) + 1);
            }
        }
        Sketch { name, pieces, ..self.sketch }
    }

    /// Width and depth in whole quarters.
    pub(super) fn size(&self) -> (i32, i32) {
        let whole = |length: Length| length.um() / quarters(1).um();
        (whole(self.sketch.width), whole(self.sketch.depth))
    }

    pub(super) fn is_symmetric(&self) -> bool {
        self.symmetric
    }

    pub(super) fn density(&self) -> Density {
        self.density
    }

    /// Keeps everything out of the strip along the edges, even what is walked through.
    pub(super) fn stay_inside(&mut self) {
        self.rough_margin = quarters(STRIP);
    }

    /// A point after half a turn of the table.
    pub(super) fn turned(&self, p: Point) -> Point {
        Point::new(self.sketch.width - p.x, self.sketch.depth - p.y)
    }

    /// How many of something this table should have if a usual one has so many.
    pub(super) fn share(&self, usual: i32) -> i32 {
        let inches = |length: Length| i64::from(length.whole_inches());
        let area = inches(self.sketch.width) * inches(self.sketch.depth);
        let percent = i64::from(usual) * i64::from(self.density.percent());
        ((percent * area + USUAL_AREA * 50) / (USUAL_AREA * 100)) as i32
    }

    /// Places as many large pieces as the table should have, then scatter.
    pub(super) fn fill(
        &mut self,
        dice: &mut Dice,
        large: &[(usize, Maker)],
        small: &[(usize, Maker)],
    ) {
        let n_large = dice.between(11, 14);
        self.place_from(dice, large, n_large);
        self.scatter(dice, small);
    }

    /// Places small things between the large ones.
    pub(super) fn scatter(&mut self, dice: &mut Dice, small: &[(usize, Maker)]) {
        let n_small = dice.between(7, 11);
        self.place_from(dice, small, n_small);
    }

    /// Draws groups from a deck, so that kinds come up about as often as their weight says, and
    /// finds places for them, the bulky ones first.
    fn place_from(&mut self, dice: &mut Dice, deck: &[(usize, Maker)], usual: i32) {
        let mut cards: Vec<Maker> =
            deck.iter().flat_map(|(n, maker)| std::iter::repeat_n(*maker, *n)).collect();
        dice.shuffle(&mut cards);
        let copies = if self.symmetric { 2 } else { 1 };
        // A table that is already symmetric by something in its middle may have an odd number.
        let wanted = ((self.share(usual) + copies - 1) / copies).max(1) as usize;
        let mut draw = cards.into_iter().cycle();
        let mut groups: Vec<Group> = Vec::new();
        for maker in draw.by_ref().take(wanted) {
            groups.extend(maker(dice).and_then(Group::new));
        }
        groups.sort_by_key(|group| std::cmp::Reverse(group.bulk()));
        let mut n_placed = groups.iter().filter(|group| self.place(dice, group)).count();
        for maker in draw.take(RETRIES * (wanted - n_placed.min(wanted))) {
            if n_placed >= wanted {
                break;
            }
            let group = maker(dice).and_then(Group::new);
            n_placed += usize::from(group.is_some_and(|group| self.place(dice, &group)));
        }
    }

    /// Finds a place for a group, and its turned twin if the table is symmetric.
    fn place(&mut self, dice: &mut Dice, group: &Group) -> bool {
        let margins = group.lots.iter().map(|lot| self.margin(lot.class));
        let margin = margins.max().unwrap_or_default();
        let mut candidates: Vec<(i64, Motion)> = Vec::new();
        for _ in 0..ATTEMPTS {
            let turn = Motion { quarter_turns: dice.below(4), by: Point::default() };
            let extent = turn.extent(group.extent);
            let mut choose = |low: Length, high: Length, length: Length| {
                let unit = quarters(1).um();
                let least = -(low - margin).um().div_euclid(unit);
                let most = (length - margin - high).um().div_euclid(unit);
                (least <= most).then(|| quarters(dice.between(least, most)))
            };
            let x = choose(extent.low.x, extent.high.x, self.sketch.width);
            let y = choose(extent.low.y, extent.high.y, self.sketch.depth);
            let (Some(x), Some(y)) = (x, y) else { continue };
            let motion = Motion { by: Point::new(x, y), ..turn };
            let lots: Vec<Lot> = group.lots.iter().map(|lot| motion.lot(*lot)).collect();
            if let Some(room) = self.room(&lots) {
                candidates.push((room, motion));
            }
            if candidates.len() == CANDIDATES {
                break;
            }
        }
        candidates.sort_by_key(|(room, _)| std::cmp::Reverse(*room));
        candidates.iter().any(|(_, motion)| {
            let moved = group.pieces.iter().map(|piece| piece.mapped(|p| motion.point(p)));
            let lots = group.lots.iter().map(|lot| motion.lot(*lot)).collect();
            moved
                .collect::<Option<Vec<Piece>>>()
                .is_some_and(|pieces| self.commit(pieces, lots, group.n_features))
        })
    }

    /// Places pieces where they are, if there is room.
    pub(super) fn place_here(&mut self, pieces: Vec<Piece>) -> bool {
        let Some(group) = Group::new(pieces) else { return false };
        self.room(&group.lots).is_some() && self.commit(group.pieces, group.lots, group.n_features)
    }

    /// Places pieces around the middle of a symmetric table; they must look the same after half
    /// a turn.
    pub(super) fn place_in_middle(&mut self, pieces: &[Piece]) -> bool {
        let by = Point::new(self.sketch.width / 2, self.sketch.depth / 2);
        let motion = Motion { quarter_turns: 0, by };
        let moved: Option<Vec<Piece>> =
            pieces.iter().map(|piece| piece.mapped(|p| motion.point(p))).collect();
        let Some(group) = moved.and_then(Group::new) else { return false };
        let twins: Option<Vec<Piece>> =
            group.pieces.iter().map(|piece| piece.mapped(|p| self.turned(p))).collect();
        let margin_kept = group.lots.iter().all(|lot| self.keeps_margin(lot));
        let fits =
            margin_kept && self.is_free(&group.lots) && twins.as_ref() == Some(&group.pieces);
        if !fits || !self.block(&group.pieces) {
            return false;
        }
        self.lots.extend(group.lots);
        self.middle.extend(group.pieces);
        true
    }

    /// How much room there is around these lots and their turned twins, if they fit at all.
    fn room(&self, lots: &[Lot]) -> Option<i64> {
        if !self.is_free(lots) {
            return None;
        }
        if self.symmetric {
            let apart = |lot: &Lot| lots.iter().all(|other| lot.fits_beside(&self.twin(*other)));
            if !lots.iter().all(apart) {
                return None;
            }
        }
        let gaps = self.lots.iter().flat_map(|other| lots.iter().map(|lot| lot.gap(other)));
        Some(gaps.min().unwrap_or(0))
    }

    fn is_free(&self, lots: &[Lot]) -> bool {
        let clear = |lot: &Lot| {
            self.keep_clear.iter().all(|(at, radius)| {
                let spot = Extent { low: *at, high: *at };
                gap_squared(lot.extent, spot) >= radius.squared()
            })
        };
        lots.iter().all(|lot| clear(lot) && self.lots.iter().all(|other| lot.fits_beside(other)))
    }

    /// Distance from the edges of the table.
    fn margin(&self, class: Class) -> Length {
        match class {
            Class::Solid | Class::Hazard => quarters(STRIP),
            Class::Rough => self.rough_margin,
        }
    }

    fn keeps_margin(&self, lot: &Lot) -> bool {
        let margin = self.margin(lot.class);
        let inner = Point::new(self.sketch.width - margin, self.sketch.depth - margin);
        let inner = Extent { low: Point::new(margin, margin), high: inner };
        inner.contains(lot.extent.low) && inner.contains(lot.extent.high)
    }

    fn twin(&self, lot: Lot) -> Lot {
        let extent =
            Extent { low: self.turned(lot.extent.high), high: self.turned(lot.extent.low) };
        Lot { extent, ..lot }
    }

    /// Keeps pieces and their turned twins, unless they cut the table in two.
    fn commit(&mut self, pieces: Vec<Piece>, lots: Vec<Lot>, n_features: usize) -> bool {
        let twins: Option<Vec<Piece>> = match self.symmetric {
            true => pieces.iter().map(|piece| piece.mapped(|p| self.turned(p))).collect(),
            false => Some(Vec::new()),
        };
        let Some(twins) = twins else { return false };
        let copies = if self.symmetric { 2 } else { 1 };
        let n_pieces = self.middle.len() + self.first.len() + self.second.len();
        if n_pieces + pieces.len() * copies > MOST_PIECES
            || self.n_features + n_features * copies > Changes::MOST_FEATURES
        {
            return false;
        }
        if !self.block(&[&pieces[..], &twins[..]].concat()) {
            return false;
        }
        if self.symmetric {
            let turned: Vec<Lot> = lots.iter().map(|lot| self.twin(*lot)).collect();
            self.lots.extend(turned);
        }
        self.lots.extend(lots);
        self.first.extend(pieces);
        self.second.extend(twins);
        self.n_features += n_features * copies;
        true
    }

    fn block(&mut self, pieces: &[Piece]) -> bool {
        let mut lattice = self.lattice.clone();
        let whole = lattice.block(&self.sketch, pieces) && lattice.is_connected();
        if whole {
            self.lattice = lattice;
        }
        whole
    }
}

impl Group {
    fn new(pieces: Vec<Piece>) -> Option<Group> {
        let size = Length::inches(96);
        let sketch = Sketch { name: String::new(), width: size, depth: size, pieces };
        let table = Table::new(sketch).ok()?;
        let mut lots: Vec<Lot> = Vec::new();
        let mut add = |extent: Extent, class: Class| lots.push(Lot { extent, class });
        for volume in table.volumes() {
            add(volume.shape.extent(), Class::of(volume.kind));
        }
        for ground in table.grounds().iter().filter(|ground| ground.kind != Kind::Interior) {
            add(ground.shape.extent(), Class::of(ground.kind));
        }
        for hole in table.holes() {
            add(hole.shape.extent(), Class::Solid);
        }
        for way in table.ways() {
            add(way.shape.extent(), Class::Solid);
        }
        let corners: Vec<Point> =
            lots.iter().flat_map(|lot| [lot.extent.low, lot.extent.high]).collect();
        let extent = Extent::around(&corners)?;
        let n_features = table.features().len();
        Some(Group { pieces: table.pieces().to_vec(), lots, extent, n_features })
    }

    /// How hard it is to place: what must keep its distance comes first, then what is large.
    fn bulk(&self) -> (bool, i64) {
        let Extent { low, high } = self.extent;
        let rough = self.lots.iter().all(|lot| lot.class == Class::Rough);
        (!rough, (high.x - low.x).wide() * (high.y - low.y).wide())
    }
}

impl Class {
    fn of(kind: Kind) -> Class {
        let hazard = matches!(kind, Kind::Water | Kind::Irradiated | Kind::Contaminated);
        match kind.nature() {
            Nature::Solid | Nature::Barrier | Nature::Hole => Class::Solid,
            Nature::Ground if hazard => Class::Hazard,
            Nature::Ground => Class::Rough,
        }
    }
}

impl Lot {
    /// Whether a base passes between two lots, or, where one of them is walked through, whether
    /// they do not overlap.
    fn fits_beside(&self, other: &Lot) -> bool {
        let rough = self.class == Class::Rough || other.class == Class::Rough;
        let needed = if rough { Length::cents(25) } else { Length::cents(150) };
        self.gap(other) >= needed.squared()
    }

    fn gap(&self, other: &Lot) -> i64 {
        gap_squared(self.extent, other.extent)
    }
}

/// The square of the distance between two boxes.
fn gap_squared(a: Extent, b: Extent) -> i64 {
    let x = (b.low.x - a.high.x).max(a.low.x - b.high.x).max(Length::ZERO);
    let y = (b.low.y - a.high.y).max(a.low.y - b.high.y).max(Length::ZERO);
    x.squared() + y.squared()
}

/// Quarter turns around the origin, then a shift.
#[derive(Clone, Copy)]
struct Motion {
    quarter_turns: usize,
    by: Point,
}

impl Motion {
    fn point(&self, p: Point) -> Point {
        let mut turned = p;
        for _ in 0..self.quarter_turns {
            turned = Point::new(-turned.y, turned.x);
        }
        Point::new(turned.x + self.by.x, turned.y + self.by.y)
    }

    fn extent(&self, extent: Extent) -> Extent {
        let (a, b) = (self.point(extent.low), self.point(extent.high));
        Extent {
            low: Point::new(a.x.min(b.x), a.y.min(b.y)),
            high: Point::new(a.x.max(b.x), a.y.max(b.y)),
        }
    }

    fn lot(&self, lot: Lot) -> Lot {
        Lot { extent: self.extent(lot.extent), ..lot }
    }
}
