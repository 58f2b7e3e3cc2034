//! Chapter 9: looting, bullets, doors, devices, reloading (PUN-INT).

use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Play};
use smallvec::SmallVec;
use tabletop::{Body, Extent, FeatureId, Kind, Length, Marker, measure};

use crate::gear::{ArmourId, GearRule, Item, Load};
use crate::options::LootArmour;
use crate::profile::{Attribute, BASE, ModelRule};
use crate::state::{MARKER_REACH, State, Token, TokenKind};

/// Something that lies with a corpse, or that a model may drop there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Thing {
    Weapon(u8),
    Armour(ArmourId),
    Item(Item),
    Bullets,
}

/// What can be taken from the dead besides weapons, armour and bullets.
const LOOT: [Item; 4] = [Item::Shield, Item::Biohazard, Item::GrumpyCat, Item::Tools];

/// How near a base must be to a door to work it: a leaf hangs within its wall.
const DOOR_REACH: Length = Length::cents(35);

impl State {
    /// Whether a model can loot and use things (PUN-INT-08).
    pub fn can_handle_things(&self, model: ModelId) -> bool {
        !self.has(model, ModelRule::Beast) && !self.has(model, ModelRule::Mong)
    }

    /// Whether a model fights with claws and teeth, and so takes no weapon (PUN-WPC-04,
    /// PUN-Q-70).
    fn has_claws(&self, model: ModelId) -> bool {
        let weapons = self.model(model).weapons.iter().map(|held| self.weapon(held));
        weapons.into_iter().any(|w| w.is_close() && w.has(GearRule::Natural))
    }

    fn is_cumbersome(&self, owner: ModelId, thing: Thing) -> bool {
        match thing {
            Thing::Weapon(i) => self.weapon(self.held(owner, i)).has(GearRule::Cumbersome),
            Thing::Armour(id) => self.armoury.armour(id).has(GearRule::Cumbersome),
            Thing::Item(_) | Thing::Bullets => false,
        }
    }

    /// What lies with a corpse.
    fn things(&self, corpse: ModelId) -> SmallVec<[Thing; 8]> {
        let m = self.model(corpse);
        let weapons = m.weapons.iter().enumerate();
        let loose =
            weapons.filter(|(_, held)| !self.weapon(held).has(GearRule::Natural) && held.count > 0);
        let mut things: SmallVec<[Thing; 8]> = loose.map(|(i, _)| Thing::Weapon(i as u8)).collect();
        if self.agreed.loot_armour == LootArmour::On {
            things.extend(m.armour.map(Thing::Armour));
        }
        things.extend(LOOT.into_iter().filter(|i| m.items.has(*i)).map(Thing::Item));
        things
    }

    fn thing_name(&self, owner: ModelId, thing: Thing) -> String {
        match thing {
            Thing::Weapon(i) => self.weapon(self.held(owner, i)).name.to_string(),
            Thing::Armour(id) => self.armoury.armour(id).name.to_string(),
            Thing::Item(item) => item.name().to_owned(),
            Thing::Bullets => "bullets".to_owned(),
        }
    }

    /// A model takes what it likes from a corpse, and drops what it cannot carry (PUN-INT-02, 03,
    /// PUN-Q-21).
    pub fn loot(&mut self, cx: &mut Cx<'_>, model: ModelId, corpse: ModelId) -> Play<()> {
        let mut things = self.things(corpse);
        if self.has_claws(model) {
            cx.cite(Clause("PUN-Q-70"));
            things.retain(|thing| !matches!(thing, Thing::Weapon(_)));
        }
        cx.cite(Clause("PUN-Q-06"));
        cx.cite(Clause("PUN-CUM-01"));
        cx.cite(Clause("PUN-Q-61"));
        // What would bring Agility to nought cannot be carried at all (PUN-Q-06).
        let slow = self.value(model, Attribute::Agility) <= i32::from(!self.is_encumbered(model))
            || self.load_of(model).is_some();
        things.retain(|thing| !slow || !self.is_cumbersome(corpse, *thing));
        if self.model(corpse).bullets.count() > 0 {
            things.push(Thing::Bullets);
        }
        if things.is_empty() {
            cx.say(|| {
                let text = format!("{} finds nothing with {}", self.name(model), self.name(corpse));
                Event::note(Clause("PUN-INT-02"), text)
            });
            return Ok(());
        }
        let side = self.side(model);
        let ask = Ask::new(side, "loot", "What does it take?", Clause("PUN-INT-02")).about(model);
        let count = self.model(corpse).bullets.count();
        let most = things.len();
        let places: SmallVec<[usize; 8]> = (0..things.len()).collect();
        let key = |i: usize| {
            let name = self.thing_name(corpse, things[i]);
            let same = |j: &usize| self.thing_name(corpse, things[*j]) == name;
            match (0..i).filter(same).count() {
                0 => format!("take {name}"),
                n => format!("take {name} ({})", n + 1),
            }
        };
        let taken = cx.choose_some(ask, &places, (0, most), |i| {
            let choice = Choice::new(key(*i));
            match things[*i] {
                Thing::Bullets => choice.detail(format!("{count} bullets")).merit(5),
                Thing::Weapon(_) => choice.merit(i32::from(self.model(model).weapons.is_empty())),
                _ => choice.merit(-1),
            }
        })?;
        let taken: SmallVec<[Thing; 8]> = taken.into_iter().map(|i| things[i]).collect();
        cx.say(|| {
            let names: Vec<String> = taken.iter().map(|t| self.thing_name(corpse, *t)).collect();
            let what = if names.is_empty() { "nothing".to_owned() } else { names.join(", ") };
            let (one, other) = (self.name(model), self.name(corpse));
            Event::note(Clause("PUN-INT-02"), format!("{one} takes {what} from {other}"))
        });
        self.hand_over(corpse, model, &taken);
        self.drop_surplus(cx, model, corpse)
    }

