//! Gives a folder its database: makes it, writes it, seeds it. Each step is in the store before it is taken, so that after
//! a crash the next try goes on with the same database.

use std::path::Path;
use std::sync::Arc;

use super::in_memory::Plan;
use super::lock::FolderLock;
use super::look::Look;
use super::plan::{self, creates, next_step, writes};
use super::record::save;
use super::settle::settled;
use super::{settings, show};
use crate::Error;
use crate::base::checkpoint::Checkpoint;
use crate::base::clock::local_id;
use crate::base::error::sentence;
use crate::core::event::Event;
use crate::core::operation::operation;
use crate::features::temporary::seed;
use crate::features::{Features, env_file, temporary};
use crate::model::folder::{FolderStage, PendingFolder, WrittenString};
use crate::store::TemporaryDatabase;
use crate::tools::target::Target;
use crate::view::{
    EnvReceiptView, ErrorCode, ErrorView, FolderEnsureOptions, FolderEnsuredView, FolderState,
    FolderStep, GitState, SeedStatus, TemporaryState,
};

/// How often a change of the env file by somebody else is taken in while the database is written.
const TRIES: usize = 5;

/// Gives a folder its database by a plan that was shown, or without one where its settings say so. Does nothing where the
/// variable has a value, and in a production build. It goes on when nobody waits for it any more.
///
/// # Errors
/// As [`plan::plan`]; [`ErrorCode::Invalid`] without a plan where one must be shown; [`ErrorCode::FileChanged`] where the env
/// file is not that of the plan; [`ErrorCode::MaybeCreated`] when the reply was lost; [`ErrorCode::Database`] when the
/// database was written and its SQL file failed.
#[operation(Page, Change, folder_ensure)]
pub async fn ensure(
    app: &Features,
    id: &str,
    plan_id: Option<&str>,
    ensure: FolderEnsureOptions,
) -> Result<FolderEnsuredView, Error> {
    let consent = match plan_id {
        Some(plan_id) => Consent::Shown(app.folders.plan(plan_id)?),
        None => Consent::OfSettings,
    };
    let done = carry_out(app, id, consent, ensure).await?;
    let (variables, undo_id) = match done.receipt {
        Some(receipt) => (receipt.variables, Some(receipt.undo_id)),
        None => (Vec::new(), None),
    };
    Ok(FolderEnsuredView {
        folder: show::view(app, Look::of(app, id).await?).await,
        step: done.step,
        variables,
        undo_id,
    })
}

/// By what a person agreed to the change of the env file.
pub(super) enum Consent {
    /// A plan that they saw.
    Shown(Arc<Plan>),
    /// The folder's settings.
    OfSettings,
    /// The command that they typed, and whether they agreed to write a file that git tracks.
    Asked { may_be_committed: bool },
}

pub(super) struct Done {
    pub(super) step: FolderStep,
    pub(super) receipt: Option<EnvReceiptView>,
}

impl Done {
    fn nothing() -> Self {
        Self {
            step: FolderStep::Nothing,
            receipt: None,
        }
    }
}

pub(super) async fn carry_out(
    app: &Features,
    id: &str,
    consent: Consent,
    ensure: FolderEnsureOptions,
) -> Result<Done, Error> {
    if ensure.production {
        return Ok(Done::nothing());
    }
    let (this, id) = (app.clone(), id.to_owned());
    let task = async move {
        let turn = this.folders.turn(&id).await;
        this.events.publish(Event::FoldersChanged);
        let done = steps(&this, &id, &consent, ensure).await;
        if let Err(error) = note(&this, &id, done.as_ref().err()).await {
            tracing::warn!(id, %error, "why a folder has no database could not be stored");
        }
        drop(turn);
        this.events.publish(Event::FoldersChanged);
        done
    };
    app.tasks.run(task).await
}

async fn steps(
    app: &Features,
    id: &str,
    consent: &Consent,
    ensure: FolderEnsureOptions,
) -> Result<Done, Error> {
    let mut look = settled(app, id).await?;
    let mut step = next_step(&look, ensure)?;
    if step == FolderStep::Nothing && look.record.pending.is_none() {
        return Ok(Done::nothing());
    }
    consent.must_cover(&look, step).await?;
    plan::prepare(app, &look, step).await?;
    // Also where nothing is written: a process that was killed may have left its lock behind.
    let folder = plan::folder_of(&look.env.target);
    let lock = FolderLock::acquire(app.clock.as_ref(), folder).await?;
    // What the holder before did counts.
    look = Look::of(app, id).await?;
    let before = step;
    step = next_step(&look, ensure)?;
    if step != before && step != FolderStep::Nothing {
        consent.must_cover(&look, step).await?;
    }
    let receipt = match writes(step) {
        true => Some(fill(app, look, step, &lock).await?),
        false => None,
    };
    drop(lock);
    run_seed(app, id).await?;
    Ok(Done { step, receipt })
}

