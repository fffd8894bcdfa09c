//! What replies have in common, and how one is made of what a look found when the reply was lost.

use api::Reply;
use api::resource::auth::{AuthIntegration, SdkKeys, TestEmail};
use api::resource::branches::{Branch, BranchChange, CreatedBranch, RecoveredBranch};
use api::resource::computes::{Endpoint, EndpointChange};
use api::resource::databases::{Database, DatabaseChange};
use api::resource::email_server::EmailServer;
use api::resource::keys::{ApiKey, NewApiKey, RevokedApiKey};
use api::resource::oauth_providers::OauthProvider;
use api::resource::operations::Operation;
use api::resource::projects::{CreatedProject, Project, ProjectChange, RecoveredProject};
use api::resource::roles::{Role, RoleChange};
use secrecy::SecretString;

/// What a look found that a mutation did.
#[derive(Clone, Debug)]
pub(crate) enum Found {
    /// It was done, and there is nothing to show of it.
    Nothing,
    Project(Box<Project>),
    Branch(Box<Branch>),
    Compute(Box<Endpoint>),
    Database(Box<Database>),
    Role(Box<Role>),
    Key(Box<ApiKey>),
    Integration(Box<AuthIntegration>),
    Provider(Box<OauthProvider>),
    EmailServer(Box<EmailServer>),
}

impl Found {
    /// Its id, when it has one of its own.
    pub(super) fn id(&self) -> Option<String> {
        match self {
            Self::Project(project) => Some(project.id.to_string()),
            Self::Branch(branch) => Some(branch.id.to_string()),
            Self::Compute(compute) => Some(compute.id.to_string()),
            Self::Key(key) => Some(key.id.to_string()),
            _ => None,
        }
    }
}

/// What a reply, or a look, says of things that have names.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AffectedResources<'a> {
    pub(super) project: Option<&'a Project>,
    pub(super) branch: Option<&'a Branch>,
    pub(super) computes: &'a [Endpoint],
    pub(super) databases: &'a [Database],
    pub(super) key: Option<(i64, Option<&'a str>)>,
}

impl<'a> AffectedResources<'a> {
    pub(super) fn of(found: &'a Found) -> Self {
        match found {
            Found::Project(project) => Self::project(project),
            Found::Branch(branch) => Self::branch(branch),
            Found::Compute(compute) => Self::computes(std::slice::from_ref(compute)),
            Found::Database(database) => Self::databases(std::slice::from_ref(database)),
            Found::Key(key) => Self {
                key: Some((key.id.0, Some(&key.name))),
                ..Self::default()
            },
            _ => Self::default(),
        }
    }

    fn project(project: &'a Project) -> Self {
        Self {
            project: Some(project),
            ..Self::default()
        }
    }

    fn branch(branch: &'a Branch) -> Self {
        Self {
            branch: Some(branch),
            ..Self::default()
        }
    }

    fn computes(computes: &'a [Endpoint]) -> Self {
        Self {
            computes,
            ..Self::default()
        }
    }

    fn databases(databases: &'a [Database]) -> Self {
        Self {
            databases,
            ..Self::default()
        }
    }
}

/// The value of a mutation's reply.
pub(crate) trait Answer: Send + Sized + 'static {
    /// What still goes on.
    fn operations(&self) -> &[Operation] {
        &[]
    }

    /// The id of what it made or changed, when that has one of its own.
    fn id(&self) -> Option<String> {
        None
    }

    /// What it says of things that have names.
    fn affected(&self) -> AffectedResources<'_> {
        AffectedResources::default()
    }

    /// The same from a look, as far as a look can see it. `None` when nothing of use can be made of it.
    fn of(found: Found) -> Option<Self>;
}

/// Ids by which this reply's doing is told from another's.
pub(super) fn ids<T: Answer>(reply: &Reply<T>) -> Vec<String> {
    let operations = reply.value.operations().iter();
    let operations = operations.map(|operation| operation.id.to_string());
    reply.value.id().into_iter().chain(operations).collect()
}

/// A reply with operations: where they are, the id, and what is made of a found thing.
macro_rules! answer {
    ($reply:ty, $id:expr, $affected:expr, $($found:ident)|+ ($thing:ident) => $made:expr) => {
        impl Answer for $reply {
            fn operations(&self) -> &[Operation] {
                &self.operations
            }

            fn id(&self) -> Option<String> {
                let id: fn(&Self) -> Option<String> = $id;
                id(self)
            }

            fn affected(&self) -> AffectedResources<'_> {
                let affected: for<'a> fn(&'a Self) -> AffectedResources<'a> = $affected;
                affected(self)
            }

            fn of(found: Found) -> Option<Self> {
                match found {
                    $(Found::$found($thing))|+ => Some($made),
                    _ => None,
                }
            }
        }

        impl Answer for Option<$reply> {
            fn operations(&self) -> &[Operation] {
                self.as_ref().map_or(&[], Answer::operations)
            }

            fn affected(&self) -> AffectedResources<'_> {
                self.as_ref().map(Answer::affected).unwrap_or_default()
            }

            fn of(found: Found) -> Option<Self> {
                Some(<$reply>::of(found))
            }
        }
    };
}

