//! A read of a project's operations that is under way.

use std::time::Duration;

use super::tracker::{PollHints, PollOutcome};
use crate::platform::Platform;

/// Guard: marks a read as ended. One that is dropped before, as by a panic, counts as failed; otherwise its project would
/// seem to be read for ever, and never be read again.
pub(crate) struct PollGuard {
    app: Platform,
    account_id: String,
    project_id: String,
    began: Duration,
    has_ended: bool,
}

impl PollGuard {
    pub(crate) fn begin(
        app: &Platform,
        account_id: &str,
        project_id: &str,
        began: Duration,
    ) -> Self {
        Self {
            app: app.clone(),
            account_id: account_id.to_owned(),
            project_id: project_id.to_owned(),
            began,
            has_ended: false,
        }
    }

    pub(crate) fn end(mut self, outcome: PollOutcome, hints: PollHints) {
        self.has_ended = true;
        self.record(outcome, hints);
    }

    fn record(&self, outcome: PollOutcome, hints: PollHints) {
        let app = &self.app;
        let (account, project, now) = (&self.account_id, &self.project_id, app.clock.elapsed());
        let operations = &app.operations;
        operations.end_poll(account, project, outcome, hints, self.began, now);
    }
}

impl Drop for PollGuard {
    fn drop(&mut self) {
        if !self.has_ended {
            self.record(PollOutcome::Failed, PollHints::default());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use chrono::DateTime;

    use super::super::schedule::RateState;
    use super::*;
    use crate::store::{OperationState, Tracked};
    use crate::{App, Config};

    fn operation() -> Tracked {
        Tracked {
            account_id: "account".to_owned(),
            project_id: "project".to_owned(),
            id: "operation".to_owned(),
            tracked_at: DateTime::UNIX_EPOCH,
            clicked: None,
            state: OperationState::default(),
            ended_at: None,
            failure_published: false,
            pending_event: None,
        }
    }

    #[tokio::test]
    async fn a_project_whose_poll_panicked_is_polled_again() {
        let folder = tempfile::tempdir().unwrap();
        let vault = Arc::new(vault::Memory::new());
        let app = App::open(Config::new(folder.path().to_owned(), vault)).await;
        let app = app.unwrap();
        app.stop_watchers().await;
        let operations = &app.operations;
        operations.update(vec![operation()], None, false);
        let polls = || {
            let spent = RateState {
                room: 100,
                ..RateState::default()
            };
            let (now, elapsed) = (app.clock.now(), app.clock.elapsed());
            let (polls, under_way) = operations.next_polls("account", now, elapsed, spent);
            (polls.len(), under_way)
        };
        assert_eq!(polls(), (1, 0));
        operations.begin_poll("account", "project", app.clock.elapsed());
        let poll_guard = PollGuard::begin(&app, "account", "project", app.clock.elapsed());
        assert_eq!(polls(), (0, 1));
        let panicked = std::thread::spawn(move || {
            let _looking = poll_guard;
            std::panic::resume_unwind(Box::new("as ordered"));
        });
        assert!(panicked.join().is_err());
        assert_eq!(polls(), (1, 0));
        app.close().await;
    }
}
