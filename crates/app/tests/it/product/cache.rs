//! Lists of projects that were read whole, kept over restarts and true to what is done here.

use app::projects::{self, CreateProject, UpdateProject};
use app::view::ProjectScope;
use app::{Event, branches, undo};

use super::estate::{Estate, Mishap, id, told};

const OWN: ProjectScope = ProjectScope::Own;
const DELETED: ProjectScope = ProjectScope::Deleted;

#[tokio::test]
async fn a_list_is_kept_once_it_was_read_to_its_end_and_no_request_too_many() {
    let mut estate = Estate::of(950).await;
    let first = estate.page(OWN, None).await;
    assert_eq!(first.items.len(), 100);
    assert!(
        estate.kept(OWN).await.is_none(),
        "a part was kept as the whole"
    );
    assert_eq!(estate.read(OWN).await, 4, "100, 400, 400 and 50");
    assert_eq!(estate.kept(OWN).await.unwrap().len(), 950);
    assert!(estate.kept(DELETED).await.is_none());
    assert_eq!(estate.read(DELETED).await, 1);
    assert_eq!(estate.kept(DELETED).await.unwrap(), []);
    estate.restart().await;
    let asked = estate.count("GET");
    let kept = projects::cached(estate.app(), &estate.account.id, OWN, None)
        .await
        .unwrap()
        .unwrap();
    let items = kept.projects();
    assert_eq!(items.len(), 950);
    assert_eq!(items[0].name, "project 00001");
    assert_eq!(items[0].compute_size.max_cu, Some(2.0));
    assert_eq!(kept.as_of.timestamp(), 1_790_000_000);
    assert_eq!(estate.count("GET"), asked, "the platform was asked");
    let of_organization = projects::cached(
        estate.app(),
        &estate.account.id,
        OWN,
        Some("org-other-12345678"),
    )
    .await;
    assert!(of_organization.unwrap().is_none());
}

#[tokio::test]
async fn two_reads_at_once_do_not_mix_and_one_that_was_left_is_forgotten() {
    let estate = Estate::of(250).await;
    let left = estate.page(OWN, None).await;
    // Another begins while the first is half done; a project came in between.
    let project = estate.state().project(&id(0), "came later");
    estate.state().projects.insert(id(0), project);
    let second = estate.page(OWN, None).await;
    // The one that was left goes on, from a place that the second does not know.
    estate.page(OWN, left.next).await;
    assert!(
        estate.kept(OWN).await.is_none(),
        "pages of two reads were put together"
    );
    estate.page(OWN, second.next).await;
    let names = estate.names(OWN).await;
    assert_eq!((names.len(), names[0].as_str()), (251, "came later"));
    // A page that is asked for twice is in the list once.
    let again = estate.page(OWN, None).await;
    let (one, other) = tokio::join!(
        estate.page(OWN, again.next.clone()),
        estate.page(OWN, again.next.clone())
    );
    assert_eq!(one, other);
    assert_eq!(estate.names(OWN).await.len(), 251);
}

#[tokio::test]
async fn what_could_not_be_looked_up_keeps_the_row_it_had() {
    let estate = Estate::of(3).await;
    estate.read(OWN).await;
    estate.state().unavailable.insert(id(2));
    estate.state().projects.remove(&id(3));
    let page = estate.page(OWN, None).await;
    assert_eq!((page.items.len(), page.unavailable), (1, vec![id(2)]));
    assert_eq!(estate.names(OWN).await, ["project 00001", "project 00002"]);
}

