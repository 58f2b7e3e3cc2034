//! Chapter 14: psionic powers that attack.

use engine::{Choice, Clause, Cx, Deed, Event, ModelId, Play, Refusal};
use smallvec::SmallVec;

use crate::actions::{Action, Offers};
use crate::clash::{Clash, Manner};
use crate::gear::Stick;
use crate::options::{AimedTk, PsiCountsAsAttack, PsiMultiples, PsiNeedsLos};
use crate::pending::Pending;
use crate::profile::{Kind, Rule};
use crate::state::{Acting, Mark, Models, State};

mod minds;
mod telekinesis;

/// A psionic attack (MUT-Q-60).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PsiAction {
    /// Which power.
    pub power: Power,
    /// On whom; nobody in particular for a scream.
    pub target: Option<ModelId>,
    /// Two actions for more effect (MUT-LOS-22).
    pub aimed: bool,
}

/// The powers that attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Power {
    /// Mind against mind (MUT-SPC-131).
    Telepathy,
    /// Against all minds around (MUT-SPC-135).
    Scream,
    /// Tears a weapon away (MUT-SPC-123).
    Disarm,
    /// Pushes somebody away (MUT-SPC-126).
    Push,
}

impl Power {
    const ALL: [Power; 4] = [Power::Telepathy, Power::Scream, Power::Disarm, Power::Push];

    /// The mutation that gives it.
    pub const fn rule(self) -> Rule {
        match self {
            Power::Telepathy => Rule::Telepathy,
            Power::Scream => Rule::TelepathicScream,
            Power::Disarm => Rule::TelekineticDisarm,
            Power::Push => Rule::TelekineticPush,
        }
    }

    /// How far it reaches (MUT-T-10).
    const fn range(self) -> Stick {
        match self {
            Power::Telepathy => Stick::Long,
            Power::Scream | Power::Disarm | Power::Push => Stick::Medium,
        }
    }

    /// Whether it goes for the mind, not for what can be touched.
    const fn is_telepathic(self) -> bool {
        matches!(self, Power::Telepathy | Power::Scream)
    }
}

impl State {
    /// Psionic attacks a model may make (MUT-LOS-07).
    pub fn offer_psi(&self, acting: &Acting, offers: &mut Offers) {
        let model = acting.model;
        let powers: SmallVec<[Power; 4]> =
            Power::ALL.into_iter().filter(|p| self.has(model, p.rule())).collect();
        if powers.is_empty() || acting.actions == 0 {
            return;
        }
        let counts = self.agreed.psi_counts_as_attack == PsiCountsAsAttack::On;
        let regroups = self.regroups();
        let spent = if counts || regroups { self.attack_barred(model) } else { None };
        let barred = self.mind_bound(model, true).or(spent);
        if barred.is_some() && !offers.loud {
            return;
        }
        for power in powers {
            let block = power.is_telepathic() && self.has(model, Rule::MindBlock);
            let block = block.then_some(("MUT-SPC-082", "its own Mind Block keeps its mind in"));
            let barred = barred.or(block);
            if power == Power::Scream {
                let action = PsiAction { power, target: None, aimed: false };
                let few = ("MUT-SPC-135", "a scream takes two actions");
                let why = barred.or((acting.actions < 2).then_some(few));
                offers.put(why, Action::Psi(action), || self.psi_key(&action));
                continue;
            }
            for target in self.enemies(model).filter(|m| !self.is(*m, Mark::Lurking)) {
                let action = PsiAction { power, target: Some(target), aimed: false };
                let key = || self.psi_key(&action);
                if barred.is_some() {
                    offers.put(barred, Action::Psi(action), key);
                    continue;
                }
                match self.may_use(model, power, target) {
                    Ok(()) => self.offer_power(acting, action, offers),
                    Err(refusal) => offers.refuse(key, || refusal),
                }
            }
        }
    }

    /// Offers a power, plain and aimed; telekinetic ones are aimed only where that is agreed
    /// (MUT-LOS-22, MUT-Q-90).
    fn offer_power(&self, acting: &Acting, action: PsiAction, offers: &mut Offers) {
        offers.push(Action::Psi(action));
        let aimed = PsiAction { aimed: true, ..action };
        let never = !action.power.is_telepathic() && self.agreed.aimed_tk == AimedTk::Off;
        let never = never.then_some(("MUT-Q-90", "aiming does not change this test"));
        let few = ("MUT-ACT-03", "concentrating more takes two actions");
        let why = never.or((acting.actions < 2).then_some(few));
        offers.put(why, Action::Psi(aimed), || self.psi_key(&aimed));
    }

