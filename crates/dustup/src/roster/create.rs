//! `dustup roster create`: makes up a party, by people or by a computer player.

use std::hash::{BuildHasher, RandomState};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use engine::book::{Options, Setup};
use engine::dice::Seed;
use engine::face::Game;
use engine::ids::SideId;
use engine::matches::DiceChoice;

use crate::play::session::{End, Session};
use crate::play::{Seat, seat};
use crate::registry::Title;
use crate::{Out, Verdict, files, registry, setup};

/// What to make up.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CreateArgs {
    /// Which game it is for
    game: String,
    /// Which kind of party; `dustup games` lists them
    #[arg(long, value_name = "KEY")]
    kind: Option<String>,
    /// How it is made up: short for --option method=VALUE
    #[arg(long, value_name = "VALUE")]
    method: Option<String>,
    /// How many parties are made up together; as few as the kind allows if not given
    #[arg(long, value_name = "N")]
    parties: Option<usize>,
    /// Who decides: human, random or novice
    #[arg(long, value_name = "PLAYER", default_value = "human")]
    player: String,
    /// Who decides for the other parties, where there are any: human, random or novice
    #[arg(long, value_name = "PLAYER", default_value = "novice")]
    others: String,
    /// Equal seeds give equal dice; chosen by lot if not given
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Roll real dice and type what they show
    #[arg(long, conflicts_with = "seed")]
    own_dice: bool,
    /// Something the players agree on; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Write the roster to this file; it is printed if not given. With several parties the name
    /// of each side is added
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// No map: everything in sentences, for screen readers and scripts
    #[arg(long)]
    plain: bool,
}

/// Makes up a party.
pub(crate) fn create(args: &CreateArgs, out: Out<'_>) -> Result<Verdict> {
    let title = registry::title(&args.game)?;
    let party = making(&title)?;
    let setup = setup_of(args, party)?;
    let count = setup.rosters.len();
    let options = setup.options.clone();
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one("dustup"));
    let names = (0..count).map(|side| if side == 0 { &args.player } else { &args.others });
    let seats = names.zip(0..).map(|(name, side)| seat(name, seed, side));
    let seats = seats.collect::<Result<Vec<Seat>>>()?;
    let made = match seats.iter().any(|seat| matches!(seat, Seat::Human)) {
        true => by_people(party, setup, (seats, seed), (args.own_dice, args.plain), out)?,
        false if args.own_dice => bail!("real dice are rolled by people: add --player human"),
        false => Some(by_computers(party, &setup, (seats, seed))?),
    };
    let Some(made) = made else { return Ok(Verdict::Good) };
    for (side, text) in &made {
        let path = args.out.as_deref().map(|path| named(path, *side, made.len()));
        deliver(&*title.battle, (path.as_deref(), text), &options, out)?;
    }
    Ok(Verdict::Good)
}

/// A party of the usual kind, made up by one player alone; nothing if people leave before it is
/// complete.
pub(crate) fn made_up(
    party: &dyn Game,
    (name, player): (&str, &str),
    (seed, options): (u64, &Options),
    plain: bool,
    out: Out<'_>,
) -> Result<Option<String>> {
    let about = party.about();
    let kind = about.scenarios.first().map(|kind| kind.key.clone()).unwrap_or_default();
    let mut setup = setup::of_party(about, &kind, options, 1);
    setup.rosters = vec![name.to_owned()];
    let seats = vec![seat(player, seed, 0)?];
    let made = match &seats[..] {
        [Seat::Human] => by_people(party, setup, (seats, seed), (false, plain), out)?,
        _ => Some(by_computers(party, &setup, (seats, seed))?),
    };
    Ok(made.and_then(|made| made.into_iter().next()).map(|(_, text)| text))
}

/// By what a title's parties are made up.
pub(crate) fn making(title: &Title) -> Result<&dyn Game> {
    let none = || {
        let about = title.battle.about();
        let others = registry::keys(|title| title.party.is_some());
        anyhow!(
            "{} has no parties to roll up; there is: {others}\nTry: dustup roster list {}",
            about.title,
            about.key
        )
    };
    title.party.as_deref().ok_or_else(none)
}

