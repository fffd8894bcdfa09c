//! Servers that wake and sleep by themselves, noted as operations like any other.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::mpsc::UnboundedReceiver;

use super::computes::roused;
use super::draft::Draft;
use super::effect;
use super::look::look_soon;
use super::submit::first_moment;
use super::written::written;
use crate::postgres::transition::{Cause, Transition, TransitionKind};
use crate::shared::Shared;
use crate::state::{
    Action, Endpoint, EndpointState, Operation, PlatformState, Record, Status, Task,
};

/// Notes what servers do until the sandbox stops.
pub async fn transitions(shared: Arc<Shared>, mut told: UnboundedReceiver<Transition>) {
    let noting = async {
        let mut open: HashMap<String, Noted> = HashMap::new();
        while let Some(transition) = told.recv().await {
            if transition.kind == TransitionKind::Awake {
                look_at(&shared, &transition.endpoint_id);
            }
            // What an operation asked for is that operation's to tell.
            if transition.cause != Cause::Operation {
                note(&shared, &mut open, transition).await;
            }
        }
    };
    tokio::select! {
        () = shared.stop.cancelled() => {}
        () = noting => {}
    }
}

/// What people changed by SQL before it slept.
fn look_at(shared: &Arc<Shared>, endpoint_id: &str) {
    let branch = shared.store.read(|state| {
        let endpoint = state.endpoints.get(endpoint_id);
        endpoint.map(|it| it.branch_id.clone())
    });
    if let Some(branch) = branch {
        look_soon(shared, branch);
    }
}

/// The ids of one course: at most one operation for the project, the branch and the compute each.
#[derive(Debug, Clone)]
struct Noted {
    ids: [String; 3],
    chain: String,
}

async fn note(shared: &Shared, open: &mut HashMap<String, Noted>, transition: Transition) {
    let now = shared.now();
    let endpoint = transition.endpoint_id;
    match transition.kind {
        TransitionKind::Waking | TransitionKind::Sleeping => {
            let action = match transition.kind {
                TransitionKind::Waking => Action::StartCompute,
                _ => Action::SuspendCompute,
            };
            let noted = Noted {
                ids: std::array::from_fn(|_| shared.random.uuid()),
                chain: shared.random.uuid(),
            };
            open.insert(endpoint.clone(), noted.clone());
            written(shared, move |state| {
                (begun(state, &endpoint, &noted, action, now), ())
            })
            .await;
        }
        TransitionKind::Awake | TransitionKind::Asleep | TransitionKind::Failed(_) => {
            let noted = open.remove(&endpoint);
            let kind = transition.kind;
            written(shared, move |state| {
                (ended(state, &endpoint, noted.as_ref(), &kind, now), ())
            })
            .await;
        }
    }
}

fn begun(
    state: &PlatformState,
    endpoint_id: &str,
    noted: &Noted,
    action: Action,
    now: DateTime<Utc>,
) -> Vec<Record> {
    let Some(endpoint) = state.endpoints.get(endpoint_id) else {
        return Vec::new();
    };
    let branch = state.branches.get(&endpoint.branch_id);
    let mut drafts = match (action, branch) {
        (Action::StartCompute, Some(branch)) => roused(state, branch),
        _ => Vec::new(),
    };
    drafts.push(Draft::on_endpoint(
        action,
        &endpoint.branch_id,
        &endpoint.id,
        Task::Observed,
    ));
    let first = first_moment(state, &endpoint.project_id, now);
    let operation = |((draft, id), at): ((Draft, &String), i64)| {
        Record::Operation(Operation {
            created_at: first + TimeDelta::microseconds(at),
            task: Task::Observed,
            ..draft.begun(id.clone(), &endpoint.project_id, &noted.chain, now)
        })
    };
    drafts
        .into_iter()
        .zip(&noted.ids)
        .zip(0..)
        .map(operation)
        .collect()
}

fn ended(
    state: &PlatformState,
    endpoint_id: &str,
    noted: Option<&Noted>,
    kind: &TransitionKind,
    now: DateTime<Utc>,
) -> Vec<Record> {
    let mut records = Vec::new();
    let (status, error) = match kind {
        TransitionKind::Failed(why) => (Status::Error, Some(why)),
        _ => (Status::Finished, None),
    };
    let ids = noted.into_iter().flat_map(|noted| &noted.ids);
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
    let awake = *kind == TransitionKind::Awake;
    Endpoint {
        state: if awake {
            EndpointState::Active
        } else {
            EndpointState::Idle
        },
        started_at: if awake { Some(now) } else { it.started_at },
        last_active: Some(now),
        suspended_at: if awake { it.suspended_at } else { Some(now) },
        updated_at: now,
        ..it.clone()
    }
}
