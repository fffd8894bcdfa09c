//! Creates that an earlier run left open.

use std::time::Duration;

use super::look::Look;
use crate::Error;
use crate::features::Features;
use crate::features::temporary;
use crate::store::{Intent, IntentKind, table};

/// How long the watcher is waited for where it settles the create itself.
const PATIENCE: Duration = Duration::from_secs(1);
const INTERVAL: Duration = Duration::from_millis(20);

/// The folder, once the create that an earlier run left open is settled: a command may end before the watcher gets to it, and
/// until then nobody knows whether there is a database.
pub(super) async fn settled(app: &Features, id: &str) -> Result<Look, Error> {
    let look = Look::of(app, id).await?;
    let pending = look.record.pending.as_ref();
    let Some(row) = pending.and_then(|pending| pending.temporary_id.clone()) else {
        return Ok(look);
    };
    let mut waited = Duration::ZERO;
    let mut was_open = false;
    while let Some(open) = open(app, &row).await? {
        was_open = true;
        if !app.active_intents.holds(&open.id) {
            temporary::recover_create(app, &open).await?;
            break;
        }
        if waited >= PATIENCE {
            break;
        }
        tokio::time::sleep(INTERVAL).await;
        waited += INTERVAL;
    }
    match was_open {
        true => Look::of(app, id).await,
        false => Ok(look),
    }
}

async fn open(app: &Features, row: &str) -> Result<Option<Intent>, Error> {
    let all = app.store.read(table::intents::open).await?;
    let is_it =
        |intent: &Intent| intent.kind == IntentKind::CreateTemporary && intent.subject == row;
    Ok(all.into_iter().find(is_it))
}
