//! Chapter 10: hand-to-hand combat.

use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Play, Refusal};
use smallvec::SmallVec;
use tabletop::table::Volume;
use tabletop::{Body, Extent, Length, Nature, measure};

use crate::actions::{Action, Offers};
use crate::clash::{Clash, Manner, bit};
use crate::gear::{Effect, Gear, Gun, Stick};
use crate::options::StrictReady;
use crate::pending::Pending;
use crate::profile::{Kind, Rule};
use crate::state::{Acting, CONTACT, Mark, Order, State};

/// Models this near to a thin obstacle touch it (MUT-G-19).
const ACROSS: Length = Length::millimetres(1);
/// The thickest obstacle that can be fought across: half an inch.
const THICKEST: Length = Length::cents(50);
/// How far above another one can stand and still come to blows (MUT-G-01).
const ABOVE: Length = Length::inches(2);

/// A blow at an adjacent enemy (MUT-HTH-20).
#[derive(Clone, Copy, Debug)]
pub struct Fight {
    /// At whom.
    pub target: ModelId,
    /// With which of its things; with its basic weapon if none.
    pub with: Option<u8>,
    /// Two actions: -1 on the opponent (MUT-HTH-09).
    pub powerful: bool,
}

impl State {
    /// Blows a model may strike (MUT-ACT-02, MUT-ACT-03).
    pub fn offer_fights(&self, acting: &Acting, offers: &mut Offers) {
        let model = acting.model;
        let targets: SmallVec<[ModelId; 4]> = self.adjacent_enemies(model).collect();
        self.refuse_distant(model, offers);
        if targets.is_empty() {
            return;
        }
        if let Err(refusal) = self.may_attack(acting) {
            let name = self.name(targets[0]);
            offers.refuse(|| format!("fight {name}"), || refusal);
            return;
        }
        if self.is(model, Mark::ShutDown) {
            let why =
                || Refusal::new(Clause("MUT-Q-107"), "its armor is shut down: it cannot strike");
            offers.refuse(|| format!("fight {}", self.name(targets[0])), why);
            return;
        }
        let mut weapons = self.weapons(model);
        if self.must_ready_blade(model) {
            weapons.retain(|with| with.is_some());
            let why = "its hand weapon is not ready: stow what it holds first";
            let key = || format!("fight {}", self.name(targets[0]));
            offers.refuse(key, || Refusal::new(Clause("MUT-Q-61"), why));
        }
        self.refuse_guns(model, targets[0], offers);
        for target in targets {
            for with in &weapons {
                let fight = Fight { target, with: *with, powerful: false };
                offers.push(Action::Fight(fight));
                match acting.actions {
                    0 | 1 => offers.refuse(
                        || self.fight_words(model, &Fight { powerful: true, ..fight }),
                        || {
                            Refusal::new(
                                Clause("MUT-ACT-03"),
                                "a powerful attack takes two actions",
                            )
                        },
                    ),
                    _ => offers.push(Action::Fight(Fight { powerful: true, ..fight })),
                }
            }
        }
    }

    /// Says which guns at hand are no use hand to hand, for those who listen (MUT-Q-25).
    fn refuse_guns(&self, model: ModelId, target: ModelId, offers: &mut Offers) {
        let m = self.model(model);
        for i in self.sorts(model, |i, item| item.works() && m.is_ready(i)) {
            let bar = self.gun(model, Some(i)).and_then(Gun::barred_from_melee);
            if let Some(clause) = bar {
                let fight = Fight { target, with: Some(i), powerful: false };
                let why = || Refusal::new(clause, "it is no use hand to hand");
                offers.refuse(|| self.fight_words(model, &fight), why);
            }
        }
    }

    /// Says of enemies nearby that they are out of reach (MUT-HTH-01).
    fn refuse_distant(&self, model: ModelId, offers: &mut Offers) {
        if !offers.loud {
            return;
        }
        let near = |m: &ModelId| self.within(model, *m, Stick::Short) && !self.touch(model, *m);
        let known = |m: &ModelId| !self.is(*m, Mark::Lurking);
        for enemy in self.enemies(model).filter(near).filter(known) {
            let name = self.name(enemy);
            let why = || Refusal::new(Clause("MUT-HTH-01"), format!("{name} is not in contact"));
            offers.refuse(|| format!("fight {name}"), why);
        }
    }

