//! Chapter 8: ranged combat; and chapter 7 as far as it says whom one may shoot at.

use engine::{Choice, Clause, Cx, Deed, Event, ModelId, Need, Play, Refusal};
use smallvec::SmallVec;
use tabletop::{Length, measure};

use crate::actions::{Action, Offers};
use crate::clash::{Clash, Manner, bit};
use crate::gear::{Arms, Effect, Gear, Gun, Item, Shape, Stick};
use crate::pending::Pending;
use crate::profile::{Projection, Rule};
use crate::state::{Acting, Mark, Models, State, Thing, Volley};

mod cite;

/// A shot, or a throw at one target.
#[derive(Clone, Copy, Debug)]
pub struct Shot {
    /// At whom.
    pub target: ModelId,
    /// What with.
    pub arms: Arms,
    /// Which of the shooter's things that is.
    pub item: Option<u8>,
    /// Two actions: -1 on the target (MUT-RNG-30).
    pub aimed: bool,
    /// The attack goes on to another target (MUT-RNG-24).
    pub later: bool,
}

/// An enemy that could be shot at, as far as anything but the closer ones go.
#[derive(Clone, Copy, Debug)]
struct Aim {
    target: ModelId,
    gap: Length,
    cover: bool,
}

type Aims = SmallVec<[Aim; 8]>;

impl State {
    /// Shots a model may take (MUT-RNG-01).
    pub fn offer_shots(&self, acting: &Acting, offers: &mut Offers) {
        let model = acting.model;
        let arsenal = self.arsenal(model);
        self.refuse_useless(acting, &arsenal, offers);
        if arsenal.is_empty() {
            return;
        }
        if let Some(volley) = acting.volley {
            self.offer_next_target(acting, &volley, offers);
            return;
        }
        if let Err(refusal) = self.may_attack(acting).and_then(|()| self.may_shoot(model)) {
            let name = arsenal[0].0.name();
            offers.refuse(|| format!("shoot with {name}"), || refusal);
            return;
        }
        let legal = self.legal_targets(model, &arsenal, offers);
        for (arms, item) in &arsenal {
            for mark in &legal {
                let shot = Shot {
                    target: mark.target,
                    arms: *arms,
                    item: *item,
                    aimed: false,
                    later: false,
                };
                self.offer_shot(acting, (mark, &legal), shot, offers);
            }
        }
    }

    /// Says why a model cannot shoot or throw what else it has, for those who listen.
    fn refuse_useless(&self, acting: &Acting, arsenal: &[(Arms, Option<u8>)], offers: &mut Offers) {
        if !offers.loud || acting.actions == 0 {
            return;
        }
        let at_hand = |gear: Gear| arsenal.iter().any(|(arms, _)| arms.name() == gear.name());
        let shoots = |_: u8, item: &Item| {
            let weapon = matches!(item.gear, Gear::Gun(_) | Gear::Missile(_));
            weapon && item.is_understood() && !at_hand(item.gear)
        };
        let mut told: SmallVec<[Gear; 4]> = SmallVec::new();
        for i in self.sorts(acting.model, shoots) {
            let Some(item) = self.item(acting.model, i) else { continue };
            if !told.contains(&item.gear) {
                told.push(item.gear);
                let (id, why) = useless(item, self.model(acting.model).is_ready(i));
                let label = || format!("shoot with {}", item.gear.name());
                offers.refuse(label, || Refusal::new(Clause(id), why));
            }
        }
    }

