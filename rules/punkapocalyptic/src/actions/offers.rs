//! Which Actions are open to the active model, and why others are not (PUN-T-02).

use engine::{Clause, ModelId, Refusal};
use tabletop::measure;

use super::{Action, Deed};
use crate::gear::GearRule;
use crate::movement::{Gait, Purpose};
use crate::options::{FreeFacing, MustFightWhenEngaged, ReloadWhileEngaged};
use crate::profile::{Attribute, ModelRule};
use crate::state::{Acting, Fate, MARKER_REACH, Models, Posture, State, TokenKind};

impl State {
    /// Everything the model may do next and, if told, what it may not and why.
    pub(super) fn actions(&self, told: bool, acting: &Acting) -> Vec<Action> {
        let model = acting.model;
        let mut actions = Vec::with_capacity(16);
        let engaged = self.is_engaged(model);
        let posture = self.model(model).posture;
        let bent = posture == Posture::Crouched || posture == Posture::Prone;
        if posture == Posture::Prone || (engaged && bent) {
            actions.push(Action::Do(Deed::StandUp));
            if told {
                self.add_barred_by_posture(model, &mut actions);
            }
        } else if engaged {
            self.add_fighting(model, &mut actions);
            if self.agreed.reload_while_engaged == ReloadWhileEngaged::On {
                self.add_reloads(model, &mut actions);
            }
            if told {
                self.add_barred(model, &mut actions);
            }
        } else if let Some(prey) = acting.prey {
            let ways = self.hunts(model, prey).into_iter();
            actions.extend(ways.map(|(gait, assaults)| match assaults {
                true => Action::Assault(prey, gait),
                false => Action::Move(gait),
            }));
        } else if posture == Posture::Aloft {
            self.add_jumps(acting, &mut actions);
        } else if posture == Posture::Clinging {
            actions.push(Action::Move(Gait::Walk));
            self.add_jumps(acting, &mut actions);
        } else {
            actions.extend(Gait::of(posture).iter().map(|gait| Action::Move(*gait)));
            self.add_assaults(told, model, &mut actions);
            self.add_shots(told, model, &mut actions);
            self.add_aiming(acting, &mut actions);
            self.add_weapon_tricks(told, model, &mut actions);
            self.add_reloads(model, &mut actions);
            self.add_interactions(told, model, &mut actions);
            self.add_jumps(acting, &mut actions);
        }
        actions.extend(self.load_of(model).map(Action::Drop));
        let free = self.agreed.free_facing == FreeFacing::On && posture != Posture::Prone;
        let forced = self.must_go_on(acting, engaged, &actions);
        if free && !acting.turned && !engaged && forced.is_none() {
            actions.push(Action::Turn);
        }
        match forced {
            None => actions.push(Action::Done),
            Some((clause, why)) if told => bar("done".to_owned(), clause, why, &mut actions),
            Some(_) => (),
        }
        actions
    }

    /// Why a model may not stop, if there is anything it has to do (PUN-Q-12).
    fn must_go_on(
        &self,
        acting: &Acting,
        engaged: bool,
        actions: &[Action],
    ) -> Option<(&'static str, &'static str)> {
        let must = self.agreed.must_fight_when_engaged == MustFightWhenEngaged::On;
        let thirsty = self.has(acting.model, ModelRule::Bloodthirst);
        let rules = [
            (engaged && must, "PUN-Q-12", "an engaged model spends all its Actions"),
            (engaged && thirsty, "PUN-Q-41", "whoever is bloodthirsty has to fight"),
            (acting.prey.is_some(), "PUN-BLO-01", "it goes for the enemy it sees"),
            (self.is_aloft(acting.model), "PUN-Q-47", "a long jump has to be ended"),
        ];
        let rule = rules.into_iter().find(|(applies, ..)| *applies);
        rule.filter(|_| !actions.is_empty()).map(|(_, clause, why)| (clause, why))
    }

    fn is_aloft(&self, model: ModelId) -> bool {
        self.model(model).posture == Posture::Aloft
    }

    /// What a model on the floor or on its knees is kept from (PUN-ACT-08, 09).
    fn add_barred_by_posture(&self, model: ModelId, actions: &mut Vec<Action>) {
        let prone = self.model(model).posture == Posture::Prone;
        let clause = if prone { "PUN-ACT-08" } else { "PUN-ACT-09" };
        let why = format!("{} must get up first", self.name(model));
        let foes = self.rivals(model).map(|foe| format!("fight {}", self.name(foe)));
        let others = ["move", "disengage", "get ready"].map(str::to_owned);
        for key in foes.chain(others) {
            bar(key, clause, &why, actions);
        }
    }

