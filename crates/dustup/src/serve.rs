//! `dustup serve`: opens the table in the browser. Plain `dustup` does the same.

use std::env;
use std::fs::DirBuilder;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use server::Config;
use server::games::Games;
use server::http::{Limits, Settings};

use crate::{Out, Verdict, registry};

/// Where the table is, unless somebody says otherwise.
const USUAL: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 7311);
/// How many ports after the usual one are tried if it is taken.
const MORE_PORTS: u16 = 10;

/// How to open the table.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Args {
    /// Where to listen; port 0 takes any that is free [default: 127.0.0.1:7311]
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Option<SocketAddr>,
    /// The file to keep matches in; the usual one is in your folder for programs' data
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// Believe a proxy in front about who asks and whether they came by https
    #[arg(long)]
    behind_proxy: bool,
    /// Show measurements at /metrics to everybody, not only on this machine
    #[arg(long)]
    open_metrics: bool,
    /// Let everybody ask for as much as they like
    #[arg(long, hide = true)]
    unlimited: bool,
}

/// Opens the table and keeps it open until told to stop.
pub(crate) fn run(args: &Args, out: Out<'_>) -> Result<Verdict> {
    let data = data_file(args)?;
    let battles = registry::titles().into_iter().map(|title| title.battle);
    let limits = if args.unlimited { Limits::none() } else { Limits::default() };
    let config = Config {
        games: Games::new(battles),
        data: data.clone(),
        listen: args.listen.unwrap_or(USUAL),
        more_ports: if args.listen.is_some() { 0 } else { MORE_PORTS },
        settings: Settings {
            behind_proxy: args.behind_proxy,
            open_metrics: args.open_metrics,
            limits,
        },
    };
    let asked_for = config.listen;
    let mut told = Ok(());
    let served = server::run(config, |address| told = announce(asked_for, address, &data, out));
    told?;
    served.map_err(|why| anyhow!(why))?;
    Ok(Verdict::Good)
}

fn announce(asked_for: SocketAddr, address: SocketAddr, data: &Path, out: Out<'_>) -> Result<()> {
    let port = address.port();
    let other = match asked_for.port() {
        0 => String::new(),
        wanted if wanted == port => String::new(),
        wanted => format!(" (port {wanted} was taken)"),
    };
    // An address that stands for all of this machine's is none that a browser can go to.
    let place = match address.ip().is_unspecified() {
        true => format!("http://localhost:{port}"),
        false => format!("http://{address}"),
    };
    writeln!(out, "The table is open: {place}{other}")?;
    writeln!(out, "Matches are kept in {}. Ctrl-C closes it; nothing is lost.", data.display())?;
    writeln!(out, "Other commands: dustup help")?;
    out.flush()?;
    Ok(())
}

/// The file matches are kept in. Its folder is made if it is not there.
fn data_file(args: &Args) -> Result<PathBuf> {
    let file = match &args.data {
        Some(file) => file.clone(),
        None => data_folder()?.join("dustup").join("dustup.sqlite"),
    };
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.exists()) {
        let told = || format!("{}: this folder cannot be made", folder.display());
        builder().recursive(true).create(folder).with_context(told)?;
    }
    Ok(file)
}

/// Makes folders that nobody else can look into: the seeds of running matches are in there.
#[cfg(unix)]
fn builder() -> DirBuilder {
    use std::os::unix::fs::DirBuilderExt;
    let mut builder = DirBuilder::new();
    builder.mode(0o700);
    builder
}

#[cfg(not(unix))]
fn builder() -> DirBuilder {
    DirBuilder::new()
}

/// Where programs keep their data on this machine.
fn data_folder() -> Result<PathBuf> {
    let set = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let found = match cfg!(windows) {
        true => set("APPDATA"),
        false => set("XDG_DATA_HOME").or_else(|| set("HOME").map(|home| home.join(".local/share"))),
    };
    found.context("there is no folder for programs' data here; name a file with --data")
}
