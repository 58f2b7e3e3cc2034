//! From rosters to the cast of a match.

use engine::SideId;
use tabletop::fields::plain;

use super::Roster;
use crate::gear::{Armoury, Bullets, GearRule};
use crate::profile::{Attribute, Character, ModelRule, Name};

/// Everybody who takes part in a match, and what all gear in it is like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Muster {
    /// What all weapons and armours are like.
    pub armoury: Armoury,
    /// The models, side by side, each with a name of its own.
    pub cast: Vec<Character>,
    /// The sides.
    pub sides: Vec<Mustered>,
}

/// What a side has in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mustered {
    /// What it is called.
    pub name: Name,
    /// The band that it was raised from.
    pub band: Name,
    /// The bullets to share out (PUN-AMM-04).
    pub bullets: Bullets,
    /// What its packs are called.
    pub packs: Vec<Name>,
}

/// Brings the rosters of all sides together, or says why that cannot be. Whatever gear their bands
/// add gets numbers in one armoury, and a name that occurs on both sides is told with its side:
/// `red Blink`, `blue Blink`.
pub fn muster(rosters: &[Roster]) -> Result<Muster, Vec<String>> {
    let mut muster = Muster { armoury: Armoury::printed(), cast: Vec::new(), sides: Vec::new() };
    for (index, roster) in rosters.iter().enumerate() {
        let side = SideId(index as u8);
        for recruit in &roster.recruits {
            let mut character = recruit.character(&roster.band, side);
            if muster.renumber(&roster.band.armoury, &mut character).is_none() {
                let problem = "both bands together have too many kinds of weapons and armour of \
                               their own; leave some out";
                return Err(vec![problem.to_owned()]);
            }
            muster.cast.push(character);
        }
        muster.sides.push(Mustered {
            name: roster.name.clone(),
            band: roster.band.name.clone(),
            bullets: roster.bullets,
            packs: roster.packs.iter().map(|(name, _)| name.clone()).collect(),
        });
    }
    muster.tell_sides_apart();
    muster.put_hidden_last();
    Ok(muster)
}

impl Muster {
    /// Gives the gear of a model its numbers in the armoury of the match.
    fn renumber(&mut self, from: &Armoury, character: &mut Character) -> Option<()> {
        for carried in &mut character.kit.weapons {
            let weapon = from.weapon(carried.weapon).clone();
            carried.weapon = self.armoury.add_weapon(weapon)?;
        }
        if let Some(armour) = &mut character.kit.armour {
            *armour = self.armoury.add_armour(from.armour(*armour).clone())?;
        }
        Some(())
    }

    /// Whoever sneaks up gets a number after everybody else, those of both sides by turns and with
    /// numbers left free for those who are not there, so that nobody learns from the numbers he
    /// sees whether anybody hides (PUN-SC0-03).
    fn put_hidden_last(&mut self) {
        let hides = |model: &Character| model.has(ModelRule::Infiltration);
        let (hidden, seen): (Vec<_>, Vec<_>) = self.cast.drain(..).partition(hides);
        self.cast = seen;
        let of = |side: u8| hidden.iter().filter(move |model| model.side == SideId(side));
        let (mut red, mut blue) = (of(0), of(1));
        let mut left = hidden.len();
        for side in [0, 1].into_iter().cycle() {
            if left == 0 {
                break;
            }
            let next = if side == 0 { red.next() } else { blue.next() };
            left -= usize::from(next.is_some());
            self.cast.push(next.cloned().unwrap_or_else(|| Character::nobody(SideId(side))));
        }
    }

    fn tell_sides_apart(&mut self) {
        let names: Vec<(SideId, String)> =
            self.cast.iter().map(|model| (model.side, plain(&model.name))).collect();
        for (model, (side, name)) in self.cast.iter_mut().zip(&names) {
            if names.iter().any(|(other, same)| other != side && same == name) {
                model.name = format!("{side} {}", model.name).as_str().into();
            }
        }
    }
}

/// Shares out bullets evenly among those with firearms, the best shots first (PUN-D-03): what each
/// of these models gets.
pub fn share(bullets: Bullets, models: &[&Character], armoury: &Armoury) -> Vec<Bullets> {
    let mut shares = vec![Bullets::default(); models.len()];
    let armed = |model: &Character| {
        let mut weapons = model.kit.weapons.iter().map(|carried| armoury.weapon(carried.weapon));
        weapons.any(|weapon| weapon.has(GearRule::Firearm))
    };
    let mut shots: Vec<usize> = (0..models.len()).filter(|i| armed(models[*i])).collect();
    shots.sort_by_key(|i| -models[*i].profile.value(Attribute::Precision));
    let plain = std::iter::repeat_n(true, usize::from(bullets.plain));
    let patched = std::iter::repeat_n(false, usize::from(bullets.patched));
    for (good, shooter) in plain.chain(patched).zip(shots.iter().cycle()) {
        let share = &mut shares[*shooter];
        let kind = if good { &mut share.plain } else { &mut share.patched };
        *kind += 1;
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::band;

    fn cast(rosters: [&str; 2]) -> Vec<(u8, String, bool)> {
        let text = |key: &str| band::ROSTERS.iter().find(|r| r.key == key).unwrap().text;
        let rosters = rosters.map(|key| band::read(text(key)).unwrap());
        let shown =
            |who: &Character| (who.side.0, who.name.to_string(), who.has(ModelRule::Infiltration));
        muster(&rosters).unwrap().cast.iter().map(shown).collect()
    }

    #[test]
    fn whoever_hides_has_a_number_that_tells_nothing() {
        let both = cast(["scavengers", "scavengers"]);
        let seen = both.iter().position(|(.., hides)| *hides).unwrap();
        assert!(both[seen..].iter().all(|(.., hides)| *hides));
        let sides: Vec<u8> = both[seen..].iter().map(|(side, ..)| *side).collect();
        assert_eq!(sides, [0, 1, 0, 1]);
        // Against nobody in hiding blue has the numbers that it would have anyway.
        let alone = cast(["gangers", "scavengers"]);
        let seen = alone.iter().position(|(.., hides)| *hides).unwrap();
        let named: Vec<bool> = alone[seen..].iter().map(|(_, name, _)| !name.is_empty()).collect();
        assert_eq!(named, [false, true, false, true]);
    }
}
