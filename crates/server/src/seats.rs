//! Guests and seats: who somebody is, and which sides they may play.

use engine::ids::SideId;
use engine::matches::Standing;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::protocol::{SeatInfo, Sitter};

/// Letters of ids and secrets: those that look like others (i, l, o, u) are left out.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// How long a name may be, in characters.
const LONGEST_NAME: usize = 40;

/// Somebody who plays or watches: the hash of a secret that only their browser keeps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Guest([u8; 32]);

impl Guest {
    /// Whoever has a token.
    pub fn of(token: &str) -> Guest {
        Guest(digest(token))
    }

    pub(crate) fn from_bytes(bytes: [u8; 32]) -> Guest {
        Guest(bytes)
    }

    pub(crate) fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl std::fmt::Debug for Guest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Enough to tell guests apart in a log.
        write!(f, "Guest({:02x}{:02x}{:02x}..)", self.0[0], self.0[1], self.0[2])
    }
}

/// A new token for somebody who has none: 256 bits that nobody can guess, in hexadecimal.
pub fn new_token() -> String {
    random_bytes::<32>().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The hash of a secret; secrets themselves are never stored.
pub(crate) fn digest(secret: &str) -> [u8; 32] {
    Sha256::digest(secret.as_bytes()).into()
}

/// The id of a new match: easy to read aloud, hard to come upon by chance.
pub(crate) fn new_id() -> String {
    letters::<10>()
}

/// The secret of a new link: 160 bits.
pub(crate) fn new_secret() -> String {
    letters::<32>()
}

/// A number that nobody can foresee.
pub(crate) fn random_number() -> u64 {
    u64::from_le_bytes(random_bytes())
}

fn letters<const N: usize>() -> String {
    let letter = |byte: &u8| char::from(LETTERS[usize::from(byte % 32)]);
    random_bytes::<N>().iter().map(letter).collect()
}

fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system provides random numbers");
    bytes
}

/// A name as it is shown: one line, not too long, never empty.
pub(crate) fn tidy_name(name: &str) -> String {
    let visible = name.chars().filter(|c| !is_invisible(*c));
    let plain: String = visible.map(|c| if c.is_control() { ' ' } else { c }).collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    let short: String = words.join(" ").chars().take(LONGEST_NAME).collect();
    let short = short.trim_end();
    if short.is_empty() { "Guest".to_owned() } else { short.to_owned() }
}

/// Whether a character takes no room or turns the direction of reading: with those somebody
/// could look like somebody else, or spoil the line they are named in.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
    )
}

/// Everything about a match that is not play, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Settings {
    /// The title of the game.
    pub title: String,
    /// The title of the scenario.
    pub scenario: String,
    /// One for each side.
    pub seats: Vec<Seat>,
    /// Who asked for the match.
    pub creator: Guest,
    /// Whether answers may be taken back when the others agree.
    pub take_backs: bool,
    /// Whether the lobby lists it.
    pub listed: bool,
    /// Whether real dice are thrown and typed in.
    pub own_dice: bool,
    /// Whether somebody has had the file of the match before it was over, and so its seed.
    #[serde(default)]
    pub seed_known: bool,
    /// Answers given in advance.
    pub standing: Vec<Standing>,
    /// The match that was begun as a rematch of this one.
    pub rematch: Option<String>,
}

#[cfg(test)]
impl Settings {
    /// Those of a match where take-backs are agreed on and nothing else out of the ordinary.
    pub(crate) fn usual(creator: Guest, seats: Vec<Seat>) -> Settings {
        Settings {
            title: "A game".to_owned(),
            scenario: "A scenario".to_owned(),
            seats,
            creator,
            take_backs: true,
            listed: false,
            own_dice: false,
            seed_known: false,
            standing: Vec::new(),
            rematch: None,
        }
    }
}

/// The seat behind a side, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Seat {
    /// What the force is called.
    pub force: String,
    /// The computer player that sits there; none if the seat is for a person.
    pub computer: Option<String>,
    /// What the person who sits there is called.
    pub name: String,
}

/// The settings of a match, and who may sit where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seating {
    /// The settings.
    pub settings: Settings,
    /// Who may play which side; one person may do so from several devices.
    pub holders: Vec<(SideId, Guest)>,
}

impl Seating {
    /// All sides, in order.
    pub fn sides(&self) -> impl Iterator<Item = SideId> + use<> {
        (0..self.settings.seats.len() as u8).map(SideId)
    }

    /// The computer player that sits behind a side.
    pub fn computer(&self, side: SideId) -> Option<&str> {
        self.settings.seats.get(side.index())?.computer.as_deref()
    }

    /// Whether a side is played by a person, or waits for one.
    pub fn is_for_person(&self, side: SideId) -> bool {
        self.settings.seats.get(side.index()).is_some_and(|seat| seat.computer.is_none())
    }

    /// The sides that are played by people, or wait for them.
    pub fn people(&self) -> impl Iterator<Item = SideId> {
        self.sides().filter(|side| self.is_for_person(*side))
    }