    fn offer_shot(
        &self,
        acting: &Acting,
        (mark, legal): (&Aim, &Aims),
        shot: Shot,
        offers: &mut Offers,
    ) {
        let label = || self.shot_words(&shot);
        if self.band(shot.arms, mark.gap).is_none() {
            offers.refuse(label, || {
                let reach = self.range_of(shot.arms) * 3;
                let why = format!(
                    "{} is {} away; three times the range is {reach}",
                    self.name(mark.target),
                    mark.gap
                );
                Refusal::new(Clause("MUT-RNG-02"), why)
            });
            return;
        }
        if let Some(closer) = self.closer_enemy(mark, legal) {
            offers.refuse(label, || {
                let why = format!("{} is closer, and must be shot at first", self.name(closer));
                Refusal::new(Clause("MUT-LOS-03"), why)
            });
            return;
        }
        offers.push(Action::Shoot(shot));
        let aimed = Shot { aimed: true, ..shot };
        if shot.arms.ranged().effect == Effect::Radiation {
            return;
        }
        match acting.actions {
            0 | 1 => offers.refuse(
                || self.shot_words(&aimed),
                || Refusal::new(Clause("MUT-ACT-03"), "an aimed shot takes two actions"),
            ),
            _ => offers.push(Action::Shoot(aimed)),
        }
    }

    /// Everything a model has ready to shoot or throw at one target (MUT-RNG-01).
    pub fn arsenal(&self, model: ModelId) -> SmallVec<[(Arms, Option<u8>); 3]> {
        let m = self.model(model);
        let mut all: SmallVec<[(Arms, Option<u8>); 3]> = SmallVec::new();
        for (i, item) in m.gear.iter().enumerate() {
            let index = i as u8;
            if !item.works() || !m.is_ready(index) {
                continue;
            }
            match item.gear {
                Gear::Gun(gun) => all.push((Arms::Gun(gun), Some(index))),
                Gear::Missile(missile) if missile.is_bow() || !m.is(Mark::Strained) => {
                    all.push((Arms::Missile(missile), Some(index)));
                }
                _ => (),
            }
        }
        if m.has(Rule::Quills) {
            all.push((Arms::Quills, None));
        }
        if let Some(projection) =
            m.nature.projects.filter(|_| m.has(Rule::EnergyProjection) && !m.is(Mark::Spent))
        {
            all.push((Arms::Projection(projection), None));
        }
        all
    }

    /// Whoever is engaged cannot shoot (MUT-LOS-09); enemies that lie at one's feet do not
    /// engage (MUT-LOS-11).
    pub fn may_shoot(&self, model: ModelId) -> Result<(), Refusal> {
        match self.opponents(model).next() {
            Some(enemy) => {
                let why = format!("{} is in the way, hand to hand", self.name(enemy));
                Err(Refusal::new(Clause("MUT-LOS-09"), why))
            }
            None => Ok(()),
        }
    }

    /// Enemies that could be shot at with something, apart from the rule of the closest one
    /// (MUT-LOS-23, MUT-Q-82).
    fn legal_targets(
        &self,
        model: ModelId,
        arsenal: &[(Arms, Option<u8>)],
        offers: &mut Offers,
    ) -> Aims {
        let longest = arsenal.iter().map(|(arms, _)| self.range_of(*arms)).max();
        let reach = longest.unwrap_or(Length::ZERO) * 3;
        let mut legal = Aims::new();
        let body = self.body(model);
        let (arms, item) = arsenal[0];
        for target in self.enemies(model) {
            let shot = || self.shot_words(&Shot { target, arms, item, aimed: false, later: false });
            if self.is(target, Mark::Lurking) {
                continue;
            }
            if !measure::within_3d(&body, &self.body(target), reach) {
                offers.refuse(shot, || {
                    let why = format!("{} is beyond three times the range", self.name(target));
                    Refusal::new(Clause("MUT-RNG-02"), why)
                });
                continue;
            }
            match self.may_be_shot(model, target) {
                Ok(cover) => legal.push(Aim { target, gap: self.gap(model, target), cover }),
                Err(refusal) => offers.refuse(shot, || refusal),
            }
        }
        legal
    }

