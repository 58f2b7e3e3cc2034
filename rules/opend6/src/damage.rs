//! Chapter 3: damage and wounds (OD6-DMG).

use engine::odds::Contest;
use engine::{Clause, Cx, Deed, Event, ModelId, Play, SideId};
use smallvec::SmallVec;

use crate::dice::{Roller, Sum, opposed};
use crate::options::DamageTies;
use crate::profile::{Attribute, Role};
use crate::state::{Fate, Hurt, Phase, Presence, SquadId, State};

/// How much stronger a hit must be than the man it hits to put him out of the battle (OD6-T-04).
const OUTRIGHT: i32 = 4;
/// What a wound takes from a roll (OD6-DMG-11).
const WOUNDED: i32 = 1;

/// When the hurt of a hit counts (OD6-DMG-06, 07).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// At once.
    Now,
    /// When the Fire Combat Phase ends.
    PhaseEnd,
}

/// One hit: how strong it is, and what its roll is called.
#[derive(Clone, Copy, Debug)]
pub struct Hit<'a> {
    /// Who throws its die.
    pub side: SideId,
    /// Who made it, if anybody in particular did.
    pub by: Option<ModelId>,
    /// Its Damage Strength (OD6-DMG-01).
    pub strength: i32,
    /// What does the damage: `Raygun Rifle`.
    pub with: &'a str,
    /// The rule behind the strength.
    pub clause: &'static str,
}

