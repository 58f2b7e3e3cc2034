//! Before the first Turn: bullets, zones, deployment (PUN-SC0-02 to 04, PUN-AMM-04).

use engine::question::Goal;
use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Play, Refusal, SideId, TableChoice};
use smallvec::SmallVec;
use tabletop::generate::{Recipe, generate};
use tabletop::{Changes, Fixed, Length, Point, Sketch, Spot, Table, Zone};

use crate::band::Muster;
use crate::gear::{BULLET_COST, Bullets, PATCHED_BULLET_COST};
use crate::options::{Agreed, OpenBullets};
use crate::profile::{Character, ModelRule};
use crate::scenarios::{Plot, SIZE, Scenario};
use crate::state::{Band, Fate, Group, Model, Phase, State};
use crate::terrain;
use crate::turn::BEFORE_ALL;

/// The ready-made bands, and the rules that list them.
const READY_MADE: [(&str, &str); 4] = [
    ("Rust Street Kings", "PUN-R-01"),
    ("Children of the Sump", "PUN-R-02"),
    ("Ninth Salvage Company", "PUN-R-03"),
    ("The Cinder Road", "PUN-R-04"),
];

/// The table of a setup: the scenario's own, the one that was given, or one laid from a seed
/// (PUN-SC0-01).
pub fn sketch(choice: &TableChoice, plot: Plot) -> Sketch {
    match choice {
        TableChoice::Given(sketch) => sketch.clone(),
        TableChoice::Generated { theme, seed, symmetric } => plot.sketch().unwrap_or_else(|| {
            let recipe = Recipe {
                width: Length::inches(SIZE.0),
                depth: Length::inches(SIZE.1),
                symmetric: *symmetric,
                ..Recipe::new(*theme)
            };
            generate(&recipe, *seed)
        }),
    }
}

impl State {
    /// A match before its first step, with nobody on the table.
    pub fn new(table: Table, agreed: Agreed, scenario: Scenario, muster: Muster) -> State {
        let lore = terrain::lore(&table, agreed.cover_table);
        let bands = muster.sides.iter().map(|side| Band {
            name: side.name.clone(),
            origin: side.band.clone(),
            zone: None,
            bullets: side.bullets,
            cat: true,
            score: 0,
            dearest: None,
        });
        State {
            lore: Fixed::new(lore),
            table: Fixed::new(table),
            changes: Changes::default(),
            agreed: Fixed::new(agreed),
            scenario: Fixed::new(scenario),
            armoury: Fixed::new(muster.armoury),
            models: muster.cast.iter().map(Model::fresh).collect(),
            bands: bands.collect(),
            cast: Fixed::new(muster.cast),
            patches: Vec::new(),
            tokens: scenario.plot.tokens(),
            phase: Phase::Bullets,
            turn: 0,
            round: BEFORE_ALL,
            group: Group::Regular,
            slot: None,
            acting: None,
            tasks: Vec::new(),
            outcome: None,
        }
    }

    /// Each side shares out its bullets among those with firearms, in secret (PUN-AMM-04 to 06,
    /// PUN-SC0-04).
    pub fn share_bullets(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        self.introduce(cx);
        for side in [SideId(0), SideId(1)] {
            let own = self.ids().filter(|m| self.side(*m) == side);
            let armed: SmallVec<[ModelId; 8]> = own.filter(|m| self.has_firearm(*m)).collect();
            for (index, model) in armed.iter().enumerate() {
                let left = armed.len() - index;
                let bullets = self.ask_bullets(cx, *model, left)?;
                self.model_mut(*model).bullets = bullets;
                let rest = &mut self.bands[side.index()].bullets;
                rest.plain -= bullets.plain;
                rest.patched -= bullets.patched;
            }
        }
        self.phase = Phase::Zones;
        Ok(())
    }

