//! A role that is made for one use, with a password for this one time, and the rights of one other role. Whatever runs in
//! its sessions, `RESET ROLE` leads no higher.

use std::time::Duration;

use chrono::Utc;

use super::session::Session;
use super::sql::{SqlError, identifier, literal, verifier};
use crate::state::Secret;

#[derive(Debug, Clone, Copy)]
pub struct OneTimeRole<'a> {
    /// One of the sandbox's own.
    pub name: &'static str,
    /// The role whose rights it gets.
    pub rights_of: &'a str,
    pub password: &'a Secret,
    /// How long its password lasts, whatever becomes of the sandbox.
    pub lasts: Duration,
}

impl OneTimeRole<'_> {
    /// Anew each time where that can be: whatever people did to one of that name before is gone with
    /// it. It inherits, so that a database which is closed to the public lets it in.
    pub async fn create(&self, superuser: &Session) -> Result<(), SqlError> {
        let (name, rights_of) = (identifier(self.name), identifier(self.rights_of));
        let password = verifier(self.password);
        let until = literal(&(Utc::now() + self.lasts).to_rfc3339());
        let is_left = "SELECT FROM pg_roles WHERE rolname = $1::text";
        let verb = match superuser.has(is_left, &[&self.name]).await? {
            true if superuser.run(&format!("DROP ROLE {name}")).await.is_err() => "ALTER",
            _ => "CREATE",
        };
        superuser
            .run(&format!(
                "{verb} ROLE {name} LOGIN CONNECTION LIMIT 1 PASSWORD {password} VALID UNTIL {until};
                 GRANT {rights_of} TO {name} WITH INHERIT TRUE, SET TRUE"
            ))
            .await
    }

    /// One that people gave something to own cannot go, and can do nothing then. A session that was given up ends.
    pub async fn remove(&self, superuser: &Session) -> Result<(), SqlError> {
        let (name, rights_of) = (identifier(self.name), identifier(self.rights_of));
        superuser
            .run(&format!(
                "ALTER ROLE {name} NOLOGIN PASSWORD NULL; REVOKE {rights_of} FROM {name};
                 SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = {literal}",
                literal = literal(self.name)
            ))
            .await?;
        if let Err(error) = superuser.run(&format!("DROP ROLE {name}")).await {
            tracing::warn!(%error, "a temporary role was not dropped; it has no rights left");
        }
        Ok(())
    }
}
