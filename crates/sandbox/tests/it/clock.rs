use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use sandbox::ClockMode;

use crate::support::TestSandbox;

fn date(reply: &crate::support::Reply) -> DateTime<Utc> {
    DateTime::parse_from_rfc2822(reply.header("date").unwrap())
        .unwrap()
        .to_utc()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_date_follows_the_clock_and_the_move_is_kept() {
    let sandbox = TestSandbox::without_servers().await;
    let reply = sandbox
        .admin("POST", "/sandbox/clock", r#"{"advance_seconds":7200}"#)
        .await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    assert_eq!(reply.json()["mode"], "manual");
    assert_eq!(reply.json()["offset_seconds"], 7200);
    let ahead = date(&sandbox.get("/nowhere").await) - Utc::now();
    assert!(
        (TimeDelta::seconds(7195)..TimeDelta::seconds(7205)).contains(&ahead),
        "{ahead}"
    );
    let sandbox = sandbox.again(|config| config.servers = false).await;
    let ahead = date(&sandbox.get("/nowhere").await) - Utc::now();
    assert!(
        (TimeDelta::seconds(7195)..TimeDelta::seconds(7205)).contains(&ahead),
        "{ahead}"
    );
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_clock_can_be_set_and_only_forward() {
    let sandbox = TestSandbox::without_servers().await;
    let reply = sandbox
        .admin(
            "POST",
            "/sandbox/clock",
            r#"{"set":"2031-01-02T03:04:05Z"}"#,
        )
        .await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    assert!(
        reply.json()["now"]
            .as_str()
            .unwrap()
            .starts_with("2031-01-02T03:04:0")
    );
    for (body, status) in [
        (r#"{"set":"2030-01-01T00:00:00Z"}"#, 400),
        (r#"{"set":"yesterday"}"#, 400),
        (r#"{"advance_seconds":-1}"#, 400),
        (r#"{"advance_seconds":9999999999999}"#, 400),
        (r#"{"advance_seconds":18446744073709551615}"#, 400),
        ("{}", 400),
        (r#"{"advance_seconds":1,"set":"2040-01-01T00:00:00Z"}"#, 400),
        (r#"{"faster":true}"#, 400),
    ] {
        let reply = sandbox.admin("POST", "/sandbox/clock", body).await;
        assert_eq!(reply.status, status, "{body}: {}", reply.body);
    }
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_real_clock_is_not_moved() {
    let sandbox = TestSandbox::with(|config| {
        config.servers = false;
        config.clock = ClockMode::Real;
    })
    .await;
    let reply = sandbox
        .admin("POST", "/sandbox/clock", r#"{"advance_seconds":1}"#)
        .await;
    assert_eq!(reply.status, 409);
    let moved = sandbox.running.advance(Duration::from_secs(1)).await;
    assert!(matches!(moved, Err(sandbox::ClockError::Real)), "{moved:?}");
    let away = (date(&sandbox.get("/nowhere").await) - Utc::now()).abs();
    assert!(away < TimeDelta::seconds(5), "{away}");
    sandbox.stop().await;
}
