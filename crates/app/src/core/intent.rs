//! Write-ahead records of mutations: those that this run works on, and those that are left open.

use crate::base::checkpoint::Checkpoint;
use crate::base::clock::local_id;
use crate::base::exclusive::ExclusiveId;
use crate::core::Core;
use crate::store::{Intent, IntentKind};

/// Guard: this run works on the intent until this is dropped. The watcher leaves it alone so long, and recovers it if it is
/// still open then.
pub(crate) struct IntentGuard {
    pub(crate) intent: Intent,
    _guard: Option<ExclusiveId>,
}

/// Makes an intent and holds it. It has to be stored before the request that it is about is sent.
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
        _guard: app.active_intents.try_take(&intent.id),
        intent,
    }
}

/// Holds an open intent, unless another task does.
pub(crate) fn take(app: &Core, intent: &Intent) -> Option<IntentGuard> {
    let guard = app.active_intents.try_take(&intent.id)?;
    app.checkpoints.passed(Checkpoint::IntentTaken);
    Some(IntentGuard {
        intent: intent.clone(),
        _guard: Some(guard),
    })
}
