use serde::Serialize;
use serde_json::{Map, Value};

use crate::connection::Place;
use crate::route::body::{OperationBody, Seconds, operations};
use crate::shared::Shared;
use crate::state::{
    Action, ComputeSize, Endpoint, EndpointState, Operation, PlatformState, PreloadLibraries,
    Provisioner,
};

/// What a call that changes a compute answers.
#[derive(Debug, Serialize)]
pub struct ChangedEndpointResponse {
    endpoint: ComputeBody,
    operations: Vec<OperationBody>,
}

impl ChangedEndpointResponse {
    pub fn of(shared: &Shared, endpoint: &Endpoint, begun: &[Operation]) -> Self {
        Self {
            endpoint: shared
                .store
                .read(|state| wire_begun(&shared.place, state, endpoint, begun)),
            operations: operations(begun),
        }
    }
}

/// A compute as every reply shows it.
#[derive(Debug, Serialize)]
pub struct ComputeBody {
    host: String,
    /// Of the sandbox alone: all its computes have the same host.
    #[serde(skip_serializing_if = "Option::is_none")]
    port: Option<u16>,
    hosts: Hosts,
    pub id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    project_id: String,
    branch_id: String,
    autoscaling_limit_min_cu: f64,
    autoscaling_limit_max_cu: f64,
    region_id: String,
    #[serde(rename = "type")]
    kind: &'static str,
    current_state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pending_state: Option<&'static str>,
    settings: Settings,
    pooler_enabled: bool,
    pooler_mode: &'static str,
    disabled: bool,
    passwordless_access: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_active: Option<Seconds>,
    creation_source: String,
    created_at: Seconds,
    updated_at: Seconds,
    #[serde(skip_serializing_if = "Option::is_none")]
    started_at: Option<Seconds>,
    #[serde(skip_serializing_if = "Option::is_none")]
    suspended_at: Option<Seconds>,
    proxy_host: String,
    suspend_timeout_seconds: i64,
    provisioner: Provisioner,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Hosts {
    ReadWrite {
        read_write_host: String,
        read_write_pooled_host: String,
    },
    ReadOnly {
        read_only_host: String,
        read_only_pooled_host: String,
    },
}

impl Hosts {
    /// There is no pooler, so both are the same.
    fn new(host: String, read_only: bool) -> Self {
        match read_only {
            true => Self::ReadOnly {
                read_only_pooled_host: host.clone(),
                read_only_host: host,
            },
            false => Self::ReadWrite {
                read_write_pooled_host: host.clone(),
                read_write_host: host,
            },
        }
    }
}

#[derive(Debug, Serialize)]
struct Settings {
    pg_settings: Map<String, Value>,
    #[serde(skip_serializing_if = "Map::is_empty")]
    pgbouncer_settings: Map<String, Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    preload_libraries: Option<PreloadLibraries>,
}

/// The endpoint as it stands.
pub fn wire(place: &Place, state: &PlatformState, it: &Endpoint) -> ComputeBody {
    body(place, state, it, state.open_operations_of(&it.project_id))
}

/// The endpoint as a call left it that has just begun these operations.
pub fn wire_begun(
    place: &Place,
    state: &PlatformState,
    it: &Endpoint,
    begun: &[Operation],
) -> ComputeBody {
    body(place, state, it, begun.iter())
}

fn body<'a>(
    place: &Place,
    state: &PlatformState,
    it: &Endpoint,
    open: impl Iterator<Item = &'a Operation>,
) -> ComputeBody {
    let project = state.projects.get(&it.project_id);
    let ComputeSize {
        min_cu,
        max_cu,
        suspend_timeout_seconds,
        pg_settings,
        pgbouncer_settings,
        provisioner,
        pooler_enabled,
        preload_libraries,
    } = it.size.clone();
    ComputeBody {
        host: place.host_of(it.port),
        port: it.port,
        hosts: Hosts::new(place.host_of(it.port), it.read_only),
        id: it.id.clone(),
        name: it.name.clone(),
        project_id: it.project_id.clone(),
        branch_id: it.branch_id.clone(),
        autoscaling_limit_min_cu: min_cu,
        autoscaling_limit_max_cu: max_cu,
        region_id: project.map_or_else(String::new, |it| it.region_id.clone()),
        kind: if it.read_only {
            "read_only"
        } else {
            "read_write"
        },
        current_state: it.state.word(),
        pending_state: pending(it, open).map(EndpointState::word),
        settings: Settings {
            pg_settings,
            pgbouncer_settings,
            preload_libraries,
        },
        pooler_enabled,
        pooler_mode: "transaction",
        disabled: it.disabled,
        passwordless_access: it.passwordless_access,
        last_active: it.last_active.map(Seconds),
        creation_source: it.creation_source.clone(),
        created_at: Seconds(it.created_at),
        updated_at: Seconds(it.updated_at),
        started_at: it.started_at.map(Seconds),
        suspended_at: it.suspended_at.map(Seconds),
        proxy_host: place.host(),
        suspend_timeout_seconds,
        provisioner,
    }
}

/// Where the first of its open operations leads.
fn pending<'a>(
    it: &Endpoint,
    mut open: impl Iterator<Item = &'a Operation>,
) -> Option<EndpointState> {
    open.find_map(|operation| {
        if operation.endpoint_id.as_ref() != Some(&it.id) {
            return None;
        }
        let to = match operation.action {
            Action::StartCompute => EndpointState::Active,
            Action::SuspendCompute => EndpointState::Idle,
            _ => return None,
        };
        (to != it.state).then_some(to)
    })
}
