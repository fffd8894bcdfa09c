use api::BranchId;
use api::resource::branches::{
    BranchState, CreateBranch, CreateBranchEndpoint, InitSource, ListBranches,
};
use api::resource::computes::EndpointType;
use api::resource::operations::{Operation, OperationAction};
use app::branches;
use serde_json::{Value, json};

use super::computes::compute;
use super::databases::database;
use super::fixture::{EndpointFixture, text};
use super::like::like;
use super::operations::{on_compute, operation};
use super::roles::role;
use super::table::{Row, row};

pub fn rows() -> Vec<Row> {
    vec![
        row!(
            "POST /projects/{project_id}/branches",
            create_raw,
            create,
            create_core
        ),
        row!("GET /projects/{project_id}/branches", list_raw, list),
        row!(
            "GET /projects/{project_id}/branches/count",
            count_raw,
            count
        ),
        row!(
            "GET /projects/{project_id}/branches/{branch_id}",
            get_raw,
            get
        ),
    ]
}

/// A branch as every reply shows it.
pub fn branch(name: &str, state: &str) -> Value {
    json!({
        "id": "<branch>", "project_id": "<project>", "parent_id?": "<branch>", "parent_lsn?": "<lsn>",
        "parent_timestamp?": "<time>", "name": name, "current_state": state,
        "pending_state?": "<text>", "state_changed_at": "<time>", "creation_source": "<text>",
        "primary": "<bool>", "default": "<bool>", "protected": "<bool>",
        "cpu_used_sec": "<int>", "compute_time_seconds": "<int>", "active_time_seconds": "<int>",
        "written_data_bytes": "<int>", "data_transfer_bytes": "<int>",
        "created_at": "<time>", "updated_at": "<time>",
    })
}

pub fn actions(operations: &[Operation]) -> Vec<OperationAction> {
    operations
        .iter()
        .filter_map(|it| it.action.clone())
        .collect()
}

pub fn id_of(made: &Value) -> String {
    text(&made["branch"], "id")
}

pub const UNKNOWN: &str = "br-quiet-meadow-00000000";

async fn create_raw(fixture: &EndpointFixture<'_>) {
    let path = "POST /projects/{p}/branches";
    let mut made_of_parent = branch("full", "init");
    made_of_parent["pending_state"] = json!("ready");
    made_of_parent["parent_id"] = json!(fixture.branch);
    made_of_parent["default"] = json!(false);
    let mut waking = compute("init");
    waking["pending_state"] = json!("active");
    let owner = role("svcdb_owner");
    let begun = json!([
        operation("create_branch", "running"),
        on_compute("start_compute", "scheduling")
    ]);
    // The specification's request names no computes and begins both operations.
    let made = fixture
        .answers(201, path, json!({"branch": {"name": "full"}}))
        .await;
    like(
        &made,
        &json!({
            "branch": made_of_parent, "endpoints": [waking], "operations": begun,
            "roles": [owner], "databases": [database("svcdb", "svcdb_owner")],
            "connection_uris": [{"connection_uri": "<url>"}],
        }),
    );
    assert!(made["roles"][0]["password"].is_null(), "a password is told");
    fixture.rest().await;
    let plain = json!({
        "branch": {"name": "plain", "parent_id": fixture.branch, "init_source": "parent-data"},
        "endpoints": [],
    });
    let made = fixture.answers(201, path, plain).await;
    let operations = [
        operation("create_branch", "running"),
        operation("timeline_update_protected_config", "scheduling"),
    ];
    like(&made, &json!({"endpoints": [], "operations": operations}));
    fixture.rest().await;
    let taken = fixture
        .refuses(
            409,
            "branch already exists; branch_name:\"full\"",
            path,
            json!({"branch": {"name": "full"}}),
        )
        .await;
    assert_eq!(taken["code"], "BRANCH_ALREADY_EXISTS");
    let nowhere = json!({"branch": {"parent_id": UNKNOWN}});
    fixture
        .refuses(404, "branch not found", path, nowhere)
        .await;
    let long = json!({"branch": {"name": "x".repeat(257)}});
    fixture.refuses(400, "invalid request", path, long).await;
    let earlier = json!({"branch": {"parent_lsn": "0/16B3748"}});
    let refused = fixture.send_status(path, &earlier).await;
    assert!((400..500).contains(&refused) && refused != 423, "{refused}");
    let elsewhere = "POST /projects/quiet-meadow-00000000/branches";
    fixture
        .refuses(404, "project not found", elsewhere, json!({"branch": {}}))
        .await;
}

