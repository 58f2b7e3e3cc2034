//! What can be seen of a match: all but the other side's bullets and hidden models (PUN-Q-33).

use engine::view::{ModelView, SideView, ZoneView};
use engine::{Eyes, ModelId, SideId, View};
use tabletop::{Changes, Cloud, Kind, Length, Marker};

use crate::combat::blow_words;
use crate::gear::{Bullets, GearRule, Reach, Weapon};
use crate::options::OpenBullets;
use crate::profile::{Attribute, BASE};
use crate::state::{Fate, Held, PATCH_RADIUS, PatchKind, Phase, Posture, State, TokenKind};

/// How high smoke and fire are drawn.
const PATCH_HEIGHT: Length = Length::inches(2);

impl State {
    /// The table as a pair of eyes sees it.
    pub fn view(&self, eyes: Eyes) -> View {
        let sides = [SideId(0), SideId(1)];
        let deploying = matches!(self.phase, Phase::Zones | Phase::Deployment(_));
        let zones = sides.into_iter().filter(|_| deploying).filter_map(|side| {
            let zone = self.bands[side.index()].zone?;
            let outline = zone.outline(&self.table)?;
            Some(ZoneView { name: format!("{side} deploys"), side: Some(side), outline })
        });
        let shown = |m: &ModelId| match self.model(*m).fate {
            Fate::Hidden => self.is_known(*m, eyes),
            fate => fate != Fate::Unsuspected,
        };
        View {
            phase: self.phase_words(),
            zones: zones.chain(self.spilt_zones()).collect(),
            sides: sides.map(|side| self.side_view(side)).to_vec(),
            models: self.ids().filter(shown).map(|m| self.model_view(m, eyes)).collect(),
            markers: self.markers(),
            outcome: self.outcome.clone(),
        }
    }

    /// Whether a pair of eyes may know the secrets of a model.
    pub fn is_known(&self, model: ModelId, eyes: Eyes) -> bool {
        match eyes {
            Eyes::Referee => true,
            Eyes::Side(side) => side == self.side(model),
            Eyes::Spectator => false,
        }
    }

    /// Pools that have grown beyond what the table shows (PUN-SC3-05).
    fn spilt_zones(&self) -> impl Iterator<Item = ZoneView> {
        let shapes = self.spilt_pools().into_iter();
        shapes.map(|outline| ZoneView {
            name: "the pool has grown".to_owned(),
            side: None,
            outline,
        })
    }

    /// Corpses and devices.
    fn markers(&self) -> Vec<Marker> {
        let corpses = self.ids().filter_map(|m| match self.model(m).fate {
            Fate::Downed(spot) => {
                Some(Marker { name: format!("{}'s gear", self.name(m)), spot, radius: BASE })
            }
            _ => None,
        });
        let tokens = self.tokens.iter().filter_map(|token| {
            let name = match token.owner.filter(|_| token.kind == TokenKind::Machine) {
                Some(side) => format!("{} ({side})", token.name),
                None => token.name.to_string(),
            };
            Some(Marker { name, spot: token.spot?, radius: BASE })
        });
        corpses.chain(tokens).collect()
    }

    /// What has changed on the table, fire and smoke included.
    pub fn changes_seen(&self) -> Changes {
        let mut changes = self.changes.clone();
        changes.clouds.extend(self.patches.iter().map(|patch| Cloud {
            kind: match patch.kind {
                PatchKind::Fire => Kind::Fire,
                PatchKind::Smoke { .. } => Kind::Smoke,
            },
            spot: patch.spot,
            radius: PATCH_RADIUS,
            height: PATCH_HEIGHT,
        }));
        changes
    }

    fn phase_words(&self) -> String {
        match self.phase {
            Phase::Bullets => "sharing out bullets".to_owned(),
            Phase::Zones => "choosing zones".to_owned(),
            Phase::Deployment(_) => "deployment".to_owned(),
            Phase::TurnStart => format!("end of turn {}", self.turn),
            Phase::Rounds => match &self.acting {
                Some(acting) => {
                    let name = self.name(acting.model);
                    format!("turn {}, round {}, {name} acts", self.turn, self.round)
                }
                None if self.round == u8::MAX => format!("turn {}", self.turn),
                None => format!("turn {}, round {}", self.turn, self.round),
            },
        }
    }

    fn side_view(&self, side: SideId) -> SideView {
        let left = self.of_side(side).count();
        let models = if left == 1 { "model" } else { "models" };
        let score = self.score(side);
        let points = if score == 1 { "point" } else { "points" };
        let standing = format!("{left} {models}, {score} {points} scored");
        SideView { side, name: self.bands[side.index()].name.to_string(), standing }
    }

