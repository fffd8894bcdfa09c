//! What is kept of folders in memory until the app quits.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};

use envfile::Fingerprint;
use tokio::sync::OwnedMutexGuard;

use crate::Error;
use crate::base::guard::lock;
use crate::model::folder::WrittenString;
use crate::view::{ErrorCode, FolderStep};

/// How many plans are kept; the oldest go first.
const KEPT: usize = 256;

/// Turns and plans.
#[derive(Debug, Default)]
pub(crate) struct Folders {
    /// One turn a folder: whoever changes its record or its env file has it.
    turns: Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>,
    plans: Mutex<VecDeque<(String, Arc<Plan>)>>,
}

/// A plan that was shown.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) folder_id: String,
    pub(super) step: FolderStep,
    /// The env file that it was made for.
    pub(super) fingerprint: Option<Fingerprint>,
    /// What is written, where the plan is a change of the env file alone, known by the same id.
    pub(super) string: Option<WrittenString>,
}

impl Folders {
    pub(super) async fn turn(&self, id: &str) -> OwnedMutexGuard<()> {
        let turn = Arc::clone(lock(&self.turns).entry(id.to_owned()).or_default());
        turn.lock_owned().await
    }

    pub(super) fn is_busy(&self, id: &str) -> bool {
        let turns = lock(&self.turns);
        turns.get(id).is_some_and(|turn| turn.try_lock().is_err())
    }

    pub(super) fn keep(&self, id: &str, plan: Plan) {
        let mut plans = lock(&self.plans);
        if plans.len() == KEPT {
            plans.pop_front();
        }
        plans.push_back((id.to_owned(), Arc::new(plan)));
    }

    pub(super) fn plan(&self, id: &str) -> Result<Arc<Plan>, Error> {
        let plans = lock(&self.plans);
        let found = plans.iter().find(|(known, _)| known == id);
        found.map(|(_, plan)| Arc::clone(plan)).ok_or_else(|| {
            Error::new(ErrorCode::NotFound, "This change has expired")
                .hint("Review the change again.")
        })
    }
}