    /// Whether a power can be used on an enemy: in range, in sight where that counts, and with
    /// something to take hold of (MUT-Q-87, MUT-Q-88).
    fn may_use(&self, by: ModelId, power: Power, target: ModelId) -> Result<(), Refusal> {
        if self.psi_band(by, power, target).is_none() {
            let tripled = self.stick(power.range()) * 3;
            let id = match power {
                _ if self.gap(by, target) <= tripled => "MUT-Q-88",
                Power::Telepathy => "MUT-SPC-131",
                Power::Scream => "MUT-SPC-135",
                Power::Disarm => "MUT-SPC-123",
                Power::Push => "MUT-SPC-126",
            };
            let why = format!("{} is out of its range", self.name(target));
            return Err(Refusal::new(Clause(id), why));
        }
        if power.is_telepathic() {
            if let Some(clause) = self.immune_to_telepathy(target) {
                let why = format!("{}'s mind cannot be reached", self.name(target));
                return Err(Refusal::new(clause, why));
            }
            if self.agreed.psi_needs_los == PsiNeedsLos::Off {
                return Ok(());
            }
        }
        self.may_sense(by, target)?;
        if power == Power::Disarm { self.may_disarm(target) } else { Ok(()) }
    }

    /// Whether a psionic makes out an enemy: a line of sight, and no Stealth, unless it feels
    /// the living mind behind it (MUT-Q-87, MUT-SPC-116).
    fn may_sense(&self, by: ModelId, target: ModelId) -> Result<(), Refusal> {
        let keen = self.has(by, Rule::SuperiorSenses);
        let feels = self.has(by, Rule::Telepathy) && self.model(target).is_organic();
        if self.is_stealthy(target) && !keen && !feels {
            let why = format!("{} cannot be made out: Stealth", self.name(target));
            return Err(Refusal::new(Clause("MUT-SPC-116"), why));
        }
        match self.line_of_sight(by, target) {
            Ok(_) => Ok(()),
            Err(refusal) => Err(Refusal::new(Clause("MUT-Q-87"), refusal.why)),
        }
    }

    /// How many times a power's range a target is away; only once, unless it is agreed that
    /// minds reach as guns do (MUT-Q-88).
    pub fn psi_band(&self, by: ModelId, power: Power, target: ModelId) -> Option<u8> {
        let range = self.stick(power.range());
        let gap = self.gap(by, target);
        let most = match self.agreed.psi_multiples {
            PsiMultiples::Off => 1,
            PsiMultiples::On => 3,
        };
        (1..=most).find(|times| gap <= range * i32::from(*times))
    }

    fn psi_key(&self, action: &PsiAction) -> String {
        let power = action.power.rule().name();
        match (action.target, action.aimed) {
            (None, _) => format!("use {power}"),
            (Some(target), false) => format!("use {power} on {}", self.name(target)),
            (Some(target), true) => format!("aim {power} at {}", self.name(target)),
        }
    }

    /// It in words.
    pub fn describe_psi(&self, model: ModelId, action: &PsiAction) -> Choice {
        let mut detail = psi_cost(action).to_owned();
        if let (true, Some(captive)) = (action.power.is_telepathic(), self.captive_of(model)) {
            detail += &format!("; lets go of {}", self.name(captive));
        }
        let merit = match (action.power, action.target) {
            (Power::Telepathy, Some(target)) => {
                self.merit_of_telepathy(model, target, action.aimed)
            }
            (Power::Disarm, Some(target)) => self.merit_of_disarm(target),
            (Power::Push, Some(target)) => self.merit_of_push(model, target),
            _ => self.merit_of_scream(model),
        };
        let about = action.target.unwrap_or(model);
        Choice::new(self.psi_key(action)).detail(detail).about(about).merit(merit)
    }

    /// Uses a power: it is the model's one attack, if that was not agreed otherwise
    /// (MUT-Q-60).
    pub fn do_psi(&mut self, cx: &mut Cx<'_>, model: ModelId, action: &PsiAction) -> Play<()> {
        let costly = action.aimed || action.power == Power::Scream;
        self.spend(model, if costly { 2 } else { 1 });
        self.drop_shield(cx, model);
        cx.cite(Clause("MUT-Q-60"));
        if self.agreed.psi_counts_as_attack == PsiCountsAsAttack::On {
            cx.cite(Clause("MUT-ACT-02"));
            self.model_mut(model).marks.put(Mark::Attacked);
        }
        self.cite_power(cx, model, action);
        match (action.power, action.target) {
            (Power::Telepathy, Some(target)) => {
                self.telepathy(cx, model, target, action.aimed);
                Ok(())
            }
            (Power::Disarm, Some(target)) => self.disarm(cx, model, target, action.aimed),
            (Power::Push, Some(target)) => self.push_away(cx, model, target, action.aimed),
            _ => {
                self.scream(cx, model);
                Ok(())
            }
        }
    }

