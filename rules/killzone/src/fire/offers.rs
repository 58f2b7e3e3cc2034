//! What a figure may shoot at, and with what (KZ-X-07, KZ-X-11).

use engine::{Choice, Clause, Cx, ModelId};
use smallvec::SmallVec;
use tabletop::Length;

use crate::options::LauncherAllowed;
use crate::profile::Order;
use crate::state::{Go, Models, State};
use crate::vehicles::MakeKind;
use crate::weapons::{GunId, Sort, known};

/// How a weapon is fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// As it is.
    Plain,
    /// A rotary cannon's short burst (KZ-FIRE-14).
    Short,
    /// A rotary cannon's long burst.
    Long,
}

/// A first shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aim {
    /// At whom.
    pub target: ModelId,
    /// With what.
    pub gun: GunId,
    /// How.
    pub mode: Mode,
}

impl State {
    /// The weapons a figure can use now: loaded, not empty, fit for its order.
    pub fn ready_guns(&self, model: ModelId) -> SmallVec<[GunId; 4]> {
        let (who, m) = (self.who(model), self.model(model));
        let own = who.guns.iter().copied();
        let launcher = who.has_rifle_launcher().then_some(known().rifle_launcher);
        let stock = who.stock.iter().zip(&m.stock).filter(|(_, left)| **left > 0);
        let thrown = stock.map(|((gun, _), _)| *gun).filter(|gun| *gun != known().missile);
        own.chain(launcher).chain(thrown).filter(|gun| self.may_use(model, *gun).is_ok()).collect()
    }

    /// Whether a weapon can be used now: loaded, not empty, fit for the order; if not, why.
    pub fn may_use(&self, model: ModelId, gun: GunId) -> Result<(), (Clause, &'static str)> {
        let (kind, load) = (gun.get(), self.load(model, gun));
        let snipes = self.model(model).order == Order::Snipe;
        let aimed =
            matches!(kind.sort, Sort::Direct | Sort::Attached | Sort::Molotov | Sort::Missile);
        let banned = gun == known().grenade_launcher
            && self.agreed.grenade_launcher == LauncherAllowed::Banned;
        let bars: [(bool, &'static str, &'static str); 6] = [
            (banned, "KZ-X-17", "it was agreed that it stays silent"),
            (kind.sort == Sort::Missile && !snipes, "KZ-AREA-03", "it needs Snipe orders"),
            (
                kind.sort == Sort::Missile && self.left_of(model, known().missile) == 0,
                "KZ-X-18",
                "no missile is left",
            ),
            (snipes && !aimed, "KZ-X-11", "an aimed shot is of a weapon that hits one figure"),
            (
                kind.ammo > 0 && load.ammo == 0,
                if gun == known().flamer { "KZ-X-13" } else { "KZ-X-18" },
                "its shots are used up",
            ),
            (load.reload > 0, "KZ-X-34", "it is not loaded"),
        ];
        let bar = bars.into_iter().find(|(so, ..)| *so);
        bar.map_or(Ok(()), |(_, id, why)| Err((Clause(id), why)))
    }

    /// Guns that a figure has but cannot use now, for whoever wonders why.
    pub fn silent_guns(&self, model: ModelId) -> SmallVec<[GunId; 2]> {
        let own = self.who(model).guns.iter().copied();
        own.filter(|gun| self.may_use(model, *gun).is_err()).collect()
    }

    /// Everybody whom a figure may shoot at: enemies it sees, no captives; in contact with an
    /// enemy who can fight, only those in that contact (KZ-X-07).
    pub fn targets_in_sight(&self, model: ModelId) -> Models {
        let reach = self.longest_reach(model);
        self.targets_within(model, reach)
    }

    fn longest_reach(&self, model: ModelId) -> Length {
        let who = self.who(model);
        let launcher = who.has_rifle_launcher().then_some(known().rifle_launcher);
        let all = who.guns.iter().copied().chain(launcher);
        all.map(|gun| self.range_of(model, gun)).max().unwrap_or(Length::ZERO)
    }

