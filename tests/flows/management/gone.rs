//! Deletions of what is not there: the platform answers 204, as if nothing were wrong.

use app::view::{ActivityFilter, ErrorCode, Outcome};
use app::{activity, branches, computes, databases, roles, snapshots, undo};

use super::fixture::ManagementFixture;
use crate::product::ProductFixture;

#[tokio::test(flavor = "multi_thread")]
async fn deletion_of_what_is_gone_already_says_so_and_offers_no_undo() {
    let product = ProductFixture::without_servers().await;
    let fixture = ManagementFixture::of(product).await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let project = fixture.project("Shop").await;
    let (id, main) = (project.id.as_str(), project.branch.as_str());
    let (branch, compute) = ("br-quiet-sea-12345678", "ep-quiet-sea-12345678");
    let snapshot = "snap-quiet-sea-12345678";

    let refused = [
        branches::delete(app, account, id, branch).await.map(drop),
        computes::delete(app, account, id, compute).await.map(drop),
        databases::delete(app, account, id, main, "ledger")
            .await
            .map(drop),
        roles::delete(app, account, id, main, "clerk")
            .await
            .map(drop),
        snapshots::delete(app, account, id, snapshot, "nightly")
            .await
            .map(drop),
    ];

    let codes = refused.map(|end| end.unwrap_err().code());
    assert_eq!(codes, [ErrorCode::NotFound; 5]);
    assert_eq!(undo::list(app).await.unwrap(), []);
    let log = activity::list(app, ActivityFilter::default(), None, 10).await;
    let deletions: Vec<_> = log
        .unwrap()
        .items
        .into_iter()
        .filter(|it| it.action.starts_with("Delete"))
        .map(|it| (it.action, it.outcome))
        .collect();
    let failed = ["snapshot", "role", "database", "compute", "branch"];
    let failed = failed.map(|noun| (format!("Delete {noun}"), Outcome::Failed));
    assert_eq!(deletions, failed);
    fixture.stop().await;
}
