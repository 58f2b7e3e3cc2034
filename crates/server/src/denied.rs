//! Why a request could not be granted.

use crate::protocol::Problem;

/// Why a request could not be granted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Denied {
    /// There is no such thing.
    Missing(String),
    /// Whoever asks may not have it.
    Forbidden(String),
    /// Something about the request is wrong.
    Wrong(Vec<Problem>),
    /// It could not be done, through no fault of whoever asked.
    Broken(String),
}

impl Denied {
    /// A single thing that is wrong.
    pub fn wrong(why: impl Into<String>) -> Denied {
        Denied::Wrong(vec![Problem { line: None, why: why.into() }])
    }
}
