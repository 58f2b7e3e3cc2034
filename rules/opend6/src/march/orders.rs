//! What a squad does with its go (OD6-DEC-06).

use engine::{Ask, Choice, Clause, Cx, ModelId, Play, Refusal};
use tabletop::Length;

use crate::morale::Status;
use crate::movement::{Gait, Merits};
use crate::options::RiseInContact;
use crate::state::{BASE, Models, SquadId, State};

/// What a squad does with its go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// Nothing.
    Still,
    /// It walks.
    Walk,
    /// It runs, as far as its soldiers can.
    Run,
    /// Its soldiers only turn (OD6-FAC-03).
    Turn,
    /// Its soldiers fall prone where they are (OD6-MOV-09).
    Prone,
    /// It charges a squad (OD6-CHG-01).
    Charge(SquadId),
    /// It leaves close assault (OD6-DIS-01).
    Disengage,
}

impl State {
    /// Asks what a squad does.
    pub(super) fn ask_order(&self, cx: &mut Cx<'_>, squad: SquadId) -> Play<Order> {
        let mut orders = vec![Order::Still, Order::Walk, Order::Run, Order::Turn, Order::Prone];
        orders.extend(self.squads_against(self.squad(squad).side).map(Order::Charge));
        if self.is_engaged(squad) {
            orders.push(Order::Disengage);
        }
        let chargers = self.ready_to_charge(squad);
        if cx.is_quiet() {
            orders.retain(|order| self.may_order(squad, *order, &chargers).is_ok());
        }
        let lead = self.core(squad).first().copied();
        let side = self.squad(squad).side;
        let ask = Ask::new(side, "go", "What does the squad do?", Clause("OD6-DEC-06"));
        let ask = lead.map_or(ask, |lead| ask.about(lead));
        let merits = std::cell::OnceCell::new();
        let order = cx.choose(ask, &orders, |order| {
            let merits = merits.get_or_init(|| self.merits(squad));
            let choice = self.describe_order(squad, *order, merits);
            match self.may_order(squad, *order, &chargers) {
                Ok(()) => choice,
                Err(refusal) => choice.refused(refusal),
            }
        })?;
        if order == Order::Still {
            cx.cite(Clause("OD6-MOV-03"));
        }
        Ok(order)
    }

    fn describe_order(&self, squad: SquadId, order: Order, merits: &Merits) -> Choice {
        let most = |gait: Gait| {
            let rates = self.walkers(squad).into_iter().map(|m| self.rate(m, gait));
            rates.max().unwrap_or(Length::ZERO)
        };
        match order {
            Order::Still => Choice::new("stand still").declining().merit(merits.still),
            Order::Walk => Choice::new("walk")
                .detail(format!("up to {} inches; fire at +1", most(Gait::Walk)))
                .merit(merits.walk),
            Order::Run => Choice::new("run")
                .detail(format!("up to {} inches; no fire", most(Gait::Run)))
                .merit(merits.run),
            Order::Turn => Choice::new("turn").detail("counts as walking").merit(merits.turn),
            Order::Prone => Choice::new("go prone").detail("where they are").merit(merits.prone),
            Order::Charge(target) => {
                let lead = self.core(target).first().copied();
                let choice = Choice::new(format!("charge {}", self.squad_name(target)))
                    .detail(self.charge_words(squad, target, most(Gait::Run)))
                    .merit(self.charge_merit(squad, target));
                lead.map_or(choice.clone(), |lead| choice.about(lead))
            }
            Order::Disengage => Choice::new("disengage").detail("command test against 6").merit(-5),
        }
    }

