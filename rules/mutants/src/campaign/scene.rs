//! The scene of a ruling about campaigns.
//!
//! The models are those of a battle, in a battle's words. What begins with `campaign` is ours:
//!
//! - `campaign won by red`, `campaign drawn`: the battle is over, and the aftermath begins.
//! - `campaign Bo killed`, `campaign Bo ran off`: what became of a model.
//! - `campaign only upkeep`: of what follows a battle, only this; also `survival`, `prize`,
//!   `feast`, `radiation`, `mutation`, `mending`, `disease`, `advance`, `fruits`, `recruits`.
//! - `campaign game 2 of 3`, `campaign red victories 1`. If it is not said, a battle that is over
//!   was the only one.
//! - `campaign red food 5`, `campaign red cells 2` and, of those, `campaign red burnt 1`;
//!   `campaign red animals 3`, `campaign fouled`.
//! - `campaign red stock Pistol (empty)`, `campaign left Laser Gun`: in the stock; on the field.
//! - `campaign Bo had Extra Skill`: an Advance, in the order of the lines.
//! - `campaign Bo absent`, `campaign Bo stopped`, `campaign Bo weakened`, `campaign Bo mutating`,
//!   `campaign Bo infected`, `campaign Bo lost Pistol`.
//! - `campaign Bo food 2`, `campaign Bo cells 2`.
//!
//! Without a word of how the battle ended, the campaign stands before its next game.

use engine::book::{Book, Scene};
use engine::{SideId, TableChoice};
use tabletop::Fixed;

use super::aftermath::{Part, Task};
use super::band::side_of;
use super::scenarios::Number;
use super::terms::{MOST_GAMES, Terms, split};
use super::toll::{Left, Toll};
use super::{Chapter, Stage, State};
use crate::Mutants;
use crate::gear::{Gear, Item, Shape};
use crate::party::{Advance, Roster};
use crate::profile::Character;
use crate::state::{Fate, Mark, State as Battle};

/// Everything a ruling says about a campaign.
#[derive(Debug, Default)]
struct Said {
    /// Whether the battle is over, and who won it.
    over: Option<Option<SideId>>,
    /// Of what follows, only this.
    only: Vec<Part>,
    lines: Vec<Vec<String>>,
}

/// Sets the scene.
pub fn arrange(battle_book: &Mutants, scene: &Scene) -> Result<State, String> {
    let (mut said, mut other) = (Said::default(), Vec::new());
    for line in &scene.other {
        match line.strip_prefix("campaign ") {
            Some(rest) => said.read(rest)?,
            None => other.push(line.clone()),
        }
    }
    let options = split(&scene.options);
    let number = scene.scenario.as_deref().map(number_of).transpose()?;
    let plain = Scene { other, options: options.battle, scenario: None, ..scene.clone() };
    let battle = battle_book.arrange(&plain)?;
    let sketch = scene.sketch.clone().unwrap_or_else(|| battle.table.sketch().clone());
    let terms = Terms::read(&scene.options, &TableChoice::Given(sketch), &[])
        .map_err(|problems| problems.join("; "))?;
    // A battle that is over was the last one, so that nothing follows but its aftermath.
    let games = if said.over.is_some() { 1 } else { terms.games };
    let mut state = State::of(Terms { games, ..terms }, rosters(&battle));
    let mut toll = Toll::of(&battle, number.unwrap_or(Number::WASTELAND), &state.bands);
    (toll.winner, toll.food) = (None, None);
    toll.friends.clear();
    for words in &said.lines {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        obey(&mut state, &mut toll, &words)?;
    }
    let Some(winner) = said.over else { return Ok(state) };
    toll.winner = winner;
    toll.reason = "as the ruling says".to_owned();
    state.stage = Stage::Aftermath(vec![Task::Settle(Box::new(toll), said.only)]);
    Ok(state)
}

fn number_of(text: &str) -> Result<Number, String> {
    let plain = text.replace('-', " ");
    Number::of_title(&plain).ok_or_else(|| format!("there is no scenario '{text}'"))
}

impl Said {
    fn read(&mut self, rest: &str) -> Result<(), String> {
        let words: Vec<&str> = rest.split_whitespace().collect();
        match words[..] {
            ["drawn"] => self.over = Some(None),
            ["won", "by", side] => {
                let side =
                    SideId::named(side).ok_or_else(|| format!("there is no side '{side}'"))?;
                self.over = Some(Some(side));
            }
            ["only", word] => {
                let words: Vec<&str> = Part::ALL.iter().map(|part| part.name()).collect();
                let words = words.join(", ");
                let part = Part::of_name(word);
                let none = || format!("'{word}' is no part of the aftermath; there is: {words}");
                self.only.push(part.ok_or_else(none)?);
            }
            _ => self.lines.push(words.into_iter().map(str::to_owned).collect()),
        }
        Ok(())
    }
}

/// The parties of a battle's scene.
fn rosters(battle: &Battle) -> Vec<Roster> {
    let roster = |(place, party): (usize, &crate::state::Party)| Roster {
        name: party.name.clone(),
        members: members(battle, side_of(place)),
        food: party.food,
        cells: party.cells,
        stock: Vec::new(),
        advances: Vec::new(),
    };
    battle.parties.iter().enumerate().map(roster).collect()
}

/// The characters of a side: as they were at the start, with what a campaign left them.
fn members(battle: &Battle, side: SideId) -> Vec<Character> {
    let own = battle.ids().filter(|model| battle.own_side(*model) == side);
    let character = |model| {
        let mut who: Character = battle.who(model).clone();
        let m = battle.model(model);
        who.condition.underfed |= m.is(Mark::Underfed);
        who.condition.wounded |= m.is(Mark::Wounded);
        who.condition.unpaid |= m.is(Mark::Unpaid);
        who.condition.infected |= m.is(Mark::Infected) && !m.is(Mark::InfectedToday);
        who
    };
    own.map(character).collect()
}

