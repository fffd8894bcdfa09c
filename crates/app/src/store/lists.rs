//! Whole lists of projects as they were last read, and what was changed of them here since.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, params};
use serde_json::value::RawValue;

use super::word;
use crate::Error;
use crate::base::clock::{millis, time};
use crate::base::name_order::name_key;
use crate::model::project::{ListKey, ListUpdate, ProjectListChange};
use crate::view::{CachedProjectsView, ProjectScope, ProjectView};

/// A list by name, or a part of it: `most` rows after the place that the part before named. `None` when it never was read.
pub(crate) fn read(
    connection: &Connection,
    key: &ListKey,
    after: Option<&str>,
    most: u32,
) -> Result<Option<CachedProjectsView>, Error> {
    let mut header = connection.prepare_cached(
        "SELECT as_of, projects FROM project_list \
         WHERE account_id = ?1 AND scope = ?2 AND organization_id = ?3",
    )?;
    let scope = word::of(&key.scope);
    let at = (&key.account, &scope, &key.organization);
    let found = header.query_row(at, |row| Ok((row.get(0)?, row.get(1)?)));
    let Some((as_of, total)) = found.optional()? else {
        return Ok(None);
    };
    let mut statement = connection.prepare_cached(
        "SELECT record, shape, name_key, project_id FROM listed_project \
         WHERE account_id = ?1 AND scope = ?2 AND organization_id = ?3 AND (name_key, project_id) > (?4, ?5) \
         ORDER BY name_key, project_id LIMIT ?6",
    )?;
    // No id has a line break in it, and none is empty.
    let (name, id) = after
        .and_then(|it| it.rsplit_once('\n'))
        .unwrap_or_default();
    let mut rows = statement.query(params![at.0, at.1, at.2, name, id, most])?;
    let (mut items, mut left, mut next) = (Vec::new(), most, None);
    while let Some(row) = rows.next()? {
        left -= 1;
        if left == 0 {
            let [name, id]: [String; 2] = [row.get(2)?, row.get(3)?];
            next = Some(format!("{name}\n{id}"));
        }
        items.extend(for_window(row.get(0)?, row.get(1)?));
    }
    Ok(Some(CachedProjectsView {
        items,
        total,
        as_of: time(as_of),
        next,
    }))
}

/// The organizations whose list of this scope is kept, the last read first.
pub(crate) fn organizations(
    connection: &Connection,
    account: &str,
    scope: ProjectScope,
) -> Result<Vec<String>, Error> {
    let mut kept = connection.prepare_cached(
        "SELECT organization_id FROM project_list \
         WHERE account_id = ?1 AND scope = ?2 AND organization_id <> '' ORDER BY as_of DESC, organization_id",
    )?;
    let kept = kept.query_map((account, word::of(&scope)), |row| row.get(0))?;
    Ok(kept.collect::<rusqlite::Result<Vec<_>>>()?)
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
    let stays: HashSet<&str> = items
        .iter()
        .map(|it| it.id.as_str())
        .chain(unavailable.iter().map(String::as_str))
        .collect();
    let vanished: Vec<String> = before
        .into_iter()
        .filter(|id| !stays.contains(id.as_str()))
        .collect();
    let mut remove = connection.prepare_cached(REMOVE)?;
    for id in &vanished {
        remove.execute((at.0, at.1, at.2, id))?;
    }
    let mut save = connection.prepare_cached(SAVE)?;
    for item in items {
        let (name_key, record) = (name_key(&item.name), word::json(Some(item)));
        save.execute(params![at.0, at.1, at.2, item.id, name_key, record, SHAPE])?;
    }
    connection.execute(
        "INSERT INTO project_list (account_id, scope, organization_id, as_of) VALUES (?1, ?2, ?3, ?4) \
         ON CONFLICT (account_id, scope, organization_id) DO UPDATE SET as_of = ?4",
        params![at.0, at.1, at.2, millis(as_of)],
    )?;
    count(connection, at.0, at.1, at.2)?;
    Ok(vanished)
}

/// Writes down how many a list has. Counted with each change, so that the list's first rows need not wait for it.
fn count(
    connection: &Connection,
    account: &str,
    scope: &str,
    organization: &str,
) -> Result<(), Error> {
    let mut statement = connection.prepare_cached(
        "UPDATE project_list SET projects = (SELECT count(*) FROM listed_project \
         WHERE account_id = ?1 AND scope = ?2 AND organization_id = ?3) \
         WHERE account_id = ?1 AND scope = ?2 AND organization_id = ?3",
    )?;
    statement.execute((account, scope, organization))?;
    Ok(())
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
            ListUpdate::Keep => continue,
            ListUpdate::Remove => drop(connection.execute(REMOVE, at)?),
            ListUpdate::Upsert(item) => {
                let (name_key, record) = (name_key(&item.name), word::json(Some(&*item)));
                let row = params![at.0, at.1, at.2, at.3, name_key, record, SHAPE];
                connection.execute(SAVE, row)?;
            }
        }
        count(connection, account, scope, organization)?;
    }
    Ok(())
}

