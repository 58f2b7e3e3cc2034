//! Chapter 15: special rules of models that are more than a number somewhere else.

mod berserk;
mod bloodthirst;
mod infiltration;
mod jump;
mod pack;

pub use infiltration::Arrivals;
