//! The grammar of rulings, line by line.

use tabletop::{Kind, Length, Piece, Point, Sketch};

use super::facts::Fact;
use super::words::{Reader, split_comment, words};
use super::{LONGEST_FILE, MOST_RULINGS, Trouble, terrain};
use crate::book::{Scene, SceneModel, TableChoice};
use crate::ids::SideId;
use crate::odds::Chance;

/// Most dice in one throw.
const MOST_DICE: usize = 64;
/// Most models of a scene.
const MOST_MODELS: usize = 200;

/// One ruling as it is written.
#[derive(Debug)]
pub(super) struct Ruling {
    pub(super) title: String,
    pub(super) line: usize,
    pub(super) cites: Vec<String>,
    /// Where the clauses are cited.
    pub(super) cites_at: (usize, String),
    pub(super) scene: Scene,
    /// A table that is generated instead of laid piece by piece.
    pub(super) generated: Option<TableChoice>,
    pub(super) acts: Vec<Act>,
    /// The first thing that is wrong with its text.
    pub(super) trouble: Option<Trouble>,
    size: Point,
    pieces: Vec<Piece>,
}

/// One line that does or checks something.
#[derive(Debug)]
pub(super) struct Act {
    pub(super) line: usize,
    pub(super) text: String,
    pub(super) deed: Deed,
}

/// What a line does or checks.
#[derive(Debug)]
pub(super) enum Deed {
    Do { side: SideId, answer: String },
    Roll(Vec<Throw>),
    Need(String),
    Refuse { side: SideId, answer: String, clause: String },
    Offered { side: SideId, answer: String, wanted: bool },
    Expect(Fact),
    Odds { side: Option<SideId>, answer: String, fact: Fact, chance: Option<Chance> },
}

/// Dice of one side, thrown together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Throw {
    pub(super) side: SideId,
    pub(super) faces: Vec<u8>,
}

const KEYWORDS: &str = "ruling, cites, given, do, roll, need, refuse, offered, not offered, \
                        expect or odds";

/// The rulings of a text. Whatever cannot be read is the trouble of the ruling it stands in.
pub(super) fn file(text: &str) -> Vec<Ruling> {
    let mut rulings = read_all(text, Vec::new());
    rulings.iter_mut().for_each(Ruling::finish);
    rulings
}

/// The lines of one ruling that has no title and cites nothing, because it is only a scene.
pub(super) fn untitled(text: &str) -> Vec<Ruling> {
    let mut rulings = read_all(text, vec![Ruling::new("a scene", 1)]);
    rulings.iter_mut().for_each(Ruling::lay_table);
    rulings
}

fn read_all(text: &str, mut rulings: Vec<Ruling>) -> Vec<Ruling> {
    let whole = |expected: String, actual: String| {
        let mut nameless = Ruling::new("", 1);
        nameless.trouble = Some(Trouble::new(expected, actual).at(1, ""));
        vec![nameless]
    };
    if text.len() > LONGEST_FILE {
        return whole(format!("at most {LONGEST_FILE} bytes"), format!("{} bytes", text.len()));
    }
    for (index, raw) in text.lines().enumerate() {
        let (content, _) = split_comment(raw);
        let content = content.trim();
        let (keyword, rest) = content.split_once(char::is_whitespace).unwrap_or((content, ""));
        if keyword.is_empty() {
            continue;
        }
        if keyword == "ruling" {
            rulings.push(opened(rest, index + 1, raw));
        } else if let Some(ruling) = rulings.last_mut() {
            let read = ruling.read(keyword, rest.trim(), index + 1, content);
            ruling.note(read, index + 1, raw);
        } else {
            rulings.push(Ruling::new("", index + 1));
            let before = Err(Trouble::new("a ruling to begin with: ruling \"...\"", keyword));
            rulings[0].note(before, index + 1, raw);
        }
    }
    if rulings.len() > MOST_RULINGS {
        return whole(format!("at most {MOST_RULINGS} rulings"), rulings.len().to_string());
    }
    rulings
}

fn opened(rest: &str, line: usize, raw: &str) -> Ruling {
    let title = words(rest).ok().and_then(|found| match &found[..] {
        [title] if title.quoted && !title.text.trim().is_empty() => Some(title.text.clone()),
        _ => None,
    });
    let mut ruling = Ruling::new(title.as_deref().unwrap_or(rest), line);
    if title.is_none() {
        ruling.note(Err(Trouble::new("a title in quotes", rest)), line, raw);
    }
    ruling
}

impl Ruling {
    fn new(title: &str, line: usize) -> Ruling {
        Ruling {
            title: title.to_owned(),
            line,
            cites: Vec::new(),
            cites_at: (line, String::new()),
            scene: Scene::default(),
            generated: None,
            acts: Vec::new(),
            trouble: None,
            size: Point::inches(36, 36),
            pieces: Vec::new(),
        }
    }

