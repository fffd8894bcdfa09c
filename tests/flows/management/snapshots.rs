//! Snapshots through the core, seen in the real databases.

use std::time::Duration;

use app::snapshots::{self, CreateSnapshot, RestoreSnapshot};
use app::view::{ActivityFilter, BranchView, ErrorCode, SnapshotScheduleView, SnapshotView};
use app::{activity, branches};
use testkit::sql;

use super::cuts::cut_next;
use super::fixture::{ManagementFixture, Project};
use crate::cuts::Cuts;

const ROWS: &str = "SELECT string_agg(word, ' ' ORDER BY word) FROM said";

async fn take(fixture: &ManagementFixture, project: &Project, name: &str) -> SnapshotView {
    let create = CreateSnapshot {
        name: Some(name.to_owned()),
        ..CreateSnapshot::default()
    };
    let (app, account) = (fixture.app(), &fixture.account);
    let taken = snapshots::create(app, account, &project.id, &project.branch, create).await;
    let taken = taken.unwrap();
    assert_eq!(taken.operations.len(), 2);
    fixture.finished(&project.id).await;
    taken.item
}

async fn branches_of(fixture: &ManagementFixture, project: &Project) -> Vec<BranchView> {
    let all = branches::all(fixture.app(), &fixture.account, &project.id, false).await;
    all.unwrap()
}

