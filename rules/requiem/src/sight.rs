//! Chapters 8 and 9: cover and line of sight.

mod asked;

use engine::{Clause, Cx, ModelId, Refusal};
use serde::{Deserialize, Serialize};
use tabletop::polygon::{point_segment_cmp, segments_meet};
use tabletop::sight::{Look, Optic, Optics, Sampling, Sightline, met_by, samples};
use tabletop::terrain::{Building, Opening};
use tabletop::{Body, Form, Kind, Length, Piece, PieceId, Point, Spot};

use crate::dice::{Pool, Sum};
use crate::options::FriendsBlock;
use crate::state::State;

/// How finely a target is looked at (REQ-GEO-06).
pub const SAMPLING: Sampling = Sampling::new(5, 9);

/// What terrain does to sight lines: solid things hide, growth and fences are screens of
/// eighths (REQ-Q-71).
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
    .with(Kind::Scrub, Optic::Screen(2))
    .with(Kind::Hedge, Optic::Screen(2))
    .with(Kind::Fence, Optic::Screen(2))
    .with(Kind::Wire, Optic::Clear)
    .with(Kind::LightWoods, Optic::Screen(2))
    .with(Kind::MediumWoods, Optic::Screen(4))
    .with(Kind::DenseWoods, Optic::Screen(6));

/// How near to a window one is at it (REQ-X-22).
const AT_WINDOW: Length = Length::inches(1);

/// How well a target is covered, least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Cover {
    /// Nothing worth mentioning is hidden.
    None,
    /// Up to half is hidden.
    Light,
    /// More than half is hidden.
    Heavy,
}

impl Cover {
    /// Cover from the share of hidden lines: none below 15 percent (REQ-COV-05, REQ-Q-34),
    /// light up to half (REQ-COV-02, REQ-Q-33), heavy above (REQ-COV-03; REQ-GEO-08).
    pub fn of(look: &Look) -> Cover {
        let (hidden, total) = (u32::from(look.hidden()), u32::from(look.total));
        if hidden * 100 < total * 15 {
            Cover::None
        } else if hidden * 2 < total || is_half(look) {
            Cover::Light
        } else {
            Cover::Heavy
        }
    }

    /// The cover in a word.
    pub fn name(self) -> &'static str {
        match self {
            Cover::None => "no cover",
            Cover::Light => "light cover",
            Cover::Heavy => "heavy cover",
        }
    }

    /// Adds the cover to a Defense roll (REQ-COV-01, 04).
    pub fn add_to(self, sum: &mut Sum) {
        match self {
            Cover::None => (),
            Cover::Light => sum.dice(Pool::new(1, 0), "light cover", Clause("REQ-COV-02")),
            Cover::Heavy => sum.dice(Pool::new(1, 1), "heavy cover", Clause("REQ-COV-03")),
        }
    }
}

/// Why a model is no target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bar {
    /// Terrain hides all of it, most of it this piece (REQ-LOS-01).
    Terrain(Option<PieceId>),
    /// Another enemy is in the line (REQ-LOS-02).
    Enemy(ModelId),
    /// Friends hide it (REQ-Q-32).
    Friends,
}

