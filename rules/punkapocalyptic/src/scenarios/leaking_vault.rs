//! The leaking vault: crates to be carried off, past a pool that grows (PUN-SCN-3, PUN-SC3-01 to 07).

use engine::{Ask, Clause, Cx, Deed, Event, ModelId, Play, SideId};
use tabletop::{Kind, Length, Point, Sketch};

use super::{Plot, Thing, laid};
use crate::dice::d10;
use crate::gear::GearRule;
use crate::profile::Attribute;
use crate::state::{Fate, MARKER_REACH, State, Token, TokenKind};

/// Everything on the table.
const THINGS: [Thing; 13] = [
    ("pool", Kind::Contaminated, [2_000, 2_000, 2_800, 2_800], 0),
    ("acid channel west", Kind::Water, [0, 2_700, 1_400, 3_000], 0),
    ("acid channel east", Kind::Water, [3_400, 1_800, 4_800, 2_100], 0),
    ("plank bridge", Kind::Ford, [600, 2_700, 750, 3_000], 0),
    ("plank bridge", Kind::Ford, [4_050, 1_800, 4_200, 2_100], 0),
    ("rubble heap", Kind::Rubble, [1_500, 3_100, 1_900, 3_500], 80),
    ("rubble heap", Kind::Rubble, [2_900, 1_300, 3_300, 1_700], 80),
    ("vault wall", Kind::HighWall, [1_700, 2_200, 1_900, 2_600], 250),
    ("vault wall", Kind::HighWall, [2_900, 2_200, 3_100, 2_600], 250),
    ("drums", Kind::Barrel, [2_300, 3_300, 2_500, 3_400], 100),
    ("drums", Kind::Barrel, [2_300, 1_400, 2_500, 1_500], 100),
    ("hedge", Kind::Scrub, [500, 1_800, 1_100, 1_900], 100),
    ("hedge", Kind::Scrub, [3_700, 2_900, 4_300, 3_000], 100),
];
/// Where the crates lie, in inches (PUN-SC3-02).
const CRATES: [(i32, i32); 5] = [(24, 24), (8, 36), (40, 12), (36, 36), (12, 12)];
/// From this one on they cannot be picked up at first.
const LATE: usize = 3;
/// The first Turn in which those can.
const LATE_TURN: u8 = 2;
/// The Turns at whose end gas may burst from the pool, and from which face on (PUN-SC3-06).
const LEAKS: [u8; 2] = [3, 6];
const LEAK: u8 = 8;
/// What a crate is worth that was taken off the table (PUN-SC3-07).
const TAKEN: i32 = 3;
/// So many points of Downed enemies are worth one (PUN-SC3-07).
const HUNDRED: i32 = 100;

/// The table.
pub fn sketch() -> Sketch {
    laid("The leaking vault", &THINGS)
}

/// The crates.
pub fn tokens() -> Vec<Token> {
    let item = |(i, (x, y)): (usize, &(i32, i32))| Token {
        name: format!("crate {}", i + 1).as_str().into(),
        kind: TokenKind::Crate,
        spot: Some(Point::inches(*x, *y).at_height(Length::ZERO)),
        owner: None,
        carrier: None,
    };
    CRATES.iter().enumerate().map(item).collect()
}

impl State {
    /// The crate that a model carries.
    pub fn load_of(&self, model: ModelId) -> Option<u8> {
        self.tokens.iter().position(|t| t.carrier == Some(model)).map(|i| i as u8)
    }

    /// Whether a crate can be had by now (PUN-SC3-02).
    pub fn is_free_crate(&self, index: usize) -> bool {
        let token = &self.tokens[index];
        let crate_ = token.kind == TokenKind::Crate && token.spot.is_some();
        crate_ && (index < LATE || self.turn >= LATE_TURN)
    }

    /// Whether a model in contact with a crate may pick it up: it is eligible and carries nothing
    /// else that is Cumbersome (PUN-SC3-03, PUN-CUM-02, PUN-Q-06).
    pub fn may_pick_up(&self, model: ModelId, index: usize) -> bool {
        self.is_free_crate(index)
            && self.is_eligible(model)
            && !self.is_encumbered(model)
            && self.value(model, Attribute::Agility) > 1
            && self.is_near_token(model, &self.tokens[index], MARKER_REACH)
    }

    /// A model picks a crate up (PUN-SC3-03).
    pub fn pick_up(&mut self, cx: &mut Cx<'_>, model: ModelId, index: u8) {
        let side = self.side(model);
        let token = &mut self.tokens[usize::from(index)];
        token.spot = None;
        token.carrier = Some(model);
        token.owner = Some(side);
        ["PUN-SC3-02", "PUN-SCN-3", "PUN-CUM-01"].iter().for_each(|id| cx.cite(Clause(id)));
        cx.say(|| {
            let name = &self.tokens[usize::from(index)].name;
            let text = format!("{} picks up {name}", self.name(model));
            Event::note(Clause("PUN-SC3-03"), text).deed(Deed::Changed { model })
        });
    }

