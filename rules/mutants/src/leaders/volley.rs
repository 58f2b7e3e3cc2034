//! Concentrated fire (MUT-GRP-08 to 11, MUT-Q-81).

use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Play, Refusal, SideId};
use smallvec::SmallVec;

use super::MOST;
use crate::clash::{Clash, Manner, bit, models_in};
use crate::gear::{Arms, Stick};
use crate::options::VolleyMishap;
use crate::pending::Pending;
use crate::scores::Score;
use crate::state::{Mark, Models, State};

/// What each shooter of a volley fires, in the order of their numbers.
pub type Salvo = [Option<Arms>; MOST];

impl State {
    /// Whether a model has something ready to shoot with in a volley, and may shoot.
    pub(super) fn can_join_volley(&self, model: ModelId) -> bool {
        let able = !self.is_helpless(model) && self.arms_of(model).is_some();
        able && self.may_shoot(model).is_ok()
    }

    /// Enemies that all shooters can see and reach (MUT-Q-81).
    fn volley_marks(&self, shooters: &[ModelId]) -> Models {
        let Some(first) = shooters.first() else { return Models::new() };
        let reach = |by: &ModelId, target: ModelId| {
            let near = |arms: Arms| self.band(arms, self.gap(*by, target)).is_some();
            self.arms_of(*by).is_some_and(near) && self.may_be_shot(*by, target).is_ok()
        };
        self.enemies(*first)
            .filter(|t| !self.is(*t, Mark::Lurking))
            .filter(|t| shooters.iter().all(|by| reach(by, *t)))
            .collect()
    }

    /// Targets that all shooters may shoot at: for none of them another enemy comes first
    /// (MUT-LOS-03, MUT-Q-81).
    pub(super) fn volley_targets(&self, shooters: &[ModelId]) -> Models {
        let marks = self.volley_marks(shooters).into_iter();
        marks.filter(|t| self.volley_bar(shooters, *t).is_none()).collect()
    }

    /// The enemy that comes first for one of the shooters (MUT-LOS-03).
    fn volley_bar(&self, shooters: &[ModelId], target: ModelId) -> Option<ModelId> {
        shooters.iter().find_map(|by| self.comes_first(*by, self.arms_of(*by)?, target))
    }

    /// Concentrated fire: one roll with the worst Combat (MUT-GRP-08 to 11).
    pub(super) fn fire_together(&mut self, cx: &mut Cx<'_>, side: SideId) -> Play<()> {
        let Some(active) = &self.active else { return Ok(()) };
        let shooters: Models = active.members.iter().map(|a| a.model).collect();
        let loud = !cx.is_quiet();
        let mut marks = self.volley_marks(&shooters);
        marks.retain(|t| loud || self.volley_bar(&shooters, *t).is_none());
        let options: SmallVec<[Option<ModelId>; 8]> =
            marks.iter().copied().map(Some).chain([None]).collect();
        let ask = Ask::new(side, "volley", "At whom do they all shoot?", Clause("MUT-GRP-08"));
        let chosen = cx.choose(ask, &options, |option| match option {
            Some(target) => {
                let name = self.name(*target);
                let choice = Choice::new(format!("all shoot {name}")).about(*target).merit(80);
                let first = self.volley_bar(&shooters, *target);
                let why = |closer: ModelId| {
                    let why = format!("{} is closer to one of them", self.name(closer));
                    Refusal::new(Clause("MUT-LOS-03"), why)
                };
                first.map(why).map_or(choice.clone(), |refusal| choice.refused(refusal))
            }
            None => Choice::new("hold fire").declining(),
        })?;
        let Some(target) = chosen else { return Ok(()) };
        self.open_fire(cx, (side, target), &shooters);
        Ok(())
    }

    fn open_fire(
        &mut self,
        cx: &mut Cx<'_>,
        (side, target): (SideId, ModelId),
        shooters: &[ModelId],
    ) {
        for id in ["MUT-GRP-11", "MUT-Q-81", "MUT-LOS-03"] {
            cx.cite(Clause(id));
        }
        let spare = |m: &ModelId| self.acting(*m).is_some_and(|acting| acting.actions > 1);
        if shooters.iter().any(spare) {
            // There are actions enough to aim, but nobody does.
            cx.cite(Clause("MUT-GRP-09"));
        }
        let mut set = 0;
        for by in shooters {
            set |= bit(*by);
            self.spend(*by, 1);
            self.model_mut(*by).marks.put(Mark::Attacked);
            self.drop_shield(cx, *by);
        }
        let by = shooters.first().copied();
        cx.say(|| {
            let text = format!("Concentrated fire at {}", self.name(target));
            let model = by.unwrap_or(target);
            let deed = Deed::Attacked { model, target, ranged: true };
            Event::note(Clause("MUT-GRP-08"), text).deed(deed)
        });
        let mut arms = Salvo::default();
        for (place, model) in arms.iter_mut().zip(models_in(set)) {
            *place = self.arms_of(model);
        }
        self.cite_volley(cx, (set, &arms), target);
        let manner = Manner::Volley { shooters: set, arms };
        self.pending.push(Pending::Clash(Clash { by, side, target, manner }));
    }

