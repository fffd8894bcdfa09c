//! The locks and the changed rows of a transaction, as the session itself sees them before it commits: both are exact.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use pgclient::{PortalError, PortalSession, Row};

use crate::Error;
use crate::view::{ErrorCode, SqlTrialLockView, SqlTrialTableView, count, milliseconds};

/// The tables that are there before the script: nobody waits for a table that it makes.
const TABLES: &str = "SELECT c.oid, n.nspname, c.relname
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'm', 'f') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'";
const ROWS: &str = "SELECT schemaname, relname, n_tup_ins, n_tup_upd, n_tup_del
    FROM pg_catalog.pg_stat_xact_user_tables WHERE n_tup_ins + n_tup_upd + n_tup_del > 0";

/// The modes from the weakest on.
const MODES: [&str; 8] = [
    "AccessShareLock",
    "RowShareLock",
    "RowExclusiveLock",
    "ShareUpdateExclusiveLock",
    "ShareLock",
    "ShareRowExclusiveLock",
    "ExclusiveLock",
    "AccessExclusiveLock",
];

/// A table by its OID.
type Tables = BTreeMap<String, (String, String)>;
/// Rows that were inserted, updated and deleted, by schema and name.
type Rows = BTreeMap<(String, String), [u64; 3]>;

/// The locks and rows of a script.
#[derive(Debug)]
pub(super) struct Measured {
    known: Tables,
    /// Locks of the open transaction, with the statement that took each and when it began.
    open: BTreeMap<(String, String), (u32, Duration)>,
    /// Rows of earlier transactions that the server still counts in: it passes them on about once a second.
    before: Rows,
    /// The rows of the open transaction.
    rows: Rows,
    ended: Vec<SqlTrialLockView>,
    committed: Rows,
}

impl Measured {
    pub(super) async fn new(session: &mut PortalSession) -> Result<Self, Error> {
        let known = query(session, TABLES).await?;
        let known = known
            .iter()
            .map(|row| (text(row, 0), (text(row, 1), text(row, 2))));
        Ok(Self {
            known: known.collect(),
            open: BTreeMap::new(),
            before: Rows::new(),
            rows: Rows::new(),
            ended: Vec::new(),
            committed: Rows::new(),
        })
    }

    /// Begins a transaction.
    pub(super) async fn begin(&mut self, session: &mut PortalSession) -> Result<(), Error> {
        self.before = changed_rows(session).await?;
        Ok(())
    }

    /// Looks within the transaction, after a statement that began at `began`.
    pub(super) async fn look(
        &mut self,
        session: &mut PortalSession,
        statement: u32,
        began: Duration,
    ) -> Result<(), Error> {
        for lock in held(session, "pg_catalog.pg_backend_pid()").await? {
            self.open.entry(lock).or_insert((statement, began));
        }
        self.rows = changed_rows(session).await?;
        for (table, before) in &self.before {
            if let Some(now) = self.rows.get_mut(table) {
                *now = std::array::from_fn(|at| now[at] - before[at]);
            }
        }
        Ok(())
    }

    /// Ends the transaction, whose locks were held up to now.
    pub(super) fn end(&mut self, is_kept: bool, now: Duration) {
        for ((oid, mode), (statement, began)) in std::mem::take(&mut self.open) {
            self.note(&oid, mode, statement, now.saturating_sub(began), false);
        }
        for (table, counts) in std::mem::take(&mut self.rows) {
            if is_kept {
                let sum = self.committed.entry(table).or_default();
                *sum = std::array::from_fn(|at| sum[at] + counts[at]);
            }
        }
    }

    /// Notes locks that another session saw.
    pub(super) fn sampled(
        &mut self,
        seen: &BTreeSet<(String, String)>,
        statement: u32,
        held: Duration,
    ) {
        for (oid, mode) in seen {
            self.note(oid, mode.clone(), statement, held, true);
        }
    }

    fn note(&mut self, oid: &str, mode: String, statement: u32, held: Duration, is_sampled: bool) {
        let Some((schema, name)) = self.known.get(oid) else {
            return;
        };
        self.ended.push(SqlTrialLockView {
            schema: schema.clone(),
            name: name.clone(),
            mode,
            milliseconds: milliseconds(held),
            statement,
            is_sampled,
        });
    }

    /// The strongest lock of each table, the strongest of all first, and the rows.
    pub(super) fn report(self) -> (Vec<SqlTrialLockView>, Vec<SqlTrialTableView>) {
        let mut locks = self.ended;
        locks.sort_by(|a, b| {
            let order = strength(&b.mode).cmp(&strength(&a.mode));
            order.then(b.milliseconds.total_cmp(&a.milliseconds))
        });
        let mut seen = BTreeSet::new();
        locks.retain(|lock| seen.insert((lock.schema.clone(), lock.name.clone())));
        let changed = self.committed.into_iter();
        let changed = changed.filter(|(_, counts)| counts.iter().any(|count| *count > 0));
        let tables = changed.map(|((schema, name), counts)| {
            let [inserted, updated, deleted] = counts.map(count);
            SqlTrialTableView {
                schema,
                name,
                inserted,
                updated,
                deleted,
            }
        });
        (locks, tables.collect())
    }
}

/// The locks of tables that a session holds, by its process: table and mode.
pub(super) async fn held(
    session: &mut PortalSession,
    process: &str,
) -> Result<BTreeSet<(String, String)>, Error> {
    let locks = format!(
        "SELECT relation, mode FROM pg_catalog.pg_locks
            WHERE pid = {process} AND locktype = 'relation' AND granted
                AND database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database())"
    );
    let rows = query(session, &locks).await?;
    Ok(rows
        .iter()
        .map(|row| (text(row, 0), text(row, 1)))
        .collect())
}

pub(super) async fn query(session: &mut PortalSession, sql: &str) -> Result<Vec<Row>, Error> {
    session.query(sql).await.map_err(|error| lost(&error))
}

/// The failure of a session that only asks for what is there.
pub(super) fn lost(error: &PortalError) -> Error {
    Error::new(
        ErrorCode::Database,
        format!("The branch could not be asked: {error}"),
    )
    .hint("Nothing ran on the branch that you tried it for. Try again.")
}

/// The text of a cell; empty for null.
pub(super) fn text(row: &Row, at: usize) -> String {
    let cell = row.cells().nth(at).flatten();
    cell.map_or_else(String::new, |cell| {
        String::from_utf8_lossy(cell.bytes).into_owned()
    })
}

async fn changed_rows(session: &mut PortalSession) -> Result<Rows, Error> {
    let rows = query(session, ROWS).await?;
    let counts = rows.iter().map(|row| {
        let number = |at| text(row, at).parse().unwrap_or_default();
        let table = (text(row, 0), text(row, 1));
        (table, [number(2), number(3), number(4)])
    });
    Ok(counts.collect())
}

fn strength(mode: &str) -> usize {
    let known = MODES.iter().position(|known| *known == mode);
    known.unwrap_or_default()
}
