//! The windows that show something, each registered for as long as its call is held.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use tokio::sync::{Notify, oneshot};

use super::schedule::Schedule;
use crate::base::guard::lock;
use crate::view::{ShownPart, ShownView};

/// The views that windows show.
#[derive(Debug, Default)]
pub(crate) struct ShownViews {
    schedule: Mutex<Schedule>,
    /// The latest report of each window. One that is hidden has no held call; its number stays.
    reports: Mutex<HashMap<String, Report>>,
    wake: Notify,
}

#[derive(Debug)]
struct Report {
    number: u32,
    /// Dropping the sender ends the held call, as when a later call of its window supersedes it.
    _held: Option<oneshot::Sender<()>>,
}

/// The views of one window, dropped with this unless a later call of the window superseded it.
#[derive(Debug)]
pub(crate) struct Registration<'a> {
    shown: &'a ShownViews,
    window: String,
    superseded: oneshot::Receiver<()>,
}

/// An account whose changes are heard until this is dropped.
pub(super) struct Heard<'a> {
    shown: &'a ShownViews,
    account_id: &'a str,
}

impl ShownViews {
    /// A window shows these views from now on; `None` when there are none, or when a report with a higher number arrived
    /// before: calls can overtake each other.
    pub(crate) fn show(
        &self,
        window: String,
        number: u32,
        views: Vec<ShownView>,
        anew: bool,
        now: Duration,
    ) -> Option<Registration<'_>> {
        let is_empty = views.is_empty();
        let (held, superseded) = oneshot::channel();
        {
            let mut all = lock(&self.reports);
            if all.get(&window).is_some_and(|last| last.number > number) {
                return None;
            }
            self.schedule().show(&window, views, anew, now);
            let _held = (!is_empty).then_some(held);
            all.insert(window.clone(), Report { number, _held });
        }
        self.plan_again();
        (!is_empty).then_some(Registration {
            shown: self,
            window,
            superseded,
        })
    }

    /// Has the watcher plan again, as something changed that may make a view due.
    pub(crate) fn plan_again(&self) {
        self.wake.notify_one();
    }

    /// When each view is read.
    pub(super) fn schedule(&self) -> MutexGuard<'_, Schedule> {
        lock(&self.schedule)
    }

    /// Notified when the watcher has to plan again.
    pub(super) fn waker(&self) -> &Notify {
        &self.wake
    }
}

impl<'a> Heard<'a> {
    /// Marks the account as heard, and all of its views as changed: anything may have changed before.
    pub(super) fn begin(shown: &'a ShownViews, account_id: &'a str) -> Self {
        shown.schedule().set_heard(account_id, true);
        let heard = Self { shown, account_id };
        heard.changed(None, None);
        heard
    }

    /// Marks views as changed: those of one project and of these parts, where they are known.
    pub(super) fn changed(&self, project_id: Option<&str>, parts: Option<&[ShownPart]>) {
        let mut schedule = self.shown.schedule();
        schedule.changed(self.account_id, project_id, parts);
        drop(schedule);
        self.shown.plan_again();
    }
}

impl Drop for Heard<'_> {
    fn drop(&mut self) {
        self.shown.schedule().set_heard(self.account_id, false);
        self.shown.plan_again();
    }
}

impl Registration<'_> {
    /// Waits until a later call of the window takes the place of this one.
    pub(crate) async fn superseded(mut self) {
        // The sender is dropped, never used.
        drop((&mut self.superseded).await);
    }
}

impl Drop for Registration<'_> {
    fn drop(&mut self) {
        let mut all = lock(&self.shown.reports);
        // A superseded call must not drop what its successor registered.
        let is_held = matches!(
            self.superseded.try_recv(),
            Err(oneshot::error::TryRecvError::Empty)
        );
        if is_held {
            all.remove(&self.window);
            self.shown.schedule().hide(&self.window);
        }
        drop(all);
        self.shown.plan_again();
    }
}