    /// Whether anybody may play a side.
    pub fn is_taken(&self, side: SideId) -> bool {
        self.holders.iter().any(|(of, _)| *of == side)
    }

    /// The sides that wait for somebody.
    pub fn open(&self) -> impl Iterator<Item = SideId> {
        self.people().filter(|side| !self.is_taken(*side))
    }

    /// Whether a guest may play a side.
    pub fn holds(&self, guest: Guest, side: SideId) -> bool {
        self.holders.contains(&(side, guest))
    }

    /// The sides a guest may play, in order.
    pub fn held_by(&self, guest: Guest) -> impl Iterator<Item = SideId> {
        self.sides().filter(move |side| self.holds(guest, *side))
    }

    /// The sides that only others play, so that they must be asked.
    pub fn others(&self, guest: Guest) -> impl Iterator<Item = SideId> {
        self.people().filter(move |side| self.is_taken(*side) && !self.holds(guest, *side))
    }

    /// Whether a guest may know everything about a match that is not over, its dice included:
    /// only if there is nobody they could cheat.
    pub fn may_know_all(&self, guest: Guest) -> Result<(), String> {
        let all_theirs = self.people().all(|side| self.holds(guest, side));
        let alone = self.holders.iter().all(|(_, holder)| *holder == guest);
        match all_theirs && (alone || self.people().count() < 2) {
            true => Ok(()),
            false => Err("The match is not over, and other people play in it: its file would \
                          show what is hidden from you and how the dice will fall."
                .to_owned()),
        }
    }

    /// Lets a guest play a side. Who already plays it keeps the name.
    pub fn seat(&mut self, side: SideId, guest: Guest, name: &str) {
        if !self.is_taken(side)
            && let Some(seat) = self.settings.seats.get_mut(side.index())
        {
            seat.name = name.to_owned();
        }
        if !self.holds(guest, side) {
            self.holders.push((side, guest));
        }
    }

    /// The seats as a guest sees them.
    pub fn infos(&self, guest: Guest, is_here: impl Fn(SideId) -> bool) -> Vec<SeatInfo> {
        let seats = self.sides().zip(&self.settings.seats);
        let info = |(side, seat): (SideId, &Seat)| {
            let who = match &seat.computer {
                Some(name) => Sitter::Computer { name: name.clone() },
                None if self.is_taken(side) => {
                    Sitter::Person { name: seat.name.clone(), here: is_here(side) }
                }
                None => Sitter::Nobody,
            };
            SeatInfo { side, force: seat.force.clone(), who, yours: self.holds(guest, side) }
        };
        seats.map(info).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_tokens_and_secrets_differ_and_have_their_lengths() {
        assert_eq!(new_id().len(), 10);
        assert_eq!(new_secret().len(), 32);
        assert_eq!(new_token().len(), 64);
        assert_ne!(new_id(), new_id());
        assert_ne!(Guest::of(&new_token()), Guest::of(&new_token()));
        assert_eq!(Guest::of("a"), Guest::of("a"));
    }

    #[test]
    fn names_are_tidied() {
        assert_eq!(tidy_name("  Ana\n of\tthe  Dunes "), "Ana of the Dunes");
        assert_eq!(tidy_name("\u{7}"), "Guest");
        assert_eq!(tidy_name(&"ä".repeat(100)).chars().count(), 40);
        assert_eq!(tidy_name("\u{202e}A\u{200b}na\u{feff}"), "Ana");
        assert_eq!(tidy_name("\u{2066}\u{200d}"), "Guest");
    }

    #[test]
    fn a_guest_may_know_all_only_where_nobody_could_be_cheated() {
        let (ana, bo) = (Guest::of("ana"), Guest::of("bo"));
        let person = Seat { force: String::new(), computer: None, name: String::new() };
        let robot = Seat { computer: Some("random".to_owned()), ..person.clone() };
        let seating = |seats: Vec<Seat>, holders: Vec<(u8, Guest)>| Seating {
            settings: Settings::usual(ana, seats),
            holders: holders.into_iter().map(|(side, guest)| (SideId(side), guest)).collect(),
        };
        let solo = seating(vec![person.clone(), robot], vec![(0, ana), (0, bo)]);
        assert!(solo.may_know_all(ana).is_ok(), "a second device is no opponent");
        let two = vec![person.clone(), person];
        assert!(seating(two.clone(), vec![(0, ana), (1, ana)]).may_know_all(ana).is_ok());
        assert!(seating(two.clone(), vec![(0, ana), (1, bo)]).may_know_all(ana).is_err());
        assert!(seating(two.clone(), vec![(0, ana)]).may_know_all(ana).is_err());
        let shared = seating(two, vec![(0, ana), (1, ana), (1, bo)]);
        assert!(shared.may_know_all(ana).is_err(), "bo plays blue");
        assert_eq!(shared.others(ana).count(), 0, "but ana may answer for blue");
        assert_eq!(shared.others(bo).collect::<Vec<_>>(), [SideId(0)]);
    }
}
