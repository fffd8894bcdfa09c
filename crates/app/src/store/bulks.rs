//! What is done to many at once, and what came of each.

use rusqlite::{Connection, params};

use super::{undo, word};
use crate::Error;
use crate::base::clock::{millis, time};
use crate::model::bulk::{Bulk, Item, Target};
use crate::view::{BulkItemState, BulkVerb};

/// Every one, with its items in their order. What a newer version does is left alone.
pub(crate) fn all(connection: &Connection) -> Result<Vec<Bulk>, Error> {
    let mut statement = connection.prepare_cached(
        "SELECT id, account_id, verb, state, problem, started_at, organization_id, project_id, expires_at FROM bulk",
    )?;
    let rows = statement.query_map([], |row| {
        let verb = word::read(&row.get::<_, String>(2)?);
        let state = word::read(&row.get::<_, String>(3)?);
        let (id, account, problem, at) = (row.get(0)?, row.get(1)?, row.get(4)?, row.get(5)?);
        let target = Target {
            organization_id: row.get(6)?,
            project_id: row.get(7)?,
            expires_at: row.get::<_, Option<i64>>(8)?.map(time),
        };
        Ok(verb.zip(state).map(|(verb, state)| {
            let problem = word::read_json(problem);
            let mut bulk = Bulk::new(id, account, verb, state, problem, time(at));
            bulk.target = target;
            bulk
        }))
    })?;
    let mut bulks = Vec::new();
    for row in rows {
        let Some(mut bulk) = row? else { continue };
        bulk.items = items(connection, &bulk.id)?;
        bulks.push(bulk);
    }
    Ok(bulks)
}

fn items(connection: &Connection, id: &str) -> Result<Vec<Item>, Error> {
    let mut statement = connection.prepare_cached(
        "SELECT project_id, name, state, begun, error FROM bulk_item WHERE bulk_id = ?1 ORDER BY position",
    )?;
    let rows = statement.query_map([id], |row| {
        Ok(Item {
            item_id: row.get(0)?,
            name: row.get(1)?,
            state: word::read(&row.get::<_, String>(2)?).unwrap_or(BulkItemState::Skipped),
            begun: row.get(3)?,
            error: word::read_json(row.get(4)?),
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Writes one with all its items, new or not.
pub(crate) fn save(connection: &Connection, bulk: &Bulk) -> Result<(), Error> {
    save_head(connection, bulk)?;
    (0..bulk.items.len()).try_for_each(|index| save_item(connection, bulk, index))
}

/// Writes how it stands and the item at this place.
pub(crate) fn save_step(connection: &Connection, bulk: &Bulk, index: usize) -> Result<(), Error> {
    save_head(connection, bulk)?;
    save_item(connection, bulk, index)
}

fn save_head(connection: &Connection, bulk: &Bulk) -> Result<(), Error> {
    connection.execute(
        "INSERT INTO bulk (id, account_id, verb, state, problem, started_at, organization_id, project_id, expires_at) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) \
         ON CONFLICT (id) DO UPDATE SET state = ?4, problem = ?5",
        params![
            bulk.id,
            bulk.account_id,
            word::of(&bulk.verb),
            word::of(&bulk.state),
            word::json(bulk.problem.as_ref()),
            millis(bulk.started_at),
            bulk.target.organization_id,
            bulk.target.project_id,
            bulk.target.expires_at.map(millis)
        ],
    )?;
    Ok(())
}

fn save_item(connection: &Connection, bulk: &Bulk, index: usize) -> Result<(), Error> {
    let Some(item) = bulk.items.get(index) else {
        return Ok(());
    };
    let mut statement = connection.prepare_cached(
        "INSERT INTO bulk_item (bulk_id, position, project_id, name, state, begun, error) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) \
         ON CONFLICT (bulk_id, position) DO UPDATE SET state = ?5, begun = ?6, error = ?7",
    )?;
    statement.execute(params![
        bulk.id,
        i64::try_from(index).unwrap_or(i64::MAX),
        item.item_id,
        item.name,
        word::of(&item.state),
        item.begun,
        word::json(item.error.as_ref())
    ])?;
    if item.state != BulkItemState::Done {
        return Ok(());
    }
    let project = bulk.target.project_id.as_deref();
    match (bulk.verb, project) {
        (BulkVerb::DeleteProjects, _) => {
            undo::of_bulk(connection, &bulk.account_id, &item.item_id, None, &bulk.id)
        }
        (BulkVerb::DeleteBranches, Some(project)) => {
            let branch = Some(item.item_id.as_str());
            undo::of_bulk(connection, &bulk.account_id, project, branch, &bulk.id)
        }
        _ => Ok(()),
    }
}

/// It was dismissed.
pub(crate) fn forget(connection: &Connection, id: &str) -> Result<(), Error> {
    connection.execute("DELETE FROM bulk WHERE id = ?1", [id])?;
    Ok(())
}

/// The account is not there any more.
pub(crate) fn forget_account(connection: &Connection, account_id: &str) -> Result<(), Error> {
    connection.execute("DELETE FROM bulk WHERE account_id = ?1", [account_id])?;
    Ok(())
}
