use chrono::TimeDelta;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::history;
use crate::platform_text;
use crate::route::body::{self, OperationBody, Seconds};
use crate::shared::Shared;
use crate::state::usage::month_of;
use crate::state::{
    Action, Branch, BranchState, DeletedBy, Operation, PlatformState, RestoreStatus, Task,
};

/// A branch as every reply shows it.
#[derive(Debug, Serialize)]
pub struct BranchBody {
    pub id: String,
    project_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent_lsn: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent_timestamp: Option<Seconds>,
    name: String,
    current_state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pending_state: Option<&'static str>,
    state_changed_at: Seconds,
    #[serde(skip_serializing_if = "Option::is_none")]
    logical_size: Option<u64>,
    creation_source: String,
    primary: bool,
    default: bool,
    protected: bool,
    cpu_used_sec: u64,
    compute_time_seconds: u64,
    active_time_seconds: u64,
    written_data_bytes: u64,
    data_transfer_bytes: u64,
    created_at: Seconds,
    updated_at: Seconds,
    #[serde(skip_serializing_if = "Option::is_none")]
    ttl_interval_seconds: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expires_at: Option<Seconds>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_reset_at: Option<Seconds>,
    #[serde(skip_serializing_if = "Option::is_none")]
    created_by: Option<CreatorBody>,
    #[serde(skip_serializing_if = "Option::is_none")]
    init_source: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    restore_status: Option<RestoreStatus>,
    #[serde(skip_serializing_if = "Option::is_none")]
    restored_from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    restored_as: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    restricted_actions: Vec<RestrictedAction>,
    #[serde(skip_serializing_if = "Option::is_none")]
    recovery: Option<Recovery>,
    /// The sandbox's own field (0084); the platform reports nothing like it.
    #[serde(skip_serializing_if = "Option::is_none")]
    restore_window: Option<RestoreWindow>,
}

#[derive(Debug, Serialize)]
struct RestrictedAction {
    name: &'static str,
    reason: &'static str,
}

/// What is refused until the branch has its data.
fn restricted(it: &Branch) -> Vec<RestrictedAction> {
    match it.state {
        BranchState::Ready | BranchState::Archived => Vec::new(),
        BranchState::Init | BranchState::Resetting => vec![RestrictedAction {
            name: "restore",
            reason: platform_text::BRANCH_NOT_READY,
        }],
    }
}

/// What can be restored of a branch, and what that takes of the disk.
#[derive(Debug, Serialize)]
struct RestoreWindow {
    /// None while there is no history yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<Seconds>,
    bytes: u64,
    /// How much the histories of all branches of its project may take.
    project_limit_bytes: u64,
    /// It is shorter than the project's because of that limit.
    shortened: bool,
}

#[derive(Debug, Serialize)]
struct CreatorBody {
    name: String,
    image: &'static str,
}

#[derive(Debug, Serialize)]
struct Recovery {
    deleted_at: Seconds,
    recoverable_until: Seconds,
    deletion_method: &'static str,
}

/// The branch as it stands.
pub fn wire(state: &PlatformState, it: &Branch) -> BranchBody {
    body(state, it, state.open_operations_of(&it.project_id))
}

/// The branch as a call left it that has just begun these operations.
pub fn wire_begun(state: &PlatformState, it: &Branch, begun: &[Operation]) -> BranchBody {
    body(state, it, begun.iter())
}

impl BranchBody {
    /// With what it used in the present month and what its server last saw of its size.
    pub fn measured(self, shared: &Shared, state: &PlatformState) -> Self {
        let now = shared.now();
        let used = state.usage_of_branch(&self.project_id, &self.id, month_of(now).0, now);
        let endpoint = state.endpoint_of_branch(&self.id);
        let compute = endpoint.and_then(|it| shared.pool()?.get(&it.id));
        let size = compute.map_or(used.synthetic_storage_size, |it| it.storage_bytes());
        Self {
            logical_size: (size > 0).then_some(size),
            active_time_seconds: used.active_time_seconds,
            cpu_used_sec: used.compute_time_seconds,
            compute_time_seconds: used.compute_time_seconds,
            written_data_bytes: used.written_data_bytes,
            data_transfer_bytes: used.data_transfer_bytes,
            restore_window: restore_window(shared, state, &self),
            ..self
        }
    }
}