async fn create(fixture: &EndpointFixture<'_>) {
    let create = CreateBranch {
        name: Some("full".into()),
        parent_id: Some(fixture.branch_id()),
        init_source: Some(InitSource::SchemaOnly),
        endpoints: vec![CreateBranchEndpoint::new(EndpointType::ReadWrite)],
        ..CreateBranch::default()
    };
    let made = fixture
        .api
        .branches(&fixture.project_id())
        .create(&create)
        .await
        .unwrap()
        .value;
    assert_eq!(made.branch.name, "full");
    assert_eq!(made.branch.init_source, Some(InitSource::SchemaOnly));
    assert_eq!(made.branch.pending_state, Some(BranchState::Ready));
    assert_eq!(
        actions(&made.operations),
        [OperationAction::CreateBranch, OperationAction::StartCompute]
    );
    assert_eq!(made.endpoints[0].branch_id, made.branch.id);
    assert_eq!(made.roles[0].name, "svcdb_owner");
    assert_eq!(made.databases[0].name, "svcdb");
    let again = fixture
        .api
        .branches(&fixture.project_id())
        .create(&create)
        .await
        .unwrap_err();
    assert!(again.is_conflict());
    assert_eq!(again.code(), Some("BRANCH_ALREADY_EXISTS"));
    let plain = fixture.api.branches(&fixture.project_id());
    let plain = plain.create(&CreateBranch::default()).await.unwrap().value;
    assert!(
        plain.endpoints.is_empty(),
        "a compute that nobody asked for"
    );
    assert_eq!(
        actions(&plain.operations),
        [
            OperationAction::CreateBranch,
            OperationAction::TimelineUpdateProtectedConfig
        ]
    );
}

async fn create_core(fixture: &EndpointFixture<'_>) {
    let create = branches::CreateBranch {
        name: Some("full".into()),
        ..branches::CreateBranch::default()
    };
    let (app, account) = (&fixture.walk.app, &fixture.walk.account);
    let made = branches::create(app, account, &fixture.project, create)
        .await
        .unwrap();
    assert_eq!(
        (made.branch.name.as_str(), made.branch.parent_id.as_deref()),
        ("full", Some(fixture.branch.as_str()))
    );
    assert_eq!(made.operations[0].action.as_deref(), Some("create_branch"));
    fixture.rest().await;
}

