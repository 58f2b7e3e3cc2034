//! Chapter 11: what becomes of the loser, in the one order of MUT-CON-01.

mod recoil;

use engine::{Clause, Cx, Event, ModelId, Need, Play};
use tabletop::Spot;

use crate::clash::{Beaten, Clash, Manner, bit, shared};
use crate::conditions::Loss;
use crate::gear::{Armor, Arms, Effect, Gear, Grenade};
use crate::options as o;
use crate::pending::{Charge, Pending};
use crate::profile::{Energy, Kind, Rule};
use crate::state::{Mark, State};

/// How badly somebody was beaten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Severity {
    Beaten,
    Killed(Clause),
    Gruesome(Clause),
}

impl State {
    /// Settles a lost roll in the order of MUT-CON-01.
    pub fn settle(&mut self, cx: &mut Cx<'_>, beaten: Beaten) -> Play<()> {
        cx.cite(Clause("MUT-CON-01"));
        let Beaten { clash, loser, won, lost, .. } = beaten;
        if self.model(loser).spot.is_none() {
            return Ok(());
        }
        if let Manner::Telepathy { scream, .. } = clash.manner {
            return self.settle_minds(cx, &beaten, scream);
        }
        self.adapt_to_answer(cx, &beaten);
        self.cite_shield(cx, &beaten);
        if let Some((clause, why)) = self.immunity(&beaten) {
            self.cite_immunity(cx, &beaten, clause);
            cx.say(|| Event::note(clause, format!("{}: {why}", self.name(loser))));
            return Ok(());
        }
        self.cite_breach(cx, &beaten);
        if won - lost == 1 && self.armor_holds(cx, &beaten) {
            if self.effect_of(&beaten) == Some(Effect::Nanites)
                && self.model(loser).wears(Armor::Power)
                && self.agreed.nanite_vs_pa1 == o::NaniteVsPa1::On
            {
                cx.cite(Clause("MUT-Q-24"));
                self.pending.push(Pending::Nanites(loser));
            }
            return Ok(());
        }
        if !beaten.field_failed && self.model(loser).has_field() {
            return self.try_field(cx, beaten);
        }
        self.lose_the_move(cx, &beaten);
        match self.severity(cx, &beaten) {
            Severity::Beaten => self.drive(cx, &beaten),
            Severity::Killed(clause) => self.take_kill(cx, &beaten, false, clause),
            Severity::Gruesome(clause) => self.take_kill(cx, &beaten, true, clause),
        }
        Ok(())
    }

    /// Notes under which rule a Telekinetic Shield stops an attack or lets it pass: what the book
    /// lists, and what we have sorted (MUT-SPC-130, MUT-Q-105).
    fn cite_shield(&self, cx: &mut Cx<'_>, beaten: &Beaten) {
        if !self.is_shielded_from(beaten.loser, true) || beaten.clash.manner.is_melee() {
            return;
        }
        use Effect::{Beam, DeathRay, Shock, Stun};
        let weapon = beaten.clash.manner.arms().map(|arms| arms.ranged());
        let listed = match (beaten.clash.manner, weapon) {
            (Manner::Blast { charge: Charge::Grenade(grenade), .. }, _) => {
                grenade != Grenade::Photon
            }
            (_, Some(weapon)) => {
                let energy = matches!(weapon.effect, Beam | DeathRay | Shock | Stun);
                let primitive = weapon.primitive && weapon.fixed.is_none();
                energy || primitive || weapon.bullets
            }
            _ => false,
        };
        cx.cite(Clause(if listed { "MUT-SPC-130" } else { "MUT-Q-105" }));
    }

    /// An attacker whom the defender's own weapon strikes adapts to its energy as well
    /// (MUT-SPC-034).
    fn adapt_to_answer(&mut self, cx: &mut Cx<'_>, beaten: &Beaten) {
        let answer = Clash { by: self.winner(beaten), target: beaten.loser, ..beaten.clash };
        let energy = self.energy_of(&answer, beaten.with).filter(|e| *e != Energy::Kinetic);
        let m = self.model(beaten.loser);
        let open = m.has(Rule::EnergyAdaptation) && m.adapted.is_none();
        if let Some(energy) = energy.filter(|_| open && beaten.loser != beaten.clash.target) {
            self.adapt_at_once(cx, beaten.loser, energy);
        }
    }

