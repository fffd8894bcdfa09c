//! The table that the auth integration keeps its users in, in the person's own database.

use chrono::{DateTime, Utc};
use serde_json::Value;

use super::session::Session;
use super::sql::{SqlError, identifier};
use crate::world::Secret;

/// Where a server holds the table.
#[derive(Debug, Clone, Copy)]
pub struct Table<'a> {
    pub port: u16,
    pub admin: &'a Secret,
    pub database: &'a str,
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

impl Table<'_> {
    /// Makes schema and table where they are not yet, owned by the database's owner.
    pub async fn create(&self) -> Result<(), SqlError> {
        let session = self.open().await?;
        let owner = identifier(&session.owner().await?);
        let (schema, table) = (identifier(self.schema), self.name());
        session
            .run(&format!(
                "CREATE SCHEMA IF NOT EXISTS {schema} AUTHORIZATION {owner};
                 CREATE TABLE IF NOT EXISTS {table} (
                     id text PRIMARY KEY,
                     email text,
                     name text,
                     created_at timestamptz,
                     updated_at timestamptz,
                     deleted_at timestamptz,
                     raw_json jsonb NOT NULL
                 );
                 CREATE INDEX IF NOT EXISTS users_sync_deleted_at_idx ON {table} (deleted_at);
                 ALTER TABLE {table} OWNER TO {owner}"
            ))
            .await?;
        session.close().await
    }

    /// Writes a user, new or known.
    pub async fn put(&self, user: &UserRow) -> Result<(), SqlError> {
        let session = self.open().await?;
        let table = self.name();
        // What people hang on the table must not run as the superuser.
        let owner = identifier(&session.owner().await?);
        session.run(&format!("SET ROLE {owner}")).await?;
        session
            .rows(
                &format!(
                    "INSERT INTO {table}
                         (id, email, name, created_at, updated_at, deleted_at, raw_json)
                     VALUES ($1, $2, $3, $4::text::timestamptz, $5::text::timestamptz,
                             $6::text::timestamptz, $7::text::jsonb)
                     ON CONFLICT (id) DO UPDATE SET
                         email = excluded.email, name = excluded.name,
                         created_at = excluded.created_at, updated_at = excluded.updated_at,
                         deleted_at = excluded.deleted_at, raw_json = excluded.raw_json"
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
            .await?;
        session.close().await
    }

    /// Takes the schema away with all that is in it.
    pub async fn drop_schema(&self) -> Result<(), SqlError> {
        let session = self.open().await?;
        let schema = identifier(self.schema);
        session
            .run(&format!("DROP SCHEMA IF EXISTS {schema} CASCADE"))
            .await?;
        session.close().await
    }

    async fn open(&self) -> Result<Session, SqlError> {
        Session::open(self.port, self.admin, self.database).await
    }

    fn name(&self) -> String {
        format!("{}.users_sync", identifier(self.schema))
    }
}
