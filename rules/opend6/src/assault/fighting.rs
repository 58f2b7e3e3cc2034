//! One pairing is fought out: skill against skill, then damage (OD6-CAS-04 to 24, OD6-T-07).

use engine::odds::Contest;
use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Play};
use smallvec::SmallVec;
use tabletop::measure::{self, Arc};

use super::pairing::{Bout, MOST};
use crate::damage::{Hit, When};
use crate::dice::{Roller, Score, Sum, opposed_score};
use crate::morale::Status;
use crate::options::ScoreFloor;
use crate::profile::Skill;
use crate::state::State;
use crate::weapons::Blade;

/// What a soldier fights with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Arms {
    /// His bare hands.
    Hands,
    /// A hand weapon.
    Blade(Blade),
}

impl Arms {
    fn name(self) -> &'static str {
        match self {
            Arms::Hands => "bare hands",
            Arms::Blade(blade) => blade.name(),
        }
    }

    fn skill(self) -> Skill {
        match self {
            Arms::Hands => Skill::Brawling,
            Arms::Blade(_) => Skill::MeleeCombat,
        }
    }
}

/// What a weapon adds to the roll, by its class (OD6-CAS-14 to 16).
const fn class(blade: Blade) -> &'static str {
    match blade {
        Blade::Club | Blade::Totokia | Blade::Spear => "OD6-CAS-14",
        Blade::EnergyAxe | Blade::EnergyBlade => "OD6-CAS-15",
        Blade::BroadSword => "OD6-CAS-16",
    }
}

/// How a pairing is fought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// In the Close Assault Phase, both for their lives.
    Assault,
    /// The lone soldier leaves, and the others strike at his back (OD6-DIS-03).
    Parting,
}

/// A soldier in a pairing, as he rolls.
#[derive(Clone, Copy, Debug, Hash)]
struct Fighter {
    model: ModelId,
    arms: Arms,
}

/// The most that a lone soldier's place does for or against him when he is compared with one of
/// several opponents (OD6-Q-40), and the one by which a roll is higher.
const PLACE: i32 = 3;

/// Who hits whom: the one whom the lone soldier beat, and those who beat him.
type Verdict = (Option<Fighter>, SmallVec<[Fighter; 3]>);

impl State {
    /// Whether somebody has no bonus for charging because he only joined others who charged
    /// (OD6-Q-91).
    fn joined_later(&self, model: ModelId) -> bool {
        let charged = |m: ModelId| self.model(m).charged;
        !charged(model) && self.members(self.squad_of(model)).any(charged)
    }

    /// What weighs on a fighter is also a rule of charging, of separation or of morale.
    fn cite_condition(&self, cx: &mut Cx<'_>, model: ModelId) {
        if cx.is_quiet() {
            return;
        }
        if self.is_separated(model) {
            cx.cite(Clause("OD6-SQD-12"));
        }
        if self.joined_later(model) {
            cx.cite(Clause("OD6-Q-91"));
        }
        match self.status(self.squad_of(model)) {
            Status::Shaken => cx.cite(Clause("OD6-MOR-06")),
            Status::Demoralized => cx.cite(Clause("OD6-MOR-09")),
            Status::Broken | Status::Steady => (),
        }
    }

    /// Fights out one pairing (OD6-CAS-04): everybody rolls once, then damage is done, to both
    /// if both were hit, and it counts at once.
    pub(crate) fn fight_out(&mut self, cx: &mut Cx<'_>, bout: &Bout, manner: Manner) -> Play<()> {
        let on_table = |m: &ModelId| self.model(*m).spot.is_some();
        debug_assert!(on_table(&bout.lone) && bout.others.iter().all(on_table));
        cx.cite(Clause("OD6-CAS-04"));
        cx.cite(Clause("OD6-PROF-11"));
        cx.cite(Clause("OD6-CAS-10"));
        for model in [bout.lone].iter().chain(&bout.others) {
            self.cite_condition(cx, *model);
        }
        cx.cite(Clause("OD6-T-07"));
        cx.enter(|| self.bout_words(bout));
        if bout.others.len() == MOST {
            cx.cite(Clause("OD6-CAS-02"));
        }
        let named = match manner {
            Manner::Assault => self.name_opponent(cx, bout)?,
            Manner::Parting => bout.others[0],
        };
        let lone = self.arm(cx, bout.lone)?;
        let mut others: SmallVec<[Fighter; 3]> = SmallVec::new();
        for other in &bout.others {
            others.push(self.arm(cx, *other)?);
        }
        let told = !cx.is_quiet();
        let own = self.lone_sum(told, lone, (bout, manner));
        let sums: SmallVec<[(Fighter, Sum); 3]> = others
            .into_iter()
            .map(|other| (other, self.other_sum(told, other, (bout, named, manner))))
            .collect();
        let totals: SmallVec<[i32; 4]> =
            [own.total].into_iter().chain(sums.iter().map(|(_, sum)| sum.total)).collect();
        let contest = Contest::new(&totals, PLACE);
        let (beaten, winners) = cx.contest(&contest, |cx| {
            self.roll_fight(cx, (bout, named, manner), (lone.model, &own), &sums)
        })?;
        self.deal(cx, (lone, beaten), &winners)?;
        cx.leave();
        Ok(())
    }

