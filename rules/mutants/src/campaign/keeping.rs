//! Upkeep: what everybody uses up each week, and what becomes of those who go without
//! (MUT-CAM-02 to MUT-CAM-06).

use engine::{Ask, Choice, Clause, Cx, ModelId, Play, SideId};

use super::State;
use super::band::Band;
use super::view::cells;
use crate::gear::{Armor, Drug, Gear, Item, Shape};
use crate::party::upkeep::explained;
use crate::profile::{Character, Kind, Name, Rule};

/// What one character needs this week.
#[derive(Clone, Debug)]
struct Bill {
    name: Name,
    /// In Food.
    food: u32,
    /// In Cells.
    cells: u32,
    /// In Cells for what it carries: Power Armor and powered weapons (MUT-WPN-07).
    gear: u32,
    /// Whether it goes without.
    unfed: bool,
    /// Whether its gear does.
    unpaid: bool,
}

/// Who or what goes without Cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dark {
    /// A character, by its place among the bills.
    Body(usize),
    /// Its gear.
    Gear(usize),
}

/// A way to come by more Food.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ration {
    /// A dose of Stimulant (MUT-CAM-34).
    Stimulant,
    /// An Animal, by its place in the party (MUT-SPC-009).
    Animal(usize),
    /// None of these.
    None,
}

impl State {
    /// Every model of a side uses up its Upkeep (MUT-CAM-02).
    pub fn keep(&mut self, cx: &mut Cx<'_>, side: SideId) -> Play<()> {
        for id in ["MUT-CAM-02", "MUT-Q-130"] {
            cx.cite(Clause(id));
        }
        let mut bills = self.bills(cx, side)?;
        let eaten = self.find_rations(cx, side, &mut bills)?;
        self.share_food(cx, side, &mut bills)?;
        self.share_cells(cx, side, &mut bills)?;
        let owed = |amount: fn(&Bill) -> u32| bills.iter().map(amount).sum::<u32>();
        let food = owed(|b| if b.unfed { 0 } else { b.food });
        let power = owed(|b| {
            let body = if b.unfed { 0 } else { b.cells };
            body + if b.unpaid { 0 } else { b.gear }
        });
        let band = self.band_mut(side);
        if food > band.roster.food || power > band.roster.cells {
            // What members carry is the party's as well.
            cx.cite(Clause("MUT-PRO-02"));
        }
        band.take_food(food);
        band.take_cells(power);
        band.fed.clear();
        let text = format!("{side} uses up {food} Food and {}", cells(power));
        self.tell(cx, Clause("MUT-CAM-02"), text);
        for name in eaten {
            let band = self.band_mut(side);
            if let Some(gone) = band.dismiss(&name) {
                band.inherit(gone);
            }
        }
        for bill in bills {
            self.bear(cx, side, &bill);
        }
        Ok(())
    }

    /// What everybody needs; those who can live on either are asked which it is (MUT-SPC-036).
    fn bills(&self, cx: &mut Cx<'_>, side: SideId) -> Play<Vec<Bill>> {
        let agreed = &self.terms.agreed;
        let band = self.band(side);
        let mut bills = Vec::new();
        for who in band.roster.members.iter().filter(|who| !who.condition.stopped) {
            let (due, reasons) = explained(who, agreed);
            reasons.into_iter().for_each(|clause| cx.cite(clause));
            let gear = powered(who).min(u32::from(due.cells));
            let mut bill = Bill {
                name: who.name.clone(),
                food: u32::from(due.food),
                cells: u32::from(due.cells) - gear,
                gear,
                unfed: false,
                unpaid: false,
            };
            let either = u32::from(due.either);
            if band.fed.contains(&who.name) {
                (bill.food, bill.cells) = (0, 0);
            } else if either > 0 {
                match self.burns_cells(cx, side, who, either)? {
                    true => bill.cells += either,
                    false => bill.food += either,
                }
            }
            bills.push(bill);
        }
        Ok(bills)
    }

