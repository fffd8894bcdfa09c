use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use chrono::{TimeDelta, Utc};
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme};
use tempfile::TempDir;
use testkit::sql;
pub use testkit::until;
use tokio::task::JoinHandle;
use tokio_postgres::config::SslMode;
use tokio_postgres::{Client, NoTls, SimpleQueryMessage};
use tokio_postgres_rustls::MakeRustlsConnect;
use tokio_util::sync::CancellationToken;

use crate::changes::Changes;
use crate::clock::Clock;
use crate::config::{ClockMode, Names, PostgresChoice};
use crate::owner::{server_owner, set_mode};
use crate::postgres::authority::Authority;
use crate::postgres::compute::{Compute, ComputeConfig};
use crate::postgres::copy::{Copied, CopyError, Source, copy_branch};
use crate::postgres::follow::Follow;
use crate::postgres::proxy;
use crate::postgres::server_context::ServerContext;
use crate::postgres::server_pool::ServerPool;
use crate::postgres::session::Admin;
use crate::postgres::stock::ClusterStock;
use crate::postgres::template::TemplatePlan;
use crate::postgres::{binaries, programs, single, tls};
use crate::state::Secret;

pub const ADMIN_PASSWORD: &str = "of-nobodys-interest";
/// A superuser that a database's port lets in, with the same password.
pub const TESTER: &str = "tester";

/// A pool with fresh clusters, in a folder of its own.
pub struct TestPool {
    pub pool: Arc<ServerPool>,
    pub clock: Arc<Clock>,
    pub stock: ClusterStock,
    folder: TempDir,
}

impl TestPool {
    pub async fn start() -> Self {
        Self::with_room_for(4).await
    }

    pub async fn with_room_for(max_running: usize) -> Self {
        Self::within(&std::env::temp_dir(), max_running).await
    }

    /// On the disk of that folder.
    pub async fn within(parent: &Path, max_running: usize) -> Self {
        let mut folder = tempfile::Builder::new();
        let folder = folder.prefix("pool-").tempdir_in(parent).unwrap();
        set_mode(folder.path(), 0o711).unwrap();
        let owner = server_owner().unwrap();
        let found = binaries::find(&PostgresChoice::default(), false)
            .await
            .unwrap();
        let pg = programs::make_reachable(found, owner, folder.path()).unwrap();
        let clock = Arc::new(Clock::new(ClockMode::Manual, TimeDelta::zero()));
        let authority = Arc::new(Authority::open(folder.path(), Utc::now()).unwrap());
        let admin = Admin::new(Secret::new(ADMIN_PASSWORD), Arc::clone(&authority));
        let pool = Arc::new(ServerPool::new(
            ServerContext::new(
                pg.clone(),
                owner,
                authority,
                admin,
                Arc::clone(&clock),
                Arc::new(Changes::new()),
            ),
            max_running,
            Duration::from_secs(5),
        ));
        let plan = TemplatePlan {
            pg,
            owner,
            templates_dir: folder.path().join("templates"),
            names: Names::default(),
            admin_password: Secret::new(ADMIN_PASSWORD),
        };
        Self {
            pool,
            clock,
            stock: ClusterStock::new(plan, CancellationToken::new()),
            folder,
        }
    }

