//! Before a game: who carries what (MUT-CAM-35).

use engine::{Ask, Choice, Clause, Cx, Play, Refusal, SideId};

use super::band::{self, Band, fights};
use super::dice::pick;
use super::keeping::appetite;
use super::{Stage, State};
use crate::gear::{Gear, Item, Shape};
use crate::party::{MOST_THINGS, wear, words};
use crate::profile::{Character, Kind, Rule};

/// Most Food or Cells that one model carries.
const MOST_CARRIED: u8 = 99;

/// What a player can do before a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Deal {
    /// Nothing more.
    Done,
    /// Everything is dealt out as seems best.
    Share,
    /// A thing goes from one to another.
    Thing,
    /// Cells go from one to another.
    Cells,
    /// Food goes from one to another.
    Food,
    /// An empty gun is loaded (MUT-Q-97).
    Load,
    /// Somebody keeps something else ready (MUT-ACT-04).
    Ready,
    /// A Gunsmith exchanges the weapons of two Robots (MUT-TYP-33).
    Exchange,
}

/// Who has something: a member by its place, or the common stock.
type Holder = Option<usize>;

/// A thing by its holder and its place among the holder's things.
type Place = (Holder, usize);

impl State {
    /// A side deals out its gear, one change a step, until it is satisfied; then the next side
    /// does, and then the scenario is drawn.
    pub fn deal(&mut self, cx: &mut Cx<'_>, side: SideId) -> Play<()> {
        cx.enter(|| format!("Before game {}", self.game()));
        let clause = Clause("MUT-CAM-35");
        let ask = Ask::new(side, "deal", "Who carries what in the next game?", clause);
        let deals = self.band(side).deals();
        let chosen = cx.choose(ask, &deals, |deal| match deal {
            Deal::Done => Choice::new("ready").declining().detail("everything stays as it is"),
            Deal::Share => {
                let what = "guns are loaded, things and Cells go to whoever can use them";
                Choice::new("deal out").detail(what).merit(10)
            }
            Deal::Thing => Choice::new("hand on").detail("a thing").merit(-1),
            Deal::Cells => Choice::new("hand on Cells").merit(-1),
            Deal::Food => Choice::new("hand on Food").merit(-1),
            Deal::Load => Choice::new("load").detail("an empty gun: 1 Cell").merit(-1),
            Deal::Ready => Choice::new("keep ready").detail("another weapon").merit(-1),
            Deal::Exchange => {
                Choice::new("exchange").detail("the built-in weapons of two Robots").merit(-1)
            }
        })?;
        match chosen {
            Deal::Done => self.pass_deal(side),
            Deal::Share => {
                if self.band_mut(side).share_out() {
                    cx.cite(Clause("MUT-Q-97"));
                }
                self.pass_deal(side);
            }
            Deal::Thing => self.hand_on(cx, side)?,
            Deal::Cells => self.hand_on_stores(cx, side, true)?,
            Deal::Food => self.hand_on_stores(cx, side, false)?,
            Deal::Load => self.load(cx, side)?,
            Deal::Ready => self.keep_ready(cx, side)?,
            Deal::Exchange => self.exchange(cx, side)?,
        }
        cx.leave();
        Ok(())
    }

    /// The next side deals, or the scenario is drawn.
    fn pass_deal(&mut self, side: SideId) {
        let next = side.index() + 1;
        self.stage = match next < self.bands.len() {
            true => Stage::Dealing(band::side_of(next)),
            false => Stage::Drawing,
        };
    }

    /// A thing goes from one to another.
    fn hand_on(&mut self, cx: &mut Cx<'_>, side: SideId) -> Play<()> {
        let clause = Clause("MUT-CAM-35");
        let band = self.band(side);
        let ask = Ask::new(side, "thing", "Which thing?", clause);
        let things = band.things(|item| !item.built_in);
        let shown = distinct(band, &things);
        let Some(place) =
            pick(cx, ask, &shown, |_| None, |place| Choice::new(band.thing_words(*place)))?
        else {
            return Ok(());
        };
        let Some(item) = band.item(place) else { return Ok(()) };
        let members = &band.roster.members;
        let mut takers: Vec<Holder> = (0..members.len()).map(Some).collect();
        takers.push(None);
        takers.retain(|taker| *taker != place.0);
        let ask = Ask::new(side, "taker", "To whom?", clause);
        let judge = |taker: &Holder| taker.and_then(|i| refuses(&members[i], item));
        let Some(taker) = pick(cx, ask, &takers, judge, |taker| match taker {
            Some(i) => Choice::new(format!("to {}", members[*i].name)),
            None => Choice::new("to the stock"),
        })?
        else {
            return Ok(());
        };
        if item.shape == Shape::Puzzle {
            cx.cite(Clause("MUT-CAM-25"));
        }
        let medical = |i: usize| members[i].nature.has(Rule::MedicalRobot);
        if matches!(item.gear, Gear::Drug(_)) && taker.is_some_and(medical) {
            // Its injector is refilled.
            cx.cite(Clause("MUT-TYP-44"));
        }
        self.band_mut(side).move_thing(place, taker);
        Ok(())
    }

