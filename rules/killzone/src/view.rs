//! What can be seen of a game: everything but counters that lie face down.

use engine::view::{ModelView, SideView, ZoneView};
use engine::{Eyes, ModelId, SideId, View};

use crate::fire::FAST;
use crate::profile::Order;
use crate::state::{Fate, Phase, State};
use crate::weapons::GunId;

impl State {
    /// The table as a pair of eyes sees it.
    pub fn view(&self, eyes: Eyes) -> View {
        // Zombies that have not arrived yet are nowhere.
        let known = |m: &ModelId| {
            let model = self.model(*m);
            let waits = model.spot.is_none() && model.fate.is_none() && model.aboard.is_none();
            !(waits && self.forces[self.side(*m).index()].automatic)
        };
        View {
            phase: self.phase_words(),
            zones: self.sides().filter_map(|side| self.zone_view(side)).collect(),
            sides: self.sides().map(|side| self.side_view(side)).collect(),
            models: self.ids().filter(known).map(|m| self.model_view(m, eyes)).collect(),
            markers: self.changes.markers.clone(),
            outcome: self.outcome.clone(),
        }
    }

    /// The strip a side sets up in, while it does (KZ-FIG-15).
    fn zone_view(&self, side: SideId) -> Option<ZoneView> {
        let edge = self.forces[side.index()].edge.filter(|_| self.phase == Phase::Deployment)?;
        let outline = self.strip(edge)?;
        Some(ZoneView { name: format!("{side} sets up"), side: Some(side), outline })
    }

    fn phase_words(&self) -> String {
        let turn = self.turn;
        let light = if self.night { ", night" } else { "" };
        match self.phase {
            Phase::Edges => "choosing edges".to_owned(),
            Phase::Deployment => "setting up".to_owned(),
            Phase::FirstOrders(_) => "first orders".to_owned(),
            Phase::Start => format!("end of turn {turn}"),
            Phase::Initiative => format!("turn {turn}, initiative"),
            Phase::Action => match self.acting {
                Some(group) => format!("turn {turn}{light}, {} acts", self.group(group).name),
                None => format!("turn {turn}{light}"),
            },
            Phase::Wishes(_) | Phase::Changes => format!("turn {turn}, orders"),
            Phase::End => format!("end of turn {turn}"),
        }
    }

    fn side_view(&self, side: SideId) -> SideView {
        let force = &self.forces[side.index()];
        let left = self.figures_of(side).count();
        let able = self.figures_of(side).filter(|m| self.is_able(*m)).count();
        let standing = match self.phase {
            Phase::Edges | Phase::Deployment => format!("{left} figures placed"),
            _ if self.is_zombie_game() => format!("{left} figures"),
            _ => format!("{left} figures, {able} able, score {}", self.score(side)),
        };
        SideView { side, name: force.name.to_string(), standing }
    }

    /// A model's conditions in single words.
    fn condition_words(&self, model: ModelId) -> Vec<String> {
        let m = self.model(model);
        let vehicle = self.who(model).is_vehicle();
        let words = [
            (m.suppressed && !vehicle, "suppressed"),
            (m.suppressed && vehicle, "stalled"),
            (m.captor.is_some(), "captive"),
            (!self.captives(model).is_empty(), "captor"),
            (m.loads.iter().any(|load| load.reload > 0), "reloading"),
            (vehicle && m.driven > FAST, "fast"),
            (m.aboard.is_some(), "aboard"),
        ];
        words.iter().filter(|(so, _)| *so).map(|(_, word)| (*word).to_owned()).collect()
    }

    fn model_view(&self, model: ModelId, eyes: Eyes) -> ModelView {
        let (who, m) = (self.who(model), self.model(model));
        let range = |gun: &GunId| (gun.name().to_owned(), self.range_of(model, *gun));
        let body = self.body(model);
        let killed = u8::from(m.fate == Some(Fate::Killed));
        ModelView {
            model,
            name: who.name.to_string(),
            side: who.side,
            spot: m.spot.or_else(|| m.aboard.map(|_| self.spot(model))),
            facing: who.is_vehicle().then_some(m.facing),
            squad: Some(self.group(who.group).name.to_string()),
            base: if m.aboard.is_some() { crate::state::BASE.um() } else { body.base.um() },
            height: body.height.um(),
            wounds: (killed, 1),
            conditions: self.condition_words(model),
            gone: m.fate.is_some(),
            acted: m.acted,
            ranges: who.guns.iter().map(range).collect(),
            card: self.card(model, eyes),
        }
    }

    fn card(&self, model: ModelId, eyes: Eyes) -> Vec<(String, String)> {
        let (who, m) = (self.who(model), self.model(model));
        let mut card: Vec<(String, String)> = Vec::new();
        let mut line = |label: &str, value: String| card.push((label.to_owned(), value));
        line("Group", self.group(who.group).name.to_string());
        line("Class", who.class.name().to_owned());
        line("Rank", who.rank.name().to_owned());
        if !who.is_vehicle() {
            line("Order", m.order.name().to_owned());
            if !self.is_hidden(who.group, eyes)
                && let Some(wish) = m.wish
            {
                line("New order", Order::name(wish).to_owned());
            }
            line("Armour", who.armour.name().to_owned());
        }
        let tough = who.toughness();
        line("Killed on", format!("{}+", tough.kill));
        line("Suppressed on", format!("{}+", tough.suppress));
        let counted = who.guns.iter().filter(|gun| gun.get().ammo > 0).count();
        for gun in &who.guns {
            let kind = gun.get();
            let words =
                format!("{} inches, {} shots, {} dice", kind.range(), kind.rapid, kind.dice);
            line(gun.name(), words);
            if kind.ammo > 0 {
                let own = format!("{} ammo", gun.name());
                let label = if counted > 1 { &*own } else { "Ammo" };
                line(label, self.load(model, *gun).ammo.to_string());
            }
        }
        for ((gun, _), left) in who.stock.iter().zip(&m.stock) {
            line(gun.name(), left.to_string());
        }
        for hand in &who.hands {
            line(hand.name(), format!("{:+}", hand.get().bonus));
        }
        let kit = [
            (who.headset, "headset"),
            (who.night_sight, "night sight"),
            (who.scope, "sniper scope"),
            (who.stealth, "stealth suit"),
        ];
        for (_, name) in kit.iter().filter(|(has, _)| *has) {
            line("Kit", (*name).to_owned());
        }
        if self.prize == Some(model) {
            line("Wanted", "worth double alive".to_owned());
        }
        line("Points", who.points.to_string());
        card
    }
}
