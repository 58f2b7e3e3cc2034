//! What a victory brings: one Advance for one character (MUT-CAM-12 to MUT-CAM-21).

use engine::{Ask, Choice, Clause, Cx, Play, Refusal, SideId};

use super::band::Band;
use super::dice::{die, pick};
use super::view::cells;
use super::{State, band};
use crate::options::AdvanceStrict;
use crate::party::tables::{self, Haul};
use crate::party::{Advance, upkeep, wear};
use crate::profile::{Character, Kind, Name, Rule};

/// How often equipment is rolled again before it goes into the stock as it is.
const MOST_ROLLS: usize = 12;
/// A party that has so many models takes no second follower (MUT-CAM-21).
const ENOUGH: usize = 5;

impl Advance {
    /// Where it is explained.
    pub const fn clause(self) -> Clause {
        Clause(match self {
            Advance::Mutation => "MUT-CAM-14",
            Advance::Skill => "MUT-CAM-15",
            Advance::Equipment => "MUT-CAM-16",
            Advance::Food => "MUT-CAM-17",
            Advance::Cells => "MUT-CAM-18",
            Advance::Quality => "MUT-CAM-19",
            Advance::Combat => "MUT-CAM-20",
            Advance::Follower => "MUT-CAM-21",
        })
    }

    /// What it brings, in a few words.
    const fn detail(self) -> &'static str {
        match self {
            Advance::Mutation => "a random mutation, mental or physical as you wish",
            Advance::Skill => "a random skill",
            Advance::Equipment => "one Equipment roll",
            Advance::Food => "d6+2 Food",
            Advance::Cells => "d6+1 Cells",
            Advance::Quality => "a Quality number lower by one, once",
            Advance::Combat => "Combat higher by one, once",
            Advance::Follower => "a new model with nothing but itself",
        }
    }

    /// How good it looks at first sight.
    const fn merit(self) -> i32 {
        match self {
            Advance::Quality => 40,
            Advance::Combat => 35,
            Advance::Follower => 30,
            Advance::Mutation => 20,
            Advance::Skill => 25,
            Advance::Equipment => 15,
            Advance::Food => 10,
            Advance::Cells => 5,
        }
    }
}

impl Band {
    /// Why a character cannot have an Advance; nothing if it can.
    pub fn refuses_advance(
        &self,
        who: &Character,
        advance: Advance,
        strict: AdvanceStrict,
    ) -> Option<Refusal> {
        let no = |id: &'static str, why: String| Some(Refusal::new(Clause(id), why));
        let name = &who.name;
        if who.nature.kind == Kind::Animal {
            return no("MUT-SPC-007", format!("{name} is a beast and never receives an Advance"));
        }
        match advance {
            Advance::Mutation if !who.nature.can_mutate() => {
                let why = format!("{name} is no Mutant, Mutated Animal or Mutated Plant");
                return no("MUT-CAM-14", why);
            }
            Advance::Skill if !can_learn(who) => {
                return no("MUT-CAM-15", format!("there is no skill that {name} could learn"));
            }
            Advance::Quality if self.had(name, advance) => {
                return no("MUT-CAM-19", format!("{name} has had this already"));
            }
            Advance::Quality if who.nature.quality <= 1 => {
                return no("MUT-CAM-19", format!("{name} cannot get any better"));
            }
            Advance::Combat if who.nature.has(Rule::CombatBonus) => {
                return no("MUT-CAM-20", format!("{name} has a Combat bonus already"));
            }
            _ => (),
        }
        self.repeats(who, advance, strict)
    }

    /// The same Advance comes again only after somebody else has had one in between, or never
    /// (MUT-CAM-13, MUT-Q-18).
    fn repeats(&self, who: &Character, advance: Advance, strict: AdvanceStrict) -> Option<Refusal> {
        let name = &who.name;
        let own = |(whose, what): &(Name, Advance)| *whose == *name && *what == advance;
        let last = self.roster.advances.iter().rposition(own)?;
        if strict == AdvanceStrict::On {
            let why = format!("{name} has had this, and nobody has the same Advance twice");
            return Some(Refusal::new(Clause("MUT-Q-18"), why));
        }
        let another =
            |(whose, what): &(Name, Advance)| *whose != *name && *what != Advance::Follower;
        match self.roster.advances[last + 1..].iter().any(another) {
            true => None,
            false => {
                let why = format!("{name} has had this, and nobody else an Advance since");
                Some(Refusal::new(Clause("MUT-CAM-13"), why))
            }
        }
    }

