//! What there is to choose from before a match: games, rosters, tables, and the rules behind them.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};

use super::App;
use super::failure::{Refused, Told};
use crate::denied::Denied;
use crate::protocol::{ClauseText, Ground, RosterQuery, RosterReport, TablePreview};
use crate::wishes;

pub(super) async fn catalogue(State(desk): State<App>, headers: HeaderMap) -> Response {
    desk.library.catalogue.answer(&headers)
}

pub(super) async fn rules(
    State(desk): State<App>,
    Path(game): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    Ok(desk.library.rulebook(&game)?.whole.answer(&headers))
}

pub(super) async fn clause(
    State(desk): State<App>,
    Path((game, clause)): Path<(String, String)>,
) -> Result<Json<ClauseText>, Refused> {
    let found = desk.library.rulebook(&game)?.clauses.get(&clause);
    let missing = || Denied::Missing(format!("the rules of {game} have no clause '{clause}'"));
    Ok(Json(found.cloned().ok_or_else(missing)?))
}

pub(super) async fn check_roster(
    State(desk): State<App>,
    Path(game): Path<String>,
    Told(query): Told<RosterQuery>,
) -> Result<Json<RosterReport>, Refused> {
    let report = desk.work(move |desk| wishes::check_roster(&desk.games, &game, &query)).await?;
    Ok(Json(report))
}

pub(super) async fn preview_table(
    State(desk): State<App>,
    Told(wish): Told<TablePreview>,
) -> Result<Response, Refused> {
    let ground: Ground = desk.work(move |desk| wishes::preview(&desk.games, &wish)).await?;
    Ok(Json(ground).into_response())
}
