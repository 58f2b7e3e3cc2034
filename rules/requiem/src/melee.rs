//! Chapter 10: charging, and the fight that swings back and forth.

use engine::question::Goal;
use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Play, Refusal};
use smallvec::{SmallVec, smallvec};
use tabletop::movement::contact_ring;
use tabletop::{Length, Spot, measure};

use crate::dice::Sum;
use crate::movement::{Allowance, MovePlan};
use crate::options::{AfterHit, ChargeFree, Knife, LockedInMelee, Melee, StunnedDefends};
use crate::profile::{Hands, Skill, Trait, Weapon};
use crate::rolls::Rerolls;
use crate::sight::Cover;
use crate::state::{BASE, CONTACT, Fight, HEIGHT, MELEE_RANGE, Progress, State, body_at};

/// Exchanges without a wound after which a fight ends (REQ-Q-74).
const MOST_IDLE: u8 = 50;

/// One attack: at whom, and with which of the striker's weapons.
#[derive(Clone, Copy, Debug)]
struct Blow {
    target: ModelId,
    weapon: Option<usize>,
}

/// How the last attack on each target went, in the order they were first attacked.
type Tally = SmallVec<[(ModelId, bool); 3]>;

impl State {
    /// How far a charge may go: three inches on top of the move, or what is left of the move
    /// (REQ-MEL-01, 02; REQ-Q-08).
    fn charge_allowance(&self, model: ModelId) -> Allowance {
        let spent = self.active.as_ref().map_or(Length::ZERO, |a| a.spent);
        let distance = match self.agreed.charge_free {
            ChargeFree::On => MELEE_RANGE,
            ChargeFree::Off => MELEE_RANGE.min(self.move_allowance(model).distance - spent),
        };
        Allowance { distance, clause: Clause("REQ-MEL-01") }
    }

    /// Whether two models touch: base to base, and not on different floors.
    fn touches(&self, spot: Spot, other: ModelId) -> bool {
        let body = self.body(other);
        measure::contact(&body_at(spot), &body, CONTACT) && (spot.z - body.feet()).abs() < HEIGHT
    }

    /// Judges a charge along a path: it must end in base contact with its target (REQ-GEO-04).
    fn plan_charge(
        &self,
        model: ModelId,
        target: ModelId,
        path: &[Spot],
    ) -> Result<MovePlan, Refusal> {
        let end = path.last().copied().unwrap_or_default();
        if !self.touches(end, target) {
            let why = format!("the charge must end in contact with {}", self.name(target));
            return Err(Refusal::new(Clause("REQ-MEL-01"), why));
        }
        self.plan_move(model, path, self.charge_allowance(model))
    }

    /// A way to charge a target, or the reason why there is none (REQ-TURN-07).
    pub fn way_to_charge(&self, model: ModelId, target: ModelId) -> Result<MovePlan, Refusal> {
        let (own, other) = (self.body(model), self.body(target));
        if !measure::within(&own, &other, MELEE_RANGE) {
            let gap = measure::gap(&own, &other);
            let why = format!("{} is {gap} inches away, melee range is 3", self.name(target));
            return Err(Refusal::new(Clause("REQ-TURN-07"), why));
        }
        if self.touches(own.spot, target) {
            return self.plan_charge(model, target, &[own.spot]);
        }
        let mut refusal = None;
        for spot in self.contact_spots(model, target) {
            match self.plan_charge(model, target, &[own.spot, spot]) {
                Ok(plan) => return Ok(plan),
                Err(why) => refusal = refusal.or(Some(why)),
            }
        }
        let none = || Refusal::new(Clause("REQ-MEL-01"), "there is no place to strike from");
        Err(refusal.unwrap_or_else(none))
    }

    fn contact_spots(&self, model: ModelId, target: ModelId) -> impl Iterator<Item = Spot> {
        let other = self.body(target);
        contact_ring(BASE, &other, self.spot(model).at).into_iter().map(move |at| {
            // On the target's own level where something carries the base there.
            let level = self.table.carries(at, other.feet());
            at.at_height(if level { other.feet() } else { self.table.ground_height(at) })
        })
    }

