//! Where a squad does not keep to the lists. Players may agree to overlook all of it: the printed
//! scenarios do too (OD6-Q-50).

use engine::Clause;

use super::troops::{Allegiance, Arms, Troop, Wear, cap};
use super::{Enlisted, Kit, Roster, Specialist, enlist, price};
use crate::options::{Agreed, SkillCaps};
use crate::profile::{Attribute, Skill};
use crate::state::SquadId;
use crate::weapons::Gun;

/// One thing that the lists do not allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The rule that says so.
    pub clause: Clause,
    /// What it is, with its numbers.
    pub what: String,
}

/// The usual size of a squad, for types that do not say (OD6-SQD-01).
const USUAL_SIZE: (u8, u8) = (3, 10);
/// How many soldiers a player usually commands (OD6-SQD-03).
const USUAL_FORCE: (usize, usize) = (6, 60);

struct Finder<'a> {
    squad: &'a Enlisted,
    caps: SkillCaps,
    found: Vec<Breach>,
}

/// Everything about a squad that the lists do not allow.
pub fn breaches(squad: &Enlisted, agreed: &Agreed) -> Vec<Breach> {
    let mut finder = Finder { squad, caps: agreed.skill_caps, found: Vec::new() };
    match squad.troop() {
        None => {
            let name = squad.kind.name();
            finder.add("OD6-GEN-22", format!("{name} is not in the troop lists"));
        }
        Some(troop) => {
            finder.fixed_values(troop);
            finder.training(troop);
            finder.weapons(troop.arms);
            finder.armor(troop.wear);
            finder.commander(troop);
            finder.specialists(troop);
        }
    }
    finder.size();
    finder.carriers();
    finder.printed();
    finder.found
}

/// What is unusual about a force as a whole.
pub fn force_breaches(roster: &Roster, agreed: &Agreed) -> Vec<Breach> {
    let mut found = Vec::new();
    let mut add = |clause: &'static str, what: String| {
        found.push(Breach { clause: Clause(clause), what });
    };
    for squad in &roster.squads {
        let troop = squad.troop().filter(|t| t.side != Allegiance::Neutral);
        let own = roster.allegiance.filter(|own| *own != Allegiance::Neutral);
        if let (Some(troop), Some(own)) = (troop, own)
            && troop.side != own
        {
            let (name, side) = (&squad.name, troop.side.name());
            add("OD6-GEN-23", format!("{name}: {} fights for the {side} side", troop.name));
        }
    }
    let soldiers: usize = roster.squads.iter().map(|s| usize::from(s.number)).sum();
    let (least, most) = USUAL_FORCE;
    if soldiers > 0 && !(least..=most).contains(&soldiers) {
        add("OD6-SQD-03", format!("{soldiers} soldiers; {least} to {most} are usual"));
    }
    let (points, limit) = (roster.points(), agreed.points_limit as i32);
    if limit > 0 && points > limit {
        let over = points - limit;
        add("OD6-GEN-01", format!("{points} points, {over} more than the {limit} agreed on"));
    }
    found
}

