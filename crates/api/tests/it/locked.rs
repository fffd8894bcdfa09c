//! 423: waiting for what the project does instead of sleeping blindly.

use std::time::Duration;

use crate::environment::Manual;
use crate::instant_fixture::{in_time, options};
use crate::platform::{Platform, create_branch, json, project, saying};
use testkit::server::{Answer, Request};

const SECOND: Duration = Duration::from_secs(1);
const LOCKED: &str = r#"{"request_id":"r-1","code":"","message":"project already has running conflicting operations, scheduling of new ones is prohibited"}"#;
const BRANCH: &str = r#"{"branch":{"id":"br-quiet-hill-a1b2c3d4"},"operations":[],"endpoints":[]}"#;
const CREATE: &str = "POST /api/v2/projects/quiet-hill-12345678/branches";
const POLL: &str = "GET /api/v2/projects/quiet-hill-12345678/operations?limit=100";

fn locked() -> Answer {
    json("423 Locked", LOCKED)
}

fn operations(statuses: &[&str]) -> Answer {
    let all: Vec<_> = statuses
        .iter()
        .map(|status| format!(r#"{{"id":"x","action":"start_compute","status":"{status}"}}"#))
        .collect();
    json("200 OK", format!(r#"{{"operations":[{}]}}"#, all.join(",")))
}

#[tokio::test]
async fn a_write_waits_until_the_project_is_free() {
    let clock = Manual::new();
    let platform = saying(vec![
        locked(),
        operations(&["running", "scheduling", "finished"]),
        operations(&["finished", "running", "finished"]),
        operations(&["cancelling", "finished"]),
        operations(&[
            "finished",
            "failed",
            "skipped",
            "cancelled",
            "error",
            "pondering",
        ]),
        json("201 Created", BRANCH),
    ])
    .await;
    create_branch(&platform.client(&clock)).await.unwrap();
    assert_eq!(platform.lines(), [CREATE, POLL, POLL, POLL, POLL, CREATE]);
    let waits = clock.waits();
    assert_eq!(waits.len(), 4, "{waits:?}");
    assert!(waits.iter().all(|wait| *wait <= 5 * SECOND), "{waits:?}");
    assert!(
        waits[1..].is_sorted(),
        "polls come ever more slowly: {waits:?}"
    );
}

#[tokio::test]
async fn a_read_waits_too_and_a_call_of_no_project_just_waits() {
    let clock = Manual::new();
    let platform = saying(vec![
        locked(),
        operations(&[]),
        locked(),
        operations(&["finished"]),
        json("404 Not Found", "{}"),
    ])
    .await;
    let client = platform.client(&clock);
    let (projects, p) = (client.projects(), project("quiet-hill-12345678"));
    assert!(in_time(projects.get(&p)).await.is_err());
    let get = "GET /api/v2/projects/quiet-hill-12345678";
    assert_eq!(platform.lines(), [get, POLL, get, POLL, get]);

    let platform = saying(vec![locked(), json("200 OK", r#"{"projects":[]}"#)]).await;
    let projects = platform.client(&clock).projects();
    in_time(projects.list(Default::default())).await.unwrap();
    assert_eq!(platform.requests().len(), 2);
}

#[tokio::test]
async fn a_project_that_stays_busy_is_reported_as_locked_before_the_deadline() {
    let clock = Manual::new();
    let platform = saying(vec![locked(), operations(&["running"])]).await;
    let error = create_branch(&platform.client(&clock)).await.unwrap_err();
    assert!(error.is_locked() && !error.is_maybe_applied() && !error.is_timeout());
    assert_eq!(error.attempts(), 1);
    assert_eq!(error.request_id(), Some("r-1"));
    assert!(api::Environment::elapsed(&*clock) <= 60 * SECOND);
    let lines = platform.lines();
    assert_eq!(lines.iter().filter(|line| *line == CREATE).count(), 1);
    assert!((10..40).contains(&lines.len()), "{}", lines.len());
}

#[tokio::test]
async fn a_lock_that_nothing_explains_ends_after_a_few_tries() {
    let clock = Manual::new();
    let platform = Platform::start(|request: &Request| match request.method.as_str() {
        "POST" => locked(),
        _ => operations(&["finished"]),
    })
    .await;
    let error = create_branch(&platform.client(&clock)).await.unwrap_err();
    assert!(error.is_locked());
    assert_eq!(error.attempts(), 4);
    assert_eq!(
        platform.lines(),
        [CREATE, POLL, CREATE, POLL, CREATE, POLL, CREATE]
    );
}

#[tokio::test]
async fn where_polling_fails_the_wait_has_to_do() {
    for refusal in ["403 Forbidden", "404 Not Found"] {
        let clock = Manual::new();
        let platform = saying(vec![
            locked(),
            json(refusal, "{}"),
            json("201 Created", BRANCH),
        ])
        .await;
        create_branch(&platform.client(&clock)).await.unwrap();
        assert_eq!(platform.lines(), [CREATE, POLL, CREATE], "{refusal}");
    }
}

#[tokio::test]
async fn the_wait_a_lock_asks_for_is_kept() {
    let clock = Manual::new();
    let locked = Answer::of("423 Locked", "Retry-After: 7\r\n", LOCKED);
    let says = [locked, operations(&[]), json("201 Created", BRANCH)];
    let platform = saying(says.to_vec()).await;
    create_branch(&platform.client_with(options(&clock)))
        .await
        .unwrap();
    let waits = clock.waits();
    assert_eq!(waits.len(), 1);
    assert!((7 * SECOND..8 * SECOND).contains(&waits[0]), "{waits:?}");
}
