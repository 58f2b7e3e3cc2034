//! Line of sight and cover: what the sheet leaves out (KZ-X-06, KZ-X-08, KZ-X-15, KZ-X-25;
//! KZ-GEO-04, 05, 06).

mod asked;

use engine::{Clause, ModelId, Refusal};
use smallvec::SmallVec;
use tabletop::polygon::{Extent, point_segment_cmp};
use tabletop::sight::{Look, Optic, Optics, Sampling, Sightline};
use tabletop::terrain::Building;
use tabletop::{Body, Cloud, Form, Kind, Length, PieceId, Point, Spot};

use crate::state::{HEIGHT, State};

/// How finely a target is looked at (KZ-GEO-04).
pub const SAMPLING: Sampling = Sampling::new(5, 9);

/// What hides lines. Woods and smoke are judged by how far a line runs through them.
pub const OPTICS: Optics = Optics::clear()
    .with(Kind::Rock, Optic::Solid)
    .with(Kind::Hill, Optic::Solid)
    .with(Kind::LowWall, Optic::Solid)
    .with(Kind::HighWall, Optic::Solid)
    .with(Kind::Building, Optic::Solid)
    .with(Kind::Door, Optic::Solid)
    .with(Kind::Floor, Optic::Solid)
    .with(Kind::Crate, Optic::Solid)
    .with(Kind::Barrel, Optic::Solid)
    .with(Kind::Vehicle, Optic::Solid)
    .with(Kind::Crystal, Optic::Solid)
    .with(Kind::Tree, Optic::Solid)
    .with(Kind::Well, Optic::Solid)
    .with(Kind::Scrub, Optic::Screen(4))
    .with(Kind::Hedge, Optic::Solid)
    .with(Kind::Fence, Optic::Solid);

/// How far one sees into or out of woods (KZ-X-06).
const INTO_WOODS: Length = Length::inches(3);
/// How near to an opening somebody indoors sees out and is seen (KZ-X-25).
const AT_WINDOW: Length = Length::inches(1);
/// Figures this near see each other through smoke (KZ-X-15).
const IN_SMOKE: Length = Length::inches(3);
/// How far a cyborg sees through smoke (KZ-X-15).
const CYBORG_IN_SMOKE: Length = Length::inches(6);

/// How well a target is covered, least first (KZ-X-08).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cover {
    /// Not at all.
    None,
    /// Bushes, fences, crates, smoke: -2 (KZ-KILL-02).
    Soft,
    /// Walls, wrecks, windows, rubble: -4 (KZ-KILL-02).
    Medium,
    /// Bunkers, firing slits, vehicle armour: -6 (KZ-X-08).
    Hard,
}

/// Cover, and the rule that gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shelter {
    /// How good it is.
    pub cover: Cover,
    /// Why there is any.
    pub clause: Clause,
}

impl Shelter {
    /// No cover at all.
    pub const OPEN: Shelter = Shelter { cover: Cover::None, clause: Clause("KZ-KILL-02") };

    fn new(cover: Cover, id: &'static str) -> Shelter {
        Shelter { cover, clause: Clause(id) }
    }

    /// The better of two; only the best counts (KZ-X-08).
    fn or(self, other: Shelter) -> Shelter {
        if other.cover > self.cover { other } else { self }
    }

    /// What it takes off a kill roll, in words and with its rule.
    pub fn modifier(self) -> (i32, &'static str, Clause) {
        let (by, why) = match self.cover {
            Cover::None => (0, "in the open"),
            Cover::Soft => (-2, "soft cover"),
            Cover::Medium => (-4, "medium cover"),
            Cover::Hard => (-6, "hard cover"),
        };
        (by, why, self.clause)
    }
}

/// Why somebody cannot be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    /// Something solid hides all of it.
    Terrain(Option<PieceId>),
    /// Too much wood is between (KZ-X-06).
    Woods,
    /// Smoke is between (KZ-X-15).
    Smoke,
    /// One of them is indoors and at no opening (KZ-X-25).
    Indoors,
}

impl Bar {
    /// The rule behind it.
    pub fn clause(self) -> Clause {
        Clause(match self {
            Bar::Terrain(_) => "KZ-GEO-04",
            Bar::Woods => "KZ-X-06",
            Bar::Smoke => "KZ-X-15",
            Bar::Indoors => "KZ-X-25",
        })
    }
}

