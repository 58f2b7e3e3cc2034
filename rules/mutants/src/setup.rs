//! Chapter 3: before the first turn: roles, terrain, sides, weapons at hand, deployment.

pub mod allies;
pub mod deploy;
pub mod terrain;

use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Need, Play, SideId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use tabletop::measure::Edge;
use tabletop::{FeatureId, Fixed, Kind, PieceId, Table};

use crate::activation::draw_card;
use crate::gear::Item;
use crate::layout;
use crate::options::Doors;
use crate::party::wear::best_ready;
use crate::scenarios::{self, Edges, Scenario};
use crate::state::{Lock, State};
use terrain::Laying;

/// Where in the game we are.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Phase {
    /// Nothing has happened yet.
    Setup,
    /// With more than two players: who fights together (MUT-TRN-14), by the next to be asked.
    Allies(u8),
    /// Who attacks and who defends (MUT-TRN-01).
    Roles,
    /// The defender lays the terrain (MUT-TRN-02).
    Terrain(Laying),
    /// What the scenario has on the table.
    Sites,
    /// The attacker chooses a side of the table (MUT-TRN-03).
    Edges,
    /// Which weapon is at hand (MUT-ACT-04), by the next model to be asked for.
    Readying(u16),
    /// Models are placed (MUT-TRN-03).
    Deployment,
    /// Who begins (MUT-TRN-04).
    FirstTurn,
    /// Turns.
    Turns,
}

impl State {
    /// One step of everything that comes before the first turn.
    pub fn set_up(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        match self.phase.clone() {
            Phase::Setup => self.open(cx),
            Phase::Allies(next) => self.choose_ally(cx, next),
            Phase::Roles => self.choose_roles(cx),
            Phase::Terrain(laying) => self.lay_terrain(cx, laying),
            Phase::Sites => self.prepare_sites(cx),
            Phase::Edges => self.choose_edges(cx),
            Phase::Readying(next) => self.ready_weapon(cx, next),
            Phase::Deployment => self.deploy(cx),
            Phase::FirstTurn => self.roll_for_first_turn(cx),
            Phase::Turns => Ok(()),
        }
    }

    /// The phase before the first turn, in words.
    pub fn setup_words(&self) -> String {
        let words = match self.phase {
            Phase::Setup => "before the battle",
            Phase::Allies(_) => "choosing allies",
            Phase::Roles => "choosing roles",
            Phase::Terrain(_) => "laying the terrain",
            Phase::Sites => "preparing the table",
            Phase::Edges => "choosing sides",
            Phase::Readying(_) => "readying weapons",
            Phase::Deployment => "deployment",
            Phase::FirstTurn => "rolling for the first turn",
            Phase::Turns => "under way",
        };
        format!("{}, {words}", self.mission.scenario.title())
    }

    /// The scenario is rolled if that was wished (MUT-SCN-01), and everybody is told what is
    /// played and where.
    fn open(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        if self.mission.scenario == Scenario::Random {
            let scenario = scenarios::roll_scenario(cx, SideId(0))?;
            self.mission.scenario = scenario;
            if let Some(wish) = self.mission.wish.take() {
                self.replace_table(layout::generated(scenario, wish, &self.agreed));
            }
        }
        self.announce_battle(cx);
        self.order = self.sides().collect();
        self.mission.edges = self.parties.iter().map(|_| Edges::new()).collect();
        self.phase = if self.parties.len() > 2 { Phase::Allies(0) } else { Phase::Roles };
        Ok(())
    }

    /// Puts another table in place of this one; only before anybody stands on it.
    fn replace_table(&mut self, sketch: tabletop::Sketch) {
        // A sketch that makes no table never came from a table or the generator.
        if let Ok(table) = Table::new(sketch) {
            self.table = Fixed::new(table);
        }
    }

    fn announce_battle(&self, cx: &mut Cx<'_>) {
        let scenario = self.mission.scenario;
        cx.say(|| {
            let text = format!("{}: {}", scenario.title(), scenario.summary());
            Event::note(scenario.clause(), text).deed(Deed::Heading)
        });
        let (width, depth) = (self.table.width(), self.table.depth());
        let least = layout::least_size(self.agreed.scale);
        let small = width < least || depth < least;
        cx.say(|| {
            let remark = if small { ", smaller than it should be" } else { "" };
            let text = format!("The table is {width} by {depth} inches{remark}");
            Event::note(Clause("MUT-GEN-09"), text)
        });
        if self.parties.len() > 2 {
            cx.cite(Clause("MUT-GEN-12"));
        }
    }

    /// A roll-off for the choice of roles (MUT-TRN-01); with more than two players the first
    /// card names the defender (MUT-TRN-12). Around water this comes after the terrain
    /// (MUT-SCN-09).
    fn choose_roles(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        let defender = match self.parties.len() {
            0..=2 => self.roll_for_roles(cx)?,
            _ => self.draw_roles(cx)?,
        };
        self.mission.defender = Some(defender);
        let others = self.order.iter().copied().filter(|side| *side != defender);
        self.order = std::iter::once(defender).chain(others).collect();
        cx.say(|| {
            let clause = Clause(if self.order.len() > 2 { "MUT-TRN-12" } else { "MUT-TRN-01" });
            Event::note(clause, format!("{defender} defends"))
        });
        self.phase = self.phase_after_roles(cx);
        Ok(())
    }