    /// Everybody rolls, and the lone soldier is compared with each of the others.
    fn roll_fight(
        &self,
        cx: &mut Cx<'_>,
        (bout, named, manner): (&Bout, ModelId, Manner),
        (lone, sum): (ModelId, &Sum),
        others: &[(Fighter, Sum)],
    ) -> Play<Verdict> {
        let doing = if manner == Manner::Assault { "fights" } else { "leaves" };
        let own = self.roll(cx, lone, doing, sum)?;
        let mut beaten: Option<Fighter> = None;
        let mut winners: SmallVec<[Fighter; 3]> = SmallVec::new();
        for (other, sum) in others {
            if manner == Manner::Parting {
                cx.cite(Clause("OD6-Q-34"));
            }
            let doing = if manner == Manner::Assault { "fights" } else { "strikes" };
            let theirs = self.roll(cx, other.model, doing, sum)?;
            let own = self.total_against(cx, own, other.model, (bout, manner));
            let theirs = self.floored(cx, theirs.total);
            if theirs > own {
                winners.push(*other);
            } else if own > theirs && other.model == named && manner == Manner::Assault {
                beaten = Some(*other);
            } else {
                self.tell_parried(cx, lone, other.model, own == theirs, manner);
            }
        }
        Ok((beaten, winners))
    }

    fn bout_words(&self, bout: &Bout) -> String {
        let names: Vec<&str> = bout.others.iter().map(|m| self.name(*m)).collect();
        format!("{} against {}", self.name(bout.lone), names.join(" and "))
    }

    /// One against many says beforehand whom he attacks (OD6-CAS-06, OD6-DEC-17); by default the
    /// one who defends himself worst.
    fn name_opponent(&self, cx: &mut Cx<'_>, bout: &Bout) -> Play<ModelId> {
        if bout.others.len() > 1 {
            cx.cite(Clause("OD6-DEC-17"));
        }
        let prompt = "Whom does he attack?";
        let ask = Ask::new(self.side(bout.lone), "attack", prompt, Clause("OD6-CAS-06"));
        cx.choose(ask.about(bout.lone), &bout.others, |other| {
            let arms = self.best_arms(*other);
            let flat = Sum::of(false, self.skill(*other, arms.skill()), "", "OD6-CAS-04");
            let strong = self.add_conditions(flat, *other).total;
            Choice::new(format!("attack {}", self.name(*other))).about(*other).merit(-strong)
        })
    }

    /// The weapon, unless bare hands strike truer.
    fn best_arms(&self, model: ModelId) -> Arms {
        match self.who(model).blade {
            Some(blade) if self.hands_lead(model, blade) <= 0 => Arms::Blade(blade),
            _ => Arms::Hands,
        }
    }

    /// By how much bare hands strike truer than a weapon.
    fn hands_lead(&self, model: ModelId, blade: Blade) -> i32 {
        let armed = self.skill(model, Skill::MeleeCombat) + blade.bonus();
        self.skill(model, Skill::Brawling) - armed
    }

    /// What a soldier fights with (OD6-CAS-04, OD6-DEC-18). A weapon never does less damage than
    /// bare hands, so he is asked only where his hands strike truer.
    fn arm(&self, cx: &mut Cx<'_>, model: ModelId) -> Play<Fighter> {
        let arms = match self.who(model).blade {
            None => Arms::Hands,
            Some(blade) => {
                cx.cite(Clause("OD6-DEC-18"));
                let lead = self.hands_lead(model, blade);
                if lead <= 0 { Arms::Blade(blade) } else { self.ask_arms(cx, model, blade)? }
            }
        };
        Ok(Fighter { model, arms })
    }

    fn ask_arms(&self, cx: &mut Cx<'_>, model: ModelId, blade: Blade) -> Play<Arms> {
        let prompt = "What does he fight with?";
        let ask = Ask::new(self.side(model), "arms", prompt, Clause("OD6-DEC-18")).about(model);
        cx.choose(ask, &[Arms::Blade(blade), Arms::Hands], |arms| {
            let strength = self.damage_strength(Fighter { model, arms: *arms });
            let lead = if *arms == Arms::Hands { self.hands_lead(model, blade) } else { 0 };
            Choice::new(format!("fight with {}", arms.name()))
                .detail(format!("{}, damage {strength}", arms.skill().name()))
                .about(model)
                .merit(strength + lead)
        })
    }

