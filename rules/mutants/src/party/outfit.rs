//! Chapter 17: handing out what was rolled (MUT-PTY-06).

use engine::{Ask, Choice, Clause, Cx, Event, ModelId, Play, SideId};
use smallvec::SmallVec;

use super::creation::{Muster, Task};
use super::roll_up::profile;
use super::{upkeep, wear};
use crate::gear::{Armor, Gear, Item};
use crate::profile::{Character, Diet, Size};

impl Muster {
    /// The next thing that was rolled goes to somebody who can use it, or into the stock.
    pub(super) fn hand_out(&mut self, cx: &mut Cx<'_>, side: SideId) -> Play<()> {
        if self.company(side).pool.is_empty() {
            return Ok(());
        }
        let item = self.company_mut(side).pool.remove(0);
        let members = self.members(side);
        let refusal = |m: &ModelId| wear::refuses(self.who(*m), item.gear);
        let mut options: Vec<Option<ModelId>> =
            members.iter().filter(|m| refusal(m).is_none()).map(|m| Some(*m)).collect();
        options.push(None);
        if options.len() > 1 && !cx.is_quiet() {
            // Those who cannot have it are shown, with the reason.
            options.extend(members.iter().filter(|m| refusal(m).is_some()).map(|m| Some(*m)));
        }
        let thing = item.gear.name();
        let ask = Ask::new(side, "gear", "Who gets it?", Clause("MUT-PTY-06"));
        let taker = cx.choose(ask, &options, |option| match option {
            Some(m) => {
                let who = self.who(*m);
                let choice = Choice::new(format!("give {thing} to {}", who.name)).about(*m);
                match refusal(m) {
                    Some(why) => choice.refused(why),
                    None => choice.merit(suits(who, item)),
                }
            }
            None => Choice::new(format!("keep {thing} in the stock")).declining(),
        })?;
        match taker {
            Some(model) => self.give(cx, model, item),
            None => {
                cx.cite(Clause("MUT-PRO-02"));
                if options.len() == 1 {
                    // Nobody can use it.
                    cx.cite(Clause("MUT-Q-128"));
                }
                self.company_mut(side).stock.push(item);
            }
        }
        if !self.company(side).pool.is_empty() {
            self.tasks.push(Task::HandOut(side));
        }
        Ok(())
    }

    fn give(&mut self, cx: &mut Cx<'_>, model: ModelId, item: Item) {
        let who = self.who_mut(model);
        let layered = who.gear.iter().any(|i| i.gear.is_worn());
        let field = item.gear == Gear::Armor(Armor::ForceField);
        let large = who.nature.size() != Size::Normal;
        if (item.gear.is_worn() && layered) || (field && large) {
            cx.cite(Clause("MUT-WPN-05"));
            cx.cite(Clause("MUT-Q-119"));
        }
        who.gear.push(item);
        let text = format!("{} gets {}", who.name, item.gear.name());
        cx.say(|| Event::note(Clause("MUT-PTY-06"), text));
    }

    /// Those who use Cells, or live on them, carry some as they like; the rest is common
    /// (MUT-PRO-02).
    pub(super) fn share_cells(&mut self, cx: &mut Cx<'_>, side: SideId) -> Play<()> {
        let ask = Ask::new(side, "cells", "How many Cells does it carry?", Clause("MUT-PTY-06"));
        for model in self.members(side) {
            let who = self.who(model);
            let uses = who.gear.iter().any(|item| item.gear.uses_cells());
            let lives = matches!(who.diet, Diet::Cells | Diet::Either);
            let left = self.company(side).cells.min(u32::from(u8::MAX - who.cells)).min(99);
            if left == 0 || !(uses || lives) {
                continue;
            }
            cx.enter(|| format!("Cells for {}", self.who(model).name));
            let taken = cx.number(ask.about(model), 0, i64::from(left))?;
            cx.leave();
            let taken = u32::try_from(taken).unwrap_or(0).min(left);
            let company = self.company_mut(side);
            company.cells = company.cells.saturating_sub(taken);
            let who = self.who_mut(model);
            who.cells = who.cells.saturating_add(u8::try_from(taken).unwrap_or(0));
        }
        cx.cite(Clause("MUT-PRO-02"));
        Ok(())
    }

    /// Whoever holds several things keeps one of them ready (MUT-ACT-04).
    pub(super) fn make_ready(&mut self, cx: &mut Cx<'_>, side: SideId) -> Play<()> {
        for model in self.members(side) {
            let who = self.who(model);
            let held = |(i, item): (usize, &Item)| {
                (item.gear.is_held() && !item.built_in).then_some(i as u8)
            };
            let mut options: SmallVec<[Option<u8>; 4]> = SmallVec::new();
            for index in who.gear.iter().enumerate().filter_map(held) {
                // Of things that are alike, one is as good as another.
                let gear = who.gear[usize::from(index)].gear;
                let alike =
                    |o: &Option<u8>| o.is_some_and(|i| who.gear[usize::from(i)].gear == gear);
                if !options.iter().any(alike) {
                    options.push(Some(index));
                }
            }
            let best = wear::best_ready(&who.gear);
            let ready = match options.len() {
                0 | 1 => best,
                _ => {
                    options.push(None);
                    let name = &who.name;
                    let clause = Clause("MUT-ACT-04");
                    let ask = Ask::new(side, "ready", "What does it keep ready?", clause);
                    cx.choose(ask.about(model), &options, |option| match option {
                        Some(i) => {
                            let thing = who.gear[usize::from(*i)].gear.name();
                            let merit = i32::from(Some(*i) == best);
                            Choice::new(format!("{name} readies {thing}")).merit(merit)
                        }
                        None => Choice::new(format!("{name} readies nothing")).declining(),
                    })?
                }
            };
            self.who_mut(model).ready = ready;
        }
        Ok(())
    }

    /// The party is complete: everybody's profile and Upkeep are told (MUT-PRO-01, MUT-T-26).
    pub(super) fn finish(&mut self, cx: &mut Cx<'_>, side: SideId) {
        for model in self.members(side) {
            let who = self.who(model);
            let (upkeep, reasons) = upkeep::explained(who, &self.agreed);
            reasons.iter().for_each(|clause| cx.cite(*clause));
            cx.say(|| {
                let text = format!("{}; Upkeep {upkeep}", profile(who));
                Event::note(Clause("MUT-PRO-01"), text)
            });
        }
        let (name, n) = (&self.company(side).name, self.members(side).len());
        let models = if n == 1 { "1 model".to_owned() } else { format!("{n} models") };
        let text = format!("{name} is complete: {models}");
        cx.say(|| Event::note(Clause("MUT-PTY-07"), text));
    }
}

/// How well a thing suits somebody, for simple players: good shots get guns, and nobody
/// everything.
fn suits(who: &Character, item: Item) -> i32 {
    let load = who.gear.len() as i32 * 10;
    let skill = match item.gear {
        Gear::Gun(_) | Gear::Missile(_) => {
            i32::from(who.nature.combat)
                + 4 * i32::from(who.nature.has(crate::profile::Rule::Sharpshooter))
        }
        _ => i32::from(who.nature.combat),
    };
    (60 + skill - load).max(1)
}
