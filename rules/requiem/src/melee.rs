//! Chapter 10: charging, and the fight that swings back and forth.

use engine::question::Goal;
use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Play, Refusal};
use smallvec::{SmallVec, smallvec};
use tabletop::movement::contact_ring;
use tabletop::{Length, Spot, measure};

use crate::dice::Sum;
use crate::movement::{Allowance, MovePlan};
use crate::options::{
    AfterHit, AttackTies, ChargeFree, Knife, LockedInMelee, Melee, StunnedDefends,
};
use crate::profile::{Hands, Skill, Trait, Weapon};
use crate::rolls::Rerolls;
use crate::roster;
use crate::sight::Cover;
use crate::state::{BASE, Fight, MELEE_RANGE, Progress, Spell, State, Swing};

/// How far a further attack may be carried to another enemy (REQ-Q-06).
const STEP: Allowance = Allowance { distance: MELEE_RANGE, clause: Clause("REQ-Q-06") };

/// One attack: at whom, and with which of the striker's weapons.
#[derive(Clone, Copy, Debug)]
struct Blow {
    target: ModelId,
    weapon: Option<usize>,
}

impl State {
    /// How far a charge may go: three inches on top of the move, or what is left of the move
    /// (REQ-MEL-01, 02; REQ-Q-08).
    fn charge_allowance(&self, model: ModelId) -> Allowance {
        let spent = self.active.as_ref().map_or(Length::ZERO, |a| a.spent);
        match self.agreed.charge_free {
            ChargeFree::On => Allowance { distance: MELEE_RANGE, clause: Clause("REQ-MEL-01") },
            ChargeFree::Off => Allowance {
                distance: MELEE_RANGE.min(self.move_allowance(model).distance - spent),
                clause: Clause("REQ-Q-08"),
            },
        }
    }

    /// Judges a charge along a path: it must end in base contact with its target (REQ-GEO-04).
    fn plan_charge(
        &self,
        model: ModelId,
        target: ModelId,
        (path, allowance): (&[Spot], Allowance),
    ) -> Result<MovePlan, Refusal> {
        let end = path.last().copied().unwrap_or_default();
        if !self.touches(end, target) {
            let why = format!("the charge must end in contact with {}", self.name(target));
            return Err(Refusal::new(Clause("REQ-MEL-01"), why));
        }
        self.plan_move(model, path, allowance)
    }

    /// A way to charge a target, or the reason why there is none (REQ-TURN-07). Whoever is locked
    /// in melee can only charge those it is in contact with (REQ-Q-54).
    pub fn way_to_charge(&self, model: ModelId, target: ModelId) -> Result<MovePlan, Refusal> {
        if !self.touches(self.spot(model), target) {
            self.may_leave(model)?;
        }
        self.way_into_contact(model, target, self.charge_allowance(model))
    }

