//! What the sandbox takes of the disk, by what takes it, and the most that it may take. Folders are
//! walked on threads of their own, now and then, and only those that may have changed.

mod disk_use;
mod reservation;
mod size;
pub mod usage;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use tokio_util::sync::CancellationToken;

pub use self::disk_use::{DiskKind, DiskPart, DiskUse, NoRoom};
use self::size::Size;
use crate::copier;
use crate::disk;
use crate::postgres::compute::Activity;
use crate::postgres::tree;
use crate::shared::Shared;
use crate::state::PlatformState;

const MEASURE_EVERY: Duration = Duration::from_secs(30);
/// A folder without a server is walked again after so long.
const SIZE_MAX_AGE: Duration = Duration::from_secs(600);

/// Reserves room for the data of the branch `made`, a copy of the branch `like` where one is named. The reservation ends
/// when a measurement finds the data. The error has the numbers that were compared.
pub async fn reserve(shared: &Arc<Shared>, like: Option<&str>, made: &str) -> Result<(), NoRoom> {
    if shared.servers.is_none() {
        return Ok(());
    }
    if shared.space.saw_nothing() {
        measure_all(shared).await;
    }
    if let Some(branch_id) = like {
        measure(shared, branch_id).await;
    }
    let try_reserve = || {
        let max_disk = shared.config.max_disk;
        shared.space.try_reserve(max_disk, like, made)
    };
    if try_reserve().is_ok() {
        return Ok(());
    }
    // What is known may be old.
    measure_all(shared).await;
    try_reserve()
}

/// What a branch takes whose folder was made since the last measurement.
async fn measure(shared: &Shared, branch_id: &str) {
    let cluster = shared.folder.cluster(branch_id);
    if shared.space.seen().sizes.contains_key(branch_id) {
        return;
    }
    let measured = tokio::task::spawn_blocking(move || {
        cluster.is_dir().then(|| Size::measure(&cluster, None))
    });
    if let Ok(Some(size)) = measured.await {
        let mut seen = shared.space.seen();
        seen.sizes.entry(branch_id.to_owned()).or_insert(size);
    }
}

/// Looks again on a task of its own, unless that was done a moment ago.
pub fn measure_if_stale(shared: &Arc<Shared>) {
    let begun = shared.space.seen().begun;
    if begun.is_some_and(|begun| begun.elapsed() < MEASURE_EVERY) {
        return;
    }
    shared.space.seen().begun = Some(Instant::now());
    let this = Arc::clone(shared);
    shared.tasks.spawn(async move {
        tokio::select! {
            () = this.stop.cancelled() => {}
            () = measure_all(&this) => {}
        }
    });
}

/// Measures everything anew.
pub async fn measure_all(shared: &Arc<Shared>) {
    let _alone = shared.space.measuring.lock().await;
    let (sizes, clones, reservations) = {
        let mut seen = shared.space.seen();
        seen.begun = Some(Instant::now());
        let reservations = seen.reservations.clone();
        (seen.sizes.clone(), seen.usage.clones, reservations)
    };
    let over: HashSet<String> = shared.store.read(|state| {
        let over = reservations.iter().filter(|it| it.is_over(state));
        over.map(|it| it.branch_id.clone()).collect()
    });
    let walk = Walk {
        clusters: shared.folder.clusters(),
        replicas: shared.folder.replicas(),
        templates: shared.folder.templates(),
        logs: shared.folder.logs(),
        quarantine: shared.folder.quarantine(),
        servers: shared.folder.servers.clone(),
        data_dir: shared.folder.data_dir.clone(),
        activities: activities(shared),
        changed: reservations.into_iter().map(|it| it.branch_id).collect(),
        sizes,
        clones,
        stop: shared.stop.clone(),
    };
    let Ok(Some(walked)) = tokio::task::spawn_blocking(move || walk.walk()).await else {
        return;
    };
    let parts = shared.store.read(|state| parts(state, &walked));
    let used_bytes = parts.iter().map(|it| it.bytes).sum();
    let usage = DiskUse {
        used_bytes,
        max_bytes: walked.free.map(|free| match walked.clones {
            // Shared blocks are counted for each file that has them: what seems to be used can be more than the disk
            // has, and only what is free is known.
            Some(true) => used_bytes + free / 2,
            // Half of what would be free without the sandbox.
            _ => used_bytes.midpoint(free),
        }),
        clones: walked.clones,
        parts,
    };
    let mut seen = shared.space.seen();
    let changed = seen.usage.parts != usage.parts;
    seen.reservations.retain(|it| !over.contains(&it.branch_id));
    for reservation in &mut seen.reservations {
        reservation.measure(&walked.sizes);
    }
    seen.sizes = walked.sizes;
    seen.usage = usage;
    drop(seen);
    if changed {
        shared.changed.notify();
    }
}

/// How the servers over branches stand; a cluster changes while its server runs.
fn activities(shared: &Shared) -> HashMap<String, Activity> {
    let Some(pool) = shared.pool() else {
        return HashMap::new();
    };
    let computes = pool.all();
    shared.store.read(|state| {
        let endpoints = computes.iter().filter_map(|compute| {
            let endpoint = state.endpoints.get(&compute.endpoint_id)?;
            Some((endpoint.branch_id.clone(), compute.activity()))
        });
        endpoints.collect()
    })
}

