//! Records as operations what servers do without one: start when a client connects, suspend when idle.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::mpsc::UnboundedReceiver;

use super::commit::commit_with_retries;
use super::computes::wake_steps;
use super::draft::Draft;
use super::effect;
use super::submit::next_created_at;
use super::sync_from_server::sync_in_background;
use crate::postgres::transition::{Transition, TransitionKind};
use crate::shared::Shared;
use crate::state::{
    Action, Endpoint, EndpointState, Operation, PlatformState, Record, Status, Task,
};

/// Notes what servers do until the sandbox stops.
pub async fn record_transitions(
    shared: Arc<Shared>,
    mut transitions: UnboundedReceiver<Transition>,
) {
    let noting = async {
        let mut open: HashMap<String, OpenRecord> = HashMap::new();
        while let Some(transition) = transitions.recv().await {
            if transition.kind == TransitionKind::Running {
                sync_after_start(&shared, &transition.endpoint_id);
            }
            // What an operation asked for is recorded by that operation.
            if !transition.cause.is_listed() {
                record(&shared, &mut open, transition).await;
            }
        }
    };
    tokio::select! {
        () = shared.stop.cancelled() => {}
        () = noting => {}
    }
}

/// Reads the roles and databases that were changed by SQL, once the server runs.
fn sync_after_start(shared: &Arc<Shared>, endpoint_id: &str) {
    let branch = shared.store.read(|state| {
        let endpoint = state.endpoints.get(endpoint_id).filter(|it| !it.read_only);
        endpoint.map(|it| it.branch_id.clone())
    });
    if let Some(branch) = branch {
        sync_in_background(shared, branch);
    }
}

/// The ids of one transition: at most one operation for the project, the branch and the compute each.
#[derive(Debug, Clone)]
struct OpenRecord {
    ids: [String; 3],
    batch_id: String,
}

async fn record(shared: &Shared, open: &mut HashMap<String, OpenRecord>, transition: Transition) {
    let now = shared.now();
    let endpoint = transition.endpoint_id;
    match transition.kind {
        TransitionKind::Starting | TransitionKind::Suspending => {
            let action = match transition.kind {
                TransitionKind::Starting => Action::StartCompute,
                _ => Action::SuspendCompute,
            };
            let open_record = OpenRecord {
                ids: std::array::from_fn(|_| shared.random.uuid()),
                batch_id: shared.random.uuid(),
            };
            open.insert(endpoint.clone(), open_record.clone());
            commit_with_retries(shared, move |state| {
                (begun(state, &endpoint, &open_record, action, now), ())
            })
            .await;
        }
        TransitionKind::Running | TransitionKind::Suspended | TransitionKind::Failed(_) => {
            let open_record = open.remove(&endpoint);
            let kind = transition.kind;
            commit_with_retries(shared, move |state| {
                (
                    ended(state, &endpoint, open_record.as_ref(), &kind, now),
                    (),
                )
            })
            .await;
        }
    }
}

fn begun(
    state: &PlatformState,
    endpoint_id: &str,
    open_record: &OpenRecord,
    action: Action,
    now: DateTime<Utc>,
) -> Vec<Record> {
    let Some(endpoint) = state.endpoints.get(endpoint_id) else {
        return Vec::new();
    };
    let branch = state.branches.get(&endpoint.branch_id);
    let mut drafts = match (action, branch) {
        (Action::StartCompute, Some(branch)) => wake_steps(state, branch),
        _ => Vec::new(),
    };
    drafts.push(Draft::on_endpoint(
        action,
        &endpoint.branch_id,
        &endpoint.id,
        Task::External,
    ));
    let first = next_created_at(state, &endpoint.project_id, now);
    let operation = |((draft, id), at): ((Draft, &String), i64)| {
        Record::Operation(Operation {
            created_at: first + TimeDelta::microseconds(at),
            task: Task::External,
            ..draft.into_running(id.clone(), &endpoint.project_id, &open_record.batch_id, now)
        })
    };
    drafts
        .into_iter()
        .zip(&open_record.ids)
        .zip(0..)
        .map(operation)
        .collect()
}

fn ended(
    state: &PlatformState,
    endpoint_id: &str,
    open_record: Option<&OpenRecord>,
    kind: &TransitionKind,
    now: DateTime<Utc>,
) -> Vec<Record> {
    let mut records = Vec::new();
    let (status, error) = match kind {
        TransitionKind::Failed(why) => (Status::Error, Some(why)),
        _ => (Status::Finished, None),
    };
    let ids = open_record
        .into_iter()
        .flat_map(|open_record| &open_record.ids);
    for it in ids.filter_map(|id| state.operations.get(id)) {
        if status == Status::Finished {
            records.extend(effect::note(it, now)(state));
        }
        records.push(Record::Operation(Operation {
            failures_count: i32::from(status == Status::Error),
            ..it.ended(status, error.cloned(), now)
        }));
    }
    if let Some(it) = state.endpoints.get(endpoint_id) {
        records.push(Record::Endpoint(moved(it, kind, now)));
    }
    records
}

fn moved(it: &Endpoint, kind: &TransitionKind, now: DateTime<Utc>) -> Endpoint {
    let is_running = *kind == TransitionKind::Running;
    Endpoint {
        state: if is_running {
            EndpointState::Active
        } else {
            EndpointState::Idle
        },
        started_at: if is_running { Some(now) } else { it.started_at },
        last_active: Some(now),
        suspended_at: if is_running {
            it.suspended_at
        } else {
            Some(now)
        },
        updated_at: now,
        ..it.clone()
    }
}