impl Bar {
    const fn clause(self) -> Clause {
        Clause(match self {
            Bar::Terrain(_) => "REQ-LOS-01",
            Bar::Enemy(_) => "REQ-LOS-02",
            Bar::Friends => "REQ-Q-32",
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

    /// Whether a model can see another (REQ-LOS-01), and with what cover the other would be shot
    /// at. Terrain hides or covers (REQ-LOS-04); another enemy in the line makes the target
    /// invalid (REQ-LOS-02); friends only where they block every line (REQ-Q-32).
    pub fn line_of_sight(&self, from: ModelId, to: ModelId) -> Result<Cover, Refusal> {
        self.shot_line(from, to)
            .map_err(|bar| Refusal::new(bar.clause(), self.bar_words(bar, from, to)))
    }

    fn shot_line(&self, from: ModelId, to: ModelId) -> Result<Cover, Bar> {
        let (eye, target) = (self.body(from), self.body(to));
        let look = self.sight().look(eye.eye(), &target);
        let cover = Cover::of(&look);
        if look.visible() {
            self.models_in_the_way(from, to, (eye.eye(), &target, look.open))?;
            let sheltered = cover < Cover::Heavy && self.is_at_window(eye.eye(), &target, &look);
            return Ok(if sheltered { Cover::Heavy } else { cover });
        }
        let back = self.look_back(&eye, &target, look);
        if !back.visible() {
            return Err(Bar::Terrain(look.witness));
        }
        self.models_in_the_way(from, to, (target.eye(), &eye, back.open))?;
        Ok(cover)
    }

    /// Sight is mutual: where a model sees nothing of its target, a line from the target's eye
    /// will do as well (REQ-Q-70).
    fn look_back(&self, eye: &Body, target: &Body, look: Look) -> Look {
        let cut_off = self.sight().cuts_off(eye, target);
        if cut_off { look } else { self.sight().look(target.eye(), eye) }
    }

    /// What is in the way, and what to do about it.
    fn bar_words(&self, bar: Bar, from: ModelId, to: ModelId) -> String {
        let (one, other) = (self.name(from), self.name(to));
        match bar {
            Bar::Terrain(piece) => {
                let what = piece.map_or("terrain", |piece| self.table.piece(piece).name.as_str());
                format!("{one} cannot see {other}: {what} is in the way")
            }
            Bar::Enemy(enemy) => format!(
                "{} stands between {one} and {other}: shoot the closer model or choose another",
                self.name(enemy)
            ),
            Bar::Friends => format!("friends of {one} hide {other}"),
        }
    }

    fn models_in_the_way(
        &self,
        from: ModelId,
        to: ModelId,
        (eye, body, open): (Spot, &Body, u64),
    ) -> Result<(), Bar> {
        let mut by_friends = 0;
        for other in self.standing().filter(|m| *m != from && *m != to) {
            let met = met_by(eye, body, SAMPLING, &self.body(other)) & open;
            if met == 0 {
                continue;
            }
            if self.side(other) != self.side(from) {
                return Err(Bar::Enemy(other));
            }
            by_friends |= met;
        }
        let spoiled = match self.agreed.friends_block {
            FriendsBlock::Full => by_friends == open,
            FriendsBlock::Any => by_friends != 0,
        };
        if spoiled { Err(Bar::Friends) } else { Ok(()) }
    }

    /// Whether a target stands at a window of the building it is in and is seen through that
    /// window from outdoors (REQ-X-22).
    fn is_at_window(&self, eye: Spot, target: &Body, look: &Look) -> bool {
        self.table.pieces().iter().any(|piece| {
            let Form::Building(house) = &piece.form else { return false };
            let top = piece.bottom + piece.height;
            let indoors = house.outline.contains(target.at())
                && (piece.bottom..top).contains(&target.feet())
                && !house.outline.contains(eye.at);
            // From above the walls one looks in where there is no roof.
            let through = house.roof || eye.z < top;
            let windows = house.openings.iter().filter(|opening| !opening.door);
            let at = |w: &Opening| looks_through((piece, house, w), eye, target, look);
            indoors && through && windows.into_iter().any(at)
        })
    }

    /// Notes the rules by which a target is seen and covered.
    pub fn cite_sight(&self, cx: &mut Cx<'_>, from: ModelId, to: ModelId) {
        if cx.is_quiet() {
            return;
        }
        let (eye, target) = (self.body(from).eye(), self.body(to));
        let look = self.sight().look(eye, &target);
        let (hidden, solid) = (u32::from(look.hidden()), look.solid.count_ones());
        let cover = Cover::of(&look);
        let met = |friend| met_by(eye, &target, SAMPLING, &self.body(friend)) & look.open != 0;
        let screened =
            |enemy| enemy != to && matches!(self.shot_line(from, enemy), Err(Bar::Enemy(_)));
        let rules: [(bool, &[&'static str]); 8] = [
            (!look.visible(), &["REQ-Q-70"]),
            (look.visible() && hidden > 0, &["REQ-LOS-04", "REQ-GEO-08"]),
            (hidden > solid, &["REQ-Q-71"]),
            (is_half(&look), &["REQ-Q-33"]),
            (hidden > 0 && cover == Cover::None, &["REQ-COV-05", "REQ-Q-34"]),
            (look.visible() && self.is_at_window(eye, &target, &look), &["REQ-X-22"]),
            (self.friends(from).any(met), &["REQ-Q-32"]),
            (self.enemies(from).any(screened), &["REQ-LOS-03", "REQ-GEO-07"]),
        ];
        for (_, clauses) in rules.iter().filter(|(applies, _)| *applies) {
            clauses.iter().for_each(|clause| cx.cite(Clause(clause)));
        }
    }

    /// Whether a friend can see a model; enemies in the way block that too (REQ-Q-48).
    pub fn watches(&self, leader: ModelId, model: ModelId) -> bool {
        // Friends in the way spoil a shot, but nobody looks past a friend in vain.
        matches!(self.shot_line(leader, model), Ok(_) | Err(Bar::Friends))
    }

    /// The cover of a model against a blast: only what stands between the middle of the blast
    /// and the model counts (REQ-COV-07, REQ-GEO-09).
    pub fn cover_from_blast(&self, center: Spot, model: ModelId) -> Cover {
        Cover::of(&self.sight().look(center, &self.body(model)))
    }
}

/// Whether half of the lines are hidden, as nearly as their number can be halved (REQ-Q-33).
fn is_half(look: &Look) -> bool {
    (u32::from(look.hidden()) * 2).abs_diff(u32::from(look.total)) <= 1
}

/// Whether a body is at a window and some open line to it runs through that window.
fn looks_through(
    (piece, house, window): (&Piece, &Building, &Opening),
    eye: Spot,
    target: &Body,
    look: &Look,
) -> bool {
    let (low, high) = (piece.bottom + window.sill, piece.bottom + window.head);
    let Some((a, b)) = house.outline.sides().nth(window.side) else { return false };
    let along = b - a;
    let ends = (a.toward(along, window.from), a.toward(along, window.from + window.width));
    let inward = along.left().of_length(house.thickness);
    let (start, end): (Point, Point) = (ends.0 + inward, ends.1 + inward);
    let near = point_segment_cmp(target.at(), start, end, target.base + AT_WINDOW).is_le();
    let level = low < target.head() && target.feet() < high;
    let crosses = |to: Spot| segments_meet((eye.at, to.at), ends);
    let is_open = |i: usize| look.open >> i & 1 == 1;
    let lines = || samples(eye, target, SAMPLING).into_iter().enumerate();
    near && level && lines().any(|(i, to)| is_open(i) && crosses(to))
}
