//! Databases and roles over HTTP, without servers.

use std::time::Duration;

use sandbox::{Action, FaultKind, OperationFault};
use serde_json::{Value, json};

use crate::support::test_project::{TestProject, error, steps};

#[tokio::test]
async fn a_database_is_made_changed_and_deleted() {
    let fixture = TestProject::without_servers().await;
    let all = format!("/branches/{}/databases", fixture.branch);
    let wanted = json!({"database": {"name": "shop", "owner_name": "svcdb_owner"}});
    let reply = fixture.post(&all, &wanted).await;
    let made = fixture.done(201, reply).await;
    assert_eq!(steps(&made), ["apply_config running"]);
    assert_eq!(
        made["operations"][0]["endpoint_id"],
        fixture.endpoint.as_str()
    );
    assert_eq!(made["database"]["name"], "shop");
    assert_eq!(made["database"]["owner_name"], "svcdb_owner");
    assert_eq!(made["database"]["branch_id"], fixture.branch.as_str());
    let list = fixture.get(&all).await.json();
    assert_eq!(names(&list["databases"]), ["svcdb", "shop"]);
    let one = fixture.get(&format!("{all}/shop")).await.json();
    assert_eq!(one["database"], made["database"]);

    let twice = fixture.post(&all, &wanted).await;
    assert_eq!(
        error(&twice),
        (409, String::new(), "database already exists".into())
    );
    let ownerless = json!({"database": {"name": "x", "owner_name": "nobody"}});
    let ownerless = fixture.post(&all, &ownerless).await;
    let expected = "database owner not found; role_name:\"nobody\"".into();
    assert_eq!(error(&ownerless), (404, String::new(), expected));
    for name in [
        "",
        &"x".repeat(64),
        &"é".repeat(32),
        "postgres",
        "template1",
        "pg_shop",
        "a\u{0}b",
    ] {
        let body = json!({"database": {"name": name, "owner_name": "svcdb_owner"}});
        let reply = fixture.post(&all, &body).await;
        assert_eq!(reply.status, 400, "{name:?}: {}", reply.body);
    }

    let role = format!("/branches/{}/roles", fixture.branch);
    let reply = fixture
        .post(&role, &json!({"role": {"name": "keeper"}}))
        .await;
    fixture.done(201, reply).await;
    let edit = json!({"database": {"name": "store", "owner_name": "keeper"}});
    let reply = fixture.patch(&format!("{all}/shop"), &edit).await;
    let edited = fixture.done(200, reply).await;
    assert_eq!(steps(&edited), ["apply_config running"]);
    assert_eq!(edited["database"]["id"], made["database"]["id"]);
    assert_eq!(edited["database"]["name"], "store");
    assert_eq!(edited["database"]["owner_name"], "keeper");
    assert_eq!(fixture.get(&format!("{all}/shop")).await.status, 404);
    let reply = fixture.patch(&format!("{all}/store"), &edit).await;
    assert_eq!(fixture.done(200, reply).await["operations"], json!([]));
    let taken = json!({"database": {"name": "svcdb"}});
    let taken = fixture.patch(&format!("{all}/store"), &taken).await;
    assert_eq!(taken.status, 409);

    let reply = fixture.delete(&format!("{all}/store")).await;
    let deleted = fixture.done(200, reply).await;
    assert_eq!(steps(&deleted), ["apply_config running"]);
    assert_eq!(fixture.get(&format!("{all}/store")).await.status, 404);
    assert_eq!(fixture.delete(&format!("{all}/store")).await.status, 204);
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn a_role_is_made_and_deleted() {
    let fixture = TestProject::without_servers().await;
    let all = format!("/branches/{}/roles", fixture.branch);
    let wanted = json!({"role": {"name": "reader"}});
    let reply = fixture.post(&all, &wanted).await;
    let made = fixture.done(201, reply).await;
    assert_eq!(steps(&made), ["apply_config running"]);
    let password = made["role"]["password"].as_str().unwrap();
    assert!(password.starts_with("npg_"));
    assert_eq!(made["role"]["protected"], false);
    let list = fixture.get(&all).await.json();
    assert_eq!(names(&list["roles"]), ["reader", "svcdb_owner"]);
    let one = fixture.get(&format!("{all}/reader")).await.json();
    assert_eq!(one["role"].get("password"), None);
    let revealed = fixture.get(&format!("{all}/reader/reveal_password")).await;
    assert_eq!(revealed.json(), json!({"password": password}));
    let twice = fixture.post(&all, &wanted).await;
    assert_eq!(
        error(&twice),
        (409, String::new(), "role already exists".into())
    );
    for name in [
        "",
        &"x".repeat(64),
        "postgres",
        "pg_read_all_data",
        "template_x",
    ] {
        let reply = fixture.post(&all, &json!({"role": {"name": name}})).await;
        assert_eq!(reply.status, 400, "{name:?}: {}", reply.body);
    }

    let owner = fixture.delete(&format!("{all}/svcdb_owner")).await;
    let expected = "cannot delete a role that owns a database; database_name:\"svcdb\"".into();
    assert_eq!(error(&owner), (422, String::new(), expected));
    let reply = fixture.delete(&format!("{all}/reader")).await;
    let deleted = fixture.done(200, reply).await;
    assert_eq!(steps(&deleted), ["apply_config running"]);
    assert_eq!(deleted["role"].get("password"), None);
    let gone = fixture.get(&format!("{all}/reader")).await;
    assert_eq!(error(&gone), (404, String::new(), "role not found".into()));
    assert_eq!(fixture.delete(&format!("{all}/reader")).await.status, 204);
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn a_password_is_another_one_after_its_reset() {
    let fixture = TestProject::without_servers().await;
    let role = format!("/branches/{}/roles/svcdb_owner", fixture.branch);
    let before = fixture.get(&format!("{role}/reveal_password")).await.json();
    assert_eq!(before["password"], fixture.made["roles"][0]["password"]);
    let reply = fixture
        .post(&format!("{role}/reset_password"), &json!({}))
        .await;
    let reset = fixture.done(200, reply).await;
    assert_eq!(steps(&reset), ["apply_config running"]);
    let after = fixture.get(&format!("{role}/reveal_password")).await.json();
    assert_eq!(after["password"], reset["role"]["password"]);
    assert_ne!(after, before);
    let missing = format!("/branches/{}/roles/nobody/reset_password", fixture.branch);
    assert_eq!(fixture.post(&missing, &json!({})).await.status, 404);
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn what_cannot_be_revealed_is_said_so() {
    let no_passwords = json!({"store_passwords": false});
    let fixture = TestProject::of(|config| config.servers = false, &no_passwords).await;
    let all = format!("/branches/{}/roles", fixture.branch);
    let hidden = fixture
        .get(&format!("{all}/svcdb_owner/reveal_password"))
        .await;
    let expected = "storing passwords is not enabled for the project".into();
    assert_eq!(error(&hidden), (412, String::new(), expected));
    let missing = fixture.get(&format!("{all}/nobody/reveal_password")).await;
    assert_eq!(missing.status, 404);
    let group = json!({"role": {"name": "crew", "no_login": true}});
    let reply = fixture.post(&all, &group).await;
    let group = fixture.done(201, reply).await;
    assert_eq!(group["role"].get("password"), None);
    assert_eq!(group["role"]["authentication_method"], "no_login");
    let reset = fixture
        .post(&format!("{all}/crew/reset_password"), &json!({}))
        .await;
    let expected = "the role can't log in; role_name:\"crew\"".into();
    assert_eq!(error(&reset), (412, String::new(), expected));
    let branch = fixture.post("/branches", &json!({})).await;
    let branch = fixture.done(201, branch).await;
    assert_eq!(branch.get("connection_uris"), None, "no password is sent");
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn what_is_about_to_go_is_in_nobodys_way_for_long() {
    let fixture = TestProject::without_servers().await;
    let hold = OperationFault::once(Action::ApplyConfig, FaultKind::Hold { seconds: 3600 });
    fixture
        .sandbox
        .running
        .inject_operation_fault(hold)
        .unwrap();
    let databases = format!("/branches/{}/databases", fixture.branch);
    let owner = format!("/branches/{}/roles/svcdb_owner", fixture.branch);
    let reply = fixture.delete(&format!("{databases}/svcdb")).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    assert_eq!(fixture.delete(&owner).await.status, 423);
    let again = json!({"database": {"name": "svcdb", "owner_name": "svcdb_owner"}});
    assert_eq!(fixture.post(&databases, &again).await.status, 423);
    let list = fixture.get(&databases).await.json();
    assert_eq!(names(&list["databases"]), ["svcdb"], "it is still there");
    fixture.sandbox.advance(Duration::from_secs(3601)).await;
    fixture.wait_for_operations().await;
    let reply = fixture.post(&databases, &again).await;
    fixture.done(201, reply).await;
    let reply = fixture.delete(&format!("{databases}/svcdb")).await;
    fixture.done(200, reply).await;
    let reply = fixture.delete(&owner).await;
    fixture.done(200, reply).await;
    fixture.sandbox.stop().await;
}

fn names(list: &Value) -> Vec<&str> {
    let all = list.as_array().unwrap();
    all.iter().map(|it| it["name"].as_str().unwrap()).collect()
}
