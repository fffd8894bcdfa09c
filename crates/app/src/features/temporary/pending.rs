//! Secrets of rows that the keychain did not take yet.

use super::secrets;
use crate::Error;
use crate::core::event::Event;
use crate::features::Features;
use crate::store::{SecretStorage, table};

/// Puts secrets that are in memory only into the keychain, as far as it takes them.
pub(crate) async fn save_pending(app: &Features) {
    if app.keychain.in_memory() {
        return;
    }
    let Ok(rows) = app.store.read(table::temporary::all).await else {
        return;
    };
    let pending = rows.into_iter().filter(|row| {
        matches!(
            row.secret_storage,
            SecretStorage::Memory | SecretStorage::Unsaved
        )
    });
    for row in pending {
        if let Err(error) = save_one(app, &row.id).await {
            tracing::debug!(id = row.id, %error, "secrets stay in memory for now");
        }
        if app.keychain.is_failing() {
            return;
        }
    }
}

/// Offers a row's secrets to the keychain if they are in memory only.
async fn save_one(app: &Features, id: &str) -> Result<(), Error> {
    let _lock = app.secrets.lock_row(id).await;
    let row = super::row(app, id).await?;
    let Some(known) = app.secrets.cached(id) else {
        return Ok(());
    };
    let refused = app.secrets.unsaved(id);
    let secret_storage = secrets::save(app, id, &known).await;
    if secret_storage != row.secret_storage {
        super::change(app, id, move |row| row.secret_storage = secret_storage).await?;
    } else if refused != app.secrets.unsaved(id) {
        app.events
            .publish(Event::TemporaryChanged { id: id.to_owned() });
    }
    Ok(())
}
