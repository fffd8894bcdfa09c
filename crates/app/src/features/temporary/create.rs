//! Creates a temporary database such that none is ever created without a row that says so.
//!
//! The order is: check everything that can be checked, probe the vault, record the intent, send the request once, keep
//! the secrets in the vault, complete the row. Wherever the process ends in between, `reconcile` finds the intent.

use api::{CreateDatabase, Database, Instant, Reply};
use chrono::{DateTime, Utc};
use serde_json::json;

use super::secrets::{self, RowSecrets};
use super::{blank, name, platform_clock, refresh, view};
use super::{schedule, seed};
use crate::Error;
use crate::accounts::{self, InstantService};
use crate::base::checkpoint::Checkpoint;
use crate::base::clock::local_id;
use crate::core::activity::{self, Note};
use crate::core::event::Event;
use crate::core::intent::{self, IntentGuard};
use crate::core::operation::operation;
use crate::core::{jobs, settings};
use crate::features::Features;
use crate::store::{IntentKind, SecretStorage, TemporaryDatabase, table};
use crate::tools::options;
use crate::view::words::Action;
use crate::view::{ErrorCode, ErrorView, JobVerb, TemporaryOptions, TemporaryState, TemporaryView};

pub(super) const ACTION: Action = Action::CreateTemporary;

/// Makes a database (`POST /api/v1/database`). Its row is in the list as `creating` from the first moment, and the
/// create goes on when nobody waits for it any more. The options are kept as those of the next one. An SQL file among
/// them is read before anything leaves and is run when the database is there; an env file is only remembered.
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for options that cannot be used, [`crate::view::ErrorCode::ReadOnly`] at the instant service
/// of an account that is locked against changes, a keychain's code when secrets could not be kept: nothing has left then.
/// [`crate::view::ErrorCode::MaybeCreated`] when the reply was lost: the row stays as `unclear`. Any other code means that
/// it was not made: the row stays as `failed`, and is removed where the service is full.
#[operation(Guarded, Change, temporary_create)]
pub async fn create(app: &Features, options: TemporaryOptions) -> Result<TemporaryView, Error> {
    let ready = prepare(app, &options).await?;
    let secret_storage = options.clone();
    if let Err(error) = settings::change(app, |settings| settings.temporary = secret_storage).await
    {
        tracing::warn!(%error, "the last options could not be stored");
    }
    create_ready(app, options, ready).await
}

/// Makes a database as [`create`] does. The options are for this one alone, and those that are kept for the next stay.
///
/// # Errors
/// As [`create`].
#[operation(Program, Change, temporary_create_once)]
pub async fn create_once(
    app: &Features,
    options: TemporaryOptions,
) -> Result<TemporaryView, Error> {
    let ready = prepare(app, &options).await?;
    create_ready(app, options, ready).await
}

async fn create_ready(
    app: &Features,
    options: TemporaryOptions,
    ready: ReadyToCreate,
) -> Result<TemporaryView, Error> {
    let id = local_id(app.clock.as_ref());
    let row = make(app, id, &options, ready).await?;
    if let Some(path) = options.seed_path {
        seed::start_or_note(app, &row.id, &path).await;
    }
    let row = super::row(app, &row.id).await.unwrap_or(row);
    Ok(view(app, row))
}

/// What a create takes that can be found out before it.
pub(crate) struct ReadyToCreate {
    service: InstantService,
    client: Instant,
    reference: String,
}

/// Checks everything that can keep a database from being made or its secrets from being kept.
///
/// # Errors
/// As [`create`], before anything has left.
pub(crate) async fn prepare(
    app: &Features,
    options: &TemporaryOptions,
) -> Result<ReadyToCreate, Error> {
    let reference = options::check_words(options)?;
    let service = match &options.service {
        Some(choice) => accounts::of_choice(app, choice)?,
        None => accounts::first(app).await?,
    };
    if let Some(account) = &service.account_id {
        accounts::ensure_writable(app, account)?;
    }
    let client = accounts::client(app, service.account_id.as_deref(), &service.url).await?;
    if let Some(path) = &options.seed_path {
        seed::inspect(app, path).await?;
    }
    secrets::ensure(app, service.account_id.as_deref()).await?;
    Ok(ReadyToCreate {
        service,
        client,
        reference,
    })
}

/// Makes a database as the row with this id, which nothing has yet. So whoever wrote the id down before finds the row after
/// a crash, whatever became of it.
///
/// # Errors
/// As [`create`], once the request may have left.
pub(crate) async fn make(
    app: &Features,
    id: String,
    options: &TemporaryOptions,
    ready: ReadyToCreate,
) -> Result<TemporaryDatabase, Error> {
    let (row, guard) = intend(app, id, &ready, options.logical_replication).await?;
    app.tasks
        .run(finish(app.clone(), ready.client, row, guard))
        .await
}

/// Puts the row and the intent into the store, in one transaction.
async fn intend(
    app: &Features,
    id: String,
    ready: &ReadyToCreate,
    logical_replication: bool,
) -> Result<(TemporaryDatabase, IntentGuard), Error> {
    let clock = std::sync::Arc::clone(&app.clock);
    let mut row = TemporaryDatabase {
        reference: ready.reference.clone(),
        logical_replication,
        ..blank(&ready.service, id, TemporaryState::Creating, clock.now())
    };
    let detail =
        json!({ "address": ready.service.url.as_str(), "inMemory": app.keychain.in_memory() });
    let guard = intent::begin(app, IntentKind::CreateTemporary, &row.id, detail);
    let intent = guard.intent.clone();
    let row = app
        .store
        .write(move |store| {
            row.name = name::fresh(store, clock.as_ref())?;
            table::temporary::save(store, &row)?;
            table::intents::record(store, &intent)?;
            Ok(row)
        })
        .await?;
    app.events
        .publish(Event::TemporaryChanged { id: row.id.clone() });
    app.checkpoints.passed(Checkpoint::CreateIntended);
    Ok((row, guard))
}

