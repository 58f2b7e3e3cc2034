//! Berserk: Downed, and yet it goes on for one more set of Actions (PUN-BER, PUN-Q-40).

use engine::{Clause, Cx, Deed, Event, ModelId};

use crate::options::BerserkNextGameTurn;
use crate::profile::ModelRule;
use crate::state::{Rage, State};

impl State {
    /// A Berserk model that is Downed stays for its following set of Actions (PUN-BER-01); one that
    /// rages already is gone for good (PUN-BER-02). Says whether it stays.
    pub fn rages_on(&mut self, cx: &mut Cx<'_>, model: ModelId) -> bool {
        if !self.has(model, ModelRule::Berserk) {
            return false;
        }
        cx.cite(Clause("PUN-Q-40"));
        if self.model(model).rage.is_some() {
            cx.cite(Clause("PUN-BER-02"));
            cx.cite(Clause("PUN-Q-69"));
            return false;
        }
        self.model_mut(model).rage = Some(Rage { turn: self.turn, last: false });
        cx.cite(Clause("PUN-Q-62"));
        cx.say(|| {
            let text = format!("{} should be Downed, but goes on in a rage", self.name(model));
            Event::note(Clause("PUN-BER-01"), text).deed(Deed::Changed { model })
        });
        true
    }

    /// The last set of Actions of a raging model begins: its next Action Turn, or its first of a
    /// later game Turn where that is agreed (PUN-Q-40).
    pub fn begin_last_rage(&mut self, model: ModelId) {
        let later = self.agreed.berserk_next_game_turn == BerserkNextGameTurn::On;
        let turn = self.turn;
        if let Some(rage) = &mut self.model_mut(model).rage {
            rage.last = !(later && rage.turn == turn);
        }
    }

    /// The last set of Actions of a raging model is over, and so is it (PUN-BER-02).
    pub fn end_rage(&mut self, cx: &mut Cx<'_>, model: ModelId) {
        let m = self.model(model);
        if m.spot.is_some() && m.rage.is_some_and(|rage| rage.last) {
            self.wound(cx, model, Clause("PUN-BER-02"));
        }
    }

    /// When the game is over, so are all who only rage on (PUN-BER-02).
    pub fn end_all_rage(&mut self, cx: &mut Cx<'_>) {
        for model in self.ids() {
            let m = self.model(model);
            if m.spot.is_some() && m.rage.is_some() {
                self.wound(cx, model, Clause("PUN-BER-02"));
            }
        }
    }
}
