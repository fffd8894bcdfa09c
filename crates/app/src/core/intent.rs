//! Write-ahead records of mutations: what this run is seeing to its end, and what an earlier one left open.

use crate::base::claims::Claim;
use crate::base::clock::local_id;
use crate::core::Core;
use crate::store::{Intent, IntentKind};

/// An intent that this run sees to its end until this is dropped. One that is still open then is taken up by the watcher.
pub(crate) struct IntentGuard {
    pub(crate) intent: Intent,
    _claim: Option<Claim>,
}

/// Makes an intent and takes it in hand. It must be recorded before what it is about leaves.
pub(crate) fn begin(
    app: &Core,
    kind: IntentKind,
    subject: &str,
    detail: serde_json::Value,
) -> IntentGuard {
    let intent = Intent {
        id: local_id(app.clock.as_ref()),
        kind,
        subject: subject.to_owned(),
        recorded_at: app.clock.now(),
        detail,
    };
    IntentGuard {
        _claim: app.active_intents.claim(&intent.id),
        intent,
    }
}

/// Takes an open intent in hand, unless somebody has it.
pub(crate) fn take(app: &Core, intent: &Intent) -> Option<IntentGuard> {
    let claim = app.active_intents.claim(&intent.id)?;
    Some(IntentGuard {
        intent: intent.clone(),
        _claim: Some(claim),
    })
}
