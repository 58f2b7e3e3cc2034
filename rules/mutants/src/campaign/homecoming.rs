//! Coming home from a battle: who lives, and who takes what.

use engine::{Clause, Cx, Deed, Event, SideId};

use super::aftermath::{Part, Task};
use super::band;
use super::scenarios::Number;
use super::toll::{Left, Returned, Toll};
use super::view::cells;
use super::{Chapter, Stage, State};
use crate::gear::{Gear, Item};
use crate::options::PoisonPersists;
use crate::party::{Advance, Upkeep, upkeep};
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
            self.unload(cx, side, toll);
        }
        for side in self.sides() {
            carrion += self.bring_home(cx, side, toll, (&mut field, &mut tasks));
        }
        match toll.winner {
            Some(winner) => self.loot(cx, winner, toll.scenario, field),
            // Nobody holds the field, and nobody has learned anything.
            None => cx.cite(Clause("MUT-Q-144")),
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
        // First who lives, then what there is to eat, then what costs Food (MUT-Q-146).
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
        if only.is_empty() {
            cx.cite(Clause("MUT-Q-146"));
        } else {
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

    /// What is left of a side's stores after the battle (MUT-CAM-37): before anybody's dead are
    /// looted, so that no side's spoils are counted away.
    fn unload(&mut self, cx: &mut Cx<'_>, side: SideId, toll: &Toll) {
        let remains = &toll.sides[side.index()];
        let burnt = remains.burnt(self.band(side));
        let band = self.band_mut(side);
        (band.roster.food, band.roster.cells) = (remains.food, remains.cells);
        remains.finds.iter().for_each(|item| band.keep(*item));
        if burnt > 0 {
            self.tell(cx, Clause("MUT-CAM-37"), format!("{side} has used up {}", cells(burnt)));
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
        self.rest_is_over(cx, side);
        let mut carrion = 0;
        for returned in &remains.models {
            let Some(who) = self.band(side).member(&returned.name) else { continue };
            let started = self.band(side).lasting_quality(who);
            let changed = who.nature.rules != returned.nature.rules;
            let reclaims = won || toll.winner.is_none();
            self.take_over(cx, side, returned, reclaims.then_some(&mut *field));
            let name = &returned.name;
            if changed {
                self.outgrow(cx, side, name);
            }
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
                    let id = match toll.winner {
                        None => "MUT-Q-144",
                        Some(_) if won => "MUT-CAM-07",
                        Some(_) => "MUT-CAM-08",
                    };
                    cx.cite(Clause("MUT-MOR-05"));
                    self.tell(cx, Clause(id), format!("{name} of {side} is back"));
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
        let lasts = self.terms.agreed.poison_persists == PoisonPersists::On;
        if returned.healed > 0 || returned.scars > 0 {
            cx.cite(Clause("MUT-Q-140"));
        }
        let band = self.band_mut(side);
        band.poisoned.retain(|(name, _)| *name != returned.name);
        if returned.poisoned > 0 {
            cx.cite(Clause("MUT-Q-52"));
            band.poisoned.extend(lasts.then(|| (returned.name.clone(), returned.poisoned)));
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
        let kept = returned.gear.iter();
        who.gear = kept.filter_map(|item| band::looked_after(cx, *item)).collect();
        if let Some(field) = field {
            reclaim(cx, who, &before, (side, field));
        }
        band::make_ready(who, ready);
    }

    /// A loser's killed model is dead (MUT-CAM-08), and what it carried is the winner's
    /// (MUT-CAM-10); where nobody holds the field its party keeps it (MUT-Q-144).
    fn lose(&mut self, cx: &mut Cx<'_>, side: SideId, name: &str, winner: Option<SideId>) {
        let Some(mut dead) = self.band_mut(side).bury(name) else { return };
        if self.band(side).had(name, Advance::Follower) {
            // Replaced like everybody.
            cx.cite(Clause("MUT-CAM-21"));
        }
        self.tell(cx, Clause("MUT-CAM-08"), format!("{name} of {side} is dead"));
        let Some(winner) = winner else {
            cx.cite(Clause("MUT-Q-144"));
            return self.band_mut(side).inherit(dead);
        };
        // Its gear lies on the field.
        dead.gear.clear();
        let stores = Upkeep { food: dead.food, cells: dead.cells, either: 0 };
        if stores == Upkeep::default() {
            return;
        }
        let what = stores.to_string();
        if dead.nature.kind == Kind::Wretched && !self.dares(winner) {
            return self.shrink_from(cx, winner, &what);
        }
        self.band_mut(winner).inherit(dead);
        self.tell(cx, Clause("MUT-CAM-10"), format!("{winner} takes from {name}: {what}"));
    }

    /// Whether a side has somebody who may loot a dead Wretched (MUT-TYP-55).
    fn dares(&self, side: SideId) -> bool {
        self.band(side).fighters().any(band::is_safe_from_plague)
    }

    fn shrink_from(&mut self, cx: &mut Cx<'_>, side: SideId, what: &str) {
        let text = format!("{side} does not dare to touch the {what} of a Wretched");
        self.tell(cx, Clause("MUT-TYP-55"), text);
    }

    /// The winner takes what the dead had (MUT-SCN-04, MUT-CAM-10) and what else lies on the field
    /// (MUT-Q-145). Nobody touches what a dead Wretched carried who could catch its disease
    /// (MUT-TYP-55).
    fn loot(&mut self, cx: &mut Cx<'_>, winner: SideId, scenario: Number, field: Vec<Left>) {
        let safe = self.dares(winner);
        for Left { item, of, plagued } in field {
            let Some(item) = band::looked_after(cx, item) else { continue };
            let what = item.gear.name();
            if plagued && !safe {
                self.shrink_from(cx, winner, what);
                continue;
            }
            if plagued {
                for id in ["MUT-TYP-55", "MUT-Q-145"] {
                    cx.cite(Clause(id));
                }
            }
            self.band_mut(winner).keep(item);
            let foes = of.is_some_and(|side| side != winner);
            if foes {
                cx.cite(Clause("MUT-CAM-10"));
                scenario.of_loot().into_iter().for_each(|clause| cx.cite(clause));
            }
            let clause = Clause(if foes { "MUT-SCN-04" } else { "MUT-Q-145" });
            self.tell(cx, clause, format!("{winner} takes from the field: {what}"));
        }
    }
}

/// Somebody finds things of its own on the field again; what lies with another side's dead is not
/// (MUT-Q-145).
fn reclaim(
    cx: &mut Cx<'_>,
    who: &mut Character,
    before: &[Gear],
    (side, field): (SideId, &mut Vec<Left>),
) {
    let count = |all: &[Item], gear: Gear| all.iter().filter(|item| item.gear == gear).count();
    for gear in before {
        let had = before.iter().filter(|other| *other == gear).count();
        if count(&who.gear, *gear) >= had {
            continue;
        }
        let own = |left: &Left| left.item.gear == *gear && left.of.is_none_or(|of| of == side);
        let Some(place) = field.iter().position(own) else { continue };
        cx.cite(Clause("MUT-Q-145"));
        who.gear.extend(band::looked_after(cx, field.remove(place).item));
    }
}
