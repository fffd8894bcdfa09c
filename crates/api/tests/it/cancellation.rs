//! Cancel and deadline in every phase of a call.

use std::sync::Arc;
use std::time::Duration;

use api::resource::branches::CreateBranch;
use api::{CallOptions, CancellationToken, Error, Management};
use tokio::task::JoinHandle;

use crate::environment::Manual;
use crate::instant_fixture::in_time;
use crate::platform::{Platform, json, project};
use testkit::server::{Answer, Request};
use testkit::until_is;

const SECOND: Duration = Duration::from_secs(1);
const BUSY: &str = r#"{"operations":[{"id":"x","status":"running"}]}"#;

/// What a call is doing when it ends.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Phase {
    /// It waits for its turn in the budget.
    Turn,
    /// It waits out a 429 with everybody else.
    Pause,
    /// It waits between two attempts.
    Backoff,
    /// Its request has left.
    Flight,
    /// It waits before it polls whether the project is free.
    Lock,
    /// It polls, and no answer comes.
    Poll,
    /// It waits for the next poll.
    NextPoll,
}

const PHASES: [Phase; 7] = [
    Phase::Turn,
    Phase::Pause,
    Phase::Backoff,
    Phase::Flight,
    Phase::Lock,
    Phase::Poll,
    Phase::NextPoll,
];

/// A platform on which a call comes to its phase and stays there.
async fn platform(phase: Phase) -> Platform {
    Platform::start(move |request: &Request| {
        let is_poll = request.target.contains("/operations");
        match phase {
            Phase::Turn => json("404 Not Found", "{}"),
            Phase::Pause => json("429 Too Many Requests", "{}"),
            Phase::Backoff => json("503 Service Unavailable", "{}"),
            Phase::Flight => Answer::Hold(Vec::new()),
            Phase::Poll if is_poll => Answer::Hold(Vec::new()),
            Phase::NextPoll if is_poll => json("200 OK", BUSY),
            Phase::Lock | Phase::Poll | Phase::NextPoll => json("423 Locked", "{}"),
        }
    })
    .await
}

type Call = JoinHandle<Result<(), Error>>;

fn start(client: &Management, is_write: bool) -> Call {
    let (client, p) = (client.clone(), project("quiet-hill-12345678"));
    tokio::spawn(async move {
        if is_write {
            let branches = client.branches(&p);
            branches.create(&CreateBranch::default()).await.map(drop)
        } else {
            client.branches(&p).list(Default::default()).await.map(drop)
        }
    })
}

/// Brings a call to its phase.
async fn bring(
    phase: Phase,
    is_write: bool,
    call_options: CallOptions,
) -> (Platform, Arc<Manual>, Management, Call) {
    let (platform, clock) = (platform(phase).await, Manual::holding());
    let client = platform.client(&clock);
    let usage = || client.budget().usage();
    if phase == Phase::Turn {
        for _ in 0..30 {
            let _ = in_time(start(&client, is_write)).await.unwrap();
        }
    }
    let call = start(&client.with(call_options), is_write);
    match phase {
        Phase::Turn => until_is("it waits for its turn", true, || usage().waiting == 1).await,
        Phase::Pause => until_is("it waits with all", true, || usage().waiting == 1).await,
        Phase::Flight => platform.received(1).await,
        Phase::Backoff | Phase::Lock => {
            until_is("it waits", true, || clock.waits().len() == 1).await;
        }
        Phase::Poll => {
            until_is("it waits", true, || clock.waits().len() == 1).await;
            clock.advance(SECOND);
            platform.received(2).await;
        }
        Phase::NextPoll => {
            until_is("it waits", true, || clock.waits().len() == 1).await;
            clock.advance(SECOND);
            until_is("it waits again", true, || clock.waits().len() == 2).await;
        }
    }
    (platform, clock, client, call)
}

