use api::resource::snapshots::{
    BackupSchedule, CreateSnapshot, Frequency, RestoreSnapshot, ScheduleItem, SnapshotId,
};
use serde_json::{Value, json};

use super::branches::{branch, id_of};
use super::fixture::{EndpointFixture, text};
use super::like::like;
use super::table::{Row, row};

pub fn rows() -> Vec<Row> {
    vec![
        row!("GET /projects/{project_id}/snapshots", list_raw, list),
        row!(
            "POST /projects/{project_id}/branches/{branch_id}/snapshot",
            create_raw,
            create
        ),
        row!(
            "PATCH /projects/{project_id}/snapshots/{snapshot_id}",
            rename_raw,
            rename
        ),
        row!(
            "DELETE /projects/{project_id}/snapshots/{snapshot_id}",
            delete_raw,
            delete
        ),
        row!(
            "POST /projects/{project_id}/snapshots/{snapshot_id}/restore",
            restore_raw,
            restore
        ),
        row!(
            "POST /projects/{project_id}/branches/{branch_id}/finalize_restore",
            finalize_raw,
            finalize
        ),
        row!(
            "GET /projects/{project_id}/branches/{branch_id}/backup_schedule",
            schedule_raw,
            schedule
        ),
        row!(
            "PUT /projects/{project_id}/branches/{branch_id}/backup_schedule",
            set_schedule_raw,
            set_schedule
        ),
    ]
}

const ALL: &str = "/projects/{p}/snapshots";
const CREATE: &str = "/projects/{p}/branches/{b}/snapshot";
const SCHEDULE: &str = "/projects/{p}/branches/{b}/backup_schedule";

fn snapshot(name: &str) -> Value {
    json!({
        "id": "<text>", "name": name, "lsn?": "<lsn>", "timestamp": "<time>",
        "source_branch_id": "<branch>", "created_at": "<time>", "manual": true,
    })
}

/// The id of a new one.
async fn with_one(fixture: &EndpointFixture<'_>, name: &str) -> String {
    let request = format!("POST {CREATE}?name={name}");
    let made = fixture.prepare(&request, Value::Null).await;
    text(&made["snapshot"], "id")
}

fn id(text: &str) -> SnapshotId {
    SnapshotId::parse(text).unwrap()
}

fn step(action: &str, status: &str) -> Value {
    json!({"id": "<uuid>", "action": action, "status": status})
}

async fn list_raw(fixture: &EndpointFixture<'_>) {
    let path = format!("GET {ALL}");
    let none = fixture.answers(200, &path, Value::Null).await;
    assert_eq!(none, json!({"snapshots": []}));
    with_one(fixture, "one").await;
    let one = fixture.answers(200, &path, Value::Null).await;
    like(&one, &json!({"snapshots": [snapshot("one")]}));
}

async fn list(fixture: &EndpointFixture<'_>) {
    let made = with_one(fixture, "one").await;
    let snapshots = fixture.api.snapshots(&fixture.project_id());
    let all = snapshots.list().await.unwrap().value;
    assert_eq!((all.len(), all[0].id.as_str()), (1, made.as_str()));
    assert_eq!((all[0].name.as_str(), all[0].manual), ("one", Some(true)));
    assert_eq!(all[0].source_branch_id, Some(fixture.branch_id()));
}

async fn create_raw(fixture: &EndpointFixture<'_>) {
    let path = format!("POST {CREATE}?name=one&expires_at=2099-01-01T00:00:00Z");
    let made = fixture.answers(200, &path, Value::Null).await;
    let mut one = snapshot("one");
    one["expires_at"] = json!("2099-01-01T00:00:00Z");
    let begun = [
        step("create_branch", "running"),
        step("timeline_archive", "scheduling"),
    ];
    like(&made, &json!({"snapshot": one, "operations": begun}));
    fixture.rest().await;
    fixture
        .refuses(409, "snapshot already exists", &path, Value::Null)
        .await;
    let wrong = format!("POST {CREATE}?lsn=here");
    fixture
        .refuses(400, "invalid request", &wrong, Value::Null)
        .await;
}

async fn create(fixture: &EndpointFixture<'_>) {
    let snapshots = fixture.api.snapshots(&fixture.project_id());
    let create = CreateSnapshot {
        name: Some("a & b".to_owned()),
        ..CreateSnapshot::default()
    };
    let made = snapshots.create(&fixture.branch_id(), &create).await;
    let made = made.unwrap().value;
    assert_eq!(made.snapshot.name, "a & b");
    assert_eq!(made.operations.len(), 2);
}

async fn rename_raw(fixture: &EndpointFixture<'_>) {
    let path = format!("PATCH {ALL}/{}", with_one(fixture, "one").await);
    let body = json!({"snapshot": {"name": "other"}});
    let renamed = fixture.answers(200, &path, body).await;
    like(&renamed, &json!({"snapshot": snapshot("other")}));
    let wrong = json!({"snapshot": {"name": ""}});
    fixture.refuses(400, "snapshot.name", &path, wrong).await;
}

async fn rename(fixture: &EndpointFixture<'_>) {
    let made = with_one(fixture, "one").await;
    let snapshots = fixture.api.snapshots(&fixture.project_id());
    let renamed = snapshots.rename(&id(&made), "other").await.unwrap().value;
    assert_eq!(renamed.name, "other");
}

async fn delete_raw(fixture: &EndpointFixture<'_>) {
    let path = format!("DELETE {ALL}/{}", with_one(fixture, "one").await);
    let deleted = fixture.answers(202, &path, Value::Null).await;
    let begun = [step("delete_timeline", "running")];
    like(&deleted, &json!({ "operations": begun }));
    fixture.rest().await;
    fixture.refuses(404, "not found", &path, Value::Null).await;
}