    /// A model charges (REQ-MEL-01): its player shows the way into contact, dangers on the way
    /// may stop it (REQ-COND-07), then the fight begins.
    pub fn charge(&mut self, cx: &mut Cx<'_>, model: ModelId, target: ModelId) -> Play<()> {
        CHARGING.iter().for_each(|clause| cx.cite(*clause));
        cx.enter(|| format!("{} charges {}", self.name(model), self.name(target)));
        let start = self.spot(model);
        if !self.touches(start, target) {
            let ask = Ask::new(self.side(model), "charge-path", "How does it charge?", Clause("REQ-MEL-01"));
            let limit = self.charge_allowance(model).distance;
            let goals = || {
                let spots = self.contact_spots(model, target).enumerate();
                spots.map(|(i, spot)| Goal { spot, merit: -(i as i32) }).collect()
            };
            let plan = cx.path(ask.about(model), (model, start, limit), goals, |path| {
                self.plan_charge(model, target, path)
            })?;
            if !self.carry_out(cx, model, &plan)? {
                self.finish_activation();
                cx.leave();
                return Ok(());
            }
        }
        cx.say(|| {
            let text = format!("{} charges {}", self.name(model), self.name(target));
            let deed = Deed::Attacked { model, target, ranged: false };
            Event::note(Clause("REQ-MEL-01"), text).deed(deed)
        });
        self.fight = Some(Fight {
            charger: model,
            pairs: smallvec![(model, target)],
            next: SmallVec::new(),
            idle: 0,
        });
        self.finish_activation();
        cx.leave();
        Ok(())
    }

    fn finish_activation(&mut self) {
        if let Some(active) = &mut self.active {
            active.progress = Progress::Done;
        }
    }

    /// One model's turn on the offensive (REQ-MEL-06, 07; REQ-Q-04 to 06).
    pub fn exchange(&mut self, cx: &mut Cx<'_>, mut fight: Fight) -> Play<()> {
        FIGHTING.iter().for_each(|clause| cx.cite(*clause));
        let striker = if fight.next.is_empty() { fight.charger } else { fight.next.remove(0) };
        cx.enter(|| format!("{} is on the offensive", self.name(striker)));
        let wounds = self.total_wounds();
        let tally = self.offensive(cx, striker, &mut fight)?;
        cx.leave();
        fight.idle = if self.total_wounds() > wounds { 0 } else { fight.idle + 1 };
        self.pass_offensive(cx, striker, &tally, &mut fight);
        self.fight = self.goes_on(cx, &fight).then_some(fight);
        Ok(())
    }

    fn total_wounds(&self) -> u32 {
        self.models.iter().map(|m| u32::from(m.wounds)).sum()
    }

    /// Whoever was missed strikes back, in the order they were attacked; whoever only hit keeps
    /// the offensive (REQ-Q-05, 06). A helpless model cannot take it (REQ-MEL-13, REQ-Q-24).
    fn pass_offensive(&self, cx: &mut Cx<'_>, striker: ModelId, tally: &Tally, fight: &mut Fight) {
        let duel = self.agreed.melee == Melee::Duel;
        let answers = duel || striker == fight.charger;
        let mut passed = false;
        for &(target, hit) in tally {
            let swapped = hit && duel && self.agreed.after_hit == AfterHit::Swap;
            if !hit || swapped {
                passed = true;
                if self.is_helpless(target) {
                    cx.cite(Clause("REQ-MEL-13"));
                    cx.cite(Clause("REQ-Q-24"));
                    fight.pairs.retain(|p| *p != (striker, target) && *p != (target, striker));
                } else if answers && self.is_standing(target) && !fight.next.contains(&target) {
                    fight.next.push(target);
                }
            }
        }
        let gone = |m: &ModelId| !self.is_standing(*m);
        fight.pairs.retain(|(a, b)| !gone(a) && !gone(b));
        fight.next.retain(|m| !gone(m));
        if duel && !passed && self.is_standing(striker) {
            fight.next.insert(0, striker);
        }
    }

