use std::time::Duration;

use app::view::{ErrorCode, TemporaryState};
use app::{Clock, Event, connection_card, temporary};
use chrono::TimeDelta;
use serde_json::json;

use super::core_fixture::{CoreFixture, PATIENCE, code, source_of};
use super::fault::Fault;

#[tokio::test]
async fn after_a_claim_the_last_string_is_kept_and_marked() {
    let mut core = CoreFixture::new().await;
    let made = core.create().await;
    let id = core.service.ids()[0].clone();
    let string = core.service.connection_string(&id);
    core.service.claim(&id);
    let row = temporary::refresh(&core.app, &made.id).await.unwrap();
    assert_eq!(row.state, TemporaryState::Claimed);
    assert!(row.before_claim);
    assert_eq!(row.expires_at, None);
    assert_eq!(row.endpoint, made.endpoint);
    let text = core.reveal(&made.id).await;
    assert_eq!(text, string);
    assert!(
        connection_card::forms(&core.app, &source_of(&made.id))
            .await
            .unwrap()
            .before_claim
    );

    core.restart().await;
    let text = core.reveal(&made.id).await;
    assert_eq!(text, string);
}

#[tokio::test]
async fn a_claim_that_was_given_up_is_unclaimed_again() {
    let core = CoreFixture::new().await;
    let made = core.create().await;
    let id = core.service.ids()[0].clone();
    for (word, state) in [
        ("CLAIMING", TemporaryState::Claiming),
        ("UNCLAIMED", TemporaryState::Unclaimed),
        ("TRANSFERRING", TemporaryState::Unknown),
    ] {
        core.service
            .change(&id, |record| record["status"] = json!(word));
        assert_eq!(
            temporary::refresh(&core.app, &made.id).await.unwrap().state,
            state
        );
    }
}

#[tokio::test]
async fn a_new_connection_string_replaces_the_known_one() {
    let mut core = CoreFixture::new().await;
    let made = core.create().await;
    let id = core.service.ids()[0].clone();
    let fresh = "postgresql://neondb_owner:npg_Other@ep-other-pooler.c-2.us-east-2.aws.neon.tech/neondb?sslmode=require";
    core.service
        .change(&id, |record| record["connection_string"] = json!(fresh));
    let row = temporary::refresh(&core.app, &made.id).await.unwrap();
    assert_eq!(
        row.endpoint.unwrap().host,
        "ep-other-pooler.c-2.us-east-2.aws.neon.tech"
    );
    core.restart().await;
    assert_eq!(core.reveal(&made.id).await, fresh);
}

#[tokio::test]
async fn a_poll_that_failed_keeps_what_was_known_with_its_age() {
    let core = CoreFixture::new().await;
    let made = core.create().await;
    let cases = [
        (
            Fault::Reply(429, r#"{"message":"slow down"}"#),
            ErrorCode::RateLimited,
        ),
        (Fault::Reply(500, "{}"), ErrorCode::Platform),
        (Fault::Reply(200, "this is not JSON"), ErrorCode::Platform),
    ];
    for (fault, expected) in cases {
        core.service.state().faults.push_for("GET", fault);
        core.service.state().faults.push_for("GET", fault);
        assert_eq!(
            code(temporary::refresh(&core.app, &made.id).await),
            expected,
            "{fault:?}"
        );
        // The other fault of a request that is not sent again is used up.
        drop(temporary::refresh(&core.app, &made.id).await);
        drop(temporary::refresh(&core.app, &made.id).await);
    }
    core.service.state().reachable = false;
    assert!(temporary::refresh(&core.app, &made.id).await.is_err());
    let row = core.get(&made.id).await;
    assert_eq!(row.state, TemporaryState::Unclaimed);
    assert_eq!(row.endpoint, made.endpoint);
    assert!(row.check_error.is_some());
    core.service.state().reachable = true;
    let row = temporary::refresh(&core.app, &made.id).await.unwrap();
    assert_eq!(row.check_error, None);
}

#[tokio::test]
async fn one_that_is_gone_before_its_time_is_gone_and_after_it_expired() {
    let core = CoreFixture::new().await;
    let (first, second) = (core.create().await, core.create().await);
    let ids = core.service.ids();
    core.service.remove(&ids[0]);
    assert_eq!(
        temporary::refresh(&core.app, &first.id)
            .await
            .unwrap()
            .state,
        TemporaryState::Gone
    );
    core.service.remove(&ids[1]);
    core.clock.advance(TimeDelta::hours(72));
    let row = core
        .until(&second.id, |row| row.state != TemporaryState::Unclaimed)
        .await;
    assert_eq!(row.state, TemporaryState::Expired);
    assert_eq!(row.check_error, None);
}

#[tokio::test]
async fn the_countdown_follows_the_platforms_clock() {
    let mut core = CoreFixture::new().await;
    let made = core.create().await;
    assert!(made.clock_offset_ms.abs() < 1.0, "{}", made.clock_offset_ms);
    core.service.state().offset = TimeDelta::hours(30);
    let row = temporary::refresh(&core.app, &made.id).await.unwrap();
    let hours = row.clock_offset_ms / 3_600_000.0;
    assert!((hours - 30.0).abs() < 0.001, "{hours}");
    core.restart().await;
    assert!((core.get(&made.id).await.clock_offset_ms - row.clock_offset_ms).abs() < 1.0);
    // Past its end by that clock, 42 hours before it by this machine's.
    core.service.state().offset = TimeDelta::hours(71);
    temporary::refresh(&core.app, &made.id).await.unwrap();
    core.service.remove(&core.service.ids()[0]);
    core.clock.advance(TimeDelta::hours(2));
    let row = core
        .until(&made.id, |row| row.state != TemporaryState::Unclaimed)
        .await;
    assert_eq!(row.state, TemporaryState::Expired);
}

#[tokio::test]
async fn all_rows_are_polled_together() {
    let core = CoreFixture::new().await;
    for _ in 0..6 {
        core.create().await;
    }
    core.clock.advance(TimeDelta::seconds(3));
    let now = core.clock.now();
    let rows = temporary::refresh_all(&core.app).await.unwrap().items;
    assert_eq!(rows.len(), 6);
    assert!(
        rows.iter().all(|row| row.checked_at == Some(now)),
        "{rows:?}"
    );
}

#[tokio::test]
async fn polls_that_changed_nothing_are_stored_once_a_minute() {
    let core = CoreFixture::new().await;
    let made = core.create().await;
    temporary::claim_opened(&core.app, &made.id).await.unwrap();
    let mut events = core.app.events();
    // What was published until now.
    while events.try_recv().is_ok() {}
    let begun = core.service.count("GET");
    for look in 1..=6 {
        core.clock.advance(TimeDelta::seconds(2));
        let requested = async {
            while core.service.count("GET") < begun + look {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        };
        let waited = tokio::time::timeout(PATIENCE, requested).await;
        waited.expect("nobody looked");
    }
    // A poll begins only after the one before it was stored, so that of the last one is all that may be missing.
    let mut reported = 0;
    while let Ok(event) = events.try_recv() {
        reported += usize::from(
            event
                == Event::TemporaryChanged {
                    id: made.id.clone(),
                },
        );
    }
    assert_eq!(reported, 0);
    assert_eq!(core.get(&made.id).await.checked_at, made.checked_at);

    core.clock.advance(TimeDelta::seconds(60));
    let now = core.clock.now();
    core.until(&made.id, |row| row.checked_at == Some(now))
        .await;
}
