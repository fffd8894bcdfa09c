//! A check of a command before the host runs it, and what a person agreed to so far.

use std::pin::Pin;

use host::{Args, Reply};
use tauri::{AppHandle, Manager as _, State};

use crate::consent::Consents;

/// The outcome of a check: an error ends the command.
pub type Checking<'a> = Pin<Box<dyn Future<Output = Reply<()>> + Send + 'a>>;
/// Asks a person where the arguments of a command need it.
pub type Check = for<'a> fn(&'a AppHandle, &'a Args) -> Checking<'a>;

/// Returns what a person agreed to since the app started.
pub fn consents(app: &AppHandle) -> State<'_, Consents> {
    app.state()
}
