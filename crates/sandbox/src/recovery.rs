//! What a start makes of what the run before left.

use std::convert::Infallible;
use std::io;
use std::path::Path;
use std::sync::Arc;

use chrono::Utc;

use crate::postgres::stock::Servers;
use crate::postgres::{process, tree};
use crate::shared::Shared;
use crate::state::{
    Branch, Endpoint, EndpointState, Operation, PlatformState, Record, Status, Task,
};
use crate::{disk, operation, provision, quarantine};

/// After a crash: servers that were left running are stopped, temporary databases whose create was
/// never answered are removed, and folders that nobody knows are quarantined. Then every database is
/// put behind its port again, and open operations go on.
pub async fn recover(shared: &Arc<Shared>) {
    // The order matters. What servers were doing is closed first, since none runs by now. Folders are
    // only moved or removed once no leftover server works in them, ports are only opened once the
    // folders are in place, and operations only go on once their computes have ports.
    end_external_operations(shared);
    if let Some(servers) = &shared.servers {
        clean_up(shared, servers).await;
        let endpoints: Vec<_> = shared.store.read(|state| {
            let endpoints = state.endpoints.values();
            let placed = endpoints.filter(|it| it.port.is_some() && state.is_served(it));
            placed.cloned().collect()
        });
        for endpoint in endpoints {
            let port = endpoint.port.unwrap_or_default();
            let listeners = shared.ports.listen_on(port).await.ok();
            provision::computes::add_compute(shared, &servers.pool, &endpoint, listeners);
        }
    }
    let unfinished = shared
        .store
        .read(PlatformState::projects_with_open_operations);
    for project in unfinished {
        operation::wake_engine(shared, &project);
    }
}

async fn clean_up(shared: &Arc<Shared>, servers: &Servers) {
    let found = folders_in(&shared.folder.clusters());
    let replicas = folders_in(&shared.folder.replicas());
    let leftovers = found
        .iter()
        .chain(&replicas)
        .map(|(_, path)| process::stop_leftover(&servers.pool.pg, path));
    futures::future::join_all(leftovers).await;
    for (endpoint, path) in replicas {
        // The data of a read-only compute can be made again.
        let is_served = shared.store.read(|state| {
            let found = state.endpoints.get(&endpoint);
            found.is_some_and(|it| state.is_served(it))
        });
        if !is_served && let Err(error) = tree::remove(&path) {
            tracing::warn!(%error, endpoint, "the data of a read-only compute was left in place");
        }
    }
    // Their creates were never answered, so nobody knows them; a client that asks for the same id
    // again has it made anew.
    for project in shared.store.read(PlatformState::unanswered_creates) {
        provision::remove_project(shared, &project).await;
    }
    for (name, path) in &found {
        let is_there = |branch: &str| shared.folder.cluster(branch).exists();
        let folder_action = shared
            .store
            .read(|state| folder_action(state, name, is_there));
        if let Err(error) = carry_out(shared, path, &folder_action) {
            tracing::error!(%error, folder = name, ?folder_action, "a folder was left in place");
        }
    }
    let removed = shared.store.read(|state| state.removals.clone());
    provision::remove_data(shared, removed.into_iter().collect()).await;
}

/// What a start does with a folder that lies among the branches' data.
#[derive(Debug, Clone, PartialEq, Eq)]
enum FolderAction {
    /// It is a branch's data, or an operation under way goes on with it.
    Keep,
    /// It never had the name of whole data, or the store says that it is to be removed.
    Remove,
    /// A restore that was cut off had renamed it.
    PutBack { branch_id: String },
    /// The store has no record of it.
    Quarantine,
}

/// Nothing is removed but what the store says is to be removed, and copies that were never
/// whole: those have a name of their own until they are.
fn folder_action(
    state: &PlatformState,
    name: &str,
    is_there: impl Fn(&str) -> bool,
) -> FolderAction {
    let ends = |ending: &str| name.strip_suffix(ending)?.strip_suffix('.');
    if ends(tree::MAKING).or(ends(tree::COPYING)).is_some() {
        return FolderAction::Remove;
    }
    let (restored, replaced) = (ends(operation::RESTORED), ends(operation::REPLACED));
    let branch = restored.or(replaced).unwrap_or(name);
    if state.removals.contains(branch) {
        return FolderAction::Remove;
    }
    match state.branches.get(branch) {
        None => FolderAction::Quarantine,
        // The copy for a restore, which makes it again.
        Some(_) if restored.is_some() => FolderAction::Remove,
        Some(_) if replaced.is_none() => FolderAction::Keep,
        Some(_) if !is_there(branch) => FolderAction::PutBack {
            branch_id: branch.to_owned(),
        },
        Some(it) if is_being_restored(state, it) => FolderAction::Keep,
        Some(_) => FolderAction::Quarantine,
    }
}

