//! Recovers what an earlier run left open.

use super::account_removal;
use crate::Error;
use crate::features::{Features, restore_preview, temporary};
use crate::resources;
use crate::store::{Intent, IntentKind, table};

/// Recovers every open intent on which this run does not work already. One that needs a platform or a keychain that does not
/// answer now stays open for the next round.
pub(super) async fn recover(app: &Features) -> Result<(), Error> {
    for intent in app.store.read(table::intents::open).await? {
        // One that fails stays open for the next round and keeps no other one waiting.
        if let Err(error) = recover_one(app, &intent).await {
            tracing::warn!(%error, kind = ?intent.kind, "an intent could not be recovered; it is tried again");
        }
    }
    Ok(())
}

async fn recover_one(app: &Features, intent: &Intent) -> Result<(), Error> {
    if app.active_intents.holds(&intent.id) {
        return Ok(());
    }
    // This run may have worked on it while the intents were read, and closed it since. Recovered all the same, the intent of
    // an import would erase the secrets that were just saved.
    let id = intent.id.clone();
    let open = move |store: &rusqlite::Connection| table::intents::find(store, &id);
    let Some(intent) = app.store.read(open).await? else {
        return Ok(());
    };
    match intent.kind {
        IntentKind::CreateTemporary => temporary::recover_create(app, &intent).await,
        IntentKind::ForgetTemporary => temporary::recover_forget(app, &intent).await,
        IntentKind::ForgetAccountKey => account_removal::recover(app, &intent).await,
        IntentKind::PreviewRestore => restore_preview::recover(app, &intent).await,
        IntentKind::ManagementCall => resources::recover(app, &intent).await,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use chrono::Utc;
    use vault::{Entry, Memory, Vault};

    use super::*;
    use crate::{App, Config};

    #[tokio::test]
    async fn what_was_closed_since_it_was_read_is_not_recovered() {
        let folder = tempfile::tempdir().unwrap();
        let vault: Arc<dyn Vault> = Arc::new(Memory::default());
        let app = App::open(Config::new(folder.path().to_owned(), Arc::clone(&vault)))
            .await
            .unwrap();
        let intent = Intent {
            id: "closed".to_owned(),
            kind: IntentKind::ForgetTemporary,
            subject: "imported".to_owned(),
            recorded_at: Utc::now(),
            detail: serde_json::Value::Null,
        };
        let entry = Entry::new("temporary", "imported");
        vault.set(&entry, "secrets".into()).await.unwrap();
        recover_one(&app, &intent).await.unwrap();
        assert!(vault.get(&entry).await.unwrap().is_some());

        // Left open by an earlier run, it has them erased.
        let open = intent.clone();
        let record = move |store: &rusqlite::Transaction<'_>| table::intents::record(store, &open);
        app.store.write(record).await.unwrap();
        recover_one(&app, &intent).await.unwrap();
        assert!(vault.get(&entry).await.unwrap().is_none());
        app.close().await;
    }
}
