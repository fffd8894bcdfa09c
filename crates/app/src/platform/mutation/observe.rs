//! The look at the platform after a reply was lost: as few calls as tell whether the mutation was done.

use api::resource::auth::AuthIntegration;
use api::resource::branches::{Branch, BranchSort, ListBranches, SortOrder};
use api::resource::computes::Endpoint;
use api::resource::databases::Database;
use api::resource::email_server::EmailServer;
use api::resource::keys::ApiKey;
use api::resource::oauth_providers::OauthProvider;
use api::resource::operations::{ListOperations, Operation};
use api::resource::projects::{ListProjects, Project};
use api::resource::roles::Role;
use api::{BranchId, Management, Page, ProjectId, Reply};
use chrono::{DateTime, Utc};
use futures::{Stream, StreamExt};

use super::client::PlatformClient;
use super::record::Mutation;
use crate::Error;
use crate::base::ids;

/// The largest pages that the platform gives.
const PROJECTS_A_PAGE: u32 = 400;
const BRANCHES_A_PAGE: u32 = 1000;
const OPERATIONS_A_PAGE: u32 = 100;

/// A list that is longer than this many pages is not read to its end.
const MOST_PAGES: usize = 50;

/// What was found, by what had to be looked at.
#[derive(Clone, Debug)]
pub(super) enum Observation {
    /// Nothing can be looked at, or not all of it.
    Nothing,
    /// The thing, or what it is in, is not there.
    Gone,
    Projects(Vec<Project>),
    Project(Box<Project>),
    Branches(Vec<Branch>),
    Branch(Box<Branch>, Vec<Operation>),
    Computes(Vec<Endpoint>),
    Compute(Box<Endpoint>, Vec<Operation>),
    Databases(Vec<Database>, Vec<Operation>),
    Roles(Vec<Role>, Vec<Operation>),
    Keys(Vec<ApiKey>),
    Integrations(Vec<AuthIntegration>),
    Domains(Vec<String>),
    Providers(Vec<OauthProvider>),
    EmailServer(Box<EmailServer>),
}

impl Observation {
    /// Ids of the operations that were seen.
    pub(super) fn operations(&self) -> Vec<String> {
        let operations = match self {
            Self::Branch(_, operations)
            | Self::Compute(_, operations)
            | Self::Databases(_, operations)
            | Self::Roles(_, operations) => operations.as_slice(),
            _ => &[],
        };
        operations.iter().map(|it| it.id.to_string()).collect()
    }
}

/// Looks at what a mutation would have changed. Operations are read back to `since`, by the platform's clock.
///
/// # Errors
/// The platform cannot be looked at now.
pub(super) async fn see(
    account_client: &PlatformClient,
    mutation: &Mutation,
    since: DateTime<Utc>,
) -> Result<Observation, Error> {
    match look(account_client, mutation, since).await {
        Err(Stop::Api(error)) if error.is_not_found() => Ok(Observation::Gone),
        Err(Stop::Api(error)) => Err(error.into()),
        Err(Stop::Core(error)) => Err(error),
        Ok(seen) => Ok(seen),
    }
}

enum Stop {
    Api(api::Error),
    Core(Error),
}

impl From<api::Error> for Stop {
    fn from(error: api::Error) -> Self {
        Self::Api(error)
    }
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Core(error)
    }
}

