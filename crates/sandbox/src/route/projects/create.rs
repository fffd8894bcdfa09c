use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Map;

use super::settings::{
    ComputeDefaultsRequest, SettingsRequest, check_history, check_name, no_project, note_hipaa,
};
use super::wire::{ProjectBody, wire_new};
use crate::access::Caller;
use crate::operation::{Draft, Step};
use crate::platform_text;
use crate::provision::{self, Parts};
use crate::reply::Failure;
use crate::room;
use crate::route::body::{JsonBody, OperationBody, invalid, operations};
use crate::route::branches::{self, BranchBody};
use crate::route::call::submit;
use crate::route::computes::size::SizeRequest;
use crate::route::computes::{self, ComputeBody};
use crate::route::connections::{self, ConnectionBody};
use crate::route::databases::{self, DatabaseBody};
use crate::route::roles::{self, RoleBody};
use crate::route::{names, regions};
use crate::shared::Shared;
use crate::state::{
    Action, ComputeSize, Endpoint, KeyScope, Operation, PlatformState, Project, Provisioner,
    Record, Task,
};

/// The one version that the sandbox runs.
const PG_VERSION: u16 = 17;

#[derive(Debug, Deserialize)]
pub struct CreateProjectRequest {
    project: Option<NewProject>,
}

#[derive(Debug, Default, Deserialize)]
struct NewProject {
    name: Option<String>,
    settings: Option<SettingsRequest>,
    branch: Option<FirstBranch>,
    autoscaling_limit_min_cu: Option<f64>,
    autoscaling_limit_max_cu: Option<f64>,
    provisioner: Option<Provisioner>,
    region_id: Option<String>,
    default_endpoint_settings: Option<ComputeDefaultsRequest>,
    pg_version: Option<u16>,
    store_passwords: Option<bool>,
    history_retention_seconds: Option<i64>,
    org_id: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
struct FirstBranch {
    name: Option<String>,
    role_name: Option<String>,
    database_name: Option<String>,
    annotations: Option<Map<String, serde_json::Value>>,
}

#[derive(Debug, Serialize)]
pub struct CreateProjectResponse {
    project: ProjectBody,
    connection_uris: [ConnectionBody; 1],
    roles: [RoleBody; 1],
    databases: [DatabaseBody; 1],
    operations: Vec<OperationBody>,
    branch: BranchBody,
    endpoints: [ComputeBody; 1],
}

/// What is stored, for the reply.
#[derive(Debug)]
struct CreatedProject {
    project: Project,
    parts: Parts,
}

pub async fn create(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    JsonBody(CreateProjectRequest { project }): JsonBody<CreateProjectRequest>,
) -> Result<(StatusCode, Json<CreateProjectResponse>), Failure> {
    caller.must_not_be_scoped()?;
    let request = project.ok_or_else(no_project)?;
    let now = shared.now();
    let mut made = request.validate(&shared, &caller, now)?;
    let (id, request) = (made.project.id.clone(), request.org_id);
    let capacity = room::check_capacity(&shared, None, &made.parts.branch.id).await;
    let (made, begun) = submit(&shared, &id, move |state| {
        made.project.organization_id = organization(state, &caller, request.as_deref())?;
        if state.projects.contains_key(&made.project.id) {
            return Err(
                Failure::new(StatusCode::CONFLICT, platform_text::exists("project id"))
                    .code("PROJECT_ID_ALREADY_EXISTS"),
            );
        }
        capacity?;
        made.parts.database.id = state.next_database_id();
        let parts = &made.parts;
        let records = vec![
            Record::Project(made.project.clone()),
            Record::Branch(parts.branch.clone()),
            Record::Endpoint(parts.endpoint.clone()),
            Record::Role(parts.role.clone()),
            Record::Database(parts.database.clone()),
        ];
        let branch = &parts.branch.id;
        let drafts = vec![
            Draft::on_branch(Action::CreateTimeline, branch, Task::CreateTimeline),
            Draft::on_endpoint(
                Action::StartCompute,
                branch,
                &parts.endpoint.id,
                Task::StartCompute,
            ),
        ];
        Ok(Step::new(records, drafts, made))
    })
    .await?;
    let port = provision::computes::ensure_port(&shared, &made.parts.endpoint.id)
        .await
        .map_err(|error| no_port(&error))?;
    let reply = shared
        .store
        .read(|state| made.response(&shared, state, &begun, port, now));
    Ok((StatusCode::CREATED, Json(reply)))
}

impl NewProject {
    /// The project with its parts, when nothing that is asked for is out of bounds.
    fn validate(
        &self,
        shared: &Shared,
        caller: &Caller,
        now: DateTime<Utc>,
    ) -> Result<CreatedProject, Failure> {
        let (names, usual) = (&shared.config.names, FirstBranch::default());
        let first = self.branch.as_ref().unwrap_or(&usual);
        check_name(self.name.as_deref())?;
        check_history(self.history_retention_seconds)?;
        first.check()?;
        if self.pg_version.is_some_and(|it| it != PG_VERSION) {
            return Err(invalid(format!(
                "project.pg_version: this sandbox runs version {PG_VERSION} only"
            )));
        }
        let settings = self.settings.clone().unwrap_or_default();
        let region = region(self.region_id.as_deref(), &names.region)?;
        let usual = Project::new(shared.random.project_id(), region, now);
        let mut project = Project {
            name: self.name.clone().unwrap_or_else(|| usual.name.clone()),
            creator_id: Some(caller.user_id.clone()),
            logical_replication: settings
                .enable_logical_replication
                .unwrap_or(usual.logical_replication),
            store_passwords: self.store_passwords.unwrap_or(usual.store_passwords),
            history_retention_seconds: self
                .history_retention_seconds
                .unwrap_or(usual.history_retention_seconds),
            settings: settings.applied_to(&usual.settings)?,
            compute_defaults: self.size()?,
            ..usual
        };
        note_hipaa(&mut project, settings.hipaa, now);
        let database = first.database_name.as_deref().unwrap_or(&names.database);
        let role = first.role_name.as_deref().unwrap_or(&names.role);
        let mut parts = Parts::new(shared, &project, database, role, now);
        if let Some(name) = &first.name {
            parts.branch.name.clone_from(name);
        }
        parts.branch.annotation.clone_from(&first.annotations);
        Ok(CreatedProject { project, parts })
    }

