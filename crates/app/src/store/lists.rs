//! Whole lists of projects as they were last read, and what was changed of them here since.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, params};
use serde_json::value::RawValue;

use super::word;
use crate::Error;
use crate::base::clock::{millis, time};
use crate::model::project::{ListKey, ListUpdate, ProjectListChange};
use crate::view::{CachedProjectsView, ProjectScope, ProjectView};

/// A whole list in its order; `None` when it never was read.
pub(crate) fn read(
    connection: &Connection,
    key: &ListKey,
) -> Result<Option<CachedProjectsView>, Error> {
    let mut header = connection.prepare_cached(
        "SELECT as_of FROM project_list WHERE account_id = ?1 AND scope = ?2 AND organization_id = ?3",
    )?;
    let scope = word::of(&key.scope);
    let at = (&key.account, &scope, &key.organization);
    let as_of = header.query_row(at, |row| row.get(0)).optional()?;
    let Some(as_of) = as_of.map(time) else {
        return Ok(None);
    };
    let mut statement = connection.prepare_cached(
        "SELECT record, shape FROM listed_project \
         WHERE account_id = ?1 AND scope = ?2 AND organization_id = ?3 ORDER BY position, project_id",
    )?;
    let mut rows = statement.query(at)?;
    let mut items = Vec::new();
    while let Some(row) = rows.next()? {
        let record: String = row.get(0)?;
        items.extend(for_window(record, row.get(1)?));
    }
    Ok(Some(CachedProjectsView { items, as_of }))
}

/// A record as the window reads it. What another version wrote is put into the shape of this one, or left out where it
/// cannot be read.
fn for_window(record: String, shape: i64) -> Option<Box<RawValue>> {
    let record = if shape == SHAPE {
        record
    } else {
        word::json(word::read_json::<ProjectView>(Some(record)).as_ref())?
    };
    RawValue::from_string(record).ok()
}

/// Puts a list in the place of the one that was there. Rows that could not be looked up stay as they were. Gives the ids
/// that are in it no more.
pub(crate) fn replace(
    connection: &Connection,
    key: &ListKey,
    items: &[ProjectView],
    unavailable: &[String],
    as_of: DateTime<Utc>,
) -> Result<Vec<String>, Error> {
    let scope = word::of(&key.scope);
    let at = (&key.account, &scope, &key.organization);
    let mut listed = connection.prepare_cached(
        "SELECT project_id FROM listed_project WHERE account_id = ?1 AND scope = ?2 AND organization_id = ?3",
    )?;
    let before = listed.query_map(at, |row| row.get(0))?;
    let before = before.collect::<rusqlite::Result<Vec<String>>>()?;
    let now: HashSet<&str> = items.iter().map(|it| it.id.as_str()).collect();
    let unavailable: HashSet<&str> = unavailable.iter().map(String::as_str).collect();
    let (mut forget, mut vanished) = (Vec::new(), Vec::new());
    for id in before {
        if now.contains(id.as_str()) {
            forget.push(id);
        } else if !unavailable.contains(id.as_str()) {
            vanished.push(id);
        }
    }
    let mut remove = connection.prepare_cached(
        "DELETE FROM listed_project \
         WHERE account_id = ?1 AND scope = ?2 AND organization_id = ?3 AND project_id = ?4",
    )?;
    for id in forget.iter().chain(&vanished) {
        remove.execute((at.0, at.1, at.2, id))?;
    }
    // What stays without having been read comes after all that was.
    connection.execute(
        "UPDATE listed_project SET position = ?4 \
         WHERE account_id = ?1 AND scope = ?2 AND organization_id = ?3",
        params![
            at.0,
            at.1,
            at.2,
            i64::try_from(items.len()).unwrap_or(i64::MAX)
        ],
    )?;
    let mut insert = connection.prepare_cached(INSERT)?;
    for (position, item) in (0_i64..).zip(items) {
        let record = word::json(Some(item));
        insert.execute(params![at.0, at.1, at.2, item.id, position, record, SHAPE])?;
    }
    connection.execute(
        "INSERT INTO project_list (account_id, scope, organization_id, as_of) VALUES (?1, ?2, ?3, ?4) \
         ON CONFLICT (account_id, scope, organization_id) DO UPDATE SET as_of = ?4",
        params![at.0, at.1, at.2, millis(as_of)],
    )?;
    Ok(vanished)
}

/// Where a project of an account is listed.
pub(crate) fn scopes_of(
    connection: &Connection,
    account: &str,
    project: &str,
) -> Result<Vec<ProjectScope>, Error> {
    let mut statement = connection.prepare_cached(
        "SELECT DISTINCT scope FROM listed_project WHERE account_id = ?1 AND project_id = ?2",
    )?;
    let words = statement.query_map([account, project], |row| row.get::<_, String>(0))?;
    let words = words.collect::<rusqlite::Result<Vec<_>>>()?;
    Ok(words.iter().filter_map(|text| word::read(text)).collect())
}

/// A project as it is listed, in its own list rather than elsewhere.
pub(crate) fn find(
    connection: &Connection,
    account: &str,
    project: &str,
) -> Result<Option<ProjectView>, Error> {
    let mut statement = connection.prepare_cached(
        "SELECT record FROM listed_project WHERE account_id = ?1 AND project_id = ?2 \
         ORDER BY scope = 'own' DESC, organization_id LIMIT 1",
    )?;
    let record = statement
        .query_row([account, project], |row| row.get(0))
        .optional()?;
    Ok(word::read_json(record.flatten()))
}

