//! Connecting accounts: what is asked, what is kept, and what is left when something ends in between.

use app::accounts::{self, ConnectAccount};
use app::view::{
    AccountColour, AccountState, AccountView, ErrorCode, ErrorView, KeyKind, Outcome, PlatformKind,
};
use app::{Checkpoint, Error, Event, activity, keychain, keys};
use vault::ErrorKind;

use super::core_fixture::{CoreFixture, code, event, files_in};
use super::identity_platform::{self, Holder, IdentityPlatform};

pub const ME: Holder = Holder::Person("me@example.com");

pub fn request(identity_platform: &IdentityPlatform, key: &str) -> ConnectAccount {
    ConnectAccount {
        name: String::new(),
        platform: PlatformKind::Custom,
        base_url: Some(identity_platform.url.clone()),
        instant_url: None,
        ca_file: None,
        key: key.into(),
        colour: Some(AccountColour::Blue),
        is_production: false,
        is_read_only: false,
    }
}

pub fn named(identity_platform: &IdentityPlatform, key: &str, name: &str) -> ConnectAccount {
    ConnectAccount {
        name: name.to_owned(),
        ..request(identity_platform, key)
    }
}

pub async fn all(core: &CoreFixture) -> Vec<AccountView> {
    accounts::list(&core.app)
}

pub async fn current(core: &CoreFixture) -> Vec<String> {
    let all = all(core).await.into_iter();
    all.filter(|it| it.is_current).map(|it| it.name).collect()
}

pub async fn log(core: &CoreFixture) -> Vec<(String, Outcome)> {
    let filter = app::view::ActivityFilter::default();
    let page = activity::list(&core.app, filter, None, 100).await.unwrap();
    let entries = page.items.into_iter();
    entries.map(|it| (it.action, it.outcome)).collect()
}

pub fn whole(error: Error) -> ErrorView {
    let error = ErrorView::from(error);
    assert!(error.hint.is_some(), "{} has no way out", error.message);
    assert!(!error.message.ends_with('.'), "{}", error.message);
    error
}

#[tokio::test]
async fn a_key_is_asked_about_and_kept_in_the_vault_alone() {
    let mut core = CoreFixture::new().await;
    let identity_platform = identity_platform::start(&[("napi_mine", ME)]).await;
    let mut events = core.app.events();
    let wanted = ConnectAccount {
        name: "Wörk 🐘".to_owned(),
        key: " napi_mine\n".into(),
        is_production: true,
        ..request(&identity_platform, "")
    };
    let made = accounts::connect(&core.app, wanted).await.unwrap();
    event(&mut events, |event| *event == Event::AccountsChanged).await;
    assert_eq!(made.name, "Wörk 🐘");
    assert_eq!(
        (made.state, made.problem.clone()),
        (AccountState::Ready, None)
    );
    assert_eq!(
        (made.key_kind, made.owner.as_deref()),
        (Some(KeyKind::Personal), Some("me@example.com"))
    );
    assert_eq!(
        made.base_url.as_deref(),
        Some(identity_platform.url.as_str())
    );
    assert_eq!(
        (made.colour, made.instant_url.as_deref()),
        (AccountColour::Blue, None)
    );
    assert!(made.is_production && made.is_own && made.is_current && !made.is_read_only);
    assert_eq!(made.profile.database, "svcdb");
    assert!(core.vault.holds_key(&made.id).await);
    assert_eq!(
        log(&core).await,
        [("Connect account".to_owned(), Outcome::Done)]
    );
    for file in files_in(core.folder.path()) {
        let bytes = std::fs::read(&file).unwrap();
        let holds = bytes.windows(9).any(|part| part == b"napi_mine");
        assert!(!holds, "{} holds the key", file.display());
    }

    core.restart().await;
    assert_eq!(all(&core).await[0].id, made.id);
    keys::list(&core.app, &made.id).await.unwrap();
    assert_eq!(all(&core).await, [made]);
}

