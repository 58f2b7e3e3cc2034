//! Chapter 7: grenades, flamers, missiles, molotovs, smoke.

use engine::question::Goal;
use engine::{Ask, Clause, Cx, Deed, Event, ModelId, Play, Refusal};
use tabletop::{Cloud, Extent, Kind, Length, Point, Spot, measure};

use crate::fire::{Aim, Mode};
use crate::harm::{Blow, Harm};
use crate::options::MolotovArea;
use crate::rolls::{Cast, Sum, roll};
use crate::sight::{Cover, Shelter};
use crate::state::{Go, Models, State};
use crate::weapons::{GunId, Sort, known};

/// Radius of a molotov's fire (KZ-X-14).
pub const FIRE: Length = Length::inches(1);
/// Height of a cloud of smoke.
const SMOKE_HEIGHT: Length = Length::inches(3);

/// A point that is aimed at.
#[derive(Clone, Copy, Debug)]
struct Mark {
    spot: Spot,
    /// Whether only a friend sees it (KZ-X-12).
    unseen: bool,
}

impl State {
    /// A weapon is aimed at a bare point (KZ-X-12, KZ-AREA-03).
    pub fn lob(&mut self, cx: &mut Cx<'_>, go: &mut Go, gun: GunId) -> Play<()> {
        let model = go.model;
        go.shot = true;
        self.cite_shooting(cx, model, Aim { target: model, gun, mode: Mode::Plain });
        let mark = self.choose_point(cx, model, gun)?;
        match gun.get().sort {
            Sort::Missile => self.launch(cx, model, mark.spot),
            sort => {
                self.spend(model, gun);
                let sum = self.point_sum(model, mark.spot.at, gun);
                let hit = self.target_roll(cx, model, &sum)?;
                // What only a friend sees is hit by nothing but a six (KZ-X-12).
                let is_hit = if mark.unseen { hit.face == 6 } else { hit.is_hit };
                match sort {
                    Sort::Smoke => {
                        self.smoke(cx, mark.spot, is_hit);
                        Ok(())
                    }
                    _ => self.burst_at(cx, model, gun, mark.spot, is_hit),
                }
            }
        }
    }

    fn choose_point(&self, cx: &mut Cx<'_>, model: ModelId, gun: GunId) -> Play<Mark> {
        let kind = gun.get();
        let range = self.range_of(model, gun);
        let body = self.body(model);
        let all = self.table.extent();
        let within = Extent { low: body.at(), high: body.at() }.grown(range + body.base);
        let within = Extent {
            low: Point::new(within.low.x.max(all.low.x), within.low.y.max(all.low.y)),
            high: Point::new(within.high.x.min(all.high.x), within.high.y.min(all.high.y)),
        };
        let ask = Ask::new(self.side(model), "point", "Where does it go?", kind.clause());
        let ask = ask.about(model).template(kind.reach().max(FIRE));
        cx.point(
            ask,
            within,
            || self.point_goals(model, gun),
            |at| self.mark(model, gun, at, range),
        )
    }

    fn mark(&self, model: ModelId, gun: GunId, at: Point, range: Length) -> Result<Mark, Refusal> {
        let clause = Clause("KZ-X-12");
        if !measure::within_of_point(&self.body(model), at, range) {
            let why = format!("{at} is more than {range} inches away");
            return Err(Refusal::new(clause, why));
        }
        let spot = at.at_height(self.table.ground_height(at));
        if self.sees_point(model, spot) {
            return Ok(Mark { spot, unseen: false });
        }
        let thrown = matches!(gun.get().sort, Sort::Thrown | Sort::Smoke);
        let side = self.side(model);
        let watches = |m: ModelId| self.is_able(m) && self.sees_point(m, spot);
        if thrown && self.figures_of(side).any(watches) {
            return Ok(Mark { spot, unseen: true });
        }
        Err(Refusal::new(clause, format!("nobody sees {at}")))
    }

    /// Points worth aiming at and within reach: enemies with no friend beside them, or as far
    /// towards them as it goes; one's own feet at worst.
    fn point_goals(&self, model: ModelId, gun: GunId) -> Vec<Goal> {
        let (side, reach) = (self.side(model), gun.get().reach());
        let (from, range) = (self.spot(model).at, self.range_of(model, gun));
        let caught = |at: Point| {
            let near = |m: &ModelId| measure::within_of_point(&self.body(*m), at, reach);
            let count = |m: ModelId| if self.side(m) == side { -3 } else { 2 };
            self.figures().filter(near).map(count).sum::<i32>()
        };
        let towards =
            |enemy: Spot| match measure::within_of_point(&self.body(model), enemy.at, range) {
                true => enemy,
                false => {
                    let at = from + (enemy.at - from).of_length(range);
                    at.at_height(self.table.ground_height(at))
                }
            };
        let spots = self.enemies(model).map(|m| towards(self.spot(m)));
        let goals = spots.map(|spot| Goal { spot, merit: caught(spot.at) });
        let legal = |goal: &Goal| self.mark(model, gun, goal.spot.at, range).is_ok();
        let feet = Goal { spot: self.spot(model), merit: -100 };
        goals.filter(legal).chain([feet]).collect()
    }

    /// How good it looks to aim at a point: as good as the best of those worth aiming at.
    pub fn lob_merit(&self, model: ModelId, gun: GunId) -> i32 {
        let goals = self.point_goals(model, gun).into_iter();
        let best = goals.map(|goal| goal.merit).filter(|merit| *merit > 0).max();
        match (gun.get().sort, best) {
            (Sort::Smoke, _) | (_, None) => -5,
            (_, Some(best)) => 10 + best * 8,
        }
    }