    /// Why the party cannot take another follower (MUT-CAM-21).
    fn refuses_follower(&self) -> Option<Refusal> {
        let again = self.roster.advances.iter().any(|(_, what)| *what == Advance::Follower);
        let many = self.roster.members.len();
        let why = || {
            format!("with {many} models there is no second follower; {ENOUGH} would be few enough")
        };
        (again && many > ENOUGH).then(|| Refusal::new(Clause("MUT-CAM-21"), why()))
    }
}

/// Whether there is a skill that somebody does not have and could have (MUT-CAM-15).
fn can_learn(who: &Character) -> bool {
    tables::all(tables::SKILLS).into_iter().any(|skill| who.nature.bars(skill).is_none())
}

impl State {
    /// The winner chooses an Advance and who has it (MUT-CAM-12, MUT-SCN-03).
    pub fn advance(&mut self, cx: &mut Cx<'_>, side: SideId) -> Play<()> {
        for id in ["MUT-CAM-12", "MUT-SCN-03"] {
            cx.cite(Clause(id));
        }
        let scenario = self.games.last().and_then(|chapter| chapter.scenario.of_advance());
        scenario.into_iter().for_each(|clause| cx.cite(clause));
        let strict = self.terms.agreed.advance_strict;
        let ask = Ask::new(side, "advance", "Which Advance do you take?", Clause("MUT-CAM-12"));
        let band = self.band(side);
        let judge = |advance: &Advance| match advance {
            Advance::Follower => band.refuses_follower(),
            _ => {
                let can = |who| band.refuses_advance(who, *advance, strict).is_none();
                let none = || Refusal::new(advance.clause(), "nobody in the party can have it");
                (!band.roster.members.iter().any(can)).then(none)
            }
        };
        let chosen = pick(cx, ask, Advance::ALL, judge, |advance| {
            let choice = Choice::new(advance.name().to_lowercase()).merit(advance.merit());
            choice.detail(advance.detail())
        })?;
        match chosen {
            None => Ok(()),
            Some(Advance::Follower) => self.gain_follower(cx, side),
            Some(advance) => self.give_advance(cx, side, advance),
        }
    }

    /// A character has an Advance.
    fn give_advance(&mut self, cx: &mut Cx<'_>, side: SideId, advance: Advance) -> Play<()> {
        let strict = self.terms.agreed.advance_strict;
        let band = self.band(side);
        let members = &band.roster.members;
        let places: Vec<usize> = (0..members.len()).collect();
        let ask = Ask::new(side, "receiver", "Who has the Advance?", Clause("MUT-CAM-12"));
        let judge = |place: &usize| band.refuses_advance(&members[*place], advance, strict);
        let chosen = pick(cx, ask, &places, judge, |place| {
            let who = &members[*place];
            let choice = Choice::new(who.name.to_string()).merit(merit_of(who, advance));
            let about = self.model(side, &who.name);
            about.map_or(choice.clone(), |model| choice.about(model))
        })?;
        let Some(name) = chosen.map(|place| members[place].name.clone()) else { return Ok(()) };
        if band.had(&name, advance) {
            for id in ["MUT-CAM-13", "MUT-Q-18"] {
                cx.cite(Clause(id));
            }
        }
        self.band_mut(side).roster.advances.push((name.clone(), advance));
        let text = format!("{name} of {side} has an Advance: {}", advance.name());
        self.tell(cx, advance.clause(), text);
        self.apply_advance(cx, side, &name, advance)
    }

    fn apply_advance(
        &mut self,
        cx: &mut Cx<'_>,
        side: SideId,
        name: &str,
        advance: Advance,
    ) -> Play<()> {
        let agreed = self.terms.agreed.clone();
        match advance {
            Advance::Mutation => {
                let clause = Clause("MUT-CAM-14");
                let ask = Ask::new(side, "mutation", "From which table?", clause);
                let mental = cx.choose(ask, &[false, true], |mental| match mental {
                    true => Choice::new("mental"),
                    false => Choice::new("physical").merit(1),
                })?;
                self.mutate(cx, side, name, Some(mental))
            }
            Advance::Skill => {
                let Some(who) = self.band(side).member(name) else { return Ok(()) };
                let mut nature = who.nature;
                let skill = tables::random_skill(cx, side, &mut nature, &agreed)?;
                if let Some(who) = self.band_mut(side).member_mut(name) {
                    who.nature = nature;
                }
                if let Some(skill) = skill {
                    let text = format!("{name} of {side} has learned: {skill}");
                    self.tell(cx, Clause("MUT-CAM-15"), text);
                }
                Ok(())
            }
            Advance::Equipment => self.equip(cx, side, name),
            Advance::Food => {
                let food = u32::from(die(cx, side, "Extra Food")?) + 2;
                self.feed(side, food);
                self.tell(cx, Clause("MUT-CAM-17"), format!("{side} has {food} Food more"));
                self.feed_first(cx, side, name);
                Ok(())
            }
            Advance::Cells => {
                let power = die(cx, side, "Extra Energy Cells")?.saturating_add(1);
                if let Some(who) = self.band_mut(side).member_mut(name) {
                    who.cells = who.cells.saturating_add(power).min(99);
                }
                let text = format!("{name} of {side} has {} more", cells(u32::from(power)));
                self.tell(cx, Clause("MUT-CAM-18"), text);
                Ok(())
            }
            Advance::Quality => {
                if let Some(who) = self.band_mut(side).member_mut(name) {
                    who.nature.improve();
                }
                Ok(())
            }
            Advance::Combat => {
                if let Some(who) = self.band_mut(side).member_mut(name) {
                    who.nature.gain(Rule::CombatBonus, &agreed);
                }
                Ok(())
            }
            Advance::Follower => Ok(()),
        }
    }

