//! `dustup campaign`: a series of battles in which parties live on.
//!
//! A campaign is one match: its file is the ledger, and everything in it is found again by
//! playing it once more from the beginning. So nothing is written down twice.

use std::hash::{BuildHasher, RandomState};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use clap::Subcommand;
use engine::book::{Progress, Setup, TableChoice};
use engine::dice::Seed;
use engine::face::{AnyMatch, Game};
use engine::ids::SideId;
use engine::matches::DiceChoice;
use serde_json::json;
use tabletop::generate::Theme;

use crate::play::session::{End, Session, Until};
use crate::play::{Seat, seat, show};
use crate::replay::{self, Opened};
use crate::roster::{create, sheet};
use crate::setup::{self, Party, Players, SetupArgs, USUAL_PLAYER};
use crate::{Out, Verdict, files, registry};

/// What to do with a campaign.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Begin a campaign: make up the parties that have no roster, and get ready for the first battle
    New(NewArgs),
    /// Tell how a campaign stands, what is due and what comes next
    Status(StatusArgs),
    /// Play on until the next battle is over
    Next(GoOnArgs),
    /// Play what follows a battle, until the next one is about to begin
    Resolve(GoOnArgs),
    /// Print a party as it is now
    Roster(RosterArgs),
    /// Rebuild a campaign from its file and check every state and every die
    Verify(FileArgs),
}

/// How it is played.
#[derive(Clone, Debug, clap::Args)]
struct Manner {
    #[command(flatten)]
    players: Players,
    /// No map: everything in sentences, for screen readers and scripts
    #[arg(long)]
    plain: bool,
}

#[derive(Debug, clap::Args)]
struct NewArgs {
    /// Which game
    game: String,
    /// The file that keeps the campaign
    #[arg(long, value_name = "FILE")]
    file: PathBuf,
    /// How many battles; the usual number of the game if not given
    #[arg(long, value_name = "N")]
    games: Option<u32>,
    /// Equal seeds give equal dice; chosen by lot if not given
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Roll real dice and type what they show
    #[arg(long, conflicts_with = "seed")]
    own_dice: bool,
    /// A side's party, such as red=FILE or blue=KEY; sides that are not named make up their own
    #[arg(long = "roster", value_name = "SIDE=KEY|FILE")]
    rosters: Vec<String>,
    /// Something the players agree on; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// What the tables show: ruins, woods, industrial, interior, wasteland
    #[arg(long, value_name = "THEME")]
    theme: Option<Theme>,
    /// Lay tables that look the same from both ends
    #[arg(long)]
    symmetric: bool,
    #[command(flatten)]
    manner: Manner,
}

#[derive(Debug, clap::Args)]
struct FileArgs {
    /// The file that keeps the campaign
    file: PathBuf,
}

#[derive(Debug, clap::Args)]
struct StatusArgs {
    /// The file that keeps the campaign
    file: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
struct GoOnArgs {
    /// The file that keeps the campaign
    file: PathBuf,
    #[command(flatten)]
    manner: Manner,
}

#[derive(Debug, clap::Args)]
struct RosterArgs {
    /// The file that keeps the campaign
    file: PathBuf,
    /// Whose party: red, blue, green or gold
    side: String,
    /// Print the roster file itself, to be used elsewhere
    #[arg(long)]
    toml: bool,
    /// Write a page for printing to this file instead
    #[arg(long, value_name = "OUT", conflicts_with = "toml")]
    html: Option<PathBuf>,
}

/// Keeps or plays a campaign.
pub(crate) fn run(args: &Args, out: Out<'_>) -> Result<Verdict> {
    match &args.what {
        What::New(args) => begin(args, out),
        What::Status(args) => status(args, out),
        What::Next(args) => next(args, out),
        What::Resolve(args) => resolve(args, out),
        What::Roster(args) => roster(args, out),
        What::Verify(args) => {
            let Campaign { opened, .. } = open(&args.file)?;
            replay::tell_verdict(&opened, out)
        }
    }
}

/// A campaign that was read from its file.
struct Campaign {
    opened: Opened,
    progress: Progress,
}

fn open(path: &Path) -> Result<Campaign> {
    let opened = replay::open(path)?;
    match opened.played.progress() {
        Some(progress) => Ok(Campaign { opened, progress }),
        None => {
            let title = opened.game.about().title;
            bail!("{}: this is a single match of {title}, not a campaign", path.display())
        }
    }
}

fn begin(args: &NewArgs, out: Out<'_>) -> Result<Verdict> {
    if args.file.exists() {
        bail!("{}: this file exists already; name another", args.file.display());
    }
    let title = registry::title(&args.game)?;
    let campaign = title.campaign.ok_or_else(|| {
        let others = registry::keys(|title| title.campaign.is_some());
        anyhow!("{} has no campaigns; there is: {others}", title.battle.about().title)
    })?;
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one("dustup"));
    let (mut setup, parties) = setup_of(args, &*campaign, seed)?;
    if !fill_in(args, title.party.as_deref(), (&mut setup, &parties), seed, out)? {
        return Ok(Verdict::Good);
    }
    let dice = match args.own_dice {
        true => DiceChoice::Asked,
        false => DiceChoice::Seeded(Seed(seed)),
    };
    let begun = campaign.begin(setup, &dice);
    let played = begun.map_err(|problems| {
        anyhow!("the campaign cannot be set up:\n  {}", problems.join("\n  "))
    })?;
    files::write(&args.file, &played.save())?;
    play_on((&*campaign, played), (&args.file, Until::Battle), (&parties, &args.manner), out)
}

