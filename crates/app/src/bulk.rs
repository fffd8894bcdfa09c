//! The same done to many projects, one after the other, with a plan before and a result for each.

use crate::view::{BulkPlanView, BulkView, BulkWish};
use crate::{App, Error};

/// What would be done. Sends nothing.
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] when there is nothing to do or the account is not there.
pub async fn plan(_app: &App, _wish: BulkWish) -> Result<BulkPlanView, Error> {
    Err(Error::internal("This is not built yet"))
}

/// Begins it. What comes of it is told by [`crate::Fact::BulkChanged`].
///
/// # Errors
/// As [`plan`], and [`crate::view::ErrorCode::ReadOnly`].
pub async fn start(_app: &App, _wish: BulkWish) -> Result<BulkView, Error> {
    Err(Error::internal("This is not built yet"))
}

/// Those that go on and those that were not put away, the newest first.
pub async fn list(_app: &App) -> Result<Vec<BulkView>, Error> {
    Ok(Vec::new())
}

/// Begins no further item until it is resumed.
///
/// # Errors
/// [`crate::view::ErrorCode::NotFound`] for one that is not there.
pub async fn pause(_app: &App, _id: &str) -> Result<BulkView, Error> {
    Err(Error::internal("This is not built yet"))
}

/// Goes on, with what failed tried again.
///
/// # Errors
/// As [`pause`].
pub async fn resume(_app: &App, _id: &str) -> Result<BulkView, Error> {
    Err(Error::internal("This is not built yet"))
}

/// Ends it: what has not begun is left as it is.
///
/// # Errors
/// As [`pause`].
pub async fn stop(_app: &App, _id: &str) -> Result<BulkView, Error> {
    Err(Error::internal("This is not built yet"))
}

/// Puts one that has ended away.
///
/// # Errors
/// As [`pause`].
pub async fn dismiss(_app: &App, _id: &str) -> Result<(), Error> {
    Ok(())
}
