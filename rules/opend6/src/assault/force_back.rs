//! Who lost more is driven back, and who drove it back follows (OD6-FBK).

use engine::{Ask, Choice, Clause, Cx, Event, Play};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use tabletop::{Length, Point, Vector, measure};

use super::Melee;
use crate::dice::{Roller, Sum, straight};
use crate::forced::Pays;
use crate::options::ForceBackCounts;
use crate::state::{CONTACT, Forced, Models, SquadId, State};

/// How far a squad is driven back (OD6-FBK-03).
const BACK: Length = Length::inches(4);
/// The difficulty of holding one's men back (OD6-FBK-05).
const HOLD: i32 = 6;

/// A squad that goes after one that it has driven back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Follow {
    /// Who goes after it.
    pub squad: SquadId,
    /// Where to: the way the others went.
    pub direction: Vector,
    /// How far: as far as they went, and over the barrier if there was one between them.
    pub distance: Length,
    /// Whether it fought behind a barrier, so that it need not (OD6-FBK-05).
    pub behind_barrier: bool,
}

/// What a squad that has won does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum After {
    Advance,
    Hold,
}

impl State {
    /// The squads of a fight that are driven back: each compares its casualties with those of
    /// everybody who fought it (OD6-FBK-01, OD6-Q-37), unless these are too few (OD6-FBK-02,
    /// OD6-Q-38).
    pub(super) fn driven_back(&self, cx: &mut Cx<'_>, melee: &Melee) -> Vec<SquadId> {
        cx.cite(Clause("OD6-FBK-01"));
        cx.cite(Clause("OD6-Q-36"));
        let mut driven = Vec::new();
        for squad in melee.squads.iter().copied().filter(|s| self.head_count(*s) > 0) {
            let (lost, strength) = (self.fallen(squad), self.head_count(squad));
            let foes = || melee.foes_of(squad);
            let (theirs, left) = foes().fold((0, 0), |(lost, left), foe| {
                (lost + self.fallen(foe), left + self.head_count(foe))
            });
            if foes().count() > 1 {
                cx.cite(Clause("OD6-Q-37"));
            }
            if lost <= theirs {
                continue;
            }
            cx.cite(Clause("OD6-Q-38"));
            if 2 * left < strength {
                cx.say(|| {
                    let text = format!("{} is too many to be forced back", self.squad_name(squad));
                    Event::note(Clause("OD6-FBK-02"), text)
                });
                continue;
            }
            driven.push(squad);
        }
        driven
    }

    /// How many casualties of a squad count (OD6-Q-36).
    fn fallen(&self, squad: SquadId) -> usize {
        let done = &self.squad(squad).done;
        match self.agreed.force_back_counts {
            ForceBackCounts::Assault => done.assault_casualties.len(),
            ForceBackCounts::Turn => done.casualties.len(),
        }
    }

    /// A squad is driven back four inches, directly away from those who fought it, and keeps its
    /// facing (OD6-FBK-03, OD6-FAC-07). Says who may follow.
    pub(super) fn drive_back(
        &mut self,
        cx: &mut Cx<'_>,
        squad: SquadId,
        melee: &Melee,
    ) -> Vec<Follow> {
        let foes: SmallVec<[SquadId; 4]> = melee.foes_of(squad).collect();
        let direction = self.away_from(squad, &foes);
        let winners = foes.iter().copied().filter(|foe| !melee.driven.contains(foe));
        let winners: SmallVec<[SquadId; 4]> = winners.filter(|f| self.head_count(*f) > 0).collect();
        // Whoever still has others to fight stays with them (OD6-Q-37); the fallen are no others.
        let left = |w: SquadId| melee.foes_of(w).filter(|foe| self.head_count(*foe) > 0).count();
        let free = winners.iter().copied().filter(|w| left(*w) == 1);
        let free: SmallVec<[(SquadId, bool, Length); 4]> = free
            .map(|w| (w, self.fights_behind_barrier(w, squad), self.gap_across(w, squad)))
            .collect();
        cx.cite(Clause("OD6-FBK-06"));
        self.squad_mut(squad).done.forced = Some(Forced::Lost);
        for winner in &winners {
            self.squad_mut(*winner).done.forced = Some(Forced::Won);
        }
        cx.say(|| {
            let text = format!("{} is forced back", self.squad_name(squad));
            Event::note(Clause("OD6-FBK-03"), text)
        });
        cx.cite(Clause("OD6-FAC-07"));
        let members: Models = self.members(squad).collect();
        let before: SmallVec<[Point; 10]> = members.iter().map(|m| self.spot(*m).at).collect();
        let clause = Clause("OD6-FBK-03");
        self.shift(cx, &members, (direction, BACK), Pays::NoBarriers, clause);
        let moved = members.iter().zip(before).map(|(m, from)| self.spot(*m).at.distance(from));
        let distance = moved.max().unwrap_or(Length::ZERO);
        if distance == Length::ZERO {
            return Vec::new();
        }
        let follow = |(squad, behind_barrier, gap)| Follow {
            squad,
            direction,
            distance: distance + gap,
            behind_barrier,
        };
        free.into_iter().map(follow).collect()
    }

