//! Facing: a model turns freely when it moves, stands up or is engaged (PUN-LOS-02, PUN-Q-05).

use engine::{Ask, Choice, Clause, Cx, ModelId, Play};
use smallvec::SmallVec;
use tabletop::{Vector, measure};

use crate::state::State;

/// Where a model may turn to.
#[derive(Clone, Copy, Debug)]
enum Turn {
    Ahead,
    Keep,
    Toward(ModelId),
    Elsewhere,
}

impl State {
    /// A model's player says where it faces; `ahead` is the way it came.
    pub fn turn(&mut self, cx: &mut Cx<'_>, model: ModelId, ahead: Vector) -> Play<()> {
        if self.model(model).spot.is_none() {
            return Ok(());
        }
        let nearest = self.nearest(model, self.enemies(model)).first().copied();
        let mut turns: SmallVec<[Turn; 12]> = SmallVec::new();
        if ahead != Vector::default() {
            turns.push(Turn::Ahead);
        }
        turns.push(Turn::Keep);
        turns.extend(self.enemies(model).map(Turn::Toward));
        turns.push(Turn::Elsewhere);
        let ask = Ask::new(self.side(model), "facing", "Where does it face?", Clause("PUN-Q-05"));
        let chosen = cx.choose(ask.about(model), &turns, |turn| match turn {
            Turn::Ahead => Choice::new("face ahead").merit(2),
            Turn::Keep => Choice::new("keep facing").declining().merit(1),
            Turn::Toward(enemy) => Choice::new(format!("face {}", self.name(*enemy)))
                .about(*enemy)
                .merit(if Some(*enemy) == nearest { 5 } else { 0 }),
            Turn::Elsewhere => Choice::new("face elsewhere").merit(-1),
        })?;
        match chosen {
            Turn::Ahead => self.face(model, ahead),
            Turn::Keep => (),
            Turn::Toward(enemy) => self.face_model(model, enemy),
            Turn::Elsewhere => {
                let ask = Ask { topic: "direction", prompt: "In which direction?", ..ask };
                let to = cx.facing(ask.about(model), model)?;
                self.face(model, to);
            }
        }
        Ok(())
    }

    /// Turns a model towards another.
    pub fn face_model(&mut self, model: ModelId, other: ModelId) {
        self.face(model, self.spot(other).at - self.spot(model).at);
    }

    /// Turns a model in a direction, if it is one.
    pub fn face(&mut self, model: ModelId, to: Vector) {
        if to != Vector::default() {
            self.model_mut(model).facing = to.of_length(tabletop::Length::inches(1));
        }
    }

    /// Whether a model has another in front of it.
    pub fn is_ahead(&self, model: ModelId, other: ModelId) -> bool {
        let (own, there) = (self.body(model), self.body(other));
        measure::base_in_arc(&own, self.model(model).facing, &there, measure::Arc::Front180)
    }
}
