//! Removing an account from this machine.

use rusqlite::Transaction;
use serde_json::Value;

use crate::Error;
use crate::accounts::{
    account, comes_with_platform, erase_key, forget_clients, host, instant_of, note, write,
};
use crate::base::checkpoint::Checkpoint;
use crate::base::guard::lock;
use crate::core::event::Event;
use crate::core::operation::{Entry, operation};
use crate::core::{activity, intent, settings};
use crate::features::{Features, rotation};
use crate::model::profile::CUSTOM;
use crate::platform::{bulk_jobs, connection_probe, one_time_secrets, operations, project_lists};
use crate::store::{Account, Intent, IntentKind, table};
use crate::view::InstantServiceChoice;
use crate::view::words::Action;

/// Removes an account with its key and everything that is kept of it here: lists, names, operations that are followed,
/// what can be brought back, what is done to many projects, changes that were left open. The activity log stays, and so
/// do temporary databases that were made at its address. Nothing is sent to the platform. A key that the keychain does not erase
/// now goes when it answers.
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for an account that is not there, or that comes with its platform.
#[operation(Program, Change, account_remove)]
pub async fn remove(app: &Features, id: &str) -> Result<(), Error> {
    let account = account(app, id)?;
    if !account.is_own() {
        return Err(comes_with_platform(&account, "is not removed"));
    }
    app.tasks.run(run(app.clone(), account.id)).await
}

async fn run(app: Features, id: String) -> Result<(), Error> {
    let _lock = app.accounts.edit_lock.lock().await;
    // Two clicks remove it once.
    let Some(account) = app.accounts.find(&id) else {
        return Ok(());
    };
    let service = instant_of(&app, &account).map(|url| url.as_str().to_owned());
    let guard = intent::begin(&app, IntentKind::ForgetAccountKey, &id, Value::Null);
    let intent = guard.intent.clone();
    let (gone, recorded, origin) = (id.clone(), intent.clone(), service.clone());
    let rows = write(&app, move |store| {
        table::intents::record(store, &recorded)?;
        table::accounts::remove(store, &gone)?;
        drop_intents(store, &gone)?;
        detach_temporary_databases(store, &gone, origin.as_ref())
    })
    .await?;
    app.checkpoints.passed(Checkpoint::RemoveIntended);
    move_default_service(&app, &account, service).await;
    for row in rows {
        app.events.publish(Event::TemporaryChanged { id: row });
    }
    app.signals.changed();
    let mut note = note(&app, Action::RemoveAccount, &id, &account.name);
    if let Err(error) = erase(&app, &intent).await {
        note = note.detail(format!(
            "Its key is deleted when the keychain responds again: {error}"
        ));
    }
    activity::record(&app, note).await;
    Ok(())
}

/// Forgets what is left of an account that is gone, and closes its intent. A key whose account is there stays.
pub(super) async fn recover(app: &Features, intent: &Intent) -> Result<(), Error> {
    if app.accounts.find(&intent.subject).is_some() {
        return close_intent(app, intent).await;
    }
    erase(app, intent).await
}

async fn erase(app: &Features, intent: &Intent) -> Result<(), Error> {
    let id = &intent.subject;
    app.accounts.keys.forget(id);
    lock(&app.accounts.rechecks).remove(id);
    forget_clients(app, id);
    app.clients.remove(id);
    one_time_secrets::forget_account(app, id);
    app.transfers.end(Some(id));
    connection_probe::forget_account(app, id);
    bulk_jobs::forget_account(app, id).await?;
    rotation::forget_account(app, id).await?;
    project_lists::forget_account(app, id).await?;
    operations::forget_account(app, id).await?;
    erase_key(app, id).await?;
    app.checkpoints.passed(Checkpoint::RemoveErased);
    close_intent(app, intent).await
}

async fn close_intent(app: &Features, intent: &Intent) -> Result<(), Error> {
    let id = intent.id.clone();
    app.store
        .write(move |store| table::intents::close(store, &id))
        .await
}

/// Nothing can be read any more of how they ended.
fn drop_intents(store: &Transaction<'_>, id: &str) -> Result<(), Error> {
    let of_account = format!("{id}/");
    for open in table::intents::open(store)? {
        if open.kind == IntentKind::ManagementCall && open.subject.starts_with(&of_account) {
            table::intents::close(store, &open.id)?;
        }
    }
    Ok(())
}

/// Temporary databases that were made at the account's address go on as rows of that address. Gives their ids.
fn detach_temporary_databases(
    store: &Transaction<'_>,
    id: &str,
    origin: Option<&String>,
) -> Result<Vec<String>, Error> {
    let rows = table::temporary::all(store)?.into_iter();
    let rows = rows.filter(|row| row.account_id.as_deref() == Some(id));
    let mut changed = Vec::new();
    for row in rows {
        table::temporary::change(store, &row.id, |row| {
            row.account_id = None;
            row.service = CUSTOM.service;
            let of_row = row.origin.take();
            row.origin = of_row.or_else(|| origin.cloned());
            row.service_label = row.origin.as_deref().map(host).unwrap_or_default();
        })?;
        changed.push(row.id);
    }
    Ok(changed)
}

/// The address stays the instant service of the next temporary database where it was, and its clock stays known.
async fn move_default_service(app: &Features, account: &Account, address: Option<String>) {
    if let Some(address) = &address {
        let mut offsets = lock(&app.offsets);
        if let Some(offset) = offsets.remove(&account.id) {
            offsets.insert(address.clone(), offset);
        }
    }
    let chosen = InstantServiceChoice::Account {
        account_id: account.id.clone(),
    };
    let changed = settings::change(app, |settings| {
        if settings.temporary.service.as_ref() == Some(&chosen) {
            settings.temporary.service =
                address.map(|address| InstantServiceChoice::Custom { address });
        }
    });
    if let Err(error) = changed.await {
        tracing::warn!(%error, "the default instant service could not be changed");
    }
}

pub(crate) const OPERATIONS: &[Entry<Features>] = &[AccountRemove::ENTRY];
