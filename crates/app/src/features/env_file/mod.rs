//! Credentials into an env file: worked out, shown, written, undone.

mod credential_source;
mod drafts;
pub mod git;
mod journal;
mod shown;

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use envfile::{Block, Plan, WriteStep};

use crate::Error;
use crate::base::checkpoint::Checkpoint;
use crate::base::clock::local_id;
use crate::base::disk::{blocking, expand, real_path, why};
use crate::base::guard::lock;
use crate::core::event::Event;
use crate::core::operation::{Entry, operation};
use crate::core::{activity, settings};
use crate::features::{Features, connection_card, temporary};
use crate::platform::one_time_secrets;
use crate::store::EnvNote;
use crate::tools::connect::EnvNames;
use crate::view::words::Action;
use crate::view::{
    ConnectSource, EnvArgs, EnvPreviewView, EnvReceiptView, EnvTarget, ErrorCode, GitState,
};

pub(crate) use drafts::{CredentialSource, Drafts};
use drafts::{Preview, Written};
use journal::WRITER;
pub(crate) use journal::sweep;
use shown::preview_view;

/// How many previews and how many receipts are kept; the oldest go first.
const KEPT: usize = 64;

/// How long git may take for each question.
const GIT_DEADLINE: Duration = Duration::from_secs(2);

/// Works out a change without writing it.
///
/// # Errors
/// [`ErrorCode::Invalid`] for names or a path that cannot be used, [`ErrorCode::File`] when the file cannot be read,
/// [`ErrorCode::SecretMissing`] or a keychain's code when there is nothing to write.
#[operation(Guarded, Read, env_preview)]
pub async fn preview(app: &Features, args: EnvArgs) -> Result<EnvPreviewView, Error> {
    let (source, block, warnings) = lines(app, &args).await?;
    let change = EnvChange {
        path: expand(&args.path)?,
        key: args.key,
        block,
        replace: args.replace,
        warnings,
    };
    draft(app, source, change).await
}

/// Lines for an env file.
pub(crate) struct EnvChange {
    /// The file, or its folder.
    pub(crate) path: PathBuf,
    /// The variable of the connection string.
    pub(crate) key: String,
    pub(crate) block: Block,
    /// Variables that are present and shall be replaced.
    pub(crate) replace: Vec<String>,
    /// Things to know before writing.
    pub(crate) warnings: Vec<String>,
}

/// Works out a change that [`write`] takes by its id.
///
/// # Errors
/// As [`work_out`].
pub(crate) async fn draft(
    app: &Features,
    source: CredentialSource,
    change: EnvChange,
) -> Result<EnvPreviewView, Error> {
    let (key, variables) = (change.key.clone(), change.block.variables());
    let (view, path, plan) = work_out(app, change).await?;
    let preview = Preview {
        source,
        path,
        key,
        variables,
        plan,
    };
    push(&app.drafts.previews, view.id.clone(), preview);
    Ok(view)
}

/// Works out a change that is only shown: what it is, the file as it was named, and the plan.
///
/// # Errors
/// What [`envfile`] says of the file or the values.
pub(crate) async fn work_out(
    app: &Features,
    change: EnvChange,
) -> Result<(EnvPreviewView, PathBuf, Plan), Error> {
    let warnings = change.warnings.clone();
    let (plan, named, target, is_link) = blocking(move || {
        let (path, plan) = planned(change)?;
        let target = real_path(&path).unwrap_or_else(|_| path.clone());
        let is_link = std::fs::symlink_metadata(&path).is_ok_and(|it| it.is_symlink());
        Ok((plan, path, target, is_link))
    })
    .await?;
    let git = git_state(&target).await;
    let id = local_id(app.clock.as_ref());
    let via_link = is_link.then_some(named.as_path());
    let view = preview_view(&id, warnings, via_link, &target, &plan, git);
    Ok((view, named, plan))
}

/// The variables that keep a change from being made, each with its line.
///
/// # Errors
/// As [`work_out`].
pub(crate) async fn conflicts(change: EnvChange) -> Result<Vec<(String, usize)>, Error> {
    let (_, plan) = blocking(move || planned(change)).await?;
    let found = plan.conflicts();
    Ok(found.map(|it| (it.variable.clone(), it.line)).collect())
}

fn planned(change: EnvChange) -> Result<(PathBuf, Plan), Error> {
    let path = envfile::in_folder(change.path);
    let bytes = envfile::read(&path)?;
    let bytes = bytes.as_ref().map(secrecy::ExposeSecret::expose_secret);
    let plan = Plan::new(bytes, &change.block, &change.replace)?;
    Ok((path, plan))
}

/// Refuses a write that the system would refuse, before there is anything to write.
pub(crate) async fn check(app: &Features, path: &Path, room: usize) -> Result<(), Error> {
    let (this, path) = (app.clone(), path.to_owned());
    blocking(move || {
        let _noted = noted(&this, &path)?;
        Ok(WRITER.check(&path, room)?)
    })
    .await
}