    /// An engaged model fights anybody of the fight, or tries to get away (PUN-ACT-07,
    /// PUN-MAS-04).
    pub fn add_fighting(&self, model: ModelId, actions: &mut Vec<Action>) {
        let side = self.side(model);
        if self.attribute(model, Attribute::Combat).is_some() {
            let fight = self.fight_of(model);
            let foes = fight.iter().copied().filter(|m| self.side(*m) != side);
            let foes = self.one_of_each_pack(foes);
            actions.extend(foes.into_iter().map(|foe| Action::Do(Deed::Fight(foe))));
        }
        if !self.has(model, ModelRule::Bloodthirst) {
            actions.push(Action::Do(Deed::Disengage));
        }
    }

    /// What an engaged model is kept from (PUN-ACT-07).
    fn add_barred(&self, model: ModelId, actions: &mut Vec<Action>) {
        let why = format!("{} is in contact with an enemy", self.name(model));
        bar("move".to_owned(), "PUN-ACT-07", &why, actions);
        bar("get ready".to_owned(), "PUN-ACT-07", &why, actions);
        if self.has(model, ModelRule::Bloodthirst) {
            bar("disengage".to_owned(), "PUN-DIS-07", "it is bloodthirsty", actions);
        }
        let reload = self.agreed.reload_while_engaged == ReloadWhileEngaged::On;
        for (i, held) in self.model(model).weapons.iter().enumerate() {
            let weapon = self.weapon(held);
            if held.unloaded > 0 && !reload {
                bar(format!("reload {}", weapon.name), "PUN-Q-13", &why, actions);
            }
            if weapon.is_lobbed() || weapon.is_sprayed() {
                bar(self.loose_key(model, i as u8), "PUN-SHO-02", &why, actions);
            }
            if weapon.is_aimed() || weapon.is_lobbed() {
                for target in self.enemies(model) {
                    let key = self.describe_shot_key(model, (i as u8, target, false));
                    bar(key, "PUN-SHO-02", &why, actions);
                    let key = format!("aim at {}", self.name(target));
                    bar(key, "PUN-ACT-07", &why, actions);
                }
            }
        }
    }

    /// Assaults on enemies in sight and within reach (PUN-ASL-01 to 03).
    fn add_assaults(&self, told: bool, model: ModelId, actions: &mut Vec<Action>) {
        if self.attribute(model, Attribute::Combat).is_none() {
            return;
        }
        let gaits: &[Gait] = match self.model(model).posture {
            Posture::Crouched => &[Gait::Crawl, Gait::StandBefore],
            _ => &[Gait::Walk],
        };
        let own = self.body(model);
        let mut seen: Option<Models> = None;
        for gait in gaits {
            let reach = (self.budget(model) - gait.fixed()) / gait.pace();
            for target in self.enemies(model) {
                let near = measure::within(&own, &self.body(target), reach);
                if !near && !told {
                    continue;
                }
                let way = if near {
                    let seen = seen.get_or_insert_with(|| self.assailable(model));
                    self.may_assault(model, target, *gait, seen)
                } else {
                    let why = format!("{} is farther away than {reach}", self.name(target));
                    Err(Refusal::new(Clause("PUN-MOV-01"), why))
                };
                match way {
                    Ok(()) => actions.push(Action::Assault(target, *gait)),
                    Err(refusal) if told => {
                        let key = self.describe_assault(model, target, *gait).key;
                        actions.push(Action::Impossible(key, refusal));
                    }
                    Err(_) => (),
                }
            }
        }
    }

    fn may_assault(
        &self,
        model: ModelId,
        target: ModelId,
        gait: Gait,
        seen: &Models,
    ) -> Result<(), Refusal> {
        if !seen.contains(&target) {
            let why = format!("{} does not see {}", self.name(model), self.name(target));
            return Err(Refusal::new(Clause("PUN-ASL-02"), why));
        }
        let purpose = Purpose::Assault { target, seen: seen.clone() };
        self.first_way(model, gait, &purpose).map(|_| ())
    }

