//! What a single model may not have.

use super::super::Recruit;
use super::{Breach, Finder};
use crate::gear::{GearRule, MOST_WEAPONS};

impl Finder<'_> {
    pub(super) fn recruit(&mut self, recruit: &Recruit) {
        self.lists(recruit);
        self.number_of_weapons(recruit);
        self.clashes(recruit);
        self.shock(recruit);
        self.own_mutations(recruit);
    }

    /// Everything comes from the lists of the band (PUN-B-02).
    fn lists(&mut self, recruit: &Recruit) {
        let band = &self.roster.band;
        let (troop, line, name) = (recruit.kind(band), recruit.line, &recruit.name);
        for bought in recruit.weapons.iter().filter(|bought| !bought.listed) {
            let listed = troop.weapons.iter().map(|offer| &*offer.name);
            let what = format!(
                "{name} carries a {}, which is not for a {}; {}",
                bought.offer.name,
                troop.name,
                choose(listed)
            );
            self.add("PUN-B-02", line, what);
        }
        if let Some(armour) = recruit.armour
            && !troop.armours.iter().any(|(offered, _)| *offered == armour)
        {
            let listed = troop.armours.iter().map(|(id, _)| &*band.armoury.armour(*id).name);
            let what = format!(
                "{name} wears {}, which is not for a {}; {}",
                band.armoury.armour(armour).name,
                troop.name,
                choose(listed)
            );
            self.add("PUN-B-20", line, what);
        }
        for extra in recruit.extras.iter().filter(|extra| !troop.may_buy(band, **extra)) {
            let listed = troop.gear.iter().chain(&band.gear).map(|offer| offer.what.name());
            let what = format!(
                "{name} has a {}, which is not for a {}; {}",
                extra.name(),
                troop.name,
                choose(listed)
            );
            self.add("PUN-B-02", line, what);
        }
    }

    /// As many weapons as the troop carries (PUN-B-02).
    fn number_of_weapons(&mut self, recruit: &Recruit) {
        let band = &self.roster.band;
        let troop = recruit.kind(band);
        let carried = recruit.kit(band).load(&band.armoury).carried();
        let (least, most) = troop.carries;
        let (name, line) = (&recruit.name, recruit.line);
        if carried < usize::from(least) {
            let listed = troop.weapons.iter().map(|offer| &*offer.name);
            let what = format!(
                "{name} carries {carried} weapons, but a {} has at least {least}; {}",
                troop.name,
                choose(listed)
            );
            self.add("PUN-B-02", line, what);
        } else if carried > usize::from(most) && carried <= MOST_WEAPONS {
            let what = format!(
                "{name} carries {carried} weapons, but a {} has at most {most}; leave {} out",
                troop.name,
                carried - usize::from(most)
            );
            self.add("PUN-B-02", line, what);
        }
    }

    /// What nobody can carry at once (PUN-BND-07, PUN-BND-08).
    fn clashes(&mut self, recruit: &Recruit) {
        let band = &self.roster.band;
        for clash in recruit.kit(band).load(&band.armoury).clashes() {
            let what = format!("{} {clash}", recruit.name);
            self.found.push(Breach { clause: clash.clause(), line: recruit.line, what });
        }
    }

    /// A shocking weapon is for those in an electric suit (PUN-SHK-02).
    fn shock(&mut self, recruit: &Recruit) {
        let band = &self.roster.band;
        let shocking = recruit.bought_weapons(band).find(|w| w.has(GearRule::Shock));
        let worn = recruit.worn(band).map(|armour| band.armoury.armour(armour));
        let suited = worn.is_some_and(|armour| armour.has(GearRule::Electrified));
        if let (Some(weapon), false) = (shocking, suited) {
            let what = format!(
                "{} cannot use the {} without an electric suit; leave it out",
                recruit.name, weapon.name
            );
            self.add("PUN-SHK-02", recruit.line, what);
        }
    }

    /// As many mutations as the troop has, each once, and one skin (PUN-B-06).
    fn own_mutations(&mut self, recruit: &Recruit) {
        let band = &self.roster.band;
        let (troop, name, line) = (recruit.kind(band), &recruit.name, recruit.line);
        let ((least, most), count) = (troop.mutations, recruit.mutations.len());
        if !(usize::from(least)..=usize::from(most)).contains(&count) {
            let allowed = match most {
                0 => "none".to_owned(),
                _ => format!("{least} to {most}"),
            };
            let what = format!("{name} has {count} mutations; a {} has {allowed}", troop.name);
            self.add("PUN-B-06", line, what);
        }
        for (index, place) in recruit.mutations.iter().enumerate() {
            if recruit.mutations[..index].contains(place) {
                let mutation = &band.mutations[*place].name;
                self.add("PUN-B-06", line, format!("{name} has {mutation} twice; once is enough"));
            }
        }
        let mutations = recruit.mutations.iter().map(|place| &band.mutations[*place]);
        let skins: Vec<&str> = mutations.filter(|m| m.skin > 0).map(|m| &*m.name).collect();
        if skins.len() > 1 && skins.windows(2).any(|pair| pair[0] != pair[1]) {
            let what = format!(
                "{name} has {}; nobody has more than one skin, so leave one out",
                skins.join(" and ")
            );
            self.add("PUN-B-06", line, what);
        }
    }
}

/// What to do instead.
fn choose<'n>(listed: impl Iterator<Item = &'n str>) -> String {
    let listed: Vec<&str> = listed.collect();
    match listed.as_slice() {
        [] => "leave it out".to_owned(),
        [one] => format!("there is only {one}"),
        many => format!("choose from {}", many.join(", ")),
    }
}
