//! Which rules stand behind what happens, where nothing is said about them: for those who look
//! them up, and for rulings.

use engine::{Clause, Cx, ModelId};

use crate::actions::{Action, Deed};
use crate::gear::{Fitting, GearRule, WeaponId};
use crate::hits::{Hit, Source};
use crate::movement::{Gait, Plan, Purpose};
use crate::profile::ModelRule;
use crate::scenarios::Plot;
use crate::shooting::{Aimed, Firing};
use crate::state::{Arm, Fate, Models, Posture, State};
use crate::terrain::Grade;

/// Special rules that only mutations give.
const MUTATED: [ModelRule; 4] =
    [ModelRule::BrutalCharge, ModelRule::PrehensileLimb, ModelRule::Sonar, ModelRule::Sticky];

/// Notes all rules that apply.
fn cite_all(cx: &mut Cx<'_>, rules: &[(bool, &[&'static str])]) {
    for (_, ids) in rules.iter().filter(|(applies, _)| *applies) {
        ids.iter().for_each(|id| cx.cite(Clause(id)));
    }
}

impl State {
    /// The rules by which a model sees what it may do.
    pub fn cite_position(&self, cx: &mut Cx<'_>, model: ModelId) {
        if cx.is_quiet() {
            return;
        }
        let m = self.model(model);
        let weapons = || m.weapons.iter().map(|held| self.weapon(held));
        let shooters = weapons().filter(|w| w.is_aimed()).count();
        let is = |posture: Posture| self.up().any(|m| self.model(m).posture == posture);
        let downed = self.models.iter().any(|m| matches!(m.fate, Fate::Downed(_)));
        let worn = m.armour.is_some_and(|a| self.armoury.armour(a).has(GearRule::Cumbersome));
        let engaged = self.is_engaged(model);
        let near = self.enemies(model).any(|e| self.gap(model, e) <= tabletop::Length::inches(4));
        let bent = matches!(m.posture, Posture::Crouched | Posture::Prone);
        let flames = |enemy: ModelId| {
            let mut weapons = self.model(enemy).weapons.iter().map(|held| self.weapon(held));
            self.is_ready(enemy) && weapons.any(|w| w.has(GearRule::Template))
        };
        cite_all(
            cx,
            &[
                (true, &["PUN-MEA-01", "PUN-MEA-02", "PUN-G-01", "PUN-G-02", "PUN-G-03"]),
                (
                    true,
                    &["PUN-LOS-01", "PUN-LOS-02", "PUN-LOS-03", "PUN-G-06", "PUN-G-07", "PUN-G-08"],
                ),
                (true, &["PUN-ACT-02", "PUN-ATT-05", "PUN-Q-05", "PUN-G-16"]),
                (self.hides_friends(model), &["PUN-INF-01", "PUN-Q-62"]),
                (self.in_pack(model), &["PUN-Q-49"]),
                (engaged && self.in_pack(model), &["PUN-PAC-05"]),
                (m.has_delayed, &["PUN-DLY-02", "PUN-Q-10"]),
                (downed, &["PUN-LOS-04", "PUN-DWN-04", "PUN-DWN-03", "PUN-INT-02", "PUN-G-19"]),
                (is(Posture::Crouched), &["PUN-CRO-02"]),
                (is(Posture::Prone), &["PUN-FAL-04", "PUN-Q-69"]),
                (is(Posture::Clinging), &["PUN-Q-14", "PUN-Q-69"]),
                (
                    engaged || near,
                    &["PUN-BTB-01", "PUN-G-04", "PUN-Q-64", "PUN-Q-65", "PUN-ASL-03"],
                ),
                (engaged && bent, &["PUN-CRO-05", "PUN-FAL-05", "PUN-ACT-09"]),
                (m.posture == Posture::Prone, &["PUN-FAL-02", "PUN-ACT-08"]),
                (engaged, &["PUN-ACT-07", "PUN-Q-13", "PUN-Q-12", "PUN-CMB-01", "PUN-MAS-02"]),
                (engaged && self.has(model, ModelRule::Bloodthirst), &["PUN-BLO-03", "PUN-DIS-07"]),
                (shooters > 0, &["PUN-SHO-03", "PUN-SHO-07"]),
                (shooters > 1, &["PUN-SHO-05", "PUN-TWO-01"]),
                (
                    m.weapons.iter().any(|h| h.unloaded == 0 && self.weapon(h).reload() > 0),
                    &["PUN-DSL-02"],
                ),
                (
                    weapons().any(|w| w.has(GearRule::Firearm)),
                    &["PUN-AMM-01", "PUN-AMM-03", "PUN-AMM-05", "PUN-AMM-06", "PUN-Q-33"],
                ),
                (weapons().any(|w| w.has(GearRule::Automatic)), &["PUN-AUT-02", "PUN-Q-38"]),
                (weapons().any(|w| w.is_bomb()), &["PUN-B-22"]),
                (m.shock.is_some(), &["PUN-ELE-03"]),
                (weapons().any(|w| w.has(GearRule::ReallyDeadSlow)), &["PUN-RDS-01", "PUN-RDS-02"]),
                (weapons().any(|w| w.is_close() && w.has(GearRule::Natural)), &["PUN-WPC-04"]),
                (!m.items.is_empty(), &["PUN-T-11"]),
                (worn, &["PUN-ARW-03"]),
                (weapons().any(|w| w.has(GearRule::Bulky)), &["PUN-BUL-01"]),
                (weapons().any(|w| w.has(GearRule::TwoHanded)), &["PUN-TWH-01"]),
                (self.is_encumbered(model), &["PUN-CUM-01", "PUN-TRN-04"]),
                (self.is_mutated(model), &["PUN-B-06"]),
                (
                    self.has(model, ModelRule::Beast),
                    &["PUN-BEA-02", "PUN-BEA-03", "PUN-BEA-04", "PUN-BEA-05"],
                ),
                (self.has(model, ModelRule::Rider), &["PUN-RID-02"]),
                (self.has(model, ModelRule::Offroad), &["PUN-Q-48"]),
                (self.enemies(model).any(flames), &["PUN-TEM-04", "PUN-DEF-09"]),
                (self.has(model, ModelRule::Mong), &["PUN-MON-01"]),
            ],
        );
    }

