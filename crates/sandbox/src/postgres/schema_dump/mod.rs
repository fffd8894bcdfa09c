//! The schema of a database as `pg_dump` writes it. It logs in as a role of one time that may read and nothing else: no
//! password of a subscription or of a foreign server is in what it writes, and nothing that people wrote has more rights
//! than that.

mod pieces;
mod program;
mod source;
mod text;

use self::source::DEADLINE;
pub use self::source::{DumpError, LARGEST, Source};
use super::one_time_role::{OneTimeRole, Rights};
use super::own_roles::OwnRole;
use super::server_context::ServerContext;
use super::session::Session;
use super::sql::{SqlError, identifier, literal};

/// Reads it. To be run to its end also when nobody waits any more, so that the role goes.
pub async fn dump(context: &ServerContext, source: &Source<'_>) -> Result<String, DumpError> {
    program::must_be_usable(context).await?;
    let superuser = Session::open(source.port, &context.admin, "postgres").await?;
    let read = read_as_one_time_role(context, source, &superuser).await;
    superuser.close().await?;
    Ok(text::cleaned(&read?))
}

async fn read_as_one_time_role(
    context: &ServerContext,
    source: &Source<'_>,
    superuser: &Session,
) -> Result<String, DumpError> {
    must_exist(superuser, source.database).await?;
    let role = OneTimeRole::create(
        superuser,
        OwnRole::SchemaReader,
        Rights::ReadAll,
        source.password,
        DEADLINE * 3,
    )
    .await?;
    let read = read(context, source, superuser, &role.name).await;
    role.remove(superuser, source.port, &context.admin).await?;
    read
}

async fn read(
    context: &ServerContext,
    source: &Source<'_>,
    superuser: &Session,
    role: &str,
) -> Result<String, DumpError> {
    let is_let_in = let_in(superuser, source.database, role).await?;
    let read = program::run(context, source, role).await;
    if is_let_in {
        let database = identifier(source.database);
        superuser
            .run(&format!(
                "REVOKE CONNECT ON DATABASE {database} FROM {role}"
            ))
            .await?;
    }
    read
}

/// And is not one that is being dropped.
async fn must_exist(superuser: &Session, database: &str) -> Result<(), DumpError> {
    let known = "SELECT FROM pg_database WHERE datname = $1::text AND datconnlimit <> -2";
    match superuser.has(known, &[&database]).await? {
        true => Ok(()),
        false => Err(DumpError::NoDatabase),
    }
}

/// A database may be closed to the public: it is opened to the role then, and true returned. People's own statistics of
/// statements show nothing of what the role does.
async fn let_in(superuser: &Session, database: &str, role: &str) -> Result<bool, SqlError> {
    superuser
        .run(&format!(
            "ALTER ROLE {role} SET pg_stat_statements.track = none"
        ))
        .await?;
    let is_closed = format!(
        "SELECT FROM pg_database WHERE datname = $1::text
         AND NOT has_database_privilege({}, oid, 'CONNECT')",
        literal(role)
    );
    let is_closed = superuser.has(&is_closed, &[&database]).await?;
    if is_closed {
        let database = identifier(database);
        superuser
            .run(&format!("GRANT CONNECT ON DATABASE {database} TO {role}"))
            .await?;
    }
    Ok(is_closed)
}
