use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use crate::base::guard::lock;
use crate::view::DiagnosticsView;

/// How many are kept to be saved; the oldest go first.
const KEPT: usize = 4;

/// Diagnostics files that were shown, in memory until the app quits.
#[derive(Debug, Default)]
pub(crate) struct Shown(Mutex<VecDeque<Arc<DiagnosticsView>>>);

impl Shown {
    pub(super) fn keep(&self, view: DiagnosticsView) {
        let mut shown = lock(&self.0);
        if shown.len() == KEPT {
            shown.pop_front();
        }
        shown.push_back(Arc::new(view));
    }

    pub(super) fn find(&self, id: &str) -> Option<Arc<DiagnosticsView>> {
        lock(&self.0).iter().find(|it| it.id == id).cloned()
    }
}
