//! What lower layers say to upper ones that they do not know: each listener is called at once, in the thread that says it.

use std::fmt;
use std::sync::OnceLock;

type Listener<T> = Box<dyn Fn(&T) + Send + Sync>;

/// Set once, when the core opens. Until then nobody listens.
#[derive(Default)]
pub(crate) struct Signals {
    changed: OnceLock<Listener<()>>,
    answered: OnceLock<Listener<str>>,
}

impl Signals {
    /// `changed` is told that something may be due earlier now, `answered` which account's platform gave an answer.
    pub(crate) fn connect(
        &self,
        changed: impl Fn() + Send + Sync + 'static,
        answered: impl Fn(&str) + Send + Sync + 'static,
    ) {
        drop(self.changed.set(Box::new(move |()| changed())));
        drop(self.answered.set(Box::new(answered)));
    }

    /// Something changed that may make a poll due earlier.
    pub(crate) fn changed(&self) {
        if let Some(changed) = self.changed.get() {
            changed(&());
        }
    }

    /// An account's platform answered somebody.
    pub(crate) fn answered(&self, account_id: &str) {
        if let Some(answered) = self.answered.get() {
            answered(account_id);
        }
    }
}

impl fmt::Debug for Signals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Signals").finish_non_exhaustive()
    }
}
