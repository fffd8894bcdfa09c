//! A read of a project's operations that is under way.

use std::time::Duration;

use super::known::{Ended, Last};
use crate::platform::Platform;

/// Guard: marks a read as ended. One that is dropped before, as by a panic, counts as failed; otherwise its project would
/// seem to be read for ever, and never be read again.
pub(crate) struct Looking {
    app: Platform,
    account_id: String,
    project_id: String,
    began: Duration,
    has_ended: bool,
}

impl Looking {
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

    pub(crate) fn end(mut self, ended: Ended, last: Last) {
        self.has_ended = true;
        self.note(ended, last);
    }

    fn note(&self, ended: Ended, last: Last) {
        let app = &self.app;
        let (account, project, now) = (&self.account_id, &self.project_id, app.clock.elapsed());
        let operations = &app.operations;
        operations.end(account, project, ended, last, self.began, now);
    }
}

impl Drop for Looking {
    fn drop(&mut self) {
        if !self.has_ended {
            self.note(Ended::Failed, Last::default());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use chrono::DateTime;

    use super::super::schedule::Spent;
    use super::*;
    use crate::store::{Seen, Tracked};
    use crate::{App, Config};

    fn operation() -> Tracked {
        Tracked {
            account_id: "account".to_owned(),
            project_id: "project".to_owned(),
            id: "operation".to_owned(),
            tracked_at: DateTime::UNIX_EPOCH,
            clicked: None,
            seen: Seen::default(),
            ended_at: None,
            failure_told: false,
            telling: None,
        }
    }

    #[tokio::test]
    async fn a_project_whose_look_panicked_is_looked_at_again() {
        let folder = tempfile::tempdir().unwrap();
        let vault = Arc::new(vault::Memory::new());
        let app = App::open(Config::new(folder.path().to_owned(), vault)).await;
        let app = app.unwrap();
        app.stop_watchers().await;
        let operations = &app.operations;
        operations.keep(vec![operation()], None, false);
        let looks = || {
            let spent = Spent {
                room: 100,
                ..Spent::default()
            };
            let (now, elapsed) = (app.clock.now(), app.clock.elapsed());
            let (looks, under_way) = operations.next_looks("account", now, elapsed, spent);
            (looks.len(), under_way)
        };
        assert_eq!(looks(), (1, 0));
        operations.begin("account", "project", app.clock.elapsed());
        let looking = Looking::begin(&app, "account", "project", app.clock.elapsed());
        assert_eq!(looks(), (0, 1));
        let panicked = std::thread::spawn(move || {
            let _looking = looking;
            std::panic::resume_unwind(Box::new("as ordered"));
        });
        assert!(panicked.join().is_err());
        assert_eq!(looks(), (1, 0));
        app.close().await;
    }
}
