//! The data directories behind branches.

use std::convert::Infallible;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::error::TaskError;
use crate::disk;
use crate::history;
use crate::postgres::apply;
use crate::postgres::copy::{self, Copied, PastOf, Source};
use crate::postgres::maintenance::MaintenanceServer;
use crate::postgres::stock::{Durability, Servers};
use crate::postgres::{WakeError, blocking, cluster, control_file, empty, tree};
use crate::provision;
use crate::quarantine::about;
use crate::shared::Shared;
use crate::state::{Branch, BranchState, Change, Past, PlatformState, Record, Role, Secret};

/// Folder of a finished copy with which a restore replaces the branch's data.
pub const RESTORED: &str = "restored";
/// Marker file: this copy of the template has not got its branch's roles and databases yet.
const UNPREPARED: &str = "plinth-bare";
/// Folder of the data that a branch had, until its restore has ended.
pub const REPLACED: &str = "replaced";

/// The LSN that a sandbox without servers reports for every copy.
pub fn first_lsn() -> String {
    "0/1500000".into()
}

/// The LSN of the parent's last checkpoint, shown until the copy reports its own.
pub async fn position(shared: &Shared, parent_id: Option<&str>) -> Option<String> {
    if shared.servers.is_none() {
        return Some(first_lsn());
    }
    let is_known = |id: &&str| shared.store.read(|state| state.branches.contains_key(*id));
    let cluster = shared.folder.cluster(parent_id.filter(is_known)?);
    let read = tokio::task::spawn_blocking(move || control_file::read(&cluster));
    let control = read.await.ok()?.ok()?;
    Some(control_file::lsn_text(control.checkpoint))
}

/// Makes the data of a branch if it was never made: for a root branch a copy of the template with
/// the databases and roles that it has in the store. Data that was made and is not there is
/// lost or on a disk that is not mounted, which is an error: people would take an empty database for
/// theirs.
pub async fn ensure(shared: &Shared, servers: &Servers, branch_id: &str) -> Result<(), TaskError> {
    let branch = shared
        .store
        .read(|state| state.branches.get(branch_id).cloned())
        .ok_or(TaskError::Missing)?;
    let cluster = shared.folder.cluster(branch_id);
    if cluster.try_exists()? {
        prepare_data(shared, servers, branch_id).await?;
    } else if branch.unmade || branch.state == BranchState::Init {
        make(shared, servers, &branch, cluster).await?;
    } else {
        return Err(WakeError::NoData.into());
    }
    if branch.unmade {
        mark_made(shared, branch_id).await?;
    }
    Ok(())
}

async fn mark_made(shared: &Shared, branch_id: &str) -> Result<(), TaskError> {
    let id = branch_id.to_owned();
    let noted = shared.store.change(move |state| {
        let found = state.branches.get(&id).cloned();
        let made = found.map(|it| {
            Record::Branch(Branch {
                unmade: false,
                ..it
            })
        });
        Ok::<_, Infallible>((made.into_iter().collect(), ()))
    });
    noted.await.map_err(|_| TaskError::CommitFailed)
}

async fn make(
    shared: &Shared,
    servers: &Servers,
    branch: &Branch,
    cluster: PathBuf,
) -> Result<(), TaskError> {
    let branch_id = &branch.id;
    if let Some(parent) = &branch.parent_id {
        // A branch that has a record and no data yet is made as a copy of its parent.
        Box::pin(ensure(shared, servers, parent)).await?;
        let stop = &shared.stop;
        let admin = &servers.admin;
        let from = source(shared, parent);
        copy::copy_branch(&servers.pool, from, &cluster, admin, stop).await?;
        about::note(shared, branch_id).await;
        return Ok(());
    }
    let making = disk::with_ending(&cluster, tree::MAKING);
    remove_folder(making.clone()).await?;
    let taken = servers.stock.take(&making).await?;
    blocking(move || {
        disk::write_private(&making.join(UNPREPARED), "")?;
        if taken == Durability::InMemory {
            disk::sync_tree(&making)?;
        }
        disk::rename(&making, &cluster)
    })
    .await?;
    about::note(shared, branch_id).await;
    prepare_data(shared, servers, branch_id).await
}