    fn roll_for_roles(&self, cx: &mut Cx<'_>) -> Play<SideId> {
        let water = self.mission.scenario == Scenario::Water;
        let clause = Clause(if water { "MUT-SCN-09" } else { "MUT-TRN-01" });
        if water {
            cx.cite(Clause("MUT-Q-35"));
        }
        let winner = self.roll_off(cx, ("rolls for the roles", "has the choice"), clause)?;
        let ask = Ask::new(winner, "role", "Attack or defend?", clause);
        let defends = cx.choose(ask, &[true, false], |defends| match defends {
            true => Choice::new("defend").declining(),
            false => Choice::new("attack"),
        })?;
        Ok(if defends { winner } else { self.opponent(winner) })
    }

    /// Cards are drawn for all players: the first names the defender, the rest attack in the
    /// order drawn (MUT-TRN-12). A card is a die with as many faces as there are cards.
    fn draw_roles(&mut self, cx: &mut Cx<'_>) -> Play<SideId> {
        let mut cards: SmallVec<[SideId; 4]> = self.sides().collect();
        let mut drawn: SmallVec<[SideId; 4]> = SmallVec::new();
        while !cards.is_empty() {
            let side = draw_card(cx, &cards)?;
            cards.retain(|card| *card != side);
            drawn.push(side);
        }
        cx.cite(Clause("MUT-TRN-12"));
        cx.cite(Clause("MUT-GEN-12"));
        self.order = drawn;
        Ok(self.order[0])
    }

    /// All sides, by their numbers.
    pub fn sides(&self) -> impl Iterator<Item = SideId> + use<> {
        (0..self.parties.len()).map(|i| SideId(i as u8))
    }

    fn opponent(&self, side: SideId) -> SideId {
        self.sides().find(|other| *other != side).unwrap_or(side)
    }

    /// Both throw a die until one is higher (MUT-GEN-06).
    fn roll_off(
        &self,
        cx: &mut Cx<'_>,
        (purpose, prize): (&'static str, &'static str),
        clause: Clause,
    ) -> Play<SideId> {
        let (one, other) = (SideId(0), SideId(1));
        let (a, b) = cx.dice_off(Need::d6(one, 1, purpose), Need::d6(other, 1, purpose))?;
        let winner = if a > b { one } else { other };
        cx.cite(Clause("MUT-GEN-06"));
        cx.say(|| Event::note(clause, format!("{one} {a}, {other} {b}: {winner} {prize}")));
        Ok(winner)
    }

    fn phase_after_roles(&self, cx: &mut Cx<'_>) -> Phase {
        use crate::options::TerrainLaid;
        let laid = self.agreed.terrain == TerrainLaid::Defender
            && self.mission.scenario != Scenario::Water;
        if self.mission.scenario == Scenario::Wasteland {
            cx.cite(Clause("MUT-SCN-42"));
        }
        match laid {
            true => Phase::Terrain(Laying::of(self.table.sketch(), self.mission.scenario)),
            false => Phase::Sites,
        }
    }

    /// What the scenario has on the table is found or rolled for, doors are shut as agreed, and
    /// fruit ripens.
    fn prepare_sites(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        let table = self.table.clone();
        self.mission.survey(&table);
        self.inspect_table(cx);
        if self.mission.scenario == Scenario::Wasteland {
            cx.say(|| {
                let text = "Whoever steps on hot ground takes a Radiation check";
                Event::note(Clause("MUT-SCN-43"), text)
            });
        }
        self.prepare_scenery();
        match self.mission.scenario {
            Scenario::Orchard => self.choose_fruit_tree(cx)?,
            Scenario::Rustlers => self.scatter_animals(cx)?,
            _ => (),
        }
        self.ripen(cx)?;
        self.phase = Phase::Edges;
        Ok(())
    }

    /// Doors are shut as agreed (MUT-TER-08), and all stairs are rotten (MUT-TER-16).
    pub(crate) fn prepare_scenery(&mut self) {
        let pieces = self.table.pieces().iter().enumerate();
        let stairs = pieces.filter(|(_, piece)| piece.kind == Kind::Stairs);
        self.scenery.worn_stairs = stairs.map(|(i, _)| PieceId(i as u16)).collect();
        let lock = match self.agreed.doors {
            Doors::Free => return,
            Doors::Locked => Lock::Locked,
            Doors::Heavy => Lock::Heavy,
            Doors::Steel => Lock::Steel,
        };
        let features = self.table.features().iter().enumerate();
        let doors = features.filter(|(_, feature)| feature.kind == Kind::Door);
        let shut = doors.map(|(i, _)| (FeatureId(i as u8).0, lock));
        self.scenery.doors = shut.collect();
    }

