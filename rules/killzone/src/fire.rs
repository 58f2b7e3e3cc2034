//! Chapter 5: shooting: who may shoot whom with what, the target roll, rapid fire.

mod offers;

use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Need, Play};
use smallvec::SmallVec;
use tabletop::{Length, Point, measure};

use crate::harm::{Blow, Harm};
use crate::options::{CyborgVolley, MusketReload, RifleLauncher, Volley};
use crate::profile::Order;
use crate::rolls::{Cast, Sum, roll};
use crate::sight::Shelter;
use crate::state::{Burst, Go, Models, State, touches};
use crate::weapons::{GunId, Sort, known};
pub use offers::{Aim, Mode};

/// Nothing reaches farther in the dark (KZ-DARK-01).
const NIGHT_RANGE: Length = Length::inches(12);
/// A vehicle that moved farther than this is fast (KZ-X-20).
pub const FAST: Length = Length::inches(9);

impl State {
    /// How far a figure's weapon reaches (KZ-FIRE-09, KZ-DARK-01, 03; KZ-Q-11).
    pub fn range_of(&self, model: ModelId, gun: GunId) -> Length {
        let own = match gun == known().rifle_launcher {
            true if self.agreed.rifle_gl == RifleLauncher::Long => Length::inches(24),
            _ => gun.get().range(),
        };
        let dark = self.night && !self.who(model).sees_at_night();
        if dark { own.min(NIGHT_RANGE) } else { own }
    }

    /// How near a target may be; only the long launcher has such a bound (KZ-Q-11).
    fn least_range(&self, gun: GunId) -> Option<Length> {
        let long = gun == known().rifle_launcher && self.agreed.rifle_gl == RifleLauncher::Long;
        long.then_some(Length::inches(6))
    }

    /// Whether a target is in range of a weapon.
    pub fn in_range(&self, model: ModelId, target: ModelId, gun: GunId) -> bool {
        let (one, other) = (self.body(model), self.body(target));
        let near = |least: Length| measure::within_3d(&one, &other, least - Length::micrometres(1));
        measure::within_3d(&one, &other, self.range_of(model, gun))
            && !self.least_range(gun).is_some_and(near)
    }

    /// How many shots a weapon has under an order (KZ-FIRE-10, 12; KZ-ORD-13).
    pub fn shots_of(&self, model: ModelId, gun: GunId, mode: Mode) -> u8 {
        if !self.model(model).order.is_rapid() {
            return 1;
        }
        let twice = gun == known().musket && self.agreed.musket == MusketReload::TwoShots;
        let rapid = match mode {
            Mode::Long => 8,
            Mode::Short => 4,
            Mode::Plain if twice => 2,
            Mode::Plain => gun.get().rapid,
        };
        match (self.who(model).is_cyborg() && rapid > 1, self.agreed.cyborg_volley) {
            (true, CyborgVolley::Plus1) => rapid + 1,
            (true, CyborgVolley::Double) => rapid * 2,
            (false, _) => rapid,
        }
    }

    /// What changes a target roll at a figure (KZ-T-03).
    pub fn target_sum(&self, shooter: ModelId, target: ModelId, gun: GunId) -> Sum {
        let near =
            |close: Length| measure::within_3d(&self.body(shooter), &self.body(target), close);
        let close = gun.get().close().is_some_and(near);
        let mut sum = self.shooter_sum(shooter, close);
        self.add_target(&mut sum, target);
        self.add_ride(&mut sum, shooter);
        sum
    }

    /// What changes a target roll at a bare point (KZ-Q-44).
    pub fn point_sum(&self, shooter: ModelId, at: Point, gun: GunId) -> Sum {
        let near = |close: Length| measure::within_of_point(&self.body(shooter), at, close);
        let mut sum = self.shooter_sum(shooter, gun.get().close().is_some_and(near));
        self.add_ride(&mut sum, shooter);
        sum
    }

    fn add_ride(&self, sum: &mut Sum, shooter: ModelId) {
        sum.add_if(self.is_fast(shooter), -1, "fast vehicle", Clause("KZ-FIRE-07"));
    }

    /// What the shooter brings to a target roll.
    fn shooter_sum(&self, shooter: ModelId, close: bool) -> Sum {
        let who = self.who(shooter);
        let mut sum = Sum::default();
        let aimed = self.model(shooter).order == Order::Snipe;
        sum.add_if(aimed, 2, "aimed", Clause("KZ-FIRE-02"));
        sum.add_if(who.is_hero(), 1, "Hero", Clause("KZ-FIRE-03"));
        sum.add_if(who.has_sighting_aid(), 1, "sighting aid", Clause("KZ-FIRE-04"));
        let lit = !self.night || who.sees_at_night();
        sum.add_if(close && lit, 1, "close range", Clause("KZ-FIRE-05"));
        sum
    }

