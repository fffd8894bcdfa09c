//! The synchronised users as the window reads them, through a real connection.

use std::time::Duration;

use app::accounts::EditAccount;
use app::auth::{self, EnableAuth, SyncedUsersQuery};
use app::databases;
use app::view::{ErrorCode, SyncedUsersView};
use app::{Error, accounts};
use testkit::sql;

use super::fixture::{ManagementFixture, Project};

struct Table<'a> {
    fixture: &'a ManagementFixture,
    project: Project,
}

impl Table<'_> {
    async fn read(
        &self,
        search: Option<&str>,
        awaited: Option<&str>,
    ) -> Result<SyncedUsersView, Error> {
        let request = SyncedUsersQuery {
            branch_id: self.project.branch.clone(),
            database: None,
            search: search.map(ToOwned::to_owned),
            awaited: awaited.map(ToOwned::to_owned),
        };
        // On the heap: the tests read often, and their own futures would outgrow the stack of a thread.
        Box::pin(auth::users(
            self.fixture.app(),
            &self.fixture.account,
            &self.project.id,
            request,
        ))
        .await
    }

    async fn make(&self, email: &str, name: Option<&str>) -> String {
        let (app, account) = (self.fixture.app(), self.fixture.account.as_str());
        let made = auth::create_user(app, account, &self.project.id, None, email, name).await;
        made.unwrap().id
    }

    async fn found(&self, search: &str) -> Vec<String> {
        let seen = self.read(Some(search), None).await.unwrap();
        assert_eq!(seen.total, seen.rows.len() as u64, "{search}");
        let mut found: Vec<_> = seen.rows.into_iter().map(|it| it.email.unwrap()).collect();
        found.sort();
        found
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn users_are_read_from_the_database_that_the_integration_names() {
    let fixture = ManagementFixture::start().await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let project = fixture.project("App").await;
    let id = project.id.clone();
    let made = databases::create(app, account, &id, &project.branch, "people", "svcdb_owner").await;
    made.unwrap();
    fixture.finished(&id).await;
    let enable = EnableAuth {
        branch_id: project.branch.clone(),
        database: Some("people".to_owned()),
        role: None,
    };
    auth::enable(app, account, &id, enable).await.unwrap();
    fixture.finished(&id).await;
    let table = Table {
        fixture: &fixture,
        project,
    };
    let user = table.make("person@example.com", None).await;
    let seen = table.read(None, Some(&user)).await.unwrap();
    assert_eq!((seen.arrived, seen.total), (Some(true), 1));

    // The integration may have been made under other names than the account's profile has.
    let uri = fixture.uri(&id, None).await;
    let client = fixture.open(&uri.replace("/svcdb?", "/people?")).await;
    sql::run(&client, "ALTER SCHEMA svc_auth RENAME TO people").await;
    let renamed = table.read(None, None).await.unwrap();
    assert_eq!((&*renamed.schema, renamed.total), ("people", 1));
    let another = "CREATE SCHEMA more; CREATE TABLE more.users_sync (id text)";
    sql::run(&client, another).await;
    let either = table.read(None, None).await.unwrap_err();
    assert_eq!(either.code(), ErrorCode::NotFound, "{either}");
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn users_are_seen_arriving_and_found_by_what_they_are_called() {
    let fixture = ManagementFixture::start().await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let project = fixture.project("App").await;
    let id = project.id.clone();
    fixture.enable_auth(&project).await.unwrap();
    fixture.finished(&id).await;
    let table = Table {
        fixture: &fixture,
        project,
    };
    assert_eq!(table.read(None, None).await.unwrap().total, 0);

    let first = table.make("person@example.com", Some("Person")).await;
    let seen = table.read(None, Some(&first)).await.unwrap();
    assert_eq!((&*seen.schema, &*seen.table), ("svc_auth", "users_sync"));
    assert_eq!((seen.arrived, seen.total), (Some(true), 1));
    let row = &seen.rows[0];
    assert_eq!((&row.id, row.name.as_deref()), (&first, Some("Person")));
    assert_eq!(row.email.as_deref(), Some("person@example.com"));
    let age = seen.read_at - row.created_at.unwrap();
    assert!(age.num_seconds().abs() < 60, "{age}");

    // What means something to SQL or in a pattern is a text like any other.
    let odd = r#"50% o'f_x\ "quoted" 名"#;
    table.make("odd_one@example.com", Some(odd)).await;
    table.make("oddxone@example.com", None).await;
    assert_eq!(table.found("d_o").await, ["odd_one@example.com"]);
    assert_eq!(table.found("0% O'F_X\\ \"Q").await, ["odd_one@example.com"]);
    assert_eq!(table.found("%").await, ["odd_one@example.com"]);
    assert_eq!(table.found("PERSON").await, ["person@example.com"]);
    assert_eq!(table.found(&first).await, ["person@example.com"]);
    assert_eq!(table.found("'; DROP TABLE x; --").await, [""; 0]);
    let newest = table.read(None, None).await.unwrap();
    assert_eq!(newest.rows[0].email.as_deref(), Some("oddxone@example.com"));
    assert_eq!((newest.total, newest.arrived), (3, None));

    let deleted = table.make("deleted@example.com", None).await;
    let delete = auth::delete_user(app, account, &id, &deleted, "deleted@example.com");
    delete.await.unwrap();
    assert_eq!(table.read(None, None).await.unwrap().total, 3);

    // Somebody who comes later is waited for, and somebody who left is not shown.
    let client = fixture.connect(&id, None).await;
    let late = async {
        tokio::time::sleep(Duration::from_millis(900)).await;
        let insert = "INSERT INTO svc_auth.users_sync (id, email, created_at, deleted_at, raw_json) VALUES
            ('late', 'late@example.com', now(), NULL, '{}'), ('left', 'left@example.com', now(), now(), '{}')";
        sql::run(&client, insert).await;
    };
    let (seen, ()) = tokio::join!(table.read(None, Some("late")), late);
    assert_eq!(seen.unwrap().arrived, Some(true));
    assert!(table.found("left@").await.is_empty());

    // More than are shown, with the record alone to read them from.
    sql::run(&client, "ALTER TABLE svc_auth.users_sync DROP COLUMN email, DROP COLUMN created_at;
             INSERT INTO svc_auth.users_sync (id, raw_json) SELECT 'many-' || n,
                 jsonb_build_object('primary_email', n || '@many.example', 'signed_up_at_millis', 1700000000000 + n * 1000)
             FROM generate_series(1, 600) n").await;
    let many = table.read(Some("@many.example"), None).await.unwrap();
    assert_eq!((many.rows.len(), many.total), (500, 600));
    assert_eq!(many.rows[0].email.as_deref(), Some("600@many.example"));
    assert!(many.rows[0].created_at > many.rows[1].created_at);

    // One's own table in its place runs nothing of one's own that changes something.
    let trap = "CREATE TABLE public.touched (at int);
        CREATE FUNCTION svc_auth.touch() RETURNS text LANGUAGE sql AS 'INSERT INTO public.touched VALUES (1) RETURNING ''x''::text';
        ALTER TABLE svc_auth.users_sync RENAME TO kept;
        CREATE VIEW svc_auth.users_sync AS SELECT svc_auth.touch() AS id";
    sql::run(&client, trap).await;
    let refused = table.read(None, None).await.unwrap_err();
    assert_eq!(refused.code(), ErrorCode::Database, "{refused}");
    assert!(refused.message().contains("read-only"), "{refused}");

    auth::remove(app, account, &id, "provider_one", true)
        .await
        .unwrap();
    fixture.finished(&id).await;
    let gone = table.read(None, None).await.unwrap_err();
    assert_eq!(gone.code(), ErrorCode::NotFound, "{gone}");
    let request = SyncedUsersQuery {
        branch_id: table.project.branch.clone(),
        database: Some("other".to_owned()),
        ..SyncedUsersQuery::default()
    };
    let none = auth::users(app, account, &id, request).await.unwrap_err();
    assert_eq!(none.code(), ErrorCode::NotFound, "{none}");

    let lock = EditAccount {
        is_read_only: Some(true),
        ..EditAccount::default()
    };
    accounts::edit(app, account, lock).await.unwrap();
    let locked = table.read(None, None).await.unwrap_err();
    assert_eq!(locked.code(), ErrorCode::ReadOnly);
    fixture.stop().await;
}
