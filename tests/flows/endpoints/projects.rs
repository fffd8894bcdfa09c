use api::ProjectId;
use api::resource::branches::BranchState;
use api::resource::computes::EndpointType;
use api::resource::operations::{OperationAction, OperationStatus};
use api::resource::projects::{
    CreateProject, CreateProjectBranch, ListProjects, ListSharedProjects,
};
use app::projects;
use serde_json::{Value, json};

use super::branches::branch;
use super::computes::compute;
use super::databases::database;
use super::fixture::{EndpointFixture, text};
use super::like::like;
use super::operations::{on_compute, operation};
use super::roles::role;
use super::table::{Row, row};

pub fn rows() -> Vec<Row> {
    vec![
        row!("GET /projects", list_raw, list, list_core),
        row!("POST /projects", create_raw, create),
        row!("GET /projects/shared", shared_raw, shared),
        row!("GET /projects/{project_id}", get_raw, get),
    ]
}

/// What lists and single replies have in common.
fn item() -> Value {
    json!({
        "id": "<project>", "name": "<text>", "platform_id": "aws", "region_id": "us-east-2",
        "provisioner": "<text>", "pg_version": 17, "locked": "<bool>", "proxy_host": "<text>",
        "branch_logical_size_limit": "<int>", "branch_logical_size_limit_bytes": "<int>",
        "store_passwords": true, "creation_source": "console", "history_retention_seconds": "<int>",
        "default_endpoint_settings": {
            "autoscaling_limit_min_cu": "<number>", "autoscaling_limit_max_cu": "<number>",
            "suspend_timeout_seconds": "<int>",
        },
        "cpu_used_sec": "<int>", "owner_id": "<text>", "org_id": "<org>",
        "created_at": "<time>", "updated_at": "<time>",
    })
}

/// A project as its own calls show it.
pub fn project() -> Value {
    let mut picture = item();
    for counter in [
        "data_storage_bytes_hour",
        "data_transfer_bytes",
        "written_data_bytes",
        "compute_time_seconds",
        "active_time_seconds",
    ] {
        picture[counter] = json!("<int>");
    }
    picture["consumption_period_start"] = json!("<time>");
    picture["consumption_period_end"] = json!("<time>");
    picture
}

async fn list_raw(fixture: &EndpointFixture<'_>) {
    fixture
        .prepare("POST /projects", json!({"project": {}}))
        .await;
    let first = fixture
        .answers(200, "GET /projects?limit=1", Value::Null)
        .await;
    let mut listed = item();
    listed["active_time"] = json!("<int>");
    let page = json!({
        "projects": ["<each>", listed], "pagination": {"cursor": first["projects"][0]["id"]},
        "applications": {}, "integrations": {},
    });
    like(&first, &page);
    let next = format!(
        "GET /projects?limit=1&cursor={}",
        text(&first["pagination"], "cursor")
    );
    let second = fixture.answers(200, &next, Value::Null).await;
    assert_eq!(second["projects"].as_array().unwrap().len(), 1);
    assert!(text(&second["projects"][0], "id") > text(&first["projects"][0], "id"));
    let usual = fixture.answers(200, "GET /projects", Value::Null).await;
    assert!(usual["projects"].as_array().unwrap().len() <= 10);
    let mine = fixture
        .answers(200, "GET /projects?search={p}&org_id={o}", Value::Null)
        .await;
    assert_eq!(mine["projects"][0]["id"], fixture.project.as_str());
    let none = fixture
        .answers(200, "GET /projects?search=nothing-has-this", Value::Null)
        .await;
    assert_eq!(none["projects"], json!([]));
    assert!(none["pagination"].is_null(), "an empty list has a cursor");
    for wrong in [
        "limit=0",
        "limit=401",
        "limit=many",
        "timeout=99",
        "recoverable=perhaps",
    ] {
        let request = format!("GET /projects?{wrong}");
        fixture
            .refuses(400, "invalid request", &request, Value::Null)
            .await;
    }
    let elsewhere = "GET /projects?org_id=org-quiet-meadow-00000000";
    fixture
        .refuses(404, "organization not found", elsewhere, Value::Null)
        .await;
}

