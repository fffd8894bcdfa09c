//! The activity log.

use chrono::{DateTime, Utc};
use rusqlite::types::ToSql;
use rusqlite::{Connection, params, params_from_iter};

use super::word;
use crate::Error;
use crate::base::clock::{millis, time};
use crate::base::fold::fold;
use crate::view::{ActivityFilter, ActivityView, ErrorCode, Outcome};

/// How many entries are kept; the oldest go first.
const KEPT: i64 = 10_000;

/// An entry before it has its place in the log.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ActivityEntry {
    pub(crate) at: DateTime<Utc>,
    pub(crate) action: String,
    pub(crate) subject: String,
    pub(crate) place: String,
    pub(crate) outcome: Outcome,
    pub(crate) detail: Option<String>,
    pub(crate) request_id: Option<String>,
    pub(crate) temporary_id: Option<String>,
    pub(crate) account_id: Option<String>,
    pub(crate) project_id: Option<String>,
    pub(crate) operation_ids: Vec<String>,
    pub(crate) curl: Option<String>,
    /// Why it failed.
    pub(crate) code: Option<ErrorCode>,
}

/// Adds an entry and lets those go that are too many.
pub(crate) fn add(connection: &Connection, entry: &ActivityEntry) -> Result<(), Error> {
    connection.execute(
        "INSERT INTO activity (at, action, subject, place, outcome, detail, request_id, temporary_id, account_id, \
         project_id, operation_ids, curl, words, code) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
        params![
            millis(entry.at),
            entry.action,
            entry.subject,
            entry.place,
            word::of(&entry.outcome),
            entry.detail,
            entry.request_id,
            entry.temporary_id,
            entry.account_id,
            entry.project_id,
            word::json(Some(&entry.operation_ids)),
            entry.curl,
            words(entry),
            word::json(entry.code.as_ref()),
        ],
    )?;
    connection.execute(
        "DELETE FROM activity WHERE id <= ?1",
        [connection.last_insert_rowid() - KEPT],
    )?;
    Ok(())
}

/// What an entry is found by.
fn words(entry: &ActivityEntry) -> String {
    let fixed = [&entry.action, &entry.subject, &entry.place];
    let others = [&entry.detail, &entry.request_id, &entry.project_id];
    let all = fixed.into_iter().chain(others.into_iter().flatten());
    let all: Vec<&str> = all
        .chain(&entry.operation_ids)
        .map(String::as_str)
        .collect();
    fold(&all.join("\n"))
}

/// At most `limit` entries that fit the filter and are older than `before`, newest first. Row ids are given only while the
/// row is there.
pub(crate) fn page(
    connection: &Connection,
    filter: &ActivityFilter,
    before: Option<i64>,
    limit: u32,
) -> Result<Vec<ActivityView>, Error> {
    let mut wanted = String::from("activity.id < ?");
    let mut values: Vec<Box<dyn ToSql>> = vec![Box::new(before.unwrap_or(i64::MAX))];
    let mut want = |clause: &str, value: String| {
        wanted.push_str(" AND ");
        wanted.push_str(clause);
        values.push(Box::new(value));
    };
    if let Some(account_id) = &filter.account_id {
        want("activity.account_id = ?", account_id.clone());
    }
    if let Some(project_id) = &filter.project_id {
        want("activity.project_id = ?", project_id.clone());
    }
    if let Some(outcome) = &filter.outcome {
        want("outcome = ?", word::of(outcome).to_owned());
    }
    if let Some(action) = &filter.action {
        want("action = ?", action.clone());
    }
    let text = fold(filter.text.as_deref().unwrap_or_default());
    for word in text.split_whitespace() {
        want("instr(words, ?) > 0", word.to_owned());
    }
    values.push(Box::new(limit));
    let mut statement = connection.prepare_cached(&format!(
        "SELECT activity.id, at, action, subject, activity.place, outcome, detail, request_id, temporary.id, \
         activity.account_id, activity.project_id, operation_ids, curl \
         FROM activity LEFT JOIN temporary ON temporary.id = activity.temporary_id \
         WHERE {wanted} ORDER BY activity.id DESC LIMIT ?"
    ))?;
    let rows = statement.query_map(params_from_iter(values), |row| {
        Ok(ActivityView {
            id: row.get::<_, i64>(0)?.to_string(),
            at: time(row.get(1)?),
            action: row.get(2)?,
            subject: row.get(3)?,
            place: row.get(4)?,
            outcome: word::read(&row.get::<_, String>(5)?).unwrap_or(Outcome::Unclear),
            detail: row.get(6)?,
            request_id: row.get(7)?,
            temporary_id: row.get(8)?,
            account_id: row.get(9)?,
            project_id: row.get(10)?,
            operation_ids: word::read_json(row.get(11)?).unwrap_or_default(),
            curl: row.get(12)?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// The actions of all entries, in their alphabetical order.
pub(crate) fn actions(connection: &Connection) -> Result<Vec<String>, Error> {
    let mut statement =
        connection.prepare_cached("SELECT DISTINCT action FROM activity ORDER BY action")?;
    let rows = statement.query_map([], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// An action that failed or whose end is unclear, by its code alone.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FailedAction {
    pub(crate) at: DateTime<Utc>,
    pub(crate) action: String,
    pub(crate) outcome: Outcome,
    /// Unknown where an earlier version wrote it.
    pub(crate) code: Option<ErrorCode>,
}

/// The last actions that failed, newest first.
pub(crate) fn failed(connection: &Connection, limit: u32) -> Result<Vec<FailedAction>, Error> {
    let mut statement = connection.prepare_cached(
        "SELECT at, action, outcome, code FROM activity WHERE outcome IN (?1, ?2) \
         ORDER BY id DESC LIMIT ?3",
    )?;
    let outcomes = [word::of(&Outcome::Failed), word::of(&Outcome::Unclear)];
    let rows = statement.query_map(params![outcomes[0], outcomes[1], limit], |row| {
        Ok(FailedAction {
            at: time(row.get(0)?),
            action: row.get(1)?,
            outcome: word::read(&row.get::<_, String>(2)?).unwrap_or(Outcome::Unclear),
            code: word::read_json(row.get(3)?),
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}