    /// A model's conditions in single words.
    pub fn condition_words(&self, model: ModelId) -> Vec<String> {
        let m = self.model(model);
        let mut words = Vec::new();
        match m.posture {
            Posture::Standing => (),
            Posture::Crouched => words.push("crouched"),
            Posture::Prone => words.push("prone"),
            Posture::Clinging => words.push("clinging"),
            Posture::Aloft => words.push("aloft"),
        }
        let aims = self.acting.as_ref().is_some_and(|a| a.aim_of(model).is_some());
        let fumes = self.acting.as_ref().is_some_and(|a| a.gassed.contains(&model));
        let up = m.spot.is_some();
        let rest = [
            (up && self.is_engaged(model), "engaged"),
            (m.ready, "ready"),
            (aims, "aiming"),
            (m.delayed.is_some(), "delayed"),
            (matches!(m.fate, Fate::Downed(_) | Fate::Removed), "downed"),
            (m.rage.is_some(), "raging"),
            (m.shock.is_some(), "shocked"),
            (m.poison.is_some(), "poisoned"),
            (m.gassed || fumes, "gassed"),
            (m.stray, "astray"),
            (self.load_of(model).is_some(), "carrying"),
        ];
        words.extend(rest.iter().filter(|(holds, _)| *holds).map(|(_, word)| *word));
        words.into_iter().map(str::to_owned).collect()
    }

    fn model_view(&self, model: ModelId, eyes: Eyes) -> ModelView {
        let (who, m) = (self.who(model), self.model(model));
        let value = |a: Attribute| match self.attribute(model, a) {
            Some(value) => value.to_string(),
            None => "-".to_owned(),
        };
        let mut card: Vec<(String, String)> =
            Attribute::ALL.iter().map(|a| (a.name().to_owned(), value(*a))).collect();
        card.push(("Armour".to_owned(), self.armour_words(model)));
        card.push(("Cost".to_owned(), who.cost.to_string()));
        let open = self.agreed.open_bullets == OpenBullets::On || self.is_known(model, eyes);
        if open && (self.has_firearm(model) || m.bullets.count() > 0) {
            card.push(("Bullets".to_owned(), bullet_words(m.bullets)));
        }
        card.extend(m.weapons.iter().map(|held| {
            let weapon = self.weapon(held);
            (weapon.name.to_string(), held_words(held, weapon))
        }));
        card.extend(m.items.iter().map(|item| ("Gear".to_owned(), item.name().to_owned())));
        card.extend(who.rules.iter().map(|rule| ("Rule".to_owned(), rule.name().to_owned())));
        let hidden = m.fate == Fate::Hidden;
        let strength = self.value(model, Attribute::Strength);
        let ranges = m.weapons.iter().filter_map(|held| {
            let weapon = self.weapon(held);
            let far = weapon.shot()?.farthest(strength, held.pumped_range());
            Some((weapon.name.to_string(), far))
        });
        ModelView {
            model,
            name: who.name.to_string(),
            side: who.side,
            spot: m.spot,
            facing: Some(m.facing),
            squad: None,
            base: who.base.um(),
            height: self.height_in(model, m.posture).um(),
            wounds: (u8::from(m.rage.is_some()), 1),
            conditions: self.condition_words(model),
            gone: !hidden && !matches!(m.fate, Fate::Up | Fate::Waiting),
            acted: m.acted && self.acting.as_ref().is_none_or(|acting| acting.model != model),
            ranges: ranges.collect(),
            card,
        }
    }

    fn armour_words(&self, model: ModelId) -> String {
        let value = self.armour_value(model, None);
        match self.model(model).armour {
            Some(id) => format!("{value} ({})", self.armoury.armour(id).name),
            None => value.to_string(),
        }
    }
}

fn bullet_words(bullets: Bullets) -> String {
    match bullets.patched {
        0 => bullets.plain.to_string(),
        patched => format!("{} and {patched} patched", bullets.plain),
    }
}

/// What a weapon does and how it is.
fn held_words(held: &Held, weapon: &Weapon) -> String {
    let mut words = Vec::new();
    match (weapon.shot(), weapon.blow()) {
        (Some(shot), _) => match shot.reach {
            Reach::Bands([short, medium, long]) => {
                words.push(format!("{short}/{medium}/{long} inches"));
            }
            Reach::Thrown(each) => words.push(format!("{each} inches for each Strength")),
            Reach::Line(length) | Reach::Template { length, .. } => {
                words.push(format!("{length} inches"));
            }
        },
        (None, Some(blow)) => words.push(blow_words(&blow)),
        (None, None) => (),
    }
    let hidden = |rule: &GearRule| *rule == GearRule::Rare;
    words.extend(weapon.rules.iter().filter(|r| !hidden(r)).map(|r| r.name().to_owned()));
    words.extend(held.fittings.iter().map(|f| f.name().to_owned()));
    if held.unloaded > 0 {
        words.push("not loaded".to_owned());
    }
    if held.jammed {
        words.push("jammed".to_owned());
    }
    if held.pumped != [0; 3] {
        let [strength, penetration, range] = held.pumped;
        words.push(format!("pumped {strength}/{penetration}/{range}"));
    }
    if weapon.is_bomb() {
        words.push(format!("{} left", held.count));
    }
    words.join(", ")
}
