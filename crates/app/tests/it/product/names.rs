//! Names of what was seen: found without asking anybody, also after a restart, and forgotten with what they named.

use app::projects::{self, CreateProject, UpdateProject};
use app::view::{DeepLink, DeepLinkView, FoundKind, FoundView, ProjectScope};
use app::{branches, computes, databases, deep_links, keys, search};

use super::account_with_projects::{AccountWithProjects, id};

async fn find(fixture: &AccountWithProjects, text: &str) -> Vec<FoundView> {
    search::find(fixture.app(), text).await.unwrap()
}

/// Kind, name and where it is.
async fn found(fixture: &AccountWithProjects, text: &str) -> Vec<(FoundKind, String, String)> {
    let found = find(fixture, text).await.into_iter();
    found.map(|it| (it.kind, it.name, it.detail)).collect()
}

fn line(kind: FoundKind, name: &str, detail: &str) -> (FoundKind, String, String) {
    (kind, name.to_owned(), detail.to_owned())
}

/// A project with branches, a compute, a database and a key, all of which were seen.
async fn explored() -> AccountWithProjects {
    let fixture = AccountWithProjects::of(3).await;
    let named = fixture.state().project(&id(1), "Café Łódź");
    fixture.state().projects.insert(id(1), named);
    for (branch, name) in [("br-main-1", "main"), ("br-dev-1", "feature/café")] {
        let branch = serde_json::json!({ "id": branch, "project_id": id(1), "name": name });
        fixture.state().branches.push(branch);
    }
    let (app, account) = (fixture.app(), &fixture.account.id);
    fixture.read(ProjectScope::Own).await;
    branches::all(app, account, &id(1), false).await.unwrap();
    computes::list(app, account, &id(1)).await.unwrap();
    databases::list(app, account, &id(1), "br-main-1")
        .await
        .unwrap();
    keys::list(app, account).await.unwrap();
    fixture
}

#[tokio::test]
async fn everything_that_was_seen_is_found_by_name_or_id_wherever_it_is() {
    let fixture = explored().await;
    assert_eq!(
        found(&fixture, "CAFE").await,
        [
            line(FoundKind::Project, "Café Łódź", "Sandbox"),
            line(FoundKind::Branch, "feature/café", "Sandbox / Café Łódź"),
        ]
    );
    let database = find(&fixture, "orders").await.remove(0);
    assert_eq!(database.detail, "Sandbox / Café Łódź / main");
    assert_eq!(database.kind, FoundKind::Database);
    assert_eq!(database.account_id.as_deref(), Some(&*fixture.account.id));
    assert_eq!(database.project_id, Some(id(1)));
    assert_eq!(database.branch_id.as_deref(), Some("br-main-1"));
    let compute = find(&fixture, "ep-calm-1").await.remove(0);
    assert_eq!(
        (compute.kind, compute.name.as_str()),
        (FoundKind::Compute, "reporting")
    );
    assert_eq!(
        found(&fixture, "deploy").await,
        [line(FoundKind::Key, "Deploy", "Sandbox / API keys")]
    );
    let by_id = find(&fixture, &id(2)).await;
    assert_eq!((by_id.len(), by_id[0].name.as_str()), (1, "project 00002"));
    assert_eq!(
        found(&fixture, "lodz main").await.len(),
        1,
        "the branch of the project"
    );
    assert_eq!(found(&fixture, "nothing").await, []);
    assert_eq!(found(&fixture, "  ").await, []);
}

#[tokio::test]
async fn names_are_there_after_a_restart_and_ask_nobody() {
    let mut fixture = explored().await;
    fixture.quit_and_start().await;
    let sent = fixture.count("GET");
    assert_eq!(
        found(&fixture, "feature").await,
        [line(
            FoundKind::Branch,
            "feature/café",
            "Sandbox / Café Łódź"
        )]
    );
    assert_eq!(found(&fixture, "project").await.len(), 2);
    assert_eq!(fixture.count("GET"), sent);
}

#[tokio::test]
async fn what_is_gone_is_not_found_any_more_here_or_elsewhere() {
    let mut fixture = explored().await;
    let (app, account) = (fixture.app().clone(), fixture.account.id.clone());
    branches::delete(&app, &account, &id(1), "br-dev-1")
        .await
        .unwrap();
    assert_eq!(found(&fixture, "feature").await, []);
    // Deleted elsewhere, and missing in the list that is read next.
    fixture.state().projects.remove(&id(2));
    fixture.read(ProjectScope::Own).await;
    assert_eq!(found(&fixture, "00002").await, []);
    projects::delete(&app, &account, &id(1)).await.unwrap();
    for inside in ["cafe", "main", "orders", "reporting"] {
        assert_eq!(found(&fixture, inside).await, [], "{inside}");
    }
    drop(app);
    fixture.quit_and_start().await;
    assert_eq!(
        found(&fixture, "project").await,
        [line(FoundKind::Project, "project 00003", "Sandbox")]
    );
    assert_eq!(found(&fixture, "cafe").await, []);
}