    fn note(&mut self, read: Result<(), Trouble>, line: usize, raw: &str) {
        if let (Err(trouble), None) = (read, &self.trouble) {
            self.trouble = Some(trouble.at(line, raw));
        }
    }

    fn finish(&mut self) {
        if self.cites.is_empty() {
            let missing = Trouble::new("a line that cites its clauses: cites REQ-COV-02", "none");
            self.note(Err(missing), self.line, &format!("ruling \"{}\"", self.title));
        }
        self.lay_table();
    }

    fn lay_table(&mut self) {
        self.scene.sketch = Some(Sketch {
            name: "table of the ruling".to_owned(),
            width: self.size.x,
            depth: self.size.y,
            pieces: std::mem::take(&mut self.pieces),
        });
    }

    fn read(&mut self, keyword: &str, rest: &str, line: usize, raw: &str) -> Result<(), Trouble> {
        let (keyword, rest) = match (keyword, rest.split_once(char::is_whitespace)) {
            ("not", Some(("offered", rest))) => ("not offered", rest.trim()),
            _ => (keyword, rest),
        };
        let deed = match keyword {
            "cites" => return self.read_cites(rest, line, raw),
            "given" => return self.read_given(rest),
            "do" => {
                let (side, answer) = side_and_answer(rest)?;
                Deed::Do { side, answer }
            }
            "roll" => Deed::Roll(throws(rest)?),
            "need" if !rest.is_empty() => Deed::Need(spaced(rest)),
            "refuse" => refuse(rest)?,
            "offered" | "not offered" => {
                let (side, answer) = side_and_answer(rest)?;
                Deed::Offered { side, answer, wanted: keyword == "offered" }
            }
            "expect" => Deed::Expect(Fact::parse(rest)?),
            "odds" => odds(rest)?,
            _ => return Err(Trouble::new(KEYWORDS, format!("'{raw}'"))),
        };
        self.acts.push(Act { line, text: raw.to_owned(), deed });
        Ok(())
    }

    fn read_cites(&mut self, rest: &str, line: usize, raw: &str) -> Result<(), Trouble> {
        let ids = rest.split([',', ' ', '\t']).filter(|id| !id.is_empty());
        let before = self.cites.len();
        for id in ids {
            if !id.contains('-') {
                return Err(Trouble::new("ids of clauses such as REQ-COV-02, REQ-RNG-05", id));
            }
            self.cites.push(id.to_owned());
        }
        if self.cites.len() == before {
            return Err(Trouble::new("ids of clauses such as REQ-COV-02", "none"));
        }
        self.cites_at = (line, raw.to_owned());
        Ok(())
    }

    fn read_given(&mut self, rest: &str) -> Result<(), Trouble> {
        if !self.acts.is_empty() {
            return Err(Trouble::new("everything given before anything is done", "a given after"));
        }
        let found = words(rest)?;
        let mut reader = Reader::new(rest)?;
        if let Some((kind, n)) = terrain::kind_of(&found) {
            reader.skip(n);
            return self.read_piece(&mut reader, kind);
        }
        let plain: Vec<&str> = found.iter().map(|w| w.text.as_str()).collect();
        match plain[..] {
            ["table", "generated", theme, seed] => self.read_generated(theme, seed),
            ["table", ..] => self.read_table(rest),
            ["option", key, value] => {
                self.scene.options.insert(key.to_owned(), value.to_owned());
                Ok(())
            }
            ["scenario", key] => {
                self.scene.scenario = Some(key.to_owned());
                Ok(())
            }
            ["roster", side, key] => {
                let side = SideId::named(side).ok_or_else(|| no_side(side))?;
                self.scene.rosters.push((side, key.to_owned()));
                Ok(())
            }
            ["option" | "scenario" | "roster", ..] => Err(Trouble::new(
                "option KEY VALUE, scenario KEY or roster SIDE KEY",
                format!("'{rest}'"),
            )),
            [side, "to", "act"] if SideId::named(side).is_some() => {
                self.scene.to_act = SideId::named(side);
                Ok(())
            }
            [side, _, "at", ..] if SideId::named(side).is_some() => self.read_model(reader, rest),
            [] => Err(Trouble::new("something that is given", "nothing")),
            _ => {
                self.scene.other.push(rest.to_owned());
                Ok(())
            }
        }
    }

    fn read_table(&mut self, rest: &str) -> Result<(), Trouble> {
        let size = rest.strip_prefix("table").unwrap_or(rest).split_once('x');
        let read = |text: &str| text.trim().parse::<Length>().ok();
        let sane = Length::inches(6)..=Length::inches(96);
        let size = size.and_then(|(width, depth)| Some((read(width)?, read(depth)?)));
        let fits = size.filter(|(width, depth)| sane.contains(width) && sane.contains(depth));
        let (width, depth) = fits.ok_or_else(|| {
            let expected = "a table of 6 to 96 inches each way, such as table 36 x 36";
            Trouble::new(expected, format!("'{rest}'"))
        })?;
        self.size = Point::new(width, depth);
        Ok(())
    }

