//! Reading a troop: who it is and what it may buy (PUN-B-01 to 04).

use smallvec::SmallVec;
use tabletop::Length;
use tabletop::fields::{Fields, place};
use toml::de::DeValue;

use super::super::arms::{self, MOST_GEAR, MOST_RULES};
use super::super::values::{Entry, bounds, cost, entries, length, need_cost, number, small};
use super::super::words;
use super::super::{Extra, Limit, Mutation, Troop, WeaponOffer};
use super::{Reader, TROOP_KEYS};
use crate::gear::{ArmourId, GearRule, Item, Items, MOST_WEAPONS, WeaponId};
use crate::profile::{
    Attribute, BASE, BEAST_HEIGHT, HEIGHT, LARGE_BASE, ModelRule, ModelRules, Profile, RIDER_HEIGHT,
};

impl Reader<'_> {
    pub(super) fn troop(&mut self, fields: &Fields, mutations: &[Mutation]) -> Option<Troop> {
        self.problems.check_keys(fields, TROOP_KEYS, &[]);
        self.problems.check_note(fields);
        let name = self.name(fields, "\"Welder\"");
        let cost = need_cost(self.problems, fields, "cost");
        let profile = self.profile(fields);
        let (mut rules, poison) = self.model_rules(fields);
        let (grown, items) = self.includes(fields);
        if items.has(Item::Bike) {
            rules = rules.and(ModelRules::of(&[ModelRule::Rider, ModelRule::Swift]));
        }
        let armour = self.armour_of(fields, "armour");
        let weapons = self.weapon_offers(fields);
        let usual = if weapons.is_empty() { (0, 0) } else { (1, MOST_WEAPONS as u8) };
        let carries = bounds(self.problems, fields, "carries", MOST_WEAPONS as u8);
        let (base, height) = self.size(fields, rules);
        Some(Troop {
            limit: self.limit(fields),
            packs: self.packs(fields, rules),
            skin: number(self.problems, fields, "skin", (0, 10)).unwrap_or(0),
            armours: self.armour_offers(fields, armour),
            carries: carries.unwrap_or(usual),
            gear: self.gear_offers(fields, "gear"),
            mutations: self.how_many_mutations(fields, mutations),
            name: name?,
            cost: cost?,
            profile: profile?,
            rules,
            poison,
            base,
            height,
            armour,
            weapons,
            grown,
            items,
        })
    }

    /// The seven attributes, with a dash for what cannot be used (PUN-ATT-01 to 03).
    fn profile(&mut self, fields: &Fields) -> Option<Profile> {
        let example = "{ A = 2, C = 4, P = 4, Ag = 4, S = 4, T = 3, Tc = \"-\" }";
        self.problems.need(fields, "profile", example)?;
        let mut values = [None; 7];
        for (attribute, value) in self.attributes(fields, "profile") {
            let dash = value.get_ref().as_str().is_some_and(|text| text.trim() == "-");
            let number = small(value.get_ref()).filter(|n| (1..=10).contains(n));
            let must = attribute.is_physical() || attribute == Attribute::Actions;
            values[attribute as usize] = match (dash, number) {
                (true, _) if must => {
                    let message = format!("nobody does without {} (PUN-ATT-04)", attribute.name());
                    self.problems.add(place(value), message);
                    Some(None)
                }
                (false, None) => {
                    let message = format!(
                        "{} must be a whole number from 1 to 10, or \"-\" (PUN-ATT-02, 03)",
                        attribute.short()
                    );
                    self.problems.add(place(value), message);
                    Some(None)
                }
                (_, number) => Some(number),
            };
        }
        let missing: Vec<&str> = Attribute::ALL
            .into_iter()
            .filter(|a| values[*a as usize].is_none())
            .map(Attribute::short)
            .collect();
        if !missing.is_empty() {
            let message = format!("the profile lacks {}; write {example}", missing.join(", "));
            self.problems.add(fields.at, message);
            return None;
        }
        Some(Profile::new(values.map(Option::flatten)))
    }

    /// How many a band may have (PUN-B-03).
    fn limit(&mut self, fields: &Fields) -> Option<Limit> {
        let value = fields.get("limit")?;
        let words = "as many as all others";
        let found = match value.get_ref() {
            DeValue::String(text) => (text.trim() == words).then_some(Limit::LikeAllOthers),
            other => small(other).filter(|n| *n > 0).map(Limit::Number),
        };
        if found.is_none() {
            let message = format!("limit is a number from 1 to 255, or \"{words}\"");
            self.problems.add(place(value), message);
        }
        found
    }

    /// How many packs a band may have (PUN-B-08).
    fn packs(&mut self, fields: &Fields, rules: ModelRules) -> Option<u8> {
        let value = fields.get("packs")?;
        if !rules.has(ModelRule::Pack) {
            let message = "only troops with the rule Pack come in packs (PUN-PAC-01)";
            self.problems.add(place(value), message);
        }
        self.problems.number(value, "packs", (1, 60))
    }

    /// Its base and its height: what is usual for its kind unless it says otherwise (PUN-G-02).
    fn size(&mut self, fields: &Fields, rules: ModelRules) -> (Length, Length) {
        let rider = rules.has(ModelRule::Rider);
        let across = number(self.problems, fields, "base", (20, 100));
        let usual = if rider { LARGE_BASE } else { BASE };
        let base = across.map_or(usual, |mm| Length::millimetres(i32::from(mm)) / 2);
        let large = base >= LARGE_BASE;
        let usual = match rider {
            true => RIDER_HEIGHT,
            false if large && rules.has(ModelRule::Beast) => BEAST_HEIGHT,
            false => HEIGHT,
        };
        let height = fields.get("height").and_then(|value| length(self.problems, value, 6));
        (base, height.unwrap_or(usual))
    }

    /// What it may wear instead, for the difference in price (PUN-B-20).
    fn armour_offers(&mut self, fields: &Fields, worn: Option<ArmourId>) -> Vec<(ArmourId, i32)> {
        let list = entries(self.problems, fields, ("armours", &["name", "cost"]), MOST_GEAR);
        let mut offers = Vec::new();
        for Entry { name, at, more } in &list {
            let Some(armour) = self.armour_named(name, *at) else { continue };
            let own = more.as_ref().and_then(|more| cost(self.problems, more, "cost"));
            match own.or(self.armoury.swap_price(worn, armour)) {
                Some(cost) => offers.push((armour, cost)),
                None => {
                    let message =
                        format!("{name} has no price; write {{ name = \"{name}\", cost = 8 }}");
                    self.problems.add(*at, message);
                }
            }
        }
        offers
    }

    /// The weapons it may buy, some with more rules than usual (PUN-B-02).
    fn weapon_offers(&mut self, fields: &Fields) -> Vec<WeaponOffer> {
        let known = ["name", "cost", "rules", "with"];
        let list = entries(self.problems, fields, ("weapons", &known), MOST_GEAR);
        let mut offers = Vec::new();
        for Entry { name, at, more } in &list {
            let Some(weapon) = self.weapon_named(name, *at) else { continue };
            let plain = self.armoury.weapon(weapon);
            let nothing = [WeaponId::IMPROVISED, WeaponId::UNARMED].contains(&weapon);
            if nothing || plain.has(GearRule::Natural) {
                let message = format!(
                    "{name} is not for sale; weapons that grow come with a troop, as includes, or \
                     with a mutation (PUN-WPC-04)"
                );
                self.problems.add(*at, message);
                continue;
            }
            let mut offer =
                WeaponOffer { name: plain.name.clone(), weapon, cost: plain.cost, with: None };
            if let Some(more) = more {
                offer.cost = cost(self.problems, more, "cost").unwrap_or(offer.cost);
                offer.with = self.armour_of(more, "with");
                offer.weapon = self.changed(weapon, more).unwrap_or(weapon);
            }
            offers.push(offer);
        }
        offers
    }

    /// The same weapon with further rules, as another weapon.
    fn changed(&mut self, weapon: WeaponId, more: &Fields) -> Option<WeaponId> {
        let fitting = arms::fitting_rules(self.armoury.weapon(weapon));
        let (rules, poison) = arms::rules(self.problems, more, fitting);
        let id = self.armoury.with_rules(weapon, rules, poison);
        if id.is_none() {
            self.problems.add(more.at, "there are too many weapons; leave some out");
        }
        id
    }

    /// What it comes with: items, and weapons that it grew.
    fn includes(&mut self, fields: &Fields) -> (SmallVec<[WeaponId; 2]>, Items) {
        let (mut grown, mut items) = (SmallVec::new(), Items::NONE);
        for (text, at) in self.problems.texts(fields, ("includes", "Tools"), MOST_RULES) {
            if self.armoury.weapon_named(text).is_some() {
                grown.extend(self.grown(text, at));
                continue;
            }
            match self.problems.take(at, words::extra(text)) {
                Some(Extra::Item(item)) => items.add(item),
                Some(Extra::Fitting(fitting)) => {
                    self.problems.add(at, format!("a {fitting} comes with no troop; it is bought"));
                }
                None => (),
            }
        }
        (grown, items)
    }

    /// How few and how many mutations it has (PUN-B-06).
    fn how_many_mutations(&mut self, fields: &Fields, mutations: &[Mutation]) -> (u8, u8) {
        if let (Some(value), true) = (fields.get("mutations"), mutations.is_empty()) {
            self.problems.add(place(value), "this band has no mutations; add some as [[mutation]]");
        }
        bounds(self.problems, fields, "mutations", 10).unwrap_or((0, 0))
    }
}
