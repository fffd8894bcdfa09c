use std::collections::BTreeMap;
use std::fmt;

use chrono::{DateTime, Utc};
use uuid::Uuid;

/// A password or token: never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[secret]")
    }
}

#[derive(Debug, Clone)]
pub struct Organization {
    pub id: String,
    pub name: String,
    pub created_at: DateTime<Utc>,
}

#[derive(Debug, Clone)]
pub struct Project {
    pub id: String,
    pub name: String,
    /// None until somebody claims the temporary database it was made for.
    pub organization_id: Option<String>,
    pub logical_replication: bool,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BranchState {
    /// Its data directory is being made; after a crash it is thrown away.
    Init,
    Ready,
}

/// One data directory.
#[derive(Debug, Clone)]
pub struct Branch {
    pub id: String,
    pub project_id: String,
    pub name: String,
    pub state: BranchState,
    pub created_at: DateTime<Utc>,
}

/// One server over a branch's data, behind a port that never changes.
#[derive(Debug, Clone)]
pub struct Endpoint {
    pub id: String,
    pub project_id: String,
    pub branch_id: String,
    pub port: u16,
    pub transfer_bytes: u64,
    pub created_at: DateTime<Utc>,
}

#[derive(Debug, Clone)]
pub struct Role {
    pub branch_id: String,
    pub name: String,
    pub password: Secret,
}

#[derive(Debug, Clone)]
pub struct Database {
    pub branch_id: String,
    pub name: String,
    pub owner: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimStatus {
    Unclaimed,
    Claiming,
    Claimed,
}

impl ClaimStatus {
    pub fn word(self) -> &'static str {
        match self {
            Self::Unclaimed => "UNCLAIMED",
            Self::Claiming => "CLAIMING",
            Self::Claimed => "CLAIMED",
        }
    }
}

/// The instant service's record over a project.
#[derive(Debug, Clone)]
pub struct Temporary {
    pub id: Uuid,
    pub project_id: String,
    pub referrer: String,
    pub status: ClaimStatus,
    /// Proves that a form was served by this sandbox.
    pub claim_token: Secret,
    pub claiming_since: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

/// One step of the world, as it is written and then applied.
#[derive(Debug, Clone)]
pub enum Row {
    Organization(Organization),
    Project(Project),
    Branch(Branch),
    Endpoint(Endpoint),
    Role(Role),
    Database(Database),
    Temporary(Temporary),
    /// The project with everything that hangs on it.
    NoProject(String),
}

#[derive(Debug, Clone, Default)]
pub struct World {
    pub organizations: BTreeMap<String, Organization>,
    pub projects: BTreeMap<String, Project>,
    pub branches: BTreeMap<String, Branch>,
    pub endpoints: BTreeMap<String, Endpoint>,
    /// By branch and name.
    pub roles: BTreeMap<(String, String), Role>,
    /// By branch and name.
    pub databases: BTreeMap<(String, String), Database>,
    pub temporaries: BTreeMap<Uuid, Temporary>,
}

impl World {
    pub fn apply(&mut self, row: Row) {
        match row {
            Row::Organization(it) => drop(self.organizations.insert(it.id.clone(), it)),
            Row::Project(it) => drop(self.projects.insert(it.id.clone(), it)),
            Row::Branch(it) => drop(self.branches.insert(it.id.clone(), it)),
            Row::Endpoint(it) => drop(self.endpoints.insert(it.id.clone(), it)),
            Row::Role(it) => {
                drop(
                    self.roles
                        .insert((it.branch_id.clone(), it.name.clone()), it),
                );
            }
            Row::Database(it) => {
                let key = (it.branch_id.clone(), it.name.clone());
                drop(self.databases.insert(key, it));
            }
            Row::Temporary(it) => drop(self.temporaries.insert(it.id, it)),
            Row::NoProject(id) => self.forget(&id),
        }
    }

    fn forget(&mut self, project_id: &str) {
        let branches: Vec<String> = self
            .branches_of(project_id)
            .map(|branch| branch.id.clone())
            .collect();
        self.roles
            .retain(|(branch, _), _| !branches.contains(branch));
        self.databases
            .retain(|(branch, _), _| !branches.contains(branch));
        self.endpoints.retain(|_, it| it.project_id != project_id);
        self.branches.retain(|_, it| it.project_id != project_id);
        self.temporaries.retain(|_, it| it.project_id != project_id);
        self.projects.remove(project_id);
    }

    pub fn branches_of<'a>(&'a self, project_id: &'a str) -> impl Iterator<Item = &'a Branch> {
        self.branches
            .values()
            .filter(move |branch| branch.project_id == project_id)
    }

    pub fn endpoint_of(&self, project_id: &str) -> Option<&Endpoint> {
        self.endpoints
            .values()
            .find(|it| it.project_id == project_id)
    }

    pub fn temporary_of(&self, project_id: &str) -> Option<&Temporary> {
        self.temporaries
            .values()
            .find(|it| it.project_id == project_id)
    }

    /// A temporary database whose server has answered once; a half-made one does not exist yet.
    pub fn ready_temporary(&self, id: Uuid) -> Option<&Temporary> {
        let temporary = self.temporaries.get(&id)?;
        let ready = self
            .branches_of(&temporary.project_id)
            .all(|branch| branch.state == BranchState::Ready);
        ready.then_some(temporary)
    }
}
