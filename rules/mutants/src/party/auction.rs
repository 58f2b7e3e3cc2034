//! Chapter 20: characters are rolled up by turns and auctioned (MUT-OPT-02 to MUT-OPT-05).

use engine::{Ask, Choice, Clause, Cx, Event, ModelId, Need, Play, SideId};
use serde::{Deserialize, Serialize};

use super::creation::{Muster, Task};
use super::muster::{models_per_slot, settling};
use crate::gear::Item;

/// How often those who bid the same throw dice before the first of them is taken.
const MOST_THROWS: usize = 100;

/// What is sold: one character, or two Plants.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Lot {
    /// The first of them in the cast.
    pub first: ModelId,
    /// How many they are.
    pub count: u8,
    /// Things that come with them and that they cannot use.
    pub things: Vec<Item>,
}

impl Muster {
    /// What is to be done in an auction, in order: as many lots as there are slots are rolled
    /// up by turns, each is sold, then everybody puts a party together.
    pub(super) fn auction_tasks(&self) -> Vec<Task> {
        let sides = || (0..self.companies.len()).map(|i| SideId(i as u8));
        let rounds = 0..self.terms.slots;
        let offers = rounds.flat_map(|_| sides().map(Task::Offer));
        let lots = self.companies.len() * self.terms.slots as usize;
        let sales = (0..lots).map(|lot| Task::Sell(lot as u8));
        offers.chain(sales).chain(sides().flat_map(settling)).collect()
    }

    /// A side rolls up what will be sold, Plants two at a time (MUT-OPT-02).
    pub(super) fn offer_lot(&mut self, cx: &mut Cx<'_>, side: SideId) -> Play<()> {
        let clause = Clause("MUT-OPT-02");
        let kinds = self.company(side).sort.kinds();
        let ask = Ask::new(side, "type", "Which type is rolled up next?", clause);
        let kind = cx.choose(ask, kinds, |kind| Choice::new(kind.name()))?;
        let first = ModelId(self.cast.len() as u16);
        let mut things = Vec::new();
        for _ in 0..models_per_slot(kind) {
            let (who, rest) = self.make(cx, side, kind)?.equipped();
            things.extend(rest);
            self.cast.push(who);
        }
        let count = models_per_slot(kind) as u8;
        self.lots.push(Lot { first, count, things });
        Ok(())
    }

    /// Sells a lot to whoever offers most (MUT-OPT-03).
    pub(super) fn sell(&mut self, cx: &mut Cx<'_>, number: u8) -> Play<()> {
        let Some(lot) = self.lots.get(usize::from(number)).cloned() else { return Ok(()) };
        let sides = || (0..self.companies.len()).map(|i| SideId(i as u8));
        let room =
            |side: SideId| self.terms.slots.saturating_sub(u32::from(self.company(side).lots));
        let open: Vec<SideId> = sides().filter(|side| room(*side) > 0).collect();
        let rich = |side: &SideId| self.company(*side).coins > 0;
        let bidders: Vec<SideId> = open.iter().copied().filter(rich).collect();
        let poor: Vec<SideId> = open.iter().copied().filter(|side| !rich(side)).collect();
        let next_poor = poor.iter().copied().min_by_key(|side| self.company(*side).lots);
        let names = self.lot_names(&lot);
        cx.enter(|| format!("lot {}: {names}", number + 1));
        let (winner, price) = match (&bidders[..], next_poor) {
            ([], Some(poor)) => {
                cx.cite(Clause("MUT-OPT-05"));
                (poor, 0)
            }
            ([], None) => return Ok(()),
            ([only], None) => (*only, 0),
            ([only], Some(poor)) => {
                // Nobody bids against the last one with coins, but somebody gets what is left.
                let left = self.lots.len() - usize::from(number);
                let clause = Clause("MUT-OPT-05");
                let ask = Ask::new(*only, "lot", "Take it, or leave it to the others?", clause);
                let must = room(*only) as usize >= left;
                match must || cx.confirm(ask, "take it", "leave it")? {
                    true => (*only, 0),
                    false => (poor, 0),
                }
            }
            _ => self.bid(cx, &bidders)?,
        };
        cx.leave();
        cx.say(|| {
            let text = format!("{winner} gets {names} for {price} coins");
            Event::note(Clause("MUT-OPT-03"), text)
        });
        self.deliver(&lot, winner, price);
        Ok(())
    }

