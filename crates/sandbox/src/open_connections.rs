//! Connections of clients, and which one is closed when there are too many: one that the sandbox waits for, never one that
//! waits for the sandbox.

use std::sync::{Arc, Mutex, PoisonError};
use std::task::Waker;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};

/// Enough for every window and program that follows the changes of one machine's sandbox.
const MOST_STREAMS: usize = 64;

/// How many clients may be connected, and how long they may be silent.
#[derive(Debug, Clone, Copy)]
pub struct ConnectionLimits {
    /// Connections over HTTP. `None` is a share of the files that the program may open.
    pub most_http: Option<usize>,
    /// Clients at the ports of all databases that have not yet said what they want. `None` is a smaller share.
    pub most_greetings: Option<usize>,
    /// Time for the head of a request, from the connection or from the head's first byte on.
    pub head_deadline: Duration,
    /// Time from the end of a reply to the next request. Longer than the 90 seconds after which an HTTP client usually
    /// closes its end, so that no request is sent into a connection that is just being closed.
    pub idle_deadline: Duration,
    /// Time in which a client must read something of its reply.
    pub reply_deadline: Duration,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self {
            most_http: None,
            most_greetings: None,
            head_deadline: Duration::from_secs(15),
            idle_deadline: Duration::from_secs(120),
            reply_deadline: Duration::from_secs(60),
        }
    }
}

/// The open connections of one listener, or of several that share a limit.
#[derive(Debug)]
pub struct OpenConnections {
    most: usize,
    open: Mutex<Vec<Arc<Activity>>>,
    sessions: Share,
    streams: Share,
}

impl OpenConnections {
    pub fn new(most: usize) -> Arc<Self> {
        Arc::new(Self {
            most,
            open: Mutex::default(),
            // A connection that lasts closes for no other: a quarter of all is left for requests.
            sessions: Share::new(most / 2),
            streams: Share::new((most / 4).min(MOST_STREAMS)),
        })
    }

    /// Counts a connection that was just accepted. Where there are too many, or `handles_are_scarce`, the connection
    /// closes that the sandbox has waited for longest. Without such a one the new connection is surplus.
    pub fn add(self: &Arc<Self>, handles_are_scarce: bool) -> OpenConnection {
        let is_full = self.lock().len() >= self.most;
        let made_room = (is_full || handles_are_scarce) && self.close_longest_waiting();
        let is_surplus = is_full && !made_room;
        let activity = Arc::new(Activity::new(is_surplus, self));
        self.lock().push(Arc::clone(&activity));
        OpenConnection {
            activity,
            among: Arc::clone(self),
        }
    }

    /// Closes the connection that the sandbox has waited for longest. Returns false if it waits for none.
    pub fn close_longest_waiting(&self) -> bool {
        let mut open = self.lock();
        let waiting = open
            .iter()
            .enumerate()
            .filter_map(|(at, it)| Some((it.waits_since()?, at)));
        let Some((_, longest)) = waiting.min() else {
            return false;
        };
        // The connection no longer counts, although its task has yet to see that it is closed.
        open.swap_remove(longest).closed.cancel();
        true
    }

    /// Closes the connections whose client took too long.
    pub fn close_expired(&self, limits: &ConnectionLimits) {
        let now = Instant::now();
        self.lock().retain(|it| {
            let is_expired = it.is_expired(now, limits);
            if is_expired {
                it.closed.cancel();
            }
            !is_expired
        });
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Arc<Activity>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A part of a listener's connections.
#[derive(Debug, Clone)]
struct Share {
    places: Arc<Semaphore>,
    most: usize,
}

impl Share {
    /// At least one, as small limits are divided.
    fn new(most: usize) -> Self {
        let most = most.max(1);
        Self {
            places: Arc::new(Semaphore::new(most)),
            most,
        }
    }

    fn take(&self) -> Result<Place, NoPlace> {
        let places = Arc::clone(&self.places);
        places
            .try_acquire_owned()
            .map_err(|_| NoPlace { most: self.most })
    }
}

/// A place in a share, which is free again when this is dropped.
pub type Place = OwnedSemaphorePermit;

/// All places of a share are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoPlace {
    pub most: usize,
}

/// Counts as open until it is dropped.
#[derive(Debug)]
pub struct OpenConnection {
    activity: Arc<Activity>,
    among: Arc<OpenConnections>,
}

impl OpenConnection {
    pub fn activity(&self) -> &Arc<Activity> {
        &self.activity
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        let mut open = self.among.lock();
        let at = open.iter().position(|it| Arc::ptr_eq(it, &self.activity));
        if let Some(at) = at {
            open.swap_remove(at);
        }
    }
}

/// The state of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// The client sends what a connection or request begins with.
    Head,
    /// The client may send another request.
    Idle,
    /// The client sends a request's body. Its reader has a deadline of its own.
    Body,
    /// The client sends what a WebSocket begins or ends with. Its reader has a deadline of its own.
    Greeting,
    /// The sandbox works on a reply, or sends it.
    Reply,
    /// Both sides may be silent for as long as they want.
    Session,
}

