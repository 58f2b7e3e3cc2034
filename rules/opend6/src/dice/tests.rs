//! Dice that no ruling can show by itself.

use engine::source::{Dice, People};

use super::*;

const RED: SideId = SideId(0);

fn roller() -> Roller<'static> {
    Roller { side: RED, model: None, purpose: "test", title: "Ana tests" }
}

/// Runs something with scripted dice, all of which have to be used.
fn with<T>(throws: &[&[u8]], run: impl FnOnce(&mut Cx<'_>) -> Play<T>) -> T {
    let mut dice = Dice::Scripted(throws.iter().map(|t| t.to_vec()).collect());
    let mut people = People { dice: &mut dice };
    let result = run(&mut Cx::new(&[], &mut people)).expect("enough dice");
    assert!(matches!(dice, Dice::Scripted(left) if left.is_empty()), "dice are left over");
    result
}

fn sum(value: i32, less: i32) -> Sum {
    let mut sum = Sum::of(true, value, "brawling", "OD6-CAS-04");
    sum.add(-less, "prone", "OD6-CAS-18");
    sum
}

#[test]
fn a_total_below_nought_stays_there_unless_players_agree_otherwise() {
    let roll = |sum: Sum| with(&[&[2]], |cx| opposed(cx, roller(), &sum));
    assert_eq!(roll(sum(1, 4)), -1);
    assert_eq!(roll(sum(1, 4).floor(ScoreFloor::None)), -1);
    assert_eq!(roll(sum(1, 4).floor(ScoreFloor::Zero)), 0);
    assert_eq!(roll(sum(3, 1).floor(ScoreFloor::Zero)), 4);
}

#[test]
fn a_one_scores_nothing_whatever_is_added_or_taken_away() {
    assert_eq!(with(&[&[1]], |cx| opposed(cx, roller(), &sum(5, 0))), 0);
    assert_eq!(with(&[&[1]], |cx| opposed(cx, roller(), &sum(0, 4))), 0);
}

#[test]
fn plain_dice_neither_bomb_out_nor_roll_over() {
    assert_eq!(with(&[&[1]], |cx| plain(cx, roller(), &sum(3, 0))), 4);
    assert_eq!(with(&[&[6]], |cx| plain(cx, roller(), &sum(3, 0))), 9);
    assert_eq!(with(&[&[1]], |cx| table_die(cx, roller())), 1);
    assert_eq!(with(&[&[6]], |cx| table_die(cx, roller())), 6);
}

#[test]
fn straight_tests_stop_rolling_once_they_have_passed() {
    assert!(with(&[&[6]], |cx| straight(cx, roller(), &sum(3, 0), 9)));
    assert!(with(&[&[6], &[1]], |cx| straight(cx, roller(), &sum(3, 0), 10)));
    assert!(!with(&[&[6], &[1]], |cx| straight(cx, roller(), &sum(3, 0), 11)));
}

#[test]
fn one_of_many_is_drawn_with_as_few_dice_as_will_do() {
    let drawn = |faces: &[u8], count| with(&[faces], |cx| draw(cx, roller(), count));
    assert_eq!(with(&[], |cx| draw(cx, roller(), 1)), Some(0));
    assert_eq!([1, 2, 3, 4, 5, 6].map(|f| drawn(&[f], 3)), [0, 1, 2, 0, 1, 2].map(Some));
    assert_eq!(drawn(&[4], 4), Some(3));
    assert_eq!(drawn(&[5], 4), None);
    assert_eq!(drawn(&[2, 4], 10), Some(9));
    assert_eq!(drawn(&[5, 6], 10), Some(9));
    assert_eq!(drawn(&[6, 1], 10), None);
}

#[test]
fn every_candidate_is_drawn_equally_often() {
    for count in 2..=36usize {
        let two = count > 6;
        let mut times = vec![0; count];
        for number in 0..if two { 36u8 } else { 6 } {
            let faces = if two { vec![number / 6 + 1, number % 6 + 1] } else { vec![number + 1] };
            if let Some(i) = with(&[&faces], |cx| draw(cx, roller(), count)) {
                times[i] += 1;
            }
        }
        assert!(times.iter().all(|n| *n == times[0] && *n > 0), "{count}: {times:?}");
    }
}
