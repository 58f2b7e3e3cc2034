//! The tables, and how a database is made ready.

use rusqlite::Connection;

/// The version of the tables below.
const VERSION: i64 = 1;

const TABLES: &str = "
CREATE TABLE match (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    settings TEXT NOT NULL,
    -- What the lists of the first page are made by: how many seats are for people, how many of
    -- those are open, and which sides must answer.
    listed INTEGER NOT NULL,
    people INTEGER NOT NULL,
    open INTEGER NOT NULL,
    waiting TEXT NOT NULL,
    created INTEGER NOT NULL,
    touched INTEGER NOT NULL,
    ended TEXT
) STRICT;
CREATE INDEX match_touched ON match (listed, touched);

-- The journal of a match: only ever appended to.
CREATE TABLE line (
    match TEXT NOT NULL REFERENCES match (id),
    seq INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (match, seq)
) STRICT, WITHOUT ROWID;

-- Who may play which side.
CREATE TABLE holder (
    match TEXT NOT NULL REFERENCES match (id),
    side INTEGER NOT NULL,
    guest BLOB NOT NULL,
    PRIMARY KEY (match, side, guest)
) STRICT, WITHOUT ROWID;
CREATE INDEX holder_guest ON holder (guest);

-- Secret links to seats, by their hashes; each can be used by one guest.
CREATE TABLE link (
    hash BLOB PRIMARY KEY,
    match TEXT NOT NULL REFERENCES match (id),
    side INTEGER NOT NULL,
    guest BLOB,
    made INTEGER NOT NULL
) STRICT;
CREATE INDEX link_match ON link (match, side);
";

/// Why a database cannot be used.
#[derive(Debug)]
pub(super) enum Unfit {
    Database(rusqlite::Error),
    Damaged(String),
    Newer(i64),
}

impl From<rusqlite::Error> for Unfit {
    fn from(error: rusqlite::Error) -> Unfit {
        Unfit::Database(error)
    }
}

impl std::fmt::Display for Unfit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unfit::Database(error) => write!(f, "{error}"),
            Unfit::Damaged(how) => write!(
                f,
                "the database is damaged ({how}); put a backup in its place, or move it away to \
                 begin with an empty one"
            ),
            Unfit::Newer(version) => write!(
                f,
                "the database has version {version} and this server knows versions up to \
                 {VERSION}: it was written by a newer server, use that one"
            ),
        }
    }
}

/// Makes a connection ready for writing, checks the file, and makes the tables if need be.
pub(super) fn prepare(connection: &Connection) -> Result<(), Unfit> {
    connection.pragma_update(None, "busy_timeout", 5000)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    let found: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if found != "ok" {
        return Err(Unfit::Damaged(found));
    }
    let version: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    match version {
        0 => connection.execute_batch(&format!(
            "BEGIN IMMEDIATE; {TABLES} PRAGMA user_version = {VERSION}; COMMIT;"
        ))?,
        VERSION => (),
        newer => return Err(Unfit::Newer(newer)),
    }
    Ok(())
}

/// Makes a connection ready for reading only.
pub(super) fn for_reading(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "busy_timeout", 5000)?;
    connection.pragma_update(None, "query_only", true)
}

/// Moves everything from the log of the database into its main file.
pub(super) fn checkpoint(connection: &Connection) -> rusqlite::Result<()> {
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
}
