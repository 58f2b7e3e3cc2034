//! Chapter 17 as a game of its own: the players make their parties, one decision a step.

use engine::book::{About, Book, Lay, ReadyRoster, RosterSheet, Scenario, Scene};
use engine::view::{ModelView, SideView};
use engine::{Clause, Cx, Deed, Event, Eyes, ModelId, Options, Outcome, Play, Setup, SideId, View};
use serde::{Deserialize, Serialize};
use tabletop::{Changes, Fixed, Table};

use super::auction::Lot;
use super::terms::{self, Agreed as Terms, Method, SLOTS, Sort};
use super::{Roster, read, scene, sheet, write};
use crate::gear::Item;
use crate::options::{self, Agreed};
use crate::profile::{Character, Kind, Name};

/// Most sides that make parties together.
pub const MOST_SIDES: usize = 4;
/// What everybody has to spend at an auction (MUT-OPT-03).
const COINS: u8 = 100;
/// The table nobody needs, in inches.
const TABLE: i32 = 6;

/// The book of making parties.
#[derive(Debug)]
pub struct Creation {
    about: About,
}

/// The book of making parties, ready to be played.
pub fn creation() -> Creation {
    let listed = |sort: &Sort| {
        let (title, summary) = sort.about();
        Scenario {
            key: sort.name().to_owned(),
            title: title.to_owned(),
            summary: summary.to_owned(),
            size: (TABLE, TABLE),
            sides: (1, MOST_SIDES as u8),
            lay: Lay::Any,
            rosters: &[],
        }
    };
    let about = About {
        key: "mutants-party",
        title: "Mutants: a new party",
        version: 1,
        rules: include_str!("../../RULES.md"),
        scenarios: Sort::ALL.iter().map(listed).collect(),
        options: options::specs().into_iter().chain(terms::specs()).collect(),
        rosters: vec![ReadyRoster::new("new", "")],
        rulings: RULINGS.to_vec(),
    };
    Creation { about }
}

macro_rules! rulings {
    ($($file:literal),* $(,)?) => {
        &[$(($file, include_str!(concat!("../../rulings/", $file)))),*]
    };
}

const RULINGS: &[(&str, &str)] = rulings![
    "party-types.ruling",
    "party-tables.ruling",
    "party-bonuses.ruling",
    "party-gear.ruling",
    "party-optional.ruling",
];

/// Parties in the making.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Muster {
    /// A bare table; nobody stands on it.
    pub table: Fixed<Table>,
    /// What was agreed on for battles.
    pub agreed: Fixed<Agreed>,
    /// What was agreed on for making parties.
    pub terms: Fixed<Terms>,
    /// The parties, one for each side.
    pub companies: Vec<Company>,
    /// Everybody rolled up so far; in an auction those not sold yet are their maker's.
    pub cast: Vec<Character>,
    /// What is or was for sale.
    pub lots: Vec<Lot>,
    /// What is still to be done; the last comes first.
    pub tasks: Vec<Task>,
    /// Set when every party is complete.
    pub outcome: Option<Outcome>,
}

/// One side's party in the making.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Company {
    /// What it is called.
    pub name: Name,
    /// What sort of party it is to be.
    pub sort: Sort,
    /// The types of its slots, as far as they are filled.
    pub slots: Vec<Kind>,
    /// Things that were rolled and not handed out yet.
    pub pool: Vec<Item>,
    /// Things that nobody carries.
    pub stock: Vec<Item>,
    /// Cells that nobody carries.
    pub cells: u32,
    /// Food that nobody carries.
    pub food: u32,
    /// Coins left in an auction (MUT-OPT-03).
    pub coins: u8,
    /// What it has got in an auction.
    pub lots: u8,
}

impl Company {
    /// A party of which nothing is known yet.
    pub fn new(name: Name, sort: Sort) -> Company {
        let (slots, pool, stock) = (Vec::new(), Vec::new(), Vec::new());
        Company { name, sort, slots, pool, stock, cells: 0, food: 0, coins: COINS, lots: 0 }
    }
}

