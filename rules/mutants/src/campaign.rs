//! Chapter 19: campaigns.
//!
//! A campaign is one match. Its state holds the parties as they are between battles, and the
//! battle that is being fought; whatever happens after a battle is a list of tasks, one a step.
//! So the file of the match is the ledger of the campaign: everything in it is found again by
//! playing it once more.

pub mod advances;
pub mod aftermath;
pub mod band;
pub mod dealing;
pub mod dice;
pub mod homecoming;
pub mod keeping;
pub mod recruits;
pub mod report;
pub mod scenarios;
pub mod scene;
pub mod terms;
pub mod toll;
pub mod view;

use engine::book::{About, Book, Lay, Meaning, Progress, RosterSheet, Scenario as Listed, Scene};
use engine::sighting::Sighting;
use engine::{
    Ask, Choice, Clause, Cx, Deed, Event, Eyes, ModelId, Need, Options, Outcome, Play, Setup,
    SideId, TableChoice, View,
};
use serde::{Deserialize, Serialize};
use tabletop::generate::Theme;
use tabletop::{Changes, Fixed, Kind, Spot, Table};

use self::aftermath::Task;
use self::band::{Band, side_of};
use self::report::Report;
use self::scenarios::Number;
use self::terms::{Battles, Terms};
use self::toll::Toll;
use crate::Mutants;
use crate::party::{self, Creation, Roster};
use crate::profile::Character;
use crate::state::State as Battle;

/// How often the scenario is rolled again before the first that can be played is taken.
const MOST_DRAWS: usize = 12;

/// The book of campaigns: it knows the books of battles and of parties.
#[derive(Debug)]
pub struct Campaign {
    about: About,
    battle: Mutants,
    making: Creation,
    /// What lies on the table between battles.
    bare: Fixed<Table>,
}

/// A campaign.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// What was agreed on.
    pub terms: Fixed<Terms>,
    /// The parties, one for each side; none before they are made up.
    pub bands: Vec<Band>,
    /// The battles that are over, and what came of them.
    pub games: Vec<Chapter>,
    /// Where in the campaign we are.
    pub stage: Stage,
    /// How it ended.
    pub outcome: Option<Outcome>,
}

/// One battle of a campaign, as it is remembered.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Chapter {
    /// The scenario.
    pub scenario: Number,
    /// Who won; nobody in a draw.
    pub winner: Option<SideId>,
    /// Why it ended.
    pub reason: String,
    /// What followed, in order.
    pub notes: Vec<String>,
}

/// Where in a campaign we are.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Stage {
    /// Parties are made up.
    Making(Box<<Creation as Book>::State>),
    /// A side deals out its gear before the next game (MUT-CAM-35).
    Dealing(SideId),
    /// The scenario is drawn (MUT-SCN-01).
    Drawing,
    /// It is said where the battle is fought.
    Meeting(Number),
    /// A battle.
    Battle(Number, Box<Battle>),
    /// A battle that was fought elsewhere is reported.
    Reporting(Box<Report>),
    /// What follows a battle; the last task comes first.
    Aftermath(Vec<Task>),
}

/// The book, ready to be played.
pub fn book() -> Campaign {
    let (battle, making) = (crate::book(), party::creation());
    let about = About {
        key: "mutants-campaign",
        title: "Mutants and Death Ray Guns: campaign",
        version: battle.about().version,
        rules: battle.about().rules,
        scenarios: vec![Listed {
            key: "campaign".to_owned(),
            title: "Campaign".to_owned(),
            summary:
                "Random scenarios one after another; between them the parties eat, heal, learn \
                      and bury their dead. Most victories win."
                    .to_owned(),
            size: (36, 36),
            sides: (2, 4),
            lay: Lay::Any,
            rosters: &[],
        }],
        options: terms::specs(&making.about().options),
        rosters: battle.about().rosters.clone(),
        rulings: RULINGS.to_vec(),
    };
    Campaign { about, battle, making, bare: Fixed::new(Table::bare(36, 36)) }
}

macro_rules! rulings {
    ($($file:literal),* $(,)?) => { &[$(($file, include_str!(concat!("../rulings/", $file)))),*] };
}

const RULINGS: &[(&str, &str)] = rulings![
    "campaign-upkeep.ruling",
    "campaign-survival.ruling",
    "campaign-loot.ruling",
    "campaign-radiation.ruling",
    "campaign-advances.ruling",
    "campaign-recruits.ruling",
    "campaign-games.ruling",
];