#[tokio::test]
async fn what_is_made_and_renamed_here_is_found_at_once() {
    let fixture = AccountWithProjects::of(1).await;
    let (app, account) = (fixture.app(), &fixture.account.id);
    let create = CreateProject {
        name: Some("Brand new".to_owned()),
        ..CreateProject::default()
    };
    let made = projects::create(app, account, create).await.unwrap();
    assert_eq!(
        found(&fixture, "svcdb").await,
        [line(
            FoundKind::Database,
            "svcdb",
            "Sandbox / Brand new / main"
        )]
    );
    let rename = UpdateProject {
        name: Some("Old hat".to_owned()),
        ..UpdateProject::default()
    };
    projects::update(app, account, &made.project.id, rename)
        .await
        .unwrap();
    assert_eq!(found(&fixture, "brand").await, []);
    assert_eq!(
        found(&fixture, "hat").await,
        [line(FoundKind::Project, "Old hat", "Sandbox")]
    );
}

#[tokio::test]
async fn temporary_databases_are_found_with_the_rest() {
    let fixture = AccountWithProjects::of(1).await;
    let row = fixture.core.create().await;
    app::temporary::rename(fixture.app(), &row.id, "Übung one")
        .await
        .unwrap();
    let hit = find(&fixture, "ubung").await.remove(0);
    assert_eq!(
        (hit.kind, hit.id, hit.name.as_str()),
        (FoundKind::Temporary, row.id, "Übung one")
    );
    assert!(hit.detail.ends_with(" / Temporary databases"));
}

#[tokio::test]
async fn of_ten_thousand_the_best_sixty_come_in_their_order() {
    let fixture = AccountWithProjects::of(10_000).await;
    assert_eq!(fixture.read(ProjectScope::Own).await, 26);
    let begun = std::time::Instant::now();
    let hits = find(&fixture, "project").await;
    eprintln!("found in {:?}", begun.elapsed());
    let names: Vec<_> = hits.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names.len(), 60);
    assert_eq!((names[0], names[59]), ("project 00001", "project 00060"));
    let begun = std::time::Instant::now();
    assert_eq!(fixture.kept(ProjectScope::Own).await.unwrap().len(), 10_000);
    eprintln!("read in {:?}", begun.elapsed());
    assert_eq!(find(&fixture, &id(7_777)).await.len(), 1);
}

#[tokio::test]
async fn what_could_not_be_read_once_is_read_again() {
    let mut fixture = explored().await;
    fixture.quit_and_start().await;
    let path = fixture.core.folder.path().join("plinth.db");
    let rename = |from: &str, to: &str| {
        let store = rusqlite::Connection::open(&path).unwrap();
        let statement = format!("ALTER TABLE {from} RENAME TO {to}");
        store.execute(&statement, []).unwrap();
    };
    rename("seen_name", "lost");
    assert_eq!(found(&fixture, "cafe").await, []);
    rename("lost", "seen_name");
    assert_eq!(found(&fixture, "cafe").await.len(), 2);
}

#[tokio::test]
async fn a_link_leads_to_what_is_known_and_asks_nobody() {
    let mut fixture = explored().await;
    let made = fixture.core.create().await;
    fixture.quit_and_start().await;
    let sent = fixture.count("GET");
    let leads = async |address: &str| {
        let link = deep_links::parse(address).unwrap();
        deep_links::find(fixture.app(), link).await.unwrap()
    };
    let project = id(1);
    assert_eq!(
        leads(&format!("plinth://project/{project}/branch/br-dev-1")).await,
        DeepLinkView::Project {
            account_id: fixture.account.id.clone(),
            project_id: project.clone(),
            branch_id: Some("br-dev-1".to_owned()),
        }
    );
    assert_eq!(
        leads("plinth://project/p-1").await,
        DeepLinkView::UnknownProject {
            project_id: "p-1".to_owned(),
            branch_id: None,
        }
    );
    let row = made.id.clone();
    assert_eq!(
        leads(&format!("plinth://temporary/{row}")).await,
        DeepLinkView::Temporary { id: row }
    );
    let other = "0198f3a0-7c1e-7d3a-9a55-0d3f6f2b1c11";
    let unknown = leads(&format!("plinth://temporary/{other}")).await;
    assert_eq!(unknown, DeepLinkView::UnknownTemporary);
    let unknown = leads(&format!("plinth://operation/{other}")).await;
    assert_eq!(unknown, DeepLinkView::UnknownOperation);
    assert_eq!(fixture.count("GET"), sent);
    // Whoever builds one by hand gets no further: ids are checked once more.
    let id = "../keys".to_owned();
    let refused = deep_links::find(fixture.app(), DeepLink::Operation { id }).await;
    assert!(refused.is_err());
}
