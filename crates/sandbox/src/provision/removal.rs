//! Taking projects away.

use std::io;
use std::path::PathBuf;

use futures::StreamExt;

use crate::commit::{CommitFailed, commit};
use crate::postgres::{WakeError, blocking, server_log, tree};
use crate::shared::Shared;
use crate::state::{Delete, PlatformState, Record, Removal};

/// Takes projects away, a few at a time.
pub async fn remove_projects(shared: &Shared, projects: impl IntoIterator<Item = String>) {
    const AT_ONCE: usize = 8;
    let removals = projects
        .into_iter()
        .map(|project| async move { remove_project(shared, &project).await });
    futures::stream::iter(removals)
        .buffer_unordered(AT_ONCE)
        .collect::<()>()
        .await;
}

/// Takes a project away: servers stopped, rows and data removed. That its data goes is written
/// down with the rows that lead to it, so that a start after a crash goes on with it.
pub async fn remove_project(shared: &Shared, project_id: &str) {
    let (endpoints, branches) = shared.store.read(|state| parts_of(state, project_id));
    if let Some(pool) = shared.pool() {
        for endpoint in &endpoints {
            pool.remove(endpoint).await;
        }
    }
    let with_data = branches
        .into_iter()
        .filter(|branch| shared.folder.cluster(branch).exists());
    let with_data: Vec<String> = with_data.collect();
    let mut records = vec![Record::Delete(Delete::Project(project_id.to_owned()))];
    records.extend(with_data.iter().cloned().map(removal));
    if let Err(error) = write(shared, records).await {
        tracing::error!(%error, project_id, "a project was not removed from the store");
        return;
    }
    remove_logs(shared, &endpoints);
    remove_data(shared, with_data).await;
    shared.changed.notify();
}

/// However many databases there are: a limit is for what is made.
async fn write(shared: &Shared, records: Vec<Record>) -> Result<(), CommitFailed> {
    commit(shared, move |_| Ok((records, ()))).await
}

fn removal(branch_id: String) -> Record {
    Record::Removal(Removal { branch_id })
}

/// Removes the data of branches that the store says are gone; what cannot be removed now is
/// tried again at the next start.
pub async fn remove_data(shared: &Shared, branch_ids: Vec<String>) {
    if branch_ids.is_empty() {
        return;
    }
    for id in &branch_ids {
        if let Err(error) = remove_cluster(shared, shared.folder.cluster(id)).await {
            tracing::warn!(%error, "some data of a removed project was not removed");
            return;
        }
    }
    let done = branch_ids
        .into_iter()
        .map(Delete::Removal)
        .map(Record::Delete);
    if let Err(error) = write(shared, done.collect()).await {
        tracing::warn!(%error, "the removal of data was not stored as done");
    }
}

/// Waits for whoever uses the files, such as a check that began before the project was removed.
async fn remove_cluster(shared: &Shared, cluster: PathBuf) -> Result<(), WakeError> {
    let _lock = match shared.pool() {
        Some(pool) => Some(pool.acquire_exclusive(None, &cluster).await?),
        None => None,
    };
    remove_folders(vec![cluster]).await?;
    Ok(())
}

/// Every endpoint and branch of a project, deleted ones too.
pub fn parts_of(state: &PlatformState, project_id: &str) -> (Vec<String>, Vec<String>) {
    let branches: Vec<String> = state
        .all_branches_of(project_id)
        .map(|it| it.id.clone())
        .collect();
    let endpoints = branches
        .iter()
        .flat_map(|branch| state.endpoint_ids_of_branch(branch))
        .collect();
    (endpoints, branches)
}

pub fn remove_logs(shared: &Shared, endpoints: &[String]) {
    for endpoint in endpoints {
        server_log::remove(&shared.folder.log(endpoint));
    }
}

pub async fn remove_folders(folders: Vec<PathBuf>) -> io::Result<()> {
    blocking(move || folders.iter().try_for_each(|path| tree::remove(path))).await
}
