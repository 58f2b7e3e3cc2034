//! What the sheet leaves out about vehicles: makes, and what becomes of them and their riders
//! (KZ-X-19 to KZ-X-24).

mod riding;

use serde::{Deserialize, Serialize};
use tabletop::{Body, Length, Spot};

use crate::state::{EYE, HEIGHT};

/// What kind of vehicle something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Make {
    /// Bike, car, truck or carrier.
    pub kind: MakeKind,
    /// Whether those inside sit in the open (KZ-X-21).
    pub open: bool,
}

/// The four kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MakeKind {
    /// A bike, whose riders are shot at directly.
    Bike,
    /// A car.
    Car,
    /// A truck.
    Truck,
    /// An armoured carrier.
    Carrier,
}

impl MakeKind {
    /// All of them, with the words they go by.
    pub const ALL: [(MakeKind, &'static str); 4] = [
        (MakeKind::Bike, "bike"),
        (MakeKind::Car, "car"),
        (MakeKind::Truck, "truck"),
        (MakeKind::Carrier, "carrier"),
    ];
}

impl Make {
    /// The word it goes by.
    pub fn name(self) -> &'static str {
        let own = |(kind, _): &&(MakeKind, &str)| *kind == self.kind;
        MakeKind::ALL.iter().find(own).map_or("vehicle", |(_, name)| name)
    }

    /// How far it goes in a turn (KZ-X-19).
    pub fn speed(self) -> Length {
        Length::inches(match self.kind {
            MakeKind::Bike => 18,
            MakeKind::Car => 16,
            MakeKind::Truck | MakeKind::Carrier => 12,
        })
    }

    /// At which totals it is wrecked and stalled (KZ-X-21).
    pub fn toughness(self) -> (i32, i32) {
        match self.kind {
            MakeKind::Bike | MakeKind::Car => (14, 8),
            MakeKind::Truck => (16, 10),
            MakeKind::Carrier => (20, 14),
        }
    }

    /// Whether it is a bike.
    pub fn is_bike(self) -> bool {
        self.kind == MakeKind::Bike
    }

    /// What it costs (KZ-X-24).
    pub fn cost(self) -> i32 {
        match self.kind {
            MakeKind::Bike => 15,
            MakeKind::Car => 30,
            MakeKind::Truck => 35,
            MakeKind::Carrier => 80,
        }
    }

    /// How many it carries.
    pub fn seats(self) -> usize {
        match self.kind {
            MakeKind::Bike => 2,
            MakeKind::Car => 4,
            MakeKind::Truck | MakeKind::Carrier => 8,
        }
    }

    /// What it occupies: a round body.
    pub fn body(self, spot: Spot) -> Body {
        let (radius, height) = match self.kind {
            MakeKind::Bike => (Length::cents(75), HEIGHT),
            MakeKind::Car => (Length::cents(150), Length::cents(120)),
            MakeKind::Truck | MakeKind::Carrier => (Length::inches(2), Length::inches(2)),
        };
        Body { spot, base: radius, girth: radius, height, eye: EYE.min(height) }
    }
}