async fn look(
    account_client: &PlatformClient,
    mutation: &Mutation,
    since: DateTime<Utc>,
) -> Result<Observation, Stop> {
    let api = account_client.click();
    Ok(match mutation {
        Mutation::CreateProject { name, organization } => {
            let list = ListProjects {
                page_size: Some(PROJECTS_A_PAGE),
                search: name.clone(),
                org_id: organization.as_deref().map(ids::organization).transpose()?,
                ..ListProjects::default()
            };
            all(account_client, api.projects().pages(list))
                .await?
                .map_or(Observation::Nothing, Observation::Projects)
        }
        Mutation::UpdateProject { project, .. }
        | Mutation::DeleteProject { project }
        | Mutation::RecoverProject { project } => {
            let project = ids::project(project)?;
            Observation::Project(Box::new(
                value(account_client, api.projects().get(&project)).await?,
            ))
        }
        Mutation::CreateBranch { project, name, .. } => {
            let list = ListBranches {
                page_size: Some(BRANCHES_A_PAGE),
                search: name.clone(),
                sort_by: Some(BranchSort::CreatedAt),
                sort_order: Some(SortOrder::Descending),
                ..ListBranches::default()
            };
            let branches = api.branches(&ids::project(project)?);
            all(account_client, branches.pages(list))
                .await?
                .map_or(Observation::Nothing, Observation::Branches)
        }
        Mutation::UpdateBranch {
            project, branch, ..
        }
        | Mutation::DeleteBranch {
            project, branch, ..
        }
        | Mutation::RecoverBranch { project, branch }
        | Mutation::RestoreBranch { project, branch }
        | Mutation::SetDefaultBranch { project, branch } => {
            let (project, branch) = (ids::project(project)?, ids::branch(branch)?);
            let found = value(account_client, api.branches(&project).get(&branch)).await?;
            let operations = operations(account_client, &api, &project, since).await?;
            Observation::Branch(Box::new(found.branch), operations)
        }
        Mutation::CreateCompute {
            project, branch, ..
        } => {
            let (project, branch) = (ids::project(project)?, ids::branch(branch)?);
            let computes = api.computes(&project);
            Observation::Computes(value(account_client, computes.list_of_branch(&branch)).await?)
        }
        Mutation::UpdateCompute {
            project, compute, ..
        }
        | Mutation::DeleteCompute { project, compute }
        | Mutation::StartCompute { project, compute }
        | Mutation::SuspendCompute { project, compute }
        | Mutation::RestartCompute { project, compute } => {
            let (project, compute) = (ids::project(project)?, ids::compute(compute)?);
            let found = value(account_client, api.computes(&project).get(&compute)).await?;
            let operations = operations(account_client, &api, &project, since).await?;
            Observation::Compute(Box::new(found), operations)
        }
        Mutation::CreateDatabase {
            project, branch, ..
        }
        | Mutation::UpdateDatabase {
            project, branch, ..
        }
        | Mutation::DeleteDatabase {
            project, branch, ..
        } => {
            let (project, branch) = (ids::project(project)?, ids::branch(branch)?);
            // What shows when its operation has ended is looked at after the operations: it cannot end unseen in between.
            let operations = on_branch(account_client, &api, &project, &branch, since).await?;
            let found = value(account_client, api.databases(&project, &branch).list()).await?;
            Observation::Databases(found, operations)
        }
        Mutation::CreateRole {
            project, branch, ..
        }
        | Mutation::DeleteRole {
            project, branch, ..
        }
        | Mutation::ResetPassword {
            project, branch, ..
        } => {
            let (project, branch) = (ids::project(project)?, ids::branch(branch)?);
            let operations = on_branch(account_client, &api, &project, &branch, since).await?;
            let found = value(account_client, api.roles(&project, &branch).list()).await?;
            Observation::Roles(found, operations)
        }
        Mutation::CreateKey { organization, .. } | Mutation::RevokeKey { organization, .. } => {
            Observation::Keys(keys(account_client, &api, mutation, organization.as_deref()).await?)
        }
        Mutation::EnableAuth { project, .. } | Mutation::RemoveAuth { project, .. } => {
            let auth = api.auth(&ids::project(project)?);
            Observation::Integrations(value(account_client, auth.integrations()).await?)
        }
        Mutation::AddDomain { project, .. } | Mutation::DeleteDomains { project, .. } => {
            let auth = api.auth(&ids::project(project)?);
            let found = value(account_client, auth.domains()).await?;
            Observation::Domains(found.into_iter().map(|domain| domain.domain).collect())
        }
        Mutation::AddOauthProvider { project, .. }
        | Mutation::UpdateOauthProvider { project, .. }
        | Mutation::DeleteOauthProvider { project, .. } => {
            let providers = api.oauth_providers(&ids::project(project)?);
            Observation::Providers(value(account_client, providers.list()).await?)
        }
        Mutation::UpdateEmailServer { project, .. } => {
            let server = api.email_server(&ids::project(project)?);
            Observation::EmailServer(Box::new(value(account_client, server.get()).await?))
        }
        Mutation::CreateSdkKeys { .. }
        | Mutation::CreateAuthUser { .. }
        | Mutation::TransferAuth { .. }
        | Mutation::SendTestEmail { .. } => Observation::Nothing,
    })
}

