//! Chapter 2: Quality rolls.

use engine::event::{Die, Roll, Term};
use engine::{Ask, Choice, Clause, Cx, Deed, Event, Faces, ModelId, Need, Play};
use smallvec::SmallVec;

use crate::gear::{Armor, Stick};
use crate::profile::{Diet, Rule};
use crate::state::{Mark, State};

/// What a Quality roll is for: it decides which modifiers count (MUT-T-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// Activation (MUT-TRN-05).
    Activation,
    /// Activation of a group by its worst member; a Hero in it acts for himself (MUT-Q-79).
    Group,
    /// Morale (MUT-MOR-01).
    Morale,
    /// Using a mutation, climbing, stairs, unjamming, facing Terror: the Leader helps
    /// (MUT-Q-86).
    Effort,
    /// Unjamming (MUT-RNG-11).
    Unjamming,
    /// Climbing a wall; the modifiers of the wall come with it (MUT-TER-24).
    Climbing,
    /// Resisting something else: nobody helps.
    Resist,
    /// Resisting poison, gas or disease (MUT-SPC-119, MUT-SPC-142).
    Constitution,
    /// A Radiation check (MUT-CAM-28).
    Radiation,
    /// Against Telekinetic Disarm or Push (MUT-SPC-123).
    Telekinesis,
    /// Falling (MUT-TER-35).
    Falling,
}

impl Test {
    /// Whether a Leader's bonus counts (MUT-Q-86).
    pub const fn is_led(self) -> bool {
        use Test::{Activation, Climbing, Effort, Group, Morale, Unjamming};
        matches!(self, Activation | Group | Morale | Effort | Climbing | Unjamming)
    }
}

