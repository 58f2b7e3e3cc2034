//! `dustup table`: shows, checks and generates tables.

use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail};
use clap::Subcommand;
use tabletop::draw::Tone;
use tabletop::generate::{Recipe, Theme, generate};
use tabletop::{Changes, Length, Sketch, Table};

use crate::{Out, Verdict, files, picture, setup};

/// What to do with tables.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Draw a table from a file or from a seed
    Show(ShowArgs),
    /// Check a table file
    Check {
        /// The table file
        file: PathBuf,
    },
}

#[derive(Debug, clap::Args)]
struct ShowArgs {
    /// The table file
    #[arg(conflicts_with = "generate")]
    file: Option<PathBuf>,
    /// Lay a new table from this seed instead
    #[arg(long, value_name = "SEED")]
    generate: Option<u64>,
    /// What a generated table shows: ruins, woods, industrial, interior, wasteland
    #[arg(long, default_value = "ruins", requires = "generate")]
    theme: Theme,
    /// Size of a generated table in inches
    #[arg(long, value_name = "WIDTHxDEPTH", default_value = "36x36", requires = "generate")]
    size: String,
    /// Make a generated table look the same from both ends
    #[arg(long, requires = "generate")]
    symmetric: bool,
    /// Draw on a dark ground
    #[arg(long)]
    dark: bool,
    /// Write a table file instead of a picture
    #[arg(long, conflicts_with = "text")]
    toml: bool,
    /// Write a map of letters and a list of what stands where instead of a picture
    #[arg(long)]
    text: bool,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Shows or checks.
pub(crate) fn run(args: &Args, out: Out<'_>) -> Result<Verdict> {
    match &args.what {
        What::Show(args) => show(args, out)?,
        What::Check { file } => {
            let Sketch { name, width, depth, pieces } = setup::table(file)?;
            let count = pieces.len();
            let file = file.display();
            writeln!(
                out,
                "{file}: '{name}', {width} x {depth} inches, {count} pieces, good to play"
            )?;
        }
    }
    Ok(Verdict::Good)
}

fn show(args: &ShowArgs, out: Out<'_>) -> Result<()> {
    let sketch = match (&args.file, args.generate) {
        (Some(file), _) => setup::table(file)?,
        (None, Some(seed)) => generate(&recipe(args)?, seed),
        (None, None) => bail!("name a table file, or a seed: dustup table show --generate 1"),
    };
    let text = if args.toml {
        tabletop::file::write(&sketch)
    } else {
        let table = Table::new(sketch).map_err(|why| anyhow!(why))?;
        match args.text {
            true => {
                picture::map(&table, &Changes::default(), &[]) + &picture::terrain(&table, None)
            }
            false => picture::svg(&table, if args.dark { Tone::Slate } else { Tone::Paper }),
        }
    };
    match &args.output {
        Some(path) => {
            files::write(path, &text)?;
            writeln!(out, "{} is written", path.display())?;
        }
        None => out.write_all(text.as_bytes())?,
    }
    Ok(())
}

fn recipe(args: &ShowArgs) -> Result<Recipe> {
    let bad = || format!("'{}' is not a size such as 36x36, at most 96x96 inches", args.size);
    let (width, depth) = args.size.split_once(['x', 'X']).with_context(bad)?;
    let side = |text: &str| -> Result<Length> {
        let length: Length = text.parse().map_err(|_| anyhow!(bad()))?;
        match length < Length::inches(6) || length > Length::inches(96) {
            true => bail!("a table is 6 to 96 inches wide and deep, not {length}"),
            false => Ok(length),
        }
    };
    let (width, depth) = (side(width)?, side(depth)?);
    Ok(Recipe { width, depth, symmetric: args.symmetric, ..Recipe::new(args.theme) })
}