    /// Whether a model has friends in hiding; nothing is said about those of the enemy
    /// (PUN-SC0-03).
    fn hides_friends(&self, model: ModelId) -> bool {
        let own = |m: ModelId| self.side(m) == self.side(model);
        self.ids().any(|m| self.model(m).fate == Fate::Hidden && own(m))
    }

    /// Whether a model has mutations, as far as one can see it.
    fn is_mutated(&self, model: ModelId) -> bool {
        let claws = |held: &crate::state::Held| self.weapon(held).has(GearRule::Natural);
        MUTATED.iter().any(|rule| self.has(model, *rule))
            || self.model(model).weapons.iter().any(claws)
    }

    /// The rules of packs that are in a fight.
    pub fn cite_pack(&self, cx: &mut Cx<'_>, fight: &Models) {
        if cx.is_quiet() || fight.iter().all(|m| self.who(*m).pack.is_none()) {
            return;
        }
        ["PUN-PAC-05", "PUN-PAC-06", "PUN-Q-49", "PUN-EX-16"]
            .iter()
            .for_each(|id| cx.cite(Clause(id)));
    }

    /// The rules of the scenario that say what a model may do.
    pub fn cite_scenario(&self, cx: &mut Cx<'_>) {
        if cx.is_quiet() {
            return;
        }
        let plot = self.scenario.plot;
        let any = |rule: ModelRule| self.up().any(|m| self.has(m, rule));
        let goods = matches!(plot, Plot::DeadMachines | Plot::LeakingVault);
        cite_all(
            cx,
            &[
                (goods, &["PUN-SC0-06", "PUN-Q-39"]),
                (goods && any(ModelRule::Beast), &["PUN-BEA-01"]),
                (goods && any(ModelRule::Rider), &["PUN-RID-01"]),
                (goods && any(ModelRule::Mong), &["PUN-MON-01"]),
                (plot == Plot::DeadMachines, &["PUN-SC2-03"]),
                (plot == Plot::LeakingVault, &["PUN-SC3-01", "PUN-SC3-02", "PUN-SC3-03"]),
                (self.active().is_some_and(|m| self.hides_friends(m)), &["PUN-SC0-03"]),
            ],
        );
    }