    /// Whether somebody who feeds on energy is given Cells this week.
    fn burns_cells(
        &self,
        cx: &mut Cx<'_>,
        side: SideId,
        who: &Character,
        amount: u32,
    ) -> Play<bool> {
        let band = self.band(side);
        let (food, cells) = (band.food(), band.cells());
        if cells < amount {
            return Ok(false);
        }
        if food < amount {
            return Ok(true);
        }
        let clause = Clause("MUT-SPC-036");
        let mut ask = Ask::new(side, "fuel", "What does it feed on this week?", clause);
        ask.about = self.model(side, &who.name);
        cx.choose(ask, &[false, true], |burns| match burns {
            true => Choice::new("cells").merit(i32::from(cells > food)),
            false => Choice::new("food").merit(i32::from(food >= cells)),
        })
    }

    /// While Food is short, doses of Stimulant and Animals may be used up (MUT-CAM-34); gives the
    /// Animals.
    fn find_rations(
        &mut self,
        cx: &mut Cx<'_>,
        side: SideId,
        bills: &mut Vec<Bill>,
    ) -> Play<Vec<Name>> {
        let mut eaten: Vec<Name> = Vec::new();
        loop {
            let band = self.band(side);
            let wanted: u32 = bills.iter().map(|bill| bill.food).sum();
            if wanted <= band.food() {
                return Ok(eaten);
            }
            let short = wanted - band.food();
            let members = &band.roster.members;
            let beast =
                |who: &Character| who.nature.kind == Kind::Animal && !eaten.contains(&who.name);
            let beasts = (0..members.len()).filter(|i| beast(&members[*i]));
            let mut ways: Vec<Ration> = beasts.map(Ration::Animal).collect();
            if stimulant(band).is_some() {
                ways.insert(0, Ration::Stimulant);
            }
            ways.push(Ration::None);
            let clause = Clause("MUT-CAM-34");
            let ask = Ask::new(side, "rations", "Food is short. What else is eaten?", clause);
            let chosen = cx.choose(ask, &ways, |way| match way {
                Ration::Stimulant => {
                    Choice::new("eat a Stimulant").detail(format!("1 Food; {short} are short"))
                }
                Ration::Animal(place) => {
                    Choice::new(format!("slaughter {}", members[*place].name)).detail("2 Food")
                }
                Ration::None => Choice::new("nothing else").declining().merit(1),
            })?;
            match chosen {
                Ration::None => return Ok(eaten),
                Ration::Stimulant => self.eat_stimulant(cx, side),
                Ration::Animal(place) => {
                    let name = members[place].name.clone();
                    bills.retain(|bill| bill.name != name);
                    self.feed(side, 2);
                    for id in ["MUT-SPC-009", "MUT-Q-148"] {
                        cx.cite(Clause(id));
                    }
                    let text = format!("{side} slaughters {name}: 2 Food");
                    self.tell(cx, Clause("MUT-CAM-34"), text);
                    eaten.push(name);
                }
            }
        }
    }

    fn eat_stimulant(&mut self, cx: &mut Cx<'_>, side: SideId) {
        let band = self.band_mut(side);
        match stimulant(band) {
            Some((Some(holder), place)) => {
                if let Some(who) = band.roster.members.get_mut(holder) {
                    let ready = super::band::in_hand(who);
                    who.gear.remove(place);
                    super::band::make_ready(who, ready);
                }
            }
            Some((None, place)) => {
                band.roster.stock.remove(place);
            }
            None => return,
        }
        self.feed(side, 1);
        self.tell(cx, Clause("MUT-CAM-34"), format!("{side} eats a dose of Stimulant: 1 Food"));
    }

    /// While Food is short, its owner says who goes without.
    fn share_food(&self, cx: &mut Cx<'_>, side: SideId, bills: &mut [Bill]) -> Play<()> {
        let there = self.band(side).food();
        // Whoever needs more than there is goes without in any case.
        bills.iter_mut().for_each(|bill| bill.unfed |= bill.food > there);
        loop {
            let eats = |bill: &Bill| bill.food > 0 && !bill.unfed;
            let wanted: u32 = bills.iter().filter(|bill| eats(bill)).map(|bill| bill.food).sum();
            if wanted <= there {
                return Ok(());
            }
            let eaters: Vec<usize> = (0..bills.len()).filter(|i| eats(&bills[*i])).collect();
            let clause = Clause("MUT-CAM-02");
            let ask = Ask::new(side, "hunger", "Food is short. Who goes without?", clause);
            let chosen = cx.choose(ask, &eaters, |place| {
                let bill = &bills[*place];
                let detail = format!("{} Food; {} are short", bill.food, wanted - there);
                let choice = Choice::new(bill.name.to_string()).detail(detail);
                self.about(side, &bill.name, choice.merit(self.loss(side, bill, bill.food)))
            })?;
            bills[chosen].unfed = true;
        }
    }