impl State {
    /// A campaign of parties that are there already.
    pub fn of(terms: Terms, rosters: Vec<Roster>) -> State {
        State {
            terms: Fixed::new(terms),
            bands: rosters.into_iter().map(Band::new).collect(),
            games: Vec::new(),
            stage: Stage::Dealing(SideId(0)),
            outcome: None,
        }
    }

    /// All sides.
    pub fn sides(&self) -> impl Iterator<Item = SideId> + use<> {
        (0..self.bands.len()).map(side_of)
    }

    /// A side's party.
    pub fn band(&self, side: SideId) -> &Band {
        &self.bands[side.index()]
    }

    /// A side's party, to be changed.
    pub fn band_mut(&mut self, side: SideId) -> &mut Band {
        &mut self.bands[side.index()]
    }

    /// Whether anybody of any side is like that.
    fn any(&self, fits: impl Fn(&Character) -> bool) -> bool {
        self.bands.iter().flat_map(|band| &band.roster.members).any(fits)
    }

    /// The number by which somebody is seen between battles.
    pub fn model(&self, side: SideId, name: &str) -> Option<ModelId> {
        let all = self.bands.iter().enumerate().flat_map(|(place, band)| {
            band.roster.members.iter().map(move |who| (side_of(place), &who.name))
        });
        let place = all.into_iter().position(|(of, who)| of == side && &**who == name)?;
        u16::try_from(place).ok().map(ModelId)
    }

    /// Tells something, and remembers it in the annals of the game that was fought last.
    pub fn tell(&mut self, cx: &mut Cx<'_>, clause: Clause, text: String) {
        cx.say(|| Event::note(clause, text.as_str()));
        if let Some(chapter) = self.games.last_mut() {
            chapter.notes.push(text);
        }
    }

    /// A side that cannot field anybody loses without a battle (MUT-Q-150).
    fn walk_over(&mut self, cx: &mut Cx<'_>, winner: Option<SideId>) {
        cx.cite(Clause("MUT-Q-150"));
        let mut toll = Toll::fresh(Number::UNFOUGHT, &self.bands);
        toll.winner = winner;
        toll.reason = "nobody else can field a model".to_owned();
        self.end_battle(toll);
    }

    /// The number of the game that is being fought or comes next, counted from one.
    pub fn game(&self) -> usize {
        self.games.len() + 1
    }
}

impl Campaign {
    /// The battle book's scenario of a number, if so many sides can play it.
    fn scenario(&self, number: Number, sides: usize) -> Option<&Listed> {
        let sides = u8::try_from(sides).unwrap_or(u8::MAX);
        let same = |s: &&Listed| s.title.eq_ignore_ascii_case(number.title());
        let found = self.battle.about().scenarios.iter().find(same);
        found.filter(|s| (s.sides.0..=s.sides.1).contains(&sides))
    }

    /// Rolls for the scenario, once the parties are settled (MUT-SCN-01, MUT-T-24, MUT-PTY-10).
    fn draw(&self, state: &mut State, cx: &mut Cx<'_>) -> Play<()> {
        for id in ["MUT-SCN-01", "MUT-PTY-10", "MUT-CAM-01"] {
            cx.cite(Clause(id));
        }
        for (id, away) in [
            ("MUT-T-25", state.any(|who| who.condition.absent)),
            ("MUT-CAM-05", state.any(|who| who.condition.stopped)),
        ] {
            if away {
                cx.cite(Clause(id));
            }
        }
        let able: Vec<SideId> =
            state.sides().filter(|side| state.band(*side).fighters().next().is_some()).collect();
        if able.len() < 2 {
            state.walk_over(cx, able.first().copied());
            return Ok(());
        }
        let sides = state.bands.len();
        let mut drawn = None;
        for _ in 0..MOST_DRAWS {
            let face = cx.dice(Need::d6(SideId(0), 1, "rolls for the scenario"))?[0];
            drawn = Some(Number(face)).filter(|number| self.scenario(*number, sides).is_some());
            let title = Number(face).title();
            let text = match drawn {
                Some(_) => format!("Game {} of {}: {title}", state.game(), state.terms.games),
                None => format!("{title} is not for {sides} sides: roll again"),
            };
            let deed = if drawn.is_some() { Deed::Heading } else { Deed::Note };
            cx.say(|| Event::note(Clause("MUT-T-24"), text).deed(deed));
            if drawn.is_some() {
                break;
            }
        }
        let possible = |number: &Number| self.scenario(*number, sides).is_some();
        let first = || Number::ALL.into_iter().find(possible).unwrap_or(Number::WATER);
        state.stage = Stage::Meeting(drawn.unwrap_or_else(first));
        Ok(())
    }

