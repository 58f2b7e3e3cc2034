//! `given` lines of rulings that are about scenarios and Lurkers.

use engine::{ModelId, SideId};
use tabletop::measure::Edge;
use tabletop::{PieceId, Spot};

use super::Edges;
use super::rustlers::Animal;
use super::sentries::Sentry;
use crate::gear::Gun;
use crate::setup::Phase;
use crate::state::{Mark, State};

/// Reads what a scenario knows, and says whether the line is about one:
///
/// - `animal at 12,8`, `animal with Bo`
/// - `system at 12,8 quality 3 combat 2 Laser Gun`, or `system in rubble 1 quality ...`
/// - `dug rubble pile 2`, `searched rubble 1`, `artifact found`
/// - `mutant tree fruit tree 3`, `spoilt water`
/// - `defender red`, `red and green are allies`
/// - `dummy of Thorn at 5,6`: Thorn lurks where it stands, and this is its other counter
/// - `waiting Thorn`: Thorn is still to be deployed, red in the south and blue in the north
pub fn arrange_other(state: &mut State, line: &str) -> Result<bool, String> {
    let table = state.table.clone();
    let known = &state.mission;
    if known.piles.is_empty() && known.areas.is_empty() && known.fruit_tree.is_none() {
        state.mission.survey(&table);
    }
    let bare = line.replace(['"', ','], " ");
    let words: Vec<&str> = bare.split_whitespace().collect();
    match words[..] {
        ["animal", "at", ..] => {
            let animal = Animal { spot: place(line, "at")?, carrier: None };
            state.mission.animals.push(animal);
        }
        ["animal", "with", ref name @ ..] => {
            let carrier = model(state, &name.join(" "))?;
            let spot = state.spot(carrier);
            state.mission.animals.push(Animal { spot, carrier: Some(carrier) });
            state.model_mut(carrier).marks.put(Mark::Herding);
        }
        ["system", "at" | "in", ..] => put_sentry(state, line, &words)?,
        ["dug", ref name @ ..] => {
            let piece = piece(state, &name.join(" "))?;
            let pile = state.mission.piles.iter_mut().find(|pile| pile.piece == piece);
            pile.ok_or("that is no pile of this scenario")?.dug = true;
        }
        ["searched", ref name @ ..] => {
            let piece = piece(state, &name.join(" "))?;
            let area = state.mission.areas.iter_mut().find(|area| area.piece == piece);
            area.ok_or("that is no area of this scenario")?.searched = true;
        }
        ["artifact", "found"] => state.mission.artifact_found = true,
        ["mutant", "tree", ref name @ ..] => {
            state.mission.fruit_tree = Some(piece(state, &name.join(" "))?);
        }
        ["spoilt", "water"] => state.mission.spoilt = true,
        ["defender", side] => state.mission.defender = Some(named_side(side)?),
        [one, "and", other, "are", "allies"] => {
            state.mission.allies.push((named_side(one)?, named_side(other)?));
        }
        ["waiting", ref name @ ..] => {
            let waiting = model(state, &name.join(" "))?;
            state.model_mut(waiting).spot = None;
            state.phase = Phase::Deployment;
            let edges = [Edge::South, Edge::North, Edge::West, Edge::East];
            state.mission.edges =
                edges.iter().take(state.parties.len()).map(|e| Edges::from_iter([*e])).collect();
        }
        ["dummy", "of", ref name @ .., "at", _, _] => {
            let lurker = model(state, &name.join(" "))?;
            let dummy = place(line, "at")?;
            state.lurk(lurker, dummy);
        }
        _ => return Ok(false),
    }
    Ok(true)
}

fn put_sentry(state: &mut State, line: &str, words: &[&str]) -> Result<(), String> {
    let number = |word: &str| -> Result<u8, String> {
        let at = words.iter().position(|w| *w == word);
        let text = at.and_then(|at| words.get(at + 1));
        let text = text.ok_or_else(|| format!("'{line}' does not say its {word}"))?;
        text.parse().map_err(|_| format!("'{text}' is not a number"))
    };
    let quality = number("quality")?;
    let combat = number("combat")?;
    let gun = Gun::ALL.iter().copied().find(|gun| line.contains(gun.name()));
    let (at, piece) = match words[1] {
        "in" => {
            let end = words.iter().position(|w| *w == "quality").unwrap_or(words.len());
            let piece = piece(state, &words[2..end].join(" "))?;
            (state.middle_of(piece), Some(piece))
        }
        _ => (place(line, "at")?, None),
    };
    let combat = i8::try_from(combat).map_err(|_| format!("Combat {combat} is too much"))?;
    let gun = gun.unwrap_or(Gun::Laser);
    state.mission.sentries.push(Sentry { at, piece, quality, combat, gun, off: false });
    Ok(())
}

/// The place that is named after a word.
fn place(line: &str, word: &str) -> Result<Spot, String> {
    let mut words = line.split_whitespace().skip_while(|w| *w != word);
    words.nth(1).ok_or_else(|| format!("'{line}' does not say where"))?.parse()
}

fn named_side(text: &str) -> Result<SideId, String> {
    SideId::named(text).ok_or_else(|| format!("'{text}' is no side"))
}

fn model(state: &State, name: &str) -> Result<ModelId, String> {
    let found = state.ids().find(|m| state.name(*m).eq_ignore_ascii_case(name));
    found.ok_or_else(|| format!("there is no model '{name}'"))
}

fn piece(state: &State, name: &str) -> Result<PieceId, String> {
    let pieces = state.table.pieces();
    let found = pieces.iter().position(|piece| piece.name.eq_ignore_ascii_case(name));
    let found = found.ok_or_else(|| format!("nothing is called '{name}'"))?;
    Ok(PieceId(u16::try_from(found).unwrap_or(u16::MAX)))
}
