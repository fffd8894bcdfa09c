//! A project from its first connection to its recovery, and one that was a temporary database before.

use app::projects::{CreateProject, ListProjects};
use app::view::{ErrorCode, TemporaryState};
use app::{projects, temporary};
use secrecy::ExposeSecret as _;
use testkit::page::Page;
use testkit::sql;

use super::fixture::ManagementFixture;

#[tokio::test(flavor = "multi_thread")]
async fn a_new_project_answers_and_comes_back_with_its_data_after_it_was_deleted() {
    let fixture = ManagementFixture::start().await;
    let create = CreateProject {
        name: Some("Orders".to_owned()),
        ..CreateProject::default()
    };
    let made = projects::create(fixture.app(), &fixture.account, create)
        .await
        .unwrap();
    let id = made.project.id;
    assert_eq!(made.project.name, "Orders");
    fixture.finished(&id).await;
    // The connection string of the reply works as it is.
    let uri = fixture.shown_once(&made.connections[0]).await;
    let client = fixture.open(&uri).await;
    assert_eq!(sql::column(&client, "SELECT 1").await, ["1"]);
    sql::run(
        &client,
        "CREATE TABLE kept (n int); INSERT INTO kept VALUES (42)",
    )
    .await;
    drop(client);
    let reported = fixture.uri(&id, None).await;
    let client = fixture.open(&reported).await;
    assert_eq!(sql::column(&client, "SELECT n FROM kept").await, ["42"]);

    projects::delete(fixture.app(), &fixture.account, &id)
        .await
        .unwrap();
    let gone = projects::get(fixture.app(), &fixture.account, &id).await;
    assert_eq!(gone.unwrap_err().code(), ErrorCode::NotFound);
    assert!(listed(&fixture, false).await.is_empty());
    assert_eq!(listed(&fixture, true).await, [id.as_str()]);
    sql::until_nobody_is_there(&fixture.product.ca(), &reported).await;

    let back = projects::recover(fixture.app(), &fixture.account, &id)
        .await
        .unwrap();
    assert_eq!((back.id, back.deleted_at), (id.clone(), None));
    fixture.finished(&id).await;
    let client = fixture.connect(&id, None).await;
    assert_eq!(sql::column(&client, "SELECT n FROM kept").await, ["42"]);
    assert_eq!(listed(&fixture, false).await, [id]);
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claimed_temporary_database_is_a_project_of_the_organization_with_its_data() {
    let fixture = ManagementFixture::start().await;
    let app = fixture.app();
    let made = fixture.product.create().await;
    let client = fixture.product.connect(&made.id).await;
    sql::run(
        &client,
        "CREATE TABLE kept (n int); INSERT INTO kept VALUES (7)",
    )
    .await;
    drop(client);
    assert!(
        listed(&fixture, false).await.is_empty(),
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
    assert_eq!(listed(&fixture, false).await, [id.as_str()]);
    let project = projects::get(app, &fixture.account, &id).await.unwrap();
    let own = app::organizations::list(app, &fixture.account)
        .await
        .unwrap();
    assert_eq!(project.organization_id, Some(own[0].id.clone()));
    let client = fixture.connect(&id, None).await;
    assert_eq!(sql::column(&client, "SELECT n FROM kept").await, ["7"]);
    fixture.stop().await;
}

async fn listed(fixture: &ManagementFixture, recoverable: bool) -> Vec<String> {
    let list = ListProjects {
        recoverable,
        ..ListProjects::default()
    };
    let page = projects::list(fixture.app(), &fixture.account, list).await;
    let items = page.unwrap().items.into_iter();
    items.map(|project| project.id).collect()
}
