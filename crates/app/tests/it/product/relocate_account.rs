//! An account at another address: its key is sent to its own origin and nowhere else.

use app::accounts::{self, ConnectAccount, EditAccount};
use app::view::{AccountState, ErrorCode, InstantServiceChoice, TemporaryOptions};
use app::{Checkpoint, keys};
use vault::ErrorKind;

use super::connect_account::{ME, all, request, whole};
use super::core_fixture::{CoreFixture, code};
use super::identity_platform::{self, Holder, count_of};
use super::service::Service;

fn to(base: &str) -> EditAccount {
    EditAccount {
        base_url: Some(base.to_owned()),
        ..EditAccount::default()
    }
}

/// Every other way to write an origin, with whether it is the same one.
#[tokio::test]
async fn another_origin_gets_no_key_until_it_is_typed_for_it() {
    let mut core = CoreFixture::new().await;
    let identity_platform = identity_platform::start(&[("napi_mine", ME)]).await;
    let other = identity_platform::start(&[("napi_mine", ME), ("napi_newer", ME)]).await;
    let made = accounts::connect(&core.app, request(&identity_platform, "napi_mine")).await;
    let made = made.unwrap();
    let by_name = identity_platform.url.replace("127.0.0.1", "localhost");
    let secure = identity_platform.url.replace("http://", "https://");
    for base in [&other.url, &by_name, &secure] {
        let sent = identity_platform.request_count();
        let refused = accounts::edit(&core.app, &made.id, to(base)).await;
        let refused = whole(refused.unwrap_err());
        assert_eq!(refused.code, ErrorCode::KeyNeeded, "{base}");
        assert_eq!(refused.about.as_deref(), Some(made.id.as_str()));
        assert!(
            refused.message.contains("http://127.0.0.1:"),
            "{}",
            refused.message
        );
        assert_eq!(
            (identity_platform.request_count(), other.request_count()),
            (sent, 0),
            "{base}"
        );
    }
    assert_eq!(all(&core).await, std::slice::from_ref(&made));
    let same = format!("{}/", identity_platform.url);
    accounts::edit(&core.app, &made.id, to(&same))
        .await
        .unwrap();

    let key = Some("napi_newer".into());
    let moved = accounts::edit_with_key(&core.app, &made.id, to(&other.url), key).await;
    assert_eq!(moved.unwrap().base_url.as_deref(), Some(other.url.as_str()));
    let sent = identity_platform.request_count();
    keys::list(&core.app, &made.id).await.unwrap();
    core.restart().await;
    keys::list(&core.app, &made.id).await.unwrap();
    assert_eq!(
        count_of(&other, "napi_mine"),
        0,
        "the former key was sent there"
    );
    assert_eq!(count_of(&identity_platform, "napi_newer"), 0);
    assert_eq!(identity_platform.request_count(), sent);
}

#[tokio::test]
async fn a_key_that_is_of_somebody_else_or_is_refused_moves_nothing() {
    let mut core = CoreFixture::new().await;
    let identity_platform = identity_platform::start(&[("napi_mine", ME)]).await;
    let other =
        identity_platform::start(&[("napi_yours", Holder::Person("you@example.com"))]).await;
    let made = accounts::connect(&core.app, request(&identity_platform, "napi_mine")).await;
    let made = made.unwrap();
    for (key, expected) in [
        ("napi_yours", ErrorCode::Invalid),
        ("napi_gone", ErrorCode::Unauthorized),
        ("two words", ErrorCode::Invalid),
    ] {
        let moved = accounts::edit_with_key(&core.app, &made.id, to(&other.url), Some(key.into()));
        assert_eq!(code(moved.await), expected, "{key}");
    }
    let without = accounts::edit_with_key(
        &core.app,
        &made.id,
        EditAccount::default(),
        Some("napi_yours".into()),
    );
    assert_eq!(code(without.await), ErrorCode::Invalid);
    core.restart().await;
    keys::list(&core.app, &made.id).await.unwrap();
    assert_eq!(all(&core).await[0].base_url, made.base_url);
    assert_eq!(count_of(&other, "napi_mine"), 0);
}

