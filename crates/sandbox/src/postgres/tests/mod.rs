//! The servers from inside, without the platform around them.

#![expect(
    clippy::unwrap_used,
    reason = "a test that meets what it does not expect fails"
)]

mod apply;
mod copy;
mod empty;
mod servers;
mod trial;