#[tokio::test]
async fn what_is_done_here_shows_in_the_kept_lists() {
    let estate = Estate::of(3).await;
    let (app, account) = (estate.app().clone(), estate.account.id.clone());
    estate.read(OWN).await;
    estate.read(DELETED).await;
    let create = CreateProject {
        name: Some("fresh".to_owned()),
        ..CreateProject::default()
    };
    projects::create(&app, &account, create).await.unwrap();
    estate.world.clock.advance(chrono::TimeDelta::minutes(1));
    let rename = UpdateProject {
        name: Some("renamed".to_owned()),
        ..UpdateProject::default()
    };
    projects::update(&app, &account, &id(1), rename)
        .await
        .unwrap();
    projects::delete(&app, &account, &id(2)).await.unwrap();
    assert_eq!(
        estate.names(OWN).await,
        ["fresh", "renamed", "project 00003"]
    );
    let deleted = estate.kept(DELETED).await.unwrap();
    assert_eq!(deleted.len(), 1);
    assert_eq!(deleted[0].name, "project 00002");
    let (at, until) = (deleted[0].deleted_at, deleted[0].recoverable_until);
    assert_eq!(until.unwrap() - at.unwrap(), chrono::TimeDelta::days(7));
    projects::recover(&app, &account, &id(2)).await.unwrap();
    assert_eq!(estate.names(DELETED).await, [""; 0]);
    assert!(
        estate
            .names(OWN)
            .await
            .contains(&"project 00002".to_owned())
    );
}

#[tokio::test]
async fn what_is_deleted_while_the_list_is_read_is_not_in_it() {
    let estate = Estate::of(150).await;
    let first = estate.page(OWN, None).await;
    projects::delete(estate.app(), &estate.account.id, &id(7))
        .await
        .unwrap();
    estate.page(OWN, first.next).await;
    let names = estate.names(OWN).await;
    assert_eq!(names.len(), 149);
    assert!(!names.contains(&"project 00007".to_owned()));
}

#[tokio::test]
async fn a_project_that_is_opened_refreshes_its_row_or_leaves() {
    let estate = Estate::of(2).await;
    estate.read(OWN).await;
    let (app, account) = (estate.app(), &estate.account.id);
    estate.world.clock.advance(chrono::TimeDelta::minutes(1));
    let changed = estate.state().project(&id(1), "renamed elsewhere");
    estate.state().projects.insert(id(1), changed);
    projects::get(app, account, &id(1)).await.unwrap();
    let renamed = async || {
        let is = estate
            .names(OWN)
            .await
            .contains(&"renamed elsewhere".to_owned());
        is.then_some(())
    };
    estate.until("the row was refreshed", renamed).await;
    estate.state().projects.remove(&id(2));
    projects::get(app, account, &id(2)).await.unwrap_err();
    let left = async || (estate.names(OWN).await.len() == 1).then_some(());
    estate.until("the row left", left).await;
}

#[tokio::test]
async fn changes_are_told_once_each_also_when_a_look_found_them_or_nobody_knows() {
    let estate = Estate::of(3).await;
    let (app, account) = (estate.app().clone(), estate.account.id.clone());
    let mut events = app.events();
    let of_list = Event::ProjectsChanged {
        account_id: account.clone(),
    };
    let of_project = |number| Event::ProjectChanged {
        account_id: account.clone(),
        project_id: id(number),
    };
    let count = |told: &[Event], event: &Event| told.iter().filter(|it| *it == event).count();
    drop(told(&mut events));
    projects::delete(&app, &account, &id(1)).await.unwrap();
    let first = told(&mut events);
    assert_eq!(
        (count(&first, &of_list), count(&first, &of_project(1))),
        (1, 1)
    );
    assert!(first.contains(&Event::UndoChanged));
    estate.state().mishaps.insert(id(2), Mishap::LostReply);
    projects::delete(&app, &account, &id(2)).await.unwrap();
    let second = told(&mut events);
    assert_eq!(
        (count(&second, &of_list), count(&second, &of_project(2))),
        (1, 1)
    );
    assert_eq!(undo::list(&app).await.unwrap().len(), 2);
    estate.state().mishaps.insert(id(3), Mishap::Refused(422));
    projects::delete(&app, &account, &id(3)).await.unwrap_err();
    let third = told(&mut events);
    assert_eq!(
        (count(&third, &of_list), count(&third, &of_project(3))),
        (0, 0)
    );
    let branch = serde_json::json!({ "id": "br-dev-1", "project_id": id(3), "name": "dev" });
    estate.state().branches.push(branch);
    branches::delete(&app, &account, &id(3), "br-dev-1", false)
        .await
        .unwrap();
    let fourth = told(&mut events);
    assert_eq!(
        (count(&fourth, &of_list), count(&fourth, &of_project(3))),
        (0, 1)
    );
}
