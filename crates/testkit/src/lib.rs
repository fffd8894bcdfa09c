//! What the tests of several crates share. It knows no type of the product and nothing of a single test.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[cfg(all(target_os = "linux", feature = "session"))]
pub mod bus;
#[cfg(all(target_os = "linux", feature = "session"))]
pub mod display;
pub mod hostile_links;
pub mod http;
#[cfg(all(target_os = "linux", feature = "session"))]
pub mod keychain;
pub mod mail;
#[cfg(unix)]
pub mod other_user;
pub mod page;
#[cfg(all(unix, feature = "session"))]
pub mod process;
pub mod server;
#[cfg(all(target_os = "linux", feature = "session"))]
pub mod shot;
#[cfg(target_os = "linux")]
pub mod small_disk;
pub mod sql;
#[cfg(all(target_os = "linux", feature = "session"))]
pub mod tray;
mod until;

use std::time::Duration;

pub use until::{until, until_is, until_that};

/// Longest wait for anything that a test waits for.
pub const PATIENCE: Duration = Duration::from_secs(30);
