//! Who gets the next slot under the limit of running servers.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What a server is started for; the first is served first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    /// A client waits.
    Connection,
    /// A call, or the sandbox's owner.
    Operation,
    /// The sandbox's own statements and checks.
    Maintenance,
}

/// Those who wait, by priority and then by the time at which they came.
#[derive(Debug, Default)]
pub struct SlotQueue(Mutex<Waiting>);

#[derive(Debug, Default)]
struct Waiting {
    places: BTreeSet<Place>,
    next: u64,
}

type Place = (Priority, u64);

/// A place in the queue, given up when dropped.
#[derive(Debug)]
pub struct Ticket<'a> {
    queue: &'a SlotQueue,
    place: Place,
}

impl SlotQueue {
    pub fn enter(&self, priority: Priority) -> Ticket<'_> {
        let mut waiting = self.waiting();
        waiting.next += 1;
        let place = (priority, waiting.next);
        waiting.places.insert(place);
        Ticket { queue: self, place }
    }

    pub fn len(&self) -> usize {
        self.waiting().places.len()
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ticket<'_> {
    pub fn is_first(&self) -> bool {
        self.queue.waiting().places.first() == Some(&self.place)
    }
}

impl Drop for Ticket<'_> {
    fn drop(&mut self) {
        self.queue.waiting().places.remove(&self.place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_comes_before_an_operation_and_the_earlier_before_the_later() {
        let queue = SlotQueue::default();
        let check = queue.enter(Priority::Maintenance);
        let (first, second) = (
            queue.enter(Priority::Operation),
            queue.enter(Priority::Operation),
        );
        let client = queue.enter(Priority::Connection);
        let firsts = || {
            let all = [&check, &first, &second, &client];
            all.map(Ticket::is_first)
        };
        assert_eq!(firsts(), [false, false, false, true]);
        assert_eq!(queue.len(), 4);
        drop(client);
        assert!(first.is_first() && !second.is_first());
        drop(first);
        assert!(second.is_first() && !check.is_first());
        drop(second);
        assert!(check.is_first());
        drop(check);
        assert_eq!(queue.len(), 0);
    }
}
