//! What an earlier run left open is seen to its end.

use super::account_removal;
use crate::Error;
use crate::features::{Features, temporary};
use crate::resources;
use crate::store::{IntentKind, table};

/// Sees every open intent of an earlier run to its end, and mends rows that say something runs which does not. What
/// needs a keychain that does not answer now stays open and is tried again.
pub(super) async fn recover(app: &Features) -> Result<(), Error> {
    for intent in app.store.read(table::intents::open).await? {
        if app.active_intents.holds(&intent.id) {
            continue;
        }
        let done = match intent.kind {
            IntentKind::CreateTemporary => temporary::recover_create(app, &intent).await,
            IntentKind::ForgetTemporary => temporary::recover_forget(app, &intent).await,
            IntentKind::ForgetAccountKey => account_removal::recover(app, &intent).await,
            IntentKind::ManagementCall => resources::recover(app, &intent).await,
        };
        // One that fails stays open for the next round and keeps no other one waiting.
        if let Err(error) = done {
            tracing::warn!(%error, kind = ?intent.kind, "an intent stays open for now");
        }
    }
    Ok(())
}