    fn targets_within(&self, model: ModelId, reach: Length) -> Models {
        let side = self.side(model);
        let body = self.body(model);
        let bound = !self.opponents(model).is_empty();
        let held: Models = if bound { self.in_contact(model).collect() } else { Models::new() };
        let is_target = |m: &ModelId| {
            let who = self.who(*m);
            let bike = who.make.is_some_and(|make| make.kind == MakeKind::Bike);
            who.side != side
                && self.is_there(*m)
                && self.model(*m).captor.is_none()
                && !bike
                && (held.is_empty() || held.contains(m))
        };
        let near = |m: &ModelId| tabletop::measure::within_3d(&body, &self.body(*m), reach);
        let seen = |m: &ModelId| self.line(model, *m).is_ok();
        self.ids().filter(is_target).filter(near).filter(seen).collect()
    }

    /// Every first shot a figure may take.
    pub fn aims(&self, go: &Go, guns: &[GunId]) -> SmallVec<[Aim; 16]> {
        let model = go.model;
        let mut aims: SmallVec<[Aim; 16]> = SmallVec::new();
        let direct = guns.iter().filter(|gun| gun.get().sort.takes_figure());
        let reach = direct.clone().map(|gun| self.range_of(model, *gun)).max();
        let Some(reach) = reach else { return aims };
        let rapid = self.model(model).order.is_rapid();
        for target in self.targets_within(model, reach) {
            for gun in direct.clone().filter(|gun| self.in_range(model, target, **gun)) {
                let rotary = *gun == known().rotary_cannon && rapid;
                let mut add = |mode: Mode| aims.push(Aim { target, gun: *gun, mode });
                if rotary {
                    add(Mode::Short);
                    if self.load(model, *gun).ammo > 1 {
                        add(Mode::Long);
                    }
                } else {
                    add(Mode::Plain);
                }
            }
        }
        aims
    }

    /// A shot as an option.
    pub fn shot_choice(&self, model: ModelId, target: ModelId, gun: GunId, mode: Mode) -> Choice {
        let how = match mode {
            Mode::Plain => "",
            Mode::Short => ", short burst",
            Mode::Long => ", long burst",
        };
        let name = format!("shoot {} with {}{how}", self.name(target), gun.name());
        let merit = self.shot_merit(model, target, gun, mode);
        let need = (6 - self.target_sum(model, target, gun).total(0)).clamp(2, 6);
        let kill = self.who(target).toughness().kill;
        let detail = format!("hits on {need}+, {} dice against {kill}", gun.get().dice);
        Choice::new(name).about(target).detail(detail).merit(merit)
    }

    /// How good a shot looks: how likely it is to hit, with how many dice, at whom.
    fn shot_merit(&self, model: ModelId, target: ModelId, gun: GunId, mode: Mode) -> i32 {
        let need = 6 - self.target_sum(model, target, gun).total(0);
        let chances = (7 - need).clamp(1, 5);
        let kind = gun.get();
        let shots = i32::from(self.shots_of(model, gun, mode));
        let worth = if self.model(target).suppressed { 2 } else { 3 };
        let tough = self.who(target).toughness().kill;
        let power = (i32::from(kind.dice) * 12 - tough).clamp(2, 40);
        // Whoever throws a grenade at his own feet will not throw another.
        let friendly = kind.radius > 0 && self.friend_near(model, target, kind.reach());
        if friendly { -20 } else { 10 + chances * power * worth * shots.min(4) / 40 }
    }

    fn friend_near(&self, model: ModelId, target: ModelId, reach: Length) -> bool {
        let center = self.spot(target).at;
        let side = self.side(model);
        let near = |m: &ModelId| tabletop::measure::within_of_point(&self.body(*m), center, reach);
        self.figures_of(side).any(|m| near(&m))
    }

