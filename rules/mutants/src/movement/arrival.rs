//! What follows from being somewhere else: contacts, radiation, disease, the scenario's sites.

use engine::{Clause, Cx, Deed, Event, ModelId, Play};
use tabletop::polygon::point_nearer_than;
use tabletop::{Kind as Ground, Spot, measure};

use super::journey::Journey;
use crate::clash::{Clash, Manner, bit};
use crate::gear::Armor;
use crate::options::QuillsPassive;
use crate::pending::Pending;
use crate::profile::{Kind, Rule};
use crate::state::{CONTACT, Mark, Models, State};

/// How a model gets from one place to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Travel {
    /// On its own feet.
    Walks,
    /// Through the air: only its end matters.
    Flies,
    /// Driven, thrown or fallen.
    Driven,
}

impl State {
    /// Puts a model somewhere else, by any kind of movement, voluntary or not, and puts what
    /// follows from being there into pending: new contacts, radiation, the scenario's sites.
    pub fn relocate(&mut self, cx: &mut Cx<'_>, model: ModelId, path: Vec<Spot>, clause: Clause) {
        self.travel(cx, model, (path, Travel::Driven), clause);
    }

    /// A model goes where it wants: it is out of sight again if it had given itself away
    /// (MUT-SPC-117).
    pub(super) fn walk_along(&mut self, cx: &mut Cx<'_>, model: ModelId, journey: &Journey) {
        if journey.path.len() > 1 {
            if self.is(model, Mark::Revealed) && self.has(model, Rule::Stealth) {
                cx.cite(Clause("MUT-SPC-117"));
            }
            self.slip_away(model);
        }
        let travel = if journey.aloft { Travel::Flies } else { Travel::Walks };
        let clause = if journey.aloft { "MUT-MOV-13" } else { "MUT-MOV-04" };
        self.travel(cx, model, (journey.path.clone(), travel), Clause(clause));
    }

    /// Nobody knows any more where a shooter is who has moved (MUT-SPC-117, MUT-LOS-19).
    pub(super) fn slip_away(&mut self, model: ModelId) {
        let marks = &mut self.model_mut(model).marks;
        marks.clear(Mark::Revealed);
        marks.clear(Mark::Spotted);
    }

    fn travel(
        &mut self,
        cx: &mut Cx<'_>,
        model: ModelId,
        (path, travel): (Vec<Spot>, Travel),
        clause: Clause,
    ) {
        let (Some(from), Some(to)) = (self.model(model).spot, path.last().copied()) else { return };
        let before = self.touched(model);
        if travel == Travel::Driven && !cx.is_quiet() {
            self.cite_friends_passed(cx, model, (from, to));
        }
        self.model_mut(model).spot = Some(to);
        if from != to {
            self.drop_shield(cx, model);
        }
        cx.say(|| {
            let verb = match travel {
                Travel::Walks => "moves",
                Travel::Flies => "flies",
                Travel::Driven => "gets",
            };
            let text = format!("{} {verb} from {from} to {to}", self.name(model));
            Event::note(clause, text).deed(Deed::Moved { model, path: path.clone() })
        });
        if self.falls_from(cx, model, to) {
            return;
        }
        let aloft = travel == Travel::Flies;
        for site in self.sites_entered(model, &path, aloft).into_iter().rev() {
            self.pending.push(Pending::Trespass { model, site });
        }
        self.feel_rays(cx, model, &path, travel);
        self.touch_bodies(cx, model, from, to);
        self.make_contact(cx, model, before);
    }

    /// Friends let a model through when it is driven back, too; it needs room of its own where
    /// it ends (MUT-MOV-08, MUT-MOV-10).
    fn cite_friends_passed(&self, cx: &mut Cx<'_>, model: ModelId, (from, to): (Spot, Spot)) {
        let base = self.body(model).base;
        let passed = |m: ModelId| {
            let friend = self.body(m);
            let level = (friend.feet() - from.z).abs() < friend.height;
            level && point_nearer_than(friend.at(), from.at, to.at, base + friend.base)
        };
        if self.friends(model).any(passed) {
            cx.cite(Clause("MUT-MOV-08"));
            cx.cite(Clause("MUT-MOV-10"));
        }
    }

