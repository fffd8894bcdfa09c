//! The tables of a database and their parts, read from its catalog in a transaction that only reads.

use std::time::Duration;

use pgclient::Session;
use tokio::time::timeout;
use tokio_postgres::Row;

use super::open::CONNECT;
use super::read_only::BEGIN;
use crate::Error;
use crate::core::operation::operation;
use crate::features::{Features, connection_card};
use crate::tools::connect;
use crate::view::{
    ConnectSource, ContactReason, ErrorCode, TableColumnView, TableDetailsView, TableKind,
    TablePartView, TableView,
};

/// How long the catalog may take to answer.
const READ: Duration = Duration::from_secs(60);

const TABLES: &str = "SELECT n.nspname, c.relname, c.relkind::text,
        CASE WHEN c.reltuples >= 0 AND c.relkind NOT IN ('v', 'S') THEN c.reltuples::float8 END,
        CASE WHEN c.relkind IN ('r', 'm', 'S') THEN pg_catalog.pg_total_relation_size(c.oid)::float8 END,
        pg_catalog.obj_description(c.oid, 'pg_class')
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
        AND c.relpersistence <> 't' AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
        AND ($1::text IS NULL OR (n.nspname = $1 AND c.relname = $2))
    ORDER BY n.nspname, c.relname";

const COLUMNS: &str =
    "SELECT a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), a.attnotnull,
        pg_catalog.pg_get_expr(d.adbin, d.adrelid), COALESCE(a.attnum = ANY (k.conkey), false),
        pg_catalog.col_description(a.attrelid, a.attnum)
    FROM pg_catalog.pg_attribute a
        LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
        LEFT JOIN pg_catalog.pg_constraint k ON k.conrelid = a.attrelid AND k.contype = 'p'
    WHERE a.attrelid = pg_catalog.format('%I.%I', $1::text, $2::text)::pg_catalog.regclass
        AND a.attnum > 0 AND NOT a.attisdropped
    ORDER BY a.attnum";

const INDEXES: &str = "SELECT i.relname, pg_catalog.pg_get_indexdef(i.oid)
    FROM pg_catalog.pg_index x JOIN pg_catalog.pg_class i ON i.oid = x.indexrelid
    WHERE x.indrelid = pg_catalog.format('%I.%I', $1::text, $2::text)::pg_catalog.regclass
    ORDER BY 1";

const CONSTRAINTS: &str = "SELECT conname, pg_catalog.pg_get_constraintdef(oid)
    FROM pg_catalog.pg_constraint
    WHERE conrelid = pg_catalog.format('%I.%I', $1::text, $2::text)::pg_catalog.regclass
    ORDER BY 1";

const TRIGGERS: &str = "SELECT tgname, pg_catalog.pg_get_triggerdef(oid)
    FROM pg_catalog.pg_trigger
    WHERE tgrelid = pg_catalog.format('%I.%I', $1::text, $2::text)::pg_catalog.regclass
        AND NOT tgisinternal
    ORDER BY 1";

const POLICIES: &str = "SELECT polname, pg_catalog.concat_ws(' ',
        CASE polcmd WHEN 'r' THEN 'FOR SELECT' WHEN 'a' THEN 'FOR INSERT' WHEN 'w' THEN 'FOR UPDATE'
            WHEN 'd' THEN 'FOR DELETE' ELSE 'FOR ALL' END,
        'USING (' || pg_catalog.pg_get_expr(polqual, polrelid) || ')',
        'WITH CHECK (' || pg_catalog.pg_get_expr(polwithcheck, polrelid) || ')')
    FROM pg_catalog.pg_policy
    WHERE polrelid = pg_catalog.format('%I.%I', $1::text, $2::text)::pg_catalog.regclass
    ORDER BY 1";