#[tokio::test]
async fn each_kind_of_key_is_recognised() {
    let core = CoreFixture::new().await;
    let identity_platform = identity_platform::start(&[
        ("napi_me", ME),
        ("napi_org", Holder::Organization("Shop")),
        ("napi_one", Holder::Project("Shop", "p-7")),
    ])
    .await;
    let mut seen = Vec::new();
    for key in ["napi_me", "napi_org", "napi_one"] {
        let made = accounts::connect(&core.app, request(&identity_platform, key)).await;
        let made = made.unwrap();
        seen.push((made.name, made.key_kind, made.owner, made.project_id));
    }
    let mine = "me@example.com".to_owned();
    let one = "shop-p-7".to_owned();
    assert_eq!(
        seen,
        [
            (mine.clone(), Some(KeyKind::Personal), Some(mine), None),
            (
                "Shop".to_owned(),
                Some(KeyKind::Organization),
                Some("Shop".to_owned()),
                None
            ),
            (
                one.clone(),
                Some(KeyKind::Project),
                Some(one),
                Some("p-7".to_owned())
            ),
        ]
    );
    assert_eq!(current(&core).await, ["shop-p-7"]);
    assert_eq!(
        identity_platform.count("GET"),
        identity_platform.request_count(),
        "nothing is changed by it"
    );
}

#[tokio::test]
async fn what_cannot_be_used_is_refused_before_anything_leaves() {
    let core = CoreFixture::new().await;
    let identity_platform = identity_platform::start(&[("napi_mine", ME)]).await;
    let at = |base: &str| ConnectAccount {
        base_url: Some(base.to_owned()),
        ..request(&identity_platform, "napi_mine")
    };
    let cases = [
        (
            "a long name",
            named(&identity_platform, "napi_mine", &"ä".repeat(257)),
        ),
        (
            "a hidden name",
            named(&identity_platform, "napi_mine", "a\u{7}b"),
        ),
        ("no key", request(&identity_platform, "  \n ")),
        ("a mask", request(&identity_platform, "••••••••")),
        ("stars", request(&identity_platform, "****")),
        (
            "blanks inside",
            request(&identity_platform, "napi_mine napi_mine"),
        ),
        ("two lines", request(&identity_platform, "napi_\nmine")),
        ("letters of no key", request(&identity_platform, "näpi")),
        ("a novel", request(&identity_platform, &"k".repeat(2049))),
        ("no address", at(" ")),
        ("no web address", at("console")),
        ("no safe address", at("http://example.com/api/v2")),
        ("another scheme", at("ftp://example.com/api/v2")),
        (
            "a password in it",
            at("https://me:secret@example.com/api/v2"),
        ),
        ("a question", at("https://example.com/api/v2?key=1")),
        (
            "an instant service that is not safe",
            ConnectAccount {
                instant_url: Some("http://example.com".to_owned()),
                ..request(&identity_platform, "napi_mine")
            },
        ),
        (
            "an address of a platform that has its own",
            ConnectAccount {
                platform: PlatformKind::Neon,
                ..request(&identity_platform, "napi_mine")
            },
        ),
    ];
    for (case, request) in cases {
        let Err(error) = accounts::connect(&core.app, request).await else {
            panic!("{case} was taken");
        };
        let error = whole(error);
        assert_eq!(error.code, ErrorCode::Invalid, "{case}: {}", error.message);
    }
    assert_eq!(
        (identity_platform.request_count(), all(&core).await.len()),
        (0, 0)
    );
    assert!(core.vault.is_empty());
    let longest = named(&identity_platform, "napi_mine", &"ä".repeat(256));
    accounts::connect(&core.app, longest).await.unwrap();
}