    fn is_standing(&self, model: ModelId) -> bool {
        self.model(model).spot.is_some()
    }

    fn goes_on(&self, cx: &mut Cx<'_>, fight: &Fight) -> bool {
        if fight.idle >= MOST_IDLE {
            cx.say(|| Event::note(Clause("REQ-Q-74"), "Nobody gets through: the fighters part"));
            return false;
        }
        let exhausted = self.agreed.melee == Melee::Exchange && fight.next.is_empty();
        let able = self.is_standing(fight.charger) && !self.is_helpless(fight.charger);
        let next_able = fight.next.first().is_none_or(|m| !self.is_helpless(*m));
        able && next_able && !exhausted && !fight.pairs.is_empty()
    }

    /// All attacks of the model on the offensive, each nominated, rolled and resolved before
    /// the next (REQ-MEL-09 to 11).
    fn offensive(&mut self, cx: &mut Cx<'_>, striker: ModelId, fight: &mut Fight) -> Play<Tally> {
        let mut tally: Tally = SmallVec::new();
        let hands: SmallVec<[usize; 2]> = self.one_handed_blades(striker);
        let several = hands.len() >= 2;
        let mut unused = hands;
        for turn in 0..if several { 2 } else { 1 } {
            let blow = self.nominate(cx, striker, fight, (&unused, turn))?;
            let Some(blow) = blow else { break };
            unused.retain(|w| Some(*w) != blow.weapon);
            self.strike(cx, striker, blow, fight, &mut tally)?;
            if !self.is_standing(striker) || self.is_helpless(striker) {
                break;
            }
        }
        Ok(tally)
    }

    fn one_handed_blades(&self, model: ModelId) -> SmallVec<[usize; 2]> {
        // Hands-free weapons never add an attack (REQ-Q-52).
        self.who(model).blades().filter(|(_, w)| w.hands == Hands::One).map(|(i, _)| i).collect()
    }

    /// Chooses the target and weapon of the next attack. The first one goes at an opponent of
    /// this fight; a further one may go at any enemy in contact, or be forgone (REQ-MEL-10).
    fn nominate(
        &self,
        cx: &mut Cx<'_>,
        striker: ModelId,
        fight: &Fight,
        (unused, turn): (&[usize], usize),
    ) -> Play<Option<Blow>> {
        let opponents = fight.pairs.iter().filter_map(|(a, b)| match striker {
            s if s == *a => Some(*b),
            s if s == *b => Some(*a),
            _ => None,
        });
        let mut targets: SmallVec<[ModelId; 4]> =
            opponents.filter(|o| self.is_standing(*o)).collect();
        if turn > 0 {
            targets.extend(self.in_contact(striker).filter(|e| !targets.contains(e)).collect::<Vec<_>>());
        }
        let weapons = self.blades_for(striker, unused);
        let mut blows: SmallVec<[Option<Blow>; 6]> = SmallVec::new();
        for target in targets {
            blows.extend(weapons.iter().map(|w| Some(Blow { target, weapon: *w })));
        }
        if blows.is_empty() {
            return Ok(None);
        }
        if turn > 0 {
            cx.cite(Clause("REQ-Q-06"));
            blows.push(None);
        }
        let ask = Ask::new(self.side(striker), "strike", "Strike whom, with what?", Clause("REQ-MEL-11"));
        cx.choose(ask.about(striker), &blows, |blow| match blow {
            Some(blow) => self.describe_blow(striker, blow),
            None => Choice::new("strike no more").declining(),
        })
    }