    /// The lowest Combat and the lowest weapon bonus, and whatever else holds for one of the
    /// shooters, once for all (MUT-GRP-08, MUT-GRP-10, MUT-Q-81).
    pub(crate) fn add_volley(
        &self,
        score: &mut Score,
        (shooters, salvo): (u64, &Salvo),
        target: ModelId,
    ) {
        let armed: SmallVec<[(ModelId, Arms); MOST]> = models_in(shooters)
            .into_iter()
            .zip(salvo)
            .filter_map(|(m, a)| Some((m, (*a)?)))
            .collect();
        let combat = |(by, _): &(ModelId, Arms)| {
            let mut own = Score::default();
            self.add_combat(&mut own, *by);
            own
        };
        *score = armed.iter().map(combat).min_by_key(Score::total).unwrap_or_default();
        score.is_personal = false;
        let bonuses = armed.iter().map(|(_, arms)| (self.bonus(*arms, target), arms.name()));
        if let Some((bonus, name)) = bonuses.min_by_key(|(bonus, _)| *bonus) {
            score.add(bonus, name, "MUT-T-10");
        }
        let mut shared = Score::default();
        for (by, arms) in &armed {
            for term in self.volley_terms(*by, *arms, target).terms {
                match shared.terms.iter_mut().find(|(_, reason, _)| *reason == term.1) {
                    Some(known) => known.0 = known.0.min(term.0),
                    None => shared.terms.push(term),
                }
            }
        }
        score.terms.extend(shared.terms);
        self.add_exposure(score, target);
    }

    /// What one shooter of a volley brings along besides Combat and weapon.
    fn volley_terms(&self, by: ModelId, arms: Arms, target: ModelId) -> Score {
        let mut own = Score::default();
        let weapon = arms.ranged();
        let gap = self.gap(by, target);
        self.add_range(&mut own, self.band(arms, gap), &weapon, false);
        let cover = self.line_of_sight(by, target) == Ok(true);
        own.add_if(cover, -1, "cover", "MUT-LOS-12");
        self.add_marksmanship(&mut own, by, &weapon);
        let low = self.lies_flat(target) && gap > self.stick(Stick::Short);
        own.add_if(low, -1, "target lies down", "MUT-RNG-28");
        let ambush = self.is_ambush(by, target) && self.stays_in_cover(by);
        own.add_if(ambush, 1, "ambush", "MUT-LOS-19");
        own
    }

    /// Notes that something held for some of the shooters only (MUT-GRP-10).
    fn cite_volley(&self, cx: &mut Cx<'_>, (shooters, salvo): (u64, &Salvo), target: ModelId) {
        if cx.is_quiet() {
            return;
        }
        let armed = models_in(shooters).into_iter().zip(salvo);
        let terms = armed.filter_map(|(by, arms)| Some(self.volley_terms(by, (*arms)?, target)));
        let all: SmallVec<[Score; MOST]> = terms.collect();
        if all.windows(2).any(|pair| pair[0].terms != pair[1].terms) {
            cx.cite(Clause("MUT-GRP-10"));
        }
    }

    /// What a volley does to the weapons: a natural 1 and a malfunction strike all of them, or
    /// only that of the first shooter (MUT-Q-81); bows are empty and shooters seen as always.
    pub(crate) fn wear_volley(
        &mut self,
        cx: &mut Cx<'_>,
        (clash, shooters): (&Clash, u64),
        (face, failed): (u8, bool),
    ) {
        cx.cite(Clause("MUT-Q-81"));
        let lead_only = self.agreed.volley_mishap == VolleyMishap::Lead;
        for by in models_in(shooters) {
            let Some((arms, item)) = self.armed_with(by) else { continue };
            self.give_away(cx, by, arms);
            if matches!(arms, Arms::Missile(missile) if missile.is_bow()) {
                cx.cite(Clause("MUT-RNG-21"));
            }
            // Whoever is spared still throws his javelin and burns what every shot burns.
            let spared = lead_only && clash.by != Some(by);
            let (face, failed) = if spared { (0, false) } else { (face, failed) };
            self.wear(cx, (by, clash.target), (arms, Some(item)), face, failed);
        }
    }
}