    /// The rules of an Action that was chosen.
    pub fn cite_action(&self, cx: &mut Cx<'_>, model: ModelId, action: &Action) {
        let moves = matches!(action, Action::Move(_));
        let deed = match action {
            Action::Do(deed) => Some(deed),
            _ => None,
        };
        let interacts = matches!(
            deed,
            Some(
                Deed::Loot(_)
                    | Deed::SwapBullets(_)
                    | Deed::Door(_)
                    | Deed::Use(_)
                    | Deed::Reload(_)
            )
        );
        cite_all(
            cx,
            &[
                (true, &["PUN-ACT-03", "PUN-ACT-05", "PUN-T-02"]),
                (matches!(action, Action::Assault(..)), &["PUN-ASL-02", "PUN-ASL-03"]),
                (
                    matches!(action, Action::Shoot { .. } | Action::Loose(_)),
                    &["PUN-SHO-01", "PUN-TWO-03"],
                ),
                (matches!(deed, Some(Deed::Pump(_))), &["PUN-ACT-06"]),
                (matches!(action, Action::Done), &["PUN-ACT-04", "PUN-Q-12"]),
                (matches!(action, Action::Turn), &["PUN-Q-05"]),
                (moves && self.has(model, ModelRule::Beast), &["PUN-BEA-03"]),
                (moves && self.has(model, ModelRule::Rider), &["PUN-RID-02"]),
                (moves && self.has(model, ModelRule::Swift), &["PUN-SWI-01", "PUN-MOV-02"]),
                (matches!(deed, Some(Deed::StandUp)), &["PUN-ACT-06"]),
                (matches!(deed, Some(Deed::Fight(_))), &["PUN-MAS-04", "PUN-CMB-01", "PUN-Q-24"]),
                (interacts, &["PUN-INT-01", "PUN-G-19"]),
                (matches!(deed, Some(Deed::Reload(_))), &["PUN-INT-06", "PUN-ACT-06"]),
                (matches!(deed, Some(Deed::Loot(_))), &["PUN-Q-21"]),
                (matches!(deed, Some(Deed::Door(_))), &["PUN-INT-07"]),
            ],
        );
    }

    /// The rules of a way.
    pub fn cite_way(&self, cx: &mut Cx<'_>, model: ModelId, plan: &Plan, purpose: &Purpose) {
        if cx.is_quiet() {
            return;
        }
        plan.bill.used.iter().for_each(|clause| cx.cite(*clause));
        let crawls = plan.gait.posture() == Posture::Crouched;
        let passes = plan.path.windows(2).any(|ends| {
            self.friends(model).any(|f| {
                let reach = self.who(f).base + self.who(model).base;
                let at = self.spot(f).at;
                tabletop::polygon::point_segment_cmp(at, ends[0].at, ends[1].at, reach).is_lt()
            })
        });
        cite_all(
            cx,
            &[
                (
                    true,
                    &[
                        "PUN-MEA-03",
                        "PUN-MOV-08",
                        "PUN-G-05",
                        "PUN-Q-63",
                        "PUN-MOV-04",
                        "PUN-MOV-05",
                    ],
                ),
                (*purpose == Purpose::Move, &["PUN-MOV-07", "PUN-Q-65"]),
                (passes, &["PUN-MOV-03"]),
                (!self.patches.is_empty(), &["PUN-G-12"]),
                (plan.bill.grade.is_none(), &["PUN-TER-01", "PUN-TER-02"]),
                (plan.bill.grade == Some(Grade::Bad), &["PUN-T-04", "PUN-Q-15"]),
                (plan.bill.grade == Some(Grade::VeryBad), &["PUN-T-04", "PUN-TER-06"]),
                (crawls, &["PUN-CRO-03"]),
                (plan.gait != Gait::Walk, &["PUN-Q-18"]),
                (self.has(model, ModelRule::Offroad), &["PUN-Q-48"]),
                (!plan.bill.leaps.is_empty(), &["PUN-Q-19", "PUN-JMP-05"]),
                (
                    plan.bill.grade.is_some() && self.scenario.plot == Plot::ScrapFeud,
                    &["PUN-SC1-03"],
                ),
            ],
        );
    }