async fn list(fixture: &EndpointFixture<'_>) {
    let list = ListProjects {
        page_size: Some(1),
        search: Some(fixture.project.clone()),
        org_id: Some(fixture.org_id()),
        ..ListProjects::default()
    };
    let page = fixture.api.projects().list(list).await.unwrap().value;
    let [found] = page.items.as_slice() else {
        panic!("{page:?}")
    };
    assert_eq!(
        (&found.id, found.name.as_str()),
        (&fixture.project_id(), fixture.project.as_str())
    );
    assert_eq!(found.region_id.as_deref(), Some("us-east-2"));
    assert_eq!((found.pg_version, found.locked), (Some(17), Some(false)));
    assert_eq!(
        (found.store_passwords, found.active_time),
        (Some(true), Some(0))
    );
    assert_eq!(found.org_id, Some(fixture.org_id()));
    assert_eq!(page.next.unwrap().as_str(), fixture.project);
    assert!(page.unavailable.is_empty());
}

async fn list_core(fixture: &EndpointFixture<'_>) {
    let list = projects::ListProjects {
        page_size: Some(10),
        search: Some(fixture.project.clone()),
        ..projects::ListProjects::default()
    };
    let page = projects::list(&fixture.walk.app, &fixture.walk.account, list)
        .await
        .unwrap();
    let ids: Vec<_> = page.items.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(ids, [fixture.project.as_str()]);
    assert_eq!(page.next, None);
}

async fn create_raw(fixture: &EndpointFixture<'_>) {
    let made = fixture
        .answers(201, "POST /projects", json!({"project": {}}))
        .await;
    let (id, endpoint) = (
        text(&made["project"], "id"),
        text(&made["endpoints"][0], "id"),
    );
    let mut first = branch("main", "init");
    first["pending_state"] = json!("ready");
    first["default"] = json!(true);
    first["primary"] = json!(true);
    let mut waking = compute("init");
    waking["pending_state"] = json!("active");
    let mut owner = role("svcdb_owner");
    owner["password"] = json!("<text>");
    let password = &made["roles"][0]["password"];
    let mut fresh = project();
    fresh["consumption_period_start"] = json!("0001-01-01T00:00:00Z");
    fresh["consumption_period_end"] = json!("0001-01-01T00:00:00Z");
    like(
        &made,
        &json!({
            "project": fresh,
            "connection_uris": [{
                "connection_uri": "<url>",
                "connection_parameters": {
                    "database": "svcdb", "role": "svcdb_owner", "password": password,
                    "host": "<text>", "pooler_host": "<text>",
                },
            }],
            "roles": [owner],
            "databases": [database("svcdb", "svcdb_owner")],
            "operations": [operation("create_timeline", "running"), on_compute("start_compute", "scheduling")],
            "branch": first,
            "endpoints": [waking],
        }),
    );
    assert_eq!(
        made["project"]["name"], id,
        "the id is the name of a project without one"
    );
    assert_eq!(made["operations"][1]["endpoint_id"], endpoint);
    assert_eq!(made["operations"][0]["total_duration_ms"], 0);
    fixture.rest().await;
    let named = json!({"project": {
        "name": "shop", "region_id": "eu-central-1", "pg_version": 17, "store_passwords": false,
        "history_retention_seconds": 3600, "org_id": fixture.organization,
        "branch": {"name": "trunk", "database_name": "orders", "role_name": "clerk"},
    }});
    let made = fixture.answers(201, "POST /projects", named).await;
    like(
        &made,
        &json!({
            "project": {
                "name": "shop", "region_id": "eu-central-1", "store_passwords": false,
                "history_retention_seconds": 3600, "org_id": fixture.organization,
            },
            "branch": {"name": "trunk"},
            "databases": [{"name": "orders", "owner_name": "clerk"}],
            "roles": [{"name": "clerk", "password": "<text>"}],
        }),
    );
    fixture.rest().await;
    let missing = "invalid request: decode application/json: invalid: project (field required)";
    let error = fixture
        .refuses(400, missing, "POST /projects", json!({}))
        .await;
    assert_eq!(error["code"], "");
    for wrong in [
        json!({"project": {"name": ""}}),
        json!({"project": {"name": "x".repeat(257)}}),
        json!({"project": {"history_retention_seconds": 2_592_001}}),
        json!({"project": {"region_id": "nowhere-1"}}),
        json!({"project": {"autoscaling_limit_min_cu": 0.1}}),
    ] {
        fixture
            .refuses(400, "invalid request", "POST /projects", wrong)
            .await;
    }
}

