//! Branches of a project.

mod mutations;
mod request;
mod schema;

use api::resource::branches as wire;
use api::resource::branches::CreatedBranch as Created;

use crate::Error;
use crate::accounts::client;
use crate::base::ids;
use crate::core::names::{self, NameUpdate, Scope, SeenName};
use crate::core::operation::{Entry, operation};
use crate::model::name::Key;
use crate::platform::connection_probe::{self, ClickTime, ProbeTarget};
use crate::platform::mutation;
use crate::platform::{Platform, expiring_branches, one_time_secrets, undo};
use crate::tools::new_connection::NewConnection;
use crate::view::{
    BranchDetailView, BranchPageView, BranchView, ChangeView, ComputeView, CreatedBranchView,
    OperationView, page, starts_compute,
};

pub(crate) use mutations::BranchMutation;
pub use request::{BranchExpiry, CreateBranch, ListBranches, RestoreBranch, UpdateBranch};
pub(crate) use request::{check_lsn, one_point};
pub use schema::{
    BranchCompareSchema, BranchSchema, CompareSchema, ReadSchema, compare_schema, schema,
};

/// One page of a project's branches (`GET /projects/{project_id}/branches`).
///
/// # Errors
/// As every read of an account: [`crate::view::ErrorCode::Invalid`] for ids that cannot be, what the platform says while
/// the account has no address, [`crate::view::ErrorCode::Unauthorized`] for a key that is refused.
pub async fn list(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    list: ListBranches,
) -> Result<BranchPageView, Error> {
    let account_client = client::of(app, account_id).await?;
    let page_size = list.page_size;
    let is_first = list.cursor.is_none() && list.search.is_none();
    let with_deleted = list.include_deleted;
    let asked_at = undo::platform_now(app, account_id);
    let call = account_client.click().branches(&ids::project(project_id)?);
    let found = account_client.send_value(call.list(list.into())).await?;
    let page = BranchPageView {
        next: page::next(found.next, found.items.len(), page_size),
        items: found.items.iter().map(BranchView::from).collect(),
    };
    if is_first && page.next.is_none() {
        saw_all(app, account_id, project_id, &page.items);
        if with_deleted {
            undo::saw_branches(app, account_id, project_id, &page.items, asked_at);
        }
    } else {
        let (there, deleted) = seen(account_id, project_id, &page.items);
        names::update(app, [NameUpdate::Seen(there), deleted]);
    }
    Ok(page)
}

/// All branches of a project, page after page.
///
/// # Errors
/// As [`list`].
#[operation(Page, Read, branch_list, text)]
pub async fn all(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    include_deleted: bool,
) -> Result<Vec<BranchView>, Error> {
    let mut branches = Vec::new();
    let mut cursor = None;
    loop {
        let is_first = cursor.is_none();
        let request = ListBranches {
            page_size: Some(1000),
            cursor,
            include_deleted,
            ..ListBranches::default()
        };
        let page = list(app, account_id, project_id, request).await?;
        branches.extend(page.items);
        cursor = page.next;
        if cursor.is_none() {
            if !is_first {
                saw_all(app, account_id, project_id, &branches);
            }
            return Ok(branches);
        }
    }
}

/// How many branches there are, of all or of those that `search` finds (`GET /projects/{project_id}/branches/count`).
///
/// # Errors
/// As [`list`].
pub async fn count(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    search: Option<&str>,
) -> Result<u64, Error> {
    let account_client = client::of(app, account_id).await?;
    let branches = account_client.click().branches(&ids::project(project_id)?);
    account_client.send_value(branches.count(search)).await
}

/// One branch (`GET /projects/{project_id}/branches/{branch_id}`).
///
/// # Errors
/// As [`list`], and [`crate::view::ErrorCode::NotFound`] when it is not there.
#[operation(Page, Read, branch_get, text)]
pub async fn get(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
) -> Result<BranchDetailView, Error> {
    let account_client = client::of(app, account_id).await?;
    let branches = account_client.click().branches(&ids::project(project_id)?);
    let branch = ids::branch(branch_id)?;
    let found = BranchDetailView::from(&account_client.send_value(branches.get(&branch)).await?);
    let (there, deleted) = seen(account_id, project_id, std::slice::from_ref(&found.branch));
    names::update(app, [NameUpdate::Seen(there), deleted]);
    Ok(found)
}