    /// Whether a model may make its one attack now (MUT-ACT-02).
    pub fn may_attack(&self, acting: &Acting) -> Result<(), Refusal> {
        let model = acting.model;
        let m = self.model(model);
        let name = || self.name(model);
        let order = self.active.as_ref().and_then(|active| active.order);
        let refuse = |id, why: String| Err(Refusal::new(Clause(id), why));
        match () {
            () if acting.actions == 0 => {
                refuse("MUT-TRN-06", format!("{} has no action left", name()))
            }
            () if matches!(order, Some(Order::Regroup { .. })) => {
                refuse("MUT-GRP-07", "nobody attacks while regrouping".to_owned())
            }
            () if m.is(Mark::Attacked) => {
                refuse("MUT-ACT-02", format!("{} has made its one attack this turn", name()))
            }
            () if m.is(Mark::Climbing) && !m.has(Rule::Clinging) => {
                refuse("MUT-TER-25", format!("{} is climbing", name()))
            }
            () if self.is_helpless(model) && !m.is(Mark::Climbing) => {
                refuse("MUT-CON-15", format!("{} is helpless", name()))
            }
            () => Ok(()),
        }
    }

    /// What a model can fight with: its basic weapon, and what is ready (MUT-ACT-05, MUT-Q-61).
    pub fn weapons(&self, model: ModelId) -> SmallVec<[Option<u8>; 3]> {
        let m = self.model(model);
        let mut weapons: SmallVec<[Option<u8>; 3]> = SmallVec::from_iter([None]);
        let usable = |i: &u8| {
            let item = &m.gear[usize::from(*i)];
            let fights = match item.gear {
                Gear::PoweredWeapon => !m.is(Mark::Unpaid),
                Gear::Gun(gun) => gun.in_melee().is_some(),
                _ => false,
            };
            fights && item.works() && m.is_ready(*i)
        };
        weapons.extend((0..m.gear.len() as u8).filter(usable).map(Some));
        weapons
    }

    /// Whether a hand weapon has to be made ready before its owner attacks with it, as some
    /// agree; claws and teeth never (MUT-Q-61).
    fn must_ready_blade(&self, model: ModelId) -> bool {
        let m = self.model(model);
        let strict = self.agreed.strict_ready == StrictReady::On;
        strict && m.ready.is_some() && m.nature.has_hands()
    }

    /// The weapon with the best bonus: what one strikes back or hacks with.
    pub fn best_weapon(&self, model: ModelId) -> Option<u8> {
        let rank =
            |with: &Option<u8>| match with.map(|i| self.model(model).gear[usize::from(i)].gear) {
                Some(Gear::PoweredWeapon) => 2,
                None => 1,
                Some(_) => 0,
            };
        self.weapons(model).into_iter().max_by_key(rank).flatten()
    }

    /// What a defender strikes back with; whoever is hacked at can only parry (MUT-HTH-23).
    pub fn defending_weapon(&self, cx: &mut Cx<'_>, clash: &Clash) -> Play<Option<u8>> {
        match (clash.manner, clash.by) {
            (Manner::Melee { .. }, Some(by)) => {
                self.choose_weapon(cx, (clash.target, by), "defend")
            }
            (Manner::Hack { .. }, Some(_)) => Ok(self.best_weapon(clash.target)),
            _ => Ok(None),
        }
    }

    /// What a free hack is struck with (MUT-HTH-23).
    pub fn arm_hacker(&self, cx: &mut Cx<'_>, clash: &mut Clash) -> Play<()> {
        if let (Manner::Hack { with, .. }, Some(by)) = (&mut clash.manner, clash.by) {
            *with = self.choose_weapon(cx, (by, clash.target), "hack")?;
        }
        Ok(())
    }

