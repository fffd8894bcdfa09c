//! Snapshots of branches, what is restored from them, and the schedules that take them.

mod mutations;
mod request;

use api::resource::snapshots::{CreatedSnapshot, RestoredSnapshot, Snapshot};

use crate::Error;
use crate::accounts::client;
use crate::base::check::{self, LONG_NAME};
use crate::base::ids;
use crate::core::operation::{Entry, operation};
use crate::platform::Platform;
use crate::platform::mutation;
use crate::view::{BranchView, ChangeView, SnapshotScheduleView, SnapshotView, page};

use mutations::Begun;
pub(crate) use mutations::{RestoreMutation, ScheduleMutation, SnapshotMutation};
pub use request::{CreateSnapshot, RestoreSnapshot};

/// The snapshots of a project, the newest first (`GET /projects/{project_id}/snapshots`).
///
/// # Errors
/// As every read of an account: [`crate::view::ErrorCode::Invalid`] for ids that cannot be, what the platform says while
/// the account has no address, [`crate::view::ErrorCode::Unauthorized`] for a key that is refused.
#[operation(Page, Read, snapshot_list, text)]
pub async fn list(
    app: &Platform,
    account_id: &str,
    project_id: &str,
) -> Result<Vec<SnapshotView>, Error> {
    let client = client::of(app, account_id).await?;
    let snapshots = client.click().snapshots(&ids::project(project_id)?);
    let mut found = client.send_value(snapshots.list()).await?;
    found.sort_by_key(|it| std::cmp::Reverse(it.created_at));
    Ok(found.iter().map(SnapshotView::from).collect())
}

/// Takes a snapshot of a branch (`POST /projects/{project_id}/branches/{branch_id}/snapshot`).
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for what cannot be asked, and as every mutation
/// ([`crate::view::ErrorCode::MaybeCreated`] when its end is not known).
#[operation(Page, Change, snapshot_create, text)]
pub async fn create(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
    create: CreateSnapshot,
) -> Result<ChangeView<SnapshotView>, Error> {
    let (project, branch) = (ids::project(project_id)?, ids::branch(branch_id)?);
    let wanted = create.checked()?;
    let mutation = SnapshotMutation::Create {
        project: project.to_string(),
        branch: branch.to_string(),
        name: wanted.name.clone(),
    };
    let send = async move |api: api::Management| {
        let snapshots = api.snapshots(&project);
        snapshots.create(&branch, &wanted).await
    };
    let taken: CreatedSnapshot = mutation::run(app, account_id, mutation, send).await?;
    Ok(ChangeView {
        item: SnapshotView::from(&taken.snapshot),
        operations: page::operations(&taken.operations),
    })
}

/// Renames a snapshot (`PATCH /projects/{project_id}/snapshots/{snapshot_id}`).
///
/// # Errors
/// As [`create`].
#[operation(Page, Change, snapshot_update, text)]
pub async fn rename(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    snapshot_id: &str,
    name: &str,
) -> Result<SnapshotView, Error> {
    let (project, snapshot) = (ids::project(project_id)?, ids::snapshot(snapshot_id)?);
    let name = check::name(name, "snapshot", LONG_NAME)?;
    let mutation = SnapshotMutation::Rename {
        project: project.to_string(),
        snapshot: snapshot.to_string(),
        name: name.clone(),
    };
    let send = async move |api: api::Management| {
        let snapshots = api.snapshots(&project);
        snapshots.rename(&snapshot, &name).await
    };
    let renamed: Snapshot = mutation::run(app, account_id, mutation, send).await?;
    Ok(SnapshotView::from(&renamed))
}

/// Deletes a snapshot for good (`DELETE /projects/{project_id}/snapshots/{snapshot_id}`). `name` is how the activity log
/// calls it.
///
/// # Errors
/// As [`create`].
#[operation(Guarded, Change, snapshot_delete, text)]
pub async fn delete(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    snapshot_id: &str,
    name: &str,
) -> Result<(), Error> {
    let (project, snapshot) = (ids::project(project_id)?, ids::snapshot(snapshot_id)?);
    let mutation = SnapshotMutation::Delete {
        project: project.to_string(),
        snapshot: snapshot.to_string(),
        name: name.to_owned(),
    };
    let send = async move |api: api::Management| {
        let begun = api.snapshots(&project).delete(&snapshot).await;
        begun.map(|reply| reply.map(Begun))
    };
    mutation::run(app, account_id, mutation, send)
        .await
        .map(|_: Begun| ())
}

