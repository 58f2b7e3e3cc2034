//! Starts and stops the server.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use axum::serve::ListenerExt;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tracing_subscriber::EnvFilter;

use crate::games::Games;
use crate::http::{self, Settings};
use crate::hub::Hub;
use crate::store::Store;

/// How long a server that is told to close waits for what is under way.
const FAREWELL: Duration = Duration::from_secs(5);

/// Everything a server is started with.
#[derive(Debug)]
pub struct Config {
    /// The games it plays.
    pub games: Games,
    /// The file matches are kept in; made if it is not there.
    pub data: PathBuf,
    /// Where it listens.
    pub listen: SocketAddr,
    /// How many ports after that one are tried if it is taken.
    pub more_ports: u16,
    /// Everything else.
    pub settings: Settings,
}

/// Serves until this process is told to stop. `opened` is told the address as soon as people can
/// come.
pub fn run(config: Config, opened: impl FnOnce(SocketAddr)) -> Result<(), String> {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    // If somebody has set this up before, it is theirs.
    let _ = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).try_init();
    let runtime = tokio::runtime::Runtime::new().map_err(|why| format!("no threads: {why}"))?;
    let result = runtime.block_on(serve(config, opened, told_to_stop()));
    // Work that is still under way has nobody left to wait for it.
    runtime.shutdown_background();
    result
}

/// Serves until `until` is over. `opened` is told the address as soon as people can come.
pub async fn serve(
    config: Config,
    opened: impl FnOnce(SocketAddr),
    until: impl Future<Output = ()>,
) -> Result<(), String> {
    let Config { games, data, listen, more_ports, settings } = config;
    let _lock = lock(&data)?;
    let hub = Hub::new(games.clone(), Store::open(&data)?);
    let router = http::router(hub.clone(), games, settings);
    let listener = bind(listen, more_ports).await?;
    let address = listener.local_addr().map_err(|why| format!("{listen}: {why}"))?;
    // What is said at a table is short, and must not wait for more to be said.
    let listener = listener.tap_io(|connection| {
        let _ = connection.set_nodelay(true);
    });
    let measuring = tokio::spawn(http::keep_measuring());
    let (close, closed) = oneshot::channel::<()>();
    let service = router.into_make_service_with_connect_info::<SocketAddr>();
    let serving = axum::serve(listener, service).with_graceful_shutdown(async {
        // Whoever holds the other end says so, or is gone; either way it is over.
        let _ = closed.await;
    });
    let serving = tokio::spawn(serving.into_future());
    opened(address);
    until.await;
    // Nobody new is let in; whoever is here is told, and what they have done is kept.
    drop(close);
    let farewell = async {
        hub.shut_down().await;
        serving.await
    };
    if tokio::time::timeout(FAREWELL, farewell).await.is_err() {
        tracing::warn!("some connections did not end by themselves and were cut");
    }
    measuring.abort();
    Ok(())
}

/// Two servers on one file would not know of each other's matches, so only one may have it.
fn lock(data: &Path) -> Result<File, String> {
    let mut name = data.as_os_str().to_owned();
    name.push(".lock");
    let fail = |why: io::Error| format!("{}: cannot be written: {why}", data.display());
    let file = OpenOptions::new().create(true).append(true).open(&name).map_err(fail)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(format!(
            "{}: another server is using this file; go to that one, or name another file with --data",
            data.display()
        )),
        Err(TryLockError::Error(why)) => Err(fail(why)),
    }
}

/// Listens at an address, or at one of so many ports after it.
async fn bind(listen: SocketAddr, more_ports: u16) -> Result<TcpListener, String> {
    let mut address = listen;
    loop {
        match TcpListener::bind(address).await {
            Ok(listener) => return Ok(listener),
            Err(why) if why.kind() == io::ErrorKind::AddrInUse => {
                let tried = address.port() - listen.port();
                let next = address.port().checked_add(1).filter(|_| tried < more_ports);
                let Some(port) = next else { return Err(taken(listen, more_ports)) };
                address.set_port(port);
            }
            Err(why) => return Err(format!("{address}: cannot listen there: {why}")),
        }
    }
}

fn taken(listen: SocketAddr, more_ports: u16) -> String {
    let what = match more_ports {
        0 => "this port is taken".to_owned(),
        more => format!("this port and the {more} after it are taken"),
    };
    format!("{listen}: {what}; name another, such as --listen {}:0 for any", listen.ip())
}

#[cfg(unix)]
async fn told_to_stop() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else { return interrupted().await };
    tokio::select! {
        () = interrupted() => (),
        _ = terminate.recv() => (),
    }
}

#[cfg(not(unix))]
async fn told_to_stop() {
    interrupted().await;
}

/// Waits for Ctrl-C; for ever where it cannot be waited for.
async fn interrupted() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
