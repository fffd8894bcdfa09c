//! Data that nobody knows: quarantined by a start, put back or deleted by a click.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::support::management::Management;
use crate::support::test_project::TestProject;
use crate::support::test_sandbox::{project, text};
use crate::support::{TestSandbox, sql};

const LIST: &str = "/sandbox/quarantine";

async fn quarantined(sandbox: &TestSandbox) -> Vec<Value> {
    let listed = sandbox.admin("GET", LIST, "").await;
    assert_eq!(listed.status, 200, "{}", listed.body);
    let listed = listed.json();
    let status = sandbox.admin("GET", "/sandbox/status", "").await.json();
    assert_eq!(status["quarantined"], listed.as_array().unwrap().len());
    listed.as_array().unwrap().clone()
}

async fn put_back(sandbox: &TestSandbox, one: &Value) -> String {
    let path = format!("{LIST}/{}/put-back", text(one, "id"));
    let done = sandbox.admin("POST", &path, "").await;
    assert_eq!(done.status, 200, "{}", done.body);
    text(&done.json(), "project_id").to_owned()
}

fn store_files(folder: &Path) -> Vec<PathBuf> {
    let names = ["world.db", "world.db-wal", "world.db-shm"];
    names.iter().map(|name| folder.join(name)).collect()
}

fn lose_state_store(folder: &Path) {
    for path in store_files(folder) {
        let _ = fs::remove_file(path);
    }
    assert!(!folder.join("world.db").exists());
}

/// A temporary database with a row in it.
async fn filled(sandbox: &TestSandbox) -> Value {
    let record = sandbox.create().await;
    let url = text(&record, "connection_string");
    let client = sql::connect(&sandbox.running.ca_file, url).await;
    sql::run(
        &client,
        "CREATE TABLE kept AS SELECT 7 AS n; CREATE ROLE reader NOLOGIN;
             CREATE ROLE plinth_reader LOGIN PASSWORD 'before'",
    )
    .await;
    record
}

