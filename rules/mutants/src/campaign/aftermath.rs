//! After a battle: everything that follows before the next one, one task a step.

use engine::{Ask, Clause, Cx, Deed, Event, Outcome, Play, SideId};
use serde::{Deserialize, Serialize};

use super::band::{self, side_of};
use super::dice::{Trial, die};
use super::scenarios::{Number, Prize};
use super::toll::Toll;
use super::{Stage, State};
use crate::gear::{Gear, Item, Shape};
use crate::options::Q7AllCauses;
use crate::party::{tables, upkeep, wear};
use crate::profile::{Character, Name, Rule, words};

words! {
    /// A part of what follows a battle.
    Part {
        /// Rolls for survival.
        Survival = "survival",
        /// What the scenario brings.
        Prize = "prize",
        /// What the Wretched eat.
        Feast = "feast",
        /// What radiation leaves behind.
        Radiation = "radiation",
        /// New mutations.
        Mutation = "mutation",
        /// Broken weapons.
        Mending = "mending",
        /// The disease of the Wretched.
        Disease = "disease",
        /// The winner's Advance.
        Advance = "advance",
        /// Nutritious Fruits.
        Fruits = "fruits",
        /// Upkeep.
        Upkeep = "upkeep",
        /// Replacements for the dead.
        Recruits = "recruits",
    }
}

/// Something that follows a battle.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Task {
    /// Everybody comes home who can, and the rest is put on the list: all of it, or only some
    /// parts where a ruling is about those.
    Settle(Box<Toll>, Vec<Part>),
    /// A winner's lost model fights for its life, with the Quality it had at the start
    /// (MUT-CAM-07).
    Survive(SideId, Name, u8),
    /// What the scenario brings; its winner, if it has one, and what each side has caught.
    Prize {
        /// Which scenario.
        scenario: Number,
        /// Who won.
        winner: Option<SideId>,
        /// Animals that each side has caught.
        animals: Vec<u32>,
        /// Food for the winner, if it has been rolled.
        food: Option<u32>,
        /// Whether the water is spoilt.
        fouled: bool,
    },
    /// Wretched feed on so many dead enemies (MUT-CAM-32).
    Feast(SideId, u32),
    /// Two Food may put Quality right that radiation has cost (MUT-CAM-28).
    Soothe(SideId, Name),
    /// A new mutation (MUT-CAM-30).
    Mutate(SideId, Name),
    /// A Gunsmith mends what is broken (MUT-CAM-36).
    Mend(SideId),
    /// The disease of the Wretched (MUT-TYP-53).
    Sicken(SideId, Name),
    /// The winner's Advance (MUT-CAM-12).
    Advance(SideId),
    /// Nutritious Fruits (MUT-CAM-33).
    Harvest(SideId),
    /// Upkeep (MUT-CAM-02).
    Keep(SideId),
    /// Robots that have stopped may be woken (MUT-CAM-05).
    Wake(SideId),
    /// The dead are replaced, one after another (MUT-CAM-09).
    Recruit(SideId),
    /// A replacement may take over the bonus of a dead Leader or champion (MUT-Q-141).
    Crown(SideId, Name),
}

impl Task {
    /// Of which part it is.
    pub(super) fn part(&self) -> Option<Part> {
        Some(match self {
            Task::Settle(..) => return None,
            Task::Survive(..) => Part::Survival,
            Task::Prize { .. } => Part::Prize,
            Task::Feast(..) => Part::Feast,
            Task::Soothe(..) => Part::Radiation,
            Task::Mutate(..) => Part::Mutation,
            Task::Mend(_) => Part::Mending,
            Task::Sicken(..) => Part::Disease,
            Task::Advance(_) => Part::Advance,
            Task::Harvest(_) => Part::Fruits,
            Task::Keep(_) | Task::Wake(_) => Part::Upkeep,
            Task::Recruit(_) | Task::Crown(..) => Part::Recruits,
        })
    }
}

impl State {
    /// A battle is over: what follows begins.
    pub fn end_battle(&mut self, toll: Toll) {
        self.stage = Stage::Aftermath(vec![Task::Settle(Box::new(toll), Vec::new())]);
    }