fn restore_window(
    shared: &Shared,
    state: &PlatformState,
    it: &BranchBody,
) -> Option<RestoreWindow> {
    let window = state.restore_window(&it.project_id)?;
    shared.servers.as_ref()?;
    let history = history::of(shared, &it.id);
    let since = history.as_ref().and_then(|it| it.since);
    // The next whole second: what is sent has none of its parts, and before it there is nothing.
    let whole = TimeDelta::milliseconds(999);
    let start = since.map(|at| at.max(shared.now() - window) + whole);
    Some(RestoreWindow {
        start: start.map(Seconds),
        bytes: history.as_ref().map_or(0, |it| it.bytes),
        project_limit_bytes: shared.config.history.most_bytes,
        shortened: history.is_some_and(|it| it.is_shortened),
    })
}

fn body<'a>(
    state: &PlatformState,
    it: &Branch,
    open: impl Iterator<Item = &'a Operation>,
) -> BranchBody {
    let creator = it.created_by.as_ref().and_then(|id| state.users.get(id));
    BranchBody {
        id: it.id.clone(),
        project_id: it.project_id.clone(),
        parent_id: it.parent_id.clone(),
        parent_lsn: it.parent_lsn.clone(),
        parent_timestamp: it.parent_timestamp.map(Seconds),
        name: it.name.clone(),
        current_state: it.state.word(),
        pending_state: pending(it, open),
        state_changed_at: Seconds(it.state_changed_at),
        logical_size: None,
        creation_source: it.creation_source.clone(),
        primary: it.default,
        default: it.default,
        protected: it.protected,
        cpu_used_sec: 0,
        compute_time_seconds: 0,
        active_time_seconds: 0,
        written_data_bytes: 0,
        data_transfer_bytes: 0,
        created_at: Seconds(it.created_at),
        updated_at: Seconds(it.updated_at),
        ttl_interval_seconds: it.ttl_interval_seconds,
        expires_at: it.expires_at.map(Seconds),
        last_reset_at: it.last_reset_at.map(Seconds),
        created_by: creator.map(|it| CreatorBody {
            name: it.name.clone(),
            image: "",
        }),
        init_source: it.init_source.clone(),
        restore_status: it.restore_status,
        restored_from: it.restored_from.clone(),
        restored_as: it.restored_as.clone(),
        restricted_actions: restricted(it),
        recovery: it.deleted.as_ref().map(|it| Recovery {
            deleted_at: Seconds(it.at),
            recoverable_until: Seconds(it.until),
            deletion_method: match it.by {
                DeletedBy::User => "user",
                DeletedBy::Ttl => "ttl",
            },
        }),
        restore_window: None,
    }
}

/// Where its open operations lead.
fn pending<'a>(it: &Branch, mut open: impl Iterator<Item = &'a Operation>) -> Option<&'static str> {
    open.find_map(|operation| {
        if let Task::Restore { preserve_as, .. } = &operation.task
            && preserve_as.as_ref() == Some(&it.id)
        {
            return Some(BranchState::Ready.word());
        }
        if operation.branch_id.as_ref() != Some(&it.id) {
            return None;
        }
        let to = match operation.action {
            Action::DeleteTimeline if it.deleted.is_some() => return Some("storage_deleted"),
            Action::CreateTimeline | Action::CreateBranch | Action::TimelineUnarchive => {
                BranchState::Ready
            }
            Action::TimelineArchive => BranchState::Archived,
            _ => return None,
        };
        (to != it.state).then(|| to.word())
    })
}

/// A note that its maker put on a branch.
#[derive(Debug, Serialize)]
pub struct AnnotationBody {
    object: Object,
    value: Map<String, Value>,
    created_at: Seconds,
    updated_at: Seconds,
}

#[derive(Debug, Serialize)]
struct Object {
    #[serde(rename = "type")]
    kind: &'static str,
    id: String,
}

/// An empty one where nobody put any.
pub fn annotation(it: &Branch) -> AnnotationBody {
    AnnotationBody {
        object: Object {
            kind: "console/branch",
            id: it.id.clone(),
        },
        value: it.annotation.clone().unwrap_or_default(),
        created_at: Seconds(it.created_at),
        updated_at: Seconds(it.created_at),
    }
}

/// What a call that changes a branch answers.
#[derive(Debug, Serialize)]
pub struct ChangedBranchResponse {
    pub branch: BranchBody,
    pub operations: Vec<OperationBody>,
}

impl ChangedBranchResponse {
    pub fn of(shared: &Shared, branch: &Branch, begun: &[Operation]) -> Self {
        shared.store.read(|state| Self {
            branch: wire_begun(state, branch, begun).measured(shared, state),
            operations: body::operations(begun),
        })
    }
}
