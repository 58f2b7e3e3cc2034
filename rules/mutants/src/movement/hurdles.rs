//! What stands in the way on the ground: hurdles, walls, doors, edges and water (MUT-TER-07).

use engine::{Clause, Refusal};
use smallvec::SmallVec;
use tabletop::movement::{Leg, Met, What};
use tabletop::polygon::segments_meet;
use tabletop::table::Volume;
use tabletop::{Extent, FeatureId, Form, Kind, Length, PieceId, Polygon, measure};

use super::pace::bridges_water;
use super::survey::{BANK, Drive, GRAZE, Halt, STEP, Scout, Stretch, Survey};
use crate::profile::Rule;
use crate::state::CONTACT;

impl Scout<'_> {
    /// A heap of rubble is clambered over: the move ends at its foot, the next goes on
    /// (MUT-TER-07).
    pub(super) fn meet_heap(&mut self, piece: PieceId, survey: &mut Survey) {
        let grounds = self.mover.table.grounds();
        let Some(heap) = grounds.iter().find(|g| g.piece == piece) else { return };
        if measure::within_of_shape(&self.mover.body, &heap.shape, CONTACT) {
            survey.crosses = true;
        } else if let Some(touch) = self.mover.first_touch(self.start, self.aim, &heap.shape) {
            self.halt(touch - GRAZE, Halt::Hurdle(piece));
        }
    }

    /// Gentle slopes are walked; a cliff is climbed, or fallen from.
    pub(super) fn meet_slope(&mut self, at: Length, rise: Length, survey: &mut Survey) {
        if rise.abs() < self.state.small_step() {
            return;
        }
        if self.drive == Drive::Walk && self.state.has(self.model, Rule::Clinging) {
            survey.scaled += rise.abs();
            return;
        }
        match (rise > Length::ZERO, self.drive) {
            (false, Drive::Push) => (),
            (true, _) => self.halt(at - self.mover.body.base, Halt::Brink),
            (false, _) => self.halt(at - BANK, Halt::Brink),
        }
    }

    /// A low edge is stepped down or jumped onto, a high one has to be climbed.
    pub(super) fn meet_level(&mut self, rise: Length, survey: &mut Survey) -> Result<(), Refusal> {
        if self.drive != Drive::Walk {
            self.halt(Length::ZERO, Halt::Brink);
            return Ok(());
        }
        if self.state.has(self.model, Rule::Clinging) {
            survey.scaled += rise.abs();
            return Ok(());
        }
        if rise.abs() >= self.state.small_step() {
            let way = if rise > Length::ZERO { "up" } else { "down" };
            let why = format!("{} inches {way} have to be climbed", rise.abs());
            return Err(Refusal::new(Clause("MUT-TER-20"), why));
        }
        if rise > Length::ZERO {
            self.meet_ledge(survey);
        }
        Ok(())
    }

    /// The edge of something low that the way leads onto.
    fn meet_ledge(&mut self, survey: &mut Survey) {
        let table = self.mover.table;
        let here = Extent { low: self.aim.at, high: self.aim.at };
        let ledges = table.surface_grid().near(here).map(|i| &table.surfaces()[i]);
        let ledge = ledges.into_iter().find(|s| s.z == self.aim.z && s.shape.contains(self.aim.at));
        let Some(ledge) = ledge else { return };
        if measure::within_of_shape(&self.mover.body, &ledge.shape, CONTACT) {
            survey.crosses = true;
        } else if let Some(touch) = self.mover.first_touch(self.start, self.aim, &ledge.shape) {
            self.halt(touch - GRAZE, Halt::Hurdle(ledge.piece));
        }
    }

    /// Doors, hurdles and walls: the way ends where the base touches them; from there the next
    /// move leads through an unlocked door or over a hurdle (MUT-TER-07, MUT-G-07).
    pub(super) fn meet_obstacle(
        &mut self,
        met: &Met,
        (kind, piece, feature): (Kind, PieceId, Option<FeatureId>),
        rise: Length,
        survey: &mut Survey,
    ) {
        let low = self.start.z.min(self.aim.z) - Length::inches(1);
        let high = self.start.z.max(self.aim.z) + Length::inches(1);
        let same = |v: &Volume| {
            let feet = v.top - rise;
            (v.kind, v.piece, v.feature) == (kind, piece, feature) && low <= feet && feet <= high
        };
        let door = feature.filter(|_| kind == Kind::Door);
        let locked = door.filter(|door| self.state.lock(*door).is_some());
        let crossable = locked.is_none() && (door.is_some() || rise < self.state.small_step());
        let walks = self.drive == Drive::Walk;
        if walks && crossable && self.volumes(same).any(|v| self.is_touched(&v.shape)) {
            survey.crosses = true;
            survey.doors.extend(door);
            return;
        }
        let touch =
            self.touch_of(same).unwrap_or((met.from - self.mover.body.base).max(Length::ZERO));
        let why = match (locked, door) {
            (Some(door), _) => Halt::Locked(door),
            (None, Some(door)) => Halt::Door(door),
            (None, None) if crossable => Halt::Hurdle(piece),
            (None, None) => Halt::Wall(piece),
        };
        self.halt(touch - GRAZE, why);
    }

    fn is_touched(&self, shape: &Polygon) -> bool {
        measure::within_of_shape(&self.mover.body, shape, CONTACT)
    }

    /// Volumes near the way that fit.
    fn volumes(&self, fits: impl Fn(&Volume) -> bool) -> impl Iterator<Item = &Volume> {
        let around = Extent::around(&[self.start.at, self.aim.at]);
        let reach = self.mover.body.base + CONTACT;
        let table = self.mover.table;
        let near = around.into_iter().flat_map(move |a| table.volume_grid().near(a.grown(reach)));
        near.map(|i| &table.volumes()[i]).filter(move |v| fits(v))
    }

    /// Where the base first touches a volume that fits.
    pub(super) fn touch_of(&self, fits: impl Fn(&Volume) -> bool) -> Option<Length> {
        let touches = self
            .volumes(fits)
            .filter_map(|v| self.mover.first_touch(self.start, self.aim, &v.shape));
        touches.min()
    }

    /// Doorways: a way through one ends at it, unless it began there (MUT-TER-07).
    pub(super) fn meet_openings(&mut self, leg: &Leg, survey: &mut Survey) {
        if self.drive != Drive::Walk {
            return;
        }
        for met in &leg.met {
            let What::Ground { kind: Kind::Interior, piece } = met.what else { continue };
            if met.from == Length::ZERO && met.until == leg.length {
                continue;
            }
            self.meet_open_doors(piece, survey);
            self.meet_doorways(piece, survey);
        }
    }

    fn meet_open_doors(&mut self, piece: PieceId, survey: &mut Survey) {
        let (from, to) = (self.start.at, self.aim.at);
        let head = self.start.z + self.mover.body.height;
        let open = |v: &Volume| {
            let gone = v.feature.is_some_and(|f| self.mover.changes.is_gone(f));
            let level = v.bottom < head && v.top > self.start.z;
            v.kind == Kind::Door && v.piece == piece && gone && level
        };
        let crossed = self.volumes(open).filter(|v| v.shape.is_crossed_by(from, to));
        let touches: SmallVec<[Option<Length>; 2]> = crossed
            .map(|v| match self.is_touched(&v.shape) {
                true => None,
                false => self.mover.first_touch(self.start, self.aim, &v.shape),
            })
            .collect();
        self.pass_or_halt(piece, &touches, survey);
    }

    fn pass_or_halt(&mut self, piece: PieceId, touches: &[Option<Length>], survey: &mut Survey) {
        for touch in touches {
            match touch {
                Some(touch) => self.halt(*touch - GRAZE, Halt::Opening(piece)),
                None => survey.crosses = true,
            }
        }
    }

    fn meet_doorways(&mut self, piece: PieceId, survey: &mut Survey) {
        let Form::Building(building) = &self.mover.table.piece(piece).form else { return };
        let foot = self.mover.table.piece(piece).bottom;
        let (from, to) = (self.start.at, self.aim.at);
        let mut touches: SmallVec<[Option<Length>; 2]> = SmallVec::new();
        for opening in building.openings.iter().filter(|o| !o.door) {
            let sill = foot + opening.sill;
            if sill > self.start.z + STEP || foot + opening.head <= self.start.z {
                continue;
            }
            let Some((a, b)) = building.outline.sides().nth(opening.side) else { continue };
            let (along, inward) = (b - a, (b - a).left().of_length(building.thickness));
            let ends = [opening.from, opening.from + opening.width].map(|d| a.toward(along, d));
            if !segments_meet((from, to), (ends[0], ends[1])) {
                continue;
            }
            let corners = vec![ends[0], ends[1], ends[1] + inward, ends[0] + inward];
            let Ok(shape) = Polygon::new(corners) else { continue };
            touches.push(match self.is_touched(&shape) {
                true => None,
                false => self.mover.first_touch(self.start, self.aim, &shape),
            });
        }
        self.pass_or_halt(piece, &touches, survey);
    }

    /// Fords and bridges lead across water: what they cover is no water (MUT-TER-38).
    pub(super) fn bridge_water(&self, survey: &mut Survey) {
        if !survey.grounds.iter().any(|s| s.kind == Kind::Water) {
            return;
        }
        let bridges: SmallVec<[Stretch; 4]> =
            survey.grounds.iter().copied().filter(|s| bridges_water(s.kind)).collect();
        survey.bridged = !bridges.is_empty();
        let mut kept: SmallVec<[Stretch; 4]> = SmallVec::new();
        for ground in &survey.grounds {
            if ground.kind != Kind::Water {
                kept.push(*ground);
                continue;
            }
            // Everything met is in the order in which it begins.
            let mut from = ground.from;
            for bridge in bridges.iter().filter(|b| b.until > ground.from) {
                let until = bridge.from.min(ground.until);
                if until > from {
                    kept.push(Stretch { from, until, ..*ground });
                }
                from = from.max(bridge.until);
            }
            if ground.until > from {
                kept.push(Stretch { from, ..*ground });
            }
        }
        kept.sort_by_key(|s| s.from);
        survey.grounds = kept;
    }

    /// Deep water ends the way of whoever cannot swim, unless it is in the water already
    /// (MUT-TER-38).
    pub(super) fn meet_water(&mut self, survey: &Survey) {
        let mut deep = survey.grounds.iter().filter(|s| s.kind == Kind::Water);
        let Some(water) = deep.next() else { return };
        let swims = !self.state.is_barred_from_water(self.model);
        if !swims && !self.state.is_in_deep_water(self.start) {
            self.halt(water.from - BANK, Halt::Water(water.piece));
        }
    }
}
