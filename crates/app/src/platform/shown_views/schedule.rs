//! When the views that windows show are read again. Pure: from what is shown, what each account allows and the time to an
//! order.
//!
//! Times are of the monotonic clock. A view is wanted for one of three reasons. *Entered*: somebody just came to it and its
//! data is old. *Changed*: its platform says so. *Age*: it was not read for a while. Reads by age are paced, so that an account
//! makes at most [`REQUESTS_PER_MINUTE`] of them; the pace is one time, as in [`crate::platform::operation_watch::schedule`].

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use crate::view::{ShownPart, ShownView};

/// The shortest interval of reads by age.
pub(crate) const INTERVAL: Duration = Duration::from_secs(5);
/// The interval of reads by age of a platform that reports its changes, in case it forgets one.
pub(crate) const PUSHED_INTERVAL: Duration = Duration::from_secs(60);
/// How many requests by age an account makes in a minute.
pub(crate) const REQUESTS_PER_MINUTE: u32 = 20;
/// The age up to which a view is not read again on entry.
const FRESH: Duration = Duration::from_secs(1);
/// Limits requests on entry: one a second in the long run, and as many at once as this has seconds.
const ENTRY_BURST: Duration = Duration::from_secs(60);
/// The shortest interval of reads because of changes, for each request that the account's views take.
const CHANGE_INTERVAL: Duration = Duration::from_millis(250);
/// How soon to check again whether other calls have left room in the budget.
const NO_ROOM_INTERVAL: Duration = Duration::from_secs(1);

/// Names a view.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) struct ViewKey {
    pub(crate) account_id: String,
    pub(crate) project_id: Option<String>,
    pub(crate) part: ShownPart,
}

/// Why a view is read, the most urgent last.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
enum Reason {
    Age,
    Change,
    Entry,
}

/// A view in one window.
#[derive(Clone, Debug)]
struct Shown {
    requests: u32,
    /// When it was last read or asked to be.
    read_at: Duration,
    reason: Reason,
}

/// The limits of an account at one moment.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Limits {
    /// How many more requests the key's minute has room for.
    pub(crate) room: u32,
    /// The earliest time of a read: later than now when the platform answered 429.
    pub(crate) not_before: Duration,
    /// Set while the platform cannot be reached: from this time on one view finds out for all. A view that somebody just
    /// came to is read all the same, so that it says at once that it is old.
    pub(crate) outage_until: Option<Duration>,
}

/// The views that are due now, and the time to plan again.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Plan {
    pub(crate) due: Vec<ViewKey>,
    /// `None` when only an event can make anything due.
    pub(crate) next_at: Option<Duration>,
}

/// The views of all windows.
#[derive(Debug, Default)]
pub(crate) struct Schedule {
    windows: BTreeMap<String, BTreeMap<ViewKey, Shown>>,
    paces: BTreeMap<String, Pace>,
    /// The accounts whose changes are heard.
    heard: BTreeSet<String>,
}

/// An account's requests so far, as the times until which they would have lasted at an even pace.
#[derive(Clone, Copy, Debug, Default)]
struct Pace {
    by_age: Duration,
    by_entry: Duration,
    /// When the next view may find out whether the platform answers again.
    probe_at: Duration,
}

impl Schedule {
    /// A window shows these views from now on. With `anew`, each of them counts as just entered.
    pub(crate) fn show(&mut self, window: &str, views: Vec<ShownView>, anew: bool, now: Duration) {
        let former = self.windows.remove(window).unwrap_or_default();
        let mut shown: BTreeMap<ViewKey, Shown> = BTreeMap::new();
        for view in views {
            let age = view.age_ms.map_or(Duration::ZERO, age);
            let key = ViewKey {
                account_id: view.account_id,
                project_id: view.project_id,
                part: view.part,
            };
            let known = former.get(&key);
            let is_entered = (anew || known.is_none()) && age > FRESH;
            let added = Shown {
                requests: view.requests.max(1),
                // A read that was asked for may be under way.
                read_at: known
                    .map(|known| known.read_at)
                    .max(Some(now.saturating_sub(age)))
                    .unwrap_or(now),
                reason: if is_entered {
                    Reason::Entry
                } else {
                    known.map_or(Reason::Age, |known| known.reason)
                },
            };
            merge(&mut shown, key, &added);
        }
        if !shown.is_empty() {
            self.windows.insert(window.to_owned(), shown);
        }
    }

    /// Drops a window.
    pub(crate) fn hide(&mut self, window: &str) {
        self.windows.remove(window);
    }

    /// The accounts of which something is shown.
    pub(crate) fn accounts(&self) -> Vec<String> {
        let keys = self.windows.values().flat_map(BTreeMap::keys);
        let mut accounts: Vec<_> = keys.map(|key| key.account_id.clone()).collect();
        accounts.sort();
        accounts.dedup();
        accounts
    }

