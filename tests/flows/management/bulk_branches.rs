//! Branches and computes of a project changed at once, and all of them back.

use app::branches::CreateBranch;
use app::view::{
    BranchView, BulkItemState, BulkRequest, BulkState, BulkVerb, BulkView, ComputeView, ErrorCode,
    UndoView,
};
use app::{branches, bulk, computes, undo};
use chrono::{SubsecRound as _, TimeDelta, Utc};

use super::bulk::until;
use super::fixture::{ManagementFixture, Project, usual_compute};
use crate::product::ProductFixture;

async fn fixture() -> (ManagementFixture, Project) {
    let fixture = ManagementFixture::of(ProductFixture::of(false, |_| {}, |_| {}).await).await;
    let project = fixture.project("many").await;
    (fixture, project)
}

async fn branch(
    fixture: &ManagementFixture,
    project: &Project,
    name: &str,
    parent: &str,
) -> String {
    let create = CreateBranch {
        name: Some(name.to_owned()),
        parent_id: Some(parent.to_owned()),
        compute: usual_compute(),
        ..CreateBranch::default()
    };
    let made = branches::create(fixture.app(), &fixture.account, &project.id, create).await;
    fixture.finished(&project.id).await;
    made.unwrap().branch.id
}

fn request(
    fixture: &ManagementFixture,
    project: &Project,
    verb: BulkVerb,
    ids: &[&str],
) -> BulkRequest {
    BulkRequest {
        account_id: fixture.account.clone(),
        verb,
        organization_id: None,
        project_id: Some(project.id.clone()),
        expires_at: None,
        item_ids: ids.iter().map(|&id| id.to_owned()).collect(),
    }
}

/// Starts a job and waits until nothing of it is left to be done.
async fn done(fixture: &ManagementFixture, request: BulkRequest) -> BulkView {
    let project = request.project_id.clone().unwrap();
    let begun = bulk::start(fixture.app(), request).await.unwrap();
    let ended = until(fixture, &begun.id, |it| it.state == BulkState::Done).await;
    fixture.finished(&project).await;
    assert!(
        ended.items.iter().all(|it| it.error.is_none()),
        "{ended:#?}"
    );
    ended
}

fn names(bulk: &BulkView, state: BulkItemState) -> Vec<&str> {
    let items = bulk.items.iter().filter(|it| it.state == state);
    items.map(|it| it.name.as_str()).collect()
}

async fn seen(fixture: &ManagementFixture, project: &Project, id: &str) -> BranchView {
    let found = branches::get(fixture.app(), &fixture.account, &project.id, id).await;
    found.unwrap().branch
}

