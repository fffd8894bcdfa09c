//! What the flows of the whole product share.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

pub mod killed;
#[cfg(target_os = "linux")]
pub mod shell;
#[cfg(target_os = "linux")]
pub mod watched;

/// What lies in a folder, by its names in order.
///
/// # Panics
/// The folder cannot be read.
#[must_use]
pub fn names_in(folder: &std::path::Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Whether everything is tried instead of a sample: `cargo xtask test --thorough`.
#[must_use]
pub fn is_thorough() -> bool {
    std::env::var_os("PLINTH_THOROUGH").is_some()
}