    fn size(&self) -> Result<ComputeSize, Failure> {
        let usual = ComputeSize::default();
        let size = match &self.default_endpoint_settings {
            Some(request) => request.applied_to(&usual)?,
            None => usual,
        };
        let request = SizeRequest::of_project(
            self.autoscaling_limit_min_cu,
            self.autoscaling_limit_max_cu,
            self.provisioner,
        );
        request.for_new(&size)
    }
}

impl FirstBranch {
    fn check(&self) -> Result<(), Failure> {
        if let Some(name) = &self.name {
            branches::check_name("project.branch.name", name)?;
        }
        if let Some(name) = &self.role_name {
            names::check_role_name("project.branch.role_name", name)?;
        }
        if let Some(name) = &self.database_name {
            names::check_name("project.branch.database_name", name)?;
        }
        let annotated = self.annotations.as_ref().map_or(0, Map::len);
        branches::check_annotation("project.branch.annotations", annotated)?;
        Ok(())
    }
}

fn region(request: Option<&str>, usual: &str) -> Result<String, Failure> {
    let Some(request) = request else {
        return Ok(usual.to_owned());
    };
    // As it was sent: either spelling is the region's.
    let found = regions::find(request).map(|_| request.to_owned());
    found.ok_or_else(|| {
        invalid(format!(
            "project.region_id: unknown region; region_id:\"{request}\""
        ))
    })
}

/// Where the project goes: an organization's key has one, a person without a choice gets the one
/// they joined first, and one without any keeps it for themselves.
fn organization(
    state: &PlatformState,
    caller: &Caller,
    request: Option<&str>,
) -> Result<Option<String>, Failure> {
    if let Some(id) = request {
        return caller.organization(state, id).map(|it| Some(it.id.clone()));
    }
    if let KeyScope::Organization { organization_id } = &caller.scope {
        return Ok(Some(organization_id.clone()));
    }
    let mine = state.members.values();
    let mine = mine.filter(|it| it.user_id == caller.user_id);
    let first = mine.min_by_key(|it| (it.joined_at, &it.organization_id));
    Ok(first.map(|it| it.organization_id.clone()))
}

impl CreatedProject {
    fn response(
        self,
        shared: &Shared,
        state: &PlatformState,
        begun: &[Operation],
        port: u16,
        now: DateTime<Utc>,
    ) -> CreateProjectResponse {
        let Parts {
            branch,
            endpoint,
            role,
            database,
        } = self.parts;
        let endpoint = Endpoint {
            port: Some(port),
            ..endpoint
        };
        CreateProjectResponse {
            project: wire_new(&shared.place, state, &self.project, now),
            connection_uris: [connections::wire(&shared.place, &role, &database, port)],
            roles: [roles::wire(&role, true)],
            databases: [databases::wire(&database)],
            operations: operations(begun),
            branch: branches::wire_begun(state, &branch, begun),
            endpoints: [computes::wire_begun(&shared.place, state, &endpoint, begun)],
        }
    }
}

fn no_port<E: std::fmt::Display>(error: &E) -> Failure {
    tracing::error!(%error, "a new project's compute has no port");
    Failure::new(
        StatusCode::SERVICE_UNAVAILABLE,
        "the project was created, but its compute has no port yet",
    )
}