async fn create(fixture: &EndpointFixture<'_>) {
    let create = CreateProject {
        name: Some("shop".into()),
        org_id: Some(fixture.org_id()),
        store_passwords: Some(true),
        history_retention_seconds: Some(7200),
        branch: Some(CreateProjectBranch {
            name: Some("trunk".into()),
            database_name: Some("orders".into()),
            ..CreateProjectBranch::default()
        }),
        ..CreateProject::default()
    };
    let made = fixture.api.projects().create(&create).await.unwrap().value;
    assert_eq!(made.project.name, "shop");
    assert_eq!(made.project.history_retention_seconds, Some(7200));
    assert_eq!(
        made.project.consumption_period_start, None,
        "none has begun"
    );
    let first = made.branch.unwrap();
    assert_eq!((first.name.as_str(), first.is_default()), ("trunk", true));
    assert_eq!(first.current_state, Some(BranchState::Init));
    assert_eq!(first.pending_state, Some(BranchState::Ready));
    assert_eq!(made.databases[0].name, "orders");
    assert_eq!(made.databases[0].owner_name, "svcdb_owner");
    assert!(made.roles[0].password.is_some());
    assert_eq!(made.endpoints[0].kind, Some(EndpointType::ReadWrite));
    let uri = made.connection_uris[0]
        .connection_uri
        .as_ref()
        .unwrap()
        .expose();
    assert!(
        uri.starts_with("postgresql://svcdb_owner:") && uri.contains("/orders?"),
        "{uri}"
    );
    let begun: Vec<_> = made
        .operations
        .iter()
        .map(|it| (it.action.clone().unwrap(), it.status.clone()))
        .collect();
    assert_eq!(
        begun,
        [
            (OperationAction::CreateTimeline, OperationStatus::Running),
            (OperationAction::StartCompute, OperationStatus::Scheduling),
        ]
    );
    fixture.rest().await;
}

/// Shares the fixture's project with somebody, who is in the fixture then.
async fn guest<'w>(fixture: &EndpointFixture<'w>) -> EndpointFixture<'w> {
    let (id, key) = fixture
        .walk
        .person(&format!("guest-{}", fixture.project))
        .await;
    let share = format!("/sandbox/projects/{}/share", fixture.project);
    fixture
        .walk
        .administer("POST", &share, &json!({"user_id": id}))
        .await;
    fixture.with_key(&key)
}

async fn shared_raw(fixture: &EndpointFixture<'_>) {
    let none = fixture
        .answers(200, "GET /projects/shared", Value::Null)
        .await;
    assert_eq!(none["projects"], json!([]));
    let guest = guest(fixture).await;
    let found = guest
        .answers(200, "GET /projects/shared?limit=400", Value::Null)
        .await;
    like(
        &found,
        &json!({"projects": [item()], "pagination": {"cursor": fixture.project}}),
    );
    guest
        .refuses(
            400,
            "invalid request",
            "GET /projects/shared?limit=401",
            Value::Null,
        )
        .await;
}

async fn shared(fixture: &EndpointFixture<'_>) {
    let guest = guest(fixture).await;
    let projects = guest.api.projects();
    let page = projects
        .shared(ListSharedProjects::default())
        .await
        .unwrap()
        .value;
    let ids: Vec<_> = page.items.iter().map(|it| it.id.clone()).collect();
    assert_eq!(ids, [fixture.project_id()]);
}

async fn get_raw(fixture: &EndpointFixture<'_>) {
    let found = fixture.answers(200, "GET /projects/{p}", Value::Null).await;
    like(&found, &json!({"project": project()}));
    assert_eq!(found["project"]["id"], fixture.project.as_str());
    assert_eq!(found["project"]["locked"], false);
    let unknown = "GET /projects/quiet-meadow-00000000";
    let error = fixture
        .refuses(404, "project not found", unknown, Value::Null)
        .await;
    assert_eq!(error["code"], "");
}

async fn get(fixture: &EndpointFixture<'_>) {
    let found = fixture
        .api
        .projects()
        .get(&fixture.project_id())
        .await
        .unwrap()
        .value;
    assert_eq!(found.id, fixture.project_id());
    assert_eq!((found.pg_version, found.locked), (Some(17), Some(false)));
    assert!(found.created_at.is_some() && found.consumption_period_end.is_some());
    let unknown = ProjectId::parse("quiet-meadow-00000000").unwrap();
    let error = fixture.api.projects().get(&unknown).await.unwrap_err();
    assert!(error.is_not_found());
    assert_eq!(error.server_message(), Some("project not found"));
}
