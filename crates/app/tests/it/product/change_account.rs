//! What is changed of an account that is there, and what goes with one that is removed.

use app::accounts::{self, ConnectAccount, EditAccount};
use app::view::{AccountColour, ErrorCode, Outcome, ProjectScope, TemporaryOptions};
use app::{Checkpoint, keys, projects};
use testkit::until_is;
use vault::ErrorKind;

use super::connect_account::{ME, all, current, log, named, request, whole};
use super::core_fixture::{CoreFixture, code};
use super::identity_platform::{self, Holder, count_of};

#[tokio::test]
async fn one_account_is_current_as_long_as_there_is_one() {
    let mut core = CoreFixture::new().await;
    let identity_platform = identity_platform::start(&[
        ("napi_mine", ME),
        ("napi_org", Holder::Organization("Shop")),
    ])
    .await;
    let sandbox = core.start_platform().await;
    assert!(sandbox.is_current && !sandbox.is_own);
    let mine = accounts::connect(&core.app, named(&identity_platform, "napi_mine", "Mine"))
        .await
        .unwrap();
    let shop = accounts::connect(&core.app, named(&identity_platform, "napi_org", "Shop"))
        .await
        .unwrap();
    assert_eq!(current(&core).await, ["Shop"]);
    assert!(
        accounts::choose(&core.app, &mine.id)
            .await
            .unwrap()
            .is_current
    );
    let kept = accounts::remember(
        &core.app,
        &mine.id,
        Some("org-1".to_owned()),
        Some("p-1".to_owned()),
    );
    kept.await.unwrap();
    accounts::remember(&core.app, &mine.id, Some(String::new()), None)
        .await
        .unwrap();
    core.restart().await;
    core.start_platform().await;
    assert_eq!(current(&core).await, ["Mine"]);
    let shown = all(&core)
        .await
        .into_iter()
        .find(|it| it.id == mine.id)
        .unwrap();
    assert_eq!(
        (shown.organization_id, shown.project_id.as_deref()),
        (None, Some("p-1"))
    );
    app::remove_account(&core.app, &mine.id).await.unwrap();
    assert_eq!(current(&core).await, ["Sandbox"]);
    app::remove_account(&core.app, &shop.id).await.unwrap();
    assert_eq!(current(&core).await, ["Sandbox"]);
    let stays = app::remove_account(&core.app, &sandbox.id).await;
    assert_eq!(whole(stays.unwrap_err()).code, ErrorCode::Invalid);
    assert_eq!(
        code(accounts::choose(&core.app, &mine.id).await),
        ErrorCode::Invalid
    );
}

#[tokio::test]
async fn an_edit_counts_over_restarts_and_another_address_is_asked_first() {
    let mut core = CoreFixture::new().await;
    let identity_platform = identity_platform::start(&[("napi_mine", ME)]).await;
    let moved = identity_platform::start(&[("napi_mine", ME)]).await;
    let others =
        identity_platform::start(&[("napi_mine", Holder::Person("you@example.com"))]).await;
    let made = accounts::connect(&core.app, request(&identity_platform, "napi_mine"))
        .await
        .unwrap();
    let edit = |edit: EditAccount| accounts::edit(&core.app, &made.id, edit);
    let renamed = EditAccount {
        name: Some("Work".to_owned()),
        colour: Some(AccountColour::Red),
        is_production: Some(true),
        instant_url: Some(core.service.url.clone()),
        ..EditAccount::default()
    };
    let shown = edit(renamed).await.unwrap();
    assert_eq!(
        (shown.name.as_str(), shown.colour, shown.is_production),
        ("Work", AccountColour::Red, true)
    );
    assert_eq!(
        shown.instant_url.as_deref(),
        Some(core.service.url.as_str())
    );
    let to = |base: &str| EditAccount {
        base_url: Some(base.to_owned()),
        ..EditAccount::default()
    };
    let typed = |base: &str| {
        let key = Some("napi_mine".into());
        accounts::edit_with_key(&core.app, &made.id, to(base), key)
    };
    for (case, base, expected) in [
        ("another owner", others.url.as_str(), ErrorCode::Invalid),
        ("nobody", "http://127.0.0.1:1", ErrorCode::Offline),
        ("not safe", "http://example.com", ErrorCode::Invalid),
        ("none", "", ErrorCode::Invalid),
    ] {
        assert_eq!(code(typed(base).await), expected, "{case}");
    }
    assert_eq!(
        code(
            edit(EditAccount {
                name: Some(" ".to_owned()),
                ..EditAccount::default()
            })
            .await
        ),
        ErrorCode::Invalid
    );
    let sent = identity_platform.request_count();
    edit(to(&identity_platform.url)).await.unwrap();
    assert_eq!(
        identity_platform.request_count(),
        sent,
        "the address that it has is not asked"
    );
    typed(&moved.url).await.unwrap();
    keys::list(&core.app, &made.id).await.unwrap();
    assert_eq!(identity_platform.request_count(), sent);
    core.restart().await;
    let after = all(&core).await.remove(0);
    assert_eq!(after.base_url.as_deref(), Some(moved.url.as_str()));
    assert_eq!(
        (after.name.as_str(), after.colour),
        ("Work", AccountColour::Red)
    );
}