/// Lists tables, views and sequences by schema and name. Rows are the server's estimate.
///
/// # Errors
/// What the connection says; [`ErrorCode::Timeout`] where the catalog takes longer than a minute.
#[operation(Page, Read, table_list)]
pub async fn list(app: &Features, source: &ConnectSource) -> Result<Vec<TableView>, Error> {
    within(app, source, async |session| {
        tables(session, None, None).await
    })
    .await
}

/// Returns a table with its columns, indexes, constraints, triggers and policies.
///
/// # Errors
/// As [`list`], and [`ErrorCode::NotFound`] for a table that is not there.
#[operation(Page, Read, table_describe)]
pub async fn describe(
    app: &Features,
    source: &ConnectSource,
    schema: &str,
    name: &str,
) -> Result<TableDetailsView, Error> {
    within(app, source, async |session| {
        let found = tables(session, Some(schema), Some(name)).await?.pop();
        let table = found.ok_or_else(|| {
            Error::new(
                ErrorCode::NotFound,
                format!("There is no table {schema}.{name}"),
            )
            .hint("It may have been dropped or renamed. List the tables again.")
        })?;
        let ask = async |sql| {
            let rows = session.client().query(sql, &[&schema, &name]).await;
            rows.map_err(|error| refused(&error))
        };
        let parts = async |sql| {
            let rows: Vec<Row> = ask(sql).await?;
            Ok::<_, Error>(rows.iter().map(part).collect())
        };
        Ok(TableDetailsView {
            columns: ask(COLUMNS).await?.iter().map(column).collect(),
            indexes: parts(INDEXES).await?,
            constraints: parts(CONSTRAINTS).await?,
            triggers: parts(TRIGGERS).await?,
            policies: parts(POLICIES).await?,
            table,
        })
    })
    .await
}

async fn tables(
    session: &Session,
    schema: Option<&str>,
    name: Option<&str>,
) -> Result<Vec<TableView>, Error> {
    let rows = session.client().query(TABLES, &[&schema, &name]).await;
    let rows = rows.map_err(|error| refused(&error))?;
    Ok(rows.iter().map(table).collect())
}

/// Runs queries in one transaction that only reads.
async fn within<T>(
    app: &Features,
    source: &ConnectSource,
    work: impl AsyncFnOnce(&Session) -> Result<T, Error>,
) -> Result<T, Error> {
    let target = connection_card::sql_target(app, source).await?;
    let (url, ca_file) = (target.session_url(), target.ca_file.as_deref());
    let session = connect::open(&app.contacts, ContactReason::Sql, &url, ca_file, CONNECT).await?;
    let asking = async {
        let reply = session.client().batch_execute(BEGIN).await;
        reply.map_err(|error| refused(&error))?;
        work(&session).await
    };
    timeout(READ, asking).await.unwrap_or_else(|_| {
        Err(Error::new(
            ErrorCode::Timeout,
            "The database did not list its tables within a minute",
        ))
    })
}

fn refused(error: &tokio_postgres::Error) -> Error {
    match error.as_db_error() {
        Some(error) => Error::new(ErrorCode::Database, error.message().to_owned()),
        None => Error::new(
            ErrorCode::Database,
            "The connection to the database was lost",
        ),
    }
}

fn table(row: &Row) -> TableView {
    TableView {
        schema: row.get(0),
        name: row.get(1),
        kind: match row.get::<_, &str>(2) {
            "p" => TableKind::Partitioned,
            "v" => TableKind::View,
            "m" => TableKind::MaterializedView,
            "f" => TableKind::Foreign,
            "S" => TableKind::Sequence,
            _ => TableKind::Table,
        },
        estimated_rows: row.get(3),
        bytes: row.get(4),
        comment: row.get(5),
    }
}

fn column(row: &Row) -> TableColumnView {
    TableColumnView {
        name: row.get(0),
        type_name: row.get(1),
        is_not_null: row.get(2),
        default: row.get(3),
        is_key: row.get(4),
        comment: row.get(5),
    }
}

fn part(row: &Row) -> TablePartView {
    TablePartView {
        name: row.get(0),
        definition: row.get(1),
    }
}