    /// While Cells are short, their owner says who or what goes without.
    fn share_cells(&self, cx: &mut Cx<'_>, side: SideId, bills: &mut [Bill]) -> Play<()> {
        let there = self.band(side).cells();
        for bill in bills.iter_mut() {
            bill.unfed |= bill.cells > there;
            bill.unpaid |= bill.gear > there;
        }
        loop {
            let bodies = |bill: &Bill| if bill.unfed { 0 } else { bill.cells };
            let gear = |bill: &Bill| if bill.unpaid { 0 } else { bill.gear };
            let wanted: u32 = bills.iter().map(|bill| bodies(bill) + gear(bill)).sum();
            if wanted <= there {
                return Ok(());
            }
            let mut ways = Vec::new();
            for (place, bill) in bills.iter().enumerate() {
                ways.extend((gear(bill) > 0).then_some(Dark::Gear(place)));
                ways.extend((bodies(bill) > 0).then_some(Dark::Body(place)));
            }
            let clause = Clause("MUT-CAM-02");
            let ask = Ask::new(side, "power", "Cells are short. Who goes without?", clause);
            let chosen = cx.choose(ask, &ways, |way| match way {
                Dark::Body(place) => {
                    let bill = &bills[*place];
                    let choice = Choice::new(bill.name.to_string());
                    let choice = choice.detail(cells(bill.cells));
                    self.about(side, &bill.name, choice.merit(self.loss(side, bill, bill.cells)))
                }
                Dark::Gear(place) => {
                    let bill = &bills[*place];
                    let choice = Choice::new(format!("powered gear of {}", bill.name));
                    let choice = choice.detail(cells(bill.gear));
                    self.about(side, &bill.name, choice.merit(50))
                }
            })?;
            match chosen {
                Dark::Body(place) => bills[place].unfed = true,
                Dark::Gear(place) => bills[place].unpaid = true,
            }
        }
    }

    /// How little it hurts if somebody goes without: those who need most first, but nobody who
    /// would be lost over it.
    fn loss(&self, side: SideId, bill: &Bill, amount: u32) -> i32 {
        let who = self.band(side).member(&bill.name);
        let lost =
            who.is_some_and(|who| who.condition.underfed || who.nature.has(Rule::WeakConstitution));
        i32::try_from(amount).unwrap_or(i32::MAX).saturating_sub(if lost { 10 } else { 0 })
    }

    fn about(&self, side: SideId, name: &str, choice: Choice) -> Choice {
        let model: Option<ModelId> = self.model(side, name);
        model.map_or(choice.clone(), |model| choice.about(model))
    }

