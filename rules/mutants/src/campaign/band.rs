//! A party that lives through a campaign.

use engine::{Clause, Cx, SideId};
use serde::{Deserialize, Serialize};

use crate::gear::{Armor, Gear, Item, Shape};
use crate::options::Agreed;
use crate::party::{Advance, MOST_THINGS, Roster, Upkeep, upkeep, wear};
use crate::profile::{Character, Kind, Name, Rule};

/// A party in a campaign.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Band {
    /// Its characters and what it owns.
    pub roster: Roster,
    /// Battles it has won (MUT-CAM-01).
    pub victories: u32,
    /// The dead who are to be replaced, by what they were (MUT-CAM-09).
    pub vacant: Vec<Kind>,
    /// Whether the named Leader is dead, so that a replacement may lead (MUT-Q-141).
    pub crown: bool,
    /// The same for the champion.
    pub laurel: bool,
    /// Names of those who are gone: nobody new is called like them.
    pub gone: Vec<Name>,
    /// Quality that poison has cost, where it lasts (MUT-Q-52).
    pub poisoned: Vec<(Name, u8)>,
    /// Those whose Upkeep for this week has been paid in advance (MUT-CAM-17).
    pub fed: Vec<Name>,
}

impl Band {
    /// A party as it enters a campaign.
    pub fn new(roster: Roster) -> Band {
        Band {
            roster,
            victories: 0,
            vacant: Vec::new(),
            crown: false,
            laurel: false,
            gone: Vec::new(),
            poisoned: Vec::new(),
            fed: Vec::new(),
        }
    }

    /// Quality that poison has cost somebody for longer than a game (MUT-Q-52).
    pub fn poison(&self, name: &str) -> u8 {
        self.poisoned.iter().find(|(who, _)| &**who == name).map_or(0, |(_, points)| *points)
    }

    /// Somebody's Quality as it is for longer than a game: with the disease (MUT-TYP-51), and
    /// with poison where that lasts.
    pub fn lasting_quality(&self, who: &Character) -> u8 {
        let disease = u8::from(who.condition.infected);
        who.nature.quality.saturating_add(disease).saturating_add(self.poison(&who.name))
    }

    /// Takes a thing into the common stock, if there is room for it.
    pub fn keep(&mut self, item: Item) {
        if self.roster.stock.len() < MOST_THINGS {
            self.roster.stock.push(item);
        }
    }

    /// Somebody of a name.
    pub fn member(&self, name: &str) -> Option<&Character> {
        self.roster.members.iter().find(|who| &*who.name == name)
    }

    /// Somebody of a name, to be changed.
    pub fn member_mut(&mut self, name: &str) -> Option<&mut Character> {
        self.roster.members.iter_mut().find(|who| &*who.name == name)
    }

    /// The names of those who fit.
    pub fn names(&self, fits: impl Fn(&Character) -> bool) -> Vec<Name> {
        let fitting = self.roster.members.iter().filter(|who| fits(who));
        fitting.map(|who| who.name.clone()).collect()
    }

    /// Those who fight in the next game (MUT-T-25, MUT-CAM-05).
    pub fn fighters(&self) -> impl Iterator<Item = &Character> {
        self.roster.members.iter().filter(|who| fights(who))
    }

    /// Whether anybody has a special rule.
    pub fn has(&self, rule: Rule) -> bool {
        self.roster.members.iter().any(|who| who.nature.has(rule))
    }

    /// All names that nobody new may have.
    pub fn taken(&self) -> Vec<Name> {
        let living = self.roster.members.iter().map(|who| &who.name);
        living.chain(&self.gone).cloned().collect()
    }

    /// All its Food, carried or not.
    pub fn food(&self) -> u32 {
        let carried = self.roster.members.iter().map(|who| u32::from(who.food)).sum::<u32>();
        self.roster.food.saturating_add(carried)
    }

    /// All its spare Cells, carried or not.
    pub fn cells(&self) -> u32 {
        let carried = self.roster.members.iter().map(|who| u32::from(who.cells)).sum::<u32>();
        self.roster.cells.saturating_add(carried)
    }

    /// Uses up Food: the common stock first, then what is carried. Says whether there was enough.
    pub fn take_food(&mut self, amount: u32) -> bool {
        if self.food() < amount {
            return false;
        }
        let from_stock = amount.min(self.roster.food);
        self.roster.food -= from_stock;
        let mut left = amount - from_stock;
        for who in &mut self.roster.members {
            left = draw(&mut who.food, left);
        }
        true
    }

    /// Uses up Cells: the common stock first, then what is carried. Says whether there were
    /// enough.
    pub fn take_cells(&mut self, amount: u32) -> bool {
        if self.cells() < amount {
            return false;
        }
        let from_stock = amount.min(self.roster.cells);
        self.roster.cells -= from_stock;
        let mut left = amount - from_stock;
        for who in &mut self.roster.members {
            left = draw(&mut who.cells, left);
        }
        true
    }

    /// Whether somebody has had an Advance.
    pub fn had(&self, name: &str, advance: Advance) -> bool {
        self.roster.advances.iter().any(|(who, what)| &**who == name && *what == advance)
    }