#[tokio::test]
async fn what_the_platform_does_not_confirm_is_not_kept() {
    let core = CoreFixture::new().await;
    let identity_platform = identity_platform::start(&[("napi_mine", ME)]).await;
    let refused = accounts::connect(&core.app, request(&identity_platform, "napi_wrong")).await;
    let refused = whole(refused.unwrap_err());
    assert_eq!(refused.code, ErrorCode::Unauthorized);

    identity_platform.state().status = Some(500);
    let broken = accounts::connect(&core.app, request(&identity_platform, "napi_mine")).await;
    assert_eq!(code(broken), ErrorCode::Platform);
    identity_platform.state().status = Some(404);
    let elsewhere = accounts::connect(&core.app, request(&identity_platform, "napi_mine")).await;
    let elsewhere = whole(elsewhere.unwrap_err());
    assert!(elsewhere.hint.unwrap().contains("/api/v2"));
    identity_platform.state().status = None;

    let nobody = ConnectAccount {
        base_url: Some("http://127.0.0.1:1/api/v2".to_owned()),
        ..request(&identity_platform, "napi_mine")
    };
    assert_eq!(
        code(accounts::connect(&core.app, nobody).await),
        ErrorCode::Offline
    );
    assert_eq!(all(&core).await, []);
    assert!(core.vault.is_empty());
    assert_eq!(log(&core).await, []);
}

#[tokio::test]
async fn the_same_account_is_connected_once() {
    let core = CoreFixture::new().await;
    let identity_platform = identity_platform::start(&[
        ("napi_mine", ME),
        ("napi_second", ME),
        ("napi_org", Holder::Organization("Shop")),
    ])
    .await;
    let first = accounts::connect(&core.app, named(&identity_platform, "napi_mine", "Work")).await;
    let first = first.unwrap();
    let sent = identity_platform.request_count();

    let same_key =
        accounts::connect(&core.app, named(&identity_platform, "napi_mine", "Other")).await;
    let same_key = whole(same_key.unwrap_err());
    assert_eq!(same_key.code, ErrorCode::Exists);
    assert_eq!(same_key.about, Some(first.id.clone()));
    let same_name =
        accounts::connect(&core.app, named(&identity_platform, "napi_org", "wORK")).await;
    let same_name = whole(same_name.unwrap_err());
    assert_eq!(
        (same_name.code, same_name.about),
        (ErrorCode::Exists, Some(first.id.clone()))
    );
    assert_eq!(
        identity_platform.request_count(),
        sent,
        "none of them had to be asked about"
    );

    let same_owner = accounts::connect(&core.app, request(&identity_platform, "napi_second")).await;
    let same_owner = whole(same_owner.unwrap_err());
    assert_eq!(
        (same_owner.code, same_owner.about),
        (ErrorCode::Exists, Some(first.id))
    );
    let second = accounts::connect(
        &core.app,
        named(&identity_platform, "napi_second", "Read only"),
    )
    .await;
    second.unwrap();
    assert_eq!(all(&core).await.len(), 2);
    assert_eq!(current(&core).await, ["Read only"]);
}

#[tokio::test]
async fn two_clicks_at_once_connect_one_account() {
    let core = CoreFixture::new().await;
    let identity_platform = identity_platform::start(&[("napi_mine", ME)]).await;
    identity_platform.open_gate(false);
    let click = || {
        let (app, request) = (
            core.app.clone(),
            named(&identity_platform, "napi_mine", "Work"),
        );
        tokio::spawn(async move { accounts::connect(&app, request).await })
    };
    let clicks: Vec<_> = (0..20).map(|_| click()).collect();
    identity_platform.received(1).await;
    identity_platform.open_gate(true);
    let mut made = Vec::new();
    for click in clicks {
        match click.await.unwrap() {
            Ok(account) => made.push(account.id),
            Err(error) => assert_eq!(error.code(), ErrorCode::Exists),
        }
    }
    assert_eq!(made.len(), 1);
    assert_eq!(
        identity_platform.request_count(),
        2,
        "asked once whose it is"
    );
    assert_eq!(all(&core).await.len(), 1);
}