    /// Cells or Food go from one to another.
    fn hand_on_stores(&mut self, cx: &mut Cx<'_>, side: SideId, cells: bool) -> Play<()> {
        let clause = Clause("MUT-PRO-02");
        let band = self.band(side);
        let members = &band.roster.members;
        let mut all: Vec<Holder> = (0..members.len()).map(Some).collect();
        all.push(None);
        let whose = |holder: &Holder| match holder {
            Some(i) => members[*i].name.to_string(),
            None => "the stock".to_owned(),
        };
        let givers: Vec<Holder> =
            all.iter().copied().filter(|holder| band.stores(*holder, cells) > 0).collect();
        let ask = Ask::new(side, "giver", "Whose?", clause);
        let Some(giver) = pick(
            cx,
            ask,
            &givers,
            |_| None,
            |holder| {
                Choice::new(format!("of {}", whose(holder)))
                    .detail(format!("{} there", band.stores(*holder, cells)))
            },
        )?
        else {
            return Ok(());
        };
        let takers: Vec<Holder> = all.into_iter().filter(|holder| *holder != giver).collect();
        let ask = Ask::new(side, "taker", "To whom?", clause);
        let taker =
            cx.choose(ask, &takers, |holder| Choice::new(format!("to {}", whose(holder))))?;
        let most = band.stores(giver, cells).min(band.room(taker, cells));
        if most == 0 {
            return Ok(());
        }
        let ask = Ask::new(side, "amount", "How many?", clause);
        let amount = cx.number(ask, 1, i64::from(most))?;
        let amount = u32::try_from(amount).unwrap_or(0);
        self.band_mut(side).move_stores(giver, taker, amount, cells);
        Ok(())
    }

    /// An empty gun takes a Cell: its owner's, or one of the stock (MUT-Q-97).
    fn load(&mut self, cx: &mut Cx<'_>, side: SideId) -> Play<()> {
        let clause = Clause("MUT-Q-97");
        let band = self.band(side);
        let ask = Ask::new(side, "gun", "Which gun is loaded?", clause);
        let guns: Vec<Place> = band.empty_guns();
        let Some(place) =
            pick(cx, ask, &guns, |_| None, |place| Choice::new(band.thing_words(*place)))?
        else {
            return Ok(());
        };
        self.band_mut(side).load_gun(place);
        Ok(())
    }

    /// Somebody keeps something else ready (MUT-ACT-04).
    fn keep_ready(&mut self, cx: &mut Cx<'_>, side: SideId) -> Play<()> {
        let clause = Clause("MUT-ACT-04");
        let band = self.band(side);
        let places = distinct(band, &band.things(can_be_ready));
        let places: Vec<Place> = places.into_iter().filter(|(who, _)| who.is_some()).collect();
        let ask = Ask::new(side, "ready", "What is kept ready?", clause);
        let Some((Some(who), item)) =
            pick(cx, ask, &places, |_| None, |place| Choice::new(band.thing_words(*place)))?
        else {
            return Ok(());
        };
        self.band_mut(side).roster.members[who].ready = u8::try_from(item).ok();
        Ok(())
    }

    /// A Gunsmith exchanges the built-in weapons of two Robots (MUT-TYP-33).
    fn exchange(&mut self, cx: &mut Cx<'_>, side: SideId) -> Play<()> {
        let clause = Clause("MUT-TYP-33");
        let band = self.band(side);
        let arms = band.built_in_arms();
        let describe = |place: &Place| Choice::new(band.thing_words(*place));
        let ask = Ask::new(side, "arm", "Which weapon?", clause);
        let Some(first) = pick(cx, ask, &arms, |_| None, describe)? else { return Ok(()) };
        let others: Vec<Place> = arms.into_iter().filter(|place| place.0 != first.0).collect();
        let ask = Ask::new(side, "for", "For which one?", clause);
        let Some(second) = pick(
            cx,
            ask,
            &others,
            |_| None,
            |place| Choice::new(format!("for {}", band.thing_words(*place))),
        )?
        else {
            return Ok(());
        };
        let band = self.band_mut(side);
        if let (Some(one), Some(other)) = (band.item(first), band.item(second)) {
            band.put(first, other);
            band.put(second, one);
        }
        let text = format!("{side}'s Gunsmith exchanges the weapons of two Robots");
        cx.say(|| engine::Event::note(clause, text));
        Ok(())
    }
}