    /// Shots with every weapon at everybody (PUN-SHO-02 to 05).
    pub(super) fn add_shots(&self, told: bool, model: ModelId, actions: &mut Vec<Action>) {
        let weapons = &self.model(model).weapons;
        for (i, held) in weapons.iter().enumerate() {
            let weapon = self.weapon(held);
            // Of two guns of a kind, either will do.
            let twin = weapons[..i].iter().any(|other| other == held);
            if !(weapon.is_aimed() || weapon.is_lobbed()) || twin {
                continue;
            }
            let barred = self.may_use(model, i as u8).err();
            if barred.is_some() && !told {
                continue;
            }
            for target in self.enemies(model) {
                let shot = (i as u8, target, false);
                // The reason of a refusal is worked out only for those who hear it.
                let open = || self.reaches(model, i as u8, target) && self.sees(model, target);
                if !told && !open() {
                    continue;
                }
                let possible = match &barred {
                    Some(refusal) => Err(refusal.clone()),
                    None if !told => Ok(()),
                    None => self.may_shoot(model, i as u8, target),
                };
                match possible {
                    Ok(()) => {
                        let (weapon, burst) = (i as u8, false);
                        actions.push(Action::Shoot { weapon, target, burst });
                        if self.may_burst(model, weapon) {
                            actions.push(Action::Shoot { weapon, target, burst: true });
                        }
                    }
                    Err(refusal) if told => {
                        let key = self.describe_shot_key(model, shot);
                        actions.push(Action::Impossible(key, refusal));
                    }
                    Err(_) => (),
                }
            }
        }
    }

    /// Aiming, and getting ready; whoever has no bullet may pretend (PUN-AIM-01, PUN-DEF-01,
    /// PUN-Q-33).
    pub(super) fn add_aiming(&self, acting: &Acting, actions: &mut Vec<Action>) {
        let model = acting.model;
        let shoots = |held: &crate::state::Held| {
            self.weapon(held).fires_out_of_turn() && !held.jammed && held.count > 0
        };
        if !self.model(model).weapons.iter().any(shoots) {
            return;
        }
        let seen = self.enemies(model).filter(|e| self.may_aim_at(model, *e));
        actions.extend(seen.map(|e| Action::Do(Deed::Aim(e))));
        actions.push(Action::Do(Deed::GetReady));
    }

    /// Weapons that can be loaded (PUN-DSL-01, PUN-RDS-01).
    pub(super) fn add_reloads(&self, model: ModelId, actions: &mut Vec<Action>) {
        let weapons = self.model(model).weapons.iter().enumerate();
        let empty = weapons.filter(|(_, held)| held.unloaded > 0);
        actions.extend(empty.map(|(i, _)| Action::Do(Deed::Reload(i as u8))));
    }

    /// Corpses, friends, doors and devices within reach (PUN-INT-01 to 08).
    pub(super) fn add_interactions(&self, told: bool, model: ModelId, actions: &mut Vec<Action>) {
        let body = self.body(model);
        let able = self.can_handle_things(model);
        for corpse in self.ids() {
            let Fate::Downed(spot) = self.model(corpse).fate else { continue };
            let there = self.body_at(corpse, spot);
            let near = measure::within_3d(&body, &there, MARKER_REACH);
            let key = || format!("loot {}", self.name(corpse));
            match (able, near) {
                (true, true) => actions.push(Action::Do(Deed::Loot(corpse))),
                (true, false) if told => {
                    bar(key(), "PUN-INT-02", "it is not in contact with the corpse", actions);
                }
                (false, _) if told => bar(key(), "PUN-INT-08", "it cannot loot", actions),
                _ => (),
            }
        }
        if able {
            let doors = self.doors_near(&body);
            actions.extend(doors.into_iter().map(|door| Action::Do(Deed::Door(door))));
            for (i, token) in self.tokens.iter().enumerate() {
                let machine = token.kind == TokenKind::Machine;
                if self.may_use_token(model, token) && (!machine || self.may_switch(model, i)) {
                    actions.push(Action::Do(Deed::Use(i as u8)));
                }
                if self.may_pick_up(model, i) {
                    actions.push(Action::Do(Deed::PickUp(i as u8)));
                }
            }
        }
        if self.model(model).bullets.count() == 0 && !self.has_firearm(model) {
            return;
        }
        for friend in self.friends(model) {
            let key = || format!("swap bullets with {}", self.name(friend));
            match (self.touches(model, friend), told) {
                (true, _) if !self.is_engaged(friend) => {
                    actions.push(Action::Do(Deed::SwapBullets(friend)));
                }
                (true, true) => bar(key(), "PUN-Q-22", "the friend is engaged", actions),
                (false, true) => bar(key(), "PUN-INT-04", "the friend is not in contact", actions),
                _ => (),
            }
        }
    }

    /// Whether a model carries a firearm.
    pub fn has_firearm(&self, model: ModelId) -> bool {
        let weapons = &self.model(model).weapons;
        weapons.iter().any(|held| self.weapon(held).has(GearRule::Firearm))
    }
}

/// Shows an Action that is not possible, and why; once is enough.
fn bar(key: String, clause: &'static str, why: &str, actions: &mut Vec<Action>) {
    let known = |a: &Action| matches!(a, Action::Impossible(other, _) if *other == key);
    if !actions.iter().any(known) {
        actions.push(Action::Impossible(key, Refusal::new(Clause(clause), why)));
    }
}
