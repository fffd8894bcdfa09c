//! Points of the past: asked for where the platform keeps a history, and refused beforehand where it keeps none.

use app::branches::{CreateBranch, RestoreBranch};
use app::view::ErrorCode;
use app::{Error, accounts, branches};
use chrono::{DateTime, Utc};

use super::connect_account::{ME, request, whole};
use super::core_fixture::CoreFixture;
use super::identity_platform;
use super::operations_fixture::platform;

const BRANCH: &str = "br-1";
const NO_HISTORY: &str = "This platform has no history";

fn begun_at(lsn: Option<&str>, at: Option<DateTime<Utc>>) -> CreateBranch {
    CreateBranch {
        parent_lsn: lsn.map(ToOwned::to_owned),
        parent_timestamp: at,
        ..CreateBranch::default()
    }
}

fn restored_from(source: &str, at: Option<DateTime<Utc>>, kept: Option<&str>) -> RestoreBranch {
    RestoreBranch {
        source_id: source.to_owned(),
        source_timestamp: at,
        preserve_under_name: kept.map(ToOwned::to_owned),
        ..RestoreBranch::default()
    }
}

async fn create(core: &CoreFixture, account: &str, request: CreateBranch) -> Error {
    let made = branches::create(&core.app, account, "p-1", request).await;
    made.map(drop)
        .expect_err("the platform of the test makes nothing")
}

async fn restore(core: &CoreFixture, account: &str, request: RestoreBranch) -> Error {
    let restored = branches::restore(&core.app, account, "p-1", BRANCH, request).await;
    restored.expect_err("the platform of the test restores nothing")
}

#[tokio::test]
async fn a_platform_without_history_is_not_asked_for_the_past() {
    let core = CoreFixture::new().await;
    let identity_platform = identity_platform::start(&[("napi_mine", ME)]).await;
    let local = platform(
        identity_platform.url.trim_end_matches("/api/v2"),
        "napi_mine",
    );
    let local = accounts::set_local(&core.app, local).await.unwrap();
    assert!(!local.profile.keeps_history);
    let now = DateTime::UNIX_EPOCH;
    let refused = [
        create(&core, &local.id, begun_at(Some("0/1"), None)).await,
        create(&core, &local.id, begun_at(None, Some(now))).await,
        restore(
            &core,
            &local.id,
            restored_from("br-2", Some(now), Some("kept")),
        )
        .await,
        restore(&core, &local.id, restored_from(BRANCH, None, Some("kept"))).await,
    ];
    for error in refused {
        let error = whole(error);
        assert_eq!(
            (error.code, &*error.message),
            (ErrorCode::Invalid, NO_HISTORY)
        );
    }
    assert_eq!(identity_platform.count("POST"), 0);
}

#[tokio::test]
async fn a_platform_with_history_is_asked_for_the_past() {
    let core = CoreFixture::new().await;
    let identity_platform = identity_platform::start(&[("napi_mine", ME)]).await;
    let account = accounts::connect(&core.app, request(&identity_platform, "napi_mine"))
        .await
        .unwrap();
    assert!(account.profile.keeps_history);
    let now = DateTime::UNIX_EPOCH;
    identity_platform.state().status = Some(422);
    create(&core, &account.id, begun_at(None, Some(now))).await;
    assert_eq!(identity_platform.count("POST"), 1);
    restore(
        &core,
        &account.id,
        restored_from(BRANCH, Some(now), Some("kept")),
    )
    .await;
    assert_eq!(identity_platform.count("POST"), 2);
    // What cannot be asked for anywhere is refused all the same.
    for request in [
        restored_from(BRANCH, None, Some("kept")),
        restored_from(BRANCH, Some(now), None),
    ] {
        let error = whole(restore(&core, &account.id, request).await);
        assert_eq!(error.code, ErrorCode::Invalid);
        assert_ne!(error.message, NO_HISTORY);
    }
    assert_eq!(identity_platform.count("POST"), 2);
}
