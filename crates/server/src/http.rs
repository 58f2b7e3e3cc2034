//! The server's addresses: which there are, and who answers at each.

mod choices;
mod failure;
mod guests;
mod health;
mod limits;
mod matches;
mod origin;
mod peer;
mod sockets;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware::{from_fn, from_fn_with_state, map_response};
use axum::routing::{any, get, post};
use tokio::sync::Semaphore;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::TimeoutLayer;

use crate::catalogue::Library;
use crate::denied::Denied;
use crate::games::Games;
use crate::hub::Hub;
use crate::{assets, headers};

pub use health::keep_measuring;
pub use limits::{Limits, Rate};

/// Most that is read of a request that holds no files.
const SMALL: usize = 64 << 10;
/// Most that is read of a roster.
const ROSTER: usize = 256 << 10;
/// Most that is read of a table.
const TABLE: usize = 1 << 20;
/// Most that is read of a match that is asked for: a table, and a roster for each of four sides.
const WHOLE_SETUP: usize = TABLE + 4 * ROSTER;
/// Most that is read of a saved match.
const SAVED: usize = 4 << 20;
/// A request that is not done by then never will be: whoever asked has gone, or dawdles.
const PATIENCE: Duration = Duration::from_secs(60);

/// What whoever starts the server decides.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Whether a proxy in front says who asks and whether they came by https. Without one these
    /// headers are not believed, because anybody could send them.
    pub behind_proxy: bool,
    /// Whether everybody may see the measurements, not only whoever asks from this machine.
    pub open_metrics: bool,
    /// How much one address may ask for.
    pub limits: Limits,
}

/// What everybody who answers needs.
struct Desk {
    hub: Hub,
    games: Games,
    library: Library,
    settings: Settings,
    limiters: limits::Limiters,
    sockets: sockets::Counts,
    /// Permits for work that keeps a core busy, so that much of it cannot stop everything else.
    cores: Arc<Semaphore>,
}

type App = Arc<Desk>;

impl Desk {
    /// Does work that keeps a core busy where it holds up nobody.
    async fn work<T: Send + 'static>(
        self: &Arc<Desk>,
        job: impl FnOnce(&Desk) -> Result<T, Denied> + Send + 'static,
    ) -> Result<T, Denied> {
        let broken = |why: &str| Denied::Broken(format!("the server could not finish this: {why}"));
        let cores = Arc::clone(&self.cores);
        let permit = cores.acquire_owned().await.map_err(|_| broken("it is being shut down"))?;
        let desk = Arc::clone(self);
        let job = move || {
            // The work goes on when whoever asked has gone, and so it keeps its permit.
            let _permit = permit;
            job(&desk)
        };
        let done = tokio::task::spawn_blocking(job).await;
        done.map_err(|error| {
            tracing::error!(%error, "work for a request has failed");
            broken("its own mistake; it has been written down")
        })?
    }
}

/// Everything the server answers.
pub fn router(hub: Hub, games: Games, settings: Settings) -> Router {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let desk = Arc::new(Desk {
        hub,
        library: Library::new(&games),
        games,
        limiters: limits::Limiters::new(&settings.limits),
        sockets: sockets::Counts::default(),
        settings,
        cores: Arc::new(Semaphore::new(cores)),
    });
    Router::new()
        .nest("/api", api(&desk))
        .fallback(assets::web)
        .layer(from_fn_with_state(Arc::clone(&desk), guests::know))
        .merge(health::routes(&desk))
        .layer(from_fn_with_state(Arc::clone(&desk), origin::guard))
        .layer(CatchPanicLayer::custom(failure::after_panic))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, PATIENCE))
        .layer(CompressionLayer::new())
        .layer(map_response(headers::guarded))
        .layer(from_fn_with_state(Arc::clone(&desk), peer::find))
        .layer(from_fn(health::measure))
        .with_state(desk)
}

fn api(desk: &App) -> Router<App> {
    let held_to = |rate: Rate| from_fn_with_state((Arc::clone(desk), rate), limits::hold);
    Router::new()
        .merge(new_matches().route_layer(held_to(Rate::NewMatches)))
        .merge(requests().route_layer(held_to(Rate::Requests)))
        .merge(readings().route_layer(held_to(Rate::Readings)))
        .merge(replays().route_layer(held_to(Rate::Replays)))
        .route("/{*anything}", any(failure::nothing_here))
        .layer(DefaultBodyLimit::max(SMALL))
}

/// What makes a new match, and so takes up room for good.
fn new_matches() -> Router<App> {
    Router::new()
        .route("/matches", post(matches::begin).layer(DefaultBodyLimit::max(WHOLE_SETUP)))
        .route("/matches/upload", post(matches::upload).layer(DefaultBodyLimit::max(SAVED)))
        .route("/matches/{id}/branch", post(matches::branch))
        .route("/matches/{id}/rematch", post(matches::rematch))
}

fn requests() -> Router<App> {
    let roster = post(choices::check_roster).layer(DefaultBodyLimit::max(ROSTER));
    let table = post(choices::preview_table).layer(DefaultBodyLimit::max(TABLE));
    Router::new()
        .route("/games/{game}/rosters/check", roster)
        .route("/tables/preview", table)
        .route("/matches/{id}/sit/{side}", post(matches::sit))
        .route("/matches/{id}/link/{side}", post(matches::link))
        .route("/join", post(matches::join))
}

fn readings() -> Router<App> {
    Router::new()
        .route("/catalogue", get(choices::catalogue))
        .route("/games/{game}/rules", get(choices::rules))
        .route("/games/{game}/rules/{clause}", get(choices::clause))
        .route("/lobby", get(matches::lobby))
        .route("/matches/{id}/file", get(matches::file))
        .route("/matches/{id}/socket", get(sockets::open))
}

/// What makes a table play its match through again.
fn replays() -> Router<App> {
    Router::new()
        .route("/matches/{id}/timeline", get(matches::timeline))
        .route("/matches/{id}/frames", get(matches::frames))
}
