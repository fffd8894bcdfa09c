//! The table that users are synchronised into, read through a real connection.

use serde::Deserialize;
use specta::Type;

use crate::view::SyncedUsersView;
use crate::{App, Error};

/// Which users are read.
#[derive(Clone, Debug, Default, Deserialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct SyncedUsersWish {
    /// The branch of the integration.
    pub branch_id: String,
    /// The database that users are synchronised into.
    pub database: String,
    /// A part of an address or a name, to find some of them.
    pub search: Option<String>,
    /// A user who was just made: the table is read until they are in it, half a minute at most.
    pub awaited: Option<String>,
}

/// Reads the synchronised users, newest first. On a click alone: it wakes the compute.
///
/// # Errors
/// What the connection says; [`crate::view::ErrorCode::ReadOnly`] for an account that is locked.
pub async fn users(
    _app: &App,
    _account_id: &str,
    _project_id: &str,
    _wish: SyncedUsersWish,
) -> Result<SyncedUsersView, Error> {
    Err(Error::internal("This is not built yet"))
}