    /// What the winner's weapon does besides the usual, where it has an effect of its own.
    fn effect_of(&self, beaten: &Beaten) -> Option<Effect> {
        match beaten.clash.manner {
            Manner::Melee { .. } | Manner::Hack { .. } => {
                let winner = self.winner(beaten)?;
                self.gun(winner, beaten.with).map(|gun| gun.ranged().effect)
            }
            Manner::Misfire(Gear::Gun(gun)) => Some(gun.ranged().effect),
            Manner::Volley { arms, .. } => shared(&arms, |arms| arms.ranged().effect),
            manner => manner.arms().map(|arms| arms.ranged().effect),
        }
    }

    /// The model that won, if one did.
    fn winner(&self, beaten: &Beaten) -> Option<ModelId> {
        match beaten.loser == beaten.clash.target {
            true => beaten.clash.by,
            false => Some(beaten.clash.target),
        }
    }

    /// First: what the loser is immune to has no effect at all.
    fn immunity(&self, beaten: &Beaten) -> Option<(Clause, &'static str)> {
        let m = self.model(beaten.loser);
        let own = Clash { by: self.winner(beaten), ..beaten.clash };
        let energy = self.energy_of(&own, beaten.with);
        let ranged = !beaten.clash.manner.is_melee();
        let absorbs = m.nature.absorbs.filter(|_| m.has(Rule::Absorption));
        let soft =
            absorbs == Some(Energy::Kinetic) && self.agreed.kinetic_nerf == o::KineticNerf::On;
        if energy.is_some() && absorbs == energy && !soft {
            return Some((Clause("MUT-SPC-001"), "the energy is absorbed"));
        }
        if energy.is_some() && m.adapted == energy {
            return Some((Clause("MUT-SPC-034"), "has adapted to this energy"));
        }
        let machine = m.nature.kind.is_artificial();
        let power = m.wears(Armor::Power);
        match self.effect_of(beaten) {
            Some(Effect::Stun) if machine || m.nature.kind == Kind::Plant => {
                return Some((Clause("MUT-SPC-113"), "does not feel the sound"));
            }
            Some(Effect::Stun) if m.wears(Armor::Nbc) || power => {
                return Some((Clause("MUT-SPC-113"), "the suit keeps the sound out"));
            }
            Some(Effect::DeathRay) if machine || m.has_field() => {
                return Some((Clause("MUT-SPC-021"), "is immune to death rays"));
            }
            Some(Effect::Needles) if m.nature.kind == Kind::Robot || power => {
                return Some((Clause("MUT-SPC-087"), "needles do not get through"));
            }
            _ => (),
        }
        let arms = beaten.clash.manner.arms().map(|arms| arms.ranged());
        let primitive = match beaten.clash.manner {
            Manner::Volley { arms, .. } => shared(&arms, |arms| arms.ranged().primitive),
            _ => arms.map(|weapon| weapon.primitive),
        };
        if power && primitive == Some(true) {
            return Some((Clause("MUT-SPC-097"), "Power Armor stops primitive missiles"));
        }
        let physical = match beaten.clash.manner {
            Manner::Blast { charge, .. } => charge.is_physical(),
            Manner::Volley { arms, .. } => {
                shared(&arms, |arms| arms.ranged().physical) == Some(true)
            }
            _ => arms.is_some_and(|weapon| weapon.physical),
        };
        if ranged && self.is_shielded_from(beaten.loser, physical) {
            return Some((Clause("MUT-SPC-128"), "the Telekinetic Shield stops it"));
        }
        None
    }

