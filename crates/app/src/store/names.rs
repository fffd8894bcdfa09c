//! Names of what was seen.

use rusqlite::{Connection, params};

use super::word;
use crate::Error;
use crate::model::name::{Key, NameChange, NameChanges, Named};

/// Every name. Kinds of a newer version are left alone.
pub(crate) fn all(connection: &Connection) -> Result<Vec<(Key, Named)>, Error> {
    let mut statement = connection.prepare_cached(
        "SELECT account_id, project_id, branch_id, kind, id, name, detail FROM seen_name",
    )?;
    let rows = statement.query_map([], |row| {
        let kind = word::read(&row.get::<_, String>(3)?);
        Ok(kind.map(|kind| (kind, row.get(5), row.get(6))).map(
            |(kind, name, detail)| -> rusqlite::Result<_> {
                let key = Key {
                    account: row.get(0)?,
                    project: row.get(1)?,
                    branch: row.get(2)?,
                    kind,
                    id: row.get(4)?,
                };
                Ok((key, Named::new(name?, detail?)))
            },
        ))
    })?;
    let mut names = Vec::new();
    for row in rows {
        if let Some(name) = row? {
            names.push(name?);
        }
    }
    Ok(names)
}

/// How many names of deleted things are kept; the oldest go first.
const FORMER_KEPT: i64 = 20_000;

/// The last names of projects and branches that are gone.
pub(crate) fn former(connection: &Connection) -> Result<Vec<(Key, String)>, Error> {
    let mut statement = connection
        .prepare_cached("SELECT account_id, project_id, branch_id, name FROM former_name")?;
    let rows = statement.query_map([], |row| {
        let (account, project): (String, String) = (row.get(0)?, row.get(1)?);
        let branch: String = row.get(2)?;
        let key = match branch.as_str() {
            "" => Key::project(&account, &project),
            branch => Key::branch(&account, &project, branch),
        };
        Ok((key, row.get(3)?))
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Writes names, new or not, and removes those of what is gone.
pub(crate) fn save(connection: &Connection, changes: &NameChanges) -> Result<(), Error> {
    let mut keep = connection.prepare_cached(
        "INSERT INTO seen_name (account_id, project_id, branch_id, kind, id, name, detail) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) \
         ON CONFLICT (account_id, project_id, branch_id, kind, id) DO UPDATE SET name = ?6, detail = ?7",
    )?;
    let mut forget = connection.prepare_cached(
        "DELETE FROM seen_name \
         WHERE account_id = ?1 AND project_id = ?2 AND branch_id = ?3 AND kind = ?4 AND id = ?5",
    )?;
    let mut keep_former = connection.prepare_cached(
        "INSERT OR REPLACE INTO former_name (account_id, project_id, branch_id, name) VALUES (?1, ?2, ?3, ?4)",
    )?;
    let mut forget_former = connection.prepare_cached(
        "DELETE FROM former_name WHERE account_id = ?1 AND project_id = ?2 AND branch_id = ?3",
    )?;
    for (key, change) in changes {
        let kind = word::of(&key.kind);
        let at = (&key.account, &key.project, &key.branch, &kind, &key.id);
        let (account, project, branch, kind, id) = at;
        match change {
            NameChange::Seen(named) => {
                keep.execute(params![
                    account,
                    project,
                    branch,
                    kind,
                    id,
                    named.name,
                    named.detail
                ])?;
            }
            NameChange::Former(name) => {
                forget.execute(at)?;
                keep_former.execute(params![account, project, branch, name])?;
                connection.execute(
                    "DELETE FROM former_name WHERE rowid <= (SELECT max(rowid) FROM former_name) - ?1",
                    [FORMER_KEPT],
                )?;
            }
            NameChange::Forgotten => {
                forget.execute(at)?;
                if key.has_history() {
                    forget_former.execute((account, project, branch))?;
                }
            }
        }
    }
    Ok(())
}
