//! What both players are told before the first die is thrown: what is played, on which table,
//! and by which crews (chapters 2, 3, 13 and 14).

use engine::{Clause, Cx, Event, SideId};
use tabletop::{Form, Length, Piece};

use crate::contamination::is_contaminated;
use crate::movement::is_rough;
use crate::options::TerrainLaid;
use crate::points;
use crate::profile::{Character, Skill, Stats};
use crate::roster::{self, Limits};
use crate::setup::Laying;
use crate::state::State;

/// The usual table is a square of three feet (REQ-SET-06, REQ-SCEN-03).
const USUAL: Length = Length::inches(36);

impl State {
    /// Tells what is played, where, and by whom.
    pub fn announce(&self, cx: &mut Cx<'_>) {
        if cx.is_quiet() {
            return;
        }
        self.announce_scenario(cx);
        self.announce_table(cx);
        self.announce_rough_ground(cx);
        for index in 0..self.bands.len() {
            self.announce_band(cx, SideId(index as u8));
        }
    }

    /// How large crews may be: the scenario's numbers, and 25 points more for each game played
    /// before (REQ-SCEN-01, 02; REQ-Q-40; REQ-X-21).
    fn limits(&self) -> Limits {
        let (points, models) = (self.scenario.points, self.scenario.models);
        Limits { points, models }.after_games(self.agreed.games_played)
    }

    fn announce_scenario(&self, cx: &mut Cx<'_>) {
        let Limits { points, models: (fewest, most) } = self.limits();
        cx.cite(Clause("REQ-T-07"));
        cx.cite(Clause("REQ-Q-40"));
        if self.agreed.games_played > 0 {
            cx.cite(Clause("REQ-X-21"));
        }
        let name = &self.scenario.name;
        if self.scenario.is_printed() {
            cx.cite(Clause("REQ-SCEN-02"));
            cx.say(|| {
                let text = format!("{name}: {points} points and {fewest} to {most} models a side");
                Event::note(Clause("REQ-SCEN-01"), text)
            });
        } else {
            cx.say(|| {
                let text = format!("{name}: crews as agreed, five to seven models as a rule");
                Event::note(Clause("REQ-SET-01"), text)
            });
        }
    }

    fn announce_table(&self, cx: &mut Cx<'_>) {
        let (width, depth) = (self.table.width(), self.table.depth());
        let remark = if width < USUAL || depth < USUAL {
            ", smaller than is good"
        } else if width > USUAL || depth > USUAL {
            ", larger than usual"
        } else {
            ""
        };
        let clause = match (self.scenario.is_printed(), remark.is_empty()) {
            (false, _) => Clause("REQ-SET-06"),
            (true, true) => Clause("REQ-SCEN-03"),
            (true, false) => Clause("REQ-SCEN-04"),
        };
        cx.say(|| Event::note(clause, format!("The table is {width} by {depth} inches{remark}")));
        if self.agreed.terrain == TerrainLaid::Ready {
            cx.cite(Clause("REQ-SET-10"));
            cx.cite(Clause("REQ-Q-58"));
        }
        cx.say(|| {
            let large = Laying::of(self.table.sketch(), 1).large_things();
            let text = format!("Large pieces of terrain on it: {large}");
            Event::note(Clause("REQ-SET-07"), text)
        });
    }

    /// Everybody knows beforehand what is rough; the inside of a building is (REQ-SET-15).
    fn announce_rough_ground(&self, cx: &mut Cx<'_>) {
        cx.say(|| {
            let pieces = &self.table.sketch().pieces;
            let rough =
                pieces.iter().filter(|p| is_rough(p.kind) || matches!(p.form, Form::Building(_)));
            Event::note(Clause("REQ-SET-15"), format!("Rough ground: {}", listed(rough)))
        });
        cx.say(|| {
            let bad = self.table.sketch().pieces.iter().filter(|p| is_contaminated(p.kind));
            Event::note(Clause("REQ-TERR-02"), format!("Contaminated ground: {}", listed(bad)))
        });
    }

    /// One crew of one faction: who it is, and what it costs (REQ-SET-02, 04, 05).
    fn announce_band(&self, cx: &mut Cx<'_>, side: SideId) {
        let band = &self.bands[side.index()];
        let crew: Vec<&Character> = self.cast.iter().filter(|c| c.side == side).collect();
        let (count, cost) = (crew.len(), crew.iter().map(|c| c.points).sum::<i32>());
        cx.say(|| {
            let text = format!("{side} fields {}: {count} models, {cost} points", band.name);
            Event::note(Clause("REQ-SET-02"), text)
        });
        cx.cite(Clause("REQ-SET-04"));
        cx.cite(Clause("REQ-SET-05"));
        roster::clauses_of_faction(&band.faction).iter().for_each(|clause| cx.cite(*clause));
        for model in &crew {
            cite_model(cx, model);
        }
        let Limits { points, models: (fewest, most) } = self.limits();
        cx.cite(Clause("REQ-X-07"));
        // What an open battle costs is for its players to agree on (REQ-T-07).
        let dear = self.scenario.is_printed() && cost > points;
        if dear || !(fewest..=most).contains(&count) {
            cx.say(|| {
                let text = format!(
                    "{side}'s crew is beyond what is allowed: {points} points, {fewest} to {most} models"
                );
                Event::note(Clause("REQ-X-07"), text)
            });
        }
    }
}

/// The rules a model's stat line, gear and price rest on.
fn cite_model(cx: &mut Cx<'_>, model: &Character) {
    cx.cite(Clause("REQ-PROF-01"));
    let ordinary = model.stats == Stats::HUMAN;
    cx.cite(Clause(if ordinary { "REQ-PROF-08" } else { "REQ-PROF-09" }));
    if model.powers.len() > 1 {
        cx.cite(Clause("REQ-X-15"));
    }
    if !model.weapons.is_empty() || !model.armor.is_empty() {
        // Gear was looked up and hands were counted when the roster was read.
        cx.cite(Clause("REQ-GEAR-04"));
        cx.cite(Clause("REQ-GEAR-22"));
        cx.cite(Clause("REQ-PROF-10"));
    }
    if model.can(Skill::Sprint) {
        cx.cite(Clause("REQ-Q-63"));
    }
    if roster::is_choir_master(&model.name) {
        cx.cite(Clause("REQ-Q-19"));
    }
    if !model.skills.is_empty() {
        cx.cite(Clause("REQ-T-03"));
    }
    let weapons = model.weapons.iter().flat_map(roster::clauses_of_weapon);
    let armor = model.armor.iter().flat_map(roster::clauses_of_armor);
    weapons.chain(armor).for_each(|clause| cx.cite(clause));
    cx.cite(Clause("REQ-X-01"));
    for (part, _) in points::cost(model).parts {
        cx.cite(part.clause());
    }
}

/// The names of some pieces in one line.
fn listed<'a>(pieces: impl Iterator<Item = &'a Piece>) -> String {
    let names: Vec<&str> = pieces.map(|p| p.name.as_str()).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}
