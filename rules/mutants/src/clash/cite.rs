//! Which rules a fight came under, beside those that the terms of its rolls name.

use engine::{Clause, Cx, ModelId};

use super::{Clash, Manner};
use crate::gear::{Armor, Gear};
use crate::profile::{Rule, Size};
use crate::state::{Mark, State};

impl State {
    /// Notes what counted for the two fighters of a blow, and what they might have hoped for in
    /// vain (MUT-T-07).
    pub(super) fn cite_fighters(&self, cx: &mut Cx<'_>, clash: &Clash, with: Option<u8>) {
        let (Manner::Melee { with: own, .. } | Manner::Hack { with: own, .. }) = clash.manner
        else {
            return;
        };
        let Some(by) = clash.by.filter(|_| !cx.is_quiet()) else { return };
        let target = clash.target;
        self.cite_fighter(cx, by, (target, own));
        self.cite_fighter(cx, target, (by, with));
        let size = |m: ModelId| self.model(m).nature.size();
        let defends = size(target) > size(by);
        let wall = self.defends_obstacle(target, by) || self.defends_obstacle(by, target);
        let down = self.is(target, Mark::Fallen) && self.is_helpless(target);
        for (id, applies) in [("MUT-Q-42", defends), ("MUT-G-19", wall), ("MUT-Q-46", down)] {
            if applies {
                cx.cite(Clause(id));
            }
        }
    }

    fn cite_fighter(&self, cx: &mut Cx<'_>, model: ModelId, (other, with): (ModelId, Option<u8>)) {
        let (m, foe) = (self.model(model), self.model(other));
        let weapon = with.and_then(|i| m.gear.get(usize::from(i))).map(|item| item.gear);
        let powered = weapon == Some(Gear::PoweredWeapon);
        let gun = matches!(weapon, Some(Gear::Gun(_)));
        let (size, foe_size) = (m.nature.size(), foe.nature.size());
        let huge = size == Size::Huge && foe_size < size;
        let rider = m.has(Rule::Mounted) && !foe.has(Rule::Mounted);
        let power = m.wears(Armor::Power);
        let level = !self.stands_higher(model, other) && !self.stands_higher(other, model);
        for (id, applies) in [
            ("MUT-HTH-17", powered),
            ("MUT-SPC-102", powered),
            ("MUT-Q-25", gun),
            ("MUT-Q-43", self.adjacent_enemies(model).count() > 1),
            ("MUT-SPC-016", size == Size::Big && foe_size < size),
            ("MUT-SPC-067", huge),
            ("MUT-Q-15", huge && foe_size == Size::Normal),
            ("MUT-SPC-083", rider && foe_size <= size),
            ("MUT-Q-16", rider),
            ("MUT-G-18", !level),
            ("MUT-SPC-096", power),
            ("MUT-CON-21", power && m.is(Mark::ShutDown)),
            ("MUT-SPC-058", m.has(Rule::HandToHandSpecialist)),
            ("MUT-CON-19", m.is(Mark::Infected)),
            ("MUT-CON-23", m.is(Mark::Termites)),
        ] {
            if applies {
                cx.cite(Clause(id));
            }
        }
    }
}