fn named<'a>(branches: &'a [BranchView], name: &str) -> &'a BranchView {
    let found = branches.iter().find(|it| it.name == name);
    found.unwrap_or_else(|| panic!("no branch {name} in {branches:#?}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_come_back_from_a_snapshot_beside_the_branch_and_in_its_place() {
    let fixture = ManagementFixture::start().await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let project = fixture.project("Shop").await;
    let uri = fixture.uri(&project.id, None).await;
    let client = fixture.open(&uri).await;
    sql::run(&client, "CREATE TABLE said AS SELECT 'early' AS word").await;
    let snapshot = take(&fixture, &project, "before").await;
    sql::run(&client, "INSERT INTO said VALUES ('late')").await;
    let all = snapshots::list(app, account, &project.id).await.unwrap();
    assert_eq!(all.len(), 1);
    assert_eq!(
        all[0].source_branch_id.as_deref(),
        Some(project.branch.as_str())
    );
    assert!(all[0].full_size.unwrap() > 1_000_000.0 && !all[0].is_scheduled);

    // Beside the branch, to look at it.
    let look = RestoreSnapshot {
        name: Some("look".to_owned()),
        ..RestoreSnapshot::default()
    };
    let restored = snapshots::restore(app, account, &project.id, &snapshot.id, look).await;
    let restored = restored.unwrap().item;
    assert_eq!(restored.restore_status.as_deref(), Some("restored"));
    fixture.finished(&project.id).await;
    let beside = fixture.connect(&project.id, Some(&restored.id)).await;
    assert_eq!(sql::one(&beside, ROWS).await, "early");
    assert_eq!(sql::one(&client, ROWS).await, "early late");
    sql::run(&beside, "INSERT INTO said VALUES ('mended')").await;
    drop((beside, client));

    // In its place: the same string leads to the restored data.
    let finalized =
        snapshots::finalize(app, account, &project.id, &restored.id, Some("before it")).await;
    finalized.unwrap();
    fixture.finished(&project.id).await;
    let client = fixture.open(&uri).await;
    assert_eq!(sql::one(&client, ROWS).await, "early mended");
    drop(client);
    let found = branches_of(&fixture, &project).await;
    let main = named(&found, "main");
    assert!(main.is_default && main.id == restored.id);
    assert_eq!(main.restore_status.as_deref(), Some("finalized"));
    assert_eq!(named(&found, "before it").id, project.branch);

    // And once more at once.
    let again = RestoreSnapshot {
        target_branch_id: Some(main.id.clone()),
        finalize: true,
        ..RestoreSnapshot::default()
    };
    let again = snapshots::restore(app, account, &project.id, &snapshot.id, again).await;
    let again = again.unwrap().item;
    fixture.finished(&project.id).await;
    let client = fixture.open(&uri).await;
    assert_eq!(sql::one(&client, ROWS).await, "early");
    drop(client);
    let found = branches_of(&fixture, &project).await;
    assert_eq!(named(&found, "main").id, again.id);
    assert_eq!(named(&found, "main (old)").id, restored.id);

    let log = activity::list(app, ActivityFilter::default(), None, 100).await;
    let log: Vec<String> = log.unwrap().items.into_iter().map(|it| it.action).collect();
    for action in ["Take snapshot", "Restore snapshot", "Finalize restore"] {
        assert!(
            log.iter().any(|it| it == action),
            "{action} is not in {log:?}"
        );
    }
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_schedule_takes_snapshots_when_its_time_has_come() {
    let fixture = ManagementFixture::start().await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let project = fixture.project("Shop").await;
    let item = SnapshotScheduleView {
        frequency: "hourly".to_owned(),
        hour: None,
        day: None,
        month: None,
        retention_seconds: Some(7_200.0),
    };
    let (id, branch) = (project.id.as_str(), project.branch.as_str());
    let set = snapshots::set_schedule(app, account, id, branch, vec![item.clone()]).await;
    set.unwrap();
    let read = snapshots::schedule(app, account, id, branch).await.unwrap();
    assert_eq!(read, std::slice::from_ref(&item));
    let list = async || snapshots::list(app, account, id).await.unwrap();
    assert!(list().await.is_empty());
    let sandbox = &fixture.product.sandbox;
    sandbox.advance(Duration::from_secs(3_600)).await.unwrap();
    fixture.finished(id).await;
    let taken = list().await;
    assert_eq!(taken.len(), 1);
    assert!(taken[0].is_scheduled && taken[0].full_size.is_some());
    assert!(taken[0].expires_at.is_some());
    assert_eq!(taken[0].diff_size, None, "there is none before it");
    sandbox.advance(Duration::from_secs(3_600)).await.unwrap();
    fixture.finished(id).await;
    let taken = list().await;
    let mut sizes: Vec<_> = taken
        .iter()
        .filter_map(|it| Some((it.full_size?, it.diff_size?)))
        .collect();
    assert_eq!((taken.len(), sizes.len()), (2, 1));
    let (full, diff) = sizes.remove(0);
    assert!(diff < full / 4.0, "{diff} of {full}");

    let wrong = SnapshotScheduleView {
        hour: Some(24),
        ..item
    };
    let refused = snapshots::set_schedule(app, account, id, branch, vec![wrong]).await;
    assert_eq!(refused.unwrap_err().code(), ErrorCode::Invalid);
    snapshots::set_schedule(app, account, id, branch, Vec::new())
        .await
        .unwrap();
    sandbox.advance(Duration::from_secs(10_800)).await.unwrap();
    fixture.finished(id).await;
    assert!(list().await.is_empty(), "it has expired, and no other came");
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_snapshot_is_taken_once_and_deleted_once_wherever_the_reply_is_cut() {
    let fixture = ManagementFixture::quiet().await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let project = fixture.project("Shop").await;
    let path = format!(
        "/projects/{}/branches/{}/snapshot",
        project.id, project.branch
    );
    let measured = fixture
        .raw("POST", &format!("{path}?name=measure"), "")
        .await;
    fixture.finished(&project.id).await;
    let cuts = Cuts::of(&measured);
    for &cut in &cuts.places {
        // The log has room for a few thousand requests.
        fixture.forget_requests().await;
        let name = format!("at {cut}");
        cut_next(&fixture, "POST", &path, cut);
        let create = CreateSnapshot {
            name: Some(name.clone()),
            ..CreateSnapshot::default()
        };
        let taken = snapshots::create(app, account, &project.id, &project.branch, create).await;
        let taken = taken.unwrap_or_else(|error| panic!("cut at {cut}: {error:?}"));
        assert_eq!(taken.item.name, name);
        fixture.finished(&project.id).await;
        let one = format!("/projects/{}/snapshots/{}", project.id, taken.item.id);
        cut_next(&fixture, "DELETE", &one, cut);
        snapshots::delete(app, account, &project.id, &taken.item.id, &name)
            .await
            .unwrap_or_else(|error| panic!("cut at {cut}: {error:?}"));
        fixture.finished(&project.id).await;
        assert_eq!(fixture.request_count("POST", &path), 1);
        assert_eq!(fixture.request_count("DELETE", &one), 1);
    }
    let left = snapshots::list(app, account, &project.id).await.unwrap();
    let left: Vec<&str> = left.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(left, ["measure"]);
    fixture.stop().await;
}
