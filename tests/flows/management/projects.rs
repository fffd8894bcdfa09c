//! A project from its first connection to its recovery, and one that was a temporary database before.

use app::projects::{CreateProject, ListProjects};
use app::view::{ErrorCode, TemporaryState};
use app::{projects, temporary};
use secrecy::ExposeSecret as _;
use testkit::page::Page;
use testkit::sql;

use super::stage::Stage;

#[tokio::test(flavor = "multi_thread")]
async fn a_new_project_answers_and_comes_back_with_its_data_after_it_was_deleted() {
    let stage = Stage::start().await;
    let create = CreateProject {
        name: Some("Orders".to_owned()),
        ..CreateProject::default()
    };
    let made = projects::create(stage.app(), &stage.account, create)
        .await
        .unwrap();
    let id = made.project.id;
    assert_eq!(made.project.name, "Orders");
    stage.finished(&id).await;
    // The connection string of the reply works as it is.
    let client = stage.open(made.connections[0].uri.expose_secret()).await;
    assert_eq!(sql::column(&client, "SELECT 1").await, ["1"]);
    sql::run(
        &client,
        "CREATE TABLE kept (n int); INSERT INTO kept VALUES (42)",
    )
    .await;
    drop(client);
    let told = stage.uri(&id, None).await;
    let client = stage.open(&told).await;
    assert_eq!(sql::column(&client, "SELECT n FROM kept").await, ["42"]);

    projects::delete(stage.app(), &stage.account, &id)
        .await
        .unwrap();
    let gone = projects::get(stage.app(), &stage.account, &id).await;
    assert_eq!(gone.unwrap_err().code(), ErrorCode::NotFound);
    assert!(listed(&stage, false).await.is_empty());
    assert_eq!(listed(&stage, true).await, [id.as_str()]);
    sql::until_nobody_is_there(&stage.world.ca(), &told).await;

    let back = projects::recover(stage.app(), &stage.account, &id)
        .await
        .unwrap();
    assert_eq!((back.id, back.deleted_at), (id.clone(), None));
    stage.finished(&id).await;
    let client = stage.connect(&id, None).await;
    assert_eq!(sql::column(&client, "SELECT n FROM kept").await, ["42"]);
    assert_eq!(listed(&stage, false).await, [id]);
    stage.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claimed_temporary_database_is_a_project_of_the_organization_with_its_data() {
    let stage = Stage::start().await;
    let app = stage.app();
    let made = stage.world.create().await;
    let client = stage.world.connect(&made.id).await;
    sql::run(
        &client,
        "CREATE TABLE kept (n int); INSERT INTO kept VALUES (7)",
    )
    .await;
    drop(client);
    assert!(
        listed(&stage, false).await.is_empty(),
        "it is a project before anybody claimed it"
    );
    let host = temporary::claim_target(app, &made.id).await.unwrap().host;
    let link = temporary::claim_link(app, &made.id, &host).await.unwrap();
    let welcome = Page::open(link.url.expose_secret()).await;
    let choose = welcome.press("Claim this database").await;
    choose.press("Confirm").await;
    let row = temporary::refresh(app, &made.id).await.unwrap();
    assert_eq!(row.state, TemporaryState::Claimed);
    let id = row.project_id.unwrap();
    assert_eq!(listed(&stage, false).await, [id.as_str()]);
    let project = projects::get(app, &stage.account, &id).await.unwrap();
    let own = app::organizations::list(app, &stage.account).await.unwrap();
    assert_eq!(project.organization_id, Some(own[0].id.clone()));
    let client = stage.connect(&id, None).await;
    assert_eq!(sql::column(&client, "SELECT n FROM kept").await, ["7"]);
    stage.stop().await;
}

async fn listed(stage: &Stage, recoverable: bool) -> Vec<String> {
    let list = ListProjects {
        recoverable,
        ..ListProjects::default()
    };
    let page = projects::list(stage.app(), &stage.account, list).await;
    let items = page.unwrap().items.into_iter();
    items.map(|project| project.id).collect()
}
