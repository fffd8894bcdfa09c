//! Roles and databases, as the interface orders them, made real. Each change may come twice: a
//! sandbox that was killed in between does it again.

use super::fallback_owner;
use super::own_roles::is_own_role;
use super::password::alter_password;
use super::replication::RIGHT;
use super::session::{Admin, Session, databases};
use super::sql::{
    ROLE_ATTRIBUTES, ROLE_GRANTS, SqlError, identifier, is_of_platform, verifier as verifier_of,
};
use super::{subscriptions, verifier};
use crate::state::{Change, Secret};

/// PostgreSQL cuts longer names off without a word.
const LONGEST_NAME: usize = 63;
/// How often a rename is tried while somebody slips in.
const RENAME_TRIES: u32 = 5;
/// What every cluster has for itself.
const OWN_DATABASES: [&str; 3] = ["postgres", "template0", "template1"];

/// Makes the changes one after the other; those before one that fails stay.
pub async fn apply(port: u16, admin: &Admin, changes: &[Change]) -> Result<(), SqlError> {
    make(port, admin, changes, Found::IsOfPeople).await
}

/// The same in a copy of the template, which nobody but the sandbox was in.
pub async fn apply_to_new(port: u16, admin: &Admin, changes: &[Change]) -> Result<(), SqlError> {
    make(port, admin, changes, Found::IsOurs).await
}

/// The origin of a role or database that is to be created and exists already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Found {
    /// The template, or an earlier try. It gets what it lacks.
    IsOurs,
    /// Maybe an earlier try. A role that people made by SQL is not changed: its maker would get rights by it.
    IsOfPeople,
}

async fn make(port: u16, admin: &Admin, changes: &[Change], found: Found) -> Result<(), SqlError> {
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
            } => {
                let password = (!no_login).then_some(password);
                create_role(&session, name, password, found).await?;
                inherit(port, admin, &session, name).await?;
            }
            Change::DropRole { name } => drop_role(port, admin, &session, name).await?,
            Change::SetPassword { role, password } => {
                alter_password(&session, role, password).await?;
            }
            Change::CreateDatabase { name, owner } => {
                create_database(&session, name, owner, found).await?;
            }
            Change::RenameDatabase { from, to } => rename_database(&session, from, to).await?,
            Change::OwnDatabase { name, owner, .. } => own_database(&session, name, owner).await?,
            Change::DropDatabase { name } => drop_database(port, admin, &session, name).await?,
        }
    }
    session.close().await
}

impl Change {
    fn check(&self) -> Result<(), SqlError> {
        match self {
            Self::CreateRole { name, .. } | Self::DropRole { name } => check_role_name(name),
            Self::SetPassword { role, .. } => check_role_name(role),
            Self::CreateDatabase { name, owner } | Self::OwnDatabase { name, owner, .. } => {
                check_database_name(name)?;
                check_role_name(owner)
            }
            Self::RenameDatabase { from, to } => {
                check_database_name(from)?;
                check_database_name(to)
            }
            Self::DropDatabase { name } => check_database_name(name),
        }
    }
}

fn check_role_name(name: &str) -> Result<(), SqlError> {
    check_name(name, is_own_role(name) || name.starts_with("pg_"))
}

fn check_database_name(name: &str) -> Result<(), SqlError> {
    check_name(name, OWN_DATABASES.contains(&name))
}

