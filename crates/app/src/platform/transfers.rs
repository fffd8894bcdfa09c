//! The transfers of ownership that this run follows.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio_util::sync::{CancellationToken, DropGuard};

use crate::base::guard::lock;

/// The transfers that are followed, one a project.
#[derive(Debug, Default)]
pub(crate) struct Transfers {
    followed: Mutex<HashMap<Subject, Followed>>,
    begun: AtomicU64,
}

/// Local id of the account, and the project.
pub(crate) type Subject = (String, String);

#[derive(Debug)]
struct Followed {
    number: u64,
    /// Ends the task when this goes.
    _stop: DropGuard,
}

impl Transfers {
    /// Ends those of an account, or all.
    pub(crate) fn end(&self, account_id: Option<&str>) {
        let is_of_another = |(account, _): &Subject| account_id.is_some_and(|it| it != account);
        lock(&self.followed).retain(|subject, _| is_of_another(subject));
    }

    /// Follows a project from now on, in place of whoever did so far. The token ends it.
    pub(crate) fn begin(&self, subject: &Subject) -> (u64, CancellationToken) {
        let stop = CancellationToken::new();
        let number = self.begun.fetch_add(1, Ordering::Relaxed);
        let followed = Followed {
            number,
            _stop: stop.clone().drop_guard(),
        };
        lock(&self.followed).insert(subject.clone(), followed);
        (number, stop)
    }

    /// The one with this number has ended by itself.
    pub(crate) fn ended(&self, subject: &Subject, number: u64) {
        let mut followed = lock(&self.followed);
        if followed.get(subject).is_some_and(|it| it.number == number) {
            followed.remove(subject);
        }
    }
}
