//! Who was how likely to win when, as lines of text.

use std::time::Duration;

use anyhow::Result;
use engine::dice::Seed;
use engine::face::AnyMatch;
use engine::ids::SideId;
use players::outlook::{Outlook, Swing, outlook};

use crate::Out;

/// How long one waits for it at most, roughly.
const TIME: Duration = Duration::from_secs(60);
/// How wide a certain win is drawn.
const WIDTH: usize = 40;

/// Prints the chances of each side at some moments of a match, and where they swung.
pub(super) fn print(played: &dyn AnyMatch, out: Out<'_>) -> Result<()> {
    let Outlook { moments, swings, games } = outlook(played, Seed(1), TIME);
    writeln!(out, "Who was how likely to win, from {games} games played on from each moment:")?;
    for moment in &moments {
        let sides = SideId::NAMES.iter().zip(&moment.chances);
        let words: Vec<String> =
            sides.map(|(side, chance)| format!("{side} {:>3} %", chance / 10)).collect();
        let red = moment.chances.first().copied().unwrap_or(0).max(0) as usize;
        let bar = "#".repeat(red * WIDTH / 1_000);
        writeln!(out, "step {:>5}  {}  {bar}", moment.step, words.join("  "))?;
    }
    for Swing { step, choice, luck, .. } in &swings {
        let first = |all: &[i32]| all.first().copied().unwrap_or(0);
        let (choice, luck) = (first(choice), first(luck));
        let what = if luck.abs() > choice.abs() { "luck" } else { "choice" };
        let percent = (choice + luck) / 10;
        writeln!(
            out,
            "In step {step} red's chances changed by {percent:+} %, mostly by {what} (choice {:+}, luck {:+})",
            choice / 10,
            luck / 10
        )?;
    }
    writeln!(out)?;
    Ok(())
}
