//! Chapter 18: the tables of the scenarios, laid from a seed within each scenario's limits.
//!
//! What a scenario demands (water, trees, a pen, piles of rubble, irradiated ground) is laid
//! here; where it leaves the rest open, the scenery of the chosen theme comes from the general
//! generator, and whatever breaks a limit is left out. The limits themselves ([`fits`]) serve
//! the defender as well, who lays the same things by hand (MUT-TRN-02).

use engine::{Clause, Refusal, TableChoice, laying};
use tabletop::generate::{Density, Dice, Recipe, Theme, generate};
use tabletop::{Extent, Form, Kind, Length, Piece, Point, Polygon, Sketch};

use crate::gear::Stick;
use crate::options::{Agreed, Scale};
use crate::scenarios::{Scenario, hunt, installation, orchard, rustlers, wasteland, water};

/// A quarter of an inch: the grid on which tables are laid.
const GRID: Length = Length::cents(25);
/// Things that stand in the way keep so far apart that a model can pass between them.
const ROOM: Length = Length::inches(1);

/// The table of a scenario: a given one as it is, or one laid from a seed. A theme matters
/// where the scenario leaves the scenery open.
pub fn sketch(scenario: Scenario, choice: &TableChoice, agreed: &Agreed) -> Sketch {
    match choice {
        TableChoice::Given(sketch) => sketch.clone(),
        TableChoice::Generated { theme, seed, symmetric } => {
            generated(scenario, (*theme, *seed, *symmetric), agreed)
        }
    }
}

/// A table laid from a theme and a seed, perhaps one that half a turn leaves as it is.
pub fn generated(
    scenario: Scenario,
    (theme, seed, symmetric): (Theme, u64, bool),
    agreed: &Agreed,
) -> Sketch {
    let mut plot = Plot::new(scenario, (theme, seed, symmetric), agreed);
    match scenario {
        Scenario::Free => plot.pieces = plot.scenery(Vec::new(), Density::Usual),
        Scenario::Random => (),
        Scenario::Water => water::lay(&mut plot),
        Scenario::Orchard => orchard::lay(&mut plot),
        Scenario::Rustlers => rustlers::lay(&mut plot),
        Scenario::Hunt => hunt::lay(&mut plot),
        Scenario::Installation => installation::lay(&mut plot),
        Scenario::Wasteland => wasteland::lay(&mut plot),
    }
    plot.finish(seed)
}

/// The least that each side of a table should measure: 90 cm for 28 mm figures, 60 for 15 mm
/// (MUT-GEN-09).
pub const fn least_size(scale: Scale) -> Length {
    match scale {
        Scale::Large => Length::millimetres(900),
        Scale::Small => Length::millimetres(600),
    }
}

/// The table that is laid: 36 inches square for 28 mm figures, 24 for 15 mm.
pub const fn usual_size(scale: Scale) -> Length {
    match scale {
        Scale::Large => Length::inches(36),
        Scale::Small => Length::inches(24),
    }
}

/// A table in the making. Places and sizes are counted in quarters of an inch.
pub struct Plot<'a> {
    agreed: &'a Agreed,
    scenario: Scenario,
    theme: Theme,
    seed: u64,
    /// Whether half a turn must leave the table as it is.
    pub symmetric: bool,
    /// Its chances.
    pub dice: Dice,
    /// What has been laid.
    pub pieces: Vec<Piece>,
}