    /// Whoever ends in mid-air and does not hold on to anything drops.
    fn falls_from(&mut self, cx: &mut Cx<'_>, model: ModelId, to: Spot) -> bool {
        if self.table.carries(to.at, to.z) {
            self.model_mut(model).marks.clear(Mark::Climbing);
            return false;
        }
        let m = self.model(model);
        let holds = m.is(Mark::Climbing) || m.has(Rule::Clinging);
        if holds && self.is_wall_hold(model, to) {
            return false;
        }
        let landing = self.landing(to);
        if landing.z >= to.z {
            return false;
        }
        cx.cite(Clause("MUT-TER-34"));
        self.pending.push(Pending::Drop { model, height: to.z - landing.z, landing });
        true
    }

    /// Everybody a model touches, by their numbers.
    fn touched(&self, model: ModelId) -> u64 {
        let body = self.body(model);
        let others = self.in_play().filter(|m| *m != model);
        let near = others.filter(|m| self.bodies_touch(&body, &self.body(*m)));
        near.fold(0, |set, m| set | bit(m))
    }

    /// New contacts; a lurking enemy's counter is turned over (MUT-TYP-22).
    fn make_contact(&mut self, cx: &mut Cx<'_>, model: ModelId, before: u64) {
        self.touch_dummies(cx, model);
        let now = self.touched(model) & !before;
        if now == 0 {
            return;
        }
        let fresh: Models = self.ids().filter(|m| now & bit(*m) != 0).collect();
        for other in fresh.into_iter().rev() {
            let hostile = self.is_hostile(self.own_side(other), self.side(model));
            if hostile && self.is(other, Mark::Lurking) {
                self.reveal_lurker(cx, other);
            }
            if hostile && self.is(model, Mark::Lurking) {
                self.reveal_lurker(cx, model);
            }
            self.pending.push(Pending::Contact { mover: model, other });
        }
    }

    /// Irradiated ground: one check a turn for whoever enters it or moves inside (MUT-TER-40,
    /// MUT-Q-137).
    fn feel_rays(&mut self, cx: &mut Cx<'_>, model: ModelId, path: &[Spot], travel: Travel) {
        if !self.is_irradiated_on(model, path, travel == Travel::Flies) {
            return;
        }
        cx.cite(Clause("MUT-TER-40"));
        cx.cite(Clause("MUT-Q-137"));
        self.cite_wasteland(cx);
        self.model_mut(model).marks.put(Mark::Irradiated);
        self.pending.push(Pending::Radiation(model));
    }

    /// Whether a way leads through irradiated ground, or a flight ends there, for the first time
    /// this turn.
    pub(super) fn is_irradiated_on(&self, model: ModelId, path: &[Spot], flies: bool) -> bool {
        let inside = |spot: &Spot, ground: &tabletop::table::Ground| {
            ground.low <= spot.z && spot.z <= ground.high && ground.shape.contains(spot.at)
        };
        let reached = |ground: &tabletop::table::Ground| {
            let ends = path.last().is_some_and(|end| inside(end, ground));
            let crosses = |leg: &[Spot]| {
                leg[0].z <= ground.high && ground.shape.is_crossed_by(leg[0].at, leg[1].at)
            };
            ends || (!flies && path.windows(2).any(crosses))
        };
        let mut rays = self.table.grounds().iter().filter(|g| g.kind == Ground::Irradiated);
        !self.is(model, Mark::Irradiated) && rays.any(reached)
    }

