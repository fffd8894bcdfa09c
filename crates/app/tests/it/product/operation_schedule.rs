use std::collections::BTreeMap;
use std::time::Duration;

use app::operation_watch::schedule::{
    BURST, MAX_OUTAGE_INTERVAL, NO_ROOM_INTERVAL, Outage, Poll, REQUESTS_PER_SECOND, RateState,
    WatchedProject, next_polls, paid,
};
use proptest::prelude::*;

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;

fn s(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn project(name: &str) -> WatchedProject {
    WatchedProject {
        project: name.to_owned(),
        age: s(60),
        all_failed: false,
        clicked_at: None,
        polled_at: Some(s(1000)),
        failures: 0,
        cost: 1,
    }
}

fn ample() -> RateState {
    RateState {
        room: 560,
        ..RateState::default()
    }
}

/// Projects and milliseconds.
type Order<'a> = Vec<(&'a str, u64)>;

fn order(polls: &[Poll]) -> Order<'_> {
    let millis = |look: &Poll| u64::try_from(look.at.as_millis()).unwrap();
    polls
        .iter()
        .map(|look| (look.project.as_str(), millis(look)))
        .collect()
}

#[test]
fn how_often_one_project_is_polled() {
    let base = project("a");
    let failed = WatchedProject {
        all_failed: true,
        ..base.clone()
    };
    let clicked = WatchedProject {
        clicked_at: Some(s(1000)),
        ..base.clone()
    };
    let aged = |row: &WatchedProject, age| WatchedProject {
        age: s(age),
        ..row.clone()
    };
    let failing = |row: &WatchedProject, failures| WatchedProject {
        failures,
        ..row.clone()
    };
    let cases: Vec<(&str, WatchedProject, u64)> = vec![
        ("as the platform suggests", base.clone(), 5),
        ("just clicked", clicked.clone(), 1),
        (
            "clicked ten seconds ago",
            WatchedProject {
                clicked_at: Some(s(991)),
                ..base.clone()
            },
            5,
        ),
        ("clicked, though old", aged(&clicked, HOUR), 1),
        ("ten minutes old", aged(&base, 10 * MINUTE), 15),
        ("an hour old", aged(&base, HOUR), 60),
        ("a day old", aged(&base, 24 * HOUR), 300),
        ("failed", failed.clone(), 30),
        ("failed an hour ago", aged(&failed, HOUR), 300),
        ("failed a day ago", aged(&failed, 24 * HOUR), 900),
        ("one look failed", failing(&base, 1), 10),
        ("two looks failed", failing(&base, 2), 20),
        ("many looks failed", failing(&base, 40), 300),
        (
            "many looks at a failed one failed",
            failing(&aged(&failed, 24 * HOUR), 40),
            900,
        ),
    ];
    for (name, row, interval) in cases {
        let polls = next_polls(s(1001), &[row], &ample());
        assert_eq!(
            order(&polls),
            vec![("a", (1000 + interval) * 1000)],
            "{name}"
        );
    }
    let between = |row: WatchedProject| WatchedProject {
        polled_at: Some(Duration::from_millis(1_000_400)),
        ..row
    };
    for (name, row, due) in [
        (
            "with others of the same second",
            between(base.clone()),
            1_005_000,
        ),
        ("somebody waits for it", between(clicked), 1_001_400),
    ] {
        let polls = next_polls(s(1001), &[row], &ample());
        assert_eq!(order(&polls), vec![("a", due)], "{name}");
    }
    let never = WatchedProject {
        polled_at: None,
        ..base
    };
    assert!(
        next_polls(s(1001), &[never], &ample())[0].at <= s(1001),
        "never looked at: now"
    );
}

#[test]
fn who_comes_first() {
    let at = |name: &str, polled_at| WatchedProject {
        polled_at: Some(s(polled_at)),
        ..project(name)
    };
    let clicked = WatchedProject {
        clicked_at: Some(s(1000)),
        ..at("clicked", 1000)
    };
    let polls = next_polls(
        s(1000),
        &[at("late", 999), at("early", 996), clicked, at("same", 996)],
        &ample(),
    );
    assert_eq!(
        order(&polls),
        vec![
            ("clicked", 1_001_000),
            ("early", 1_001_000),
            ("same", 1_001_000),
            ("late", 1_004_000)
        ]
    );
}

#[test]
fn clicks_on_many_projects_share_what_is_reserved_for_them() {
    let clicked = |number: usize| WatchedProject {
        clicked_at: Some(s(1000)),
        ..project(&format!("{number:03}"))
    };
    for (projects, millis) in [
        (1, 1000),
        (5, 1000),
        (10, 2000),
        (20, 4000),
        (25, 5000),
        (200, 5000),
    ] {
        let watched: Vec<_> = (0..projects).map(clicked).collect();
        let polls = next_polls(s(1000), &watched, &ample());
        assert_eq!(
            order(&polls)[0].1,
            1_000_000 + millis,
            "{projects} projects"
        );
    }
}

#[test]
fn polls_keep_their_pace() {
    let watched: Vec<_> = (0..20)
        .map(|number| WatchedProject {
            polled_at: None,
            cost: if number == 0 { 4 } else { 1 },
            ..project(&format!("{number:02}"))
        })
        .collect();
    let polls = next_polls(s(1000), &watched, &ample());
    let times: Vec<_> = polls
        .iter()
        .map(|look| look.at.max(s(1000)) - s(1000))
        .collect();
    let burst = usize::try_from(BURST).unwrap() - 3;
    assert!(times[..burst].iter().all(Duration::is_zero), "{times:?}");
    for (number, time) in (1..).zip(&times[burst..]) {
        assert_eq!(*time, s(1) * number / REQUESTS_PER_SECOND, "{times:?}");
    }
}