fn check_name(name: &str, is_reserved: bool) -> Result<(), SqlError> {
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
    found: Found,
) -> Result<(), SqlError> {
    let create = match (role_exists(session, name).await?, found) {
        (false, _) => "CREATE",
        (true, Found::IsOurs) => "ALTER",
        (true, Found::IsOfPeople) => return must_be_made(session, name, password).await,
    };
    let login = match password {
        Some(password) => format!("LOGIN PASSWORD {}", verifier_of(password)),
        None => "NOLOGIN PASSWORD NULL".to_owned(),
    };
    let question = format!("SELECT WHERE current_setting('{RIGHT}', true) = 'on'");
    let replication = match session.has(&question, &[]).await? {
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

/// Passes for a role that an earlier try of the same change made: that gave it its rights as the superuser, together with
/// a password that nobody else knows, or without one.
async fn must_be_made(
    session: &Session,
    name: &str,
    password: Option<&Secret>,
) -> Result<(), SqlError> {
    let made = format!(
        "SELECT rolpassword FROM pg_authid r WHERE rolname = $1::text AND rolcanlogin = $2 AND {}",
        is_of_platform("r.oid")
    );
    let made = session.rows(&made, &[&name, &password.is_some()]).await?;
    let kept: Option<&str> = made.first().and_then(|row| row.get(0));
    let is_made = match (password, kept) {
        (Some(password), Some(kept)) => verifier::is_of(kept, password.reveal()),
        (None, None) => !made.is_empty(),
        _ => false,
    };
    match is_made {
        true => Ok(()),
        false => Err(found_one("role", name)),
    }
}

fn found_one(kind: &'static str, name: &str) -> SqlError {
    let name = name.to_owned();
    SqlError::Found { kind, name }
}

/// What it owns goes to the owner of the database that it lies in; what it may do is forgotten.
async fn drop_role(
    port: u16,
    admin: &Admin,
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
    transfer_ownership(port, admin, session, name, None).await?;
    session.run(&format!("DROP ROLE IF EXISTS {role}")).await
}

/// What the last of the people's roles left behind, if there is any.
async fn inherit(port: u16, admin: &Admin, session: &Session, name: &str) -> Result<(), SqlError> {
    for left in fallback_owner::all(session).await? {
        transfer_ownership(port, admin, session, &left, Some(name)).await?;
        let left = identifier(&left);
        session.run(&format!("DROP ROLE IF EXISTS {left}")).await?;
    }
    Ok(())
}

/// Gives all that a role has to `to`, or to the owners of the databases that it lies in. Never to
/// the superuser, whose rights functions of people would then have.
async fn transfer_ownership(
    port: u16,
    admin: &Admin,
    session: &Session,
    name: &str,
    to: Option<&str>,
) -> Result<(), SqlError> {
    let role = identifier(name);
    let new_owner = match to {
        Some(to) => to.to_owned(),
        None => choose_new_owner(session, name).await?,
    };
    // Databases and other things of the whole cluster first, so that no later step takes the role
    // for an owner.
    let owned = session
        .rows(
            "SELECT datname::text FROM pg_database WHERE datdba = $1::text::regrole",
            &[&role],
        )
        .await?;
    for database in owned {
        own_database(session, database.get(0), &new_owner).await?;
    }
    for database in databases(port, admin).await? {
        let inside = database.enter(port, admin).await?;
        let disowned = reassign_owned(&inside, &role, to, &new_owner).await;
        database.leave(inside, port, admin).await?;
        disowned?;
    }
    Ok(())
}

/// The sandbox's own databases have no owner among the people; what a role made there, such as
/// large objects, is the heir's.
async fn reassign_owned(
    session: &Session,
    role: &str,
    to: Option<&str>,
    new_owner: &str,
) -> Result<(), SqlError> {
    let owner = session
        .rows(
            "SELECT r.rolname::text FROM pg_database d JOIN pg_roles r ON r.oid = d.datdba
             WHERE d.datname = current_database() AND NOT r.rolsuper",
            &[],
        )
        .await?;
    let owner = owner.first().map_or(new_owner, |row| row.get(0));
    let to = identifier(to.unwrap_or(owner));
    session
        .run_long(&format!(
            "REASSIGN OWNED BY {role} TO {to}; DROP OWNED BY {role}"
        ))
        .await
}

/// Returns the role that gets the databases of a role that goes: the oldest other one that the sandbox made for people, or
/// one without any rights when there is none. A role that people made by SQL gets nothing that was not its own.
async fn choose_new_owner(session: &Session, name: &str) -> Result<String, SqlError> {
    let others = format!(
        "SELECT rolname::text FROM pg_roles r
         WHERE NOT rolsuper AND rolname <> $1::text AND {} ORDER BY oid",
        is_of_platform("r.oid")
    );
    let others = session.rows(&others, &[&name]).await?;
    let mut others = others.iter().map(|row| row.get::<_, String>(0));
    if let Some(other) = others.find(|it| !is_own_role(it)) {
        return Ok(other);
    }
    fallback_owner::find_or_make(session).await
}

async fn create_database(
    session: &Session,
    name: &str,
    owner: &str,
    found: Found,
) -> Result<(), SqlError> {
    if database_exists(session, name).await? {
        return match found {
            Found::IsOurs => own_database(session, name, owner).await,
            Found::IsOfPeople => must_own(session, name, owner).await,
        };
    }
    let (name, owner) = (identifier(name), identifier(owner));
    // Nobody can be connected to this template, which would be in the way.
    session
        .run_long(&format!(
            "CREATE DATABASE {name} OWNER {owner} TEMPLATE template0"
        ))
        .await
}

/// Passes for a database that an earlier try of the same change made.
async fn must_own(session: &Session, name: &str, owner: &str) -> Result<(), SqlError> {
    let owns = "SELECT FROM pg_database
         WHERE datname = $1::text AND pg_get_userbyid(datdba) = $2::text";
    match session.has(owns, &[&name, &owner]).await? {
        true => Ok(()),
        false => Err(found_one("database", name)),
    }
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
        disconnect_all(session, from).await?;
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
    admin: &Admin,
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

async fn disconnect_all(session: &Session, database: &str) -> Result<(), SqlError> {
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
