//! Roles and databases, as the interface orders them, made real. Each change may come twice: a
//! sandbox that was killed in between does it again.

use serde::{Deserialize, Serialize};

use super::opening::RIGHT;
use super::session::{Session, databases};
use super::sql::{ROLE_ATTRIBUTES, ROLE_GRANTS, SqlError, identifier, literal};
use super::subscriptions;
use super::template::ADMIN;
use crate::world::{Secret, kept_secret};

/// PostgreSQL cuts longer names off without a word.
const LONGEST_NAME: usize = 63;
/// How often a rename is tried while somebody slips in.
const RENAME_TRIES: u32 = 5;
/// What every cluster has for itself.
const OWN_DATABASES: [&str; 3] = ["postgres", "template0", "template1"];

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    CreateRole {
        name: String,
        #[serde(with = "kept_secret")]
        password: Secret,
        /// Has no password and cannot log in.
        no_login: bool,
    },
    DropRole {
        name: String,
    },
    SetPassword {
        role: String,
        #[serde(with = "kept_secret")]
        password: Secret,
    },
    CreateDatabase {
        name: String,
        owner: String,
    },
    RenameDatabase {
        from: String,
        to: String,
    },
    OwnDatabase {
        name: String,
        owner: String,
    },
    DropDatabase {
        name: String,
    },
}

/// Makes the changes one after the other; those before one that fails stay.
pub async fn apply(port: u16, admin: &Secret, changes: &[Change]) -> Result<(), SqlError> {
    for change in changes {
        change.check()?;
    }
    let session = Session::open(port, admin, "postgres").await?;
    for change in changes {
        match change {
            Change::CreateRole {
                name,
                password,
                no_login,
            } => create_role(&session, name, (!no_login).then_some(password)).await?,
            Change::DropRole { name } => drop_role(port, admin, &session, name).await?,
            Change::SetPassword { role, password } => {
                set_password(&session, role, password).await?;
            }
            Change::CreateDatabase { name, owner } => {
                create_database(&session, name, owner).await?;
            }
            Change::RenameDatabase { from, to } => rename_database(&session, from, to).await?,
            Change::OwnDatabase { name, owner } => own_database(&session, name, owner).await?,
            Change::DropDatabase { name } => drop_database(port, admin, &session, name).await?,
        }
    }
    session.close().await
}

impl Change {
    fn check(&self) -> Result<(), SqlError> {
        match self {
            Self::CreateRole { name, .. } | Self::DropRole { name } => fit_role(name),
            Self::SetPassword { role, .. } => fit_role(role),
            Self::CreateDatabase { name, owner } | Self::OwnDatabase { name, owner } => {
                fit_database(name)?;
                fit_role(owner)
            }
            Self::RenameDatabase { from, to } => {
                fit_database(from)?;
                fit_database(to)
            }
            Self::DropDatabase { name } => fit_database(name),
        }
    }
}

fn fit_role(name: &str) -> Result<(), SqlError> {
    fit(name, name == ADMIN || name.starts_with("pg_"))
}

fn fit_database(name: &str) -> Result<(), SqlError> {
    fit(name, OWN_DATABASES.contains(&name))
}

fn fit(name: &str, is_reserved: bool) -> Result<(), SqlError> {
    let fits = (1..=LONGEST_NAME).contains(&name.len()) && !name.contains('\0');
    if fits && !is_reserved {
        return Ok(());
    }
    Err(SqlError::UnfitName(name.to_owned()))
}

async fn create_role(
    session: &Session,
    name: &str,
    password: Option<&Secret>,
) -> Result<(), SqlError> {
    let create = match role_exists(session, name).await? {
        true => "ALTER",
        false => "CREATE",
    };
    let login = match password {
        Some(password) => format!("LOGIN PASSWORD {}", literal(password.reveal())),
        None => "NOLOGIN PASSWORD NULL".to_owned(),
    };
    let asked = format!("SELECT WHERE current_setting('{RIGHT}', true) = 'on'");
    let replication = match session.has(&asked, &[]).await? {
        true => "REPLICATION",
        false => "",
    };
    let role = identifier(name);
    session
        .run(&format!(
            "{create} ROLE {role} {login} {ROLE_ATTRIBUTES} {replication};
             GRANT {ROLE_GRANTS} TO {role} WITH ADMIN OPTION"
        ))
        .await
}

async fn set_password(session: &Session, role: &str, password: &Secret) -> Result<(), SqlError> {
    let (role, password) = (identifier(role), literal(password.reveal()));
    session
        .run(&format!("ALTER ROLE {role} PASSWORD {password}"))
        .await
}