/// For the lists of an earlier version, whose rows were in the platform's order: their keys, and how many they are.
pub(super) fn order_by_name(connection: &Connection) -> Result<(), Error> {
    let mut names = connection.prepare(
        "SELECT rowid, CASE WHEN json_valid(record) THEN \
         CASE WHEN json_type(record, '$.name') = 'text' THEN record ->> '$.name' END END FROM listed_project",
    )?;
    let names = names.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let names = names.collect::<rusqlite::Result<Vec<(i64, Option<String>)>>>()?;
    let mut order =
        connection.prepare("UPDATE listed_project SET name_key = ?2 WHERE rowid = ?1")?;
    for (row, name) in names {
        order.execute(params![row, name_key(&name.unwrap_or_default())])?;
    }
    connection.execute_batch(
        "CREATE INDEX listed_project_by_name \
         ON listed_project (account_id, scope, organization_id, name_key, project_id); \
         UPDATE project_list SET projects = (SELECT count(*) FROM listed_project AS it \
         WHERE it.account_id = project_list.account_id AND it.scope = project_list.scope \
         AND it.organization_id = project_list.organization_id);",
    )?;
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

const REMOVE: &str = "DELETE FROM listed_project \
     WHERE account_id = ?1 AND scope = ?2 AND organization_id = ?3 AND project_id = ?4";

/// Nothing is written where nothing changed: of a hundred thousand projects that are read again, few did.
const SAVE: &str = "INSERT INTO listed_project \
     (account_id, scope, organization_id, project_id, name_key, record, shape) \
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) \
     ON CONFLICT (account_id, scope, organization_id, project_id) \
     DO UPDATE SET name_key = ?5, record = ?6, shape = ?7 WHERE name_key <> ?5 OR record <> ?6 OR shape <> ?7";

/// The shape that [`ProjectView`] is written in today, counted up whenever it changes: the test below fails until it is.
///
/// A list is a cache of what the window is sent, and goes there without being parsed: of ten thousand rows that would be
/// most of the work. So the record is the view itself; one of another shape is parsed and written anew when it
/// is read, and left out where it cannot be, until the list is read from the platform again.
const SHAPE: i64 = 2;

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::store::migrations;

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

    fn store() -> Connection {
        let mut connection = Connection::open_in_memory().unwrap();
        migrations::apply(&mut connection).unwrap();
        connection
    }

    fn key() -> ListKey {
        ListKey {
            account: "a".to_owned(),
            scope: ProjectScope::Own,
            organization: String::new(),
        }
    }

    fn named(id: &str, name: &str) -> ProjectView {
        ProjectView {
            id: id.to_owned(),
            name: name.to_owned(),
            ..project()
        }
    }

    fn save(store: &Connection, items: &[ProjectView]) -> Vec<String> {
        replace(store, &key(), items, &[], DateTime::UNIX_EPOCH).unwrap()
    }

    /// The ids of all parts of so many, and what each says of the whole.
    fn parts(store: &Connection, most: u32) -> (String, Vec<u32>) {
        let (mut ids, mut totals, mut after) = (String::new(), Vec::new(), None::<String>);
        loop {
            let part = read(store, &key(), after.as_deref(), most)
                .unwrap()
                .unwrap();
            ids.extend(part.projects().into_iter().map(|it| it.id));
            totals.push(part.total);
            after = part.next;
            if after.is_none() {
                return (ids, totals);
            }
        }
    }

    #[test]
    fn a_list_comes_by_name_in_parts_of_any_length() {
        let store = store();
        assert!(read(&store, &key(), None, 2).unwrap().is_none());
        save(&store, &[]);
        assert_eq!(parts(&store, 2), (String::new(), vec![0]));
        let items = [
            named("6", "🦉"),
            named("5", "שלום"),
            named("4", "Twin"),
            named("3", "twin"),
            named("2", "shop 10"),
            named("1", "shop 9\nand a line"),
            named("0", ""),
        ];
        save(&store, &items);
        assert_eq!(parts(&store, 100), ("0123456".to_owned(), vec![7]));
        assert_eq!(parts(&store, 3), ("0123456".to_owned(), vec![7; 3]));
        assert_eq!(parts(&store, 1).0, "0123456");
    }

    #[test]
    fn what_changes_is_counted_and_stands_where_its_name_says() {
        let store = store();
        save(&store, &[named("1", "b"), named("2", "c")]);
        let added = ProjectListChange::Added(Box::new(named("3", "a")));
        apply(&store, "a", &added).unwrap();
        assert_eq!(parts(&store, 9), ("312".to_owned(), vec![3]));
        let renamed = ProjectListChange::Read(Box::new(named("3", "z")));
        apply(&store, "a", &renamed).unwrap();
        assert_eq!(parts(&store, 9), ("123".to_owned(), vec![3]));
        apply(&store, "a", &ProjectListChange::Gone("1".to_owned())).unwrap();
        assert_eq!(parts(&store, 9), ("23".to_owned(), vec![2]));
        assert_eq!(save(&store, &[named("3", "z"), named("4", "d")]), ["2"]);
        assert_eq!(parts(&store, 9), ("43".to_owned(), vec![2]));
    }

    #[test]
    fn what_is_broken_or_of_another_version_stops_no_part() {
        let store = store();
        save(&store, &[named("1", "a"), named("2", "b"), named("3", "c")]);
        let change = "UPDATE listed_project SET record = ?2, shape = ?3 WHERE project_id = ?1";
        store.execute(change, ("1", "{broken", SHAPE)).unwrap();
        let old = serde_json::to_string(&named("2", "b")).unwrap();
        store.execute(change, ("2", old, SHAPE - 1)).unwrap();
        assert_eq!(parts(&store, 1).0, "23");
        save(&store, &[named("1", "a"), named("2", "b"), named("3", "c")]);
        assert_eq!(parts(&store, 9), ("123".to_owned(), vec![3]));
        let shapes = "SELECT count(*) FROM listed_project WHERE shape = ?1";
        let written: i64 = store.query_row(shapes, [SHAPE], |row| row.get(0)).unwrap();
        assert_eq!(written, 3);
    }
}
