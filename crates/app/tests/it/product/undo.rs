//! What was deleted here and can be brought back.

use app::view::{ProjectScope, UndoView};
use app::{Checkpoint, Event, branches, projects, undo};
use chrono::TimeDelta;

use super::account_with_projects::{AccountWithProjects, id};
use super::core_fixture::event;

async fn offered(fixture: &AccountWithProjects) -> Vec<UndoView> {
    undo::list(fixture.app()).await.unwrap()
}

async fn names(fixture: &AccountWithProjects) -> Vec<String> {
    let offered = offered(fixture).await.into_iter();
    offered.map(|it| it.name).collect()
}

#[tokio::test]
async fn a_deleted_project_is_offered_until_its_deadline_also_after_a_restart() {
    let mut fixture = AccountWithProjects::of(2).await;
    projects::delete(fixture.app(), &fixture.account.id, &id(1))
        .await
        .unwrap();
    fixture.core.clock.advance(TimeDelta::minutes(1));
    projects::delete(fixture.app(), &fixture.account.id, &id(2))
        .await
        .unwrap();
    fixture.restart().await;
    let all = offered(&fixture).await;
    assert_eq!(
        (all.len(), all[0].project_id.clone(), all[0].name.as_str()),
        (2, id(2), "project 00002")
    );
    assert_eq!(all[0].account_id, fixture.account.id);
    assert_eq!(all[0].branch_id, None);
    assert_eq!(all[0].until - all[0].deleted_at, TimeDelta::days(7));
    fixture
        .core
        .clock
        .advance(TimeDelta::days(7) - TimeDelta::seconds(30));
    assert_eq!(names(&fixture).await, ["project 00002"]);
    fixture.core.clock.advance(TimeDelta::minutes(1));
    assert_eq!(names(&fixture).await, [""; 0]);
}

#[tokio::test]
async fn it_is_offered_no_more_once_it_is_back_gone_or_put_away() {
    let fixture = AccountWithProjects::of(4).await;
    let (app, account) = (fixture.app(), &fixture.account.id);
    fixture.read(ProjectScope::Own).await;
    for number in 1..=4 {
        projects::delete(app, account, &id(number)).await.unwrap();
    }
    let mut events = app.events();
    projects::recover(app, account, &id(1)).await.unwrap();
    event(&mut events, |event| *event == Event::UndoChanged).await;
    let dismissed = offered(&fixture).await;
    let dismissed = dismissed.iter().find(|it| it.project_id == id(2)).unwrap();
    undo::dismiss(app, vec![dismissed.id.clone()])
        .await
        .unwrap();
    undo::dismiss(app, vec![dismissed.id.clone()])
        .await
        .unwrap();
    // Brought back elsewhere, as the list says.
    let project = fixture.state().deleted.remove(&id(3)).unwrap();
    fixture.state().projects.insert(id(3), project);
    fixture.read(ProjectScope::Own).await;
    assert_eq!(names(&fixture).await, ["project 00004"]);
    // Gone for good, as the platform says when it is asked for.
    fixture.state().deleted.remove(&id(4));
    projects::recover(app, account, &id(4)).await.unwrap_err();
    assert_eq!(names(&fixture).await, [""; 0]);
}

#[tokio::test]
async fn a_branch_is_offered_by_name_unless_it_was_deleted_for_good() {
    let fixture = AccountWithProjects::of(1).await;
    let (app, account) = (fixture.app(), &fixture.account.id);
    for (branch, name) in [("br-dev-1", "dev"), ("br-test-1", "test")] {
        let branch = serde_json::json!({ "id": branch, "project_id": id(1), "name": name });
        fixture.state().branches.push(branch);
    }
    branches::delete(app, account, &id(1), "br-dev-1")
        .await
        .unwrap();
    branches::delete_for_good(app, account, &id(1), "br-test-1")
        .await
        .unwrap();
    let all = offered(&fixture).await;
    assert_eq!((all.len(), all[0].name.as_str()), (1, "dev"));
    assert_eq!(all[0].branch_id.as_deref(), Some("br-dev-1"));
    // Somebody brought it back elsewhere, as the tree with its deleted branches says.
    fixture.core.clock.advance(TimeDelta::minutes(1));
    let dev = fixture.state().branches[0]
        .as_object_mut()
        .unwrap()
        .remove("recovery");
    assert!(dev.is_some());
    branches::all(app, account, &id(1), true).await.unwrap();
    let none = async || offered(&fixture).await.is_empty().then_some(());
    fixture.until("the offer is gone", none).await;
}

#[tokio::test]
async fn a_crash_after_the_reply_leaves_the_offer_for_the_next_start() {
    let mut fixture = AccountWithProjects::of(1).await;
    fixture.core.crash_at(Checkpoint::MutationAnswered);
    projects::delete(fixture.app(), &fixture.account.id, &id(1))
        .await
        .unwrap_err();
    assert_eq!(names(&fixture).await, [""; 0]);
    fixture.restart().await;
    let offer = async || offered(&fixture).await.pop();
    let offer = fixture.until("the offer came", offer).await;
    assert_eq!(offer.project_id, id(1));
    assert_eq!(fixture.count("DELETE"), 1);
}
