//! Chapter 15: special rules of models that are more than a number somewhere else.

mod berserk;
mod bloodthirst;
mod flock;
mod infiltration;
mod jump;
mod pack;
mod routes;

pub use bloodthirst::Errand;
pub use infiltration::Arrivals;
pub use routes::Route;
