//! Packs: two to five models that act, fight and are counted as one (PUN-PAC, PUN-Q-49).

use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Play};
use smallvec::SmallVec;
use tabletop::Length;

use crate::options::PackSupportsItself;
use crate::profile::Attribute;
use crate::state::{Models, Posture, Shock, State};
use crate::tasks::Task;

/// How near the nearest other member must be at the end of a Turn (PUN-PAC-02).
const LINK: Length = Length::inches(2);
/// How near the farthest must be.
const SPREAD: Length = Length::inches(6);

impl State {
    /// Whether two models belong together: they are one, or of the same pack.
    pub fn same_pack(&self, one: ModelId, other: ModelId) -> bool {
        let (a, b) = (self.who(one), self.who(other));
        one == other || (a.pack.is_some() && a.pack == b.pack && a.side == b.side)
    }

    /// The members of a model's pack on the table, itself included, in the order of their numbers.
    pub fn pack_of(&self, model: ModelId) -> Models {
        if self.who(model).pack.is_none() {
            return Models::from_slice(&[model]);
        }
        self.up().filter(|m| self.same_pack(*m, model)).collect()
    }

    /// Whether a model acts with others; a lone survivor goes on alone (PUN-Q-49).
    pub fn in_pack(&self, model: ModelId) -> bool {
        self.who(model).pack.is_some() && self.pack_of(model).len() > 1
    }

    /// Whether a model is the one by which its pack is called: the first of it (PUN-PAC-04).
    pub fn leads(&self, model: ModelId) -> bool {
        self.who(model).pack.is_none() || self.pack_of(model).first() == Some(&model)
    }

    /// Whether any other member of a model's pack touches an enemy (PUN-PAC-05).
    pub fn fellow_is_engaged(&self, model: ModelId) -> bool {
        self.who(model).pack.is_some()
            && self.pack_of(model).iter().any(|m| self.rivals(*m).next().is_some())
    }

    /// All who are named with a model, each pack once.
    pub fn one_of_each_pack(&self, models: impl Iterator<Item = ModelId>) -> Models {
        let mut known = Models::new();
        for model in models {
            if !known.iter().any(|m| self.same_pack(*m, model)) {
                known.push(model);
            }
        }
        known
    }

    /// What a pack has more for its size in Combat: one for each member above the first
    /// (PUN-PAC-06).
    pub fn pack_bonus(&self, model: ModelId) -> i32 {
        self.pack_of(model).len() as i32 - 1
    }

    /// Whether somebody of a fight supports a model: a pack is one supporter, and its members do
    /// not support each other unless that is agreed (PUN-Q-49).
    pub fn is_supporter(&self, other: ModelId, model: ModelId, fight: &Models) -> bool {
        if self.who(other).pack.is_none() {
            return true;
        }
        if self.same_pack(other, model) {
            return self.agreed.pack_supports_itself == PackSupportsItself::On;
        }
        fight.iter().find(|m| self.same_pack(**m, other)) == Some(&other)
    }

    /// Who of a pack takes a Hit: a member in contact with the aggressor, as his owner likes, or
    /// else the nearest (PUN-Q-49, PUN-D-18).
    pub fn who_is_hit(
        &self,
        cx: &mut Cx<'_>,
        aggressor: ModelId,
        victim: ModelId,
    ) -> Play<ModelId> {
        if !self.in_pack(victim) {
            return Ok(victim);
        }
        cx.cite(Clause("PUN-Q-49"));
        let members = self.pack_of(victim);
        let touching: Models =
            members.iter().copied().filter(|m| self.touches(*m, aggressor)).collect();
        if touching.is_empty() {
            let nearest = self.nearest(aggressor, members.into_iter());
            return Ok(nearest[0]);
        }
        let side = self.side(aggressor);
        let ask = Ask::new(side, "pack-victim", "Who of the pack is hit?", Clause("PUN-Q-49"));
        cx.choose(ask.about(aggressor), &touching, |m| {
            let tough = self.value(*m, Attribute::Toughness);
            Choice::new(format!("hit {}", self.name(*m))).about(*m).merit(-tough)
        })
    }

