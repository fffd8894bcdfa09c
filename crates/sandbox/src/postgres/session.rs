//! The sandbox's own connections to a server: over loopback, with TLS against its own authority
//! and channel binding, so that nothing else that listens on the port is ever answered.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::timeout;
use tokio_postgres::config::{ChannelBinding, SslMode};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Row};
use tokio_postgres_rustls::MakeRustlsConnect;
use tokio_util::task::AbortOnDropHandle;

use super::authority::Authority;
use super::own_roles::ADMIN;
use super::sql::{SqlError, identifier};
use crate::state::Secret;

const DEADLINE: Duration = Duration::from_secs(20);
/// Emptying, copying and checkpoints take as long as there is data.
const LONG_DEADLINE: Duration = Duration::from_secs(300);

/// What a database's owner may set for everyone must not reach the sandbox's sessions: neither a
/// search path that leads to functions of their own, nor another role, nor a limit that stops
/// their work.
pub(super) const OPTIONS: &str = "-c search_path=pg_catalog,pg_temp -c role=none \
     -c local_preload_libraries= -c default_transaction_read_only=off \
     -c default_transaction_isolation=read\\ committed \
     -c transaction_timeout=0 -c idle_in_transaction_session_timeout=0 -c idle_session_timeout=0 \
     -c lock_timeout=15s -c standard_conforming_strings=on -c transform_null_equals=off \
     -c client_min_messages=error";
/// Nothing that people wrote runs with the superuser's rights: no event trigger, no policy, and no
/// view or foreign table of theirs is ever expanded. Their statistics of statements show nothing of
/// what the sandbox does, such as the verifier of a password.
const SUPERUSER_OPTIONS: &str = "-c statement_timeout=0 -c event_triggers=off \
     -c row_security=off -c restrict_nonsystem_relation_kind=view,foreign-table \
     -c pg_stat_statements.track=none";
/// What people wrote may run here, with rights of theirs, and not for ever.
const LENT_OPTIONS: &str = "-c statement_timeout=15s";

/// What the sandbox logs in with.
#[derive(Debug, Clone)]
pub struct Admin {
    password: Secret,
    authority: Arc<Authority>,
}

impl Admin {
    pub fn new(password: Secret, authority: Arc<Authority>) -> Self {
        Self {
            password,
            authority,
        }
    }
}

#[derive(Debug)]
pub struct Session {
    client: Client,
    talking: AbortOnDropHandle<Result<(), tokio_postgres::Error>>,
}

impl Session {
    /// As the superuser.
    pub async fn open(port: u16, admin: &Admin, database: &str) -> Result<Self, SqlError> {
        let options = format!("{OPTIONS} {SUPERUSER_OPTIONS}");
        Self::log_in(port, admin, database, ADMIN, &admin.password, &options).await
    }

    /// As a role that is no superuser and was made for this.
    pub(super) async fn open_as(
        port: u16,
        admin: &Admin,
        database: &str,
        role: &str,
        password: &Secret,
    ) -> Result<Self, SqlError> {
        let options = format!("{OPTIONS} {LENT_OPTIONS}");
        Self::log_in(port, admin, database, role, password, &options).await
    }

    async fn log_in(
        port: u16,
        admin: &Admin,
        database: &str,
        role: &str,
        password: &Secret,
        options: &str,
    ) -> Result<Self, SqlError> {
        let tls = MakeRustlsConnect::new(admin.authority.client().map_err(SqlError::Authority)?);
        let mut config = tokio_postgres::Config::new();
        config
            .host("127.0.0.1")
            .port(port)
            .user(role)
            .password(password.reveal())
            .dbname(database)
            .options(options)
            .ssl_mode(SslMode::Require)
            .channel_binding(ChannelBinding::Require);
        let (client, connection) = within(DEADLINE, config.connect(tls)).await?;
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
pub async fn databases(port: u16, admin: &Admin) -> Result<Vec<ReachableDatabase>, SqlError> {
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
    let reached = rows.iter().map(|row| ReachableDatabase {
        name: row.get(0),
        is_open: row.get(1),
    });
    Ok(reached.collect())
}

/// A database that the sandbox gets into, whether its owner closed it to connections or not.
#[derive(Debug)]
pub struct ReachableDatabase {
    name: String,
    is_open: bool,
}

impl ReachableDatabase {
    /// One that is closed is opened until `leave`.
    pub async fn enter(&self, port: u16, admin: &Admin) -> Result<Session, SqlError> {
        self.allow(port, admin, true).await?;
        let opened = Session::open(port, admin, &self.name).await;
        if opened.is_err() {
            self.allow(port, admin, false).await?;
        }
        opened
    }

    /// To be called also when what was done there failed.
    pub async fn leave(&self, session: Session, port: u16, admin: &Admin) -> Result<(), SqlError> {
        let closed = session.close().await;
        self.allow(port, admin, false).await?;
        closed
    }

    async fn allow(&self, port: u16, admin: &Admin, open: bool) -> Result<(), SqlError> {
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
