//! Additions of ours: psi powers (REQ-X-10 to 15) and flight from fear (REQ-X-13, 16).

use engine::question::Goal;
use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Play, Refusal};
use tabletop::movement::straight_away;
use tabletop::{Length, Spot, measure};

use crate::profile::Power;
use crate::rolls::Rerolls;
use crate::state::{Fear, Progress, State};

/// How far Shove pushes.
const SHOVE: Length = Length::inches(3);

/// A power that may be used.
#[derive(Clone, Copy, Debug)]
pub struct Casting {
    psyker: ModelId,
    power: Power,
    target: ModelId,
}

impl Power {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Power::MindSpike => "mind spike",
            Power::Static => "static",
            Power::Shove => "shove",
            Power::Dread => "dread",
            Power::Veil => "veil",
            Power::Bolster => "bolster",
        }
    }

    /// How far it reaches, from body to body.
    fn range(self) -> Length {
        match self {
            Power::MindSpike | Power::Dread => Length::inches(8),
            Power::Static => Length::inches(10),
            Power::Shove | Power::Bolster => Length::inches(6),
            Power::Veil => Length::ZERO,
        }
    }
}

impl State {
    /// Every use of a model's powers, or why it is not possible (REQ-X-10, 14).
    pub fn castings(&self, psyker: ModelId) -> Vec<(String, Result<Casting, Refusal>)> {
        let mut all = Vec::new();
        for &power in &self.who(psyker).powers {
            let targets: Vec<ModelId> = match power {
                Power::Veil => vec![psyker],
                Power::Bolster => {
                    self.friends(psyker).filter(|f| self.model(*f).stun.is_some()).collect()
                }
                Power::MindSpike | Power::Static | Power::Shove | Power::Dread => {
                    self.enemies(psyker).collect()
                }
            };
            for target in targets {
                let key = self.casting_key(power, target);
                let casting = Casting { psyker, power, target };
                all.push((key, self.may_cast(&casting).map(|()| casting)));
            }
        }
        all
    }

    fn casting_key(&self, power: Power, target: ModelId) -> String {
        match power {
            Power::Veil => "use veil".to_owned(),
            _ => format!("use {} on {}", power.name(), self.name(target)),
        }
    }

    fn may_cast(&self, casting: &Casting) -> Result<(), Refusal> {
        let Casting { psyker, power, target } = *casting;
        if let Some(enemy) = self.in_contact(psyker).next() {
            let why = format!("{} is in contact with {}", self.name(psyker), self.name(enemy));
            return Err(Refusal::new(Clause("REQ-X-14"), why));
        }
        if target == psyker {
            return Ok(());
        }
        self.line_of_sight(psyker, target)?;
        let (from, to) = (self.body(psyker), self.body(target));
        if !measure::body_within(&from, &to, power.range()) {
            let gap = measure::body_gap(&from, &to);
            let why = format!("{gap} inches is out of range {}", power.range());
            return Err(Refusal::new(Clause("REQ-X-10"), why));
        }
        Ok(())
    }

    /// What a player should know of a power before using it.
    pub fn describe_casting(&self, casting: &Casting) -> Choice {
        let merit = match casting.power {
            Power::MindSpike => 40,
            Power::Static | Power::Bolster => 35,
            Power::Dread => 25,
            Power::Shove | Power::Veil => 5,
        };
        Choice::new(self.casting_key(casting.power, casting.target))
            .detail(match casting.power {
                Power::Veil => "light cover until its next activation".to_owned(),
                power => format!("range {} inches", power.range()),
            })
            .about(casting.target)
            .merit(merit)
    }

    /// A power is used in place of a ranged attack (REQ-X-10): Willpower against Willpower, no
    /// armor and no cover (REQ-X-11); all ones rebound on the psyker (REQ-X-12).
    pub fn cast_power(&mut self, cx: &mut Cx<'_>, casting: Casting) -> Play<()> {
        let Casting { psyker, power, target } = casting;
        cx.say(|| {
            let on = match target == psyker {
                true => String::new(),
                false => format!(" on {}", self.name(target)),
            };
            let text = format!("{} uses {}{on}", self.name(psyker), power.name());
            let deed = Deed::Attacked { model: psyker, target, ranged: true };
            Event::note(Clause("REQ-X-10"), text).deed(deed)
        });
        let works = match power {
            Power::Veil | Power::Bolster => true,
            Power::MindSpike | Power::Static | Power::Shove | Power::Dread => {
                self.psi_roll_off(cx, psyker, target)?
            }
        };
        if works {
            self.take_effect(cx, casting)?;
        }
        if let Some(active) = &mut self.active {
            active.progress = match active.progress {
                Progress::Fresh => Progress::Shot,
                Progress::Moved | Progress::Shot | Progress::Done => Progress::Done,
            };
        }
        Ok(())
    }

