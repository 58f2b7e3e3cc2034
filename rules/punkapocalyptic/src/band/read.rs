//! Reading a roster, with every problem found on the way.

use std::sync::Arc;

use tabletop::fields::{Fields, Problems, Value, clipped, place, plain, tell_apart};
use tabletop::file::{MOST_PROBLEMS, Problem};
use toml::de::DeValue;

use super::list::{self, BAND_KEYS};
use super::values::{number, small};
use super::words::{self, counted, pick, unknown};
use super::{
    Band, Bought, Extra, LONGEST, LONGEST_NAME, MOST_MODELS, Recruit, Roster, Troop, WeaponOffer,
    bands,
};
use crate::gear::{ArmourId, Bullets, Fitting, Fittings, Weapon};
use crate::profile::{Attribute, ModelRule, Name};

/// Most weapons, or things, that are read of one model.
const MOST_THINGS: usize = 8;
/// Most of a weapon that are read.
const MOST_OF_A_KIND: u32 = 20;
/// Most members of a pack that are read; five are allowed (PUN-PAC-01).
const MOST_MEMBERS: usize = 20;
/// Most bullets of a band.
const MOST_BULLETS: u8 = 60;

const ROSTER_KEYS: &[&str] =
    &["name", "band", "bullets", "patched_bullets", "model", "pack", "note"];
const MODEL_KEYS: &[&str] = &["name", "troop", "weapons", "armour", "gear", "mutations", "note"];
const PACK_KEYS: &[&str] =
    &["name", "troop", "members", "weapons", "armour", "gear", "mutations", "note"];

/// See [`super::read`].
pub(super) fn roster(text: &str) -> Result<Roster, Vec<String>> {
    let mut problems = Problems::new(MOST_PROBLEMS);
    let found = document(&mut problems, text);
    match found {
        Some(roster) if problems.is_empty() => Ok(roster),
        _ => Err(problems.located(text).iter().map(Problem::to_string).collect()),
    }
}

fn document(problems: &mut Problems, text: &str) -> Option<Roster> {
    let document = problems.parse(text, LONGEST)?;
    let fields = Fields::new(document.get_ref(), 0, "a roster");
    problems.check_keys(&fields, ROSTER_KEYS, &[MODEL_KEYS, BAND_KEYS].concat());
    problems.check_note(&fields);
    let name = problems.need(&fields, "name", "\"Rust Street Kings\"");
    let name = name.and_then(|value| problems.trimmed_name(value, LONGEST_NAME));
    let band = band(problems, &fields);
    let mut buy = |key: &str| number(problems, &fields, key, (0, MOST_BULLETS)).unwrap_or(0);
    let bullets = Bullets { plain: buy("bullets"), patched: buy("patched_bullets") };
    let models = problems.tables(&fields, ("model", "a model"), MOST_MODELS);
    let packs = problems.tables(&fields, ("pack", "a pack"), MOST_MODELS);
    if fields.get("model").is_none() && fields.get("pack").is_none() {
        problems.add(0, "a roster needs models: [[model]], then troop = \"Ganger\"");
    }
    let band = band?;
    let line = |at: usize| text[..text.floor_char_boundary(at)].matches('\n').count() + 1;
    let bought = fields.get("bullets").or_else(|| fields.get("patched_bullets"));
    let mut roster = Roster {
        name: name.unwrap_or_default().into(),
        band: Arc::clone(&band),
        recruits: Vec::new(),
        packs: Vec::new(),
        bullets,
        bullets_line: bought.map_or(1, |value| line(place(value))),
    };
    let mut reader = Reader { problems, band: &band };
    for table in &models {
        let recruit = reader.model(table);
        roster.recruits.extend(recruit.map(|r| Recruit { line: line(table.at), ..r }));
    }
    for table in &packs {
        let Some((name, members)) = reader.pack(table, roster.packs.len() as u8) else { continue };
        let line = line(table.at);
        roster.recruits.extend(members.into_iter().map(|r| Recruit { line, ..r }));
        roster.packs.push((name, line));
    }
    if roster.recruits.len() > MOST_MODELS {
        let message = format!("a roster holds at most {MOST_MODELS} models, packs and all");
        problems.add(0, message);
        return None;
    }
    tell_apart(&mut roster.recruits, |recruit: &mut Recruit| &mut recruit.name);
    name.map(|_| roster)
}

/// The band: a printed one by its name, or one of the roster's own.
fn band(problems: &mut Problems, fields: &Fields) -> Option<Arc<Band>> {
    let value = problems.need(fields, "band", "\"Gangers\"")?;
    if let DeValue::Table(table) = value.get_ref() {
        let fields = Fields::new(table, place(value), "a band");
        return list::band(problems, &fields).map(Arc::new);
    }
    let text = problems.text(value, "Gangers")?;
    let names = bands().iter().map(|band| &*band.name);
    let found = pick("band", text, names)
        .map_err(|why| format!("{why} (or write a band of your own as [band])"));
    problems.take(place(value), found).map(|place| Arc::clone(&bands()[place]))
}