/// A roll to be made.
#[derive(Clone, Debug)]
pub struct Try {
    /// What for.
    pub test: Test,
    /// How many dice.
    pub dice: u8,
    /// In words, for the log: `activates`, `tests morale`.
    pub purpose: &'static str,
    /// The rule that asks for it.
    pub clause: Clause,
    /// Modifiers of the occasion.
    pub extra: SmallVec<[(i8, &'static str, Clause); 2]>,
}

impl Try {
    /// A roll with no modifiers of its own.
    pub fn new(test: Test, dice: u8, purpose: &'static str, clause: Clause) -> Try {
        Try { test, dice, purpose, clause, extra: SmallVec::new() }
    }

    /// With a modifier.
    pub fn with(mut self, by: i8, reason: &'static str, clause: Clause) -> Try {
        if by != 0 {
            self.extra.push((by, reason, clause));
        }
        self
    }
}

/// What came of a Quality roll.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Dice that succeeded.
    pub successes: u8,
    /// Dice that failed.
    pub failures: u8,
    /// Dice that showed a natural 1.
    pub ones: u8,
}

/// Modifiers of a roll, each with its reason.
pub type Modifiers = SmallVec<[(i8, &'static str, Clause); 4]>;

impl State {
    /// Everything that modifies a model's Quality roll (MUT-T-02).
    pub fn quality_modifiers(&self, model: ModelId, roll: &Try) -> Modifiers {
        let m = self.model(model);
        let mut all = Modifiers::new();
        let mut add = |applies: bool, by: i8, reason: &'static str, id: &'static str| {
            if applies {
                all.push((by, reason, Clause(id)));
            }
        };
        use Test::{Constitution, Morale, Radiation, Telekinesis};
        let led = roll.test.is_led();
        add(led && self.is_led(model), 1, "Leader", "MUT-SPC-071");
        add(roll.test == Morale && m.has(Rule::Steadfast), 1, "Steadfast", "MUT-SPC-114");
        add(m.is(Mark::Stimulated), 1, "Stimulant", "MUT-T-18");
        add(m.is(Mark::WellFed), 1, "tree fruit", "MUT-SCN-18");
        let body = matches!(roll.test, Constitution | Radiation);
        add(body && m.has(Rule::StrongConstitution), 1, "Strong Constitution", "MUT-SPC-119");
        add(body && m.has(Rule::WeakConstitution), -1, "Weak Constitution", "MUT-SPC-142");
        let rays = roll.test == Radiation;
        add(rays && m.is(Mark::Antidote), 2, "Radiation Antidote", "MUT-T-18");
        add(rays && m.wears(Armor::Nbc), 2, "NBC suit", "MUT-SPC-086");
        add(roll.test == Test::Unjamming && m.has(Rule::Gunsmith), 2, "Gunsmith", "MUT-RNG-11");
        let pushed = roll.test == Telekinesis;
        add(pushed && m.has(Rule::Big), 1, "Big", "MUT-SPC-123");
        add(pushed && m.has(Rule::Huge), 2, "Huge", "MUT-SPC-123");
        add(pushed && m.wears(Armor::Power), 2, "Power Armor", "MUT-SPC-101");
        add(m.lured.is_some(), -2, "Allure", "MUT-SPC-005");
        add(m.is(Mark::Confused), -1, "Confused", "MUT-CON-16");
        add(m.controller.is_some(), -1, "mind-controlled", "MUT-CON-18");
        add(m.is(Mark::Wounded), -1, "wounded", "MUT-T-25");
        // A Leader bears it, as in a fight (MUT-CAM-06).
        let weak = m.is(Mark::Underfed) && self.runs_on_cells(model) && !m.has(Rule::Leader);
        add(weak, -1, "underpowered", "MUT-CAM-04");
        all.extend(roll.extra.iter().copied());
        all
    }

    /// Whether hunger weakens a model's mind, not its arm: a Robot, or an Android fed with Cells
    /// (MUT-CAM-04).
    pub fn runs_on_cells(&self, model: ModelId) -> bool {
        self.kind(model).is_artificial() && self.who(model).diet == Diet::Cells
    }

    /// Whether a Leader helps a model: active, in sight and within Long; never a Leader, and
    /// several do not add up (MUT-SPC-071 to 075).
    pub fn is_led(&self, model: ModelId) -> bool {
        if self.has(model, Rule::Leader) {
            return false;
        }
        let leads = |m: &ModelId| self.can_lead(*m) && self.commands(*m, model);
        self.friends(model).any(|m| leads(&m))
    }

    /// Whether a Leader is fit to lead (MUT-SPC-074, MUT-GRP-13).
    pub fn can_lead(&self, leader: ModelId) -> bool {
        let m = self.model(leader);
        m.has(Rule::Leader)
            && self.is_active(leader)
            && !m.is(Mark::Confused)
            && !m.is(Mark::Underfed)
            && m.controller.is_none()
    }

    /// Whether a model is within a Leader's reach and sight (MUT-SPC-075, MUT-Q-85).
    pub fn commands(&self, leader: ModelId, model: ModelId) -> bool {
        self.within(leader, model, Stick::Long) && self.sees_past_models(model, leader)
    }

    /// The number a die must show, before natural 1s and 6s (MUT-PRO-04, MUT-Q-36).
    pub fn target_number(&self, model: ModelId, modifiers: &Modifiers) -> i32 {
        let better: i32 = modifiers.iter().map(|(by, ..)| i32::from(*by)).sum();
        i32::from(self.model(model).quality()) - better
    }

    /// A model rolls Quality. Each die succeeds or fails on its own; natural 1s fail and natural
    /// 6s succeed (MUT-PRO-04, 05). A Hero's first die is a 6 without rolling (MUT-SPC-065) and
    /// once a game one die may be rolled again (MUT-SPC-066).
    pub fn quality_roll(&mut self, cx: &mut Cx<'_>, model: ModelId, roll: &Try) -> Play<Tally> {
        let hero = self.has(model, Rule::Hero) && roll.test != Test::Group;
        let free = u8::from(hero).min(roll.dice);
        let modifiers = self.quality_modifiers(model, roll);
        let number = self.target_number(model, &modifiers);
        let mut faces = Faces::new();
        if roll.dice > free {
            let need = Need::d6(self.side(model), roll.dice - free, roll.purpose).by(model);
            faces = cx.dice(need)?;
        }
        let succeeds = |face: u8| face == 6 || (face != 1 && i32::from(face) >= number);
        let mut was: Faces = Faces::from_elem(0, faces.len());
        if hero && !self.is(model, Mark::HeroSpent) && faces.iter().any(|f| !succeeds(*f)) {
            self.reroll_quality(cx, model, (&mut faces, &mut was), &succeeds)?;
        }
        let mut tally = Tally { successes: free, ..Tally::default() };
        for face in &faces {
            tally.ones += u8::from(*face == 1);
            match succeeds(*face) {
                true => tally.successes += 1,
                false => tally.failures += 1,
            }
        }
        if hero {
            cx.cite(Clause("MUT-SPC-065"));
            for _ in 0..free {
                faces.push(6);
                was.push(0);
            }
        }
        cx.say(|| {
            let die = |i: usize| Die {
                face: faces[i],
                kept: succeeds(faces[i]),
                was: Some(was[i]).filter(|w| *w > 0),
            };
            let quality = Term {
                amount: format!("{}+", self.model(model).quality()),
                value: 0,
                reason: "Quality".to_owned(),
                clause: Clause("MUT-PRO-04"),
            };
            let term = |(by, reason, clause): &(i8, &'static str, Clause)| {
                Term::plain(i32::from(*by), reason, *clause)
            };
            let roll = Roll {
                side: self.side(model),
                model: Some(model),
                title: format!("{} {}", self.name(model), roll.purpose),
                dice: (0..faces.len()).map(die).collect(),
                sides: 6,
                terms: [quality].into_iter().chain(modifiers.iter().map(term)).collect(),
                total: i32::from(tally.successes),
                counts: true,
            };
            Event::note(Clause("MUT-PRO-04"), roll.to_string()).deed(Deed::Rolled(roll))
        });
        let forced = faces.iter().any(|f| (*f == 1 && number <= 1) || (*f == 6 && number > 6));
        for (id, applies) in [
            ("MUT-GEN-01", true),
            ("MUT-PRO-05", forced),
            ("MUT-PRO-06", !modifiers.is_empty()),
            ("MUT-Q-36", forced || !modifiers.is_empty()),
            ("MUT-T-02", !modifiers.is_empty()),
        ] {
            if applies {
                cx.cite(Clause(id));
            }
        }
        self.cite_command(cx, model, roll.test);
        cx.cite(roll.clause);
        Ok(tally)
    }

    /// A roll on one die, passed or not (MUT-PRO-08).
    pub fn passes(&mut self, cx: &mut Cx<'_>, model: ModelId, roll: &Try) -> Play<bool> {
        Ok(self.quality_roll(cx, model, roll)?.failures == 0)
    }

    /// A Hero may roll one failed die again, once a game (MUT-SPC-066).
    fn reroll_quality(
        &mut self,
        cx: &mut Cx<'_>,
        model: ModelId,
        (faces, was): (&mut Faces, &mut Faces),
        succeeds: &dyn Fn(u8) -> bool,
    ) -> Play<()> {
        let failed: SmallVec<[usize; 3]> =
            (0..faces.len()).filter(|i| !succeeds(faces[*i])).collect();
        let clause = Clause("MUT-SPC-066");
        let ask = Ask::new(self.side(model), "reroll-hero", "Use the Hero's one re-roll?", clause);
        let shown = faces.clone();
        // Of dice that show the same either will do.
        let first = |i: &usize| !shown[..*i].contains(&shown[*i]);
        let mut options: SmallVec<[Option<usize>; 4]> = SmallVec::from_elem(None, 1);
        options.extend(failed.into_iter().filter(first).map(Some));
        let wanted = cx.choose(ask.about(model), &options, |option| match option {
            None => Choice::new("keep the dice").declining(),
            Some(i) => Choice::new(format!("reroll the {}", shown[*i])).about(model).merit(1),
        })?;
        let Some(index) = wanted else { return Ok(()) };
        let again = cx.dice(Need::d6(self.side(model), 1, "rerolls one die").by(model))?;
        was[index] = faces[index];
        faces[index] = again[0];
        self.model_mut(model).marks.put(Mark::HeroSpent);
        Ok(())
    }
}
