//! Pairing off: one to one as far as it goes, and who is left over joins in (OD6-CAS-01 to 03).

use engine::{Ask, Choice, Clause, Cx, ModelId, Play};
use serde::{Deserialize, Serialize};

use crate::state::{Models, SquadId, State};

/// No more than three fight one soldier (OD6-CAS-02).
pub(crate) const MOST: usize = 3;

/// One soldier, and the one, two or three whom he fights.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bout {
    /// The one who stands alone; either of the two where they are two.
    pub lone: ModelId,
    /// His opponents.
    pub others: Models,
}

/// Two soldiers in contact, one of each side.
type Touching = (ModelId, ModelId);

/// Everybody in contact in a fight: who touches whom.
#[derive(Debug, Default)]
struct Tangle {
    ones: Models,
    others: Models,
    edges: Vec<Touching>,
}

impl Tangle {
    fn of(edges: Vec<Touching>) -> Tangle {
        let mut tangle = Tangle { edges, ..Tangle::default() };
        for (one, other) in tangle.edges.iter().copied() {
            if !tangle.ones.contains(&one) {
                tangle.ones.push(one);
            }
            if !tangle.others.contains(&other) {
                tangle.others.push(other);
            }
        }
        tangle.ones.sort();
        tangle.others.sort();
        tangle
    }

    /// The same, seen from the other side.
    fn mirrored(&self) -> Tangle {
        let edges = self.edges.iter().map(|(one, other)| (*other, *one)).collect();
        Tangle { ones: self.others.clone(), others: self.ones.clone(), edges }
    }

    fn touched_by(&self, one: ModelId) -> impl Iterator<Item = ModelId> + '_ {
        self.edges.iter().filter(move |(a, _)| *a == one).map(|(_, b)| *b)
    }

    /// As many pairs as there can be: every one gets an opponent if others can be found for
    /// those in his way.
    fn pairs(&self, ones: &[ModelId], others: &[ModelId]) -> Vec<Touching> {
        let mut pairs: Vec<Touching> = Vec::new();
        for one in ones {
            self.pair_up(*one, others, &mut pairs, &mut Models::new());
        }
        pairs.sort_unstable();
        pairs
    }

    fn pair_up(
        &self,
        one: ModelId,
        others: &[ModelId],
        pairs: &mut Vec<Touching>,
        tried: &mut Models,
    ) -> bool {
        for other in self.touched_by(one).filter(|other| others.contains(other)) {
            if tried.contains(&other) {
                continue;
            }
            tried.push(other);
            let rival = pairs.iter().find(|(_, b)| *b == other).map(|(a, _)| *a);
            if rival.is_none_or(|rival| self.pair_up(rival, others, pairs, tried)) {
                pairs.retain(|(a, b)| *a != one && *b != other);
                pairs.push((one, other));
                return true;
            }
        }
        false
    }

    /// Where the ones are too many: those who could be left over, and the others whom they share.
    fn crowd(&self, pairs: &[Touching]) -> (Models, Models) {
        let paired = |one: &ModelId| pairs.iter().any(|(a, _)| a == one);
        let mut many: Models = self.ones.iter().copied().filter(|one| !paired(one)).collect();
        let mut few = Models::new();
        let mut next = 0;
        while let Some(one) = many.get(next).copied() {
            next += 1;
            for other in self.touched_by(one) {
                if !few.contains(&other) {
                    few.push(other);
                    let mate = pairs.iter().find(|(_, b)| *b == other).map(|(a, _)| *a);
                    many.extend(mate.filter(|mate| !many.contains(mate)));
                }
            }
        }
        many.sort();
        few.sort();
        (many, few)
    }
}

impl State {
    /// The soldiers of two or more squads who are in contact: of the first side and the second.
    pub(crate) fn contacts_among(&self, squads: &[SquadId]) -> Vec<(ModelId, ModelId)> {
        let fights = |m: &ModelId| squads.contains(&self.squad_of(*m));
        let first = squads.first().map(|squad| self.squad(*squad).side);
        let ones = self.standing().filter(fights).filter(|m| Some(self.side(*m)) == first);
        let contacts = ones.map(|one| (one, self.contacts(one).filter(fights)));
        contacts.flat_map(|(one, others)| others.map(move |other| (one, other))).collect()
    }

