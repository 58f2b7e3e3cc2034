//! Open-ended dice that are compared: endless runs of sixes, gone through exactly.
//!
//! A die that is thrown again after each six can come to anything, so the ways that several of
//! them fall are endless. But they are only compared. Where all of them have thrown a six more,
//! the comparison is the same; and where some have thrown so many more sixes than the others that
//! nothing can make up for it, one six more changes nothing either. So only so many sixes are
//! gone through, and the last of them stands for all longer runs, whose chances are a geometric
//! series with an exact sum.

use smallvec::SmallVec;

use super::Chance;
use crate::dice::Faces;

/// Open-ended dice that decide something together: each is thrown again as long as it shows a six.
///
/// What they decide must depend on nothing but which totals are larger, and by how much up to a
/// margin; a die that bombs out counts as nought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contest {
    /// How many dice.
    dice: u8,
    /// Whoever is so many sixes ahead stays ahead, whatever else is thrown or added.
    gap: u8,
    /// From so many sixes on no total is so low that it would count as nought.
    bottom: u8,
}

impl Contest {
    /// The contest of dice to which these sums are added; `margin` is the largest difference of
    /// totals that still matters, with all that is added to one of them afterwards.
    pub fn new(sums: &[i32], margin: i32) -> Contest {
        let high = sums.iter().copied().max().unwrap_or(0);
        let low = sums.iter().copied().min().unwrap_or(0);
        // The last faces may make up for four, what is added for the whole spread; and against
        // somebody who bombed out a total must be worth something by itself.
        let between = margin.saturating_add(4).saturating_add(high.saturating_sub(low));
        let needed = between.max(margin.saturating_sub(1).saturating_sub(low));
        let sixes = |pips: i32| u8::try_from(pips.max(0).saturating_add(5) / 6).unwrap_or(u8::MAX);
        Contest {
            dice: u8::try_from(sums.len()).unwrap_or(u8::MAX),
            gap: sixes(needed).max(1),
            bottom: sixes(margin.saturating_sub(low).saturating_sub(7)).saturating_add(1),
        }
    }

    /// Most sixes of a run that have to be gone through.
    fn most(self) -> u8 {
        self.bottom.saturating_add(self.dice.saturating_sub(1).saturating_mul(self.gap))
    }

    /// The runs of the next die that have to be gone through after those thrown so far.
    pub(super) fn runs(self, thrown: &[Faces]) -> Vec<SmallVec<[u8; 8]>> {
        let before = levels(thrown);
        let left = usize::from(self.dice).saturating_sub(before.len() + 1);
        let mut runs = Vec::new();
        for sixes in 0..=self.most() {
            let mut all = before.clone();
            all.push(sixes);
            if self.missing_between(all) > left {
                continue;
            }
            runs.extend((1..=5).map(|face| {
                let mut run: SmallVec<[u8; 8]> = SmallVec::from_elem(6, usize::from(sixes));
                run.push(face);
                run
            }));
        }
        runs
    }

    /// How many more dice it takes to fill the gaps between runs that are too wide.
    fn missing_between(self, mut levels: SmallVec<[u8; 4]>) -> usize {
        levels.sort_unstable();
        let bridge = |wide: u8| usize::from(wide.saturating_sub(1) / self.gap);
        // Another die has to be at the bottom, and perhaps more between it and the lowest.
        let below = match levels.first().copied().unwrap_or(0) {
            lowest if lowest > self.bottom => 1 + bridge(lowest - self.bottom),
            _ => 0,
        };
        let gaps = levels.windows(2).map(|pair| bridge(pair[1] - pair[0]));
        below + gaps.sum::<usize>()
    }

    /// How likely these runs are, and all longer ones that they stand for; none if they are
    /// themselves stood for by shorter ones.
    pub(super) fn chance(self, thrown: &[Faces]) -> Option<Chance> {
        let mut levels = levels(thrown);
        levels.sort_unstable();
        let power = |n: usize| 6u128.checked_pow(u32::try_from(n).ok()?);
        let throws: usize = levels.iter().map(|sixes| usize::from(*sixes) + 1).sum();
        let mut chance = Chance::ALWAYS.times(1, power(throws)?);
        let mut below = 0;
        for (index, level) in levels.iter().enumerate() {
            let most = if index == 0 { self.bottom } else { self.gap };
            let above = power(levels.len() - index)?;
            match (level - below).cmp(&most) {
                std::cmp::Ordering::Less => (),
                // 1 + 1/36 + 1/36² ..., where two dice go on together.
                std::cmp::Ordering::Equal => chance = chance.times(above, above - 1),
                std::cmp::Ordering::Greater => return None,
            }
            below = *level;
        }
        Some(chance)
    }
}

