//! What may not leave: a server that counts says whether it did.

use std::time::Duration;

use api::resource::branches::CreateBranch;
use api::resource::projects::UpdateProject;
use api::{CallOptions, CreateDatabase, Error, Gates, KeyId, Management, Options, Reply};
use tokio::task::JoinHandle;

use crate::environment::Manual;
use crate::instant_fixture::{InstantFixture, id, in_time, options, say};
use crate::platform::{Platform, json, project};
use testkit::server::{Answer, Request};
use testkit::until_is;

const P: &str = "quiet-hill-12345678";

/// A client of a platform that has nothing, and what keeps its requests from leaving.
async fn gated(
    rule: impl FnMut(&Request) -> Answer + Send + 'static,
) -> (Platform, Management, Gates) {
    let gates = Gates::default();
    let platform = Platform::start(rule).await;
    let client = platform.client_with(Options {
        gates: gates.clone(),
        ..options(&Manual::new())
    });
    (platform, client, gates)
}

fn nothing(_: &Request) -> Answer {
    json("404 Not Found", "{}")
}

fn end<T>(result: Result<Reply<T>, Error>) -> Error {
    match result {
        Ok(_) => panic!("it was answered"),
        Err(error) => error,
    }
}

/// One change of each method, made and asked for.
async fn changes(client: &Management) -> [Error; 4] {
    let (p, projects) = (project(P), client.projects());
    [
        end(client.keys().create("ci").await),
        end(projects.update(&p, &UpdateProject::default()).await),
        end(projects.delete(&p).await),
        end(client.keys().revoke(KeyId(1)).await),
    ]
}

#[tokio::test]
async fn a_locked_account_sends_no_change_and_goes_on_reading() {
    let (platform, client, gates) = gated(nothing).await;
    assert!(gates.writes.set(true));
    assert!(!gates.writes.set(true), "it was closed already");
    for error in changes(&client).await {
        assert!(error.is_read_only() && !error.is_unauthorized(), "{error}");
        assert!(
            !error.is_maybe_applied() && error.attempts() == 0,
            "{error}"
        );
        assert!(error.hint().is_some());
    }
    assert_eq!(platform.requests().len(), 0);
    assert_eq!(client.budget().usage().last_minute, 0);
    assert!(end(client.keys().list().await).is_not_found());
    // Every client of the same options is behind the same gate, and it opens for all of them.
    let clone = client.clone().with(CallOptions::default());
    assert!(end(clone.keys().create("ci").await).is_read_only());
    assert_eq!(platform.lines(), ["GET /api/v2/api_keys"]);
    assert!(gates.writes.set(false));
    assert!(end(client.keys().create("ci").await).is_not_found());
}

#[tokio::test]
async fn a_paused_account_sends_nothing() {
    let (platform, client, gates) = gated(nothing).await;
    gates.all.set(true);
    let reads = [
        end(client.keys().list().await),
        end(client.identity().await),
    ];
    for error in changes(&client).await.into_iter().chain(reads) {
        assert!(error.is_unauthorized() && !error.is_read_only(), "{error}");
        assert!(
            !error.is_maybe_applied() && error.attempts() == 0,
            "{error}"
        );
        assert_eq!(error.status(), None);
    }
    assert_eq!(platform.requests().len(), 0);
    gates.all.set(false);
    assert!(end(client.keys().list().await).is_not_found());
}

#[tokio::test]
async fn what_waits_when_it_is_closed_does_not_leave() {
    // It waits for its turn: so many were sent that there is no room.
    let clock = Manual::holding();
    let gates = Gates::default();
    let platform = Platform::start(nothing).await;
    let client = platform.client_with(Options {
        gates: gates.clone(),
        ..options(&clock)
    });
    let start = || -> JoinHandle<Error> {
        let client = client.clone();
        tokio::spawn(async move { end(client.keys().create("ci").await) })
    };
    for _ in 0..30 {
        in_time(start()).await.unwrap();
    }
    let waiting = start();
    until_is("it waits", true, || client.budget().usage().waiting == 1).await;
    let before = platform.requests().len();
    gates.writes.set(true);
    clock.advance(Duration::from_secs(1));
    assert!(in_time(waiting).await.unwrap().is_read_only());
    assert_eq!(platform.requests().len(), before);
    assert_eq!(client.budget().usage().waiting, 0);
}

#[tokio::test]
async fn what_was_refused_unprocessed_is_not_sent_again_once_it_is_closed() {
    let gates = Gates::default();
    let closed = gates.clone();
    let platform = Platform::start(move |_: &Request| {
        closed.writes.set(true);
        json("503 Service Unavailable", "{}")
    })
    .await;
    let client = platform.client_with(Options {
        gates,
        ..options(&Manual::new())
    });
    let error = in_time(
        client
            .branches(&project(P))
            .create(&CreateBranch::default()),
    )
    .await;
    let error = end(error);
    assert!(error.is_read_only() && !error.is_maybe_applied(), "{error}");
    assert_eq!(platform.requests().len(), 1);
}

#[tokio::test]
async fn the_instant_service_is_behind_the_same_gate() {
    let gates = Gates::default();
    let shared = gates.clone();
    let fixture = InstantFixture::with([say("404 Not Found", "", "{}")], |options| {
        options.gates = shared;
    })
    .await;
    gates.writes.set(true);
    let refused = fixture
        .client
        .create("plinth", CreateDatabase::default())
        .await;
    assert!(end(refused).is_read_only());
    assert_eq!(fixture.server.requests().len(), 0);
    assert!(end(fixture.client.get(&id()).await).is_not_found());
    assert_eq!(fixture.server.requests().len(), 1);
}