    fn hand_over(&mut self, from: ModelId, to: ModelId, things: &[Thing]) {
        let mut weapons: SmallVec<[u8; 4]> = SmallVec::new();
        for thing in things {
            match *thing {
                Thing::Weapon(i) => weapons.push(i),
                Thing::Armour(id) => {
                    // One armour at a time: the old one stays behind (PUN-Q-21).
                    let old = self.model_mut(to).armour.replace(id);
                    self.model_mut(from).armour = old;
                }
                Thing::Item(item) => {
                    self.model_mut(from).items.remove(item);
                    self.model_mut(to).items.add(item);
                }
                Thing::Bullets => {
                    let found = std::mem::take(&mut self.model_mut(from).bullets);
                    let own = &mut self.model_mut(to).bullets;
                    own.plain = own.plain.saturating_add(found.plain);
                    own.patched = own.patched.saturating_add(found.patched);
                }
            }
        }
        weapons.sort_unstable();
        for i in weapons.into_iter().rev() {
            let held = self.model_mut(from).weapons.remove(usize::from(i));
            self.model_mut(to).weapons.push(held);
        }
    }

    /// Whether a model carries more than it may (PUN-Q-09, PUN-CUM-02, PUN-EQP-08, PUN-Q-06).
    fn is_overloaded(&self, model: ModelId) -> Option<Clause> {
        let m = self.model(model);
        let left = m.weapons.iter().filter(|held| held.count > 0);
        let weapons = left.map(|held| (self.weapon(held), held.count));
        let load = Load {
            weapons: weapons.collect(),
            armour: m.armour.map(|id| self.armoury.armour(id)),
            shield: m.items.has(Item::Shield),
        };
        let clash = load.clashes().first().map(|clash| clash.clause());
        let weak = self.is_encumbered(model) && self.value(model, Attribute::Agility) < 1;
        clash.or_else(|| weak.then_some(Clause("PUN-Q-06")))
    }

    /// A model that has taken too much drops things until it may carry the rest (PUN-INT-03).
    fn drop_surplus(&mut self, cx: &mut Cx<'_>, model: ModelId, corpse: ModelId) -> Play<()> {
        while let Some(clause) = self.is_overloaded(model) {
            ["PUN-BND-08", "PUN-Q-09", "PUN-Q-37"].iter().for_each(|id| cx.cite(Clause(id)));
            let mut things = self.things(model);
            things.retain(|t| !matches!(t, Thing::Item(item) if *item != Item::Shield));
            let places: SmallVec<[usize; 8]> = (0..things.len()).collect();
            let ask = Ask::new(self.side(model), "drop", "What does it drop?", clause).about(model);
            let index = cx.choose(ask, &places, |i| {
                let name = self.thing_name(model, things[*i]);
                let same = |j: &usize| self.thing_name(model, things[*j]) == name;
                match (0..*i).filter(same).count() {
                    0 => Choice::new(format!("drop {name}")),
                    n => Choice::new(format!("drop {name} ({})", n + 1)),
                }
            })?;
            cx.say(|| {
                let name = self.thing_name(model, things[index]);
                Event::note(Clause("PUN-INT-03"), format!("{} drops {name}", self.name(model)))
            });
            match things[index] {
                Thing::Armour(_) => {
                    let old = self.model_mut(model).armour.take();
                    if self.model(corpse).armour.is_none() {
                        self.model_mut(corpse).armour = old;
                    }
                }
                thing => self.hand_over(model, corpse, &[thing]),
            }
        }
        Ok(())
    }

