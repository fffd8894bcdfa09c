//! When a server is not used any more. Clients that only stay connected do not count: those of a
//! pool would keep every server running for ever.

use std::sync::atomic::Ordering;
use std::time::Duration;

use chrono::{DateTime, Utc};
use tokio::time::timeout;

use super::{Compute, Quiet, Running};
use crate::postgres::compute_status::ServerState;
use crate::postgres::own_roles::{ADMIN, is_marked};
use crate::postgres::session::Session;
use crate::postgres::sql::SqlError;
use crate::postgres::transition::Cause;

/// Whoever connects meanwhile waits as well.
const ASK_DEADLINE: Duration = Duration::from_secs(5);

/// What people do on a server without sending anything: a statement that runs, a transaction that is
/// open, changes that are sent to a subscriber or fetched for a subscription. A read-only compute that follows is no use: it
/// would keep its branch's server running for ever.
fn work() -> String {
    format!(
        "SELECT FROM pg_stat_activity
         WHERE backend_type = 'walsender' AND NOT {}
            OR backend_type LIKE 'logical replication%worker'
            OR backend_type = 'client backend' AND state <> 'idle' AND usename <> $1::text",
        is_marked("usesysid")
    )
}

impl Compute {
    /// When somebody connected, went or sent something.
    pub fn last_used(&self) -> DateTime<Utc> {
        let transfer = self.last_transfer.load(Ordering::Relaxed);
        let transfer = DateTime::from_timestamp_millis(transfer).unwrap_or_default();
        self.status().last_used.max(transfer)
    }

    pub fn is_kept_alive(&self) -> bool {
        self.keep_alive.any()
    }

    /// Whether nothing was heard for so long, and the sandbox itself does not need it.
    pub fn is_quiet(&self, quiet: Quiet) -> bool {
        let after = match self.connections() {
            0 => quiet.unconnected,
            _ => quiet.connected,
        };
        !self.is_kept_alive() && self.context.clock.now() - self.last_used() >= after
    }

    /// Whether only its server can tell if somebody uses it: clients are connected, and none has sent
    /// anything for as long as it may idle.
    pub fn is_undecided(&self, usual: Duration) -> bool {
        self.state() == ServerState::Running
            && self.connections() > 0
            && self
                .idle_after(usual)
                .is_some_and(|it| self.is_quiet(Quiet::of(it)))
    }

    /// Stops the server, with clients that do nothing, if it is quiet and no start or stop is under
    /// way. True when it did.
    pub async fn suspend_if_idle(&self, cause: Cause, quiet: Quiet) -> bool {
        // A start or stop under way has the lock. Waiting for it would suspend a server that somebody
        // has only just woken.
        let Ok(mut server) = self.server.try_lock() else {
            return false;
        };
        let Some(running) = server.as_ref() else {
            return false;
        };
        if !self.is_quiet(quiet) {
            return false;
        }
        // One without connections may have a subscription.
        let is_asked = self.connections() > 0 || cause == Cause::Idle;
        if is_asked && self.has_work(running).await {
            self.mark_used();
            return false;
        }
        if !self.is_quiet(quiet) {
            return false;
        }
        self.stop(&mut server, cause).await;
        true
    }

    /// One that does not answer counts as used while clients are connected.
    async fn has_work(&self, running: &Running) -> bool {
        let asked = timeout(ASK_DEADLINE, self.ask(running.server.port)).await;
        match asked {
            Ok(Ok(has_work)) => has_work,
            Ok(Err(error)) => {
                tracing::warn!(endpoint = %self.endpoint_id, %error, "a server did not say whether it is used");
                self.connections() > 0
            }
            Err(_) => self.connections() > 0,
        }
    }

    async fn ask(&self, port: u16) -> Result<bool, SqlError> {
        let session = Session::open(port, &self.context.admin, "postgres").await?;
        let has_work = session.has(&work(), &[&ADMIN]).await?;
        session.close().await?;
        Ok(has_work)
    }
}