fn unclear(words: &[&str]) -> String {
    format!("'given campaign {}' means nothing in a campaign", words.join(" "))
}

/// Does what one line says.
fn obey(state: &mut State, toll: &mut Toll, words: &[&str]) -> Result<(), String> {
    match *words {
        ["game", game, "of", games] => return set_game(state, game, games),
        ["fouled"] => {
            toll.fouled = true;
            return Ok(());
        }
        ["left", ..] => {
            let item = item(&words[1..])?;
            toll.field.push(Left { item, of: None, plagued: false });
            return Ok(());
        }
        [side, ref rest @ ..] if SideId::named(side).is_some() => {
            let side = SideId::named(side).filter(|side| side.index() < state.bands.len());
            let side = side.ok_or_else(|| unclear(words))?;
            return obey_side(state, toll, side, rest);
        }
        _ => (),
    }
    obey_member(state, toll, words)
}

fn set_game(state: &mut State, game: &str, games: &str) -> Result<(), String> {
    let number = |text: &str| text.parse::<u32>().map_err(|_| format!("'{text}' is no number"));
    let (game, games) = (number(game)?, number(games)?);
    if game == 0 || games == 0 || games > MOST_GAMES || game > games {
        return Err(format!("there is no game {game} of {games}"));
    }
    state.terms = Fixed::new(Terms { games, ..Terms::clone(&state.terms) });
    let reason = "long ago".to_owned();
    let before = Chapter { scenario: Number::WATER, winner: None, reason, notes: Vec::new() };
    state.games = vec![before; game as usize - 1];
    Ok(())
}

/// A thing such as `Pistol` or `Laser Gun (empty)`.
fn item(words: &[&str]) -> Result<Item, String> {
    let text = words.join(" ");
    let (name, shape) = match text.split_once(" (") {
        Some((name, state)) => (name, state.trim_end_matches(')')),
        None => (text.as_str(), ""),
    };
    let shape = match shape {
        "" => Shape::Good,
        "empty" => Shape::Empty,
        "broken" => Shape::Broken,
        "jammed" => Shape::Jammed,
        _ => return Err(format!("nothing is '{shape}'")),
    };
    let gear = Gear::of_name(name).ok_or_else(|| format!("there is no '{name}'"))?;
    Ok(Item { shape, ..Item::new(gear) })
}

fn amount(text: &str) -> Result<u32, String> {
    text.parse::<u32>().ok().filter(|n| *n < 1_000).ok_or_else(|| format!("'{text}' is no number"))
}

fn obey_side(
    state: &mut State,
    toll: &mut Toll,
    side: SideId,
    words: &[&str],
) -> Result<(), String> {
    let remains = &mut toll.sides[side.index()];
    let band = state.band_mut(side);
    match *words {
        ["food", n] => {
            band.roster.food = amount(n)?;
            remains.food = band.roster.food;
        }
        ["cells", n] => {
            band.roster.cells = amount(n)?;
            remains.cells = band.roster.cells;
        }
        ["burnt", n] => remains.cells = remains.cells.saturating_sub(amount(n)?),
        ["animals", n] => remains.animals = amount(n)?,
        ["victories", n] => band.victories = amount(n)?,
        ["stock", ref rest @ ..] => band.keep(item(rest)?),
        _ => return Err(unclear(words)),
    }
    Ok(())
}

fn obey_member(state: &mut State, toll: &mut Toll, words: &[&str]) -> Result<(), String> {
    // Names may have spaces: the one that the line begins with.
    let text = words.join(" ");
    let all = toll.sides.iter().enumerate();
    let mut named = all.flat_map(|(i, side)| side.models.iter().map(move |m| (i, m.name.clone())));
    let found =
        named.find(|(_, name)| text.strip_prefix(&**name).is_some_and(|r| r.starts_with(' ')));
    let (place, name) = found.ok_or_else(|| unclear(words))?;
    let rest: Vec<&str> = text[name.len()..].split_whitespace().collect();
    let band = &mut state.bands[place];
    let models = &mut toll.sides[place].models;
    let model = models.iter_mut().find(|m| m.name == name).ok_or_else(|| unclear(words))?;
    if let ["had", advance @ ..] = &rest[..] {
        let what = Advance::of_name(&advance.join(" ")).ok_or_else(|| unclear(words))?;
        band.roster.advances.push((name, what));
        return Ok(());
    }
    let who = band.member_mut(&name).ok_or_else(|| unclear(words))?;
    match rest[..] {
        ["killed"] => {
            model.fate = Some(Fate::Killed);
            let left = model.drop_gear(side_of(place));
            toll.field.extend(left);
        }
        ["ran", "off"] => model.fate = Some(Fate::RanOff),
        ["weakened"] => model.weakened = 1,
        ["mutating"] => model.mutating = true,
        ["infected"] => model.infected = true,
        ["lost", ref thing @ ..] => {
            let lost = item(thing)?.gear;
            model.gear.retain(|own| own.gear != lost);
        }
        ["stopped"] => who.condition.stopped = true,
        ["absent"] => who.condition.absent = true,
        ["food", n] => who.food = u8::try_from(amount(n)?).map_err(|_| unclear(words))?,
        ["cells", n] => {
            who.cells = u8::try_from(amount(n)?).map_err(|_| unclear(words))?;
            model.cells = who.cells;
        }
        _ => return Err(unclear(words)),
    }
    if matches!(rest[..], ["absent" | "stopped"]) {
        models.retain(|m| m.name != name);
    }
    Ok(())
}