/// Whether something can be in a hand at the start of a game.
fn can_be_ready(item: &Item) -> bool {
    item.gear.is_held() && !item.built_in && matches!(item.shape, Shape::Good | Shape::Empty)
}

/// Why somebody cannot be given a thing; nothing if it can.
fn refuses(who: &Character, item: Item) -> Option<Refusal> {
    if who.gear.len() >= MOST_THINGS {
        let why = format!("{} cannot carry any more", who.name);
        return Some(Refusal::new(Clause("MUT-CAM-35"), why));
    }
    wear::refuses(who, item.gear)
}

/// One of each where several look the same.
fn distinct(band: &Band, places: &[Place]) -> Vec<Place> {
    let mut seen: Vec<String> = Vec::new();
    let mut kept = Vec::new();
    for place in places {
        let words = band.thing_words(*place);
        if !seen.contains(&words) {
            seen.push(words);
            kept.push(*place);
        }
    }
    kept
}

impl Band {
    /// What can be done before a game.
    fn deals(&self) -> Vec<Deal> {
        let stores = |cells: bool| {
            let all = (0..self.roster.members.len()).map(Some).chain([None]);
            !self.roster.members.is_empty() && all.into_iter().any(|h| self.stores(h, cells) > 0)
        };
        let held = |who: &Character| who.gear.iter().filter(|i| can_be_ready(i)).count() > 1;
        let robots = self.built_in_arms();
        let several = robots.iter().any(|place| Some(place.0) != robots.first().map(|p| p.0));
        let things = !self.roster.members.is_empty() && !self.things(|i| !i.built_in).is_empty();
        let mut deals = Vec::new();
        if things || stores(true) {
            deals.push(Deal::Share);
        }
        deals.push(Deal::Done);
        deals.extend(things.then_some(Deal::Thing));
        deals.extend(stores(true).then_some(Deal::Cells));
        deals.extend(stores(false).then_some(Deal::Food));
        deals.extend((!self.empty_guns().is_empty()).then_some(Deal::Load));
        deals.extend(self.roster.members.iter().any(held).then_some(Deal::Ready));
        deals.extend((self.has(Rule::Gunsmith) && several).then_some(Deal::Exchange));
        deals
    }

    /// The places of all things that fit.
    fn things(&self, fits: impl Fn(&Item) -> bool) -> Vec<Place> {
        let mut places: Vec<Place> = Vec::new();
        for (i, who) in self.roster.members.iter().enumerate() {
            let own = (0..who.gear.len()).filter(|at| fits(&who.gear[*at]));
            places.extend(own.map(|at| (Some(i), at)));
        }
        let common = (0..self.roster.stock.len()).filter(|at| fits(&self.roster.stock[*at]));
        places.extend(common.map(|at| (None, at)));
        places
    }

    /// The thing at a place.
    fn item(&self, (holder, at): Place) -> Option<Item> {
        match holder {
            Some(i) => self.roster.members.get(i)?.gear.get(at).copied(),
            None => self.roster.stock.get(at).copied(),
        }
    }

    /// Puts a thing at a place.
    fn put(&mut self, (holder, at): Place, item: Item) {
        let place = match holder {
            Some(i) => self.roster.members.get_mut(i).and_then(|who| who.gear.get_mut(at)),
            None => self.roster.stock.get_mut(at),
        };
        if let Some(place) = place {
            *place = item;
        }
    }

    /// A thing and whose it is: `Pistol of Ana`, `Pistol (empty) of the stock`.
    fn thing_words(&self, (holder, at): Place) -> String {
        let item = self.item((holder, at)).map(|item| words::item_words(&item)).unwrap_or_default();
        match holder.and_then(|i| self.roster.members.get(i)) {
            Some(who) => format!("{item} of {}", who.name),
            None => format!("{item} of the stock"),
        }
    }

    /// Empty guns for which there is a Cell.
    fn empty_guns(&self) -> Vec<Place> {
        let empty =
            |item: &Item| matches!(item.gear, Gear::Gun(_)) && matches!(item.shape, Shape::Empty);
        let mut places = distinct(self, &self.things(empty));
        let own = |holder: Holder| holder.map_or(0, |i| u32::from(self.roster.members[i].cells));
        places.retain(|(holder, _)| self.roster.cells > 0 || own(*holder) > 0);
        places
    }

    /// Weapons that are built into Robots.
    fn built_in_arms(&self) -> Vec<Place> {
        let arm =
            |item: &Item| item.built_in && matches!(item.gear, Gear::Gun(_) | Gear::PoweredWeapon);
        let robot = |place: &Place| {
            let who = place.0.and_then(|i| self.roster.members.get(i));
            who.is_some_and(|who| who.nature.kind == Kind::Robot)
        };
        distinct(self, &self.things(arm)).into_iter().filter(robot).collect()
    }

