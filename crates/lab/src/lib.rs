//! The laboratory: experiments with games that can be repeated, kept as Parquet, and a report on
//! them.
//!
//! An experiment is written down as a [`Spec`], which becomes a [`Plan`] that holds everything
//! the games are made from. Which game has which number follows from the plan alone, so that a
//! run can be stopped and taken up again, and does not depend on how many share the work. The
//! [`Store`] keeps the rows, [`Figures`] are worked out from them, and [`report`] draws those.
//!
//! Games are seen only through the engine's object-safe face.

pub mod batch;
pub mod edit;
pub mod example;
pub mod figures;
pub mod plan;
pub mod play;
pub mod report;
pub mod results;
mod rows;
pub mod run;
pub mod spec;
mod stats;
pub mod store;
#[cfg(test)]
mod testing;

pub use figures::Figures;
pub use plan::Plan;
pub use results::Results;
pub use spec::{Source, Spec};
pub use stats::wilson;
pub use store::Store;