impl Consent {
    async fn must_cover(&self, look: &Look, step: FolderStep) -> Result<(), Error> {
        let plan = match self {
            Self::Shown(plan) => plan,
            Self::Asked { .. } | Self::OfSettings if !writes(step) => return Ok(()),
            Self::Asked { may_be_committed } => {
                return match may_be_committed {
                    true => Ok(()),
                    false => must_not_be_tracked(&look.env.target).await,
                };
            }
            Self::OfSettings if look.record.settings.write_without_asking => {
                return must_not_be_tracked(&look.env.target).await;
            }
            Self::OfSettings => {
                return Err(Error::invalid("The change of the env file was not shown")
                    .hint("Review the change first."));
            }
        };
        let is_same = plan.folder_id == look.record.id
            && plan.step == step
            && plan.fingerprint == look.env.fingerprint;
        if is_same {
            return Ok(());
        }
        let message = "The env file or its folder changed since the change was shown";
        Err(Error::new(ErrorCode::FileChanged, message).hint("Review the change again."))
    }
}

/// Refuses an env file that git tracks: its secrets would be in the next commit, and nobody was told.
async fn must_not_be_tracked(file: &Path) -> Result<(), Error> {
    if env_file::git_state(file).await != GitState::Tracked {
        return Ok(());
    }
    let message = format!(
        "Git tracks {}, so the next commit would include the password",
        file.display()
    );
    Err(Error::new(ErrorCode::Exists, message)
        .hint("Untrack the file with `git rm --cached`, or review the change and agree to it."))
}

/// Makes a database where the step says so, and writes it.
async fn fill(
    app: &Features,
    mut look: Look,
    step: FolderStep,
    lock: &FolderLock,
) -> Result<EnvReceiptView, Error> {
    let seeds =
        look.record.settings.seed.is_some() && (creates(step) || look.record.pending.is_some());
    if creates(step) {
        look = create(app, look).await?;
    }
    let target = plan::target(app, &look).await?;
    let string = string_of(&look, &target);
    look.record.pending = Some(PendingFolder {
        temporary_id: string.temporary_id.clone(),
        stage: FolderStage::Write,
        string: Some(string.clone()),
    });
    save(app, &look.record).await?;
    app.checkpoints.passed(Checkpoint::FolderNoted);
    let receipt = write(app, &look, &target, lock).await?;
    app.checkpoints.passed(Checkpoint::FolderWritten);
    look.record.now_has(string.clone());
    look.record.pending = seeds.then_some(PendingFolder {
        temporary_id: string.temporary_id,
        stage: FolderStage::Seed,
        string: None,
    });
    save(app, &look.record).await?;
    app.checkpoints.passed(Checkpoint::FolderFilled);
    Ok(receipt)
}

/// What a connection string is known by once it is written.
pub(super) fn string_of(look: &Look, target: &Target) -> WrittenString {
    let row = look.row.as_ref();
    let is_branch = plan::connect_source(&look.record.settings.source).is_some();
    let row = row.filter(|_| !is_branch);
    WrittenString {
        temporary_id: row.map(|row| row.id.clone()),
        masked: target.url.masked(),
        expires_at: row.and_then(|row| row.expires_at),
    }
}

/// Makes a temporary database whose id is in the record before anything leaves. Gives the folder as it is then.
async fn create(app: &Features, mut look: Look) -> Result<Look, Error> {
    let options = settings::create_options(&look.record.settings);
    let ready = temporary::prepare(app, &options).await?;
    let id = local_id(app.clock.as_ref());
    let before = look.record.pending.take();
    look.record.pending = Some(PendingFolder {
        temporary_id: Some(id.clone()),
        stage: FolderStage::Create,
        string: None,
    });
    save(app, &look.record).await?;
    app.checkpoints.passed(Checkpoint::FolderIntended);
    match temporary::make(app, id.clone(), &options, ready).await {
        Ok(row) => {
            app.checkpoints.passed(Checkpoint::FolderCreated);
            look.row = Some(row);
            Ok(look)
        }
        Err(error) => {
            // Only where nothing was made: what failed after the reply is a database of this folder.
            if error.code() != ErrorCode::MaybeCreated && is_absent(app, &id).await? {
                look.record.pending = before;
                save(app, &look.record).await?;
            }
            Err(error)
        }
    }
}

/// There is no database with this id, and none can be.
async fn is_absent(app: &Features, id: &str) -> Result<bool, Error> {
    match temporary::row(app, id).await {
        Ok(row) => Ok(row.state == TemporaryState::Failed),
        Err(error) if error.code() == ErrorCode::NotFound => Ok(true),
        Err(error) => Err(error),
    }
}

