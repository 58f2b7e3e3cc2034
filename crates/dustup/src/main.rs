//! The command line: opens the table in the browser, plays, judges, simulates, and prints rosters
//! and tables.
//!
//! Exit codes: 0 when all is well; 1 when something that was checked does not hold (a ruling
//! fails, a replay does not verify, a simulated match gets stuck); 2 when the command or a file
//! could not be used.

mod arena;
mod campaign;
mod files;
mod games;
mod lab;
mod odds;
mod picture;
mod play;
mod registry;
mod replay;
mod roster;
mod rulings;
mod serve;
mod setup;
mod sim;
mod table;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Plays, judges and simulates tabletop miniature skirmish games.
#[derive(Debug, Parser)]
#[command(name = "dustup", version, disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Open the table in the browser; this is what happens without a command, too
    Serve(serve::Args),
    /// Say what there is
    Help,
    /// List the games, with their scenarios, options and ready-made rosters
    Games(games::Args),
    /// Run the readable tests of a game's rules
    Rulings(rulings::Args),
    /// Play a match in the terminal
    Play(play::Args),
    /// Let the computer play many matches and count
    Sim(sim::Args),
    /// Let computer players play each other, and rate them
    Arena(arena::Args),
    /// Say how likely things are: in a saved match, in a scene, or without any table
    Odds(odds::Args),
    /// Run experiments that can be repeated, and report on them
    Lab(lab::Args),
    /// Show a saved match from its beginning, and verify it
    Replay(replay::Args),
    /// Make up, check, list and print rosters
    Roster(roster::Args),
    /// Keep and play a campaign: a series of battles in which parties live on
    Campaign(campaign::Args),
    /// Show, check and generate tables
    Table(table::Args),
}

/// Whether what was checked holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It does.
    Good,
    /// It does not; the reasons have been told.
    Bad,
}

/// Where commands write to.
pub(crate) type Out<'a> = &'a mut dyn Write;

const OVERVIEW: &str = "\
Dustup plays tabletop miniature skirmish games.

  dustup                    open the table in the browser: play against the computer, at one
                            screen, or with somebody elsewhere by a link
  dustup serve --listen 0.0.0.0:7311
                            the same, for others in your network as well

And in the terminal:

  dustup games              what can be played
  dustup play requiem       play a match against the computer; type help at any time
  dustup sim requiem --games 100 --seed 1
                            let the computer play a hundred matches and count
  dustup arena requiem --players veteran,regular,novice
                            let computer players play each other, and rate them
  dustup lab example requiem
                            print the specification of an experiment to start from
  dustup rulings            run the readable tests of the rules
  dustup odds mutants shooting --combat 4 --range 8
                            how likely each result of a shot is; --list says what else there is
  dustup replay FILE        show a saved match
  dustup roster list requiem
                            ready-made rosters; check and print your own
  dustup campaign new GAME --file FILE
                            begin a campaign, for games that have them
  dustup table show --generate 1 -o table.svg
                            lay a table and draw it

Try first:  dustup
Every command explains itself:  dustup play --help
";

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = io::stdout().lock();
    let result = run(&cli, &mut out).and_then(|verdict| {
        out.flush()?;
        Ok(verdict)
    });
    match result {
        Ok(Verdict::Good) => ExitCode::SUCCESS,
        Ok(Verdict::Bad) => ExitCode::from(1),
        // Whoever read our output has had enough of it.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // If even this cannot be written there is nobody left to tell.
            let _ = writeln!(io::stderr(), "{error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(cli: &Cli, out: Out<'_>) -> Result<Verdict> {
    match &cli.command {
        None => serve::run(&serve::Args::default(), out),
        Some(Command::Serve(args)) => serve::run(args, out),
        Some(Command::Help) => {
            out.write_all(OVERVIEW.as_bytes())?;
            Ok(Verdict::Good)
        }
        Some(Command::Games(args)) => games::run(args, out),
        Some(Command::Rulings(args)) => rulings::run(args, out),
        Some(Command::Play(args)) => play::run(args, out),
        Some(Command::Sim(args)) => sim::run(args, out),
        Some(Command::Arena(args)) => arena::run(args, out),
        Some(Command::Odds(args)) => odds::run(args, out),
        Some(Command::Lab(args)) => lab::run(args, out),
        Some(Command::Replay(args)) => replay::run(args, out),
        Some(Command::Roster(args)) => roster::run(args, out),
        Some(Command::Campaign(args)) => campaign::run(args, out),
        Some(Command::Table(args)) => table::run(args, out),
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let broken = |cause: &io::Error| cause.kind() == io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref::<io::Error>().is_some_and(broken))
}
