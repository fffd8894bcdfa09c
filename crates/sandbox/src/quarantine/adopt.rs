//! Putting back: data that nobody knows becomes a branch of a project again.

use std::convert::Infallible;
use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::about::{self, About};
use super::error::QuarantineError;
use super::roles::{self, Holds};
use super::{Entry, QuarantinedKind};
use crate::disk;
use crate::postgres::stock::Servers;
use crate::postgres::{cluster, control_file, proxy, template};
use crate::provision::{self, Parts};
use crate::shared::Shared;
use crate::world::{
    Branch, BranchState, ChangeError, Database, Endpoint, EndpointState, Project, Role, Row, World,
};

/// Makes it a branch of the project that it was of, or of a new one. Roles get new passwords, as
/// the former ones went with the catalogue. Tells the project.
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
    let entry = super::find(shared, id)?;
    let servers = shared.servers.as_ref().ok_or(QuarantineError::NoServers)?;
    check(servers, &entry)?;
    let holds = take_over(shared, servers, &entry).await?;
    let mut about = About::read(&entry.path);
    if let Some(about) = &mut about
        && let Some(port) = about.port
        && proxy::listen(port).await.is_err()
    {
        about.port = None;
    }
    let drawn = Drawn::new(shared, about.as_ref());
    let (branch_id, project_id) = (drawn.branch.id.clone(), drawn.branch.project_id.clone());
    let endpoint_id = drawn.endpoint.id.clone();
    // A crash from here on leaves a folder that nobody knows, which the next start puts aside.
    let cluster = shared.folder.cluster(&branch_id);
    disk::rename(&entry.path, &cluster)?;
    let kept = shared.catalogue.change(move |world| {
        let rows = drawn.rows(world, holds);
        Ok::<_, Infallible>((rows, ()))
    });
    if let Err(error) = kept.await {
        disk::rename(&cluster, &entry.path)?;
        return Err(match error {
            ChangeError::Store(error) => error.into(),
            ChangeError::Refused(never) => match never {},
            ChangeError::Stopping => QuarantineError::Stopping,
        });
    }
    shared.quarantine.forget(id);
    about::note(shared, &branch_id);
    provision::placed(shared, &endpoint_id)
        .await
        .map_err(|_| QuarantineError::NoPort)?;
    tracing::info!(
        project_id,
        branch_id,
        "data that was put aside is a branch again"
    );
    shared.changed.notify();
    Ok(project_id)
}

fn check(servers: &Servers, entry: &Entry) -> Result<(), QuarantineError> {
    if entry.kind != QuarantinedKind::Branch {
        return Err(QuarantineError::NotData);
    }
    let control = entry.path.join(control_file::PATH);
    if !cluster::is_there(&entry.path) || !control.is_file() {
        return Err(QuarantineError::NotWhole);
    }
    let found = cluster::major(&entry.path).ok_or(QuarantineError::NotWhole)?;
    let version = servers.yard.pg.version.chars();
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
    entry: &Entry,
) -> Result<Holds, QuarantineError> {
    let plan = &servers.stock.plan;
    template::readmit(plan, &entry.path).await?;
    let attended = servers.yard.attend(None, &entry.path).await?;
    let holds = roles::take_over(attended.port, &servers.admin, &shared.random).await;
    attended.finish().await;
    Ok(holds?)
}

/// The records that will lead to the data.
struct Drawn {
    project: Project,
    branch: Branch,
    endpoint: Endpoint,
    now: DateTime<Utc>,
}

impl Drawn {
    /// With the ids and names that the data says, where nothing else has them.
    fn new(shared: &Shared, about: Option<&About>) -> Self {
        let now = shared.now();
        let fresh = shared.random.project_id();
        let (owner, organization) = shared.catalogue.read(first_of_all);
        let known = |id: &str| {
            shared
                .catalogue
                .read(|world| world.projects.get(id).cloned())
        };
        let former = about.and_then(|it| known(&it.project_id));
        let joins = former
            .clone()
            .filter(|it| it.deleted_at.is_none() && it.purged_at.is_none());
        let mut project = joins.clone().unwrap_or_else(|| {
            let id = about
                .filter(|_| former.is_none())
                .map_or_else(|| fresh.clone(), |it| it.project_id.clone());
            Project {
                name: about.map_or(fresh, |it| it.project.clone()),
                organization_id: organization,
                creator_id: owner,
                ..Project::new(id, shared.config.names.region.clone(), now)
            }
        });
        let parts = Parts::new(shared, &project, "", "", now);
        project.updated_at = now;
        Self::of(shared, project, parts, about, joins.is_some(), now)
    }

    fn of(
        shared: &Shared,
        project: Project,
        parts: Parts,
        about: Option<&About>,
        joins: bool,
        now: DateTime<Utc>,
    ) -> Self {
        let Parts {
            mut branch,
            mut endpoint,
            ..
        } = parts;
        branch.state = BranchState::Ready;
        branch.default = !joins;
        endpoint.state = EndpointState::Idle;
        shared.catalogue.read(|world| {
            let Some(about) = about else { return };
            if !world.branches.contains_key(&about.branch_id) {
                branch.id.clone_from(&about.branch_id);
            }
            branch.name = free_name(world, &project.id, &about.branch);
            branch.parent_id = about.parent_id.clone().filter(|id| {
                let parent = world.branches.get(id);
                parent.is_some_and(|it| it.project_id == project.id)
            });
            if let Some(id) = &about.endpoint_id
                && !world.endpoints.contains_key(id)
            {
                endpoint.id.clone_from(id);
            }
            endpoint.port = about.port.filter(|port| !world.port_is_known(*port));
        });
        endpoint.branch_id.clone_from(&branch.id);
        Self {
            project,
            branch,
            endpoint,
            now,
        }
    }

    fn rows(self, world: &World, holds: Holds) -> Vec<Row> {
        let (now, branch_id) = (self.now, self.branch.id.clone());
        let project_id = self.project.id.clone();
        let roles = holds.roles.into_iter().map(|(name, password)| {
            Row::Role(Role {
                branch_id: branch_id.clone(),
                project_id: project_id.clone(),
                name,
                password,
                password_unknown: false,
                protected: false,
                created_at: now,
                updated_at: now,
            })
        });
        let ids = world.next_database_id()..;
        let databases = holds
            .databases
            .into_iter()
            .zip(ids)
            .map(|((name, owner), id)| {
                Row::Database(Database {
                    id,
                    branch_id: branch_id.clone(),
                    project_id: project_id.clone(),
                    name,
                    owner,
                    created_at: now,
                    updated_at: now,
                })
            });
        let parts: Vec<Row> = roles.chain(databases).collect();
        let mut rows = vec![
            Row::Project(self.project),
            Row::Branch(self.branch),
            Row::Endpoint(self.endpoint),
        ];
        rows.extend(parts);
        rows
    }
}

/// Who was there first, with their organization: data without a catalogue is theirs.
fn first_of_all(world: &World) -> (Option<String>, Option<String>) {
    let user = world.users.values().min_by_key(|it| it.created_at);
    let organization = world.organizations.values().min_by_key(|it| it.created_at);
    (
        user.map(|it| it.id.clone()),
        organization.map(|it| it.id.clone()),
    )
}

/// A name that no branch of the project has.
fn free_name(world: &World, project_id: &str, name: &str) -> String {
    let is_taken = |name: &str| world.all_branches_of(project_id).any(|it| it.name == name);
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    names
        .find(|name| !is_taken(name))
        .unwrap_or_else(|| name.to_owned())
}
