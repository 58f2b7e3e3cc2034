//! What outlives the server: matches, their journals, and who may sit where.
//!
//! One thread writes. It takes whatever is waiting, commits it together, and tells each who
//! waits only after the commit: whatever a browser was told is on the disk.

mod lobby;
mod records;
mod schema;

use std::fs::OpenOptions;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use rusqlite::Connection;
use tokio::sync::oneshot;

pub(crate) use lobby::Lists;
pub(crate) use records::{Appended, LinkUse, Record};

/// How many changes are committed together at most.
const MOST_TOGETHER: usize = 100;

/// The storage, cheap to clone.
#[derive(Clone)]
pub struct Store {
    jobs: Sender<Job>,
    /// A connection of its own for reading; where there is none, the writer reads as well.
    reader: Option<Arc<Mutex<Connection>>>,
}

/// A change that waits to be made, or to be told why it cannot be.
type Job = Box<dyn FnOnce(Result<&Connection, String>) -> Made + Send>;

/// A change that was made but not committed.
struct Made {
    keep: bool,
    tell: Box<dyn FnOnce(Result<(), String>) + Send>,
}

impl Store {
    /// Opens the storage in a file, which is made if there is none.
    pub fn open(path: &Path) -> Result<Store, String> {
        make_private(path).map_err(|e| format!("{}: {e}", path.display()))?;
        let open = || {
            let writer = Connection::open(path)?;
            schema::prepare(&writer)?;
            Ok::<Connection, schema::Unfit>(writer)
        };
        let writer = open().map_err(|e| format!("{}: {e}", path.display()))?;
        let reader = Connection::open(path)
            .and_then(|reader| schema::for_reading(&reader).map(|()| reader))
            .map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(Store { jobs: writer_thread(writer)?, reader: Some(Arc::new(Mutex::new(reader))) })
    }

    /// A storage that lasts as long as it is held, for trying things out.
    pub fn in_memory() -> Store {
        let writer = Connection::open_in_memory().expect("memory can hold a database");
        schema::prepare(&writer).expect("a new database can be prepared");
        Store { jobs: writer_thread(writer).expect("a thread can be started"), reader: None }
    }

    /// Makes a change; it is on the disk when this returns.
    pub(crate) async fn write<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, String> {
        let (told, answer) = oneshot::channel();
        let run = move |connection: Result<&Connection, String>| {
            let result = connection.and_then(|connection| unbroken(|| job(connection)));
            let keep = result.is_ok();
            let tell = move |committed: Result<(), String>| {
                let whole = result.and_then(|made| committed.map(|()| made));
                // Nobody waits any more if a connection has ended meanwhile.
                let _ = told.send(whole);
            };
            Made { keep, tell: Box::new(tell) }
        };
        let gone = "the storage does not take changes any more";
        self.jobs.send(Box::new(run)).map_err(|_| gone.to_owned())?;
        let result = answer.await.map_err(|_| gone.to_owned())?;
        result.inspect_err(|why| tracing::error!("storing failed: {why}"))
    }

    /// Looks something up.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, String> {
        let Some(reader) = self.reader.clone() else { return self.write(job).await };
        let look = move || job(&reader.lock().unwrap_or_else(PoisonError::into_inner));
        let looked = tokio::task::spawn_blocking(look).await.map_err(|e| e.to_string())?;
        looked.map_err(|e| e.to_string())
    }

    /// Whether it can be read and takes changes.
    pub(crate) async fn check(&self) -> Result<(), String> {
        self.read(|c| c.query_row("SELECT 1", [], |_| Ok(()))).await?;
        self.write(|_| Ok(())).await
    }

    /// Waits until everything before has been written, and tidies the files up.
    pub(crate) async fn flush(&self) -> Result<(), String> {
        self.write(|_| Ok(())).await?;
        let Some(reader) = self.reader.clone() else { return Ok(()) };
        let checkpoint = move || {
            let reader = reader.lock().unwrap_or_else(PoisonError::into_inner);
            schema::checkpoint(&reader).map_err(|e| e.to_string())
        };
        tokio::task::spawn_blocking(checkpoint).await.map_err(|e| e.to_string())?
    }
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Store").finish_non_exhaustive()
    }
}

fn writer_thread(connection: Connection) -> Result<Sender<Job>, String> {
    let (jobs, waiting) = channel();
    std::thread::Builder::new()
        .name("storage".to_owned())
        .spawn(move || write_all(&connection, &waiting))
        .map_err(|e| format!("the storage's thread cannot be started: {e}"))?;
    Ok(jobs)
}