impl<'a> Plot<'a> {
    fn new(
        scenario: Scenario,
        (theme, seed, symmetric): (Theme, u64, bool),
        agreed: &'a Agreed,
    ) -> Plot<'a> {
        // The scenery of the theme uses the seed itself; what is laid here must not follow it.
        let dice = Dice::new(seed ^ 0x5ce0_a210);
        Plot { agreed, scenario, theme, seed, symmetric, dice, pieces: Vec::new() }
    }

    fn finish(self, seed: u64) -> Sketch {
        let size = usual_size(self.agreed.scale);
        let mut pieces = self.pieces;
        number_names(&mut pieces);
        let name = format!("{} {seed}", self.scenario.title());
        Sketch { name, width: size, depth: size, pieces }
    }

    /// How long each side of the table is.
    pub fn side(&self) -> i32 {
        usual_size(self.agreed.scale).um() / GRID.um()
    }

    /// A stick, rounded up to the grid.
    pub fn stick(&self, stick: Stick) -> i32 {
        (self.agreed.scale.length(stick).um() + GRID.um() - 1) / GRID.um()
    }

    /// What measures so much with 28 mm figures, in the scale of this table.
    pub fn size(&self, usual: i32) -> i32 {
        match self.agreed.scale {
            Scale::Large => usual,
            Scale::Small => (usual * 2 + 1) / 3,
        }
    }

    /// A size by lot, in the scale of this table.
    pub fn sized(&mut self, least: i32, most: i32) -> i32 {
        let usual = self.dice.between(least, most);
        self.size(usual)
    }

    /// The scale of the figures.
    pub fn scale(&self) -> Scale {
        self.agreed.scale
    }

    /// Lays a thing if it keeps to the limits; a symmetric table gets its twin too, and then
    /// both have to. Says whether it was laid.
    pub fn add(&mut self, thing: Vec<Piece>) -> bool {
        let mut all = vec![thing];
        if self.symmetric {
            all.extend(self.turned(&all[0]));
        }
        let table = self.extent();
        let before = self.pieces.len();
        for thing in all {
            if fits(self.scenario, self.agreed, &thing, (&self.pieces, table)).is_err() {
                self.pieces.truncate(before);
                return false;
            }
            self.pieces.extend(thing);
        }
        true
    }

    /// Lays something that half a turn leaves as it is, where the scenario wants it.
    pub fn add_fixed(&mut self, thing: impl IntoIterator<Item = Piece>) {
        self.pieces.extend(thing);
    }

    /// A thing after half a turn of the table.
    pub fn turned(&self, thing: &[Piece]) -> Option<Vec<Piece>> {
        let high = self.extent().high;
        let turn = |p: Point| Point::new(high.x - p.x, high.y - p.y);
        thing.iter().map(|piece| piece.mapped(turn)).collect()
    }

    fn extent(&self) -> Extent {
        let size = usual_size(self.agreed.scale);
        Extent { low: Point::default(), high: Point::new(size, size) }
    }

    /// Scatters simple obstacles by lot until there are so many, or at least so few where there
    /// is hardly any room. Says how many there are.
    pub fn scatter(&mut self, wanted: i32, least: i32) -> i32 {
        let side = self.side();
        let (near, far) = (side / 5, side * 4 / 5);
        // The corners of the table are far from everything a scenario is about.
        let corners = [(near, near), (far, far), (far, near), (near, far)];
        let margin = self.size(14);
        let mut laid = 0;
        for attempt in 0..40 + corners.len() {
            let by_lot = attempt.checked_sub(40).is_none();
            if laid >= if by_lot { wanted } else { least } {
                break;
            }
            let place = match attempt.checked_sub(40) {
                None => {
                    let mut part = || self.dice.between(margin, side - margin);
                    (part(), part())
                }
                Some(corner) => corners[corner],
            };
            let thing = self.obstacle(place);
            if self.add(thing.into_iter().collect()) {
                laid += if self.symmetric { 2 } else { 1 };
            }
        }
        laid
    }

    /// One simple thing: around water a rock, a tree trunk or a heap of debris (MUT-SCN-08),
    /// elsewhere whatever suits the theme.
    fn obstacle(&mut self, at: (i32, i32)) -> Option<Piece> {
        use Kind::{
            Barrel, Crate, Crater, Hedge, LightWoods, LowWall, Rock, Rubble, Scrub, Vehicle,
        };
        let deck: &[(Kind, &str)] = match (self.scenario, self.theme) {
            (Scenario::Water, _) => {
                &[(Rock, "rock"), (LowWall, "tree trunk"), (Crate, "heap of debris")]
            }
            (_, Theme::Woods) => &[(LightWoods, "grove"), (Hedge, "hedge"), (Rock, "boulder")],
            (_, Theme::Ruins) => &[(LowWall, "wall"), (Rubble, "rubble"), (Vehicle, "wreck")],
            (_, Theme::Industrial) => &[(Crate, "crates"), (Barrel, "tank"), (LowWall, "wall")],
            (_, Theme::Interior) => &[(Crate, "crates"), (LowWall, "wall"), (Barrel, "drum")],
            (_, Theme::Wasteland) => &[(Crater, "crater"), (Vehicle, "wreck"), (Scrub, "thorns")],
        };
        let (kind, name) = self.dice.pick(deck);
        let (x, y) = at;
        let half = self.sized(4, 6);
        match kind {
            LowWall | Hedge => {
                let flat = self.dice.chance(1, 2);
                let (dx, dy) = if flat { (half, 0) } else { (0, half) };
                Some(wall(kind, name, &[(x - dx, y - dy), (x + dx, y + dy)], 2))
            }
            Crate => block(kind, name, at, (2 * half, half)),
            Vehicle => block(kind, name, at, (2 * half + 4, half + 2)),
            Barrel => disc(kind, name, at, half),
            _ => {
                let shape = blob(&mut self.dice, at, half + 1, false);
                outline(kind, name, &shape)
            }
        }
    }

    /// Scenery of the theme, with circles in which there is none.
    pub fn scenery(&self, keep_clear: Vec<(Point, Length)>, density: Density) -> Vec<Piece> {
        let size = usual_size(self.agreed.scale);
        let recipe = Recipe {
            width: size,
            depth: size,
            symmetric: self.symmetric,
            keep_clear,
            density,
            ..Recipe::new(self.theme)
        };
        generate(&recipe, self.seed).pieces
    }
}

