//! Names for new characters, so that nobody has to think of one. All of them are ours.

use tabletop::fields::plain;

use crate::profile::{Kind, Name};

const HUMANS: [&str; 24] = [
    "Ada", "Bruno", "Clara", "Dirk", "Edith", "Falk", "Greta", "Hugo", "Irma", "Jonas", "Katja",
    "Ludo", "Marta", "Nils", "Olga", "Piet", "Runa", "Sven", "Thea", "Udo", "Vera", "Wim", "Yara",
    "Zeno",
];

const MUTANTS: [&str; 24] = [
    "Grub",
    "Knuckle",
    "Pale Ned",
    "Warts",
    "Sludge",
    "Three-Eye",
    "Mumble",
    "Scab",
    "Hobb",
    "Twitch",
    "Lumpy Lou",
    "Glow",
    "Fingers",
    "Dregs",
    "Mother Ash",
    "Crook",
    "Blister",
    "Quirk",
    "Ember",
    "Mire",
    "Nubs",
    "Slack",
    "Tallow",
    "Vex",
];

const BEASTS: [&str; 24] = [
    "Biter", "Old Tusk", "Rumple", "Fang", "Sniff", "Thunder", "Patch", "Growler", "Hush", "Stomp",
    "Whisker", "Burr", "Claw", "Dapple", "Shank", "Grizzle", "Howl", "Itch", "Muzzle", "Prowl",
    "Scratch", "Snout", "Tatters", "Yowl",
];

const PLANTS: [&str; 40] = [
    "Bramble",
    "Thistle",
    "Hemlock",
    "Elder",
    "Nettle",
    "Sorrel",
    "Yarrow",
    "Ivy",
    "Briar",
    "Willow",
    "Fern",
    "Tansy",
    "Burdock",
    "Aspen",
    "Clover",
    "Dock",
    "Foxglove",
    "Gorse",
    "Hazel",
    "Juniper",
    "Larch",
    "Mallow",
    "Nightshade",
    "Osier",
    "Poppy",
    "Quince",
    "Rowan",
    "Sedge",
    "Teasel",
    "Vetch",
    "Wormwood",
    "Yew",
    "Alder",
    "Bracken",
    "Chicory",
    "Dodder",
    "Mullein",
    "Spurge",
    "Sumac",
    "Henbane",
];

const ANDROIDS: [&str; 24] = [
    "Alpha Nine",
    "Model Jay",
    "Cassie",
    "Dorn",
    "Evelyn Two",
    "Fabian",
    "Gilda",
    "Hector Six",
    "Iris",
    "Justus",
    "Kira",
    "Lennart",
    "Mona Four",
    "Norman",
    "Ophelia",
    "Paulus",
    "Quentin",
    "Rhea",
    "Silas",
    "Tessa",
    "Ulrich Ten",
    "Viola",
    "Wanda",
    "Xaver",
];

const ROBOTS: [&str; 24] = [
    "AX-1", "BRT-20", "Clanker", "DIG-7", "EL-33", "Ferro", "GX-4", "Hauler", "IB-9", "Junker",
    "KRN-5", "Lifter", "MK-12", "NUT-8", "OT-61", "Piston", "QR-2", "Rivet", "SP-40", "Treads",
    "UX-3", "Valve", "WLD-6", "ZK-99",
];

const WRETCHED: [&str; 24] = [
    "Drip",
    "Old Cough",
    "Rag Anne",
    "Gaunt",
    "Retch",
    "Slow Tom",
    "Moan",
    "Peel",
    "Ooze",
    "Limper",
    "Hollow",
    "Stain",
    "Weeping Sue",
    "Croak",
    "Dross",
    "Festus",
    "Groan",
    "Husk",
    "Lank",
    "Murk",
    "Pock",
    "Shamble",
    "Tarry",
    "Wheeze",
];

/// A name that nobody has yet.
pub(super) fn fresh(kind: Kind, taken: &[Name]) -> Name {
    let names: &[&str] = match kind {
        Kind::Human => &HUMANS,
        Kind::Mutant => &MUTANTS,
        Kind::MutatedAnimal | Kind::Animal => &BEASTS,
        Kind::Plant => &PLANTS,
        Kind::Android => &ANDROIDS,
        Kind::Robot => &ROBOTS,
        Kind::Wretched => &WRETCHED,
    };
    let free = names.iter().find(|name| !is_taken(name, taken));
    match free {
        Some(name) => Name::from(*name),
        None => unique(names[0], taken),
    }
}

/// A name, numbered if somebody has it: `Ada`, `Ada 2`.
pub(super) fn unique(name: &str, taken: &[Name]) -> Name {
    if !is_taken(name, taken) {
        return Name::from(name);
    }
    // One more number than there are names is enough.
    let numbered = (2..taken.len() + 3).map(|n| format!("{name} {n}"));
    let free = numbered.into_iter().find(|name| !is_taken(name, taken));
    Name::from(free.unwrap_or_else(|| name.to_owned()))
}

fn is_taken(name: &str, taken: &[Name]) -> bool {
    let name = plain(name);
    taken.iter().any(|other| plain(other) == name)
}
