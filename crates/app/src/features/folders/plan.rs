//! What would be done for a folder, worked out and shown before anything is.

use std::path::Path;

use chrono::{DateTime, Utc};
use envfile::Block;

use super::in_memory::Plan;
use super::look::Look;
use super::settings;
use super::settle::settled;
use crate::Error;
use crate::base::clock::local_id;
use crate::core::operation::operation;
use crate::features::env_file::{self, CredentialSource, EnvChange};
use crate::features::temporary::seed;
use crate::features::{Features, connection_card, temporary};
use crate::tools::connect::{EnvBlock, EnvClaim, EnvNames};
use crate::tools::target::Target;
use crate::view::{
    ConnectSource, EnvPreviewView, ErrorCode, FolderEnsureOptions, FolderPlanView, FolderSource,
    FolderState, FolderStep, SeedPlanView,
};

/// Most bytes that the lines of a database take in an env file.
const ROOM: usize = 8192;

/// Works out what a folder lacks and the change of its env file, and checks everything that would keep the string from
/// being written. Nothing is made.
///
/// # Errors
/// [`ErrorCode::File`], [`ErrorCode::Invalid`] or [`ErrorCode::VariablePresent`] for what is wrong with the env file or the
/// SQL file; what keeps its source from giving a database; [`ErrorCode::MaybeCreated`] where one may exist and none is to be
/// made instead.
#[operation(Page, Read, folder_plan)]
pub async fn plan(
    app: &Features,
    id: &str,
    ensure: FolderEnsureOptions,
) -> Result<FolderPlanView, Error> {
    let look = settled(app, id).await?;
    let step = next_step(&look, ensure)?;
    let seed = prepare(app, &look, step).await?;
    let env = match writes(step) {
        true => Some(preview(app, &look, step).await?),
        false => None,
    };
    let plan_id = match &env {
        Some(env) => env.id.clone(),
        None => local_id(app.clock.as_ref()),
    };
    let plan = Plan {
        folder_id: id.to_owned(),
        step,
        fingerprint: look.env.fingerprint,
        string: None,
    };
    app.folders.keep(&plan_id, plan);
    Ok(FolderPlanView {
        id: plan_id,
        folder_id: id.to_owned(),
        step,
        env,
        seed,
    })
}

/// What comes next for a folder.
pub(super) fn next_step(look: &Look, ensure: FolderEnsureOptions) -> Result<FolderStep, Error> {
    if ensure.production {
        return Ok(FolderStep::Nothing);
    }
    let is_temporary = matches!(look.record.settings.source, FolderSource::Temporary { .. });
    let again = |step| match (ensure.replace, is_temporary, look.is_own()) {
        (false, ..) => step,
        (true, true, true) => FolderStep::Replace,
        (true, true, false) => FolderStep::Create,
        // A branch takes the place of what Plinth wrote; nothing is made for it.
        (true, false, _) => FolderStep::Write,
    };
    match look.state {
        FolderState::Gone | FolderState::EnvUnusable => Err(look
            .problem
            .clone()
            .unwrap_or_else(|| Error::internal("The folder can't be used"))),
        FolderState::Foreign if ensure.replace => Err(foreign(look)),
        FolderState::Foreign => Ok(FolderStep::Nothing),
        FolderState::Absent if !is_temporary || is_alive(look) => Ok(again(FolderStep::Write)),
        FolderState::Absent => Ok(FolderStep::Create),
        FolderState::Unfinished | FolderState::Unclear if !is_temporary => Ok(FolderStep::Write),
        FolderState::Unfinished if look.is_usable => Ok(again(FolderStep::Write)),
        FolderState::Unfinished if look.is_own() => Ok(FolderStep::Replace),
        FolderState::Unfinished => Ok(FolderStep::Create),
        FolderState::Unseeded => Ok(again(FolderStep::Seed)),
        FolderState::Unclear if !ensure.replace => Err(Error::new(
            ErrorCode::MaybeCreated,
            "The platform's reply was lost: a database may have been created for this folder",
        )
        .hint("Replace it to create another one. The first one expires by itself.")),
        FolderState::Unclear => Ok(again(FolderStep::Create)),
        FolderState::Filled
        | FolderState::Expiring
        | FolderState::Expired
        | FolderState::Claimed => Ok(again(FolderStep::Nothing)),
    }
}

/// Whether a database that was written once, and is not in the file any more, can be written again.
fn is_alive(look: &Look) -> bool {
    use crate::view::TemporaryState::{Claiming, Unclaimed};
    let row = look.row.as_ref().filter(|_| look.is_usable);
    row.is_some_and(|row| matches!(row.state, Unclaimed | Claiming))
}

pub(super) fn foreign(look: &Look) -> Error {
    let variable = &look.record.settings.variable;
    let message = format!("Plinth did not write the value of {variable}");
    Error::new(ErrorCode::VariablePresent, message)
        .hint("It stays as it is. Remove it yourself if the folder is to get a database.")
}

pub(super) fn writes(step: FolderStep) -> bool {
    matches!(
        step,
        FolderStep::Create | FolderStep::Replace | FolderStep::Write
    )
}

pub(super) fn creates(step: FolderStep) -> bool {
    matches!(step, FolderStep::Create | FolderStep::Replace)
}

