//! Changing an account's key for a new one: made, tried, taken, and only then the former one revoked.

use serde::Deserialize;
use specta::Type;

use crate::view::{RotationPlanView, RotationView};
use crate::{App, Error};

/// How an account's key is changed for a new one.
#[derive(Clone, Debug, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RotateKey {
    /// The account's present key, as a list of keys names it.
    pub old_key_id: String,
    /// The new key's name.
    pub name: String,
}

/// What it would take. Nothing is changed.
///
/// # Errors
/// As every look at an account.
pub async fn plan(_app: &App, _account_id: &str) -> Result<RotationPlanView, Error> {
    Err(Error::internal("This is not built yet"))
}

/// Begins. It goes on when nobody waits for it any more, and after a restart.
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for what cannot be asked, and what [`plan`] finds in the way.
pub async fn start(_app: &App, _account_id: &str, _wish: RotateKey) -> Result<RotationView, Error> {
    Err(Error::internal("This is not built yet"))
}

/// All that are under way or were not put away yet, the newest first.
///
/// # Errors
/// When the store cannot be read.
pub async fn list(_app: &App) -> Result<Vec<RotationView>, Error> {
    Ok(Vec::new())
}

/// Goes on with one that stopped.
///
/// # Errors
/// [`crate::view::ErrorCode::NotFound`] for one that there is not.
pub async fn resume(_app: &App, _id: &str) -> Result<RotationView, Error> {
    Err(Error::internal("This is not built yet"))
}

/// Gives one up that stopped before the account had the new key: the new key is revoked.
///
/// # Errors
/// As [`resume`], and [`crate::view::ErrorCode::Invalid`] for one that is past that.
pub async fn undo(_app: &App, _id: &str) -> Result<RotationView, Error> {
    Err(Error::internal("This is not built yet"))
}

/// Puts one away that is over.
///
/// # Errors
/// As [`resume`].
pub async fn dismiss(_app: &App, _id: &str) -> Result<(), Error> {
    Err(Error::internal("This is not built yet"))
}
