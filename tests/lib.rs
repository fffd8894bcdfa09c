//! What the tests of the whole product share. None of it knows a type of `api` or `sandbox`: it speaks
//! HTTP and SQL as any program would.

#![expect(clippy::unwrap_used, reason = "a test's own hands may fail loudly")]

pub mod http;
pub mod killed;
pub mod mail;
pub mod page;
pub mod sql;

/// Whether everything is tried instead of a sample: `cargo xtask test --thorough`.
#[must_use]
pub fn is_thorough() -> bool {
    std::env::var_os("PLINTH_THOROUGH").is_some()
}
