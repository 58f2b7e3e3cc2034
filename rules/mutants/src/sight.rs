//! Chapter 7: line of sight, cover, woods, hiding.
//!
//! A look is a fan of lines from the shooter's eye to the target's figure, which is as wide as
//! its base (MUT-G-09). Solid scenery, woods and standing models close lines; whatever hides
//! some lines and not all gives cover (MUT-G-10).

mod asked;
mod cite;
mod woods;

use engine::{Clause, ModelId, Refusal};
use smallvec::SmallVec;
use tabletop::polygon::point_nearer_than;
use tabletop::sight::{Look, Optic, Optics, Sampling, Sightline, met_by, samples};
use tabletop::{Body, Kind, Length, PieceId, Spot, measure};

use crate::options::{BigSeesOver, EdgeShooterTargetable, Scale};
use crate::profile::{Kind as Type, Nature, Rule, Size, Species};
use crate::state::{CONTACT, Mark, State};

/// How finely a target is looked at: lines side by side, and one above the other (MUT-G-09).
pub const SAMPLING: Sampling = Sampling::new(7, 5);

/// How one sees past a kind of terrain (MUT-G-08).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// It closes lines.
    Solid,
    /// It obscures and never closes a line.
    Partial,
    /// It is a wood, which has rules of its own (MUT-G-12).
    Wood,
    /// It hides nothing.
    Freely,
}

impl Seen {
    /// How one sees past a kind of terrain.
    pub const fn of(kind: Kind) -> Seen {
        match kind {
            Kind::Rock
            | Kind::Hill
            | Kind::HighWall
            | Kind::Building
            | Kind::Door
            | Kind::Floor
            | Kind::Crate
            | Kind::Vehicle
            | Kind::Crystal
            | Kind::Tree => Seen::Solid,
            Kind::Scrub
            | Kind::Rubble
            | Kind::Crater
            | Kind::LowWall
            | Kind::Hedge
            | Kind::Fence
            | Kind::Wire
            | Kind::Trench
            | Kind::Barrel
            | Kind::Well => Seen::Partial,
            Kind::LightWoods | Kind::MediumWoods | Kind::DenseWoods => Seen::Wood,
            Kind::Open
            | Kind::Swamp
            | Kind::Water
            | Kind::Ford
            | Kind::Irradiated
            | Kind::Contaminated
            | Kind::Pit
            | Kind::Interior
            | Kind::Stairs
            | Kind::Ladder
            | Kind::Smoke
            | Kind::Fire => Seen::Freely,
        }
    }

    /// Everything that closes lines, and perhaps what merely obscures as well.
    const fn optics(partial: bool) -> Optics {
        let mut optics = Optics::clear();
        let mut index = 0;
        while index < Kind::COUNT {
            let kind = Kind::ALL[index];
            let hides = match Seen::of(kind) {
                Seen::Solid => true,
                Seen::Partial => partial,
                Seen::Wood | Seen::Freely => false,
            };
            if hides {
                optics = optics.with(kind, Optic::Solid);
            }
            index += 1;
        }
        optics
    }
}

/// What closes lines.
const SOLID: Optics = Seen::optics(false);
/// What closes or obscures them.
const COVER: Optics = Seen::optics(true);

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bar {
    /// Solid scenery hides all of the target (MUT-LOS-12).
    Scenery(Option<PieceId>),
    /// A model stands in the way (MUT-LOS-01).
    Model(ModelId),
    /// A wood lies between (MUT-G-12).
    Wood(PieceId),
    /// The target is in a wood and the shooter is not (MUT-LOS-13).
    Into(PieceId),
    /// The shooter is in a wood, and not at its edge (MUT-LOS-14).
    OutOf(PieceId),
    /// Both are in the same wood, farther apart than Short (MUT-LOS-15).
    Within(PieceId),
}

impl Bar {
    const fn clause(self) -> Clause {
        Clause(match self {
            Bar::Scenery(_) => "MUT-LOS-12",
            Bar::Model(_) => "MUT-LOS-01",
            Bar::Wood(_) => "MUT-G-12",
            Bar::Into(_) => "MUT-LOS-13",
            Bar::OutOf(_) => "MUT-LOS-14",
            Bar::Within(_) => "MUT-LOS-15",
        })
    }
}

