//! The crate from outside, through its public interface.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod connect;
mod env;
mod link;
mod product;
