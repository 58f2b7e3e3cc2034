//! Matches of the toy book.
