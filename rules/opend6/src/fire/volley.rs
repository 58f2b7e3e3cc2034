//! A volley under way: tests, following fire, and then whoever is hit (OD6-FIR-15, 16).

use engine::{Ask, Clause, Cx, ModelId, Play};

use super::{Class, Occasion, Score, Volley};
use crate::damage::{Hit, When};
use crate::dice::{Roller, Sum, straight_together};
use crate::options::HeavySkill;
use crate::profile::{Attribute, Skill};
use crate::state::State;
use crate::tasks::Task;
use crate::weapons::Gun;

impl State {
    /// Carries on a volley: one class of soldiers tests, one hit falls on somebody, or one
    /// soldier who was hit resists.
    pub fn volley_on(&mut self, cx: &mut Cx<'_>, mut volley: Volley) -> Play<()> {
        if !volley.classes.is_empty() {
            let class = volley.classes.remove(0);
            self.test_class(cx, &mut volley, class)?;
        } else if !volley.scores.is_empty() {
            self.allocate(cx, &mut volley)?;
        } else if !volley.struck.is_empty() {
            self.strike_first(cx, &mut volley)?;
        }
        let done =
            volley.classes.is_empty() && volley.scores.is_empty() && volley.struck.is_empty();
        if !done {
            self.tasks.push(Task::Volley(Box::new(volley)));
        }
        Ok(())
    }

    /// The skill a gun is fired with (OD6-FIR-26): firearms, for archaic ones too (OD6-FIR-25);
    /// for guns that nobody can carry alone gunnery, if the players agreed so (OD6-Q-53).
    pub(super) fn fire_skill(&self, gun: Gun) -> Skill {
        let heavy = matches!(gun, Gun::MediumRepeatingRaygun | Gun::HeavyRepeatingRaygun);
        match self.agreed.heavy_skill {
            HeavySkill::Gunnery if heavy => Skill::Gunnery,
            HeavySkill::Gunnery | HeavySkill::Firearms => Skill::Firearms,
        }
    }

    /// Soldiers alike make their tests together; a weapon that hit and has its second man may
    /// follow up.
    fn test_class(&self, cx: &mut Cx<'_>, volley: &mut Volley, mut class: Class) -> Play<()> {
        let gun = self.gun(class.arm);
        // Everybody whose gun does not reach was left out when the volley was aimed.
        let Some(band) = gun.band(volley.range) else { return Ok(()) };
        let told = !cx.is_quiet();
        let difficulty = self.difficulty(told, volley, &class, band);
        self.tell_difficulty(cx, volley, &class, &difficulty);
        let sum = self.fire_sum(cx, class.firers[0], gun);
        let (model, name) = match class.firers[..] {
            [one] => (Some(one), self.name(one)),
            _ => (None, self.squad_name(volley.squad)),
        };
        let title = if told { format!("{name} fires") } else { String::new() };
        let side = self.squad(volley.squad).side;
        let who = Roller { side, model, purpose: "shots", title: &title };
        let count = class.firers.len() as u8;
        let hits = straight_together(cx, who, (count, &sum), difficulty.total)?;
        if hits == 0 {
            return Ok(());
        }
        volley.add_score(Score { gun, by: model, count: hits, seen: class.seen.clone() });
        if class.loader.is_some() && self.follows_up(cx, volley, &class)? {
            class.followed += 1;
            volley.classes.insert(0, class);
        }
        Ok(())
    }

    /// After a hit the weapon may fire again, two harder each time (OD6-SPW-08). It does, unless
    /// a hit could fall on a friend: then its side says (OD6-DEC-14).
    fn follows_up(&self, cx: &mut Cx<'_>, volley: &Volley, class: &Class) -> Play<bool> {
        cx.cite(Clause("OD6-SPW-08"));
        cx.cite(Clause("OD6-SPW-09"));
        if volley.occasion != Occasion::Phase {
            cx.cite(Clause("OD6-Q-89"));
        }
        let side = self.squad(volley.squad).side;
        if class.seen.iter().all(|m| self.side(*m) != side) {
            return Ok(true);
        }
        let prompt = "Fire again, at +2 difficulty?";
        let ask = Ask::new(side, "following", prompt, Clause("OD6-DEC-14")).about(class.firers[0]);
        cx.confirm(ask, "fire again", "stop")
    }