    /// What a model fights with out of its turn. Its player is asked only where a gun would do
    /// what the hand does not: shock a machine, or inject needles.
    fn choose_weapon(
        &self,
        cx: &mut Cx<'_>,
        (model, by): (ModelId, ModelId),
        verb: &str,
    ) -> Play<Option<u8>> {
        let best = self.best_weapon(model);
        let special = |with: &Option<u8>| {
            let effect = self.gun(model, *with).map(|gun| gun.ranged().effect);
            match effect {
                Some(Effect::Shock) => self.kind(by).is_artificial(),
                Some(Effect::Needles) => self.model(by).is_organic(),
                _ => false,
            }
        };
        let mut options: SmallVec<[Option<u8>; 3]> = SmallVec::from_iter([best]);
        if !self.is_helpless(model) {
            options.extend(self.weapons(model).into_iter().filter(|w| *w != best && special(w)));
        }
        let ask = Ask::new(self.side(model), "defend", "Strike with what?", Clause("MUT-ACT-05"));
        cx.choose(ask.about(model), &options, |with| {
            let name =
                with.map_or("basic weapon", |i| self.model(model).gear[usize::from(i)].gear.name());
            let choice = Choice::new(format!("{verb} with {name}"));
            if *with == best { choice.declining() } else { choice }
        })
    }

    fn fight_words(&self, model: ModelId, fight: &Fight) -> String {
        let mut words = format!("fight {}", self.name(fight.target));
        if let Some(item) = fight.with.and_then(|i| self.model(model).gear.get(usize::from(i))) {
            words += &format!(" with {}", item.gear.name());
        }
        if fight.powerful {
            words += " powerfully";
        }
        words
    }

    /// A blow in words; its merit is how far ahead the attacker's score is.
    pub fn describe_fight(&self, model: ModelId, fight: &Fight) -> Choice {
        let clash = self.clash_of(model, fight);
        let ahead = self.attack_score(&clash).total()
            - self.defense_score(&clash, self.best_weapon(fight.target)).total();
        let detail = if fight.powerful { "2 actions" } else { "1 action" };
        Choice::new(self.fight_words(model, fight))
            .detail(detail)
            .about(fight.target)
            .merit((70 + 8 * ahead).clamp(5, 140))
    }

    fn clash_of(&self, model: ModelId, fight: &Fight) -> Clash {
        let manner = Manner::Melee { with: fight.with, powerful: fight.powerful };
        Clash { by: Some(model), side: self.side(model), target: fight.target, manner }
    }

    /// What a model has to do without in this game, and what does not trouble it: powered gear
    /// that got no Cells (MUT-Q-120), and hunger in a Leader (MUT-CAM-06).
    fn cite_want(&self, cx: &mut Cx<'_>, model: ModelId) {
        let m = self.model(model);
        if m.is(Mark::Unpaid) && m.in_hand().is_some_and(|item| item.gear == Gear::PoweredWeapon) {
            cx.cite(Clause("MUT-Q-120"));
        }
        if m.is(Mark::Underfed) && m.has(Rule::Leader) {
            cx.cite(Clause("MUT-CAM-06"));
        }
    }

    /// A model strikes (MUT-HTH-03).
    pub fn do_fight(&mut self, cx: &mut Cx<'_>, model: ModelId, fight: &Fight) -> Play<()> {
        self.spend(model, if fight.powerful { 2 } else { 1 });
        self.model_mut(model).marks.put(Mark::Attacked);
        self.drop_shield(cx, model);
        let rules: &[&'static str] = match fight.powerful {
            true => &["MUT-ACT-02", "MUT-ACT-03", "MUT-HTH-02"],
            false => &["MUT-ACT-02", "MUT-HTH-02"],
        };
        rules.iter().for_each(|id| cx.cite(Clause(id)));
        if self.adjacent_enemies(model).count() > 1 {
            cx.cite(Clause("MUT-HTH-20"));
        }
        if self.is(model, Mark::Fallen) {
            cx.cite(Clause("MUT-HTH-19"));
            cx.cite(Clause("MUT-Q-44"));
        }
        self.cite_ambush(cx, model, fight.target);
        self.cite_want(cx, model);
        if let Some(gun) = self.gun(model, fight.with) {
            cx.cite(gun.ranged().clause);
        }
        match fight.with {
            None => cx.cite(Clause("MUT-PRO-12")),
            Some(_) => cx.cite(Clause("MUT-ACT-05")),
        }
        let holds = |m: ModelId| self.model(m).in_hand().is_some();
        if holds(model) || holds(fight.target) {
            cx.cite(Clause("MUT-Q-61"));
        }
        cx.say(|| {
            let (a, b) = (self.name(model), self.name(fight.target));
            Event::note(Clause("MUT-HTH-01"), format!("{a} attacks {b}")).deed(Deed::Attacked {
                model,
                target: fight.target,
                ranged: false,
            })
        });
        self.pending.push(Pending::Clash(self.clash_of(model, fight)));
        Ok(())
    }

