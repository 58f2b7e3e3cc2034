use super::*;
use crate::roster::{Armory, apply_trait};

fn model(traits: &[&str]) -> Character {
    let mut character = Character::human("Ana", engine::SideId(0));
    for text in traits {
        assert_eq!(apply_trait(&mut character, Armory::everything(), text), Ok(true), "{text}");
    }
    character
}

fn chance(text: &str, pips: i8, against: Against) -> Ratio {
    Throw::of(Net { pool: text.parse().unwrap(), pips }).chance(against)
}

/// All parts of a price, as the table of REQ-X-08 prints them.
fn parts(traits: &[&str]) -> String {
    let cost = cost(&model(traits));
    let parts: Vec<String> = cost.parts.iter().map(|(p, n)| format!("{p} {n}")).collect();
    format!("{}: {}", cost.total, parts.join(", "))
}

#[test]
fn the_chances_are_those_of_the_clauses() {
    let hurt = |pool, pips| Ratio::ONE - chance(pool, pips, Against::Roll(ARMED));
    assert_eq!(hurt("2k2", 0), Ratio::new(3481, 5184));
    assert_eq!(hurt("3k2", 0), Ratio::new(1, 2));
    assert_eq!(hurt("3k3", 0), Ratio::new(13_997, 46_656));
    assert_eq!(hurt("2k2", 1), Ratio::new(3461, 7776));
    assert_eq!(chance("2k2", 0, Against::Check), Ratio::new(5, 18));
    assert_eq!(chance("3k2", 0, Against::Check), Ratio::new(113, 216));
    let hit = |pool, pips| chance(pool, pips, Against::Roll(ORDINARY));
    assert_eq!(hit("2k2", 0), Ratio::new(1, 2));
    assert_eq!(hit("3k2", 0), Ratio::new(3481, 5184));
    assert_eq!((hit("3k3", 0) * Ratio::whole(10_000)).floor(), 8132);
}

/// Every throw of the dice one by one, with every die as a candidate for the reroll.
#[test]
fn counting_hands_agrees_with_throwing_dice_one_by_one() {
    let merits = Merits::of(Against::Roll(ORDINARY));
    let merit = |faces: &[usize], keep: usize| {
        let mut faces = faces.to_vec();
        faces.sort_unstable();
        merits.of_total(faces.iter().rev().take(keep).sum::<usize>() as i32)
    };
    let throws = |n: u32| {
        let faces = move |i| (0..n).map(|d| i / 6_usize.pow(d) % 6 + 1).collect::<Vec<usize>>();
        (0..6_usize.pow(n)).map(faces)
    };
    for (dice, keep) in [(1, 1), (2, 1), (2, 2), (3, 2), (3, 3)] {
        // Shares of the merit of all throws, second throws and the one reroll.
        let (mut one, mut ones, mut both) = (0, 0, 0);
        for (faces, second) in throws(dice).flat_map(|a| throws(dice).map(move |b| (a.clone(), b)))
        {
            let pick = |(a, b): (&usize, &usize)| if *a == 1 { *b } else { *a };
            let last: Vec<usize> = faces.iter().zip(&second).map(pick).collect();
            let again = |faces: &[usize], place: usize| {
                let mut faces = faces.to_vec();
                let mut with = |face| {
                    faces[place] = face;
                    merit(&faces, keep)
                };
                (1..=6).map(&mut with).sum::<i128>()
            };
            let places = || 0..faces.len();
            let best = places().map(|i| again(&faces, i)).max().unwrap_or_default();
            one += best.max(6 * merit(&faces, keep));
            ones += 6 * merit(&last, keep);
            let fresh = places().filter(|i| faces[*i] != 1);
            let best = fresh.map(|i| again(&last, i)).max().unwrap_or_default();
            both += best.max(6 * merit(&last, keep));
        }
        let plain = Throw::of(Net { pool: Pool::new(dice as i8, keep as i8), pips: 0 });
        let all = 36_i128.pow(dice) * 6 * merits.full;
        for (throw, won) in [
            (Throw { one: true, ..plain }, one),
            (Throw { ones: true, ..plain }, ones),
            (Throw { one: true, ones: true, ..plain }, both),
        ] {
            let counted = throw.work_out(Against::Roll(ORDINARY));
            assert_eq!(counted, Ratio::new(won, all), "{throw:?}");
        }
    }
}

