use api::BranchId;
use api::resource::branches::{BranchState, Expiry, RestoreBranch, UpdateBranch};
use api::resource::operations::OperationAction;
use chrono::{TimeDelta, Utc};
use serde_json::{Value, json};

use super::branches::{UNKNOWN, actions, branch, id_of};
use super::fixture::EndpointFixture;
use super::like::like;
use super::operations::{on_compute, operation};
use super::table::{Row, row};

pub fn rows() -> Vec<Row> {
    vec![
        row!(
            "PATCH /projects/{project_id}/branches/{branch_id}",
            update_raw,
            update
        ),
        row!(
            "DELETE /projects/{project_id}/branches/{branch_id}",
            delete_raw,
            delete
        ),
        row!(
            "POST /projects/{project_id}/branches/{branch_id}/recover",
            recover_raw,
            recover
        ),
        row!(
            "POST /projects/{project_id}/branches/{branch_id}/restore",
            restore_raw,
            restore
        ),
        row!(
            "POST /projects/{project_id}/branches/{branch_id}/set_as_default",
            default_raw,
            set_as_default
        ),
    ]
}

async fn update_raw(fixture: &EndpointFixture<'_>) {
    let child = id_of(&fixture.child("alpha", false).await);
    let path = format!("PATCH /projects/{{p}}/branches/{child}");
    let at = (fixture.walk.sandbox.now() + TimeDelta::days(2))
        .format("%Y-%m-%dT%H:%M:%SZ")
        .to_string();
    let body = json!({"branch": {"name": "beta", "expires_at": at}});
    let changed = fixture.answers(200, &path, body).await;
    let mut beta = branch("beta", "ready");
    beta["expires_at"] = json!(at);
    beta["ttl_interval_seconds"] = json!("<int>");
    like(&changed, &json!({"branch": beta, "operations": []}));
    let stays = fixture
        .answers(200, &path, json!({"branch": {"expires_at": null}}))
        .await;
    assert!(stays["branch"]["expires_at"].is_null());
    let taken = fixture
        .refuses(
            409,
            "branch already exists",
            &path,
            json!({"branch": {"name": "main"}}),
        )
        .await;
    assert_eq!(taken["code"], "BRANCH_ALREADY_EXISTS");
    let main = "PATCH /projects/{p}/branches/{b}";
    let ends = json!({"branch": {"expires_at": at}});
    let error = fixture
        .refuses(
            400,
            "Default branch cannot have an expiration date",
            main,
            ends.clone(),
        )
        .await;
    assert_eq!(error["code"], "DEFAULT_BRANCH_EXPIRATION_NOT_ALLOWED");
    fixture
        .prepare(&path, json!({"branch": {"protected": true}}))
        .await;
    let error = fixture
        .refuses(
            400,
            "Protected branch cannot have an expiration date",
            &path,
            ends,
        )
        .await;
    assert_eq!(error["code"], "PROTECTED_BRANCH_EXPIRATION_NOT_ALLOWED");
    let unknown = format!("PATCH /projects/{{p}}/branches/{UNKNOWN}");
    fixture
        .refuses(404, "branch not found", &unknown, json!({"branch": {}}))
        .await;
}

async fn update(fixture: &EndpointFixture<'_>) {
    let child = id_of(&fixture.child("alpha", false).await);
    let at = Utc::now() + TimeDelta::days(2);
    let update = UpdateBranch {
        name: Some("beta".into()),
        expiry: Expiry::Set(at),
        ..UpdateBranch::default()
    };
    let branches = fixture.api.branches(&fixture.project_id());
    let id = BranchId::parse(&child).unwrap();
    let changed = branches.update(&id, &update).await.unwrap().value;
    assert_eq!(changed.branch.name, "beta");
    assert_eq!(
        changed.branch.expires_at.map(|it| it.timestamp()),
        Some(at.timestamp())
    );
    assert!(changed.operations.is_empty());
}

async fn delete_raw(fixture: &EndpointFixture<'_>) {
    let child = id_of(&fixture.child("alpha", false).await);
    let path = format!("DELETE /projects/{{p}}/branches/{child}");
    let mut gone = branch("alpha", "ready");
    gone["pending_state"] = json!("storage_deleted");
    let reply = fixture.answers(200, &path, Value::Null).await;
    like(
        &reply,
        &json!({"branch": gone, "operations": [operation("delete_timeline", "running")]}),
    );
    fixture.rest().await;
    let read = format!("GET /projects/{{p}}/branches/{child}");
    fixture
        .refuses(404, "branch not found", &read, Value::Null)
        .await;
    let again = fixture.answers(204, &path, Value::Null).await;
    assert!(again.is_null());
    let all = "GET /projects/{p}/branches?include_deleted=true&search=alpha";
    let found = fixture.answers(200, all, Value::Null).await;
    let recovery =
        json!({"deleted_at": "<time>", "recoverable_until": "<time>", "deletion_method": "user"});
    like(&found["branches"], &json!([{"recovery": recovery}]));
    let root = "DELETE /projects/{p}/branches/{b}";
    fixture
        .refuses(422, "cannot delete the root branch", root, Value::Null)
        .await;
    let parent = id_of(&fixture.child("parent", false).await);
    let grown = json!({"branch": {"name": "grown", "parent_id": parent}});
    fixture.prepare("POST /projects/{p}/branches", grown).await;
    let parent = format!("DELETE /projects/{{p}}/branches/{parent}");
    fixture.refuses(422, "", &parent, Value::Null).await;
}