    /// Tells who fights whom, and over what; hidden models and bullets are nobody's business
    /// (PUN-SC0-03, PUN-Q-33).
    fn introduce(&self, cx: &mut Cx<'_>) {
        let plot = self.scenario.plot;
        cx.say(|| {
            Event::note(plot.clause(), format!("{}: {}", plot.title(), plot.summary()))
                .deed(Deed::Heading)
        });
        for (index, band) in self.bands.iter().enumerate() {
            let side = SideId(index as u8);
            let count = self.counted_models(side);
            let points = self.points_shown(side);
            let limit = self.agreed.points;
            let most = crate::terms(&self.agreed).most_models();
            let ready = READY_MADE.iter().find(|(name, _)| **name == *band.name);
            if let Some((_, id)) = ready {
                cx.cite(Clause(id));
            }
            cx.say(|| {
                let text = format!(
                    "{side} fields {}: {}, {count} models of at most {most} for {points} points of {limit}",
                    band.name, band.origin
                );
                Event::note(Clause("PUN-BND-01"), text)
            });
        }
        if self.cast.iter().any(|who| who.pack.is_some()) {
            ["PUN-PAC-01", "PUN-PAC-04", "PUN-EX-15"].iter().for_each(|id| cx.cite(Clause(id)));
        }
        let rules = ["PUN-SC0-01", "PUN-SC0-03", "PUN-SC0-04", "PUN-BND-02", "PUN-BND-04"];
        let limits = ["PUN-BND-05", "PUN-BND-09", "PUN-T-01", "PUN-Q-08", "PUN-Q-33"];
        rules.iter().chain(&limits).for_each(|id| cx.cite(Clause(id)));
    }

    /// What everybody knows that a band has cost: all but whoever is kept aside (PUN-SC0-03), and
    /// all but its bullets unless those are open (PUN-Q-33).
    fn points_shown(&self, side: SideId) -> i32 {
        let own = self.cast.iter().filter(|who| who.side == side);
        let shown = own.filter(|who| !who.has(ModelRule::Infiltration));
        let bullets = match self.agreed.open_bullets {
            OpenBullets::On => self.bands[side.index()].bullets,
            OpenBullets::Off => Bullets::default(),
        };
        let shots = i32::from(bullets.plain) * BULLET_COST
            + i32::from(bullets.patched) * PATCHED_BULLET_COST;
        shown.map(|who| who.cost).sum::<i32>() + shots
    }

    /// How many models a side counts as, those apart that nobody knows of: a pack is one
    /// (PUN-PAC-04).
    fn counted_models(&self, side: SideId) -> usize {
        let shown = |who: &&Character| who.side == side && !who.has(ModelRule::Infiltration);
        let own = || self.cast.iter().filter(shown);
        let mut packs: SmallVec<[u8; 4]> = own().filter_map(|who| who.pack).collect();
        packs.sort_unstable();
        packs.dedup();
        own().filter(|who| who.pack.is_none()).count() + packs.len()
    }

    /// How many bullets a model gets, when so many are still to be asked. An even share looks
    /// best (PUN-D-03).
    fn ask_bullets(&self, cx: &mut Cx<'_>, model: ModelId, left: usize) -> Play<Bullets> {
        let side = self.side(model);
        let rest = self.bands[side.index()].bullets;
        let ask = Ask::new(side, "bullets", "How many bullets does it get?", Clause("PUN-AMM-04"));
        let ask = ask.about(model).secret();
        cx.cite(Clause("PUN-AMM-06"));
        let share = |n: u8| usize::from(n).div_ceil(left) as i32;
        let counts: SmallVec<[u8; 8]> = (0..=rest.plain).collect();
        let leaves = |rest: u8| match left - 1 {
            0 => format!("leaves {rest} unused"),
            1 => format!("leaves {rest} for one other"),
            others => format!("leaves {rest} for {others} others"),
        };
        let plain = cx.choose(ask, &counts, |n| {
            let merit = -(i32::from(*n) - share(rest.plain)).abs();
            let words = if *n == 1 { "bullet" } else { "bullets" };
            Choice::new(format!("{n} {words}")).detail(leaves(rest.plain - n)).merit(merit)
        })?;
        let mut patched = 0;
        if rest.patched > 0 {
            let prompt = "How many patched bullets does it get?";
            let ask = Ask { topic: "patched-bullets", prompt, ..ask };
            let counts: SmallVec<[u8; 8]> = (0..=rest.patched).collect();
            patched = cx.choose(ask, &counts, |n| {
                let merit = -(i32::from(*n) - share(rest.patched)).abs();
                let words = if *n == 1 { "bullet" } else { "bullets" };
                Choice::new(format!("{n} patched {words}"))
                    .detail(leaves(rest.patched - n))
                    .merit(merit)
            })?;
        }
        Ok(Bullets { plain, patched })
    }

