use app::temporary::schedule::{WatchedDatabase, next_poll, next_warning, sleep_time, warning_due};
use app::view::{ExpiryWarning, TemporaryState};
use chrono::{DateTime, TimeDelta, Utc};
use std::time::Duration;

fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_790_000_000 + seconds, 0).unwrap()
}

fn unclaimed() -> WatchedDatabase {
    WatchedDatabase {
        state: TemporaryState::Unclaimed,
        created_at: at(0),
        expires_at: Some(at(72 * 3600)),
        offset: TimeDelta::zero(),
        claim_opened_at: None,
        claiming_since: None,
        polled_at: Some(at(0)),
        failures: 0,
        reachable: true,
        warned: None,
    }
}

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

#[test]
fn which_database_is_polled_when() {
    let base = unclaimed();
    let claiming = WatchedDatabase {
        state: TemporaryState::Claiming,
        claiming_since: Some(at(0)),
        ..base.clone()
    };
    let opened = WatchedDatabase {
        claim_opened_at: Some(at(0)),
        ..base.clone()
    };
    let later = |seconds: i64| Some(at(seconds));
    let cases: Vec<(&str, WatchedDatabase, i64, Option<DateTime<Utc>>)> = vec![
        (
            "never looked at: now",
            WatchedDatabase {
                polled_at: None,
                ..base.clone()
            },
            5,
            later(5),
        ),
        ("young: every minute", base.clone(), 5, later(60)),
        (
            "older than an hour: every five minutes",
            WatchedDatabase {
                polled_at: Some(at(2 * HOUR)),
                ..base.clone()
            },
            2 * HOUR,
            later(2 * HOUR + 300),
        ),
        (
            "old by the platform's clock",
            WatchedDatabase {
                offset: TimeDelta::hours(2),
                ..base.clone()
            },
            5,
            later(300),
        ),
        (
            "claim page opened: every two seconds",
            opened.clone(),
            1,
            later(2),
        ),
        (
            "claim page opened long ago",
            WatchedDatabase {
                polled_at: Some(at(1300)),
                ..opened.clone()
            },
            1300,
            later(1360),
        ),
        (
            "being claimed: every two seconds",
            claiming.clone(),
            1,
            later(2),
        ),
        (
            "being claimed for long",
            WatchedDatabase {
                polled_at: Some(at(1300)),
                ..claiming.clone()
            },
            1300,
            later(1600),
        ),
        (
            "one failure: twice as long",
            WatchedDatabase {
                failures: 1,
                ..base.clone()
            },
            5,
            later(120),
        ),
        (
            "many failures: never rarer than five minutes",
            WatchedDatabase {
                failures: 50,
                ..base.clone()
            },
            5,
            later(300),
        ),
        (
            "failures while it is claimed",
            WatchedDatabase {
                failures: 3,
                ..opened.clone()
            },
            5,
            later(16),
        ),
        (
            "claimed: never",
            WatchedDatabase {
                state: TemporaryState::Claimed,
                ..base.clone()
            },
            5,
            None,
        ),
        (
            "expired: never",
            WatchedDatabase {
                state: TemporaryState::Expired,
                ..base.clone()
            },
            5,
            None,
        ),
        (
            "gone: never",
            WatchedDatabase {
                state: TemporaryState::Gone,
                ..base.clone()
            },
            5,
            None,
        ),
        (
            "creating: never",
            WatchedDatabase {
                state: TemporaryState::Creating,
                ..base.clone()
            },
            5,
            None,
        ),
        (
            "unclear: never",
            WatchedDatabase {
                state: TemporaryState::Unclear,
                ..base.clone()
            },
            5,
            None,
        ),
        (
            "failed: never",
            WatchedDatabase {
                state: TemporaryState::Failed,
                ..base.clone()
            },
            5,
            None,
        ),
        (
            "unknown: every five minutes",
            WatchedDatabase {
                state: TemporaryState::Unknown,
                ..base.clone()
            },
            5,
            later(300),
        ),
        (
            "out of reach: never",
            WatchedDatabase {
                reachable: false,
                ..base.clone()
            },
            5,
            None,
        ),
        (
            "shortly before its end: right after it",
            WatchedDatabase {
                polled_at: Some(at(3 * DAY - 20)),
                ..base.clone()
            },
            3 * DAY - 10,
            later(3 * DAY + 1),
        ),
        (
            "after its end and still there: regularly",
            WatchedDatabase {
                polled_at: Some(at(3 * DAY + 1)),
                ..base.clone()
            },
            3 * DAY + 2,
            later(3 * DAY + 301),
        ),
        (
            "its end by a clock that is ahead",
            WatchedDatabase {
                offset: TimeDelta::hours(71),
                polled_at: Some(at(3590)),
                ..base.clone()
            },
            3595,
            later(3601),
        ),
        (
            "a clock that was set back does not stop it",
            WatchedDatabase {
                polled_at: Some(at(DAY)),
                ..base.clone()
            },
            10,
            later(70),
        ),
    ];
    for (name, row, now, expected) in cases {
        assert_eq!(next_poll(&row, at(now)), expected, "{name}");
    }
}

