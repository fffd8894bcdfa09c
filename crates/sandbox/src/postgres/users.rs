//! The table that the auth integration keeps its users in, in the person's own database.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::session::Session;
use super::sql::{SqlError, identifier};
use super::user_code::{UserDatabase, run_as_role};

/// Where a server holds the table. Everything there is done with the rights of the role that owns
/// it: people may have hung code on it.
#[derive(Debug, Clone, Copy)]
pub struct Table<'a> {
    pub database_access: UserDatabase<'a>,
    pub schema: &'a str,
}

/// One user as the table shows it.
#[derive(Debug, Clone, PartialEq)]
pub struct UserRow {
    pub id: String,
    pub email: Option<String>,
    pub name: Option<String>,
    pub created_at: DateTime<Utc>,
    pub updated_at: Option<DateTime<Utc>>,
    pub deleted_at: Option<DateTime<Utc>>,
    pub raw: Value,
}

/// Whose account it is.
#[derive(Debug, Clone)]
pub enum AccountKey {
    Id(String),
    Email(String),
}

/// A user as they sign in.
#[derive(Debug, Clone)]
pub struct Account {
    pub id: String,
    pub email: String,
    pub name: Option<String>,
    /// Of the password, for who has one.
    pub digest: Option<String>,
    pub is_verified: bool,
    pub roles: Vec<String>,
}