    /// A roll-off: the winner picks his zone, the other takes what is left and places the first
    /// model (PUN-SC0-02).
    pub fn choose_zones(&mut self, cx: &mut Cx<'_>) -> Play<()> {
        cx.cite(self.scenario.plot.zone_clause());
        let winner = self.roll_off(cx)?;
        let loser = self.rival(winner);
        let zones = self.scenario.zones;
        let clause = Clause("PUN-SC0-02");
        let ask = Ask::new(winner, "zone", "Where does your band deploy?", clause);
        let place =
            cx.choose(ask, &[0, 1], |i: &usize| Choice::new(format!("take {}", zones[*i].name())))?;
        self.bands[winner.index()].zone = Some(zones[place]);
        self.bands[loser.index()].zone = Some(zones[1 - place]);
        cx.say(|| Event::note(clause, format!("{winner} deploys at {}", zones[place].name())));
        self.phase = Phase::Deployment(loser);
        Ok(())
    }

    /// Those who are placed with a model: its pack, or itself alone (PUN-SC0-02, PUN-PAC-04).
    fn placed_with(&self, model: ModelId) -> SmallVec<[ModelId; 16]> {
        let own = self.undeployed(self.side(model)).into_iter();
        own.filter(|m| self.same_pack(*m, model)).collect()
    }

    fn undeployed(&self, side: SideId) -> SmallVec<[ModelId; 16]> {
        let waiting = |m: &ModelId| self.side(*m) == side && self.model(*m).fate == Fate::Waiting;
        self.ids().filter(waiting).collect()
    }

    /// One model is placed; the players take turns (PUN-SC0-02).
    pub fn deploy(&mut self, cx: &mut Cx<'_>, turn: SideId) -> Play<()> {
        let side = match (self.undeployed(turn).is_empty(), self.undeployed(self.rival(turn))) {
            (false, _) => turn,
            (true, others) if !others.is_empty() => self.rival(turn),
            _ => {
                self.name_dearest(cx)?;
                self.phase = Phase::TurnStart;
                return Ok(());
            }
        };
        let clause = Clause("PUN-SC0-02");
        let ask = Ask::new(side, "deploy", "Which model is placed next?", clause);
        let firsts = self.one_of_each_pack(self.undeployed(side).into_iter());
        let model = cx.choose(ask, &firsts, |m| {
            let choice = Choice::new(format!("place {}", self.name(*m))).about(*m);
            let pack = self.who(*m).pack.is_some();
            if pack { choice.detail("with its pack") } else { choice }
        })?;
        let middle = Point::new(self.table.width() / 2, self.table.depth() / 2);
        let places = self.choose_places(cx, side, &self.placed_with(model))?;
        for (model, spot) in &places {
            let (model, spot) = (*model, *spot);
            let m = self.model_mut(model);
            m.spot = Some(spot);
            m.fate = Fate::Up;
            self.face(model, middle - spot.at);
            cx.say(|| {
                let text = format!("{} is placed at {spot}", self.name(model));
                Event::note(clause, text).deed(Deed::Moved { model, path: vec![spot] })
            });
        }
        self.turn(cx, model, middle - self.spot(model).at)?;
        for (other, _) in places.iter().filter(|(m, _)| *m != model) {
            self.face(*other, self.model(model).facing);
        }
        self.phase = Phase::Deployment(self.rival(side));
        Ok(())
    }

