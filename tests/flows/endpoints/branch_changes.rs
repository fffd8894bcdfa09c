use api::BranchId;
use api::resource::branches::{BranchState, Expiry, RestoreBranch, UpdateBranch};
use api::resource::operations::OperationAction;
use chrono::{TimeDelta, Utc};
use serde_json::{Value, json};

use super::branches::{UNKNOWN, actions, branch, id_of};
use super::like::like;
use super::operations::{on_compute, operation};
use super::stage::Stage;
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

async fn update_raw(stage: &Stage<'_>) {
    let child = id_of(&stage.child("alpha", false).await);
    let path = format!("PATCH /projects/{{p}}/branches/{child}");
    let at = (stage.walk.sandbox.now() + TimeDelta::days(2))
        .format("%Y-%m-%dT%H:%M:%SZ")
        .to_string();
    let body = json!({"branch": {"name": "beta", "expires_at": at}});
    let changed = stage.answers(200, &path, body).await;
    let mut beta = branch("beta", "ready");
    beta["expires_at"] = json!(at);
    beta["ttl_interval_seconds"] = json!("<int>");
    like(&changed, &json!({"branch": beta, "operations": []}));
    let stays = stage
        .answers(200, &path, json!({"branch": {"expires_at": null}}))
        .await;
    assert!(stays["branch"]["expires_at"].is_null());
    let taken = stage
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
    let error = stage
        .refuses(
            400,
            "Default branch cannot have an expiration date",
            main,
            ends.clone(),
        )
        .await;
    assert_eq!(error["code"], "DEFAULT_BRANCH_EXPIRATION_NOT_ALLOWED");
    stage
        .prepare(&path, json!({"branch": {"protected": true}}))
        .await;
    let error = stage
        .refuses(
            400,
            "Protected branch cannot have an expiration date",
            &path,
            ends,
        )
        .await;
    assert_eq!(error["code"], "PROTECTED_BRANCH_EXPIRATION_NOT_ALLOWED");
    let unknown = format!("PATCH /projects/{{p}}/branches/{UNKNOWN}");
    stage
        .refuses(404, "branch not found", &unknown, json!({"branch": {}}))
        .await;
}

async fn update(stage: &Stage<'_>) {
    let child = id_of(&stage.child("alpha", false).await);
    let at = Utc::now() + TimeDelta::days(2);
    let update = UpdateBranch {
        name: Some("beta".into()),
        expiry: Expiry::Set(at),
        ..UpdateBranch::default()
    };
    let branches = stage.api.branches(&stage.project_id());
    let id = BranchId::parse(&child).unwrap();
    let changed = branches.update(&id, &update).await.unwrap().value;
    assert_eq!(changed.branch.name, "beta");
    assert_eq!(
        changed.branch.expires_at.map(|it| it.timestamp()),
        Some(at.timestamp())
    );
    assert!(changed.operations.is_empty());
}

async fn delete_raw(stage: &Stage<'_>) {
    let child = id_of(&stage.child("alpha", false).await);
    let path = format!("DELETE /projects/{{p}}/branches/{child}");
    let mut gone = branch("alpha", "ready");
    gone["pending_state"] = json!("storage_deleted");
    let reply = stage.answers(200, &path, Value::Null).await;
    like(
        &reply,
        &json!({"branch": gone, "operations": [operation("delete_timeline", "running")]}),
    );
    stage.rest().await;
    let read = format!("GET /projects/{{p}}/branches/{child}");
    stage
        .refuses(404, "branch not found", &read, Value::Null)
        .await;
    let again = stage.answers(204, &path, Value::Null).await;
    assert!(again.is_null());
    let all = "GET /projects/{p}/branches?include_deleted=true&search=alpha";
    let found = stage.answers(200, all, Value::Null).await;
    let recovery =
        json!({"deleted_at": "<time>", "recoverable_until": "<time>", "deletion_method": "user"});
    like(&found["branches"], &json!([{"recovery": recovery}]));
    let root = "DELETE /projects/{p}/branches/{b}";
    stage
        .refuses(422, "cannot delete the root branch", root, Value::Null)
        .await;
    let parent = id_of(&stage.child("parent", false).await);
    let grown = json!({"branch": {"name": "grown", "parent_id": parent}});
    stage.prepare("POST /projects/{p}/branches", grown).await;
    let parent = format!("DELETE /projects/{{p}}/branches/{parent}");
    stage.refuses(422, "", &parent, Value::Null).await;
}