/// Where only some sides have a roster, the others make up theirs first; where none has, that is
/// part of the campaign. Says whether everybody has a party.
fn fill_in(
    args: &NewArgs,
    party: Option<&dyn Game>,
    (setup, parties): (&mut Setup, &[Party]),
    seed: u64,
    out: Out<'_>,
) -> Result<bool> {
    let empty = |text: &String| text.is_empty();
    if setup.rosters.iter().all(empty) || !setup.rosters.iter().any(empty) {
        return Ok(true);
    }
    let Some(party) = party else { bail!("every side needs a roster: --roster red=FILE") };
    for (side, text) in setup.rosters.iter_mut().enumerate().filter(|(_, text)| empty(text)) {
        let name = format!("{} party", show::capital(SideId::NAMES[side]));
        writeln!(out, "Making up the {name}.")?;
        let own = Seed(seed).child(u64::MAX - 100 - side as u64).0;
        let who = (name.as_str(), parties[side].player.as_str());
        let dice = (own, &setup.options);
        match create::made_up(party, who, dice, args.manner.plain, out)? {
            Some(made) => *text = made,
            None => {
                writeln!(out, "The campaign has not begun.")?;
                return Ok(false);
            }
        }
    }
    Ok(true)
}

fn setup_of(args: &NewArgs, campaign: &dyn Game, seed: u64) -> Result<(Setup, Vec<Party>)> {
    let about = campaign.about();
    let mut given = args.options.clone();
    given.extend(args.games.map(|games| format!("games={games}")));
    let mut named: [Option<String>; 4] = Default::default();
    for text in &args.rosters {
        let side = text.split_once('=').and_then(|(side, roster)| {
            Some((SideId::named(side.trim())?, roster.trim().to_owned()))
        });
        let Some((side, roster)) = side else {
            bail!("'{text}' is not a side and its roster, such as red=FILE or blue=KEY");
        };
        named[side.index()] = Some(roster);
    }
    let [roster_red, roster_blue, roster_green, roster_gold] = named;
    let args_of_setup = SetupArgs {
        scenario: None,
        roster_red,
        roster_blue,
        roster_green,
        roster_gold,
        theme: args.theme,
        symmetric: args.symmetric,
        options: given,
    };
    let parties = args_of_setup.parties(args.manner.players.names(), USUAL_PLAYER)?;
    let scenarios = setup::scenarios(about, None, parties.len())?;
    let scenario = scenarios.first().map(|scenario| scenario.key.clone());
    let keys: Vec<&str> = parties.iter().filter_map(|party| party.roster.as_deref()).collect();
    let options = setup::agreed(about, &args_of_setup.options, &keys)?;
    let roster = |party: &Party| match &party.roster {
        Some(name) => setup::roster(campaign, name, &options),
        // An empty roster is made up in the campaign.
        None => Ok(String::new()),
    };
    let rosters = parties.iter().map(roster).collect::<Result<Vec<String>>>()?;
    let table = TableChoice::Generated {
        theme: args.theme.unwrap_or(Theme::Ruins),
        seed: Seed(seed).child(u64::MAX).0,
        symmetric: args.symmetric,
    };
    let scenario = scenario.ok_or_else(|| anyhow!("{} has nothing to play", about.title))?;
    Ok((Setup { scenario, options, rosters, table }, parties))
}

/// Who plays each of so many sides.
fn parties(players: &Players, count: usize) -> Result<Vec<Party>> {
    let bare = SetupArgs {
        scenario: None,
        roster_red: None,
        roster_blue: None,
        roster_green: None,
        roster_gold: None,
        theme: None,
        symmetric: false,
        options: Vec::new(),
    };
    bare.parties_of(count, players.names(), USUAL_PLAYER)
}

