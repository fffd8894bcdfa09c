//! The few statements that the sandbox itself runs.

use postgres_protocol::password::scram_sha_256;

use super::own_roles::ADMIN;
use crate::config::Names;
use crate::state::Secret;

#[derive(Debug, thiserror::Error)]
pub enum SqlError {
    #[error("the server refused the sandbox's own statement")]
    Server(#[from] tokio_postgres::Error),
    #[error("the server did not answer in time")]
    TooSlow,
    #[error("couldn't read the sandbox's own certificate authority")]
    Authority(#[source] std::io::Error),
    #[error("`{0}` belongs to the sandbox, not to one of your roles")]
    NotTheirs(String),
    #[error("tables were renamed while they were being emptied")]
    Moved,
    #[error("`{0}` is not a valid name for a role or database")]
    UnfitName(String),
    /// People made this object by SQL. An object that is merely found is not changed.
    #[error(
        "there is a {kind} `{name}` already that was made by SQL; rename or drop it, or choose another name"
    )]
    Found { kind: &'static str, name: String },
    #[error(
        "the {kind} `{name}` belongs to the role `{owner}`, not to the owner of its database; change its owner, or drop it"
    )]
    OfAnother {
        kind: &'static str,
        name: String,
        owner: String,
    },
}

impl SqlError {
    /// Whether somebody else uses what the statement is about.
    pub(super) fn is_in_use(&self) -> bool {
        use tokio_postgres::error::SqlState;
        matches!(self, Self::Server(error) if error.code() == Some(&SqlState::OBJECT_IN_USE))
    }
}

/// What a role of the platform may do. REPLICATION comes to it where that was asked for.
pub(super) const ROLE_ATTRIBUTES: &str = "CREATEDB CREATEROLE BYPASSRLS";
/// What it is a member of.
pub(super) const ROLE_GRANTS: &str = "pg_read_all_data, pg_write_all_data, pg_monitor, \
     pg_signal_backend, pg_create_subscription, pg_maintain, pg_checkpoint";

/// The condition that the sandbox itself made the role with this oid for people: it has its rights from the superuser, and
/// may grant them. A role that people made has them from one of theirs. On one line.
pub(super) fn is_of_platform(oid: &str) -> String {
    format!(
        "EXISTS (SELECT FROM pg_catalog.pg_auth_members given WHERE given.member = {oid} AND given.roleid = 'pg_read_all_data'::pg_catalog.regrole AND given.admin_option AND given.grantor = {BOOTSTRAP_SUPERUSER})"
    )
}

/// The oid of the superuser that `initdb` makes, which is the sandbox's.
const BOOTSTRAP_SUPERUSER: u32 = 10;

/// One statement a line, as single-user mode reads them. The administrator's password is long and
/// random, so one round of hashing is as good as thousands and makes logging in fast.
pub fn template_script(names: &Names, admin_password: &Secret) -> String {
    let (role, database) = (identifier(&names.role), identifier(&names.database));
    let admin = identifier(ADMIN);
    let password = literal(admin_password.reveal());
    format!(
        "SET scram_iterations = 1;\n\
         ALTER ROLE {admin} PASSWORD {password};\n\
         SET scram_iterations = 4096;\n\
         CREATE ROLE {role} LOGIN {ROLE_ATTRIBUTES};\n\
         GRANT {ROLE_GRANTS} TO {role} WITH ADMIN OPTION;\n\
         CREATE DATABASE {database} OWNER {role} STRATEGY = FILE_COPY;\n"
    )
}

/// A password as a server keeps it. Statements are seen by whoever may read `pg_stat_activity`, as every role of the platform
/// may, so none holds a password itself.
pub(super) fn verifier(password: &Secret) -> String {
    literal(&scram_verifier(password))
}

pub(super) fn scram_verifier(password: &Secret) -> String {
    scram_sha_256(password.reveal().as_bytes())
}

pub(super) fn identifier(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

pub(super) fn literal(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}