/// Checks everything that would keep a step from being done, before anything is made.
pub(super) async fn prepare(
    app: &Features,
    look: &Look,
    step: FolderStep,
) -> Result<Option<SeedPlanView>, Error> {
    if step == FolderStep::Nothing {
        return Ok(None);
    }
    let seeds = creates(step) || look.record.pending.is_some();
    let path = match seeds {
        true => seed_path(look).await?,
        false => None,
    };
    let seed = match path {
        Some(path) => Some(seed::inspect(app, &path).await?),
        None => None,
    };
    if creates(step) {
        temporary::prepare(app, &settings::create_options(&look.record.settings)).await?;
    }
    if writes(step) {
        env_file::check(app, &look.env.target, look.env.size + ROOM).await?;
        let change = change(look, placeholder(look)?);
        let mut taken = env_file::conflicts(change).await?;
        // The lines of a branch are fewer than those of the placeholder.
        taken.retain(|(it, _)| creates(step) || *it == look.record.settings.variable);
        must_be_free(&taken)?;
    }
    Ok(seed)
}

/// The SQL file of a folder: in it, or the very one that was agreed to.
pub(super) async fn seed_path(look: &Look) -> Result<Option<String>, Error> {
    let Some(path) = look.record.seed_path() else {
        return Ok(None);
    };
    let (file, is_outside) = settings::seed_file(&look.record.path, path).await?;
    let file = file.display().to_string();
    if is_outside && look.record.outside_seed.as_ref() != Some(&file) {
        let message = format!("{path} leads to another file outside of the folder than before");
        return Err(Error::new(ErrorCode::File, message).hint("Choose the SQL file again."));
    }
    Ok(Some(file))
}

async fn preview(app: &Features, look: &Look, step: FolderStep) -> Result<EnvPreviewView, Error> {
    let block = match creates(step) {
        true => placeholder(look)?,
        false => lines(look, &target(app, look).await?)?,
    };
    let (mut view, ..) = env_file::work_out(app, change(look, block)).await?;
    let taken = view.present.iter();
    let taken: Vec<_> = taken
        .map(|it| (it.variable.clone(), it.line as usize))
        .collect();
    must_be_free(&taken)?;
    for line in &mut view.lines {
        line.text = line
            .text
            .replace(&format!("at {UNKNOWN_END}"), "72 hours after it is created");
    }
    Ok(view)
}

fn must_be_free(taken: &[(String, usize)]) -> Result<(), Error> {
    if taken.is_empty() {
        return Ok(());
    }
    let taken = taken
        .iter()
        .map(|(it, line)| format!("{it} in line {line}"));
    let taken = taken.collect::<Vec<_>>().join(" and ");
    let message = format!("The env file has {taken}, which Plinth did not write");
    Err(Error::new(ErrorCode::VariablePresent, message)
        .hint("Remove that, or choose another variable or public prefix."))
}

/// The change of a folder's env file that puts these lines into it.
pub(super) fn change(look: &Look, block: Block) -> EnvChange {
    EnvChange {
        path: look.env.target.clone(),
        key: look.record.settings.variable.clone(),
        block,
        replace: look.env.own.clone(),
        warnings: look.env.warnings.clone(),
    }
}

/// The lines of a database.
pub(super) fn lines(look: &Look, target: &Target) -> Result<Block, Error> {
    let mut block = target.block()?;
    // A former direct string must not stay beside the new one: migrations would go to the former database.
    let direct = names(look)?.direct();
    if look.env.own.contains(&direct) {
        block.direct = Some(target.url.direct().secret().clone());
    }
    written_as(look, &block)
}

fn written_as(look: &Look, block: &EnvBlock) -> Result<Block, Error> {
    Ok(block.lines(&names(look)?).map_err(envfile::Error::from)?)
}

fn names(look: &Look) -> Result<EnvNames, Error> {
    let of = &look.record.settings;
    EnvNames::new(&of.variable, &of.public_prefix)
        .map_err(|error| Error::invalid(error.to_string()))
}

/// Stands where the end of a database is not known.
const UNKNOWN_END: &str = "1970-01-01T00:00:00Z";

/// The lines of a database that is not there: shown, they are those of the one that will be.
fn placeholder(look: &Look) -> Result<Block, Error> {
    let string = "postgresql://role:password@host/database?sslmode=require&channel_binding=require";
    let block = EnvBlock {
        claim: Some(EnvClaim {
            expires_at: DateTime::<Utc>::UNIX_EPOCH,
            url: "https://host/claim/id".into(),
        }),
        pooled: string.into(),
        direct: Some(string.into()),
    };
    written_as(look, &block)
}

/// What an existing database of a folder's source is connected to with.
pub(super) async fn target(app: &Features, look: &Look) -> Result<Target, Error> {
    match (&look.record.settings.source, &look.row) {
        (FolderSource::Temporary { .. }, Some(row)) => temporary::target(app, row).await,
        (FolderSource::Temporary { .. }, None) => Err(Error::new(
            ErrorCode::NotFound,
            "The database of this folder is no longer in the list",
        )),
        (source, _) => {
            let source = connect_source(source);
            let source = source.ok_or_else(|| Error::internal("The folder has no branch"))?;
            connection_card::of(app, &source).await
        }
    }
}

/// The branch of a source, as the connection card names it.
pub(super) fn connect_source(source: &FolderSource) -> Option<ConnectSource> {
    let FolderSource::Branch {
        account_id,
        project_id,
        request,
    } = source
    else {
        return None;
    };
    Some(ConnectSource::Project {
        account_id: account_id.clone(),
        project_id: project_id.clone(),
        request: request.clone(),
    })
}

/// Whose lines are written: those of the temporary database with this id, or of a branch.
pub(super) fn credential_source(
    temporary_id: Option<&String>,
    target: &Target,
) -> CredentialSource {
    match temporary_id {
        Some(id) => CredentialSource::Temporary(id.clone()),
        None => CredentialSource::of(target.clone()),
    }
}

/// The folder in which a file lies.
pub(super) fn folder_of(file: &Path) -> &Path {
    file.parent().unwrap_or(file)
}

#[cfg(test)]
#[path = "plan_tests.rs"]
mod tests;