    /// Each of some enemies hacks at a model that leaves them or stumbles into them; the nearest
    /// first (MUT-HTH-22, MUT-CON-09). Whoever disengages freely is spared (MUT-HTH-26).
    pub fn push_hacks(
        &mut self,
        cx: &mut Cx<'_>,
        model: ModelId,
        hackers: &[ModelId],
        fleeing: bool,
        hacked: u64,
    ) {
        let all = hackers.iter().fold(hacked, |set, m| set | bit(*m));
        for hacker in hackers.iter().rev() {
            if self.slips_away(cx, model, *hacker) {
                continue;
            }
            let manner = Manner::Hack { with: None, fleeing, hacked: all };
            let side = self.side(*hacker);
            let clash = Clash { by: Some(*hacker), side, target: model, manner };
            self.pending.push(Pending::Clash(clash));
        }
    }

    /// Free Disengage, and riders against those on foot (MUT-SPC-055, MUT-SPC-084, MUT-Q-28).
    fn slips_away(&self, cx: &mut Cx<'_>, model: ModelId, hacker: ModelId) -> bool {
        if self.has(model, Rule::FreeDisengage) {
            cx.cite(Clause("MUT-SPC-055"));
            cx.cite(Clause("MUT-HTH-26"));
            cx.cite(Clause("MUT-Q-28"));
            return true;
        }
        let foe = self.model(hacker);
        let fast = foe.nature.kind == Kind::Robot && foe.has(Rule::LongMove);
        let on_foot = !foe.has(Rule::Flying) && !foe.has(Rule::Mounted) && !fast;
        let rides = self.has(model, Rule::Mounted);
        if rides {
            cx.cite(Clause("MUT-SPC-084"));
        }
        rides && on_foot
    }

    /// Whether two bodies touch, if need be across a thin obstacle or from step to step
    /// (MUT-G-01, MUT-G-19).
    pub fn bodies_touch(&self, a: &Body, b: &Body) -> bool {
        let level = (a.feet() - b.feet()).abs() <= ABOVE;
        let near = level && measure::within(a, b, CONTACT + THICKEST);
        near && (measure::within(a, b, CONTACT)
            || self.obstacles_between(a, b).any(|v| {
                let touches = |body: &Body| v.shape.nearer_than(body.at(), body.base + ACROSS);
                touches(a) && touches(b)
            }))
    }

    /// Whether a defender stands behind an obstacle that the attacker would have to cross
    /// (MUT-HTH-12, MUT-G-19).
    pub fn defends_obstacle(&self, defender: ModelId, attacker: ModelId) -> bool {
        let (own, other) = (self.body(defender), self.body(attacker));
        let touched = |v: &Volume| v.shape.nearer_than(own.at(), own.base + ACROSS);
        self.obstacles_between(&own, &other).any(touched)
    }

    /// Low things that the line between two bodies crosses.
    fn obstacles_between<'a>(&'a self, a: &Body, b: &Body) -> impl Iterator<Item = &'a Volume> {
        let (from, to, feet, head) = (a.at(), b.at(), a.feet(), a.head());
        let around = Extent::around(&[from, to]);
        let near = around.into_iter().flat_map(|box_| self.table.volume_grid().near(box_));
        near.map(|i| &self.table.volumes()[i]).filter(move |v| {
            let low = v.top > feet && v.bottom < head && v.top < head;
            let gone = v.feature.is_some_and(|feature| self.changes.is_gone(feature));
            let thin = self.table.piece(v.piece).kind.nature() == Nature::Barrier;
            low && !gone && thin && v.shape.is_crossed_by(from, to)
        })
    }
}
