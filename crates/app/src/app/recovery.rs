//! Recovers what an earlier run left open.

use super::account_removal;
use crate::Error;
use crate::features::{Features, temporary};
use crate::resources;
use crate::store::{IntentKind, table};

/// Recovers every open intent on which this run does not work already. One that needs a platform or a keychain that does not
/// answer now stays open for the next round.
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
