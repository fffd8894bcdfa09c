//! The editors with their sessions and runs.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use tokio_util::sync::CancellationToken;

use super::connected::Connected;
use super::run::Run;
use crate::Error;
use crate::base::guard::lock;
use crate::view::{ErrorCode, SqlRunState};

/// The sessions of all editors, by the ids that their windows and programs gave them.
#[derive(Debug, Default)]
pub(crate) struct Editors {
    by_id: Mutex<HashMap<String, Arc<Editor>>>,
    /// Ends the waits for idle sessions.
    pub(super) closing: CancellationToken,
    /// Held while the file of the history is read or written.
    pub(super) history: tokio::sync::Mutex<()>,
}

/// The tab of a window or a program, with its session and its last run.
#[derive(Debug, Default)]
pub(super) struct Editor {
    pub(super) connection: tokio::sync::Mutex<Option<Connected>>,
    run: Mutex<Option<Arc<Run>>>,
}

impl Editors {
    pub(super) fn editor(&self, id: &str) -> Arc<Editor> {
        Arc::clone(lock(&self.by_id).entry(id.to_owned()).or_default())
    }

    pub(super) fn remove(&self, id: &str) -> Option<Arc<Editor>> {
        lock(&self.by_id).remove(id)
    }

    /// Stops all runs, because the app closes.
    pub(crate) fn stop(&self) {
        self.closing.cancel();
        for run in self.all().into_iter().filter_map(|editor| editor.run()) {
            run.stop.cancel();
        }
    }

    pub(super) fn all(&self) -> Vec<Arc<Editor>> {
        lock(&self.by_id).values().cloned().collect()
    }

    pub(super) fn run(&self, id: &str) -> Result<Arc<Run>, Error> {
        let mut runs = self.all().into_iter().filter_map(|editor| editor.run());
        runs.find(|run| run.id == id).ok_or_else(|| {
            Error::new(ErrorCode::NotFound, "This result is no longer there")
                .hint("Run the statement again.")
        })
    }
}

impl Editor {
    pub(super) fn run(&self) -> Option<Arc<Run>> {
        lock(&self.run).clone()
    }

    /// Takes the place of the run before, which must be over but for its open result.
    pub(super) fn begin(&self, run: &Arc<Run>) -> Result<(), Error> {
        let mut current = lock(&self.run);
        if let Some(before) = &*current {
            let (state, is_in_transaction) =
                before.look(|view| (view.state, view.transaction.is_some()));
            if matches!(state, SqlRunState::Connecting | SqlRunState::Running) {
                return Err(Error::invalid("A statement still runs in this tab")
                    .hint("Wait until it ends, or stop it."));
            }
            let needs_other =
                before.source != run.source || before.is_read_only() != run.is_read_only();
            if is_in_transaction && needs_other {
                return Err(Error::invalid("A transaction is open in this tab")
                    .hint("Commit it or roll it back first: another session would lose it."));
            }
            before.leave.cancel();
        }
        *current = Some(Arc::clone(run));
        Ok(())
    }

    /// Stops what runs, and closes the session: the server rolls back what is open.
    pub(super) async fn close(&self) {
        if let Some(run) = lock(&self.run).take() {
            run.leave.cancel();
            run.stop.cancel();
        }
        self.disconnect().await;
    }

    pub(super) async fn disconnect(&self) {
        if let Some(connected) = self.connection.lock().await.take() {
            if let Some(run) = self.run() {
                run.update(|view| view.transaction = None);
            }
            connected.session.close().await;
        }
    }
}
