//! The transfer of an auth project: its link stays in memory, is opened by its name, and the result is published.

use std::time::{Duration, Instant};

use app::auth;
use app::view::{ActivityFilter, ErrorCode};
use app::{App, Event, activity};
use secrecy::ExposeSecret as _;
use testkit::page::Page;
use testkit::until;
use tokio::sync::broadcast::Receiver;

use super::fixture::ManagementFixture;
use crate::product::{PATIENCE, ProductFixture};

/// What is published from now on: the first listener also gets what was published before.
fn from_now_on(app: &App) -> Receiver<Event> {
    drop(app.events());
    app.events()
}

async fn auth_changed(events: &mut Receiver<Event>) {
    let reported =
        async { while !matches!(events.recv().await.unwrap(), Event::AuthChanged { .. }) {} };
    let reported = tokio::time::timeout(PATIENCE, reported).await;
    reported.expect("nobody was told of a change");
}

/// So many looks at a transfer take longer than the longest gap between two.
const LOOKS: usize = 8;

/// Sees to it that nobody asks for this project's integrations any more while another one's are asked for again and again.
async fn rests(fixture: &ManagementFixture, project: &str) {
    let other = project_with_auth(fixture, "Another app").await;
    auth::transfer_opened(fixture.app(), &fixture.account, &other).await;
    let of = |project: &str| format!("/projects/{project}/auth/integrations");
    let before = fixture.request_count("GET", &of(project));
    let is_followed = async || fixture.request_count("GET", &of(&other)) >= LOOKS;
    until("a transfer is followed", is_followed).await;
    assert_eq!(
        fixture.request_count("GET", &of(project)),
        before,
        "somebody asks on and on"
    );
    let path = format!("/projects/{other}/auth/integration/provider_one");
    assert_eq!(fixture.raw("DELETE", &path, "").await.status, 200);
}

async fn project_with_auth(fixture: &ManagementFixture, name: &str) -> String {
    let project = fixture.project(name).await;
    fixture.enable_auth(&project).await.unwrap();
    project.id
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transfer_is_opened_by_its_host_and_followed_to_the_new_owner() {
    let fixture = ManagementFixture::quiet().await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let id = project_with_auth(&fixture, "App").await;
    let mut events = from_now_on(app);
    let link = auth::transfer_ownership(app, account, &id, None)
        .await
        .unwrap();
    auth_changed(&mut events).await;
    let secret = link.expose_secret().to_owned();
    let view = auth::transfer_link(app, account, &id, link).await.unwrap();
    assert!(!view.target.known);
    assert!(
        fixture
            .product
            .sandbox
            .instant_url
            .ends_with(&view.target.host)
    );
    assert!(!format!("{view:?}").contains(&secret));

    let other = auth::transfer_to_open(app, &view.one_time_secret.id, "evil.example").await;
    assert_eq!(other.unwrap_err().code(), ErrorCode::LinkRefused);
    let open = auth::transfer_to_open(app, &view.one_time_secret.id, &view.target.host).await;
    let open = open.unwrap();
    assert_eq!(open.expose_secret(), secret);
    auth::transfer_opened(app, account, &id).await;
    auth_changed(&mut events).await;

    let page = Page::open(&secret).await;
    let done = page.press("Confirm").await;
    assert!(done.html.contains("Transferred"), "{}", done.html);
    auth_changed(&mut events).await;
    let owned = &auth::integrations(app, account, &id).await.unwrap()[0];
    assert_eq!(owned.owned_by.as_deref(), Some("user"));

    // Nobody asks any more once it is over.
    rests(&fixture, &id).await;

    let again = auth::transfer_ownership(app, account, &id, None).await;
    let again = again.unwrap_err();
    assert_eq!(again.message(), "The auth project is already transferred");
    let log = activity::list(app, ActivityFilter::default(), None, 50).await;
    let log = log.unwrap().items;
    let opened = log.iter().filter(|it| it.action == "Open transfer link");
    let opened = opened.filter(|it| it.project_id.as_deref() == Some(id.as_str()));
    assert_eq!(opened.count(), 1);
    assert!(!format!("{log:?}").contains("token="));
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_followed_ends_with_the_integration() {
    let fixture = ManagementFixture::quiet().await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let id = project_with_auth(&fixture, "App").await;
    let refused = auth::transfer_link(app, account, &id, "http://example.com/take".into()).await;
    assert_eq!(refused.unwrap_err().code(), ErrorCode::LinkRefused);
    let https = auth::transfer_link(app, account, &id, "https://auth.example/take?t=1".into());
    assert_eq!(https.await.unwrap().target.host, "auth.example");

    let mut events = from_now_on(app);
    auth::transfer_opened(app, account, &id).await;
    auth_changed(&mut events).await;
    // Past the core: as somebody does it elsewhere.
    let path = format!("/projects/{id}/auth/integration/provider_one");
    assert_eq!(fixture.raw("DELETE", &path, "").await.status, 200);
    auth_changed(&mut events).await;
    rests(&fixture, &id).await;
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_followed_does_not_keep_the_app_from_closing() {
    // By the machine's clock, so that closing would wait for it for seconds.
    let fixture = ManagementFixture::of(ProductFixture::without_servers().await).await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let id = project_with_auth(&fixture, "App").await;
    let mut events = from_now_on(app);
    auth::transfer_opened(app, account, &id).await;
    auth_changed(&mut events).await;
    let begun = Instant::now();
    app.close().await;
    let took = begun.elapsed();
    assert!(took < Duration::from_secs(4), "{took:?}");
    fixture.stop().await;
}
