//! Where soldiers face and how they lie at the end of a move (OD6-FAC-02 to 05, OD6-MOV-09).

use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Play};
use smallvec::SmallVec;
use tabletop::{Spot, Vector};

use super::Marcher;
use crate::state::{Models, SquadId, State, body_at};

/// So many of the nearest enemies are looked for when soldiers turn toward the enemy.
const NEAREST: usize = 6;

/// Where soldiers face after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    /// Each the way he went.
    Ahead,
    /// Each toward the nearest enemy he sees, or else the nearest.
    Enemy,
    /// Each as before he went.
    Before,
    /// All one way.
    OneWay,
    /// Each somewhere else.
    Each,
}

/// Who falls prone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Drop {
    None,
    All,
    Some,
}

impl State {
    /// Asks where the soldiers of a squad face. Runners turn as far as they can (OD6-FAC-05).
    pub(super) fn ask_facings(
        &self,
        cx: &mut Cx<'_>,
        squad: SquadId,
        marchers: &mut [Marcher],
    ) -> Play<()> {
        let side = self.squad(squad).side;
        let mut looks: SmallVec<[Look; 5]> = SmallVec::from_slice(&[Look::Ahead]);
        looks.extend(self.enemies(side).next().map(|_| Look::Enemy));
        looks.extend([Look::Before, Look::OneWay, Look::Each]);
        if !marchers.iter().any(Marcher::goes) {
            looks.retain(|look| *look != Look::Ahead);
        }
        let runs = marchers.iter().any(|m| m.stroll.as_ref().is_some_and(|s| s.runs));
        let far = if runs { "runners as far as they can" } else { "" };
        let Some(lead) = marchers.first().map(|m| m.model) else { return Ok(()) };
        let ask =
            Ask::new(side, "facings", "Where do they face?", Clause("OD6-DEC-07")).about(lead);
        let look = cx.choose(ask, &looks, |look| match look {
            Look::Ahead => Choice::new("ahead").detail("those who stay keep theirs").merit(10),
            Look::Enemy => Choice::new("toward the enemy").detail(far).merit(20),
            Look::Before => Choice::new("as before").detail(far).merit(5),
            Look::OneWay if runs => {
                Choice::new("one way").detail("all the same, as far as they can")
            }
            Look::OneWay => Choice::new("one way").detail("all the same"),
            Look::Each => Choice::new("each by himself"),
        })?;
        let prompt = "Where do all of them face?";
        let common = match look {
            Look::OneWay => {
                let ask = Ask::new(side, "facing", prompt, Clause("OD6-FAC-02")).about(lead);
                Some(cx.facing(ask, lead)?)
            }
            _ => None,
        };
        for marcher in marchers {
            let before = self.model(marcher.model).facing;
            let ahead = marcher.stroll.as_ref().and_then(|stroll| stroll.heading);
            let wanted = match look {
                Look::Ahead => ahead.unwrap_or(before),
                Look::Enemy => self.toward_enemy(marcher.model, marcher.end(self)),
                Look::Before => before,
                Look::OneWay => common.unwrap_or(before),
                Look::Each => {
                    let ask = Ask::new(side, "facing", "Where does he face?", Clause("OD6-FAC-02"));
                    cx.facing(ask.about(marcher.model), marcher.model)?
                }
            };
            self.face(cx, marcher, wanted);
        }
        Ok(())
    }

    fn face(&self, cx: &mut Cx<'_>, marcher: &mut Marcher, wanted: Vector) {
        marcher.facing = match &marcher.stroll {
            Some(stroll) => {
                if stroll.runs && stroll.heading.is_some_and(|h| !super::is_same_way(h, wanted)) {
                    cx.cite(Clause("OD6-FAC-05"));
                }
                self.facing_after(stroll, wanted)
            }
            None => wanted,
        };
    }

    /// The direction from a place to the nearest enemy whom a soldier would see from there, or
    /// to the nearest if he would see none.
    fn toward_enemy(&self, model: ModelId, from: Spot) -> Vector {
        let mut enemies: Models = self.enemies(self.side(model)).collect();
        enemies.sort_by_key(|m| from.at.distance_squared(self.spot(*m).at));
        let body = body_at(from, self.model(model).prone);
        let seen = |m: &&ModelId| self.sees_body(&body, &self.body(**m), &[model, **m]);
        let found = enemies.iter().take(NEAREST).find(seen).or(enemies.first());
        let toward = found.map(|m| self.spot(*m).at - from.at);
        toward.filter(|v| *v != Vector::default()).unwrap_or(self.model(model).facing)
    }

    /// Asks who falls prone; `only` if the squad does nothing else (OD6-MOV-09).
    pub(super) fn ask_posture(
        &self,
        cx: &mut Cx<'_>,
        squad: SquadId,
        marchers: &mut [Marcher],
        only: bool,
    ) -> Play<()> {
        let able = |m: &&Marcher| m.rises || self.may_drop(m.model);
        let standing: Models = marchers.iter().filter(able).map(|m| m.model).collect();
        let Some(lead) = standing.first().copied() else { return Ok(()) };
        let mut drops: SmallVec<[Drop; 3]> = SmallVec::new();
        drops.extend((!only).then_some(Drop::None));
        drops.push(Drop::All);
        drops.extend((standing.len() > 1).then_some(Drop::Some));
        let side = self.squad(squad).side;
        let ask = Ask::new(side, "posture", "Do they go prone?", Clause("OD6-MOV-09")).about(lead);
        let drop = cx.choose(ask, &drops, |drop| match drop {
            Drop::None => Choice::new("on their feet").declining().merit(5),
            Drop::All => Choice::new("all go prone"),
            Drop::Some => Choice::new("some go prone").merit(-1),
        })?;
        let chosen: Models = match drop {
            Drop::None => Models::new(),
            Drop::All => standing,
            Drop::Some => {
                let ask = Ask::new(side, "prone", "Who goes prone?", Clause("OD6-MOV-09"));
                let all = (1, standing.len());
                let describe = |m: &ModelId| Choice::new(self.name(*m)).about(*m);
                cx.choose_some(ask.about(lead), &standing, all, describe)?.into_iter().collect()
            }
        };
        for marcher in marchers {
            marcher.drops = chosen.contains(&marcher.model);
        }
        Ok(())
    }

    /// A soldier stands up (OD6-MOV-11).
    pub(super) fn rise(&mut self, cx: &mut Cx<'_>, model: ModelId) {
        self.model_mut(model).prone = false;
        cx.cite(Clause("OD6-MOV-11"));
        cx.cite(Clause("OD6-Q-60"));
        if self.model(model).wounded {
            cx.cite(Clause("OD6-DMG-09"));
        }
        cx.say(|| {
            let text = format!("{} stands up", self.name(model));
            Event::note(Clause("OD6-MOV-11"), text).deed(Deed::Changed { model })
        });
    }

    /// Tells that a soldier has fallen prone of his own will.
    pub(super) fn say_prone(&self, cx: &mut Cx<'_>, model: ModelId) {
        cx.cite(Clause("OD6-Q-60"));
        cx.say(|| {
            let text = format!("{} goes prone", self.name(model));
            Event::note(Clause("OD6-MOV-09"), text).deed(Deed::Changed { model })
        });
    }
}