/// Pieces of the same name are numbered.
fn number_names(pieces: &mut [Piece]) {
    let names: Vec<String> = pieces.iter().map(|piece| piece.name.clone()).collect();
    for (index, piece) in pieces.iter_mut().enumerate() {
        let same = |range: &[String]| range.iter().filter(|n| **n == names[index]).count();
        if same(&names) > 1 {
            piece.name = format!("{} {}", names[index], same(&names[..index]) + 1);
        }
    }
}

/// A point of the grid.
pub fn at(x: i32, y: i32) -> Point {
    Point::new(GRID * x, GRID * y)
}

/// A piece of a kind with its usual height.
pub fn piece(kind: Kind, name: &str, form: Form) -> Piece {
    let (bottom, height) = (Length::ZERO, kind.usual_height());
    Piece { name: name.to_owned(), kind, form, bottom, height }
}

/// A round thing.
pub fn disc(kind: Kind, name: &str, (x, y): (i32, i32), radius: i32) -> Option<Piece> {
    let shape = Polygon::round(at(x, y), GRID * radius).ok()?;
    Some(piece(kind, name, Form::Area(shape)))
}

/// A rectangle around a point.
pub fn block(kind: Kind, name: &str, (x, y): (i32, i32), (w, d): (i32, i32)) -> Option<Piece> {
    let (low, high) = (at(x - w / 2, y - d / 2), at(x - w / 2 + w, y - d / 2 + d));
    Some(piece(kind, name, Form::Area(Polygon::rectangle(low, high).ok()?)))
}

/// An outline of any shape.
pub fn outline(kind: Kind, name: &str, corners: &[(i32, i32)]) -> Option<Piece> {
    let shape = Polygon::new(corners.iter().map(|&(x, y)| at(x, y)).collect()).ok()?;
    Some(piece(kind, name, Form::Area(shape)))
}

/// A wall or fence along a line.
pub fn wall(kind: Kind, name: &str, line: &[(i32, i32)], thickness: i32) -> Piece {
    let line = line.iter().map(|&(x, y)| at(x, y)).collect();
    piece(kind, name, Form::Barrier { line, thickness: GRID * thickness })
}

/// A natural outline around a point; an even one looks the same after half a turn.
pub fn blob(dice: &mut Dice, (x, y): (i32, i32), radius: i32, even: bool) -> Vec<(i32, i32)> {
    /// Directions every thirty degrees, in thousandths.
    const WHEEL: [(i32, i32); 6] =
        [(1000, 0), (866, 500), (500, 866), (0, 1000), (-500, 866), (-866, 500)];
    let reach: [i32; 12] = std::array::from_fn(|_| dice.between(76, 100));
    let round = |n: i32| (n + n.signum() * 50_000) / 100_000;
    let mut corners: Vec<(i32, i32)> = Vec::new();
    for i in 0..12 {
        let (half, side) = (i % 6, if i < 6 { 1 } else { -1 });
        let share = reach[if even { half } else { i }];
        let (cos, sin) = WHEEL[half];
        let corner = |part: i32| side * round(part * share * radius);
        let corner = (x + corner(cos), y + corner(sin));
        if !corners.contains(&corner) {
            corners.push(corner);
        }
    }
    corners
}