    /// Whether a model can be shot at by another: nobody stands by it, it does not hide by
    /// Stealth, and there is a line (MUT-LOS-10, MUT-LOS-17, MUT-LOS-01). Gives its cover.
    pub fn may_be_shot(&self, by: ModelId, target: ModelId) -> Result<bool, Refusal> {
        let friend = self.friends(by).find(|friend| self.touch(*friend, target));
        if let Some(friend) = friend {
            let (a, b) = (self.name(target), self.name(friend));
            let why = format!("{a} is in contact with {b}");
            return Err(Refusal::new(Clause("MUT-LOS-10"), why));
        }
        if self.is_stealthy(target) && !self.has(by, Rule::SuperiorSenses) {
            let why = format!("{} cannot be made out: Stealth", self.name(target));
            return Err(Refusal::new(Clause("MUT-SPC-115"), why));
        }
        self.line_of_sight(by, target)
    }

    /// Whether Stealth works for a model now (MUT-SPC-115 to 118, MUT-SPC-063).
    pub fn is_stealthy(&self, model: ModelId) -> bool {
        let m = self.model(model);
        let armored = self.is_stealth_lost(model);
        m.has(Rule::Stealth) && !armored && !m.is(Mark::Revealed) && self.touches_cover(model)
    }

    /// Whether a model's Stealth is lost in Heavy Armor (MUT-SPC-063).
    fn is_stealth_lost(&self, model: ModelId) -> bool {
        let m = self.model(model);
        let armored = m.wears(crate::gear::Armor::Heavy) || m.has(Rule::HeavyArmor);
        m.has(Rule::Stealth) && armored
    }

    /// The enemy that a model would have to shoot at before another (MUT-LOS-03).
    pub fn comes_first(&self, by: ModelId, arms: Arms, target: ModelId) -> Option<ModelId> {
        let mut nobody_asks = Offers { list: SmallVec::new(), loud: false };
        let legal = self.legal_targets(by, &[(arms, None)], &mut nobody_asks);
        let mark = legal.iter().find(|aim| aim.target == target)?;
        self.closer_enemy(mark, &legal)
    }

    /// The closer enemy that must be shot at instead, if there is one: hidden, Fallen and covered
    /// ones may be ignored, and ordinary ones for a large one (MUT-LOS-03 to 05).
    fn closer_enemy(&self, mark: &Aim, legal: &Aims) -> Option<ModelId> {
        let large = |m: ModelId| self.is_large(m);
        let binds = |other: &&Aim| {
            other.gap < mark.gap
                && !other.cover
                && !self.lies_flat(other.target)
                && (large(other.target) || !large(mark.target))
        };
        legal.iter().find(binds).map(|other| other.target)
    }

    /// Whether a model is bigger than most (MUT-LOS-05).
    fn is_large(&self, model: ModelId) -> bool {
        self.has(model, Rule::Big) || self.has(model, Rule::Huge)
    }

    /// The attack goes on: another target within Short of the last (MUT-RNG-24).
    fn offer_next_target(&self, acting: &Acting, volley: &Volley, offers: &mut Offers) {
        let model = acting.model;
        let Some(item) = self.model(model).gear.get(usize::from(volley.item)) else { return };
        let Gear::Gun(gun) = item.gear else { return };
        let usable = item.works() && acting.actions > 0 && volley.count < 3;
        if !usable || self.may_shoot(model).is_err() {
            return;
        }
        let arms = Arms::Gun(gun);
        let last = self.body_at(volley.last, volley.at);
        for target in self.enemies(model).filter(|m| !self.is(*m, Mark::Lurking)) {
            let shot = Shot { target, arms, item: Some(volley.item), aimed: false, later: true };
            let near = measure::within_3d(&last, &self.body(target), self.stick(Stick::Short));
            let refuse = |why: &str| Err(Refusal::new(Clause("MUT-RNG-24"), why));
            let may = match () {
                () if self.band(arms, self.gap(model, target)).is_none() => continue,
                () if volley.shot_at & bit(target) != 0 => refuse("it has been shot at already"),
                () if !near => refuse("it is not within Short of the last target"),
                () => self.may_be_shot(model, target),
            };
            match may {
                Ok(_) => offers.push(Action::Shoot(shot)),
                Err(refusal) => offers.refuse(|| self.shot_words(&shot), || refusal),
            }
        }
    }