    fn way_into_contact(
        &self,
        model: ModelId,
        target: ModelId,
        allowance: Allowance,
    ) -> Result<MovePlan, Refusal> {
        let (own, other) = (self.body(model), self.body(target));
        if !measure::within(&own, &other, MELEE_RANGE) {
            let gap = measure::gap(&own, &other);
            let why = format!("{} is {gap} inches away, melee range is 3", self.name(target));
            return Err(Refusal::new(Clause("REQ-TURN-07"), why));
        }
        if self.touches(own.spot, target) {
            return self.plan_charge(model, target, (&[own.spot], allowance));
        }
        let mut refusal = None;
        for spot in self.contact_spots(model, target) {
            match self.plan_charge(model, target, (&[own.spot, spot], allowance)) {
                Ok(plan) => return Ok(plan),
                Err(why) => refusal = refusal.or(Some(why)),
            }
        }
        // Not straight, but perhaps around a corner (REQ-GEO-04).
        for bend in self.bends(model, allowance) {
            for spot in self.contact_spots(model, target) {
                let way = own.at().distance(bend.at) + bend.at.distance(spot.at);
                let path = [own.spot, bend, spot];
                if way <= allowance.distance
                    && let Ok(plan) = self.plan_charge(model, target, (&path, allowance))
                {
                    return Ok(plan);
                }
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
        self.cite_charge(cx, model, target);
        cx.enter(|| format!("{} charges {}", self.name(model), self.name(target)));
        let start = self.spot(model);
        if !self.touches(start, target) {
            let ask = Ask::new(
                self.side(model),
                "charge-path",
                "How does it charge?",
                Clause("REQ-MEL-01"),
            );
            let allowance = self.charge_allowance(model);
            let goals = || {
                let spots = self.contact_spots(model, target).enumerate();
                spots.map(|(i, spot)| Goal { spot, merit: -(i as i32) }).collect()
            };
            let reach = (model, start, allowance.distance);
            let weighed = cx.path(ask.about(model), reach, goals, |path| {
                let plan = match path {
                    // Whoever shows no way takes the first there is.
                    [_] => self.way_to_charge(model, target),
                    _ => self.plan_charge(model, target, (path, allowance)),
                };
                Ok(self.weigh(model, allowance, plan?))
            })?;
            let plan = weighed.plan;
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
            spell: None,
        });
        self.finish_activation();
        cx.leave();
        Ok(())
    }

    /// Notes which rules a charge makes use of.
    fn cite_charge(&self, cx: &mut Cx<'_>, model: ModelId, target: ModelId) {
        cx.cite(Clause("REQ-GEO-04"));
        cx.cite(Clause("REQ-Q-31"));
        if measure::gap(&self.body(model), &self.body(target)) == MELEE_RANGE {
            cx.cite(Clause("REQ-Q-03"));
        }
        if self.active.as_ref().is_some_and(|a| a.progress == Progress::Moved) {
            cx.cite(Clause("REQ-MEL-02"));
            cx.cite(Clause("REQ-Q-08"));
        }
    }

    fn finish_activation(&mut self) {
        if let Some(active) = &mut self.active {
            active.progress = Progress::Done;
        }
    }

    /// The next thing in a fight: an attack is rolled, or defended against, and when a model has
    /// made all its attacks the offensive passes (REQ-MEL-06, 07, 11; REQ-Q-04 to 06).
    pub fn exchange(&mut self, cx: &mut Cx<'_>, mut fight: Fight) -> Play<()> {
        let mut spell = match fight.spell.take() {
            Some(spell) => spell,
            None => self.take_offensive(cx, &mut fight),
        };
        cx.enter(|| format!("{} is on the offensive", self.name(spell.striker)));
        match spell.swing.take() {
            Some(swing) => self.defend(cx, swing, &mut fight, &mut spell)?,
            None => self.attack_next(cx, &fight, &mut spell)?,
        }
        cx.leave();
        if spell.swing.is_some() || spell.left > 0 {
            fight.spell = Some(spell);
            self.fight = Some(fight);
            return Ok(());
        }
        self.pass_offensive(cx, &spell, &mut fight);
        self.fight = self.goes_on(cx, &fight).then_some(fight);
        Ok(())
    }

    /// A model takes the offensive: it has one attack, or one for each of two one-handed
    /// weapons (REQ-MEL-09).
    fn take_offensive(&self, cx: &mut Cx<'_>, fight: &mut Fight) -> Spell {
        let striker = if fight.next.is_empty() { fight.charger } else { fight.next.remove(0) };
        if striker != fight.charger {
            cx.cite(Clause("REQ-MEL-08"));
        }
        let unused = self.one_handed_blades(striker);
        self.cite_attacks(cx, striker, &unused);
        Spell {
            striker,
            made: 0,
            left: if unused.len() >= 2 { 2 } else { 1 },
            unused,
            swing: None,
            tally: SmallVec::new(),
        }
    }

    /// Whoever was missed strikes back, in the order they were attacked; whoever only hit keeps
    /// the offensive (REQ-Q-05, 06). A helpless model cannot take it (REQ-MEL-13, REQ-Q-24).
    fn pass_offensive(&self, cx: &mut Cx<'_>, spell: &Spell, fight: &mut Fight) {
        let (striker, tally) = (spell.striker, &spell.tally);
        let duel = self.agreed.melee == Melee::Duel;
        let answers = duel || striker == fight.charger;
        let mut passed = false;
        for &(target, hit) in tally {
            if hit && duel && self.is_standing(target) {
                cx.cite(Clause("REQ-Q-05"));
            }
            // A helpless model takes nothing over: only a miss ends its fight (REQ-Q-24).
            let swaps = duel && self.agreed.after_hit == AfterHit::Swap;
            if hit && (!swaps || self.is_helpless(target)) {
                continue;
            }
            passed = true;
            if self.is_helpless(target) {
                let stunned = self.model(target).stun.is_some();
                let why =
                    if stunned { ["REQ-COND-02", "REQ-Q-24"] } else { ["REQ-GEAR-12", "REQ-Q-21"] };
                cx.cite(Clause("REQ-MEL-13"));
                why.iter().for_each(|clause| cx.cite(Clause(clause)));
                fight.pairs.retain(|p| *p != (striker, target) && *p != (target, striker));
            } else if answers && !fight.next.contains(&target) {
                fight.next.push(target);
            }
        }
        if tally.len() > 1 {
            cx.cite(Clause("REQ-Q-06"));
        }
        fight.pairs.retain(|(a, b)| self.is_standing(*a) && self.is_standing(*b));
        let pairs = &fight.pairs;
        let fights_on =
            |m: &ModelId| !self.is_helpless(*m) && pairs.iter().any(|(a, b)| a == m || b == m);
        fight.next.retain(|m| fights_on(m));
        // Where nobody answers, the offensive stays where it is.
        if duel && (!passed || fight.next.is_empty()) && fights_on(&striker) {
            fight.next.insert(0, striker);
        }
    }

    fn is_standing(&self, model: ModelId) -> bool {
        self.model(model).spot.is_some()
    }

    /// Whether a model could ever hit or stun another in melee, with the best of dice against
    /// the worst (REQ-Q-74).
    fn may_hurt(&self, striker: ModelId, target: ModelId) -> bool {
        let defense = self.defense(false, target, Cover::None);
        let keeps = |sum: &Sum| usize::from(sum.pool.as_rolled().keep.unsigned_abs());
        let worst = defense.total(&[1; 5][..keeps(&defense)]);
        let stuns = self.who(striker).blades().any(|(_, w)| w.has(Trait::Stun));
        let unguarded =
            self.model(target).stun.is_some() && self.agreed.stunned_defends == StunnedDefends::Off;
        let ties = i32::from(self.agreed.attack_ties == AttackTies::DiceOff);
        let hits = |weapon: Option<&Weapon>| {
            let attack = self.melee_attack(false, striker, weapon);
            attack.total(&[6; 5][..keeps(&attack)]) + ties > worst
        };
        let mut weapons = self.who(striker).blades().map(|(_, w)| Some(w)).chain([None]);
        stuns || unguarded || weapons.any(hits)
    }

    /// Whether somebody takes the offensive next: in a duel until one is gone or cannot go on,
    /// otherwise only to strike back once (REQ-MEL-07, REQ-Q-04).
    fn goes_on(&self, cx: &mut Cx<'_>, fight: &Fight) -> bool {
        let hopeless =
            |(a, b): &(ModelId, ModelId)| !self.may_hurt(*a, *b) && !self.may_hurt(*b, *a);
        if !fight.pairs.is_empty() && fight.pairs.iter().all(hopeless) {
            cx.say(|| Event::note(Clause("REQ-Q-74"), "Nobody gets through: the fighters part"));
            return false;
        }
        let goes_on = !fight.next.is_empty();
        let duel = self.agreed.melee == Melee::Duel;
        if duel && (goes_on || fight.pairs.is_empty()) {
            cx.cite(Clause("REQ-MEL-07"));
        }
        if goes_on == duel {
            cx.cite(Clause("REQ-Q-04"));
        }
        goes_on
    }

    /// The next attack of the model on the offensive is nominated and rolled, or forgone
    /// (REQ-MEL-09 to 11).
    fn attack_next(&mut self, cx: &mut Cx<'_>, fight: &Fight, spell: &mut Spell) -> Play<()> {
        let blow = self.nominate(cx, fight, spell)?;
        let (made, left) = (spell.made + 1, spell.left.saturating_sub(1));
        (spell.made, spell.left) = (made, 0);
        let Some(blow) = blow else { return Ok(()) };
        if self.step_up(cx, spell.striker, blow.target)? {
            spell.unused.retain(|w| Some(*w) != blow.weapon);
            spell.left = left;
            spell.swing = Some(self.strike(cx, spell.striker, blow)?);
        }
        Ok(())
    }

    /// One of those attacked defends itself.
    fn defend(
        &mut self,
        cx: &mut Cx<'_>,
        mut swing: Swing,
        fight: &mut Fight,
        spell: &mut Spell,
    ) -> Play<()> {
        if swing.targets.is_empty() {
            return Ok(());
        }
        let (striker, target) = (spell.striker, swing.targets.remove(0));
        let hit = self.resolve_blow(cx, (striker, swing.attack), target, swing.stuns)?;
        match spell.tally.iter_mut().find(|(t, _)| *t == target) {
            Some(entry) => entry.1 = hit,
            None => spell.tally.push((target, hit)),
        }
        if !fight.pairs_up(striker, target) {
            fight.pairs.push((striker, target));
        }
        spell.swing = Some(swing).filter(|s| !s.targets.is_empty());
        Ok(())
    }

    /// Notes which rules decide how many attacks a model has.
    fn cite_attacks(&self, cx: &mut Cx<'_>, striker: ModelId, hands: &[usize]) {
        cx.cite(Clause("REQ-MEL-09"));
        cx.cite(Clause("REQ-GEAR-03"));
        let who = self.who(striker);
        if who.weapons.iter().any(|w| w.hands == Hands::Free) {
            cx.cite(Clause("REQ-Q-52"));
        }
        if let [one, other] = *hands
            && who.weapons[one] != who.weapons[other]
        {
            cx.cite(Clause("REQ-Q-53"));
        }
    }

    fn one_handed_blades(&self, model: ModelId) -> SmallVec<[usize; 2]> {
        // Hands-free weapons never add an attack (REQ-Q-52).
        self.who(model).blades().filter(|(_, w)| w.hands == Hands::One).map(|(i, _)| i).collect()
    }

    /// Whom a further attack may go at: enemies in contact or, where none is left there, those
    /// within melee range that can be stepped up to (REQ-MEL-10, REQ-Q-06).
    fn within_reach(&self, striker: ModelId) -> SmallVec<[ModelId; 4]> {
        let touching: SmallVec<[ModelId; 4]> = self.in_contact(striker).collect();
        if !touching.is_empty() {
            return touching;
        }
        let reached = |e: &ModelId| self.way_into_contact(striker, *e, STEP).is_ok();
        self.enemies(striker).filter(reached).collect()
    }

    /// Steps into contact with the next target, if need be; says whether the model got there.
    fn step_up(&mut self, cx: &mut Cx<'_>, striker: ModelId, target: ModelId) -> Play<bool> {
        if self.touches(self.spot(striker), target) {
            return Ok(true);
        }
        match self.way_into_contact(striker, target, STEP) {
            Ok(plan) => self.carry_out(cx, striker, &plan),
            Err(_) => Ok(false),
        }
    }

    /// Chooses the target and weapon of the next attack. The first one goes at an opponent of
    /// this fight; a further one may go at any enemy in reach, or be forgone (REQ-MEL-10).
    fn nominate(&self, cx: &mut Cx<'_>, fight: &Fight, spell: &Spell) -> Play<Option<Blow>> {
        let striker = spell.striker;
        let opponents = fight.pairs.iter().filter_map(|(a, b)| match striker {
            s if s == *a => Some(*b),
            s if s == *b => Some(*a),
            _ => None,
        });
        let mut targets: SmallVec<[ModelId; 4]> =
            opponents.filter(|o| self.is_standing(*o)).collect();
        if spell.made > 0 {
            let reached = self.within_reach(striker);
            targets.extend(reached.into_iter().filter(|e| !fight.pairs_up(striker, *e)));
        }
        let weapons = self.blades_for(striker, &spell.unused);
        let mut blows: SmallVec<[Option<Blow>; 6]> = SmallVec::new();
        for target in targets {
            blows.extend(weapons.iter().map(|w| Some(Blow { target, weapon: *w })));
        }
        if blows.is_empty() {
            return Ok(None);
        }
        if spell.made > 0 {
            cx.cite(Clause("REQ-MEL-10"));
            cx.cite(Clause("REQ-Q-06"));
            blows.push(None);
        }
        let ask =
            Ask::new(self.side(striker), "strike", "Strike whom, with what?", Clause("REQ-MEL-11"));
        cx.choose(ask.about(striker), &blows, |blow| match blow {
            Some(blow) => self.describe_blow(striker, blow),
            // Not marked as declining: odds would forgo the attack.
            None => Choice::new("strike no more").merit(-10),
        })
    }

    /// The weapons one attack may be made with: one of the two one-handed ones still unused, or
    /// else any one of its own; none without a melee weapon (REQ-MEL-03, REQ-Q-53).
    fn blades_for(&self, striker: ModelId, unused: &[usize]) -> SmallVec<[Option<usize>; 3]> {
        let who = self.who(striker);
        let two = self.one_handed_blades(striker).len() >= 2;
        let mut all: SmallVec<[Option<usize>; 3]> = SmallVec::new();
        for (i, weapon) in who.blades() {
            // A headbutt may replace a blow of either hand (REQ-Q-52).
            let at_hand = !two || weapon.hands == Hands::Free || unused.contains(&i);
            let twin = all.iter().flatten().any(|other| who.weapons[*other] == *weapon);
            if at_hand && !twin {
                all.push(Some(i));
            }
        }
        if all.is_empty() {
            all.push(None);
        }
        all
    }

    fn describe_blow(&self, striker: ModelId, blow: &Blow) -> Choice {
        let weapon = blow.weapon.map(|w| &self.who(striker).weapons[w]);
        let with = weapon.map_or("bare hands", |w| &w.name);
        let attack = self.melee_attack(false, striker, weapon);
        let defense = self.defense(false, blow.target, Cover::None).short();
        let merit = i32::from(attack.pool.keep) * 20
            + i32::from(attack.pool.roll) * 5
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
        if self.is_avenging(striker) {
            sum.pips(1, "vengeance", Clause("REQ-GEAR-19"));
        }
        sum
    }

    /// Whether the model avenges its leader, who has been removed (REQ-GEAR-19, REQ-Q-49).
    fn is_avenging(&self, model: ModelId) -> bool {
        let side = self.side(model);
        let fell = |m| self.who(m).leader && self.side(m) == side && self.model(m).removed;
        self.who(model).can(Skill::VengeanceIsMine) && self.ids().any(fell)
    }

    /// One attack is rolled; with a Wide Arc weapon it may fall on two enemies (REQ-GEAR-16).
    fn strike(&self, cx: &mut Cx<'_>, striker: ModelId, blow: Blow) -> Play<Swing> {
        let weapon = blow.weapon.map(|w| &self.who(striker).weapons[w]);
        let wide = weapon.is_some_and(|w| w.has(Trait::WideArc));
        let second = if wide { self.second_of_arc(cx, striker, blow.target)? } else { None };
        cx.say(|| {
            let with = weapon.map_or("bare hands", |w| &w.name);
            let text =
                format!("{} strikes {} with {with}", self.name(striker), self.name(blow.target));
            let clause = Clause(if weapon.is_some() { "REQ-MEL-04" } else { "REQ-MEL-03" });
            let deed = Deed::Attacked { model: striker, target: blow.target, ranged: false };
            Event::note(clause, text).deed(deed)
        });
        match weapon {
            None => cx.cite(Clause("REQ-ROST-02")),
            Some(weapon) if !cx.is_quiet() => {
                roster::clauses_of_weapon(weapon).into_iter().for_each(|clause| cx.cite(clause));
            }
            Some(_) => (),
        }
        let sum = self.melee_attack(!cx.is_quiet(), striker, weapon);
        if self.is_avenging(striker) {
            cx.cite(Clause("REQ-Q-49"));
        }
        let rerolls = Rerolls {
            ones: self.who(striker).can(Skill::HandOfDoom).then_some(Clause("REQ-GEAR-18")),
            one: self.knife(striker, true),
        };
        let attack = self.roll(cx, striker, (&sum, "strikes"), rerolls)?.total;
        let stuns = weapon.is_some_and(|w| w.has(Trait::Stun));
        let targets = std::iter::once(blow.target).chain(second).collect();
        Ok(Swing { attack, stuns, targets })
    }

    /// The second enemy a wide swing falls on: exactly two in contact, the wielder's choice
    /// (REQ-Q-47).
    fn second_of_arc(
        &self,
        cx: &mut Cx<'_>,
        striker: ModelId,
        first: ModelId,
    ) -> Play<Option<ModelId>> {
        let others: SmallVec<[ModelId; 4]> =
            self.in_contact(striker).filter(|e| *e != first).collect();
        if others.is_empty() {
            return Ok(None);
        }
        cx.cite(Clause("REQ-GEAR-16"));
        cx.cite(Clause("REQ-Q-62"));
        let ask =
            Ask::new(self.side(striker), "wide-arc", "Who else is in the arc?", Clause("REQ-Q-47"));
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
        let stunned = self.model(target).stun.is_some();
        if stunned {
            cx.cite(Clause("REQ-Q-24"));
        }
        let hit = if stunned && self.agreed.stunned_defends == StunnedDefends::Off {
            true
        } else {
            let sum = self.defense(!cx.is_quiet(), target, Cover::None);
            let rerolls = Rerolls { ones: None, one: self.knife(target, false) };
            if self.knife(target, true).is_some() {
                cx.cite(Clause("REQ-Q-18"));
            }
            let defense = self.roll(cx, target, (&sum, "defends"), rerolls)?.total;
            self.beats(cx, (striker, attack), (target, defense))?
        };
        cx.cite(Clause("REQ-MEL-12"));
        cx.say(|| {
            let verdict = if hit { "is hit" } else { "is missed" };
            Event::note(Clause("REQ-MEL-05"), format!("{} {verdict}", self.name(target)))
        });
        match hit {
            true => self.wound(cx, target)?,
            false => cx.cite(Clause("REQ-MEL-06")),
        }
        if stuns {
            self.stun_weapon(cx, target, hit)?;
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
                let why =
                    format!("{} is locked in melee with {}", self.name(model), self.name(enemy));
                Err(Refusal::new(Clause("REQ-Q-54"), why))
            }
            None => Ok(()),
        }
    }
}
