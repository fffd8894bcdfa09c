//! One step of the world, as it is written and then applied.

use rusqlite::types::Type;
use rusqlite::{Connection, Error, Result, params};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::auth::{AuthIntegration, AuthUser};
use super::branch::{Branch, Database, Endpoint, Role};
use super::hour::{Hour, HourKey};
use super::operation::Operation;
use super::people::{Key, Member, Organization, User};
use super::project::Project;
use super::temporary::Temporary;

#[derive(Debug, Clone)]
pub enum Row {
    User(User),
    Organization(Organization),
    Member(Member),
    Key(Key),
    Project(Project),
    Branch(Branch),
    Endpoint(Endpoint),
    Role(Role),
    Database(Database),
    Operation(Operation),
    Temporary(Temporary),
    AuthIntegration(AuthIntegration),
    AuthUser(AuthUser),
    Hour(Hour),
    Removal(Removal),
    Gone(Gone),
}

/// Data whose branch is gone and that is still to be removed from the disk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Removal {
    pub branch_id: String,
}

/// What is no longer there, with everything that hangs on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Gone {
    User(String),
    Organization(String),
    Member(String),
    Key(i64),
    Project(String),
    /// With its endpoints, roles and databases; not its operations.
    Branch(String),
    Endpoint(String),
    Role {
        branch_id: String,
        name: String,
    },
    Database {
        branch_id: String,
        name: String,
    },
    /// An integration with its users.
    AuthIntegration(String),
    Operation(String),
    /// Of a branch.
    Removal(String),
}

/// A record that may be written down later than it shows, since only counters of it changed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Counted {
    Endpoint(String),
    Hour(HourKey),
    Key(i64),
}

impl Row {
    /// None for what must be on the disk before it shows.
    pub fn counted(&self) -> Option<Counted> {
        match self {
            Self::Endpoint(it) => Some(Counted::Endpoint(it.id.clone())),
            Self::Hour(it) => {
                let (project, branch) = (it.project_id.clone(), it.branch_id.clone());
                Some(Counted::Hour((project, branch, it.start)))
            }
            Self::Key(it) => Some(Counted::Key(it.id)),
            _ => None,
        }
    }
}

/// Where a record lies: kind, key, the project and the branch it goes with.
struct Place<'a> {
    kind: &'static str,
    key: String,
    project: Option<&'a str>,
    branch: Option<&'a str>,
}

fn place(row: &Row) -> Option<Place<'_>> {
    let at = |kind, key: &str| Place {
        kind,
        key: key.to_owned(),
        project: None,
        branch: None,
    };
    Some(match row {
        Row::User(it) => at("user", &it.id),
        Row::Organization(it) => at("organization", &it.id),
        Row::Member(it) => at("member", &it.id),
        Row::Key(it) => at("key", &it.id.to_string()),
        Row::Project(it) => at("project", &it.id).of(&it.id),
        Row::Branch(it) => at("branch", &it.id).of(&it.project_id).on(&it.id),
        Row::Endpoint(it) => at("endpoint", &it.id).of(&it.project_id).on(&it.branch_id),
        Row::Role(it) => at("role", &named(&it.branch_id, &it.name))
            .of(&it.project_id)
            .on(&it.branch_id),
        Row::Database(it) => at("database", &named(&it.branch_id, &it.name))
            .of(&it.project_id)
            .on(&it.branch_id),
        Row::Operation(it) => at("operation", &it.id).of(&it.project_id),
        Row::Temporary(it) => at("temporary", &it.id.to_string()).of(&it.project_id),
        Row::AuthIntegration(it) => at("auth_integration", &it.project_id).of(&it.project_id),
        Row::AuthUser(it) => at("auth_user", &it.id).of(&it.project_id),
        // Not with its branch: what a branch used counts when it is gone, too.
        Row::Hour(it) => at(
            "hour",
            &format!("{}/{}", it.branch_id, it.start.timestamp()),
        )
        .of(&it.project_id),
        // With no project: it outlives the one that it was of.
        Row::Removal(it) => at("removal", &it.branch_id),
        Row::Gone(_) => return None,
    })
}

impl<'a> Place<'a> {
    fn of(self, project: &'a str) -> Self {
        Self {
            project: Some(project),
            ..self
        }
    }

    fn on(self, branch: &'a str) -> Self {
        Self {
            branch: Some(branch),
            ..self
        }
    }
}

