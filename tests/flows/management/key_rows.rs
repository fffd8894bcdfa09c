//! Lists of keys with who uses them, keys that become accounts, and what a revoked one pauses.

use std::collections::BTreeMap;
use std::time::Duration;

use app::accounts::SaveKey;
use app::accounts::{self, ConnectAccount};
use app::keys::{self, CreateKey};
use app::view::{
    AccountColour, AccountState, AccountView, ErrorCode, ErrorView, EventView, KeyKind, KeyRowView,
    OneTimeSecretView, PlatformKind, ProjectScope,
};
use app::{App, one_time_secrets, organizations, projects, roles, settings};
use sandbox::Fault;
use secrecy::SecretString;

use super::fixture::ManagementFixture;

async fn make(
    fixture: &ManagementFixture,
    name: &str,
    organization: Option<&str>,
) -> (String, OneTimeSecretView) {
    let request = CreateKey {
        name: name.to_owned(),
        organization_id: organization.map(str::to_owned),
        project_id: None,
    };
    let made = keys::make(fixture.app(), &fixture.account, request)
        .await
        .unwrap();
    (made.key.id, made.one_time_secret.unwrap())
}

fn save(name: &str) -> SaveKey {
    SaveKey {
        name: name.to_owned(),
        colour: Some(AccountColour::Blue),
        is_production: false,
        is_read_only: false,
    }
}

async fn typed(fixture: &ManagementFixture, name: &str, key: &SecretString) -> AccountView {
    let request = ConnectAccount {
        name: name.to_owned(),
        platform: PlatformKind::Custom,
        base_url: Some(fixture.product.sandbox.base_url.clone()),
        instant_url: None,
        ca_file: None,
        key: key.clone(),
        colour: Some(AccountColour::Amber),
        is_production: false,
        is_read_only: false,
    };
    accounts::connect(fixture.app(), request).await.unwrap()
}

/// The rows by name.
async fn rows(
    fixture: &ManagementFixture,
    organization: Option<&str>,
) -> BTreeMap<String, KeyRowView> {
    let rows = keys::rows(fixture.app(), &fixture.account, organization).await;
    let rows = rows.unwrap().into_iter();
    rows.map(|row| (row.key.name.clone(), row)).collect()
}

/// Who uses a key, and whether that is sure.
fn users(row: &KeyRowView) -> Vec<(&str, bool)> {
    let users = row.used_by.iter();
    users.map(|it| (it.name.as_str(), it.is_sure)).collect()
}

async fn states(app: &App) -> BTreeMap<String, AccountState> {
    let all = accounts::list(app);
    all.into_iter().map(|it| (it.name, it.state)).collect()
}