    /// Loads a gun, with its owner's Cell or one of the stock.
    fn load_gun(&mut self, place: Place) {
        let own = place.0.and_then(|i| self.roster.members.get_mut(i)).filter(|w| w.cells > 0);
        match own {
            Some(who) => who.cells -= 1,
            None if self.roster.cells > 0 => self.roster.cells -= 1,
            None => return,
        }
        if let Some(item) = self.item(place) {
            self.put(place, Item { shape: Shape::Good, ..item });
        }
    }

    /// A thing changes hands. What somebody else could not make out is tried anew (MUT-CAM-25),
    /// and powered gear works only if its Cells are paid (MUT-WPN-07).
    fn move_thing(&mut self, (holder, at): Place, taker: Holder) {
        let Some(mut item) = self.item((holder, at)) else { return };
        let paid = match holder {
            Some(i) => {
                let who = &mut self.roster.members[i];
                let ready = band::in_hand(who);
                who.gear.remove(at);
                band::make_ready(who, ready);
                !who.condition.unpaid
            }
            None => {
                self.roster.stock.remove(at);
                self.take_cells(appetite(&item))
            }
        };
        if item.shape == Shape::Puzzle {
            item.shape = Shape::Mystery;
        }
        match taker.and_then(|i| self.roster.members.get_mut(i)) {
            Some(who) => {
                who.condition.unpaid |= appetite(&item) > 0 && !paid;
                let ready = band::in_hand(who);
                who.gear.push(item);
                band::make_ready(who, ready);
            }
            None => self.keep(item),
        }
    }

    /// Cells or Food that somebody has, or the stock.
    fn stores(&self, holder: Holder, cells: bool) -> u32 {
        match (holder.and_then(|i| self.roster.members.get(i)), cells) {
            (Some(who), true) => u32::from(who.cells),
            (Some(who), false) => u32::from(who.food),
            (None, true) => self.roster.cells,
            (None, false) => self.roster.food,
        }
    }

    /// How many more somebody can carry.
    fn room(&self, holder: Holder, cells: bool) -> u32 {
        match holder {
            Some(_) => u32::from(MOST_CARRIED).saturating_sub(self.stores(holder, cells)),
            None => u32::MAX,
        }
    }

    fn add_stores(&mut self, holder: Holder, amount: i64, cells: bool) {
        let now = i64::from(self.stores(holder, cells)).saturating_add(amount).max(0);
        let carried = u8::try_from(now).unwrap_or(MOST_CARRIED).min(MOST_CARRIED);
        let common = u32::try_from(now).unwrap_or(u32::MAX);
        match (holder.and_then(|i| self.roster.members.get_mut(i)), cells) {
            (Some(who), true) => who.cells = carried,
            (Some(who), false) => who.food = carried,
            (None, true) => self.roster.cells = common,
            (None, false) => self.roster.food = common,
        }
    }

    fn move_stores(&mut self, giver: Holder, taker: Holder, amount: u32, cells: bool) {
        self.add_stores(giver, -i64::from(amount), cells);
        self.add_stores(taker, i64::from(amount), cells);
    }

    /// Deals everything out as seems best: guns are loaded, things in the stock go to whoever
    /// can use them and has least, and those with guns have a spare Cell. Says whether a gun was
    /// loaded.
    pub fn share_out(&mut self) -> bool {
        let mut at = 0;
        while let Some(item) = self.roster.stock.get(at).copied() {
            let payable = self.cells() >= appetite(&item);
            let useful = payable && item.shape != Shape::Broken;
            match self.best_taker(item).filter(|_| useful) {
                Some(taker) => self.move_thing((None, at), Some(taker)),
                None => at += 1,
            }
        }
        let mut loaded = false;
        while let Some(place) = self.empty_guns().into_iter().find(|place| place.0.is_some()) {
            self.load_gun(place);
            loaded = true;
        }
        let armed =
            |who: &Character| fights(who) && who.gear.iter().any(|item| item.gear.uses_cells());
        for i in 0..self.roster.members.len() {
            let who = &self.roster.members[i];
            if armed(who) && who.cells == 0 && self.roster.cells > 0 {
                self.move_stores(None, Some(i), 1, true);
            }
        }
        loaded
    }

    /// Who should have a thing: somebody who fights, can use it and has least.
    fn best_taker(&self, item: Item) -> Option<usize> {
        let members = &self.roster.members;
        let has_same = |who: &Character| who.gear.iter().any(|own| own.gear == item.gear);
        let useful = |who: &Character| {
            let doubled = matches!(item.gear, Gear::Gun(_) | Gear::PoweredWeapon | Gear::Armor(_));
            fights(who) && refuses(who, item).is_none() && !(doubled && has_same(who))
        };
        let fitting = (0..members.len()).filter(|i| useful(&members[*i]));
        fitting.min_by_key(|i| members[*i].gear.len())
    }
}
