//! Schemas of branches: what is sent and what is read.

use api::BranchId;
use api::resource::branches::{CompareSchema, ReferencedTable, SchemaConstraintKind, SchemaPoint};
use serde_json::Value;

use crate::exchange::{branch, project, sent, time};
use crate::resource_literals::SCHEMA_TABLES;

const B: &str = "/projects/misty-meadow-12345678/branches/br-cool-night-a1b2c3d4";

#[tokio::test]
async fn a_schema_is_asked_for_by_database_and_moment() {
    let lsn = SchemaPoint {
        lsn: Some("0/1A2B3C8".into()),
        timestamp: None,
    };
    let moment = SchemaPoint {
        lsn: None,
        timestamp: Some(time("2026-03-01T10:20:30.5Z")),
    };
    let table = [
        (SchemaPoint::default(), ""),
        (lsn, "&lsn=0%2F1A2B3C8"),
        (moment, "&timestamp=2026-03-01T10%3A20%3A30.500Z"),
    ];
    for (point, query) in table {
        let line = format!("GET {B}/schema?db_name=my+data%26more{query}");
        let answer = r#"{"sql":"CREATE TABLE t ();\n","json":null,"more":1}"#;
        let sql = sent(&line, Value::Null, answer, async |management| {
            let branches = management.branches(&project());
            branches.schema(&branch(), "my data&more", &point).await
        });
        assert_eq!(sql.await, "CREATE TABLE t ();\n");
    }
}

#[tokio::test]
async fn the_tables_of_a_schema_are_read_with_what_is_new_in_them() {
    let line = format!("GET {B}/schema?db_name=d&format=json");
    let tables = sent(&line, Value::Null, SCHEMA_TABLES, async |management| {
        let branches = management.branches(&project());
        branches
            .schema_tables(&branch(), "d", &SchemaPoint::default())
            .await
    })
    .await;
    let [orders] = &tables[..] else {
        panic!("{tables:?}");
    };
    assert_eq!((&*orders.schema, &*orders.name), ("public", "orders"));
    let total = &orders.columns[1];
    assert_eq!((&*total.name, &*total.kind), ("total", "numeric(10,2)"));
    assert_eq!((total.nullable, total.generated), (Some(true), Some(true)));
    let [primary, foreign, odd] = &orders.constraints[..] else {
        panic!("{:?}", orders.constraints);
    };
    assert_eq!(primary.kind, Some(SchemaConstraintKind::PrimaryKey));
    assert_eq!(primary.name.as_deref(), Some("orders_pkey"));
    let people = ReferencedTable {
        schema: "public".into(),
        table: "people".into(),
        columns: vec!["id".into()],
    };
    assert_eq!(foreign.referenced_table, Some(people));
    assert_eq!(odd.name, None);
    assert_eq!(odd.kind, Some("exclusion".into()));
}

#[tokio::test]
async fn a_comparison_names_what_is_not_left_to_the_platform() {
    let base: BranchId = "br-warm-day-a1b2c3d4".parse().unwrap();
    let whole = CompareSchema {
        base: Some(base),
        at: SchemaPoint {
            lsn: Some("0/2".into()),
            timestamp: None,
        },
        base_at: SchemaPoint {
            lsn: None,
            timestamp: Some(time("2026-03-01T10:20:30Z")),
        },
    };
    let table = [
        (CompareSchema::default(), ""),
        (
            whole,
            "&base_branch_id=br-warm-day-a1b2c3d4&lsn=0%2F2&base_timestamp=2026-03-01T10%3A20%3A30Z",
        ),
    ];
    for (compare, query) in table {
        let line = format!("GET {B}/compare_schema?db_name=d{query}");
        for (answer, diff) in [
            (
                r#"{"diff":"--- a/d\n+++ b/d\n","more":{}}"#,
                "--- a/d\n+++ b/d\n",
            ),
            (r#"{"diff":""}"#, ""),
            ("{}", ""),
        ] {
            let read = sent(&line, Value::Null, answer, async |management| {
                let branches = management.branches(&project());
                branches.compare_schema(&branch(), "d", &compare).await
            });
            assert_eq!(read.await, diff);
        }
    }
}