/// What it owns goes to the owner of the database that it lies in; what it may do is forgotten.
async fn drop_role(
    port: u16,
    admin: &Secret,
    session: &Session,
    name: &str,
) -> Result<(), SqlError> {
    if !role_exists(session, name).await? {
        return Ok(());
    }
    let role = identifier(name);
    session.run(&format!("ALTER ROLE {role} NOLOGIN")).await?;
    session
        .rows(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = $1::text",
            &[&name],
        )
        .await?;
    // Databases and other things of the whole cluster first, so that no later step takes the role
    // for an owner.
    let heir = identifier(&heir(session, name).await?);
    let owned = session
        .rows(
            "SELECT datname::text FROM pg_database WHERE datdba = $1::text::regrole",
            &[&role],
        )
        .await?;
    for database in owned {
        let database = identifier(database.get(0));
        session
            .run(&format!("ALTER DATABASE {database} OWNER TO {heir}"))
            .await?;
    }
    for database in databases(port, admin).await? {
        let inside = database.enter(port, admin).await?;
        let disowned = disown(&inside, &role).await;
        database.leave(inside, port, admin).await?;
        disowned?;
    }
    session.run(&format!("DROP ROLE IF EXISTS {role}")).await
}

/// What a role has in this database goes to the database's owner, its rights go away.
async fn disown(session: &Session, role: &str) -> Result<(), SqlError> {
    let owner = identifier(&session.owner().await?);
    session
        .run_long(&format!(
            "REASSIGN OWNED BY {role} TO {owner}; DROP OWNED BY {role}"
        ))
        .await
}

/// Who gets the databases of a role that goes: the oldest other one of the platform.
async fn heir(session: &Session, name: &str) -> Result<String, SqlError> {
    let others = session
        .rows(
            "SELECT rolname::text FROM pg_roles
             WHERE rolname NOT LIKE 'pg\\_%' AND rolname NOT IN ($1::text, $2::text)
             ORDER BY oid LIMIT 1",
            &[&name, &ADMIN],
        )
        .await?;
    Ok(others
        .first()
        .map_or_else(|| ADMIN.to_owned(), |row| row.get(0)))
}

async fn create_database(session: &Session, name: &str, owner: &str) -> Result<(), SqlError> {
    if database_exists(session, name).await? {
        return own_database(session, name, owner).await;
    }
    let (name, owner) = (identifier(name), identifier(owner));
    // Nobody can be connected to this template, which would be in the way.
    session
        .run_long(&format!(
            "CREATE DATABASE {name} OWNER {owner} TEMPLATE template0"
        ))
        .await
}

/// Cuts the connections and keeps others out until the name is the new one.
async fn rename_database(session: &Session, from: &str, to: &str) -> Result<(), SqlError> {
    let (old, new) = (identifier(from), identifier(to));
    let open = format!("ALTER DATABASE {new} ALLOW_CONNECTIONS true");
    if !database_exists(session, from).await? && database_exists(session, to).await? {
        return session.run(&open).await;
    }
    session
        .run(&format!("ALTER DATABASE {old} ALLOW_CONNECTIONS false"))
        .await?;
    let rename = format!("ALTER DATABASE {old} RENAME TO {new}");
    let mut tries = 0;
    loop {
        cut(session, from).await?;
        tries += 1;
        match session.run(&rename).await {
            Ok(()) => return session.run(&open).await,
            Err(error) if error.is_in_use() && tries < RENAME_TRIES => {}
            Err(error) => {
                let reopen = format!("ALTER DATABASE {old} ALLOW_CONNECTIONS true");
                session.run(&reopen).await?;
                return Err(error);
            }
        }
    }
}

async fn own_database(session: &Session, name: &str, owner: &str) -> Result<(), SqlError> {
    let (name, owner) = (identifier(name), identifier(owner));
    session
        .run(&format!("ALTER DATABASE {name} OWNER TO {owner}"))
        .await
}

/// Subscriptions and replication that is under way would be in the way.
async fn drop_database(
    port: u16,
    admin: &Secret,
    session: &Session,
    name: &str,
) -> Result<(), SqlError> {
    let subscribes = session
        .has(
            "SELECT FROM pg_subscription s JOIN pg_database d ON d.oid = s.subdbid
             WHERE d.datname = $1::text",
            &[&name],
        )
        .await?;
    if subscribes {
        let database = identifier(name);
        session
            .run(&format!("ALTER DATABASE {database} ALLOW_CONNECTIONS true"))
            .await?;
        let inside = Session::open(port, admin, name).await?;
        subscriptions::drop_in(&inside).await?;
        inside.close().await?;
    }
    let database = identifier(name);
    if database_exists(session, name).await? {
        session
            .run(&format!("ALTER DATABASE {database} IS_TEMPLATE false"))
            .await?;
        session
            .rows(
                "SELECT pg_terminate_backend(active_pid, 5000) FROM pg_replication_slots
                 WHERE database = $1::text AND active",
                &[&name],
            )
            .await?;
    }
    session
        .run_long(&format!("DROP DATABASE IF EXISTS {database} WITH (FORCE)"))
        .await
}

async fn cut(session: &Session, database: &str) -> Result<(), SqlError> {
    session
        .rows(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
             WHERE datname = $1::text AND pid <> pg_backend_pid()",
            &[&database],
        )
        .await
        .map(drop)
}

async fn role_exists(session: &Session, name: &str) -> Result<bool, SqlError> {
    session
        .has("SELECT FROM pg_roles WHERE rolname = $1::text", &[&name])
        .await
}

async fn database_exists(session: &Session, name: &str) -> Result<bool, SqlError> {
    let query = "SELECT FROM pg_database WHERE datname = $1::text";
    session.has(query, &[&name]).await
}