/// Keeps the lists true to what was changed or seen.
pub(crate) fn apply(
    connection: &Connection,
    account: &str,
    change: &ProjectListChange,
) -> Result<(), Error> {
    let mut lists = connection
        .prepare_cached("SELECT scope, organization_id FROM project_list WHERE account_id = ?1")?;
    let keys = lists.query_map([account], |row| {
        Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?))
    })?;
    for key in keys.collect::<rusqlite::Result<Vec<_>>>()? {
        let (scope, organization) = (key.0.as_str(), key.1.as_str());
        let Some(kind) = word::read(scope) else {
            continue;
        };
        let at = (account, scope, organization, change.id());
        let mut statement = connection.prepare_cached(
            "SELECT record FROM listed_project \
             WHERE account_id = ?1 AND scope = ?2 AND organization_id = ?3 AND project_id = ?4",
        )?;
        let found: Option<Option<String>> = statement.query_row(at, |row| row.get(0)).optional()?;
        let listed: Option<ProjectView> = word::read_json(found.flatten());
        match change.list_update(kind, organization, listed.as_ref()) {
            ListUpdate::Keep => {}
            ListUpdate::Remove => drop(connection.execute(
                "DELETE FROM listed_project \
                 WHERE account_id = ?1 AND scope = ?2 AND organization_id = ?3 AND project_id = ?4",
                at,
            )?),
            ListUpdate::Upsert(record) if listed.is_some() => drop(connection.execute(
                "UPDATE listed_project SET record = ?5, shape = ?6 \
                 WHERE account_id = ?1 AND scope = ?2 AND organization_id = ?3 AND project_id = ?4",
                params![at.0, at.1, at.2, at.3, word::json(Some(&*record)), SHAPE],
            )?),
            ListUpdate::Upsert(record) => {
                let first: i64 = connection.query_row(
                    "SELECT coalesce(min(position), 0) - 1 FROM listed_project \
                     WHERE account_id = ?1 AND scope = ?2 AND organization_id = ?3",
                    (at.0, at.1, at.2),
                    |row| row.get(0),
                )?;
                let record = word::json(Some(&*record));
                let row = params![at.0, at.1, at.2, at.3, first, record, SHAPE];
                connection.execute(INSERT, row)?;
            }
        }
    }
    Ok(())
}

/// The account is not there any more.
pub(crate) fn forget_account(connection: &Connection, account_id: &str) -> Result<(), Error> {
    connection.execute(
        "DELETE FROM project_list WHERE account_id = ?1",
        [account_id],
    )?;
    connection.execute(
        "DELETE FROM listed_project WHERE account_id = ?1",
        [account_id],
    )?;
    Ok(())
}

const INSERT: &str = "INSERT OR REPLACE INTO listed_project \
     (account_id, scope, organization_id, project_id, position, record, shape) \
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";

/// The shape that [`ProjectView`] is written in today, counted up whenever it changes: the test below fails until it is.
///
/// A list is a cache of what the window is sent, and goes there without being parsed: that is what shows ten thousand rows
/// at once when the app starts. So the record is the view itself; one of another shape is parsed and written anew when it
/// is read, and left out where it cannot be, until the list is read from the platform again.
const SHAPE: i64 = 2;

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Every field, in its order, with those of the fields within.
    const FIELDS: &str = "id name regionId pgVersion isLocked proxyHost computeSize \
        computeSize.minCu computeSize.maxCu computeSize.suspendTimeoutSeconds blocksPublic blocksVpc hipaa \
        logicalReplication storesPasswords historyRetentionSeconds branchSizeLimitBytes organizationId organization \
        permission createdAt updatedAt lastActiveAt deletedAt recoverableUntil usage usage.activeTimeSeconds \
        usage.computeTimeSeconds usage.writtenDataBytes usage.dataTransferBytes usage.storageBytes \
        usage.periodStart usage.periodEnd details";

    fn project() -> ProjectView {
        serde_json::from_value(json!({
            "id": "a-1", "name": "shop", "computeSize": {}, "blocksPublic": false, "blocksVpc": false,
            "hipaa": false, "logicalReplication": false, "usage": {},
        }))
        .unwrap()
    }

    #[test]
    fn whoever_changes_the_view_counts_its_shape_up() {
        let mut fields = Vec::new();
        for (name, value) in serde_json::to_value(project())
            .unwrap()
            .as_object()
            .unwrap()
        {
            fields.push(name.clone());
            let within = value.as_object().into_iter().flatten();
            fields.extend(within.map(|(inner, _)| format!("{name}.{inner}")));
        }
        let mut expected: Vec<_> = FIELDS.split_whitespace().collect();
        expected.sort_unstable();
        fields.sort();
        assert_eq!(
            fields, expected,
            "count SHAPE up, and write the fields down here"
        );
    }

    #[test]
    fn what_another_version_wrote_is_put_into_the_shape_of_this_one() {
        let old = r#"{"id":"a-1","name":"shop","computeSize":{},"blocksPublic":false,"blocksVpc":false,
            "hipaa":false,"logicalReplication":false,"usage":{},"gone":7}"#;
        let shown = for_window(old.to_owned(), SHAPE - 1).unwrap();
        assert_eq!(shown.get(), serde_json::to_string(&project()).unwrap());
        assert!(
            for_window("{}".to_owned(), SHAPE - 1).is_none(),
            "it has not even an id"
        );
    }

    #[test]
    fn what_this_version_wrote_goes_as_it_is_and_what_is_broken_not_at_all() {
        let text = serde_json::to_string(&project()).unwrap();
        assert_eq!(for_window(text.clone(), SHAPE).unwrap().get(), text);
        assert!(for_window(text[..20].to_owned(), SHAPE).is_none());
    }
}
