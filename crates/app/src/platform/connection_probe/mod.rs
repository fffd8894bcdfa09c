//! Whether what a click made or started takes connections, asked by a real one. Never done in the background, and not
//! taken up again by a next run: nobody waits for it then.

mod state;

use crate::base::guard::lock;
use crate::platform::Platform;
use crate::view::UsableView;
use crate::{Error, accounts};

pub(crate) use state::{Begun, Click, Probes, Wanted};

/// What is known since the app started, the newest first.
pub async fn list(app: &Platform) -> Result<Vec<UsableView>, Error> {
    Ok(lock(&app.probes.known)
        .iter()
        .map(|entry| entry.view.clone())
        .collect())
}

impl Click {
    /// To be called before anything is sent.
    pub(crate) fn now(app: &Platform) -> Self {
        Self(app.network.environment.elapsed())
    }

    /// Follows what it began until a connection answered, or it is clear that none will.
    pub(crate) fn follow(self, app: &Platform, begun: Begun) {
        if accounts::ensure_writable(app, &begun.account_id).is_err() {
            return;
        }
        let probe = app.probes.begin(app, &begun);
        app.probes.ask(Wanted {
            click: self,
            begun,
            probe,
        });
    }
}

/// Forgets what is known of something that is gone, or of a compute that was put to sleep.
pub(crate) fn forget(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    gone: impl Fn(&UsableView) -> bool,
) {
    app.probes.remove(app, |entry| {
        let view = &entry.view;
        view.account_id == account_id && view.project_id == project_id && gone(view)
    });
}

/// Forgets what is known of an account.
pub(crate) fn forget_account(app: &Platform, account_id: &str) {
    app.probes
        .remove(app, |entry| entry.view.account_id == account_id);
}