/// Makes a branch (`POST /projects/{project_id}/branches`), and keeps its connection strings, to be shown once.
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for what cannot be asked, and as every mutation
/// ([`crate::view::ErrorCode::MaybeCreated`] when its end is not known).
#[operation(Page, Change, branch_create, text)]
pub async fn create(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    create: CreateBranch,
) -> Result<CreatedBranchView, Error> {
    let click = ClickTime::now(app);
    let project = ids::project(project_id)?;
    let wanted = create.checked()?;
    let mutation = BranchMutation::Create {
        project: project.to_string(),
        name: wanted.name.clone(),
        parent: wanted.parent_id.as_ref().map(ToString::to_string),
    };
    let send = async move |api: api::Management| api.branches(&project).create(&wanted).await;
    let created: Created = mutation::run(app, account_id, mutation, send).await?;
    let connections = NewConnection::all(created.connection_uris);
    let branch = BranchView::from(&created.branch);
    let computes: Vec<_> = created.endpoints.iter().map(ComputeView::from).collect();
    let operations = page::operations(&created.operations);
    if let Some(compute) = computes.first() {
        click.probe(
            app,
            ProbeTarget {
                account_id: account_id.to_owned(),
                project_id: project_id.to_owned(),
                branch_id: branch.id.clone(),
                compute_id: Some(compute.id.clone()),
                url: ProbeTarget::url(&connections),
                operations: ProbeTarget::ids(&operations),
            },
        );
    }
    let kept = one_time_secrets::connections(app, account_id, project_id, &connections);
    Ok(CreatedBranchView {
        connections: kept.await,
        branch,
        computes,
        operations,
    })
}

/// Changes a branch's name, protection or expiry (`PATCH /projects/{project_id}/branches/{branch_id}`).
///
/// # Errors
/// As [`create`].
#[operation(Page, Change, branch_update, text)]
pub async fn update(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
    update: UpdateBranch,
) -> Result<ChangeView<BranchView>, Error> {
    let (project, branch) = (ids::project(project_id)?, ids::branch(branch_id)?);
    let wanted = update.checked()?;
    let mutation = BranchMutation::Update {
        project: project.to_string(),
        branch: branch.to_string(),
        expected: mutation::expected(&wanted)?,
    };
    let send =
        async move |api: api::Management| api.branches(&project).update(&branch, &wanted).await;
    Ok(changed(
        &mutation::run(app, account_id, mutation, send).await?,
    ))
}

/// Deletes a branch (`DELETE /projects/{project_id}/branches/{branch_id}`). It can be recovered for 7 days.
///
/// # Errors
/// As [`create`].
#[operation(Page, Change, branch_delete, text)]
pub async fn delete(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
) -> Result<(), Error> {
    remove(app, account_id, project_id, branch_id, false).await
}

/// Deletes a branch that nobody can recover.
///
/// # Errors
/// As [`create`].
pub async fn delete_for_good(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
) -> Result<(), Error> {
    remove(app, account_id, project_id, branch_id, true).await
}

async fn remove(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
    for_good: bool,
) -> Result<(), Error> {
    let (project, branch) = (ids::project(project_id)?, ids::branch(branch_id)?);
    let mutation = BranchMutation::Delete {
        project: project.to_string(),
        branch: branch.to_string(),
        for_good,
    };
    let send =
        async move |api: api::Management| api.branches(&project).delete(&branch, for_good).await;
    let _gone: Option<wire::BranchChange> = mutation::run(app, account_id, mutation, send).await?;
    connection_probe::forget(app, account_id, project_id, |known| {
        known.branch_id == branch_id
    });
    Ok(())
}

