//! Matches as they are stored.

use engine::ids::SideId;
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Store;
use crate::clock;
use crate::seats::{Guest, Seating, Settings, digest};

/// How many links to one seat are kept; older ones are forgotten.
const MOST_LINKS: i64 = 10;

/// A match as it is stored, apart from its journal.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    /// Its id.
    pub id: String,
    /// The game's key.
    pub game: String,
    /// Settings and seats.
    pub seating: Seating,
    /// The sides that must answer.
    pub waiting: Vec<SideId>,
    /// When something last happened.
    pub touched: u64,
    /// How it ended.
    pub ended: Option<String>,
}

/// What is to be appended to a journal.
#[derive(Clone, Debug)]
pub(crate) struct Appended {
    /// The number of the first line.
    pub first: u64,
    /// The lines.
    pub lines: Vec<String>,
    /// The sides that must answer then.
    pub waiting: Vec<SideId>,
    /// How it has ended.
    pub ended: Option<String>,
}

/// What came of somebody's coming by a link.
pub(crate) enum LinkUse {
    /// There is no such link.
    Unknown,
    /// Somebody else came by it before.
    Used,
    /// They have a seat of the match of this id.
    Seated(String),
}

impl Store {
    /// Stores a new match; as the rematch of another, unless that has one: then its id is told.
    pub(crate) async fn create(
        &self,
        record: Record,
        lines: Vec<String>,
        links: Vec<(SideId, [u8; 32])>,
        rematch_of: Option<String>,
    ) -> Result<Option<String>, String> {
        self.write(move |c| {
            let before = match &rematch_of {
                Some(of) => find(c, of)?,
                None => None,
            };
            if let Some(earlier) = before.as_ref().and_then(|b| b.seating.settings.rematch.clone())
            {
                return Ok(Some(earlier));
            }
            insert(c, &record, &lines)?;
            for (side, hash) in links {
                add_link(c, &record.id, side, &hash)?;
            }
            if let Some(mut before) = before {
                before.seating.settings.rematch = Some(record.id.clone());
                put_seating(c, &before.id, &before.seating)?;
            }
            Ok(None)
        })
        .await
    }

    /// A match without its journal.
    pub(crate) async fn find(&self, id: &str) -> Result<Option<Record>, String> {
        let id = id.to_owned();
        self.read(move |c| find(c, &id)).await
    }

    /// A match with the lines of its journal.
    pub(crate) async fn load(&self, id: &str) -> Result<Option<(Record, Vec<String>)>, String> {
        let id = id.to_owned();
        self.read(move |c| {
            let Some(record) = find(c, &id)? else { return Ok(None) };
            let mut lines =
                c.prepare_cached("SELECT text FROM line WHERE match = ?1 ORDER BY seq")?;
            let lines = lines.query_map([&id], |row| row.get(0))?.collect::<Result<_, _>>()?;
            Ok(Some((record, lines)))
        })
        .await
    }

    /// Appends to the journal of a match.
    pub(crate) async fn append(&self, id: &str, new: Appended) -> Result<(), String> {
        let id = id.to_owned();
        self.write(move |c| {
            add_lines(c, &id, new.first, &new.lines)?;
            let mut update = c.prepare_cached(
                "UPDATE match SET waiting = ?2, ended = ?3, touched = ?4 WHERE id = ?1",
            )?;
            update.execute(params![id, json(&new.waiting), new.ended, clock::now() as i64])?;
            Ok(())
        })
        .await
    }

    /// Changes the settings and seats of a match; none if there is no such match.
    pub(crate) async fn reseat<T: Send + 'static>(
        &self,
        id: &str,
        change: impl FnOnce(&mut Seating) -> T + Send + 'static,
    ) -> Result<Option<(Seating, T)>, String> {
        let id = id.to_owned();
        self.write(move |c| {
            let Some(mut record) = find(c, &id)? else { return Ok(None) };
            let told = change(&mut record.seating);
            put_seating(c, &id, &record.seating)?;
            Ok(Some((record.seating, told)))
        })
        .await
    }

    /// Remembers a link to a seat, if whoever asks may have it; none if there is no such match.
    pub(crate) async fn link<E: Send + 'static>(
        &self,
        id: &str,
        side: SideId,
        secret: &str,
        may: impl FnOnce(&Seating) -> Result<(), E> + Send + 'static,
    ) -> Result<Option<Result<(), E>>, String> {
        let (id, hash) = (id.to_owned(), digest(secret));
        self.write(move |c| {
            let Some(record) = find(c, &id)? else { return Ok(None) };
            let allowed = may(&record.seating);
            if allowed.is_ok() {
                add_link(c, &id, side, &hash)?;
            }
            Ok(Some(allowed))
        })
        .await
    }

    /// Gives somebody the seat that a link leads to.
    pub(crate) async fn use_link(
        &self,
        secret: &str,
        guest: Guest,
        name: String,
    ) -> Result<LinkUse, String> {
        let hash = digest(secret);
        self.write(move |c| use_link(c, &hash, guest, &name)).await
    }
}