    /// Where a model is placed, or all of a pack.
    fn choose_places(
        &self,
        cx: &mut Cx<'_>,
        side: SideId,
        models: &[ModelId],
    ) -> Play<Vec<(ModelId, Spot)>> {
        let model = models[0];
        let own = self.bands[side.index()].zone.unwrap_or(self.scenario.zones[side.index()]);
        let zone = self.with_room(own, model, models.len());
        let clause = Clause("PUN-SC0-02");
        let ask = Ask::new(side, "deploy-place", "Where is it placed?", clause).about(model);
        let goals = || self.deployment_goals(zone, model);
        cx.place(ask, models, zone.extent(&self.table), goals, |places| {
            for (i, (model, spot)) in places.iter().enumerate() {
                let (model, spot) = (*model, *spot);
                if !zone.holds(&self.table, &self.body_at(model, spot)) {
                    let why = format!("the whole base must be in the zone at {}", zone.name());
                    return Err(Refusal::new(clause, why));
                }
                let apart = self.who(model).base * 2;
                let close = |(_, other): &(ModelId, Spot)| {
                    other.at.distance_squared(spot.at) < apart.squared()
                };
                if places[..i].iter().any(close) {
                    let why = "two of the pack would stand in the same place";
                    return Err(Refusal::new(Clause("PUN-MOV-04"), why));
                }
                self.deployable(model, spot)?;
            }
            Ok(places.to_vec())
        })
    }

    /// Whether a model may be placed at a spot, out of contact with enemies.
    pub fn deployable(&self, model: ModelId, spot: Spot) -> Result<(), Refusal> {
        let clause = Clause("PUN-MOV-06");
        if !self.has_room(model, spot) || !self.table.carries(spot.at, spot.z) {
            return Err(Refusal::new(clause, format!("it cannot stand at {spot}")));
        }
        match self.is_impassable(spot) {
            true => Err(Refusal::new(Clause("PUN-TER-08"), "nobody can stand there")),
            false => Ok(()),
        }
    }

    /// The zone, made deeper inch by inch where it is full.
    fn with_room(&self, zone: Zone, model: ModelId, count: usize) -> Zone {
        // A pack needs some room around each of its members.
        let (places, spacing) = match count {
            0 | 1 => (1, Length::cents(50)),
            n => (3 * n, Length::inches(1)),
        };
        let has_room =
            |zone: &Zone| self.free_places(*zone, model, spacing).nth(places - 1).is_some();
        let mut zones = std::iter::successors(Some(zone), |z| Some(z.deeper())).take(48);
        zones.find(has_room).unwrap_or(zone)
    }

    /// Places of a zone where a model could be placed.
    fn free_places(
        &self,
        zone: Zone,
        model: ModelId,
        spacing: Length,
    ) -> impl Iterator<Item = Spot> + '_ {
        let points = engine::source::lattice(zone.extent(&self.table), spacing);
        let spots = points.map(|at| at.at_height(self.table.ground_height(at)));
        spots.filter(move |spot| {
            zone.holds(&self.table, &self.body_at(model, *spot))
                && self.deployable(model, *spot).is_ok()
        })
    }

    /// Places towards the middle of the table first.
    fn deployment_goals(&self, zone: Zone, model: ModelId) -> Vec<Goal> {
        let middle = Point::new(self.table.width() / 2, self.table.depth() / 2);
        let merit = |spot: Spot| -(spot.at.distance(middle).um() / 10_000);
        let places = self.free_places(zone, model, Length::inches(1));
        places.map(|spot| Goal { spot, merit: merit(spot) }).collect()
    }
}