    /// The rules of what an Assault adds.
    pub fn cite_assault(&self, cx: &mut Cx<'_>, gait: Gait, strides: u8) {
        let acting = self.acting.as_ref();
        let stumbled = acting.is_some_and(|acting| acting.stumbled);
        let moved =
            acting.is_some_and(|acting| acting.left + 1 < self.who(acting.model).profile.actions());
        cite_all(
            cx,
            &[
                (true, &["PUN-ASL-05", "PUN-Q-23", "PUN-Q-24", "PUN-Q-66"]),
                (strides > 0, &["PUN-ASL-06"]),
                (moved, &["PUN-ASL-06", "PUN-ASL-07"]),
                (stumbled, &["PUN-ASL-09"]),
                (gait.stands_up(), &["PUN-ASL-10"]),
            ],
        );
    }

    /// The rules of a Combat.
    pub fn cite_combat(&self, cx: &mut Cx<'_>, pair: [ModelId; 2], fight: &Models) {
        if cx.is_quiet() {
            return;
        }
        let charged = self.acting.as_ref().is_some_and(|a| a.assault.is_some());
        let held = |model: ModelId| match self.model(model).wields {
            Some(Arm::Held(i)) => Some(self.model(model).weapons[usize::from(i)]),
            Some(Arm::Bare) | None => None,
        };
        let fitted = |model: ModelId| held(model).is_some_and(|h| h.fittings.has(Fitting::Bayonet));
        let slow = |model: ModelId| held(model).is_some_and(|h| self.weapon(&h).reload() > 0);
        let bare = |model: ModelId| held(model).is_none();
        let with =
            |model: ModelId, rule: GearRule| held(model).is_some_and(|h| self.weapon(&h).has(rule));
        let rusty = |model: ModelId| with(model, GearRule::Rust);
        let bulky = |model: ModelId| with(model, GearRule::Bulky);
        let club = |model: ModelId| held(model).is_some_and(|h| !self.weapon(&h).is_close());
        let emptied = |model: ModelId| {
            let mut weapons = self.model(model).weapons.iter();
            weapons.any(|held| held.unloaded > 0 && self.weapon(held).is_close())
        };
        let shock = |model: ModelId| with(model, GearRule::Shock);
        let powerless = |model: ModelId| {
            let mut weapons = self.model(model).weapons.iter().map(|held| self.weapon(held));
            weapons.any(|weapon| !self.has_power_for(model, weapon))
        };
        let several = |model: ModelId| self.model(model).weapons.len() > 1;
        cite_all(
            cx,
            &[
                (true, &["PUN-T-08", "PUN-T-05", "PUN-DIC-21"]),
                (fight.len() > 2, &["PUN-MAS-01", "PUN-MAS-02", "PUN-MAS-03"]),
                (charged, &["PUN-ASL-08"]),
                (pair.into_iter().any(fitted), &["PUN-EQP-01", "PUN-T-11"]),
                (pair.into_iter().any(club), &["PUN-Q-32"]),
                (pair.into_iter().any(slow), &["PUN-DSL-03", "PUN-Q-42", "PUN-B-21"]),
                (pair.into_iter().any(emptied), &["PUN-DSL-04"]),
                (pair.into_iter().any(bare), &["PUN-Q-32"]),
                (pair.into_iter().any(rusty), &["PUN-RUS-01", "PUN-Q-53"]),
                (pair.into_iter().any(shock), &["PUN-SHK-01", "PUN-Q-54", "PUN-B-21", "PUN-B-23"]),
                (pair.into_iter().any(powerless), &["PUN-SHK-02", "PUN-Q-54"]),
                (pair.into_iter().any(bulky), &["PUN-BUL-03", "PUN-RUS-01", "PUN-Q-32"]),
                (pair.into_iter().any(several), &["PUN-TWO-01", "PUN-TWO-02"]),
            ],
        );
    }

