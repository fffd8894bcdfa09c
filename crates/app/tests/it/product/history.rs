//! Points of the past: the platform is asked for them, and says which it has.

use app::branches::{CreateBranch, RestoreBranch};
use app::view::ErrorCode;
use app::{Error, accounts, branches};
use chrono::{DateTime, Utc};

use super::connect_account::{ME, request, whole};
use super::core_fixture::CoreFixture;
use super::identity_platform;

const BRANCH: &str = "br-1";

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
async fn a_platform_is_asked_for_the_past_and_for_nothing_that_cannot_be() {
    let core = CoreFixture::new().await;
    let identity_platform = identity_platform::start(&[("napi_mine", ME)]).await;
    let account = accounts::connect(&core.app, request(&identity_platform, "napi_mine"))
        .await
        .unwrap();
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
    }
    assert_eq!(identity_platform.count("POST"), 2);
}