    pub fn admin(&self) -> Admin {
        self.pool.admin.clone()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A fresh cluster without a server.
    pub async fn data(&self, name: &str) -> PathBuf {
        let cluster = self.path(name);
        self.stock.take(&cluster).await.unwrap();
        let pool = &self.pool;
        let make = format!("CREATE ROLE {TESTER} SUPERUSER LOGIN PASSWORD '{ADMIN_PASSWORD}';\n");
        let made = single::run(&pool.pg, pool.owner, &cluster, "postgres", &make);
        made.await.unwrap();
        cluster
    }

    /// A compute over the cluster of that name, suspended behind a port.
    pub async fn add_compute(&self, name: &str) -> Arc<Compute> {
        self.add_following(name, None).await
    }

    pub async fn add_following(
        &self,
        name: &str,
        follows: Option<Arc<dyn Follow>>,
    ) -> Arc<Compute> {
        let probe = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = probe.local_addr().unwrap().port();
        drop(probe);
        let config = ComputeConfig {
            follows,
            endpoint_id: name.to_owned(),
            port,
            cluster: self.path(name),
            log: self.path(&format!("{name}.log")),
            logical_replication: false,
            transfer_bytes: 0,
            storage_bytes: 0,
        };
        self.pool
            .add(config, Some(proxy::listen(port).await.unwrap()))
    }

    pub async fn running(&self, name: &str) -> (Arc<Compute>, u16) {
        self.data(name).await;
        let compute = self.add_compute(name).await;
        let port = compute.wake().await.unwrap();
        (compute, port)
    }

    pub fn source(&self, name: &str) -> Source {
        Source {
            endpoint_id: Some(name.to_owned()),
            cluster: self.path(name),
        }
    }

    pub async fn copy(&self, from: &str, to: &str) -> Result<Copied, CopyError> {
        let (from, to) = (self.source(from), self.path(to));
        let never = CancellationToken::new();
        copy_branch(&self.pool, from, &to, &self.admin(), &never).await
    }

    pub fn advance(&self, by: Duration) {
        self.clock.apply(self.clock.offset_after(by).unwrap());
    }

    pub async fn stop(self) {
        self.pool.stop().await;
    }
}

/// A superuser's connection to a server's own port or to a compute's.
pub async fn connect(port: u16, database: &str) -> Client {
    try_connect(port, TESTER, ADMIN_PASSWORD, database)
        .await
        .unwrap()
}

pub async fn try_connect(
    port: u16,
    user: &str,
    password: &str,
    database: &str,
) -> Result<Client, tokio_postgres::Error> {
    let mut config = tokio_postgres::Config::new();
    config.user(user).password(password).dbname(database);
    connect_with(config, port, any_server()).await
}

/// With TLS of one's own.
pub async fn connect_with(
    mut config: tokio_postgres::Config,
    port: u16,
    tls: ClientConfig,
) -> Result<Client, tokio_postgres::Error> {
    config
        .host("127.0.0.1")
        .port(port)
        .ssl_mode(SslMode::Require);
    let (client, connection) = config.connect(MakeRustlsConnect::new(tls)).await?;
    tokio::spawn(connection);
    Ok(client)
}

/// Without TLS.
pub async fn plainly(
    port: u16,
    user: &str,
    password: &str,
) -> Result<Client, tokio_postgres::Error> {
    let mut config = tokio_postgres::Config::new();
    config
        .host("127.0.0.1")
        .port(port)
        .user(user)
        .password(password)
        .dbname("postgres")
        .ssl_mode(SslMode::Disable);
    let (client, connection) = config.connect(NoTls).await?;
    tokio::spawn(connection);
    Ok(client)
}

/// Whatever certificate a server shows: these tests are about what it does. It is shown the
/// sandbox's own.
pub fn any_server() -> ClientConfig {
    let mut config = tls::client(RootCertStore::empty()).unwrap();
    config
        .dangerous()
        .set_certificate_verifier(any_certificate());
    config
}

pub fn any_certificate() -> Arc<dyn ServerCertVerifier> {
    let provider = rustls::crypto::ring::default_provider();
    Arc::new(AnyServer(Arc::new(provider)))
}

#[derive(Debug)]
struct AnyServer(Arc<CryptoProvider>);

impl ServerCertVerifier for AnyServer {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let known = &self.0.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signature, known)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let known = &self.0.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signature, known)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}

/// The first column of all rows, as text with commas in between.
pub async fn all(client: &Client, statement: &str) -> String {
    let messages = client.simple_query(statement).await.unwrap();
    let values = messages.iter().filter_map(|message| match message {
        SimpleQueryMessage::Row(row) => Some(row.get(0).unwrap_or("null")),
        _ => None,
    });
    values.collect::<Vec<_>>().join(",")
}

/// People who move money from one account to another until they are told to stop; each returns
/// how often it did.
pub struct Writers {
    stop: CancellationToken,
    tasks: Vec<JoinHandle<u64>>,
}

pub const ACCOUNTS: u32 = 500;
pub const SUM: &str = "SELECT sum(balance) FROM account";
pub const WHOLE_SUM: u32 = ACCOUNTS * 1000;

impl Writers {
    pub async fn begin(port: u16, count: u32) -> Self {
        let client = connect(port, "svcdb").await;
        let made = format!(
            "CREATE TABLE account (id int PRIMARY KEY, balance int NOT NULL);
             INSERT INTO account SELECT n, 1000 FROM generate_series(1, {ACCOUNTS}) n;
             CREATE TABLE journal (id bigserial PRIMARY KEY, filler text);"
        );
        sql::run(&client, &made).await;
        let stop = CancellationToken::new();
        let mut tasks = Vec::new();
        for number in 0..count {
            let client = connect(port, "svcdb").await;
            tasks.push(tokio::spawn(write(client, number, stop.clone())));
        }
        Self { stop, tasks }
    }

    /// How many transfers were made; fails if one writer met an error.
    pub async fn end(self) -> u64 {
        self.stop.cancel();
        let ended = futures::future::join_all(self.tasks).await;
        ended.into_iter().map(Result::unwrap).sum()
    }
}

/// The lower account is locked first, so that no two wait for one another.
async fn write(client: Client, number: u32, stop: CancellationToken) -> u64 {
    let mut done = 0;
    let mut next = number;
    while !stop.is_cancelled() {
        next = next.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let (one, other) = (next / 7 % ACCOUNTS + 1, next / 4099 % ACCOUNTS + 1);
        if one == other {
            continue;
        }
        let amount = i64::from(next % 9) - 4;
        let (low, high) = (one.min(other), one.max(other));
        let transfer = format!(
            "BEGIN;
             UPDATE account SET balance = balance - ({amount}) WHERE id = {low};
             INSERT INTO journal (filler) VALUES (repeat('x', 500));
             UPDATE account SET balance = balance + ({amount}) WHERE id = {high};
             COMMIT"
        );
        sql::run(&client, &transfer).await;
        done += 1;
    }
    done
}

/// What lies in a folder, by name.
pub fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}