    /// A missile: 3 to 6 hits the point, otherwise it is not launched and is kept
    /// (KZ-AREA-03, 04; KZ-Q-43).
    fn launch(&mut self, cx: &mut Cx<'_>, model: ModelId, center: Spot) -> Play<()> {
        let cast = Cast {
            side: self.side(model),
            model: Some(model),
            count: 1,
            purpose: "launch",
            clause: Clause("KZ-AREA-03"),
        };
        let rolled = roll(cx, cast, &Sum::default(), || format!("{} launches", self.name(model)))?;
        cx.cite(Clause("KZ-Q-43"));
        if rolled.face <= 2 {
            cx.say(|| Event::note(Clause("KZ-AREA-03"), "The missile is not launched"));
            return Ok(());
        }
        cx.cite(Clause("KZ-AREA-04"));
        self.use_up(model, known().missile);
        self.burst_at(cx, model, known().missile, center, true)
    }

    /// Something bursts: everybody within its reach takes a kill roll of his own, with his
    /// cover from that point (KZ-X-12, KZ-GEO-06).
    pub fn burst_at(
        &mut self,
        cx: &mut Cx<'_>,
        model: ModelId,
        gun: GunId,
        center: Spot,
        hit: bool,
    ) -> Play<()> {
        let kind = gun.get();
        let dice = if hit { kind.dice } else { kind.miss };
        let radius = kind.reach();
        cx.say(|| {
            let how = if hit { "HIT" } else { "MISS" };
            let text = format!("The {} bursts at {center}: {how}, {dice} dice", kind.name);
            Event::note(kind.clause(), text).deed(Deed::Burst { at: center, radius })
        });
        cx.cite(Clause("KZ-GEO-06"));
        let by = self.who(model).name.clone();
        let side = self.thrower(self.side(model));
        for target in self.caught(center, radius) {
            let Some(cover) = self.cover_from_burst(center, target) else { continue };
            let burns = gun == known().flamer;
            if burns && cover.cover == Cover::Soft {
                cx.cite(Clause("KZ-X-13"));
            }
            let blow = Blow { side, by: &by, target, dice, cover, burns, laser: false };
            self.kill_roll(cx, blow)?;
        }
        Ok(())
    }

    /// Everybody whose base is within reach of a point; those inside of a vehicle are not, but
    /// riders of bikes are.
    fn caught(&self, center: Spot, radius: Length) -> Models {
        let near = |m: &ModelId| {
            let body = self.body(*m);
            let level = (body.feet() - center.z).abs() <= radius;
            level && measure::within_of_point(&body, center.at, radius)
        };
        let exposed = |m: &ModelId| {
            let inside = self.model(*m).aboard;
            let bike = self.who(*m).make.is_some_and(|make| make.is_bike());
            !bike && inside.is_none_or(|v| self.who(v).make.is_some_and(|make| make.is_bike()))
        };
        self.ids().filter(|m| self.is_there(*m)).filter(exposed).filter(near).collect()
    }

    /// A molotov: one figure, or everybody within an inch; where it does something, the spot
    /// burns until the turn's end (KZ-X-14, KZ-Q-15).
    pub fn molotov(
        &mut self,
        cx: &mut Cx<'_>,
        model: ModelId,
        target: ModelId,
        cover: Shelter,
    ) -> Play<()> {
        let center = self.spot(target);
        let victims = match self.agreed.molotov_area {
            MolotovArea::Off => Models::from_slice(&[target]),
            MolotovArea::On => self.caught(center, FIRE),
        };
        let mut burns = false;
        for victim in victims {
            let cover = match victim == target {
                true => Some(cover),
                false => self.cover_from_burst(center, victim),
            };
            let Some(cover) = cover else { continue };
            let harm = self.wound(cx, model, victim, known().molotov, cover)?;
            burns |= harm != Harm::None;
        }
        if burns {
            let cloud = Cloud { kind: Kind::Fire, spot: center, radius: FIRE, height: FIRE };
            self.lay_cloud(cloud, self.turn);
            cx.say(|| Event::note(Clause("KZ-X-14"), format!("The ground burns at {center}")));
        }
        Ok(())
    }

    /// Smoke: a cloud of three inches, or of one and a half, until the end of the next turn
    /// (KZ-X-15).
    fn smoke(&mut self, cx: &mut Cx<'_>, spot: Spot, hit: bool) {
        let radius = if hit { Length::inches(3) } else { Length::cents(150) };
        let cloud = Cloud { kind: Kind::Smoke, spot, radius, height: SMOKE_HEIGHT };
        self.lay_cloud(cloud, self.turn + 1);
        cx.cite(Clause("KZ-AREA-05"));
        cx.cite(Clause("KZ-Q-16"));
        cx.say(|| {
            let text = format!("Smoke spreads {radius} inches around {spot}");
            Event::note(Clause("KZ-X-15"), text).deed(Deed::Burst { at: spot, radius })
        });
    }

    /// Puts a cloud on the table that is gone after a turn.
    pub fn lay_cloud(&mut self, cloud: Cloud, until: u32) {
        self.changes.clouds.push(cloud);
        self.until.push(until);
    }

    /// Clouds whose time is over drift away.
    pub fn clear_clouds(&mut self) {
        let turn = self.turn;
        let until = self.until.clone();
        let mut index = 0;
        self.changes.clouds.retain(|_| {
            index += 1;
            until[index - 1] > turn
        });
        self.until.retain(|end| *end > turn);
    }
}