/// Writes the lines into the file as it is by now: people may edit it while the database is made.
async fn write(
    app: &Features,
    of: &Look,
    target: &Target,
    lock: &FolderLock,
) -> Result<EnvReceiptView, Error> {
    let pending = of.record.pending.as_ref();
    let temporary_id = pending.and_then(|it| it.temporary_id.as_ref());
    for _ in 0..TRIES {
        let look = Look::of(app, &of.record.id).await?;
        if let Some(problem) = look.problem {
            return Err(not_written(&problem));
        }
        if !lock.is_held() || look.state == FolderState::Foreign {
            return Err(superseded(app, look).await?);
        }
        let change = plan::change(&look, plan::lines(&look, target)?);
        let source = plan::credential_source(temporary_id, target);
        let shown = env_file::draft(app, source, change).await;
        let shown = shown.map_err(|error| not_written(&error))?;
        match env_file::write(app, &shown.id).await {
            Ok(receipt) => return Ok(receipt),
            Err(error) if error.code() == ErrorCode::FileChanged => {}
            Err(error) => return Err(not_written(&error)),
        }
    }
    let message = "Other programs keep changing the env file";
    Err(not_written(&Error::new(ErrorCode::FileChanged, message)))
}

fn not_written(why: &Error) -> Error {
    let message = format!("The database could not be written: {}", why.message());
    Error::new(why.code(), message)
        .hint("It is kept. Correct that, then continue: the same database is written.")
}

/// Somebody else set the variable, whose value stays.
async fn superseded(app: &Features, mut look: Look) -> Result<Error, Error> {
    look.record.pending = None;
    save(app, &look.record).await?;
    let variable = &look.record.settings.variable;
    let message = format!("{variable} was set by somebody else meanwhile, or is about to be");
    Ok(Error::new(ErrorCode::VariablePresent, message)
        .hint("The new database is not used. It is in the list of temporary databases."))
}

/// Runs what is left of the seed, in the database that was written and is still that of the folder. Nothing is left of
/// what was begun otherwise: the value is somebody else's, or its database was claimed or is gone.
async fn run_seed(app: &Features, id: &str) -> Result<(), Error> {
    let mut look = Look::of(app, id).await?;
    let Some(pending) = look.record.pending.clone() else {
        return Ok(());
    };
    let path = match look.state {
        FolderState::Unseeded => plan::seed_path(&look).await?,
        _ => None,
    };
    let is_written = look.is_written(&pending);
    let temporary_id = pending.temporary_id;
    if let (Some(path), Some(temporary_id)) = (path, temporary_id) {
        let is_done = |row: &TemporaryDatabase| {
            let seed = row.seed.as_ref();
            seed.is_some_and(|it| it.status == SeedStatus::Done && it.path == path)
        };
        // A crash may have come between its end and the record of it.
        if !is_done(&temporary::row(app, &temporary_id).await?) {
            let ended = seed::run_to_end(app, &temporary_id, &path).await;
            ended.map_err(|error| {
                let view = ErrorView::from(error);
                seed_failed(&view.message, view.hint.as_deref())
            })?;
        }
        let row = temporary::row(app, &temporary_id).await?;
        if !is_done(&row) {
            let (why, hint) = row.seed.map(|it| (it.error, it.hint)).unwrap_or_default();
            return Err(seed_failed(&why.unwrap_or_default(), hint.as_deref()));
        }
        app.checkpoints.passed(Checkpoint::FolderSeeded);
    }
    if let Some(string) = pending.string.filter(|_| is_written) {
        look.record.now_has(string);
    }
    look.record.pending = None;
    save(app, &look.record).await
}

/// With the hint of the failure before the way to go on.
fn seed_failed(why: &str, hint: Option<&str>) -> Error {
    const GO_ON: &str = "Correct the SQL file, then continue: it runs on the same database.";
    let message = format!("The database was created and written, but its SQL file failed: {why}");
    let error = Error::new(ErrorCode::Database, message);
    match hint {
        Some(hint) => error.hint(format!("{} {GO_ON}", sentence(hint.to_owned()))),
        None => error.hint(GO_ON),
    }
}

/// Keeps why something that was begun has not ended.
async fn note(app: &Features, id: &str, error: Option<&Error>) -> Result<(), Error> {
    let mut record = Look::of(app, id).await?.record;
    let problem = record.pending.as_ref().and(error).cloned();
    let problem = problem.map(ErrorView::from);
    if record.problem == problem {
        return Ok(());
    }
    record.problem = problem;
    save(app, &record).await
}