    /// What a character's bill leads to.
    fn bear(&mut self, cx: &mut Cx<'_>, side: SideId, bill: &Bill) {
        let name = &bill.name;
        let Some(who) = self.band_mut(side).member_mut(name) else { return };
        who.condition.unpaid = bill.unpaid;
        if !bill.unpaid {
            // The Cell of its Upkeep powers a weapon that was found without one (MUT-WPN-07).
            let dead = |i: &&mut Item| i.gear == Gear::PoweredWeapon && i.shape == Shape::Empty;
            who.gear.iter_mut().filter(dead).for_each(|item| item.shape = Shape::Good);
        }
        let twice = who.condition.underfed && bill.unfed;
        who.condition.underfed = bill.unfed;
        let nature = who.nature;
        if bill.unpaid {
            self.tell_unpaid(cx, side, name);
        }
        if !bill.unfed {
            return;
        }
        if nature.has(Rule::WeakConstitution) {
            self.pass_away(side, name);
            let text = format!("{name} of {side} is too weak to go hungry, and dies");
            return self.tell(cx, Clause("MUT-SPC-142"), text);
        }
        cx.cite(Clause("MUT-Q-30"));
        let leads = nature.has(Rule::Leader);
        let (clause, text) = match nature.kind {
            _ if leads => ("MUT-CAM-06", "goes underfed, and inspires nobody"),
            Kind::Robot | Kind::Android if bill.food == 0 => ("MUT-CAM-04", "is underpowered"),
            _ => ("MUT-CAM-03", "goes underfed"),
        };
        self.tell(cx, Clause(clause), format!("{name} of {side} {text}"));
        if !twice || leads {
            return;
        }
        let clause = Clause("MUT-CAM-05");
        if nature.kind == Kind::Robot {
            if let Some(who) = self.band_mut(side).member_mut(name) {
                (who.condition.stopped, who.condition.underfed) = (true, false);
            }
            self.tell(cx, clause, format!("{name} of {side} shuts down"));
            return;
        }
        cx.cite(Clause("MUT-Q-148"));
        let band = self.band_mut(side);
        if let Some(gone) = band.dismiss(name) {
            band.inherit(gone);
        }
        self.tell(cx, clause, format!("{name} of {side} leaves the party"));
    }

    /// Powered gear without Cells is no use in the next game (MUT-WPN-07, MUT-Q-120).
    fn tell_unpaid(&mut self, cx: &mut Cx<'_>, side: SideId, name: &str) {
        cx.cite(Clause("MUT-WPN-07"));
        let text = format!("The powered gear of {name} of {side} has no Cells");
        self.tell(cx, Clause("MUT-Q-120"), text);
    }

    /// Robots that have stopped come back once there are Cells for them (MUT-CAM-05).
    pub fn wake(&mut self, cx: &mut Cx<'_>, side: SideId) -> Play<()> {
        for name in self.band(side).names(|who| who.condition.stopped) {
            let Some(who) = self.band(side).member(&name) else { continue };
            let due = crate::party::upkeep(who, &self.terms.agreed);
            let power = u32::from(due.cells).saturating_sub(powered(who));
            if self.band(side).cells() < power {
                continue;
            }
            let clause = Clause("MUT-CAM-05");
            let mut ask = Ask::new(side, "wake", "Give a Robot its Cells again?", clause);
            ask.about = self.model(side, &name);
            let yes = format!("wake {name}");
            if !cx.confirm(ask, &yes, "leave it")? {
                continue;
            }
            self.band_mut(side).take_cells(power);
            // Its powered gear wants its Cells as well (MUT-Q-120).
            let gear = self.band(side).member(&name).map_or(0, powered);
            let unpaid = gear > self.band(side).cells();
            if !unpaid {
                self.band_mut(side).take_cells(gear);
            }
            if let Some(who) = self.band_mut(side).member_mut(&name) {
                who.condition.stopped = false;
                who.condition.unpaid = unpaid;
            }
            self.tell(cx, clause, format!("{name} of {side} wakes: {}", cells(power)));
            if unpaid {
                self.tell_unpaid(cx, side, &name);
            }
        }
        Ok(())
    }
}

/// Cells that somebody's gear takes per game (MUT-WPN-07).
pub fn powered(who: &Character) -> u32 {
    who.gear.iter().map(appetite).sum()
}

/// Cells that a thing takes per game; nobody keeps up what is broken or not understood.
pub fn appetite(item: &Item) -> u32 {
    match (item.gear, item.shape) {
        (_, Shape::Broken | Shape::Mystery | Shape::Puzzle) => 0,
        (Gear::Armor(Armor::Power), _) => 2,
        (Gear::PoweredWeapon, _) => 1,
        _ => 0,
    }
}

/// Where there is a dose of Stimulant: who holds it, or the common stock, and at which place.
fn stimulant(band: &Band) -> Option<(Option<usize>, usize)> {
    let dose = |item: &Item| item.gear == Gear::Drug(Drug::Stimulant) && !item.built_in;
    if let Some(place) = band.roster.stock.iter().position(dose) {
        return Some((None, place));
    }
    let mut members = band.roster.members.iter().enumerate();
    members.find_map(|(i, who)| Some((Some(i), who.gear.iter().position(dose)?)))
}
