//! Dead machines: three machines to be switched on and held (PUN-SCN-2, PUN-SC2-01 to 07).

use engine::{Ask, Choice, Clause, Cx, Event, ModelId, Play, SideId};
use tabletop::{Form, Kind, Length, Piece, Point, Sketch};

use super::{Plot, Thing, laid};
use crate::dice::{Roller, Sum};
use crate::profile::Attribute;
use crate::state::{Fate, Models, State, Token, TokenKind};

/// Everything on the table but the ladders.
const THINGS: [Thing; 12] = [
    ("platform west", Kind::Floor, [1_500, 2_100, 1_850, 2_700], 300),
    ("platform centre-west", Kind::Floor, [2_100, 2_100, 2_250, 2_700], 300),
    ("platform centre-east", Kind::Floor, [2_550, 2_100, 2_700, 2_700], 300),
    ("platform east", Kind::Floor, [2_950, 2_100, 3_300, 2_700], 300),
    ("concrete wall", Kind::HighWall, [1_600, 1_200, 2_200, 1_250], 200),
    ("concrete wall", Kind::HighWall, [2_600, 3_550, 3_200, 3_600], 200),
    ("tyre piles", Kind::Barrel, [1_000, 3_400, 1_200, 3_600], 100),
    ("tyre piles", Kind::Barrel, [3_600, 1_200, 3_800, 1_400], 100),
    ("mud", Kind::Swamp, [2_100, 400, 2_700, 700], 0),
    ("mud", Kind::Swamp, [2_100, 4_100, 2_700, 4_400], 0),
    ("swamp", Kind::Swamp, [800, 1_000, 1_200, 1_600], 0),
    ("swamp", Kind::Swamp, [3_600, 3_200, 4_000, 3_800], 0),
];
/// Where the ladders stand, in hundredths of an inch.
const LADDERS: [(i32, i32); 2] = [(1_850, 2_400), (2_950, 2_400)];
/// Where the machines stand, in inches (PUN-SC2-02).
const MACHINES: [(i32, i32); 3] = [(24, 8), (24, 24), (24, 40)];
/// The machine that is Electrified and needs a Tech roll (PUN-SC2-03, 04).
const LIVE: usize = 1;
/// How near an eligible enemy keeps others from a machine (PUN-SC2-03).
const GUARD: Length = Length::inches(2);
/// The first Turn whose end is scored (PUN-SC2-05).
const FIRST_SCORED: u8 = 2;
/// What each machine is worth at the end of the game (PUN-SC2-05).
const AT_THE_END: i32 = 2;

/// The table.
pub fn sketch() -> Sketch {
    let mut sketch = laid("Dead machines", &THINGS);
    sketch.pieces.extend(LADDERS.map(|(x, y)| Piece {
        name: "ladder".to_owned(),
        kind: Kind::Ladder,
        form: Form::Ladder(Point::new(Length::cents(x), Length::cents(y))),
        bottom: Length::ZERO,
        height: Length::inches(3),
    }));
    sketch
}

/// The machines, all of them off.
pub fn tokens() -> Vec<Token> {
    let machine = |(i, (x, y)): (usize, &(i32, i32))| Token {
        name: format!("machine {}", i + 1).as_str().into(),
        kind: TokenKind::Machine,
        spot: Some(Point::inches(*x, *y).at_height(Length::ZERO)),
        owner: None,
        carrier: None,
    };
    MACHINES.iter().enumerate().map(machine).collect()
}

impl State {
    /// Whether a machine could be switched by a model that is in contact with it: it is eligible,
    /// and no eligible enemy stands near (PUN-SC2-03).
    pub fn may_switch(&self, model: ModelId, index: usize) -> bool {
        let token = &self.tokens[index];
        let guarded = |e: ModelId| self.is_eligible(e) && self.is_near_token(e, token, GUARD);
        let skilled = index != LIVE || self.attribute(model, Attribute::Tech).is_some();
        self.is_eligible(model)
            && skilled
            && token.owner != Some(self.side(model))
            && !self.enemies(model).any(guarded)
    }