async fn delete(fixture: &EndpointFixture<'_>) {
    let made = with_one(fixture, "one").await;
    let snapshots = fixture.api.snapshots(&fixture.project_id());
    let begun = snapshots.delete(&id(&made)).await.unwrap().value;
    assert_eq!(begun.len(), 1);
    assert!(snapshots.list().await.unwrap().value.is_empty());
}

async fn restore_raw(fixture: &EndpointFixture<'_>) {
    let made = with_one(fixture, "one").await;
    let path = format!("POST {ALL}/{made}/restore");
    let restored = fixture.answers(200, &path, Value::Null).await;
    let mut there = branch("one (restored)", "init");
    there["restored_from"] = json!(made);
    there["restored_as"] = json!(fixture.branch);
    there["restore_status"] = json!("restored");
    let begun = [
        step("create_branch", "running"),
        step("start_compute", "scheduling"),
    ];
    like(
        &restored,
        &json!({"branch": there, "endpoints": [{"id": "<endpoint>"}], "operations": begun}),
    );
    fixture.rest().await;
    let body = json!({"name": "main"});
    let error = fixture
        .refuses(409, "branch already exists", &path, body)
        .await;
    assert_eq!(error["code"], "BRANCH_ALREADY_EXISTS");
    let body = json!({"target_branch_id": fixture.branch, "finalize_restore": true});
    let finalized = fixture.answers(200, &path, body).await;
    like(
        &finalized,
        &json!({"branch": {"default": false}, "endpoints": []}),
    );
}

async fn restore(fixture: &EndpointFixture<'_>) {
    let made = id(&with_one(fixture, "one").await);
    let snapshots = fixture.api.snapshots(&fixture.project_id());
    let restore = RestoreSnapshot {
        name: Some("look".to_owned()),
        ..RestoreSnapshot::default()
    };
    let restored = snapshots.restore(&made, &restore).await.unwrap().value;
    assert_eq!(restored.branch.name, "look");
    assert_eq!(
        restored.branch.restored_from.as_deref(),
        Some(made.as_str())
    );
    assert_eq!(restored.endpoints.len(), 1);
}

/// The id of a branch that waits to be finalized.
async fn restored(fixture: &EndpointFixture<'_>) -> String {
    let made = with_one(fixture, "one").await;
    let request = format!("POST {ALL}/{made}/restore");
    id_of(&fixture.prepare(&request, Value::Null).await)
}

async fn finalize_raw(fixture: &EndpointFixture<'_>) {
    let path = format!(
        "POST /projects/{{p}}/branches/{}/finalize_restore",
        restored(fixture).await
    );
    let begun = fixture.answers(200, &path, json!({"name": "former"})).await;
    like(&begun, &json!({"operations": ["<each>", {"id": "<uuid>"}]}));
    fixture.rest().await;
    fixture
        .refuses(422, "finalized already", &path, Value::Null)
        .await;
    let former = "GET /projects/{p}/branches/{b}";
    let former = fixture.answers(200, former, Value::Null).await;
    assert_eq!(former["branch"]["name"], "former");
}

async fn finalize(fixture: &EndpointFixture<'_>) {
    let restored = api::BranchId::parse(&restored(fixture).await).unwrap();
    let snapshots = fixture.api.snapshots(&fixture.project_id());
    let begun = snapshots.finalize(&restored, None).await.unwrap().value;
    assert!(!begun.is_empty());
    fixture.rest().await;
    let branches = fixture.api.branches(&fixture.project_id());
    let found = branches.get(&restored).await.unwrap().value.branch;
    assert_eq!((found.name.as_str(), found.is_default()), ("main", true));
}

async fn schedule_raw(fixture: &EndpointFixture<'_>) {
    let path = format!("GET {SCHEDULE}");
    let none = fixture.answers(200, &path, Value::Null).await;
    assert_eq!(none, json!({"schedule": []}));
}

async fn schedule(fixture: &EndpointFixture<'_>) {
    let snapshots = fixture.api.snapshots(&fixture.project_id());
    let none = snapshots
        .schedule(&fixture.branch_id())
        .await
        .unwrap()
        .value;
    assert_eq!(none, BackupSchedule::default());
}

async fn set_schedule_raw(fixture: &EndpointFixture<'_>) {
    let path = format!("PUT {SCHEDULE}");
    let body = json!({"schedule": [{"frequency": "weekly", "day": 2, "hour": 4, "retention_seconds": 86_400}]});
    let set = fixture.answers(200, &path, body.clone()).await;
    assert_eq!(set, json!({}));
    let read = format!("GET {SCHEDULE}");
    assert_eq!(fixture.answers(200, &read, Value::Null).await, body);
    let wrong = json!({"schedule": [{"frequency": "daily", "hour": 24}]});
    fixture.refuses(400, "schedule.hour", &path, wrong).await;
}

async fn set_schedule(fixture: &EndpointFixture<'_>) {
    let snapshots = fixture.api.snapshots(&fixture.project_id());
    let wanted = BackupSchedule {
        schedule: vec![ScheduleItem {
            frequency: Frequency::Monthly,
            hour: Some(1),
            day: Some(31),
            month: None,
            retention_seconds: None,
        }],
    };
    let branch = fixture.branch_id();
    snapshots.set_schedule(&branch, &wanted).await.unwrap();
    let found = snapshots.schedule(&branch).await.unwrap().value;
    assert_eq!(found, wanted);
}
