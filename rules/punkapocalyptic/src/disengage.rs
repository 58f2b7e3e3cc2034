//! Chapter 10: getting out of contact, and being drawn into it (PUN-DIS, PUN-MAS-07).

use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Play};
use smallvec::SmallVec;
use tabletop::Spot;

use crate::dice::Roller;
use crate::movement::{Gait, Purpose};
use crate::profile::{Attribute, ModelRule};
use crate::state::{Models, State};
use crate::tasks::Task;

impl State {
    /// A rough rating of getting away: for those who shoot better than they fight.
    pub fn disengage_merit(&self, model: ModelId) -> i32 {
        let agility = self.value(model, Attribute::Agility);
        let rivals: Models = self.rivals(model).collect();
        let worst = rivals.iter().map(|r| self.value(*r, Attribute::Agility)).max();
        20 + 4 * (agility - worst.unwrap_or(0)) - 4 * rivals.len() as i32
    }

    /// Whether a rival's limb is about a model. It holds one rival, and its owner always means the
    /// one that is just rolling (PUN-B-06).
    pub fn is_held(&self, model: ModelId) -> bool {
        self.rivals(model).any(|rival| self.has(rival, ModelRule::PrehensileLimb))
    }

    /// A model tries to get away from all its rivals at once (PUN-DIS-02 to 05, PUN-DIC-10,
    /// PUN-DIC-24).
    pub fn disengage(&mut self, cx: &mut Cx<'_>, model: ModelId) -> Play<()> {
        let rivals: Models = self.rivals(model).collect();
        let told = !cx.is_quiet();
        let mut sum = self.agility_sum(told, model);
        let sticky = rivals.iter().any(|r| self.has(*r, ModelRule::Sticky));
        sum.add_if(sticky, -3, "Sticky rival", "PUN-B-06");
        sum.add_if(self.is_held(model), -1, "held by a limb", "PUN-B-06");
        let who = Roller { side: self.side(model), model: Some(model), purpose: "breaks away" };
        let own = self.opposed(cx, who, &sum)?;
        let mut winners = Models::new();
        for rival in &rivals {
            let sum = self.agility_sum(told, *rival);
            let side = self.side(*rival);
            let who = Roller { side, model: Some(*rival), purpose: "holds on" };
            if self.opposed(cx, who, &sum)? > own {
                winners.push(*rival);
            }
        }
        ["PUN-DIS-01", "PUN-DIS-02", "PUN-DIC-10", "PUN-DIC-24"]
            .iter()
            .for_each(|id| cx.cite(Clause(id)));
        if winners.is_empty() {
            cx.say(|| {
                Event::note(Clause("PUN-DIS-03"), format!("{} breaks away", self.name(model)))
            });
            return self.make_move(cx, model, Gait::Walk, Purpose::Disengage);
        }
        cx.say(|| {
            let names: Vec<&str> = winners.iter().map(|m| self.name(*m)).collect();
            let text = format!("{} is held by {}", self.name(model), names.join(" and "));
            Event::note(Clause("PUN-DIS-05"), text)
        });
        let fight = self.fight_of(model);
        self.tasks.push(Task::PullIns(fight));
        for rival in winners.into_iter().rev() {
            let hit = self.strike(rival, model);
            self.tasks.push(Task::Hit(Box::new(hit)));
        }
        Ok(())
    }

    /// Whoever of a fight has no living enemy in front of it is moved to the nearest one of that
    /// fight, if there is any (PUN-MAS-07, PUN-Q-26). One is moved at a time.
    pub fn pull_in(&mut self, cx: &mut Cx<'_>, fought: &Models) -> Play<()> {
        cx.cite(Clause("PUN-Q-26"));
        let alive: Models =
            fought.iter().copied().filter(|m| self.model(*m).spot.is_some()).collect();
        for model in &alive {
            let side = self.side(*model);
            let foes = alive.iter().copied().filter(|m| self.side(*m) != side);
            if foes.clone().next().is_none() || self.is_engaged(*model) {
                continue;
            }
            let nearest = self.nearest(*model, foes);
            let foe = self.by_lot(cx, side, &nearest)?;
            if self.draw_in(cx, *model, foe)? {
                self.tasks.push(Task::PullIns(alive));
                return Ok(());
            }
        }
        self.let_go_of_weapons();
        Ok(())
    }

    /// Moves a model into contact with an enemy where its owner likes; says whether it could be
    /// placed.
    fn draw_in(&mut self, cx: &mut Cx<'_>, model: ModelId, foe: ModelId) -> Play<bool> {
        let spots: SmallVec<[Spot; 12]> = self
            .contact_spots(model, foe)
            .into_iter()
            .filter(|s| self.has_room(model, *s) && !self.is_impassable(*s))
            .filter(|s| self.touches_at(model, *s, foe))
            .collect();
        if spots.is_empty() {
            cx.cite(Clause("PUN-Q-26"));
            return Ok(false);
        }
        let prompt = "Where does it join the fight?";
        let ask = Ask::new(self.side(model), "pull-in", prompt, Clause("PUN-MAS-07")).about(model);
        let places: SmallVec<[usize; 12]> = (0..spots.len()).collect();
        let index = cx.choose(ask, &places, |i| {
            Choice::new(format!("come to {}", spots[*i])).about(foe).merit(-(*i as i32))
        })?;
        let (from, to) = (self.spot(model), spots[index]);
        self.model_mut(model).spot = Some(to);
        self.face_model(model, foe);
        cx.cite(Clause("PUN-Q-26"));
        cx.say(|| {
            let text =
                format!("{} is drawn into the fight with {}", self.name(model), self.name(foe));
            let deed = Deed::Moved { model, path: vec![from, to] };
            Event::note(Clause("PUN-MAS-07"), text).deed(deed)
        });
        Ok(true)
    }
}