/// Brings a deleted branch back, without its expiry (`POST /projects/{project_id}/branches/{branch_id}/recover`).
///
/// # Errors
/// As [`create`].
#[operation(Page, Change, branch_recover, text)]
pub async fn recover(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
) -> Result<BranchView, Error> {
    let (project, branch) = (ids::project(project_id)?, ids::branch(branch_id)?);
    let mutation = BranchMutation::Recover {
        project: project.to_string(),
        branch: branch.to_string(),
    };
    let send = async move |api: api::Management| api.branches(&project).recover(&branch).await;
    let found: wire::RecoveredBranch = mutation::run(app, account_id, mutation, send).await?;
    Ok(BranchView::from(&found.branch))
}

/// Sets a branch's data to that of a source (`POST /projects/{project_id}/branches/{branch_id}/restore`): its parent to
/// reset it, itself at an earlier point, or any other branch.
///
/// # Errors
/// As [`create`].
#[operation(Page, Change, branch_restore, text)]
pub async fn restore(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
    restore: RestoreBranch,
) -> Result<ChangeView<BranchView>, Error> {
    let click = ClickTime::now(app);
    let (project, branch) = (ids::project(project_id)?, ids::branch(branch_id)?);
    let (source, options) = restore.checked(&branch)?;
    let mutation = BranchMutation::Restore {
        project: project.to_string(),
        branch: branch.to_string(),
    };
    let send = async move |api: api::Management| {
        let branches = api.branches(&project);
        branches.restore(&branch, &source, &options).await
    };
    let restored = changed(&mutation::run(app, account_id, mutation, send).await?);
    let wakes = |it: &OperationView| starts_compute(it.action.as_deref());
    if !restored.operations.iter().any(wakes) {
        // Its compute stays suspended: nobody asked for it to be started.
        return Ok(restored);
    }
    click.probe(
        app,
        ProbeTarget {
            account_id: account_id.to_owned(),
            project_id: project_id.to_owned(),
            branch_id: branch_id.to_owned(),
            compute_id: None,
            url: None,
            operations: ProbeTarget::ids(&restored.operations),
        },
    );
    Ok(restored)
}

/// Makes a branch the project's default (`POST /projects/{project_id}/branches/{branch_id}/set_as_default`).
///
/// # Errors
/// As [`create`].
#[operation(Page, Change, branch_set_default, text)]
pub async fn set_as_default(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
) -> Result<ChangeView<BranchView>, Error> {
    let (project, branch) = (ids::project(project_id)?, ids::branch(branch_id)?);
    let mutation = BranchMutation::SetDefault {
        project: project.to_string(),
        branch: branch.to_string(),
    };
    let send =
        async move |api: api::Management| api.branches(&project).set_as_default(&branch).await;
    Ok(changed(
        &mutation::run(app, account_id, mutation, send).await?,
    ))
}

/// The names of those that are there, and of deleted ones: nobody can go to them, but the history names them.
fn seen(account: &str, project: &str, branches: &[BranchView]) -> (Vec<SeenName>, NameUpdate) {
    let (there, deleted): (Vec<_>, Vec<_>) =
        branches.iter().partition(|it| it.deleted_at.is_none());
    let named = |all: Vec<&BranchView>| -> Vec<SeenName> {
        let name =
            |it: &BranchView| SeenName::named(Key::branch(account, project, &it.id), &it.name);
        all.into_iter().map(name).collect()
    };
    (named(there), NameUpdate::Deleted(named(deleted)))
}

fn saw_all(app: &Platform, account: &str, project: &str, branches: &[BranchView]) {
    expiring_branches::saw_all(app, account, project, branches);
    let scope = Scope::Branches(account.to_owned(), project.to_owned());
    let (there, deleted) = seen(account, project, branches);
    names::update(app, [NameUpdate::Whole(scope, there), deleted]);
}

fn changed(change: &wire::BranchChange) -> ChangeView<BranchView> {
    ChangeView {
        item: BranchView::from(&change.branch),
        operations: page::operations(&change.operations),
    }
}

pub(crate) const OPERATIONS: &[Entry<Platform>] = &[
    BranchList::ENTRY,
    BranchGet::ENTRY,
    BranchCreate::ENTRY,
    BranchUpdate::ENTRY,
    BranchDelete::ENTRY,
    BranchRecover::ENTRY,
    BranchRestore::ENTRY,
    BranchSetDefault::ENTRY,
];
