//! Where a roster breaks the limits of the book or of its band. Players may agree to overlook it.

mod model;

use std::fmt;

use engine::Clause;

use super::{Extra, Limit, Recruit, Roster, Terms, Troop};
use crate::gear::{GearRule, Item, PACK_SIZES};
use crate::profile::Name;

/// How often a band may buy a Rare weapon (PUN-RAR-01).
const MOST_RARE: usize = 3;

/// A limit that is broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The rule that says so.
    pub clause: Clause,
    /// Where the roster breaks it.
    pub line: usize,
    /// What is wrong, and what to do about it.
    pub what: String,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {} ({})", self.line, self.what, self.clause)
    }
}

/// See [`super::breaches`].
pub(super) fn breaches(roster: &Roster, terms: Terms) -> Vec<Breach> {
    let mut finder = Finder { roster, found: Vec::new() };
    let mut packs_seen = Vec::new();
    for recruit in &roster.recruits {
        // The members of a pack are all alike, so one speaks for all.
        if recruit.pack.is_some_and(|pack| packs_seen.contains(&pack)) {
            continue;
        }
        packs_seen.extend(recruit.pack);
        finder.recruit(recruit);
    }
    finder.packs();
    finder.troops();
    finder.rare_weapons();
    finder.mutations();
    finder.cats(terms);
    finder.bullets();
    finder.size(terms);
    finder.found.sort_by_key(|breach| breach.line);
    finder.found
}

struct Finder<'r> {
    roster: &'r Roster,
    found: Vec<Breach>,
}

