//! A role that is made for one use: under a name that nobody knew before, with a password for this one time, and with the
//! rights for that use. Whatever runs in its session, `RESET ROLE` leads no higher.

use std::time::Duration;

use chrono::Utc;

use super::own_roles::{OwnRole, is_marked, mark_statement};
use super::session::{Admin, Session, databases};
use super::sql::{SqlError, identifier, literal, verifier};
use crate::state::Secret;

/// The rights of a one-time role.
#[derive(Debug, Clone)]
pub enum Rights {
    /// All that a role of people may. What the one-time role owns in the end is given to that role.
    OfOwner(String),
    /// Read everything.
    ReadAll,
    /// Follow the server.
    Replicate,
}

impl Rights {
    fn granted(&self) -> Option<&str> {
        match self {
            Self::OfOwner(role) => Some(role),
            Self::ReadAll => Some("pg_read_all_data"),
            Self::Replicate => None,
        }
    }
}

/// A role that the server has until `remove`.
#[derive(Debug)]
pub struct OneTimeRole {
    pub name: String,
    rights: Rights,
}

impl OneTimeRole {
    /// `lasts` is how long the password lasts, whatever becomes of the sandbox. The role inherits, so that a database
    /// which is closed to the public lets it in.
    pub async fn create(
        superuser: &Session,
        kind: OwnRole,
        rights: Rights,
        password: &Secret,
        lasts: Duration,
    ) -> Result<Self, SqlError> {
        superuser.run(&remove_left()).await?;
        let name = kind.new_name();
        let password = verifier(password);
        let until = literal(&(Utc::now() + lasts).to_rfc3339());
        let attribute = match rights {
            Rights::Replicate => "REPLICATION",
            Rights::OfOwner(_) | Rights::ReadAll => "",
        };
        let grant = rights.granted().map_or_else(String::new, |granted| {
            let granted = identifier(granted);
            format!("; GRANT {granted} TO {name} WITH ADMIN FALSE, INHERIT TRUE, SET TRUE")
        });
        // Creates the role in one transaction, which fails if the name is taken.
        superuser
            .run(&format!(
                "CREATE ROLE {name} LOGIN {attribute} CONNECTION LIMIT 1 PASSWORD {password} VALID UNTIL {until};
                 {mark};
                 {must_be_alone}{grant}",
                mark = mark_statement(&name),
                must_be_alone = must_be_alone(&name),
            ))
            .await?;
        Ok(Self { name, rights })
    }

    /// Ends a session of the role that is still there.
    pub async fn remove(
        self,
        superuser: &Session,
        port: u16,
        admin: &Admin,
    ) -> Result<(), SqlError> {
        let Self { name, rights } = self;
        let revoke = rights.granted().map_or_else(String::new, |granted| {
            format!("REVOKE {} FROM {name};", identifier(granted))
        });
        superuser
            .run(&format!(
                "ALTER ROLE {name} NOLOGIN NOREPLICATION PASSWORD NULL; {revoke}
                 SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = {literal}",
                literal = literal(&name)
            ))
            .await?;
        let drop = format!("DROP ROLE {name}");
        if superuser.run(&drop).await.is_ok() {
            return Ok(());
        }
        // Code that ran as the role made something, or people granted something to it.
        let given = give_away(port, admin, &name, &rights).await;
        let dropped = match given {
            Ok(()) => superuser.run(&drop).await,
            Err(error) => Err(error),
        };
        if let Err(error) = dropped {
            tracing::warn!(%error, "a temporary role was not dropped; it has no rights left");
        }
        Ok(())
    }
}

/// A role that was just created has no members. One that has some gets no rights.
fn must_be_alone(name: &str) -> String {
    format!(
        "DO $$ BEGIN IF EXISTS (SELECT FROM pg_auth_members WHERE roleid = '{name}'::regrole) THEN
             RAISE EXCEPTION 'a new role has members';
         END IF; END $$"
    )
}

/// Gives what the role owns to the role whose rights it had, and forgets what was granted to it.
async fn give_away(port: u16, admin: &Admin, name: &str, rights: &Rights) -> Result<(), SqlError> {
    let reassign = match rights {
        Rights::OfOwner(owner) => format!("REASSIGN OWNED BY {name} TO {};", identifier(owner)),
        Rights::ReadAll | Rights::Replicate => String::new(),
    };
    for database in databases(port, admin).await? {
        let inside = database.enter(port, admin).await?;
        let given = inside
            .run(&format!("{reassign} DROP OWNED BY {name} RESTRICT"))
            .await;
        database.leave(inside, port, admin).await?;
        given?;
    }
    Ok(())
}

/// Removes the roles of a sandbox that was killed, or of a server that stopped first. Nobody logs in as one any more. One
/// that can't be dropped is left without any right. Another session that does the same is not waited for.
fn remove_left() -> String {
    let is_marked = is_marked("a.oid");
    format!(
        "DO $$ DECLARE one record; held record; BEGIN
         IF NOT pg_try_advisory_xact_lock(7310584620113) THEN RETURN; END IF;
         FOR one IN SELECT a.oid, a.rolname FROM pg_authid a WHERE a.rolvaliduntil < now() AND {is_marked}
             AND NOT EXISTS (SELECT FROM pg_stat_activity s WHERE s.usesysid = a.oid) LOOP
             EXECUTE format('ALTER ROLE %I NOLOGIN NOREPLICATION PASSWORD NULL', one.rolname);
             FOR held IN SELECT m.roleid FROM pg_auth_members m WHERE m.member = one.oid LOOP
                 EXECUTE format('REVOKE %I FROM %I', pg_get_userbyid(held.roleid), one.rolname);
             END LOOP;
             BEGIN
                 EXECUTE format('DROP ROLE %I', one.rolname);
             EXCEPTION WHEN dependent_objects_still_exist THEN NULL;
             END;
         END LOOP; END $$"
    )
}