async fn delete(stage: &Stage<'_>) {
    let id = BranchId::parse(&id_of(&stage.child("alpha", false).await)).unwrap();
    let branches = stage.api.branches(&stage.project_id());
    let gone = branches.delete(&id, false).await.unwrap().value.unwrap();
    assert_eq!(
        gone.branch
            .pending_state
            .map(|it| it.to_string())
            .as_deref(),
        Some("storage_deleted")
    );
    assert_eq!(actions(&gone.operations), [OperationAction::DeleteTimeline]);
    stage.rest().await;
    assert!(
        branches.delete(&id, false).await.unwrap().value.is_none(),
        "it was gone already"
    );
}

async fn deleted(stage: &Stage<'_>) -> String {
    let child = id_of(&stage.child("alpha", true).await);
    stage
        .prepare(
            &format!("DELETE /projects/{{p}}/branches/{child}"),
            Value::Null,
        )
        .await;
    child
}

async fn recover_raw(stage: &Stage<'_>) {
    let child = deleted(stage).await;
    let path = format!("POST /projects/{{p}}/branches/{child}/recover");
    let back = stage.answers(200, &path, Value::Null).await;
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
    stage.rest().await;
    let read = format!("GET /projects/{{p}}/branches/{child}");
    stage.answers(200, &read, Value::Null).await;
    let unknown = format!("POST /projects/{{p}}/branches/{UNKNOWN}/recover");
    stage
        .refuses(404, "branch not found", &unknown, Value::Null)
        .await;
}

async fn recover(stage: &Stage<'_>) {
    let id = BranchId::parse(&deleted(stage).await).unwrap();
    let back = stage
        .api
        .branches(&stage.project_id())
        .recover(&id)
        .await
        .unwrap()
        .value;
    assert_eq!((back.branch.id, back.branch.recovery), (id, None));
}

async fn restore_raw(stage: &Stage<'_>) {
    let child = id_of(&stage.child("alpha", true).await);
    let path = format!("POST /projects/{{p}}/branches/{child}/restore");
    let reset = stage
        .answers(200, &path, json!({"source_branch_id": stage.branch}))
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
    stage.rest().await;
    stage.refuses(400, "", &path, json!({})).await;
    stage
        .refuses(
            404,
            "branch not found",
            &path,
            json!({"source_branch_id": UNKNOWN}),
        )
        .await;
    let itself = stage
        .send_status(&path, &json!({"source_branch_id": child}))
        .await;
    assert!(
        (400..423).contains(&itself),
        "{itself}: onto itself without a point in time"
    );
    let main = "POST /projects/{p}/branches/{b}/restore";
    stage
        .refuses(
            422,
            "preserve_under_name",
            main,
            json!({"source_branch_id": child}),
        )
        .await;
}

async fn restore(stage: &Stage<'_>) {
    let id = BranchId::parse(&id_of(&stage.child("alpha", true).await)).unwrap();
    let branches = stage.api.branches(&stage.project_id());
    let options = RestoreBranch {
        preserve_under_name: Some("before".into()),
        ..RestoreBranch::default()
    };
    let reset = branches
        .restore(&id, &stage.branch_id(), &options)
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
    stage.rest().await;
    assert_eq!(branches.count(Some("before")).await.unwrap().value, 1);
}

async fn default_raw(stage: &Stage<'_>) {
    let child = id_of(&stage.child("alpha", false).await);
    let path = format!("POST /projects/{{p}}/branches/{child}/set_as_default");
    let changed = stage.answers(200, &path, Value::Null).await;
    let mut alpha = branch("alpha", "ready");
    alpha["default"] = json!(true);
    alpha["primary"] = json!(true);
    like(&changed, &json!({"branch": alpha, "operations": []}));
    let before = stage
        .answers(200, "GET /projects/{p}/branches/{b}", Value::Null)
        .await;
    assert_eq!(before["branch"]["default"], false);
    let unknown = format!("POST /projects/{{p}}/branches/{UNKNOWN}/set_as_default");
    stage
        .refuses(404, "branch not found", &unknown, Value::Null)
        .await;
}

async fn set_as_default(stage: &Stage<'_>) {
    let id = BranchId::parse(&id_of(&stage.child("alpha", false).await)).unwrap();
    let changed = stage
        .api
        .branches(&stage.project_id())
        .set_as_default(&id)
        .await
        .unwrap()
        .value;
    assert!(changed.branch.is_default() && changed.operations.is_empty());
}