    /// The rules of a shot that is rolled.
    pub fn cite_shot(&self, cx: &mut Cx<'_>, firing: &Firing, aimed: &Aimed) {
        if cx.is_quiet() {
            return;
        }
        let held = self.held(firing.shooter, firing.weapon);
        let gun = self.weapon(held);
        let engaged = self.is_engaged(firing.target);
        let (pellets, rides) =
            (gun.has(GearRule::Pellets), self.has(firing.shooter, ModelRule::Rider));
        let in_way = !self.in_the_way(firing.shooter, firing.target).is_empty();
        let shelter = self.shelter(firing.shooter, firing.target);
        let hidden = firing.avoid && self.has(firing.target, ModelRule::Camouflage);
        let aims = self.acting.as_ref().is_some_and(|a| !a.aims.is_empty());
        let smoke = !self.patches.is_empty();
        let kaboom = gun.has(GearRule::Kaboom) || firing.patched;
        cite_all(
            cx,
            &[
                (
                    true,
                    &["PUN-RNG-05", "PUN-RNG-06", "PUN-T-06", "PUN-T-09", "PUN-WPR-03", "PUN-Q-27"],
                ),
                (!gun.has(GearRule::Firearm), &["PUN-WPR-01"]),
                (gun.has(GearRule::Firearm), &["PUN-SHO-06", "PUN-FIR-01"]),
                (&*gun.name == "Throwing knives", &["PUN-WPR-02"]),
                (gun.has(GearRule::Rust), &["PUN-RUS-01", "PUN-Q-53"]),
                (gun.has(GearRule::Automatic), &["PUN-AUT-01"]),
                (firing.shots > 1, &["PUN-AUT-03", "PUN-DIC-25", "PUN-Q-38"]),
                (true, &["PUN-COV-01"]),
                (engaged, &["PUN-SIC-01", "PUN-SIC-03"]),
                (engaged || in_way, &["PUN-Q-28"]),
                (in_way, &["PUN-G-10", "PUN-COV-09"]),
                (pellets && (engaged || in_way), &["PUN-PEL-03", "PUN-PEL-04", "PUN-Q-50"]),
                (pellets && !aimed.strays.is_empty(), &["PUN-DIC-26", "PUN-PEL-05"]),
                (pellets && shelter.value > 0, &["PUN-PEL-02", "PUN-COV-11"]),
                (
                    shelter.value > 0,
                    &[
                        "PUN-COV-01",
                        "PUN-COV-02",
                        "PUN-COV-05",
                        "PUN-COV-06",
                        "PUN-T-07",
                        "PUN-G-09",
                        "PUN-Q-01",
                    ],
                ),
                (shelter.stacked, &["PUN-COV-07"]),
                (self.model(firing.target).items.has(crate::gear::Item::Shield), &["PUN-Q-37"]),
                (
                    self.is_shielded(firing.shooter, firing.target),
                    &["PUN-COV-08", "PUN-EQP-07", "PUN-Q-37"],
                ),
                (self.model(firing.target).items.has(crate::gear::Item::Bike), &["PUN-B-26"]),
                (hidden, &["PUN-COV-04"]),
                (aims, &["PUN-AIM-02", "PUN-AIM-03", "PUN-Q-29"]),
                (firing.defensive, &["PUN-AIM-04", "PUN-DEF-09"]),
                (rides, &["PUN-Q-52", "PUN-RID-03"]),
                (smoke, &["PUN-SMO-01", "PUN-Q-55", "PUN-G-11"]),
                (held.weapon > WeaponId::SNAPPER, &["PUN-B-22"]),
                (kaboom, &["PUN-KAB-02", "PUN-KAB-03", "PUN-KAB-04"]),
                (
                    gun.has(GearRule::PumpAction),
                    &["PUN-PUM-01", "PUN-PUM-02", "PUN-PUM-04", "PUN-Q-68"],
                ),
            ],
        );
    }

    /// The rules of a Hit.
    pub fn cite_hit(&self, cx: &mut Cx<'_>, hit: &Hit) {
        if cx.is_quiet() {
            return;
        }
        let kept = hit.armour + hit.cover;
        let blow = matches!(hit.source, Source::Blow(_));
        let worn = self.model(hit.victim).armour.map(|id| self.armoury.armour(id));
        let vest = worn.is_some_and(|armour| armour.against_firearms.is_some());
        let shield = hit.aggressor.is_some_and(|m| self.is_shielded(m, hit.victim));
        cite_all(
            cx,
            &[
                (true, &["PUN-DIC-22", "PUN-DWN-01"]),
                (hit.source == Source::Poison, &["PUN-Q-51"]),
                (hit.armour > 0, &["PUN-ARM-01"]),
                (worn.is_some(), &["PUN-ARW-01", "PUN-T-10"]),
                (vest && !blow, &["PUN-ARW-02"]),
                (vest && blow, &["PUN-Q-35"]),
                (blow && shield, &["PUN-ARM-05", "PUN-Q-37"]),
                (hit.penetration > kept, &["PUN-ARM-06"]),
                (hit.aggressor.is_none(), &["PUN-ARM-04", "PUN-Q-04"]),
                (blow, &["PUN-COV-10"]),
            ],
        );
    }
}
