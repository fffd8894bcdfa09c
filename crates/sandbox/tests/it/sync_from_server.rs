//! Roles, databases and passwords that people make by SQL, and what was shown and did not come.

use std::time::Duration;

use sandbox::{Action, FaultKind, OperationFault};
use serde_json::{Value, json};
use tokio_postgres::Client;

use crate::support::management::Management;
use crate::support::test_project::{TestProject, error};
use crate::support::test_sandbox::text;
use crate::support::{sql, until};

fn uri(made: &Value) -> String {
    text(&made["connection_uris"][0], "connection_uri").to_owned()
}

async fn owner(fixture: &TestProject) -> Client {
    sql::connect(&fixture.sandbox.running.ca_file, &uri(&fixture.made)).await
}

fn names(list: &Value, of: &str) -> Vec<String> {
    let all = list[of].as_array().unwrap();
    let mut names: Vec<String> = all.iter().map(|it| text(it, "name").to_owned()).collect();
    names.sort();
    names
}

async fn listed(fixture: &TestProject, of: &str) -> Vec<String> {
    let path = format!("/branches/{}/{of}", fixture.branch);
    names(&fixture.get(&path).await.json(), of)
}

#[tokio::test(flavor = "multi_thread")]
async fn what_people_make_by_sql_is_listed_at_the_next_read() {
    let fixture = TestProject::start().await;
    let client = owner(&fixture).await;
    for statement in [
        "CREATE ROLE reader LOGIN PASSWORD 'theirs'",
        "CREATE ROLE readers",
        "CREATE ROLE plinth_users",
        "CREATE DATABASE \"by sql\"",
    ] {
        sql::run(&client, statement).await;
    }
    assert_eq!(
        listed(&fixture, "roles").await,
        ["reader", "readers", "svcdb_owner"]
    );
    assert_eq!(listed(&fixture, "databases").await, ["by sql", "svcdb"]);
    let roles = format!("/branches/{}/roles", fixture.branch);
    let method = async |name: &str| {
        let one = fixture.get(&format!("{roles}/{name}")).await.json();
        text(&one["role"], "authentication_method").to_owned()
    };
    assert_eq!(method("reader").await, "password");
    assert_eq!(method("readers").await, "no_login");
    let twice = json!({"role": {"name": "reader"}});
    assert_eq!(fixture.post(&roles, &twice).await.status, 409);

    sql::run(&client, "DROP ROLE readers").await;
    sql::run(&client, "ALTER DATABASE \"by sql\" RENAME TO renamed").await;
    assert_eq!(listed(&fixture, "roles").await, ["reader", "svcdb_owner"]);
    assert_eq!(listed(&fixture, "databases").await, ["renamed", "svcdb"]);

    // Suspended it reports what was seen last, and stays suspended.
    sql::run(&client, "CREATE ROLE late").await;
    drop(client);
    let suspend = format!("/endpoints/{}/suspend", fixture.endpoint);
    let reply = fixture.post(&suspend, &json!({})).await;
    fixture.done(200, reply).await;
    assert_eq!(listed(&fixture, "roles").await, ["reader", "svcdb_owner"]);
    assert_eq!(fixture.state(&fixture.endpoint).await, "idle");
    let client = owner(&fixture).await;
    until("it is seen when the server runs", async || {
        listed(&fixture, "roles").await == ["late", "reader", "svcdb_owner"]
    })
    .await;
    drop(client);
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_password_that_was_set_by_sql_is_never_returned_wrongly() {
    let fixture = TestProject::start().await;
    let client = owner(&fixture).await;
    let role = format!("/branches/{}/roles/svcdb_owner", fixture.branch);
    let reveal = format!("{role}/reveal_password");
    let before = fixture.get(&reveal).await.json();
    assert!(uri(&fixture.made).contains(text(&before, "password")));
    let same = format!(
        "ALTER ROLE svcdb_owner PASSWORD '{}'",
        text(&before, "password")
    );
    sql::run(&client, &same).await;
    assert_eq!(
        fixture.get(&reveal).await.json(),
        before,
        "it is still right"
    );

    sql::run(&client, "ALTER ROLE svcdb_owner PASSWORD 'my own'").await;
    let refused = error(&fixture.get(&reveal).await);
    assert_eq!(refused.0, 412, "{refused:?}");
    assert!(refused.2.contains("is unknown"), "{refused:?}");
    let string = "/connection_uri?database_name=svcdb&role_name=svcdb_owner";
    assert_eq!(fixture.get(string).await.status, 412);
    let one = fixture.get(&role).await.json();
    assert_eq!(text(&one["role"], "authentication_method"), "password");

    // Also after a start of the sandbox.
    drop(client);
    let TestProject {
        sandbox,
        project,
        branch,
        ..
    } = fixture;
    let sandbox = sandbox.again(|config| config.rate_limits = None).await;
    let api = Management::of(&sandbox);
    let role = format!("/projects/{project}/branches/{branch}/roles/svcdb_owner");
    let reply = api.get(&format!("{role}/reveal_password")).await;
    assert_eq!(reply.status, 412, "{}", reply.body);
    let reset = api
        .post(&format!("{role}/reset_password"), &json!({}))
        .await;
    assert_eq!(reset.status, 200, "{}", reset.body);
    let new = text(&reset.json()["role"], "password").to_owned();
    until("the new password is returned", async || {
        let reply = api.get(&format!("{role}/reveal_password")).await;
        reply.status == 200 && text(&reply.json(), "password") == new
    })
    .await;
    let string =
        format!("/projects/{project}/connection_uri?database_name=svcdb&role_name=svcdb_owner");
    let uri = api.get(&string).await.json();
    sql::connect(&sandbox.running.ca_file, text(&uri, "uri")).await;
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_password_outlives_the_time_its_role_may_not_log_in() {
    let fixture = TestProject::start().await;
    let client = owner(&fixture).await;
    sql::run(&client, "CREATE ROLE clerk LOGIN PASSWORD 'my own'").await;
    let role = format!("/branches/{}/roles/clerk", fixture.branch);
    until("the role is listed", async || {
        fixture.get(&role).await.status == 200
    })
    .await;
    let reset = fixture
        .post(&format!("{role}/reset_password"), &json!({}))
        .await;
    assert_eq!(reset.status, 200, "{}", reset.body);
    let new = text(&reset.json()["role"], "password").to_owned();
    let reveal = format!("{role}/reveal_password");
    let is_revealed = async || {
        let reply = fixture.get(&reveal).await;
        reply.status == 200 && text(&reply.json(), "password") == new
    };
    let method = async || {
        let one = fixture.get(&role).await.json();
        text(&one["role"], "authentication_method").to_owned()
    };
    until("the new password is returned", is_revealed).await;

    sql::run(&client, "ALTER ROLE clerk NOLOGIN").await;
    assert_eq!(method().await, "no_login");
    assert_ne!(fixture.get(&reveal).await.status, 200);
    sql::run(&client, "ALTER ROLE clerk LOGIN").await;
    assert_eq!(method().await, "password");
    assert!(is_revealed().await, "the password is the same as before");

    sql::run(&client, "ALTER ROLE clerk NOLOGIN").await;
    assert_eq!(method().await, "no_login");
    sql::run(&client, "ALTER ROLE clerk LOGIN PASSWORD 'another'").await;
    assert_eq!(fixture.get(&reveal).await.status, 412);
    assert_eq!(method().await, "password");
    drop(client);
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_given_up_is_not_listed() {
    let fixture = TestProject::without_servers().await;
    let roles = format!("/branches/{}/roles", fixture.branch);
    let databases = format!("/branches/{}/databases", fixture.branch);
    let reply = fixture
        .post(&roles, &json!({"role": {"name": "keeper"}}))
        .await;
    fixture.done(201, reply).await;
    let shop = json!({"database": {"name": "shop", "owner_name": "svcdb_owner"}});
    let reply = fixture.post(&databases, &shop).await;
    fixture.done(201, reply).await;

    let fails = async |method: &str, path: String, body: Value| {
        inject(&fixture, FaultKind::GiveUp).await;
        let path = fixture.path(&path);
        let reply = fixture
            .api
            .send(method, &path, body.to_string().as_bytes())
            .await;
        assert!(reply.status < 300, "{}", reply.body);
        until("the operation is given up", async || {
            let list = fixture.get("/operations?limit=1").await.json();
            list["operations"][0]["status"] == "error"
        })
        .await;
    };
    fails("POST", roles.clone(), json!({"role": {"name": "never"}})).await;
    let never = json!({"database": {"name": "never", "owner_name": "keeper"}});
    fails("POST", databases.clone(), never).await;
    let edit = json!({"database": {"name": "store", "owner_name": "keeper"}});
    fails("PATCH", format!("{databases}/shop"), edit).await;
    fails("DELETE", format!("{databases}/shop"), json!({})).await;

    assert_eq!(listed(&fixture, "roles").await, ["keeper", "svcdb_owner"]);
    assert_eq!(listed(&fixture, "databases").await, ["shop", "svcdb"]);
    let shop = fixture.get(&format!("{databases}/shop")).await.json();
    assert_eq!(text(&shop["database"], "owner_name"), "svcdb_owner");
    fixture.sandbox.stop().await;
}

async fn inject(fixture: &TestProject, kind: FaultKind) {
    let fault = OperationFault::once(Action::ApplyConfig, kind);
    let injected = fixture.sandbox.running.inject_operation_fault(fault);
    injected.unwrap();
}

/// Tries it again and again, until the last operation is given up; returns why.
async fn given_up(fixture: &TestProject) -> String {
    let mut why = None;
    until("the operation is given up", async || {
        fixture.sandbox.advance(Duration::from_secs(40)).await;
        let list = fixture.get("/operations?limit=1").await.json();
        let last = &list["operations"][0];
        let is_over = last["status"] == "error";
        why = is_over.then(|| text(last, "error").to_owned());
        is_over
    })
    .await;
    why.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_postgresql_made_before_it_was_given_up_is_listed_and_nothing_else() {
    let fixture = TestProject::start().await;
    let client = owner(&fixture).await;
    let roles = format!("/branches/{}/roles", fixture.branch);
    let databases = format!("/branches/{}/databases", fixture.branch);
    for name in ["leaver", "other"] {
        let create = format!("CREATE ROLE {name}");
        client.batch_execute(&create).await.unwrap();
    }
    assert_eq!(
        listed(&fixture, "roles").await,
        ["leaver", "other", "svcdb_owner"]
    );
    let shop = json!({"database": {"name": "shop", "owner_name": "svcdb_owner"}});
    let reply = fixture.post(&databases, &shop).await;
    fixture.done(201, reply).await;
    let there = async |query: &str| sql::one(&client, query).await;
    let of_roles = "SELECT string_agg(rolname, ' ' ORDER BY rolname) FROM pg_roles
                    WHERE rolname !~ '^(pg_|plinth_)'";
    let of_databases =
        "SELECT string_agg(format('%s of %s', datname, rolname), ', ' ORDER BY datname)
                        FROM pg_database JOIN pg_roles r ON r.oid = datdba WHERE NOT rolsuper";

    // Nothing was made: its owner was gone.
    inject(&fixture, FaultKind::Fail).await;
    let never = json!({"database": {"name": "never", "owner_name": "leaver"}});
    let reply = fixture.post(&databases, &never).await;
    assert_eq!(reply.status, 201, "{}", reply.body);
    client.batch_execute("DROP ROLE leaver").await.unwrap();
    assert!(given_up(&fixture).await.ends_with(": SQLSTATE 42704"));

    // Half of it was made: it has its new name, and its new owner was gone.
    inject(&fixture, FaultKind::Fail).await;
    let edit = json!({"database": {"name": "store", "owner_name": "other"}});
    let reply = fixture.patch(&format!("{databases}/shop"), &edit).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    client.batch_execute("DROP ROLE other").await.unwrap();
    assert!(given_up(&fixture).await.ends_with(": SQLSTATE 42704"));

    // All of it was made, and the answer of the server was lost.
    for kind in [FaultKind::Fail, FaultKind::GiveUp] {
        inject(&fixture, kind).await;
    }
    let reply = fixture
        .post(&roles, &json!({"role": {"name": "late"}}))
        .await;
    assert_eq!(reply.status, 201, "{}", reply.body);
    client
        .batch_execute("CREATE ROLE late LOGIN PASSWORD 'of the first try'")
        .await
        .unwrap();
    given_up(&fixture).await;

    assert_eq!(there(of_roles).await, "late svcdb_owner");
    assert_eq!(
        there(of_databases).await,
        "store of svcdb_owner, svcdb of svcdb_owner"
    );
    assert_eq!(listed(&fixture, "roles").await, ["late", "svcdb_owner"]);
    assert_eq!(listed(&fixture, "databases").await, ["store", "svcdb"]);
    let store = fixture.get(&format!("{databases}/store")).await.json();
    assert_eq!(text(&store["database"], "owner_name"), "svcdb_owner");
    let reveal = format!("{roles}/late/reveal_password");
    assert_eq!(fixture.get(&reveal).await.status, 412);
    drop(client);
    fixture.sandbox.stop().await;
}
