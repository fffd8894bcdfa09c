//! Write-ahead records of mutations: what this run is seeing to its end, and what an earlier one left open.

use std::collections::HashSet;
use std::sync::Mutex;

use crate::App;
use crate::app::WeakApp;
use crate::clock::local_id;
use crate::guard::lock;
use crate::store::{Intent, IntentKind};

/// Intents that this run sees to their end now. Nobody else may take them up.
#[derive(Debug, Default)]
pub(crate) struct InHand(Mutex<HashSet<String>>);

impl InHand {
    pub(crate) fn holds(&self, intent: &Intent) -> bool {
        lock(&self.0).contains(&intent.id)
    }
}

/// An intent that is in hand until this is dropped. One that is still open then is taken up by the watcher.
pub(crate) struct Held {
    pub(crate) intent: Intent,
    app: WeakApp,
}

/// Makes an intent and takes it in hand. It must be recorded before what it is about leaves.
pub(crate) fn hold(app: &App, kind: IntentKind, subject: &str, detail: serde_json::Value) -> Held {
    let intent = Intent {
        id: local_id(app.clock.as_ref()),
        kind,
        subject: subject.to_owned(),
        recorded_at: app.clock.now(),
        detail,
    };
    lock(&app.in_hand.0).insert(intent.id.clone());
    Held {
        intent,
        app: app.weak(),
    }
}

/// Takes an open intent in hand, unless somebody has it.
pub(crate) fn take(app: &App, intent: &Intent) -> Option<Held> {
    lock(&app.in_hand.0)
        .insert(intent.id.clone())
        .then(|| Held {
            intent: intent.clone(),
            app: app.weak(),
        })
}

impl Drop for Held {
    fn drop(&mut self) {
        if let Some(app) = self.app.upgrade() {
            lock(&app.in_hand.0).remove(&self.intent.id);
        }
    }
}