    /// Notes the other rules by which a loser is immune, beside the one that is told.
    fn cite_immunity(&self, cx: &mut Cx<'_>, beaten: &Beaten, clause: Clause) {
        let m = self.model(beaten.loser);
        let (machine, power) = (m.nature.kind.is_artificial(), m.wears(Armor::Power));
        let is = |id: &'static str| clause == Clause(id);
        let blows = beaten.clash.manner.is_melee() && m.nature.absorbs == Some(Energy::Kinetic);
        for (id, applies) in [
            ("MUT-T-08", is("MUT-SPC-001") || is("MUT-SPC-034")),
            ("MUT-Q-53", is("MUT-SPC-001") && blows),
            ("MUT-SPC-012", is("MUT-SPC-113") && machine),
            ("MUT-SPC-101", is("MUT-SPC-113") && power),
            ("MUT-SPC-086", is("MUT-SPC-113") && m.wears(Armor::Nbc)),
            ("MUT-SPC-053", is("MUT-SPC-021") && !machine),
            ("MUT-TYP-36", is("MUT-SPC-087") && m.nature.kind == Kind::Robot),
            ("MUT-SPC-097", is("MUT-SPC-087") && power),
        ] {
            if applies {
                cx.cite(Clause(id));
            }
        }
    }

    /// Notes that a blow which is not kinetic gets through to one who absorbs all others.
    fn cite_breach(&self, cx: &mut Cx<'_>, beaten: &Beaten) {
        let m = self.model(beaten.loser);
        let absorbs = m.has(Rule::Absorption) && m.nature.absorbs == Some(Energy::Kinetic);
        let own = Clash { by: self.winner(beaten), ..beaten.clash };
        let blow = beaten.clash.manner.is_melee();
        if absorbs && blow && self.energy_of(&own, beaten.with) != Some(Energy::Kinetic) {
            cx.cite(Clause("MUT-Q-53"));
            cx.cite(Clause("MUT-T-08"));
        }
    }

    /// Second: Heavy and Power Armor turn a defeat by one into a draw (MUT-SPC-062, 098;
    /// MUT-Q-41).
    fn armor_holds(&self, cx: &mut Cx<'_>, beaten: &Beaten) -> bool {
        let m = self.model(beaten.loser);
        let heavy = m.wears(Armor::Heavy) || m.has(Rule::HeavyArmor);
        let power = m.wears(Armor::Power);
        let doomed = self.is_doomed(beaten) || self.is_lethal(beaten);
        let saved = !doomed || self.agreed.armor_saves_fallen == o::ArmorSavesFallen::On;
        if !(heavy || power) {
            return false;
        }
        cx.cite(Clause("MUT-Q-41"));
        if !saved {
            return false;
        }
        cx.say(|| {
            let clause = if heavy { Clause("MUT-SPC-062") } else { Clause("MUT-SPC-098") };
            Event::note(clause, format!("Beaten by one: {}'s armor holds", self.name(beaten.loser)))
        });
        true
    }

    /// Third: a Force Field may stop anything, and may burn out (MUT-SPC-052).
    fn try_field(&mut self, cx: &mut Cx<'_>, beaten: Beaten) -> Play<()> {
        let model = beaten.loser;
        let need = Need::d6(self.side(model), 1, "Force Field").by(model);
        let face = cx.dice(need)?[0];
        cx.say(|| {
            let text = match face {
                5..=6 => "the Force Field stops it",
                1 => "the Force Field burns out",
                _ => "the Force Field does not help",
            };
            Event::note(Clause("MUT-SPC-052"), format!("{}: {face}, {text}", self.name(model)))
        });
        if face == 1 {
            self.model_mut(model).marks.put(Mark::FieldOff);
        }
        if face < 5 {
            self.pending.push(Pending::Beaten(Beaten { field_failed: true, ..beaten }));
        }
        Ok(())
    }

    /// Whether the loser was already down, so that any defeat kills (MUT-CON-05, MUT-CON-11).
    fn is_doomed(&self, beaten: &Beaten) -> bool {
        let fallen = self.is(beaten.loser, Mark::Fallen) && !self.only_prone(beaten);
        fallen || self.is_helpless(beaten.loser)
    }

    /// Whether lying down does not doom a target that is shot at, as some agree (MUT-Q-27).
    fn only_prone(&self, beaten: &Beaten) -> bool {
        let shot = !beaten.clash.manner.is_melee();
        shot && self.agreed.prone_shot_kills == o::ProneShotKills::Off
    }