    fn add_target(&self, sum: &mut Sum, target: ModelId) {
        let (who, m) = (self.who(target), self.model(target));
        if who.is_vehicle() {
            sum.add(1, "vehicle", Clause("KZ-X-21"));
        } else if m.suppressed {
            sum.add(-1, "suppressed", Clause("KZ-FIRE-06"));
        } else {
            sum.add_if(m.order == Order::KeepDown, -1, "Keep Down", Clause("KZ-FIRE-06"));
        }
        sum.add_if(who.stealth, -1, "stealth suit", Clause("KZ-FIRE-08"));
        sum.add_if(self.is_fast(target), -1, "target in fast vehicle", Clause("KZ-FIRE-07"));
    }

    /// Whether somebody is in a vehicle that moved more than nine inches (KZ-FIRE-07).
    fn is_fast(&self, model: ModelId) -> bool {
        let vehicle = self.model(model).aboard.unwrap_or(model);
        self.who(vehicle).is_vehicle() && self.model(vehicle).driven > FAST
    }

    /// A figure begins to shoot: its weapon, and the first shot (KZ-FIRE-10, 11).
    pub fn open_fire(&mut self, cx: &mut Cx<'_>, go: &mut Go, aim: Aim) -> Play<()> {
        let model = go.model;
        go.shot = true;
        self.cite_shooting(cx, model, aim);
        let gun = aim.gun;
        let military = gun == known().rifle_launcher;
        let own = if military { known().military_rifle } else { gun };
        let left = self.shots_of(model, own, aim.mode);
        if gun == known().rotary_cannon {
            let markers = if aim.mode == Mode::Long { 2 } else { 1 };
            if let Some(load) = self.load_mut(model, gun) {
                load.ammo = load.ammo.saturating_sub(markers);
            }
        }
        let mut burst = Burst { gun: own, left, launched: false, declared: SmallVec::new() };
        if self.agreed.volley == Volley::Declared && left > 1 {
            return self.fire_declared(cx, go, (aim.target, gun), burst);
        }
        self.fire_shot(cx, go, aim.target, gun, &mut burst)?;
        go.burst = (burst.left > 0).then_some(burst);
        Ok(())
    }

    /// The next shot of rapid fire: at whom, or no more (KZ-Q-53).
    pub fn keep_firing(&mut self, cx: &mut Cx<'_>, go: &mut Go, mut burst: Burst) -> Play<()> {
        let choice = self.next_target(cx, go.model, &burst)?;
        let Some((target, gun)) = choice else {
            go.burst = None;
            return Ok(());
        };
        self.fire_shot(cx, go, target, gun, &mut burst)?;
        go.burst = (burst.left > 0).then_some(burst);
        Ok(())
    }

    fn next_target(
        &self,
        cx: &mut Cx<'_>,
        model: ModelId,
        burst: &Burst,
    ) -> Play<Option<(ModelId, GunId)>> {
        let mut options: SmallVec<[Option<(ModelId, GunId)>; 16]> = SmallVec::new();
        for target in self.targets_in_sight(model) {
            let launcher = burst.gun == known().military_rifle && !burst.launched;
            let guns = [Some(burst.gun), launcher.then_some(known().rifle_launcher)];
            let fits = |gun: &GunId| self.in_range(model, target, *gun);
            options.extend(guns.into_iter().flatten().filter(fits).map(|gun| Some((target, gun))));
        }
        if options.is_empty() || self.is_out_of_ammo(model, burst.gun) {
            return Ok(None);
        }
        options.push(None);
        let ask = Ask::new(self.side(model), "shots", "At whom next?", Clause("KZ-Q-53"));
        cx.choose(ask.about(model), &options, |option| match option {
            Some((target, gun)) => self.shot_choice(model, *target, *gun, Mode::Plain),
            None => Choice::new("stop shooting").declining(),
        })
    }

    /// Whether a weapon that counts its shots is used up; a rotary burst is paid already.
    fn is_out_of_ammo(&self, model: ModelId, gun: GunId) -> bool {
        let counts = gun.get().ammo > 0 && gun != known().rotary_cannon;
        counts && self.load(model, gun).ammo == 0
    }

    /// All shots are declared before the first is resolved; those at the dead are lost
    /// (KZ-Q-53).
    fn fire_declared(
        &mut self,
        cx: &mut Cx<'_>,
        go: &mut Go,
        first: (ModelId, GunId),
        mut burst: Burst,
    ) -> Play<()> {
        let whole = burst.left;
        let mut declared: SmallVec<[(ModelId, GunId); 8]> = SmallVec::new();
        declared.push(first);
        burst.launched = first.1 == known().rifle_launcher;
        while declared.len() < usize::from(whole) {
            let Some(next) = self.next_target(cx, go.model, &burst)? else { break };
            burst.launched |= next.1 == known().rifle_launcher;
            declared.push(next);
        }
        for (target, gun) in declared {
            if self.is_there(target) && !self.is_out_of_ammo(go.model, gun) {
                self.fire_shot(cx, go, target, gun, &mut burst)?;
            }
        }
        Ok(())
    }