/// The rows of the table of REQ-X-08 that have the most in them, part by part.
#[test]
fn prices_fall_apart_as_in_the_table() {
    let leader = ["Sniper Rifle", "Big Ass Knife", "Kevlar Vest", "willpower 3k2"];
    let expected = "138: Move 16, durability 40, Willpower 4.9, melee 38.8, Sniper Rifle 38.1";
    assert_eq!(parts(&leader), expected);
    let master =
        ["Combat Chainsaw", "Anointed Armor", "willpower 3k2", "hand of doom", "contaminated"];
    let expected = "131: Move 16, durability 40, Willpower 4.9, melee 54.4, Wide Arc 5.4, \
                    Contaminated 10";
    assert_eq!(parts(&master), expected);
    let expected = "109: Move 16, durability 29.8, melee 40.3, Vengeance Is Mine 5.3, Pistol 17.5";
    assert_eq!(parts(&["Pistol", "Melee Weapon", "vengeance is mine"]), expected);
    let expected = "138: Move 16, durability 29.8, melee 30, Assault Rifle 55.9, \
                    Spiritual Guidance 6.2";
    assert_eq!(parts(&["Assault Rifle", "spiritual guidance"]), expected);
    // 117.4996 points: rounding the parts first would make this 118.
    let expected = "117: Move 16, durability 29.8, melee 40.3, Rifle 31.4";
    assert_eq!(parts(&["Rifle", "Headbutt"]), expected);
}

/// REQ-T-08: what an item adds, rounded by itself.
#[test]
fn things_cost_what_the_shop_says() {
    let exact = |traits: &[&str]| -> Ratio {
        cost(&model(traits)).parts.iter().map(|(_, points)| *points).sum()
    };
    let added =
        |with: &[&str], without: &[&str]| (exact(with) - exact(without) + Ratio::new(1, 2)).floor();
    assert_eq!(cost(&model(&[])).total, 76);
    let shop = [
        ("Pistol", 17),
        ("Sawed-off Shotgun", 18),
        ("Shotgun", 31),
        ("Rifle", 31),
        ("Assault Rifle", 56),
        ("Sniper Rifle", 38),
        ("Grenade Launcher", 44),
        ("Survivalists' Grenade Launcher", 51),
        ("Molotov Cocktails", 32),
        ("Flamethrower", 25),
        ("Tranquilizer Gun", 48),
        ("Flak Vest", 10),
        ("Kevlar Vest", 10),
        ("Anointed Armor", 10),
        ("defense 3k3", 37),
        ("Improvised Shield", 15),
        ("wounds 3", 15),
        ("move 5", 4),
        ("willpower 3k2", 5),
        ("Club", 10),
        ("Headbutt", 10),
        ("Huge Sword", 19),
        ("Maul", 19),
        ("Giant Axe", 19),
        ("Stun-gun", 15),
        ("Combat Chainsaw", 24),
    ];
    for (item, price) in shop {
        assert_eq!(added(&[item], &[]), price, "{item}");
    }
    assert_eq!(added(&["Hatchet", "Hatchet"], &["Hatchet"]), 20);
}

#[test]
fn powers_cost_more_in_company() {
    assert_eq!(parts(&["veil"]), "91: Move 16, durability 29.8, melee 30, psi powers 15");
    let all = ["mind spike", "static", "shove", "dread", "veil", "bolster"];
    assert_eq!(psi(&model(&all).powers), Ratio::whole(115 + 25));
}

/// The longest fractions and the highest prices stay within bounds.
#[test]
fn monsters_have_a_price_too() {
    let mut monster = model(&[
        "melee 10k10",
        "ranged 10k10",
        "defense 10k5",
        "wounds 10",
        "move 12",
        "Big Ass Knife",
        "Combat Chainsaw",
        "hand of doom",
        "vengeance is mine",
        "Flak Vest",
        "Flak Vest",
    ]);
    assert!(cost(&monster).total > 10_000);
    for armor in &mut monster.armor {
        armor.pips = 3;
    }
    // Nobody can hurt it any more.
    assert_eq!(durability(&monster), Ratio::whole(100_000));
    let weakling = model(&["melee 1k1", "willpower 1k1", "defense 1k1", "move 1", "wounds 1"]);
    assert!((5..40).contains(&cost(&weakling).total));
}
