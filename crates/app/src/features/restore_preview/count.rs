//! How many rows the tables of a database have.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use pgclient::Session;

use crate::Error;
use crate::tools::connect;
use crate::tools::contacts::Contacts;
use crate::tools::target::Target;
use crate::view::{ContactReason, ErrorCode, TableCountView, count};

/// How long connecting may take: the compute may be suspended.
const TO_CONNECT: Duration = Duration::from_secs(20);
/// A table that takes longer is estimated.
const FOR_A_TABLE: &str = "2s";
/// After so long, all further tables are estimated.
const FOR_ALL: Duration = Duration::from_secs(15);

/// By schema and name.
pub(super) type Tables = BTreeMap<(String, String), TableCountView>;

/// Counts in a transaction that only reads.
pub(super) async fn tables(contacts: &Contacts, target: &Target) -> Result<Tables, Error> {
    const TABLES: &str = "SELECT nspname, relname, greatest(reltuples, 0)::bigint, pg_total_relation_size(c.oid),
            format('SELECT count(*) FROM ONLY %I.%I', nspname, relname)
        FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
        WHERE relkind = 'r' AND relpersistence <> 't' AND nspname !~ '^pg_' AND nspname <> 'information_schema'
        ORDER BY pg_total_relation_size(c.oid), nspname, relname";
    let (url, ca_file) = (target.session_url(), target.ca_file.as_deref());
    let reason = ContactReason::RestorePreview;
    let session = connect::open(contacts, reason, &url, ca_file, TO_CONNECT).await?;
    let begin = format!("SET statement_timeout = '{FOR_A_TABLE}'; BEGIN READ ONLY");
    let begun = session.client().batch_execute(&begin).await;
    begun.map_err(|_| unread())?;
    let rows = session.client().query(TABLES, &[]).await;
    let begun = Instant::now();
    let mut all = Tables::new();
    for row in rows.map_err(|_| unread())? {
        let key: (String, String) = (row.get(0), row.get(1));
        let (estimate, bytes): (i64, i64) = (row.get(2), row.get(3));
        let exact = match begun.elapsed() < FOR_ALL {
            true => exact(&session, &row.get::<_, String>(4)).await?,
            false => None,
        };
        let counted = |value: i64| count(value.unsigned_abs());
        let view = TableCountView {
            rows: counted(exact.unwrap_or(estimate)),
            is_exact: exact.is_some(),
            bytes: counted(bytes),
        };
        all.insert(key, view);
    }
    Ok(all)
}

/// None where it takes too long or is not allowed; what came before is still there.
async fn exact(session: &Session, statement: &str) -> Result<Option<i64>, Error> {
    let client = session.client();
    client
        .batch_execute("SAVEPOINT counting")
        .await
        .map_err(|_| unread())?;
    match client.query_one(statement, &[]).await {
        Ok(row) => Ok(Some(row.get(0))),
        Err(_) => {
            let back = client.batch_execute("ROLLBACK TO counting").await;
            back.map(|()| None).map_err(|_| unread())
        }
    }
}

fn unread() -> Error {
    Error::new(ErrorCode::Database, "Couldn't count the rows")
        .hint("Test the connection, then try again.")
}
