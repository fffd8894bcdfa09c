//! What a server refuses, and how soon that is said.

use std::time::Duration;

use sandbox::{Action, FaultKind, OperationFault};
use serde_json::{Value, json};

use crate::support::test_project::{TestProject, error, id};
use crate::support::test_sandbox::text;
use crate::support::{sql, until};

fn uri(made: &Value) -> String {
    text(&made["connection_uris"][0], "connection_uri").to_owned()
}

/// The newest operation of a project, once it was given up.
async fn given_up(fixture: &TestProject, project: &str) -> Value {
    let path = format!("/projects/{project}/operations?limit=100");
    let mut found = Value::Null;
    until("an operation is given up", async || {
        fixture.sandbox.advance(Duration::from_secs(40)).await;
        let list = fixture.api.get(&path).await.json();
        let mut all = list["operations"].as_array().unwrap().iter();
        found = all
            .find(|it| it["status"] == "error")
            .cloned()
            .unwrap_or_default();
        !found.is_null()
    })
    .await;
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn a_statement_that_is_wrong_is_not_tried_again() {
    let fixture = TestProject::start().await;
    let ca = &fixture.sandbox.running.ca_file;
    let client = sql::connect(ca, &uri(&fixture.made)).await;
    sql::run(&client, "CREATE ROLE ada").await;
    let held = OperationFault {
        action: Some(Action::ApplyConfig),
        project_id: Some(fixture.project.clone()),
        times: Some(1),
        kind: FaultKind::Hold { seconds: 30 },
    };
    fixture
        .sandbox
        .running
        .inject_operation_fault(held)
        .unwrap();
    let databases = format!("/branches/{}/databases", fixture.branch);
    let wanted = json!({"database": {"name": "shop", "owner_name": "ada"}});
    assert_eq!(fixture.post(&databases, &wanted).await.status, 201);
    sql::run(&client, "DROP ROLE ada").await;
    let operation = given_up(&fixture, &fixture.project).await;
    assert_eq!(operation["failures_count"], 0, "{operation}");
    assert!(
        text(&operation, "error").ends_with("SQLSTATE 42704"),
        "{operation}"
    );
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_that_finds_all_servers_in_use_says_so_after_two_attempts() {
    let fixture = TestProject::of(
        |config| {
            config.max_running = Some(1);
            config.start_patience = Duration::from_secs(3);
        },
        &json!({}),
    )
    .await;
    let ca = &fixture.sandbox.running.ca_file;
    let client = sql::connect(ca, &uri(&fixture.made)).await;
    sql::run(&client, "BEGIN").await;
    let second = fixture.api.post("/projects", &json!({"project": {}})).await;
    assert_eq!(second.status, 201, "{}", second.body);
    let second = id(&second.json()["project"]);
    let operation = given_up(&fixture, &second).await;
    assert_eq!(operation["error"], "the only server is in use; 1 waits");
    assert_eq!(operation["failures_count"], 2);
    drop(client);
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_users_table_whose_database_is_gone_is_the_callers_matter() {
    let fixture = TestProject::start().await;
    let about = |more: Value| {
        let mut body = json!({"project_id": fixture.project, "auth_provider": "provider_one"});
        let more = more.as_object().unwrap().clone();
        body.as_object_mut().unwrap().extend(more);
        body
    };
    let wanted = about(json!({
        "branch_id": fixture.branch, "database_name": "svcdb", "role_name": "svcdb_owner",
    }));
    let made = fixture.api.post("/projects/auth/create", &wanted).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let database = format!("/branches/{}/databases/svcdb", fixture.branch);
    let reply = fixture.delete(&database).await;
    fixture.done(200, reply).await;
    let user = about(json!({"email": "ana@example.com"}));
    let refused = fixture.api.post("/projects/auth/user", &user).await;
    let why = "the database of the users table does not exist; database_name:\"svcdb\"";
    assert_eq!(error(&refused), (422, String::new(), why.to_owned()));
    // What is to be deleted with it went with the database.
    let path = fixture.path("/auth/integration/provider_one");
    let body = json!({"delete_data": true}).to_string();
    let removed = fixture.api.send("DELETE", &path, body.as_bytes()).await;
    assert_eq!(removed.status, 200, "{}", removed.body);
    fixture.sandbox.stop().await;
}
