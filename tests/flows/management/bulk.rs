//! Thirty projects deleted with one failure between them, brought back, and left in the middle.

use app::view::{
    BulkItemState, BulkRequest, BulkState, BulkVerb, BulkView, ErrorCode, ProjectScope,
};
use app::{accounts, bulk, projects, undo};
use sandbox::Fault;
use testkit::until_that;

use super::fixture::ManagementFixture;
use crate::product::{ProductFixture, local};

const PROJECTS: usize = 30;

async fn seeded() -> ManagementFixture {
    let product =
        ProductFixture::of(false, |sandbox| sandbox.seed_projects = PROJECTS, |_| {}).await;
    ManagementFixture::of(product).await
}

async fn listed(fixture: &ManagementFixture, scope: ProjectScope) -> Vec<String> {
    let (app, account) = (fixture.app(), &fixture.account);
    let mut page = projects::page(app, account, scope, None, None)
        .await
        .unwrap();
    let mut ids: Vec<_> = page.items.into_iter().map(|it| it.id).collect();
    while let Some(next) = page.next {
        page = projects::page(app, account, scope, None, Some(next))
            .await
            .unwrap();
        ids.extend(page.items.into_iter().map(|it| it.id));
    }
    ids
}

fn request(fixture: &ManagementFixture, verb: BulkVerb, ids: &[String]) -> BulkRequest {
    BulkRequest {
        account_id: fixture.account.clone(),
        verb,
        organization_id: None,
        project_id: None,
        expires_at: None,
        item_ids: ids.to_vec(),
    }
}

/// Waits until a bulk is like this.
pub async fn until(
    fixture: &ManagementFixture,
    id: &str,
    is: impl Fn(&BulkView) -> bool,
) -> BulkView {
    let look = async || {
        let all = bulk::list(fixture.app()).await.unwrap();
        all.into_iter().find(|it| it.id == id).unwrap()
    };
    until_that("it came so far", look, is).await
}

fn is_done(bulk: &BulkView) -> bool {
    bulk.state == BulkState::Done
}

fn count(bulk: &BulkView, state: BulkItemState) -> usize {
    bulk.items.iter().filter(|it| it.state == state).count()
}

/// How often the sandbox was asked for it.
fn request_count(fixture: &ManagementFixture, method: &str) -> usize {
    let log = fixture.product.sandbox.requests();
    let of_projects = log
        .iter()
        .filter(|it| it.path.starts_with("/api/v2/projects"));
    of_projects.filter(|it| it.method == method).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn thirty_are_deleted_but_for_the_one_that_fails_and_all_come_back() {
    let fixture = seeded().await;
    let ids = listed(&fixture, ProjectScope::Own).await;
    assert_eq!(ids.len(), PROJECTS);
    assert!(listed(&fixture, ProjectScope::Deleted).await.is_empty());
    let delete = request(&fixture, BulkVerb::DeleteProjects, &ids);
    let plan = bulk::plan(fixture.app(), delete.clone()).await.unwrap();
    assert_eq!((plan.items.len(), plan.requests), (PROJECTS, 31));
    assert!(
        plan.items.iter().all(|it| it.name != it.item_id),
        "names are known"
    );
    fixture.order(Fault {
        method: Some("DELETE".to_owned()),
        status: Some(422),
        times: Some(1),
        ..Fault::on(format!("/api/v2/projects/{}", ids[11]))
    });
    let begun = bulk::start(fixture.app(), delete).await.unwrap();
    let ended = until(&fixture, &begun.id, is_done).await;
    assert_eq!(count(&ended, BulkItemState::Done), PROJECTS - 1);
    assert_eq!(ended.items[11].state, BulkItemState::Failed);
    assert_eq!(
        ended.items[11].error.as_ref().unwrap().code,
        ErrorCode::Platform
    );
    assert_eq!(
        request_count(&fixture, "DELETE"),
        PROJECTS,
        "each was sent once"
    );
    assert_eq!(listed(&fixture, ProjectScope::Own).await, [ids[11].clone()]);
    assert_eq!(
        listed(&fixture, ProjectScope::Deleted).await.len(),
        PROJECTS - 1
    );
    let offers = undo::list(fixture.app()).await.unwrap();
    assert_eq!(offers.len(), PROJECTS - 1);
    assert!(
        offers
            .iter()
            .all(|it| it.bulk_id.as_ref() == Some(&begun.id))
    );
    // What failed is tried again, and only that.
    bulk::resume(fixture.app(), &begun.id).await.unwrap();
    let ended = until(&fixture, &begun.id, is_done).await;
    assert_eq!(count(&ended, BulkItemState::Done), PROJECTS);
    assert_eq!(request_count(&fixture, "DELETE"), PROJECTS + 1);
    let back = request(&fixture, BulkVerb::RecoverProjects, &ids);
    let begun = bulk::start(fixture.app(), back).await.unwrap();
    let ended = until(&fixture, &begun.id, is_done).await;
    assert_eq!(count(&ended, BulkItemState::Done), PROJECTS, "{ended:#?}");
    assert_eq!(listed(&fixture, ProjectScope::Own).await.len(), PROJECTS);
    assert!(undo::list(fixture.app()).await.unwrap().is_empty());
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sandbox_that_stops_in_the_middle_pauses_it_until_it_is_there_again() {
    let fixture = seeded().await;
    let ids = listed(&fixture, ProjectScope::Own).await;
    fixture.order(Fault {
        method: Some("DELETE".to_owned()),
        delay_ms: Some(100),
        ..Fault::on("/api/v2/projects/**")
    });
    let begun = bulk::start(
        fixture.app(),
        request(&fixture, BulkVerb::DeleteProjects, &ids),
    )
    .await
    .unwrap();
    until(&fixture, &begun.id, |it| {
        count(it, BulkItemState::Done) >= 3
    })
    .await;
    accounts::clear_local(fixture.app());
    let paused = until(&fixture, &begun.id, |it| {
        it.state == BulkState::Paused && count(it, BulkItemState::Running) == 0
    })
    .await;
    assert_eq!(
        paused.problem.as_ref().unwrap().code,
        ErrorCode::SandboxStopped
    );
    let done = count(&paused, BulkItemState::Done);
    assert_eq!(count(&paused, BulkItemState::Waiting), PROJECTS - done);
    assert_eq!(request_count(&fixture, "DELETE"), done);
    fixture.product.sandbox.clear_faults();
    accounts::set_local(fixture.app(), local(&fixture.product.sandbox))
        .await
        .unwrap();
    bulk::resume(fixture.app(), &begun.id).await.unwrap();
    let ended = until(&fixture, &begun.id, is_done).await;
    assert_eq!(count(&ended, BulkItemState::Done), PROJECTS);
    assert_eq!(request_count(&fixture, "DELETE"), PROJECTS);
    assert!(listed(&fixture, ProjectScope::Own).await.is_empty());
    fixture.stop().await;
}
