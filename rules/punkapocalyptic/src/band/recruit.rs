//! What a recruit costs, is and carries.

use engine::SideId;

use super::{Band, Extra, Mutation, Recruit, Roster, Troop};
use crate::gear::{ArmourId, Carried, GearRule, Item, Items, Kit, Weapon, WeaponId};
use crate::profile::{Attribute, Character, ModelRule};

impl Recruit {
    /// The kind of model that it is.
    pub fn kind<'b>(&self, band: &'b Band) -> &'b Troop {
        &band.troops[self.troop]
    }

    /// What it costs with all its equipment, bullets apart, part by part (PUN-BND-02).
    pub fn parts(&self, band: &Band) -> Vec<(String, i32)> {
        let troop = self.kind(band);
        let mut parts = vec![(troop.name.to_string(), troop.cost)];
        for place in &self.mutations {
            let mutation = &band.mutations[*place];
            parts.push((mutation.name.to_string(), mutation.cost));
        }
        for bought in &self.weapons {
            let name = match bought.count {
                1 => bought.offer.name.to_string(),
                n => format!("{n} x {}", bought.offer.name),
            };
            parts.push((name, bought.offer.cost * i32::from(bought.count)));
        }
        if let Some(armour) = self.armour {
            let name = band.armoury.armour(armour).name.to_string();
            parts.push((name, troop.armour_cost(band, armour)));
        }
        for extra in &self.extras {
            parts.push((extra.name().to_owned(), troop.extra_cost(band, *extra)));
        }
        parts
    }

    /// What it costs with all its equipment, bullets apart (PUN-SC0-07).
    pub fn cost(&self, band: &Band) -> i32 {
        self.parts(band).iter().map(|(_, cost)| cost).sum()
    }

    /// What it wears: what it has bought, what came with a weapon, or what the troop wears.
    pub fn worn(&self, band: &Band) -> Option<ArmourId> {
        let with = self.weapons.iter().find_map(|bought| bought.offer.with);
        with.or(self.armour).or(self.kind(band).armour)
    }

    /// Items that it has bought, or that come with the troop.
    pub fn items(&self, band: &Band) -> Items {
        let mut items = self.kind(band).items;
        for extra in &self.extras {
            if let Extra::Item(item) = extra {
                items.add(*item);
            }
        }
        items
    }

    /// Weapons that it grew, by birth or by mutation.
    pub fn grown(&self, band: &Band) -> Vec<WeaponId> {
        let mutated = self.mutations.iter().filter_map(|place| band.mutations[*place].weapon);
        self.kind(band).grown.iter().copied().chain(mutated).collect()
    }

    /// The weapons that it has bought.
    pub(super) fn bought_weapons<'b>(&self, band: &'b Band) -> impl Iterator<Item = &'b Weapon> {
        self.weapons.iter().map(|bought| band.armoury.weapon(bought.offer.weapon))
    }

    /// Its Agility with all that it carries (PUN-CUM-01).
    pub fn agility(&self, band: &Band) -> i32 {
        let who = self.character(band, SideId(0));
        let clumsy = who.kit.load(&band.armoury).cumbersome().len();
        who.profile.value(Attribute::Agility) - i32::try_from(clumsy).unwrap_or(i32::MAX)
    }

    /// What it carries when a match begins.
    pub fn kit(&self, band: &Band) -> Kit {
        let bought = self.weapons.iter().map(|bought| Carried {
            weapon: bought.offer.weapon,
            count: bought.count,
            fittings: bought.fittings,
        });
        Kit {
            weapons: bought.chain(self.grown(band).into_iter().map(Carried::one)).collect(),
            armour: self.worn(band),
            items: self.items(band),
        }
    }

    /// Who it is in a match; the numbers of its gear are those of its band's armoury.
    pub fn character(&self, band: &Band, side: SideId) -> Character {
        let mut character = self.kind(band).character(side);
        for place in &self.mutations {
            band.mutations[*place].give(&mut character);
        }
        Character {
            name: self.name.clone(),
            cost: self.cost(band),
            pack: self.pack,
            kit: self.kit(band),
            ..character
        }
    }
}