    /// Notes the rules that a shot rests on.
    pub fn cite_shooting(&self, cx: &mut Cx<'_>, model: ModelId, aim: Aim) {
        if cx.is_quiet() {
            return;
        }
        let (who, m, gun) = (self.who(model), self.model(model), aim.gun);
        let rapid = m.order.is_rapid();
        let sees = who.sees_at_night();
        let riding = |m: ModelId| self.model(m).aboard.is_some();
        let wooded = |m: ModelId| self.is_in_woods(self.spot(m));
        let shotgun = matches!(gun.name(), "Shotgun" | "Old Shotgun");
        let rules: [(bool, &'static str); 38] = [
            (true, "KZ-X-07"),
            (self.who(aim.target).is_vehicle() || riding(aim.target), "KZ-X-21"),
            (riding(model) || riding(aim.target), "KZ-X-20"),
            (!self.changes.clouds.is_empty(), "KZ-X-15"),
            (wooded(model) || wooded(aim.target), "KZ-X-06"),
            (true, "KZ-FIRE-09"),
            (true, "KZ-GEO-01"),
            (true, "KZ-GEO-04"),
            (true, "KZ-GEO-05"),
            (self.who(aim.target).stealth, "KZ-Q-55"),
            (true, "KZ-Q-08"),
            (true, "KZ-GEO-02"),
            (true, "KZ-X-09"),
            (true, "KZ-X-10"),
            (true, "KZ-GEO-10"),
            (rapid, "KZ-FIRE-10"),
            (rapid, "KZ-FIRE-11"),
            (!rapid, "KZ-ORD-13"),
            (!rapid, "KZ-Q-36"),
            (m.order == Order::Snipe, "KZ-X-11"),
            (m.order == Order::Snipe, "KZ-Q-01"),
            (who.is_cyborg(), "KZ-FIRE-12"),
            (who.is_cyborg(), "KZ-Q-18"),
            (who.is_cyborg(), "KZ-Q-71"),
            (who.has_rifle_launcher(), "KZ-FIRE-13"),
            (gun == known().rifle_launcher, "KZ-Q-11"),
            (gun == known().rotary_cannon, "KZ-FIRE-14"),
            (gun == known().rotary_cannon, "KZ-Q-14"),
            (gun == known().light_laser, "KZ-FIRE-15"),
            (self.night, "KZ-DARK-02"),
            (self.night, "KZ-Q-73"),
            (self.night && !sees, "KZ-DARK-01"),
            (self.night && sees, "KZ-DARK-03"),
            (self.night && who.is_cyborg(), "KZ-DARK-04"),
            (self.night && who.is_powered(), "KZ-DARK-05"),
            (shotgun, "KZ-Q-40"),
            (gun.get().ammo > 0 || gun.get().sort.is_used_up(), "KZ-X-18"),
            (gun.get().old, "KZ-OLD-01"),
        ];
        rules.iter().filter(|(so, _)| *so).for_each(|(_, id)| cx.cite(Clause(id)));
        let area: [(bool, &'static str); 6] = [
            (gun == known().grenade_launcher, "KZ-Q-10"),
            (gun == known().hand_grenade, "KZ-Q-12"),
            (gun == known().flamer, "KZ-Q-13"),
            (gun.get().radius > 0, "KZ-Q-15"),
            (gun.get().radius > 0, "KZ-Q-44"),
            (gun.get().radius > 0, "KZ-X-12"),
        ];
        area.iter().filter(|(so, _)| *so).for_each(|(_, id)| cx.cite(Clause(id)));
        let more: [(bool, &'static str); 3] = [
            (gun.get().sort == Sort::Molotov, "KZ-Q-15"),
            (gun.get().reload > 0, "KZ-X-34"),
            (gun == known().musket, "KZ-Q-42"),
        ];
        more.iter().filter(|(so, _)| *so).for_each(|(_, id)| cx.cite(Clause(id)));
    }
}