/// Makes a branch of a snapshot, which may replace another one at once
/// (`POST /projects/{project_id}/snapshots/{snapshot_id}/restore`).
///
/// # Errors
/// As [`create`].
#[operation(Page, Change, snapshot_restore, text)]
pub async fn restore(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    snapshot_id: &str,
    restore: RestoreSnapshot,
) -> Result<ChangeView<BranchView>, Error> {
    let (project, snapshot) = (ids::project(project_id)?, ids::snapshot(snapshot_id)?);
    let wanted = restore.checked()?;
    let mutation = RestoreMutation::Restore {
        project: project.to_string(),
        snapshot: snapshot.to_string(),
        name: wanted.name.clone().filter(|_| !wanted.finalize_restore),
    };
    let send = async move |api: api::Management| {
        let snapshots = api.snapshots(&project);
        snapshots.restore(&snapshot, &wanted).await
    };
    let restored: RestoredSnapshot = mutation::run(app, account_id, mutation, send).await?;
    Ok(ChangeView {
        item: BranchView::from(&restored.branch),
        operations: page::operations(&restored.operations),
    })
}

/// Has a restored branch replace the one that it was restored for
/// (`POST /projects/{project_id}/branches/{branch_id}/finalize_restore`). `former_name` is the name under which that one is
/// kept; the platform makes one up when `None`.
///
/// # Errors
/// As [`create`].
#[operation(Page, Change, restore_finalize, text)]
pub async fn finalize(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
    former_name: Option<&str>,
) -> Result<(), Error> {
    let (project, branch) = (ids::project(project_id)?, ids::branch(branch_id)?);
    let former_name = check::optional_name(former_name, "branch", LONG_NAME)?;
    let mutation = RestoreMutation::Finalize {
        project: project.to_string(),
        branch: branch.to_string(),
    };
    let send = async move |api: api::Management| {
        let snapshots = api.snapshots(&project);
        let begun = snapshots.finalize(&branch, former_name.as_deref()).await;
        begun.map(|reply| reply.map(Begun))
    };
    mutation::run(app, account_id, mutation, send)
        .await
        .map(|_: Begun| ())
}

/// When snapshots of a branch are taken; empty when none are
/// (`GET /projects/{project_id}/branches/{branch_id}/backup_schedule`).
///
/// # Errors
/// As [`list`].
#[operation(Page, Read, snapshot_schedule_get, text)]
pub async fn schedule(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
) -> Result<Vec<SnapshotScheduleView>, Error> {
    let client = client::of(app, account_id).await?;
    let snapshots = client.click().snapshots(&ids::project(project_id)?);
    let branch = ids::branch(branch_id)?;
    let found = client.send_value(snapshots.schedule(&branch)).await?;
    Ok(found
        .schedule
        .iter()
        .map(SnapshotScheduleView::from)
        .collect())
}

/// Sets when snapshots of a branch are taken (`PUT /projects/{project_id}/branches/{branch_id}/backup_schedule`).
///
/// # Errors
/// As [`create`].
#[operation(Page, Change, snapshot_schedule_set, text)]
pub async fn set_schedule(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
    schedule: Vec<SnapshotScheduleView>,
) -> Result<(), Error> {
    let (project, branch) = (ids::project(project_id)?, ids::branch(branch_id)?);
    let wanted = request::checked_schedule(&schedule)?;
    let mutation = ScheduleMutation::Set {
        project: project.to_string(),
        branch: branch.to_string(),
        schedule: wanted.clone(),
    };
    let send = async move |api: api::Management| {
        let snapshots = api.snapshots(&project);
        snapshots.set_schedule(&branch, &wanted).await
    };
    mutation::run(app, account_id, mutation, send).await
}

pub(crate) const OPERATIONS: &[Entry<Platform>] = &[
    SnapshotList::ENTRY,
    SnapshotCreate::ENTRY,
    SnapshotUpdate::ENTRY,
    SnapshotDelete::ENTRY,
    SnapshotRestore::ENTRY,
    SnapshotScheduleGet::ENTRY,
    SnapshotScheduleSet::ENTRY,
    RestoreFinalize::ENTRY,
];
