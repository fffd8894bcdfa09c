//! The auth integration: its users in the real database, its public keys, and the way to own it.

use std::time::{Duration, Instant};

use app::{accounts, auth};
use secrecy::ExposeSecret as _;
use testkit::page::Page;
use testkit::{http, sql};

use super::fixture::ManagementFixture;
use crate::product::ProductFixture;

#[tokio::test(flavor = "multi_thread")]
async fn users_appear_in_the_database_within_a_second_and_the_project_can_be_taken() {
    let fixture = ManagementFixture::start().await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let project = fixture.project("App").await;
    let id = project.id.as_str();
    let keys = fixture.enable_auth(&project).await.unwrap();
    assert_eq!((&*keys.schema, &*keys.table), ("svc_auth", "users_sync"));
    assert!(keys.server_key.is_some());
    fixture.finished(id).await;

    let client = fixture.connect(id, None).await;
    let user = auth::create_user(app, account, id, None, "person@example.com", Some("Person"))
        .await
        .unwrap()
        .id;
    let made = Instant::now();
    let query = "SELECT id || ' ' || email || ' ' || name FROM svc_auth.users_sync
        WHERE created_at > now() - interval '1 minute'";
    let expected = format!("{user} person@example.com Person");
    loop {
        let seen = sql::column(&client, query).await;
        if seen == [expected.clone()] {
            break;
        }
        assert!(
            made.elapsed() < Duration::from_secs(1),
            "no such user after a second: {seen:?}"
        );
        tokio::time::sleep(Duration::from_millis(20)).await;
    }

    let jwks = keys.jwks_url.unwrap();
    let path = jwks
        .strip_prefix(&*fixture.product.sandbox.instant_url)
        .unwrap();
    let set = http::get(&fixture.product.sandbox.instant_url, path).await;
    assert_eq!(set.status, 200);
    let key = &set.json()["keys"][0];
    assert_eq!((&key["kty"], &key["alg"]), (&"EC".into(), &"ES256".into()));
    assert!(key["x"].is_string() && key["kid"].is_string(), "{key}");

    let integration = &auth::integrations(app, account, id).await.unwrap()[0];
    assert_eq!(integration.owned_by.as_deref(), Some("neon"));
    let link = auth::transfer_ownership(app, account, id, None)
        .await
        .unwrap();
    let page = Page::open(link.expose_secret()).await;
    assert!(
        page.html.contains("Take over this auth project"),
        "{}",
        page.html
    );
    let begun = &auth::integrations(app, account, id).await.unwrap()[0];
    assert_eq!(begun.transfer_status.as_deref(), Some("initiated"));
    let done = page.press("Confirm").await;
    assert!(done.html.contains("Transferred"), "{}", done.html);
    let owned = &auth::integrations(app, account, id).await.unwrap()[0];
    assert_eq!(owned.owned_by.as_deref(), Some("user"));
    assert_eq!(owned.transfer_status.as_deref(), Some("finished"));

    auth::remove(app, account, id, "provider_one", true)
        .await
        .unwrap();
    fixture.finished(id).await;
    assert!(
        auth::integrations(app, account, id)
            .await
            .unwrap()
            .is_empty()
    );
    let left = "SELECT count(*) FROM pg_namespace WHERE nspname = 'svc_auth'";
    assert_eq!(sql::column(&client, left).await, ["0"]);
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sandbox_like_the_live_platform_is_used_by_the_names_of_that() {
    let live = |config: &mut sandbox::Config| {
        config.set_live();
        config.operation_pace = Duration::ZERO;
    };
    let product = ProductFixture::of(true, live, |_| {}).await;
    let fixture = ManagementFixture::of(product).await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let profile = accounts::list(app)[0].profile.clone();
    assert_eq!(profile.database, "neondb");
    assert_eq!(profile.default_region, "aws-us-east-1");
    assert!(profile.regions.contains(&profile.default_region));

    let project = fixture.project("App").await;
    let id = project.id.as_str();
    let keys = fixture.enable_auth(&project).await.unwrap();
    assert_eq!((&*keys.provider, &*keys.schema), ("stack", "neon_auth"));
    auth::create_user(app, account, id, None, "person@example.com", None)
        .await
        .unwrap();
    fixture.finished(id).await;
    let uri = fixture.uri_of(id, None, "neondb", "neondb_owner").await;
    let client = fixture.open(&uri).await;
    let query = "SELECT current_database() || ' ' || email FROM neon_auth.users_sync";
    assert_eq!(
        sql::column(&client, query).await,
        ["neondb person@example.com"]
    );
    drop(client);
    auth::remove(app, account, id, "stack", true).await.unwrap();
    fixture.stop().await;
}
