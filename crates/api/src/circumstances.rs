//! Who waits for a call, for how long, and who may end it.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::recorder::Recorder;

/// How urgent a call is to the person in front of the screen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Priority {
    /// Somebody asked for it and waits: it goes first and may use all of the budget.
    #[default]
    Click,
    /// Nobody waits: it may use four fifths of the budget, and it goes after every click.
    Background,
}

/// How the calls of a client are made: `Management::with` gives a client that uses them.
#[derive(Debug, Clone, Default)]
pub struct Circumstances {
    /// Who goes first while the budget is short.
    pub priority: Priority,
    /// Until a call ends, with all attempts and all waits; `None` for the deadline of the client's options. Each page
    /// of a list is a call of its own.
    pub deadline: Option<Duration>,
    /// Ends every call at once with an error whose `is_cancelled` is true.
    pub cancel: CancellationToken,
    /// Takes down each call's request, and may keep it from being sent.
    pub recorder: Option<Recorder>,
}