/// What scenery leaves of a look.
struct Scene {
    /// The lines that are open.
    open: u64,
    /// Whether solid scenery or a wood hides something.
    covered: bool,
}

/// Whether a body is long rather than round on paper: a rider's or that of a beast on four legs
/// (MUT-Q-143).
fn is_long(nature: &Nature) -> bool {
    let beast = match nature.species {
        Some(species) => matches!(
            species,
            Species::Horse
                | Species::Canine
                | Species::Feline
                | Species::Turtle
                | Species::Swine
                | Species::Bear
                | Species::Rat
        ),
        None => nature.kind == Type::Animal,
    };
    nature.has(Rule::Mounted) || (beast && !nature.has(Rule::Humanoid))
}

/// Base, height and height of the eyes of a standing figure, in micrometres (MUT-G-02).
fn figure(nature: &Nature) -> (i32, i32, i32) {
    let (base, height, eye) = match nature.size() {
        Size::Normal => (10_000, 30_000, 27_000),
        Size::Big => (12_500, 42_000, 38_000),
        Size::Huge => (20_000, 80_000, 72_000),
    };
    let least = if is_long(nature) { 15_000 } else { 0 };
    (base.max(least), height, eye)
}

/// Height and height of the eyes of whoever lies down, in micrometres.
const LYING: (i32, i32) = (8_000, 7_000);

impl State {
    /// The body of a model at a place: its base and height follow its size, posture and the
    /// scale (MUT-G-02).
    pub fn body_at(&self, model: ModelId, spot: Spot) -> Body {
        let (base, height, eye) = figure(&self.model(model).nature);
        let (height, eye) = if self.lies_flat(model) { LYING } else { (height, eye) };
        let scaled = |um: i32| match self.agreed.scale {
            Scale::Large => Length::micrometres(um),
            Scale::Small => Length::micrometres(um * 2 / 3),
        };
        let base = scaled(base);
        Body { spot, base, girth: base, height: scaled(height), eye: scaled(eye) }
    }

    /// Whether a model lies on the ground (MUT-CON-04, MUT-CON-07, MUT-CON-17).
    pub fn lies_flat(&self, model: ModelId) -> bool {
        let m = self.model(model);
        m.is(Mark::Fallen) || m.is(Mark::PassedOut)
    }

    /// Whether a model could be shot at from where another stands, as far as lines go
    /// (MUT-LOS-01); gives whether the target is in cover (MUT-LOS-12).
    pub fn line_of_sight(&self, from: ModelId, to: ModelId) -> Result<bool, Refusal> {
        self.shot_line(from, to)
            .map_err(|bar| Refusal::new(bar.clause(), self.bar_words(bar, from, to)))
    }

    /// The same for those who need no reason, which is cheaper: none where there is no line,
    /// else whether the target is in cover.
    pub fn sees_target(&self, from: ModelId, to: ModelId) -> Option<bool> {
        self.shot_line(from, to).ok()
    }

    /// Whether only scenery counts and none is in the way of one who looks at another
    /// (MUT-Q-85).
    pub fn sees_past_models(&self, from: ModelId, to: ModelId) -> bool {
        self.past_scenery(from, to).is_ok()
    }

    /// Whether a point sees a model; gives whether it is in cover from there (MUT-ARE-08,
    /// MUT-G-14). None if every line is blocked by solid scenery.
    pub fn exposed_to(&self, center: Spot, model: ModelId) -> Option<bool> {
        let target = self.body(model);
        let look = self.look_with(&SOLID, center, &target);
        if !look.visible() {
            return None;
        }
        let low = || self.low_ground(&target, |shape| !shape.contains(center.at));
        Some(look.hidden() > 0 || self.look_with(&COVER, center, &target).hidden() > 0 || low())
    }

    /// Whether no enemy has a line to a model: scenery alone hides it, not other models, and a
    /// shot from where it still stands has given it away (MUT-G-13, MUT-LOS-18, MUT-LOS-19).
    pub fn is_hidden(&self, model: ModelId) -> bool {
        let seen = |enemy: ModelId| {
            !self.is(enemy, Mark::Lurking) && self.past_scenery(enemy, model).is_ok()
        };
        !self.is(model, Mark::Spotted) && !self.enemies(model).any(seen)
    }