    /// Says where the battle is fought, and begins it.
    fn meet(&self, state: &mut State, cx: &mut Cx<'_>, number: Number) -> Play<()> {
        let here = match state.terms.battles {
            Battles::Here => true,
            Battles::Elsewhere => false,
            Battles::Ask => {
                let clause = Clause("MUT-Q-152");
                let ask = Ask::new(SideId(0), "battle", "Where is the battle fought?", clause);
                cx.choose(ask, &[true, false], |here| match here {
                    true => Choice::new("fight it here").merit(1),
                    false => Choice::new("report the result").detail("of a battle at a real table"),
                })?
            }
        };
        let begun = if here { self.field(state, number) } else { Err(Vec::new()) };
        state.stage = match begun {
            Ok(battle) => Stage::Battle(number, Box::new(battle)),
            Err(problems) => {
                for problem in problems {
                    cx.say(|| Event::note(Clause("MUT-CAM-01"), problem));
                }
                Stage::Reporting(Box::new(Report::new(number, &state.bands)))
            }
        };
        Ok(())
    }

    /// Sets up a battle between the parties as they are.
    fn field(&self, state: &State, number: Number) -> Result<Battle, Vec<String>> {
        let sides = state.bands.len();
        let scenario = self.scenario(number, sides).map(|s| s.key.clone()).unwrap_or_default();
        // Whoever sits it out stays at home, and what nobody carries, but for Food and Cells.
        let roster = |band: &Band| Roster {
            members: band.fighters().cloned().collect(),
            stock: Vec::new(),
            ..band.roster.clone()
        };
        let setup = Setup {
            scenario,
            options: state.terms.options.clone(),
            rosters: state.bands.iter().map(|band| party::write(&roster(band))).collect(),
            table: state.terms.table_of(state.game()),
        };
        let mut battle = self.battle.begin(&setup)?;
        for (place, band) in state.bands.iter().enumerate() {
            let own: Vec<ModelId> =
                battle.ids().filter(|m| battle.own_side(*m).index() == place).collect();
            for (who, model) in band.fighters().zip(own) {
                battle.model_mut(model).losses.poison = band.poison(&who.name);
            }
        }
        Ok(battle)
    }

    /// A piece of the battle that is being fought.
    fn fight(&self, state: &mut State, cx: &mut Cx<'_>) -> Play<()> {
        let (game, of) = (state.game(), state.terms.games);
        let Stage::Battle(number, battle) = &mut state.stage else { return Ok(()) };
        let number = *number;
        cx.enter(|| format!("Game {game} of {of}, {}", number.title()));
        self.battle.step(battle, cx)?;
        cx.leave();
        if self.battle.outcome(battle).is_some() {
            let toll = Toll::of(battle, number, &state.bands);
            state.end_battle(toll);
        }
        Ok(())
    }

    /// A piece of making up parties; when all are there, the campaign begins.
    fn make(&self, state: &mut State, cx: &mut Cx<'_>) -> Play<()> {
        let Stage::Making(making) = &mut state.stage else { return Ok(()) };
        self.making.step(making, cx)?;
        if self.making.outcome(making).is_none() {
            return Ok(());
        }
        let mut rosters = Vec::new();
        for (side, text) in self.making.products(making) {
            // What was just written can be read.
            if let Ok(roster) = party::read(&text, side, &state.terms.agreed) {
                rosters.push(roster);
            }
        }
        state.bands = rosters.into_iter().map(Band::new).collect();
        state.stage = Stage::Dealing(SideId(0));
        Ok(())
    }
}

impl Book for Campaign {
    type State = State;

    fn about(&self) -> &About {
        &self.about
    }

    fn begin(&self, setup: &Setup) -> Result<State, Vec<String>> {
        let making = &self.making.about().options;
        let terms = Terms::read(&setup.options, &setup.table, making)?;
        let count = setup.rosters.len();
        if !(2..=4).contains(&count) {
            return Err(vec![format!("two to four parties are needed, not {count}")]);
        }
        let missing = setup.rosters.iter().filter(|text| text.trim().is_empty()).count();
        if missing == count {
            let making = self.making.begin(&making_setup(&self.making, &terms, count))?;
            let mut state = State::of(terms, Vec::new());
            state.stage = Stage::Making(Box::new(making));
            return Ok(state);
        }
        let mut rosters = Vec::new();
        let mut problems = Vec::new();
        for (place, text) in setup.rosters.iter().enumerate() {
            let side = side_of(place);
            match party::read(text, side, &terms.agreed) {
                Ok(roster) => rosters.push(roster),
                Err(why) => problems.extend(why.iter().map(|w| format!("{side}'s roster: {w}"))),
            }
        }
        if problems.is_empty() { Ok(State::of(terms, rosters)) } else { Err(problems) }
    }

