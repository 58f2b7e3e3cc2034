//! What one pair of eyes may see.

use std::collections::BTreeMap;

use serde::Serialize;
use tabletop::{Length, Marker, Polygon, Spot, Vector};

use crate::book::Outcome;
use crate::ids::{ModelId, SideId};

/// Who is looking.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Eyes {
    /// A side.
    Side(SideId),
    /// Somebody who watches, and sees only what everybody sees.
    Spectator,
    /// A referee, who sees everything.
    Referee,
}

impl Eyes {
    /// The side that is looking, if one is.
    pub fn side(self) -> Option<SideId> {
        match self {
            Eyes::Side(side) => Some(side),
            Eyes::Spectator | Eyes::Referee => None,
        }
    }
}

/// The table as one pair of eyes sees it.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// Round and phase in words.
    pub phase: String,
    /// The sides, in the order of their numbers.
    pub sides: Vec<SideView>,
    /// The models that can be seen, in the order of their numbers.
    pub models: Vec<ModelView>,
    /// Parts of the table that matter now.
    pub zones: Vec<ZoneView>,
    /// Tokens on the table.
    pub markers: Vec<Marker>,
    /// How it ended.
    pub outcome: Option<Outcome>,
}

/// A side as it is seen.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SideView {
    /// Which.
    pub side: SideId,
    /// What its force is called.
    pub name: String,
    /// How it stands, in a few words.
    pub standing: String,
}

/// A model as it is seen.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ModelView {
    /// Which.
    pub model: ModelId,
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub side: SideId,
    /// Where it is; nowhere when it has been removed or not been placed yet.
    pub spot: Option<Spot>,
    /// Where it faces, in books where that matters.
    pub facing: Option<Vector>,
    /// The squad it belongs to, in books that have squads.
    pub squad: Option<String>,
    /// Radius of its base in micrometres.
    pub base: i32,
    /// Its height in micrometres.
    pub height: i32,
    /// Wounds or hits taken, and how many it can take.
    pub wounds: (u8, u8),
    /// Conditions in single words, such as `stunned`.
    pub conditions: Vec<String>,
    /// Whether it has left the table for good.
    pub gone: bool,
    /// Whether it has acted in this round.
    pub acted: bool,
    /// How far its weapons reach from the edge of its base, for drawing.
    pub ranges: Vec<(String, Length)>,
    /// Lines of label and value about it.
    pub card: Vec<(String, String)>,
}

/// A part of the table that matters now.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ZoneView {
    /// What it is.
    pub name: String,
    /// Whose it is.
    pub side: Option<SideId>,
    /// Its outline.
    #[cfg_attr(feature = "typescript", ts(as = "Vec<tabletop::Point>"))]
    pub outline: Polygon,
}

impl View {
    /// A model by its name.
    pub fn model(&self, name: &str) -> Option<&ModelView> {
        self.models.iter().find(|m| m.name == name)
    }

    /// What has become of the models since another view, in words, and of markers that are called
    /// otherwise now; `nothing` where nothing has.
    /// Soldiers of one squad are counted instead of named.
    pub fn difference(&self, before: &View) -> String {
        let mut changes: Vec<String> = Vec::new();
        let mut counted: BTreeMap<(&str, String), usize> = BTreeMap::new();
        for model in &self.models {
            let Some(was) = before.models.iter().find(|m| m.model == model.model) else {
                continue;
            };
            let fates = model.fates(was);
            let mates = |squad: &&str| {
                before.models.iter().filter(|m| m.squad.as_deref() == Some(squad)).count() > 1
            };
            match model.squad.as_deref().filter(mates) {
                Some(squad) if !fates.is_empty() => {
                    *counted.entry((squad, fates.join(" and "))).or_default() += 1;
                }
                _ => changes.extend(fates.iter().map(|fate| format!("{} {fate}", model.name))),
            }
        }
        let squads = counted.into_iter();
        changes.extend(squads.map(|((squad, fate), count)| format!("{count} of {squad} {fate}")));
        for marker in &self.markers {
            let there = before.markers.iter().find(|m| m.spot == marker.spot);
            if let Some(was) = there.filter(|m| m.name != marker.name) {
                changes.push(format!("{} becomes {}", was.name, marker.name));
            }
        }
        if changes.is_empty() { "nothing".to_owned() } else { changes.join(", ") }
    }
}

impl ModelView {
    /// What has become of a model since another view, each in a word or two.
    fn fates(&self, was: &ModelView) -> Vec<String> {
        if was.spot.is_some() && self.spot.is_none() {
            return vec!["removed".to_owned()];
        }
        let hurt = (self.wounds.0 != was.wounds.0).then(|| format!("wounds {}", self.wounds.0));
        let fresh = self.conditions.iter().filter(|c| !was.conditions.contains(c));
        hurt.into_iter().chain(fresh.cloned()).collect()
    }
}