#[test]
fn what_holds_an_account_back() {
    let watched = [project("a"), project("b")];
    let overdue = s(2000);
    let now = 2_000_000;
    let cases: Vec<(&str, RateState, Order)> = vec![
        (
            "the platform answered 429",
            RateState {
                paused_for: Some(s(7)),
                ..ample()
            },
            vec![("a", now + 7000), ("b", now + 7000)],
        ),
        (
            "others have used the budget",
            RateState { room: 0, ..ample() },
            vec![("a", now + 1000), ("b", now + 1000)],
        ),
        (
            "others have left room for one",
            RateState { room: 1, ..ample() },
            vec![("a", 1_005_000), ("b", now + 1000)],
        ),
        (
            "its own looks were many",
            RateState {
                paid_until: overdue + s(3),
                ..ample()
            },
            vec![("a", now + 2125), ("b", now + 2250)],
        ),
        (
            "it could not be reached: one finds out for all",
            RateState {
                outage: Some(Outage {
                    noticed_at: s(1999),
                    failures: 1,
                }),
                ..ample()
            },
            vec![("a", now + 4000)],
        ),
        (
            "it could not be reached for long",
            RateState {
                outage: Some(Outage {
                    noticed_at: s(1999),
                    failures: 60,
                }),
                ..ample()
            },
            vec![("a", 1_999_000 + 1000 * MAX_OUTAGE_INTERVAL.as_secs())],
        ),
    ];
    for (name, spent, expected) in cases {
        assert_eq!(
            order(&next_polls(overdue, &watched, &spent)),
            expected,
            "{name}"
        );
    }
    assert_eq!(NO_ROOM_INTERVAL, s(1));
    assert_eq!(next_polls(overdue, &[], &ample()), vec![]);
}

/// One project of a core that is played: every `clicks` seconds somebody clicks.
#[derive(Clone, Debug)]
struct Played {
    age: u64,
    all_failed: bool,
    failing: bool,
    cost: u32,
    clicks: Option<u64>,
}

fn played() -> impl Strategy<Value = Played> {
    let age = prop_oneof![0..600_u64, 600..90_000_u64];
    (
        age,
        any::<bool>(),
        any::<bool>(),
        1..6_u32,
        proptest::option::of(5..60_u64),
    )
        .prop_map(|(age, all_failed, failing, cost, clicks)| Played {
            age,
            all_failed,
            failing,
            cost,
            clicks,
        })
}

/// The longest wait between two polls of this one, were it alone.
fn longest(project: &Played) -> Duration {
    if project.all_failed { s(900) } else { s(300) }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// A quarter of an hour is played: what the schedule says is done at once, and others use the budget too.
    #[test]
    fn no_minute_is_overspent_and_nobody_starves(
        projects in proptest::collection::vec(played(), 1..120),
        others in 0..70_u32,
    ) {
        let end = s(1000);
        let mut watched: Vec<WatchedProject> = projects.iter().enumerate().map(|(number, it)| WatchedProject {
            age: s(it.age),
            all_failed: it.all_failed,
            polled_at: None,
            cost: it.cost,
            ..project(&format!("{number:03}"))
        }).collect();
        let mut looked = vec![Duration::ZERO; projects.len()];
        let index: BTreeMap<String, usize> = watched.iter().enumerate().map(|(at, it)| (it.project.clone(), at)).collect();
        let mut sent: Vec<(Duration, u32)> = Vec::new();
        let (mut now, mut paid_until) = (Duration::ZERO, Duration::ZERO);
        let costs: u32 = projects.iter().map(|it| it.cost).sum();
        let delay = s(1) * costs / REQUESTS_PER_SECOND + s(10);
        while now < end {
            for (it, row) in projects.iter().zip(&mut watched) {
                row.clicked_at = it.clicks.map(|every| s(now.as_secs() / every * every));
            }
            let used: u32 = sent.iter().rev().take_while(|(at, _)| now - *at < s(60)).map(|(_, cost)| cost).sum();
            let spent = RateState { paid_until, room: 560_u32.saturating_sub(used + others), ..RateState::default() };
            let polls = next_polls(now, &watched, &spent);
            let next = polls[0].clone();
            if next.at > now {
                now = next.at;
                continue;
            }
            let at = index[&next.project];
            let row = &mut watched[at];
            let late = now.saturating_sub(looked[at]);
            prop_assert!(late <= longest(&projects[at]) + delay, "{} waited for {late:?}", next.project);
            paid_until = paid(paid_until, now, row.cost);
            sent.push((now, row.cost));
            row.polled_at = Some(now);
            row.failures = if projects[at].failing { row.failures + 1 } else { 0 };
            looked[at] = now;
        }
        for (begin, (from, _)) in sent.iter().enumerate() {
            let minute = sent[begin..].iter().take_while(|(at, _)| *at - *from < s(60));
            let spent: u32 = minute.map(|(_, cost)| cost).sum();
            prop_assert!(spent + others <= 560, "{spent} beside {others} within a minute of {from:?}");
        }
        for (at, last) in looked.iter().enumerate() {
            prop_assert!(end - *last <= longest(&projects[at]) + delay, "{at} was last looked at {last:?}");
        }
    }
}