/// Something that is still to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Task {
    /// The types of all slots are chosen.
    Fill(SideId),
    /// A character of a type joins.
    Recruit(SideId, Kind),
    /// The party makes an Equipment roll of its own.
    Supply(SideId),
    /// What the party gets for being of one sort.
    Gifts(SideId),
    /// Cells or an Equipment roll for a party of Androids.
    AndroidGift(SideId),
    /// Cells for a party of Robots.
    RobotGift(SideId),
    /// A mutation for one of a Mutationist party.
    Mutate(SideId),
    /// One of a type becomes Humanoid.
    Uplift(SideId, Kind),
    /// Who is the champion.
    Champion(SideId),
    /// Who leads.
    Leader(SideId),
    /// Who gets what was rolled.
    HandOut(SideId),
    /// Who carries Cells.
    ShareCells(SideId),
    /// What is kept ready.
    MakeReady(SideId),
    /// The party is complete.
    Finish(SideId),
    /// Somebody rolls up what will be auctioned.
    Offer(SideId),
    /// A lot is auctioned.
    Sell(u8),
    /// A ready-made character is picked; the second of two Plants if so.
    Draft(SideId, bool),
}

impl Muster {
    /// Parties of which nothing is known yet, or what is wrong with what was agreed.
    pub fn new(options: &Options, companies: Vec<Company>) -> Result<Muster, Vec<String>> {
        let (agreed, terms) = read_options(options)?;
        let mut problems = Vec::new();
        if !SLOTS.contains(&terms.slots) {
            let (low, high) = (SLOTS.start(), SLOTS.end());
            problems.push(format!("a party has {low} to {high} slots, not {}", terms.slots));
        }
        if !(1..=MOST_SIDES).contains(&companies.len()) {
            problems.push(format!("one to four parties are made, not {}", companies.len()));
        }
        if terms.method == Method::Auction {
            if companies.len() < 2 {
                problems.push("an auction needs two to four sides (MUT-OPT-02)".to_owned());
            }
            if companies.iter().any(|c| c.sort != Sort::Free) {
                problems.push("an auction mixes all types: choose a free party".to_owned());
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let mut muster = Muster {
            table: Fixed::new(Table::bare(TABLE, TABLE)),
            agreed: Fixed::new(agreed),
            terms: Fixed::new(terms),
            companies,
            cast: Vec::new(),
            lots: Vec::new(),
            tasks: Vec::new(),
            outcome: None,
        };
        muster.tasks = muster.first_tasks();
        Ok(muster)
    }

    /// What is to be done at first, the last of it first.
    fn first_tasks(&self) -> Vec<Task> {
        let sides = (0..self.companies.len()).map(|i| SideId(i as u8));
        let mut tasks: Vec<Task> = match self.terms.method {
            Method::Rolled | Method::Chosen => sides.map(Task::Fill).collect(),
            Method::Ready => sides.map(|side| Task::Draft(side, false)).collect(),
            Method::Auction => self.auction_tasks(),
        };
        tasks.reverse();
        tasks
    }

    /// Puts tasks before everything else, in their order.
    pub(super) fn push_tasks(&mut self, tasks: impl IntoIterator<Item = Task>) {
        let mut tasks: Vec<Task> = tasks.into_iter().collect();
        tasks.reverse();
        self.tasks.extend(tasks);
    }

    /// A side's party.
    pub fn company(&self, side: SideId) -> &Company {
        &self.companies[side.index()]
    }

    /// A side's party, to be changed.
    pub fn company_mut(&mut self, side: SideId) -> &mut Company {
        &mut self.companies[side.index()]
    }

    /// The characters of a side, by their numbers.
    pub fn members(&self, side: SideId) -> Vec<ModelId> {
        let own = |(i, who): (usize, &Character)| (who.side == side).then_some(ModelId(i as u16));
        self.cast.iter().enumerate().filter_map(own).collect()
    }

    /// A character.
    pub fn who(&self, model: ModelId) -> &Character {
        &self.cast[model.index()]
    }

    /// A character, to be changed.
    pub fn who_mut(&mut self, model: ModelId) -> &mut Character {
        &mut self.cast[model.index()]
    }

    /// The names that are taken.
    pub fn names(&self) -> Vec<Name> {
        self.cast.iter().map(|who| Name::clone(&who.name)).collect()
    }

    /// A side's party as it stands.
    pub fn roster(&self, side: SideId) -> Roster {
        let Company { name, stock, pool, cells, food, .. } = self.company(side);
        Roster {
            name: Name::clone(name),
            members: self.members(side).iter().map(|m| self.who(*m).clone()).collect(),
            food: *food,
            cells: *cells,
            stock: stock.iter().chain(pool).copied().collect(),
            advances: Vec::new(),
        }
    }

    fn step(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        let Some(task) = self.tasks.pop() else { return Ok(()) };
        match task {
            Task::Fill(side) => self.fill(cx, side)?,
            Task::Recruit(side, kind) => self.recruit(cx, side, kind)?,
            Task::Supply(side) => self.supply(cx, side)?,
            Task::Gifts(side) => self.gifts(side),
            Task::AndroidGift(side) => self.android_gift(cx, side)?,
            Task::RobotGift(side) => self.robot_gift(cx, side)?,
            Task::Mutate(side) => self.mutate_one(cx, side)?,
            Task::Uplift(side, kind) => self.uplift(cx, side, kind)?,
            Task::Champion(side) => self.name_champion(cx, side)?,
            Task::Leader(side) => self.name_leader(cx, side)?,
            Task::HandOut(side) => self.hand_out(cx, side)?,
            Task::ShareCells(side) => self.share_cells(cx, side)?,
            Task::MakeReady(side) => self.make_ready(cx, side)?,
            Task::Finish(side) => self.finish(cx, side),
            Task::Offer(side) => self.offer_lot(cx, side)?,
            Task::Sell(lot) => self.sell(cx, lot)?,
            Task::Draft(side, second) => self.draft(cx, side, second)?,
        }
        if self.tasks.is_empty() {
            let reason = "every party is complete".to_owned();
            cx.say(|| {
                let text = "All parties are complete; now the scenario can be rolled";
                Event::note(Clause("MUT-PTY-10"), text).deed(Deed::Ended)
            });
            self.outcome = Some(Outcome { winner: None, reason });
        }
        Ok(())
    }

    fn phase_words(&self) -> String {
        let what = match self.tasks.last() {
            None => return "all parties are complete".to_owned(),
            Some(Task::Fill(side) | Task::Draft(side, _)) => {
                let (n, of) = (self.company(*side).slots.len(), self.terms.slots);
                return format!("{side} fills slots: {n} of {of}");
            }
            Some(Task::Recruit(side, kind)) => return format!("{side} makes a {kind}"),
            Some(Task::Offer(side)) => return format!("{side} makes a lot for the auction"),
            Some(Task::Sell(lot)) => return format!("lot {} is auctioned", lot + 1),
            Some(Task::Champion(side) | Task::Leader(side)) => (side, "names its best"),
            Some(Task::HandOut(side) | Task::ShareCells(side) | Task::MakeReady(side)) => {
                (side, "hands out equipment")
            }
            Some(
                Task::Supply(side)
                | Task::Gifts(side)
                | Task::AndroidGift(side)
                | Task::RobotGift(side)
                | Task::Mutate(side)
                | Task::Uplift(side, _),
            ) => (side, "receives the bonus of its party"),
            Some(Task::Finish(side)) => (side, "completes its party"),
        };
        format!("{} {}", what.0, what.1)
    }

    fn view(&self) -> View {
        let side_view = |i: usize| {
            let side = SideId(i as u8);
            let Company { name, cells, food, stock, pool, .. } = self.company(side);
            let (n, things) = (self.members(side).len(), stock.len() + pool.len());
            let standing = format!("{n} models; {cells} Cells, {food} Food, {things} things");
            SideView { side, name: name.to_string(), standing }
        };
        let model_view = |(i, who): (usize, &Character)| ModelView {
            model: ModelId(i as u16),
            name: who.name.to_string(),
            side: who.side,
            spot: None,
            facing: None,
            squad: None,
            base: 10_000,
            height: 30_000,
            wounds: (0, 1),
            conditions: Vec::new(),
            gone: false,
            acted: false,
            ranges: Vec::new(),
            card: sheet::card(who, &self.agreed),
        };
        View {
            phase: self.phase_words(),
            sides: (0..self.companies.len()).map(side_view).collect(),
            models: self.cast.iter().enumerate().map(model_view).collect(),
            zones: Vec::new(),
            markers: Vec::new(),
            outcome: self.outcome.clone(),
        }
    }
}

/// The options of a battle, and those of making parties.
fn read_options(options: &Options) -> Result<(Agreed, Terms), Vec<String>> {
    let own: Vec<&str> = terms::specs().iter().map(|spec| spec.key).collect();
    let (mut ours, mut battle) = (Options::new(), Options::new());
    for (key, value) in options {
        let part = if own.contains(&key.as_str()) { &mut ours } else { &mut battle };
        part.insert(key.clone(), value.clone());
    }
    match (Agreed::read(&battle), Terms::read(&ours)) {
        (Ok(agreed), Ok(terms)) => Ok((agreed, terms)),
        (one, other) => Err([one.err(), other.err()].into_iter().flatten().flatten().collect()),
    }
}

impl Book for Creation {
    type State = Muster;

    fn about(&self) -> &About {
        &self.about
    }

    fn begin(&self, setup: &Setup) -> Result<Muster, Vec<String>> {
        let sort = scene::sort(&setup.scenario).map_err(|why| vec![why])?;
        let mut problems = Vec::new();
        let mut companies = Vec::new();
        for (index, text) in setup.rosters.iter().enumerate() {
            let side = SideId(index as u8);
            match scene::header(text, side, sort) {
                Ok(company) => companies.push(company),
                Err(why) => problems.push(format!("{side}'s party: {why}")),
            }
        }
        match Muster::new(&setup.options, companies) {
            Ok(muster) if problems.is_empty() => Ok(muster),
            made => {
                problems.extend(made.err().into_iter().flatten());
                Err(problems)
            }
        }
    }

    fn step(&self, state: &mut Muster, cx: &mut Cx<'_>) -> Play<()> {
        state.step(cx)
    }

    fn outcome(&self, state: &Muster) -> Option<Outcome> {
        state.outcome.clone()
    }

    fn is_settled(&self, _state: &Muster) -> bool {
        true
    }

    fn table(&self, state: &Muster) -> (Fixed<Table>, Changes) {
        (state.table.clone(), Changes::default())
    }

    fn view(&self, state: &Muster, _eyes: Eyes) -> View {
        state.view()
    }

    fn arrange(&self, scene: &Scene) -> Result<Muster, String> {
        scene::arrange(scene)
    }

    fn check_roster(&self, text: &str, options: &Options) -> Result<RosterSheet, Vec<String>> {
        let (agreed, _) = read_options(options)?;
        let roster = read(text, SideId(0), &agreed)?;
        Ok(sheet(&roster, &agreed))
    }

    fn products(&self, state: &Muster) -> Vec<(SideId, String)> {
        if state.outcome.is_none() {
            return Vec::new();
        }
        let sides = (0..state.companies.len()).map(|i| SideId(i as u8));
        sides.map(|side| (side, write(&state.roster(side)))).collect()
    }
}
