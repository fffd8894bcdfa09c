//! How much of what there is, and what it is called.

use rusqlite::Connection;

use super::word;
use crate::Error;
use crate::view::TemporaryState;

/// How many rows a store has of what a person would count.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Counts {
    /// Listed projects, by the local id of the account.
    pub(crate) projects: Vec<(String, u32)>,
    /// Temporary databases, by their state; none where a newer version wrote it.
    pub(crate) temporary: Vec<(Option<TemporaryState>, u32)>,
    /// Everything else, by what it is called.
    pub(crate) others: Vec<(&'static str, u32)>,
}

/// What is counted besides, with how.
const OTHERS: &[(&str, &str)] = &[
    ("Project folders", "SELECT count(*) FROM folder"),
    (
        "Operations in progress",
        "SELECT count(*) FROM operation WHERE ended_at IS NULL",
    ),
    (
        "Changes without a known result",
        "SELECT count(*) FROM intent",
    ),
    ("Bulk jobs", "SELECT count(*) FROM bulk"),
    ("Key rotations", "SELECT count(*) FROM rotation"),
    (
        "Deleted branches that can be recovered",
        "SELECT count(*) FROM undo",
    ),
    ("Actions in the history", "SELECT count(*) FROM activity"),
];

pub(crate) fn all(connection: &Connection) -> Result<Counts, Error> {
    let mut projects = connection.prepare_cached(
        "SELECT account_id, count(DISTINCT project_id) FROM listed_project GROUP BY account_id",
    )?;
    let projects = projects.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let mut temporary = connection
        .prepare_cached("SELECT state, count(*) FROM temporary GROUP BY state ORDER BY state")?;
    let temporary = temporary.query_map([], |row| {
        Ok((word::read(&row.get::<_, String>(0)?), row.get(1)?))
    })?;
    let count = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, u32>(0));
    let others = OTHERS.iter().map(|(name, sql)| Ok((*name, count(sql)?)));
    Ok(Counts {
        projects: projects.collect::<rusqlite::Result<_>>()?,
        temporary: temporary.collect::<rusqlite::Result<_>>()?,
        others: others.collect::<rusqlite::Result<_>>()?,
    })
}

/// Names, ids and places of a person's things, each with what it is: the first of a kind was there first.
pub(crate) fn names(connection: &Connection) -> Result<Vec<(&'static str, String)>, Error> {
    const ALL: &[(&str, &str)] = &[
        ("account", "SELECT name FROM account ORDER BY added_at, id"),
        ("owner", "SELECT owner FROM account WHERE owner IS NOT NULL"),
        (
            "owner",
            "SELECT owner_id FROM account WHERE owner_id IS NOT NULL",
        ),
        (
            "organization",
            "SELECT DISTINCT organization_id FROM listed_project WHERE organization_id <> ''",
        ),
        ("project", "SELECT DISTINCT project_id FROM listed_project"),
        (
            "project",
            "SELECT DISTINCT json_extract(record, '$.name') FROM listed_project WHERE json_valid(record)",
        ),
        ("project", "SELECT DISTINCT project_id FROM operation"),
        (
            "target",
            "SELECT DISTINCT clicked_target FROM operation WHERE clicked_target IS NOT NULL",
        ),
        (
            "database",
            "SELECT name FROM temporary ORDER BY created_at, id",
        ),
        (
            "database",
            "SELECT DISTINCT project_id FROM temporary WHERE project_id IS NOT NULL",
        ),
        ("folder", "SELECT path FROM folder ORDER BY path"),
        ("branch", "SELECT DISTINCT name FROM undo"),
    ];
    let mut names = Vec::new();
    for (kind, sql) in ALL {
        let mut statement = connection.prepare_cached(sql)?;
        let rows = statement.query_map([], |row| row.get::<_, Option<String>>(0))?;
        for name in rows {
            names.extend(name?.map(|name| (*kind, name)));
        }
    }
    Ok(names)
}
