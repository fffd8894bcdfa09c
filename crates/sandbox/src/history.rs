//! Restore windows: the moments of a branch that can be made again, and the task that keeps them.

pub mod seen;

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use chrono::{DateTime, Utc};
use tokio::time::interval;

pub use self::seen::{BranchHistory, HistoryConfig, ProjectHistory};
use crate::postgres::cluster::KeptWal;
use crate::postgres::compute::Compute;
use crate::postgres::control_file::{self, parse_lsn};
use crate::postgres::history::{self, Kept, Moment};
use crate::postgres::session::{Admin, Session};
use crate::postgres::stock::Servers;
use crate::postgres::{blocking, cluster, copy};
use crate::shared::Shared;
use crate::state::{BranchState, Past, PlatformState};
use crate::{crash, disk};

/// A base is taken once as much WAL was written since the last one as the data is large, and at least this much: replaying
/// it takes a second.
const LEAST_WAL: u64 = 64 * 1024 * 1024;
/// How many branches whose servers are suspended are looked at in each round: nothing is written there, and only time
/// takes something from their histories.
const SUSPENDED_AT_ONCE: usize = 10;

pub fn of(shared: &Shared, branch_id: &str) -> Option<BranchHistory> {
    let seen = shared.history.seen().get(branch_id).cloned()?;
    Some(BranchHistory {
        since: seen.kept.since.map(|at| shared.clock.shown(at)),
        bytes: seen.kept.bytes,
        is_shortened: seen.is_shortened,
    })
}

/// Of all projects that have one, by name.
pub fn by_project(shared: &Shared) -> Vec<ProjectHistory> {
    let seen = shared.history.seen().clone();
    let mut all: BTreeMap<String, ProjectHistory> = BTreeMap::new();
    shared.store.read(|state| {
        for (id, seen) in seen {
            let branch = state.branches.get(&id);
            let project = branch.and_then(|it| state.projects.get(&it.project_id));
            let (Some(branch), Some(project)) = (branch, project) else {
                continue;
            };
            let of_project = all
                .entry(project.id.clone())
                .or_insert_with(|| ProjectHistory {
                    project_id: project.id.clone(),
                    name: project.name.clone(),
                    bytes: 0,
                    limit_bytes: shared.config.history.most_bytes,
                    shortened: Vec::new(),
                });
            of_project.bytes += seen.kept.bytes;
            if seen.is_shortened {
                of_project.shortened.push(branch.name.clone());
            }
        }
    });
    let mut all: Vec<ProjectHistory> = all.into_values().filter(|it| it.bytes > 0).collect();
    all.sort_by(|one, other| (&one.name, &one.project_id).cmp(&(&other.name, &other.project_id)));
    for project in &mut all {
        project.shortened.sort();
    }
    all
}

/// The moment by the system's clock.
pub fn moment(shared: &Shared, past: &Past) -> Option<Moment> {
    match past {
        Past::Lsn(lsn) => parse_lsn(lsn).map(Moment::Lsn),
        Past::Time(at) => Some(Moment::Time(shared.clock.system_time(*at))),
    }
}

/// The first moment of a branch that the disk has, by the sandbox's clock, and its LSN.
pub async fn first(shared: &Shared, branch_id: &str) -> Option<(DateTime<Utc>, u64)> {
    let cluster = shared.folder.cluster(branch_id);
    let bases = blocking(move || Ok::<_, io::Error>(history::bases(&cluster))).await;
    let bases = bases.ok()?;
    let first = bases.first()?;
    Some((shared.clock.shown(first.at), first.lsn))
}

/// The last LSN of a branch: what its server has written, or had when it stopped.
pub async fn last_lsn(shared: &Shared, branch_id: &str) -> Option<u64> {
    let servers = shared.servers.as_ref()?;
    let cluster = shared.folder.cluster(branch_id);
    if let Some(compute) = servers.pool.over(&cluster)
        && let Some(port) = compute.port_if_running().await
        && let Ok(lsn) = written(port, &servers.admin).await
    {
        return Some(lsn);
    }
    let control = blocking(move || control_file::read(&cluster)).await;
    control.ok().map(|it| it.checkpoint)
}

async fn written(port: u16, admin: &Admin) -> Result<u64, copy::CopyError> {
    let session = Session::open(port, admin, "postgres").await?;
    let lsn = copy::written(&session).await?;
    session.close().await?;
    Ok(lsn)
}

/// Until the sandbox stops.
pub async fn keep(shared: Arc<Shared>) {
    let Some(servers) = &shared.servers else {
        return;
    };
    let mut ticks = interval(crash::hurried(shared.config.history.check_every));
    let mut last = String::new();
    loop {
        tokio::select! {
            () = shared.stop.cancelled() => return,
            _ = ticks.tick() => {}
        }
        tokio::select! {
            () = shared.stop.cancelled() => return,
            () = round(&shared, servers, &mut last) => {}
        }
    }
}

