//! The crate from outside, through its public interface.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod database_url;
mod script;
mod session;
