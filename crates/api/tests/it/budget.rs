//! The budget of a key: never more than the platform allows, and who goes when.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use api::resource::keys::CreateOrganizationKey;
use api::{Budgets, CallOptions, CancellationToken, Management, OrgId};
use futures::future::BoxFuture;
use tokio::task::JoinSet;

use crate::environment::Manual;
use crate::instant_fixture::{in_time, options};
use crate::platform::{Platform, in_background, json, project};
use testkit::server::Request;
use testkit::until_is;

const NOT_FOUND: &str = r#"{"code":"","message":"not found"}"#;
const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_secs(60);

/// What a test's requests were, and when they left by its clock.
type Log = Arc<Mutex<Vec<(Duration, String)>>>;

async fn logged(clock: &Arc<Manual>) -> (Platform, Log) {
    let log = Log::default();
    let (times, written) = (Arc::clone(clock), Arc::clone(&log));
    let platform = Platform::start(move |request: &Request| {
        let now = api::Environment::elapsed(&*times);
        written.lock().unwrap().push((now, request.line()));
        json("404 Not Found", NOT_FOUND)
    })
    .await;
    (platform, log)
}

/// The most of these times that lie within `window`, both ends included.
fn most_in(window: Duration, times: &[Duration]) -> usize {
    let ends = times.iter().enumerate().map(|(first, start)| {
        let after = times.partition_point(|time| *time <= *start + window);
        after - first
    });
    ends.max().unwrap_or(0)
}

/// A request on one of several routes.
fn request(client: &Management, route: usize) -> BoxFuture<'static, ()> {
    let (client, p) = (client.clone(), project("quiet-hill-12345678"));
    Box::pin(async move {
        let not_found = match route % 9 {
            0 => client.projects().get(&p).await.map(drop),
            1 => client.identity().await.map(drop),
            2 => client.projects().list(Default::default()).await.map(drop),
            3 => client.branches(&p).list(Default::default()).await.map(drop),
            4 => client
                .operations(&p)
                .list(Default::default())
                .await
                .map(drop),
            5 => client.regions().list(&Default::default()).await.map(drop),
            6 => client.keys().list().await.map(drop),
            7 => client.users().me().await.map(drop),
            _ => client.projects().delete(&p).await.map(drop),
        };
        assert!(not_found.unwrap_err().is_not_found());
    })
}

#[tokio::test]
async fn no_window_holds_more_than_the_platform_allows() {
    // routes, background, most a minute, most a second of a route
    let table = [
        (1, false, 700, 40),
        (9, false, 700, 40),
        (1, true, 560, 32),
        (9, true, 560, 32),
    ];
    for (routes, background, a_minute, a_second) in table {
        let clock = Manual::new();
        let (platform, log) = logged(&clock).await;
        let client = platform.client(&clock);
        let client = if background {
            in_background(&client)
        } else {
            client
        };
        for index in 0_usize..1200 {
            // Lulls of all lengths, so that bursts come after them, and at last a long one.
            match index {
                400 => clock.advance(2 * MINUTE),
                0..400 if index % 97 == 0 => clock.advance(SECOND * 3),
                0..400 if index % 31 == 0 => clock.advance(SECOND / 3),
                _ => {}
            }
            in_time(request(&client, index % routes)).await;
        }
        let log = log.lock().unwrap();
        assert_eq!(log.len(), 1200);
        let all: Vec<_> = log.iter().map(|(time, _)| *time).collect();
        let busiest = most_in(MINUTE, &all);
        assert!(busiest <= a_minute, "{busiest} a minute on {routes} routes");
        assert!(busiest * 10 >= a_minute * 9, "only {busiest} a minute");
        for route in log.iter().take(routes) {
            let own = log.iter().filter(|(_, line)| *line == route.1);
            let own: Vec<_> = own.map(|(time, _)| *time).collect();
            let busiest = most_in(SECOND, &own);
            assert!(busiest <= a_second, "{busiest} a second of {}", route.1);
        }
    }
}

#[tokio::test]
async fn keys_of_an_organization_are_made_slower() {
    let clock = Manual::new();
    let (platform, log) = logged(&clock).await;
    let client = platform.client(&clock);
    let keys = client.organization_keys(&OrgId::parse("org-a-12345678").unwrap());
    for _ in 0..40 {
        let made = in_time(keys.create("ci", &CreateOrganizationKey::default())).await;
        assert!(made.unwrap_err().is_not_found());
    }
    let times: Vec<_> = log.lock().unwrap().iter().map(|(time, _)| *time).collect();
    assert_eq!(most_in(SECOND, &times), 10);
}

