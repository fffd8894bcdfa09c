//! A changed password, branch or host, written to every folder that has the former string.

use super::ensure::string_of;
use super::in_memory::Plan;
use super::look::Look;
use super::{plan, record, show};
use crate::Error;
use crate::core::event::Event;
use crate::core::operation::operation;
use crate::features::temporary::ClaimedProject;
use crate::features::{Features, connection_card, env_file, temporary};
use crate::tools::connect::DatabaseUrl;
use crate::tools::target::Target;
use crate::view::{
    ConnectSource, ConnectionRequest, EnvPreviewView, ErrorCode, ErrorView, FolderState,
    FolderStep, FolderWrittenView, StaleFolderView,
};
use envfile::ExposeSecret as _;

/// The folders whose env file has a string that Plinth wrote to a branch, or to a database that was claimed into a project
/// since, and that is not the current one, each with the change that makes it so. Asks the platform for the current strings.
///
/// # Errors
/// What the store says. Why a folder could not be looked at is in its row.
#[operation(Page, Read, folder_stale)]
pub async fn stale(app: &Features) -> Result<Vec<StaleFolderView>, Error> {
    let (records, rows) = record::all(app).await?;
    let mut stale = Vec::new();
    for record in records {
        let look = Look::at(app, record, &rows).await;
        let env = match current(app, &look).await {
            Ok(None) => continue,
            Ok(Some(target)) if is_current(&look, &target) => continue,
            Ok(Some(target)) => change(app, &look, &target).await,
            Err(error) => Err(error),
        };
        let (env, error) = match env {
            Ok(env) => (Some(env), None),
            Err(error) => (None, Some(ErrorView::from(error))),
        };
        let folder = show::view(app, look).await;
        stale.push(StaleFolderView { folder, env, error });
    }
    Ok(stale)
}

/// What leads to the folder's database now; `None` where there is nothing to compare.
async fn current(app: &Features, look: &Look) -> Result<Option<Target>, Error> {
    if !look.is_own() {
        return Ok(None);
    }
    if let Some(source) = plan::connect_source(&look.record.settings.source) {
        return connection_card::of(app, &source).await.map(Some);
    }
    let (Some(row), Some(written)) = (&look.row, written(look)) else {
        return Ok(None);
    };
    if look.state != FolderState::Claimed {
        return Ok(None);
    }
    let (account_id, project_id) = match temporary::project_of(app, &row.id).await {
        Ok(ClaimedProject::Here {
            account_id,
            project_id,
        }) => (account_id, project_id),
        Ok(ClaimedProject::Console(_)) => return Ok(None),
        Err(error) if error.code() == ErrorCode::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let source = ConnectSource::Project {
        account_id,
        project_id,
        request: ConnectionRequest {
            database: written.database().to_owned(),
            role: written.role().to_owned(),
            branch_id: None,
            compute_id: None,
            pooled: Some(written.is_pooled()),
        },
    };
    let target = connection_card::of(app, &source).await?;
    // The two services word their strings differently, and a project that keeps no passwords tells none.
    let differs = target.url.password().is_some() && !leads_alike(&target.url, &written);
    Ok(differs.then_some(target))
}

/// The string that the env file has.
fn written(look: &Look) -> Option<DatabaseUrl> {
    let value = look.env.value.as_ref()?;
    value.text.expose_secret().parse().ok()
}

fn is_current(look: &Look, target: &Target) -> bool {
    let value = look.env.value.as_ref();
    value.is_some_and(|it| it.text.expose_secret() == target.url.expose())
}

/// To the same database, with the same password.
fn leads_alike(one: &DatabaseUrl, other: &DatabaseUrl) -> bool {
    let password = |url: &DatabaseUrl| url.password().map(|it| it.expose_secret().to_owned());
    (one.host(), one.port(), one.database(), one.role())
        == (other.host(), other.port(), other.database(), other.role())
        && password(one) == password(other)
}

async fn change(app: &Features, look: &Look, target: &Target) -> Result<EnvPreviewView, Error> {
    let change = plan::change(look, plan::lines(look, target)?);
    let source = plan::credential_source(None, target);
    let env = env_file::draft(app, source, change).await?;
    let plan = Plan {
        folder_id: look.record.id.clone(),
        step: FolderStep::Write,
        fingerprint: look.env.fingerprint.clone(),
        string: Some(string_of(look, target)),
    };
    app.folders.keep(&env.id, plan);
    Ok(env)
}

/// Writes changes that [`stale`] worked out, each on its own.
///
/// # Errors
/// None of its own: how each ended is in its row.
#[operation(Page, Change, folder_write_all)]
pub async fn write_all(
    app: &Features,
    plan_ids: &[String],
) -> Result<Vec<FolderWrittenView>, Error> {
    let mut written = Vec::new();
    for plan_id in plan_ids {
        let plan = app.folders.plan(plan_id);
        let folder_id = plan.as_ref().ok().map(|plan| plan.folder_id.clone());
        let ended = match plan {
            Ok(plan) => write_one(app, plan_id, &plan).await,
            Err(error) => Err(error),
        };
        let (undo_id, error) = match ended {
            Ok(undo_id) => (Some(undo_id), None),
            Err(error) => (None, Some(ErrorView::from(error))),
        };
        written.push(FolderWrittenView {
            plan_id: plan_id.clone(),
            folder_id,
            undo_id,
            error,
        });
    }
    app.events.publish(Event::FoldersChanged);
    Ok(written)
}

async fn write_one(app: &Features, plan_id: &str, plan: &Plan) -> Result<String, Error> {
    let string = plan.string.clone().ok_or_else(|| {
        Error::invalid("This plan is not a change of an env file alone")
            .hint("Carry it out by itself.")
    })?;
    let _turn = app.folders.turn(&plan.folder_id).await;
    let mut folder = Look::of(app, &plan.folder_id).await?.record;
    let before = folder.clone();
    // The former one stays known as Plinth's own: a crash may leave it in the file, and an undo brings it back.
    folder.now_has(string);
    folder.pending = None;
    folder.problem = None;
    record::save(app, &folder).await?;
    let receipt = env_file::write(app, plan_id).await;
    if receipt.is_err() {
        record::save(app, &before).await?;
    }
    Ok(receipt?.undo_id)
}