    /// Whether the attack kills this kind of loser whenever it wins (MUT-SPC-079).
    fn is_lethal(&self, beaten: &Beaten) -> bool {
        let m = self.model(beaten.loser);
        match (self.effect_of(beaten), beaten.clash.manner) {
            (Some(Effect::DeathRay), _) => m.is_organic(),
            (Some(Effect::Shock), _) => !m.is_organic(),
            (_, manner) if manner.is_photon() => {
                !self.was_in_field(beaten) && !m.wears(Armor::Power)
            }
            (_, manner) => manner.is_parting(),
        }
    }

    /// Whether a Force Field was on when the blow fell; it may have burnt out under it.
    fn was_in_field(&self, beaten: &Beaten) -> bool {
        beaten.field_failed || self.model(beaten.loser).has_field()
    }

    /// Fourth: how badly (MUT-HTH-05, 06; MUT-RNG-08; MUT-CON-02, 05; MUT-SPC-107).
    fn severity(&self, cx: &mut Cx<'_>, beaten: &Beaten) -> Severity {
        let base = beaten.lost.max(1);
        self.cite_defeat(cx, beaten);
        let melee = beaten.clash.manner.is_melee();
        let effect = self.effect_of(beaten);
        let harmless = matches!(effect, Some(Effect::Stun | Effect::Web))
            && self.agreed.stun_non_lethal == o::StunNonLethal::On;
        if harmless {
            cx.cite(Clause("MUT-Q-50"));
            return Severity::Beaten;
        }
        let multiple = Clause(if melee { "MUT-HTH-06" } else { "MUT-RNG-08" });
        if beaten.won >= 3 * base {
            return Severity::Gruesome(multiple);
        }
        let savage = self.is_savage_blow(beaten);
        let lying = self.is(beaten.loser, Mark::Fallen) || self.is(beaten.loser, Mark::PassedOut);
        if beaten.won >= 2 * base {
            if savage {
                return Severity::Gruesome(Clause("MUT-SPC-107"));
            }
            if lying {
                if !melee {
                    cx.cite(Clause("MUT-Q-47"));
                }
                return Severity::Gruesome(Clause("MUT-CON-05"));
            }
            if self.is_helpless(beaten.loser) {
                cx.cite(Clause("MUT-Q-47"));
            }
            return Severity::Killed(multiple);
        }
        let clause = match () {
            () if beaten.clash.manner.is_parting() => Clause("MUT-HTH-27"),
            () if self.is_lethal(beaten) => {
                cx.cite(Clause("MUT-SPC-079"));
                self.lethal_clause(beaten)
            }
            () if self.is_helpless(beaten.loser) => Clause("MUT-CON-11"),
            () if self.is_doomed(beaten) => {
                if !melee {
                    cx.cite(Clause("MUT-RNG-28"));
                    cx.cite(Clause("MUT-Q-27"));
                }
                Clause("MUT-CON-05")
            }
            () => {
                if self.is(beaten.loser, Mark::Fallen) && self.only_prone(beaten) {
                    cx.cite(Clause("MUT-Q-27"));
                }
                if beaten.clash.manner.is_photon() {
                    let field = self.was_in_field(beaten);
                    cx.cite(Clause(if field { "MUT-SPC-053" } else { "MUT-SPC-101" }));
                }
                return Severity::Beaten;
            }
        };
        if savage {
            cx.cite(Clause("MUT-SPC-107"));
            return Severity::Gruesome(clause);
        }
        Severity::Killed(clause)
    }

    /// Notes the rules by which it is judged how badly a loser was beaten.
    fn cite_defeat(&self, cx: &mut Cx<'_>, beaten: &Beaten) {
        let out_cold = self.is(beaten.loser, Mark::PassedOut);
        for (id, applies) in [
            ("MUT-CON-02", true),
            ("MUT-Q-40", beaten.lost < 1),
            ("MUT-CON-17", out_cold),
            ("MUT-Q-102", out_cold),
            ("MUT-Q-54", beaten.clash.manner.is_parting()),
        ] {
            if applies {
                cx.cite(Clause(id));
            }
        }
    }

    fn lethal_clause(&self, beaten: &Beaten) -> Clause {
        match self.effect_of(beaten) {
            Some(Effect::DeathRay) => Clause("MUT-SPC-020"),
            Some(Effect::Shock) => Clause("MUT-SPC-033"),
            _ => Clause("MUT-ARE-20"),
        }
    }

