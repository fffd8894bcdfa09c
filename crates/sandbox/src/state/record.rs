//! One step of a change, as it is written and then applied.

use rusqlite::types::Type;
use rusqlite::{Connection, Error, Result, params};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::auth::{AuthIntegration, AuthUser};
use super::branch::{Branch, Database, Endpoint, Role};
use super::document::{DocumentKey, StoredDocument};
use super::hour::{Hour, HourKey};
use super::operation::Operation;
use super::people::{Key, Member, Organization, User};
use super::project::Project;
use super::temporary::Temporary;

/// Written as the document that it holds.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub enum Record {
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
    Document(StoredDocument),
    #[serde(skip)]
    Delete(Delete),
}

/// Data whose branch is gone and that is still to be removed from the disk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Removal {
    pub branch_id: String,
}

/// What is no longer there, with everything that hangs on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Delete {
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
    /// The integration of a branch with its users.
    AuthIntegration(String),
    AuthUser(String),
    Operation(String),
    /// Of a branch.
    Removal(String),
    Document(DocumentKey),
}

/// A record that may be stored later than it shows, since only counters of it changed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Counter {
    Endpoint(String),
    Hour(HourKey),
    Key(i64),
}

impl Record {
    /// None for what must be on the disk before it shows.
    pub fn counter(&self) -> Option<Counter> {
        match self {
            Self::Endpoint(it) => Some(Counter::Endpoint(it.id.clone())),
            Self::Hour(it) => {
                let (project, branch) = (it.project_id.clone(), it.branch_id.clone());
                Some(Counter::Hour((project, branch, it.start)))
            }
            Self::Key(it) => Some(Counter::Key(it.id)),
            _ => None,
        }
    }
}

/// Where a record lies: kind, key, the project and the branch it goes with.
struct Location<'a> {
    kind: &'a str,
    key: String,
    project: Option<&'a str>,
    branch: Option<&'a str>,
}

fn location(row: &Record) -> Option<Location<'_>> {
    let at = |kind: &'static str, key: &str| Location {
        kind,
        key: key.to_owned(),
        project: None,
        branch: None,
    };
    Some(match row {
        Record::User(it) => at("user", &it.id),
        Record::Organization(it) => at("organization", &it.id),
        Record::Member(it) => at("member", &it.id),
        Record::Key(it) => at("key", &it.id.to_string()),
        Record::Project(it) => at("project", &it.id).of(&it.id),
        Record::Branch(it) => at("branch", &it.id).of(&it.project_id).on(&it.id),
        Record::Endpoint(it) => at("endpoint", &it.id).of(&it.project_id).on(&it.branch_id),
        Record::Role(it) => at("role", &branch_key(&it.branch_id, &it.name))
            .of(&it.project_id)
            .on(&it.branch_id),
        Record::Database(it) => at("database", &branch_key(&it.branch_id, &it.name))
            .of(&it.project_id)
            .on(&it.branch_id),
        Record::Operation(it) => at("operation", &it.id).of(&it.project_id),
        Record::Temporary(it) => at("temporary", &it.id.to_string()).of(&it.project_id),
        Record::AuthIntegration(it) => at("auth_integration", &it.branch_id)
            .of(&it.project_id)
            .on(&it.branch_id),
        Record::AuthUser(it) => at("auth_user", &it.id).of(&it.project_id).on(&it.branch_id),
        // Not with its branch: what a branch used counts when it is gone, too.
        Record::Hour(it) => at(
            "hour",
            &format!("{}/{}", it.branch_id, it.start.timestamp()),
        )
        .of(&it.project_id),
        // With no project: it outlives the one that it was of.
        Record::Removal(it) => at("removal", &it.branch_id),
        Record::Document(StoredDocument { key, .. }) => Location {
            kind: &key.kind,
            key: key.id.clone(),
            project: Some(&key.project_id),
            branch: None,
        },
        Record::Delete(_) => return None,
    })
}