    /// Two friends share out their bullets (PUN-INT-04, PUN-Q-22).
    pub fn swap_bullets(&mut self, cx: &mut Cx<'_>, model: ModelId, friend: ModelId) -> Play<()> {
        let side = self.side(model);
        let prompt = "How many bullets does it give? Fewer than none takes some.";
        let ask = Ask::new(side, "swap", prompt, Clause("PUN-INT-04")).about(friend).secret();
        let (own, other) = (self.model(model).bullets, self.model(friend).bullets);
        let given = cx.number(ask, -i64::from(other.plain), i64::from(own.plain))?;
        let mut patched = 0;
        if own.patched > 0 || other.patched > 0 {
            let prompt = "How many patched bullets does it give?";
            let ask = Ask { topic: "swap-patched", prompt, ..ask };
            patched = cx.number(ask, -i64::from(other.patched), i64::from(own.patched))?;
        }
        let moved = |from: u8, by: i64| (i64::from(from) + by).clamp(0, 255) as u8;
        let m = self.model_mut(model);
        m.bullets.plain = moved(own.plain, -given);
        m.bullets.patched = moved(own.patched, -patched);
        let m = self.model_mut(friend);
        m.bullets.plain = moved(other.plain, given);
        m.bullets.patched = moved(other.patched, patched);
        cx.cite(Clause("PUN-Q-22"));
        cx.say(|| {
            let text = format!("{} and {} swap bullets", self.name(model), self.name(friend));
            Event::note(Clause("PUN-INT-04"), text)
        });
        Ok(())
    }

    /// The doors within a model's reach.
    pub fn doors_near(&self, body: &Body) -> SmallVec<[FeatureId; 2]> {
        let around = Extent { low: body.at(), high: body.at() }.grown(body.base + DOOR_REACH);
        let volumes = self.table.volumes();
        let near = self.table.volume_grid().near(around).map(|i| &volumes[i]);
        let mut doors: SmallVec<[FeatureId; 2]> = SmallVec::new();
        for volume in near.filter(|v| v.kind == Kind::Door) {
            let Some(door) = volume.feature.filter(|door| !doors.contains(door)) else { continue };
            let level = volume.bottom < body.head() && body.feet() < volume.top;
            let blocked = self.changes.is_gone(door) && self.is_in_doorway(&volume.shape);
            if level && !blocked && measure::within_of_shape(body, &volume.shape, DOOR_REACH) {
                doors.push(door);
            }
        }
        doors
    }

    /// Whether somebody stands where a door would close.
    fn is_in_doorway(&self, door: &tabletop::Polygon) -> bool {
        self.up().any(|m| door.nearer_than(self.spot(m).at, self.who(m).base))
    }

    /// A model opens or closes a door (PUN-INT-05, 07).
    pub fn work_door(&mut self, cx: &mut Cx<'_>, model: ModelId, door: FeatureId) {
        let closed = self.changes.is_gone(door);
        if closed {
            self.changes.close(door);
        } else {
            self.changes.open(door);
        }
        cx.say(|| {
            let verb = if closed { "closes" } else { "opens" };
            let name = &self.table.features()[usize::from(door.0)].name;
            Event::note(Clause("PUN-INT-05"), format!("{} {verb} {name}", self.name(model)))
        });
    }

    /// Whether a model is in contact with a device that it could use (PUN-INT-05, PUN-G-19).
    pub fn may_use_token(&self, model: ModelId, token: &Token) -> bool {
        token.kind != TokenKind::Crate
            && token.owner != Some(self.side(model))
            && self.is_near_token(model, token, MARKER_REACH)
    }

    /// Whether a model is so near to a token, on the same floor (PUN-G-19).
    pub fn is_near_token(&self, model: ModelId, token: &Token, reach: Length) -> bool {
        let Some(spot) = token.spot else { return false };
        let marker = Marker { name: String::new(), spot, radius: BASE };
        let body = self.body(model);
        let level = (body.feet() - spot.z).abs() <= body.height;
        level && measure::within_of_marker(&body, &marker, reach)
    }

    /// A model uses a device: it is its side's from now on (PUN-INT-05).
    pub fn use_token(&mut self, cx: &mut Cx<'_>, model: ModelId, token: u8) -> Play<()> {
        let side = self.side(model);
        let machine = |t: &Token| t.kind == TokenKind::Machine;
        if self.tokens.get(usize::from(token)).is_some_and(machine) {
            return self.switch_machine(cx, model, usize::from(token));
        }
        let Some(device) = self.tokens.get_mut(usize::from(token)) else { return Ok(()) };
        device.owner = Some(side);
        cx.say(|| {
            let name = &self.tokens[usize::from(token)].name;
            Event::note(Clause("PUN-INT-05"), format!("{} uses {name}", self.name(model)))
        });
        Ok(())
    }

    /// A model loads a weapon, or does half of it (PUN-DSL-01, PUN-RDS-01).
    pub fn reload(&mut self, cx: &mut Cx<'_>, model: ModelId, weapon: u8) {
        let own = &mut self.model_mut(model).weapons[usize::from(weapon)];
        own.unloaded = own.unloaded.saturating_sub(1);
        let left = own.unloaded;
        let slow = self.weapon(self.held(model, weapon)).has(GearRule::ReallyDeadSlow);
        let clause = if slow { "PUN-RDS-01" } else { "PUN-DSL-01" };
        cx.say(|| {
            let gun = &self.weapon(self.held(model, weapon)).name;
            let verb = if left == 0 { "has loaded" } else { "is loading" };
            let text = format!("{} {verb} the {gun}", self.name(model));
            Event::note(Clause(clause), text).deed(Deed::Changed { model })
        });
    }
}
