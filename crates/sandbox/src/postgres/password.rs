//! Setting the passwords of roles.

use super::session::{Admin, Session};
use super::sql::{SqlError, identifier, verifier};
use crate::state::Secret;

/// Sets a role's password over the server's own loopback port.
pub async fn set_password(
    port: u16,
    admin: &Admin,
    role: &str,
    password: &Secret,
) -> Result<(), SqlError> {
    let session = Session::open(port, admin, "postgres").await?;
    alter_password(&session, role, password).await?;
    session.close().await
}

pub(super) async fn alter_password(
    session: &Session,
    role: &str,
    password: &Secret,
) -> Result<(), SqlError> {
    let (role, password) = (identifier(role), verifier(password));
    session
        .run(&format!("ALTER ROLE {role} PASSWORD {password}"))
        .await
}
