//! What becomes of minds that lose: confused, out cold, controlled (MUT-SPC-132, 133).

use engine::{Clause, Cx, ModelId};

use crate::clash::{Clash, Manner};
use crate::options::PlantsImmuneTelepathy;
use crate::profile::{Kind, Rule};
use crate::state::{Mark, Models, State};

impl State {
    /// Why a mind cannot be attacked: it is a machine's or a Plant's, or it is blocked
    /// (MUT-LOS-08, MUT-SPC-012, MUT-SPC-082, MUT-Q-13).
    pub fn immune_to_telepathy(&self, model: ModelId) -> Option<Clause> {
        let m = self.model(model);
        let spared = self.agreed.plants_immune_telepathy == PlantsImmuneTelepathy::On;
        match m.nature.kind {
            Kind::Android | Kind::Robot => Some(Clause("MUT-LOS-08")),
            Kind::Plant if spared => Some(Clause("MUT-Q-13")),
            _ if m.has(Rule::MindBlock) => Some(Clause("MUT-SPC-082")),
            _ => None,
        }
    }

    /// What a won contest of minds does: 1 for a win, 2 for double, 3 for treble (MUT-SPC-132).
    /// A scream never brings control (MUT-SPC-135).
    pub fn telepathy_result(
        &mut self,
        cx: &mut Cx<'_>,
        by: ModelId,
        target: ModelId,
        degree: u8,
        scream: bool,
    ) {
        cx.cite(Clause("MUT-SPC-132"));
        match degree {
            0 => (),
            1 => {
                self.model_mut(target).marks.put(Mark::Confused);
                self.tell(cx, target, "MUT-CON-16", || "is Confused".to_owned());
            }
            3.. if !scream => self.take_over(cx, by, target),
            _ => {
                if degree > 2 {
                    cx.cite(Clause("MUT-SPC-135"));
                }
                self.pass_out(cx, target, Clause("MUT-SPC-132"));
            }
        }
    }

    /// A mind is taken over: it fights for its controller's side from now on (MUT-CON-18), and
    /// lets go of whom it held itself. Taking back one's own is setting it free.
    fn take_over(&mut self, cx: &mut Cx<'_>, by: ModelId, target: ModelId) {
        self.release_minds(cx, target);
        self.release_minds(cx, by);
        // Whoever is under control himself takes over for his master.
        let master = self.model(by).controller.unwrap_or(by);
        let own = self.own_side(master) == self.own_side(target);
        self.model_mut(target).controller = (!own).then_some(master);
        cx.cite(Clause("MUT-Q-103"));
        let what = || match own {
            true => "is free again".to_owned(),
            false => format!("is controlled by {}", self.name(master)),
        };
        self.tell(cx, target, "MUT-CON-18", what);
    }

    /// Whom a telepath controls.
    pub fn captive_of(&self, telepath: ModelId) -> Option<ModelId> {
        self.in_play().find(|m| self.model(*m).controller == Some(telepath))
    }

    /// A telepath's captives are free: it is dead, out cold, controlled itself, or lets go
    /// (MUT-CON-18, MUT-SPC-133).
    pub fn release_minds(&mut self, cx: &mut Cx<'_>, telepath: ModelId) {
        let held = |m: &ModelId| self.model(*m).controller == Some(telepath);
        let captives: Models = self.ids().filter(held).collect();
        for captive in captives {
            self.model_mut(captive).controller = None;
            let what = || format!("is free of {}", self.name(telepath));
            self.tell(cx, captive, "MUT-CON-18", what);
        }
    }

    /// Attacking another mind means letting go of the first (MUT-SPC-133).
    pub(super) fn let_captives_go(&mut self, cx: &mut Cx<'_>, telepath: ModelId) {
        if self.captive_of(telepath).is_some() {
            cx.cite(Clause("MUT-SPC-133"));
            self.release_minds(cx, telepath);
        }
    }

    /// How good an attack on a mind looks: by how much it is ahead.
    pub(super) fn merit_of_telepathy(&self, by: ModelId, target: ModelId, aimed: bool) -> i32 {
        if self.captive_of(by).is_some() || self.is(target, Mark::PassedOut) {
            return -10;
        }
        let manner = Manner::Telepathy { aimed, scream: false };
        let clash = Clash { by: Some(by), side: self.side(by), target, manner };
        let ahead = self.attack_score(&clash).total() - self.defense_score(&clash, None).total();
        (55 + 8 * ahead).clamp(5, 120)
    }

    /// How good a scream looks: enemies count for it, friends against.
    pub(super) fn merit_of_scream(&self, by: ModelId) -> i32 {
        let side = self.side(by);
        let minds = self.in_scream(by);
        let open = minds.iter().filter(|m| self.immune_to_telepathy(**m).is_none());
        let sum: i32 = open.map(|m| if self.side(*m) == side { -45 } else { 35 }).sum();
        sum - 5
    }
}