struct Walk {
    clusters: PathBuf,
    replicas: PathBuf,
    templates: PathBuf,
    logs: PathBuf,
    quarantine: PathBuf,
    servers: PathBuf,
    data_dir: PathBuf,
    activities: HashMap<String, Activity>,
    /// Branches whose data is new since the last measurement, or is about to be.
    changed: HashSet<String>,
    sizes: HashMap<String, Size>,
    /// As it was found before: a disk does not change in this.
    clones: Option<bool>,
    stop: CancellationToken,
}

#[derive(Debug)]
struct WalkResult {
    sizes: HashMap<String, Size>,
    replicas: (u64, usize),
    templates: (u64, usize),
    logs: (u64, usize),
    quarantine: (u64, usize),
    other: u64,
    free: Option<u64>,
    clones: Option<bool>,
}

impl Walk {
    /// None when it is told to stop.
    fn walk(self) -> Option<WalkResult> {
        let mut sizes = HashMap::new();
        for (name, path) in entries(&self.clusters) {
            if self.stop.is_cancelled() {
                return None;
            }
            let size = self.size(&name, &path);
            sizes.insert(name, size);
        }
        let whole = |folder: &Path| (tree::disk_bytes(folder), entries(folder).len());
        let known = [
            &self.clusters,
            &self.replicas,
            &self.templates,
            &self.logs,
            &self.quarantine,
            &self.servers,
        ];
        let others = [&self.servers, &self.data_dir];
        let others = others.iter().flat_map(|folder| entries(folder));
        let others = others.filter(|(_, path)| !known.contains(&path));
        Some(WalkResult {
            replicas: whole(&self.replicas),
            templates: whole(&self.templates),
            logs: whole(&self.logs),
            quarantine: whole(&self.quarantine),
            other: others.map(|(_, path)| tree::disk_bytes(&path)).sum(),
            free: disk::free(&self.servers),
            clones: self.clones.or_else(|| copier::clones(&self.servers).ok()),
            sizes,
        })
    }

    fn size(&self, name: &str, path: &Path) -> Size {
        let activity = self.activities.get(name).copied();
        let is_unchanging = activity.is_none_or(|it| it.is_suspended);
        let known = self.sizes.get(name).filter(|it| {
            let is_made = !name.contains('.') && !self.changed.contains(name);
            is_made && is_unchanging && it.activity == activity && it.at.elapsed() < SIZE_MAX_AGE
        });
        known
            .copied()
            .unwrap_or_else(|| Size::measure(path, activity))
    }
}

fn entries(folder: &Path) -> Vec<(String, PathBuf)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            (name, entry.path())
        })
        .collect()
}

fn parts(state: &PlatformState, walked: &WalkResult) -> Vec<DiskPart> {
    let mut parts: Vec<DiskPart> = Vec::new();
    let mut add = |kind, bytes, count, until: Option<DateTime<Utc>>| {
        let found = parts.iter().position(|it| it.kind == kind);
        let at = found.unwrap_or_else(|| {
            parts.push(DiskPart {
                kind,
                bytes: 0,
                count: 0,
                until: None,
            });
            parts.len() - 1
        });
        if let Some(part) = parts.get_mut(at) {
            part.bytes += bytes;
            part.count += count;
            part.until = part.until.max(until);
        }
    };
    let mut deleted_projects = HashSet::new();
    for (name, size) in &walked.sizes {
        let (kind, until) = kind(state, name);
        // What is in the making or beside a branch's data is no branch of its own.
        let counts = match kind {
            DiskKind::Other => false,
            DiskKind::DeletedProjects => {
                let branch = name.split('.').next().and_then(|id| state.branches.get(id));
                branch.is_some_and(|it| deleted_projects.insert(&it.project_id))
            }
            _ => !name.contains('.'),
        };
        add(kind, size.bytes, usize::from(counts), until);
    }
    for (kind, (bytes, count)) in [
        (DiskKind::Replicas, walked.replicas),
        (DiskKind::Templates, walked.templates),
        (DiskKind::Logs, walked.logs),
        (DiskKind::Quarantine, walked.quarantine),
        (DiskKind::Other, (walked.other, 0)),
    ] {
        add(kind, bytes, count, None);
    }
    parts.sort_by_key(|it| it.kind);
    // An empty folder is nobody's.
    parts.retain(|it| it.count > 0 || it.kind == DiskKind::Other);
    parts
}

/// What a folder among the clusters belongs to.
fn kind(state: &PlatformState, name: &str) -> (DiskKind, Option<DateTime<Utc>>) {
    let branch_id = name.split('.').next().unwrap_or(name);
    let Some(branch) = state.branches.get(branch_id) else {
        return (DiskKind::Other, None);
    };
    let project = state.projects.get(&branch.project_id);
    let project_until = project.and_then(super::state::project::Project::recoverable_until);
    let branch_until = branch.deleted.as_ref().map(|it| it.until);
    match (project_until, branch_until) {
        (Some(until), _) => (DiskKind::DeletedProjects, Some(until)),
        (None, Some(until)) => (DiskKind::DeletedBranches, Some(until)),
        (None, None) if branch.snapshot.is_some() => (DiskKind::Snapshots, None),
        (None, None) if branch.default => (DiskKind::Projects, None),
        (None, None) => (DiskKind::Branches, None),
    }
}
