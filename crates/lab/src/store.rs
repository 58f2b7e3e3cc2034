//! The folder of an experiment: its plan, and its rows in files of whole numbered parts.
//!
//! A part is written beside its place, forced to the disk and renamed, so that it is there whole
//! or not at all, whenever the program is stopped.

use std::fs::{self, File};
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::plan::Plan;
use crate::play::Row;
use crate::rows;

/// The plan, its hash and the versions of book and program.
const PLAN: &str = "plan.json";
/// The specification as it was given.
const SPEC: &str = "spec.toml";
/// The folder of the parts.
const PARTS: &str = "parts";

/// The folder of an experiment.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
    plan: Plan,
}

impl Store {
    /// Opens the folder of a plan and makes it if it is not there. A folder of another plan is
    /// refused.
    pub fn open(folder: &Path, plan: Plan, spec: &str) -> Result<Store, String> {
        let store = Store { folder: folder.to_owned(), plan };
        if folder.join(PLAN).exists() {
            let kept = read_plan(folder)?;
            if let Some(difference) = difference(&kept, &store.plan) {
                return Err(format!(
                    "{}: this folder holds another experiment: {difference}. Go on with its own \
                     specification, which is {}, or name another folder with --out",
                    folder.display(),
                    folder.join(SPEC).display()
                ));
            }
            return Ok(store);
        }
        let parts = folder.join(PARTS);
        fs::create_dir_all(&parts)
            .map_err(|why| format!("{}: cannot be made: {why}", parts.display()))?;
        write_whole(&folder.join(SPEC), spec.as_bytes())?;
        // The plan comes last: with it, the folder is one of an experiment.
        write_whole(&folder.join(PLAN), format!("{:#}\n", header(&store.plan)).as_bytes())?;
        Ok(store)
    }

    /// Opens the folder of an experiment that has been begun.
    pub fn existing(folder: &Path) -> Result<Store, String> {
        Ok(Store { folder: folder.to_owned(), plan: read_plan(folder)? })
    }

    /// What is played.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// How many parts there are when all is played.
    pub fn parts(&self) -> u64 {
        self.plan.games().div_ceil(self.plan.part_size())
    }

    /// The numbers of the games of a part.
    pub fn games_of(&self, part: u64) -> Range<u64> {
        let size = self.plan.part_size();
        part * size..((part + 1) * size).min(self.plan.games())
    }

    fn path(&self, part: u64) -> PathBuf {
        self.folder.join(PARTS).join(format!("part-{part:06}.parquet"))
    }

    /// The rows of a part; none if it has not been played. A part that is damaged is told.
    pub fn read(&self, part: u64) -> Result<Option<Vec<Row>>, String> {
        let path = self.path(part);
        if !path.exists() {
            return Ok(None);
        }
        let rows = rows::read(&path).map_err(|why| format!("{}: {why}", path.display()))?;
        match rows.iter().map(|row| row.number).eq(self.games_of(part)) {
            true => Ok(Some(rows)),
            false => Err(format!("{}: these are not the games of this part", path.display())),
        }
    }

    /// Keeps the rows of a part, which are in the order of their games.
    pub fn write(&self, part: u64, rows: &[Row]) -> Result<(), String> {
        let mut bytes = Vec::new();
        rows::write(&self.plan, rows, &mut bytes)?;
        write_whole(&self.path(part), &bytes)
    }
}

/// What is kept with the plan; the hash is over the plan in its canonical form.
fn header(plan: &Plan) -> Value {
    json!({
        "hash": plan.hash(),
        "book_version": plan.book_version,
        "program_version": plan.program_version,
        "plan": plan,
    })
}

