//! The list: temporary databases, from their creation to their claim or end.

mod card;
mod claim;
mod create;
mod delete;
mod forget;
mod import;
mod name;
mod pending;
mod platform_clock;
mod project;
mod reconcile;
mod refresh;
pub mod schedule;
pub(crate) mod secrets;
pub mod seed;

use chrono::{DateTime, Utc};

use crate::Error;
use crate::accounts::{self, InstantService, is_available};
use crate::core::activity::{self, Note};
use crate::core::event::Event;
use crate::core::operation::{Entry, operation};
use crate::features::Features;
use crate::model::profile::Profile;
use crate::store::{SecretStorage, TemporaryDatabase, table};
use crate::view::words::Action;
use crate::view::{
    EnvNoteView, ErrorView, TemporaryListView, TemporaryState, TemporaryView, count,
};

pub(crate) use card::{secret_text, target};
pub use claim::{
    TemporaryClaimOpened, TemporaryClaimTarget, claim_link, claim_opened, claim_target,
};
pub use create::{TemporaryCreate, TemporaryCreateOnce, create, create_once};
pub(crate) use create::{make, prepare};
pub use delete::{TemporaryDelete, delete};
pub(crate) use forget::erase as recover_forget;
pub use forget::{TemporaryForget, forget};
pub(crate) use import::candidates;
pub use import::{
    TemporaryImportEnv, TemporaryImportLink, TemporaryImportScan, import_env, import_link,
    import_scan,
};
pub(crate) use pending::save_pending;
pub(crate) use platform_clock::{offset_ms, platform_now};
pub use project::{ClaimedProject, project_of};
pub(crate) use reconcile::{end_seedings, recover_create};
pub(crate) use refresh::poll;
pub use refresh::{TemporaryRefresh, TemporaryRefreshAll, refresh, refresh_all};

/// The list, newest first. Asks neither the network nor the vault.
#[operation(Page, Read, temporary_list)]
pub async fn list(app: &Features) -> Result<TemporaryListView, Error> {
    let rows = app.store.read(table::temporary::all).await?;
    Ok(TemporaryListView {
        items: rows.into_iter().map(|row| view(app, row)).collect(),
    })
}

/// Refuses what would change something of a row whose account is locked against changes.
pub(crate) fn must_be_writable(app: &Features, row: &TemporaryDatabase) -> Result<(), Error> {
    match &row.account_id {
        Some(account) => accounts::ensure_writable(app, account),
        None => Ok(()),
    }
}

/// Refuses a session with a row whose account is locked against changes, or whose instant service does not run: its own words say
/// what to do about that, which a connection that nobody answers could not.
pub(crate) fn must_take_sessions(app: &Features, row: &TemporaryDatabase) -> Result<(), Error> {
    must_be_writable(app, row)?;
    must_be_available(app, row)
}

/// Refuses a database whose platform does not run.
pub(crate) fn must_be_available(app: &Features, row: &TemporaryDatabase) -> Result<(), Error> {
    if is_available(app, row) {
        return Ok(());
    }
    Err(Profile::of(row.service).unavailable())
}

/// One temporary database.
///
/// # Errors
/// [`crate::view::ErrorCode::NotFound`] when it is not there.
#[operation(Page, Read, temporary_get)]
pub async fn get(app: &Features, id: &str) -> Result<TemporaryView, Error> {
    Ok(view(app, row(app, id).await?))
}

/// Renames a row in Plinth only; nothing is sent to the platform.
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for a name that is empty, longer than 64 characters, holds control characters, has
/// blanks at its ends or is another row's.
#[operation(Page, Change, temporary_rename)]
pub async fn rename(app: &Features, id: &str, name: &str) -> Result<TemporaryView, Error> {
    let name = name::check(name)?;
    let id = id.to_owned();
    let (before, row) = app
        .store
        .write(move |store| {
            let before = table::temporary::get(store, &id)?;
            if before.name != name && table::temporary::has_name(store, &name)? {
                return Err(Error::invalid("Another temporary database has this name")
                    .hint("Choose another name."));
            }
            let row = table::temporary::change(store, &id, |row| row.name = name)?;
            Ok((before, row))
        })
        .await?;
    if row.name != before.name {
        app.events
            .publish(Event::TemporaryChanged { id: row.id.clone() });
        let note = Note::about(app, Action::RenameTemporary, &row);
        activity::record(app, note.detail(format!("Renamed from {}", before.name))).await;
    }
    Ok(view(app, row))
}

