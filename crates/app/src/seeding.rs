//! Running an SQL file against a database of the shelf.

use crate::view::{SeedPlanView, WorkView};
use crate::{App, Error};

/// Reads an SQL file and tells what it would do, or why it is refused. Nothing runs.
pub async fn inspect(_app: &App, _path: &str) -> Result<SeedPlanView, Error> {
    Err(Error::internal("SQL files are not run yet"))
}

/// Runs an SQL file against a database of the shelf, in the background.
pub async fn start(_app: &App, _id: &str, _path: &str) -> Result<WorkView, Error> {
    Err(Error::internal("SQL files are not run yet"))
}
