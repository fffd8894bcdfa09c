use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::connection::Place;
use crate::route::body::Seconds;
use crate::route::regions;
use crate::state::usage::month_of;
use crate::state::{ComputeSize, PlatformState, Project, Provisioner, Usage, temporary};

const MEBIBYTE: u64 = 1024 * 1024;

#[derive(Debug, Serialize)]
pub struct ProjectResponse {
    pub project: ProjectBody,
}

/// A project as its own calls answer it.
#[derive(Debug, Serialize)]
pub struct ProjectBody {
    #[serde(flatten)]
    common: CommonFields,
    data_storage_bytes_hour: u64,
    data_transfer_bytes: u64,
    written_data_bytes: u64,
    compute_time_seconds: u64,
    active_time_seconds: u64,
    consumption_period_start: Seconds,
    consumption_period_end: Seconds,
    #[serde(skip_serializing_if = "Option::is_none")]
    owner: Option<OwnerBody>,
}

/// A project as lists show it.
#[derive(Debug, Serialize)]
pub struct ItemBody {
    #[serde(flatten)]
    common: CommonFields,
    active_time: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    org_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    deleted_at: Option<Seconds>,
    #[serde(skip_serializing_if = "Option::is_none")]
    recoverable_until: Option<Seconds>,
}

impl ItemBody {
    pub fn id(&self) -> &str {
        &self.common.id
    }
}

#[derive(Debug, Serialize)]
struct CommonFields {
    id: String,
    name: String,
    platform_id: &'static str,
    region_id: String,
    provisioner: Provisioner,
    pg_version: u16,
    locked: bool,
    proxy_host: String,
    store_passwords: bool,
    creation_source: String,
    history_retention_seconds: i64,
    default_endpoint_settings: DefaultsBody,
    settings: Map<String, Value>,
    branch_logical_size_limit: u64,
    branch_logical_size_limit_bytes: u64,
    synthetic_storage_size: u64,
    cpu_used_sec: u64,
    owner_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    org_id: Option<String>,
    created_at: Seconds,
    updated_at: Seconds,
    #[serde(skip_serializing_if = "Option::is_none")]
    compute_last_active_at: Option<Seconds>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hipaa_enabled_at: Option<Seconds>,
}

#[derive(Debug, Serialize)]
struct DefaultsBody {
    autoscaling_limit_min_cu: f64,
    autoscaling_limit_max_cu: f64,
    suspend_timeout_seconds: i64,
    #[serde(skip_serializing_if = "Map::is_empty")]
    pg_settings: Map<String, Value>,
    #[serde(skip_serializing_if = "Map::is_empty")]
    pgbouncer_settings: Map<String, Value>,
}

#[derive(Debug, Serialize)]
struct OwnerBody {
    email: String,
    name: String,
    branches_limit: u32,
    subscription_type: &'static str,
}

/// The project as it stands.
pub fn wire(place: &Place, state: &PlatformState, it: &Project, now: DateTime<Utc>) -> ProjectBody {
    let (start, end) = month_of(now);
    let used = state.usage_of(&it.id, start, now);
    ProjectBody {
        common: common(place, state, it, &used),
        data_storage_bytes_hour: used.data_storage_bytes_hour,
        data_transfer_bytes: used.data_transfer_bytes,
        written_data_bytes: used.written_data_bytes,
        compute_time_seconds: used.compute_time_seconds,
        active_time_seconds: used.active_time_seconds,
        consumption_period_start: Seconds(start),
        consumption_period_end: Seconds(end),
        owner: owner(state, it),
    }
}

/// The project as its creation answers it. No period has begun by then, which is sent as the year 1.
pub fn wire_new(
    place: &Place,
    state: &PlatformState,
    it: &Project,
    now: DateTime<Utc>,
) -> ProjectBody {
    const YEAR_ONE: i64 = -62_135_596_800;
    let none = DateTime::from_timestamp(YEAR_ONE, 0).unwrap_or_default();
    ProjectBody {
        consumption_period_start: Seconds(none),
        consumption_period_end: Seconds(none),
        ..wire(place, state, it, now)
    }
}

pub fn item(place: &Place, state: &PlatformState, it: &Project, now: DateTime<Utc>) -> ItemBody {
    let used = state.usage_of(&it.id, month_of(now).0, now);
    let organization = it.organization_id.as_ref();
    let organization = organization.and_then(|id| state.organizations.get(id));
    ItemBody {
        common: common(place, state, it, &used),
        active_time: used.active_time_seconds,
        org_name: organization.map(|it| it.name.clone()),
        deleted_at: it.deleted_at.map(Seconds),
        recoverable_until: it.recoverable_until().map(Seconds),
    }
}

fn common(place: &Place, state: &PlatformState, it: &Project, used: &Usage) -> CommonFields {
    let claim = state.temporary_of(&it.id).map(|it| it.status);
    let limit = temporary::limits(claim).storage_bytes;
    let mut settings = it.settings.clone();
    let replicates = Value::Bool(it.logical_replication);
    settings.insert("enable_logical_replication".into(), replicates);
    let owner = it.organization_id.as_ref().or(it.creator_id.as_ref());
    CommonFields {
        id: it.id.clone(),
        name: it.name.clone(),
        platform_id: regions::find(&it.region_id).map_or("aws", |region| region.platform),
        region_id: it.region_id.clone(),
        provisioner: it.compute_defaults.provisioner,
        pg_version: it.pg_version,
        locked: state.is_locked(&it.id),
        proxy_host: place.host(),
        store_passwords: it.store_passwords,
        creation_source: it.creation_source.clone(),
        history_retention_seconds: it.history_retention_seconds,
        default_endpoint_settings: defaults(&it.compute_defaults),
        settings,
        branch_logical_size_limit: limit / MEBIBYTE,
        branch_logical_size_limit_bytes: limit,
        synthetic_storage_size: used.synthetic_storage_size,
        cpu_used_sec: used.compute_time_seconds,
        owner_id: owner.cloned().unwrap_or_default(),
        org_id: it.organization_id.clone(),
        created_at: Seconds(it.created_at),
        updated_at: Seconds(it.updated_at),
        compute_last_active_at: state
            .endpoints_of(&it.id)
            .filter_map(|it| it.last_active)
            .max()
            .map(Seconds),
        hipaa_enabled_at: it.hipaa_enabled_at.map(Seconds),
    }
}

fn defaults(it: &ComputeSize) -> DefaultsBody {
    DefaultsBody {
        autoscaling_limit_min_cu: it.min_cu,
        autoscaling_limit_max_cu: it.max_cu,
        suspend_timeout_seconds: it.suspend_timeout_seconds,
        pg_settings: it.pg_settings.clone(),
        pgbouncer_settings: it.pgbouncer_settings.clone(),
    }
}

fn owner(state: &PlatformState, it: &Project) -> Option<OwnerBody> {
    let user = state.users.get(it.creator_id.as_ref()?)?;
    Some(OwnerBody {
        email: user.email.clone(),
        name: user.name.clone(),
        branches_limit: 5000,
        subscription_type: "scale",
    })
}
