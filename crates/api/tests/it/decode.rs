use api::{Database, DatabaseStatus};
use chrono::{DateTime, Utc};

use crate::literals::{CLAIM, CLAIMED, ID, POOLED, UNCLAIMED};

fn read(body: &str) -> Database {
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {body}"))
}

fn time(text: &str) -> Option<DateTime<Utc>> {
    Some(text.parse().unwrap())
}

#[test]
fn an_unclaimed_one_has_every_field() {
    let database = read(UNCLAIMED);
    assert_eq!(database.id.expose(), ID);
    assert_eq!(database.status, DatabaseStatus::Unclaimed);
    assert_eq!(
        database.project_id.unwrap().as_str(),
        "misty-meadow-12345678"
    );
    let pooled = database.connection_string.unwrap();
    assert_eq!(pooled.expose(), POOLED);
    assert_eq!(database.claim_url.unwrap().expose(), CLAIM);
    assert_eq!(database.expires_at, time("2026-11-24T09:30:00.123Z"));
    assert_eq!(database.created_at, time("2026-11-21T09:30:00.123Z"));
    assert_eq!(database.updated_at, time("2026-11-21T09:30:00.123Z"));
}

#[test]
fn a_claimed_one_has_no_connection_string_and_no_end() {
    let database = read(CLAIMED);
    assert_eq!(database.status, DatabaseStatus::Claimed);
    assert_eq!(database.connection_string, None);
    assert_eq!(database.expires_at, None);
    assert_eq!(database.updated_at, time("2026-11-21T10:00:00Z"));
}

#[test]
fn what_is_missing_or_new_does_no_harm() {
    let database = read(r#"{"id":"01985a2e-7d31-7b6e-9d1c-0f3a5b7c9d2e","status":"CLAIMING"}"#);
    assert_eq!(database.status, DatabaseStatus::Claiming);
    assert_eq!(database.project_id, None);
    assert_eq!(database.connection_string, None);
    assert_eq!(database.claim_url, None);
    assert_eq!(database.created_at, None);

    let database = read(
        r#"{"region":"aws-us-east-2","quota":{"storage":[100]},"id":"x1","status":"EXPIRING","neon_project_id":null,
            "claim_url":null,"created_at":null,"updated_at":null,"expires_at":null,"connection_string":null}"#,
    );
    assert_eq!(
        database.status,
        DatabaseStatus::Other("EXPIRING".to_owned())
    );
    assert_eq!(database.status.as_str(), "EXPIRING");
}

#[test]
fn words_are_kept_as_they_came() {
    for word in ["UNCLAIMED", "CLAIMING", "CLAIMED", "claimed", "", "ÜBER"] {
        let body = format!(r#"{{"id":"x","status":"{word}"}}"#);
        assert_eq!(read(&body).status.as_str(), word);
    }
}

#[test]
fn times_come_with_and_without_fractions_and_offsets() {
    let table = [
        ("2026-11-24T09:30:00Z", "2026-11-24T09:30:00Z"),
        ("2026-11-24T09:30:00.5Z", "2026-11-24T09:30:00.500Z"),
        (
            "2026-11-24T09:30:00.123456789Z",
            "2026-11-24T09:30:00.123456789Z",
        ),
        ("2026-11-24T11:30:00+02:00", "2026-11-24T09:30:00Z"),
        ("2026-11-24T09:30:00.000-00:00", "2026-11-24T09:30:00Z"),
    ];
    for (written, meant) in table {
        let body = format!(r#"{{"id":"x","status":"UNCLAIMED","expires_at":"{written}"}}"#);
        assert_eq!(read(&body).expires_at, time(meant), "{written}");
    }
}

#[test]
fn what_is_no_record_is_refused() {
    let bodies = [
        "",
        "null",
        "[]",
        "{}",
        r#"{"id":null,"status":"UNCLAIMED"}"#,
        r#"{"id":"","status":"UNCLAIMED"}"#,
        r#"{"id":"../admin","status":"UNCLAIMED"}"#,
        r#"{"id":7,"status":"UNCLAIMED"}"#,
        r#"{"id":"x"}"#,
        r#"{"id":"x","status":7}"#,
        r#"{"id":"x","status":"UNCLAIMED","expires_at":"tomorrow"}"#,
        r#"{"id":"x","status":"UNCLAIMED","connection_string":{}}"#,
    ];
    for body in bodies {
        assert!(serde_json::from_str::<Database>(body).is_err(), "{body}");
    }
}