#[tokio::test]
async fn another_key_must_be_the_same_owners() {
    let core = CoreFixture::new().await;
    let identity_platform = identity_platform::start(&[
        ("napi_mine", ME),
        ("napi_newer", ME),
        ("napi_yours", Holder::Person("you@example.com")),
        ("napi_org", Holder::Organization("Shop")),
    ])
    .await;
    let mine = accounts::connect(&core.app, request(&identity_platform, "napi_mine"))
        .await
        .unwrap();
    let shop = accounts::connect(&core.app, request(&identity_platform, "napi_org"))
        .await
        .unwrap();
    let replace = |key: &str| accounts::replace_key(&core.app, &mine.id, key.into());
    let yours = whole(replace("napi_yours").await.unwrap_err());
    assert_eq!(yours.code, ErrorCode::Invalid);
    assert!(
        yours.message.contains("you@example.com"),
        "{}",
        yours.message
    );
    let known = whole(replace("napi_org").await.unwrap_err());
    assert_eq!(
        (known.code, known.about),
        (ErrorCode::Exists, Some(shop.id))
    );
    assert_eq!(code(replace("napi_wrong").await), ErrorCode::Unauthorized);
    assert_eq!(code(replace("****").await), ErrorCode::Invalid);
    keys::list(&core.app, &mine.id).await.unwrap();
    replace("napi_newer").await.unwrap();
    let (old, new) = (
        count_of(&identity_platform, "napi_mine"),
        count_of(&identity_platform, "napi_newer"),
    );
    keys::list(&core.app, &mine.id).await.unwrap();
    assert_eq!(
        (
            count_of(&identity_platform, "napi_mine"),
            count_of(&identity_platform, "napi_newer")
        ),
        (old, new + 1)
    );
}

#[tokio::test]
async fn what_is_removed_is_forgotten() {
    let mut core = CoreFixture::new().await;
    let identity_platform = identity_platform::start(&[("napi_mine", ME)]).await;
    let wanted = ConnectAccount {
        instant_url: Some(core.service.url.clone()),
        ..request(&identity_platform, "napi_mine")
    };
    let made = accounts::connect(&core.app, wanted).await.unwrap();
    let page = projects::page(&core.app, &made.id, ProjectScope::Own, None, None).await;
    assert_eq!(page.unwrap().items.len(), 2);
    let service = app::view::InstantServiceChoice::Account {
        account_id: made.id.clone(),
    };
    let options = TemporaryOptions {
        service: Some(service),
        ..TemporaryOptions::default()
    };
    let row = app::temporary::create(&core.app, options).await.unwrap();
    assert_eq!(row.account_id.as_deref(), Some(made.id.as_str()));
    let renamed = EditAccount {
        name: Some("Renamed".to_owned()),
        ..EditAccount::default()
    };
    accounts::edit(&core.app, &made.id, renamed).await.unwrap();
    assert_eq!(core.get(&row.id).await.service_label, "Renamed");
    let sent = identity_platform.request_count();
    app::remove_account(&core.app, &made.id).await.unwrap();
    app::remove_account(&core.app, &made.id).await.unwrap_err();
    assert!(!core.vault.holds_key(&made.id).await);
    assert_eq!(all(&core).await, []);
    assert_eq!(
        code(keys::list(&core.app, &made.id).await),
        ErrorCode::Invalid
    );
    assert_eq!(
        identity_platform.request_count(),
        sent,
        "the platform is not told"
    );
    for table in [
        "seen_name",
        "listed_project",
        "project_list",
        "undo",
        "operation",
        "intent",
        "account",
    ] {
        let store = rusqlite::Connection::open(core.folder.path().join("plinth.db")).unwrap();
        let query = format!("SELECT count(*) FROM {table}");
        let count = || store.query_row(&query, [], |row| row.get(0)).unwrap();
        // Names are written down, and away, by a task of their own.
        until_is(table, 0_i64, count).await;
    }
    assert_eq!(
        log(&core).await[0],
        ("Remove account".to_owned(), Outcome::Done)
    );
    // A database that was made there goes on at its address.
    core.restart().await;
    let row = app::temporary::refresh(&core.app, &row.id).await.unwrap();
    assert_eq!((row.account_id, row.check_error), (None, None));
    accounts::connect(&core.app, request(&identity_platform, "napi_mine"))
        .await
        .unwrap();
}

#[tokio::test]
async fn a_key_that_cannot_be_erased_now_goes_later() {
    for crash in [
        None,
        Some(Checkpoint::RemoveIntended),
        Some(Checkpoint::RemoveErased),
    ] {
        let mut core = CoreFixture::new().await;
        let identity_platform = identity_platform::start(&[("napi_mine", ME)]).await;
        let made = accounts::connect(&core.app, request(&identity_platform, "napi_mine"))
            .await
            .unwrap();
        if let Some(checkpoint) = crash {
            core.crash_at(checkpoint);
            assert_eq!(
                code(app::remove_account(&core.app, &made.id).await),
                ErrorCode::Internal
            );
        } else {
            core.vault.fail(Some(ErrorKind::Locked));
            app::remove_account(&core.app, &made.id).await.unwrap();
            assert!(!core.vault.is_empty());
            core.vault.fail(None);
        }
        core.restart().await;
        assert_eq!(all(&core).await, []);
        core.until_empty().await;
    }
}
