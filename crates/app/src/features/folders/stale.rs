//! A changed password, branch or host, written to every folder that has the former string.

use super::ensure::string_of;
use super::in_memory::Plan;
use super::look::Look;
use super::{plan, record, show};
use crate::Error;
use crate::core::event::Event;
use crate::features::{Features, connection_card, env_file};
use crate::tools::target::Target;
use crate::view::{EnvPreviewView, ErrorView, FolderStep, FolderWrittenView, StaleFolderView};
use envfile::ExposeSecret as _;

/// The folders of branches whose env file has a string that Plinth wrote and that is not the current one, each with the
/// change that makes it so. Asks the platform for the current strings.
///
/// # Errors
/// What the store says. Why a folder could not be looked at is in its row.
pub async fn stale(app: &Features) -> Result<Vec<StaleFolderView>, Error> {
    let (records, rows) = record::all(app).await?;
    let mut stale = Vec::new();
    for record in records {
        let look = Look::at(app, record, &rows).await;
        if !look.is_own() {
            continue;
        }
        let Some(source) = plan::connect_source(&look.record.settings.source) else {
            continue;
        };
        let env = match connection_card::of(app, &source).await {
            Ok(target) if is_current(&look, &target) => continue,
            Ok(target) => change(app, &look, &target).await,
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

fn is_current(look: &Look, target: &Target) -> bool {
    let value = look.env.value.as_ref();
    value.is_some_and(|it| it.text.expose_secret() == target.url.expose())
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
