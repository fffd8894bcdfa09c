//! Lists of projects that were read whole, kept over restarts and true to what is done here.

use app::projects::{self, CreateProject, UpdateProject};
use app::view::ProjectScope;
use app::{Event, branches, undo};

use super::account_with_projects::{AccountWithProjects, id, published};
use super::fault::Fault;

const OWN: ProjectScope = ProjectScope::Own;
const DELETED: ProjectScope = ProjectScope::Deleted;

#[tokio::test]
async fn a_list_is_kept_once_it_was_read_to_its_end_and_no_request_too_many() {
    let mut fixture = AccountWithProjects::of(950).await;
    let first = fixture.page(OWN, None).await;
    assert_eq!(first.items.len(), 100);
    assert!(
        fixture.kept(OWN).await.is_none(),
        "a part was kept as the whole"
    );
    assert_eq!(fixture.read(OWN).await, 4, "100, 400, 400 and 50");
    assert_eq!(fixture.kept(OWN).await.unwrap().len(), 950);
    assert!(fixture.kept(DELETED).await.is_none());
    assert_eq!(fixture.read(DELETED).await, 1);
    assert_eq!(fixture.kept(DELETED).await.unwrap(), []);
    fixture.restart().await;
    let sent = fixture.count("GET");
    let kept = projects::cached(fixture.app(), &fixture.account.id, OWN, None)
        .await
        .unwrap()
        .unwrap();
    let items = kept.projects();
    assert_eq!(items.len(), 950);
    assert_eq!(items[0].name, "project 00001");
    assert_eq!(items[0].compute_size.max_cu, Some(2.0));
    assert_eq!(kept.as_of.timestamp(), 1_790_000_000);
    assert_eq!(fixture.count("GET"), sent, "the platform was asked");
    let of_organization = projects::cached(
        fixture.app(),
        &fixture.account.id,
        OWN,
        Some("org-other-12345678"),
    )
    .await;
    assert!(of_organization.unwrap().is_none());
}

#[tokio::test]
async fn the_organizations_whose_lists_are_kept_are_known() {
    let fixture = AccountWithProjects::of(3).await;
    let account = fixture.account.id.clone();
    let kept = async |scope| {
        let kept = projects::cached_organizations(fixture.app(), &account, scope);
        kept.await.unwrap()
    };
    fixture.read(OWN).await;
    assert!(kept(OWN).await.is_empty(), "that is of no organization");
    let organization = "org-some-12345678";
    let of = Some(organization.to_owned());
    let page = projects::page(fixture.app(), &account, OWN, of, None).await;
    assert!(page.unwrap().next.is_none());
    assert_eq!(kept(OWN).await, [organization]);
    assert!(kept(DELETED).await.is_empty());
}

#[tokio::test]
async fn a_kept_list_is_read_in_parts_by_name_and_each_says_how_many_there_are() {
    let fixture = AccountWithProjects::of(250).await;
    let last = fixture
        .state()
        .project(&id(7), "A project with another name");
    fixture.state().projects.insert(id(7), last);
    fixture.read(OWN).await;
    let (mut names, mut after, mut parts) = (Vec::new(), None, 0);
    loop {
        let account = &fixture.account.id;
        let part = projects::cached_part(fixture.app(), account, OWN, None, after, 100).await;
        let part = part.unwrap().unwrap();
        assert_eq!(part.total, 250);
        names.extend(part.projects().into_iter().map(|it| it.name));
        parts += 1;
        after = part.next;
        if after.is_none() {
            break;
        }
    }
    assert_eq!((names.len(), parts), (250, 3));
    assert_eq!(names[0], "A project with another name");
    assert!(names[1..].is_sorted());
    assert_eq!(names, fixture.names(OWN).await);
}

#[tokio::test]
async fn two_reads_at_once_do_not_mix_and_one_that_was_left_is_forgotten() {
    let fixture = AccountWithProjects::of(250).await;
    let left = fixture.page(OWN, None).await;
    // Another begins while the first is half done; a project came in between.
    let project = fixture.state().project(&id(0), "came later");
    fixture.state().projects.insert(id(0), project);
    let second = fixture.page(OWN, None).await;
    // The one that was left goes on, from a place that the second does not know.
    fixture.page(OWN, left.next).await;
    assert!(
        fixture.kept(OWN).await.is_none(),
        "pages of two reads were put together"
    );
    fixture.page(OWN, second.next).await;
    let names = fixture.names(OWN).await;
    assert_eq!((names.len(), names[0].as_str()), (251, "came later"));
    // A page that is asked for twice is in the list once.
    let again = fixture.page(OWN, None).await;
    let (one, other) = tokio::join!(
        fixture.page(OWN, again.next.clone()),
        fixture.page(OWN, again.next.clone())
    );
    assert_eq!(one, other);
    assert_eq!(fixture.names(OWN).await.len(), 251);
}

#[tokio::test]
async fn what_could_not_be_looked_up_keeps_the_row_it_had() {
    let fixture = AccountWithProjects::of(3).await;
    fixture.read(OWN).await;
    fixture.state().unavailable.insert(id(2));
    fixture.state().projects.remove(&id(3));
    let page = fixture.page(OWN, None).await;
    assert_eq!((page.items.len(), page.unavailable), (1, vec![id(2)]));
    assert_eq!(fixture.names(OWN).await, ["project 00001", "project 00002"]);
}

