//! The session of an editor with its database.

use chrono::{DateTime, Utc};
use pgclient::{PortalSession, Status};

use crate::view::{ConnectSource, SqlTransactionView};

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