    /// Every kill of a Savage model's own weapon is Gruesome, not of its grenades (MUT-Q-48).
    fn is_savage_blow(&self, beaten: &Beaten) -> bool {
        let melee = matches!(beaten.clash.manner, Manner::Melee { .. } | Manner::Hack { .. });
        let shot = matches!(beaten.clash.manner, Manner::Shot { .. })
            && self.agreed.savage_melee_only == o::SavageMeleeOnly::Off;
        let savage = |m: ModelId| self.has(m, Rule::Savage);
        (melee || shot) && self.winner(beaten).is_some_and(savage)
    }

    /// Fifth: a kill; machines die plainly, the Tough take a wound instead (MUT-SPC-010,
    /// MUT-SPC-140, 141; MUT-Q-31, MUT-Q-49).
    fn take_kill(&mut self, cx: &mut Cx<'_>, beaten: &Beaten, gruesome: bool, clause: Clause) {
        let loser = beaten.loser;
        let (tough, machine) = (self.has(loser, Rule::Tough), self.kind(loser).is_artificial());
        let savage = self.winner(beaten).is_some_and(|m| self.has(m, Rule::Savage));
        if savage && !beaten.clash.manner.is_melee() {
            cx.cite(Clause("MUT-Q-48"));
        }
        if let Some(Effect::Stun | Effect::Web) = self.effect_of(beaten) {
            cx.cite(Clause("MUT-Q-50"));
        }
        if gruesome && machine {
            cx.cite(Clause("MUT-SPC-010"));
        }
        // For a machine a Gruesome Kill is just a kill, which the Tough survive.
        let gruesome = gruesome && !machine;
        if tough && !gruesome {
            cx.cite(clause);
            cx.cite(Clause("MUT-CON-20"));
            cx.cite(Clause("MUT-Q-49"));
            self.push_riders(beaten);
            self.lose_quality(cx, loser, Loss::Wound, Clause("MUT-SPC-141"));
            return;
        }
        if gruesome && tough {
            cx.cite(Clause("MUT-SPC-140"));
            cx.cite(Clause("MUT-Q-31"));
        }
        self.kill(cx, loser, gruesome && !tough, clause);
    }

    /// Sixth: beaten but not killed: the weapon's own result, or recoil and fall; seventh, what
    /// comes with it.
    fn drive(&mut self, cx: &mut Cx<'_>, beaten: &Beaten) {
        let loser = beaten.loser;
        let even = beaten.die.is_multiple_of(2);
        self.push_riders(beaten);
        cx.cite(Clause("MUT-GEN-05"));
        if beaten.won.rem_euclid(2) != i32::from(beaten.die % 2) {
            cx.cite(Clause("MUT-Q-39"));
        }
        match (self.effect_of(beaten), beaten.clash.manner) {
            (Some(Effect::Stun), _) => {
                cx.cite(Clause("MUT-Q-50"));
                self.transfix(cx, loser, false, Clause("MUT-SPC-113"));
            }
            (Some(Effect::Web), _) => {
                cx.cite(Clause("MUT-Q-50"));
                self.transfix(cx, loser, true, Clause("MUT-SPC-143"));
            }
            (_, Manner::Blast { charge, center }) if self.throws_about(charge) => {
                self.pending.push(Pending::Knockback { model: loser, center, fallen: even });
            }
            _ if even => {
                let melee = beaten.clash.manner.is_melee();
                cx.cite(Clause(if melee { "MUT-HTH-05" } else { "MUT-RNG-06" }));
                self.fall(cx, loser, Clause("MUT-CON-04"));
            }
            (_, manner) => {
                let melee = manner.is_melee();
                cx.cite(Clause(if melee { "MUT-HTH-05" } else { "MUT-RNG-06" }));
                let winner = self.winner(beaten);
                let from = self.driven_from(beaten);
                let (by, hacked) = match manner {
                    Manner::Melee { .. } => (winner, winner.map_or(0, bit)),
                    Manner::Hack { hacked, .. } => (winner, hacked),
                    _ => (None, 0),
                };
                self.pending.push(Pending::Recoil { model: loser, from, by, hacked });
            }
        }
    }

