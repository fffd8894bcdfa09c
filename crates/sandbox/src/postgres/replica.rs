//! A read-only compute: a hot standby over a copy of its branch's data. It follows the branch's own server while that runs,
//! and takes what it missed from that one's WAL when it starts. Its data can be made anew at any time.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};
use std::{fs, io};

use futures::future::BoxFuture;
use tokio::time::timeout;

use super::copy::{self, CopyError};
use super::follow::Follow;
use super::one_time_role::{OneTimeRole, Rights};
use super::own_roles::OwnRole;
use super::process::server_pid;
use super::relay::{LoginRole, Relay, RunningServer, Upstream};
use super::replica_settings::PASSWORD;
use super::role_limit::RoleLimit;
use super::server_pool::ServerPool;
use super::server_process::{is_server_of, wal_receivers};
use super::session::{Admin, Session};
use super::sql::SqlError;
use super::startup::Purpose;
use super::{WakeError, blocking, cluster, control_file, wal};
use crate::copier::copy_file;
use crate::owner::{Owner, give, read_small_text, write_private};
use crate::random::Random;
use crate::state::Secret;

/// In a replica: which data it is a copy of.
const COPY_OF: &str = "plinth-replica-of";
/// What makes PostgreSQL follow for ever, and never write.
const STANDBY: &str = "standby.signal";
/// How long it is before somebody who waits for the branch's server looks for it again.
const LOOK_AGAIN: Duration = Duration::from_secs(2);
/// How long a login may take.
const LOGIN_DEADLINE: Duration = Duration::from_secs(60);

/// The data of a branch, for those that follow it.
#[derive(Debug)]
pub struct Followed {
    pub pool: Arc<ServerPool>,
    pub branch: PathBuf,
}

impl Follow for Followed {
    /// Makes a copy where there is none, or one that can't be followed any more, and brings it up to what the branch's
    /// server had written when it stopped.
    fn follow(self: Arc<Self>, replica: PathBuf) -> BoxFuture<'static, Result<Relay, WakeError>> {
        Box::pin(async move {
            let (pool, branch) = (&self.pool, self.branch.as_path());
            let of = identity(branch).map_err(|_| WakeError::NoData)?;
            if !can_follow(&replica, branch).await? {
                copy::copy_replica(pool, branch, &replica).await?;
            }
            if pool.over(branch).is_none_or(|it| !it.is_running()) {
                catch_up(pool, &replica, branch).await?;
            }
            let password = Secret::new(Random::from_system().token(32));
            let upstream = ServerOf {
                _follower: pool.over(branch).map(|it| it.follower()),
                follows: Arc::clone(&self),
                replica: replica.clone(),
                password: password.clone(),
                roles: RoleLimit::default(),
            };
            let relay = Relay::open(Arc::new(upstream)).await?;
            let owner = pool.owner;
            let marked = blocking(move || {
                relay.write_key(&replica, owner)?;
                mark(&replica, owner, &of, &password)?;
                Ok(relay)
            });
            Ok(marked.await?)
        })
    }
}

/// Whether it is a copy of this data, and the WAL from where it stopped is still there.
async fn can_follow(replica: &Path, branch: &Path) -> io::Result<bool> {
    let (replica, branch) = (replica.to_path_buf(), branch.to_path_buf());
    blocking(move || {
        if !cluster::exists(&replica) || !is_copy_of(&replica, &branch) {
            return Ok(false);
        }
        let redo = control_file::read(&replica)?.redo;
        let mut segments = wal::segments(&branch)?.into_iter();
        Ok(segments.any(|it| it.holds(redo)))
    })
    .await
}

/// Data that is restored is other data, at the same place: its files are new.
fn identity(cluster: &Path) -> io::Result<String> {
    let written = fs::metadata(cluster.join("PG_VERSION"))?.modified()?;
    let since = written.duration_since(UNIX_EPOCH).unwrap_or_default();
    Ok(since.as_nanos().to_string())
}

fn is_copy_of(replica: &Path, branch: &Path) -> bool {
    let noted = read_small_text(&replica.join(COPY_OF)).ok();
    noted.is_some_and(|noted| identity(branch).is_ok_and(|it| it == noted))
}

/// Copies the WAL that the branch's server wrote while nothing followed it.
async fn catch_up(pool: &Arc<ServerPool>, replica: &Path, branch: &Path) -> Result<(), WakeError> {
    let lock = pool.locks.lock(replica, &pool.stop).await?;
    let (replica, branch, owner) = (replica.to_path_buf(), branch.to_path_buf(), pool.owner);
    blocking(move || {
        let _lock = lock;
        let redo = control_file::read(&replica)?.redo;
        let (from, to) = (branch.join("pg_wal"), replica.join("pg_wal"));
        for segment in wal::segments(&branch)? {
            if segment.reaches(redo) {
                let to = to.join(&segment.name);
                crate::owner::remove_file(&to).or_else(not_there)?;
                copy_file(&from.join(&segment.name), &to, owner)?;
            }
        }
        Ok(())
    })
    .await?;
    Ok(())
}

