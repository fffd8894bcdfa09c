//! Reads the state of a temporary database from the platform.

use api::{Database, DatabaseStatus, Reply};
use chrono::{DateTime, TimeDelta, Utc};
use futures::stream::{self, StreamExt};

use super::platform_clock::{self, platform_now};
use super::schedule;
use super::secrets::{self, RowSecrets};
use super::view;
use crate::base::clock::{CLOCK_TOLERANCE, millis, time};
use crate::core::activity::{self, Note};
use crate::core::operation::operation;
use crate::features::Features;
use crate::resources::projects;
use crate::store::{TemporaryDatabase, table};
use crate::view::words::Action;
use crate::view::{EndpointView, ErrorCode, TemporaryListView, TemporaryState, TemporaryView};
use crate::{Error, accounts};

/// How many databases are read at once.
const AT_ONCE: usize = 4;

/// A read of the watcher that found no change is stored only when the last stored one is this old: while a claim is under
/// way there is one every two seconds.
const QUIET: TimeDelta = TimeDelta::seconds(60);

/// Asks the platform about one row now (`GET /api/v1/database/:id`). A row that can no longer change comes back as it
/// is.
///
/// # Errors
/// Why the platform could not be asked; the row then keeps what was known, with the error and its age.
#[operation(Page, Read, temporary_refresh)]
pub async fn refresh(app: &Features, id: &str) -> Result<TemporaryView, Error> {
    let row = poll_within(app, id, TimeDelta::zero()).await?;
    Ok(view(app, row))
}

/// Asks the platform about every row that can still change. What failed is in the rows.
#[operation(Page, Read, temporary_refresh_all)]
pub async fn refresh_all(app: &Features) -> Result<TemporaryListView, Error> {
    let rows = app.store.read(table::temporary::all).await?;
    let ids: Vec<String> = rows
        .into_iter()
        .filter(|row| can_change(row.state))
        .map(|row| row.id)
        .collect();
    stream::iter(ids)
        .for_each_concurrent(AT_ONCE, |id| async move {
            if let Err(error) = poll_within(app, &id, TimeDelta::zero()).await {
                tracing::debug!(id, %error, "a poll failed");
            }
        })
        .await;
    super::list(app).await
}

/// Whether the platform may have something new to say about a row.
pub(crate) fn can_change(state: TemporaryState) -> bool {
    match state {
        TemporaryState::Unclaimed
        | TemporaryState::Claiming
        | TemporaryState::Claimed
        | TemporaryState::Gone
        | TemporaryState::Unknown => true,
        TemporaryState::Creating
        | TemporaryState::Expired
        | TemporaryState::Unclear
        | TemporaryState::Failed => false,
    }
}

/// Reads a database for the watcher.
pub(crate) async fn poll(app: &Features, id: &str) -> Result<TemporaryDatabase, Error> {
    poll_within(app, id, QUIET).await
}

/// Reads a database. When nothing changed and the last stored read is not older than `quiet`, nothing is stored.
async fn poll_within(
    app: &Features,
    id: &str,
    quiet: TimeDelta,
) -> Result<TemporaryDatabase, Error> {
    let row = super::row(app, id).await?;
    if !can_change(row.state) {
        return Ok(row);
    }
    let began = app.clock.now();
    let result = poll_row(app, &row, quiet).await;
    schedule::record_poll(app, &row, began, &result);
    result
}

async fn poll_row(
    app: &Features,
    row: &TemporaryDatabase,
    quiet: TimeDelta,
) -> Result<TemporaryDatabase, Error> {
    match ask(app, row).await {
        Ok(reply) => answered(app, row, reply.value, quiet).await,
        Err(error) if error.code() == ErrorCode::NotFound => ended(app, row).await,
        // The row says so by itself.
        Err(error) if error.is_about_secrets() => Err(error),
        Err(error) => {
            let shown = error.clone().into();
            if row.check_error.as_ref() != Some(&shown) {
                super::change(app, &row.id, |row| row.check_error = Some(shown)).await?;
            }
            Err(error)
        }
    }
}

async fn ask(app: &Features, row: &TemporaryDatabase) -> Result<Reply<Database>, Error> {
    let client = accounts::client_of(app, row).await?;
    let secrets = secrets::load(app, row).await?;
    let asked_at = app.clock.now();
    match client.get(&secrets.id).await {
        Ok(reply) => {
            platform_clock::learn(app, row, reply.server_time, asked_at).await;
            Ok(reply)
        }
        Err(error) => {
            platform_clock::learn(app, row, error.server_time(), asked_at).await;
            Err(error.into())
        }
    }
}