answer!(CreatedProject, |it| Some(it.project.id.to_string()), |it| AffectedResources {
    project: Some(&it.project),
    branch: it.branch.as_ref(),
    computes: &it.endpoints,
    databases: &it.databases,
    key: None,
}, Project(project) => Self {
    project: *project,
    connection_uris: Vec::new(),
    roles: Vec::new(),
    databases: Vec::new(),
    operations: Vec::new(),
    branch: None,
    endpoints: Vec::new(),
});
answer!(ProjectChange, |_| None, |it| AffectedResources::project(&it.project), Project(project) => Self { project: *project, operations: Vec::new() });
answer!(CreatedBranch, |it| Some(it.branch.id.to_string()), |it| AffectedResources {
    computes: &it.endpoints,
    databases: &it.databases,
    ..AffectedResources::branch(&it.branch)
}, Branch(branch) => Self {
    branch: *branch,
    endpoints: Vec::new(),
    operations: Vec::new(),
    roles: Vec::new(),
    databases: Vec::new(),
    connection_uris: Vec::new(),
});
answer!(BranchChange, |_| None, |it| AffectedResources::branch(&it.branch), Branch(branch) => Self { branch: *branch, operations: Vec::new() });
answer!(EndpointChange, |it| Some(it.endpoint.id.to_string()), |it| AffectedResources::computes(std::slice::from_ref(&it.endpoint)), Compute(endpoint) => Self {
    endpoint: *endpoint,
    operations: Vec::new(),
});
answer!(DatabaseChange, |_| None, |it| AffectedResources::databases(std::slice::from_ref(&it.database)), Database(database) => Self { database: *database, operations: Vec::new() });
answer!(RoleChange, |_| None, |_| AffectedResources::default(), Role(role) => Self { role: *role, operations: Vec::new() });

impl Answer for Option<Project> {
    fn affected(&self) -> AffectedResources<'_> {
        self.as_ref()
            .map(AffectedResources::project)
            .unwrap_or_default()
    }

    fn of(found: Found) -> Option<Self> {
        match found {
            Found::Project(project) => Some(Some(*project)),
            _ => Some(None),
        }
    }
}

impl Answer for RecoveredProject {
    fn affected(&self) -> AffectedResources<'_> {
        AffectedResources::project(&self.project)
    }

    fn of(found: Found) -> Option<Self> {
        match found {
            Found::Project(project) => Some(Self {
                project: *project,
                branches: Vec::new(),
            }),
            _ => None,
        }
    }
}

impl Answer for RecoveredBranch {
    fn affected(&self) -> AffectedResources<'_> {
        AffectedResources {
            computes: &self.endpoints,
            ..AffectedResources::branch(&self.branch)
        }
    }

    fn of(found: Found) -> Option<Self> {
        match found {
            Found::Branch(branch) => Some(Self {
                branch: *branch,
                endpoints: Vec::new(),
            }),
            _ => None,
        }
    }
}

impl Answer for NewApiKey {
    fn affected(&self) -> AffectedResources<'_> {
        AffectedResources {
            key: self.id.map(|id| (id.0, self.name.as_deref())),
            ..AffectedResources::default()
        }
    }

    fn id(&self) -> Option<String> {
        self.id.map(|id| id.to_string())
    }

    fn of(_: Found) -> Option<Self> {
        None
    }
}

impl Answer for RevokedApiKey {
    fn of(found: Found) -> Option<Self> {
        match found {
            Found::Key(key) => Some(Self {
                key: *key,
                revoked: true,
            }),
            _ => None,
        }
    }
}

impl Answer for SdkKeys {
    fn of(_: Found) -> Option<Self> {
        None
    }
}

/// The id of a user.
impl Answer for String {
    fn of(_: Found) -> Option<Self> {
        None
    }
}

/// The link of a transfer.
impl Answer for SecretString {
    fn of(_: Found) -> Option<Self> {
        None
    }
}

impl Answer for TestEmail {
    fn of(_: Found) -> Option<Self> {
        None
    }
}

impl Answer for () {
    fn of(_: Found) -> Option<Self> {
        Some(())
    }
}

impl Answer for OauthProvider {
    fn of(found: Found) -> Option<Self> {
        match found {
            Found::Provider(provider) => Some(*provider),
            _ => None,
        }
    }
}

impl Answer for EmailServer {
    fn of(found: Found) -> Option<Self> {
        match found {
            Found::EmailServer(server) => Some(*server),
            _ => None,
        }
    }
}
