//! Makes quarantined data, which has no record in the store, a branch of a project again.

use std::io;
use std::path::Path;
use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::about::{self, About};
use super::error::QuarantineError;
use super::item::{Item, QuarantinedKind, find};
use super::roles::{self, Contents};
use crate::disk;
use crate::postgres::stock::Servers;
use crate::postgres::{blocking, cluster, control_file, opening, template};
use crate::provision::{self, Parts};
use crate::shared::Shared;
use crate::state::{
    Branch, BranchState, ChangeError, Database, Endpoint, EndpointState, Operation, PlatformState,
    Project, Record, Role, Task,
};

/// Makes it a branch of its former project, or of a new one. Roles get new passwords, as
/// the former ones went with the store. Returns the project.
pub async fn put_back(shared: &Arc<Shared>, id: &str) -> Result<String, QuarantineError> {
    let (this, id) = (Arc::clone(shared), id.to_owned());
    let work = shared.tasks.spawn(async move {
        tokio::select! {
            () = this.give_up.cancelled() => Err(QuarantineError::Stopping),
            done = adopt(&this, &id) => done,
        }
    });
    work.await.unwrap_or(Err(QuarantineError::Stopping))
}

async fn adopt(shared: &Arc<Shared>, id: &str) -> Result<String, QuarantineError> {
    let _turn = shared.quarantine.turn.lock().await;
    let item = find(shared, id)?;
    let servers = shared.servers.as_ref().ok_or(QuarantineError::NoServers)?;
    check(servers, &item)?;
    let contents = take_over(shared, servers, &item).await?;
    let mut about = About::read(&item.path);
    if let Some(about) = &mut about
        && let Some(port) = about.port
        && shared.ports.listen_on(port).await.is_err()
    {
        about.port = None;
    }
    let adoption = Adoption::new(shared, about);
    let branch_id = adoption.branch_id.clone();
    // A crash from here on leaves a folder that nobody knows, which the next start quarantines.
    let cluster = shared.folder.cluster(&branch_id);
    rename(&item.path, &cluster).await?;
    let committed = shared.store.change(move |state| {
        let records = adoption.records(state, contents)?;
        let project_id = records.project.id.clone();
        let endpoint_id = records.endpoint.id.clone();
        Ok((records.all(), (project_id, endpoint_id)))
    });
    let (project_id, endpoint_id) = match committed.await {
        Ok(committed) => committed,
        Err(error) => {
            rename(&cluster, &item.path).await?;
            return Err(match error {
                ChangeError::Store(error) => error.into(),
                ChangeError::Refused(IdTaken) => QuarantineError::Taken,
                ChangeError::Stopping => QuarantineError::Stopping,
            });
        }
    };
    shared.quarantine.forget(id);
    about::note(shared, &branch_id).await;
    // The data is a branch by now; a port is looked for again when somebody starts its compute.
    if let Err(error) = provision::computes::ensure_compute(shared, &endpoint_id).await {
        tracing::warn!(%error, endpoint_id, "a branch that was put back has no port yet");
    }
    tracing::info!(project_id, branch_id, "quarantined data is a branch again");
    shared.changed.notify();
    Ok(project_id)
}

async fn rename(from: &Path, to: &Path) -> io::Result<()> {
    let (from, to) = (from.to_path_buf(), to.to_path_buf());
    blocking(move || disk::rename(&from, &to)).await
}

fn check(servers: &Servers, item: &Item) -> Result<(), QuarantineError> {
    if item.kind != QuarantinedKind::Branch {
        return Err(QuarantineError::NotData);
    }
    let control = item.path.join(control_file::PATH);
    if !cluster::exists(&item.path) || !control.is_file() {
        return Err(QuarantineError::NotWhole);
    }
    let found = cluster::major(&item.path).ok_or(QuarantineError::NotWhole)?;
    let version = servers.pool.pg.version.chars();
    let runs: String = version.take_while(char::is_ascii_digit).collect();
    match found == runs {
        true => Ok(()),
        false => Err(QuarantineError::OtherVersion { found, runs }),
    }
}

