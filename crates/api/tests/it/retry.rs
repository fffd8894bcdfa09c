use std::time::Duration;

use api::retry::Access::{Read, Write};
use api::retry::Decision::{GiveUp, Wait};
use api::retry::Outcome::{Lost, Status, Unsent};
use api::retry::{Access, Decision, Hint, Outcome, Policy, decide, poll_interval};
use proptest::prelude::*;

const MINUTE: Duration = Duration::from_secs(60);

fn hint() -> Hint {
    Hint {
        retry_after: None,
        remaining: MINUTE,
        random: 0.5,
    }
}

fn again(access: Access, outcome: Outcome) -> bool {
    matches!(
        decide(&Policy::default(), access, outcome, 1, hint()),
        Wait(_)
    )
}

#[test]
fn each_outcome_of_each_method() {
    // outcome, read again, write again
    let table = [
        (Unsent, true, true),
        (Lost, true, false),
        (Status(200), false, false),
        (Status(201), false, false),
        (Status(204), false, false),
        (Status(301), false, false),
        (Status(302), false, false),
        (Status(307), false, false),
        (Status(400), false, false),
        (Status(401), false, false),
        (Status(403), false, false),
        (Status(404), false, false),
        (Status(408), true, false),
        (Status(409), false, false),
        (Status(412), false, false),
        (Status(413), false, false),
        (Status(422), false, false),
        (Status(423), true, true),
        (Status(429), true, true),
        (Status(500), true, false),
        (Status(502), true, false),
        (Status(503), true, false),
        (Status(504), true, false),
        (Status(524), true, false),
        (Status(600), false, false),
    ];
    for (outcome, read, write) in table {
        assert_eq!(again(Read, outcome), read, "read, {outcome:?}");
        assert_eq!(again(Write, outcome), write, "write, {outcome:?}");
    }
}

#[test]
fn unavailable_is_a_refusal_only_where_promised() {
    let policy = Policy {
        unavailable_is_refusal: true,
        ..Policy::default()
    };
    assert!(matches!(
        decide(&policy, Write, Status(503), 1, hint()),
        Wait(_)
    ));
    for outcome in [Status(500), Status(502), Status(504), Lost] {
        assert_eq!(
            decide(&policy, Write, outcome, 1, hint()),
            GiveUp,
            "{outcome:?}"
        );
    }
}

/// What of each attempt comes: sent again or not.
#[test]
fn the_management_api_by_method_outcome_and_attempt() {
    // outcome, attempts of a read, attempts of a write; all before the last are sent again
    let table = [
        (Unsent, 4, 4),
        (Lost, 4, 1),
        (Status(200), 1, 1),
        (Status(204), 1, 1),
        (Status(302), 1, 1),
        (Status(307), 1, 1),
        (Status(400), 1, 1),
        (Status(401), 1, 1),
        (Status(403), 1, 1),
        (Status(404), 1, 1),
        (Status(406), 1, 1),
        (Status(408), 4, 1),
        (Status(409), 1, 1),
        (Status(412), 1, 1),
        (Status(422), 1, 1),
        (Status(423), 4, 4),
        (Status(429), 32, 32),
        (Status(500), 4, 1),
        (Status(501), 4, 1),
        (Status(502), 4, 1),
        (Status(503), 4, 4),
        (Status(504), 4, 1),
        (Status(524), 4, 1),
    ];
    let policy = Policy::default().of_management();
    for (outcome, reads, writes) in table {
        for (access, attempts) in [(Read, reads), (Write, writes)] {
            for attempt in 1..40 {
                let decision = decide(&policy, access, outcome, attempt, hint());
                assert_eq!(
                    matches!(decision, Wait(_)),
                    attempt < attempts,
                    "{access:?} {outcome:?}, attempt {attempt}"
                );
                if let Wait(wait) = decision {
                    let bound = Duration::from_millis(250) * (1 << (attempt - 1).min(6));
                    assert_eq!(wait, bound.min(policy.cap) / 2, "{outcome:?} {attempt}");
                }
            }
        }
    }
}

