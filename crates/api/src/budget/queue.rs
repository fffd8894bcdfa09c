//! The requests that wait for a permit, and which of them may be sent next.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use super::limit::{KEY_RATES, Meter, ROUTE_RATES, SLOW_ROUTE_RATES};
use super::pause::Pause;
use crate::call::Route;
use crate::call_options::Priority;
use crate::environment::Environment;
use crate::request::Method;

const MINUTE: Duration = Duration::from_secs(60);

/// The one route with a lower limit: creating API keys of an organization.
const SLOW_ROUTE: Route = Route(Method::Post, "/organizations/{org_id}/api_keys");

pub(super) struct Queue {
    key: Meter,
    routes: HashMap<Route, Meter>,
    clicks: VecDeque<Waiter>,
    background: VecDeque<Waiter>,
    /// Requests that may be sent and whose callers have not claimed that yet, with the pause's epoch at that time. One
    /// caller admits for all, and each of the others finds its own here when it is notified.
    admitted: HashMap<u64, u64>,
    /// The requests of the last minute, for `Usage`.
    sent: VecDeque<(Duration, Priority)>,
    next_id: u64,
    pub(super) pause: Pause,
}

#[derive(Clone, Copy)]
struct Waiter {
    id: u64,
    route: Route,
}

impl Queue {
    pub(super) fn new(environment: &Arc<dyn Environment>) -> Self {
        Self {
            key: Meter::new(KEY_RATES, environment),
            routes: HashMap::new(),
            clicks: VecDeque::new(),
            background: VecDeque::new(),
            admitted: HashMap::new(),
            sent: VecDeque::new(),
            next_id: 0,
            pause: Pause::default(),
        }
    }

    pub(super) fn enter(
        &mut self,
        route: Route,
        priority: Priority,
        environment: &Arc<dyn Environment>,
    ) -> u64 {
        self.next_id += 1;
        let id = self.next_id;
        let rates = if route == SLOW_ROUTE {
            SLOW_ROUTE_RATES
        } else {
            ROUTE_RATES
        };
        self.routes
            .entry(route)
            .or_insert_with(|| Meter::new(rates, environment));
        self.lane(priority).push_back(Waiter { id, route });
        id
    }

    /// Admits all requests that may be sent now, and counts them. Clicks first and each lane in its order, with one
    /// exception: a request whose route is used up holds up no other routes. Returns how many were admitted, and when to
    /// ask again if any wait on.
    pub(super) fn admit(&mut self, now: Duration) -> (usize, Option<Duration>) {
        let mut admitted = 0;
        let mut again: Option<Duration> = None;
        for priority in [Priority::Click, Priority::Background] {
            let mut index = 0;
            while let Some(&Waiter { id, route }) = self.lane(priority).get(index) {
                // The key is asked before the route: if it has no room left, nothing of this lane can go.
                let closed = self.pause.closed_until(now);
                if let Some(at) = closed.or_else(|| self.key.closed_until(priority)) {
                    again = Some(again.map_or(at, |again| again.min(at)));
                    break;
                }
                let meter = self.routes.get(&route);
                if let Some(at) = meter.and_then(|meter| meter.closed_until(priority)) {
                    again = Some(again.map_or(at, |again| again.min(at)));
                    index += 1;
                    continue;
                }
                if let Some(meter) = meter {
                    meter.take(priority);
                }
                self.key.take(priority);
                self.pause.sent(id, now);
                self.sent.push_back((now, priority));
                self.admitted.insert(id, self.pause.epoch());
                self.lane(priority).remove(index);
                admitted += 1;
            }
        }
        self.forget_old(now);
        (admitted, again)
    }

    /// Takes the admission of a request, once, and returns the pause's epoch in which it is sent. If a pause has begun
    /// since it was admitted, it goes back to the head of its lane instead. It was counted then and will be again: the key
    /// sends one request less than it might, which is safe.
    pub(super) fn claim(&mut self, id: u64, route: Route, priority: Priority) -> Option<u64> {
        let epoch = self.admitted.remove(&id)?;
        if epoch == self.pause.epoch() {
            return Some(epoch);
        }
        self.lane(priority).push_front(Waiter { id, route });
        None
    }

    /// A request waits no longer. True when it was the probe, so that others may go.
    pub(super) fn leave(&mut self, id: u64) -> bool {
        for lane in [&mut self.clicks, &mut self.background] {
            lane.retain(|waiter| waiter.id != id);
        }
        self.admitted.remove(&id).is_some() && self.pause.forget(id)
    }

    /// How many requests were sent in the last minute: all, and background ones.
    pub(super) fn last_minute(&mut self, now: Duration) -> (usize, usize) {
        self.forget_old(now);
        let background = self
            .sent
            .iter()
            .filter(|(_, priority)| *priority == Priority::Background);
        (self.sent.len(), background.count())
    }

    pub(super) fn waiting(&self) -> usize {
        self.clicks.len() + self.background.len()
    }

    fn forget_old(&mut self, now: Duration) {
        while self.sent.front().is_some_and(|(at, _)| *at + MINUTE <= now) {
            self.sent.pop_front();
        }
    }

    fn lane(&mut self, priority: Priority) -> &mut VecDeque<Waiter> {
        match priority {
            Priority::Click => &mut self.clicks,
            Priority::Background => &mut self.background,
        }
    }
}
