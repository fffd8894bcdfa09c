//! What would be there after a restore: a branch of that moment is made for a moment, the rows of its tables are counted beside
//! those of the branch as it is, and it is deleted again. It takes a click, as it connects to both.

mod compare;
mod count;
mod temporary_branch;

use std::collections::BTreeSet;
use std::time::Duration;

use self::compare::compared;
use self::count::{Tables, tables};
use self::temporary_branch::TemporaryBranch;
use crate::core::jobs::{self, Job};
use crate::core::operation::{Entry, operation};
use crate::features::{Features, connection_card};
use crate::resources::{branches, databases};
use crate::view::{
    ConnectSource, ConnectionRequest, DatabaseView, ErrorCode, ErrorView, JobVerb,
    PreviewDatabaseView, RestorePreviewView,
};
use crate::{Error, accounts};

pub use self::temporary_branch::PreviewRestore;
pub(crate) use temporary_branch::recover;

/// How long the counts of one database may take.
const FOR_ONE: Duration = Duration::from_secs(30);

/// Compares what a branch holds with what a restore would put there. What is made for it is deleted in any case, and expires
/// by itself where that fails.
///
/// # Errors
/// [`ErrorCode::ReadOnly`] while the account is locked against changes, as a branch is created and deleted,
/// [`ErrorCode::Cancelled`] when it is stopped.
#[operation(Page, Change, branch_preview_restore)]
pub async fn preview(
    app: &Features,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
    at: PreviewRestore,
) -> Result<RestorePreviewView, Error> {
    accounts::ensure_writable(app, account_id)?;
    accounts::must_run(app, account_id)?;
    let found = branches::get(app, account_id, project_id, branch_id).await?;
    let job = jobs::begin(app, JobVerb::PreviewRestore, &found.branch.name, None, true);
    let of = Of {
        account: account_id.to_owned(),
        project: project_id.to_owned(),
        branch: branch_id.to_owned(),
    };
    let features = app.clone();
    // To its end, also when nobody waits for it any more: what was made has to be deleted.
    app.tasks
        .run(async move { run(&features, of, at, &job).await })
        .await
}

struct Of {
    account: String,
    project: String,
    branch: String,
}

async fn run(
    app: &Features,
    of: Of,
    at: PreviewRestore,
    job: &Job,
) -> Result<RestorePreviewView, Error> {
    let made = TemporaryBranch::create(app, &of.account, &of.project, &at).await?;
    let seen = tokio::select! {
        seen = async {
            made.ready(app, job.stop()).await?;
            look(app, &of, made.id(), job).await
        } => seen,
        () = job.stop().cancelled() => Err(stopped()),
    };
    if let Err(error) = made.delete(app).await {
        // Its intent stays open: it is tried again.
        tracing::warn!(%error, "a branch that was made for a preview was not deleted");
        app.signals.changed();
    }
    seen
}

async fn look(
    app: &Features,
    of: &Of,
    then_id: &str,
    job: &Job,
) -> Result<RestorePreviewView, Error> {
    let now = databases::list(app, &of.account, &of.project, &of.branch).await?;
    let then = databases::list(app, &of.account, &of.project, then_id).await?;
    let names: BTreeSet<&str> = now.iter().chain(&then).map(|it| &*it.name).collect();
    let total = names.len() as u64;
    let mut seen = Vec::new();
    for (done, name) in (0..).zip(names) {
        job.progress(done, total, "databases");
        let of_name = |all: &[DatabaseView]| all.iter().find(|it| it.name == name).cloned();
        let (now, then) = (of_name(&now), of_name(&then));
        seen.push(database(app, of, then_id, name, now, then).await);
    }
    Ok(RestorePreviewView { databases: seen })
}

async fn database(
    app: &Features,
    of: &Of,
    then_id: &str,
    name: &str,
    now: Option<DatabaseView>,
    then: Option<DatabaseView>,
) -> PreviewDatabaseView {
    let mut view = PreviewDatabaseView {
        name: name.to_owned(),
        is_now: now.is_some(),
        is_then: then.is_some(),
        tables: Vec::new(),
        same: 0,
        error: None,
    };
    let counts = async {
        let now = counts(app, of, &of.branch, now.as_ref()).await?;
        Ok::<_, Error>((now, counts(app, of, then_id, then.as_ref()).await?))
    };
    match counts.await {
        Ok((now, then)) => (view.tables, view.same) = compared(now, then),
        Err(error) => view.error = Some(ErrorView::from(error).message),
    }
    view
}

/// Of one database of a branch, as its owner; nothing where there is none.
async fn counts(
    app: &Features,
    of: &Of,
    branch_id: &str,
    database: Option<&DatabaseView>,
) -> Result<Tables, Error> {
    let Some(database) = database else {
        return Ok(Tables::new());
    };
    let source = ConnectSource::Project {
        account_id: of.account.clone(),
        project_id: of.project.clone(),
        request: ConnectionRequest {
            database: database.name.clone(),
            role: database.owner.clone(),
            branch_id: Some(branch_id.to_owned()),
            compute_id: None,
            pooled: Some(false),
        },
    };
    let target = connection_card::of(app, &source).await?;
    target.need_password()?;
    let counted = tokio::time::timeout(FOR_ONE, tables(&app.contacts, &target)).await;
    counted.unwrap_or_else(|_| {
        Err(Error::new(
            ErrorCode::Timeout,
            "Counting the rows took too long",
        ))
    })
}

fn stopped() -> Error {
    Error::new(ErrorCode::Cancelled, "Stopped").hint("Preview it again if you still need it.")
}

pub(crate) const OPERATIONS: &[Entry<Features>] = &[BranchPreviewRestore::ENTRY];
