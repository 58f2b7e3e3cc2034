//! Matches: beginning, joining, reading them back.

use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use engine::ids::SideId;
use engine::view::Eyes;
use serde::Deserialize;

use super::App;
use super::failure::{Asked, Refused, Text, Told};
use crate::denied::Denied;
use crate::protocol::{Branch, FrameInfo, Join, Lobby, NewMatch, Opened, SeatLink, Timeline};
use crate::seats::Guest;
use crate::wishes;

/// Most frames of a replay that are given at once.
const MOST_FRAMES: usize = 64;

type Answer<T> = Result<Json<T>, Refused>;

/// What somebody wants to be called.
#[derive(Debug, Deserialize)]
pub(super) struct Name {
    #[serde(default)]
    name: String,
}

pub(super) async fn begin(
    State(desk): State<App>,
    Extension(guest): Extension<Guest>,
    Told(wish): Told<NewMatch>,
) -> Answer<Opened> {
    let begin = desk.work(move |desk| wishes::begin(&desk.games, wish)).await?;
    Ok(Json(desk.hub.begin(guest, begin).await?))
}

pub(super) async fn upload(
    State(desk): State<App>,
    Extension(guest): Extension<Guest>,
    Asked(Name { name }): Asked<Name>,
    Text(text): Text,
) -> Answer<Opened> {
    Ok(Json(desk.hub.upload(guest, text, name).await?))
}

pub(super) async fn branch(
    State(desk): State<App>,
    Extension(guest): Extension<Guest>,
    Path(id): Path<String>,
    Told(wish): Told<Branch>,
) -> Answer<Opened> {
    Ok(Json(desk.hub.branch(guest, &id, wish).await?))
}

pub(super) async fn rematch(
    State(desk): State<App>,
    Extension(guest): Extension<Guest>,
    Path(id): Path<String>,
) -> Answer<Opened> {
    Ok(Json(desk.hub.rematch(guest, &id).await?))
}

pub(super) async fn join(
    State(desk): State<App>,
    Extension(guest): Extension<Guest>,
    Told(join): Told<Join>,
) -> Answer<Opened> {
    Ok(Json(desk.hub.join(guest, join).await?))
}

pub(super) async fn sit(
    State(desk): State<App>,
    Extension(guest): Extension<Guest>,
    Path((id, seat)): Path<(String, String)>,
    Asked(Name { name }): Asked<Name>,
) -> Answer<Opened> {
    Ok(Json(desk.hub.sit(guest, &id, side(&seat)?, name).await?))
}

pub(super) async fn link(
    State(desk): State<App>,
    Extension(guest): Extension<Guest>,
    Path((id, seat)): Path<(String, String)>,
) -> Answer<SeatLink> {
    Ok(Json(desk.hub.link(guest, &id, side(&seat)?).await?))
}

pub(super) async fn lobby(
    State(desk): State<App>,
    Extension(guest): Extension<Guest>,
) -> Answer<Lobby> {
    Ok(Json(desk.hub.lobby(guest).await?))
}

pub(super) async fn file(
    State(desk): State<App>,
    Extension(guest): Extension<Guest>,
    Path(id): Path<String>,
) -> Result<Response, Refused> {
    let text = desk.hub.file(guest, &id).await?;
    let attached = format!("attachment; filename=\"{}\"", file_name(&text, &id));
    let headers =
        [(CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()), (CONTENT_DISPOSITION, attached)];
    Ok((headers, text).into_response())
}

/// A name that says what is in the file: game, scenario, match.
fn file_name(text: &str, id: &str) -> String {
    let header = engine::save::header(text).ok();
    let kind = header.map(|h| format!("{}-{}", h.book, h.setup.scenario));
    let name = format!("{}-{id}", kind.as_deref().unwrap_or("dustup"));
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    format!("{}.match", name.chars().map(plain).collect::<String>())
}

/// Through whose eyes a replay is wanted.
#[derive(Debug, Deserialize)]
pub(super) struct Seen {
    eyes: Option<String>,
}

pub(super) async fn timeline(
    State(desk): State<App>,
    Extension(guest): Extension<Guest>,
    Path(id): Path<String>,
    Asked(seen): Asked<Seen>,
) -> Answer<Timeline> {
    let eyes = seen.eyes.as_deref().map(eyes).transpose()?;
    Ok(Json(desk.hub.timeline(guest, &id, eyes).await?))
}

/// Which part of a replay is wanted: the steps from the first number up to the second, which is
/// not among them.
#[derive(Debug, Deserialize)]
pub(super) struct Part {
    from: usize,
    to: usize,
    eyes: Option<String>,
}

pub(super) async fn frames(
    State(desk): State<App>,
    Extension(guest): Extension<Guest>,
    Path(id): Path<String>,
    Asked(part): Asked<Part>,
) -> Answer<Vec<FrameInfo>> {
    let eyes = part.eyes.as_deref().map(eyes).transpose()?;
    let Part { from, to, .. } = part;
    if to < from || to - from > MOST_FRAMES {
        let why = format!("from {from} to {to} is no part of at most {MOST_FRAMES} steps");
        return Err(Denied::wrong(why).into());
    }
    Ok(Json(desk.hub.frames(guest, &id, eyes, from..to).await?))
}

/// The side of a name.
pub(super) fn side(name: &str) -> Result<SideId, Denied> {
    let unknown = || format!("there is no side '{name}'; there are {}", SideId::NAMES.join(", "));
    SideId::named(name).ok_or_else(|| Denied::wrong(unknown()))
}

fn eyes(name: &str) -> Result<Eyes, Denied> {
    match name {
        "spectator" => Ok(Eyes::Spectator),
        "referee" => Ok(Eyes::Referee),
        _ => side(name).map(Eyes::Side),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_plain_names() {
        assert_eq!(file_name("no match", "ab\"c"), "dustup-ab-c.match");
    }

    #[test]
    fn eyes_have_names() {
        assert_eq!(eyes("blue"), Ok(Eyes::Side(SideId(1))));
        assert_eq!(eyes("referee"), Ok(Eyes::Referee));
        assert!(eyes("nobody").is_err());
    }
}
