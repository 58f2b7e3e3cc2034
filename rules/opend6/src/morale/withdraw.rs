//! Withdrawing (OD6-MOR-27).

use engine::{Ask, Choice, Clause, Cx, ModelId, Play};
use tabletop::{Length, Vector};

use crate::forced::Pays;
use crate::state::{Models, SquadId, State};

/// How far a squad withdraws.
const BACK: Length = Length::inches(4);

/// How soldiers face who have withdrawn (OD6-DEC-21).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Facing {
    TowardEnemy,
    AsBefore,
    Away,
    OneWay,
    EachHisOwn,
}

impl Facing {
    const ALL: [Facing; 5] =
        [Facing::TowardEnemy, Facing::AsBefore, Facing::Away, Facing::OneWay, Facing::EachHisOwn];

    fn choice(self) -> Choice {
        match self {
            Facing::TowardEnemy => Choice::new("toward the enemy").merit(1),
            Facing::AsBefore => Choice::new("as before").declining(),
            Facing::Away => Choice::new("away").merit(-1),
            Facing::OneWay => Choice::new("one way").merit(-1),
            Facing::EachHisOwn => Choice::new("each his own").merit(-1),
        }
    }
}

impl State {
    /// A squad withdraws: four inches away from the closest enemy squad, whatever the ground, and
    /// its owner says where it faces (OD6-MOR-27).
    pub fn withdraw(&mut self, cx: &mut Cx<'_>, squad: SquadId) -> Play<()> {
        if !self.is_left(squad) {
            return Ok(());
        }
        cx.cite(Clause("OD6-Q-87"));
        let direction = self.away_from_enemies(squad);
        let done = &mut self.squad_mut(squad).done;
        (done.gave_way, done.no_fire) = (true, true);
        self.interrupt_work(cx, squad);
        let movers = self.free_to_leave(squad);
        self.shift(cx, &movers, (direction, BACK), Pays::Nothing, Clause("OD6-MOR-27"));
        self.note_separated(cx, squad);
        self.face_about(cx, squad, direction, &movers)
    }

    fn face_about(
        &mut self,
        cx: &mut Cx<'_>,
        squad: SquadId,
        away: Vector,
        movers: &Models,
    ) -> Play<()> {
        let Some(first) = movers.first().copied() else { return Ok(()) };
        let side = self.squad(squad).side;
        cx.cite(Clause("OD6-DEC-21"));
        cx.cite(Clause("OD6-FAC-08"));
        let prompt = "The squad has withdrawn: where does it face?";
        let ask = Ask::new(side, "facing", prompt, Clause("OD6-MOR-27")).about(first);
        let how = cx.choose(ask, &Facing::ALL, |facing| facing.choice())?;
        let prompt = "Where does he face?";
        let ask = |m: ModelId| Ask::new(side, "way", prompt, Clause("OD6-MOR-27")).about(m);
        let all = match how {
            Facing::AsBefore => return Ok(()),
            Facing::TowardEnemy => -away,
            Facing::Away => away,
            Facing::OneWay => cx.facing(ask(first), first)?,
            Facing::EachHisOwn => {
                for model in movers {
                    self.model_mut(*model).facing = cx.facing(ask(*model), *model)?;
                }
                return Ok(());
            }
        };
        for model in movers {
            self.model_mut(*model).facing = all;
        }
        Ok(())
    }
}