    fn shot_words(&self, shot: &Shot) -> String {
        let verb = match (shot.aimed, shot.later) {
            (true, _) => "aim at",
            (false, true) => "also shoot",
            (false, false) => "shoot",
        };
        format!("{verb} {} with {}", self.name(shot.target), shot.arms.name())
    }

    /// A shot in words; its merit is how far ahead the shooter's score is.
    pub fn describe_shot(&self, model: ModelId, shot: &Shot) -> Choice {
        let clash = self.clash_of_shot(model, shot);
        let ahead = self.attack_score(&clash).total() - self.defense_score(&clash, None).total();
        let detail = if shot.aimed { "2 actions" } else { "1 action" };
        Choice::new(self.shot_words(shot))
            .detail(detail)
            .about(shot.target)
            .merit((75 + 8 * ahead).clamp(5, 140))
    }

    /// The opposed roll of a shot.
    pub(crate) fn clash_of_shot(&self, model: ModelId, shot: &Shot) -> Clash {
        let Shot { target, arms, item, aimed, later } = *shot;
        let manner = Manner::Shot { arms, item, aimed, later, spread: false };
        Clash { by: Some(model), side: self.side(model), target, manner }
    }

    /// A model shoots.
    pub fn do_shot(&mut self, cx: &mut Cx<'_>, model: ModelId, shot: &Shot) -> Play<()> {
        self.spend(model, if shot.aimed { 2 } else { 1 });
        self.cite_shot(cx, model, shot);
        cx.say(|| {
            let text = format!(
                "{} shoots at {} with {}",
                self.name(model),
                self.name(shot.target),
                shot.arms.name()
            );
            let (target, ranged) = (shot.target, true);
            Event::note(Clause("MUT-RNG-01"), text).deed(Deed::Attacked { model, target, ranged })
        });
        if shot.arms.ranged().effect == Effect::Radiation {
            return self.project_radiation(cx, model, shot.target);
        }
        let clash = self.clash_of_shot(model, shot);
        self.push_spread(cx, model, shot);
        self.pending.push(Pending::Clash(clash));
        self.note_volley(cx, model, shot);
        self.after_shot(cx, model, shot);
        Ok(())
    }

    /// What shooting uses up, besides what a bad throw does (MUT-RNG-19, MUT-RNG-21).
    fn after_shot(&mut self, cx: &mut Cx<'_>, model: ModelId, shot: &Shot) {
        self.drop_shield(cx, model);
        self.model_mut(model).marks.put(Mark::Attacked);
        if let Arms::Missile(missile) = shot.arms {
            cx.cite(Clause(if missile.is_bow() { "MUT-RNG-21" } else { "MUT-RNG-19" }));
        }
    }

    /// Firing gives a hidden shooter away (MUT-LOS-19), and a gun gives a stealthy one away
    /// (MUT-SPC-117); needles do neither (MUT-SPC-089, MUT-SPC-118).
    pub fn give_away(&mut self, cx: &mut Cx<'_>, by: ModelId, arms: Arms) {
        let (hidden, stealth) = (self.is(by, Mark::Hidden), self.has(by, Rule::Stealth));
        let silent = arms == Arms::Gun(Gun::Needler);
        let loud = matches!(arms, Arms::Gun(_)) && !silent;
        for (id, applies) in [
            ("MUT-LOS-19", hidden),
            ("MUT-SPC-089", silent && (hidden || stealth)),
            ("MUT-SPC-117", loud && stealth),
            ("MUT-SPC-118", silent && stealth),
        ] {
            if applies {
                cx.cite(Clause(id));
            }
        }
        let marks = &mut self.model_mut(by).marks;
        if !silent {
            marks.clear(Mark::Hidden);
            marks.put(Mark::Spotted);
        }
        if loud {
            marks.put(Mark::Revealed);
        }
    }

