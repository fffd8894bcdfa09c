//! Runs a script on a branch of now and reports its effects before it counts: the rows of each table, the locks, the schema, and
//! how long each statement takes.

mod isolation;
mod measure;
mod script;

use chrono::TimeDelta;
use pgclient::PortalSession;
use tokio_util::sync::CancellationToken;

use crate::base::clock::local_id;
use crate::core::jobs;
use crate::core::operation::operation;
use crate::features::Features;
use crate::features::sql::open::open;
use crate::features::sql::text::Plan;
use crate::platform::undo::platform_now;
use crate::platform::{one_time_secrets, operations};
use crate::resources::branches::{self, CompareSchema, CreateBranch};
use crate::view::{
    ComputeSizeView, ConnectSource, ConnectionRequest, CreatedBranchView, ErrorCode, JobVerb,
    SqlPart, SqlTrialView, milliseconds,
};
use crate::{Error, accounts};

/// The branch expires by itself, even if the app is gone by then.
const LIVES: TimeDelta = TimeDelta::hours(1);

/// Runs statements on a new branch of the named branch, and reports. The branch stays for an hour, so that its data can be
/// looked at.
///
/// # Errors
/// [`ErrorCode::ReadOnly`] while the account is locked against changes; [`ErrorCode::Invalid`] for a text without a statement and
/// for a temporary database, which has no branches; [`ErrorCode::Database`] where something on the branch would reach out of it and
/// can't be switched off; [`ErrorCode::Cancelled`] when it is stopped.
#[operation(Page, Change, sql_try)]
pub async fn run(
    app: &Features,
    source: &ConnectSource,
    text: String,
    part: SqlPart,
) -> Result<SqlTrialView, Error> {
    let ConnectSource::Project {
        account_id,
        project_id,
        request,
    } = source
    else {
        return Err(Error::invalid("A temporary database has no branches")
            .hint("Claim it first: a project has branches to try a script on."));
    };
    accounts::ensure_writable(app, account_id)?;
    accounts::must_run(app, account_id)?;
    let plan = Plan::of(text, part).await?;
    let job = jobs::begin(app, JobVerb::TrySql, &request.database, None, true);
    let trial = Trial {
        app: app.clone(),
        account: account_id.clone(),
        project: project_id.clone(),
        request: request.clone(),
        plan,
    };
    let trying = async move {
        tokio::select! {
            tried = trial.run(job.stop()) => tried,
            () = job.stop().cancelled() => Err(stopped()),
        }
    };
    // The trial runs to its end, also when nobody waits for it any more, so that no session stays behind.
    app.tasks.run(trying).await
}

struct Trial {
    app: Features,
    account: String,
    project: String,
    request: ConnectionRequest,
    plan: Plan,
}

impl Trial {
    async fn run(&self, stop: &CancellationToken) -> Result<SqlTrialView, Error> {
        let app = &self.app;
        let began = app.clock.elapsed();
        let made = self.branch(stop).await?;
        let branch_took = app.clock.elapsed().saturating_sub(began);
        let branch_id = made.branch.id.clone();
        let mut session = self.session(&branch_id).await?;
        let switched_off = isolation::isolate(&mut session).await?;
        let mut watcher = self.session(&branch_id).await?;
        let began = app.clock.elapsed();
        let report = script::run(app, &self.plan, &mut session, &mut watcher).await?;
        let took = app.clock.elapsed().saturating_sub(began);
        session.close().await;
        watcher.close().await;
        Ok(SqlTrialView {
            schema_diff: self.schema_diff(&branch_id).await?,
            branch_id,
            branch_name: made.branch.name,
            expires_at: made.branch.expires_at,
            statements: report.statements,
            error: report.error,
            tables: report.tables,
            locks: report.locks,
            switched_off,
            branch_milliseconds: milliseconds(branch_took),
            milliseconds: milliseconds(took),
        })
    }

    async fn branch(&self, stop: &CancellationToken) -> Result<CreatedBranchView, Error> {
        let app = &self.app;
        let create = CreateBranch {
            name: Some(format!("plinth-try-{}", local_id(app.clock.as_ref()))),
            parent_id: self.request.branch_id.clone(),
            expires_at: Some(platform_now(app, &self.account) + LIVES),
            compute: Some(ComputeSizeView::default()),
            ..CreateBranch::default()
        };
        let made = branches::create(app, &self.account, &self.project, create).await?;
        // It is connected to by what the platform says on demand.
        one_time_secrets::forget_all(app, &made.connections);
        operations::finished(app, stop, &self.account, &made.operations).await?;
        Ok(made)
    }

    async fn session(&self, branch_id: &str) -> Result<PortalSession, Error> {
        let source = ConnectSource::Project {
            account_id: self.account.clone(),
            project_id: self.project.clone(),
            request: ConnectionRequest {
                branch_id: Some(branch_id.to_owned()),
                compute_id: None,
                pooled: Some(false),
                ..self.request.clone()
            },
        };
        open(&self.app, &source).await
    }

    async fn schema_diff(&self, branch_id: &str) -> Result<String, Error> {
        let compare = CompareSchema {
            database: self.request.database.clone(),
            base_id: self.request.branch_id.clone(),
            ..CompareSchema::default()
        };
        let (account, project) = (&self.account, &self.project);
        let compared = branches::compare_schema(&self.app, account, project, branch_id, compare);
        Ok(compared.await?.diff)
    }
}

fn stopped() -> Error {
    Error::new(ErrorCode::Cancelled, "Stopped")
        .hint("Its branch expires within an hour. Nothing ran on the branch that you tried it for.")
}