    /// The changes of an account are heard from now on, or no longer.
    pub(crate) fn set_heard(&mut self, account_id: &str, is_heard: bool) {
        if is_heard {
            self.heard.insert(account_id.to_owned());
        } else {
            self.heard.remove(account_id);
        }
    }

    /// Marks views of an account as changed: those of one project and of these parts, where they are known.
    pub(crate) fn changed(
        &mut self,
        account_id: &str,
        project_id: Option<&str>,
        parts: Option<&[ShownPart]>,
    ) {
        for (key, shown) in self.windows.values_mut().flatten() {
            let is_there = match (project_id, &key.project_id) {
                (Some(changed), Some(shown)) => changed == shown,
                // The list of projects shows something of each.
                (Some(_), None) => key.part == ShownPart::Projects,
                (None, _) => true,
            };
            let is_part = parts.is_none_or(|parts| parts.contains(&key.part));
            if key.account_id == account_id && is_there && is_part {
                shown.reason = shown.reason.max(Reason::Change);
            }
        }
    }

    /// Takes the views of an account that are due, and marks them as read. The most urgent and the oldest come first.
    pub(crate) fn take_due(&mut self, account_id: &str, limits: Limits, now: Duration) -> Plan {
        let mut waiting = self.views(account_id);
        let requests = waiting.iter().map(|(_, shown)| shown.requests).sum();
        waiting.sort_by_key(|(_, shown)| (std::cmp::Reverse(shown.reason), shown.read_at));
        let mut pace = self.paces.get(account_id).copied().unwrap_or_default();
        let is_heard = self.heard.contains(account_id);
        let (mut room, mut plan) = (limits.room, Plan::default());
        for (key, shown) in waiting {
            let mut at = due_at(&shown, requests, is_heard, pace).max(limits.not_before);
            if room < shown.requests {
                at = at.max(now + NO_ROOM_INTERVAL);
            }
            if let Some(until) = limits.outage_until.filter(|_| shown.reason < Reason::Entry) {
                at = at.max(until).max(pace.probe_at);
            }
            if at > now {
                plan.wake_at(at);
                continue;
            }
            room -= shown.requests;
            pace.pay(&shown, now);
            pace.probe_at = now + INTERVAL;
            plan.due.push(key);
            plan.wake_at(now + if is_heard { PUSHED_INTERVAL } else { INTERVAL });
        }
        self.paces.insert(account_id.to_owned(), pace);
        for shown in self.windows.values_mut() {
            for key in &plan.due {
                if let Some(shown) = shown.get_mut(key) {
                    (shown.read_at, shown.reason) = (now, Reason::Age);
                }
            }
        }
        plan
    }

    /// The views of an account. One in several windows is read by each.
    fn views(&self, account_id: &str) -> Vec<(ViewKey, Shown)> {
        let mut views = BTreeMap::new();
        for (key, shown) in self.windows.values().flatten() {
            if key.account_id == account_id {
                merge(&mut views, key.clone(), shown);
            }
        }
        views.into_iter().collect()
    }
}

impl Plan {
    fn wake_at(&mut self, at: Duration) {
        self.next_at = Some(self.next_at.map_or(at, |next| next.min(at)));
    }
}

impl Pace {
    fn pay(&mut self, shown: &Shown, now: Duration) {
        match shown.reason {
            Reason::Age => {
                let each = Duration::from_secs(60) / REQUESTS_PER_MINUTE;
                self.by_age = now + each * shown.requests;
            }
            Reason::Entry => {
                self.by_entry = self.by_entry.max(now) + Duration::from_secs(1) * shown.requests;
            }
            Reason::Change => {}
        }
    }
}

fn due_at(shown: &Shown, requests: u32, is_heard: bool, pace: Pace) -> Duration {
    match shown.reason {
        Reason::Entry => pace.by_entry.saturating_sub(ENTRY_BURST),
        Reason::Change => shown.read_at + CHANGE_INTERVAL * requests,
        Reason::Age if is_heard => shown.read_at + PUSHED_INTERVAL,
        Reason::Age => pace.by_age.max(shown.read_at + INTERVAL),
    }
}

fn merge(views: &mut BTreeMap<ViewKey, Shown>, key: ViewKey, shown: &Shown) {
    let merged = views.entry(key).or_insert(Shown {
        requests: 0,
        ..shown.clone()
    });
    merged.requests += shown.requests;
    merged.read_at = merged.read_at.min(shown.read_at);
    merged.reason = merged.reason.max(shown.reason);
}

/// Reads an age from the window. A number that is no time counts as the oldest age.
fn age(milliseconds: f64) -> Duration {
    Duration::try_from_secs_f64(milliseconds.max(0.0) / 1000.0).unwrap_or(Duration::MAX)
}