async fn organization(fixture: &ManagementFixture) -> String {
    let all = organizations::list(fixture.app(), &fixture.account).await;
    all.unwrap().remove(0).id
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_becomes_an_account_is_known_as_that_ones_from_then_on() {
    let fixture = ManagementFixture::quiet().await;
    let (app, org) = (fixture.app(), organization(&fixture).await);
    let (second_id, second) = make(&fixture, "second", None).await;
    let (_, builds) = make(&fixture, "builds", Some(&org)).await;
    let saved = keys::save_as_account(app, &second.id, save("Second"))
        .await
        .unwrap();
    assert_eq!(saved.key_kind, Some(KeyKind::Personal));
    assert_eq!(
        saved.base_url.as_deref(),
        Some(&*fixture.product.sandbox.base_url)
    );
    assert_eq!((saved.state, saved.is_own), (AccountState::Ready, true));
    let of_org = keys::save_as_account(app, &builds.id, save(""))
        .await
        .unwrap();
    assert_eq!(of_org.key_kind, Some(KeyKind::Organization));
    projects::page(app, &saved.id, ProjectScope::Own, None, None)
        .await
        .unwrap();

    let personal = rows(&fixture, None).await;
    assert_eq!(users(&personal["second"]), [("Second", true)]);
    let own = personal
        .values()
        .find(|row| row.key.id != second_id)
        .unwrap();
    assert_eq!(
        users(own),
        [("Sandbox", true)],
        "the only other key of this person"
    );
    let of_organization = rows(&fixture, Some(&org)).await;
    assert_eq!(
        users(&of_organization["builds"]),
        [(of_org.name.as_str(), true)]
    );

    // A key that was typed in: likely until nothing else can be it.
    let other = keys::create(app, &fixture.account, "typed").await.unwrap();
    keys::create(app, &fixture.account, "never used")
        .await
        .unwrap();
    typed(&fixture, "Typed", &other.token).await;
    let personal = rows(&fixture, None).await;
    assert_eq!(users(&personal["second"]), [("Second", true)]);
    assert_eq!(users(&personal["typed"]), [("Typed", false)]);
    assert!(users(&personal["never used"]).is_empty());
    // What was found out once stays known.
    let own = personal
        .values()
        .find(|row| row.key.id == own.key.id)
        .unwrap();
    assert!(users(own).contains(&("Sandbox", true)));
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_cannot_become_an_account_says_why_and_can_still_be_shown() {
    let fixture = ManagementFixture::quiet().await;
    let app = fixture.app();
    let (id, one_time_secret) = make(&fixture, "laptop", None).await;
    let refused = async |one_time_secret: &OneTimeSecretView, name: &str| {
        let result = keys::save_as_account(app, &one_time_secret.id, save(name)).await;
        let error = ErrorView::from(result.unwrap_err());
        assert!(error.hint.is_some(), "{error:?}");
        error
    };
    let taken = refused(&one_time_secret, "sandbox").await;
    assert_eq!(taken.code, ErrorCode::Exists);
    assert_eq!(
        refused(&one_time_secret, &"x".repeat(257)).await.code,
        ErrorCode::Invalid
    );
    let project = fixture.project("Shop").await;
    let made = roles::create(
        app,
        &fixture.account,
        &project.id,
        &project.branch,
        "writer",
        false,
    );
    let password = made.await.unwrap().password.unwrap();
    assert_eq!(refused(&password, "Two").await.code, ErrorCode::Invalid);
    // Held until it is put away, and taken when what was in the way is out of it.
    keys::save_as_account(app, &one_time_secret.id, save("Two"))
        .await
        .unwrap();
    let twice = refused(&one_time_secret, "Three").await;
    assert_eq!(twice.code, ErrorCode::Exists);
    let (gone, revoked) = make(&fixture, "revoked", None).await;
    keys::revoke(app, &fixture.account, &gone).await.unwrap();
    let late = refused(&revoked, "Three").await;
    assert_eq!(
        (late.code, late.about),
        (ErrorCode::Unauthorized, Some(gone))
    );
    one_time_secrets::forget(app, &one_time_secret.id);
    assert_eq!(
        refused(&one_time_secret, "Three").await.code,
        ErrorCode::NotFound
    );
    assert_eq!(states(app).await.len(), 2, "nothing is half-saved");
    assert!(
        rows(&fixture, None)
            .await
            .values()
            .any(|row| row.key.id == id)
    );
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_revoked_key_pauses_its_account_before_anybody_wants_something_of_it() {
    let fixture = ManagementFixture::quiet().await;
    let app = fixture.app();
    let (id, one_time_secret) = make(&fixture, "second", None).await;
    keys::save_as_account(app, &one_time_secret.id, save("Second"))
        .await
        .unwrap();
    let other = keys::create(app, &fixture.account, "typed").await.unwrap();
    typed(&fixture, "Typed", &other.token).await;
    keys::create(app, &fixture.account, "spare").await.unwrap();
    // The first one gets what was published before.
    drop(app.events());
    let mut events = app.events();
    let revoked = keys::revoke(app, &fixture.account, &id).await.unwrap();
    assert!(revoked.revoked && revoked.key.last_used_at.is_some());
    let now = states(app).await;
    assert_eq!(now["Second"], AccountState::Unauthorized);
    assert_eq!(
        (now["Typed"], now["Sandbox"]),
        (AccountState::Ready, AccountState::Ready)
    );
    let mut reported = 0;
    while let Ok(event) = events.try_recv() {
        reported += usize::from(matches!(event, EventView::KeysChanged { .. }));
    }
    assert_eq!(reported, 3, "each account that shows the list is told");
    // One whose number nobody knew finds out as well.
    keys::revoke(app, &fixture.account, &other.key.id)
        .await
        .unwrap();
    assert_eq!(states(app).await["Typed"], AccountState::Unauthorized);
    // What is gone already is said in plain words.
    let again = keys::revoke(app, &fixture.account, &id).await.unwrap_err();
    assert_eq!(
        (again.code(), again.subject()),
        (ErrorCode::NotFound, Some(&*id))
    );
    assert_eq!(again.message(), format!("Key {id} not found"));
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_was_never_used_is_marked_after_the_days_that_the_settings_say() {
    let fixture = ManagementFixture::quiet().await;
    let app = fixture.app();
    keys::create(app, &fixture.account, "spare").await.unwrap();
    let used = keys::create(app, &fixture.account, "used").await.unwrap();
    let holder = fixture.holder("holder", &used.token).await;
    projects::page(&holder.app, &holder.account, ProjectScope::Own, None, None)
        .await
        .unwrap();
    assert!(
        rows(&fixture, None)
            .await
            .values()
            .all(|row| !row.is_unused)
    );
    let day = 24 * 3600;
    fixture
        .product
        .sandbox
        .advance(Duration::from_secs(91 * day))
        .await
        .unwrap();
    keys::create(app, &fixture.account, "fresh").await.unwrap();
    let marked = rows(&fixture, None).await;
    let marked: Vec<_> = marked.values().filter(|row| row.is_unused).collect();
    assert_eq!(marked.len(), 1, "{marked:?}");
    assert_eq!(marked[0].key.name, "spare");
    let mut now = settings::get(app);
    now.unused_key_days = 100;
    settings::set(app, now).await.unwrap();
    assert!(
        rows(&fixture, None)
            .await
            .values()
            .all(|row| !row.is_unused)
    );
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_whose_secret_was_in_a_lost_reply_is_named_and_can_be_revoked() {
    let fixture = ManagementFixture::quiet().await;
    let app = fixture.app();
    fixture.order(Fault {
        method: Some("POST".to_owned()),
        times: Some(1),
        cut_at_byte: Some(30),
        ..Fault::on("/api/v2/api_keys")
    });
    let request = CreateKey {
        name: "lost".to_owned(),
        organization_id: None,
        project_id: None,
    };
    let lost = keys::make(app, &fixture.account, request)
        .await
        .unwrap_err();
    assert_eq!(lost.code(), ErrorCode::SecretLost);
    let id = lost.subject().unwrap().to_owned();
    assert_eq!(rows(&fixture, None).await["lost"].key.id, id);
    keys::revoke(app, &fixture.account, &id).await.unwrap();
    assert!(!rows(&fixture, None).await.contains_key("lost"));
    fixture.stop().await;
}
