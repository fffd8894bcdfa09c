//! Computes of a project, which the platform calls endpoints.

mod mutations;

use api::resource::computes as wire;
use serde::{Deserialize, Serialize};
use specta::Type;

use crate::Error;
use crate::accounts::client;
use crate::base::check::{self, SHORT_NAME};
use crate::base::ids;
use crate::core::names::{self, NameUpdate, Scope, SeenName};
use crate::core::operation::{Entry, operation};
use crate::model::name::Key;
use crate::platform::Platform;
use crate::platform::connection_probe::{self, ClickTime, ProbeTarget};
use crate::platform::mutation;
use crate::view::{ChangeView, ComputeSizeView, ComputeView, page};

pub(crate) use mutations::ComputeMutation;

/// What a new compute is to be.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct CreateCompute {
    /// The branch whose data it serves.
    pub branch_id: String,
    /// Whether it can only be read through. A branch has at most one that can be written through.
    pub read_only: bool,
    /// A name, 1 to 64 characters.
    pub name: Option<String>,
    /// Its size and when it is suspended.
    pub size: ComputeSizeView,
}

/// What is changed of a compute; what is `None` stays.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct UpdateCompute {
    /// A new name, 1 to 64 characters.
    pub name: Option<String>,
    /// Its size and when it is suspended.
    pub size: ComputeSizeView,
    /// Whether connections are refused.
    pub disabled: Option<bool>,
}

/// All computes of a project (`GET /projects/{project_id}/endpoints`).
///
/// # Errors
/// As every read of an account: [`crate::view::ErrorCode::Invalid`] for ids that cannot be, what the platform says while
/// the account has no address, [`crate::view::ErrorCode::Unauthorized`] for a key that is refused.
#[operation(Page, Read, compute_list, text)]
pub async fn list(
    app: &Platform,
    account_id: &str,
    project_id: &str,
) -> Result<Vec<ComputeView>, Error> {
    let account_client = client::of(app, account_id).await?;
    let computes = account_client.click().computes(&ids::project(project_id)?);
    let found = account_client.send_value(computes.list()).await?;
    let found: Vec<_> = found.iter().map(ComputeView::from).collect();
    saw_all(app, account_id, project_id, None, &found);
    Ok(found)
}

/// All computes of a branch (`GET /projects/{project_id}/branches/{branch_id}/endpoints`).
///
/// # Errors
/// As [`list`].
pub async fn list_of_branch(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
) -> Result<Vec<ComputeView>, Error> {
    let account_client = client::of(app, account_id).await?;
    let computes = account_client.click().computes(&ids::project(project_id)?);
    let branch = ids::branch(branch_id)?;
    let found = account_client
        .send_value(computes.list_of_branch(&branch))
        .await?;
    let found: Vec<_> = found.iter().map(ComputeView::from).collect();
    saw_all(app, account_id, project_id, Some(branch_id), &found);
    Ok(found)
}

/// One compute (`GET /projects/{project_id}/endpoints/{endpoint_id}`).
///
/// # Errors
/// As [`list`], and [`crate::view::ErrorCode::NotFound`] when it is not there.
pub async fn get(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    compute_id: &str,
) -> Result<ComputeView, Error> {
    let account_client = client::of(app, account_id).await?;
    let computes = account_client.click().computes(&ids::project(project_id)?);
    let compute = ids::compute(compute_id)?;
    let found = ComputeView::from(&account_client.send_value(computes.get(&compute)).await?);
    let seen = seen(account_id, project_id, &found);
    names::update(app, [NameUpdate::Seen(vec![seen])]);
    Ok(found)
}

fn saw_all(
    app: &Platform,
    account: &str,
    project: &str,
    branch: Option<&str>,
    computes: &[ComputeView],
) {
    let branch = branch.map(ToOwned::to_owned);
    let scope = Scope::Computes(account.to_owned(), project.to_owned(), branch);
    let seen = computes.iter().map(|it| seen(account, project, it));
    names::update(app, [NameUpdate::Whole(scope, seen.collect())]);
}

