//! All there is to choose from and to read, made once when the server starts.

use std::collections::BTreeMap;
use std::fmt::Write;

use axum::body::Bytes;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use engine::book::{OptionSpec, Options, ReadyRoster};
use engine::face::Game;
use serde::Serialize;
use sha2::{Digest, Sha256};
use tabletop::Kind;
use tabletop::generate::Theme;

use crate::denied::Denied;
use crate::games::Games;
use crate::protocol::{Catalogue, ClauseText, GameInfo, OptionInfo, RosterInfo};
use crate::reference;

/// The catalogue, and the rules of every game.
pub(crate) struct Library {
    /// All there is to choose from.
    pub(crate) catalogue: Kept,
    rulebooks: BTreeMap<String, Rulebook>,
}

/// The rules of a game.
pub(crate) struct Rulebook {
    /// All of them.
    pub(crate) whole: Kept,
    /// One by one, by their ids.
    pub(crate) clauses: BTreeMap<String, ClauseText>,
}

impl Library {
    /// The library of these games.
    pub(crate) fn new(games: &Games) -> Library {
        let mut rulebooks = BTreeMap::new();
        let mut infos = Vec::new();
        for game in games.iter() {
            let about = game.about();
            let clauses = reference::clauses(about.rules);
            infos.push(info(&**game, &clauses));
            let whole = Kept::new(&reference::reference(about.title, about.rules));
            rulebooks.insert(about.key.to_owned(), Rulebook { whole, clauses });
        }
        let catalogue = Catalogue {
            games: infos,
            players: players(),
            characters: characters(),
            themes: Theme::ALL.to_vec(),
        };
        Library { catalogue: Kept::new(&catalogue), rulebooks }
    }

    /// The rules of the game of a key.
    pub(crate) fn rulebook(&self, game: &str) -> Result<&Rulebook, Denied> {
        let missing = || Denied::Missing(format!("there is no game '{game}' here"));
        self.rulebooks.get(game).ok_or_else(missing)
    }
}

fn players() -> Vec<(String, String)> {
    let named = |name: &str| {
        let summary = players::summary(name).unwrap_or_default();
        (name.to_owned(), summary.to_owned())
    };
    players::NAMES.iter().map(|name| named(name)).collect()
}

fn characters() -> BTreeMap<String, Vec<(String, String)>> {
    let owned = |(name, summary): (&str, &str)| (name.to_owned(), summary.to_owned());
    let of = |name: &&str| {
        let all: Vec<_> = players::characters_of(name).into_iter().map(owned).collect();
        ((*name).to_owned(), all)
    };
    players::NAMES.iter().map(of).filter(|(_, all)| !all.is_empty()).collect()
}

fn info(game: &dyn Game, clauses: &BTreeMap<String, ClauseText>) -> GameInfo {
    let about = game.about();
    let option = |spec: &OptionSpec| OptionInfo {
        spec: spec.clone(),
        explained: clauses.get(spec.clause).map(|c| c.html.clone()).unwrap_or_default(),
    };
    let meanings = Kind::ALL.iter().map(|kind| (*kind, game.meanings(*kind)));
    GameInfo {
        key: about.key.to_owned(),
        title: about.title.to_owned(),
        summary: reference::first_sentence(about.rules),
        scenarios: about.scenarios.clone(),
        options: about.options.iter().map(option).collect(),
        rosters: about.rosters.iter().filter_map(|ready| roster(game, ready)).collect(),
        meanings: meanings.collect(),
    }
}

/// A ready-made roster as the catalogue lists it. One that could not be played is left out.
fn roster(game: &dyn Game, ready: &ReadyRoster) -> Option<RosterInfo> {
    let needs: Options =
        ready.needs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    match game.check_roster(ready.text, &needs) {
        Ok(sheet) => Some(RosterInfo {
            key: ready.key.to_owned(),
            name: sheet.name,
            points: sheet.points,
            models: sheet.models,
            needs,
        }),
        Err(problems) => {
            tracing::error!(roster = ready.key, ?problems, "a ready-made roster is not good");
            None
        }
    }
}

/// A text in JSON that does not change while the server runs, so that browsers may keep it.
pub(crate) struct Kept {
    json: Bytes,
    tag: String,
}

impl Kept {
    fn new(value: &impl Serialize) -> Kept {
        let json = serde_json::to_vec(value).expect("plain data can be written as JSON");
        let tag = tag(&Sha256::digest(&json));
        Kept { json: json.into(), tag }
    }

    /// The text, or that whoever asks has it already.
    pub(crate) fn answer(&self, headers: &HeaderMap) -> Response {
        let common = [(CACHE_CONTROL, "private, no-cache"), (ETAG, &self.tag)];
        if has(headers, &self.tag) {
            return (StatusCode::NOT_MODIFIED, common).into_response();
        }
        (common, [(CONTENT_TYPE, "application/json")], self.json.clone()).into_response()
    }
}

/// The tag of a text with this hash. It is a weak one, because the text may be compressed.
pub(crate) fn tag(hash: &[u8]) -> String {
    let letters = hash.iter().take(16).fold(String::new(), |mut text, byte| {
        // Writing into a text cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    });
    format!("W/\"{letters}\"")
}

/// Whether whoever asks has the text of a tag already.
pub(crate) fn has(headers: &HeaderMap, tag: &str) -> bool {
    let known = headers.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    known.is_some_and(|tags| tags.split(',').any(|known| known.trim() == tag))
}
