//! What was deleted here and can be brought back. A project's branch is empty.

use rusqlite::{Connection, params};

use crate::Error;
use crate::base::clock::{millis, time};
use crate::view::UndoView;

const COLUMNS: &str = "id, account_id, project_id, branch_id, name, deleted_at, until, bulk_id";

/// Everything, the newest first.
pub(crate) fn all(connection: &Connection) -> Result<Vec<UndoView>, Error> {
    let mut statement = connection.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM undo ORDER BY deleted_at DESC, id DESC"
    ))?;
    let rows = statement.query_map([], read)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// What is of one account.
pub(crate) fn of_account(connection: &Connection, account: &str) -> Result<Vec<UndoView>, Error> {
    let mut statement =
        connection.prepare_cached(&format!("SELECT {COLUMNS} FROM undo WHERE account_id = ?1"))?;
    let rows = statement.query_map([account], read)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Keeps something that was deleted, in the place of what was kept of the same before.
pub(crate) fn save(connection: &Connection, undo: &UndoView) -> Result<(), Error> {
    connection.execute(
        "INSERT OR REPLACE INTO undo (id, account_id, project_id, branch_id, name, deleted_at, until) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![
            undo.id,
            undo.account_id,
            undo.project_id,
            undo.branch_id.as_deref().unwrap_or_default(),
            undo.name,
            millis(undo.deleted_at),
            millis(undo.until)
        ],
    )?;
    Ok(())
}

/// Notes which bulk job deleted it, unless that is known.
pub(crate) fn of_bulk(
    connection: &Connection,
    account: &str,
    project: &str,
    branch: Option<&str>,
    bulk: &str,
) -> Result<(), Error> {
    let mut statement = connection.prepare_cached(
        "UPDATE undo SET bulk_id = ?4 \
         WHERE account_id = ?1 AND project_id = ?2 AND branch_id = ?3 AND bulk_id IS NULL",
    )?;
    statement.execute([account, project, branch.unwrap_or_default(), bulk])?;
    Ok(())
}

/// It is there again, or gone for good. True when it was offered.
pub(crate) fn forget(
    connection: &Connection,
    account: &str,
    project: &str,
    branch: Option<&str>,
) -> Result<bool, Error> {
    let gone = connection.execute(
        "DELETE FROM undo WHERE account_id = ?1 AND project_id = ?2 AND branch_id = ?3",
        [account, project, branch.unwrap_or_default()],
    )?;
    Ok(gone > 0)
}

/// Nothing of the project's branches can be brought back while the project itself is not there.
pub(crate) fn forget_branches(
    connection: &Connection,
    account: &str,
    project: &str,
) -> Result<bool, Error> {
    let gone = connection.execute(
        "DELETE FROM undo WHERE account_id = ?1 AND project_id = ?2 AND branch_id <> ''",
        [account, project],
    )?;
    Ok(gone > 0)
}

/// It is not offered any more. True when it was.
pub(crate) fn dismiss(connection: &Connection, id: &str) -> Result<bool, Error> {
    Ok(connection.execute("DELETE FROM undo WHERE id = ?1", [id])? > 0)
}

/// The account is not there any more.
pub(crate) fn forget_account(connection: &Connection, account_id: &str) -> Result<(), Error> {
    connection.execute("DELETE FROM undo WHERE account_id = ?1", [account_id])?;
    Ok(())
}

fn read(row: &rusqlite::Row<'_>) -> rusqlite::Result<UndoView> {
    let branch: String = row.get(3)?;
    Ok(UndoView {
        id: row.get(0)?,
        account_id: row.get(1)?,
        project_id: row.get(2)?,
        branch_id: (!branch.is_empty()).then_some(branch),
        name: row.get(4)?,
        deleted_at: time(row.get(5)?),
        until: time(row.get(6)?),
        bulk_id: row.get(7)?,
    })
}