    /// Pairs off everybody in contact (OD6-CAS-01, 03): where one side has too many, its owner
    /// says whom they fight (OD6-DEC-16).
    pub(super) fn pair_off(&self, cx: &mut Cx<'_>, squads: &[SquadId]) -> Play<Vec<Bout>> {
        cx.cite(Clause("OD6-CAS-01"));
        cx.cite(Clause("OD6-CAS-03"));
        let tangle = Tangle::of(self.contacts_among(squads));
        let pairs = tangle.pairs(&tangle.ones, &tangle.others);
        let (many, shared) = tangle.crowd(&pairs);
        let mirror = tangle.mirrored();
        let turned: Vec<Touching> = pairs.iter().map(|(one, other)| (*other, *one)).collect();
        let (many_others, shared_ones) = mirror.crowd(&turned);
        let crowded = |one: &ModelId| many.contains(one) || shared_ones.contains(one);
        let alone = pairs.iter().filter(|(one, _)| !crowded(one));
        let mut bouts: Vec<Bout> = alone.map(|(one, other)| bout(*one, &[*other])).collect();
        bouts.extend(self.gang_up(cx, &tangle, &many, &shared)?);
        bouts.extend(self.gang_up(cx, &mirror, &many_others, &shared_ones)?);
        bouts.sort_by_key(|bout| bout.lone.min(bout.others[0]));
        Ok(bouts)
    }

    /// Those of whom there are too many each join somebody they touch; nobody is left without an
    /// opponent by it.
    fn gang_up(
        &self,
        cx: &mut Cx<'_>,
        tangle: &Tangle,
        many: &[ModelId],
        few: &[ModelId],
    ) -> Play<Vec<Bout>> {
        let mut bouts: Vec<Bout> = few.iter().map(|lone| bout(*lone, &[])).collect();
        for (i, one) in many.iter().enumerate() {
            let rest = &many[i + 1..];
            let open: Models = tangle
                .touched_by(*one)
                .filter(|other| {
                    let left: Models = bouts
                        .iter()
                        .filter(|b| b.others.is_empty() && b.lone != *other)
                        .map(|b| b.lone)
                        .collect();
                    let room = bouts.iter().any(|b| b.lone == *other && b.others.len() < MOST);
                    room && tangle.pairs(rest, &left).len() == left.len()
                })
                .collect();
            if open.is_empty() {
                cx.cite(Clause("OD6-CAS-02"));
                continue;
            }
            let chosen = self.choose_opponent(cx, *one, &open, &bouts)?;
            let joined = bouts.iter_mut().find(|b| b.lone == chosen);
            joined.into_iter().for_each(|b| b.others.push(*one));
        }
        bouts.retain(|b| !b.others.is_empty());
        Ok(bouts)
    }

    /// A soldier who is left over fights anybody he touches (OD6-CAS-03); by default those who
    /// have the fewest opponents so far.
    pub(crate) fn choose_opponent(
        &self,
        cx: &mut Cx<'_>,
        one: ModelId,
        open: &[ModelId],
        bouts: &[Bout],
    ) -> Play<ModelId> {
        cx.cite(Clause("OD6-DEC-16"));
        let prompt = "Whom does he fight?";
        let ask = Ask::new(self.side(one), "opponent", prompt, Clause("OD6-CAS-03")).about(one);
        cx.choose(ask, open, |other| {
            let against = bouts.iter().find(|b| b.lone == *other).map_or(0, |b| b.others.len());
            Choice::new(format!("{} fights {}", self.name(one), self.name(*other)))
                .about(*other)
                .merit(-(against as i32))
        })
    }
}

fn bout(lone: ModelId, others: &[ModelId]) -> Bout {
    Bout { lone, others: Models::from_slice(others) }
}
