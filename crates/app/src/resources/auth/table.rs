//! The statements by which the synchronised users are read.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Error, Row, Transaction};

use crate::view::SyncedUserView;

/// The table, in the schema that the platform has for it.
pub(crate) const TABLE: &str = "users_sync";

/// The most that are shown.
const MOST: i64 = 500;

/// For the transaction alone. No function or operator is looked for where somebody else could have put one.
pub(crate) const SETTINGS: &str = "SET LOCAL search_path = pg_catalog; SET LOCAL statement_timeout = '20s'; \
     SET LOCAL lock_timeout = '5s'; SET LOCAL timezone = 'UTC'; SET LOCAL standard_conforming_strings = on";

/// What a read of the table found.
pub(crate) struct SyncedUsers {
    /// The schema of the table.
    pub(crate) schema: String,
    pub(crate) rows: Vec<SyncedUserView>,
    pub(crate) total: u64,
    pub(crate) arrived: Option<bool>,
}

/// What is asked of the table.
pub(crate) struct Question {
    /// The schema that the account's profile names. Where it has no such table, the only schema that has one counts.
    schema: String,
    search: Option<String>,
    awaited: Option<String>,
}

impl Question {
    pub(crate) fn new(schema: &str, search: Option<&str>, awaited: Option<&str>) -> Self {
        let filled = |text: Option<&str>| {
            let text = text.map(str::trim).filter(|text| !text.is_empty());
            text.map(ToOwned::to_owned)
        };
        Self {
            schema: schema.to_owned(),
            search: filled(search),
            awaited: filled(awaited),
        }
    }

    /// The table as a person writes it.
    pub(crate) fn name(&self) -> String {
        format!("{}.{TABLE}", self.schema)
    }
}

/// How each part of a user is read from the columns that the table has.
#[derive(Debug, PartialEq)]
pub(crate) struct Columns {
    /// The schema that the table was found in.
    pub(crate) schema: String,
    id: String,
    email: String,
    name: String,
    created_at: String,
    roles: String,
    is_deleted: Option<&'static str>,
}

impl Columns {
    /// `None` when there is no such table, or none that this role may read.
    pub(crate) async fn of(
        transaction: &Transaction<'_>,
        question: &Question,
    ) -> Result<Option<Self>, Error> {
        let statement = "SELECT table_schema::text, column_name::text FROM information_schema.columns \
             WHERE table_name = $1::text";
        let mut tables: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for row in transaction.query(statement, &[&TABLE]).await? {
            let columns = tables.entry(row.try_get(0)?).or_default();
            columns.push(row.try_get(1)?);
        }
        let named = tables.remove_entry(&question.schema);
        let found = named.or_else(|| match tables.len() {
            1 => tables.pop_first(),
            _ => None,
        });
        Ok(found.map(|(schema, names)| Self::among(schema, &names)))
    }

    fn among(schema: String, names: &[String]) -> Self {
        let has = |name: &str| names.iter().any(|it| it == name);
        // What has no column of its own may still stand in the provider's record of the user.
        let text = |name: &str, in_record: &str| {
            if has(name) {
                format!("{}::text", identifier(name))
            } else if has("raw_json") {
                format!("(raw_json::jsonb ->> '{in_record}')")
            } else {
                "NULL::text".to_owned()
            }
        };
        let created_at = if has("created_at") {
            "created_at::timestamptz".to_owned()
        } else if has("raw_json") {
            "to_timestamp((raw_json::jsonb ->> 'signed_up_at_millis')::float8 / 1000)".to_owned()
        } else {
            "NULL::timestamptz".to_owned()
        };
        Self {
            schema,
            id: text("id", "id"),
            email: text("email", "primary_email"),
            name: text("name", "display_name"),
            created_at,
            roles: text("role", "roles"),
            is_deleted: has("deleted_at").then_some("deleted_at IS NOT NULL"),
        }
    }

    /// The users as rows of five texts and whether they are those that were asked for.
    fn users(&self) -> String {
        let Self {
            schema,
            id,
            email,
            name,
            created_at,
            roles,
            is_deleted,
        } = self;
        let is_deleted = is_deleted.unwrap_or("false");
        format!(
            "SELECT {id} AS id, {email} AS email, {name} AS name, {created_at} AS created_at, {roles} AS roles \
             FROM {}.{} WHERE NOT ({is_deleted})",
            identifier(schema),
            identifier(TABLE)
        )
    }
}

