//! Coming home from a battle: who lives, and who takes what.

use engine::{Clause, Cx, Deed, Event, SideId};

use super::aftermath::{Part, Task};
use super::band::{self, Band};
use super::toll::{Left, Returned, Toll};
use super::view::cells;
use super::{Chapter, Stage, State};
use crate::gear::{Gear, Item};
use crate::options::PoisonPersists;
use crate::party::upkeep;
use crate::profile::{Character, Kind};
use crate::state::Fate;

impl State {
    /// Everybody comes home who can, and the rest is put on the list.
    pub(super) fn settle(&mut self, cx: &mut Cx<'_>, toll: &Toll, only: &[Part]) {
        self.open_chapter(cx, toll);
        let mut field: Vec<Left> = toll.field.clone();
        let mut tasks = Vec::new();
        let mut carrion = 0;
        for side in self.sides() {
            carrion += self.bring_home(cx, side, toll, (&mut field, &mut tasks));
        }
        if let Some(winner) = toll.winner {
            self.loot(cx, winner, field);
        }
        tasks.push(Task::Prize {
            scenario: toll.scenario,
            winner: toll.winner,
            animals: toll.sides.iter().map(|side| side.animals).collect(),
            food: toll.food,
            fouled: toll.fouled,
        });
        let winners: Vec<SideId> = self.sides().filter(|side| toll.has_won(*side)).collect();
        for winner in &winners {
            let eats = |r: &Returned| r.nature.kind == Kind::Wretched && !r.is_killed();
            if carrion > 0 && toll.sides[winner.index()].models.iter().any(eats) {
                tasks.push(Task::Feast(*winner, carrion));
            }
        }
        // First who lives, then what there is to eat, then what costs Food.
        tasks.sort_by_key(|task| match task {
            Task::Survive(..) => 0,
            Task::Prize { .. } => 1,
            Task::Feast(..) => 2,
            _ => 3,
        });
        tasks.extend(self.sides().map(Task::Mend));
        for side in self.sides() {
            let sick =
                |who: &Character| who.condition.infected && who.nature.kind != Kind::Wretched;
            let names = self.band(side).names(sick);
            tasks.extend(names.into_iter().map(|name| Task::Sicken(side, name)));
        }
        tasks.extend(winners.into_iter().map(Task::Advance));
        tasks.extend(self.sides().flat_map(|s| [Task::Harvest(s), Task::Keep(s), Task::Wake(s)]));
        tasks.extend(self.sides().map(Task::Recruit));
        if !only.is_empty() {
            tasks.retain(|task| task.part().is_some_and(|part| only.contains(&part)));
        }
        tasks.reverse();
        self.stage = Stage::Aftermath(tasks);
    }

    /// Writes down how the battle ended; a victory counts (MUT-CAM-01).
    fn open_chapter(&mut self, cx: &mut Cx<'_>, toll: &Toll) {
        let game = self.game();
        let title = toll.scenario.title();
        let reason = toll.reason.clone();
        cx.say(|| {
            let how = match toll.winner {
                Some(side) => format!("{side} wins"),
                None => "a draw".to_owned(),
            };
            let text = format!("Game {game}, {title}: {how}: {reason}");
            Event::note(Clause("MUT-CAM-01"), text).deed(Deed::Heading)
        });
        let (scenario, winner) = (toll.scenario, toll.winner);
        self.games.push(Chapter { scenario, winner, reason, notes: Vec::new() });
        for side in self.sides().filter(|side| toll.has_won(*side)) {
            let band = self.band_mut(side);
            band.victories = band.victories.saturating_add(1);
        }
    }

    /// Everybody of a side comes home who can; gives how many of its dead Wretched would eat.
    fn bring_home(
        &mut self,
        cx: &mut Cx<'_>,
        side: SideId,
        toll: &Toll,
        (field, tasks): (&mut Vec<Left>, &mut Vec<Task>),
    ) -> u32 {
        let remains = &toll.sides[side.index()];
        let won = toll.has_won(side);
        let spent = |band: &Band| {
            let left = remains.models.iter().map(|r| u32::from(r.cells)).sum::<u32>();
            band.cells().saturating_sub(left.saturating_add(remains.cells))
        };
        let burnt = spent(self.band(side));
        let band = self.band_mut(side);
        (band.roster.food, band.roster.cells) = (remains.food, remains.cells);
        remains.finds.iter().for_each(|item| band.keep(*item));
        self.rest_is_over(cx, side);
        if burnt > 0 {
            self.tell(cx, Clause("MUT-CAM-37"), format!("{side} has used up {}", cells(burnt)));
        }
        let mut carrion = 0;
        for returned in &remains.models {
            let Some(who) = self.band(side).member(&returned.name) else { continue };
            let started = who.nature.quality.saturating_add(u8::from(who.condition.infected));
            let reclaims = won || toll.winner.is_none();
            self.take_over(cx, side, returned, reclaims.then_some(&mut *field));
            let name = &returned.name;
            match returned.fate {
                Some(Fate::Killed) if won => {
                    tasks.push(Task::Survive(side, name.clone(), started));
                }
                Some(Fate::Killed) => {
                    self.lose(cx, side, name, toll.winner);
                    let kind = returned.nature.kind;
                    carrion += u32::from(!kind.is_artificial() && kind != Kind::Wretched);
                    continue;
                }
                Some(Fate::RanOff) => {
                    let clause = Clause(if won { "MUT-CAM-07" } else { "MUT-CAM-08" });
                    cx.cite(Clause("MUT-MOR-05"));
                    self.tell(cx, clause, format!("{name} of {side} is back"));
                }
                None => (),
            }
            tasks.extend((0..returned.weakened).map(|_| Task::Soothe(side, name.clone())));
            if returned.mutating {
                tasks.push(Task::Mutate(side, name.clone()));
            }
        }
        carrion
    }