/// One branch in a round.
struct Subject {
    branch_id: String,
    cluster: PathBuf,
    /// By the system's clock; none where no history is kept.
    since: Option<DateTime<Utc>>,
    running: Option<Arc<Compute>>,
}

/// Looks at the branches of all servers that run, and at some of the others.
async fn round(shared: &Arc<Shared>, servers: &Servers, last: &mut String) {
    let mut by_project: BTreeMap<String, Vec<Subject>> = BTreeMap::new();
    for (project_id, subject) in subjects(shared, servers, last) {
        by_project.entry(project_id).or_default().push(subject);
    }
    for subjects in by_project.into_values() {
        for subject in &subjects {
            if let Err(error) = tend(shared, servers, subject, false).await {
                tracing::warn!(branch = subject.branch_id, %error, "a branch's history was not kept");
            }
        }
        shorten(shared, servers, &subjects).await;
    }
}

fn subjects(shared: &Shared, servers: &Servers, last: &mut String) -> Vec<(String, Subject)> {
    if last.is_empty() {
        let exists = |id: &str| shared.store.read(|state| state.branches.contains_key(id));
        shared.history.forget_unless(exists);
    }
    let computes = servers.pool.all().into_iter();
    let mut running: HashMap<String, Arc<Compute>> = computes
        .filter(|it| it.is_running() && !it.is_read_only())
        .map(|it| (it.endpoint_id.clone(), it))
        .collect();
    let (now, first) = (shared.now(), last.clone());
    shared.store.read(|state| {
        let mut all = Vec::new();
        let ready = |state: &PlatformState, id: &str| {
            let it = state.branches.get(id)?;
            let is_ready = it.state == BranchState::Ready && !it.unmade;
            is_ready.then(|| it.project_id.clone())
        };
        let mut add = |id: &str, compute: Option<Arc<Compute>>| {
            let Some(project_id) = ready(state, id) else {
                return;
            };
            let window = state.restore_window(&project_id);
            let subject = Subject {
                branch_id: id.to_owned(),
                cluster: shared.folder.cluster(id),
                since: window.map(|it| shared.clock.system_time(now - it)),
                running: compute,
            };
            all.push((project_id, subject));
        };
        let rest = state.branches.range(first..).map(|(id, _)| id);
        let rest: Vec<&String> = rest.take(SUSPENDED_AT_ONCE + 1).collect();
        *last = match rest.len() > SUSPENDED_AT_ONCE {
            true => rest[SUSPENDED_AT_ONCE].clone(),
            false => String::new(),
        };
        for id in rest.into_iter().take(SUSPENDED_AT_ONCE) {
            let endpoint = state.endpoint_of_branch(id);
            let compute = endpoint.and_then(|it| running.remove(&it.id));
            add(id, compute);
        }
        for compute in running.into_values() {
            if let Some(endpoint) = state.endpoints.get(&compute.endpoint_id) {
                add(&endpoint.branch_id, Some(Arc::clone(&compute)));
            }
        }
        all
    })
}

/// Takes a base where one is due, or in any case with `at_most_one`, and removes what is needed no longer.
async fn tend(
    shared: &Arc<Shared>,
    servers: &Servers,
    subject: &Subject,
    at_most_one: bool,
) -> Result<(), copy::CopyError> {
    let before = shared.history.kept(&subject.branch_id);
    let kept = look(subject, before).await?;
    let config = &shared.config.history;
    let room = room(shared, subject);
    let lacks_room = room == Room::Lacks && kept.bytes > 0;
    let at_most_one = at_most_one || room == Room::Little && kept.bases > 1;
    // Not even one base has room.
    let is_too_large = subject
        .running
        .as_ref()
        .is_some_and(|it| it.storage_bytes() > config.most_bytes);
    let since = subject.since.filter(|_| !is_too_large && !lacks_room);
    if lacks_room {
        // What is freed by this is not at once taken again.
        shared
            .history
            .failed(&subject.branch_id, Some(Instant::now()));
        if kept.bases > 0 {
            tracing::warn!(
                branch = subject.branch_id,
                "a branch's history was removed: the disk is nearly full"
            );
        }
    }
    if let (Some(_), Some(compute), Room::OfABase) = (since, &subject.running, room) {
        let lately = config.retry_after;
        let is_due = match kept.bases {
            _ if shared.history.failed_lately(&subject.branch_id, lately) => false,
            0 => compute.has_run_for(config.begins_after),
            _ => kept.wal_since_base > compute.storage_bytes().max(LEAST_WAL),
        };
        if is_due || at_most_one {
            let taken = take_base(shared, servers, subject, compute).await;
            let failed = taken.as_ref().err().map(|_| Instant::now());
            shared.history.failed(&subject.branch_id, failed);
            taken?;
        }
    }
    if let Some(_lock) = copy::try_lock_history(&servers.pool, &subject.cluster) {
        let cluster = subject.cluster.clone();
        let is_followed = subject.running.as_ref().is_some_and(|it| it.is_followed());
        let kept_wal = match is_followed && !lacks_room {
            true => KeptWal::ForReplicas,
            false => KeptWal::Nothing,
        };
        let kept_wal = u64::from(kept_wal.megabytes()) * 1024 * 1024;
        blocking(move || history::prune(&cluster, since, at_most_one, kept_wal)).await?;
    }
    let kept = look(subject, kept).await?;
    let mut all = shared.history.seen();
    let seen = all.entry(subject.branch_id.clone()).or_default();
    // It is whole again once the window begins after what was left out.
    let is_whole = subject
        .since
        .is_none_or(|since| kept.since.is_some_and(|it| it <= since));
    let is_cut = lacks_room || at_most_one;
    seen.is_shortened = is_too_large || (seen.is_shortened || is_cut) && !is_whole;
    seen.kept = kept;
    Ok(())
}

