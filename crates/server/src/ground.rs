//! The table as browsers are told of it.

use engine::face::AnyMatch;
use tabletop::{Changes, FeatureId, Table};

use crate::protocol::{Alterations, FeatureInfo, Ground};

/// A table with its doors.
pub(crate) fn ground(table: &Table) -> Ground {
    let feature = |f: &tabletop::table::Feature| FeatureInfo {
        name: f.name.clone(),
        kind: f.kind,
        at: f.at,
        piece: f.piece.0,
    };
    let features = table.features().iter().map(feature).collect();
    Ground { sketch: table.sketch().clone(), features }
}

/// What has changed on a table.
pub(crate) fn alterations(table: &Table, changes: &Changes) -> Alterations {
    let numbers = 0..table.features().len().min(Changes::MOST_FEATURES) as u8;
    let gone = numbers.filter(|n| changes.is_gone(FeatureId(*n))).collect();
    Alterations { gone, clouds: changes.clouds.clone() }
}

/// What has changed on the table of a match.
pub(crate) fn altered(game: &dyn AnyMatch) -> Alterations {
    let (table, changes) = game.table();
    alterations(&table, &changes)
}
