//! Data that nobody knows: put aside by a start, put back or deleted by a click.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::support::management::Management;
use crate::support::place::Place;
use crate::support::world::{project, text};
use crate::support::{World, sql};

const LIST: &str = "/sandbox/quarantine";

async fn quarantined(world: &World) -> Vec<Value> {
    let listed = world.admin("GET", LIST, "").await;
    assert_eq!(listed.status, 200, "{}", listed.text());
    let listed = listed.json();
    let status = world.admin("GET", "/sandbox/status", "").await.json();
    assert_eq!(status["quarantined"], listed.as_array().unwrap().len());
    listed.as_array().unwrap().clone()
}

async fn put_back(world: &World, one: &Value) -> String {
    let path = format!("{LIST}/{}/put-back", text(one, "id"));
    let done = world.admin("POST", &path, "").await;
    assert_eq!(done.status, 200, "{}", done.text());
    text(&done.json(), "project_id").to_owned()
}

fn catalogue(folder: &Path) -> Vec<PathBuf> {
    let names = ["world.db", "world.db-wal", "world.db-shm"];
    names.iter().map(|name| folder.join(name)).collect()
}

fn lose_catalogue(folder: &Path) {
    for path in catalogue(folder) {
        let _ = fs::remove_file(path);
    }
    assert!(!folder.join("world.db").exists());
}

/// A temporary database with a row in it.
async fn filled(world: &World) -> Value {
    let record = world.create().await;
    let url = text(&record, "connection_string");
    let client = sql::connect(&world.sandbox.ca_file, url).await;
    client
        .batch_execute(
            "CREATE TABLE kept AS SELECT 7 AS n; CREATE ROLE reader NOLOGIN;
             CREATE ROLE plinth_reader LOGIN PASSWORD 'before'",
        )
        .await
        .unwrap();
    record
}

/// The first row of what a project has now, reached as a person would.
async fn kept(world: &World, project: &str) -> String {
    let owner = Management::of(world);
    let path =
        format!("/projects/{project}/connection_uri?database_name=svcdb&role_name=svcdb_owner");
    let uri = owner.get(&path).await;
    assert_eq!(uri.status, 200, "{}", uri.text());
    let client = sql::connect(&world.sandbox.ca_file, text(&uri.json(), "uri")).await;
    sql::one(&client, "SELECT n FROM kept").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_catalogue_costs_no_data() {
    let world = World::start().await;
    let record = filled(&world).await;
    let world = world.again_after(lose_catalogue).await;
    let all = quarantined(&world).await;
    assert_eq!(all.len(), 1, "{all:?}");
    let one = &all[0];
    assert_eq!(one["kind"], "branch");
    assert_eq!(one["is_whole"], true);
    assert_eq!(one["postgres"], "17");
    assert_eq!(text(one, "project_id"), project(&record));
    assert_eq!(one["branch"], "main");
    assert!(one["size_bytes"].as_u64().unwrap() > 10_000_000, "{one}");
    assert!(one["put_aside_at"].is_string() && one["last_used_at"].is_string());

    let another = world.create().await;
    let url = text(&another, "connection_string");
    let client = sql::connect(&world.sandbox.ca_file, url).await;
    assert_eq!(sql::one(&client, "SELECT 1").await, "1");

    let back = put_back(&world, one).await;
    assert_eq!(back, project(&record), "with the id that it had");
    assert_eq!(kept(&world, &back).await, "7");
    assert!(quarantined(&world).await.is_empty());
    let owner = Management::of(&world);
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
        assert_eq!(shown.status, 200, "{name}: {}", shown.text());
    }
    let world = world.again(|_| {}).await;
    assert_eq!(kept(&world, &back).await, "7", "it stays one");
    world.stop().await;
}

/// Does something with the catalogue beside the sandbox that has it open.
fn beside(world: &World, statements: &str) {
    let catalogue = rusqlite::Connection::open(world.folder.path().join("world.db")).unwrap();
    catalogue.execute_batch(statements).unwrap();
}

/// The catalogue takes no such record any more.
fn refuse_to_write(world: &World, records: &str) {
    beside(
        world,
        &format!(
            "CREATE TRIGGER refuses BEFORE INSERT ON records WHEN {records}
             BEGIN SELECT RAISE(ABORT, 'as ordered'); END"
        ),
    );
}

fn write_again(world: &World) {
    beside(world, "DROP TRIGGER refuses");
}