/// What the disk has room for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Room {
    OfABase,
    /// What is there, but no more.
    AsItIs,
    /// The last base and what was written since.
    Little,
    /// Nothing but what the servers may need to write.
    Lacks,
}

/// A base that shares its blocks with the data takes next to nothing; another one at most as much as that.
fn room(shared: &Shared, subject: &Subject) -> Room {
    let least = shared.config.history.least_free;
    let copy = match (shared.space.last(None).clones, &subject.running) {
        (Some(true), _) | (_, None) => 0,
        (_, Some(compute)) => compute.storage_bytes(),
    };
    match disk::free(&subject.cluster) {
        Some(free) if free < least / 2 => Room::Lacks,
        Some(free) if free < least => Room::Little,
        Some(free) if free < least + copy => Room::AsItIs,
        _ => Room::OfABase,
    }
}

async fn look(subject: &Subject, before: Kept) -> io::Result<Kept> {
    let cluster = subject.cluster.clone();
    blocking(move || match cluster.join("PG_VERSION").is_file() {
        true => history::look(&cluster, &before),
        false => Ok(Kept::default()),
    })
    .await
}

async fn take_base(
    shared: &Arc<Shared>,
    servers: &Servers,
    subject: &Subject,
    compute: &Arc<Compute>,
) -> Result<(), copy::CopyError> {
    let guard = compute.keep_alive();
    let Some(port) = compute.port_if_running().await else {
        return Ok(());
    };
    let begun = Instant::now();
    keep_wal(compute, port, &servers.admin).await?;
    let template = servers.stock.template();
    let (pool, admin) = (&servers.pool, &servers.admin);
    let base = copy::take_base(pool, &subject.cluster, port, admin, template, &shared.stop).await;
    drop(guard);
    let lsn = base?.lsn;
    tracing::debug!(branch = subject.branch_id, lsn, took = ?begun.elapsed(), "a base was taken");
    Ok(())
}

/// Has the server that runs keep its WAL from now on, where it was started without.
async fn keep_wal(compute: &Compute, port: u16, admin: &Admin) -> Result<(), copy::CopyError> {
    if compute.wal_is_kept() {
        return Ok(());
    }
    let cluster = compute.cluster.clone();
    blocking(move || cluster::keep_wal(&cluster)).await?;
    let session = Session::open(port, admin, "postgres").await?;
    session.run("SELECT pg_reload_conf()").await?;
    session.close().await?;
    compute.note_wal_is_kept();
    Ok(())
}

/// Shortens the largest windows until the project's histories are within the limit. Nothing that is written waits for this.
async fn shorten(shared: &Arc<Shared>, servers: &Servers, subjects: &[Subject]) {
    let bytes = |it: &Subject| shared.history.kept(&it.branch_id).bytes;
    let mut left: Vec<&Subject> = subjects.iter().filter(|it| it.since.is_some()).collect();
    while left.iter().map(|it| bytes(it)).sum::<u64>() > shared.config.history.most_bytes {
        left.sort_by_key(|it| bytes(it));
        let Some(largest) = left.pop() else { return };
        let before = bytes(largest);
        let shortened = tend(shared, servers, largest, true).await;
        let after = bytes(largest);
        match shortened {
            // No base was taken, so that the others would lose theirs for nothing.
            Ok(()) if after >= before => return,
            Ok(()) => tracing::info!(
                branch = largest.branch_id,
                before,
                after,
                "a restore window was shortened: the project's histories were over their limit"
            ),
            Err(error) => {
                tracing::warn!(branch = largest.branch_id, %error, "a restore window was not shortened");
            }
        }
    }
}