impl Finder<'_> {
    fn add(&mut self, clause: &'static str, line: usize, what: String) {
        self.found.push(Breach { clause: Clause(clause), line, what });
    }

    /// Packs of two to five (PUN-PAC-01).
    fn packs(&mut self) {
        for (index, (name, line)) in self.roster.packs.iter().enumerate() {
            let in_it = |recruit: &&Recruit| recruit.pack == Some(index as u8);
            let size = self.roster.recruits.iter().filter(in_it).count();
            if !PACK_SIZES.contains(&size) {
                let (least, most) = (PACK_SIZES.start(), PACK_SIZES.end());
                let what = format!("{name} has {size} members; a pack has {least} to {most}");
                self.add("PUN-PAC-01", *line, what);
            }
        }
    }

    /// Limits of troops (PUN-BND-03, PUN-B-03).
    fn troops(&mut self) {
        let roster = self.roster;
        for (place, troop) in roster.band.troops.iter().enumerate() {
            let of_kind = || roster.recruits.iter().filter(|recruit| recruit.troop == place);
            let lines: Vec<usize> = of_kind().map(|recruit| recruit.line).collect();
            let Some(last) = lines.last().copied() else { continue };
            match troop.limit {
                Some(Limit::Number(most)) if lines.len() > usize::from(most) => {
                    let what = format!(
                        "the band has {} models of the kind {}; {most} is the most",
                        lines.len(),
                        troop.name
                    );
                    self.add("PUN-BND-03", last, what);
                }
                Some(Limit::LikeAllOthers) => self.not_most(troop, lines.len(), last),
                _ => (),
            }
            let mut packs: Vec<u8> = of_kind().filter_map(|recruit| recruit.pack).collect();
            packs.dedup();
            if let Some(most) = troop.packs
                && packs.len() > usize::from(most)
            {
                let what = format!(
                    "the band has {} packs of {}s; {most} is the most",
                    packs.len(),
                    troop.name
                );
                self.add("PUN-B-08", last, what);
            }
        }
    }

    /// Not more of a kind than of all others together.
    fn not_most(&mut self, troop: &Troop, count: usize, line: usize) {
        let others = self.roster.recruits.len() - count;
        if count > others {
            let what = format!(
                "the band has {count} models of the kind {} and {others} others; there may not be \
                 more of them than of all others together",
                troop.name
            );
            self.add("PUN-B-03", line, what);
        }
    }

    /// Rare weapons, a bag of bombs being one weapon (PUN-RAR-01, PUN-B-22).
    fn rare_weapons(&mut self) {
        let band = &self.roster.band;
        let mut bought: Vec<(Name, usize)> = Vec::new();
        for recruit in &self.roster.recruits {
            let mut bag = false;
            for purchase in &recruit.weapons {
                let weapon = band.armoury.weapon(purchase.offer.weapon);
                if !weapon.has(GearRule::Rare) || (weapon.is_bomb() && bag) {
                    continue;
                }
                bag |= weapon.is_bomb();
                let name = match weapon.is_bomb() {
                    true => "bag of bombs".into(),
                    false => purchase.offer.name.clone(),
                };
                bought.push((name, recruit.line));
            }
        }
        let mut names: Vec<&Name> = bought.iter().map(|(name, _)| name).collect();
        names.sort_unstable();
        names.dedup();
        for name in names {
            let lines: Vec<usize> =
                bought.iter().filter(|(n, _)| n == name).map(|(_, line)| *line).collect();
            if let Some(line) = lines.get(MOST_RARE) {
                let what = format!(
                    "the band buys {} of the rare {name}; {MOST_RARE} is the most",
                    lines.len()
                );
                self.add("PUN-RAR-01", *line, what);
            }
        }
    }

    /// Each mutation so often in a band (PUN-B-06).
    fn mutations(&mut self) {
        let roster = self.roster;
        for (place, mutation) in roster.band.mutations.iter().enumerate() {
            let has = |recruit: &&Recruit| recruit.mutations.contains(&place);
            let lines: Vec<usize> =
                roster.recruits.iter().filter(has).map(|recruit| recruit.line).collect();
            if let Some(line) = lines.get(usize::from(mutation.limit)) {
                let what = format!(
                    "the band has {} models with {}; {} is the most",
                    lines.len(),
                    mutation.name,
                    mutation.limit
                );
                self.add("PUN-B-06", *line, what);
            }
        }
    }

    /// One grumpy cat, where cats are played with (PUN-Q-36).
    fn cats(&mut self, terms: Terms) {
        let cat = |recruit: &&Recruit| recruit.extras.contains(&Extra::Item(Item::GrumpyCat));
        let lines: Vec<usize> =
            self.roster.recruits.iter().filter(cat).map(|recruit| recruit.line).collect();
        if let (Some(line), false) = (lines.first(), terms.grumpy_cat) {
            let what = "the game is played without grumpy cats; leave it out or agree on them";
            self.add("PUN-Q-36", *line, what.to_owned());
        } else if let Some(line) = lines.get(1) {
            self.add("PUN-Q-36", *line, "the band has more than one grumpy cat".to_owned());
        }
    }

    /// Bullets: only those the band may buy, and only for firearms (PUN-AMM-04).
    fn bullets(&mut self) {
        let (roster, line) = (self.roster, self.roster.bullets_line);
        let band = &roster.band;
        let kinds = [
            ("bullets", roster.bullets.plain, band.bullets, "PUN-B-05"),
            ("patched bullets", roster.bullets.patched, band.patched_bullets, "PUN-B-24"),
        ];
        for (kind, count, price, clause) in kinds {
            if count > 0 && price.is_none() {
                let what = format!("the {} buy no {kind}; leave them out", band.name);
                self.add(clause, line, what);
            }
        }
        let armed = |recruit: &Recruit| {
            recruit.bought_weapons(band).any(|weapon| weapon.has(GearRule::Firearm))
        };
        if roster.bullets.count() > 0 && !roster.recruits.iter().any(armed) {
            let what = "the band has bullets, but nobody has a firearm; buy one or leave them out";
            self.add("PUN-AMM-04", line, what.to_owned());
        }
    }

    /// The size of the game in points and models (PUN-BND-04, 05).
    fn size(&mut self, terms: Terms) {
        let (points, limit) = (self.roster.points(), terms.points);
        if points > limit {
            let what = format!(
                "the band costs {points} points, {} more than the {limit} of the game",
                points - limit
            );
            self.add("PUN-BND-04", 1, what);
        }
        let (models, most) = (self.roster.counted_models(), terms.most_models());
        if models > most {
            let what = format!(
                "the band counts as {models} models; {most} is the most in a game of {limit} points"
            );
            self.add("PUN-BND-05", 1, what);
        }
    }
}
