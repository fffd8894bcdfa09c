use std::path::Path;
use std::time::Duration;

use pgclient::{Checked, ConnectError, DatabaseUrl, Session, Target};

/// The name under which servers list the sessions of this app.
const APPLICATION_NAME: &str = "plinth";

/// Where this app connects.
pub(crate) fn target<'a>(url: &'a DatabaseUrl, ca_file: Option<&'a Path>) -> Target<'a> {
    Target {
        url,
        ca_file,
        application_name: APPLICATION_NAME,
    }
}

/// Opens a session with exactly this string.
///
/// # Errors
/// As [`Session::open`].
pub(crate) async fn open(
    url: &DatabaseUrl,
    ca_file: Option<&Path>,
    deadline: Duration,
) -> Result<Session, ConnectError> {
    Session::open(target(url, ca_file), deadline).await
}

/// Connects, runs `SELECT 1` and leaves. It starts a suspended database, so only a click may do it.
///
/// # Errors
/// As [`pgclient::check`].
pub(crate) async fn check(
    url: &DatabaseUrl,
    ca_file: Option<&Path>,
    deadline: Duration,
) -> Result<Checked, ConnectError> {
    pgclient::check(target(url, ca_file), deadline).await
}
