//! How the window is looked at.

use std::path::{Path, PathBuf};

use testkit::shot::Shot;

use crate::harness::{Desktop, Window};

/// The window in this theme, as soon as the display shows what was drawn: its first dot tells.
pub async fn drawn(desktop: &Desktop, window: &Window, theme: &str, dot: [u8; 3]) -> Shot {
    window.shows_theme(theme, dot).await;
    window
        .until("the display shows what was drawn", || async {
            desktop.first_dot() == dot
        })
        .await;
    desktop.shot()
}

/// Whether all sizes are looked at, in both themes.
pub fn all_sizes() -> bool {
    std::env::var_os("PLINTH_ALL_SIZES").is_some()
}

/// How long the platform keeps an answer back unless the faults are cleared, so that all pictures of the waiting can be taken.
/// The client gives an answer up after 30 s.
pub const TIME_TO_LOOK_MS: u64 = 28_000;

/// Whether pictures are compared with the reference pictures: `cargo xtask test` says so where they are drawn alike.
pub fn compares() -> bool {
    std::env::var_os("PLINTH_COMPARE_PICTURES").is_some()
}

/// Whether pictures that differ are listed for the table of steps, and fail nothing where they differ by some dots only.
pub fn lists_few_dots() -> bool {
    std::env::var("PLINTH_COMPARE_PICTURES").is_ok_and(|how| how == "list")
}

pub fn ui(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../ui")
        .join(path)
}