fn use_link(
    c: &Connection,
    hash: &[u8; 32],
    guest: Guest,
    name: &str,
) -> rusqlite::Result<LinkUse> {
    let sql = "SELECT match, side, guest FROM link WHERE hash = ?1";
    let row = |row: &Row<'_>| {
        let used: Option<[u8; 32]> = row.get(2)?;
        Ok((row.get::<_, String>(0)?, SideId(row.get(1)?), used.map(Guest::from_bytes)))
    };
    let Some((id, side, used)) = c.query_row(sql, [hash], row).optional()? else {
        return Ok(LinkUse::Unknown);
    };
    let Some(mut record) = find(c, &id)? else { return Ok(LinkUse::Unknown) };
    if !record.seating.holds(guest, side) {
        if used.is_some_and(|by| by != guest) {
            return Ok(LinkUse::Used);
        }
        c.execute("UPDATE link SET guest = ?2 WHERE hash = ?1", params![hash, guest.bytes()])?;
        record.seating.seat(side, guest, name);
        put_seating(c, &id, &record.seating)?;
    }
    Ok(LinkUse::Seated(id))
}

fn insert(c: &Connection, record: &Record, lines: &[String]) -> rusqlite::Result<()> {
    let sql = "INSERT INTO match
        (id, game, settings, listed, people, open, waiting, created, touched, ended)
        VALUES (?1, ?2, '', 0, 0, 0, ?3, ?4, ?4, ?5)";
    let Record { id, game, waiting, touched, ended, .. } = record;
    c.execute(sql, params![id, game, json(waiting), *touched as i64, ended])?;
    put_seating(c, id, &record.seating)?;
    add_lines(c, id, 0, lines)
}

fn add_lines(c: &Connection, id: &str, first: u64, lines: &[String]) -> rusqlite::Result<()> {
    let mut add = c.prepare_cached("INSERT INTO line (match, seq, text) VALUES (?1, ?2, ?3)")?;
    for (seq, line) in (first as i64..).zip(lines) {
        add.execute(params![id, seq, line])?;
    }
    Ok(())
}

/// Writes settings and holders. Links to seats that somebody has taken by other means lead
/// nowhere from then on.
fn put_seating(c: &Connection, id: &str, seating: &Seating) -> rusqlite::Result<()> {
    let taken_before: Vec<SideId> = holders(c, id)?.into_iter().map(|(side, _)| side).collect();
    let (people, open) = (seating.people().count() as i64, seating.open().count() as i64);
    let settings = &seating.settings;
    c.execute(
        "UPDATE match SET settings = ?2, listed = ?3, people = ?4, open = ?5 WHERE id = ?1",
        params![id, json(settings), settings.listed, people, open],
    )?;
    for (side, guest) in &seating.holders {
        c.execute(
            "INSERT OR IGNORE INTO holder (match, side, guest) VALUES (?1, ?2, ?3)",
            params![id, side.0, guest.bytes()],
        )?;
        if !taken_before.contains(side) {
            c.execute(
                "DELETE FROM link WHERE match = ?1 AND side = ?2 AND guest IS NULL",
                params![id, side.0],
            )?;
        }
    }
    Ok(())
}

fn add_link(c: &Connection, id: &str, side: SideId, hash: &[u8; 32]) -> rusqlite::Result<()> {
    c.execute(
        "INSERT INTO link (hash, match, side, made) VALUES (?1, ?2, ?3, ?4)",
        params![hash, id, side.0, clock::now() as i64],
    )?;
    c.execute(
        "DELETE FROM link WHERE match = ?1 AND side = ?2 AND guest IS NULL AND hash NOT IN
         (SELECT hash FROM link WHERE match = ?1 AND side = ?2 AND guest IS NULL
          ORDER BY rowid DESC LIMIT ?3)",
        params![id, side.0, MOST_LINKS],
    )?;
    Ok(())
}

fn holders(c: &Connection, id: &str) -> rusqlite::Result<Vec<(SideId, Guest)>> {
    let mut all = c.prepare_cached("SELECT side, guest FROM holder WHERE match = ?1")?;
    let holder = |row: &Row<'_>| Ok((SideId(row.get(0)?), Guest::from_bytes(row.get(1)?)));
    all.query_map([id], holder)?.collect()
}

/// The columns that [`record`] wants, in its order.
pub(super) const COLUMNS: &str =
    "match.id, match.game, match.settings, match.waiting, match.touched, match.ended";

fn find(c: &Connection, id: &str) -> rusqlite::Result<Option<Record>> {
    let mut found = c.prepare_cached(&format!("SELECT {COLUMNS} FROM match WHERE id = ?1"))?;
    let found = found.query_row([id], record).optional()?;
    found.map(|record| with_holders(c, record)).transpose()
}

/// A match without its holders.
pub(super) fn record(row: &Row<'_>) -> rusqlite::Result<Record> {
    let settings: Settings = parsed(&row.get::<_, String>(2)?)?;
    Ok(Record {
        id: row.get(0)?,
        game: row.get(1)?,
        seating: Seating { settings, holders: Vec::new() },
        waiting: parsed(&row.get::<_, String>(3)?)?,
        touched: row.get::<_, i64>(4)?.max(0) as u64,
        ended: row.get(5)?,
    })
}

pub(super) fn with_holders(c: &Connection, mut record: Record) -> rusqlite::Result<Record> {
    record.seating.holders = holders(c, &record.id)?;
    Ok(record)
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data can be written as JSON")
}

fn parsed<T: DeserializeOwned>(text: &str) -> rusqlite::Result<T> {
    serde_json::from_str(text)
        .map_err(|e| rusqlite::Error::FromSqlConversionFailure(0, Type::Text, Box::new(e)))
}