fn read_plan(folder: &Path) -> Result<Plan, String> {
    let path = folder.join(PLAN);
    let told = |why: &dyn std::fmt::Display| {
        format!(
            "{}: {why}; expected the folder of an experiment, which dustup lab run SPEC.toml --out \
             DIR makes",
            path.display()
        )
    };
    let text = fs::read_to_string(&path).map_err(|why| told(&why))?;
    let mut header: Value = serde_json::from_str(&text).map_err(|why| told(&why))?;
    let hash = header["hash"].as_str().unwrap_or_default().to_owned();
    let plan: Plan = serde_json::from_value(header["plan"].take()).map_err(|why| told(&why))?;
    match plan.hash() == hash {
        true => Ok(plan),
        false => Err(told(&"the plan was changed by hand, its hash does not fit any more")),
    }
}

/// In what two plans differ, in words.
fn difference(kept: &Plan, now: &Plan) -> Option<String> {
    if kept == now {
        return None;
    }
    if kept.book_version != now.book_version {
        return Some(format!(
            "it was begun with version {} of the rules of {}, and these are version {}",
            kept.book_version, kept.title, now.book_version
        ));
    }
    if kept.program_version != now.program_version {
        return Some(format!(
            "it was begun by version {} of this program, and this is version {}",
            kept.program_version, now.program_version
        ));
    }
    let (kept, now) = (json!(kept), json!(now));
    let differs = |key: &&String| kept[key.as_str()] != now[key.as_str()];
    let keys: Vec<&str> = kept.as_object()?.keys().filter(differs).map(String::as_str).collect();
    Some(format!("the specification has changed since ({})", keys.join(", ")))
}

/// Writes a file whole or not at all, and makes sure that it is on the disk.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let told = |why: std::io::Error| format!("{}: cannot be written: {why}", path.display());
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    // Two runs at once write the same rows; they must not write them into the same file.
    name.push(format!(".{}.tmp", std::process::id()));
    let beside = path.with_file_name(name);
    let mut file = File::create(&beside).map_err(told)?;
    file.write_all(bytes).map_err(told)?;
    file.sync_all().map_err(told)?;
    drop(file);
    fs::rename(&beside, path).map_err(told)?;
    // The new name is on the disk only when the folder is. Where folders cannot be opened, the
    // system sees to it.
    if let Some(Ok(folder)) = path.parent().map(File::open) {
        folder.sync_all().map_err(told)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{plan, row};

    #[test]
    fn a_folder_goes_on_with_its_own_plan_only() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/run");
        let store = Store::open(&path, plan(), "spec").unwrap();
        let rows: Vec<Row> = store.games_of(0).map(row).collect();
        store.write(0, &rows).unwrap();
        let again = Store::open(&path, plan(), "spec").unwrap();
        assert_eq!(again.read(0).unwrap(), Some(rows));
        assert_eq!(again.read(1).unwrap(), None);
        assert_eq!(Store::existing(&path).unwrap().plan(), &plan());

        let why = Store::open(&path, Plan { seed: 9, ..plan() }, "").unwrap_err();
        assert!(why.contains("the specification has changed since (seed)"), "{why}");
        assert!(why.contains("--out"), "{why}");
        let why = Store::open(&path, Plan { book_version: 9, ..plan() }, "").unwrap_err();
        assert!(why.contains("version 1 of the rules"), "{why}");
    }

    #[test]
    fn damaged_parts_and_plans_are_told() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path(), plan(), "spec").unwrap();
        fs::write(store.path(0), "nonsense").unwrap();
        assert!(store.read(0).unwrap_err().contains("part-000000.parquet"));
        let rows: Vec<Row> = store.games_of(1).map(row).collect();
        store.write(0, &rows).unwrap();
        assert!(store.read(0).unwrap_err().contains("not the games of this part"));

        let path = folder.path().join(PLAN);
        let text = fs::read_to_string(&path).unwrap().replace("\"seed\": 5", "\"seed\": 6");
        fs::write(&path, text).unwrap();
        assert!(Store::existing(folder.path()).unwrap_err().contains("changed by hand"));
        assert!(Store::existing(&folder.path().join("none")).is_err());
    }
}
