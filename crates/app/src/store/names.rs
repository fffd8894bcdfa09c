//! Names of what was seen.

use std::collections::BTreeMap;

use rusqlite::{Connection, params};

use super::word;
use crate::Error;
use crate::model::name::{Key, Named};

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

/// Writes names, new or not; `None` is forgotten.
pub(crate) fn save(
    connection: &Connection,
    changes: &BTreeMap<Key, Option<Named>>,
) -> Result<(), Error> {
    let mut keep = connection.prepare_cached(
        "INSERT INTO seen_name (account_id, project_id, branch_id, kind, id, name, detail) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) \
         ON CONFLICT (account_id, project_id, branch_id, kind, id) DO UPDATE SET name = ?6, detail = ?7",
    )?;
    let mut forget = connection.prepare_cached(
        "DELETE FROM seen_name \
         WHERE account_id = ?1 AND project_id = ?2 AND branch_id = ?3 AND kind = ?4 AND id = ?5",
    )?;
    for (key, named) in changes {
        let kind = word::of(&key.kind);
        let at = (&key.account, &key.project, &key.branch, &kind, &key.id);
        match named {
            Some(named) => {
                let (account, project, branch, kind, id) = at;
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
            None => drop(forget.execute(at)?),
        }
    }
    Ok(())
}