    /// Does the next thing on the list; after the last the next game comes, or the end.
    pub fn go_on(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        let Stage::Aftermath(tasks) = &mut self.stage else { return Ok(()) };
        let Some(task) = tasks.pop() else {
            self.finish(cx);
            return Ok(());
        };
        let games = self.games.len();
        cx.enter(|| format!("After game {games}"));
        match task {
            Task::Settle(toll, only) => self.settle(cx, &toll, &only),
            Task::Survive(side, name, quality) => self.survive(cx, side, &name, quality)?,
            Task::Prize { scenario, winner, animals, food, fouled } => {
                self.share_animals(cx, scenario, &animals);
                if let Some(winner) = winner {
                    self.award(cx, scenario, winner, (food, fouled))?;
                }
            }
            Task::Feast(side, dead) => self.feast(cx, side, dead),
            Task::Soothe(side, name) => self.soothe(cx, side, &name)?,
            Task::Mutate(side, name) => {
                for id in ["MUT-CAM-30", "MUT-Q-138"] {
                    cx.cite(Clause(id));
                }
                self.mutate(cx, side, &name, None)?;
            }
            Task::Mend(side) => self.mend(cx, side),
            Task::Sicken(side, name) => self.sicken(cx, side, &name)?,
            Task::Advance(side) => self.advance(cx, side)?,
            Task::Harvest(side) => self.harvest(cx, side),
            Task::Keep(side) => self.keep(cx, side)?,
            Task::Wake(side) => self.wake(cx, side)?,
            Task::Recruit(side) => self.recruit(cx, side)?,
            Task::Crown(side, name) => self.crown(cx, side, &name)?,
        }
        cx.leave();
        Ok(())
    }

    /// Puts something before everything else on the list.
    pub fn first_of_all(&mut self, task: Task) {
        if let Stage::Aftermath(tasks) = &mut self.stage {
            tasks.push(task);
        }
    }

    /// The next game, or the end: most victories win (MUT-CAM-01).
    fn finish(&mut self, cx: &mut Cx<'_>) {
        if self.games.len() < self.terms.games as usize {
            self.stage = Stage::Dealing(SideId(0));
            return;
        }
        let most = self.bands.iter().map(|band| band.victories).max().unwrap_or(0);
        let best: Vec<usize> =
            (0..self.bands.len()).filter(|i| self.bands[*i].victories == most).collect();
        let winner = match best[..] {
            [one] => Some(side_of(one)),
            _ => None,
        };
        let counts: Vec<String> = self.bands.iter().map(|b| b.victories.to_string()).collect();
        let reason = format!("the campaign is over; victories {}", counts.join(" to "));
        cx.say(|| {
            let who = winner.map_or("nobody".to_owned(), |side| side.to_string());
            let text =
                format!("The campaign is over: {who} wins; victories {}", counts.join(" to "));
            Event::note(Clause("MUT-CAM-01"), text).deed(Deed::Ended)
        });
        self.outcome = Some(Outcome { winner, reason });
    }

    /// A winner's lost model rolls on the Survival Table (MUT-CAM-07, MUT-T-25).
    fn survive(&mut self, cx: &mut Cx<'_>, side: SideId, name: &str, quality: u8) -> Play<()> {
        let Some(who) = self.band(side).member(name).cloned() else { return Ok(()) };
        for id in ["MUT-CAM-07", "MUT-Q-139"] {
            cx.cite(Clause(id));
        }
        let clause = Clause("MUT-T-25");
        let trial = Trial { quality, dice: 3, purpose: "fights for life", clause, of_body: false };
        let successes = self.try_quality(cx, side, &who, trial)?;
        let mut fate = "is dead";
        match (successes, self.band_mut(side).member_mut(name)) {
            (3.., _) => fate = "is fit for the next game",
            (2, Some(who)) => {
                who.condition.wounded = true;
                fate = "is wounded";
            }
            (1, Some(who)) => {
                who.condition.absent = true;
                fate = "will sit out the next game";
            }
            _ => self.pass_away(side, name),
        }
        self.tell(cx, clause, format!("{name} of {side} {fate}"));
        Ok(())
    }

