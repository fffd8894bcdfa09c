//! Per-call priority, deadline, cancellation and recorder.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::recorder::Recorder;

/// How urgent a call is to the person in front of the screen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Priority {
    /// A person waits for it: it goes before all background calls and may use the whole budget.
    #[default]
    Click,
    /// Nobody waits for it: it goes after every click and may use four fifths of the budget.
    Background,
}

/// How the calls of a client are made: `Management::with` gives a client that uses them.
#[derive(Debug, Clone, Default)]
pub struct CallOptions {
    /// Which calls go first while the budget is short.
    pub priority: Priority,
    /// Longest time for a call with all its attempts and waits; `None` for the deadline of the client's options. Each
    /// page of a list is a call of its own.
    pub deadline: Option<Duration>,
    /// Ends every call at once with an error whose `is_cancelled` is true.
    pub cancel: CancellationToken,
    /// Records each call's request, and may keep it from being sent.
    pub recorder: Option<Recorder>,
}