#[tokio::test]
async fn a_fifth_is_left_for_clicks() {
    let clock = Manual::holding();
    let (platform, _) = logged(&clock).await;
    let client = platform.client(&clock);
    let background = in_background(&client);
    let mut calls = JoinSet::new();
    for index in 0..200 {
        calls.spawn(request(&background, index));
    }
    let budget = client.budget().clone();
    platform.received(80).await;
    until_is("the rest waits", true, || budget.usage().waiting == 120).await;
    let usage = budget.usage();
    assert_eq!((usage.last_minute, usage.per_minute), (80, 700));
    assert_eq!(
        (usage.background_last_minute, usage.background_per_minute),
        (80, 560)
    );

    for index in 0..20 {
        in_time(request(&client, index)).await;
    }
    let click = tokio::spawn(request(&client, 0));
    until_is("the click waits", true, || budget.usage().waiting == 121).await;
    assert_eq!(budget.usage().last_minute, 100);
    let before = platform.requests().len();
    clock.advance(SECOND / 10);
    in_time(click).await.unwrap();
    assert_eq!(
        platform.requests().len(),
        before + 1,
        "the click went first"
    );

    clock.advance(MINUTE);
    until_is("the minute is over", true, || {
        budget.usage().last_minute < 101
    })
    .await;
}

#[tokio::test]
async fn those_who_wait_are_served_in_their_order() {
    let clock = Manual::holding();
    let (platform, _) = logged(&clock).await;
    let client = platform.client(&clock);
    let budget = client.budget().clone();
    let get = |client: &Management, name: String| {
        let client = client.clone();
        async move { client.projects().get(&project(&name)).await.map(drop) }
    };
    for index in 0..30 {
        let used = in_time(get(&client, format!("used-{index}"))).await;
        assert!(used.unwrap_err().is_not_found());
    }
    let mut calls = JoinSet::new();
    let background = in_background(&client);
    let mut names = Vec::new();
    for index in 0..40_u32 {
        // Every other one is of a click, and all of those come before the others.
        let (client, name) = match index % 2 {
            0 => (&background, format!("later-{index}")),
            _ => (&client, format!("click-{index}")),
        };
        calls.spawn(get(client, name.clone()));
        names.push(name);
        until_is("it waits", true, || budget.usage().waiting == index + 1).await;
    }
    names.sort_by_key(|name| name.starts_with("later"));
    for served in 31..=70 {
        // One more a tenth of a second, as the route allows.
        clock.advance(SECOND / 10);
        platform.received(served).await;
        assert_eq!(platform.requests().len(), served);
    }
    let served = platform.requests().split_off(30);
    let served: Vec<_> = served
        .iter()
        .map(|request| request.target.as_str())
        .collect();
    let expected: Vec<_> = names
        .iter()
        .map(|name| format!("/api/v2/projects/{name}"))
        .collect();
    assert_eq!(served, expected);
}

#[tokio::test]
async fn a_route_that_is_used_up_keeps_no_other_waiting() {
    let clock = Manual::holding();
    let (platform, _) = logged(&clock).await;
    let client = platform.client(&clock);
    let mut calls = JoinSet::new();
    for _ in 0..40 {
        calls.spawn(request(&client, 0));
    }
    platform.received(30).await;
    until_is("ten wait", true, || client.budget().usage().waiting == 10).await;
    in_time(request(&client, 1)).await;
    assert_eq!(client.budget().usage().waiting, 10);
}

#[tokio::test]
async fn who_stops_waiting_leaves_no_place_behind() {
    let clock = Manual::holding();
    let (platform, _) = logged(&clock).await;
    let client = platform.client(&clock);
    for _ in 0..30 {
        in_time(request(&client, 0)).await;
    }
    let dropped = tokio::spawn(request(&client, 0));
    let cancel = CancellationToken::new();
    let called_off = client.with(CallOptions {
        cancel: cancel.clone(),
        ..CallOptions::default()
    });
    let p = project("quiet-hill-12345678");
    let called_off = tokio::spawn(async move { called_off.projects().get(&p).await });
    let last = tokio::spawn(request(&client, 0));
    until_is("three wait", true, || client.budget().usage().waiting == 3).await;
    dropped.abort();
    cancel.cancel();
    let error = in_time(called_off).await.unwrap().unwrap_err();
    assert!(error.is_cancelled() && !error.is_maybe_applied());
    until_is("one waits", true, || client.budget().usage().waiting == 1).await;
    clock.advance(SECOND / 10);
    in_time(last).await.unwrap();
    assert_eq!(platform.requests().len(), 31);
}

#[tokio::test]
async fn clients_of_one_key_share_its_budget() {
    let clock = Manual::new();
    let (platform, _) = logged(&clock).await;
    let budgets = Budgets::new(options(&clock).environment);
    let client = |key: &str| {
        let budget = budgets.of(&key.into());
        Management::new(platform.base(), key.into(), budget, options(&clock)).unwrap()
    };
    in_time(request(&client("napi_first"), 0)).await;
    in_time(request(&client("napi_first"), 1)).await;
    in_time(request(&client("napi_second"), 0)).await;
    let used = |key: &str| budgets.of(&key.into()).usage().last_minute;
    assert_eq!(
        (used("napi_first"), used("napi_second"), used("x")),
        (2, 1, 0)
    );
    let printed = format!("{budgets:?} {:?}", budgets.of(&"napi_first".into()));
    assert!(!printed.contains("napi_"), "{printed}");
}
