//! Taking projects away.

use std::path::PathBuf;

use futures::StreamExt;

use super::keep;
use crate::postgres::tree;
use crate::shared::Shared;
use crate::world::{Gone, Row, World};

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

/// Takes a project away: servers stopped, rows and data removed.
pub async fn remove_project(shared: &Shared, project_id: &str) {
    let (endpoints, branches) = shared.catalogue.read(|world| parts_of(world, project_id));
    if let Some(yard) = shared.yard() {
        for endpoint in &endpoints {
            yard.remove(endpoint).await;
        }
    }
    let gone = Row::Gone(Gone::Project(project_id.to_owned()));
    if let Err(error) = keep(shared, vec![gone]).await {
        tracing::error!(%error, project_id, "a project stays in the catalogue");
        return;
    }
    let clusters = branches.iter().map(|branch| shared.folder.cluster(branch));
    let logs = endpoints.iter().map(|endpoint| shared.folder.log(endpoint));
    remove_files(project_id, logs.collect(), clusters.collect()).await;
    shared.changed.notify();
}

/// Every endpoint and branch of a project, deleted ones too.
pub fn parts_of(world: &World, project_id: &str) -> (Vec<String>, Vec<String>) {
    let branches: Vec<String> = world
        .all_branches_of(project_id)
        .map(|it| it.id.clone())
        .collect();
    let endpoints = branches
        .iter()
        .filter_map(|branch| world.endpoint_of_branch(branch))
        .map(|it| it.id.clone())
        .collect();
    (endpoints, branches)
}

pub async fn remove_files(project_id: &str, logs: Vec<PathBuf>, clusters: Vec<PathBuf>) {
    let removed = tokio::task::spawn_blocking(move || {
        for log in logs {
            let _ = std::fs::remove_file(log);
        }
        clusters.iter().try_for_each(|path| tree::remove(path))
    });
    if let Ok(Err(error)) = removed.await {
        tracing::warn!(%error, project_id, "some data of a removed project is still there");
    }
}