    /// What a soldier adds to his die: his skill, one less if he is wounded.
    fn fire_sum(&self, cx: &mut Cx<'_>, firer: ModelId, gun: Gun) -> Sum {
        let (skill, who) = (self.fire_skill(gun), self.who(firer));
        let full = i32::from(who.skill(skill));
        let mut sum = Sum::of(!cx.is_quiet(), full, skill.name(), "OD6-FIR-15");
        sum.add(self.skill(firer, skill) - full, "wounded", "OD6-FIR-16");
        self.cite_skill(cx, firer, gun);
        sum
    }

    /// Mentions the rules behind a skill.
    fn cite_skill(&self, cx: &mut Cx<'_>, firer: ModelId, gun: Gun) {
        if cx.is_quiet() {
            return;
        }
        let who = self.who(firer);
        let armoured = who.attribute(Attribute::Strength) != who.bare_strength;
        let (firearms, gunnery): (&[&str], &[&str]) = (
            &["OD6-FIR-26", "OD6-PROF-02", "OD6-PROF-03", "OD6-PROF-09", "OD6-PROF-10"],
            &["OD6-PROF-02", "OD6-PROF-06", "OD6-PROF-09", "OD6-Q-68"],
        );
        let archaic = matches!(
            gun,
            Gun::Crossbow
                | Gun::Longbow
                | Gun::BlackPowderPistol
                | Gun::Musket
                | Gun::Rifle
                | Gun::EnergyCrossbow
        );
        let of_skill = match self.fire_skill(gun) {
            Skill::Gunnery => gunnery,
            _ => firearms,
        };
        of_skill.iter().for_each(|id| cx.cite(Clause(id)));
        let heavy = matches!(gun, Gun::MediumRepeatingRaygun | Gun::HeavyRepeatingRaygun);
        let others = [
            (archaic, "OD6-FIR-25"),
            (heavy, "OD6-Q-53"),
            (armoured, "OD6-PROF-14"),
            (self.model(firer).wounded, "OD6-DMG-11"),
            (self.model(firer).marked.is_some(), "OD6-TURN-08"),
        ];
        others.into_iter().filter(|(holds, _)| *holds).for_each(|(_, id)| cx.cite(Clause(id)));
    }

    /// The first of those who were hit resists everything that hit him.
    fn strike_first(&mut self, cx: &mut Cx<'_>, volley: &mut Volley) -> Play<()> {
        let struck = volley.struck.remove(0);
        let side = self.squad(volley.squad).side;
        let hit = |(gun, by): &(Gun, Option<ModelId>)| Hit {
            side,
            by: *by,
            strength: i32::from(gun.line().strength),
            with: gun.name(),
            clause: "OD6-DMG-01",
        };
        let hits: Vec<Hit<'_>> = struck.guns.iter().map(hit).collect();
        let when = match volley.occasion {
            Occasion::Phase => When::PhaseEnd,
            Occasion::Opportunity | Occasion::Defensive => {
                cx.cite(Clause("OD6-DMG-07"));
                When::Now
            }
        };
        self.damage(cx, struck.model, &hits, when)?;
        Ok(())
    }
}

impl Volley {
    /// Notes hits; those of one weapon that follows up are counted together.
    fn add_score(&mut self, score: Score) {
        let same = |s: &&mut Score| s.gun == score.gun && s.by == score.by && s.seen == score.seen;
        match self.scores.iter_mut().find(same) {
            Some(known) => known.count += score.count,
            None => self.scores.push(score),
        }
    }
}