#[test]
fn polls_of_a_busy_project_become_rarer() {
    let millis = |polls, random| poll_interval(polls, random).as_millis();
    assert_eq!(millis(1, 0.0), 250);
    assert_eq!(millis(1, 1.0), 500);
    assert_eq!(millis(2, 1.0), 1000);
    assert_eq!(millis(4, 0.0), 2000);
    assert_eq!(millis(5, 1.0), 5000);
    assert_eq!(millis(u32::MAX, 0.0), 2500);
}

#[test]
fn waits_double_up_to_the_cap_and_are_drawn_from_zero_up() {
    let policy = Policy {
        attempts: 40,
        cap: Duration::from_secs(2),
        ..Policy::default()
    };
    let wait = |attempt, random| decide(&policy, Read, Lost, attempt, Hint { random, ..hint() });
    let millis = |millis| Wait(Duration::from_millis(millis));
    assert_eq!(wait(1, 1.0), millis(250));
    assert_eq!(wait(2, 1.0), millis(500));
    assert_eq!(wait(3, 1.0), millis(1000));
    assert_eq!(wait(4, 1.0), millis(2000));
    assert_eq!(wait(5, 1.0), millis(2000));
    assert_eq!(wait(39, 1.0), millis(2000));
    assert_eq!(wait(3, 0.5), millis(500));
    assert_eq!(wait(3, 0.0), millis(0));
}

#[test]
fn the_server_is_left_alone_as_long_as_it_asks() {
    let ask = |seconds| Hint {
        retry_after: Some(Duration::from_secs(seconds)),
        random: 1.0,
        ..hint()
    };
    let decided = |hint| decide(&Policy::default(), Write, Status(429), 1, hint);
    assert_eq!(decided(ask(7)), Wait(Duration::from_millis(7250)));
    assert_eq!(decided(ask(0)), Wait(Duration::from_millis(250)));
    assert_eq!(decided(ask(60)), GiveUp, "the deadline comes first");
    assert_eq!(decided(ask(u64::MAX)), GiveUp);
}

#[test]
fn attempts_and_deadline_end_it() {
    let decided = |attempt, remaining| {
        decide(
            &Policy::default(),
            Read,
            Lost,
            attempt,
            Hint {
                remaining,
                ..hint()
            },
        )
    };
    assert!(matches!(decided(3, MINUTE), Wait(_)));
    assert_eq!(decided(4, MINUTE), GiveUp);
    assert_eq!(decided(u32::MAX, MINUTE), GiveUp);
    assert_eq!(
        decided(1, Duration::from_millis(125)),
        GiveUp,
        "nothing would be left for the attempt"
    );
    assert_eq!(decided(1, Duration::ZERO), GiveUp);
}

fn any_outcome() -> impl Strategy<Value = Outcome> {
    prop_oneof![Just(Unsent), Just(Lost), any::<u16>().prop_map(Status)]
}

fn any_hint() -> impl Strategy<Value = Hint> {
    (any::<Option<Duration>>(), any::<Duration>(), any::<f64>()).prop_map(
        |(retry_after, remaining, random)| Hint {
            retry_after,
            remaining,
            random,
        },
    )
}

proptest! {
    #[test]
    fn a_write_is_repeated_only_when_the_first_did_nothing(
        outcome in any_outcome(), attempt in any::<u32>(), hint in any_hint()
    ) {
        let decision = decide(&Policy::default(), Write, outcome, attempt, hint);
        if let Decision::Wait(_) = decision {
            prop_assert!(matches!(outcome, Unsent | Status(423 | 429)), "{outcome:?}");
        }
    }

    #[test]
    fn a_wait_fits_the_deadline_and_what_the_server_asked(
        outcome in any_outcome(), attempt in any::<u32>(), hint in any_hint(), attempts in any::<u32>()
    ) {
        let policy = Policy { attempts, ..Policy::default() };
        if let Decision::Wait(wait) = decide(&policy, Read, outcome, attempt, hint) {
            prop_assert!(wait < hint.remaining);
            prop_assert!(wait >= hint.retry_after.unwrap_or_default());
            prop_assert!(attempt < attempts);
        }
    }
}
