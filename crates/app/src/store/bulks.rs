//! What is done to many projects, and what came of each.

use rusqlite::{Connection, params};

use super::word;
use crate::Error;
use crate::base::clock::{millis, time};
use crate::model::bulk::{Bulk, Item};
use crate::view::BulkItemState;

/// Every one, with its items in their order. What a newer version does is left alone.
pub(crate) fn all(connection: &Connection) -> Result<Vec<Bulk>, Error> {
    let mut statement = connection.prepare_cached(
        "SELECT id, account_id, verb, state, problem, started_at, organization_id FROM bulk",
    )?;
    let rows = statement.query_map([], |row| {
        let verb = word::read(&row.get::<_, String>(2)?);
        let state = word::read(&row.get::<_, String>(3)?);
        let (id, account, problem, at) = (row.get(0)?, row.get(1)?, row.get(4)?, row.get(5)?);
        let organization_id = row.get(6)?;
        Ok(verb.zip(state).map(|(verb, state)| {
            let problem = word::read_json(problem);
            let mut bulk = Bulk::new(id, account, verb, state, problem, time(at));
            bulk.organization_id = organization_id;
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
    (0..bulk.items.len()).try_for_each(|place| save_item(connection, bulk, place))
}

/// Writes how it stands and the item at this place.
pub(crate) fn save_step(connection: &Connection, bulk: &Bulk, place: usize) -> Result<(), Error> {
    save_head(connection, bulk)?;
    save_item(connection, bulk, place)
}

fn save_head(connection: &Connection, bulk: &Bulk) -> Result<(), Error> {
    connection.execute(
        "INSERT INTO bulk (id, account_id, verb, state, problem, started_at, organization_id) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) \
         ON CONFLICT (id) DO UPDATE SET state = ?4, problem = ?5",
        params![
            bulk.id,
            bulk.account_id,
            word::of(&bulk.verb),
            word::of(&bulk.state),
            word::json(bulk.problem.as_ref()),
            millis(bulk.started_at),
            bulk.organization_id
        ],
    )?;
    Ok(())
}

fn save_item(connection: &Connection, bulk: &Bulk, place: usize) -> Result<(), Error> {
    let Some(item) = bulk.items.get(place) else {
        return Ok(());
    };
    let mut statement = connection.prepare_cached(
        "INSERT INTO bulk_item (bulk_id, position, project_id, name, state, begun, error) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) \
         ON CONFLICT (bulk_id, position) DO UPDATE SET state = ?5, begun = ?6, error = ?7",
    )?;
    statement.execute(params![
        bulk.id,
        i64::try_from(place).unwrap_or(i64::MAX),
        item.item_id,
        item.name,
        word::of(&item.state),
        item.begun,
        word::json(item.error.as_ref())
    ])?;
    Ok(())
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
