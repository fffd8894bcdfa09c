//! Paths that a person names, and work that waits for the disk.

use std::path::PathBuf;

use crate::Error;

/// A path that a person named: absolute, or in the home folder by `~/`.
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for any other.
pub fn expand(path: &str) -> Result<PathBuf, Error> {
    let text = path.trim();
    let path = match text.strip_prefix("~/") {
        Some(rest) => std::env::home_dir()
            .ok_or_else(|| {
                Error::invalid("The home folder is not known").hint("Write the whole path.")
            })?
            .join(rest),
        None => PathBuf::from(text),
    };
    if path.is_absolute() {
        return Ok(path);
    }
    Err(Error::invalid("The path is not absolute")
        .hint("Pick the file or its folder, or write the whole path."))
}

/// Runs work that waits for the disk, off the async threads.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| Err(Error::internal("The work on a file stopped in the middle")))
}