impl State {
    /// All hits of one volley on one soldier: one Strength roll against a Damage Strength roll
    /// for each (OD6-DMG-01, 05). What they come to together counts now or is marked, and is
    /// given back.
    pub fn damage(
        &mut self,
        cx: &mut Cx<'_>,
        target: ModelId,
        hits: &[Hit<'_>],
        when: When,
    ) -> Play<Option<Hurt>> {
        let strength = i32::from(self.who(target).attribute(Attribute::Strength));
        let sums: SmallVec<[i32; 4]> =
            hits.iter().map(|hit| hit.strength).chain([strength]).collect();
        let contest = Contest::new(&sums, OUTRIGHT + WOUNDED);
        let result = cx.contest(&contest, |cx| self.roll_damage(cx, target, hits))?;
        let Some(hurt) = result else { return Ok(None) };
        match when {
            When::Now => Ok(Some(self.suffer_now(cx, target, hurt))),
            When::PhaseEnd => Ok(Some(self.mark_hurt(cx, target, hurt))),
        }
    }

    /// Rolls every hit and the Strength of whom they hit, and says what they come to together.
    fn roll_damage(
        &self,
        cx: &mut Cx<'_>,
        target: ModelId,
        hits: &[Hit<'_>],
    ) -> Play<Option<Hurt>> {
        let mut blows: Vec<i32> = Vec::with_capacity(hits.len());
        for hit in hits {
            blows.push(self.damage_roll(cx, target, hit)?);
        }
        let strength = self.strength_roll(cx, target)?;
        cx.cite(Clause("OD6-T-04"));
        if hits.len() > 1 {
            cx.cite(Clause("OD6-DMG-05"));
        }
        if strength == 0 && blows.contains(&0) {
            cx.cite(Clause("OD6-DICE-04"));
        }
        let mut result = None;
        for blow in blows {
            let hurt = self.effect(cx, target, blow - strength);
            if (result, hurt) == (Some(Hurt::Wound), Some(Hurt::Wound)) {
                cx.cite(Clause("OD6-DMG-12"));
            }
            result = add_hurt(result, hurt);
        }
        Ok(result)
    }

    /// The attacker's die and the strength of his weapon.
    fn damage_roll(&self, cx: &mut Cx<'_>, target: ModelId, hit: &Hit<'_>) -> Play<i32> {
        let told = !cx.is_quiet();
        let title = if told { format!("A hit on {}", self.name(target)) } else { String::new() };
        let sum = Sum::of(told, hit.strength, hit.with, hit.clause);
        let who = Roller { side: hit.side, model: hit.by, purpose: "damage", title: &title };
        cx.cite(Clause("OD6-DMG-01"));
        opposed(cx, who, &sum)
    }

    /// The target's die and his Strength, armour included (OD6-PROF-13), one less if he is
    /// wounded (OD6-DMG-11). Wounds of this Fire Combat Phase do not weaken him yet.
    fn strength_roll(&self, cx: &mut Cx<'_>, target: ModelId) -> Play<i32> {
        let (told, who) = (!cx.is_quiet(), self.who(target));
        let strength = who.attribute(Attribute::Strength);
        let mut sum = Sum::of(told, i32::from(strength), "Strength", "OD6-DMG-01");
        let weak = self.model(target).wounded && strength > 0;
        sum.add_if(weak, -WOUNDED, "wounded", "OD6-DMG-11");
        cx.cite(Clause("OD6-PROF-01"));
        if strength != who.bare_strength {
            cx.cite(Clause("OD6-PROF-12"));
            cx.cite(Clause("OD6-PROF-13"));
        }
        let title = if told { format!("{} resists", who.name) } else { String::new() };
        let (side, model) = (who.side, Some(target));
        opposed(cx, Roller { side, model, purpose: "Strength", title: &title }, &sum)
    }

    /// What one hit does, by how much its roll beats the Strength roll (OD6-T-04).
    fn effect(&self, cx: &mut Cx<'_>, target: ModelId, margin: i32) -> Option<Hurt> {
        if margin == 0 {
            cx.cite(Clause("OD6-Q-01"));
        }
        let least = match self.agreed.damage_ties {
            DamageTies::Wound => 0,
            DamageTies::Harmless => 1,
        };
        let (hurt, clause, words) = match margin {
            m if m >= OUTRIGHT => (Some(Hurt::Incapacitated), "OD6-DMG-04", "is incapacitated"),
            m if m >= least => (Some(Hurt::Wound), "OD6-DMG-03", "is wounded"),
            _ => (None, "OD6-DMG-02", "is unharmed"),
        };
        cx.say(|| Event::note(Clause(clause), format!("{} {words}", self.name(target))));
        hurt
    }

    /// Marks a hurt that counts when the phase ends: two wounds are too many even so.
    fn mark_hurt(&mut self, cx: &mut Cx<'_>, target: ModelId, hurt: Hurt) -> Hurt {
        cx.cite(Clause("OD6-DMG-06"));
        cx.cite(Clause("OD6-TURN-08"));
        let wounded = self.model(target).wounded.then_some(Hurt::Wound);
        let marked = self.model(target).marked;
        let all = add_hurt(marked, Some(hurt));
        self.model_mut(target).marked = all;
        let final_hurt = add_hurt(wounded, all).unwrap_or(hurt);
        if final_hurt != hurt && marked != Some(Hurt::Incapacitated) {
            cx.cite(Clause("OD6-DMG-12"));
        }
        final_hurt
    }

    /// Whether a soldier will be out of the battle when the hurts that are marked count.
    pub fn is_doomed(&self, model: ModelId) -> bool {
        let m = self.model(model);
        let wounded = m.wounded.then_some(Hurt::Wound);
        m.marked.is_some() && add_hurt(wounded, m.marked) == Some(Hurt::Incapacitated)
    }

    /// A hurt counts now; says what it came to.
    fn suffer_now(&mut self, cx: &mut Cx<'_>, target: ModelId, hurt: Hurt) -> Hurt {
        let clause = match hurt {
            Hurt::Wound => "OD6-DMG-08",
            Hurt::Incapacitated => "OD6-DMG-13",
        };
        self.suffer(cx, target, hurt, Clause(clause));
        let gone = self.model(target).spot.is_none();
        if gone { Hurt::Incapacitated } else { Hurt::Wound }
    }

    /// A soldier suffers a hurt now: he falls prone with a wound, or is out of the battle; the
    /// casualty is counted for his squad (OD6-DMG-08, 12, 13).
    pub fn suffer(&mut self, cx: &mut Cx<'_>, model: ModelId, hurt: Hurt, clause: Clause) {
        if self.model(model).spot.is_none() {
            return;
        }
        self.count_casualty(cx, model);
        let second = hurt == Hurt::Wound && self.model(model).wounded;
        if hurt == Hurt::Incapacitated || second {
            let clause = if second { Clause("OD6-DMG-12") } else { clause };
            self.incapacitate(cx, model, clause);
            return;
        }
        let m = self.model_mut(model);
        (m.wounded, m.prone, m.marked) = (true, true, None);
        ["OD6-DMG-08", "OD6-REC-03"].iter().for_each(|id| cx.cite(Clause(id)));
        cx.say(|| {
            let text = format!("{} falls down wounded", self.name(model));
            Event::note(clause, text).deed(Deed::Changed { model })
        });
    }

    /// A soldier is out of the battle and leaves the table (OD6-DMG-13).
    fn incapacitate(&mut self, cx: &mut Cx<'_>, model: ModelId, clause: Clause) {
        let m = self.model_mut(model);
        (m.spot, m.marked, m.fate) = (None, None, Some(Fate::Incapacitated));
        cx.cite(Clause("OD6-DMG-13"));
        cx.say(|| {
            let text = format!("{} is out of the battle", self.name(model));
            Event::note(clause, text).deed(Deed::Removed { model })
        });
        self.lose_weapons_of(cx, model);
        self.close_ranks(self.squad_of(model));
    }

    /// A squad of which nobody is left is gone.
    fn close_ranks(&mut self, squad: SquadId) {
        let empty = self.members(squad).next().is_none();
        if empty && self.squad(squad).presence == Presence::There {
            self.squad_mut(squad).presence = Presence::Gone;
        }
    }

    /// Counts a casualty for its squad, each soldier once in a turn (OD6-Q-57).
    fn count_casualty(&mut self, cx: &mut Cx<'_>, model: ModelId) {
        let (assault, role) = (self.phase == Phase::Assault, self.who(model).role);
        let done = &mut self.squads[self.cast[model.index()].squad.index()].done;
        let mut lists = vec![&mut done.casualties];
        if assault {
            lists.push(&mut done.assault_casualties);
        }
        for list in lists {
            if !list.contains(&model) {
                list.push(model);
            }
        }
        done.commander_hit |= role == Role::Commander;
        cx.cite(Clause("OD6-Q-57"));
    }

    /// At the end of the Fire Combat Phase the hurts that were marked count (OD6-DMG-06).
    pub fn settle_hurts(&mut self, cx: &mut Cx<'_>) {
        for model in self.ids() {
            if let Some(hurt) = self.model_mut(model).marked.take() {
                cx.cite(Clause("OD6-DMG-06"));
                self.suffer_now(cx, model, hurt);
            }
        }
    }
}

/// Two hurts together: two wounds put a soldier out of the battle (OD6-DMG-12).
fn add_hurt(one: Option<Hurt>, other: Option<Hurt>) -> Option<Hurt> {
    match (one, other) {
        (Some(_), Some(_)) => Some(Hurt::Incapacitated),
        (one, other) => one.or(other),
    }
}
