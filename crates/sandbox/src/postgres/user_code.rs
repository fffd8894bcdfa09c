//! A session in which code of people may run. It is logged in as a role that is made for this one
//! time and has the rights of the one role of theirs that it works for, and no others: whatever a
//! trigger, a default or a policy does there, `RESET ROLE` leads no higher.

use std::time::Duration;

use tokio::time::timeout;

use super::one_time_role::{OneTimeRole, Rights};
use super::own_roles::OwnRole;
use super::session::{Admin, Session};
use super::sql::{SqlError, identifier};
use crate::state::Secret;

/// How long code of people may hold a session up.
const USER_CODE_DEADLINE: Duration = Duration::from_secs(40);

/// A database, and what the sandbox opens it with.
#[derive(Debug, Clone, Copy)]
pub struct UserDatabase<'a> {
    pub port: u16,
    pub admin: &'a Admin,
    pub database: &'a str,
    /// The role's password for this one time.
    pub password: &'a Secret,
}

/// Does something as a role of people, in a session of that role's rights.
pub async fn run_as_role<T>(
    database_access: UserDatabase<'_>,
    role: &str,
    work: impl AsyncFnOnce(&Session) -> Result<T, SqlError>,
) -> Result<T, SqlError> {
    let UserDatabase { port, admin, .. } = database_access;
    let superuser = Session::open(port, admin, "postgres").await?;
    let is_superuser = "SELECT FROM pg_roles WHERE rolname = $1::text AND rolsuper";
    if superuser.has(is_superuser, &[&role]).await? {
        return Err(SqlError::NotTheirs(role.to_owned()));
    }
    let user_code_role = OneTimeRole::create(
        &superuser,
        OwnRole::UserCode,
        Rights::OfOwner(role.to_owned()),
        database_access.password,
        USER_CODE_DEADLINE * 2,
    )
    .await?;
    let done = timeout(
        USER_CODE_DEADLINE,
        run_in_session(database_access, &user_code_role.name, role, work),
    )
    .await;
    let done = done.unwrap_or(Err(SqlError::TooSlow));
    let removed = user_code_role.remove(&superuser, port, admin).await;
    superuser.close().await?;
    let done = done?;
    removed?;
    Ok(done)
}

async fn run_in_session<T>(
    database_access: UserDatabase<'_>,
    login: &str,
    role: &str,
    work: impl AsyncFnOnce(&Session) -> Result<T, SqlError>,
) -> Result<T, SqlError> {
    let session = Session::open_as(
        database_access.port,
        database_access.admin,
        database_access.database,
        login,
        database_access.password,
    )
    .await?;
    session
        .run(&format!("SET ROLE {}", identifier(role)))
        .await?;
    let done = work(&session).await?;
    session.close().await?;
    Ok(done)
}