/// Gives a fresh copy of the template what its branch has in the store, also after a crash in
/// the middle of that.
async fn prepare_data(
    shared: &Shared,
    servers: &Servers,
    branch_id: &str,
) -> Result<(), TaskError> {
    let marker = shared.folder.cluster(branch_id).join(UNPREPARED);
    if !marker.exists() {
        return Ok(());
    }
    let changes = shared
        .store
        .read(|state| from_template(shared, state, branch_id));
    let server = maintenance_server(shared, servers, branch_id).await?;
    let admin = &servers.admin;
    apply::apply_to_new(server.port, admin, &changes).await?;
    // If the marker stayed, the next start would apply these changes again and drop what was created
    // since.
    blocking(move || disk::remove_file(&marker)).await?;
    server.finish().await;
    Ok(())
}

/// The changes that turn the template's roles and databases into the branch's.
fn from_template(shared: &Shared, state: &PlatformState, branch_id: &str) -> Vec<Change> {
    let names = &shared.config.names;
    let (mut changes, mut kept_role, mut kept_database) = (Vec::new(), false, false);
    for role in state.roles_of(branch_id) {
        kept_role |= role.name == names.role;
        // One that is there already is only given what it lacks.
        changes.push(Change::CreateRole {
            name: role.name.clone(),
            no_login: !role.can_log_in(),
            password: role.password.clone().unwrap_or_else(|| Secret::new("")),
        });
    }
    for database in state.databases_of(branch_id) {
        if database.name == names.database {
            kept_database = true;
            changes.push(Change::OwnDatabase {
                name: database.name.clone(),
                owner: database.owner.clone(),
                was: None,
            });
        } else {
            changes.push(Change::CreateDatabase {
                name: database.name.clone(),
                owner: database.owner.clone(),
            });
        }
    }
    if !kept_database {
        let name = names.database.clone();
        changes.push(Change::DropDatabase { name });
    }
    if !kept_role {
        let name = names.role.clone();
        changes.push(Change::DropRole { name });
    }
    changes
}

/// What is copied: a branch as it is, or as it was.
#[derive(Debug, Clone, Copy)]
pub struct Copy<'a> {
    pub from: &'a str,
    pub at: Option<&'a Past>,
}

impl Copy<'_> {
    pub(super) async fn make(
        self,
        shared: &Shared,
        servers: &Servers,
        to: &Path,
    ) -> Result<Copied, TaskError> {
        // Whatever an interrupted attempt left is no finished copy.
        remove_folder(to.to_path_buf()).await?;
        let from = source(shared, self.from);
        let (pool, admin, stop) = (&servers.pool, &servers.admin, &shared.stop);
        Ok(match self.at {
            None => copy::copy_branch(pool, from, to, admin, stop).await?,
            Some(at) => {
                let past = PastOf {
                    from,
                    moment: history::moment(shared, at).ok_or(TaskError::Missing)?,
                    passwords: passwords(shared, self.from),
                };
                copy::copy_past(pool, past, to, admin, stop).await?
            }
        })
    }
}

/// The passwords that the store knows of a branch's roles.
fn passwords(shared: &Shared, branch_id: &str) -> Vec<Change> {
    let change = |it: &Role| {
        Some(Change::SetPassword {
            role: it.name.clone(),
            password: it.password.clone().filter(|_| it.can_log_in())?,
        })
    };
    shared
        .store
        .read(|state| state.roles_of(branch_id).filter_map(change).collect())
}

/// Gives a branch a copy of another one's data.
pub async fn create_branch(
    shared: &Shared,
    servers: &Servers,
    copy: Copy<'_>,
    to: &str,
    schema_only: bool,
) -> Result<Copied, TaskError> {
    ensure(shared, servers, copy.from).await?;
    let admin = &servers.admin;
    let copied = copy
        .make(shared, servers, &shared.folder.cluster(to))
        .await?;
    if schema_only {
        let server = maintenance_server(shared, servers, to).await?;
        empty::empty(server.port, admin).await?;
        server.finish().await;
    }
    about::note(shared, to).await;
    Ok(copied)
}

