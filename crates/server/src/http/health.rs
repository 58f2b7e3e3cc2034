//! How the server is: for whoever watches over it.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

use super::App;
use super::failure::Refused;
use super::limits::{self, Rate};
use super::peer::Peer;
use crate::denied::Denied;

/// Upper bounds by which answers are sorted, in seconds.
const BOUNDS: [f64; 8] = [0.001, 0.005, 0.02, 0.05, 0.1, 0.5, 2.0, 10.0];
/// How often measurements are put in order.
const TIDYING: Duration = Duration::from_secs(5);

/// Where it can be asked.
pub(super) fn routes(desk: &App) -> Router<App> {
    let limit = from_fn_with_state((Arc::clone(desk), Rate::Readings), limits::hold);
    let health = Router::new().route("/healthz", get(is_well)).route_layer(limit);
    health.route("/metrics", get(measurements))
}

/// Says `ok` if matches can be read and written.
async fn is_well(State(desk): State<App>) -> Result<&'static str, Refused> {
    desk.hub.check_storage().await?;
    Ok("ok\n")
}

async fn measurements(
    State(desk): State<App>,
    Extension(peer): Extension<Peer>,
) -> Result<Response, Refused> {
    if !peer.is_here && !desk.settings.open_metrics {
        let why = "measurements are shown on this machine only, unless started with --open-metrics";
        return Err(Refused::new(StatusCode::FORBIDDEN, why));
    }
    let Some(recorder) = recorder() else {
        return Err(Denied::Broken("somebody else keeps the measurements".to_owned()).into());
    };
    let gauges = desk.hub.gauges();
    metrics::gauge!("dustup_rooms").set(gauges.rooms as f64);
    metrics::gauge!("dustup_connections").set(gauges.connections as f64);
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    Ok(([(CONTENT_TYPE, kind)], recorder.render()).into_response())
}

/// Counts every request and how long it took.
pub(super) async fn measure(request: Request, next: Next) -> Response {
    let path = request.extensions().get::<MatchedPath>();
    let route = path.map_or("web", MatchedPath::as_str).to_owned();
    let begun = Instant::now();
    let response = next.run(request).await;
    let (took, status) = (begun.elapsed(), response.status().as_u16().to_string());
    tracing::debug!(route, status, ?took, "answered");
    metrics::histogram!("dustup_request_seconds", "route" => route.clone()).record(took);
    metrics::counter!("dustup_requests_total", "route" => route, "status" => status).increment(1);
    response
}

/// Whoever keeps the measurements of this process: one, however many servers run in it.
fn recorder() -> Option<&'static PrometheusHandle> {
    static RECORDER: OnceLock<Option<PrometheusHandle>> = OnceLock::new();
    let made = RECORDER.get_or_init(|| {
        let builder = PrometheusBuilder::new().set_buckets(&BOUNDS);
        builder.and_then(PrometheusBuilder::install_recorder).ok()
    });
    made.as_ref()
}

/// Begins to measure, and keeps what was measured from piling up for as long as this is awaited.
pub async fn keep_measuring() {
    let recorder = recorder();
    loop {
        tokio::time::sleep(TIDYING).await;
        if let Some(recorder) = recorder {
            recorder.run_upkeep();
        }
    }
}
