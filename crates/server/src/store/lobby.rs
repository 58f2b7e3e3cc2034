//! The lists of the first page.

use rusqlite::{Connection, ToSql};

use super::Store;
use super::records::{COLUMNS, Record, record, with_holders};
use crate::clock;
use crate::seats::Guest;

/// How old a match may be that is still being played.
const DAY: u64 = 24 * 60 * 60;

/// Matches of the first page, the latest first.
#[derive(Debug)]
pub(crate) struct Lists {
    /// Those of whoever asks.
    pub mine: Vec<Record>,
    /// Those with an open seat.
    pub open: Vec<Record>,
    /// Those that are being played.
    pub running: Vec<Record>,
}

impl Store {
    /// The lists for a guest.
    pub(crate) async fn lists(&self, guest: Guest) -> Result<Lists, String> {
        let lately = clock::now().saturating_sub(DAY) as i64;
        self.read(move |c| {
            let mine = "id IN (SELECT match FROM holder WHERE guest = ?1)
                        ORDER BY touched DESC LIMIT 50";
            let open = "listed = 1 AND open > 0 AND ended IS NULL ORDER BY touched DESC LIMIT 50";
            let running = "listed = 1 AND open = 0 AND people > 0 AND ended IS NULL
                           AND touched >= ?1
                           ORDER BY touched DESC LIMIT 20";
            Ok(Lists {
                mine: list(c, mine, &[guest.bytes()])?,
                open: list(c, open, &[])?,
                running: list(c, running, &[&lately])?,
            })
        })
        .await
    }
}

fn list(c: &Connection, which: &str, with: &[&dyn ToSql]) -> rusqlite::Result<Vec<Record>> {
    let mut found = c.prepare_cached(&format!("SELECT {COLUMNS} FROM match WHERE {which}"))?;
    let records: Vec<Record> = found.query_map(with, record)?.collect::<Result<_, _>>()?;
    records.into_iter().map(|record| with_holders(c, record)).collect()
}
