//! Roles and databases that are made through the core, used as any program uses them.

use app::databases::UpdateDatabase;
use app::view::{ActivityFilter, ErrorCode};
use app::{activity, databases, roles};
use testkit::sql;
use tokio_postgres::error::SqlState;

use super::fixture::ManagementFixture;

#[tokio::test(flavor = "multi_thread")]
async fn a_new_role_owns_a_new_database_until_both_are_gone() {
    let fixture = ManagementFixture::start().await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let project = fixture.project("Shop").await;
    let (id, branch) = (project.id.as_str(), project.branch.as_str());
    let role = roles::create(app, account, id, branch, "clerk", false)
        .await
        .unwrap();
    fixture.finished(id).await;
    let made = databases::create(app, account, id, branch, "ledger", "clerk")
        .await
        .unwrap();
    assert_eq!((&*made.item.name, &*made.item.owner), ("ledger", "clerk"));
    fixture.finished(id).await;
    let uri = fixture.uri_of(id, None, "ledger", "clerk").await;
    let password = fixture.shown_once(&role.password.unwrap()).await;
    assert_eq!(password_in(&uri), password);
    let client = fixture.open(&uri).await;
    sql::run(
        &client,
        "CREATE TABLE kept (n int); INSERT INTO kept VALUES (3)",
    )
    .await;
    let who = "SELECT current_user || '@' || current_database()";
    assert_eq!(sql::column(&client, who).await, ["clerk@ledger"]);
    drop(client);

    let renamed = UpdateDatabase {
        name: Some("journal".to_owned()),
        ..UpdateDatabase::default()
    };
    databases::update(app, account, id, branch, "ledger", renamed)
        .await
        .unwrap();
    fixture.finished(id).await;
    let uri = fixture.uri_of(id, None, "journal", "clerk").await;
    let client = fixture.open(&uri).await;
    assert_eq!(sql::column(&client, "SELECT n FROM kept").await, ["3"]);
    drop(client);

    databases::delete(app, account, id, branch, "journal")
        .await
        .unwrap();
    fixture.finished(id).await;
    roles::delete(app, account, id, branch, "clerk")
        .await
        .unwrap();
    fixture.finished(id).await;
    // The role is looked for before the database is, and PostgreSQL does not tell whether there is one.
    let refused = sql::refusal(&fixture.product.ca(), &uri).await;
    assert_eq!(refused, SqlState::INVALID_PASSWORD);
    let gone = roles::get(app, account, id, branch, "clerk").await;
    assert_eq!(gone.unwrap_err().code(), ErrorCode::NotFound);
    let client = fixture.connect(id, None).await;
    let left = "SELECT (SELECT count(*) FROM pg_roles WHERE rolname = 'clerk')
        + (SELECT count(*) FROM pg_database WHERE datname = 'journal')";
    assert_eq!(sql::column(&client, left).await, ["0"]);
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_reset_the_old_password_is_refused_and_the_new_one_works() {
    let fixture = ManagementFixture::start().await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let project = fixture.project("Doors").await;
    let (id, branch) = (project.id.as_str(), project.branch.as_str());
    let before = fixture.uri(id, None).await;
    drop(fixture.open(&before).await);
    let reset = roles::reset_password(app, account, id, branch, "svcdb_owner")
        .await
        .unwrap();
    fixture.finished(id).await;
    let refused = sql::refusal(&fixture.product.ca(), &before).await;
    assert_eq!(refused, SqlState::INVALID_PASSWORD);
    let after = fixture.uri(id, None).await;
    let password = fixture.shown_once(&reset.password.unwrap()).await;
    assert_ne!(password_in(&before), password_in(&after));
    assert_eq!(password_in(&after), password);
    let revealed = roles::show_password(app, account, id, branch, "svcdb_owner").await;
    assert_eq!(revealed.unwrap().text, password);
    let page = activity::list(app, ActivityFilter::default(), None, 1).await;
    let entry = &page.unwrap().items[0];
    assert_eq!(entry.action, "Show password");
    assert_eq!(entry.subject, "Doors / main / svcdb_owner");
    assert_eq!(entry.account_id.as_deref(), Some(account));
    assert_eq!(entry.project_id.as_deref(), Some(id));
    let client = fixture.open(&after).await;
    assert_eq!(sql::column(&client, "SELECT 1").await, ["1"]);
    fixture.stop().await;
}

fn password_in(uri: &str) -> String {
    let url = url::Url::parse(uri).unwrap();
    url.password().unwrap().to_owned()
}