async fn list_raw(fixture: &EndpointFixture<'_>) {
    for name in ["alpha", "beta"] {
        fixture.child(name, false).await;
    }
    let path = "GET /projects/{p}/branches";
    let all = fixture.answers(200, path, Value::Null).await;
    let some = branch("<text>", "ready");
    let order = json!({"sort_by": "updated_at", "sort_order": "DESC", "": true});
    like(
        &all,
        &json!({"branches": ["<each>", some], "annotations": {}, "pagination": order}),
    );
    let names = |page: &Value| -> Vec<String> {
        page["branches"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| text(it, "name"))
            .collect()
    };
    let sorted = format!("{path}?sort_by=name&sort_order=asc&limit=2");
    let first = fixture.answers(200, &sorted, Value::Null).await;
    assert_eq!(names(&first), ["alpha", "beta"]);
    let order = json!({"next": "<text>", "sort_by": "name", "sort_order": "ASC"});
    like(&first["pagination"], &order);
    let next: String =
        url::form_urlencoded::byte_serialize(text(&first["pagination"], "next").as_bytes())
            .collect();
    let last = fixture
        .answers(200, &format!("{sorted}&cursor={next}"), Value::Null)
        .await;
    assert_eq!(names(&last), ["main"]);
    assert!(
        last["pagination"]["next"].is_null(),
        "the last page has a next one"
    );
    let found = fixture
        .answers(200, &format!("{path}?search=lph"), Value::Null)
        .await;
    assert_eq!(names(&found), ["alpha"]);
    fixture
        .refuses(
            400,
            "invalid request",
            &format!("{path}?limit=10001"),
            Value::Null,
        )
        .await;
    fixture
        .refuses(
            400,
            "invalid request",
            &format!("{path}?sort_by=size"),
            Value::Null,
        )
        .await;
    let elsewhere = "GET /projects/quiet-meadow-00000000/branches";
    fixture
        .refuses(404, "project not found", elsewhere, Value::Null)
        .await;
}

async fn list(fixture: &EndpointFixture<'_>) {
    fixture.child("alpha", false).await;
    let list = ListBranches {
        page_size: Some(1),
        search: Some("main".into()),
        ..ListBranches::default()
    };
    let page = fixture
        .api
        .branches(&fixture.project_id())
        .list(list)
        .await
        .unwrap()
        .value;
    let [found] = page.items.as_slice() else {
        panic!("{page:?}")
    };
    assert_eq!(
        (found.id.clone(), found.is_default()),
        (fixture.branch_id(), true)
    );
    assert_eq!(found.current_state, Some(BranchState::Ready));
    assert!(page.next.is_none());
}

async fn count_raw(fixture: &EndpointFixture<'_>) {
    fixture.child("alpha", false).await;
    let path = "GET /projects/{p}/branches/count";
    assert_eq!(
        fixture.answers(200, path, Value::Null).await,
        json!({"count": 2})
    );
    let found = fixture
        .answers(200, &format!("{path}?search=alp"), Value::Null)
        .await;
    assert_eq!(found, json!({"count": 1}));
    let elsewhere = "GET /projects/quiet-meadow-00000000/branches/count";
    fixture
        .refuses(404, "project not found", elsewhere, Value::Null)
        .await;
}

async fn count(fixture: &EndpointFixture<'_>) {
    let branches = fixture.api.branches(&fixture.project_id());
    assert_eq!(branches.count(None).await.unwrap().value, 1);
    assert_eq!(branches.count(Some("nothing")).await.unwrap().value, 0);
}

async fn get_raw(fixture: &EndpointFixture<'_>) {
    let found = fixture
        .answers(200, "GET /projects/{p}/branches/{b}", Value::Null)
        .await;
    let mut main = branch("main", "ready");
    main["id"] = json!(fixture.branch);
    main["default"] = json!(true);
    let annotation = json!({"object": {"type": "<text>", "id": fixture.branch}, "value": {}});
    like(&found, &json!({"branch": main, "annotation": annotation}));
    assert!(
        found["branch"]["parent_id"].is_null(),
        "a root has a parent"
    );
    let unknown = format!("GET /projects/{{p}}/branches/{UNKNOWN}");
    fixture
        .refuses(404, "branch not found", &unknown, Value::Null)
        .await;
}

async fn get(fixture: &EndpointFixture<'_>) {
    let branches = fixture.api.branches(&fixture.project_id());
    let found = branches.get(&fixture.branch_id()).await.unwrap().value;
    assert_eq!(found.branch.id, fixture.branch_id());
    assert_eq!(
        (found.branch.name.as_str(), found.branch.parent_id),
        ("main", None)
    );
    let error = branches
        .get(&BranchId::parse(UNKNOWN).unwrap())
        .await
        .unwrap_err();
    assert_eq!(error.server_message(), Some("branch not found"));
}