    /// Each attacker chooses an edge, and the defender has the one facing it (MUT-TRN-03); with
    /// several attackers, one that faces some of them if any is left (MUT-TRN-12). In the
    /// Orchard the attackers choose later (MUT-SCN-15).
    fn choose_edges(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        self.phase = Phase::Readying(0);
        if self.mission.scenario == Scenario::Orchard {
            return Ok(());
        }
        let clause = self.edge_clause();
        let mut free: SmallVec<[Edge; 4]> = Edge::ALL.into_iter().collect();
        let order = self.order.clone();
        for attacker in order.iter().copied().skip(1) {
            let ask = Ask::new(attacker, "edge", "From which side do you enter?", clause);
            let edge = cx.choose(ask, &free, |edge| {
                let choice = Choice::new(format!("enter from the {}", edge.name()));
                if *edge == Edge::South { choice.declining() } else { choice }
            })?;
            free.retain(|e| *e != edge);
            self.enter_from(cx, attacker, &[edge], clause);
        }
        let facing: SmallVec<[Edge; 4]> =
            free.iter().copied().filter(|edge| !free.contains(&edge.opposite())).collect();
        let left = if facing.is_empty() { &free } else { &facing };
        let defender = order[0];
        let ask = Ask::new(defender, "edge", "Which side do you hold?", clause);
        let edge = cx.choose(ask, left, |e| Choice::new(format!("hold the {}", e.name())))?;
        self.enter_from(cx, defender, &[edge], clause);
        Ok(())
    }

    fn enter_from(&mut self, cx: &mut Cx<'_>, side: SideId, edges: &[Edge], clause: Clause) {
        self.mission.edges[side.index()] = edges.iter().copied().collect();
        cx.say(|| {
            let names: Vec<&str> = edges.iter().map(|edge| edge.name()).collect();
            Event::note(clause, format!("{side} has the {} edge", names.join(", ")))
        });
    }

    fn edge_clause(&self) -> Clause {
        Clause(match self.mission.scenario {
            _ if self.parties.len() > 2 => "MUT-TRN-12",
            Scenario::Water => "MUT-SCN-09",
            Scenario::Rustlers => "MUT-SCN-20",
            Scenario::Hunt => "MUT-SCN-30",
            Scenario::Wasteland => "MUT-SCN-42",
            _ => "MUT-TRN-03",
        })
    }

    /// Everybody enters play with one weapon ready; only those who have several are asked which
    /// (MUT-ACT-04).
    fn ready_weapon(&mut self, cx: &mut Cx<'_>, next: u16) -> Play<()> {
        for model in self.ids().skip(usize::from(next)) {
            let things = self.things_to_ready(model);
            let gear = &self.model(model).gear;
            let recorded = self.model(model).ready.filter(|ready| things.contains(ready));
            let best = recorded.or_else(|| best_ready(gear)).filter(|best| things.contains(best));
            if things.len() < 2 {
                if !things.is_empty() {
                    cx.cite(Clause("MUT-ACT-04"));
                }
                self.model_mut(model).ready = things.first().copied();
                continue;
            }
            let ask = Ask::new(
                self.own_side(model),
                "ready-weapon",
                "Which weapon is at hand?",
                Clause("MUT-ACT-04"),
            );
            let thing = cx.choose(ask.about(model), &things, |i| {
                let choice = Choice::new(format!("ready {}", gear[usize::from(*i)].gear.name()))
                    .about(model);
                if best == Some(*i) { choice.merit(10) } else { choice }
            })?;
            self.model_mut(model).ready = Some(thing);
            self.phase = Phase::Readying(model.0 + 1);
            return Ok(());
        }
        self.phase = Phase::Deployment;
        Ok(())
    }

    /// Things a model could have in its hand, each kind once.
    fn things_to_ready(&self, model: ModelId) -> SmallVec<[u8; 4]> {
        let gear = &self.model(model).gear;
        let held = |item: &Item| item.gear.is_held() && !item.built_in;
        let first = |i: usize| gear[..i].iter().all(|other| other.gear != gear[i].gear);
        (0..gear.len()).filter(|i| held(&gear[*i]) && first(*i)).map(|i| i as u8).collect()
    }

    /// A roll-off for the first turn (MUT-TRN-04); with more than two players the cards decide
    /// (MUT-TRN-13).
    fn roll_for_first_turn(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        self.order = match self.parties.len() {
            0..=2 => {
                let first = self.roll_off(
                    cx,
                    ("rolls for the first turn", "begins"),
                    Clause("MUT-TRN-04"),
                )?;
                [first, self.opponent(first)].into_iter().collect()
            }
            _ => {
                let cards: SmallVec<[SideId; 4]> = self.sides().collect();
                std::iter::once(draw_card(cx, &cards)?).collect()
            }
        };
        self.turn = 0;
        self.round = 1;
        self.phase = Phase::Turns;
        self.start_turn(cx)
    }
}