/// Lets the sandbox in, which has another password than when the data was made, and asks the
/// data's own server what it holds.
async fn take_over(
    shared: &Arc<Shared>,
    servers: &Servers,
    item: &Item,
) -> Result<Contents, QuarantineError> {
    let (plan, pool) = (&servers.stock.plan, &servers.pool);
    // Before anything is written: data that cannot be served stays as it is.
    opening::make_ready(&pool.pg, pool.owner, &item.path, None).await?;
    template::set_admin_password(plan, &item.path).await?;
    let server = servers.pool.maintenance_server(None, &item.path).await?;
    let contents = roles::take_over(server.port, &servers.admin, &shared.random).await;
    server.finish().await;
    Ok(contents?)
}

/// Another branch got the id meanwhile.
#[derive(Debug)]
struct IdTaken;

/// What the records that will lead to the data are made of.
struct Adoption {
    about: Option<About>,
    branch_id: String,
    fresh_project: String,
    region: String,
    parts: Parts,
    now: DateTime<Utc>,
}

impl Adoption {
    /// With the branch's former id where nothing else has it, since its folder is moved before the
    /// records are written. All else is decided on the state in which they are.
    fn new(shared: &Shared, about: Option<About>) -> Self {
        let now = shared.now();
        let fresh_project = shared.random.project_id();
        let region = shared.config.names.region.clone();
        let nobodys = Project::new(fresh_project.clone(), region.clone(), now);
        let parts = Parts::new(shared, &nobodys, "", "", now);
        let previous = about.as_ref().map(|it| &it.branch_id);
        let free = previous.filter(|id| shared.store.read(|state| is_free(state, id)));
        Self {
            branch_id: free.unwrap_or(&parts.branch.id).clone(),
            about,
            fresh_project,
            region,
            parts,
            now,
        }
    }

    fn records(self, state: &PlatformState, contents: Contents) -> Result<Adopted, IdTaken> {
        if !is_free(state, &self.branch_id) {
            return Err(IdTaken);
        }
        let about = self.about.as_ref();
        let previous = about.and_then(|it| state.projects.get(&it.project_id));
        let joined = previous.filter(|it| it.deleted_at.is_none() && it.purged_at.is_none());
        let project = match joined {
            Some(joined) => Project {
                updated_at: self.now,
                ..joined.clone()
            },
            None => self.project(state, previous.is_none()),
        };
        let mut branch = Branch {
            id: self.branch_id.clone(),
            project_id: project.id.clone(),
            state: BranchState::Ready,
            default: joined.is_none(),
            creation_source: project.creation_source.clone(),
            created_by: project.creator_id.clone(),
            ..self.parts.branch
        };
        let mut endpoint = Endpoint {
            branch_id: self.branch_id,
            project_id: project.id.clone(),
            state: EndpointState::Idle,
            size: project.compute_defaults.clone(),
            creation_source: project.creation_source.clone(),
            ..self.parts.endpoint
        };
        if let Some(about) = self.about {
            branch.name = free_name(state, &project.id, &about.branch);
            branch.parent_id = about.parent_id.filter(|id| {
                let parent = state.branches.get(id);
                parent.is_some_and(|it| it.project_id == project.id)
            });
            if let Some(id) = about.endpoint_id
                && !state.endpoints.contains_key(&id)
            {
                endpoint.id = id;
            }
            endpoint.port = about.port.filter(|port| !state.port_is_known(*port));
        }
        let contents = content_records(state, &branch, contents, self.now);
        Ok(Adopted {
            project,
            branch,
            endpoint,
            contents,
        })
    }

    /// A project of its own, with the former id where that is free.
    fn project(&self, state: &PlatformState, is_free: bool) -> Project {
        let about = self.about.as_ref();
        let (creator_id, organization_id) = first_owner(state);
        let fresh = &self.fresh_project;
        let id = about.filter(|_| is_free).map_or(fresh, |it| &it.project_id);
        Project {
            name: about.map_or(fresh, |it| &it.project).clone(),
            organization_id,
            creator_id,
            ..Project::new(id.clone(), self.region.clone(), self.now)
        }
    }
}

/// The records that lead to the data.
struct Adopted {
    project: Project,
    branch: Branch,
    endpoint: Endpoint,
    contents: Vec<Record>,
}