/// Plays on as far as is wanted, and saves.
fn play_on(
    (game, played): (&dyn Game, Box<dyn AnyMatch>),
    (file, until): (&Path, Until),
    (parties, manner): (&[Party], &Manner),
    out: Out<'_>,
) -> Result<Verdict> {
    // Other players than at the last command, who must not foresee the dice either.
    let seed = Seed(played.seed().map_or(1, |seed| seed.0)).child(played.steps() as u64).0;
    let seats = parties.iter().zip(0..).map(|(party, side)| seat(&party.player, seed, side));
    let seats = seats.collect::<Result<Vec<Seat>>>()?;
    let mut session = Session::new(game, played, seats);
    session.save = Some(file.to_owned());
    session.plain = manner.plain;
    session.players = manner.players.as_arguments();
    session.echoes = io::stdin().is_terminal();
    session.until = until;
    session.go_on = "dustup campaign next";
    if until != Until::Battle || session.played.progress().is_some_and(|p| p.fought > 0) {
        session.skip_told();
    }
    let end = session.run(&mut io::stdin().lock(), out)?;
    if end == End::Reached
        && let Some(progress) = session.played.progress()
    {
        writeln!(out, "{}", standing(&progress))?;
        writeln!(out, "Next: {}", progress.next)?;
    }
    Ok(Verdict::Good)
}

fn standing(progress: &Progress) -> String {
    let Progress { fought, of, .. } = progress;
    let sides = progress.sides.iter().map(|(side, lines)| {
        let first = lines.first().map(String::as_str).unwrap_or_default();
        format!("{side} {first}")
    });
    let sides = sides.collect::<Vec<_>>().join("; ");
    match fought {
        0 => format!("{of} battles are to be fought: {sides}"),
        _ => format!("Battle {fought} of {of} is over: {sides}"),
    }
}

fn next(args: &GoOnArgs, out: Out<'_>) -> Result<Verdict> {
    let Campaign { opened, progress } = open(&args.file)?;
    go_on(args, opened, Until::Fought(progress.fought.saturating_add(1)), out)
}

fn resolve(args: &GoOnArgs, out: Out<'_>) -> Result<Verdict> {
    let Campaign { opened, progress } = open(&args.file)?;
    if progress.fighting {
        let file = args.file.display();
        let players = args.manner.players.as_arguments();
        bail!(
            "{file}: a battle comes first: {}\nTry: dustup campaign next {file}{players}",
            progress.next
        );
    }
    go_on(args, opened, Until::Battle, out)
}

fn go_on(args: &GoOnArgs, opened: Opened, until: Until, out: Out<'_>) -> Result<Verdict> {
    let Opened { game, played, warnings } = opened;
    for warning in warnings {
        writeln!(out, "{warning}")?;
    }
    let parties = parties(&args.manner.players, played.header().setup.rosters.len())?;
    play_on((&*game, played), (&args.file, until), (&parties, &args.manner), out)
}

fn status(args: &StatusArgs, out: Out<'_>) -> Result<Verdict> {
    let Campaign { opened, progress } = open(&args.file)?;
    let played = &opened.played;
    if args.json {
        let all = json!({
            "game": opened.game.about().key,
            "progress": progress,
            "outcome": played.outcome(),
            "warnings": opened.warnings,
        });
        writeln!(out, "{all:#}")?;
        return Ok(Verdict::Good);
    }
    writeln!(out, "{}", opened.game.about().title)?;
    writeln!(out, "Battles fought: {} of {}", progress.fought, progress.of)?;
    for (side, lines) in &progress.sides {
        let mut lines = lines.iter();
        let first = lines.next().map(String::as_str).unwrap_or_default();
        writeln!(out, "\n{}: {first}", show::capital(side.name()))?;
        for line in lines {
            writeln!(out, "  {line}")?;
        }
    }
    writeln!(out)?;
    for line in &progress.history {
        writeln!(out, "{line}")?;
    }
    match played.outcome() {
        Some(outcome) => show::outcome(&outcome, out)?,
        None => writeln!(out, "Next: {}", progress.next)?,
    }
    for warning in &opened.warnings {
        writeln!(out, "{warning}")?;
    }
    Ok(Verdict::Good)
}

fn roster(args: &RosterArgs, out: Out<'_>) -> Result<Verdict> {
    let Campaign { opened, .. } = open(&args.file)?;
    let file = args.file.display();
    let sides = opened.played.header().setup.rosters.len();
    let side = SideId::named(&args.side).filter(|side| side.index() < sides).ok_or_else(|| {
        anyhow!("{file}: there is no side '{}'; there is: {}", args.side, names(sides))
    })?;
    let made = opened.played.products().into_iter().find(|(of, _)| *of == side);
    let (_, text) = made.ok_or_else(|| anyhow!("{file}: {side} has no party yet"))?;
    if args.toml {
        write!(out, "{text}")?;
        return Ok(Verdict::Good);
    }
    let checked = opened.game.check_roster(&text, &opened.played.header().setup.options);
    let party = checked.map_err(|problems| setup::listed(&format!("{side}'s party"), &problems))?;
    let Some(path) = &args.html else {
        sheet::text(&party, out)?;
        return Ok(Verdict::Good);
    };
    files::write(path, &sheet::html(opened.game.about().title, &party))?;
    writeln!(out, "{} is written: open it in a browser and print it", path.display())?;
    Ok(Verdict::Good)
}

fn names(sides: usize) -> String {
    SideId::NAMES[..sides.min(SideId::NAMES.len())].join(", ")
}
