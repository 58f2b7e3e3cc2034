//! Found things: what piles of rubble and weapon caches hold (MUT-SCN-26, MUT-SCN-34).

use engine::{Clause, Cx, Event, ModelId, Need, Play};

use crate::gear::{Gear, Item, Shape};
use crate::party::tables::{self, Haul};
use crate::profile::{Kind, Nature};
use crate::state::{State, Thing};

impl State {
    /// A random artifact: one Equipment roll (MUT-SCN-26). It is rolled as anybody would, since
    /// nothing found is built into a Robot.
    pub fn find_equipment(&mut self, cx: &mut Cx<'_>, model: ModelId) -> Play<()> {
        let anybody = Nature::plain(Kind::Human);
        let haul = tables::random_equipment(cx, self.side(model), &anybody, &self.agreed)?;
        self.take_haul(cx, model, haul, Clause("MUT-SCN-26"));
        Ok(())
    }

    /// A weapon cache: a Grenade, a Gun or Armor, perhaps with Cells for it (MUT-SCN-34).
    pub fn open_cache(&mut self, cx: &mut Cx<'_>, model: ModelId) -> Play<()> {
        let side = self.side(model);
        let die = cx.dice(Need::d6(side, 1, "opens the cache").by(model))?[0];
        let gear = match die {
            1 => Gear::Grenade(tables::random_grenade(cx, side)?),
            2..=4 => Gear::Gun(tables::random_gun(cx, side)?),
            _ => Gear::Armor(tables::random_armor(cx, side)?),
        };
        let mut haul = Haul::default();
        haul.items.push(Item::new(gear));
        if gear.uses_cells() && cx.dice(Need::d6(side, 1, "looks for Cells").by(model))?[0] >= 3 {
            haul.cells = cx.dice(Need::d6(side, 1, "counts the Cells").by(model))?[0];
        }
        self.take_haul(cx, model, haul, Clause("MUT-SCN-34"));
        Ok(())
    }

    /// What was found is the finder's, but nobody understands it yet, unless it is primitive
    /// (MUT-CAM-22, 27). Whoever has no hands leaves it lying.
    fn take_haul(&mut self, cx: &mut Cx<'_>, model: ModelId, haul: Haul, clause: Clause) {
        let side = self.side(model);
        let has_hands = self.model(model).nature.has_hands();
        let spot = self.spot(model);
        cx.say(|| {
            let mut words: Vec<String> =
                haul.items.iter().map(|item| item.gear.name().to_owned()).collect();
            let s = if haul.cells == 1 { "" } else { "s" };
            words.extend((haul.cells > 0).then(|| format!("{} Cell{s}", haul.cells)));
            words.extend((haul.food > 0).then(|| format!("{} Food", haul.food)));
            Event::note(clause, format!("{} finds {}", self.name(model), words.join(", ")))
        });
        for item in haul.items {
            let known = item.gear.is_primitive();
            let shape = if known { Shape::Good } else { Shape::Mystery };
            let item = Item { shape, ..item };
            match has_hands {
                true => self.model_mut(model).gear.push(item),
                false => self.things.push(Thing { item, spot, of_wretched: false }),
            }
        }
        let m = self.model_mut(model);
        m.cells = m.cells.saturating_add(haul.cells);
        let party = &mut self.parties[side.index()];
        party.food = party.food.saturating_add(u32::from(haul.food));
    }
}
