//! A session in which code of people may run. It is logged in as a role that is made for this one
//! time and has the rights of the one role of theirs that it works for, and no others: whatever a
//! trigger, a default or a policy does there, `RESET ROLE` leads no higher.

use std::time::Duration;

use chrono::Utc;
use tokio::time::timeout;

use super::own_roles::USER_CODE_ROLE;
use super::session::{Admin, Session};
use super::sql::{SqlError, identifier, literal, verifier};
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
    let superuser = Session::open(database_access.port, database_access.admin, "postgres").await?;
    create_user_code_role(&superuser, database_access, role).await?;
    let done = timeout(
        USER_CODE_DEADLINE,
        run_in_session(database_access, role, work),
    )
    .await;
    let done = done.unwrap_or(Err(SqlError::TooSlow));
    let dropped = drop_user_code_role(&superuser, role).await;
    superuser.close().await?;
    let done = done?;
    dropped?;
    Ok(done)
}

async fn run_in_session<T>(
    database_access: UserDatabase<'_>,
    role: &str,
    work: impl AsyncFnOnce(&Session) -> Result<T, SqlError>,
) -> Result<T, SqlError> {
    let session = Session::open_as(
        database_access.port,
        database_access.admin,
        database_access.database,
        USER_CODE_ROLE,
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

/// Anew each time where that can be: whatever people did to one of that name before is gone with
/// it. It inherits, so that a database which is closed to the public lets it in.
async fn create_user_code_role(
    superuser: &Session,
    database_access: UserDatabase<'_>,
    role: &str,
) -> Result<(), SqlError> {
    let is_superuser = "SELECT FROM pg_roles WHERE rolname = $1::text AND rolsuper";
    if superuser.has(is_superuser, &[&role]).await? {
        return Err(SqlError::NotTheirs(role.to_owned()));
    }
    let (role, user_code_role) = (identifier(role), identifier(USER_CODE_ROLE));
    let password = verifier(database_access.password);
    let until = literal(&(Utc::now() + USER_CODE_DEADLINE + USER_CODE_DEADLINE).to_rfc3339());
    let is_left = "SELECT FROM pg_roles WHERE rolname = $1::text";
    let verb = match superuser.has(is_left, &[&USER_CODE_ROLE]).await? {
        true if superuser
            .run(&format!("DROP ROLE {user_code_role}"))
            .await
            .is_err() =>
        {
            "ALTER"
        }
        _ => "CREATE",
    };
    superuser
        .run(&format!(
            "{verb} ROLE {user_code_role} LOGIN CONNECTION LIMIT 1 PASSWORD {password} VALID UNTIL {until};
             GRANT {role} TO {user_code_role} WITH INHERIT TRUE, SET TRUE"
        ))
        .await
}

/// One that people gave something to own cannot go, and can do nothing then. A session that was given up ends.
async fn drop_user_code_role(superuser: &Session, role: &str) -> Result<(), SqlError> {
    let (role, user_code_role) = (identifier(role), identifier(USER_CODE_ROLE));
    superuser
        .run(&format!(
            "ALTER ROLE {user_code_role} NOLOGIN PASSWORD NULL; REVOKE {role} FROM {user_code_role};
             SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = {name}",
            name = literal(USER_CODE_ROLE)
        ))
        .await?;
    if let Err(error) = superuser.run(&format!("DROP ROLE {user_code_role}")).await {
        tracing::warn!(%error, "a temporary role was not dropped; it has no rights left");
    }
    Ok(())
}