#[tokio::test]
async fn a_call_that_is_called_off_ends_at_once() {
    for phase in PHASES {
        for is_write in [false, true] {
            let cancel = CancellationToken::new();
            let call_options = CallOptions {
                cancel: cancel.clone(),
                ..CallOptions::default()
            };
            let (platform, clock, client, call) = bring(phase, is_write, call_options).await;
            let before = (
                platform.requests().len(),
                api::Environment::elapsed(&*clock),
            );
            assert!(!call.is_finished(), "{phase:?}");
            cancel.cancel();
            let error = in_time(call).await.unwrap().unwrap_err();
            assert!(error.is_cancelled(), "{phase:?} {error}");
            let maybe = is_write && phase == Phase::Flight;
            assert_eq!(error.is_maybe_applied(), maybe, "{phase:?} {error}");
            assert!(!error.is_timeout() && !error.is_rate_limited() && !error.is_locked());
            let attempts = u32::from(phase != Phase::Turn);
            assert_eq!(error.attempts(), attempts, "{phase:?}");
            let after = (
                platform.requests().len(),
                api::Environment::elapsed(&*clock),
            );
            assert_eq!(before, after, "{phase:?}: nothing more is sent");
            assert_eq!(client.budget().usage().waiting, 0, "{phase:?}");
        }
    }
}

#[tokio::test]
async fn a_deadline_ends_a_call_in_every_phase() {
    for phase in PHASES {
        for is_write in [false, true] {
            let call_options = CallOptions {
                deadline: Some(25 * SECOND),
                ..CallOptions::default()
            };
            let (platform, clock, _client, call) = bring(phase, is_write, call_options).await;
            let before = platform.requests().len();
            clock.advance(25 * SECOND);
            let error = in_time(call).await.unwrap().unwrap_err();
            assert_eq!(
                platform.requests().len(),
                before,
                "{phase:?}: nothing is sent late"
            );
            let maybe = is_write && phase == Phase::Flight;
            assert_eq!(error.is_maybe_applied(), maybe, "{phase:?} {error}");
            let why = (
                error.is_rate_limited(),
                error.is_timeout(),
                error.is_locked(),
            );
            let expected = match phase {
                Phase::Turn | Phase::Pause => (true, false, false),
                // What the service said last is reported.
                Phase::Backoff => (false, false, false),
                Phase::Flight => (false, true, false),
                Phase::Lock | Phase::Poll | Phase::NextPoll => (false, false, true),
            };
            assert_eq!(why, expected, "{phase:?} {error}");
            if phase == Phase::Backoff {
                assert_eq!(error.status(), Some(503), "{error}");
            }
        }
    }
}

#[tokio::test]
async fn what_was_called_off_before_is_never_sent() {
    let platform = platform(Phase::Turn).await;
    let cancel = CancellationToken::new();
    cancel.cancel();
    let client = platform.client(&Manual::new());
    let called_off = client.with(CallOptions {
        cancel,
        ..CallOptions::default()
    });
    let error = in_time(start(&called_off, true))
        .await
        .unwrap()
        .unwrap_err();
    assert!(error.is_cancelled() && !error.is_maybe_applied());

    let late = client.with(CallOptions {
        deadline: Some(Duration::ZERO),
        ..CallOptions::default()
    });
    let error = in_time(start(&late, true)).await.unwrap().unwrap_err();
    assert!(error.is_timeout() && !error.is_maybe_applied(), "{error}");
    assert_eq!(error.attempts(), 0);
    assert_eq!(platform.requests().len(), 0);
    assert_eq!(client.budget().usage().last_minute, 0);
}

#[tokio::test]
async fn a_dropped_call_sends_nothing_more() {
    for phase in PHASES {
        let (platform, clock, client, call) = bring(phase, true, CallOptions::default()).await;
        let before = platform.requests().len();
        call.abort();
        assert!(in_time(call).await.unwrap_err().is_cancelled(), "{phase:?}");
        assert_eq!(client.budget().usage().waiting, 0, "{phase:?}");
        clock.advance(60 * SECOND);
        assert_eq!(platform.requests().len(), before, "{phase:?}");
    }
}