fn not_there(error: io::Error) -> io::Result<()> {
    match error.kind() {
        io::ErrorKind::NotFound => Ok(()),
        _ => Err(error),
    }
}

/// Its copy has other files than the branch: what makes it follow, and what it is a copy of.
fn mark(replica: &Path, owner: Option<Owner>, of: &str, password: &Secret) -> io::Result<()> {
    let login = format!("127.0.0.1:*:*:*:{}\n", password.reveal());
    for (name, text) in [(STANDBY, ""), (PASSWORD, login.as_str()), (COPY_OF, of)] {
        let path = replica.join(name);
        write_private(&path, text)?;
        give(&path, owner)?;
    }
    Ok(())
}

/// The server of a branch, which may be suspended, and is not woken by those that follow it.
#[derive(Debug)]
struct ServerOf {
    follows: Arc<Followed>,
    replica: PathBuf,
    /// Lies in a file of the replica.
    password: Secret,
    roles: RoleLimit,
    /// As long as this lives, a start of the branch's server keeps what the replica may lack.
    _follower: Option<Arc<()>>,
}

impl Upstream for ServerOf {
    fn purpose(&self) -> Purpose {
        Purpose::PhysicalReplication
    }

    fn programs(self: Arc<Self>) -> BoxFuture<'static, io::Result<Vec<u32>>> {
        let replica = self.replica.clone();
        Box::pin(blocking(move || {
            let server = server_pid(&replica).filter(|pid| is_server_of(*pid, &replica));
            Ok(server.map(wal_receivers).unwrap_or_default())
        }))
    }

    fn server(self: Arc<Self>) -> BoxFuture<'static, io::Result<RunningServer>> {
        Box::pin(async move {
            let Followed { pool, branch } = &*self.follows;
            let mut changed = pool.changed.subscribe();
            loop {
                if let Some(compute) = pool.over(branch)
                    && let Some(port) = compute.port_if_running().await
                {
                    if !is_copy_of(&self.replica, branch) {
                        return Err(io::Error::other("the branch was restored"));
                    }
                    return Ok(pool.running(port, compute.leaf()?));
                }
                let _ = timeout(LOOK_AGAIN, changed.changed()).await;
            }
        })
    }

    fn role(self: Arc<Self>, port: u16) -> BoxFuture<'static, io::Result<LoginRole>> {
        Box::pin(async move {
            self.roles.wait().await;
            let pool = Arc::clone(&self.follows.pool);
            let created = create_role(port, &pool.admin, &self.password).await;
            let role = created.map_err(io::Error::other)?;
            let name = role.name.clone();
            let role = Some(role);
            Ok(LoginRole::held_by(name, Following { pool, port, role }))
        })
    }
}

async fn create_role(port: u16, admin: &Admin, password: &Secret) -> Result<OneTimeRole, SqlError> {
    let session = Session::open(port, admin, "postgres").await?;
    let (kind, rights) = (OwnRole::Replica, Rights::Replicate);
    let role = OneTimeRole::create(&session, kind, rights, password, LOGIN_DEADLINE).await?;
    session.close().await?;
    Ok(role)
}

/// Removes the role of a connection that has ended. A server that stops first keeps it, without a password that anybody
/// has, until the next one-time role is created.
struct Following {
    pool: Arc<ServerPool>,
    port: u16,
    role: Option<OneTimeRole>,
}

impl Drop for Following {
    fn drop(&mut self) {
        let Some(role) = self.role.take() else {
            return;
        };
        if tokio::runtime::Handle::try_current().is_err() {
            return;
        }
        let (pool, port) = (Arc::clone(&self.pool), self.port);
        self.pool.tasks.spawn(async move {
            let removed = async {
                let session = Session::open(port, &pool.admin, "postgres").await?;
                role.remove(&session, port, &pool.admin).await?;
                session.close().await
            };
            if let Err(error) = removed.await {
                tracing::debug!(%error, "the role of a read-only compute is left for later");
            }
        });
    }
}

/// Has the next start make a copy.
pub async fn forget(pool: &ServerPool, replica: &Path) -> Result<(), WakeError> {
    let lock = pool.locks.lock(replica, &pool.stop).await?;
    let noted = replica.join(COPY_OF);
    blocking(move || {
        let _lock = lock;
        crate::owner::remove_file(&noted)
    })
    .await?;
    Ok(())
}

/// How far a read-only compute is behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Replayed {
    pub lsn: u64,
    pub is_streaming: bool,
}

/// Up to where it has replayed.
pub async fn replayed(port: u16, admin: &Admin) -> Result<Replayed, CopyError> {
    let session = Session::open(port, admin, "postgres").await?;
    let row = session.row_long(
        "SELECT pg_last_wal_replay_lsn()::text, EXISTS (SELECT FROM pg_stat_wal_receiver WHERE status = 'streaming')",
        &[],
    );
    let row = row.await?;
    session.close().await?;
    let lsn: Option<&str> = row.get(0);
    Ok(Replayed {
        lsn: lsn
            .and_then(control_file::parse_lsn)
            .ok_or(CopyError::Unreadable)?,
        is_streaming: row.get(1),
    })
}