struct Reader<'p> {
    problems: &'p mut Problems,
    band: &'p Band,
}

impl Reader<'_> {
    /// The name of a model, which players type in their answers.
    fn name(&mut self, value: Value) -> Option<Name> {
        let name = self.problems.trimmed_name(value, LONGEST_NAME)?;
        if name.contains(['"', '+', ';']) {
            let message = "a name does without \", + and ;, which answers are written with";
            self.problems.add(place(value), message);
            return None;
        }
        Some(name.into())
    }

    fn troop(&mut self, fields: &Fields) -> Option<usize> {
        let troops = &self.band.troops;
        let example = troops.first().map_or("Ganger", |troop| &*troop.name);
        let value = self.problems.need(fields, "troop", &format!("\"{example}\""))?;
        let text = self.problems.text(value, example)?;
        let what = format!("troop among the {}", self.band.name);
        let found = pick(&what, text, troops.iter().map(|troop| &*troop.name));
        self.problems.take(place(value), found)
    }

    fn model(&mut self, fields: &Fields) -> Option<Recruit> {
        self.problems.check_keys(fields, MODEL_KEYS, &["members"]);
        self.problems.check_note(fields);
        let own = fields.get("name").map(|value| self.name(value));
        let troop = self.troop(fields)?;
        let kind = &self.band.troops[troop];
        if kind.rules.has(ModelRule::Pack) {
            let message = format!(
                "{}s come in packs: write [[pack]], with members = 3 (PUN-PAC-01)",
                kind.name
            );
            self.problems.add(fields.at, message);
        }
        let name = own.unwrap_or_else(|| Some(kind.name.clone()))?;
        self.recruit(fields, name, troop)
    }

    /// A pack: its name and its members, all with the same gear (PUN-PAC-01).
    fn pack(&mut self, fields: &Fields, pack: u8) -> Option<(Name, Vec<Recruit>)> {
        self.problems.check_keys(fields, PACK_KEYS, &[]);
        self.problems.check_note(fields);
        let own = fields.get("name").map(|value| self.name(value));
        let members = self.members(fields);
        let troop = self.troop(fields)?;
        let kind = &self.band.troops[troop];
        if !kind.rules.has(ModelRule::Pack) {
            let message =
                format!("{}s do not come in packs: write [[model]] (PUN-PAC-01)", kind.name);
            self.problems.add(fields.at, message);
        }
        let usual: Name = format!("{} pack", kind.name).as_str().into();
        let name = own.unwrap_or(Some(usual))?;
        let first = self.recruit(fields, kind.name.clone(), troop)?;
        let member = |own: Option<Name>| Recruit {
            name: own.unwrap_or_else(|| kind.name.clone()),
            pack: Some(pack),
            ..first.clone()
        };
        Some((name, members?.into_iter().map(member).collect()))
    }

    /// The members of a pack, by name or just by number.
    fn members(&mut self, fields: &Fields) -> Option<Vec<Option<Name>>> {
        let value = self.problems.need(fields, "members", "3, or the list of their names")?;
        let named = value.get_ref().as_array().filter(|values| values.len() <= MOST_MEMBERS);
        if let Some(values) = named {
            return values.iter().map(|value| self.name(value).map(Some)).collect();
        }
        let number = small(value.get_ref()).map(usize::from);
        let number = number.filter(|n| (1..=MOST_MEMBERS).contains(n));
        if number.is_none() {
            let message = format!(
                "expected how many there are, members = 3, or the list of their names, not more \
                 than {MOST_MEMBERS}"
            );
            self.problems.add(place(value), message);
        }
        number.map(|n| vec![None; n])
    }

    fn recruit(&mut self, fields: &Fields, name: Name, troop: usize) -> Option<Recruit> {
        let kind = &self.band.troops[troop];
        let mut weapons = self.weapons(fields, kind);
        let extras = self.extras(fields, &mut weapons);
        let armour = self.armour(fields, kind, &weapons);
        let recruit = Recruit {
            mutations: self.mutations(fields),
            name,
            troop,
            weapons,
            armour,
            extras,
            pack: None,
            line: 0,
        };
        self.check_agility(fields, &recruit);
        Some(recruit)
    }

    /// Weapons that were bought, such as `2 Fire bombs`: from the troop's list where they are on
    /// it, and otherwise as they are printed.
    fn weapons(&mut self, fields: &Fields, troop: &Troop) -> Vec<Bought> {
        let mut bought = Vec::new();
        for (text, at) in self.problems.texts(fields, ("weapons", "Mace"), MOST_THINGS) {
            let (count, name) = counted(text);
            let found = self.offer(troop, name);
            let Some((offer, listed)) = self.problems.take(at, found) else { continue };
            let bomb = self.band.armoury.weapon(offer.weapon).is_bomb();
            if !(1..=MOST_OF_A_KIND).contains(&count) || (count > 1 && !bomb) {
                let message = match bomb {
                    true => format!("carry 1 to 5 bombs, not {count} (PUN-B-22)"),
                    false => format!("only bombs are counted; name each {} by itself", offer.name),
                };
                self.problems.add(at, message);
                continue;
            }
            let fittings = Fittings::NONE;
            bought.push(Bought { offer, count: count as u8, fittings, listed });
        }
        bought
    }

    /// A weapon by its name, one or several: on the troop's list, or any other there is.
    fn offer(&self, troop: &Troop, text: &str) -> Result<(WeaponOffer, bool), String> {
        let wanted = plain(text);
        let singular = wanted.strip_suffix('s').unwrap_or(&wanted);
        let same = |name: &str| plain(name) == wanted || plain(name) == singular;
        if let Some(offer) = troop.weapons.iter().find(|offer| same(&offer.name)) {
            return Ok((offer.clone(), true));
        }
        let sold = self.band.sold();
        if let Some((id, weapon)) = sold.iter().find(|(_, weapon)| same(&weapon.name)) {
            let (name, cost) = (weapon.name.clone(), weapon.cost);
            return Ok((WeaponOffer { name, weapon: *id, cost, with: None }, false));
        }
        Err(unknown("weapon", text, sold.iter().map(|(_, weapon)| &*weapon.name).collect()))
    }

    /// Special equipment; whatever goes on a firearm is fixed to the first that takes it.
    fn extras(&mut self, fields: &Fields, weapons: &mut [Bought]) -> Vec<Extra> {
        let mut extras = Vec::new();
        for (text, at) in self.problems.texts(fields, ("gear", "Shield"), MOST_THINGS) {
            let Some(extra) = self.problems.take(at, words::extra(text)) else { continue };
            let twice = extras.contains(&extra);
            match extra {
                Extra::Item(item) if twice => {
                    self.problems.add(at, format!("one {item} is enough; leave the other out"));
                }
                Extra::Fitting(fitting) if !self.fit(weapons, fitting) => {
                    let (on, clause) = match fitting {
                        Fitting::Bayonet => ("a firearm", fitting.clause()),
                        Fitting::Scope => ("a pistol or rifle", fitting.clause()),
                    };
                    let message = format!(
                        "a {fitting} goes on {on} that has none yet; it has no such weapon \
                         ({clause})"
                    );
                    self.problems.add(at, message);
                }
                Extra::Item(_) | Extra::Fitting(_) => extras.push(extra),
            }
        }
        extras
    }

    fn fit(&self, weapons: &mut [Bought], fitting: Fitting) -> bool {
        let takes = |weapon: &Weapon| match fitting {
            Fitting::Bayonet => weapon.takes_bayonet(),
            Fitting::Scope => weapon.takes_scope(),
        };
        let armoury = &self.band.armoury;
        let free = |bought: &&mut Bought| {
            takes(armoury.weapon(bought.offer.weapon)) && !bought.fittings.has(fitting)
        };
        let found = weapons.iter_mut().find(free);
        found.map(|bought| bought.fittings.add(fitting)).is_some()
    }

    /// The armour that was bought in place of the troop's.
    fn armour(&mut self, fields: &Fields, troop: &Troop, weapons: &[Bought]) -> Option<ArmourId> {
        let value = fields.get("armour")?;
        let text = self.problems.text(value, "Hardened leather")?;
        let armoury = &self.band.armoury;
        let found = pick("armour", text, armoury.armours().map(|(_, armour)| &*armour.name));
        let place_of = self.problems.take(place(value), found)?;
        let (armour, kind) = armoury.armours().nth(place_of)?;
        let brings = weapons.iter().find(|bought| bought.offer.with.is_some());
        match brings {
            Some(bought) if bought.offer.with != Some(armour) => {
                let message = format!(
                    "{} comes with armour that takes the place of {}; leave one out (PUN-B-23)",
                    bought.offer.name, kind.name
                );
                self.problems.add(place(value), message);
                None
            }
            Some(_) => None,
            None => Some(armour).filter(|armour| Some(*armour) != troop.armour),
        }
    }

    fn mutations(&mut self, fields: &Fields) -> Vec<usize> {
        let mut found = Vec::new();
        for (text, at) in self.problems.texts(fields, ("mutations", "Hunk"), MOST_THINGS) {
            let names = self.band.mutations.iter().map(|mutation| &*mutation.name);
            found.extend(self.problems.take(at, pick("mutation", text, names)));
        }
        found
    }

    /// Nobody buys what would leave it without Agility: it could never act (PUN-Q-06).
    fn check_agility(&mut self, fields: &Fields, recruit: &Recruit) {
        if recruit.agility(self.band) < 1 {
            let kit = recruit.kit(self.band);
            let clumsy = kit.load(&self.band.armoury).cumbersome().join(" and ");
            let message = format!(
                "with {} it has no {} left and could never act; leave it out (PUN-Q-06)",
                clipped(&clumsy),
                Attribute::Agility.name()
            );
            self.problems.add(fields.at, message);
        }
    }
}
