//! The names that `#[operation]` uses in this crate.

pub use app::operation::*;