/// The first row of what a project has now, reached as a person would.
async fn kept(sandbox: &TestSandbox, project: &str) -> String {
    let owner = Management::of(sandbox);
    let path =
        format!("/projects/{project}/connection_uri?database_name=svcdb&role_name=svcdb_owner");
    let uri = owner.get(&path).await;
    assert_eq!(uri.status, 200, "{}", uri.body);
    let client = sql::connect(&sandbox.running.ca_file, text(&uri.json(), "uri")).await;
    sql::one(&client, "SELECT n FROM kept").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_state_store_costs_no_data() {
    let sandbox = TestSandbox::start().await;
    let record = filled(&sandbox).await;
    let sandbox = sandbox.again_after(lose_state_store).await;
    let all = quarantined(&sandbox).await;
    assert_eq!(all.len(), 1, "{all:?}");
    let one = &all[0];
    assert_eq!(one["kind"], "branch");
    assert_eq!(one["is_whole"], true);
    assert_eq!(one["postgres"], "17");
    assert_eq!(text(one, "project_id"), project(&record));
    assert_eq!(one["branch"], "main");
    assert!(one["size_bytes"].as_u64().unwrap() > 10_000_000, "{one}");
    assert!(one["put_aside_at"].is_string() && one["last_used_at"].is_string());

    let another = sandbox.create().await;
    let url = text(&another, "connection_string");
    let client = sql::connect(&sandbox.running.ca_file, url).await;
    assert_eq!(sql::one(&client, "SELECT 1").await, "1");

    let back = put_back(&sandbox, one).await;
    assert_eq!(back, project(&record), "with the id that it had");
    assert_eq!(kept(&sandbox, &back).await, "7");
    assert!(quarantined(&sandbox).await.is_empty());
    let owner = Management::of(&sandbox);
    let branches = owner
        .get(&format!("/projects/{back}/branches"))
        .await
        .json();
    assert_eq!(branches["branches"].as_array().unwrap().len(), 1);
    let branch = &branches["branches"][0];
    assert_eq!(
        (&branch["name"], &branch["default"]),
        (&json!("main"), &json!(true))
    );
    let path = format!("/projects/{back}/branches/{}/roles", text(branch, "id"));
    let roles = owner.get(&path).await.json();
    let names: Vec<&str> = roles["roles"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| text(it, "name"))
        .collect();
    assert_eq!(names, ["plinth_reader", "reader", "svcdb_owner"], "{roles}");
    // Each that logs in has a password that is known, whatever its name begins with.
    for name in ["plinth_reader", "svcdb_owner"] {
        let shown = owner.get(&format!("{path}/{name}/reveal_password")).await;
        assert_eq!(shown.status, 200, "{name}: {}", shown.body);
    }
    let sandbox = sandbox.again(|_| {}).await;
    assert_eq!(kept(&sandbox, &back).await, "7", "it stays one");
    sandbox.stop().await;
}

/// Does something with the store beside the sandbox that has it open.
fn beside(sandbox: &TestSandbox, statements: &str) {
    let store = rusqlite::Connection::open(sandbox.folder.path().join("world.db")).unwrap();
    store.execute_batch(statements).unwrap();
}

/// The store takes no such record any more.
fn refuse_to_write(sandbox: &TestSandbox, records: &str) {
    beside(
        sandbox,
        &format!(
            "CREATE TRIGGER refuses BEFORE INSERT ON records WHEN {records}
             BEGIN SELECT RAISE(ABORT, 'injected'); END"
        ),
    );
}

fn write_again(sandbox: &TestSandbox) {
    beside(sandbox, "DROP TRIGGER refuses");
}

#[tokio::test(flavor = "multi_thread")]
async fn data_whose_records_are_not_written_is_in_the_quarantine_as_before() {
    let sandbox = TestSandbox::start().await;
    let record = filled(&sandbox).await;
    let sandbox = sandbox.again_after(lose_state_store).await;
    let before = quarantined(&sandbox).await;
    refuse_to_write(&sandbox, "NEW.kind = 'branch'");
    let path = format!("{LIST}/{}/put-back", text(&before[0], "id"));
    for _ in 0..2 {
        let failed = sandbox.admin("POST", &path, "").await;
        assert_eq!(failed.status, 500, "{}", failed.body);
        let after = quarantined(&sandbox).await;
        assert_eq!(after.len(), 1, "{after:?}");
        for field in ["id", "path", "is_whole", "project_id", "branch_id"] {
            assert_eq!(after[0][field], before[0][field], "{field}");
        }
        assert!(Path::new(text(&after[0], "path")).is_dir());
    }
    let projects = Management::of(&sandbox).get("/projects").await.json();
    assert_eq!(projects["projects"], json!([]), "half of it is nowhere");
    write_again(&sandbox);
    let sandbox = sandbox.again(|_| {}).await;
    let listed = quarantined(&sandbox).await;
    assert_eq!(listed[0]["id"], before[0]["id"]);
    let back = put_back(&sandbox, &listed[0]).await;
    assert_eq!(back, project(&record));
    assert_eq!(kept(&sandbox, &back).await, "7");
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn data_that_gets_no_port_is_a_branch_all_the_same() {
    let sandbox = TestSandbox::start().await;
    let record = filled(&sandbox).await;
    let sandbox = sandbox.again_after(lose_state_store).await;
    // The endpoint's own record is written; the next one of it would say its port.
    refuse_to_write(
        &sandbox,
        "NEW.kind = 'endpoint' AND EXISTS (SELECT 1 FROM records WHERE kind = 'endpoint')",
    );
    let back = put_back(&sandbox, &quarantined(&sandbox).await[0]).await;
    assert_eq!(back, project(&record));
    assert!(quarantined(&sandbox).await.is_empty());
    write_again(&sandbox);
    let owner = Management::of(&sandbox);
    let endpoints = owner.get(&format!("/projects/{back}/endpoints")).await;
    let endpoint = text(&endpoints.json()["endpoints"][0], "id").to_owned();
    let start = format!("/projects/{back}/endpoints/{endpoint}/start");
    assert_eq!(owner.post(&start, &json!({})).await.status, 200);
    sandbox.wait_for_operations().await;
    assert_eq!(kept(&sandbox, &back).await, "7");
    let sandbox = sandbox.again(|_| {}).await;
    assert!(quarantined(&sandbox).await.is_empty());
    assert_eq!(kept(&sandbox, &back).await, "7");
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn branches_of_one_project_come_together_again() {
    let fixture = TestProject::start().await;
    let reply = fixture
        .post("/branches", &json!({"branch": {"name": "dev"}}))
        .await;
    let made = fixture.done(201, reply).await;
    let (previous, dev) = (fixture.project.clone(), made["branch"]["id"].clone());
    let sandbox = fixture.sandbox.again_after(lose_state_store).await;
    let all = quarantined(&sandbox).await;
    let names: Vec<&Value> = all.iter().map(|it| &it["branch"]).collect();
    assert_eq!(all.len(), 2, "{all:?}");
    assert!(names.contains(&&json!("main")) && names.contains(&&json!("dev")));
    for one in all.iter().filter(|it| it["branch"] == "main") {
        assert_eq!(put_back(&sandbox, one).await, previous);
    }
    for one in all.iter().filter(|it| it["branch"] == "dev") {
        assert_eq!(put_back(&sandbox, one).await, previous);
    }
    let owner = Management::of(&sandbox);
    let path = format!("/projects/{previous}/branches/{}", dev.as_str().unwrap());
    let found = owner.get(&path).await.json();
    assert_eq!(found["branch"]["name"], "dev");
    assert_eq!(found["branch"]["default"], false);
    assert!(found["branch"]["parent_id"].is_string(), "{found}");
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_state_store_is_kept_and_costs_no_data() {
    let sandbox = TestSandbox::start().await;
    let record = filled(&sandbox).await;
    let damage = b"this is no state store at all, whatever it was before".repeat(100);
    let written = damage.clone();
    let sandbox = sandbox
        .again_after(move |folder| {
            lose_state_store(folder);
            fs::write(folder.join("world.db"), written).unwrap();
        })
        .await;
    let all = quarantined(&sandbox).await;
    let of = |kind: &str| all.iter().find(|it| it["kind"] == kind).unwrap();
    let renamed = PathBuf::from(text(of("catalogue"), "path"));
    let name = renamed.file_name().unwrap().to_str().unwrap();
    assert!(name.starts_with("world.db.damaged-"), "{name}");
    assert_eq!(
        fs::read(&renamed).unwrap(),
        damage,
        "not a byte of it changes"
    );
    let path = format!("{LIST}/{}/put-back", text(of("catalogue"), "id"));
    assert_eq!(sandbox.admin("POST", &path, "").await.status, 409);
    let back = put_back(&sandbox, of("branch")).await;
    assert_eq!(back, project(&record));
    assert_eq!(kept(&sandbox, &back).await, "7");
    let path = format!("{LIST}/{}", text(of("catalogue"), "id"));
    assert_eq!(sandbox.admin("DELETE", &path, "").await.status, 204);
    assert!(!renamed.exists());
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_whole_database_can_only_be_deleted() {
    let sandbox = TestSandbox::start().await;
    let sandbox = sandbox
        .again_after(|folder| {
            let nobodys = folder.join("servers/branches/br-nobody-knows-abcdefgh");
            fs::create_dir(&nobodys).unwrap();
            fs::write(nobodys.join("notes"), "mine").unwrap();
        })
        .await;
    let all = quarantined(&sandbox).await;
    assert_eq!(all.len(), 1, "{all:?}");
    let (id, folder) = (text(&all[0], "id"), PathBuf::from(text(&all[0], "path")));
    assert!(id.starts_with("br-nobody-knows-abcdefgh."));
    assert_eq!(all[0]["is_whole"], false);
    assert_eq!(all[0]["size_bytes"], 4);
    assert_eq!(fs::read_to_string(folder.join("notes")).unwrap(), "mine");
    let refused = sandbox
        .admin("POST", &format!("{LIST}/{id}/put-back"), "")
        .await;
    assert_eq!(refused.status, 409, "{}", refused.body);
    assert!(folder.exists());
    for outside in ["..", "%2e%2e%2fbranches", "templates"] {
        let path = format!("{LIST}/{outside}");
        assert_eq!(sandbox.admin("DELETE", &path, "").await.status, 404);
    }
    let path = format!("{LIST}/{id}");
    assert_eq!(sandbox.admin("DELETE", &path, "").await.status, 204);
    assert!(!folder.exists());
    assert_eq!(sandbox.admin("DELETE", &path, "").await.status, 404);
    assert!(quarantined(&sandbox).await.is_empty());
    sandbox.stop().await;
}