fn write_all(connection: &Connection, waiting: &Receiver<Job>) {
    while let Ok(first) = waiting.recv() {
        let more = waiting.try_iter().take(MOST_TOGETHER - 1);
        let jobs: Vec<Job> = std::iter::once(first).chain(more).collect();
        write_together(connection, jobs);
    }
}

fn write_together(connection: &Connection, jobs: Vec<Job>) {
    let started = Instant::now();
    let mut made = Vec::new();
    let mut well = order(connection, "BEGIN IMMEDIATE");
    for job in jobs {
        let (one, after) = savepoint(connection, well, job);
        made.push(one);
        well = after;
    }
    let committed = well.and_then(|()| order(connection, "COMMIT"));
    if committed.is_err() {
        // There may be nothing to roll back.
        let _ = connection.execute_batch("ROLLBACK");
    }
    metrics::histogram!("dustup_commit_seconds").record(started.elapsed().as_secs_f64());
    for one in made {
        (one.tell)(committed.clone());
    }
}

/// Makes one change so that it can fail without spoiling the others. Says also whether all is
/// well after it; where it was not before, the change learns why it cannot be made.
fn savepoint(
    connection: &Connection,
    well: Result<(), String>,
    run: Job,
) -> (Made, Result<(), String>) {
    let begun = well.and_then(|()| order(connection, "SAVEPOINT job"));
    let made = run(begun.clone().map(|()| connection));
    let end = if made.keep { "RELEASE job" } else { "ROLLBACK TO job; RELEASE job" };
    let ended = begun.and_then(|()| order(connection, end));
    (made, ended)
}

fn order(connection: &Connection, sql: &str) -> Result<(), String> {
    connection.execute_batch(sql).map_err(|e| format!("the change cannot be stored: {e}"))
}

/// What a change gives. One that breaks down must not take the storage's thread with it.
fn unbroken<T>(job: impl FnOnce() -> rusqlite::Result<T>) -> Result<T, String> {
    match catch_unwind(AssertUnwindSafe(job)) {
        Ok(result) => result.map_err(|e| e.to_string()),
        Err(_) => Err("the change broke down, which is a fault of the program".to_owned()),
    }
}

/// Makes the file if there is none, so that only whoever runs the server can read it: it holds
/// the seeds of all dice.
fn make_private(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Err(why) if why.kind() != io::ErrorKind::AlreadyExists => Err(why),
        Ok(_) | Err(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn one_failing_change_does_not_spoil_the_others() {
        let store = Store::in_memory();
        store.write(|c| c.execute_batch("CREATE TABLE t (n INTEGER PRIMARY KEY)")).await.unwrap();
        let put = |n: i64| store.write(move |c| c.execute("INSERT INTO t VALUES (?1)", [n]));
        let (a, b, c) = tokio::join!(put(1), put(1), put(2));
        assert!(a.is_ok() && b.is_err() && c.is_ok(), "{a:?} {b:?} {c:?}");
        let count = |c: &Connection| c.query_row("SELECT count(*) FROM t", [], |r| r.get(0));
        assert_eq!(store.read::<i64>(count).await, Ok(2));
    }

    #[tokio::test]
    async fn a_change_that_breaks_down_breaks_alone() {
        let store = Store::in_memory();
        let broken = store.write::<()>(|_| panic!("a fault")).await;
        assert!(broken.unwrap_err().contains("broke down"));
        assert_eq!(store.check().await, Ok(()));
    }

    #[tokio::test]
    async fn everybody_is_told_why_nothing_can_be_stored() {
        let store = Store::in_memory();
        // A change that ends the transaction leaves none for the others.
        let spoil = store.write(|c| c.execute_batch("ROLLBACK"));
        let (spoilt, other) = tokio::join!(spoil, store.write(|_| Ok(())));
        assert!(spoilt.unwrap_err().contains("cannot be stored"));
        assert!(other.is_ok() || other.unwrap_err().contains("cannot be stored"));
        assert_eq!(store.check().await, Ok(()));
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_can_read_a_new_storage() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("matches.db");
        drop(Store::open(&path).unwrap());
        let mode = std::fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    #[test]
    fn what_is_no_database_is_not_opened() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("matches.db");
        std::fs::write(&path, "once upon a time ".repeat(500)).unwrap();
        let why = Store::open(&path).unwrap_err();
        assert!(why.contains("matches.db") && why.contains("not a database"), "{why}");
    }

    #[test]
    fn a_newer_storage_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("matches.db");
        drop(Store::open(&path).unwrap());
        let newer = Connection::open(&path).unwrap();
        newer.pragma_update(None, "user_version", 99).unwrap();
        let why = Store::open(&path).unwrap_err();
        assert!(why.contains("99") && why.contains("newer"), "{why}");
    }
}