/// Returns what a change would do to which file.
///
/// # Errors
/// [`ErrorCode::NotFound`] for a preview that is not known any more.
#[operation(Program, Read, env_target_of)]
pub fn target_of(app: &Features, preview_id: &str) -> Result<EnvTarget, Error> {
    let preview = find(&app.drafts.previews, preview_id).ok_or_else(unknown_preview)?;
    let existing = preview.plan.existing().iter();
    let replaced = existing.filter(|it| it.replaced && !it.empty && !it.same);
    Ok(EnvTarget {
        path: preview.path.clone(),
        variables: preview.variables.clone(),
        replaced: replaced.map(|it| it.variable.clone()).collect(),
        creates: *preview.plan.fingerprint() == envfile::Fingerprint::Absent,
    })
}

/// Writes a change as it was shown.
///
/// # Errors
/// [`ErrorCode::FileChanged`] when the file is not the one of the preview, [`ErrorCode::VariablePresent`] when variables
/// were not decided on, [`ErrorCode::NotFound`] for a preview that is not known any more.
#[operation(Guarded, Change, env_write)]
pub async fn write(app: &Features, preview_id: &str) -> Result<EnvReceiptView, Error> {
    let preview = find(&app.drafts.previews, preview_id).ok_or_else(unknown_preview)?;
    let row = preview.source.row(app).await?;
    let entry = preview.source.note(app, Action::WriteEnvFile, row.as_ref());
    let task = Arc::clone(&preview);
    let this = app.clone();
    let written = blocking(move || {
        let _noted = noted(&this, &task.path)?;
        let passed = |step: WriteStep| this.checkpoints.passed(step.into());
        Ok(WRITER.write_in_steps(&task.path, &task.plan, passed)?)
    });
    let written = written.await;
    let receipt = match written {
        Ok(receipt) => receipt,
        Err(error) => {
            activity::record(app, entry.failed(&error)).await;
            return Err(error);
        }
    };
    let path = receipt.path().display().to_string();
    let note = EnvNote {
        path: preview.path.display().to_string(),
        key: preview.key.clone(),
        written_at: app.clock.now(),
    };
    let undo_id = local_id(app.clock.as_ref());
    push(
        &app.drafts.receipts,
        undo_id.clone(),
        Written {
            source: preview.source.clone(),
            receipt,
            before: row.as_ref().and_then(|row| row.env.clone()),
            note: note.clone(),
        },
    );
    // The file is written, whatever becomes of the note about it.
    if let CredentialSource::Temporary(id) = &preview.source
        && let Err(error) = temporary::change(app, id, move |row| row.env = Some(note)).await
    {
        tracing::warn!(id, %error, "the path of a written env file could not be stored");
    }
    remember_path(app, &preview.path).await;
    activity::record(app, entry.detail(path.clone())).await;
    Ok(EnvReceiptView {
        undo_id,
        path,
        variables: preview.variables.clone(),
    })
}

/// Notes that a file is being written, so that the next start removes what this one may leave.
fn noted(app: &Features, path: &Path) -> Result<journal::Noted, Error> {
    let file = envfile::resolve(path)?;
    let id = local_id(app.clock.as_ref());
    journal::note(&app.data_dir, &file, &id).map_err(|error| {
        let message = format!("The data folder is not writable: {}", why(&error));
        Error::new(ErrorCode::File, message)
            .hint("Check its permissions and the free disk space. Nothing was changed.")
    })
}

impl From<WriteStep> for Checkpoint {
    fn from(step: WriteStep) -> Self {
        match step {
            WriteStep::Created => Self::EnvMade,
            WriteStep::Flushed => Self::EnvFlushed,
            WriteStep::Renamed => Self::EnvRenamed,
        }
    }
}

fn unknown_preview() -> Error {
    Error::new(ErrorCode::NotFound, "This change has expired").hint("Review the change again.")
}

/// Restores the bytes from before a change, or removes the file that it made.
///
/// # Errors
/// [`ErrorCode::FileChanged`] when the file was changed since, [`ErrorCode::NotFound`] for a change that is not known any
/// more or was undone already.
#[operation(Page, Change, env_undo)]
pub async fn undo(app: &Features, undo_id: &str) -> Result<(), Error> {
    let written = find(&app.drafts.receipts, undo_id).ok_or_else(|| {
        Error::new(ErrorCode::NotFound, "This change can no longer be undone")
            .hint("Edit the file by hand.")
    })?;
    let task = Arc::clone(&written);
    let this = app.clone();
    let undone = blocking(move || {
        let _noted = noted(&this, task.receipt.path())?;
        Ok(WRITER.undo(&task.receipt)?)
    });
    undone.await?;
    lock(&app.drafts.receipts).retain(|(id, _)| id != undo_id);
    // The file may be that of a project folder.
    app.events.publish(Event::FoldersChanged);
    let row = match &written.source {
        CredentialSource::Database { .. } => None,
        CredentialSource::Temporary(id) => {
            let task = Arc::clone(&written);
            let changed = temporary::change(app, id, move |row| {
                // The note of a newer write stays: its file still holds the credentials.
                if row.env.as_ref() == Some(&task.note) {
                    row.env.clone_from(&task.before);
                }
            });
            let Ok(row) = changed.await else {
                return Ok(());
            };
            Some(row)
        }
    };
    let path = written.receipt.path().display().to_string();
    let note = written
        .source
        .note(app, Action::RestoreEnvFile, row.as_ref());
    activity::record(app, note.detail(path)).await;
    Ok(())
}

