//! What the flows of the whole product share.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

pub mod killed;
#[cfg(target_os = "linux")]
pub mod shell;
#[cfg(target_os = "linux")]
pub mod watched;

/// Whether everything is tried instead of a sample: `cargo xtask test --thorough`.
#[must_use]
pub fn is_thorough() -> bool {
    std::env::var_os("PLINTH_THOROUGH").is_some()
}