#[tokio::test]
async fn without_a_keychain_nothing_is_asked_and_nothing_kept() {
    for (kind, expected) in [
        (ErrorKind::Absent, ErrorCode::KeychainAbsent),
        (ErrorKind::Locked, ErrorCode::KeychainLocked),
        (ErrorKind::Denied, ErrorCode::KeychainDenied),
    ] {
        let core = CoreFixture::new().await;
        let identity_platform = identity_platform::start(&[("napi_mine", ME)]).await;
        core.vault.fail(Some(kind));
        let refused = accounts::connect(&core.app, request(&identity_platform, "napi_mine")).await;
        assert_eq!(whole(refused.unwrap_err()).code, expected);
        assert_eq!(
            (identity_platform.request_count(), all(&core).await.len()),
            (0, 0)
        );

        // One that fails only when it is given something.
        core.vault.fail(None);
        core.vault.fail_behind_probe(Some(kind));
        let refused = accounts::connect(&core.app, request(&identity_platform, "napi_mine")).await;
        assert_eq!(code(refused), expected);
        assert_eq!(all(&core).await, []);
        core.vault.fail(None);
        accounts::connect(&core.app, request(&identity_platform, "napi_mine"))
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn a_key_that_the_vault_took_too_late_goes_again() {
    let core = CoreFixture::new().await;
    let identity_platform = identity_platform::start(&[("napi_mine", ME)]).await;
    core.vault.store_late(true);
    let refused = accounts::connect(&core.app, request(&identity_platform, "napi_mine")).await;
    assert_eq!(code(refused), ErrorCode::KeychainLocked);
    core.until_empty().await;
    assert_eq!(all(&core).await, []);
}

#[tokio::test]
async fn in_memory_it_works_until_the_app_ends_and_then_says_what_is_missing() {
    let mut core = CoreFixture::new().await;
    let identity_platform =
        identity_platform::start(&[("napi_mine", ME), ("napi_newer", ME)]).await;
    core.vault.fail(Some(ErrorKind::Absent));
    keychain::use_memory(&core.app).await.unwrap();
    let made = accounts::connect(&core.app, request(&identity_platform, "napi_mine"))
        .await
        .unwrap();
    keys::list(&core.app, &made.id).await.unwrap();
    assert!(core.vault.is_empty());

    core.restart().await;
    let sent = identity_platform.request_count();
    let missing = all(&core).await.remove(0);
    assert_eq!(missing.state, AccountState::KeyMissing);
    assert_eq!(missing.problem.unwrap().code, ErrorCode::SecretMissing);
    assert_eq!(
        code(keys::list(&core.app, &made.id).await),
        ErrorCode::SecretMissing
    );
    assert_eq!(identity_platform.request_count(), sent);

    core.vault.fail(None);
    app::retry_keychain(&core.app).await.unwrap();
    let back = accounts::replace_key(&core.app, &made.id, "napi_newer".into()).await;
    assert_eq!(back.unwrap().state, AccountState::Ready);
    assert!(core.vault.holds_key(&made.id).await);
}

#[tokio::test]
async fn a_key_in_memory_moves_into_a_keychain_that_works_again() {
    let mut core = CoreFixture::new().await;
    let identity_platform = identity_platform::start(&[("napi_mine", ME)]).await;
    core.vault.fail(Some(ErrorKind::Locked));
    keychain::use_memory(&core.app).await.unwrap();
    let made = accounts::connect(&core.app, request(&identity_platform, "napi_mine"))
        .await
        .unwrap();
    core.vault.fail(None);
    app::retry_keychain(&core.app).await.unwrap();
    assert!(core.vault.holds_key(&made.id).await);
    core.restart().await;
    keys::list(&core.app, &made.id).await.unwrap();
}

#[tokio::test]
async fn a_locked_keychain_is_asked_once_and_again_when_it_is_opened() {
    let mut core = CoreFixture::new().await;
    let identity_platform = identity_platform::start(&[("napi_mine", ME)]).await;
    let made = accounts::connect(&core.app, request(&identity_platform, "napi_mine"))
        .await
        .unwrap();
    core.vault.fail(Some(ErrorKind::Locked));
    core.restart().await;
    for _ in 0..3 {
        assert_eq!(
            code(keys::list(&core.app, &made.id).await),
            ErrorCode::KeychainLocked
        );
    }
    let reads = core.vault.reads.load(std::sync::atomic::Ordering::Relaxed);
    assert!(reads <= 1, "it was asked {reads} times");
    let missing = all(&core).await.remove(0);
    assert_eq!(missing.state, AccountState::KeyMissing);
    assert_eq!(missing.problem.unwrap().code, ErrorCode::KeychainLocked);
    core.vault.fail(None);
    let mut events = core.app.events();
    app::retry_keychain(&core.app).await.unwrap();
    event(&mut events, |event| *event == Event::AccountsChanged).await;
    assert_eq!(all(&core).await[0].state, AccountState::Ready);
    keys::list(&core.app, &made.id).await.unwrap();
}

#[tokio::test]
async fn a_crash_leaves_an_account_with_its_key_or_nothing() {
    for checkpoint in [Checkpoint::ConnectIntended, Checkpoint::ConnectKeySaved] {
        let mut core = CoreFixture::new().await;
        let identity_platform = identity_platform::start(&[("napi_mine", ME)]).await;
        // The run that crashes cannot tidy up after itself.
        core.vault.refuse_erasing(true);
        core.crash_at(checkpoint);
        let ended = accounts::connect(&core.app, request(&identity_platform, "napi_mine")).await;
        assert_eq!(code(ended), ErrorCode::Internal);
        assert_eq!(
            core.vault.is_empty(),
            checkpoint == Checkpoint::ConnectIntended
        );
        core.vault.refuse_erasing(false);
        core.restart().await;
        core.until_empty().await;
        assert_eq!(all(&core).await, [], "{checkpoint:?}");
        accounts::connect(&core.app, request(&identity_platform, "napi_mine"))
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn a_disk_that_is_full_keeps_neither_account_nor_key() {
    let core = CoreFixture::new().await;
    let identity_platform = identity_platform::start(&[("napi_mine", ME)]).await;
    let store = rusqlite::Connection::open(core.folder.path().join("plinth.db")).unwrap();
    store
        .execute_batch(
            "CREATE TRIGGER full BEFORE INSERT ON account BEGIN SELECT RAISE(ABORT, 'full'); END",
        )
        .unwrap();
    let refused = accounts::connect(&core.app, request(&identity_platform, "napi_mine")).await;
    assert_eq!(code(refused), ErrorCode::File);
    core.until_empty().await;
    store.execute_batch("DROP TRIGGER full").unwrap();
    accounts::connect(&core.app, request(&identity_platform, "napi_mine"))
        .await
        .unwrap();
    assert_eq!(all(&core).await.len(), 1);
}

#[tokio::test]
async fn one_key_is_connected_once_by_whatever_address() {
    let core = CoreFixture::new().await;
    let identity_platform =
        identity_platform::start(&[("napi_mine", ME), ("napi_second", ME)]).await;
    let first = accounts::connect(&core.app, named(&identity_platform, "napi_mine", "Work")).await;
    let first = first.unwrap();
    let elsewhere = |key: &str, name: &str| ConnectAccount {
        base_url: Some(identity_platform.url.replace("127.0.0.1", "localhost")),
        ..named(&identity_platform, key, name)
    };
    let again = accounts::connect(&core.app, elsewhere("napi_mine", "Other")).await;
    let again = whole(again.unwrap_err());
    assert_eq!(
        (again.code, again.about),
        (ErrorCode::Exists, Some(first.id))
    );
    assert_eq!(all(&core).await.len(), 1);
    // Another key of the same owner is an account of its own there as well.
    accounts::connect(&core.app, elsewhere("napi_second", "Second"))
        .await
        .unwrap();
    assert_eq!(all(&core).await.len(), 2);
}
