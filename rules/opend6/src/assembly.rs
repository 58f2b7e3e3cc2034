//! Chapter 3: weapons that two men carry and put together (OD6-SPW): who carries them, when they
//! are ready, and how they are lost.

mod crew;
mod drag;
mod work;

use engine::{Clause, Cx, Event, ModelId, Play};
use tabletop::{Length, Point, Spot};

use crate::state::{Heavy, Mount, SquadId, State};
use crate::weapons::Gun;

impl Heavy {
    /// A weapon in parts, carried by its gunner and another soldier (OD6-SPW-01).
    pub const fn carried(gun: Gun, squad: SquadId, gunner: ModelId, mate: ModelId) -> Heavy {
        let mount = Mount::Carried([gunner, mate]);
        Heavy { gun, squad, gunner, mount, dragged: None, fired: false }
    }

    /// The two who have its parts in their hands.
    fn carriers(&self) -> Option<[ModelId; 2]> {
        match self.mount {
            Mount::Carried(carriers) | Mount::Assembling { crew: carriers, .. } => Some(carriers),
            _ => None,
        }
    }

    /// Whether the squad still has it as a weapon that can follow up.
    const fn is_there(&self) -> bool {
        !matches!(self.mount, Mount::Lost | Mount::Stripped(_))
    }
}

impl State {
    /// Whether a soldier carries a part of a weapon, so that he can neither run nor charge
    /// (OD6-SPW-01, OD6-MOV-08).
    pub fn is_carrier(&self, model: ModelId) -> bool {
        self.heavies.iter().any(|h| h.carriers().is_some_and(|two| two.contains(&model)))
    }

    /// Whether a soldier is busy with a weapon for the whole Movement Phase (OD6-SPW-03, 04, 05).
    pub fn is_at_work(&self, model: ModelId) -> bool {
        self.is_assembling(model) || self.heavies.iter().any(|h| h.dragged == Some(model))
    }

    /// Whether a soldier is putting a weapon together or taking it apart, so that he does nothing
    /// else at all (OD6-SPW-03, 05).
    pub fn is_assembling(&self, model: ModelId) -> bool {
        self.heavies.iter().any(|heavy| match &heavy.mount {
            Mount::Assembling { crew, .. } | Mount::Dismantling { crew, .. } => {
                crew.contains(&model)
            }
            _ => false,
        })
    }

    /// What a squad wants to do with its weapons before it moves: put together, take apart, drag,
    /// turn, throw the tripod away. Each weapon is asked about once; nothing if it has none.
    pub fn handle_weapons(&mut self, cx: &mut Cx<'_>, squad: SquadId) -> Play<()> {
        for heavy in 0..self.heavies.len() {
            if self.heavies[heavy].squad == squad && self.heavies[heavy].is_there() {
                self.handle_weapon(cx, heavy)?;
            }
        }
        Ok(())
    }

    /// Halfway between two soldiers, on the ground there.
    fn between_carriers(&self, [one, other]: [ModelId; 2]) -> Spot {
        let (a, b) = (self.spot(one), self.spot(other));
        let half = |a: Length, b: Length| a + (b - a) / 2;
        let at = Point::new(half(a.at.x, b.at.x), half(a.at.y, b.at.y));
        at.at_height(a.z)
    }

    /// At the end of the Movement Phase weapons are ready or in parts (OD6-SPW-03, 05).
    pub fn finish_assembly(&mut self, cx: &mut Cx<'_>) {
        for heavy in 0..self.heavies.len() {
            let gun = self.heavies[heavy].gun.name();
            match self.heavies[heavy].mount {
                Mount::Assembling { crew, facing } => {
                    let spot = self.between_carriers(crew);
                    self.heavies[heavy].mount = Mount::Assembled { spot, facing };
                    let text = || format!("the {gun} is ready at {spot}");
                    cx.say(|| Event::note(Clause("OD6-SPW-03"), text()));
                }
                Mount::Dismantling { crew, .. } => {
                    self.heavies[heavy].mount = Mount::Carried(crew);
                    cx.say(|| {
                        let [one, other] = crew.map(|m| self.name(m));
                        let text = format!("{one} and {other} carry the {gun}");
                        Event::note(Clause("OD6-SPW-05"), text)
                    });
                }
                _ => (),
            }
        }
    }

    /// A squad is driven from where it stands: what it was putting together stays in parts, what
    /// it was taking apart stays where it is (OD6-SPW-03, 05).
    pub fn interrupt_work(&mut self, cx: &mut Cx<'_>, squad: SquadId) {
        for heavy in 0..self.heavies.len() {
            let own = &self.heavies[heavy];
            let (mount, clause) = match own.mount {
                _ if own.squad != squad => continue,
                Mount::Assembling { crew, .. } => (Mount::Carried(crew), "OD6-SPW-03"),
                Mount::Dismantling { spot, facing, .. } => {
                    (Mount::Assembled { spot, facing }, "OD6-SPW-05")
                }
                _ => continue,
            };
            self.heavies[heavy].mount = mount;
            cx.say(|| {
                let (name, gun) = (self.squad_name(squad), self.heavies[heavy].gun.name());
                let text = format!("{name} breaks off its work on the {gun}");
                Event::note(Clause(clause), text)
            });
        }
    }

    /// A soldier has fallen: what he carried is destroyed (OD6-SPW-02), what he was taking apart
    /// stays whole, and a gun without tripod falls with him.
    pub fn lose_weapons_of(&mut self, cx: &mut Cx<'_>, carrier: ModelId) {
        self.part_from_weapons(
            cx,
            carrier,
            (Clause("OD6-SPW-02"), "is destroyed with its carrier"),
        );
    }

    /// A soldier leaves the battle unharmed: his half of a weapon is gone with him (OD6-SCN-13).
    pub fn take_weapons_along(&mut self, cx: &mut Cx<'_>, carrier: ModelId) {
        let words = "is of no more use: half of it leaves with its carrier";
        self.part_from_weapons(cx, carrier, (Clause("OD6-SCN-13"), words));
    }

    fn part_from_weapons(
        &mut self,
        cx: &mut Cx<'_>,
        carrier: ModelId,
        (clause, words): (Clause, &'static str),
    ) {
        for heavy in 0..self.heavies.len() {
            let own = &mut self.heavies[heavy];
            if own.carriers().is_some_and(|two| two.contains(&carrier)) {
                own.mount = Mount::Lost;
                let gun = own.gun.name();
                cx.say(|| Event::note(clause, format!("the {gun} {words}")));
            }
            match own.mount {
                Mount::Dismantling { crew, spot, facing } if crew.contains(&carrier) => {
                    own.mount = Mount::Assembled { spot, facing };
                }
                Mount::Stripped(owner) if owner == carrier => own.mount = Mount::Lost,
                _ => (),
            }
        }
    }

    /// A routing squad leaves its weapons behind (OD6-SPW-14).
    pub fn abandon_weapons(&mut self, cx: &mut Cx<'_>, squad: SquadId) {
        for heavy in 0..self.heavies.len() {
            let own = &mut self.heavies[heavy];
            if own.squad == squad && own.is_there() {
                own.mount = Mount::Lost;
                let gun = own.gun.name();
                let text = || format!("{} abandons the {gun}", self.squad_name(squad));
                cx.say(|| Event::note(Clause("OD6-SPW-14"), text()));
            }
        }
    }

    /// At the end of a turn weapons have neither fired nor been dragged.
    pub fn rest_weapons(&mut self) {
        for heavy in &mut self.heavies {
            (heavy.dragged, heavy.fired) = (None, false);
        }
    }
}