    /// `9.5 inches to the nearest; up to 13 inches, no fire`.
    fn charge_words(&self, squad: SquadId, target: SquadId, most: Length) -> String {
        let gaps = self.core(squad).into_iter().flat_map(|own| {
            let from = self.spot(own).at;
            self.members(target).map(move |m| from.distance(self.spot(m).at))
        });
        let gap = gaps.min().unwrap_or(Length::ZERO) - BASE - BASE;
        let tenths = gap.max(Length::ZERO).um() * 10 / Length::inches(1).um();
        format!("{}.{} inches to the nearest; up to {most} inches", tenths / 10, tenths % 10)
    }

    /// Why a squad cannot do something, if it cannot; who would charge, or why nobody can, is the
    /// same whomever it charges.
    fn may_order(
        &self,
        squad: SquadId,
        order: Order,
        chargers: &Result<Models, Refusal>,
    ) -> Result<(), Refusal> {
        match order {
            Order::Still | Order::Turn => Ok(()),
            Order::Charge(target) => match chargers {
                Ok(chargers) => self.may_charge(chargers, target),
                Err(refusal) => Err(refusal.clone()),
            },
            Order::Disengage => self.may_disengage(squad),
            Order::Walk if self.core(squad).iter().any(|m| self.may_rise(*m)) => Ok(()),
            Order::Walk => self.some_walker(squad).map(|_| ()),
            Order::Run => {
                self.some_walker(squad)?;
                let mut refusal = None;
                for walker in self.walkers(squad) {
                    match self.may_run(walker) {
                        Ok(()) => return Ok(()),
                        Err(why) => refusal = refusal.or(Some(why)),
                    }
                }
                refusal.map_or(Ok(()), Err)
            }
            Order::Prone => {
                if self.core(squad).iter().any(|m| self.may_drop(*m)) {
                    return Ok(());
                }
                let why = "nobody stands who may go prone";
                Err(Refusal::new(Clause("OD6-MOV-09"), why))
            }
        }
    }

    fn some_walker(&self, squad: SquadId) -> Result<ModelId, Refusal> {
        let why = "everybody is in contact with an enemy or busy with a weapon";
        let none = || Refusal::new(Clause("OD6-MOV-12"), why);
        self.walkers(squad).first().copied().ok_or_else(none)
    }

    /// The soldiers of a squad who may go somewhere: those in touch who are neither held by an
    /// enemy nor busy with a weapon (OD6-MOV-12, OD6-SPW-03).
    pub(super) fn walkers(&self, squad: SquadId) -> Models {
        self.core(squad).into_iter().filter(|m| self.is_free_to_go(*m)).collect()
    }

    /// Whether a soldier is neither held by an enemy nor busy with a weapon.
    pub(super) fn is_free_to_go(&self, model: ModelId) -> bool {
        !self.is_at_work(model) && !self.is_held(model)
    }

    /// Whether a soldier may stand up or go prone: not while an enemy touches him, unless that
    /// was agreed on (OD6-Q-39).
    fn may_change_posture(&self, model: ModelId) -> bool {
        let agreed = self.agreed.rise_in_contact == RiseInContact::On;
        !self.is_at_work(model) && (agreed || !self.is_held(model))
    }

    /// Whether a soldier may go prone.
    pub(super) fn may_drop(&self, model: ModelId) -> bool {
        !self.model(model).prone && self.may_change_posture(model)
    }

    /// Whether a soldier may stand up.
    pub(super) fn may_rise(&self, model: ModelId) -> bool {
        self.model(model).prone && self.may_change_posture(model)
    }

    /// Notes the rules that bind a squad in its state.
    pub(super) fn cite_bonds(&self, cx: &mut Cx<'_>, squad: SquadId) {
        if cx.is_quiet() {
            return;
        }
        if self.status(squad) == Status::Demoralized {
            cx.cite(Clause("OD6-MOV-14"));
            cx.cite(Clause("OD6-GEO-17"));
        }
        if self.is_engaged(squad) {
            cx.cite(Clause("OD6-MOV-12"));
            cx.cite(Clause("OD6-MOV-13"));
            cx.cite(Clause("OD6-Q-39"));
        }
    }
}
