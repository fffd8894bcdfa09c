//! Plans drawn by a seed: one of all changes that the core knows, and something that goes wrong with it. The sandbox's own state
//! and its log say what took place. Nothing takes place twice, and the core never says what is not so.

mod fixture;
mod of_auth;
mod of_branches;
mod of_projects;
mod planned_change;

use app::view::ErrorCode;
use app::{Error, accounts};
use futures::future::BoxFuture;
use plinth_tests::is_thorough;
use sandbox::Fault;

use self::fixture::Fixture;
use self::planned_change::{Knowable, Verb};
use crate::product::local;

/// In a thorough run, and otherwise.
const PLANS: (u64, u64) = (1000, 130);
/// Fixtures of their own at the same time.
const FIXTURES: u64 = 4;
/// The longest reply is somewhat shorter.
const LONGEST: u64 = 4500;

#[derive(Clone, Copy, Debug)]
enum PlannedFault {
    Cut { at: usize },
    SlowCut { at: usize },
    Garbage,
    FailsAfter { status: u16 },
    FailsBefore { status: u16 },
    Unavailable { times: u32 },
    Limited { times: u32 },
    Refused,
}

#[tokio::test(flavor = "multi_thread")]
async fn no_change_of_any_plan_is_doubled_or_lost() {
    let verbs: Vec<(&'static str, Verb)> =
        [of_projects::VERBS, of_branches::VERBS, of_auth::VERBS].concat();
    let only: Option<u64> = std::env::var("PLAN").ok().map(|seed| seed.parse().unwrap());
    let plans = if is_thorough() { PLANS.0 } else { PLANS.1 };
    assert!(plans >= 2 * verbs.len() as u64, "each change comes twice");
    let fixtures = (0..FIXTURES).map(|at| {
        let verbs = verbs.clone();
        tokio::spawn(async move {
            let fixture = Fixture::start().await;
            for seed in (0..plans).filter(|seed| seed % FIXTURES == at) {
                if only.is_none_or(|only| only == seed) {
                    carry_out(&fixture, &verbs, seed).await;
                }
            }
            fixture.management.stop().await;
        })
    });
    for ended in futures::future::join_all(fixtures).await {
        ended.unwrap();
    }
}

async fn carry_out(fixture: &Fixture, verbs: &[(&'static str, Verb)], seed: u64) {
    let mut draws = Draws(seed);
    // Each verb has its turn, so that none is left out by chance.
    let (name, verb) = verbs[usize::try_from(seed).unwrap() % verbs.len()];
    let fault = PlannedFault::draw(&mut draws);
    let plan = format!("plan {seed}: {name} with {fault:?}");
    let management = &fixture.management;
    let change = verb(fixture, seed).await;
    fixture.let_time_pass().await;
    management.forget_requests().await;
    let result = with_fault(fixture, fault, change.method, &change.path, change.act).await;
    management.product.sandbox.clear_faults();
    let executed = executed(fixture, fault, change.method, &change.path);
    management.settled().await;
    let times = change.evidence.times(management, executed).await;
    assert!(executed <= 1, "{plan}: sent {executed} times");
    assert!(times <= executed, "{plan}: took place {times} times");
    check(&plan, fault, &result, times, change.knowable);
}

async fn with_fault(
    fixture: &Fixture,
    fault: PlannedFault,
    method: &str,
    path: &str,
    act: BoxFuture<'static, Result<(), Error>>,
) -> Result<(), Error> {
    let management = &fixture.management;
    let Some(fault) = fault.fault() else {
        let mut nowhere = local(&management.product.sandbox);
        nowhere.base_url = fixture.silent.clone();
        accounts::set_local(management.app(), nowhere)
            .await
            .unwrap();
        let result = act.await;
        let back = local(&management.product.sandbox);
        accounts::set_local(management.app(), back).await.unwrap();
        return result;
    };
    management.order(Fault {
        route: format!("/api/v2{path}"),
        method: Some(method.to_owned()),
        ..fault
    });
    act.await
}

/// How many requests of it the sandbox carried out, as far as its log can tell.
fn executed(fixture: &Fixture, fault: PlannedFault, method: &str, path: &str) -> usize {
    let hit = fault.fault().is_some_and(|fault| fault.takes_place());
    let shows_status = matches!(
        fault,
        PlannedFault::Cut { .. } | PlannedFault::SlowCut { .. }
    );
    let path = format!("/api/v2{path}");
    let log = fixture.management.product.sandbox.requests();
    let of_it = log
        .iter()
        .filter(|it| it.method == method && it.path == path);
    of_it
        .filter(|it| {
            let is_good = (200..300).contains(&it.status);
            if it.fault {
                hit && (is_good || !shows_status)
            } else {
                is_good
            }
        })
        .count()
}

fn check(
    plan: &str,
    fault: PlannedFault,
    result: &Result<(), Error>,
    times: usize,
    knowable: Knowable,
) {
    let outcome = result.as_ref().map_err(Error::code);
    match outcome {
        Ok(()) => assert_eq!(times, 1, "{plan}: told as done"),
        Err(ErrorCode::SecretLost) => {
            assert_eq!(knowable, Knowable::SecretLost, "{plan}");
            assert_eq!(times, 1, "{plan}: told that its secret is lost");
        }
        Err(ErrorCode::MaybeCreated) => {
            assert_eq!(knowable, Knowable::Unreadable, "{plan}: {result:?}");
        }
        Err(_) => assert_eq!(times, 0, "{plan}: told as not done: {result:?}"),
    }
    if matches!(
        fault,
        PlannedFault::Unavailable { .. } | PlannedFault::Limited { .. }
    ) {
        assert!(outcome.is_ok(), "{plan}: not tried again: {result:?}");
    }
}

impl PlannedFault {
    fn draw(draws: &mut Draws) -> Self {
        let at = usize::try_from(draws.below(LONGEST)).unwrap();
        let times = u32::try_from(1 + draws.below(2)).unwrap();
        let status = [500, 502, 504][usize::try_from(draws.below(3)).unwrap()];
        match draws.below(10) {
            0..=2 => Self::Cut { at },
            3 => Self::SlowCut { at },
            4 => Self::Garbage,
            5 => Self::FailsAfter { status },
            6 => Self::FailsBefore { status },
            7 => Self::Unavailable { times },
            8 => Self::Limited { times },
            _ => Self::Refused,
        }
    }

    /// None when there is nobody who could have a fault.
    fn fault(self) -> Option<Fault> {
        let fault = Fault {
            times: Some(1),
            ..Fault::on("/")
        };
        Some(match self {
            Self::Cut { at } => Fault {
                cut_at_byte: Some(at),
                ..fault
            },
            Self::SlowCut { at } => Fault {
                cut_at_byte: Some(at),
                delay_ms: Some(30),
                ..fault
            },
            Self::Garbage => Fault {
                garbage: true,
                ..fault
            },
            Self::FailsAfter { status } => Fault {
                status: Some(status),
                after_commit: Some(true),
                ..fault
            },
            Self::FailsBefore { status } => Fault {
                status: Some(status),
                ..fault
            },
            Self::Unavailable { times } => Fault {
                status: Some(503),
                times: Some(times),
                ..fault
            },
            Self::Limited { times } => Fault {
                status: Some(429),
                times: Some(times),
                ..fault
            },
            Self::Refused => return None,
        })
    }
}

/// Numbers that a seed decides (SplitMix64).
struct Draws(u64);

impl Draws {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % end
    }
}