    /// Somebody dies at home, and the party has what it leaves.
    pub fn pass_away(&mut self, side: SideId, name: &str) {
        let band = self.band_mut(side);
        if let Some(dead) = band.bury(name) {
            band.inherit(dead);
        }
    }

    /// Each animal is 2 Food, whoever has caught it (MUT-SCN-24).
    fn share_animals(&mut self, cx: &mut Cx<'_>, scenario: Number, animals: &[u32]) {
        let (prize, clause) = scenario.prize();
        if prize != Prize::Animals {
            return;
        }
        for (place, count) in animals.iter().enumerate().filter(|(_, count)| **count > 0) {
            let side = side_of(place);
            let food = count.saturating_mul(2);
            self.feed(side, food);
            self.tell(cx, clause, format!("{side} has caught {count} animals: {food} Food"));
        }
    }

    /// What the winner finds; its Food is rolled unless the battle has done so.
    fn award(
        &mut self,
        cx: &mut Cx<'_>,
        scenario: Number,
        winner: SideId,
        (rolled, fouled): (Option<u32>, bool),
    ) -> Play<()> {
        let (Prize::Food(more), clause) = scenario.prize() else { return Ok(()) };
        if fouled {
            let text = "The water is spoilt and gives no Food".to_owned();
            self.tell(cx, Clause("MUT-SCN-13"), text);
            return Ok(());
        }
        let food = match rolled {
            Some(food) => food,
            None => u32::from(die(cx, winner, "Food for the victory")?) + u32::from(more),
        };
        self.feed(winner, food);
        self.tell(cx, clause, format!("{winner} finds {food} Food"));
        Ok(())
    }

    /// Food for a party's common stock.
    pub fn feed(&mut self, side: SideId, food: u32) {
        let roster = &mut self.band_mut(side).roster;
        roster.food = roster.food.saturating_add(food);
    }

    /// Victorious Wretched feed on the enemy's dead (MUT-CAM-32, MUT-TYP-56).
    fn feast(&mut self, cx: &mut Cx<'_>, side: SideId, dead: u32) {
        let food = dead.saturating_mul(2);
        self.feed(side, food);
        cx.cite(Clause("MUT-TYP-56"));
        let text = format!("The Wretched of {side} feed on the dead: {food} Food");
        self.tell(cx, Clause("MUT-CAM-32"), text);
    }

    /// Quality that one failure against radiation has cost: 2 Food put it right (MUT-CAM-28), or
    /// it stays lost (MUT-Q-147).
    fn soothe(&mut self, cx: &mut Cx<'_>, side: SideId, name: &str) -> Play<()> {
        let clause = Clause("MUT-CAM-28");
        if self.band(side).member(name).is_none() {
            return Ok(());
        }
        if self.band(side).food() >= 2 {
            let prompt = "Spend 2 Food so that Quality is as it was?";
            let mut ask = Ask::new(side, "radiation", prompt, clause);
            ask.about = self.model(side, name);
            if cx.confirm(ask, "spend 2 Food", "leave it")? {
                self.band_mut(side).take_food(2);
                self.tell(cx, clause, format!("{name} of {side} recovers from radiation: 2 Food"));
                return Ok(());
            }
        }
        if let Some(who) = self.band_mut(side).member_mut(name) {
            who.nature.quality = who.nature.quality.saturating_add(1);
            who.condition.scars = who.condition.scars.saturating_add(1);
        }
        let text = format!("{name} of {side} is marked by radiation for good");
        self.tell(cx, Clause("MUT-Q-147"), text);
        let dies = self.terms.agreed.q7_all_causes == Q7AllCauses::On;
        let spent = |who: &Character| who.nature.quality >= 7;
        if dies && self.band(side).member(name).is_some_and(spent) {
            cx.cite(Clause("MUT-Q-37"));
            self.pass_away(side, name);
            self.tell(cx, Clause("MUT-PRO-07"), format!("{name} of {side} dies of it"));
        }
        Ok(())
    }