impl State {
    /// The question of sight on this table.
    pub fn sight(&self) -> Sightline<'_> {
        Sightline {
            table: &self.table,
            changes: &self.changes,
            optics: &OPTICS,
            sampling: SAMPLING,
        }
    }

    /// Whether one model sees another, and with what cover the other would be shot at
    /// (KZ-X-06, KZ-GEO-04, 05). Figures do not block sight.
    pub fn line(&self, from: ModelId, to: ModelId) -> Result<Shelter, Bar> {
        let (eye, target) = (self.body(from), self.body(to));
        let cyborg = self.who(from).is_cyborg();
        let smoke = self.smoke_between(&eye, &target, cyborg)?;
        self.woods_between(eye.eye(), target.at())?;
        let windowed = self.walls_between(&eye, &target)?;
        let look = self.sight().look(eye.eye(), &target);
        if !look.visible() {
            return Err(Bar::Terrain(look.witness));
        }
        let hidden = self.cover_of(&look, &target);
        // Among equals whatever has a rule of its own is the reason.
        Ok(self.vehicle_cover(to).or(windowed).or(smoke).or(hidden))
    }

    /// The same, as an answer to somebody who wants to shoot.
    pub fn line_of_sight(&self, from: ModelId, to: ModelId) -> Result<Shelter, Refusal> {
        self.line(from, to).map_err(|bar| {
            let (one, other) = (self.name(from), self.name(to));
            let why = format!("{one} cannot see {other}: {}", self.bar_words(bar));
            Refusal::new(bar.clause(), why)
        })
    }

    /// What is in the way, in words.
    pub fn bar_words(&self, bar: Bar) -> String {
        match bar {
            Bar::Terrain(piece) => {
                let what = piece.map_or("terrain", |piece| self.table.piece(piece).name.as_str());
                format!("{what} is in the way")
            }
            Bar::Woods => "there is too much wood between".to_owned(),
            Bar::Smoke => "there is smoke between".to_owned(),
            Bar::Indoors => "one of them is indoors and at no window or open door".to_owned(),
        }
    }

    /// Whether a model sees a point of the table (KZ-X-12).
    pub fn sees_point(&self, from: ModelId, to: Spot) -> bool {
        let eye = self.body(from);
        let foot = to.at.at_height(to.z + Length::cents(10));
        let target = Body { spot: to, base: Length::ZERO, girth: Length::ZERO, ..eye };
        let cyborg = self.who(from).is_cyborg();
        self.smoke_between(&eye, &target, cyborg).is_ok()
            && self.woods_between(eye.eye(), to.at).is_ok()
            && self.sight().open(eye.eye(), foot)
    }

    /// The cover of a model against a burst; none where a wall is between (KZ-GEO-06).
    pub fn cover_from_burst(&self, center: Spot, model: ModelId) -> Option<Shelter> {
        let target = self.body(model);
        let middle = center.at.at_height(center.z + HEIGHT / 2);
        let look = self.sight().look(middle, &target);
        let shelter = self.vehicle_cover(model).or(self.smoke_around(&target));
        let shelter = shelter.or(self.cover_of(&look, &target));
        look.visible().then_some(shelter)
    }

    /// Cover from a third of the lines being hidden, by what hides most of them, or from the
    /// ground a target is in (KZ-GEO-05).
    fn cover_of(&self, look: &Look, target: &Body) -> Shelter {
        let hidden = u32::from(look.hidden()) * 3 >= u32::from(look.total);
        let by = look.witness.filter(|_| hidden).map_or(Cover::None, |piece| self.class_of(piece));
        let around = self.table.grounds_at(target.at(), target.feet());
        let inside = around.map(|ground| ground_cover(ground.kind)).max().unwrap_or(Cover::None);
        let best = by.max(inside);
        // The sheet has no hard cover; what is soft and medium it says itself.
        Shelter::new(best, if best == Cover::Hard { "KZ-X-08" } else { "KZ-KILL-02" })
    }

    /// What sort of cover a piece gives (KZ-X-08).
    fn class_of(&self, piece: PieceId) -> Cover {
        let piece = self.table.piece(piece);
        if piece.name.to_lowercase().contains("bunker") {
            return Cover::Hard;
        }
        match piece.kind {
            Kind::Hedge
            | Kind::Fence
            | Kind::Scrub
            | Kind::Crate
            | Kind::Barrel
            | Kind::Tree
            | Kind::LightWoods
            | Kind::MediumWoods
            | Kind::DenseWoods => Cover::Soft,
            _ => Cover::Medium,
        }
    }

    /// Woods are seen into or out of for three inches, never right through (KZ-X-06).
    fn woods_between(&self, eye: Spot, to: Point) -> Result<(), Bar> {
        let from = eye.at;
        let Some(around) = Extent::around(&[from, to]) else { return Ok(()) };
        let whole = from.distance(to);
        let mut seen_through = Length::ZERO;
        for i in self.table.ground_grid().near(around) {
            let ground = &self.table.grounds()[i];
            if !is_wood(ground.kind) || eye.z > ground.high + self.table.piece(ground.piece).height
            {
                continue;
            }
            let inside = ground.shape.contains(from) || ground.shape.contains(to);
            for (a, b) in ground.shape.chords(from, to) {
                seen_through += b.of(whole) - a.of(whole);
                if !inside || seen_through > INTO_WOODS {
                    return Err(Bar::Woods);
                }
            }
        }
        Ok(())
    }

    /// Whether a place is in woods.
    pub fn is_in_woods(&self, spot: Spot) -> bool {
        self.table.grounds_at(spot.at, spot.z).any(|ground| is_wood(ground.kind))
    }

    /// Smoke blocks sight but for those close by; whoever is in it has soft cover (KZ-X-15).
    fn smoke_between(&self, eye: &Body, target: &Body, cyborg: bool) -> Result<Shelter, Bar> {
        for cloud in self.smoke_clouds() {
            let reach = cloud.radius;
            let crossed = point_segment_cmp(cloud.spot.at, eye.at(), target.at(), reach).is_lt();
            let near = if cyborg { CYBORG_IN_SMOKE } else { IN_SMOKE };
            if crossed && !tabletop::measure::within_3d(eye, target, near) {
                return Err(Bar::Smoke);
            }
        }
        Ok(self.smoke_around(target))
    }

    fn smoke_clouds(&self) -> impl Iterator<Item = &Cloud> {
        self.changes.clouds.iter().filter(|cloud| cloud.kind == Kind::Smoke)
    }

    /// Whoever is in smoke has soft cover (KZ-X-15).
    fn smoke_around(&self, target: &Body) -> Shelter {
        let within =
            |cloud: &Cloud| target.at().distance_squared(cloud.spot.at) <= cloud.radius.squared();
        match self.smoke_clouds().any(within) {
            true => Shelter::new(Cover::Soft, "KZ-X-15"),
            false => Shelter::OPEN,
        }
    }

    /// Those in roofed buildings see out and are seen at openings only, and have medium cover
    /// there (KZ-X-25).
    fn walls_between(&self, eye: &Body, target: &Body) -> Result<Shelter, Bar> {
        let (from, to) = (self.indoors(eye.spot), self.indoors(target.spot));
        if from == to {
            return Ok(Shelter::OPEN);
        }
        for (body, house) in [(eye, from), (target, to)] {
            let at = |piece: PieceId| match &self.table.piece(piece).form {
                Form::Building(house) => !house.roof || self.is_at_opening(body, piece, house),
                _ => true,
            };
            if !house.is_none_or(at) {
                return Err(Bar::Indoors);
            }
        }
        Ok(if to.is_some() { Shelter::new(Cover::Medium, "KZ-X-25") } else { Shelter::OPEN })
    }

    /// The building a place is in, if it is in one.
    pub fn indoors(&self, spot: Spot) -> Option<PieceId> {
        let mut around = self.table.grounds_at(spot.at, spot.z);
        around.find(|ground| ground.kind == Kind::Interior).map(|ground| ground.piece)
    }

    fn is_at_opening(&self, body: &Body, piece: PieceId, house: &Building) -> bool {
        let sides: SmallVec<[(Point, Point); 8]> = house.outline.sides().collect();
        house.openings.iter().any(|opening| {
            let Some((a, b)) = sides.get(opening.side) else { return false };
            let along = *b - *a;
            let ends =
                (a.toward(along, opening.from), a.toward(along, opening.from + opening.width));
            let foot = self.table.piece(piece).bottom;
            let level = foot + opening.sill < body.head() && body.feet() < foot + opening.head;
            let reach = body.base + AT_WINDOW + house.thickness;
            level && point_segment_cmp(body.at(), ends.0, ends.1, reach).is_le()
        })
    }
}

fn is_wood(kind: Kind) -> bool {
    matches!(kind, Kind::LightWoods | Kind::MediumWoods | Kind::DenseWoods)
}

/// The cover of whoever stands in some ground (KZ-GEO-05, KZ-X-08).
fn ground_cover(kind: Kind) -> Cover {
    match kind {
        Kind::Scrub | Kind::LightWoods | Kind::MediumWoods | Kind::DenseWoods | Kind::Crater => {
            Cover::Soft
        }
        Kind::Rubble | Kind::Trench => Cover::Medium,
        _ => Cover::None,
    }
}