/// Whether there is such a table, whoever may read it.
pub(crate) async fn exists(
    transaction: &Transaction<'_>,
    question: &Question,
) -> Result<bool, Error> {
    let statement = "SELECT EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
         WHERE n.nspname = $1::text AND c.relname = $2::text)";
    let row = transaction
        .query_one(statement, &[&question.schema, &TABLE])
        .await?;
    row.try_get(0)
}

pub(crate) async fn read(
    transaction: &Transaction<'_>,
    columns: &Columns,
    question: &Question,
) -> Result<SyncedUsers, Error> {
    let users = columns.users();
    let pattern = question.search.as_deref().map(part_of);
    let statement = format!(
        "WITH users AS ({users}) \
         SELECT coalesce(id, ''), email, name, \
             to_char(created_at, 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"'), count(*) OVER (), roles \
         FROM users \
         WHERE $1::text IS NULL OR email ILIKE $1 OR name ILIKE $1 OR id = $2::text \
         ORDER BY users.created_at DESC NULLS LAST, id LIMIT $3::int8"
    );
    let parameters: [&(dyn ToSql + Sync); 3] = [&pattern, &question.search, &MOST];
    let rows = transaction.query(&statement, &parameters).await?;
    let total = rows.first().map_or(Ok(0), |row| row.try_get::<_, i64>(4))?;
    let arrived = match &question.awaited {
        None => None,
        Some(id) => {
            let statement = format!(
                "SELECT EXISTS (WITH users AS ({users}) SELECT FROM users WHERE id = $1::text)"
            );
            let row = transaction.query_one(&statement, &[id]).await?;
            Some(row.try_get(0)?)
        }
    };
    let rows = rows.iter().map(user).collect::<Result<_, _>>()?;
    Ok(SyncedUsers {
        schema: columns.schema.clone(),
        rows,
        total: u64::try_from(total).unwrap_or_default(),
        arrived,
    })
}

fn user(row: &Row) -> Result<SyncedUserView, Error> {
    let created_at: Option<String> = row.try_get(3)?;
    let created_at = created_at.and_then(|text| DateTime::parse_from_rfc3339(&text).ok());
    Ok(SyncedUserView {
        id: row.try_get(0)?,
        email: row.try_get(1)?,
        name: row.try_get(2)?,
        roles: roles_of(row.try_get::<_, Option<&str>>(5)?.unwrap_or_default()),
        created_at: created_at.map(|at| at.with_timezone(&Utc)),
    })
}

/// A list as JSON has it, or names between commas.
fn roles_of(text: &str) -> Vec<String> {
    serde_json::from_str(text).unwrap_or_else(|_| {
        let names = text.split(',').map(str::trim);
        names
            .filter(|name| !name.is_empty())
            .map(ToOwned::to_owned)
            .collect()
    })
}

/// The pattern of every text that has this in it.
fn part_of(text: &str) -> String {
    let mut pattern = String::from("%");
    for c in text.chars() {
        if matches!(c, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

fn identifier(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_something_in_a_pattern_is_taken_as_it_is() {
        assert_eq!(part_of("100%_a\\b"), "%100\\%\\_a\\\\b%");
        assert_eq!(part_of("Ünïcode 名"), "%Ünïcode 名%");
    }

    #[test]
    fn a_name_cannot_leave_its_quotes() {
        assert_eq!(
            identifier("a\"; DROP TABLE x; --"),
            "\"a\"\"; DROP TABLE x; --\""
        );
    }

    #[test]
    fn what_has_no_column_is_looked_for_in_the_record() {
        let names = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
        let all = Columns::among(
            "auth".to_owned(),
            &names(&["id", "email", "name", "created_at"]),
        );
        assert_eq!(all.id, "\"id\"::text");
        assert_eq!(all.is_deleted, None);
        let raw = Columns::among("auth".to_owned(), &names(&["raw_json", "deleted_at"]));
        assert_eq!(raw.email, "(raw_json::jsonb ->> 'primary_email')");
        assert_eq!(raw.is_deleted, Some("deleted_at IS NOT NULL"));
        let bare = Columns::among("auth".to_owned(), &names(&["id"]));
        assert_eq!(bare.name, "NULL::text");
        assert_eq!(bare.created_at, "NULL::timestamptz");
        assert_eq!(raw.roles, "(raw_json::jsonb ->> 'roles')");
    }

    #[test]
    fn roles_are_a_list_or_names_between_commas() {
        assert_eq!(roles_of("[\"admin\", \"user\"]"), ["admin", "user"]);
        assert_eq!(roles_of("admin, user"), ["admin", "user"]);
        assert!(roles_of("").is_empty());
    }
}