    /// One shot: the target roll, and what a hit does (KZ-FIRE-01, KZ-KILL-01).
    fn fire_shot(
        &mut self,
        cx: &mut Cx<'_>,
        go: &Go,
        target: ModelId,
        gun: GunId,
        burst: &mut Burst,
    ) -> Play<()> {
        let model = go.model;
        burst.left = burst.left.saturating_sub(1);
        burst.launched |= gun == known().rifle_launcher;
        self.spend(model, gun);
        cx.say(|| {
            let text = format!(
                "{} shoots at {} with the {}",
                self.name(model),
                self.name(target),
                gun.name()
            );
            let deed = Deed::Attacked { model, target, ranged: true };
            Event::note(gun.get().clause(), text).deed(deed)
        });
        let cover = self.line(model, target).unwrap_or(Shelter::OPEN);
        let sum = self.target_sum(model, target, gun);
        let hit = self.target_roll(cx, model, &sum)?;
        match gun.get().sort {
            Sort::Blast | Sort::Thrown => {
                let center = self.spot(target);
                self.burst_at(cx, model, gun, center, hit.is_hit)
            }
            _ => self.land(cx, model, target, gun, (hit, cover)),
        }
    }

    /// What a shot at one figure comes to.
    fn land(
        &mut self,
        cx: &mut Cx<'_>,
        model: ModelId,
        target: ModelId,
        gun: GunId,
        (hit, cover): (Hit, Shelter),
    ) -> Play<()> {
        let (struck, cover) = match hit {
            Hit { is_hit: true, .. } => (target, cover),
            Hit { face: 1, .. } => match self.friend_in_the_way(cx, model, target)? {
                Some(friend) => (friend, self.line(model, friend).unwrap_or(Shelter::OPEN)),
                None => return Ok(()),
            },
            _ => return Ok(()),
        };
        if gun.get().sort == Sort::Molotov {
            return self.molotov(cx, model, struck, cover);
        }
        self.wound(cx, model, struck, gun, cover)?;
        Ok(())
    }

    /// A hit: damage against armour.
    pub fn wound(
        &mut self,
        cx: &mut Cx<'_>,
        model: ModelId,
        target: ModelId,
        gun: GunId,
        cover: Shelter,
    ) -> Play<Harm> {
        let by = self.who(model).name.clone();
        let blow = Blow {
            side: self.thrower(self.side(model)),
            by: &by,
            target,
            dice: gun.get().dice,
            cover,
            burns: gun == known().flamer,
            laser: gun == known().light_laser,
        };
        self.kill_roll(cx, blow)
    }

    /// The target roll: 6 or more, naturals first (KZ-FIRE-01, KZ-Q-31, KZ-Q-32, KZ-Q-72).
    pub fn target_roll(&self, cx: &mut Cx<'_>, model: ModelId, sum: &Sum) -> Play<Hit> {
        let cast = Cast {
            side: self.thrower(self.side(model)),
            model: Some(model),
            count: 1,
            purpose: "to hit",
            clause: Clause("KZ-FIRE-01"),
        };
        let rolled = roll(cx, cast, sum, || format!("{} shoots", self.name(model)))?;
        let is_hit = match rolled.face {
            1 => false,
            6 => true,
            _ => rolled.total >= 6,
        };
        let natural = matches!(rolled.face, 1 | 6);
        cx.cite(Clause(if natural { "KZ-Q-72" } else { "KZ-Q-31" }));
        if rolled.face == 6 && rolled.total < 6 {
            cx.cite(Clause("KZ-Q-32"));
        }
        cx.cite(Clause("KZ-T-03"));
        Ok(Hit { is_hit, face: rolled.face })
    }

    /// Shooting into a scuffle: a natural 1 hits a friend in that contact, by lot (KZ-X-07).
    fn friend_in_the_way(
        &self,
        cx: &mut Cx<'_>,
        model: ModelId,
        target: ModelId,
    ) -> Play<Option<ModelId>> {
        let side = self.side(model);
        let body = self.body(target);
        let beside =
            |m: &ModelId| self.side(*m) == side && *m != model && self.model(*m).spot.is_some();
        let friends: Models =
            self.figures().filter(beside).filter(|m| touches(&self.body(*m), &body)).collect();
        if friends.is_empty() || self.model(target).aboard.is_some() {
            return Ok(None);
        }
        cx.cite(Clause("KZ-X-07"));
        if let [only] = friends[..] {
            return Ok(Some(only));
        }
        let side = self.thrower(side);
        let count = friends.len() as u8;
        let need = Need { sides: count, ..Need::d6(side, 1, "which friend is hit") };
        let face = cx.dice(need)?[0];
        Ok(Some(friends[usize::from(face - 1)]))
    }

    /// What a shot uses up (KZ-X-18, KZ-X-34).
    pub fn spend(&mut self, model: ModelId, gun: GunId) {
        let kind = gun.get();
        if kind.sort.is_used_up() {
            self.use_up(model, gun);
        }
        let reload = match gun == known().musket {
            true if self.agreed.musket == MusketReload::TwoShots => 1,
            _ => kind.reload,
        };
        let Some(load) = self.load_mut(model, gun) else { return };
        if reload > 0 {
            load.reload = reload;
        }
        if kind.ammo > 0 && gun != known().rotary_cannon {
            load.ammo = load.ammo.saturating_sub(1);
        }
    }
}

/// What a target roll came to.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    /// Whether it hits.
    pub is_hit: bool,
    /// The die as it lies.
    pub face: u8,
}
