//! The sandbox's own connection to a server, as its superuser, over loopback.

use std::time::Duration;

use tokio::time::timeout;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, NoTls, Row};
use tokio_util::task::AbortOnDropHandle;

use super::sql::{SqlError, identifier};
use super::template::ADMIN;
use crate::world::Secret;

const DEADLINE: Duration = Duration::from_secs(20);
/// Emptying, copying and checkpoints take as long as there is data.
const LONG_DEADLINE: Duration = Duration::from_secs(300);

/// What a database's owner may set for everyone must not reach the superuser: neither a search
/// path that leads to functions of their own nor a limit that stops its work.
const OPTIONS: &str = "-c search_path=pg_catalog -c default_transaction_read_only=off \
     -c default_transaction_isolation=read\\ committed -c statement_timeout=0 \
     -c transaction_timeout=0 -c idle_in_transaction_session_timeout=0 -c idle_session_timeout=0 \
     -c lock_timeout=15s -c row_security=off \
     -c standard_conforming_strings=on \
     -c client_min_messages=error";

#[derive(Debug)]
pub struct Session {
    client: Client,
    talking: AbortOnDropHandle<Result<(), tokio_postgres::Error>>,
}

impl Session {
    pub async fn open(port: u16, admin: &Secret, database: &str) -> Result<Self, SqlError> {
        let mut config = tokio_postgres::Config::new();
        config
            .host("127.0.0.1")
            .port(port)
            .user(ADMIN)
            .password(admin.reveal())
            .dbname(database)
            .options(OPTIONS)
            .ssl_mode(tokio_postgres::config::SslMode::Disable);
        let (client, connection) = within(DEADLINE, config.connect(NoTls)).await?;
        let talking = AbortOnDropHandle::new(tokio::spawn(connection));
        Ok(Self { client, talking })
    }

    /// One or more statements; all of them happen or none, unless they say otherwise.
    pub async fn run(&self, statements: &str) -> Result<(), SqlError> {
        within(DEADLINE, self.client.batch_execute(statements)).await
    }

    /// The same for what takes as long as there is data.
    pub async fn run_long(&self, statements: &str) -> Result<(), SqlError> {
        within(LONG_DEADLINE, self.client.batch_execute(statements)).await
    }

    pub async fn rows(
        &self,
        query: &str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, SqlError> {
        within(DEADLINE, self.client.query(query, values)).await
    }

    pub async fn row_long(
        &self,
        query: &str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Row, SqlError> {
        within(LONG_DEADLINE, self.client.query_one(query, values)).await
    }

    pub async fn has(&self, query: &str, values: &[&(dyn ToSql + Sync)]) -> Result<bool, SqlError> {
        Ok(!self.rows(query, values).await?.is_empty())
    }

    /// The role that owns the database.
    pub async fn owner(&self) -> Result<String, SqlError> {
        let row = self
            .row_long(
                "SELECT pg_get_userbyid(datdba)::text FROM pg_database
                 WHERE datname = current_database()",
                &[],
            )
            .await?;
        Ok(row.get(0))
    }

    /// Says goodbye and waits until the server has heard it.
    pub async fn close(self) -> Result<(), SqlError> {
        let Self { client, talking } = self;
        drop(client);
        match timeout(DEADLINE, talking).await {
            Ok(ended) => Ok(ended.unwrap_or(Ok(()))?),
            Err(_) => Err(SqlError::TooSlow),
        }
    }
}

/// Each database that people can have something in.
pub async fn databases(port: u16, admin: &Secret) -> Result<Vec<Reached>, SqlError> {
    let middle = Session::open(port, admin, "postgres").await?;
    let rows = middle
        .rows(
            "SELECT datname::text, datallowconn FROM pg_database
             WHERE datname NOT IN ('template0', 'template1') AND datconnlimit <> -2
             ORDER BY oid",
            &[],
        )
        .await?;
    middle.close().await?;
    let reached = rows.iter().map(|row| Reached {
        name: row.get(0),
        is_open: row.get(1),
    });
    Ok(reached.collect())
}

/// A database that the sandbox gets into, whether its owner closed it to connections or not.
#[derive(Debug)]
pub struct Reached {
    name: String,
    is_open: bool,
}

impl Reached {
    /// One that is closed is opened until `leave`.
    pub async fn enter(&self, port: u16, admin: &Secret) -> Result<Session, SqlError> {
        self.allow(port, admin, true).await?;
        let opened = Session::open(port, admin, &self.name).await;
        if opened.is_err() {
            self.allow(port, admin, false).await?;
        }
        opened
    }

    /// To be called also when what was done there failed.
    pub async fn leave(&self, session: Session, port: u16, admin: &Secret) -> Result<(), SqlError> {
        let closed = session.close().await;
        self.allow(port, admin, false).await?;
        closed
    }

    async fn allow(&self, port: u16, admin: &Secret, open: bool) -> Result<(), SqlError> {
        if self.is_open {
            return Ok(());
        }
        let name = identifier(&self.name);
        let middle = Session::open(port, admin, "postgres").await?;
        middle
            .run(&format!("ALTER DATABASE {name} ALLOW_CONNECTIONS {open}"))
            .await?;
        middle.close().await
    }
}

async fn within<T>(
    deadline: Duration,
    work: impl Future<Output = Result<T, tokio_postgres::Error>>,
) -> Result<T, SqlError> {
    Ok(timeout(deadline, work)
        .await
        .map_err(|_| SqlError::TooSlow)??)
}
