//! A file in each branch's data that says whose it is, for the day when the store is lost. It
//! holds no secret, and nothing but the quarantine reads it.

use std::io;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::disk;
use crate::owner::read_small;
use crate::postgres::blocking;
use crate::shared::Shared;
use crate::state::PlatformState;

const FILE: &str = "plinth-about.json";

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    pub project_id: String,
    /// The project's name.
    pub project: String,
    pub branch_id: String,
    /// The branch's name.
    pub branch: String,
    #[serde(default)]
    pub parent_id: Option<String>,
    /// Whether it is the project's default branch.
    #[serde(default)]
    pub default: bool,
    #[serde(default)]
    pub endpoint_id: Option<String>,
    #[serde(default)]
    pub port: Option<u16>,
}

impl About {
    pub fn of(state: &PlatformState, branch_id: &str) -> Option<Self> {
        let branch = state.branches.get(branch_id)?;
        let project = state.projects.get(&branch.project_id)?;
        let endpoint = state.endpoint_of_branch(branch_id);
        Some(Self {
            project_id: project.id.clone(),
            project: project.name.clone(),
            branch_id: branch.id.clone(),
            branch: branch.name.clone(),
            parent_id: branch.parent_id.clone(),
            default: branch.default,
            endpoint_id: endpoint.map(|it| it.id.clone()),
            port: endpoint.and_then(|it| it.port),
        })
    }

    /// None when the folder does not say, or says it in a way that cannot be read.
    pub fn read(cluster: &Path) -> Option<Self> {
        serde_json::from_slice(&read_small(&cluster.join(FILE)).ok()?).ok()
    }

    fn write(&self, cluster: &Path) -> io::Result<()> {
        if Self::read(cluster).as_ref() == Some(self) {
            return Ok(());
        }
        disk::write_private(&cluster.join(FILE), &serde_json::to_string_pretty(self)?)
    }
}

/// Writes down whose data this is. A copy says so of itself and no longer of what it is a copy of.
pub async fn note(shared: &Shared, branch_id: &str) {
    let cluster = shared.folder.cluster(branch_id);
    let about = shared.store.read(|state| About::of(state, branch_id));
    // What fails is in the log already.
    let _ = blocking(move || {
        write(about, &cluster);
        Ok(())
    })
    .await;
}

fn write(about: Option<About>, cluster: &Path) {
    if let Some(about) = about.filter(|_| cluster.is_dir())
        && let Err(error) = about.write(cluster)
    {
        let branch_id = about.branch_id;
        tracing::warn!(%error, branch_id, "the note in a branch's data was not written");
    }
}

/// The same for all data there is, once at each start: names change, and older data has none.
pub async fn write_notes(shared: Arc<Shared>) {
    if shared.servers.is_none() {
        return;
    }
    let noted = tokio::task::spawn_blocking(move || {
        let all: Vec<String> = shared
            .store
            .read(|state| state.branches.keys().cloned().collect());
        for branch in all {
            if shared.stop.is_cancelled() {
                return;
            }
            let about = shared.store.read(|state| About::of(state, &branch));
            write(about, &shared.folder.cluster(&branch));
        }
    });
    if noted.await.is_err() {
        tracing::warn!("the notes in branches' data were not written");
    }
}
