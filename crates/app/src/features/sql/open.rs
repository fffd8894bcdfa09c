//! Opens the sessions of editors and trials.

use std::time::Duration;

use pgclient::PortalSession;

use super::connected::Connected;
use super::performing::Work;
use crate::Error;
use crate::features::{Features, connection_card};
use crate::tools::connect;
use crate::view::{ConnectSource, ContactReason, ErrorCode};

/// How long opening a session may take: a suspended compute starts for it.
pub(super) const CONNECT: Duration = Duration::from_secs(30);

/// Opens a session. The caller keeps to the lock of the account.
pub(super) async fn open(app: &Features, source: &ConnectSource) -> Result<PortalSession, Error> {
    let target = connection_card::sql_target(app, source).await?;
    let (url, ca_file) = (target.session_url(), target.ca_file.as_deref());
    let opening = PortalSession::open(connect::target(&url, ca_file), CONNECT);
    let session = app.contacts.of_session(ContactReason::Sql, &url, opening);
    Ok(session.await?)
}

/// Takes the session that is there if it fits, and opens one otherwise.
pub(super) async fn take_or_open(
    app: &Features,
    connected: Option<Connected>,
    work: &Work,
) -> Result<Connected, Error> {
    let run = &work.run;
    let is_read_only = run.is_read_only();
    // The account may have been locked since the run began.
    let lock = match is_read_only {
        true => None,
        false => connection_card::account_of(app, &run.source).await?.lock,
    };
    if let Some(connected) = connected {
        let fits = connected.source == run.source && connected.is_read_only == is_read_only;
        if fits && lock.is_none() && !connected.session.is_broken() {
            return Ok(connected);
        }
        connected.session.close().await;
    }
    if let Some(lock) = lock {
        return Err(lock);
    }
    let session = tokio::select! {
        session = open(app, &run.source) => session?,
        () = run.stop.cancelled() => {
            return Err(Error::new(ErrorCode::Cancelled, "The run was stopped"));
        }
    };
    Ok(Connected {
        session,
        source: run.source.clone(),
        is_read_only,
        transaction: None,
    })
}