    fn read_generated(&mut self, theme: &str, seed: &str) -> Result<(), Trouble> {
        let theme = theme.parse().map_err(|why: String| Trouble::new("a theme", why))?;
        let seed = seed.parse().map_err(|_| Trouble::new("the number of a table", seed))?;
        self.generated = Some(TableChoice::Generated { theme, seed, symmetric: false });
        Ok(())
    }

    fn read_piece(&mut self, reader: &mut Reader, kind: Kind) -> Result<(), Trouble> {
        let earlier = self.pieces.iter().filter(|p| p.kind == kind).count();
        let piece = terrain::piece(reader, kind, earlier)?;
        // The table itself says what else is wrong with a piece, while its line is known.
        let alone = Sketch {
            name: String::new(),
            width: self.size.x,
            depth: self.size.y,
            pieces: vec![piece.clone()],
        };
        tabletop::Table::new(alone).map_err(|why| Trouble::new("a piece of terrain", why))?;
        self.pieces.push(piece);
        Ok(())
    }

    fn read_model(&mut self, mut reader: Reader, rest: &str) -> Result<(), Trouble> {
        let side = reader.next().and_then(|w| SideId::named(&w.text));
        let name = reader.next().map(|w| w.text.clone()).unwrap_or_default();
        reader.need("at")?;
        let spot = reader.spot()?;
        // What is said of a model is in the book's words, kept as they are.
        let traits =
            rest[reader.taken_up_to()..].split(',').map(spaced).filter(|t| !t.is_empty()).collect();
        let Some(side) = side else { return Err(no_side(rest)) };
        if self.scene.models.iter().any(|m| m.name == name) {
            return Err(Trouble::new("a name of its own for every model", format!("'{name}'")));
        }
        if self.scene.models.len() == MOST_MODELS {
            return Err(Trouble::new(format!("at most {MOST_MODELS} models"), "more"));
        }
        self.scene.models.push(SceneModel { side, name, spot, traits });
        Ok(())
    }
}

/// A text with single spaces.
fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn no_side(text: &str) -> Trouble {
    Trouble::new(format!("a side: {}", SideId::NAMES.join(", ")), format!("'{text}'"))
}

fn side_and_answer(rest: &str) -> Result<(SideId, String), Trouble> {
    let (side, answer) = rest
        .split_once(':')
        .ok_or_else(|| Trouble::new("a side and its answer: red: ...", rest))?;
    let side = SideId::named(side.trim()).ok_or_else(|| no_side(side.trim()))?;
    match spaced(answer) {
        answer if answer.is_empty() => Err(Trouble::new("an answer", "nothing")),
        answer => Ok((side, answer)),
    }
}

fn refuse(rest: &str) -> Result<Deed, Trouble> {
    let because = || Trouble::new("a refusal and its clause: red: ... because REQ-LOS-02", rest);
    let (body, clause) = rest.rsplit_once(" because ").ok_or_else(because)?;
    let (side, answer) = side_and_answer(body)?;
    let clause = clause.trim().to_owned();
    match clause.is_empty() || clause.contains(char::is_whitespace) {
        true => Err(because()),
        false => Ok(Deed::Refuse { side, answer, clause }),
    }
}

fn throws(rest: &str) -> Result<Vec<Throw>, Trouble> {
    let example = "a side and its dice: red 4 5 6; blue 1 3";
    let throw = |part: &str| {
        let mut found = part.split([' ', '\t', ',']).filter(|w| !w.is_empty());
        let side = found.next().and_then(SideId::named)?;
        let faces: Option<Vec<u8>> = found.map(|w| w.parse().ok().filter(|n| *n > 0)).collect();
        let fits = |faces: &Vec<u8>| (1..=MOST_DICE).contains(&faces.len());
        Some(Throw { side, faces: faces.filter(fits)? })
    };
    let one = |part: &str| throw(part).ok_or_else(|| Trouble::new(example, part.trim()));
    rest.split(';').map(one).collect()
}

fn odds(rest: &str) -> Result<Deed, Trouble> {
    let example = || {
        let expected = "an action, a fact and its chance: shoot Bo -> Bo wounds 1 = 1/6";
        Trouble::new(expected, rest)
    };
    let (action, result) = rest.rsplit_once(" -> ").ok_or_else(example)?;
    let (fact, chance) = result.rsplit_once('=').ok_or_else(example)?;
    let (side, answer) = match action.split_once(':') {
        Some((side, answer)) if SideId::named(side.trim()).is_some() => {
            (SideId::named(side.trim()), answer)
        }
        Some(_) | None => (None, action),
    };
    let chance = match chance.trim() {
        "?" => None,
        text => Some(text.parse().map_err(|why: String| Trouble::new("a chance", why))?),
    };
    let fact = Fact::parse(fact)?;
    if !fact.is_about_models() {
        return Err(Trouble::new("a fact about models", format!("'{fact}'")));
    }
    Ok(Deed::Odds { side, answer: spaced(answer), fact, chance })
}
