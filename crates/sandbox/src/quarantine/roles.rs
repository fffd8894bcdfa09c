//! What a cluster that the store has lost holds: its roles and databases, as it says itself.

use crate::postgres::apply;
use crate::postgres::inventory;
use crate::postgres::own_roles::OwnRole;
use crate::postgres::session::Admin;
use crate::postgres::sql::SqlError;
use crate::random::Random;
use crate::state::{Change, Secret};

#[derive(Debug)]
pub struct Contents {
    /// With a new password where one logs in: what the former one was only its hash knows.
    pub roles: Vec<(String, Option<Secret>)>,
    /// With its owner.
    pub databases: Vec<(String, String)>,
}

/// Looks, and gives each role that logs in a new password.
pub async fn take_over(port: u16, admin: &Admin, random: &Random) -> Result<Contents, SqlError> {
    let found = inventory::read(port, admin).await?;
    let roles: Vec<(String, Option<Secret>)> = found
        .roles
        .into_iter()
        .map(|role| {
            let password = role.can_log_in.then(|| Secret::new(random.role_password()));
            (role.name, password)
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
    Ok(Contents {
        roles,
        databases: found
            .databases
            .into_iter()
            .map(|it| {
                let nobody = || OwnRole::FallbackOwner.prefix().to_owned();
                (it.name, it.owner.unwrap_or_else(nobody))
            })
            .collect(),
    })
}