/// Whether a thing may lie where it does, among what has been placed on the table: within the
/// scenario's limits, and so that a model can pass between things that stand in the way.
pub fn fits(
    scenario: Scenario,
    agreed: &Agreed,
    thing: &[Piece],
    (placed, table): (&[Piece], Extent),
) -> Result<(), Refusal> {
    let Some(own) = laying::extent_of(thing) else { return Ok(()) };
    let long = agreed.scale.length(Stick::Long);
    if let Some(clause) = limit_to_edges(scenario, thing)
        && !inside(table, own, long)
    {
        return Err(Refusal::new(clause, "it must be at least Long from every edge of the table"));
    }
    if scenario == Scenario::Rustlers && is_pen(thing) && !own.contains(middle(table)) {
        let why = "the pen stands around the middle of the table";
        return Err(Refusal::new(Clause("MUT-SCN-20"), why));
    }
    for other in placed {
        let Some(there) = other.extent() else { continue };
        let (clause, apart) = limit_between(scenario, agreed, thing, other);
        if apart > Length::ZERO && gap_squared(own, there) < apart.squared() {
            let why = format!("it is less than {apart} inches from {}", other.name);
            return Err(Refusal::new(clause, why));
        }
    }
    Ok(())
}

/// The rule by which a thing keeps Long from the edges.
fn limit_to_edges(scenario: Scenario, thing: &[Piece]) -> Option<Clause> {
    match scenario {
        Scenario::Rustlers if is_pen(thing) => Some(Clause("MUT-SCN-20")),
        Scenario::Hunt if is_of(thing, Kind::Rubble) => Some(Clause("MUT-SCN-25")),
        _ => None,
    }
}

/// How far a thing and a piece have to be apart, and the rule that says so.
fn limit_between(
    scenario: Scenario,
    agreed: &Agreed,
    thing: &[Piece],
    other: &Piece,
) -> (Clause, Length) {
    let stick = |stick: Stick| agreed.scale.length(stick);
    let other = std::slice::from_ref(other);
    let either = |is: &dyn Fn(&[Piece]) -> bool| is(thing) || is(other);
    let rubble = |t: &[Piece]| is_of(t, Kind::Rubble);
    let tree = |t: &[Piece]| is_of(t, Kind::Tree);
    match scenario {
        Scenario::Water if either(&water::is_crossing) => (Clause("MUT-SCN-07"), Length::ZERO),
        Scenario::Water if either(&water::is_water) => (Clause("MUT-SCN-08"), stick(Stick::Short)),
        Scenario::Water => (Clause("MUT-SCN-08"), stick(Stick::Long)),
        Scenario::Orchard if tree(thing) && tree(other) => {
            (Clause("MUT-SCN-14"), stick(Stick::Short))
        }
        Scenario::Rustlers if either(&is_pen) => (Clause("MUT-SCN-21"), stick(Stick::Short)),
        Scenario::Hunt if either(&rubble) => (Clause("MUT-SCN-25"), stick(Stick::Long)),
        Scenario::Wasteland if either(&|t| is_of(t, Kind::Irradiated)) => {
            (Clause("MUT-SCN-42"), Length::ZERO)
        }
        _ => (Clause("MUT-TRN-02"), ROOM),
    }
}

/// Whether a thing is the cattle pen: a fence called one.
pub fn is_pen(thing: &[Piece]) -> bool {
    thing.iter().any(|p| p.kind == Kind::Fence && p.name.contains("pen"))
}

fn is_of(thing: &[Piece], kind: Kind) -> bool {
    thing.iter().any(|piece| piece.kind == kind)
}

fn middle(extent: Extent) -> Point {
    let half = |a: Length, b: Length| Length::micrometres((a.um() + b.um()) / 2);
    Point::new(half(extent.low.x, extent.high.x), half(extent.low.y, extent.high.y))
}

fn inside(table: Extent, own: Extent, margin: Length) -> bool {
    let inner = table.grown(-margin);
    inner.contains(own.low) && inner.contains(own.high)
}

/// The square of the distance between two boxes. What stands in them is never nearer.
fn gap_squared(a: Extent, b: Extent) -> i64 {
    let x = (b.low.x - a.high.x).max(a.low.x - b.high.x).max(Length::ZERO);
    let y = (b.low.y - a.high.y).max(a.low.y - b.high.y).max(Length::ZERO);
    x.squared() + y.squared()
}

#[cfg(test)]
mod tests;
