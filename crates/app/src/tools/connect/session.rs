use std::path::Path;
use std::time::Duration;

use pgclient::{Checked, ConnectError, DatabaseUrl, Session, Target};

use crate::tools::contacts::Contacts;
use crate::view::ContactReason;

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

/// Opens a session with exactly this string, which is counted.
///
/// # Errors
/// As [`Session::open`].
pub(crate) async fn open(
    contacts: &Contacts,
    reason: ContactReason,
    url: &DatabaseUrl,
    ca_file: Option<&Path>,
    deadline: Duration,
) -> Result<Session, ConnectError> {
    let opening = Session::open(target(url, ca_file), deadline);
    contacts.of_session(reason, url, opening).await
}

/// Connects, runs `SELECT 1` and leaves, which is counted as a test. It starts a suspended database, so only a click may do it.
///
/// # Errors
/// As [`pgclient::check`].
pub(crate) async fn check(
    contacts: &Contacts,
    url: &DatabaseUrl,
    ca_file: Option<&Path>,
    deadline: Duration,
) -> Result<Checked, ConnectError> {
    let checking = pgclient::check(target(url, ca_file), deadline);
    contacts
        .of_session(ContactReason::ConnectionTest, url, checking)
        .await
}
