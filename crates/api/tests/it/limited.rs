//! 429: everybody with the key waits, one finds out, and in the end everything is done once.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use api::resource::branches::CreateBranch;
use api::{CallOptions, Environment, Options};
use tokio::task::JoinSet;

use crate::environment::Manual;
use crate::instant_fixture::in_time;
use crate::platform::{Fast, Platform, json, project};
use testkit::server::{Answer, Request};
use testkit::until_is;

const SECOND: Duration = Duration::from_secs(1);
const LIMITED: &str = r#"{"code":"","message":"rate limit exceeded"}"#;
const BRANCH: &str = r#"{"branch":{"id":"br-quiet-hill-a1b2c3d4"},"operations":[],"endpoints":[]}"#;

fn limited(headers: &str) -> Answer {
    Answer::of("429 Too Many Requests", headers, LIMITED)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_minute_of_429_ends_well_for_twenty_workers() {
    for headers in ["", "Retry-After: 3\r\n"] {
        let clock = Fast::new(50);
        let (refused, done) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let times = Arc::new(Mutex::new(Vec::new()));
        let (r, d, t, c) = (
            Arc::clone(&refused),
            Arc::clone(&done),
            Arc::clone(&times),
            Arc::clone(&clock),
        );
        let platform = Platform::start(move |request: &Request| {
            let now = c.elapsed();
            t.lock().unwrap().push(now);
            if now < 60 * SECOND {
                r.fetch_add(1, Ordering::Relaxed);
                return limited(headers);
            }
            match request.method.as_str() {
                "POST" => {
                    d.fetch_add(1, Ordering::Relaxed);
                    json("201 Created", BRANCH)
                }
                _ => json("200 OK", r#"{"operations":[]}"#),
            }
        })
        .await;
        let client = platform.client_with(Options {
            environment: clock.clone(),
            attempt_timeout: 1000 * SECOND,
            deadline: 1000 * SECOND,
            connect_timeout: 20 * SECOND,
            ..Options::default()
        });
        let mut workers = JoinSet::new();
        for _ in 0..20 {
            let client = client.clone();
            workers.spawn(async move {
                let p = project("quiet-hill-12345678");
                for _ in 0..5 {
                    client.operations(&p).list(Default::default()).await?;
                    client.branches(&p).create(&CreateBranch::default()).await?;
                }
                Ok::<_, api::Error>(())
            });
        }
        while let Some(ended) = in_time(workers.join_next()).await {
            ended.unwrap().unwrap();
        }
        assert_eq!(
            done.load(Ordering::Relaxed),
            100,
            "each branch is made once"
        );
        let refused = refused.load(Ordering::Relaxed);
        assert!(
            (2..=60).contains(&refused),
            "twenty at first, then one at a time: {refused}"
        );
        let times = times.lock().unwrap();
        let in_storm = times.iter().filter(|time| **time < 60 * SECOND).count();
        assert_eq!(in_storm, refused);
        assert_eq!(times.len(), refused + 200, "nothing else was sent");
        let busiest = times.iter().map(|start| {
            let minute = *start..*start + 60 * SECOND;
            times.iter().filter(|&time| minute.contains(time)).count()
        });
        assert!(busiest.max().unwrap() <= 700);
    }
}

#[tokio::test]
async fn one_429_holds_back_everybody_until_one_was_let_in() {
    let clock = Manual::holding();
    let over = Arc::new(AtomicBool::new(false));
    let is_over = Arc::clone(&over);
    let platform = Platform::start(move |_: &Request| {
        if is_over.load(Ordering::Relaxed) {
            json("200 OK", r#"{"operations":[]}"#)
        } else {
            limited("Retry-After: 5\r\n")
        }
    })
    .await;
    let client = platform.client(&clock);
    let budget = client.budget().clone();
    let mut calls = JoinSet::new();
    let call = || {
        let client = client.clone();
        async move {
            let operations = client.operations(&project("quiet-hill-12345678"));
            operations.list(Default::default()).await.map(drop)
        }
    };
    calls.spawn(call());
    until_is("the pause begins", true, || {
        budget.usage().paused_for.is_some()
    })
    .await;
    let paused = budget.usage().paused_for.unwrap();
    assert!((5 * SECOND..6 * SECOND).contains(&paused), "{paused:?}");
    for _ in 0..9 {
        calls.spawn(call());
    }
    until_is("all wait", true, || budget.usage().waiting == 10).await;
    assert_eq!(platform.requests().len(), 1);

    clock.advance(paused);
    until_is("nine wait on", true, || {
        budget.usage().paused_for.is_some() && budget.usage().waiting == 10
    })
    .await;
    assert_eq!(platform.requests().len(), 2, "one found out for all");
    let longer = budget.usage().paused_for.unwrap();
    assert!(longer > paused, "the second wait is longer: {longer:?}");

    over.store(true, Ordering::Relaxed);
    clock.advance(longer);
    while let Some(ended) = in_time(calls.join_next()).await {
        ended.unwrap().unwrap();
    }
    assert_eq!(platform.requests().len(), 12);
    assert_eq!(budget.usage().paused_for, None);
}

#[tokio::test]
async fn a_pause_beyond_the_deadline_is_reported_at_once() {
    let clock = Manual::holding();
    let platform = Platform::start(|_: &Request| limited("Retry-After: 90\r\n")).await;
    let client = platform.client(&clock);
    let p = project("quiet-hill-12345678");
    let first = in_time(client.projects().get(&p)).await.unwrap_err();
    assert!(first.is_rate_limited() && !first.is_timeout());
    assert_eq!(first.retry_after(), Some(90 * SECOND));
    assert_eq!((first.status(), first.attempts()), (Some(429), 1));

    let second = in_time(client.projects().delete(&p)).await.unwrap_err();
    assert!(second.is_rate_limited() && !second.is_maybe_applied());
    assert_eq!((second.status(), second.attempts()), (None, 0));
    assert!(second.retry_after() > Some(89 * SECOND));
    assert!(
        second.to_string().contains("nothing is sent for another"),
        "{second}"
    );
    assert_eq!(platform.requests().len(), 1, "nothing leaves in a pause");
}

#[tokio::test]
async fn a_429_until_the_deadline_ends_with_what_the_service_said_last() {
    for (headers, whose) in [
        ("", "it gave no retry time, so Plinth chose its own"),
        ("Retry-After: 3\r\n", "retry after 3 s"),
    ] {
        let clock = Fast::new(50);
        let headers = format!("X-Neon-Ret-Request-Id: req-7\r\n{headers}");
        let platform = Platform::start(move |_: &Request| limited(&headers)).await;
        let client = platform.client_with(Options {
            environment: clock,
            attempt_timeout: 1000 * SECOND,
            deadline: 40 * SECOND,
            ..Options::default()
        });
        let p = project("quiet-hill-12345678");
        let error = in_time(client.projects().delete(&p)).await.unwrap_err();
        assert_eq!(error.status(), Some(429), "{error}");
        assert_eq!(error.server_message(), Some("rate limit exceeded"));
        assert_eq!(error.request_id(), Some("req-7"));
        assert!(error.is_rate_limited() && !error.is_maybe_applied());
        assert!(error.attempts() > 1, "{error}");
        assert!(error.to_string().contains(whose), "{error}");
    }
}

#[tokio::test]
async fn whoever_finds_out_and_gets_no_answer_makes_way() {
    let clock = Manual::holding();
    let mut requests = 0;
    let platform = Platform::start(move |_: &Request| {
        requests += 1;
        match requests {
            1 => limited(""),
            2 => Answer::Hold(Vec::new()),
            _ => json("200 OK", r#"{"operations":[]}"#),
        }
    })
    .await;
    let client = platform.client(&clock);
    let budget = client.budget().clone();
    let call = |client: &api::Management| {
        let operations = client.operations(&project("quiet-hill-12345678"));
        tokio::spawn(async move { operations.list(Default::default()).await.map(drop) })
    };
    let cancel = api::CancellationToken::new();
    let first = call(&client.with(CallOptions {
        cancel: cancel.clone(),
        ..CallOptions::default()
    }));
    until_is("the pause begins", true, || {
        budget.usage().paused_for.is_some()
    })
    .await;
    clock.advance(SECOND);
    platform.received(2).await;
    let second = call(&client);
    until_is("the second waits", true, || budget.usage().waiting == 1).await;
    cancel.cancel();
    assert!(in_time(first).await.unwrap().unwrap_err().is_cancelled());
    in_time(second).await.unwrap().unwrap();
    assert_eq!(platform.requests().len(), 3);
}