impl Finder<'_> {
    fn add(&mut self, clause: &'static str, what: String) {
        self.found.push(Breach { clause: Clause(clause), what });
    }

    /// Attributes, Move and quality are the type's (OD6-GEN-11).
    fn fixed_values(&mut self, troop: &Troop) {
        let squad = self.squad;
        if squad.quality != troop.quality {
            let (is, usual) = (squad.quality.name(), troop.quality.name());
            self.add("OD6-GEN-11", format!("{is} instead of {usual}"));
        }
        if squad.movement != troop.movement {
            let what = format!("Move {} instead of {}", squad.movement, troop.movement);
            self.add("OD6-GEN-11", what);
        }
        for attribute in Attribute::ALL {
            let (is, usual) =
                (squad.attributes[attribute as usize], troop.attributes[attribute as usize]);
            if is != usual {
                let name = attribute.short();
                self.add("OD6-GEN-11", format!("{name} {is} instead of {usual}"));
            }
        }
    }

    /// Skills go up to their cap, and only those that have one (OD6-GEN-09, 10).
    fn training(&mut self, troop: &Troop) {
        let clause = if troop.skills.len() > 1 { "OD6-GEN-10" } else { "OD6-GEN-09" };
        for skill in Skill::ALL {
            let (level, most) = (self.squad.training[skill as usize], cap(troop.skills, skill));
            if level > most {
                self.add(clause, too_much(skill, level, most));
            }
        }
    }

    /// Weapons come from the list (OD6-GEN-12), a specialist's too.
    fn weapons(&mut self, arms: Arms) {
        let squad = self.squad;
        let kits = [&squad.kit].into_iter().chain(squad.specialists.iter().map(|s| &s.kit));
        let mut told: Vec<&str> = Vec::new();
        for name in kits.flat_map(|kit| unlisted(kit, arms)) {
            if !told.contains(&name) {
                told.push(name);
                self.add("OD6-GEN-12", format!("{name} is not on its list"));
            }
        }
    }

    /// Armour as listed (OD6-GEN-13).
    fn armor(&mut self, wear: Wear) {
        let Some(armor) = self.squad.armor else { return };
        let what = match wear {
            Wear::Any => return,
            Wear::Only(listed) | Wear::Free(listed) if listed == armor => return,
            Wear::None => format!("{} armor is worn, but none is allowed", armor.name()),
            Wear::Only(listed) => format!("{} armor instead of {}", armor.name(), listed.name()),
            Wear::Free(listed) => {
                format!("{} armor has no effect: {} is always worn", armor.name(), listed.name())
            }
        };
        self.add("OD6-GEN-13", what);
    }

    /// How many levels count against a cap: those on top of the squad's, or all above the
    /// attribute (OD6-Q-49).
    fn counted(&self, skill: Skill, extra: u8) -> u8 {
        match self.caps {
            SkillCaps::OnTop => extra,
            SkillCaps::FromAttribute => extra + self.squad.training[skill as usize],
        }
    }

    /// The commander's levels (OD6-GEN-14).
    fn commander(&mut self, troop: &Troop) {
        let extra = self.squad.commander;
        if extra == 0 {
            return;
        }
        match troop.commander {
            None => self.add(
                "OD6-GEN-14",
                format!("the commander has command +{extra}, but has the squad's own"),
            ),
            Some(most) => {
                let level = self.counted(Skill::Command, extra);
                if level > most {
                    let what = format!("the commander's command +{level}; at most +{most}");
                    self.add("OD6-GEN-14", what);
                }
            }
        }
    }

    /// The specialists: how many, and their levels (OD6-GEN-07, 15).
    fn specialists(&mut self, troop: &Troop) {
        let squad = self.squad;
        let Some(tier) = troop.specialists else {
            if !squad.specialists.is_empty() {
                self.add("OD6-GEN-15", "it has specialists, but none are allowed".to_owned());
            }
            return;
        };
        let mut found: Vec<String> = Vec::new();
        for specialist in &squad.specialists {
            for (skill, extra) in raised(specialist) {
                let (level, most) = (self.counted(skill, extra), cap(&[tier], skill));
                let what = format!("a specialist's {}", too_much(skill, level, most));
                if level > most && !found.contains(&what) {
                    found.push(what);
                }
            }
        }
        found.into_iter().for_each(|what| self.add("OD6-GEN-15", what));
    }

    /// How many soldiers: the type's own size, else three to ten, at least one of them ordinary
    /// (OD6-Q-50, OD6-SQD-01).
    fn size(&mut self) {
        let squad = self.squad;
        let (least, most) = squad.troop().and_then(|t| t.size).unwrap_or(USUAL_SIZE);
        if !(least..=most).contains(&squad.number) {
            let number = squad.number;
            let what = match least == most {
                true => format!("{number} soldiers instead of {least}"),
                false => format!("{number} soldiers; {least} to {most} are allowed"),
            };
            self.add("OD6-Q-50", what);
        }
        let specialists = squad.specialists.len();
        if specialists > 2 {
            self.add("OD6-GEN-07", format!("{specialists} specialists; at most two are allowed"));
        }
        if usize::from(squad.number) < specialists + 2 {
            self.add("OD6-SQD-01", "it has no ordinary soldier".to_owned());
        }
    }

    /// A weapon that takes two men and is bought for everybody: there are no more of it than pairs
    /// (OD6-SPW-01).
    fn carriers(&mut self) {
        let squad = self.squad;
        for gun in squad.kit.guns.iter().copied().filter(|gun| gun.is_assembled()) {
            let there =
                enlist::heavies(squad, SquadId(0), 0).iter().filter(|h| h.gun == gun).count();
            let (name, number) = (gun.name(), squad.number);
            let what = format!(
                "all {number} pay for a {name}, but two carry one: it has {there}; \
                 give it to a specialist"
            );
            self.add("OD6-SPW-01", what);
        }
    }

    /// What somebody printed, compared with what it comes to (OD6-GEN-08, 16).
    fn printed(&mut self) {
        let squad = self.squad;
        let rates = (squad.walk_rate(), squad.run_rate());
        if let Some((walk, run)) = squad.printed_rates.filter(|printed| *printed != rates) {
            let what = format!("rates {walk}/{run} are printed; they are {}/{}", rates.0, rates.1);
            self.add("OD6-GEN-16", what);
        }
        let total = price(squad).total;
        if let Some(cost) = squad.printed_cost.filter(|printed| *printed != total) {
            self.add("OD6-GEN-08", format!("a cost of {cost} is printed; it is {total}"));
        }
    }
}

/// `firearms +3; at most +2`, `command +3, which cannot be trained`.
fn too_much(skill: Skill, level: u8, most: u8) -> String {
    match most {
        0 => format!("{} +{level}, which cannot be trained", skill.name()),
        _ => format!("{} +{level}; at most +{most}", skill.name()),
    }
}

/// The skills of a specialist that were raised.
fn raised(specialist: &Specialist) -> impl Iterator<Item = (Skill, u8)> + '_ {
    let levels = Skill::ALL.into_iter().map(|skill| (skill, specialist.training[skill as usize]));
    levels.filter(|(_, level)| *level > 0)
}

/// What somebody carries that his list does not have.
fn unlisted(kit: &Kit, arms: Arms) -> Vec<&'static str> {
    let thrown = [(kit.grenades, Gun::Grenade), (kit.plastics, Gun::PlasticExplosives)];
    let thrown = thrown.into_iter().filter(|(count, _)| *count > 0).map(|(_, gun)| gun);
    let guns = kit.guns.iter().copied().chain(thrown);
    let guns = guns.filter(|gun| !arms.allow_gun(*gun)).map(Gun::name);
    let blade = kit.blade.filter(|blade| !arms.allow_blade(*blade)).map(|blade| blade.name());
    guns.chain(blade).collect()
}