fn named(branch_id: &str, name: &str) -> String {
    format!("{branch_id}/{name}")
}

pub fn write(db: &Connection, row: &Row) -> Result<()> {
    match row {
        Row::User(it) => put(db, row, it),
        Row::Organization(it) => put(db, row, it),
        Row::Member(it) => put(db, row, it),
        Row::Key(it) => put(db, row, it),
        Row::Project(it) => put(db, row, it),
        Row::Branch(it) => put(db, row, it),
        Row::Endpoint(it) => put(db, row, it),
        Row::Role(it) => put(db, row, it),
        Row::Database(it) => put(db, row, it),
        Row::Operation(it) => put(db, row, it),
        Row::Temporary(it) => put(db, row, it),
        Row::AuthIntegration(it) => put(db, row, it),
        Row::AuthUser(it) => put(db, row, it),
        Row::Hour(it) => put(db, row, it),
        Row::Removal(it) => put(db, row, it),
        Row::Gone(gone) => take_away(db, gone),
    }
}

fn put(db: &Connection, row: &Row, record: &impl Serialize) -> Result<()> {
    let Some(place) = place(row) else {
        return Ok(());
    };
    let body = serde_json::to_string(record)
        .map_err(|error| Error::ToSqlConversionFailure(Box::new(error)))?;
    db.prepare_cached(
        "INSERT INTO records (kind, key, project_id, branch_id, body) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (kind, key) DO UPDATE SET body = excluded.body, branch_id = excluded.branch_id",
    )?
    .execute(params![place.kind, place.key, place.project, place.branch, body])
    .map(drop)
}

fn take_away(db: &Connection, gone: &Gone) -> Result<()> {
    let one = |kind: &str, key: &str| {
        db.execute(
            "DELETE FROM records WHERE kind = ?1 AND key = ?2",
            [kind, key],
        )
    };
    match gone {
        Gone::Project(id) => db.execute("DELETE FROM records WHERE project_id = ?1", [id]),
        Gone::Branch(id) => db.execute("DELETE FROM records WHERE branch_id = ?1", [id]),
        Gone::User(id) => one("user", id),
        Gone::Organization(id) => one("organization", id),
        Gone::Member(id) => one("member", id),
        Gone::Key(id) => one("key", &id.to_string()),
        Gone::Endpoint(id) => one("endpoint", id),
        Gone::Operation(id) => one("operation", id),
        Gone::Removal(id) => one("removal", id),
        Gone::Role { branch_id, name } => one("role", &named(branch_id, name)),
        Gone::Database { branch_id, name } => one("database", &named(branch_id, name)),
        Gone::AuthIntegration(project) => db.execute(
            "DELETE FROM records WHERE project_id = ?1 AND kind IN ('auth_integration', 'auth_user')",
            [project],
        ),
    }
    .map(drop)
}

pub fn load(db: &Connection, mut take: impl FnMut(Row)) -> Result<()> {
    let mut statement = db.prepare("SELECT kind, body FROM records")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (kind, body) = (row.get_ref(0)?.as_str()?, row.get_ref(1)?.as_str()?);
        if let Some(row) = read(kind, body)? {
            take(row);
        }
    }
    Ok(())
}

fn read(kind: &str, body: &str) -> Result<Option<Row>> {
    Ok(Some(match kind {
        "user" => Row::User(parse(body)?),
        "organization" => Row::Organization(parse(body)?),
        "member" => Row::Member(parse(body)?),
        "key" => Row::Key(parse(body)?),
        "project" => Row::Project(parse(body)?),
        "branch" => Row::Branch(parse(body)?),
        "endpoint" => Row::Endpoint(parse(body)?),
        "role" => Row::Role(parse(body)?),
        "database" => Row::Database(parse(body)?),
        "operation" => Row::Operation(parse(body)?),
        "temporary" => Row::Temporary(parse(body)?),
        "auth_integration" => Row::AuthIntegration(parse(body)?),
        "auth_user" => Row::AuthUser(parse(body)?),
        "hour" => Row::Hour(parse(body)?),
        "removal" => Row::Removal(parse(body)?),
        _ => return Ok(None),
    }))
}

fn parse<T: DeserializeOwned>(body: &str) -> Result<T> {
    serde_json::from_str(body)
        .map_err(|error| Error::FromSqlConversionFailure(1, Type::Text, Box::new(error)))
}