async fn answered(
    app: &Features,
    before: &TemporaryDatabase,
    database: Database,
    quiet: TimeDelta,
) -> Result<TemporaryDatabase, Error> {
    let _lock = app.secrets.lock_row(&before.id).await;
    // A row that was forgotten while the reply was under way must not leave secrets behind.
    let current = super::row(app, &before.id).await?;
    let known = secrets::load(app, before).await?;
    let merged = merge(known.clone(), database);
    let secret_storage = match differs(&known, &merged) {
        true => Some(secrets::save(app, &before.id, &merged).await),
        false => None,
    };
    let now = app.clock.now();
    let learn = move |row: &mut TemporaryDatabase| {
        row.secret_storage = secret_storage.map_or(row.secret_storage, |secret_storage| {
            secrets::storage_after_save(row.secret_storage, secret_storage)
        });
        apply(row, &merged);
        row.check_error = None;
    };
    let mut after = current.clone();
    learn(&mut after);
    if secret_storage.is_none() && after == current && is_recent(current.checked_at, now, quiet) {
        return Ok(current);
    }
    let row = super::change(app, &before.id, move |row| {
        learn(row);
        row.checked_at = Some(now);
    })
    .await?;
    if row.state == TemporaryState::Claimed && before.state != TemporaryState::Claimed {
        activity::record(app, Note::about(app, Action::ClaimTemporary, &row)).await;
        if let (Some(account), Some(project)) = (row.account_id.clone(), row.project_id.clone()) {
            let this = app.clone();
            app.tasks
                .spawn(async move { projects::claimed(&this, &account, &project).await });
        }
    }
    Ok(row)
}

/// The platform does not have it any more: it expired, or was deleted in another way.
async fn ended(app: &Features, before: &TemporaryDatabase) -> Result<TemporaryDatabase, Error> {
    let over = before
        .expires_at
        .is_some_and(|end| platform_now(app, before) + CLOCK_TOLERANCE >= end);
    let state = if over {
        TemporaryState::Expired
    } else {
        TemporaryState::Gone
    };
    let now = app.clock.now();
    let row = super::change(app, &before.id, move |row| {
        row.state = state;
        row.checked_at = Some(now);
        row.check_error = None;
        row.claim_opened_at = None;
    })
    .await?;
    if row.state != before.state {
        let detail = if over {
            "It expired"
        } else {
            "The platform no longer has it"
        };
        activity::record(
            app,
            Note::about(app, Action::EndTemporary, &row).detail(detail),
        )
        .await;
    }
    Ok(row)
}

/// Merges a reply into what is known. A reply may leave out a link or a connection string; those are not lost by that.
fn merge(known: RowSecrets, said: Database) -> RowSecrets {
    let said = RowSecrets::from(said);
    RowSecrets {
        id: known.id,
        claim_url: said.claim_url.or(known.claim_url),
        connection: said.connection.or(known.connection),
        project_id: said.project_id.or(known.project_id),
        created_at: said.created_at.or(known.created_at),
        updated_at: said.updated_at.or(known.updated_at),
        expires_at: said.expires_at,
        status: said.status,
    }
}

/// Whether the vault must be written: for what is secret, not for what the store knows as well.
fn differs(known: &RowSecrets, merged: &RowSecrets) -> bool {
    known.claim_url != merged.claim_url || known.connection != merged.connection
}

fn is_recent(at: Option<DateTime<Utc>>, now: DateTime<Utc>, within: TimeDelta) -> bool {
    at.is_some_and(|at| at <= now && now - at < within)
}

/// A time in the precision of the store, so that the same time in the next reply does not count as a change.
fn stored(at: DateTime<Utc>) -> DateTime<Utc> {
    time(millis(at))
}

/// Puts what the platform said into a row.
pub(super) fn apply(row: &mut TemporaryDatabase, said: &RowSecrets) {
    row.state = match said.status {
        DatabaseStatus::Unclaimed => TemporaryState::Unclaimed,
        DatabaseStatus::Claiming => TemporaryState::Claiming,
        DatabaseStatus::Claimed => TemporaryState::Claimed,
        DatabaseStatus::Other(_) => TemporaryState::Unknown,
    };
    let claimed = row.state == TemporaryState::Claimed;
    row.expires_at = if claimed {
        None
    } else {
        said.expires_at.map(stored).or(row.expires_at)
    };
    row.created_at = said.created_at.map_or(row.created_at, stored);
    row.updated_at = said.updated_at.map(stored).or(row.updated_at);
    if said.project_id.is_some() {
        row.project_id.clone_from(&said.project_id);
    }
    let endpoint = said.connection.as_ref().and_then(endpoint);
    row.before_claim = claimed && said.connection.is_some();
    row.endpoint = endpoint.or(row.endpoint.take());
    if claimed {
        row.claim_opened_at = None;
    }
}

fn endpoint(connection: &api::DatabaseUrl) -> Option<EndpointView> {
    let url: crate::tools::connect::DatabaseUrl = connection.expose().parse().ok()?;
    Some(EndpointView {
        host: url.host().to_owned(),
        port: url.port(),
        database: url.database().to_owned(),
        role: url.role().to_owned(),
    })
}
