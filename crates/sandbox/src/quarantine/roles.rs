//! What a cluster that the catalogue has lost holds: its roles and databases, as it says itself.

use crate::postgres::apply::{self, Change};
use crate::postgres::session::{Admin, Session};
use crate::postgres::sql::SqlError;
use crate::random::Random;
use crate::world::Secret;

#[derive(Debug)]
pub struct Holds {
    /// With a new password where one logs in: what the former one was only its hash knows.
    pub roles: Vec<(String, Option<Secret>)>,
    /// With its owner.
    pub databases: Vec<(String, String)>,
}

/// Looks, and gives each role that logs in a new password.
pub async fn take_over(port: u16, admin: &Admin, random: &Random) -> Result<Holds, SqlError> {
    let session = Session::open(port, admin, "postgres").await?;
    let roles = session
        .rows(
            "SELECT rolname::text, rolcanlogin FROM pg_roles
             WHERE rolname NOT LIKE 'pg\\_%' AND rolname NOT LIKE 'plinth\\_%' ORDER BY oid",
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
    let roles: Vec<(String, Option<Secret>)> = roles
        .iter()
        .map(|row| {
            let logs_in: bool = row.get(1);
            let password = logs_in.then(|| Secret::new(random.role_password()));
            (row.get(0), password)
        })
        .collect();
    let changes: Vec<Change> = roles
        .iter()
        .filter_map(|(role, password)| {
            Some(Change::SetPassword {
                role: role.clone(),
                password: password.clone()?,
            })
        })
        .collect();
    apply::apply(port, admin, &changes).await?;
    Ok(Holds {
        roles,
        databases: databases
            .iter()
            .map(|row| (row.get(0), row.get(1)))
            .collect(),
    })
}
