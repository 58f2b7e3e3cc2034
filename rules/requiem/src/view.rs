//! What can be seen of a game of Requiem: everything, by everybody.

use engine::view::{ModelView, SideView, ZoneView};
use engine::{ModelId, SideId, View};

use crate::dice::Pool;
use crate::profile::{Armor, Hands, Skill, Weapon};
use crate::sight::Cover;
use crate::state::{BASE, Fear, Forfeit, HEIGHT, Phase, State};

impl State {
    /// The table as everybody sees it.
    pub fn view(&self) -> View {
        let sides = (0..self.bands.len()).map(|i| SideId(i as u8));
        let deploying = matches!(self.phase, Phase::Sides | Phase::Deployment);
        let zones = sides.clone().filter(|_| deploying).filter_map(|side| {
            let zone = self.bands[side.index()].zone?;
            let outline = zone.outline(&self.table)?;
            Some(ZoneView { name: format!("{side} deploys"), side: Some(side), outline })
        });
        View {
            phase: self.phase_words(),
            zones: zones.collect(),
            sides: sides.map(|side| self.side_view(side)).collect(),
            models: self.ids().map(|m| self.model_view(m)).collect(),
            markers: self.changes.markers.clone(),
            outcome: self.outcome.clone(),
        }
    }

    fn phase_words(&self) -> String {
        match &self.phase {
            Phase::Terrain(_) => "laying the terrain".to_owned(),
            Phase::Sides => "choosing sides".to_owned(),
            Phase::Deployment => "deployment".to_owned(),
            Phase::RoundStart => format!("end of round {}", self.round),
            Phase::Activations => match &self.active {
                Some(active) => format!("round {}, {} acts", self.round, self.name(active.model)),
                None => format!("round {}", self.round),
            },
        }
    }

    fn side_view(&self, side: SideId) -> SideView {
        let left = self.standing().filter(|m| self.side(*m) == side).count();
        let points = self.points_left(side);
        let claims = self.claim.as_ref().is_some_and(|c| c.side == side);
        let claim = if claims { ", claims the objective" } else { "" };
        let models = if left == 1 { "model" } else { "models" };
        let all = self.ids().filter(|m| self.side(*m) == side).count();
        let standing = match self.phase {
            Phase::Terrain(_) | Phase::Sides | Phase::Deployment => {
                format!("{left} of {all} models placed")
            }
            Phase::RoundStart | Phase::Activations => {
                format!("{left} {models}, {points} points{claim}")
            }
        };
        SideView { side, name: self.bands[side.index()].name.to_string(), standing }
    }

    /// A model's conditions in single words.
    pub fn condition_words(&self, model: ModelId) -> Vec<String> {
        let m = self.model(model);
        let mut words = Vec::new();
        if m.stun.is_some() {
            words.push("stunned");
        }
        match m.forfeit {
            Some(Forfeit::ThisRound) => words.push("helpless"),
            Some(Forfeit::NextRound) => words.extend(["helpless", "loses-next-activation"]),
            None => (),
        }
        match m.fear {
            Some(Fear::Panic) => words.push("panicked"),
            Some(Fear::Dread(_)) => words.push("in-dread"),
            None => (),
        }
        if m.veiled {
            words.push("veiled");
        }
        if self.is_contaminated(model) {
            words.push("contaminated");
        }
        words.into_iter().map(str::to_owned).collect()
    }

    fn model_view(&self, model: ModelId) -> ModelView {
        let (who, m) = (self.who(model), self.model(model));
        let stats = &who.stats;
        let mut card = vec![
            ("Move".to_owned(), stats.movement.to_string()),
            ("Ranged".to_owned(), stats.ranged.to_string()),
            ("Melee".to_owned(), stats.melee.to_string()),
            ("Defense".to_owned(), self.defense(false, model, Cover::None).short()),
            ("Willpower".to_owned(), stats.willpower.to_string()),
            ("Wounds".to_owned(), stats.wounds.to_string()),
            ("Points".to_owned(), who.points.to_string()),
        ];
        card.extend(who.weapons.iter().map(|w| (w.name.to_string(), weapon_words(w))));
        card.extend(who.armor.iter().map(|a| (a.name.to_string(), armor_words(a))));
        let skills = who.skills.iter().map(|s| s.name()).chain(who.powers.iter().map(|p| p.name()));
        card.extend(skills.map(|s| ("Skill".to_owned(), s.to_owned())));
        ModelView {
            model,
            name: who.name.to_string(),
            side: who.side,
            spot: m.spot,
            facing: None,
            squad: None,
            base: BASE.um(),
            height: HEIGHT.um(),
            wounds: (m.wounds, stats.wounds),
            conditions: self.condition_words(model),
            gone: m.removed,
            acted: m.activated,
            ranges: who.guns().filter_map(|(_, w)| Some((w.name.to_string(), w.range?))).collect(),
            card,
        }
    }
}

impl Skill {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Skill::Sprint => "Sprint",
            Skill::HandOfDoom => "Hand of Doom",
            Skill::VengeanceIsMine => "Vengeance Is Mine",
            Skill::SpiritualGuidance => "Spiritual Guidance",
            Skill::Contaminated => "Contaminated",
        }
    }
}

/// `+1k0, 14 inches, two hands`.
fn weapon_words(weapon: &Weapon) -> String {
    let range = weapon.range.map_or("melee".to_owned(), |r| format!("{r} inches"));
    let hands = match weapon.hands {
        Hands::One => "one hand",
        Hands::Two => "two hands",
        Hands::Free => "no hand",
    };
    let mut words = vec![weapon.bonus.as_change(), range, hands.to_owned()];
    words.extend(weapon.traits.iter().map(|t| t.name()));
    words.join(", ")
}

/// `+1k0 Defense`, `+1 pip Defense`.
fn armor_words(armor: &Armor) -> String {
    let dice = Some(armor.bonus).filter(|by| *by != Pool::default()).map(Pool::as_change);
    let pips = Some(armor.pips).filter(|by| *by != 0).map(|by| format!("{by:+} pip"));
    let words: Vec<String> = dice.into_iter().chain(pips).collect();
    format!("{} Defense", words.join(" "))
}