/// The keys of an organization or of the caller. Revoking by the caller's own route reaches an organization's key too, so
/// that one is looked for in both.
async fn keys(
    account_client: &PlatformClient,
    api: &Management,
    mutation: &Mutation,
    organization: Option<&str>,
) -> Result<Vec<ApiKey>, Stop> {
    if let Some(organization) = organization {
        let organization = ids::organization(organization)?;
        return Ok(value(account_client, api.organization_keys(&organization).list()).await?);
    }
    let mut found = value(account_client, api.keys().list()).await?;
    if !matches!(mutation, Mutation::RevokeKey { .. }) {
        return Ok(found);
    }
    let organizations = match account_client.send(api.organizations().list()).await {
        Ok(reply) => reply.value,
        Err(error) if error.is_not_found() || error.is_forbidden() => Vec::new(),
        Err(error) => return Err(error.into()),
    };
    for organization in organizations {
        match account_client
            .send(api.organization_keys(&organization.id).list())
            .await
        {
            Ok(reply) => found.extend(reply.value),
            // Whose keys cannot be seen could not be revoked either.
            Err(error) if error.is_not_found() || error.is_forbidden() => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(found)
}

async fn on_branch(
    account_client: &PlatformClient,
    api: &Management,
    project: &ProjectId,
    branch: &BranchId,
    since: DateTime<Utc>,
) -> Result<Vec<Operation>, api::Error> {
    let mut found = operations(account_client, api, project, since).await?;
    found.retain(|operation| operation.branch_id.as_ref() == Some(branch));
    Ok(found)
}

/// The project's operations that were ordered since then.
async fn operations(
    account_client: &PlatformClient,
    api: &Management,
    project: &ProjectId,
    since: DateTime<Utc>,
) -> Result<Vec<Operation>, api::Error> {
    let is_new = |operation: &Operation| operation.created_at.is_none_or(|at| at >= since);
    let list = ListOperations {
        page_size: Some(OPERATIONS_A_PAGE),
        ..ListOperations::default()
    };
    let mut pages = std::pin::pin!(api.operations(project).pages(list).take(MOST_PAGES));
    let mut found = Vec::new();
    while let Some(page) = pages.next().await {
        let page = heard(account_client, page)?;
        let ends = !page.items.iter().all(is_new);
        found.extend(page.items.into_iter().filter(is_new));
        if ends {
            break;
        }
    }
    Ok(found)
}

async fn value<T>(
    account_client: &PlatformClient,
    call: impl Future<Output = Result<Reply<T>, api::Error>>,
) -> Result<T, api::Error> {
    Ok(account_client.send(call).await?.value)
}

/// A page that came. One that says that the key is refused is the last that is asked for with it.
fn heard<T>(account_client: &PlatformClient, page: Result<T, api::Error>) -> Result<T, api::Error> {
    if matches!(&page, Err(error) if error.is_unauthorized()) {
        account_client.refuse();
    }
    page
}

/// `None` for a list that is too long to be read to its end: what is not in a part of it may still be there.
async fn all<T>(
    account_client: &PlatformClient,
    pages: impl Stream<Item = Result<Page<T>, api::Error>>,
) -> Result<Option<Vec<T>>, Stop> {
    let mut pages = std::pin::pin!(pages);
    let mut found = Vec::new();
    for _ in 0..MOST_PAGES {
        match pages.next().await {
            Some(page) => found.extend(heard(account_client, page)?.items),
            None => return Ok(Some(found)),
        }
    }
    Ok(None)
}