impl Table<'_> {
    /// Makes schema and table where they are not yet, owned by the database's owner. A schema of somebody else is not used:
    /// whoever owns the table reads what is written there.
    pub async fn create(&self) -> Result<(), SqlError> {
        let found = self.found().await?;
        if found.table.is_some() {
            return Ok(());
        }
        self.must_be_of_owner("schema", &found.schema, &found)?;
        let table = self.name();
        let schema = match found.schema {
            Some(_) => String::new(),
            None => format!("CREATE SCHEMA {};", identifier(self.schema)),
        };
        let owner = found.database;
        let statements = format!(
            "{schema}
             CREATE TABLE {table} (
                 id text PRIMARY KEY,
                 email text,
                 name text,
                 created_at timestamptz,
                 updated_at timestamptz,
                 deleted_at timestamptz,
                 raw_json jsonb NOT NULL
             );
             CREATE INDEX users_sync_deleted_at_idx ON {table} (deleted_at)"
        );
        let create = async |session: &Session| session.run(&statements).await;
        run_as_role(self.database_access, &owner, create).await
    }

    /// The same for an integration that begins. A table that is there already is that of an earlier one, unless somebody else
    /// owns it.
    pub async fn create_first(&self) -> Result<(), SqlError> {
        let found = self.found().await?;
        self.must_be_of_owner("schema", &found.schema, &found)?;
        self.must_be_of_owner("table", &found.table, &found)?;
        self.create().await
    }

    fn must_be_of_owner(
        &self,
        kind: &'static str,
        owner: &Option<String>,
        found: &StoredUser,
    ) -> Result<(), SqlError> {
        let Some(owner) = owner.as_ref().filter(|owner| **owner != found.database) else {
            return Ok(());
        };
        let name = match kind {
            "table" => format!("{}.users_sync", self.schema),
            _ => self.schema.to_owned(),
        };
        let owner = owner.clone();
        Err(SqlError::OfAnother { kind, name, owner })
    }

    /// Writes a user, new or known.
    pub async fn put(&self, user: &UserRow) -> Result<(), SqlError> {
        let found = self.found().await?;
        let owner = found.table.unwrap_or(found.database);
        let over_it = "ON CONFLICT (id) DO UPDATE SET
             email = excluded.email, name = excluded.name,
             created_at = excluded.created_at, updated_at = excluded.updated_at,
             deleted_at = excluded.deleted_at, raw_json = excluded.raw_json";
        let put = async |session: &Session| self.write(session, user, over_it).await.map(drop);
        run_as_role(self.database_access, &owner, put).await
    }

    /// Writes a new user, unless another one has the address.
    pub async fn add(&self, user: &UserRow) -> Result<bool, SqlError> {
        let found = self.found().await?;
        let owner = found.table.unwrap_or(found.database);
        // One statement: what people hung on the table may give up the role after the first.
        let unless_taken = format!(
            "WHERE NOT EXISTS (SELECT FROM {} WHERE lower(email) = lower($2::text) AND deleted_at IS NULL)
             RETURNING id",
            self.name()
        );
        let add = async |session: &Session| self.write(session, user, &unless_taken).await;
        run_as_role(self.database_access, &owner, add).await
    }

    /// Gives a user other roles; tells whether there is such a user.
    pub async fn set_roles(
        &self,
        id: &str,
        roles: &[String],
        at: DateTime<Utc>,
    ) -> Result<bool, SqlError> {
        let Some(owner) = self.found().await?.table else {
            return Ok(false);
        };
        let statement = format!(
            "UPDATE {} SET updated_at = $2::text::timestamptz, raw_json = raw_json || $3::text::jsonb
             WHERE id = $1 AND deleted_at IS NULL RETURNING id",
            self.name()
        );
        let (at, roles) = (at.to_rfc3339(), json!({ "roles": roles }).to_string());
        let set = async |session: &Session| session.has(&statement, &[&id, &at, &roles]).await;
        run_as_role(self.database_access, &owner, set).await
    }

    /// Takes a user away; tells whether there was one.
    pub async fn remove(&self, id: &str) -> Result<bool, SqlError> {
        let Some(owner) = self.found().await?.table else {
            return Ok(false);
        };
        let statement = format!("DELETE FROM {} WHERE id = $1 RETURNING id", self.name());
        let remove = async |session: &Session| session.has(&statement, &[&id]).await;
        run_as_role(self.database_access, &owner, remove).await
    }

    /// Takes the schema away with all that is in it.
    pub async fn drop_schema(&self) -> Result<(), SqlError> {
        let Some(owner) = self.found().await?.schema else {
            return Ok(());
        };
        let statement = format!("DROP SCHEMA IF EXISTS {} CASCADE", identifier(self.schema));
        let drop = async |session: &Session| session.run(&statement).await;
        run_as_role(self.database_access, &owner, drop).await
    }

    /// Gives whether the statement returned a row, which it does where its end asks for that.
    async fn write(&self, session: &Session, user: &UserRow, end: &str) -> Result<bool, SqlError> {
        let table = self.name();
        session
            .has(
                &format!(
                    "INSERT INTO {table}
                         (id, email, name, created_at, updated_at, deleted_at, raw_json)
                     SELECT $1::text, $2::text, $3::text, $4::text::timestamptz,
                            $5::text::timestamptz, $6::text::timestamptz, $7::text::jsonb
                     {end}"
                ),
                &[
                    &user.id,
                    &user.email,
                    &user.name,
                    &user.created_at.to_rfc3339(),
                    &user.updated_at.map(|at| at.to_rfc3339()),
                    &user.deleted_at.map(|at| at.to_rfc3339()),
                    &user.raw.to_string(),
                ],
            )
            .await
    }

    /// Who owns what is there. Only the system catalog is read.
    pub(super) async fn found(&self) -> Result<StoredUser, SqlError> {
        let UserDatabase {
            port,
            admin,
            database,
            ..
        } = self.database_access;
        let session = Session::open(port, admin, database).await?;
        let row = session
            .row_long(
                "SELECT pg_get_userbyid(d.datdba)::text, pg_get_userbyid(n.nspowner)::text,
                        pg_get_userbyid(c.relowner)::text
                 FROM pg_database d
                 LEFT JOIN pg_namespace n ON n.nspname = $1::text
                 LEFT JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = 'users_sync'
                 WHERE d.datname = current_database()",
                &[&self.schema],
            )
            .await?;
        session.close().await?;
        Ok(StoredUser {
            database: row.get(0),
            schema: row.get(1),
            table: row.get(2),
        })
    }

    pub(super) fn name(&self) -> String {
        format!("{}.users_sync", identifier(self.schema))
    }
}

/// The owners of the database, and of schema and table where they are there.
pub(super) struct StoredUser {
    pub database: String,
    pub schema: Option<String>,
    pub table: Option<String>,
}
