//! The tables of a database with their columns and keys, as the platform lists them beside the schema's text.

use std::collections::BTreeMap;

use serde::Serialize;
use tokio_postgres::Row;

use super::session::{Admin, Session};
use super::sql::SqlError;

/// More than a reply may hold are refused.
pub const MOST_COLUMNS: usize = 20_000;

/// People's own: of no extension, not temporary, not PostgreSQL's.
const TABLES: &str = "c.relkind IN ('r', 'p') AND c.relpersistence <> 't' AND c.oid >= 16384
    AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass
                    AND d.objid = c.oid AND d.deptype = 'e')";

#[derive(Debug, Serialize)]
pub struct Table {
    schema: String,
    name: String,
    columns: Vec<Column>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    constraints: Vec<Constraint>,
}

#[derive(Debug, Serialize)]
struct Column {
    name: String,
    #[serde(rename = "type")]
    kind: String,
    nullable: bool,
    generated: bool,
}

#[derive(Debug, Serialize)]
struct Constraint {
    #[serde(rename = "type")]
    kind: &'static str,
    columns: Vec<String>,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    referenced_table: Option<ReferencedTable>,
}

#[derive(Debug, Serialize)]
struct ReferencedTable {
    schema: String,
    table: String,
    columns: Vec<String>,
}

/// None where there are too many columns. Only the system catalog is read.
pub async fn read(
    port: u16,
    admin: &Admin,
    database: &str,
) -> Result<Option<Vec<Table>>, SqlError> {
    let session = Session::open(port, admin, database).await?;
    let columns = session
        .rows(
            &format!(
                "SELECT c.oid, n.nspname::text, c.relname::text, a.attname::text,
                        format_type(a.atttypid, a.atttypmod), NOT a.attnotnull, a.attgenerated <> ''
                 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                 LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
                 WHERE {TABLES} ORDER BY n.nspname, c.relname, a.attnum LIMIT {}",
                MOST_COLUMNS + 1
            ),
            &[],
        )
        .await?;
    if columns.len() > MOST_COLUMNS {
        session.close().await?;
        return Ok(None);
    }
    let constraints = session.rows(CONSTRAINTS, &[]).await?;
    session.close().await?;
    let mut of_table: BTreeMap<u32, Vec<Constraint>> = BTreeMap::new();
    for row in &constraints {
        let found = of_table.entry(row.get(0)).or_default();
        found.push(constraint(row));
    }
    Ok(Some(tables(&columns, of_table)))
}

const CONSTRAINTS: &str = "
    SELECT k.conrelid, k.contype::text, k.conname::text,
           ARRAY(SELECT a.attname::text FROM unnest(k.conkey) WITH ORDINALITY AS u (num, at)
                 JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.num ORDER BY u.at),
           fn.nspname::text, f.relname::text,
           ARRAY(SELECT a.attname::text FROM unnest(k.confkey) WITH ORDINALITY AS u (num, at)
                 JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = u.num ORDER BY u.at)
    FROM pg_constraint k
    LEFT JOIN pg_class f ON f.oid = k.confrelid
    LEFT JOIN pg_namespace fn ON fn.oid = f.relnamespace
    WHERE k.conrelid >= 16384 AND k.contype IN ('p', 'u', 'f')
    ORDER BY k.conrelid, array_position(ARRAY['p', 'u', 'f'], k.contype::text), k.conname";

/// A table without columns has one row, without a column.
fn tables(columns: &[Row], mut constraints: BTreeMap<u32, Vec<Constraint>>) -> Vec<Table> {
    let mut tables: Vec<Table> = Vec::new();
    let mut last = None;
    for row in columns {
        let oid: u32 = row.get(0);
        if last != Some(oid) {
            tables.push(Table {
                schema: row.get(1),
                name: row.get(2),
                columns: Vec::new(),
                constraints: constraints.remove(&oid).unwrap_or_default(),
            });
            last = Some(oid);
        }
        let name: Option<String> = row.get(3);
        if let (Some(table), Some(name)) = (tables.last_mut(), name) {
            table.columns.push(Column {
                name,
                kind: row.get(4),
                nullable: row.get(5),
                generated: row.get(6),
            });
        }
    }
    tables
}

fn constraint(row: &Row) -> Constraint {
    let kind = match row.get(1) {
        "p" => "primary_key",
        "u" => "unique",
        _ => "foreign_key",
    };
    let schema: Option<String> = row.get(4);
    let table: Option<String> = row.get(5);
    Constraint {
        kind,
        columns: row.get(3),
        name: row.get(2),
        referenced_table: schema.zip(table).map(|(schema, table)| ReferencedTable {
            schema,
            table,
            columns: row.get(6),
        }),
    }
}
