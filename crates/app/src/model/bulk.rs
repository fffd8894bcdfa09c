//! The same done to many at once, as it stands and is kept.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};

use crate::view::{BulkItemState, BulkItemView, BulkState, BulkVerb, BulkView, ErrorView};

/// One of them.
#[derive(Clone, Debug)]
pub(crate) struct Bulk {
    pub(crate) id: String,
    pub(crate) account_id: String,
    pub(crate) verb: BulkVerb,
    pub(crate) target: Target,
    pub(crate) state: BulkState,
    pub(crate) problem: Option<ErrorView>,
    pub(crate) items: Vec<Item>,
    pub(crate) started_at: DateTime<Utc>,
    /// A task does its items.
    pub(crate) is_running: bool,
}

/// Where its items are, and what is set on them.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct Target {
    /// Whose keys they are, where they are an organization's.
    pub(crate) organization_id: Option<String>,
    /// Whose branches or computes they are.
    pub(crate) project_id: Option<String>,
    /// When branches expire; `None` is never.
    pub(crate) expires_at: Option<DateTime<Utc>>,
}

/// One item of it.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) item_id: String,
    pub(crate) name: String,
    pub(crate) state: BulkItemState,
    /// It was sent, and no reply says how it ended: it may be done already.
    pub(crate) begun: bool,
    pub(crate) error: Option<ErrorView>,
}

impl Bulk {
    pub(crate) fn new(
        id: String,
        account_id: String,
        verb: BulkVerb,
        state: BulkState,
        problem: Option<ErrorView>,
        started_at: DateTime<Utc>,
    ) -> Self {
        Self {
            id,
            account_id,
            verb,
            target: Target::default(),
            state,
            problem,
            items: Vec::new(),
            started_at,
            is_running: false,
        }
    }

    /// What has not begun is left as it is.
    pub(crate) fn stop(&mut self) {
        if !matches!(self.state, BulkState::Running | BulkState::Paused) {
            return;
        }
        self.state = BulkState::Stopped;
        self.problem = None;
        for item in &mut self.items {
            if item.state == BulkItemState::Waiting {
                item.state = BulkItemState::Skipped;
            }
        }
    }

    /// What failed waits for its turn once more.
    pub(crate) fn try_failed_again(&mut self) {
        for item in &mut self.items {
            if item.state == BulkItemState::Failed {
                item.state = BulkItemState::Waiting;
                item.error = None;
            }
        }
    }

    /// It waits until somebody resumes it.
    pub(crate) fn pause(&mut self, problem: ErrorView) {
        self.state = BulkState::Paused;
        self.problem = Some(problem);
    }

    pub(crate) fn ids(&self) -> BTreeSet<&str> {
        self.items.iter().map(|it| it.item_id.as_str()).collect()
    }

    pub(crate) fn view(&self) -> BulkView {
        BulkView {
            id: self.id.clone(),
            account_id: self.account_id.clone(),
            verb: self.verb,
            project_id: self.target.project_id.clone(),
            state: self.state,
            problem: self.problem.clone(),
            items: self.items.iter().map(BulkItemView::from).collect(),
            started_at: self.started_at,
        }
    }
}

impl Item {
    /// Its end is to come.
    pub(crate) fn is_open(&self) -> bool {
        matches!(self.state, BulkItemState::Waiting | BulkItemState::Running)
    }
}

impl From<BulkItemView> for Item {
    fn from(item: BulkItemView) -> Self {
        Self {
            item_id: item.item_id,
            name: item.name,
            state: item.state,
            begun: false,
            error: item.error,
        }
    }
}

impl From<&Item> for BulkItemView {
    fn from(item: &Item) -> Self {
        Self {
            item_id: item.item_id.clone(),
            name: item.name.clone(),
            state: item.state,
            error: item.error.clone(),
        }
    }
}