    fn step(&self, state: &mut State, cx: &mut Cx<'_>) -> Play<()> {
        match &state.stage {
            Stage::Making(_) => self.make(state, cx),
            Stage::Dealing(side) => {
                let side = *side;
                state.deal(cx, side)
            }
            Stage::Drawing => self.draw(state, cx),
            Stage::Meeting(number) => {
                let number = *number;
                self.meet(state, cx, number)
            }
            Stage::Battle(..) => self.fight(state, cx),
            Stage::Reporting(_) => state.hear_report(cx),
            Stage::Aftermath(_) => state.go_on(cx),
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.outcome.clone()
    }

    fn is_settled(&self, state: &State) -> bool {
        match &state.stage {
            Stage::Making(making) => self.making.is_settled(making),
            Stage::Battle(_, battle) => self.battle.is_settled(battle),
            _ => true,
        }
    }

    fn table(&self, state: &State) -> (Fixed<Table>, Changes) {
        match &state.stage {
            Stage::Battle(_, battle) => self.battle.table(battle),
            _ => (self.bare.clone(), Changes::default()),
        }
    }

    fn view(&self, state: &State, eyes: Eyes) -> View {
        match &state.stage {
            Stage::Making(making) => self.making.view(making, eyes),
            Stage::Battle(_, battle) => state.view_of_battle(self.battle.view(battle, eyes)),
            _ => state.view(),
        }
    }

    fn disguised(&self, state: &State, eyes: Eyes) -> Option<State> {
        let stage = match &state.stage {
            Stage::Making(making) => Stage::Making(Box::new(self.making.disguised(making, eyes)?)),
            Stage::Battle(number, battle) => {
                Stage::Battle(*number, Box::new(self.battle.disguised(battle, eyes)?))
            }
            _ => return None,
        };
        Some(State { stage, ..state.clone() })
    }

    fn known(&self, state: &State, eyes: Eyes) -> Option<State> {
        let stage = match &state.stage {
            Stage::Making(making) => Stage::Making(Box::new(self.making.known(making, eyes)?)),
            Stage::Battle(number, battle) => {
                Stage::Battle(*number, Box::new(self.battle.known(battle, eyes)?))
            }
            _ => return None,
        };
        Some(State { stage, ..state.clone() })
    }

    fn sighting(&self, state: &State, from: ModelId, place: Spot, to: ModelId) -> Option<Sighting> {
        match &state.stage {
            Stage::Battle(_, battle) => self.battle.sighting(battle, from, place, to),
            _ => None,
        }
    }

    fn meanings(&self, kind: Kind) -> Vec<(Meaning, Clause)> {
        self.battle.meanings(kind)
    }

    fn arrange(&self, scene: &Scene) -> Result<State, String> {
        scene::arrange(&self.battle, scene)
    }

    fn check_roster(&self, text: &str, options: &Options) -> Result<RosterSheet, Vec<String>> {
        self.battle.check_roster(text, &terms::split(options).battle)
    }

    fn products(&self, state: &State) -> Vec<(SideId, String)> {
        match &state.stage {
            Stage::Making(making) => self.making.products(making),
            _ => {
                let bands = state.bands.iter().enumerate();
                bands.map(|(i, band)| (side_of(i), party::write(&band.roster))).collect()
            }
        }
    }

    fn progress(&self, state: &State) -> Option<Progress> {
        Some(state.progress())
    }
}

/// How so many parties are made up.
fn making_setup(making: &Creation, terms: &Terms, count: usize) -> Setup {
    let about = making.about();
    let first = about.scenarios.first();
    let known = |key: &String| about.options.iter().any(|spec| spec.key == key);
    let options = terms.options.iter().chain(&terms.making).filter(|(key, _)| known(key));
    Setup {
        scenario: first.map(|scenario| scenario.key.clone()).unwrap_or_default(),
        options: options.map(|(key, value)| (key.clone(), value.clone())).collect(),
        rosters: vec![String::new(); count],
        table: TableChoice::Generated { theme: Theme::Ruins, seed: 0, symmetric: false },
    }
}