    fn cite_power(&self, cx: &mut Cx<'_>, model: ModelId, action: &PsiAction) {
        if cx.is_quiet() {
            return;
        }
        let m = self.model(model);
        let kinetic = !action.power.is_telepathic();
        let stealthy = action.target.is_some_and(|t| self.is_stealthy(t));
        let machine = action.target.is_some_and(|t| !self.model(t).is_organic());
        let engaged = self.opponents(model).next().is_some();
        let busy = action.target.is_some_and(|t| self.opponents(t).next().is_some());
        let unseen = action.target.is_some_and(|t| self.line_of_sight(model, t).is_err());
        let far = |t| self.psi_band(model, action.power, t).is_some_and(|times| times > 1);
        let gap = action.target.map(|t| self.gap(model, t));
        let nearer = |m: ModelId| gap.is_some_and(|gap| self.gap(model, m) < gap);
        let passed_over = !kinetic && self.enemies(model).any(nearer);
        let free = engaged || busy || passed_over;
        let mind = action.power == Power::Telepathy;
        let sheltered = mind && action.target.is_some_and(|t| self.is_sheltered(model, t));
        let plant = |m: ModelId| self.kind(m) == Kind::Plant;
        for (id, applies) in [
            ("MUT-ACT-06", true),
            ("MUT-Q-87", kinetic || unseen),
            ("MUT-Q-88", action.target.is_some_and(far)),
            ("MUT-LOS-07", free),
            ("MUT-Q-13", mind && (plant(model) || action.target.is_some_and(plant))),
            ("MUT-Q-89", sheltered),
            ("MUT-SPC-134", mind && (free || action.aimed || sheltered)),
            ("MUT-LOS-08", kinetic && machine),
            ("MUT-LOS-22", action.aimed),
            ("MUT-SPC-116", stealthy),
            ("MUT-CON-15", m.is(Mark::Webbed)),
            ("MUT-TER-27", m.is(Mark::Climbing)),
            ("MUT-Q-90", kinetic),
        ] {
            if applies {
                cx.cite(Clause(id));
            }
        }
    }

    /// Whether size, cover or something worn would matter if a target were shot at (MUT-Q-89).
    fn is_sheltered(&self, by: ModelId, target: ModelId) -> bool {
        let m = self.model(target);
        let clad = m.gear.iter().any(|item| item.gear.is_worn() && item.works());
        clad || m.has(Rule::Big) || m.has(Rule::Huge) || self.sees_target(by, target) == Some(true)
    }

    /// One mind attacks another; whom it held before is free (MUT-SPC-131, MUT-SPC-133).
    fn telepathy(&mut self, cx: &mut Cx<'_>, by: ModelId, target: ModelId, aimed: bool) {
        self.let_captives_go(cx, by);
        cx.say(|| {
            let text = format!("{} attacks {}'s mind", self.name(by), self.name(target));
            let deed = Deed::Attacked { model: by, target, ranged: true };
            Event::note(Clause("MUT-SPC-131"), text).deed(deed)
        });
        let manner = Manner::Telepathy { aimed, scream: false };
        let side = self.side(by);
        self.pending.push(Pending::Clash(Clash { by: Some(by), side, target, manner }));
    }

    /// A scream goes out to everybody around who has a mind, friends included (MUT-SPC-135,
    /// MUT-ARE-13, MUT-ARE-14).
    fn scream(&mut self, cx: &mut Cx<'_>, by: ModelId) {
        self.let_captives_go(cx, by);
        for id in ["MUT-ARE-13", "MUT-G-15"] {
            cx.cite(Clause(id));
        }
        let (at, base) = (self.spot(by), self.body(by).base);
        let radius = self.stick(Power::Scream.range()) + base;
        cx.say(|| {
            let text = format!("{} screams with its mind", self.name(by));
            Event::note(Clause("MUT-SPC-135"), text).deed(Deed::Burst { at, radius })
        });
        // An area attack turns over the counters it reaches (MUT-Q-122).
        self.blast_counters(cx, at, radius);
        let mut caught = Models::new();
        for model in self.in_scream(by) {
            match self.immune_to_telepathy(model) {
                None => caught.push(model),
                Some(clause) => {
                    cx.cite(Clause("MUT-ARE-14"));
                    let text = format!("{} hears nothing", self.name(model));
                    cx.say(|| Event::note(clause, text));
                }
            }
        }
        self.pending.push(Pending::Scream { by, caught });
    }

    /// Everybody within reach of a scream, immune or not.
    fn in_scream(&self, by: ModelId) -> Models {
        let sight = self.agreed.psi_needs_los == PsiNeedsLos::On;
        let near = |m: &ModelId| {
            *m != by
                && self.psi_band(by, Power::Scream, *m) == Some(1)
                && (!sight || self.line_of_sight(by, *m).is_ok())
        };
        self.in_play().filter(near).collect()
    }

    /// Attacks the next mind that a scream has caught (MUT-SPC-135), as long as the one who
    /// screams can.
    pub fn scream_next(&mut self, cx: &mut Cx<'_>, by: ModelId, mut caught: Models) -> Play<()> {
        let able = self.model(by).spot.is_some() && !self.is(by, Mark::PassedOut);
        if caught.is_empty() || !able {
            return Ok(());
        }
        let target = caught.remove(0);
        self.pending.push(Pending::Scream { by, caught });
        cx.cite(Clause("MUT-ARE-02"));
        let (side, manner) = (self.side(by), Manner::Telepathy { aimed: false, scream: true });
        self.pending.push(Pending::Clash(Clash { by: Some(by), side, target, manner }));
        Ok(())
    }
}

/// What a power costs, in words.
fn psi_cost(action: &PsiAction) -> &'static str {
    if action.aimed || action.power == Power::Scream { "2 actions" } else { "1 action" }
}