    fn psi_roll_off(&mut self, cx: &mut Cx<'_>, psyker: ModelId, target: ModelId) -> Play<bool> {
        cx.cite(Clause("REQ-X-11"));
        let told = !cx.is_quiet();
        let mind = self.willpower(told, psyker);
        let attack = self.roll(cx, psyker, (&mind, "bends minds"), Rerolls::default())?;
        let mind = self.willpower(told, target);
        let defense = self.roll(cx, target, (&mind, "resists"), Rerolls::default())?;
        let won = match attack.total.cmp(&defense.total) {
            std::cmp::Ordering::Equal => self.dice_off(cx, psyker, target)?,
            other => other.is_gt(),
        };
        if attack.all_ones {
            cx.cite(Clause("REQ-X-12"));
            self.stun(cx, psyker, false);
        }
        Ok(won)
    }

    fn take_effect(&mut self, cx: &mut Cx<'_>, casting: Casting) -> Play<()> {
        let Casting { psyker, power, target } = casting;
        cx.cite(Clause("REQ-X-13"));
        match power {
            Power::MindSpike => return self.wound(cx, target),
            Power::Static => self.stun(cx, target, false),
            Power::Shove => return self.shove(cx, psyker, target),
            Power::Dread => self.model_mut(target).fear = Some(Fear::Dread(psyker)),
            Power::Veil => self.model_mut(psyker).veiled = true,
            Power::Bolster => self.model_mut(target).stun = None,
        }
        cx.say(|| {
            let text = format!("{}: {} takes effect", self.name(target), power.name());
            Event::note(Clause("REQ-X-13"), text).deed(Deed::Changed { model: target })
        });
        Ok(())
    }

    /// A shoved model goes straight away from the psyker until something stops it; contaminated
    /// ground on the way is as dangerous as ever (REQ-X-13).
    fn shove(&mut self, cx: &mut Cx<'_>, psyker: ModelId, target: ModelId) -> Play<()> {
        let from = self.spot(target);
        let away = straight_away(self.spot(psyker).at, from.at, SHOVE);
        let end = self.slide(target, away - from.at, SHOVE);
        if end == from {
            // Standing still is safe, whatever one stands in (REQ-Q-23).
            cx.say(|| {
                let text = format!("{} does not budge", self.name(target));
                Event::note(Clause("REQ-X-13"), text)
            });
            return Ok(());
        }
        let plan = self.pushed_along(target, &[from, end]);
        self.carry_out(cx, target, &plan).map(|_| ())
    }

    /// A frightened model runs away from what it fears (REQ-X-13, 16).
    pub fn run_away(&mut self, cx: &mut Cx<'_>, model: ModelId) -> Play<()> {
        let (from, clause) = match self.model(model).fear {
            Some(Fear::Dread(psyker)) => (Some(psyker), Clause("REQ-X-13")),
            Some(Fear::Panic) | None => (self.nearest_enemy(model), Clause("REQ-X-16")),
        };
        let start = self.spot(model);
        let allowance = self.run_allowance(model);
        if let Some(threat) = from {
            let scare = self.spot(threat).at;
            let near = scare.distance_squared(start.at);
            let farther = |path: &[Spot]| match path.last() {
                Some(end) if path.len() > 1 && end.at.distance_squared(scare) <= near => {
                    let why = format!("it must get away from {}", self.name(threat));
                    Err(Refusal::new(clause, why))
                }
                _ => Ok(()),
            };
            let goals = || {
                let at = straight_away(scare, start.at, allowance.distance);
                vec![Goal { spot: at.at_height(self.table.ground_height(at)), merit: 1 }]
            };
            let ask = Ask::new(self.side(model), "flight", "Where does it flee?", clause);
            let reach = (model, start, allowance.distance);
            let weighed = cx.path(ask.about(model), reach, goals, |path| {
                farther(path)?;
                Ok(self.weigh(model, allowance, self.plan_move(model, path, allowance)?))
            })?;
            let plan = weighed.plan;
            self.carry_out(cx, model, &plan)?;
        }
        self.end_activation(cx);
        Ok(())
    }

    /// The enemy nearest to a model.
    pub fn nearest_enemy(&self, model: ModelId) -> Option<ModelId> {
        let here = self.spot(model).at;
        self.enemies(model).min_by_key(|e| self.spot(*e).at.distance_squared(here))
    }
}
