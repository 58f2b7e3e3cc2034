//! Chapter 10: hand-to-hand combat.

use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Play, Refusal};
use smallvec::SmallVec;
use tabletop::table::Volume;
use tabletop::{Body, Extent, Length, Nature, measure};

use crate::actions::{Action, Offers};
use crate::clash::{Clash, Manner, bit};
use crate::gear::{Effect, Gear};
use crate::options::StrictReady;
use crate::pending::Pending;
use crate::profile::{Kind, Rule};
use crate::state::{Acting, CONTACT, Mark, Order, State};

/// Models this near to a thin obstacle touch it (MUT-G-19).
const ACROSS: Length = Length::millimetres(1);
/// The thickest obstacle that can be fought across: half an inch.
const THICKEST: Length = Length::cents(50);

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
        let weapons = self.weapons(model);
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
            () if matches!(order, Some(Order::Regroup(_))) => {
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
        let mut weapons: SmallVec<[Option<u8>; 3]> = SmallVec::new();
        let bare = m.ready.is_none() || self.agreed.strict_ready == StrictReady::Off;
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
        if bare || weapons.is_empty() {
            weapons.insert(0, None);
        }
        weapons
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

    /// What a defender strikes back with. He is asked only where a gun would do what his hand
    /// does not: shock a machine, or inject needles.
    pub fn defending_weapon(&self, cx: &mut Cx<'_>, clash: &Clash) -> Play<Option<u8>> {
        let (Manner::Melee { .. }, Some(by)) = (clash.manner, clash.by) else { return Ok(None) };
        let model = clash.target;
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
        let ask =
            Ask::new(self.side(model), "defend", "Strike back with what?", Clause("MUT-ACT-05"));
        cx.choose(ask.about(model), &options, |with| {
            let name =
                with.map_or("basic weapon", |i| self.model(model).gear[usize::from(i)].gear.name());
            let choice = Choice::new(format!("defend with {name}"));
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

    /// A model strikes (MUT-HTH-03).
    pub fn do_fight(&mut self, cx: &mut Cx<'_>, model: ModelId, fight: &Fight) -> Play<()> {
        self.spend(model, if fight.powerful { 2 } else { 1 });
        self.model_mut(model).marks.put(Mark::Attacked);
        self.drop_shield(cx, model);
        let rules: &[&'static str] = match fight.powerful {
            true => &["MUT-ACT-02", "MUT-ACT-03", "MUT-HTH-02", "MUT-HTH-20"],
            false => &["MUT-ACT-02", "MUT-HTH-02", "MUT-HTH-20"],
        };
        rules.iter().for_each(|id| cx.cite(Clause(id)));
        if self.is(model, Mark::Fallen) {
            cx.cite(Clause("MUT-HTH-19"));
            cx.cite(Clause("MUT-Q-44"));
        }
        if fight.with.is_none() && self.model(model).in_hand().is_some() {
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
            let manner = Manner::Hack { fleeing, hacked: all };
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
        let rides = self.has(model, Rule::Mounted) && on_foot;
        if rides {
            cx.cite(Clause("MUT-SPC-084"));
        }
        rides
    }

    /// Whether two bodies touch, if need be across a thin obstacle (MUT-G-01, MUT-G-19).
    pub fn bodies_touch(&self, a: &Body, b: &Body) -> bool {
        let near = measure::within_3d(a, b, CONTACT + THICKEST);
        near && (measure::contact(a, b, CONTACT)
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
