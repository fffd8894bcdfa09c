//! Servers that wake and sleep by themselves, noted as operations like any other.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use tokio::sync::mpsc::UnboundedReceiver;

use super::submit::first_moment;
use crate::postgres::transition::{Cause, Transition, TransitionKind};
use crate::shared::Shared;
use crate::world::{Action, Endpoint, EndpointState, Operation, Row, Status, Task, World};

/// Notes what servers do until the sandbox stops.
pub async fn transitions(shared: Arc<Shared>, mut told: UnboundedReceiver<Transition>) {
    let mut open: HashMap<String, String> = HashMap::new();
    loop {
        let transition = tokio::select! {
            () = shared.stop.cancelled() => return,
            told = told.recv() => match told {
                Some(transition) => transition,
                None => return,
            },
        };
        // What an operation asked for is that operation's to tell.
        if transition.cause != Cause::Asked {
            note(&shared, &mut open, transition).await;
        }
    }
}

async fn note(shared: &Shared, open: &mut HashMap<String, String>, transition: Transition) {
    let now = shared.now();
    let endpoint = transition.endpoint_id;
    let (id, chain) = (shared.random.uuid(), shared.random.uuid());
    match transition.kind {
        TransitionKind::Waking | TransitionKind::Sleeping => {
            let action = match transition.kind {
                TransitionKind::Waking => Action::StartCompute,
                _ => Action::SuspendCompute,
            };
            open.insert(endpoint.clone(), id.clone());
            keep(shared, move |world| {
                begun(world, &endpoint, (id, chain), action, now)
            })
            .await;
        }
        TransitionKind::Awake | TransitionKind::Asleep | TransitionKind::Failed(_) => {
            let operation = open.remove(&endpoint);
            keep(shared, move |world| {
                ended(world, &endpoint, operation, &transition.kind, now)
            })
            .await;
        }
    }
}

fn begun(
    world: &World,
    endpoint_id: &str,
    (id, chain): (String, String),
    action: Action,
    now: DateTime<Utc>,
) -> Vec<Row> {
    let Some(endpoint) = world.endpoints.get(endpoint_id) else {
        return Vec::new();
    };
    vec![Row::Operation(Operation {
        id,
        project_id: endpoint.project_id.clone(),
        branch_id: Some(endpoint.branch_id.clone()),
        endpoint_id: Some(endpoint.id.clone()),
        action,
        status: Status::Running,
        error: None,
        failures_count: 0,
        retry_at: None,
        created_at: first_moment(world, &endpoint.project_id, now),
        updated_at: now,
        total_duration_ms: 0,
        chain,
        task: Task::Observed,
    })]
}

fn ended(
    world: &World,
    endpoint_id: &str,
    operation: Option<String>,
    kind: &TransitionKind,
    now: DateTime<Utc>,
) -> Vec<Row> {
    let mut rows = Vec::new();
    let (status, error) = match kind {
        TransitionKind::Failed(why) => (Status::Error, Some(why.clone())),
        _ => (Status::Finished, None),
    };
    if let Some(it) = operation.and_then(|id| world.operations.get(&id)) {
        let lasted = (now - it.created_at).num_milliseconds().max(1);
        rows.push(Row::Operation(Operation {
            status,
            error,
            failures_count: i32::from(status == Status::Error),
            updated_at: now,
            total_duration_ms: i32::try_from(lasted).unwrap_or(i32::MAX),
            ..it.clone()
        }));
    }
    if let Some(it) = world.endpoints.get(endpoint_id) {
        rows.push(Row::Endpoint(moved(it, kind, now)));
    }
    rows
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

async fn keep(shared: &Shared, decide: impl FnOnce(&World) -> Vec<Row> + Send + 'static) {
    let kept = shared
        .catalogue
        .change(move |world| Ok::<_, Infallible>((decide(world), ())));
    if let Err(error) = kept.await {
        tracing::error!(%error, "what a server did was not written down");
    }
    shared.changed.notify();
}