    /// A model tries to switch a machine to its side; the one in the middle takes a Tech roll, and
    /// bites (PUN-SC2-03, 04).
    pub fn switch_machine(&mut self, cx: &mut Cx<'_>, model: ModelId, index: usize) -> Play<()> {
        ["PUN-SC2-02", "PUN-SC2-03", "PUN-SCN-2", "PUN-SC0-06", "PUN-INT-05"]
            .iter()
            .for_each(|id| cx.cite(Clause(id)));
        let mut works = true;
        if index == LIVE {
            let tech = self.value(model, Attribute::Tech);
            let sum = Sum::of(!cx.is_quiet(), tech, "Tech", "PUN-SC2-03");
            let purpose = "works the machine";
            let who = Roller { side: self.side(model), model: Some(model), purpose };
            works = self.check(cx, who, &sum, false)?.passed;
            cx.cite(Clause("PUN-SC2-04"));
            cx.cite(Clause("PUN-ELE-02"));
            self.risk_shock(cx, model)?;
        }
        let side = self.side(model);
        if works {
            self.tokens[index].owner = Some(side);
        }
        cx.say(|| {
            let (who, machine) = (self.name(model), &self.tokens[index].name);
            let text = match works {
                true => format!("{who} switches {machine} to {side}"),
                false => format!("{who} cannot get {machine} to work"),
            };
            Event::note(Clause("PUN-SC2-03"), text)
        });
        Ok(())
    }

    /// How many machines work for a side.
    pub fn machines(&self, side: SideId) -> i32 {
        let own = |t: &&Token| t.kind == TokenKind::Machine && t.owner == Some(side);
        self.tokens.iter().filter(own).count() as i32
    }

    /// Machines score at the end of Turns, and once more at the end of the game (PUN-SC2-05).
    pub fn score_machines(&mut self, cx: &mut Cx<'_>) {
        if self.scenario.plot != Plot::DeadMachines || self.turn < FIRST_SCORED {
            return;
        }
        let last = self.turn >= self.last_turn();
        let worth = if last { 1 + AT_THE_END } else { 1 };
        for side in [SideId(0), SideId(1)] {
            let points = self.machines(side) * worth;
            self.bands[side.index()].score += points;
            if points > 0 {
                cx.say(|| {
                    let text = format!("{side} scores {points} for its machines");
                    Event::note(Clause("PUN-SC2-05"), text)
                });
            }
        }
    }

    /// The dearest model of a side, of which its owner has named one where there are several
    /// (PUN-SC2-06).
    fn dearest(&self, side: SideId) -> Option<ModelId> {
        let named = self.bands[side.index()].dearest;
        named.or_else(|| self.dearest_ones(side).first().copied())
    }

    fn dearest_ones(&self, side: SideId) -> Models {
        let own = || self.ids().filter(move |m| self.side(*m) == side);
        let most = own().map(|m| self.who(m).cost).max();
        own().filter(|m| Some(self.who(*m).cost) == most).collect()
    }

    /// At deployment the owner of several dearest models names one (PUN-SC2-06).
    pub fn name_dearest(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        if self.scenario.plot != Plot::DeadMachines {
            return Ok(());
        }
        for side in [SideId(0), SideId(1)] {
            let dearest = self.dearest_ones(side);
            if dearest.len() < 2 {
                continue;
            }
            let prompt = "Which is your dearest model?";
            let ask = Ask::new(side, "dearest", prompt, Clause("PUN-SC2-06"));
            let model = cx.choose(ask, &dearest, |m| {
                Choice::new(format!("name {}", self.name(*m))).about(*m)
            })?;
            self.bands[side.index()].dearest = Some(model);
            cx.say(|| {
                let text = format!("{side}'s dearest model is {}", self.name(model));
                Event::note(Clause("PUN-SC2-06"), text)
            });
        }
        Ok(())
    }

    /// What a side scores for the enemy's dearest model (PUN-SC2-06).
    pub fn dearest_score(&self, side: SideId) -> i32 {
        let dearest = self.dearest(self.rival(side));
        let out = |m: ModelId| matches!(self.model(m).fate, Fate::Downed(_) | Fate::Removed);
        i32::from(dearest.is_some_and(out))
    }
}