#[test]
fn which_warning_is_due() {
    use ExpiryWarning::{Day, FourHours, HalfHour};
    let left = |seconds: i64| 3 * DAY - seconds;
    let cases = [
        (25 * HOUR, None, None),
        (24 * HOUR, None, Some(Day)),
        (23 * HOUR, Some(Day), None),
        (5 * HOUR, None, Some(Day)),
        (4 * HOUR, Some(Day), Some(FourHours)),
        (3 * HOUR, None, Some(FourHours)),
        (3 * HOUR, Some(FourHours), None),
        (1800, Some(FourHours), Some(HalfHour)),
        (60, None, Some(HalfHour)),
        (60, Some(HalfHour), None),
        (0, None, None),
        (-60, None, None),
    ];
    for (seconds, warned, expected) in cases {
        let row = WatchedDatabase {
            warned,
            ..unclaimed()
        };
        assert_eq!(
            warning_due(&row, at(left(seconds))),
            expected,
            "{seconds} s left, {warned:?} told"
        );
    }
    let ahead = WatchedDatabase {
        offset: TimeDelta::hours(70),
        ..unclaimed()
    };
    assert_eq!(warning_due(&ahead, at(0)), Some(FourHours));
    for state in [
        TemporaryState::Claimed,
        TemporaryState::Expired,
        TemporaryState::Unclear,
    ] {
        assert_eq!(
            warning_due(
                &WatchedDatabase {
                    state,
                    ..unclaimed()
                },
                at(left(60))
            ),
            None
        );
    }
    assert_eq!(
        warning_due(
            &WatchedDatabase {
                expires_at: None,
                ..unclaimed()
            },
            at(left(60))
        ),
        None
    );
}

#[test]
fn the_next_warning_is_waited_for() {
    assert_eq!(next_warning(&unclaimed(), at(0)), Some(at(2 * DAY)));
    assert_eq!(
        next_warning(&unclaimed(), at(2 * DAY)),
        Some(at(3 * DAY - 4 * HOUR))
    );
    assert_eq!(
        next_warning(&unclaimed(), at(3 * DAY - HOUR)),
        Some(at(3 * DAY - 1800))
    );
    assert_eq!(next_warning(&unclaimed(), at(3 * DAY - 60)), None);
}

#[test]
fn sleeps_are_short_enough_to_notice() {
    let longest = Duration::from_secs(30);
    assert_eq!(sleep_time([], at(0), longest), longest);
    assert_eq!(
        sleep_time([at(500), at(7)], at(0), longest),
        Duration::from_secs(7)
    );
    assert_eq!(sleep_time([at(500)], at(0), longest), longest);
    assert_eq!(sleep_time([at(-5)], at(0), longest), Duration::ZERO);
}
