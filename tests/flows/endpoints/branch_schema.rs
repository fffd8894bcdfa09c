//! Schemas of branches, as far as there are any without servers. `management/schemas.rs` reads real ones.

use api::BranchId;
use api::resource::branches::{CompareSchema, SchemaPoint};
use serde_json::Value;

use super::branches::{UNKNOWN, id_of};
use super::fixture::EndpointFixture;
use super::table::{Row, row};

const NO_SERVERS: &str = "the sandbox runs without PostgreSQL";

pub fn rows() -> Vec<Row> {
    vec![
        row!(
            "GET /projects/{project_id}/branches/{branch_id}/schema",
            schema_raw,
            schema
        ),
        row!(
            "GET /projects/{project_id}/branches/{branch_id}/compare_schema",
            compare_raw,
            compare
        ),
    ]
}

async fn schema_raw(fixture: &EndpointFixture<'_>) {
    let path = "GET /projects/{p}/branches/{b}/schema";
    for (query, status, message) in [
        ("?db_name=svcdb", 422, NO_SERVERS),
        ("?db_name=svcdb&format=json", 422, NO_SERVERS),
        ("", 400, "db_name"),
        ("?db_name=svcdb&format=xml", 400, "format"),
    ] {
        let path = format!("{path}{query}");
        fixture.refuses(status, message, &path, Value::Null).await;
    }
    let unknown = format!("GET /projects/{{p}}/branches/{UNKNOWN}/schema?db_name=svcdb");
    fixture
        .refuses(404, "branch not found", &unknown, Value::Null)
        .await;
}

async fn schema(fixture: &EndpointFixture<'_>) {
    let branches = fixture.api.branches(&fixture.project_id());
    let (branch, now) = (fixture.branch_id(), SchemaPoint::default());
    let refused = branches.schema(&branch, "svcdb", &now).await.unwrap_err();
    assert_eq!(refused.status(), Some(422), "{refused}");
    let refused = branches.schema_tables(&branch, "svcdb", &now).await;
    assert_eq!(refused.unwrap_err().status(), Some(422));
}

async fn compare_raw(fixture: &EndpointFixture<'_>) {
    let child = id_of(&fixture.child("alpha", false).await);
    let path = format!("GET /projects/{{p}}/branches/{child}/compare_schema?db_name=svcdb");
    fixture.refuses(422, NO_SERVERS, &path, Value::Null).await;
    let unknown = format!("{path}&base_branch_id={UNKNOWN}");
    fixture
        .refuses(404, "base branch not found", &unknown, Value::Null)
        .await;
    let root = "GET /projects/{p}/branches/{b}/compare_schema?db_name=svcdb";
    fixture
        .refuses(422, "base_branch_id is required", root, Value::Null)
        .await;
}

async fn compare(fixture: &EndpointFixture<'_>) {
    let child = BranchId::parse(&id_of(&fixture.child("alpha", false).await)).unwrap();
    let branches = fixture.api.branches(&fixture.project_id());
    let compare = CompareSchema::default();
    let refused = branches.compare_schema(&child, "svcdb", &compare).await;
    assert_eq!(refused.unwrap_err().status(), Some(422));
}