    /// Whether a model's base touches scenery that counts as cover, or lies inside of it
    /// (MUT-G-22). One who stands on top of something does not touch it.
    pub fn touches_cover(&self, model: ModelId) -> bool {
        let body = self.body(model);
        let reach = body.base + CONTACT;
        let near = tabletop::Extent { low: body.at(), high: body.at() }.grown(reach);
        let touches = |shape| measure::within_of_shape(&body, shape, CONTACT);
        let beside = |index: usize| {
            let volume = &self.table.volumes()[index];
            let gone = volume.feature.is_some_and(|feature| self.changes.is_gone(feature));
            let covers = matches!(Seen::of(volume.kind), Seen::Solid | Seen::Partial);
            let level = volume.top > body.feet() && volume.bottom < body.head();
            covers && !gone && level && touches(&volume.shape)
        };
        let inside = |index: usize| {
            let ground = &self.table.grounds()[index];
            let covers = match Seen::of(ground.kind) {
                Seen::Partial => true,
                Seen::Wood => !self.scenery.dead_woods.contains(&ground.piece),
                Seen::Solid | Seen::Freely => ground.kind == Kind::Interior,
            };
            let level = (ground.low..=ground.high).contains(&body.feet());
            covers && level && touches(&ground.shape)
        };
        self.table.volume_grid().near(near).any(beside)
            || self.table.ground_grid().near(near).any(inside)
    }

    fn look_with(&self, optics: &Optics, eye: Spot, target: &Body) -> Look {
        let (table, changes) = (&self.table, &self.changes);
        Sightline { table, changes, optics, sampling: SAMPLING }.look(eye, target)
    }

    /// The line from one model to another; gives whether the target is in cover.
    fn shot_line(&self, from: ModelId, to: ModelId) -> Result<bool, Bar> {
        let scene = self.past_scenery(from, to)?;
        let (shooter, target) = (self.body(from), self.body(to));
        let (closed, most) = self.models_between(from, to, scene.open);
        match most {
            Some(model) if closed == scene.open => Err(Bar::Model(model)),
            _ => Ok(scene.covered || self.is_screened(&shooter, &target)),
        }
    }

    /// What solid scenery and woods leave of a look.
    fn past_scenery(&self, from: ModelId, to: ModelId) -> Result<Scene, Bar> {
        let (shooter, target) = (self.body(from), self.body(to));
        let woods = self.woods_between(&shooter, &target, self.is_betrayed(to))?;
        let look = self.look_with(&SOLID, shooter.eye(), &target);
        let open = look.open & !woods.closed;
        match woods.by {
            Some(wood) if open == 0 && look.visible() => Err(Bar::Wood(wood)),
            _ if open == 0 => Err(Bar::Scenery(look.witness)),
            _ => Ok(Scene { open, covered: woods.cover || look.hidden() > 0 }),
        }
    }

    /// Whether a shot out of a wood has given a model away to those outside (MUT-Q-84).
    fn is_betrayed(&self, model: ModelId) -> bool {
        self.agreed.edge_shooter_targetable == EdgeShooterTargetable::On
            && self.is(model, Mark::Spotted)
    }

    /// The lines that models between close, and the one that closes most of them. All models
    /// that stand do, whatever their size, but for friends who touch the shooter (MUT-LOS-02,
    /// MUT-Q-83).
    fn models_between(&self, from: ModelId, to: ModelId, open: u64) -> (u64, Option<ModelId>) {
        let (shooter, target) = (self.body(from), self.body(to));
        let (mut closed, mut most, mut best) = (0, None, 0);
        for other in self.in_play() {
            if other == from || other == to {
                continue;
            }
            let met = self.lines_met(&shooter, &target, other) & open;
            if met == 0 || !self.closes_lines(other, from, to) {
                continue;
            }
            closed |= met;
            if met.count_ones() > best {
                (most, best) = (Some(other), met.count_ones());
            }
        }
        (closed, most)
    }

    /// Whether a model closes the lines between two others that run through it.
    fn closes_lines(&self, other: ModelId, from: ModelId, to: ModelId) -> bool {
        let beside = self.side(other) == self.side(from) && self.touch(other, from);
        let lurks = self.is(other, Mark::Lurking);
        !(beside || lurks || self.lies_flat(other) || self.is_looked_over(other, from, to))
    }