impl Mutation {
    /// Changes somebody who has it.
    pub fn give(&self, who: &mut Character) {
        for (attribute, by) in &self.raises {
            who.profile.raise(*attribute, *by);
        }
        who.rules = who.rules.and(self.rules);
        who.skin = who.skin.max(self.skin);
        who.kit.weapons.extend(self.weapon.map(Carried::one));
    }
}

impl Troop {
    /// Somebody of this kind who has bought nothing.
    pub fn character(&self, side: SideId) -> Character {
        Character {
            side,
            name: self.name.clone(),
            troop: self.name.clone(),
            cost: self.cost,
            profile: self.profile,
            rules: self.rules,
            poison: self.poison,
            skin: self.skin,
            base: self.base,
            height: self.height,
            pack: None,
            kit: Kit {
                weapons: self.grown.iter().copied().map(Carried::one).collect(),
                armour: self.armour,
                items: self.items,
            },
        }
    }

    /// What it costs to wear this instead of the usual: as listed, or the difference of prices.
    pub(super) fn armour_cost(&self, band: &Band, armour: ArmourId) -> i32 {
        let listed = self.armours.iter().find(|(offered, _)| *offered == armour);
        let listed = listed.map(|(_, cost)| *cost);
        listed.or(band.armoury.swap_price(self.armour, armour)).unwrap_or(0)
    }

    /// What something costs: as listed, or as printed.
    pub(super) fn extra_cost(&self, band: &Band, extra: Extra) -> i32 {
        let mut offers = self.gear.iter().chain(&band.gear);
        let listed = offers.find(|offer| offer.what == extra).map(|offer| offer.cost);
        listed.or(extra.price()).unwrap_or(0)
    }

    /// Whether it may buy something; a grumpy cat is everybody's friend (PUN-Q-36).
    pub(super) fn may_buy(&self, band: &Band, extra: Extra) -> bool {
        let mut offers = self.gear.iter().chain(&band.gear);
        extra == Extra::Item(Item::GrumpyCat) || offers.any(|offer| offer.what == extra)
    }

    /// Whether models of this kind come in packs.
    pub fn comes_in_packs(&self) -> bool {
        self.rules.has(ModelRule::Pack)
    }
}

impl Band {
    /// Everything that can be bought as a weapon at all, by its plain name: no bare hands, nothing
    /// that grows, and no weapon with rules that only this band's has.
    pub(super) fn sold(&self) -> Vec<(WeaponId, &Weapon)> {
        let offers = || self.troops.iter().flat_map(|troop| &troop.weapons);
        let changed =
            |id, weapon: &Weapon| offers().any(|o| o.weapon == id && o.name != weapon.name);
        let nothing = [WeaponId::IMPROVISED, WeaponId::UNARMED];
        let sold = |(id, weapon): &(WeaponId, &Weapon)| {
            !nothing.contains(id) && !weapon.has(GearRule::Natural) && !changed(*id, weapon)
        };
        self.armoury.weapons().filter(sold).collect()
    }
}

impl Roster {
    /// What all bullets cost.
    pub fn bullets_cost(&self) -> i32 {
        let plain = self.band.bullets.unwrap_or(crate::gear::BULLET_COST);
        let patched = self.band.patched_bullets.unwrap_or(crate::gear::PATCHED_BULLET_COST);
        plain * i32::from(self.bullets.plain) + patched * i32::from(self.bullets.patched)
    }

    /// What the whole roster costs.
    pub fn points(&self) -> i32 {
        let models: i32 = self.recruits.iter().map(|recruit| recruit.cost(&self.band)).sum();
        models + self.bullets_cost()
    }

    /// How many models it counts as: a pack is one (PUN-PAC-04).
    pub fn counted_models(&self) -> usize {
        self.recruits.iter().filter(|r| r.pack.is_none()).count() + self.packs.len()
    }
}