#[derive(Debug)]
struct State {
    turn: Turn,
    since: Instant,
    /// Since when the client has read nothing of what is sent.
    unread_since: Option<Instant>,
    /// The reader that does not know yet that the client has sent its last byte.
    reader: Option<Waker>,
}

/// The state of one connection, and whether it has to close.
#[derive(Debug)]
pub struct Activity {
    state: Mutex<State>,
    closed: CancellationToken,
    /// Cancelled when the client has sent its last byte and waits for a reply, or has gone away.
    sent_all: CancellationToken,
    is_surplus: bool,
    sessions: Share,
    streams: Share,
}

impl Activity {
    fn new(is_surplus: bool, among: &OpenConnections) -> Self {
        let state = State {
            turn: Turn::Head,
            since: Instant::now(),
            unread_since: None,
            reader: None,
        };
        Self {
            state: Mutex::new(state),
            closed: CancellationToken::new(),
            sent_all: CancellationToken::new(),
            is_surplus,
            sessions: among.sessions.clone(),
            streams: among.streams.clone(),
        }
    }

    /// Takes a place for a session, which lasts for as long as both sides want.
    pub fn take_session(&self) -> Result<Place, NoPlace> {
        self.sessions.take()
    }

    /// Takes a place for a reply without an end.
    pub fn take_stream(&self) -> Result<Place, NoPlace> {
        self.streams.take()
    }

    /// True if the connection is one too many and gets a refusal.
    pub fn is_surplus(&self) -> bool {
        self.is_surplus
    }

    pub fn begin(&self, turn: Turn) {
        let mut state = self.lock();
        state.turn = turn;
        state.since = Instant::now();
        if let Some(reader) = state.reader.take() {
            reader.wake();
        }
    }

    /// Returns whether the reader has to wait with the end of what the client sends: a request is under way, and the HTTP
    /// library drops it at that end. The next turn wakes the reader.
    pub fn keeps_end_back(&self, reader: &Waker) -> bool {
        let mut state = self.lock();
        let is_under_way = matches!(state.turn, Turn::Body | Turn::Reply);
        if is_under_way {
            state.reader = Some(reader.clone());
            self.sent_all.cancel();
        }
        is_under_way
    }

    /// Ends when the client has sent its last byte while a request is under way. The client may have gone away.
    pub fn sent_all(&self) -> WaitForCancellationFutureOwned {
        self.sent_all.clone().cancelled_owned()
    }

    /// Notes that bytes came.
    pub fn received(&self) {
        if self.lock().turn == Turn::Idle {
            self.begin(Turn::Head);
        }
    }

    /// Notes whether the client took something of what is sent to it.
    pub fn sent(&self, is_taken: bool) {
        let mut state = self.lock();
        state.unread_since = match is_taken {
            true => None,
            false => state.unread_since.or_else(|| Some(Instant::now())),
        };
    }

    /// Ends when the connection has to close.
    pub fn closed(&self) -> WaitForCancellationFutureOwned {
        self.closed.clone().cancelled_owned()
    }

    /// Since when the sandbox waits for the client; `None` while the client waits for the sandbox.
    fn waits_since(&self) -> Option<Instant> {
        let state = self.lock();
        match state.turn {
            Turn::Head | Turn::Idle | Turn::Body | Turn::Greeting => Some(state.since),
            Turn::Reply => state.unread_since,
            Turn::Session => None,
        }
    }