impl Adopted {
    fn all(self) -> Vec<Record> {
        let mut all = vec![
            Record::Project(self.project),
            Record::Branch(self.branch),
            Record::Endpoint(self.endpoint),
        ];
        all.extend(self.contents);
        all
    }
}

/// The roles and databases that the data has.
fn content_records(
    state: &PlatformState,
    branch: &Branch,
    contents: Contents,
    now: DateTime<Utc>,
) -> Vec<Record> {
    let roles = contents.roles.into_iter();
    let roles = roles.map(|(name, password)| Record::Role(Role::new(branch, name, password, now)));
    let ids = state.next_database_id()..;
    let databases = contents.databases.into_iter().zip(ids);
    let databases = databases
        .map(|((name, owner), id)| Record::Database(Database::new(id, branch, name, owner, now)));
    roles.chain(databases).collect()
}

/// The first user with their organization, to whom data without an owner is given.
fn first_owner(state: &PlatformState) -> (Option<String>, Option<String>) {
    (
        state.first_user().map(|it| it.id.clone()),
        state.first_organization().map(|it| it.id.clone()),
    )
}

/// Whether nothing has the id, and nothing is stored that removes data of that id: what is put
/// back would go with it.
fn is_free(state: &PlatformState, branch_id: &str) -> bool {
    let removes = |it: &Operation| match &it.task {
        Task::RemoveData { branch_ids } => branch_ids.iter().any(|id| id == branch_id),
        _ => false,
    };
    let mut open = state.operations.values();
    !state.branches.contains_key(branch_id)
        && !state.removals.contains(branch_id)
        && !open.any(|it| !it.status.is_terminal() && removes(it))
}

/// A name that no branch of the project has.
fn free_name(state: &PlatformState, project_id: &str, name: &str) -> String {
    let is_taken = |name: &str| state.all_branches_of(project_id).any(|it| it.name == name);
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    names
        .find(|name| !is_taken(name))
        .unwrap_or_else(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::start::Sandbox;
    use crate::state::{Delete, Removal};

    fn about() -> About {
        serde_json::from_value(serde_json::json!({
            "project_id": "former-project", "project": "Former", "branch_id": "br-former",
            "branch": "main",
        }))
        .unwrap()
    }

    fn contents() -> Contents {
        Contents {
            roles: Vec::new(),
            databases: Vec::new(),
        }
    }

    #[tokio::test]
    async fn what_changed_while_the_data_was_moved_stays_changed() {
        let folder = tempfile::tempdir().unwrap();
        let config = Config {
            servers: false,
            ..Config::new(folder.path())
        };
        let running = Sandbox::start(config).await.unwrap();
        let shared = &running.shared;
        let adoption = || Adoption::new(shared, Some(about()));
        let mut project = Project::new("former-project".into(), "here".into(), shared.now());
        let mut state = PlatformState::default();

        let records = adoption().records(&state, contents()).unwrap();
        let (joined, branch) = (&records.project, &records.branch);
        assert_eq!((&*joined.id, &*joined.name), ("former-project", "Former"));
        assert_eq!((&*branch.id, branch.default), ("br-former", true));

        project.name = "Renamed".into();
        state.apply(Record::Project(project.clone()));
        let records = adoption().records(&state, contents()).unwrap();
        assert_eq!(records.project.name, "Renamed");
        assert_eq!(
            (records.branch.default, records.endpoint.port),
            (false, None)
        );

        project.deleted_at = Some(shared.now());
        state.apply(Record::Project(project));
        let records = adoption().records(&state, contents()).unwrap();
        assert_ne!(records.project.id, "former-project");
        assert_eq!(records.branch.project_id, records.project.id);

        let removal = Removal {
            branch_id: "br-former".into(),
        };
        state.apply(Record::Removal(removal));
        assert!(
            adoption().records(&state, contents()).is_err(),
            "it would go again"
        );
        state.apply(Record::Delete(Delete::Removal("br-former".into())));
        state.apply(Record::Branch(records.branch));
        assert!(
            adoption().records(&state, contents()).is_err(),
            "it is another's"
        );
        running.stop().await;
    }
}