#[tokio::test(flavor = "multi_thread")]
async fn data_whose_records_are_not_written_is_in_the_quarantine_as_before() {
    let world = World::start().await;
    let record = filled(&world).await;
    let world = world.again_after(lose_catalogue).await;
    let before = quarantined(&world).await;
    refuse_to_write(&world, "NEW.kind = 'branch'");
    let path = format!("{LIST}/{}/put-back", text(&before[0], "id"));
    for _ in 0..2 {
        let failed = world.admin("POST", &path, "").await;
        assert_eq!(failed.status, 500, "{}", failed.text());
        let after = quarantined(&world).await;
        assert_eq!(after.len(), 1, "{after:?}");
        for field in ["id", "path", "is_whole", "project_id", "branch_id"] {
            assert_eq!(after[0][field], before[0][field], "{field}");
        }
        assert!(Path::new(text(&after[0], "path")).is_dir());
    }
    let projects = Management::of(&world).get("/projects").await.json();
    assert_eq!(projects["projects"], json!([]), "half of it is nowhere");
    write_again(&world);
    let world = world.again(|_| {}).await;
    let listed = quarantined(&world).await;
    assert_eq!(listed[0]["id"], before[0]["id"]);
    let back = put_back(&world, &listed[0]).await;
    assert_eq!(back, project(&record));
    assert_eq!(kept(&world, &back).await, "7");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn data_that_gets_no_port_is_a_branch_all_the_same() {
    let world = World::start().await;
    let record = filled(&world).await;
    let world = world.again_after(lose_catalogue).await;
    // The endpoint's own record is written; the next one of it would say its port.
    refuse_to_write(
        &world,
        "NEW.kind = 'endpoint' AND EXISTS (SELECT 1 FROM records WHERE kind = 'endpoint')",
    );
    let back = put_back(&world, &quarantined(&world).await[0]).await;
    assert_eq!(back, project(&record));
    assert!(quarantined(&world).await.is_empty());
    write_again(&world);
    let owner = Management::of(&world);
    let endpoints = owner.get(&format!("/projects/{back}/endpoints")).await;
    let endpoint = text(&endpoints.json()["endpoints"][0], "id").to_owned();
    let start = format!("/projects/{back}/endpoints/{endpoint}/start");
    assert_eq!(owner.post(&start, &json!({})).await.status, 200);
    world.rests().await;
    assert_eq!(kept(&world, &back).await, "7");
    let world = world.again(|_| {}).await;
    assert!(quarantined(&world).await.is_empty());
    assert_eq!(kept(&world, &back).await, "7");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn branches_of_one_project_come_together_again() {
    let place = Place::start().await;
    let reply = place
        .post("/branches", &json!({"branch": {"name": "dev"}}))
        .await;
    let made = place.done(201, reply).await;
    let (former, dev) = (place.project.clone(), made["branch"]["id"].clone());
    let world = place.world.again_after(lose_catalogue).await;
    let all = quarantined(&world).await;
    let names: Vec<&Value> = all.iter().map(|it| &it["branch"]).collect();
    assert_eq!(all.len(), 2, "{all:?}");
    assert!(names.contains(&&json!("main")) && names.contains(&&json!("dev")));
    for one in all.iter().filter(|it| it["branch"] == "main") {
        assert_eq!(put_back(&world, one).await, former);
    }
    for one in all.iter().filter(|it| it["branch"] == "dev") {
        assert_eq!(put_back(&world, one).await, former);
    }
    let owner = Management::of(&world);
    let path = format!("/projects/{former}/branches/{}", dev.as_str().unwrap());
    let found = owner.get(&path).await.json();
    assert_eq!(found["branch"]["name"], "dev");
    assert_eq!(found["branch"]["default"], false);
    assert!(found["branch"]["parent_id"].is_string(), "{found}");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_catalogue_is_kept_and_costs_no_data() {
    let world = World::start().await;
    let record = filled(&world).await;
    let damage = b"this is no catalogue at all, whatever it was before".repeat(100);
    let written = damage.clone();
    let world = world
        .again_after(move |folder| {
            lose_catalogue(folder);
            fs::write(folder.join("world.db"), written).unwrap();
        })
        .await;
    let all = quarantined(&world).await;
    let of = |kind: &str| all.iter().find(|it| it["kind"] == kind).unwrap();
    let aside = PathBuf::from(text(of("catalogue"), "path"));
    let name = aside.file_name().unwrap().to_str().unwrap();
    assert!(name.starts_with("world.db.damaged-"), "{name}");
    assert_eq!(
        fs::read(&aside).unwrap(),
        damage,
        "not a byte of it changes"
    );
    let path = format!("{LIST}/{}/put-back", text(of("catalogue"), "id"));
    assert_eq!(world.admin("POST", &path, "").await.status, 409);
    let back = put_back(&world, of("branch")).await;
    assert_eq!(back, project(&record));
    assert_eq!(kept(&world, &back).await, "7");
    let path = format!("{LIST}/{}", text(of("catalogue"), "id"));
    assert_eq!(world.admin("DELETE", &path, "").await.status, 204);
    assert!(!aside.exists());
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_whole_database_can_only_be_deleted() {
    let world = World::start().await;
    let world = world
        .again_after(|folder| {
            let nobodys = folder.join("servers/branches/br-nobody-knows-abcdefgh");
            fs::create_dir(&nobodys).unwrap();
            fs::write(nobodys.join("notes"), "mine").unwrap();
        })
        .await;
    let all = quarantined(&world).await;
    assert_eq!(all.len(), 1, "{all:?}");
    let (id, folder) = (text(&all[0], "id"), PathBuf::from(text(&all[0], "path")));
    assert!(id.starts_with("br-nobody-knows-abcdefgh."));
    assert_eq!(all[0]["is_whole"], false);
    assert_eq!(all[0]["size_bytes"], 4);
    assert_eq!(fs::read_to_string(folder.join("notes")).unwrap(), "mine");
    let refused = world
        .admin("POST", &format!("{LIST}/{id}/put-back"), "")
        .await;
    assert_eq!(refused.status, 409, "{}", refused.text());
    assert!(folder.exists());
    for outside in ["..", "%2e%2e%2fbranches", "templates"] {
        let path = format!("{LIST}/{outside}");
        assert_eq!(world.admin("DELETE", &path, "").await.status, 404);
    }
    let path = format!("{LIST}/{id}");
    assert_eq!(world.admin("DELETE", &path, "").await.status, 204);
    assert!(!folder.exists());
    assert_eq!(world.admin("DELETE", &path, "").await.status, 404);
    assert!(quarantined(&world).await.is_empty());
    world.stop().await;
}
