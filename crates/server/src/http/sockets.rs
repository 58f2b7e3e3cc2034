//! Connections to tables: who may open one, and how many.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Extension;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;

use super::App;
use super::failure::{Asked, Refused};
use super::matches::side;
use super::peer::Peer;
use crate::seats::Guest;
use crate::socket::LONGEST;

/// What is read at once. Connections are many and say little, so this is small.
const AT_ONCE: usize = 4 << 10;

#[derive(Debug, Deserialize)]
pub(super) struct Seat {
    seat: Option<String>,
}

/// Opens a connection to the table of a match.
pub(super) async fn open(
    State(desk): State<App>,
    Path(id): Path<String>,
    Asked(Seat { seat }): Asked<Seat>,
    Extension(guest): Extension<Guest>,
    Extension(peer): Extension<Peer>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Refused> {
    let seat = seat.map(|name| side(&name)).transpose()?;
    let upgrade = upgrade.map_err(|no| Refused::new(no.status(), no.body_text()))?;
    let most = desk.settings.limits.sockets;
    let counted = desk.sockets.count(peer.household(), most).ok_or_else(|| {
        let why = format!("there are {most} tables open from your address; close one first");
        Refused::new(StatusCode::TOO_MANY_REQUESTS, why)
    })?;
    let upgrade =
        upgrade.max_message_size(LONGEST).max_frame_size(LONGEST).read_buffer_size(AT_ONCE);
    Ok(upgrade.on_upgrade(async move |socket| {
        desk.hub.serve(guest, id, seat, socket).await;
        drop(counted);
    }))
}

/// How many connections there are from each address.
#[derive(Clone, Default)]
pub(super) struct Counts(Arc<Mutex<HashMap<IpAddr, usize>>>);

/// A connection that is counted as long as this exists.
#[derive(Debug)]
struct Counted {
    counts: Arc<Mutex<HashMap<IpAddr, usize>>>,
    from: IpAddr,
}

impl Counts {
    /// Counts one more, unless these are as many as there may be.
    fn count(&self, from: IpAddr, most: usize) -> Option<Counted> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let open = counts.get(&from).copied().unwrap_or_default();
        if open >= most {
            return None;
        }
        counts.insert(from, open + 1);
        Some(Counted { counts: Arc::clone(&self.0), from })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = counts.get_mut(&self.from) {
            *open -= 1;
            if *open == 0 {
                counts.remove(&self.from);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_are_counted_while_they_last() {
        let counts = Counts::default();
        let from = IpAddr::from([10, 0, 0, 1]);
        let first = counts.count(from, 2).unwrap();
        let second = counts.count(from, 2).unwrap();
        assert!(counts.count(from, 2).is_none());
        assert!(counts.count(IpAddr::from([10, 0, 0, 2]), 2).is_some());
        drop(first);
        assert!(counts.count(from, 2).is_some());
        drop(second);
        assert!(counts.0.lock().unwrap().is_empty());
    }
}