    /// The weapons one attack may be made with: one of the two one-handed ones still unused, or
    /// else any one of its own; none without a melee weapon (REQ-MEL-03, REQ-Q-53).
    fn blades_for(&self, striker: ModelId, unused: &[usize]) -> SmallVec<[Option<usize>; 3]> {
        if self.one_handed_blades(striker).len() >= 2 {
            return unused.iter().map(|w| Some(*w)).collect();
        }
        let all: SmallVec<[Option<usize>; 3]> =
            self.who(striker).blades().map(|(i, _)| Some(i)).collect();
        if all.is_empty() { smallvec![None] } else { all }
    }

    fn describe_blow(&self, striker: ModelId, blow: &Blow) -> Choice {
        let weapon = blow.weapon.map(|w| &self.who(striker).weapons[w]);
        let with = weapon.map_or("bare hands", |w| &w.name);
        let attack = self.melee_attack(false, striker, weapon);
        let defense = self.defense(false, blow.target, Cover::None).short();
        let merit = i32::from(attack.pool.keep) * 20 + i32::from(attack.pool.roll) * 5
            + i32::from(self.model(blow.target).wounds) * 10;
        Choice::new(format!("strike {} with {with}", self.name(blow.target)))
            .detail(format!("{} against {defense}", attack.short()))
            .about(blow.target)
            .merit(merit)
    }

    /// The attack roll in melee (REQ-MEL-03, 04, 08).
    fn melee_attack(&self, told: bool, striker: ModelId, weapon: Option<&Weapon>) -> Sum {
        let who = self.who(striker);
        let mut sum = Sum::of(told, who.stats.melee, "Melee", Clause("REQ-PROF-04"));
        if let Some(weapon) = weapon {
            sum.dice(weapon.bonus, &weapon.name, Clause("REQ-MEL-04"));
            sum.pips(weapon.pips, &weapon.name, Clause("REQ-DICE-09"));
        }
        if who.can(Skill::VengeanceIsMine) && self.leader_fell(striker) {
            sum.pips(1, "vengeance", Clause("REQ-GEAR-19"));
        }
        sum
    }

    /// Whether the model's leader has been removed (REQ-Q-49).
    fn leader_fell(&self, model: ModelId) -> bool {
        let side = self.side(model);
        self.ids().any(|m| self.who(m).leader && self.side(m) == side && self.model(m).removed)
    }

    /// One attack, which with a Wide Arc weapon may fall on two enemies (REQ-GEAR-16).
    fn strike(
        &mut self,
        cx: &mut Cx<'_>,
        striker: ModelId,
        blow: Blow,
        fight: &mut Fight,
        tally: &mut Tally,
    ) -> Play<()> {
        let weapon = blow.weapon.map(|w| self.who(striker).weapons[w].clone());
        let wide = weapon.as_ref().is_some_and(|w| w.has(Trait::WideArc));
        let second = if wide { self.second_of_arc(cx, striker, blow.target)? } else { None };
        cx.say(|| {
            let with = weapon.as_ref().map_or("bare hands", |w| &w.name);
            let text = format!("{} strikes {} with {with}", self.name(striker), self.name(blow.target));
            let clause = Clause(if weapon.is_some() { "REQ-MEL-04" } else { "REQ-MEL-03" });
            let deed = Deed::Attacked { model: striker, target: blow.target, ranged: false };
            Event::note(clause, text).deed(deed)
        });
        let sum = self.melee_attack(!cx.is_quiet(), striker, weapon.as_ref());
        let rerolls = Rerolls {
            ones: self.who(striker).can(Skill::HandOfDoom).then_some(Clause("REQ-GEAR-18")),
            one: self.knife(striker, true),
        };
        let attack = self.roll(cx, striker, (&sum, "strikes"), rerolls)?.total;
        let stuns = weapon.is_some_and(|w| w.has(Trait::Stun));
        for target in std::iter::once(blow.target).chain(second) {
            let hit = self.resolve_blow(cx, (striker, attack), target, stuns)?;
            match tally.iter_mut().find(|(t, _)| *t == target) {
                Some(entry) => entry.1 = hit,
                None => tally.push((target, hit)),
            }
            let known = |p: &(ModelId, ModelId)| *p == (striker, target) || *p == (target, striker);
            if !fight.pairs.iter().any(known) {
                fight.pairs.push((striker, target));
            }
        }
        Ok(())
    }

