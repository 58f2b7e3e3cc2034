//! `dustup play`: a whole match in the terminal.

mod ask;
mod commands;
pub(crate) mod session;
pub(crate) mod show;

use std::hash::{BuildHasher, RandomState};
use std::io::{self, IsTerminal};
use std::path::PathBuf;

use anyhow::{Result, anyhow, bail};
use engine::book::{Setup, TableChoice};
use engine::dice::Seed;
use engine::face::{AnyMatch, Game};
use engine::matches::DiceChoice;
use engine::source::Driver;
use tabletop::generate::Theme;

use crate::replay::{self, Opened};
use crate::setup::{self, Players, SetupArgs, USUAL_PLAYER};
use crate::{Out, Verdict, registry};

use session::Session;

/// What to play.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// Which game
    #[arg(required_unless_present = "resume")]
    game: Option<String>,
    #[command(flatten)]
    players: Players,
    #[command(flatten)]
    setup: SetupArgs,
    /// Play on the table of this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["theme", "table_seed", "symmetric"])]
    table: Option<PathBuf>,
    /// Lay the table from this seed; from the seed of the match if not given
    #[arg(long, value_name = "N")]
    table_seed: Option<u64>,
    /// Equal seeds give equal dice; chosen by lot if not given
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Roll real dice and type what they show
    #[arg(long, conflicts_with = "seed")]
    own_dice: bool,
    /// Save the match to this file after every answer
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Go on with a saved match, and save it to the same file unless --save names another
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "own_dice", "table"])]
    resume: Option<PathBuf>,
    /// No map: everything in sentences, for screen readers and scripts
    #[arg(long)]
    plain: bool,
}

/// Who sits behind a side.
pub(crate) enum Seat {
    /// Somebody at this terminal.
    Human,
    /// A computer player.
    Computer(Box<dyn Driver>),
}

/// Plays.
pub(crate) fn run(args: &Args, out: Out<'_>) -> Result<Verdict> {
    let (game, played) = match &args.resume {
        Some(path) => resumed(args, path, out)?,
        None => begun(args)?,
    };
    let seed = played.seed().map_or(1, |seed| seed.0);
    let sides = played.header().setup.rosters.len();
    let parties = args.setup.parties_of(sides, args.players.names(), USUAL_PLAYER)?;
    let seats = parties.iter().zip(0..).map(|(party, side)| seat(&party.player, seed, side));
    let seats = seats.collect::<Result<Vec<Seat>>>()?;
    let save = args.save.clone().or_else(|| args.resume.clone());
    let mut session = Session::new(&*game, played, seats);
    session.save = save;
    session.plain = args.plain;
    session.players = args.players.as_arguments();
    session.echoes = io::stdin().is_terminal();
    let mut input = io::stdin().lock();
    session.run(&mut input, out)?;
    Ok(Verdict::Good)
}

/// Whoever is called that, for a side of a match with a seed.
pub(crate) fn seat(name: &str, seed: u64, side: u64) -> Result<Seat> {
    if name == "human" {
        return Ok(Seat::Human);
    }
    // Not the seed itself: a player must not be able to foresee the dice.
    let own = Seed(seed).child(u64::MAX - side).0;
    let player = players::player(name, own).ok_or_else(|| {
        anyhow!("there is no player '{name}'; there is: human, {}", players::NAMES.join(", "))
    })?;
    Ok(Seat::Computer(player))
}

fn resumed(
    args: &Args,
    path: &std::path::Path,
    out: Out<'_>,
) -> Result<(Box<dyn Game>, Box<dyn AnyMatch>)> {
    let Opened { game, played, warnings } = replay::open(path)?;
    if let Some(named) = &args.game
        && !named.eq_ignore_ascii_case(game.about().key)
    {
        bail!("{}: this is a match of {}, not {named}", path.display(), game.about().key);
    }
    for warning in warnings {
        writeln!(out, "{warning}")?;
    }
    Ok((game, played))
}

fn begun(args: &Args) -> Result<(Box<dyn Game>, Box<dyn AnyMatch>)> {
    let key = args.game.as_deref().unwrap_or_default();
    let game = registry::game(key)?;
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one("dustup"));
    let setup = setup_of(&*game, args, seed)?;
    let dice = match args.own_dice {
        true => DiceChoice::Asked,
        false => DiceChoice::Seeded(Seed(seed)),
    };
    let played = game
        .begin(setup, &dice)
        .map_err(|problems| anyhow!("the match cannot be set up:\n  {}", problems.join("\n  ")))?;
    Ok((game, played))
}

fn setup_of(game: &dyn Game, args: &Args, seed: u64) -> Result<Setup> {
    let about = game.about();
    let parties = args.setup.parties(args.players.names(), USUAL_PLAYER)?;
    let scenarios = setup::scenarios(about, args.setup.scenario.as_deref(), parties.len())?;
    let first = scenarios.first().map(|scenario| scenario.key.clone());
    let scenario = first.ok_or_else(|| anyhow!("{} has no scenarios", about.title))?;
    let named: Vec<&str> = parties.iter().filter_map(|party| party.roster.as_deref()).collect();
    let options = setup::agreed(about, &args.setup.options, &named)?;
    // Nobody gets a roster that changes what was agreed on, unless it is asked for.
    let ready = about.rosters.iter().filter(|r| setup::is_ready(about, r, &options));
    let mut ready = ready.map(|roster| roster.key).cycle();
    let rosters: Result<Vec<String>> = parties
        .iter()
        .map(|party| {
            let usual = ready.next();
            let name = party.roster.as_deref().or(usual);
            let name = name.ok_or_else(|| anyhow!("name a roster with --roster-red and -blue"))?;
            setup::roster(game, name, &options)
        })
        .collect();
    let table = match &args.table {
        Some(path) => TableChoice::Given(setup::table(path)?),
        None => TableChoice::Generated {
            theme: args.setup.theme.unwrap_or(Theme::Ruins),
            seed: args.table_seed.unwrap_or_else(|| Seed(seed).child(u64::MAX).0),
            symmetric: args.setup.symmetric,
        },
    };
    Ok(Setup { scenario, options, rosters: rosters?, table })
}