    /// The skill with everything that always counts: the weapon and the soldier's own condition.
    fn might(&self, told: bool, fighter: Fighter) -> Sum {
        let Fighter { model, arms } = fighter;
        let skill = arms.skill();
        let broken = self.status(self.squad_of(model)) == Status::Broken;
        let clause = if broken { "OD6-CAS-24" } else { "OD6-CAS-04" };
        let mut sum = Sum::of(told, self.skill(model, skill), skill.name(), clause);
        if let Arms::Blade(blade) = arms {
            sum.add(blade.bonus(), blade.name(), class(blade));
        }
        self.add_conditions(sum, model)
    }

    /// What is wrong with a soldier (OD6-CAS-18 to 20).
    fn add_conditions(&self, mut sum: Sum, model: ModelId) -> Sum {
        sum.add_if(self.model(model).prone, -2, "prone", "OD6-CAS-18");
        sum.add_if(self.is_separated(model), -1, "separated", "OD6-CAS-19");
        match self.status(self.squad_of(model)) {
            Status::Shaken => sum.add(-1, "shaken", "OD6-CAS-20"),
            Status::Demoralized => sum.add(-2, "demoralized", "OD6-CAS-20"),
            Status::Steady | Status::Broken => (),
        }
        sum
    }

    /// What the one who stands alone adds to his die. What counts against some of his opponents
    /// only is added when he is compared with them.
    fn lone_sum(&self, told: bool, lone: Fighter, (bout, manner): (&Bout, Manner)) -> Sum {
        let mut sum = self.might(told, lone);
        if manner == Manner::Assault {
            sum.add_if(self.model(lone.model).charged, 1, "charging", "OD6-CAS-11");
        }
        if let ([other], Manner::Assault) = (&bout.others[..], manner) {
            self.add_position(&mut sum, lone.model, *other);
            sum = sum.floor(self.agreed.score_floor);
        }
        sum
    }

    /// What one of his opponents adds: the more they are the better (OD6-CAS-13). Only the one who
    /// is attacked can be attacked from behind (OD6-Q-40).
    fn other_sum(
        &self,
        told: bool,
        other: Fighter,
        (bout, named, manner): (&Bout, ModelId, Manner),
    ) -> Sum {
        let mut sum = self.might(told, other);
        let more = bout.others.len() as i32 - 1;
        sum.add_if(self.model(other.model).charged, 1, "charging", "OD6-CAS-11");
        sum.add(more, "outnumbering", "OD6-CAS-13");
        match manner {
            Manner::Assault => {
                self.add_barrier(&mut sum, other.model, bout.lone);
                let flanked = other.model == named && self.is_flanked(other.model, bout.lone);
                sum.add_if(flanked, -2, "attacked from side or rear", "OD6-CAS-17");
                sum.floor(self.agreed.score_floor)
            }
            Manner::Parting => {
                sum.add(2, "parting swing", "OD6-DIS-03");
                sum
            }
        }
    }

    fn roll(&self, cx: &mut Cx<'_>, model: ModelId, doing: &str, sum: &Sum) -> Play<Score> {
        let quiet = cx.is_quiet();
        let title = if quiet { String::new() } else { format!("{} {doing}", self.name(model)) };
        let side = self.side(model);
        let roller = Roller { side, model: Some(model), purpose: "close assault", title: &title };
        opposed_score(cx, roller, sum)
    }

    /// What a soldier's place does for him against one enemy: a barrier that he defends, an enemy
    /// at his side or back.
    fn add_position(&self, sum: &mut Sum, model: ModelId, enemy: ModelId) {
        self.add_barrier(sum, model, enemy);
        let flanked = self.is_flanked(model, enemy);
        sum.add_if(flanked, -2, "attacked from side or rear", "OD6-CAS-17");
    }

    fn add_barrier(&self, sum: &mut Sum, model: ModelId, enemy: ModelId) {
        let defends = self.defends_barrier(model, enemy);
        sum.add_if(defends, 1, "defending barrier", "OD6-CAS-12");
    }

    /// Whether a soldier defends a barrier against an enemy: whoever came by a charge does not, in
    /// this turn or later, as long as his squad is in the fight (OD6-CAS-12).
    pub(super) fn defends_barrier(&self, model: ModelId, enemy: ModelId) -> bool {
        let (own, other) = (self.body(model), self.body(enemy));
        let attacks = self.model(model).charged || self.squad(self.squad_of(model)).assails;
        !attacks && self.barrier_between(&own, &other)
    }

    /// Whether an enemy attacks a soldier from the side or the rear: from outside of his front
    /// quarter (OD6-CAS-17, OD6-Q-40).
    fn is_flanked(&self, model: ModelId, enemy: ModelId) -> bool {
        let facing = self.model(model).facing;
        !measure::in_arc(&self.body(model), facing, &self.body(enemy), Arc::Front90)
    }