/// Replaces a branch's data by a copy of another one's, or of its own past. What it had becomes the data of
/// `preserve_as`, or is removed; when this fails, the branch still has it.
pub async fn restore(
    shared: &Shared,
    servers: &Servers,
    copy: Copy<'_>,
    to: &str,
    preserve_as: Option<&str>,
) -> Result<Copied, TaskError> {
    let cluster = shared.folder.cluster(to);
    let old = match preserve_as {
        Some(id) => shared.folder.cluster(id),
        None => disk::with_ending(&cluster, REPLACED),
    };
    // A crash may have left it there.
    let (replaced, target) = (old.clone(), cluster.clone());
    blocking(move || put_back(&replaced, &target)).await?;
    ensure(shared, servers, copy.from).await?;
    if preserve_as.is_some() {
        ensure(shared, servers, to).await?;
    }
    let fresh = disk::with_ending(&cluster, RESTORED);
    let copied = copy.make(shared, servers, &fresh).await?;
    let endpoint = endpoint_of(shared, to);
    let lock = servers
        .pool
        .acquire_exclusive(endpoint.as_deref(), &cluster)
        .await?;
    let replaced = old.clone();
    blocking(move || replace(&fresh, &cluster, &replaced)).await?;
    drop(lock);
    shared.history.moved(to, preserve_as);
    provision::computes::suspend_read_only(shared, to).await;
    about::note(shared, to).await;
    match preserve_as {
        Some(kept) => about::note(shared, kept).await,
        None => remove_folder(old).await?,
    }
    Ok(copied)
}

/// Puts a copy in the place of a cluster, which gets another name. Two renames and no copy in between: a
/// crash after the first leaves the old data under a name that the next try and the next start know.
fn replace(fresh: &Path, cluster: &Path, old: &Path) -> io::Result<()> {
    // An earlier try got through both renames before a crash: the former data has its new name
    // already, and what is at `cluster` is the copy of that try.
    if old.exists() {
        tree::remove(cluster)?;
    } else if cluster.exists() {
        disk::rename(cluster, old)?;
    }
    disk::rename(fresh, cluster).or_else(|error| {
        put_back(old, cluster)?;
        Err(error)
    })?;
    // The branch keeps its key, and its former data is another branch's by now.
    cluster::remove_credentials(old)
}

/// Gives a branch back what it had, when its restore is given up after a try that a crash cut off.
pub async fn undo_restore(
    shared: &Shared,
    servers: &Servers,
    to: &str,
    preserve_as: Option<&str>,
) -> Result<(), TaskError> {
    let cluster = shared.folder.cluster(to);
    let fresh = disk::with_ending(&cluster, RESTORED);
    let old = match preserve_as {
        Some(id) => shared.folder.cluster(id),
        None => disk::with_ending(&cluster, REPLACED),
    };
    if old.exists() {
        let endpoint = endpoint_of(shared, to);
        let _lock = servers
            .pool
            .acquire_exclusive(endpoint.as_deref(), &cluster)
            .await?;
        blocking(move || {
            tree::remove(&cluster)?;
            disk::rename(&old, &cluster)
        })
        .await?;
        shared.history.moved(preserve_as.unwrap_or(to), Some(to));
        provision::computes::suspend_read_only(shared, to).await;
        about::note(shared, to).await;
    }
    remove_folder(fresh).await?;
    Ok(())
}

fn put_back(old: &Path, cluster: &Path) -> io::Result<()> {
    match old.exists() && !cluster.exists() {
        true => disk::rename(old, cluster),
        false => Ok(()),
    }
}

/// A server over a branch's data for the sandbox's own SQL.
pub async fn maintenance_server(
    shared: &Shared,
    servers: &Servers,
    branch_id: &str,
) -> Result<MaintenanceServer, TaskError> {
    let endpoint = endpoint_of(shared, branch_id);
    let cluster = shared.folder.cluster(branch_id);
    Ok(servers
        .pool
        .maintenance_server(endpoint.as_deref(), &cluster)
        .await?)
}

/// Removes the data of branches, with the servers over it.
pub async fn remove(shared: &Arc<Shared>, branch_ids: &[String]) -> Result<(), TaskError> {
    for id in branch_ids {
        if let Some(pool) = shared.pool() {
            for endpoint in shared.store.read(|state| state.endpoint_ids_of_branch(id)) {
                pool.remove(&endpoint).await;
            }
        }
        remove_folder(shared.folder.cluster(id)).await?;
    }
    Ok(())
}

pub(super) async fn remove_folder(path: PathBuf) -> io::Result<()> {
    blocking(move || tree::remove(&path)).await
}

fn source(shared: &Shared, branch_id: &str) -> Source {
    Source {
        endpoint_id: endpoint_of(shared, branch_id),
        cluster: shared.folder.cluster(branch_id),
    }
}

pub fn endpoint_of(shared: &Shared, branch_id: &str) -> Option<String> {
    shared.store.read(|state| {
        let found = state.endpoint_of_branch(branch_id);
        found.map(|it| it.id.clone())
    })
}