/// A row of this place of which nothing more is known.
fn blank(
    service: &InstantService,
    id: String,
    state: TemporaryState,
    created_at: DateTime<Utc>,
) -> TemporaryDatabase {
    TemporaryDatabase {
        id,
        name: String::new(),
        service: service.profile.service,
        service_label: service.label.clone(),
        origin: service.origin(),
        account_id: service.account_id.clone(),
        state,
        created_at,
        updated_at: None,
        expires_at: None,
        reference: String::new(),
        logical_replication: false,
        project_id: None,
        endpoint: None,
        before_claim: false,
        secret_storage: SecretStorage::None,
        env: None,
        seed: None,
        saved: None,
        checked_at: None,
        check_error: None,
        claim_opened_at: None,
        warned: None,
    }
}

pub(crate) async fn row(app: &Features, id: &str) -> Result<TemporaryDatabase, Error> {
    let id = id.to_owned();
    app.store
        .read(move |store| table::temporary::get(store, &id))
        .await
}

/// Changes a row and publishes that.
pub(crate) async fn change(
    app: &Features,
    id: &str,
    change: impl FnOnce(&mut TemporaryDatabase) + Send + 'static,
) -> Result<TemporaryDatabase, Error> {
    let wanted = id.to_owned();
    let row = app
        .store
        .write(move |store| table::temporary::change(store, &wanted, change))
        .await?;
    app.events
        .publish(Event::TemporaryChanged { id: row.id.clone() });
    Ok(row)
}

/// A row as the window sees it.
pub(crate) fn view(app: &Features, row: TemporaryDatabase) -> TemporaryView {
    let profile = Profile::of(row.service);
    let can_be_watched = matches!(
        row.state,
        TemporaryState::Unclaimed | TemporaryState::Claiming
    );
    let away = can_be_watched && !is_available(app, &row);
    TemporaryView {
        service_kind: row.service,
        clock_offset_ms: milliseconds(offset_ms(app, &row)),
        secrets_missing: secrets::missing(app, &row).map(ErrorView::from),
        secrets_unsaved: secrets::unsaved(app, &row),
        can_delete: can_be_watched && row.project_id.is_some() && accounts::has_records(&row),
        watching_claim: can_be_watched
            && schedule::is_claim_watched(row.claim_opened_at, app.clock.now()),
        check_error: row
            .check_error
            .or_else(|| away.then(|| profile.unavailable().into())),
        env: row.env.map(|note| EnvNoteView {
            path: note.path,
            key: note.key,
            written_at: note.written_at,
        }),
        storage_limit_bytes: count(profile.storage_limit_bytes),
        transfer_limit_bytes: count(profile.transfer_limit_bytes),
        id: row.id,
        name: row.name,
        service_label: row.service_label,
        account_id: row.account_id,
        state: row.state,
        created_at: row.created_at,
        updated_at: row.updated_at,
        expires_at: row.expires_at,
        reference: row.reference,
        logical_replication: row.logical_replication,
        project_id: row.project_id,
        endpoint: row.endpoint,
        before_claim: row.before_claim,
        seed: row.seed,
        saved: row.saved,
        checked_at: row.checked_at,
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a clock that is 2^53 ms away is shown rounded"
)]
fn milliseconds(value: i64) -> f64 {
    value as f64
}

pub(crate) const OPERATIONS: &[Entry<Features>] = &[
    TemporaryList::ENTRY,
    TemporaryGet::ENTRY,
    TemporaryRename::ENTRY,
];