    /// The lone soldier's one total as it counts against one of several opponents (OD6-CAS-07,
    /// OD6-Q-40).
    fn total_against(
        &self,
        cx: &mut Cx<'_>,
        own: Score,
        other: ModelId,
        (bout, manner): (&Bout, Manner),
    ) -> i32 {
        if bout.others.len() == 1 || manner == Manner::Parting {
            return self.floored(cx, own.total);
        }
        cx.cite(Clause("OD6-CAS-07"));
        let mut sum = Sum::default();
        self.add_position(&mut sum, bout.lone, other);
        let total = own.plus(sum.total);
        if sum.total != 0 && !own.bombed {
            if self.is_flanked(bout.lone, other) {
                cx.cite(Clause("OD6-CAS-17"));
            }
            cx.say(|| {
                let (name, enemy) = (self.name(bout.lone), self.name(other));
                let text = format!("{name} has {total} against {enemy} ({:+})", sum.total);
                Event::note(Clause("OD6-Q-40"), text)
            });
        }
        self.floored(cx, total)
    }

    /// A total below nought stays what it is, or counts as nought if that was agreed (OD6-Q-41).
    fn floored(&self, cx: &mut Cx<'_>, total: i32) -> i32 {
        if total >= 0 {
            return total;
        }
        cx.cite(Clause("OD6-Q-41"));
        match self.agreed.score_floor {
            ScoreFloor::None => total,
            ScoreFloor::Zero => 0,
        }
    }

    /// Nobody was hurt: a tie, or a lone soldier beat somebody whom he did not attack.
    fn tell_parried(
        &self,
        cx: &mut Cx<'_>,
        lone: ModelId,
        other: ModelId,
        tie: bool,
        manner: Manner,
    ) {
        cx.say(|| {
            let (lone, other) = (self.name(lone), self.name(other));
            match (tie, manner) {
                (true, _) => {
                    let text = format!("{lone} and {other} do each other no harm");
                    Event::note(Clause("OD6-CAS-05"), text)
                }
                (false, Manner::Assault) => {
                    Event::note(Clause("OD6-CAS-08"), format!("{lone} fends off {other}"))
                }
                (false, Manner::Parting) => {
                    Event::note(Clause("OD6-DIS-03"), format!("{lone} gets away from {other}"))
                }
            }
        });
    }

    /// Those who won do damage: the lone soldier to the one he attacked, the others to him, all
    /// of them with the strength they had before (OD6-CAS-05, 09, 21, 23).
    fn deal(
        &mut self,
        cx: &mut Cx<'_>,
        (lone, beaten): (Fighter, Option<Fighter>),
        winners: &[Fighter],
    ) -> Play<()> {
        let own = beaten.map(|loser| (loser.model, self.blow(cx, lone, loser.model)));
        let theirs: SmallVec<[Hit<'_>; 3]> =
            winners.iter().map(|winner| self.blow(cx, *winner, lone.model)).collect();
        if winners.len() > 1 {
            cx.cite(Clause("OD6-CAS-23"));
        }
        if let Some((loser, hit)) = own {
            self.damage(cx, loser, &[hit], When::Now)?;
        }
        if !theirs.is_empty() {
            cx.cite(Clause("OD6-CAS-09"));
            self.damage(cx, lone.model, &theirs, When::Now)?;
        }
        Ok(())
    }

    fn blow(&self, cx: &mut Cx<'_>, winner: Fighter, loser: ModelId) -> Hit<'static> {
        cx.cite(Clause("OD6-CAS-21"));
        cx.say(|| {
            let (name, other) = (self.name(winner.model), self.name(loser));
            let deed = Deed::Attacked { model: winner.model, target: loser, ranged: false };
            Event::note(Clause("OD6-CAS-05"), format!("{name} hits {other}")).deed(deed)
        });
        Hit {
            side: self.side(winner.model),
            by: Some(winner.model),
            strength: self.damage_strength(winner),
            with: winner.arms.name(),
            clause: "OD6-CAS-22",
        }
    }

    /// Strength without armour and what the weapon adds to it (OD6-CAS-21, 22); a wound takes one
    /// from the Strength (OD6-DMG-11), and nothing from a weapon that strikes by itself.
    fn damage_strength(&self, fighter: Fighter) -> i32 {
        let own = self.striking_strength(fighter.model);
        match fighter.arms {
            Arms::Hands => own,
            Arms::Blade(blade) => blade.strength(own),
        }
    }

    /// Strength as it is now, without armour (OD6-PROF-13, OD6-DMG-11).
    pub(crate) fn striking_strength(&self, model: ModelId) -> i32 {
        let hurt = i32::from(self.model(model).wounded);
        (i32::from(self.who(model).bare_strength) - hurt).max(0)
    }
}
