//! Chapter 11: what becomes of the loser, in the one order of MUT-CON-01.

use engine::{Ask, Choice, Clause, Cx, Event, ModelId, Need, Play};
use smallvec::SmallVec;
use tabletop::Spot;

use crate::clash::{Beaten, Clash, Manner, bit};
use crate::conditions::Loss;
use crate::gear::{Armor, Effect, Gear, Grenade};
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
        if let Some((clause, why)) = self.immunity(&beaten) {
            cx.say(|| Event::note(clause, format!("{}: {why}", self.name(loser))));
            return Ok(());
        }
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
        match self.severity(cx, &beaten) {
            Severity::Beaten => self.drive(cx, &beaten),
            Severity::Killed(clause) => self.take_kill(cx, &beaten, false, clause),
            Severity::Gruesome(clause) => self.take_kill(cx, &beaten, true, clause),
        }
        Ok(())
    }

    /// What the winner's weapon does besides the usual, where it has an effect of its own.
    fn effect_of(&self, beaten: &Beaten) -> Option<Effect> {
        match beaten.clash.manner {
            Manner::Melee { .. } | Manner::Hack { .. } => {
                let winner = self.winner(beaten)?;
                self.gun(winner, beaten.with).map(|gun| gun.ranged().effect)
            }
            Manner::Misfire(Gear::Gun(gun)) => Some(gun.ranged().effect),
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
        if ranged && power && arms.is_some_and(|weapon| weapon.primitive) {
            return Some((Clause("MUT-SPC-097"), "Power Armor stops primitive missiles"));
        }
        let physical = match beaten.clash.manner {
            Manner::Blast { charge, .. } => charge.is_physical(),
            Manner::Volley { .. } => energy == Some(Energy::Kinetic),
            _ => arms.is_some_and(|weapon| weapon.physical),
        };
        if ranged && self.is_shielded_from(beaten.loser, physical) {
            return Some((Clause("MUT-SPC-128"), "the Telekinetic Shield stops it"));
        }
        None
    }

    /// Second: Heavy and Power Armor turn a defeat by one into a draw (MUT-SPC-062, 098;
    /// MUT-Q-41).
    fn armor_holds(&self, cx: &mut Cx<'_>, beaten: &Beaten) -> bool {
        let m = self.model(beaten.loser);
        let heavy = m.wears(Armor::Heavy) || m.has(Rule::HeavyArmor);
        let power = m.wears(Armor::Power);
        let doomed = self.is_doomed(beaten) || self.is_lethal(beaten);
        let saved = !doomed || self.agreed.armor_saves_fallen == o::ArmorSavesFallen::On;
        if !(heavy || power) || !saved {
            return false;
        }
        cx.cite(Clause("MUT-Q-41"));
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
            (_, Manner::Blast { charge: Charge::Grenade(Grenade::Photon), .. }) => {
                !m.wears(Armor::ForceField) && !m.wears(Armor::Power)
            }
            (_, Manner::Hack { fleeing: true, .. }) => true,
            _ => false,
        }
    }

    /// Fourth: how badly (MUT-HTH-05, 06; MUT-RNG-08; MUT-CON-02, 05; MUT-SPC-107).
    fn severity(&self, cx: &mut Cx<'_>, beaten: &Beaten) -> Severity {
        let base = beaten.lost.max(1);
        cx.cite(Clause("MUT-CON-02"));
        if beaten.lost < 1 {
            cx.cite(Clause("MUT-Q-40"));
        }
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
            return Severity::Killed(multiple);
        }
        let clause = match () {
            () if matches!(beaten.clash.manner, Manner::Hack { fleeing: true, .. }) => {
                cx.cite(Clause("MUT-Q-54"));
                Clause("MUT-HTH-27")
            }
            () if self.is_lethal(beaten) => self.lethal_clause(beaten),
            () if self.is_helpless(beaten.loser) => Clause("MUT-CON-11"),
            () if self.is_doomed(beaten) => {
                if !melee {
                    cx.cite(Clause("MUT-RNG-28"));
                    cx.cite(Clause("MUT-Q-27"));
                }
                Clause("MUT-CON-05")
            }
            () => return Severity::Beaten,
        };
        if savage {
            cx.cite(Clause("MUT-SPC-107"));
            return Severity::Gruesome(clause);
        }
        Severity::Killed(clause)
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
        if let Manner::Shot { .. } = beaten.clash.manner
            && self.is_savage_blow(beaten)
        {
            cx.cite(Clause("MUT-Q-48"));
        }
        if self.is_lethal(beaten) {
            cx.cite(Clause("MUT-SPC-079"));
        }
        if tough && !gruesome {
            cx.cite(clause);
            cx.cite(Clause("MUT-CON-20"));
            cx.cite(Clause("MUT-Q-49"));
            self.lose_quality(cx, loser, Loss::Wound, Clause("MUT-SPC-141"));
            return;
        }
        if gruesome && machine {
            cx.cite(Clause("MUT-SPC-010"));
        }
        if gruesome && tough {
            cx.cite(Clause("MUT-SPC-140"));
            cx.cite(Clause("MUT-Q-31"));
        }
        self.kill(cx, loser, gruesome && !machine && !tough, clause);
    }

    /// Sixth: beaten but not killed: the weapon's own result, or recoil and fall; seventh, what
    /// comes with it.
    fn drive(&mut self, cx: &mut Cx<'_>, beaten: &Beaten) {
        let loser = beaten.loser;
        let even = beaten.die.is_multiple_of(2);
        self.push_riders(beaten);
        self.lose_the_move(cx, beaten);
        cx.cite(Clause("MUT-GEN-05"));
        cx.cite(Clause("MUT-Q-39"));
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
            Manner::Volley { shooters } => {
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
        let blow = beaten.clash.manner.is_melee() && self.gun_free(beaten);
        if blow && self.winner(beaten).is_some_and(poisons) {
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
        if let Some(winner) = self.winner(beaten) {
            self.telepathy_result(cx, winner, beaten.loser, degree, scream);
        }
        Ok(())
    }

    /// A model recoils by the width of its base, away from the winner; its owner chooses the
    /// line (MUT-CON-08). With no room it falls (MUT-CON-10).
    pub fn recoil(
        &mut self,
        cx: &mut Cx<'_>,
        model: ModelId,
        (from, by): (Spot, Option<ModelId>),
        hacked: u64,
    ) -> Play<()> {
        if self.model(model).spot.is_none() {
            return Ok(());
        }
        if let Some(by) = by
            && self.is_slapped(cx, model, by)?
        {
            self.fall(cx, model, Clause("MUT-SPC-122"));
            return Ok(());
        }
        cx.cite(Clause("MUT-G-17"));
        cx.cite(Clause("MUT-Q-78"));
        let spots = self.recoil_spots(model, from);
        if spots.is_empty() {
            self.fall(cx, model, Clause("MUT-CON-10"));
            return Ok(());
        }
        let ask =
            Ask::new(self.side(model), "recoil", "Where does it recoil to?", Clause("MUT-CON-08"));
        let to = cx.choose(ask.about(model), &spots, |spot| {
            let choice = Choice::new(format!("recoil to {spot}")).about(model);
            if Some(spot) == spots.first() { choice.declining() } else { choice }
        })?;
        let touched: SmallVec<[ModelId; 4]> = {
            let body = self.body_at(model, to);
            let near = |m: &ModelId| self.is_active(*m) && self.bodies_touch(&body, &self.body(*m));
            self.enemies(model).filter(near).collect()
        };
        self.relocate(cx, model, vec![self.spot(model), to], Clause("MUT-CON-08"));
        let fresh: SmallVec<[ModelId; 4]> =
            touched.into_iter().filter(|m| hacked & bit(*m) == 0).collect();
        if !fresh.is_empty() {
            cx.cite(Clause("MUT-CON-09"));
            cx.cite(Clause("MUT-Q-56"));
            self.push_hacks(cx, model, &fresh, false, hacked);
        }
        Ok(())
    }

    /// Tailslap: an enemy of its size or smaller that recoils from it falls on a 1
    /// (MUT-SPC-122).
    fn is_slapped(&self, cx: &mut Cx<'_>, model: ModelId, by: ModelId) -> Play<bool> {
        let small = self.model(model).nature.size() <= self.model(by).nature.size();
        if !self.has(by, Rule::Tailslap) || !small || self.side(by) == self.side(model) {
            return Ok(false);
        }
        let face = cx.dice(Need::d6(self.side(by), 1, "slaps with its tail").by(by))?[0];
        cx.say(|| {
            let text = format!("{}'s tail: {face}", self.name(by));
            Event::note(Clause("MUT-SPC-122"), text)
        });
        Ok(face == 1)
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
