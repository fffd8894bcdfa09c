//! The session of an editor with its database.

use std::time::Duration;

use chrono::{DateTime, Utc};
use pgclient::{PortalSession, Status};

use super::performing::Work;
use crate::Error;
use crate::features::{Features, connection_card};
use crate::tools::connect;
use crate::view::{ConnectSource, ContactReason, ErrorCode, SqlTransactionView};

/// How long opening a session may take: a suspended compute starts for it.
const CONNECT: Duration = Duration::from_secs(30);

/// A session with a database.
#[derive(Debug)]
pub(super) struct Connected {
    pub(super) session: PortalSession,
    pub(super) source: ConnectSource,
    pub(super) is_read_only: bool,
    pub(super) transaction: Option<Transaction>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Transaction {
    statements: u32,
    began_at: DateTime<Utc>,
}

/// Takes the session that is there if it fits, and opens one otherwise.
pub(super) async fn take_or_open(
    app: &Features,
    connected: Option<Connected>,
    work: &Work,
) -> Result<Connected, Error> {
    if let Some(connected) = connected {
        let fits = connected.source == work.source && connected.is_read_only == work.is_read_only;
        if fits && !connected.session.is_broken() {
            return Ok(connected);
        }
        connected.session.close().await;
    }
    // An account that is locked from now on closes the session.
    if !work.is_read_only
        && let Some(lock) = connection_card::lock_of(app, &work.source).await?
    {
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

impl Connected {
    pub(super) fn transaction_view(&self) -> Option<SqlTransactionView> {
        let Transaction {
            statements,
            began_at,
        } = self.transaction?;
        Some(SqlTransactionView {
            statements,
            began_at,
            has_failed: self.session.status() == Status::Failed,
        })
    }

    /// Follows the transaction after a statement.
    pub(super) fn count_statement(&mut self, now: DateTime<Utc>) {
        self.transaction = match (self.session.status(), self.transaction) {
            (Status::Idle, _) => None,
            (_, Some(open)) => Some(Transaction {
                statements: open.statements + 1,
                ..open
            }),
            (_, None) => Some(Transaction {
                statements: 0,
                began_at: now,
            }),
        };
    }
}