#[tokio::test]
async fn no_key_goes_astray_when_the_app_dies_between_the_two_writes() {
    for checkpoint in [
        Checkpoint::RelocateKeyForgotten,
        Checkpoint::RelocateKeySaved,
    ] {
        let mut core = CoreFixture::new().await;
        let identity_platform = identity_platform::start(&[("napi_mine", ME)]).await;
        let other = identity_platform::start(&[("napi_newer", ME)]).await;
        let made = accounts::connect(&core.app, request(&identity_platform, "napi_mine")).await;
        let made = made.unwrap();
        core.crash_at(checkpoint);
        let key = Some("napi_newer".into());
        let moved = accounts::edit_with_key(&core.app, &made.id, to(&other.url), key).await;
        assert_eq!(code(moved), ErrorCode::Internal, "{checkpoint:?}");
        core.restart().await;
        let sent = (identity_platform.request_count(), other.request_count());
        let shown = all(&core).await.remove(0);
        assert_eq!(shown.state, AccountState::KeyMissing, "{checkpoint:?}");
        assert_eq!(shown.base_url, made.base_url);
        assert_eq!(
            code(keys::list(&core.app, &made.id).await),
            ErrorCode::SecretMissing
        );
        assert_eq!(
            (identity_platform.request_count(), other.request_count()),
            sent
        );
        assert_eq!(
            (
                count_of(&identity_platform, "napi_newer"),
                count_of(&other, "napi_mine")
            ),
            (0, 0)
        );
        accounts::replace_key(&core.app, &made.id, "napi_mine".into())
            .await
            .unwrap();
        keys::list(&core.app, &made.id).await.unwrap();
    }
}

#[tokio::test]
async fn a_keychain_that_does_not_take_the_new_key_leaves_the_account_as_it_was() {
    let mut core = CoreFixture::new().await;
    let identity_platform = identity_platform::start(&[("napi_mine", ME)]).await;
    let other = identity_platform::start(&[("napi_newer", ME)]).await;
    let made = accounts::connect(&core.app, request(&identity_platform, "napi_mine")).await;
    let made = made.unwrap();
    core.vault.fail(Some(ErrorKind::Denied));
    let key = Some("napi_newer".into());
    let moved = accounts::edit_with_key(&core.app, &made.id, to(&other.url), key).await;
    assert_eq!(code(moved), ErrorCode::KeychainDenied);
    core.vault.fail(None);
    keys::list(&core.app, &made.id).await.unwrap();
    core.restart().await;
    keys::list(&core.app, &made.id).await.unwrap();
    assert_eq!(all(&core).await[0].base_url, made.base_url);
    assert_eq!(count_of(&identity_platform, "napi_newer"), 0);
}

#[tokio::test]
async fn a_temporary_database_is_asked_about_where_it_was_made() {
    let mut core = CoreFixture::new().await;
    let identity_platform = identity_platform::start(&[("napi_mine", ME)]).await;
    let other = Service::start(core.clock.clone()).await;
    let wanted = ConnectAccount {
        instant_url: Some(core.service.url.clone()),
        ..request(&identity_platform, "napi_mine")
    };
    let made = accounts::connect(&core.app, wanted).await.unwrap();
    let service = |account_id: &str| TemporaryOptions {
        service: Some(InstantServiceChoice::Account {
            account_id: account_id.to_owned(),
        }),
        ..TemporaryOptions::default()
    };
    let row = app::temporary::create(&core.app, service(&made.id))
        .await
        .unwrap();
    let edit = EditAccount {
        instant_url: Some(other.url.clone()),
        ..EditAccount::default()
    };
    accounts::edit(&core.app, &made.id, edit).await.unwrap();
    let shown = app::temporary::refresh(&core.app, &row.id).await.unwrap();
    assert_eq!(shown.check_error, None);
    assert_eq!(other.request_count(), 0, "an id opens its database");
    // What is made from now on is made, and asked about, at the new address.
    let same_id = app::temporary::create(&core.app, service(&made.id))
        .await
        .unwrap();
    assert!(other.request_count() > 0);
    // Both services count from one: what is asked about that id there from now on would be the first one's.
    app::temporary::forget(&core.app, &same_id.id)
        .await
        .unwrap();
    let second = app::temporary::create(&core.app, service(&made.id))
        .await
        .unwrap();
    app::remove_account(&core.app, &made.id).await.unwrap();
    core.restart().await;
    let before = other.request_count();
    let shown = app::temporary::refresh(&core.app, &row.id).await.unwrap();
    assert_eq!(shown.check_error, None);
    let here = core.service.lines();
    let line = here.last().unwrap();
    assert!(line.starts_with("GET"), "{line}");
    assert!(!other.lines()[before..].contains(line), "{line}");
    let sent = other.request_count();
    let shown = app::temporary::refresh(&core.app, &second.id)
        .await
        .unwrap();
    assert_eq!(shown.check_error, None);
    assert!(other.request_count() > sent);
}