    /// Where a beaten model is driven from (MUT-G-17).
    fn driven_from(&self, beaten: &Beaten) -> Spot {
        match beaten.clash.manner {
            Manner::Blast { center, .. } => center,
            Manner::Sentry { at, .. } => at,
            Manner::Volley { shooters, .. } => {
                let all = crate::clash::models_in(shooters);
                let near = all.into_iter().min_by_key(|m| self.gap(*m, beaten.loser));
                near.map_or(self.spot(beaten.loser), |m| self.spot(m))
            }
            _ => self.winner(beaten).map_or(self.spot(beaten.loser), |m| self.spot(m)),
        }
    }

    /// Which charges throw their victims about (MUT-ARE-11, MUT-Q-07).
    fn throws_about(&self, charge: Charge) -> bool {
        match charge {
            Charge::Fruit => true,
            Charge::Grenade(Grenade::Fragmentation | Grenade::Plasma) => true,
            Charge::Grenade(Grenade::Defoliant) => {
                self.agreed.defoliant_knockback == o::DefoliantKnockback::On
            }
            _ => false,
        }
    }

    /// Poison, needles and nanites, once the rest is over (MUT-Q-51, MUT-Q-52).
    fn push_riders(&mut self, beaten: &Beaten) {
        let loser = beaten.loser;
        let poisons = |m: ModelId| self.has(m, Rule::Poison);
        let quills = beaten.clash.manner.arms() == Some(Arms::Quills);
        let blow = beaten.clash.manner.is_melee() && self.gun_free(beaten);
        if (blow || quills) && self.winner(beaten).is_some_and(poisons) {
            self.pending.push(Pending::Poison(loser));
        }
        match self.effect_of(beaten) {
            Some(Effect::Needles) => self.pending.push(Pending::Needles(loser)),
            Some(Effect::Nanites) => self.pending.push(Pending::Nanites(loser)),
            _ => (),
        }
    }

    /// Whether the blow was struck with the body or a blade, which may be poisoned.
    fn gun_free(&self, beaten: &Beaten) -> bool {
        self.winner(beaten).is_none_or(|winner| self.gun(winner, beaten.with).is_none())
    }

    /// A leaver whom a hack has beaten does not get away (MUT-HTH-24, MUT-Q-55).
    fn lose_the_move(&mut self, cx: &mut Cx<'_>, beaten: &Beaten) {
        if !matches!(beaten.clash.manner, Manner::Hack { .. }) {
            return;
        }
        let loser = beaten.loser;
        let before = self.pending.len();
        self.pending.retain(|p| !matches!(p, Pending::BreakAway { model } if *model == loser));
        if self.pending.len() < before {
            cx.cite(Clause("MUT-HTH-24"));
            cx.cite(Clause("MUT-Q-55"));
        }
    }

    /// Mind against mind: confused, out cold, or controlled (MUT-SPC-132).
    fn settle_minds(&mut self, cx: &mut Cx<'_>, beaten: &Beaten, scream: bool) -> Play<()> {
        if let Some(clause) = self.immune_to_telepathy(beaten.loser) {
            let name = self.name(beaten.loser);
            cx.say(|| Event::note(clause, format!("{name}'s mind cannot be reached")));
            return Ok(());
        }
        let base = beaten.lost.max(1);
        let degree = match beaten.won {
            won if won >= 3 * base => 3,
            won if won >= 2 * base => 2,
            _ => 1,
        };
        if self.is_shielded_from(beaten.loser, true) {
            cx.cite(Clause("MUT-Q-105"));
        }
        if let Some(winner) = self.winner(beaten) {
            self.telepathy_result(cx, winner, beaten.loser, degree, scream);
        }
        Ok(())
    }
}

impl Charge {
    /// Whether a Telekinetic Shield stops it (MUT-SPC-130, MUT-Q-105).
    pub const fn is_physical(self) -> bool {
        match self {
            Charge::Fruit | Charge::Herbicide => true,
            Charge::Grenade(grenade) => {
                matches!(grenade, Grenade::Fragmentation | Grenade::Plasma | Grenade::Defoliant)
            }
        }
    }
}