/// How many sixes each die has thrown.
fn levels(thrown: &[Faces]) -> SmallVec<[u8; 4]> {
    let mut levels = SmallVec::new();
    let mut sixes = 0u8;
    for faces in thrown {
        match faces.first() {
            Some(6) => sixes = sixes.saturating_add(1),
            _ => levels.push(std::mem::take(&mut sixes)),
        }
    }
    levels
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// All ways a contest's dice are gone through.
    fn all(contest: Contest) -> Vec<(Vec<Vec<u8>>, Chance)> {
        let mut open = vec![Vec::<Vec<u8>>::new()];
        let mut found = Vec::new();
        while let Some(runs) = open.pop() {
            let faces = |runs: &[Vec<u8>]| -> Vec<Faces> {
                runs.iter().flatten().map(|f| Faces::from_slice(&[*f])).collect()
            };
            if runs.len() == usize::from(contest.dice) {
                let chance = contest.chance(&faces(&runs)).expect("runs that are gone through");
                found.push((runs, chance));
                continue;
            }
            for run in contest.runs(&faces(&runs)) {
                let mut next = runs.clone();
                next.push(run.to_vec());
                open.push(next);
            }
        }
        found
    }

    #[test]
    fn the_chances_of_all_runs_make_one() {
        for sums in [&[2][..], &[2, 5], &[0, -9], &[3, 3, 3], &[2, 9, 4]] {
            let ways = all(Contest::new(sums, 4));
            let sum = ways.iter().fold(Chance::NEVER, |sum, (_, chance)| sum.plus(*chance));
            assert_eq!(sum, Chance::ALWAYS, "{sums:?}");
        }
    }

    #[test]
    fn equal_dice_are_worked_out_by_hand() {
        // Without bombing out: equal if the last faces and the numbers of sixes are equal:
        // (5/36) * 36/35 = 1/7; the rest is shared by both.
        let ways = all(Contest::new(&[0, 0], 0));
        let total = |run: &[u8]| run.iter().map(|f| u32::from(*f)).sum::<u32>();
        let level = ways.iter().filter(|(runs, _)| total(&runs[0]) == total(&runs[1]));
        let chance = level.fold(Chance::NEVER, |sum, (_, chance)| sum.plus(*chance));
        assert_eq!(chance.to_string(), "1/7");
        let more = ways.iter().filter(|(runs, _)| total(&runs[0]) > total(&runs[1]));
        let chance = more.fold(Chance::NEVER, |sum, (_, chance)| sum.plus(*chance));
        assert_eq!(chance.to_string(), "3/7");
    }

    /// What a run comes to: nothing at all if it begins with a one, else everything added up.
    fn total(run: &[u8], added: i32) -> i32 {
        let sum = run.iter().map(|face| i32::from(*face)).sum::<i32>() + added;
        if run[0] == 1 { 0 } else { sum }
    }

    /// By how much each of the others is above the last, up to a margin.
    fn leads(runs: &[&[u8]], sums: &[i32], margin: i32) -> Vec<i32> {
        let totals: Vec<i32> = runs.iter().zip(sums).map(|(run, sum)| total(run, *sum)).collect();
        let last = totals[totals.len() - 1];
        totals.iter().map(|total| (total - last).clamp(-margin, margin)).collect()
    }

    /// How likely each of them is, with all runs of fewer sixes than so many gone through.
    fn by_brute_force(sums: &[i32], margin: i32, deep: usize) -> BTreeMap<Vec<i32>, f64> {
        let runs: Vec<Vec<u8>> = (0..deep)
            .flat_map(|sixes| (1..=5).map(move |face| [vec![6; sixes], vec![face]].concat()))
            .collect();
        let mut found = BTreeMap::new();
        for number in 0..runs.len().pow(sums.len() as u32) {
            let place = |i: usize| number / runs.len().pow(i as u32) % runs.len();
            let own: Vec<&[u8]> = (0..sums.len()).map(|i| &runs[place(i)][..]).collect();
            let throws: usize = own.iter().map(|run| run.len()).sum();
            *found.entry(leads(&own, sums, margin)).or_insert(0.0) += 6f64.powi(-(throws as i32));
        }
        found
    }

    #[test]
    fn long_runs_are_stood_for_by_shorter_ones() {
        let few = [(&[5, 2][..], 5), (&[1, 12], 5), (&[-3, 2], 3), (&[-6, -5], 3), (&[3, 3], 1)];
        let more = [(&[5, 5, 2][..], 5), (&[4, 2, 3], 3)];
        let cases = few.into_iter().map(|c| (c, 12)).chain(more.into_iter().map(|c| (c, 6)));
        for ((sums, margin), deep) in cases {
            let mut exact: BTreeMap<Vec<i32>, Chance> = BTreeMap::new();
            for (runs, chance) in all(Contest::new(sums, margin)) {
                let runs: Vec<&[u8]> = runs.iter().map(|run| &run[..]).collect();
                let entry = exact.entry(leads(&runs, sums, margin)).or_insert(Chance::NEVER);
                *entry = entry.plus(chance);
            }
            let brute = by_brute_force(sums, margin, deep);
            assert!(brute.keys().eq(exact.keys()), "{sums:?}");
            // Longer runs than those are as rare as this.
            let missing = 1.0 - brute.values().sum::<f64>() + 1e-12;
            for (leads, chance) in &exact {
                let (num, den) = chance.fraction();
                let off = (num as f64 / den as f64 - brute[leads]).abs();
                assert!(off <= missing, "{sums:?} {leads:?}: {chance} is off by {off:e}");
            }
        }
    }
}