fn is_being_restored(state: &PlatformState, branch: &Branch) -> bool {
    let mut open = state.open_operations_of(&branch.project_id);
    open.any(|it| {
        let restores = matches!(it.task, Task::Restore { .. });
        restores && it.branch_id.as_ref() == Some(&branch.id)
    })
}

fn carry_out(shared: &Shared, path: &Path, folder_action: &FolderAction) -> io::Result<()> {
    match folder_action {
        // Of a database that was never answered.
        _ if !path.exists() => Ok(()),
        FolderAction::Keep => Ok(()),
        FolderAction::Remove => tree::remove(path),
        FolderAction::PutBack { branch_id } => {
            disk::rename(path, &shared.folder.cluster(branch_id))
        }
        FolderAction::Quarantine => {
            quarantine::quarantine_folder(path, &shared.folder.quarantine(), Utc::now())
        }
    }
}

/// No server runs any more: what was noted of one that was waking or being suspended is over.
fn end_external_operations(shared: &Shared) {
    let now = shared.now();
    let done = shared.store.change_now(|state| {
        let observed = state
            .operations
            .values()
            .filter(|it| it.task == Task::External && !it.status.is_terminal());
        let mut records: Vec<Record> = observed
            .map(|it| {
                Record::Operation(Operation {
                    status: Status::Cancelled,
                    updated_at: now,
                    ..it.clone()
                })
            })
            .collect();
        let active = state.endpoints.values();
        let active = active.filter(|it| it.state == EndpointState::Active);
        records.extend(active.map(|it| {
            Record::Endpoint(Endpoint {
                state: EndpointState::Idle,
                suspended_at: Some(now),
                ..it.clone()
            })
        }));
        Ok::<_, Infallible>((records, ()))
    });
    if let Err(error) = done {
        tracing::warn!(%error, "the last states of servers were not stored");
    }
}

fn folders_in(folder: &Path) -> Vec<(String, std::path::PathBuf)> {
    let entries = std::fs::read_dir(folder);
    entries
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| Some((entry.file_name().into_string().ok()?, entry.path())))
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::state::{Delete, Removal};

    fn branch(id: &str) -> Record {
        let now = "2026-01-01T00:00:00Z";
        let branch = json!({
            "id": id, "project_id": "p", "name": id, "state": "init",
            "created_at": now, "updated_at": now, "state_changed_at": now,
        });
        Record::Branch(serde_json::from_value(branch).unwrap())
    }

    fn restore(of: &str) -> Record {
        let now = "2026-01-01T00:00:00Z";
        let operation = json!({
            "id": "o", "project_id": "p", "branch_id": of, "action": "create_branch",
            "status": "running", "created_at": now, "updated_at": now, "chain": "c",
            "task": {"restore": {"from": "other", "preserve_as": null}},
        });
        Record::Operation(serde_json::from_value(operation).unwrap())
    }

    #[test]
    fn only_what_is_written_down_as_removed_or_never_was_whole_goes() {
        let mut state = PlatformState::default();
        state.apply(branch("br-known"));
        state.apply(Record::Removal(Removal {
            branch_id: "br-gone".into(),
        }));
        let of =
            |state: &PlatformState, name: &str, there: bool| folder_action(state, name, |_| there);
        let back = || FolderAction::PutBack {
            branch_id: "br-known".into(),
        };
        for (name, there, expected) in [
            ("br-known", true, FolderAction::Keep),
            ("br-nobodys", true, FolderAction::Quarantine),
            ("br-gone", true, FolderAction::Remove),
            ("br-gone.replaced", false, FolderAction::Remove),
            ("br-nobodys.copying", true, FolderAction::Remove),
            ("br-known.making", true, FolderAction::Remove),
            ("br-known.restored.copying", true, FolderAction::Remove),
            ("br-known.restored", true, FolderAction::Remove),
            ("br-nobodys.restored", true, FolderAction::Quarantine),
            ("br-known.replaced", false, back()),
            ("br-known.replaced", true, FolderAction::Quarantine),
            ("br-nobodys.replaced", false, FolderAction::Quarantine),
            ("copying", true, FolderAction::Quarantine),
        ] {
            assert_eq!(of(&state, name, there), expected, "{name}, {there}");
        }
        state.apply(restore("br-known"));
        assert_eq!(of(&state, "br-known.replaced", true), FolderAction::Keep);
        state.apply(Record::Delete(Delete::Removal("br-gone".into())));
        assert_eq!(of(&state, "br-gone", true), FolderAction::Quarantine);
    }
}
