use api::resource::databases::UpdateDatabase;
use api::resource::operations::OperationAction;
use serde_json::{Value, json};

use super::fixture::EndpointFixture;
use super::like::like;
use super::operations::on_compute;
use super::table::{Row, row};

pub fn rows() -> Vec<Row> {
    vec![
        row!(
            "GET /projects/{project_id}/branches/{branch_id}/databases",
            list_raw,
            list
        ),
        row!(
            "POST /projects/{project_id}/branches/{branch_id}/databases",
            create_raw,
            create
        ),
        row!(
            "GET /projects/{project_id}/branches/{branch_id}/databases/{database_name}",
            get_raw,
            get
        ),
        row!(
            "PATCH /projects/{project_id}/branches/{branch_id}/databases/{database_name}",
            update_raw,
            update
        ),
        row!(
            "DELETE /projects/{project_id}/branches/{branch_id}/databases/{database_name}",
            delete_raw,
            delete
        ),
    ]
}

const ALL: &str = "/projects/{p}/branches/{b}/databases";

pub fn database(name: &str, owner: &str) -> Value {
    json!({
        "id": "<int>", "branch_id": "<branch>", "name": name, "owner_name": owner,
        "created_at": "<time>", "updated_at": "<time>",
    })
}

async fn list_raw(fixture: &EndpointFixture<'_>) {
    let all = fixture
        .answers(200, &format!("GET {ALL}"), Value::Null)
        .await;
    like(
        &all,
        &json!({"databases": [database("svcdb", "svcdb_owner")]}),
    );
    assert_eq!(all["databases"][0]["branch_id"], fixture.branch.as_str());
    let unknown = "GET /projects/{p}/branches/br-quiet-meadow-00000000/databases";
    fixture
        .refuses(404, "branch not found", unknown, Value::Null)
        .await;
}

async fn list(fixture: &EndpointFixture<'_>) {
    let databases = fixture.databases();
    let all = databases.list().await.unwrap().value;
    let [found] = all.as_slice() else {
        panic!("{all:?}")
    };
    assert_eq!(
        (found.name.as_str(), found.owner_name.as_str()),
        ("svcdb", "svcdb_owner")
    );
    assert_eq!(found.branch_id, Some(fixture.branch_id()));
}

async fn create_raw(fixture: &EndpointFixture<'_>) {
    let path = format!("POST {ALL}");
    let body = json!({"database": {"name": "orders", "owner_name": "svcdb_owner"}});
    let made = fixture.answers(201, &path, body.clone()).await;
    let begun = json!([on_compute("apply_config", "running")]);
    like(
        &made,
        &json!({"database": database("orders", "svcdb_owner"), "operations": begun}),
    );
    fixture.rest().await;
    fixture.refuses(409, "already exists", &path, body).await;
    let nobodys = json!({"database": {"name": "more", "owner_name": "nobody"}});
    fixture.refuses(404, "nobody", &path, nobodys).await;
    for wrong in [
        json!({}),
        json!({"database": {}}),
        json!({"database": {"name": "", "owner_name": "svcdb_owner"}}),
    ] {
        fixture.refuses(400, "invalid request", &path, wrong).await;
    }
}

async fn create(fixture: &EndpointFixture<'_>) {
    let databases = fixture.databases();
    let made = databases
        .create("orders", "svcdb_owner")
        .await
        .unwrap()
        .value;
    assert_eq!(made.database.name, "orders");
    assert!(made.database.id.is_some());
    assert_eq!(
        made.operations[0].action,
        Some(OperationAction::ApplyConfig)
    );
    assert_eq!(made.operations[0].endpoint_id, Some(fixture.endpoint_id()));
    assert!(
        databases
            .create("orders", "svcdb_owner")
            .await
            .unwrap_err()
            .is_conflict()
    );
}

async fn get_raw(fixture: &EndpointFixture<'_>) {
    let found = fixture
        .answers(200, &format!("GET {ALL}/svcdb"), Value::Null)
        .await;
    like(
        &found,
        &json!({"database": database("svcdb", "svcdb_owner")}),
    );
    fixture
        .refuses(
            404,
            "database not found",
            &format!("GET {ALL}/nothing"),
            Value::Null,
        )
        .await;
}

async fn get(fixture: &EndpointFixture<'_>) {
    let databases = fixture.databases();
    assert_eq!(
        databases.get("svcdb").await.unwrap().value.owner_name,
        "svcdb_owner"
    );
    let strange = databases.get("a/b c").await.unwrap_err();
    assert_eq!(strange.server_message(), Some("database not found"));
}

async fn update_raw(fixture: &EndpointFixture<'_>) {
    let path = format!("PATCH {ALL}/svcdb");
    let renamed = fixture
        .answers(200, &path, json!({"database": {"name": "orders"}}))
        .await;
    like(
        &renamed,
        &json!({"database": database("orders", "svcdb_owner"), "operations": ["<each>", {"id": "<uuid>"}]}),
    );
    fixture.rest().await;
    let same = format!("PATCH {ALL}/orders");
    let kept = fixture
        .answers(200, &same, json!({"database": {"name": "orders"}}))
        .await;
    assert_eq!(kept["operations"], json!([]));
    fixture
        .refuses(
            404,
            "database not found",
            &path,
            json!({"database": {"name": "more"}}),
        )
        .await;
    fixture
        .refuses(
            404,
            "nobody",
            &same,
            json!({"database": {"owner_name": "nobody"}}),
        )
        .await;
}

async fn update(fixture: &EndpointFixture<'_>) {
    let databases = fixture.databases();
    let update = UpdateDatabase {
        name: Some("orders".into()),
        ..UpdateDatabase::default()
    };
    let changed = databases.update("svcdb", &update).await.unwrap().value;
    assert_eq!(changed.database.name, "orders");
    fixture.rest().await;
    assert!(databases.get("svcdb").await.unwrap_err().is_not_found());
}

async fn delete_raw(fixture: &EndpointFixture<'_>) {
    let path = format!("DELETE {ALL}/svcdb");
    let gone = fixture.answers(200, &path, Value::Null).await;
    let begun = json!([on_compute("apply_config", "running")]);
    like(
        &gone,
        &json!({"database": database("svcdb", "svcdb_owner"), "operations": begun}),
    );
    fixture.rest().await;
    let all = fixture
        .answers(200, &format!("GET {ALL}"), Value::Null)
        .await;
    assert_eq!(all, json!({"databases": []}));
    assert!(fixture.answers(204, &path, Value::Null).await.is_null());
}

async fn delete(fixture: &EndpointFixture<'_>) {
    let databases = fixture.databases();
    let gone = databases.delete("svcdb").await.unwrap().value;
    assert_eq!(gone.unwrap().database.name, "svcdb");
    fixture.rest().await;
    assert!(databases.delete("svcdb").await.unwrap().value.is_none());
}
