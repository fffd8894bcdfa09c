//! The few statements that the sandbox itself runs.

use std::time::Duration;

use tokio::time::timeout;
use tokio_postgres::NoTls;

use super::template::ADMIN;
use crate::config::Names;
use crate::world::Secret;

const DEADLINE: Duration = Duration::from_secs(20);

#[derive(Debug, thiserror::Error)]
pub enum SqlError {
    #[error("the server refused the sandbox's own statement")]
    Server(#[from] tokio_postgres::Error),
    #[error("the server did not answer in time")]
    TooSlow,
}

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
         CREATE ROLE {role} LOGIN CREATEDB CREATEROLE REPLICATION BYPASSRLS;\n\
         GRANT pg_read_all_data, pg_write_all_data, pg_monitor, pg_signal_backend, pg_create_subscription, pg_maintain, pg_checkpoint TO {role} WITH ADMIN OPTION;\n\
         CREATE DATABASE {database} OWNER {role} STRATEGY = FILE_COPY;\n"
    )
}

/// Sets a role's password over the server's own loopback port.
pub async fn set_password(
    port: u16,
    admin_password: &Secret,
    role: &str,
    password: &Secret,
) -> Result<(), SqlError> {
    let statement = format!(
        "ALTER ROLE {} PASSWORD {}",
        identifier(role),
        literal(password.reveal())
    );
    run(port, admin_password, "postgres", &statement).await
}

async fn run(port: u16, admin: &Secret, database: &str, statement: &str) -> Result<(), SqlError> {
    let work = async {
        let (client, connection) = tokio_postgres::Config::new()
            .host("127.0.0.1")
            .port(port)
            .user(ADMIN)
            .password(admin.reveal())
            .dbname(database)
            .ssl_mode(tokio_postgres::config::SslMode::Disable)
            .connect(NoTls)
            .await?;
        let talk = async {
            client.batch_execute(statement).await?;
            drop(client);
            Ok(())
        };
        let (talked, ended) = tokio::join!(talk, connection);
        talked.and(ended)
    };
    Ok(timeout(DEADLINE, work)
        .await
        .map_err(|_| SqlError::TooSlow)??)
}

fn identifier(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

fn literal(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}