    /// Extra Food goes to an underfed receiver before anybody else: its Upkeep is paid at once
    /// (MUT-CAM-17).
    fn feed_first(&mut self, cx: &mut Cx<'_>, side: SideId, name: &str) {
        let agreed = self.terms.agreed.clone();
        let Some(who) = self.band(side).member(name) else { return };
        let due = upkeep(who, &agreed);
        let food = u32::from(due.food) + u32::from(due.either);
        if !who.condition.underfed || food == 0 {
            return;
        }
        if self.band_mut(side).take_food(food) {
            if let Some(who) = self.band_mut(side).member_mut(name) {
                who.condition.underfed = false;
            }
            self.band_mut(side).fed.push(name.into());
            let text = format!("{name} of {side} was underfed and eats first: {food} Food");
            self.tell(cx, Clause("MUT-CAM-17"), text);
        }
    }

    /// One Equipment roll for somebody; what it cannot use is rolled again (MUT-CAM-16).
    pub fn equip(&mut self, cx: &mut Cx<'_>, side: SideId, name: &str) -> Play<()> {
        let agreed = self.terms.agreed.clone();
        let Some(who) = self.band(side).member(name).cloned() else { return Ok(()) };
        let mut haul = Haul::default();
        for _ in 0..MOST_ROLLS {
            haul = tables::random_equipment(cx, side, &who.nature, &agreed)?;
            let usable = |item: &crate::gear::Item| wear::refuses(&who, item.gear).is_none();
            if haul.items.iter().all(usable) {
                break;
            }
            let text = format!("{name} of {side} cannot use it: roll again");
            self.tell(cx, Clause("MUT-CAM-16"), text);
        }
        let found = describe_haul(&haul);
        self.hand_over(side, name, haul);
        self.tell(cx, Clause("MUT-CAM-16"), format!("{name} of {side} receives {found}"));
        Ok(())
    }

    /// Gives somebody what came of Equipment rolls; Food goes into the common stock, and so does
    /// what it cannot use.
    pub fn hand_over(&mut self, side: SideId, name: &str, haul: Haul) {
        self.feed(side, u32::from(haul.food));
        let band = self.band_mut(side);
        for item in haul.items {
            let refused = |who: &Character| wear::refuses(who, item.gear).is_some();
            let takes = band.member(name).is_some_and(|who| item.built_in || !refused(who));
            match band.member_mut(name).filter(|_| takes) {
                Some(who) => who.gear.push(item),
                None => band.keep(item),
            }
        }
        if let Some(who) = band.member_mut(name) {
            who.cells = who.cells.saturating_add(haul.cells).min(99);
            let ready = band::in_hand(who);
            band::make_ready(who, ready);
        }
    }
}

fn describe_haul(haul: &Haul) -> String {
    let mut words: Vec<String> =
        haul.items.iter().map(|item| item.gear.name().to_owned()).collect();
    if haul.cells > 0 {
        words.push(cells(u32::from(haul.cells)));
    }
    if haul.food > 0 {
        words.push(format!("{} Food", haul.food));
    }
    if words.is_empty() { "nothing".to_owned() } else { words.join(" and ") }
}

/// Who profits most, at first sight.
fn merit_of(who: &Character, advance: Advance) -> i32 {
    let nature = &who.nature;
    match advance {
        Advance::Quality => i32::from(nature.quality),
        Advance::Combat => i32::from(nature.combat),
        Advance::Equipment => i32::from(nature.has_hands()) - who.gear.len() as i32,
        Advance::Food => i32::from(who.condition.underfed),
        Advance::Mutation | Advance::Skill | Advance::Cells | Advance::Follower => 0,
    }
}