    fn is_expired(&self, now: Instant, limits: &ConnectionLimits) -> bool {
        let state = self.lock();
        let is_over = |since: Instant, deadline| now.duration_since(since) >= deadline;
        let is_late = match state.turn {
            Turn::Head => is_over(state.since, limits.head_deadline),
            Turn::Idle => is_over(state.since, limits.idle_deadline),
            Turn::Session => return false,
            Turn::Body | Turn::Greeting | Turn::Reply => false,
        };
        let unread = state.unread_since;
        is_late || unread.is_some_and(|since| is_over(since, limits.reply_deadline))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_closed(connection: &OpenConnection) -> bool {
        connection.activity().closed.is_cancelled()
    }

    #[tokio::test(start_paused = true)]
    async fn the_connection_that_is_silent_longest_closes_when_there_are_too_many() {
        let all = OpenConnections::new(3);
        let connections = [all.add(false), all.add(false), all.add(false)];
        connections[0].activity().begin(Turn::Reply);
        tokio::time::advance(Duration::from_secs(1)).await;
        // A byte of a body shows that the client is there.
        connections[1].activity().begin(Turn::Body);
        let new = all.add(false);
        assert_eq!(
            connections.each_ref().map(is_closed),
            [false, false, true],
            "the second was heard of later than the third"
        );
        assert!(!new.activity().is_surplus());
        drop(connections);
        assert!(all.close_longest_waiting() && !all.close_longest_waiting());
        assert!(is_closed(&new));
    }

    #[test]
    fn a_connection_is_surplus_when_all_others_wait_for_the_sandbox() {
        let all = OpenConnections::new(2);
        let (replying, session) = (all.add(false), all.add(false));
        replying.activity().begin(Turn::Reply);
        session.activity().begin(Turn::Session);
        let surplus = all.add(false);
        assert!(surplus.activity().is_surplus());
        // It is silent, so the next one takes its place.
        let next = all.add(false);
        assert!(is_closed(&surplus) && !next.activity().is_surplus());
        // A client that reads nothing of its reply is silent as well.
        next.activity().begin(Turn::Reply);
        replying.activity().sent(false);
        session.activity().sent(false);
        assert!(!all.add(false).activity().is_surplus());
        assert!(is_closed(&replying) && !is_closed(&session));
        drop((replying, session, next));
        assert!(all.lock().is_empty());
    }

    #[test]
    fn connections_that_last_leave_a_quarter_for_requests() {
        for (most, sessions, streams) in [(4, 2, 1), (8, 4, 2), (256, 128, 64), (1024, 512, 64)] {
            let all = OpenConnections::new(most);
            let connection = all.add(false);
            let activity = connection.activity();
            let places: Vec<_> = std::iter::from_fn(|| activity.take_session().ok()).collect();
            assert_eq!(places.len(), sessions);
            assert_eq!(activity.take_session().unwrap_err().most, sessions);
            let more: Vec<_> = std::iter::from_fn(|| activity.take_stream().ok()).collect();
            assert_eq!(more.len(), streams);
            drop(places);
            assert!(activity.take_session().is_ok());
        }
    }

    #[test]
    fn a_silent_connection_closes_when_handles_are_scarce() {
        let all = OpenConnections::new(10);
        let first = all.add(true);
        let second = all.add(true);
        assert!(is_closed(&first) && !is_closed(&second));
        assert!(!second.activity().is_surplus());
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_expires_by_what_it_is_doing() {
        let limits = ConnectionLimits::default();
        for (turn, reads, lasts) in [
            (Turn::Head, true, Some(15)),
            (Turn::Idle, true, Some(120)),
            (Turn::Body, true, None),
            (Turn::Greeting, true, None),
            (Turn::Reply, true, None),
            (Turn::Reply, false, Some(60)),
            (Turn::Session, false, None),
        ] {
            let all = OpenConnections::new(1);
            let connection = all.add(false);
            connection.activity().begin(turn);
            connection.activity().sent(reads);
            let most = 10_000;
            let begun = Instant::now();
            while !is_closed(&connection) && begun.elapsed().as_secs() < most {
                tokio::time::advance(Duration::from_secs(1)).await;
                all.close_expired(&limits);
            }
            let lasted = Some(begun.elapsed().as_secs()).filter(|it| *it < most);
            assert_eq!(lasted, lasts, "{turn:?}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_head_that_drips_does_not_last_longer() {
        let all = OpenConnections::new(1);
        let connection = all.add(false);
        connection.activity().begin(Turn::Idle);
        for _ in 0..15 {
            connection.activity().received();
            tokio::time::advance(Duration::from_secs(1)).await;
        }
        all.close_expired(&ConnectionLimits::default());
        assert!(is_closed(&connection));
    }
}