async fn delete(fixture: &EndpointFixture<'_>) {
    let id = BranchId::parse(&id_of(&fixture.child("alpha", false).await)).unwrap();
    let branches = fixture.api.branches(&fixture.project_id());
    let gone = branches.delete(&id, false).await.unwrap().value.unwrap();
    assert_eq!(
        gone.branch
            .pending_state
            .map(|it| it.to_string())
            .as_deref(),
        Some("storage_deleted")
    );
    assert_eq!(actions(&gone.operations), [OperationAction::DeleteTimeline]);
    fixture.rest().await;
    assert!(
        branches.delete(&id, false).await.unwrap().value.is_none(),
        "it was gone already"
    );
}

async fn deleted(fixture: &EndpointFixture<'_>) -> String {
    let child = id_of(&fixture.child("alpha", true).await);
    fixture
        .prepare(
            &format!("DELETE /projects/{{p}}/branches/{child}"),
            Value::Null,
        )
        .await;
    child
}

async fn recover_raw(fixture: &EndpointFixture<'_>) {
    let child = deleted(fixture).await;
    let path = format!("POST /projects/{{p}}/branches/{child}/recover");
    let back = fixture.answers(200, &path, Value::Null).await;
    like(&back, &json!({"branch": branch("alpha", "ready")}));
    assert!(
        back["operations"].is_null(),
        "this call tells of no operations"
    );
    if let Some(endpoints) = back["endpoints"].as_array() {
        assert!(
            endpoints.iter().all(|it| it["current_state"] == "idle"),
            "{back}"
        );
    }
    fixture.rest().await;
    let read = format!("GET /projects/{{p}}/branches/{child}");
    fixture.answers(200, &read, Value::Null).await;
    let unknown = format!("POST /projects/{{p}}/branches/{UNKNOWN}/recover");
    fixture
        .refuses(404, "branch not found", &unknown, Value::Null)
        .await;
}

async fn recover(fixture: &EndpointFixture<'_>) {
    let id = BranchId::parse(&deleted(fixture).await).unwrap();
    let back = fixture
        .api
        .branches(&fixture.project_id())
        .recover(&id)
        .await
        .unwrap()
        .value;
    assert_eq!((back.branch.id, back.branch.recovery), (id, None));
}

async fn restore_raw(fixture: &EndpointFixture<'_>) {
    let child = id_of(&fixture.child("alpha", true).await);
    let path = format!("POST /projects/{{p}}/branches/{child}/restore");
    let reset = fixture
        .answers(200, &path, json!({"source_branch_id": fixture.branch}))
        .await;
    let mut resetting = branch("alpha", "resetting");
    resetting["pending_state"] = json!("ready");
    resetting["last_reset_at"] = json!("<time>");
    let begun = json!([
        on_compute("suspend_compute", "running"),
        operation("create_branch", "scheduling"),
        operation("delete_timeline", "scheduling"),
    ]);
    like(&reset, &json!({"branch": resetting, "operations": begun}));
    fixture.rest().await;
    fixture.refuses(400, "", &path, json!({})).await;
    fixture
        .refuses(
            404,
            "branch not found",
            &path,
            json!({"source_branch_id": UNKNOWN}),
        )
        .await;
    let itself = fixture
        .send_status(&path, &json!({"source_branch_id": child}))
        .await;
    assert!(
        (400..423).contains(&itself),
        "{itself}: onto itself without a point in time"
    );
    let main = "POST /projects/{p}/branches/{b}/restore";
    fixture
        .refuses(
            422,
            "preserve_under_name",
            main,
            json!({"source_branch_id": child}),
        )
        .await;
}

async fn restore(fixture: &EndpointFixture<'_>) {
    let id = BranchId::parse(&id_of(&fixture.child("alpha", true).await)).unwrap();
    let branches = fixture.api.branches(&fixture.project_id());
    let options = RestoreBranch {
        preserve_under_name: Some("before".into()),
        ..RestoreBranch::default()
    };
    let reset = branches
        .restore(&id, &fixture.branch_id(), &options)
        .await
        .unwrap()
        .value;
    assert_eq!(reset.branch.current_state, Some(BranchState::Resetting));
    assert!(reset.branch.last_reset_at.is_some());
    assert_eq!(
        actions(&reset.operations)[..2],
        [
            OperationAction::SuspendCompute,
            OperationAction::CreateBranch
        ]
    );
    fixture.rest().await;
    assert_eq!(branches.count(Some("before")).await.unwrap().value, 1);
}

async fn default_raw(fixture: &EndpointFixture<'_>) {
    let child = id_of(&fixture.child("alpha", false).await);
    let path = format!("POST /projects/{{p}}/branches/{child}/set_as_default");
    let changed = fixture.answers(200, &path, Value::Null).await;
    let mut alpha = branch("alpha", "ready");
    alpha["default"] = json!(true);
    alpha["primary"] = json!(true);
    like(&changed, &json!({"branch": alpha, "operations": []}));
    let before = fixture
        .answers(200, "GET /projects/{p}/branches/{b}", Value::Null)
        .await;
    assert_eq!(before["branch"]["default"], false);
    let unknown = format!("POST /projects/{{p}}/branches/{UNKNOWN}/set_as_default");
    fixture
        .refuses(404, "branch not found", &unknown, Value::Null)
        .await;
}

async fn set_as_default(fixture: &EndpointFixture<'_>) {
    let id = BranchId::parse(&id_of(&fixture.child("alpha", false).await)).unwrap();
    let changed = fixture
        .api
        .branches(&fixture.project_id())
        .set_as_default(&id)
        .await
        .unwrap()
        .value;
    assert!(changed.branch.is_default() && changed.operations.is_empty());
}