    /// Shotguns and flames also strike whoever touches a target beyond Short (MUT-WPN-04).
    fn push_spread(&mut self, cx: &mut Cx<'_>, model: ModelId, shot: &Shot) {
        let far = self.gap(model, shot.target) > self.stick(Stick::Short);
        if !shot.arms.ranged().spreads || !far {
            return;
        }
        let beside = |m: &ModelId| *m != shot.target && *m != model && self.touch(*m, shot.target);
        let struck: Models = self.in_play().filter(beside).collect();
        for target in struck.into_iter().rev() {
            cx.cite(Clause("MUT-WPN-04"));
            cx.cite(Clause("MUT-G-24"));
            cx.cite(Clause("MUT-Q-94"));
            let Shot { arms, item, .. } = *shot;
            let manner = Manner::Shot { arms, item, aimed: false, later: shot.later, spread: true };
            let clash = Clash { by: Some(model), side: self.side(model), target, manner };
            self.pending.push(Pending::Clash(clash));
        }
    }

    /// A high-tech attack may go on (MUT-RNG-24); low-tech ones may not (MUT-RNG-25).
    fn note_volley(&mut self, cx: &mut Cx<'_>, model: ModelId, shot: &Shot) {
        let at = self.spot(shot.target);
        let Some(acting) = self.acting_mut(model) else { return };
        match (shot.arms, shot.item) {
            (Arms::Gun(_), Some(item)) => {
                let (shot_at, count) = acting.volley.map_or((0, 0), |v| (v.shot_at, v.count));
                let aimed = shot.aimed || acting.volley.is_some_and(|v| v.aimed);
                let (last, count) = (shot.target, count + 1);
                let shot_at = shot_at | bit(last);
                acting.volley = Some(Volley { item, last, at, shot_at, count, aimed });
            }
            _ if shot.arms.ranged().primitive && acting.actions > 0 => {
                cx.cite(Clause("MUT-RNG-25"));
            }
            _ => (),
        }
    }

    /// Projected radiation: no combat, only a die that may end it, and a check (MUT-CAM-31).
    fn project_radiation(&mut self, cx: &mut Cx<'_>, model: ModelId, target: ModelId) -> Play<()> {
        let need = Need::d6(self.side(model), 1, "projects radiation").by(model);
        let spent = cx.dice(need)?[0] == 1;
        cx.cite(Clause("MUT-CAM-31"));
        cx.cite(Clause("MUT-Q-100"));
        self.drop_shield(cx, model);
        self.model_mut(model).marks.put(Mark::Attacked);
        self.give_away(cx, model, Arms::Projection(Projection::Radiation));
        if spent {
            self.model_mut(model).marks.put(Mark::Spent);
            cx.say(|| {
                let text = format!("{}'s energy is spent", self.name(model));
                Event::note(Clause("MUT-SPC-040"), text).deed(Deed::Changed { model })
            });
        }
        self.pending.push(Pending::Radiation(target));
        Ok(())
    }

    /// A thrown weapon lies where it was thrown, once the throw is over (MUT-RNG-19).
    pub fn land_missile(&mut self, by: ModelId, item: u8, target: ModelId) {
        let spot = self.model(target).spot.unwrap_or(self.spot(by));
        let thrown = self.model_mut(by).lose(item);
        if thrown.gear != Gear::Missile(crate::gear::Missile::Rock) {
            self.things.push(Thing { item: thrown, spot, of_wretched: false });
        }
    }
}

/// Why something cannot be shot or thrown now, and what to do about it.
fn useless(item: &Item, ready: bool) -> (&'static str, &'static str) {
    let gun = matches!(item.gear, Gear::Gun(_));
    match item.shape {
        Shape::Broken if gun => ("MUT-RNG-12", "it is broken for the rest of the battle"),
        Shape::Broken => ("MUT-RNG-16", "it cannot be used any more in this game"),
        Shape::Jammed | Shape::JammedEmpty => ("MUT-RNG-11", "it is jammed; clear it first"),
        Shape::Empty if gun => ("MUT-RNG-14", "it is empty; reload it first"),
        Shape::Empty => ("MUT-RNG-21", "it has to be loaded first"),
        _ if !ready => ("MUT-RNG-01", "it has to be readied first"),
        _ => ("MUT-RNG-17", "its shoulder is strained; Stimulant or Healing puts it right"),
    }
}