fn seen(account: &str, project: &str, compute: &ComputeView) -> SeenName {
    let key = Key::compute(account, project, &compute.branch_id, &compute.id);
    SeenName::named(key, compute.name.as_deref().unwrap_or_default())
}

/// Makes a compute (`POST /projects/{project_id}/endpoints`).
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for what cannot be asked, and as every mutation
/// ([`crate::view::ErrorCode::MaybeCreated`] when its end is not known).
#[operation(Page, Change, compute_create, text)]
pub async fn create(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    create: CreateCompute,
) -> Result<ChangeView<ComputeView>, Error> {
    let (project, branch) = (ids::project(project_id)?, ids::branch(&create.branch_id)?);
    let kind = if create.read_only {
        wire::EndpointType::ReadOnly
    } else {
        wire::EndpointType::ReadWrite
    };
    let options = wire::CreateEndpoint {
        options: options(create.name.as_deref(), &create.size)?,
        ..wire::CreateEndpoint::default()
    };
    let mutation = ComputeMutation::Create {
        project: project.to_string(),
        branch: branch.to_string(),
        kind: kind.to_string(),
        name: options.options.name.clone(),
    };
    let send = async move |api: api::Management| {
        let computes = api.computes(&project);
        computes.create(&branch, kind, &options).await
    };
    run_and_probe(app, account_id, project_id, mutation, send).await
}

/// Changes a compute (`PATCH /projects/{project_id}/endpoints/{endpoint_id}`).
///
/// # Errors
/// As [`create`].
#[operation(Page, Change, compute_update, text)]
pub async fn update(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    compute_id: &str,
    update: UpdateCompute,
) -> Result<ChangeView<ComputeView>, Error> {
    let (project, compute) = (ids::project(project_id)?, ids::compute(compute_id)?);
    if update == UpdateCompute::default() {
        return Err(Error::invalid("Nothing to change").hint("Change something first."));
    }
    let wanted = wire::EndpointOptions {
        disabled: update.disabled,
        ..options(update.name.as_deref(), &update.size)?
    };
    let mutation = ComputeMutation::Update {
        project: project.to_string(),
        compute: compute.to_string(),
        expected: mutation::expected(&wanted)?,
    };
    let send =
        async move |api: api::Management| api.computes(&project).update(&compute, &wanted).await;
    Ok(shown(
        &mutation::run(app, account_id, mutation, send).await?,
    ))
}

/// Deletes a compute; the branch keeps its data (`DELETE /projects/{project_id}/endpoints/{endpoint_id}`).
///
/// # Errors
/// As [`create`].
#[operation(Page, Change, compute_delete, text)]
pub async fn delete(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    compute_id: &str,
) -> Result<(), Error> {
    let (project, compute) = (ids::project(project_id)?, ids::compute(compute_id)?);
    let mutation = ComputeMutation::Delete {
        project: project.to_string(),
        compute: compute.to_string(),
    };
    let send = async move |api: api::Management| api.computes(&project).delete(&compute).await;
    let _gone: Option<wire::EndpointChange> =
        mutation::run(app, account_id, mutation, send).await?;
    connection_probe::forget(app, account_id, project_id, |known| {
        known.compute_id.as_deref() == Some(compute_id)
    });
    Ok(())
}

/// Wakes a compute (`POST /projects/{project_id}/endpoints/{endpoint_id}/start`).
///
/// # Errors
/// As [`create`].
#[operation(Page, Change, compute_start, text)]
pub async fn start(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    compute_id: &str,
) -> Result<ChangeView<ComputeView>, Error> {
    let (project, compute) = (ids::project(project_id)?, ids::compute(compute_id)?);
    let mutation = ComputeMutation::Start {
        project: project.to_string(),
        compute: compute.to_string(),
    };
    let send = async move |api: api::Management| api.computes(&project).start(&compute).await;
    run_and_probe(app, account_id, project_id, mutation, send).await
}