    /// The second enemy a wide swing falls on: exactly two in contact, the wielder's choice
    /// (REQ-Q-47).
    fn second_of_arc(
        &self,
        cx: &mut Cx<'_>,
        striker: ModelId,
        first: ModelId,
    ) -> Play<Option<ModelId>> {
        let others: SmallVec<[ModelId; 4]> = self.in_contact(striker).filter(|e| *e != first).collect();
        if others.is_empty() {
            return Ok(None);
        }
        cx.cite(Clause("REQ-GEAR-16"));
        cx.cite(Clause("REQ-Q-47"));
        let ask = Ask::new(self.side(striker), "wide-arc", "Who else is in the arc?", Clause("REQ-Q-47"));
        let second = cx.choose(ask.about(striker), &others, |m| {
            Choice::new(format!("and {}", self.name(*m))).about(*m)
        })?;
        Ok(Some(second))
    }

    /// One attack against one Defense, without cover (REQ-MEL-04, 05, 12).
    fn resolve_blow(
        &mut self,
        cx: &mut Cx<'_>,
        (striker, attack): (ModelId, i32),
        target: ModelId,
        stuns: bool,
    ) -> Play<bool> {
        let open = self.model(target).stun.is_some()
            && self.agreed.stunned_defends == StunnedDefends::Off;
        let hit = if open {
            cx.cite(Clause("REQ-Q-24"));
            true
        } else {
            let sum = self.defense(!cx.is_quiet(), target, Cover::None);
            let rerolls = Rerolls { ones: None, one: self.knife(target, false) };
            let defense = self.roll(cx, target, (&sum, "defends"), rerolls)?.total;
            self.beats(cx, (striker, attack), (target, defense))?
        };
        cx.cite(Clause("REQ-MEL-12"));
        cx.say(|| {
            let verdict = if hit { "is hit" } else { "is missed" };
            Event::note(Clause("REQ-MEL-05"), format!("{} {verdict}", self.name(target)))
        });
        if hit {
            self.wound(cx, target)?;
        } else {
            cx.cite(Clause("REQ-MEL-06"));
            if stuns {
                self.stun_weapon(cx, target)?;
            }
        }
        Ok(hit)
    }

    /// The Big Ass Knife rerolls one die of each melee roll, or of attacks only (REQ-GEAR-17,
    /// REQ-Q-18).
    fn knife(&self, model: ModelId, attacking: bool) -> Option<Clause> {
        let has = self.who(model).blades().any(|(_, w)| w.has(Trait::RerollOne));
        let helps = attacking || self.agreed.knife == Knife::AttackAndDefense;
        (has && helps).then_some(Clause("REQ-GEAR-17"))
    }

    /// Whether a model may walk away: unless models in contact are locked (REQ-Q-54).
    pub fn may_leave(&self, model: ModelId) -> Result<(), Refusal> {
        let locked = self.agreed.locked_in_melee == LockedInMelee::On;
        match self.in_contact(model).next().filter(|_| locked) {
            Some(enemy) => {
                let why = format!("{} is locked in melee with {}", self.name(model), self.name(enemy));
                Err(Refusal::new(Clause("REQ-Q-54"), why))
            }
            None => Ok(()),
        }
    }
}

const CHARGING: [Clause; 6] = [
    Clause("REQ-MEL-01"),
    Clause("REQ-MEL-02"),
    Clause("REQ-Q-03"),
    Clause("REQ-Q-08"),
    Clause("REQ-Q-31"),
    Clause("REQ-GEO-04"),
];

const FIGHTING: [Clause; 5] = [
    Clause("REQ-MEL-07"),
    Clause("REQ-MEL-08"),
    Clause("REQ-MEL-09"),
    Clause("REQ-Q-04"),
    Clause("REQ-Q-05"),
];
