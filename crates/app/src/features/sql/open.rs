//! Opens the session of an editor.

use std::time::Duration;

use pgclient::PortalSession;

use super::connected::Connected;
use super::performing::Work;
use crate::Error;
use crate::features::{Features, connection_card};
use crate::tools::connect;
use crate::view::{ContactReason, ErrorCode};

/// How long opening a session may take: a suspended compute starts for it.
const CONNECT: Duration = Duration::from_secs(30);

/// Takes the session that is there if it fits, and opens one otherwise.
pub(super) async fn take_or_open(
    app: &Features,
    connected: Option<Connected>,
    work: &Work,
) -> Result<Connected, Error> {
    // The account may have been locked since the run began.
    let lock = match work.is_read_only {
        true => None,
        false => connection_card::lock_of(app, &work.source).await?,
    };
    if let Some(connected) = connected {
        let fits = connected.source == work.source && connected.is_read_only == work.is_read_only;
        if fits && lock.is_none() && !connected.session.is_broken() {
            return Ok(connected);
        }
        connected.session.close().await;
    }
    if let Some(lock) = lock {
        return Err(lock);
    }
    let opening = async {
        let target = connection_card::sql_target(app, &work.source).await?;
        let (url, ca_file) = (target.session_url(), target.ca_file.as_deref());
        let opening = PortalSession::open(connect::target(&url, ca_file), CONNECT);
        let session = app.contacts.of_session(ContactReason::Sql, &url, opening);
        Ok::<_, Error>(session.await?)
    };
    let session = tokio::select! {
        session = opening => session?,
        () = work.run.stop.cancelled() => {
            return Err(Error::new(ErrorCode::Cancelled, "The run was stopped"));
        }
    };
    Ok(Connected {
        session,
        source: work.source.clone(),
        is_read_only: work.is_read_only,
        transaction: None,
    })
}