async fn offered(fixture: &ManagementFixture) -> Vec<UndoView> {
    undo::list(fixture.app()).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn branches_are_deleted_children_first_and_come_back_parents_first() {
    let (fixture, project) = fixture().await;
    let parent = branch(&fixture, &project, "parent", &project.branch).await;
    let child = branch(&fixture, &project, "child", &parent).await;
    let other = branch(&fixture, &project, "other", &project.branch).await;

    // A branch stays whose child is not selected, and so does the default one.
    let alone = request(
        &fixture,
        &project,
        BulkVerb::DeleteBranches,
        &[&parent, &project.branch, &other],
    );
    let plan = bulk::plan(fixture.app(), alone).await.unwrap();
    let refused: Vec<_> = plan
        .items
        .iter()
        .filter_map(|it| it.error.as_ref())
        .collect();
    assert_eq!((plan.items.len(), refused.len(), plan.requests), (3, 2, 2));
    assert!(
        refused
            .iter()
            .any(|it| it.message == "parent has the child branch child"),
        "{refused:?}"
    );

    let all = [parent.as_str(), child.as_str(), other.as_str()];
    let asked = request(&fixture, &project, BulkVerb::DeleteBranches, &all);
    let plan = bulk::plan(fixture.app(), asked).await.unwrap();
    let listed: Vec<_> = plan.items.iter().map(|it| it.item_id.as_str()).collect();
    assert_eq!(listed, all, "as in the list that they were selected in");
    let gone = done(
        &fixture,
        request(&fixture, &project, BulkVerb::DeleteBranches, &all),
    )
    .await;
    let order = names(&gone, BulkItemState::Done);
    let at = |name: &str| order.iter().position(|it| *it == name);
    assert_eq!(order.len(), 3);
    assert!(at("child") < at("parent"), "{order:?}");

    // One undo is of all of them, also for whoever dismissed the job.
    let offers = offered(&fixture).await;
    assert_eq!(offers.len(), 3);
    assert!(
        offers
            .iter()
            .all(|it| it.bulk_id.as_ref() == Some(&gone.id) && it.project_id == project.id),
        "{offers:#?}"
    );
    bulk::dismiss(fixture.app(), &gone.id).await.unwrap();
    assert_eq!(offered(&fixture).await, offers);

    let back = done(
        &fixture,
        request(&fixture, &project, BulkVerb::RecoverBranches, &all),
    )
    .await;
    let order = names(&back, BulkItemState::Done);
    assert!(
        order.iter().position(|it| *it == "parent") < order.iter().position(|it| *it == "child"),
        "{order:?}"
    );
    assert_eq!(offered(&fixture).await, []);
    for id in all {
        assert_eq!(seen(&fixture, &project, id).await.deleted_at, None);
    }
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn branches_are_protected_and_expire_at_once() {
    let (fixture, project) = fixture().await;
    let one = branch(&fixture, &project, "one", &project.branch).await;
    let two = branch(&fixture, &project, "two", &project.branch).await;
    let both = [one.as_str(), two.as_str()];
    let at = (Utc::now() + TimeDelta::days(3)).trunc_subsecs(0);
    let expire = |expires_at| BulkRequest {
        expires_at,
        ..request(&fixture, &project, BulkVerb::ExpireBranches, &both)
    };
    done(&fixture, expire(Some(at))).await;
    for id in both {
        assert_eq!(seen(&fixture, &project, id).await.expires_at, Some(at));
    }
    let past = expire(Some(Utc::now() - TimeDelta::days(1)));
    let refused = bulk::plan(fixture.app(), past).await.unwrap_err();
    assert_eq!(refused.code(), ErrorCode::Invalid);

    // What expires cannot be protected.
    let protect = request(&fixture, &project, BulkVerb::ProtectBranches, &both);
    let plan = bulk::plan(fixture.app(), protect.clone()).await.unwrap();
    assert!(
        plan.items
            .iter()
            .all(|it| it.state == BulkItemState::Skipped)
    );
    done(&fixture, expire(None)).await;
    done(&fixture, protect).await;
    for id in both {
        let branch = seen(&fixture, &project, id).await;
        assert_eq!((branch.is_protected, branch.expires_at), (true, None));
    }
    let delete = request(&fixture, &project, BulkVerb::DeleteBranches, &both);
    let plan = bulk::plan(fixture.app(), delete).await.unwrap();
    assert_eq!(plan.requests, 0, "protected branches are not deleted");
    done(
        &fixture,
        request(&fixture, &project, BulkVerb::UnprotectBranches, &both),
    )
    .await;
    assert!(!seen(&fixture, &project, &one).await.is_protected);

    let nowhere = BulkRequest {
        project_id: None,
        ..request(&fixture, &project, BulkVerb::ProtectBranches, &both)
    };
    let refused = bulk::start(fixture.app(), nowhere).await.unwrap_err();
    assert_eq!(refused.code(), ErrorCode::Invalid);
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn computes_are_suspended_and_started_at_once() {
    let (fixture, project) = fixture().await;
    branch(&fixture, &project, "second", &project.branch).await;
    let all = async || -> Vec<ComputeView> {
        let found = computes::list(fixture.app(), &fixture.account, &project.id).await;
        found.unwrap()
    };
    let before = all().await;
    let ids: Vec<_> = before.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(ids.len(), 2);
    let suspend = request(&fixture, &project, BulkVerb::SuspendComputes, &ids);
    let suspended = done(&fixture, suspend.clone()).await;
    let mut named = names(&suspended, BulkItemState::Done);
    named.sort_unstable();
    assert_eq!(named, ["main", "second"], "they go by their branches");
    assert!(
        all()
            .await
            .iter()
            .all(|it| it.state.as_deref() == Some("idle"))
    );

    // Nothing is sent for what is suspended already.
    let refused = bulk::start(fixture.app(), suspend).await.unwrap_err();
    assert_eq!(refused.code(), ErrorCode::Invalid);

    done(
        &fixture,
        request(&fixture, &project, BulkVerb::StartComputes, &ids),
    )
    .await;
    assert!(
        all()
            .await
            .iter()
            .all(|it| it.state.as_deref() == Some("active"))
    );
    fixture.stop().await;
}