/// Puts a compute to sleep and cuts its connections (`POST /projects/{project_id}/endpoints/{endpoint_id}/suspend`).
///
/// # Errors
/// As [`create`].
#[operation(Page, Change, compute_suspend, text)]
pub async fn suspend(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    compute_id: &str,
) -> Result<ChangeView<ComputeView>, Error> {
    let (project, compute) = (ids::project(project_id)?, ids::compute(compute_id)?);
    let mutation = ComputeMutation::Suspend {
        project: project.to_string(),
        compute: compute.to_string(),
    };
    let send = async move |api: api::Management| api.computes(&project).suspend(&compute).await;
    // Before the request: a connection tried while it is on its way would wake the compute again.
    connection_probe::forget(app, account_id, project_id, |known| {
        known.compute_id.as_deref() == Some(compute_id)
    });
    Ok(shown(
        &mutation::run(app, account_id, mutation, send).await?,
    ))
}

/// Stops a compute and starts it again (`POST /projects/{project_id}/endpoints/{endpoint_id}/restart`).
///
/// # Errors
/// As [`create`].
#[operation(Page, Change, compute_restart, text)]
pub async fn restart(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    compute_id: &str,
) -> Result<ChangeView<ComputeView>, Error> {
    let (project, compute) = (ids::project(project_id)?, ids::compute(compute_id)?);
    let mutation = ComputeMutation::Restart {
        project: project.to_string(),
        compute: compute.to_string(),
    };
    let send = async move |api: api::Management| api.computes(&project).restart(&compute).await;
    run_and_probe(app, account_id, project_id, mutation, send).await
}

/// Runs a mutation that starts a compute, and follows that until it takes connections.
async fn run_and_probe<F>(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    mutation: ComputeMutation,
    send: impl FnOnce(api::Management) -> F,
) -> Result<ChangeView<ComputeView>, Error>
where
    F: Future<Output = Result<api::Reply<wire::EndpointChange>, api::Error>> + Send + 'static,
{
    let click = ClickTime::now(app);
    let started = shown(&mutation::run(app, account_id, mutation, send).await?);
    let compute = &started.item;
    if !compute.is_disabled {
        click.probe(
            app,
            ProbeTarget {
                account_id: account_id.to_owned(),
                project_id: project_id.to_owned(),
                branch_id: compute.branch_id.clone(),
                compute_id: Some(compute.id.clone()),
                url: None,
                operations: ProbeTarget::ids(&started.operations),
            },
        );
    }
    Ok(started)
}

/// The options that a create and an update have in common, checked.
fn options(name: Option<&str>, size: &ComputeSizeView) -> Result<wire::EndpointOptions, Error> {
    check::compute_range(size.min_cu, size.max_cu)?;
    Ok(wire::EndpointOptions {
        name: check::optional_name(name, "compute", SHORT_NAME)?,
        autoscaling_limit_min_cu: size.min_cu,
        autoscaling_limit_max_cu: size.max_cu,
        suspend_timeout_seconds: check::suspend_timeout(size.suspend_timeout_seconds)?,
        ..wire::EndpointOptions::default()
    })
}

fn shown(change: &wire::EndpointChange) -> ChangeView<ComputeView> {
    ChangeView {
        item: ComputeView::from(&change.endpoint),
        operations: page::operations(&change.operations),
    }
}

pub(crate) const OPERATIONS: &[Entry<Platform>] = &[
    ComputeList::ENTRY,
    ComputeCreate::ENTRY,
    ComputeUpdate::ENTRY,
    ComputeDelete::ENTRY,
    ComputeStart::ENTRY,
    ComputeSuspend::ENTRY,
    ComputeRestart::ENTRY,
];