/// Sends the request and stores how it ended. The intent is claimed until then.
async fn finish(
    app: Features,
    client: Instant,
    row: TemporaryDatabase,
    guard: IntentGuard,
) -> Result<TemporaryDatabase, Error> {
    let _job = jobs::begin(
        &app,
        JobVerb::CreateTemporary,
        &row.name,
        Some(&row.id),
        false,
    );
    let wanted = CreateDatabase {
        enable_logical_replication: row.logical_replication,
    };
    let asked_at = app.clock.now();
    match client.create(&row.reference, wanted).await {
        Ok(reply) => {
            app.checkpoints.passed(Checkpoint::CreateAnswered);
            platform_clock::learn(&app, &row, reply.server_time, asked_at).await;
            let made = made(&app, row, reply).await;
            drop(guard);
            if made.is_err() {
                // The secrets are in memory and the intent is open, so the watcher stores them as soon as the store works.
                app.signals.changed();
            }
            made
        }
        Err(error) => {
            let is_full = error.is_limit();
            let error = worded(error.into());
            if is_full {
                full(&app, row, &error).await;
            } else {
                not_made(&app, row, error.clone()).await;
            }
            Err(error)
        }
    }
}

/// Nobody can look for a temporary database whose id was in the lost reply, so that is not what to do next.
fn worded(error: Error) -> Error {
    if error.code() != ErrorCode::MaybeCreated {
        return error;
    }
    error.hint(
        "If so, Plinth can't reach it, and it expires within 72 hours. Create another one, and remove this one \
         from the list.",
    )
}

async fn made(
    app: &Features,
    row: TemporaryDatabase,
    reply: Reply<Database>,
) -> Result<TemporaryDatabase, Error> {
    if reply.unread.is_empty() {
        schedule::record_poll(app, &row, app.clock.now(), &Ok(row.clone()));
    }
    // With parts missing it counts as never read, so that the watcher reads it soon.
    let secrets = RowSecrets::from(reply.value);
    let secret_storage = {
        let _lock = app.secrets.lock_row(&row.id).await;
        secrets::save(app, &row.id, &secrets).await
    };
    app.checkpoints.passed(Checkpoint::CreateSecretsSaved);
    let row = complete(app, &row.id, &secrets, secret_storage, app.clock.now()).await?;
    app.checkpoints.passed(Checkpoint::CreateDone);
    let note = Note::about(app, ACTION, &row).request(reply.request_id.as_deref());
    let note = match secrets::unsaved(app, &row) {
        Some(error) => note.detail(format!(
            "The credentials are in memory only: {}",
            error.message
        )),
        None if !reply.unread.is_empty() => note.detail(format!(
            "Couldn't read parts of the response, so they are looked up: {}",
            reply.unread.join(", ")
        )),
        None => note,
    };
    activity::record(app, note).await;
    app.signals.changed();
    Ok(row)
}

/// Writes what the reply said into the row and closes the intent, in one transaction.
pub(super) async fn complete(
    app: &Features,
    id: &str,
    secrets: &RowSecrets,
    secret_storage: SecretStorage,
    now: DateTime<Utc>,
) -> Result<TemporaryDatabase, Error> {
    let (id, secrets) = (id.to_owned(), secrets.clone());
    let row = app
        .store
        .write(move |store| {
            table::intents::close_all_of(store, IntentKind::CreateTemporary, &id)?;
            table::temporary::change(store, &id, |row| {
                row.secret_storage = secret_storage;
                refresh::apply(row, &secrets);
                row.checked_at = Some(now);
                row.check_error = None;
            })
        })
        .await?;
    app.events
        .publish(Event::TemporaryChanged { id: row.id.clone() });
    Ok(row)
}

/// Removes the row of a create that the service refused because it is full: the same request ends the same way, and a row
/// for each would fill the list.
async fn full(app: &Features, row: TemporaryDatabase, error: &Error) {
    let id = row.id.clone();
    let removed = app
        .store
        .write(move |store| {
            table::intents::close_all_of(store, IntentKind::CreateTemporary, &id)?;
            table::temporary::remove(store, &id)
        })
        .await;
    if removed.is_err() {
        return not_made(app, row, error.clone()).await;
    }
    app.events
        .publish(Event::TemporaryForgotten { id: row.id.clone() });
    activity::record(app, Note::about(app, ACTION, &row).failed(error)).await;
}

/// Ends the row as not made, or as unclear when nobody knows.
pub(super) async fn not_made(app: &Features, row: TemporaryDatabase, error: Error) {
    let unclear = error.code() == ErrorCode::MaybeCreated;
    let state = if unclear {
        TemporaryState::Unclear
    } else {
        TemporaryState::Failed
    };
    let shown = ErrorView::from(error.clone());
    let id = row.id.clone();
    let ended = app
        .store
        .write(move |store| {
            table::intents::close_all_of(store, IntentKind::CreateTemporary, &id)?;
            table::temporary::change(store, &id, |row| {
                row.state = state;
                row.check_error = Some(shown);
            })
        })
        .await;
    match ended {
        Ok(row) => app.events.publish(Event::TemporaryChanged { id: row.id }),
        Err(error) => tracing::error!(%error, "the end of a create could not be stored"),
    }
    activity::record(app, Note::about(app, ACTION, &row).failed(&error)).await;
}