    /// Somebody has a new random mutation: mental, physical, or as a die decides.
    pub fn mutate(
        &mut self,
        cx: &mut Cx<'_>,
        side: SideId,
        name: &str,
        mental: Option<bool>,
    ) -> Play<()> {
        let agreed = self.terms.agreed.clone();
        let Some(who) = self.band(side).member(name) else { return Ok(()) };
        let mut nature = who.nature;
        let bare = who.gear.is_empty();
        let found = tables::random_mutation(cx, side, &mut nature, mental, &agreed)?;
        let Some(rule) = found else { return Ok(()) };
        if let Some(who) = self.band_mut(side).member_mut(name) {
            who.nature = nature;
            who.diet = upkeep::diet(&who.nature, who.diet);
        }
        self.tell(cx, rule.clause(), format!("{name} of {side} has a new mutation: {rule}"));
        self.outgrow(cx, side, name);
        if rule == Rule::Humanoid && bare {
            cx.cite(Clause("MUT-SPC-068"));
            self.equip(cx, side, name)?;
        }
        Ok(())
    }

    /// What somebody can no longer wear or hold goes to the stock (MUT-WPN-06, MUT-Q-128).
    pub(super) fn outgrow(&mut self, cx: &mut Cx<'_>, side: SideId, name: &str) {
        let band = self.band_mut(side);
        let Some(who) = band.member_mut(name) else { return };
        let (ready, nature) = (band::in_hand(who), who.nature);
        let fits = |item: &Item| item.built_in || wear::unusable(&nature, item.gear).is_none();
        let misfits: Vec<Item> = who.gear.iter().copied().filter(|item| !fits(item)).collect();
        if misfits.is_empty() {
            return;
        }
        who.gear.retain(|item| fits(item));
        band::make_ready(who, ready);
        misfits.iter().for_each(|item| band.keep(*item));
        let names: Vec<&str> = misfits.iter().map(|item| item.gear.name()).collect();
        let text = format!("{name} of {side} cannot use {} any more", names.join(", "));
        self.tell(cx, Clause("MUT-WPN-06"), text);
    }

    /// With a Gunsmith in the party, broken weapons are whole again (MUT-CAM-36, MUT-RNG-12).
    fn mend(&mut self, cx: &mut Cx<'_>, side: SideId) {
        let band = self.band_mut(side);
        if !band.has(Rule::Gunsmith) {
            return;
        }
        let roster = &mut band.roster;
        let carried = roster.members.iter_mut().flat_map(|who| who.gear.iter_mut());
        let broken = |item: &&mut Item| {
            let weapon = matches!(item.gear, Gear::Gun(_) | Gear::PoweredWeapon);
            item.shape == Shape::Broken && weapon
        };
        let mut mended = Vec::new();
        for item in carried.chain(&mut roster.stock).filter(broken) {
            item.shape = Shape::Good;
            mended.push(item.gear.name());
        }
        for what in mended {
            for id in ["MUT-RNG-12", "MUT-SPC-057"] {
                cx.cite(Clause(id));
            }
            self.tell(cx, Clause("MUT-CAM-36"), format!("{side}'s Gunsmith mends the {what}"));
        }
    }

    /// An infected model needs a success each week, or it dies (MUT-TYP-53).
    fn sicken(&mut self, cx: &mut Cx<'_>, side: SideId, name: &str) -> Play<()> {
        let Some(who) = self.band(side).member(name).cloned() else { return Ok(()) };
        cx.cite(Clause("MUT-Q-130"));
        let clause = Clause("MUT-TYP-53");
        let quality = self.band(side).lasting_quality(&who);
        let purpose = "fights the disease";
        let trial = Trial { quality, dice: 1, purpose, clause, of_body: true };
        if self.try_quality(cx, side, &who, trial)? == 0 {
            self.pass_away(side, name);
            self.tell(cx, clause, format!("{name} of {side} dies of the disease"));
        }
        Ok(())
    }

    /// Nutritious Fruits feed the party (MUT-CAM-33, MUT-SPC-090).
    fn harvest(&mut self, cx: &mut Cx<'_>, side: SideId) {
        for name in self.band(side).names(|who| who.nature.has(Rule::NutritiousFruits)) {
            self.feed(side, 1);
            cx.cite(Clause("MUT-SPC-090"));
            self.tell(cx, Clause("MUT-CAM-33"), format!("{name} of {side} bears fruit: 1 Food"));
        }
    }
}