    /// Who of a pack makes its one Combat roll: somebody on its feet in contact with the target,
    /// if there is anybody (PUN-PAC-06).
    pub fn striker(&self, model: ModelId, target: ModelId) -> ModelId {
        let members = self.pack_of(model);
        let upright = |m: &&ModelId| self.model(**m).posture == Posture::Standing;
        let touches = |m: &&ModelId| self.touches(**m, target);
        let engaged = |m: &&ModelId| self.rivals(**m).next().is_some();
        let best = members.iter().filter(touches).find(upright);
        let best = best.or_else(|| members.iter().find(touches));
        best.or_else(|| members.iter().find(engaged)).copied().unwrap_or(model)
    }

    /// The first of a pack that is still there acts for it.
    pub fn mind_the_pack(&mut self) {
        let Some(model) = self.active().filter(|m| self.model(*m).spot.is_none()) else { return };
        if self.who(model).pack.is_some()
            && let Some(next) = self.pack_of(model).first().copied()
            && let Some(acting) = &mut self.acting
        {
            acting.model = next;
        }
    }

    /// The rest of a pack begins its Action Turn with the first (PUN-PAC-04).
    pub fn others_begin(&mut self, model: ModelId) -> Models {
        let others: Models = self.pack_of(model).into_iter().filter(|m| *m != model).collect();
        for other in &others {
            let m = self.model_mut(*other);
            m.acted = true;
            m.delayed = None;
        }
        others
    }

    /// Whether a model has its Action Turn now, alone or with its pack.
    pub fn is_its_turn(&self, model: ModelId) -> bool {
        self.active().is_some_and(|active| self.same_pack(active, model))
    }

    /// An Action Turn is over for somebody and all its pack: a shock wears off, and gas tells from
    /// now on if it came meanwhile (PUN-ELE-03, PUN-GAS-05).
    pub fn recover(&mut self, model: ModelId, gassed: &Models) {
        for member in self.pack_of(model) {
            let m = self.model_mut(member);
            m.gassed = gassed.contains(&member);
            m.shock = match m.shock {
                Some(Shock::Fresh) => Some(Shock::Wearing),
                Some(Shock::Wearing) | None => None,
            };
        }
    }

    /// Members who are down on the floor, or on their knees before an enemy, spend their part of
    /// whatever the pack does on getting up (PUN-ACT-08, 09); says who.
    pub fn raise_the_fallen(&mut self, cx: &mut Cx<'_>, model: ModelId) -> Models {
        let mut risen = Models::new();
        for member in self.pack_of(model) {
            let touched = self.rivals(member).next().is_some();
            let clause = match self.model(member).posture {
                Posture::Prone => Clause("PUN-ACT-08"),
                Posture::Crouched if touched => Clause("PUN-ACT-09"),
                _ => continue,
            };
            self.model_mut(member).posture = Posture::Standing;
            cx.say(|| {
                let text = format!("{} gets up", self.name(member));
                Event::note(clause, text).deed(Deed::Changed { model: member })
            });
            risen.push(member);
        }
        risen
    }

    /// Members of a pack try to get away, each for itself (PUN-Q-49).
    pub fn pack_disengages(&mut self, cx: &mut Cx<'_>, model: ModelId) -> Play<()> {
        let held: Models = self
            .pack_of(model)
            .into_iter()
            .filter(|m| self.rivals(*m).next().is_some())
            .filter(|m| self.model(*m).posture == Posture::Standing)
            .collect();
        let side = self.side(model);
        let ask = Ask::new(side, "pack-disengage", "Who tries to get away?", Clause("PUN-Q-49"));
        let tries = cx.choose_some(ask.about(model), &held, (0, held.len()), |m| {
            Choice::new(self.name(*m)).about(*m).merit(1)
        })?;
        for member in tries.into_iter().rev() {
            self.tasks.push(Task::Act(member, Box::new(crate::actions::Deed::Disengage)));
        }
        Ok(())
    }