    /// Whether somebody is the Leader that the party named, with the better Quality that goes
    /// with it (MUT-PTY-03, MUT-PTY-08).
    pub fn is_named_leader(&self, who: &Character) -> bool {
        let better = u8::from(self.had(&who.name, Advance::Quality));
        let as_leader = who.nature.figures().0.saturating_sub(better);
        let unscarred = who.nature.quality.saturating_sub(who.condition.scars);
        who.nature.has(Rule::Leader) && unscarred <= as_leader
    }

    /// Whether somebody is the champion that the party named (MUT-PTY-02, MUT-CAM-20).
    pub fn is_named_champion(&self, who: &Character) -> bool {
        who.nature.has(Rule::CombatBonus) && !self.had(&who.name, Advance::Combat)
    }

    /// Somebody is dead and will be replaced (MUT-CAM-09); what is left of its things is given
    /// back.
    pub fn bury(&mut self, name: &str) -> Option<Character> {
        let place = self.roster.members.iter().position(|who| &*who.name == name)?;
        let dead = self.roster.members.remove(place);
        self.crown |= self.is_named_leader(&dead);
        self.laurel |= self.is_named_champion(&dead);
        self.vacant.push(dead.nature.kind);
        self.gone.push(dead.name.clone());
        Some(dead)
    }

    /// Somebody leaves for good and is not replaced.
    pub fn dismiss(&mut self, name: &str) -> Option<Character> {
        let place = self.roster.members.iter().position(|who| &*who.name == name)?;
        let gone = self.roster.members.remove(place);
        self.gone.push(gone.name.clone());
        Some(gone)
    }

    /// Takes somebody's belongings into the common stock; what is built in is lost
    /// (MUT-TYP-31).
    pub fn inherit(&mut self, heritage: Character) {
        self.roster.food = self.roster.food.saturating_add(u32::from(heritage.food));
        self.roster.cells = self.roster.cells.saturating_add(u32::from(heritage.cells));
        heritage.gear.into_iter().filter(|item| !item.built_in).for_each(|item| self.keep(item));
    }

    /// What everybody who can be kept going uses up before the next game (MUT-T-26).
    pub fn due(&self, agreed: &Agreed) -> Upkeep {
        let mut total = Upkeep::default();
        for who in self.roster.members.iter().filter(|who| !who.condition.stopped) {
            let one = upkeep(who, agreed);
            total.food = total.food.saturating_add(one.food);
            total.cells = total.cells.saturating_add(one.cells);
            total.either = total.either.saturating_add(one.either);
        }
        total
    }
}

/// Takes what is there from somebody's supply; gives back what is still wanted.
fn draw(supply: &mut u8, wanted: u32) -> u32 {
    let taken = u8::try_from(wanted).unwrap_or(u8::MAX).min(*supply);
    *supply -= taken;
    wanted - u32::from(taken)
}

/// Whether a character fights in the next game.
pub fn fights(who: &Character) -> bool {
    !who.condition.absent && !who.condition.stopped
}

/// Whether a character may handle what belonged to a dead Wretched (MUT-TYP-54, MUT-TYP-55).
pub fn is_safe_from_plague(who: &Character) -> bool {
    let suited = |item: &Item| item.gear == Gear::Armor(Armor::Nbc) && item.works();
    matches!(who.nature.kind, Kind::Plant | Kind::Android | Kind::Robot | Kind::Wretched)
        || who.nature.has(Rule::Immune)
        || who.gear.iter().any(suited)
}

/// A thing as it is once there is time to look after it: jams are cleared, bows have a new
/// string (MUT-Q-151), armor that was understood can be worn (MUT-CAM-26). What is broken or
/// empty stays so. Fruits do not keep.
pub fn looked_after(cx: &mut Cx<'_>, mut item: Item) -> Option<Item> {
    let before = item.shape;
    item.shape = match (item.gear, item.shape) {
        (Gear::ExplosiveFruit | Gear::TreeFruit, _) => return None,
        (Gear::Missile(_), _) => Shape::Good,
        (_, Shape::Jammed | Shape::NextGame) => Shape::Good,
        (_, Shape::JammedEmpty) => Shape::Empty,
        (_, shape) => shape,
    };
    if before == Shape::NextGame {
        cx.cite(Clause("MUT-CAM-26"));
    } else if before != item.shape {
        cx.cite(Clause("MUT-Q-151"));
    }
    Some(item)
}

/// Keeps ready what was ready, if it is still there, and else the best there is (MUT-ACT-04).
pub fn make_ready(who: &mut Character, before: Option<Gear>) {
    let usable = |item: &Item| matches!(item.shape, Shape::Good | Shape::Empty);
    let same = |item: &Item| Some(item.gear) == before && item.gear.is_held() && usable(item);
    let kept = who.gear.iter().position(same).and_then(|at| u8::try_from(at).ok());
    who.ready = kept.or_else(|| wear::best_ready(&who.gear));
}

/// What a character has ready.
pub fn in_hand(who: &Character) -> Option<Gear> {
    let item = who.ready.and_then(|at| who.gear.get(usize::from(at)));
    item.map(|item| item.gear)
}

/// The side of a place in a list of sides.
pub fn side_of(place: usize) -> SideId {
    SideId(u8::try_from(place).unwrap_or(u8::MAX))
}