    fn lot_names(&self, lot: &Lot) -> String {
        let names: Vec<&str> = lot_models(lot).map(|m| &*self.who(m).name).collect();
        names.join(" and ")
    }

    fn deliver(&mut self, lot: &Lot, winner: SideId, price: u8) {
        for model in lot_models(lot) {
            let kind = self.who(model).nature.kind;
            self.who_mut(model).side = winner;
            self.company_mut(winner).slots.push(kind);
        }
        let company = self.company_mut(winner);
        company.coins = company.coins.saturating_sub(price);
        company.lots = company.lots.saturating_add(1);
        company.pool.extend(lot.things.iter().copied());
    }

    /// All bid in secret; level on top they bid once more, and then throw dice (MUT-OPT-04).
    fn bid(&self, cx: &mut Cx<'_>, bidders: &[SideId]) -> Play<(SideId, u8)> {
        let clauses = ["MUT-OPT-03", "MUT-OPT-04"].map(Clause);
        let mut tied: Vec<SideId> = bidders.to_vec();
        let mut price = 0;
        for clause in clauses {
            cx.cite(Clause("MUT-OPT-05"));
            let bids = self.secret_bids(cx, bidders, clause)?;
            price = bids.iter().copied().max().unwrap_or(0);
            let top = bidders.iter().zip(&bids).filter(|(_, bid)| **bid == price);
            tied = top.map(|(side, _)| *side).collect();
            if let [winner] = tied[..] {
                return Ok((winner, price));
            }
        }
        Ok((throw_for(cx, tied)?, price))
    }

    fn secret_bids(&self, cx: &mut Cx<'_>, bidders: &[SideId], clause: Clause) -> Play<Vec<u8>> {
        let ask = |side: &SideId| Ask::new(*side, "bid", "How many coins for it?", clause);
        let asks: Vec<Ask> = bidders.iter().map(ask).collect();
        let purses: Vec<Vec<u8>> =
            bidders.iter().map(|side| (0..=self.company(*side).coins).collect()).collect();
        let bids = cx.choose_secretly(&asks, &purses, |_, coins| {
            // A fifth of the purse is a fair price for one of five.
            let fair = i32::from(*coins <= 20);
            Choice::new(coins.to_string()).merit(fair)
        })?;
        for (side, coins) in bidders.iter().zip(&bids) {
            cx.say(|| Event::note(clause, format!("{side} bids {coins}")));
        }
        Ok(bids)
    }
}

fn lot_models(lot: &Lot) -> impl Iterator<Item = ModelId> + use<> {
    let first = lot.first.0;
    (0..u16::from(lot.count)).map(move |i| ModelId(first.saturating_add(i)))
}

/// Those who bid the same throw a die each until one has thrown more than the rest (MUT-GEN-06).
fn throw_for(cx: &mut Cx<'_>, mut tied: Vec<SideId>) -> Play<SideId> {
    let need = |side: SideId| Need::d6(side, 1, "the lot");
    cx.cite(Clause("MUT-OPT-04"));
    for _ in 0..MOST_THROWS {
        match tied[..] {
            [one, other] => {
                let (a, b) = cx.dice_off(need(one), need(other))?;
                return Ok(if a > b { one } else { other });
            }
            [one] => return Ok(one),
            _ => (),
        }
        let mut faces = Vec::new();
        for side in &tied {
            faces.push(cx.dice(need(*side))?[0]);
        }
        let best = faces.iter().copied().max().unwrap_or(0);
        let thrown = tied.iter().zip(&faces).filter(|(_, face)| **face == best);
        tied = thrown.map(|(side, _)| *side).collect();
        cx.cite(Clause("MUT-GEN-06"));
    }
    Ok(tied.first().copied().unwrap_or(SideId(0)))
}