    /// At the end of a Turn every member of a pack must be near the others; whoever is not has to
    /// close up from then on (PUN-PAC-02, 03, PUN-G-20, PUN-Q-49).
    pub fn check_packs(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        for model in &mut self.models {
            model.stray = false;
        }
        let leads: Models = self.up().filter(|m| self.in_pack(*m) && self.leads(*m)).collect();
        for lead in leads {
            ["PUN-PAC-02", "PUN-PAC-03", "PUN-G-20", "PUN-Q-49"]
                .iter()
                .for_each(|id| cx.cite(Clause(id)));
            let groups = self.groups(lead);
            let strays = if groups.len() > 1 {
                self.split_off(cx, &groups)?
            } else {
                self.too_far_apart(cx, lead)?
            };
            for stray in strays {
                self.model_mut(stray).stray = true;
                cx.say(|| {
                    let text = format!("{} has to get back to its pack", self.name(stray));
                    let deed = Deed::Changed { model: stray };
                    Event::note(Clause("PUN-PAC-03"), text).deed(deed)
                });
            }
        }
        Ok(())
    }

    /// The parts of a pack, each linked by short gaps.
    fn groups(&self, lead: ModelId) -> SmallVec<[Models; 2]> {
        let mut left = self.pack_of(lead);
        let mut groups: SmallVec<[Models; 2]> = SmallVec::new();
        while let Some(first) = left.first().copied() {
            left.remove(0);
            let mut group = Models::from_slice(&[first]);
            let mut next = 0;
            while next < group.len() {
                let one = group[next];
                next += 1;
                let linked = |m: &ModelId| self.is_within(one, *m, LINK);
                let near: Models = left.iter().copied().filter(linked).collect();
                left.retain(|m| !near.contains(m));
                group.extend(near);
            }
            groups.push(group);
        }
        groups
    }

    /// The smaller groups rejoin the larger one; of equals the owner says which (PUN-D-32).
    fn split_off(&self, cx: &mut Cx<'_>, groups: &[Models]) -> Play<Models> {
        let largest = groups.iter().map(|g| g.len()).max().unwrap_or(0);
        let equals: SmallVec<[usize; 4]> =
            (0..groups.len()).filter(|i| groups[*i].len() == largest).collect();
        let side = self.side(groups[0][0]);
        let ask = Ask::new(side, "pack-split", "Where does the pack gather?", Clause("PUN-Q-49"));
        let stays = cx.choose(ask.about(groups[0][0]), &equals, |i| {
            Choice::new(format!("around {}", self.name(groups[*i][0])))
                .about(groups[*i][0])
                .merit(-(*i as i32))
        })?;
        let others = groups.iter().enumerate().filter(|(i, _)| *i != stays);
        Ok(others.flat_map(|(_, group)| group.iter().copied()).collect())
    }

    /// A chain of short links that is too long from end to end: the owner names the ends that
    /// close up (PUN-Q-49).
    fn too_far_apart(&self, cx: &mut Cx<'_>, lead: ModelId) -> Play<Models> {
        let members = self.pack_of(lead);
        let mut strays = Models::new();
        loop {
            let rest: Models = members.iter().copied().filter(|m| !strays.contains(m)).collect();
            let mut pairs = rest.iter().flat_map(|a| rest.iter().map(move |b| (*a, *b)));
            let far = pairs.find(|(a, b)| a < b && !self.is_within(*a, *b, SPREAD));
            let Some((one, other)) = far else { return Ok(strays) };
            let side = self.side(lead);
            let prompt = "Which end of the pack closes up?";
            let ask = Ask::new(side, "pack-end", prompt, Clause("PUN-Q-49")).about(one);
            strays.push(cx.choose(ask, &[one, other], |m| {
                Choice::new(format!("{} closes up", self.name(*m))).about(*m)
            })?);
        }
    }

    /// Whom a stray has to get back to; nobody once it is back (PUN-PAC-03).
    pub fn to_rejoin(&self, model: ModelId) -> Option<ModelId> {
        if !self.model(model).stray {
            return None;
        }
        let members = self.pack_of(model);
        let others = || members.iter().copied().filter(|m| *m != model && !self.model(*m).stray);
        let nearest = self.nearest(model, others()).first().copied()?;
        if !self.is_within(model, nearest, LINK) {
            return Some(nearest);
        }
        others().find(|m| !self.is_within(model, *m, SPREAD))
    }
}
