//! The words for gear, the same in rosters and in the scenes of rulings.

use tabletop::fields::{nearest, plain};

use crate::profile::{Armour, Character, Rank};
use crate::weapons::{gun_named, guns, hand_named, hands};

/// Most things of one sort that are used up.
const MOST_CARRIED: u8 = 12;

/// Gives a figure whatever a word says; says whether it was one of the words.
pub fn apply(who: &mut Character, text: &str) -> Result<bool, String> {
    let (name, count) = counted(text)?;
    let word = plain(name);
    if let Some((armour, _)) = Armour::ALL.iter().find(|(_, known)| *known == word) {
        who.armour = *armour;
        return Ok(true);
    }
    match word.as_str() {
        "headset" => who.headset = true,
        "no headset" => who.headset = false,
        "night sight" => who.night_sight = true,
        "sniper scope" | "sighting aid" => who.scope = true,
        "stealth suit" => who.stealth = true,
        "leader" => who.rank = Rank::Leader,
        "sub leader" => who.rank = Rank::SubLeader,
        "hero" => who.rank = Rank::Hero,
        _ => return Ok(give(who, name, count)),
    }
    Ok(true)
}

/// `Hand Grenade x3` is three of them.
fn counted(text: &str) -> Result<(&str, u8), String> {
    let Some((name, number)) = text.rsplit_once(" x") else { return Ok((text, 1)) };
    let number = number.trim().parse::<u8>().ok().filter(|n| (1..=MOST_CARRIED).contains(n));
    let number = number.ok_or_else(|| format!("'{text}' should end in x1 to x{MOST_CARRIED}"))?;
    Ok((name.trim(), number))
}

fn give(who: &mut Character, name: &str, count: u8) -> bool {
    if let Some(gun) = gun_named(name) {
        if !gun.get().sort.is_used_up() {
            who.guns.push(gun);
            return true;
        }
        match who.stock.iter_mut().find(|(own, _)| *own == gun) {
            Some((_, n)) => *n += count,
            None => who.stock.push((gun, count)),
        }
        return true;
    }
    let hand = hand_named(name);
    who.hands.extend(hand);
    hand.is_some()
}

/// The known word that a misspelt one is most like.
pub fn suggest(text: &str) -> Option<&'static str> {
    let kit = ["headset", "night sight", "sniper scope", "stealth suit", "leader", "sub-leader"];
    let armour = Armour::ALL.iter().map(|(_, name)| *name);
    let all = guns().map(|g| g.name()).chain(hands().map(|h| h.name())).chain(kit).chain(armour);
    nearest(text, all)
}