    /// Whether two models see each other over a smaller one (MUT-Q-83).
    fn is_looked_over(&self, other: ModelId, from: ModelId, to: ModelId) -> bool {
        let size = |m: ModelId| self.model(m).nature.size();
        self.agreed.big_sees_over == BigSeesOver::On && size(other) < size(from).max(size(to))
    }

    /// The lines of a look that run through another model, which for this is as tall as the two
    /// who look at each other: size does not matter (MUT-Q-83).
    fn lines_met(&self, shooter: &Body, target: &Body, other: ModelId) -> u64 {
        let body = self.body(other);
        let reach = body.girth + target.girth;
        if !point_nearer_than(body.at(), shooter.at(), target.at(), reach) {
            return 0;
        }
        let height = body.height.max(shooter.height).max(target.height);
        met_by(shooter.eye(), target, SAMPLING, &Body { height, ..body })
    }

    /// Whether something partial obscures a target; what touches the shooter's own base does
    /// not count (MUT-G-10).
    fn is_screened(&self, shooter: &Body, target: &Body) -> bool {
        let apart = |shape: &tabletop::Polygon| !measure::within_of_shape(shooter, shape, CONTACT);
        if self.low_ground(target, apart) {
            return true;
        }
        let eye = shooter.eye();
        if self.look_with(&COVER, eye, target).hidden() == 0 {
            return false;
        }
        let own = self.leaned_on(shooter);
        let (table, changes) = (&self.table, &self.changes);
        let sight = Sightline { table, changes, optics: &COVER, sampling: SAMPLING };
        let obscured = |end: Spot| {
            sight.line(eye, end).passes.iter().any(|pass| {
                let counts = pass.piece.is_some_and(|piece| !own.contains(&piece));
                Seen::of(pass.kind) == Seen::Partial && !pass.over && counts
            })
        };
        own.is_empty() || samples(eye, target, SAMPLING).into_iter().any(obscured)
    }

    /// The partial pieces that touch a base.
    fn leaned_on(&self, body: &Body) -> SmallVec<[PieceId; 4]> {
        let reach = body.base + CONTACT;
        let near = tabletop::Extent { low: body.at(), high: body.at() }.grown(reach);
        let volumes = self.table.volume_grid().near(near).map(|i| &self.table.volumes()[i]);
        let touching = volumes.filter(|volume| {
            Seen::of(volume.kind) == Seen::Partial
                && measure::within_of_shape(body, &volume.shape, CONTACT)
        });
        touching.map(|volume| volume.piece).collect()
    }

    /// Whether a model stands among rubble, in a trench or in a crater of which something else
    /// is true: flat pieces that obscure whoever is in them.
    fn low_ground(&self, target: &Body, fits: impl Fn(&tabletop::Polygon) -> bool) -> bool {
        let mut grounds = self.table.grounds_at(target.at(), target.feet());
        grounds.any(|ground| Seen::of(ground.kind) == Seen::Partial && fits(&ground.shape))
    }

    /// What is in the way, and what to do about it.
    fn bar_words(&self, bar: Bar, from: ModelId, to: ModelId) -> String {
        let (one, other) = (self.name(from), self.name(to));
        let piece = |id: PieceId| self.table.piece(id).name.as_str();
        match bar {
            Bar::Scenery(by) => {
                let what = by.map_or("scenery", piece);
                format!("{what} hides all of {other} from {one}: move, or choose another target")
            }
            Bar::Model(model) => {
                let who = self.name(model);
                format!("{who} stands between {one} and {other}: move, or choose another target")
            }
            Bar::Wood(wood) => {
                format!("{} lies between {one} and {other}: go around it", piece(wood))
            }
            Bar::Into(wood) => {
                format!("{other} is inside {}, and {one} is not: go in as well", piece(wood))
            }
            Bar::OutOf(wood) => {
                format!("{one} is too deep inside {}: move to its edge", piece(wood))
            }
            Bar::Within(wood) => {
                format!("inside {} one sees no farther than Short: get nearer", piece(wood))
            }
        }
    }
}

#[cfg(test)]
mod tests;