#[tokio::test]
async fn what_is_done_here_shows_in_the_kept_lists() {
    let fixture = AccountWithProjects::of(3).await;
    let (app, account) = (fixture.app().clone(), fixture.account.id.clone());
    fixture.read(OWN).await;
    fixture.read(DELETED).await;
    let create = CreateProject {
        name: Some("fresh".to_owned()),
        ..CreateProject::default()
    };
    projects::create(&app, &account, create).await.unwrap();
    fixture.core.clock.advance(chrono::TimeDelta::minutes(1));
    let rename = UpdateProject {
        name: Some("renamed".to_owned()),
        ..UpdateProject::default()
    };
    projects::update(&app, &account, &id(1), rename)
        .await
        .unwrap();
    projects::delete(&app, &account, &id(2)).await.unwrap();
    assert_eq!(
        fixture.names(OWN).await,
        ["fresh", "project 00003", "renamed"]
    );
    let deleted = fixture.kept(DELETED).await.unwrap();
    assert_eq!(deleted.len(), 1);
    assert_eq!(deleted[0].name, "project 00002");
    let (at, until) = (deleted[0].deleted_at, deleted[0].recoverable_until);
    assert_eq!(until.unwrap() - at.unwrap(), chrono::TimeDelta::days(7));
    projects::recover(&app, &account, &id(2)).await.unwrap();
    assert_eq!(fixture.names(DELETED).await, [""; 0]);
    assert!(
        fixture
            .names(OWN)
            .await
            .contains(&"project 00002".to_owned())
    );
}

#[tokio::test]
async fn what_is_deleted_while_the_list_is_read_is_not_in_it() {
    let fixture = AccountWithProjects::of(150).await;
    let first = fixture.page(OWN, None).await;
    projects::delete(fixture.app(), &fixture.account.id, &id(7))
        .await
        .unwrap();
    fixture.page(OWN, first.next).await;
    let names = fixture.names(OWN).await;
    assert_eq!(names.len(), 149);
    assert!(!names.contains(&"project 00007".to_owned()));
}

#[tokio::test]
async fn a_project_that_is_opened_refreshes_its_row_or_leaves() {
    let fixture = AccountWithProjects::of(2).await;
    fixture.read(OWN).await;
    let (app, account) = (fixture.app(), &fixture.account.id);
    fixture.core.clock.advance(chrono::TimeDelta::minutes(1));
    let changed = fixture.state().project(&id(1), "renamed elsewhere");
    fixture.state().projects.insert(id(1), changed);
    projects::get(app, account, &id(1)).await.unwrap();
    let renamed = async || {
        let is = fixture
            .names(OWN)
            .await
            .contains(&"renamed elsewhere".to_owned());
        is.then_some(())
    };
    fixture.until("the row was refreshed", renamed).await;
    fixture.state().projects.remove(&id(2));
    projects::get(app, account, &id(2)).await.unwrap_err();
    let left = async || (fixture.names(OWN).await.len() == 1).then_some(());
    fixture.until("the row left", left).await;
}

#[tokio::test]
async fn changes_are_published_once_each_also_when_a_read_found_them_or_nobody_knows() {
    let fixture = AccountWithProjects::of(3).await;
    let (app, account) = (fixture.app().clone(), fixture.account.id.clone());
    let mut events = app.events();
    let of_list = Event::ProjectsChanged {
        account_id: account.clone(),
    };
    let of_project = |number| Event::ProjectChanged {
        account_id: account.clone(),
        project_id: id(number),
    };
    let count =
        |published: &[Event], event: &Event| published.iter().filter(|it| *it == event).count();
    drop(published(&mut events));
    projects::delete(&app, &account, &id(1)).await.unwrap();
    let first = published(&mut events);
    assert_eq!(
        (count(&first, &of_list), count(&first, &of_project(1))),
        (1, 1)
    );
    assert!(first.contains(&Event::UndoChanged));
    fixture.state().faults.push_for(&id(2), Fault::LostReply);
    projects::delete(&app, &account, &id(2)).await.unwrap();
    let second = published(&mut events);
    assert_eq!(
        (count(&second, &of_list), count(&second, &of_project(2))),
        (1, 1)
    );
    assert_eq!(undo::list(&app).await.unwrap().len(), 2);
    fixture.state().faults.push_for(&id(3), Fault::Refused(422));
    projects::delete(&app, &account, &id(3)).await.unwrap_err();
    let third = published(&mut events);
    assert_eq!(
        (count(&third, &of_list), count(&third, &of_project(3))),
        (0, 0)
    );
    let branch = serde_json::json!({ "id": "br-dev-1", "project_id": id(3), "name": "dev" });
    fixture.state().branches.push(branch);
    branches::delete(&app, &account, &id(3), "br-dev-1")
        .await
        .unwrap();
    let fourth = published(&mut events);
    assert_eq!(
        (count(&fourth, &of_list), count(&fourth, &of_project(3))),
        (0, 1)
    );
}