    /// The body of a dead Wretched infects whoever comes to it (MUT-TYP-55).
    fn touch_bodies(&mut self, cx: &mut Cx<'_>, model: ModelId, from: Spot, to: Spot) {
        if self.bodies.is_empty() || !self.is_at_risk(model) {
            return;
        }
        let (was, is) = (self.body_at(model, from), self.body_at(model, to));
        let touches = |body: &tabletop::Body, at: Spot| {
            body.head() > at.z
                && body.feet() <= at.z + body.height
                && measure::within_of_point(body, at.at, body.base)
        };
        let plague = |(dead, at): &(ModelId, Spot)| {
            self.who(*dead).nature.kind == Kind::Wretched
                && touches(&is, *at)
                && !touches(&was, *at)
        };
        if self.bodies.iter().any(plague) {
            cx.cite(Clause("MUT-TYP-55"));
            self.pending.push(Pending::Disease(model));
        }
    }

    /// Whether a model could catch the disease of the Wretched now (MUT-TYP-50, 52, 54).
    pub fn is_at_risk(&self, model: ModelId) -> bool {
        let m = self.model(model);
        matches!(m.nature.kind, Kind::Human | Kind::Mutant | Kind::MutatedAnimal)
            && !m.has(Rule::Immune)
            && !m.wears(Armor::Nbc)
            && !m.is(Mark::Infected)
            && !m.is(Mark::Exposed)
    }

    /// A model has come to touch another: quills prick, and the Wretched infect (MUT-SPC-105,
    /// MUT-TYP-50).
    pub fn meet(&mut self, cx: &mut Cx<'_>, mover: ModelId, other: ModelId) -> Play<()> {
        if self.model(mover).spot.is_none() || self.model(other).spot.is_none() {
            return Ok(());
        }
        for (model, source) in [(other, mover), (mover, other)] {
            if !self.carries_disease(source) {
                continue;
            }
            match self.is_at_risk(model) {
                true => {
                    cx.cite(Clause("MUT-SPC-145"));
                    self.pending.push(Pending::Disease(model));
                }
                false if self.is(model, Mark::Infected) => (),
                false => self.cite_safety(cx, model),
            }
        }
        let passive = self.agreed.quills_passive == QuillsPassive::On;
        if passive {
            self.prick(cx, mover, other);
        }
        let down = self.is(other, Mark::Fallen) || self.is_helpless(other);
        if passive || !down {
            self.prick(cx, other, mover);
        }
        Ok(())
    }

    /// Notes why a model that touches a Wretched does not roll (MUT-TYP-52, MUT-TYP-54).
    fn cite_safety(&self, cx: &mut Cx<'_>, model: ModelId) {
        let m = self.model(model);
        let safe = self.is_safe_from_disease(model);
        for (id, applies) in [
            ("MUT-TYP-54", safe),
            ("MUT-TYP-52", m.is(Mark::Exposed) || m.has(Rule::Immune)),
            ("MUT-Q-123", m.has(Rule::Immune)),
            ("MUT-SPC-086", m.wears(Armor::Nbc)),
            ("MUT-SPC-012", !m.is_organic()),
            ("MUT-TYP-24", m.nature.kind == Kind::Android),
        ] {
            if applies {
                cx.cite(Clause(id));
            }
        }
    }

    /// The quills of a model hack at one that touches it (MUT-SPC-105, MUT-Q-104).
    fn prick(&mut self, cx: &mut Cx<'_>, owner: ModelId, target: ModelId) {
        if !self.has(owner, Rule::Quills) {
            return;
        }
        cx.cite(Clause("MUT-SPC-105"));
        cx.cite(Clause("MUT-Q-104"));
        let (by, side) = (Some(owner), self.side(owner));
        self.pending.push(Pending::Clash(Clash { by, side, target, manner: Manner::Quills }));
    }

    /// Enemies that a model would newly touch at a place.
    pub(super) fn new_contacts(&self, model: ModelId, end: Spot) -> Models {
        let body = self.body_at(model, end);
        let (start, near) = (self.body(model), CONTACT + self.short());
        self.enemies(model)
            .filter(|m| !self.is(*m, Mark::Lurking))
            .filter(|m| {
                let other = self.body(*m);
                measure::within_3d(&body, &other, near)
                    && self.bodies_touch(&body, &other)
                    && !self.bodies_touch(&start, &other)
            })
            .collect()
    }
}
