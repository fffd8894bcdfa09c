//! Paths as the core takes them.

use std::path::Path;

use crate::failure::{Done, Failure};

/// Returns the whole path as text.
pub fn absolute(path: &Path) -> Done<String> {
    let whole = std::path::absolute(path).ok();
    let whole = whole.and_then(|path| path.to_str().map(str::to_owned));
    whole.ok_or_else(|| {
        Failure::usage(
            "The path can't be used",
            "Name a file whose path is written in UTF-8.",
        )
    })
}