    /// The width of the barrier two squads fought across: who follows goes so much farther, to
    /// stay in contact (OD6-FBK-03, OD6-Q-84).
    fn gap_across(&self, squad: SquadId, foe: SquadId) -> Length {
        let pairs = self.contacts_among(&[squad, foe]);
        let gaps =
            pairs.iter().map(|(one, other)| measure::gap(&self.body(*one), &self.body(*other)));
        gaps.filter(|gap| *gap > CONTACT).max().unwrap_or(Length::ZERO)
    }

    /// The direction away from some squads: from the middle of their soldiers through the squad's
    /// own middle (OD6-GEO-19).
    pub(crate) fn away_from(&self, squad: SquadId, foes: &[SquadId]) -> Vector {
        let own: Models = self.members(squad).collect();
        let theirs: Models =
            self.standing().filter(|m| foes.contains(&self.squad_of(*m))).collect();
        let sum = |models: &Models| {
            let spots = models.iter().map(|m| self.spot(*m).at);
            spots.fold(Vector::default(), |v, p| Vector::new(v.x + p.x.wide(), v.y + p.y.wide()))
        };
        let ((a, b), (n, m)) = ((sum(&own), sum(&theirs)), (own.len() as i64, theirs.len() as i64));
        // The difference of the means, drawn out by both numbers so that nothing is rounded.
        let direction = Vector::new(a.x * m - b.x * n, a.y * m - b.y * n);
        if direction == Vector::default() || n == 0 || m == 0 {
            return self.away_from_enemies(squad);
        }
        direction.of_length(Length::inches(40))
    }

    /// Whether a squad fights another from behind a barrier: at least half of those in contact
    /// (OD6-FBK-05).
    fn fights_behind_barrier(&self, squad: SquadId, foe: SquadId) -> bool {
        let pairs = self.contacts_among(&[squad, foe]);
        let behind = pairs.iter().filter(|(own, other)| self.defends_barrier(*own, *other)).count();
        behind > 0 && 2 * behind >= pairs.len()
    }

    /// A squad that has driven back its opponents follows them, or tries to stay (OD6-FBK-03, 05,
    /// OD6-DEC-19).
    pub(super) fn follow(&mut self, cx: &mut Cx<'_>, follow: Follow) -> Play<()> {
        let Follow { squad, direction, distance, behind_barrier } = follow;
        let held = self.choose_advance(cx, squad, behind_barrier)? == After::Hold
            && (behind_barrier || self.hold_back(cx, squad)?);
        cx.say(|| {
            let does = if held { "holds its ground" } else { "advances" };
            let clause = Clause(if held { "OD6-FBK-05" } else { "OD6-FBK-03" });
            Event::note(clause, format!("{} {does}", self.squad_name(squad)))
        });
        if !held {
            let members: Models = self.members(squad).collect();
            let clause = Clause("OD6-FBK-03");
            self.shift(cx, &members, (direction, distance), Pays::Following, clause);
        }
        Ok(())
    }

    fn choose_advance(&self, cx: &mut Cx<'_>, squad: SquadId, free: bool) -> Play<After> {
        cx.cite(Clause("OD6-DEC-19"));
        let prompt = "Does the squad advance?";
        let side = self.squad(squad).side;
        let ask = Ask::new(side, "advance", prompt, Clause("OD6-FBK-05"));
        let ask = self.members(squad).next().map_or(ask, |m| ask.about(m));
        cx.choose(ask, &[After::Advance, After::Hold], |after| match after {
            After::Advance => Choice::new("advance").merit(1),
            After::Hold if free => Choice::new("stay behind the barrier").declining().merit(2),
            After::Hold => {
                Choice::new("hold them back").detail("command test against 6").declining()
            }
        })
    }

    /// Whether the commander stops his men from advancing (OD6-FBK-05).
    fn hold_back(&self, cx: &mut Cx<'_>, squad: SquadId) -> Play<bool> {
        let told = !cx.is_quiet();
        let sum = Sum::of(told, self.command(squad), "command", "OD6-FBK-05");
        let title =
            if told { format!("{} is held back", self.squad_name(squad)) } else { String::new() };
        let side = self.squad(squad).side;
        let model = self.commander(squad);
        straight(cx, Roller { side, model, purpose: "holding back", title: &title }, &sum, HOLD)
    }
}