    /// A carrier drops its crate, which costs nothing (PUN-SC3-03).
    pub fn drop_crate(&mut self, cx: &mut Cx<'_>, index: u8) {
        let Some(model) = self.tokens[usize::from(index)].carrier else { return };
        let spot = self.spot(model);
        let token = &mut self.tokens[usize::from(index)];
        token.spot = Some(spot);
        token.carrier = None;
        token.owner = None;
        cx.say(|| {
            let name = &self.tokens[usize::from(index)].name;
            let text = format!("{} drops {name}", self.name(model));
            Event::note(Clause("PUN-SC3-03"), text).deed(Deed::Changed { model })
        });
    }

    /// Whether a model has its hands too full for one of its weapons (PUN-SC3-03).
    pub fn hands_full_for(&self, model: ModelId, weapon: &crate::gear::Weapon) -> bool {
        (weapon.has(GearRule::TwoHanded) || weapon.has(GearRule::Bulky))
            && self.load_of(model).is_some()
    }

    /// A carrier that has moved to the edge of the table in its own zone may leave with its crate;
    /// it is out of the game, and not Downed (PUN-SC3-04).
    pub fn may_leave(&mut self, cx: &mut Cx<'_>, model: ModelId) -> Play<()> {
        if self.scenario.plot != Plot::LeakingVault {
            return Ok(());
        }
        let Some(index) = self.load_of(model).filter(|_| self.is_at_own_edge(model)) else {
            return Ok(());
        };
        let side = self.side(model);
        let prompt = "Does it leave with its crate?";
        let ask = Ask::new(side, "leave", prompt, Clause("PUN-SC3-04")).about(model);
        if !cx.confirm(ask, "leave", "remain")? {
            return Ok(());
        }
        let token = &mut self.tokens[usize::from(index)];
        token.carrier = None;
        token.owner = Some(side);
        self.put_out(model, Fate::Left);
        cx.say(|| {
            let name = &self.tokens[usize::from(index)].name;
            let text = format!("{} leaves the table with {name}", self.name(model));
            Event::note(Clause("PUN-SC3-04"), text).deed(Deed::Removed { model })
        });
        Ok(())
    }

    fn is_at_own_edge(&self, model: ModelId) -> bool {
        let m = self.model(model);
        let Some(spot) = m.spot else { return false };
        let side = self.side(model).index();
        let zone = self.bands[side].zone.unwrap_or(self.scenario.zones[side]);
        let body = self.body_at(model, spot);
        let reach = body.base + MARKER_REACH;
        let (x, y) = (spot.at.x, spot.at.y);
        let edge = x <= reach
            || y <= reach
            || self.table.width() - x <= reach
            || self.table.depth() - y <= reach;
        edge && zone.holds(&self.table, &body)
    }

    /// Where a carrier would leave the table soonest.
    pub fn way_off(&self, model: ModelId) -> Point {
        let side = self.side(model).index();
        let zone = self.bands[side].zone.unwrap_or(self.scenario.zones[side]);
        let extent = zone.extent(&self.table);
        let at = self.spot(model).at;
        let base = self.who(model).base;
        let all = self.table.extent();
        let clamp = |v: Length, low: Length, high: Length| v.max(low + base).min(high - base);
        let x = clamp(at.x, extent.low.x, extent.high.x);
        let y = clamp(at.y, extent.low.y, extent.high.y);
        let west = extent.low.x == all.low.x;
        let south = extent.low.y == all.low.y;
        let by_x = Point::new(if west { all.low.x + base } else { all.high.x - base }, y);
        let by_y = Point::new(x, if south { all.low.y + base } else { all.high.y - base });
        if at.distance_squared(by_x) <= at.distance_squared(by_y) { by_x } else { by_y }
    }

    /// At the end of some Turns gas may burst from the middle of the pool (PUN-SC3-06).
    pub fn leak(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        if self.scenario.plot != Plot::LeakingVault || !LEAKS.contains(&self.turn) {
            return Ok(());
        }
        let face = cx.dice(d10(SideId(0), "watches the pool"))?[0];
        cx.say(|| {
            let what = if face >= LEAK { "gas bursts from it" } else { "it only bubbles" };
            Event::note(Clause("PUN-SC3-06"), format!("The pool rolls {face}: {what}"))
        });
        if face < LEAK {
            return Ok(());
        }
        let (x, y) = CRATES[0];
        self.release_gas(cx, Point::inches(x, y).at_height(Length::ZERO))
    }

    /// What a side has by crates and Downed enemies (PUN-SC3-07).
    pub fn vault_score(&self, side: SideId) -> i32 {
        let own = self.tokens.iter().filter(|t| t.owner == Some(side) && t.spot.is_none());
        let worth = |t: &Token| if t.carrier.is_some() { 1 } else { TAKEN };
        own.map(worth).sum::<i32>() + self.downed_cost(side) / HUNDRED
    }

    /// Whether somebody of a side has left the table with a crate.
    pub fn has_left(&self, side: SideId) -> bool {
        self.ids().any(|m| self.side(m) == side && self.model(m).fate == Fate::Left)
    }
}