/// Whose lines are written, which, and what to know about them.
async fn lines(
    app: &Features,
    args: &EnvArgs,
) -> Result<(CredentialSource, Block, Vec<String>), Error> {
    if let ConnectSource::OneTimeSecret { id } = &args.source
        && let Some((set, account_id)) = one_time_secrets::set(app, id)?
    {
        let block = set.values(&args.prefix)?;
        return Ok((
            CredentialSource::of_set(app, set, account_id),
            block,
            Vec::new(),
        ));
    }
    let target = connection_card::of(app, &args.source).await?;
    let (block, warnings) = (target.block()?, warnings(target.before_claim));
    let source = match &args.source {
        ConnectSource::Temporary { id } => CredentialSource::Temporary(id.clone()),
        _ => CredentialSource::of(target),
    };
    let names = EnvNames::new(&args.key, &args.prefix).map_err(|error| {
        Error::invalid(error.to_string())
            .hint("Use letters, digits and underscores, such as DATABASE_URL and PUBLIC_.")
    })?;
    let block = block.lines(&names).map_err(envfile::Error::from)?;
    Ok((source, block, warnings))
}

/// The env file behind a path that a person named; a folder means its `.env`. Asks the disk.
///
/// # Errors
/// As [`expand`].
pub fn file_of(path: &str) -> Result<PathBuf, Error> {
    Ok(envfile::in_folder(expand(path)?))
}

/// The next write begins with the same folder, or the same file where it is not called `.env`. It does not become an
/// option of the next database: what is offered after a create is what was chosen for it.
async fn remember_path(app: &Features, path: &Path) {
    let folder = path
        .parent()
        .filter(|_| path.file_name().is_some_and(|name| name == ".env"));
    let remembered = folder.unwrap_or(path).display().to_string();
    if let Err(error) = settings::change(app, |settings| {
        settings.last_env_path = Some(remembered);
    })
    .await
    {
        tracing::warn!(%error, "the env folder was not remembered");
    }
}

/// Asks git about an env file whose links were followed.
pub(crate) async fn git_state(path: &Path) -> GitState {
    match git::inspect(path, GIT_DEADLINE).await {
        git::GitState::Unknown => GitState::Unknown,
        git::GitState::Outside => GitState::Outside,
        git::GitState::Inside { tracked: true, .. } => GitState::Tracked,
        git::GitState::Inside { ignored: true, .. } => GitState::Ignored,
        git::GitState::Inside { .. } => GitState::Untracked,
    }
}

fn warnings(before_claim: bool) -> Vec<String> {
    let said =
        "The connection string is from before the claim. Its password may have changed since.";
    before_claim.then(|| said.to_owned()).into_iter().collect()
}

fn push<T>(drafts: &Mutex<VecDeque<(String, Arc<T>)>>, id: String, draft: T) {
    let mut drafts = lock(drafts);
    if drafts.len() == KEPT {
        drafts.pop_front();
    }
    drafts.push_back((id, Arc::new(draft)));
}

fn find<T>(drafts: &Mutex<VecDeque<(String, Arc<T>)>>, id: &str) -> Option<Arc<T>> {
    lock(drafts)
        .iter()
        .find(|(known, _)| known == id)
        .map(|(_, draft)| Arc::clone(draft))
}

pub(crate) const OPERATIONS: &[Entry<Features>] = &[
    EnvPreview::ENTRY,
    EnvWrite::ENTRY,
    EnvUndo::ENTRY,
    EnvTargetOf::ENTRY,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_this_program_left_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let all = [
            (".env", true),
            (".env.local", true),
            (".env.plinth", true),
            (".plinth-notes.tmp", true),
            (".plinth-activity-AbC123", true),
            (".env.plinth-tmp-AbC123", false),
            (".env.plinth-tmp-AbC123.local", false),
            (".plinth-AbC123.tmp", false),
        ];
        for (name, _) in all {
            std::fs::write(folder.path().join(name), "A=1").unwrap();
        }
        std::fs::create_dir(folder.path().join(".env.plinth-tmp-folder")).unwrap();
        WRITER.sweep(folder.path());
        for (name, stays) in all {
            assert_eq!(folder.path().join(name).exists(), stays, "{name}");
        }
        assert!(folder.path().join(".env.plinth-tmp-folder").exists());
    }
}
