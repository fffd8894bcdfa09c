//! The roles and databases that a server really has.

use super::own_roles::is_own_role;
use super::session::{Admin, Session};
use super::sql::SqlError;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inventory {
    pub roles: Vec<FoundRole>,
    pub databases: Vec<FoundDatabase>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundRole {
    pub name: String,
    pub can_log_in: bool,
    /// As `pg_authid` has it: no password, but what one is checked with.
    pub verifier: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundDatabase {
    pub name: String,
    /// None while it belongs to a role of the sandbox's own.
    pub owner: Option<String>,
}

/// Reads the system catalog alone. What is PostgreSQL's or the sandbox's own is left out.
pub async fn read(port: u16, admin: &Admin) -> Result<Inventory, SqlError> {
    let session = Session::open(port, admin, "postgres").await?;
    let roles = session
        .rows(
            "SELECT rolname::text, rolcanlogin, rolpassword FROM pg_authid
             WHERE NOT rolsuper AND rolname NOT LIKE 'pg\\_%' ORDER BY oid",
            &[],
        )
        .await?;
    let databases = session
        .rows(
            "SELECT datname::text, pg_get_userbyid(datdba)::text FROM pg_database
             WHERE datname NOT IN ('postgres', 'template0', 'template1') AND datconnlimit <> -2
             ORDER BY oid",
            &[],
        )
        .await?;
    session.close().await?;
    let roles = roles.iter().map(|row| FoundRole {
        name: row.get(0),
        can_log_in: row.get(1),
        verifier: row.get(2),
    });
    let databases = databases.iter().map(|row| FoundDatabase {
        name: row.get(0),
        owner: Some(row.get::<_, String>(1)).filter(|owner| !is_own_role(owner)),
    });
    Ok(Inventory {
        roles: roles.filter(|it| !is_own_role(&it.name)).collect(),
        databases: databases.collect(),
    })
}