fn setup_of(args: &CreateArgs, party: &dyn Game) -> Result<Setup> {
    let about = party.about();
    let first = about.scenarios.first();
    let kind = match &args.kind {
        Some(key) => setup::scenario(about, key)?,
        None => first.ok_or_else(|| anyhow!("{} has no kinds of parties", about.title))?,
    };
    let (least, most) = (usize::from(kind.sides.0), usize::from(kind.sides.1));
    let count = args.parties.unwrap_or(least.max(1));
    if !(least..=most).contains(&count) {
        bail!("{} is for {}, not for {count}", kind.title, setup::how_many_sides(kind));
    }
    let mut given = args.options.clone();
    given.extend(args.method.iter().map(|method| format!("method={method}")));
    let options = setup::options(about, &given)?;
    Ok(setup::of_party(about, &kind.key, &options, count))
}

type Made = Vec<(SideId, String)>;

fn by_people(
    party: &dyn Game,
    setup: Setup,
    (seats, seed): (Vec<Seat>, u64),
    (own_dice, plain): (bool, bool),
    out: Out<'_>,
) -> Result<Option<Made>> {
    let dice = match own_dice {
        true => DiceChoice::Asked,
        false => DiceChoice::Seeded(Seed(seed)),
    };
    let played = party
        .begin(setup, &dice)
        .map_err(|problems| anyhow!("no party can be made up:\n  {}", problems.join("\n  ")))?;
    let mut session = Session::new(party, played, seats);
    session.plain = plain;
    session.echoes = io::stdin().is_terminal();
    let end = session.run(&mut io::stdin().lock(), out)?;
    Ok((end == End::Over).then(|| session.played.products()))
}

fn by_computers(party: &dyn Game, setup: &Setup, (seats, seed): (Vec<Seat>, u64)) -> Result<Made> {
    let drivers = seats.into_iter().filter_map(|seat| match seat {
        Seat::Computer(driver) => Some(driver),
        Seat::Human => None,
    });
    let made = party.play_out(setup, Seed(seed), &mut drivers.collect::<Vec<_>>());
    Ok(made.map_err(|why| anyhow!("no party was made up: {why}"))?.products)
}

/// The file of a side: the one that was named, or one beside it that has the side in its name.
fn named(path: &Path, side: SideId, count: usize) -> PathBuf {
    if count < 2 {
        return path.to_owned();
    }
    let stem = path.file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
    let end = path.extension().map(|end| format!(".{}", end.to_string_lossy()));
    path.with_file_name(format!("{stem}-{side}{}", end.unwrap_or_default()))
}

/// Writes a roster to its file, or prints it.
fn deliver(
    battle: &dyn Game,
    (path, text): (Option<&Path>, &str),
    options: &Options,
    out: Out<'_>,
) -> Result<()> {
    let Some(path) = path else {
        write!(out, "{text}")?;
        return Ok(());
    };
    let known = |key: &str| battle.about().options.iter().any(|spec| spec.key == key);
    let mut agreed = options.clone();
    agreed.retain(|key, _| known(key));
    let file = path.display().to_string();
    let sheet = battle.check_roster(text, &agreed);
    let sheet = sheet.map_err(|problems| setup::listed(&file, &problems))?;
    files::write(path, text)?;
    writeln!(out, "{file}: {}", super::summary(&sheet))?;
    writeln!(out, "Try: dustup roster print {file} --game {}", battle.about().key)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_parties_have_several_files() {
        let path = Path::new("dir/party.toml");
        assert_eq!(named(path, SideId(0), 1), path);
        assert_eq!(named(path, SideId(1), 2), Path::new("dir/party-blue.toml"));
        assert_eq!(named(Path::new("party"), SideId(0), 2), Path::new("party-red"));
    }
}