impl<'a> Location<'a> {
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

fn branch_key(branch_id: &str, name: &str) -> String {
    format!("{branch_id}/{name}")
}

pub fn write(db: &Connection, record: &Record) -> Result<()> {
    match record {
        Record::Delete(it) => delete(db, it),
        _ => put(db, record),
    }
}

fn put(db: &Connection, record: &Record) -> Result<()> {
    let Some(location) = location(record) else {
        return Ok(());
    };
    let body = serde_json::to_string(record)
        .map_err(|error| Error::ToSqlConversionFailure(Box::new(error)))?;
    db.prepare_cached(
        "INSERT INTO records (kind, key, project_id, branch_id, body) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (kind, key) DO UPDATE SET body = excluded.body, branch_id = excluded.branch_id",
    )?
    .execute(params![location.kind, location.key, location.project, location.branch, body])
    .map(drop)
}

fn delete(db: &Connection, gone: &Delete) -> Result<()> {
    let one = |kind: &str, key: &str| {
        db.execute(
            "DELETE FROM records WHERE kind = ?1 AND key = ?2",
            [kind, key],
        )
    };
    match gone {
        Delete::Project(id) => db.execute("DELETE FROM records WHERE project_id = ?1", [id]),
        Delete::Branch(id) => db.execute("DELETE FROM records WHERE branch_id = ?1", [id]),
        Delete::User(id) => one("user", id),
        Delete::Organization(id) => one("organization", id),
        Delete::Member(id) => one("member", id),
        Delete::Key(id) => one("key", &id.to_string()),
        Delete::Endpoint(id) => one("endpoint", id),
        Delete::Operation(id) => one("operation", id),
        Delete::Removal(id) => one("removal", id),
        Delete::Document(key) => one(&key.kind, &key.id),
        Delete::Role { branch_id, name } => one("role", &branch_key(branch_id, name)),
        Delete::Database { branch_id, name } => one("database", &branch_key(branch_id, name)),
        Delete::AuthUser(id) => one("auth_user", id),
        Delete::AuthIntegration(branch) => db.execute(
            "DELETE FROM records WHERE branch_id = ?1 AND kind IN ('auth_integration', 'auth_user')",
            [branch],
        ),
    }
    .map(drop)
}

pub fn load(db: &Connection, mut take: impl FnMut(Record)) -> Result<()> {
    let mut statement = db.prepare("SELECT kind, body, project_id, key FROM records")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (kind, body) = (row.get_ref(0)?.as_str()?, row.get_ref(1)?.as_str()?);
        if let Some(record) = read(kind, body)? {
            take(record);
        } else if let Some(project_id) = row.get(2)? {
            let key = DocumentKey {
                project_id,
                kind: kind.to_owned(),
                id: row.get(3)?,
            };
            let body = parse(body)?;
            take(Record::Document(StoredDocument { key, body }));
        }
    }
    Ok(())
}

fn read(kind: &str, body: &str) -> Result<Option<Record>> {
    Ok(Some(match kind {
        "user" => Record::User(parse(body)?),
        "organization" => Record::Organization(parse(body)?),
        "member" => Record::Member(parse(body)?),
        "key" => Record::Key(parse(body)?),
        "project" => Record::Project(parse(body)?),
        "branch" => Record::Branch(parse(body)?),
        "endpoint" => Record::Endpoint(parse(body)?),
        "role" => Record::Role(parse(body)?),
        "database" => Record::Database(parse(body)?),
        "operation" => Record::Operation(parse(body)?),
        "temporary" => Record::Temporary(parse(body)?),
        "auth_integration" => Record::AuthIntegration(parse(body)?),
        "auth_user" => Record::AuthUser(parse(body)?),
        "hour" => Record::Hour(parse(body)?),
        "removal" => Record::Removal(parse(body)?),
        _ => return Ok(None),
    }))
}

fn parse<T: DeserializeOwned>(body: &str) -> Result<T> {
    serde_json::from_str(body)
        .map_err(|error| Error::FromSqlConversionFailure(1, Type::Text, Box::new(error)))
}
