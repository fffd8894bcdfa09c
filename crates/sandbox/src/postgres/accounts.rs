//! What people sign in with: their row of the users' table, and a password's digest beside it.

use super::session::Session;
use super::sql::{SqlError, identifier};
use super::user_code::run_as_role;
use super::users::{Account, AccountKey, Table, UserRow};

impl Table<'_> {
    /// Writes a new user with a password, unless another one has the address. Both in one statement: what people hung on
    /// the table may give up the role after the first.
    pub async fn sign_up(&self, user: &UserRow, digest: &str) -> Result<bool, SqlError> {
        self.create().await?;
        let found = self.found().await?;
        let owner = found.table.unwrap_or(found.database);
        let (users, passwords) = (self.name(), self.passwords());
        let create = format!(
            "CREATE TABLE {passwords} (
                 user_id text PRIMARY KEY REFERENCES {users} (id) ON DELETE CASCADE,
                 digest text NOT NULL
             )"
        );
        let insert = format!(
            "WITH added AS (
                 INSERT INTO {users} (id, email, name, created_at, updated_at, raw_json)
                 SELECT $1::text, $2::text, $3::text, $4::text::timestamptz, $4::text::timestamptz, $5::text::jsonb
                 WHERE NOT EXISTS (
                     SELECT FROM {users} WHERE lower(email) = lower($2::text) AND deleted_at IS NULL)
                 RETURNING id)
             INSERT INTO {passwords} (user_id, digest) SELECT id, $6::text FROM added RETURNING user_id"
        );
        let sign_up = async |session: &Session| {
            if !self.has_passwords(session, &owner).await?
                && let Err(error) = session.run(&create).await
                // Another sign-up, or a role of the database, made one meanwhile.
                && !self.has_passwords(session, &owner).await?
            {
                return Err(error);
            }
            let at = user.created_at.to_rfc3339();
            let raw = user.raw.to_string();
            session
                .has(
                    &insert,
                    &[&user.id, &user.email, &user.name, &at, &raw, &digest],
                )
                .await
        };
        run_as_role(self.database_access, &owner, sign_up).await
    }

    pub async fn account(&self, key: &AccountKey) -> Result<Option<Account>, SqlError> {
        let Some(owner) = self.found().await?.table else {
            return Ok(None);
        };
        let (condition, value) = match key {
            AccountKey::Id(id) => ("u.id = $1::text", id),
            AccountKey::Email(email) => ("lower(u.email) = lower($1::text)", email),
        };
        let find = async |session: &Session| {
            let (digest, join) = match self.has_passwords(session, &owner).await? {
                true => (
                    "p.digest",
                    format!("LEFT JOIN {} p ON p.user_id = u.id", self.passwords()),
                ),
                false => ("NULL::text", String::new()),
            };
            let query = format!(
                "SELECT u.id::text, coalesce(u.email, '')::text, u.name::text, {digest},
                     coalesce(u.raw_json ->> 'primary_email_verified' = 'true', false),
                     coalesce(u.raw_json ->> 'roles', '[]')
                 FROM {} u {join}
                 WHERE {condition} AND u.deleted_at IS NULL ORDER BY u.created_at LIMIT 1",
                self.name()
            );
            session.rows(&query, &[value]).await
        };
        let rows = run_as_role(self.database_access, &owner, find).await?;
        Ok(rows.first().map(|row| Account {
            id: row.get(0),
            email: row.get(1),
            name: row.get(2),
            digest: row.get(3),
            is_verified: row.get(4),
            roles: serde_json::from_str(row.get(5)).unwrap_or_default(),
        }))
    }

    /// Notes that a user's address is theirs; tells whether there is such a user.
    pub async fn set_verified(&self, id: &str) -> Result<bool, SqlError> {
        let Some(owner) = self.found().await?.table else {
            return Ok(false);
        };
        let statement = format!(
            "UPDATE {} SET raw_json = raw_json || '{{\"primary_email_verified\": true}}'::jsonb
             WHERE id = $1 AND deleted_at IS NULL RETURNING id",
            self.name()
        );
        let set = async |session: &Session| session.has(&statement, &[&id]).await;
        run_as_role(self.database_access, &owner, set).await
    }

    /// Returns whether the table of passwords exists. Nobody signed up on this branch before it is. A table of somebody else is not
    /// used.
    async fn has_passwords(&self, session: &Session, owner: &str) -> Result<bool, SqlError> {
        let found = session.rows(PASSWORDS, &[&self.schema]).await?;
        let Some(row) = found.first() else {
            return Ok(false);
        };
        let other: String = row.get(0);
        match other == owner {
            true => Ok(true),
            false => Err(SqlError::OfAnother {
                kind: "table",
                name: format!("{}.user_password", self.schema),
                owner: other,
            }),
        }
    }

    fn passwords(&self) -> String {
        format!("{}.user_password", identifier(self.schema))
    }
}

const PASSWORDS: &str =
    "SELECT pg_catalog.pg_get_userbyid(c.relowner)::text FROM pg_catalog.pg_class c
     JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1::text AND c.relname = 'user_password'";
