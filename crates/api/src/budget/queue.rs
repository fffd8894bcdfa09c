//! Who waits for the budget, and who is next.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use super::limit::{Meter, OF_KEY, OF_ROUTE, OF_SLOW_ROUTE};
use super::pause::Pause;
use crate::ambient::Ambient;
use crate::call::Route;
use crate::circumstances::Priority;
use crate::request::Verb;

const MINUTE: Duration = Duration::from_secs(60);

/// The one route that the platform limits further.
const SLOW_ROUTE: Route = Route(Verb::Post, "/organizations/{org_id}/api_keys");

pub(super) struct Queue {
    key: Meter,
    routes: HashMap<Route, Meter>,
    clicks: VecDeque<Waiter>,
    background: VecDeque<Waiter>,
    /// Those whose turn has come and who have not left yet, with the pause's epoch at that time.
    called: HashMap<u64, u64>,
    /// The requests of the last minute.
    left: VecDeque<(Duration, Priority)>,
    next_id: u64,
    pub(super) pause: Pause,
}

#[derive(Clone, Copy)]
struct Waiter {
    id: u64,
    route: Route,
}

impl Queue {
    pub(super) fn new(ambient: &Arc<dyn Ambient>) -> Self {
        Self {
            key: Meter::new(OF_KEY, ambient),
            routes: HashMap::new(),
            clicks: VecDeque::new(),
            background: VecDeque::new(),
            called: HashMap::new(),
            left: VecDeque::new(),
            next_id: 0,
            pause: Pause::default(),
        }
    }

    pub(super) fn enter(
        &mut self,
        route: Route,
        priority: Priority,
        ambient: &Arc<dyn Ambient>,
    ) -> u64 {
        self.next_id += 1;
        let id = self.next_id;
        let rates = if route == SLOW_ROUTE {
            OF_SLOW_ROUTE
        } else {
            OF_ROUTE
        };
        self.routes
            .entry(route)
            .or_insert_with(|| Meter::new(rates, ambient));
        self.line(priority).push_back(Waiter { id, route });
        id
    }

    /// Calls everybody whose turn it is: clicks first, each line in its order, except that one whose route is used up
    /// keeps nobody of other routes waiting. Tells how many were
    /// called, and when to ask again, if somebody waits on.
    pub(super) fn call(&mut self, now: Duration) -> (usize, Option<Duration>) {
        let mut called = 0;
        let mut again: Option<Duration> = None;
        for priority in [Priority::Click, Priority::Background] {
            let mut index = 0;
            while let Some(&Waiter { id, route }) = self.line(priority).get(index) {
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
                self.pause.leaves(id, now);
                self.left.push_back((now, priority));
                self.called.insert(id, self.pause.epoch());
                self.line(priority).remove(index);
                called += 1;
            }
        }
        self.forget_old(now);
        (called, again)
    }

    /// Whether this one's turn has come, as the epoch in which it leaves. It is told once. One that a pause has overtaken
    /// goes back to the head of its line.
    pub(super) fn is_called(&mut self, id: u64, route: Route, priority: Priority) -> Option<u64> {
        let epoch = self.called.remove(&id)?;
        if epoch == self.pause.epoch() {
            return Some(epoch);
        }
        self.line(priority).push_front(Waiter { id, route });
        None
    }

    /// This one waits no longer. True when others may go for that.
    pub(super) fn leave(&mut self, id: u64) -> bool {
        for line in [&mut self.clicks, &mut self.background] {
            line.retain(|waiter| waiter.id != id);
        }
        self.called.remove(&id).is_some() && self.pause.forget(id)
    }

    /// The requests of the last minute: all, and those that nobody waited for.
    pub(super) fn last_minute(&mut self, now: Duration) -> (usize, usize) {
        self.forget_old(now);
        let background = self
            .left
            .iter()
            .filter(|(_, priority)| *priority == Priority::Background);
        (self.left.len(), background.count())
    }

    pub(super) fn waiting(&self) -> usize {
        self.clicks.len() + self.background.len()
    }

    fn forget_old(&mut self, now: Duration) {
        while self.left.front().is_some_and(|(at, _)| *at + MINUTE <= now) {
            self.left.pop_front();
        }
    }

    fn line(&mut self, priority: Priority) -> &mut VecDeque<Waiter> {
        match priority {
            Priority::Click => &mut self.clicks,
            Priority::Background => &mut self.background,
        }
    }
}