    /// Those who sat this game out come back, wounded (MUT-T-25).
    fn rest_is_over(&mut self, cx: &mut Cx<'_>, side: SideId) {
        for name in self.band(side).names(|who| who.condition.absent) {
            if let Some(who) = self.band_mut(side).member_mut(&name) {
                (who.condition.absent, who.condition.wounded) = (false, true);
            }
            self.tell(cx, Clause("MUT-T-25"), format!("{name} of {side} can fight again, wounded"));
        }
    }

    /// A character is as the battle left it: what lasted for the game is over (MUT-Q-140). Things
    /// it has lost are found again, if its party holds the field.
    fn take_over(
        &mut self,
        cx: &mut Cx<'_>,
        side: SideId,
        returned: &Returned,
        field: Option<&mut Vec<Left>>,
    ) {
        cx.cite(Clause("MUT-Q-140"));
        let lasts = self.terms.agreed.poison_persists == PoisonPersists::On;
        let band = self.band_mut(side);
        band.poisoned.retain(|(name, _)| *name != returned.name);
        if lasts && returned.poisoned > 0 {
            cx.cite(Clause("MUT-Q-52"));
            band.poisoned.push((returned.name.clone(), returned.poisoned));
        }
        let Some(who) = band.member_mut(&returned.name) else { return };
        let ready = band::in_hand(who);
        let before: Vec<Gear> = who.gear.iter().map(|item| item.gear).collect();
        who.nature = returned.nature;
        who.nature.quality = who.nature.quality.saturating_add(returned.scars);
        who.diet = upkeep::diet(&who.nature, who.diet);
        who.cells = returned.cells;
        who.condition.scars = who.condition.scars.saturating_add(returned.scars);
        who.condition.wounded = false;
        who.condition.infected = returned.infected;
        who.gear = returned.gear.iter().copied().filter_map(band::looked_after).collect();
        if let Some(field) = field {
            reclaim(who, &before, field);
        }
        band::make_ready(who, ready);
    }

    /// A loser's killed model is dead (MUT-CAM-08), and what it carried is the winner's
    /// (MUT-CAM-10); where nobody holds the field its party keeps it.
    fn lose(&mut self, cx: &mut Cx<'_>, side: SideId, name: &str, winner: Option<SideId>) {
        let Some(mut dead) = self.band_mut(side).bury(name) else { return };
        self.tell(cx, Clause("MUT-CAM-08"), format!("{name} of {side} is dead"));
        let heir = winner.unwrap_or(side);
        if winner.is_some() {
            cx.cite(Clause("MUT-CAM-10"));
            dead.gear.clear();
        }
        self.band_mut(heir).inherit(dead);
    }

    /// The winner takes what lies on the field (MUT-SCN-04). Nobody touches what a dead Wretched
    /// carried who could catch its disease (MUT-TYP-55).
    fn loot(&mut self, cx: &mut Cx<'_>, winner: SideId, field: Vec<Left>) {
        let safe = self.band(winner).fighters().any(band::is_safe_from_plague);
        for Left { item, plagued } in field {
            let Some(item) = band::looked_after(item) else { continue };
            let what = item.gear.name();
            if plagued && !safe {
                let text = format!("{winner} does not dare to touch the {what} of a Wretched");
                self.tell(cx, Clause("MUT-TYP-55"), text);
                continue;
            }
            if plagued {
                cx.cite(Clause("MUT-TYP-55"));
            }
            cx.cite(Clause("MUT-CAM-10"));
            self.band_mut(winner).keep(item);
            self.tell(cx, Clause("MUT-SCN-04"), format!("{winner} takes from the field: {what}"));
        }
    }
}

/// Somebody finds things of its own on the field again.
fn reclaim(who: &mut Character, before: &[Gear], field: &mut Vec<Left>) {
    let count = |all: &[Item], gear: Gear| all.iter().filter(|item| item.gear == gear).count();
    for gear in before {
        let had = before.iter().filter(|other| *other == gear).count();
        if count(&who.gear, *gear) >= had {
            continue;
        }
        let Some(place) = field.iter().position(|left| left.item.gear == *gear) else { continue };
        who.gear.extend(band::looked_after(field.remove(place).item));
    }
}
