use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Serialize;

use super::draft::{CreateBranchRequest, GeneratedIds, ValidatedBranch};
use super::past;
use super::wire::{BranchBody, wire_begun};
use crate::access::Caller;
use crate::operation::computes::{started, wake_steps};
use crate::operation::{Draft, Step, position};
use crate::reply::Failure;
use crate::room;
use crate::route::body::{OperationBody, OptionalJsonBody, operations};
use crate::route::call::submit;
use crate::route::computes::create::with_port;
use crate::route::computes::{self, ComputeBody};
use crate::route::connections::{self, ConnectionBody};
use crate::route::databases::{self, DatabaseBody};
use crate::route::roles::{self, RoleBody};
use crate::shared::Shared;
use crate::state::{
    Action, Branch, Database, Endpoint, NewAuthIds, Past, PlatformState, Project, Record, Role,
    Secret, Task,
};

#[derive(Debug, Serialize)]
pub(super) struct CreateBranchResponse {
    branch: BranchBody,
    endpoints: Vec<ComputeBody>,
    operations: Vec<OperationBody>,
    roles: Vec<RoleBody>,
    databases: Vec<DatabaseBody>,
    #[serde(skip_serializing_if = "Option::is_none")]
    connection_uris: Option<[ConnectionBody; 1]>,
}

/// What was stored, for the reply.
#[derive(Debug)]
struct CreatedBranch {
    project: Project,
    branch: Branch,
    endpoints: Vec<Endpoint>,
    roles: Vec<Role>,
    databases: Vec<Database>,
}

pub(super) async fn create(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(project_id): Path<String>,
    OptionalJsonBody(request): OptionalJsonBody<CreateBranchRequest>,
) -> Result<(StatusCode, Json<CreateBranchResponse>), Failure> {
    request.check()?;
    let past = request.past(shared.now())?;
    let ids = GeneratedIds {
        branch_id: shared.random.branch_id(),
        endpoint_ids: (0..request.computes())
            .map(|_| shared.random.endpoint_id())
            .collect(),
        user_id: caller.user_id.clone(),
        now: shared.now(),
    };
    let parent = request.parent_id().map(str::to_owned).or_else(|| {
        let default = |state: &PlatformState| Some(state.default_branch(&project_id)?.id.clone());
        shared.store.read(default)
    });
    let lsn = position(&shared, parent.as_deref()).await;
    let rules = Arc::clone(&shared);
    let capacity = room::check_capacity(&shared, parent.as_deref(), &ids.branch_id).await;
    let project = project_id.clone();
    let in_window = match (&past, &parent) {
        (Some(past), Some(parent)) => past::check(&shared, parent, past).await,
        _ => Ok(()),
    };
    let auth_ids = NewAuthIds {
        provider_project_id: shared.random.uuid(),
        transfer_token: Secret::new(shared.random.token(40)),
    };
    let (made, begun) = submit(&shared, &project_id, move |state| {
        let project = caller.project(state, &project)?;
        let ValidatedBranch {
            mut branch,
            endpoints,
            parent,
            schema_only,
            archived,
        } = request.validate(state, project, ids, &rules.config)?;
        capacity?;
        in_window?;
        if branch.parent_id.is_some() {
            match &past {
                None => branch.parent_lsn = lsn,
                Some(Past::Lsn(lsn)) => {
                    branch.parent_lsn = Some(lsn.clone());
                    branch.parent_timestamp = None;
                }
                Some(Past::Time(at)) => branch.parent_timestamp = Some(*at),
            }
        }
        let inherited = state.inherited(&parent.id, &branch.id, branch.created_at);
        let mut records = vec![Record::Branch(branch.clone())];
        records.extend(endpoints.iter().cloned().map(Record::Endpoint));
        records.extend(inherited.iter().cloned());
        if !schema_only {
            let was = match &past {
                Some(Past::Time(at)) => *at,
                Some(Past::Lsn(_)) | None => branch.created_at,
            };
            let (id, now) = (&branch.id, branch.created_at);
            records.extend(state.inherited_auth(&parent.id, id, was, now, auth_ids));
        }
        let mut operations = wake_steps(state, &parent);
        operations.extend(follow_ups(
            &branch,
            &endpoints,
            &parent,
            CopyOf {
                schema_only,
                at: past,
            },
            archived,
        ));
        let made = CreatedBranch {
            project: project.clone(),
            branch,
            endpoints,
            roles: inherited.iter().filter_map(role).cloned().collect(),
            databases: inherited.iter().filter_map(database).cloned().collect(),
        };
        Ok(Step::new(records, operations, made))
    })
    .await?;
    let mut endpoints = Vec::new();
    for endpoint in made.endpoints.clone() {
        endpoints.push(with_port(&shared, endpoint).await);
    }
    let body = shared.store.read(|state| CreateBranchResponse {
        branch: wire_begun(state, &made.branch, &begun),
        endpoints: endpoints
            .iter()
            .map(|it| computes::wire_begun(&shared.place, state, it, &begun))
            .collect(),
        operations: operations(&begun),
        roles: made.roles.iter().map(|it| roles::wire(it, false)).collect(),
        databases: made.databases.iter().map(databases::wire).collect(),
        connection_uris: connection(&shared, &made, &endpoints).map(|it| [it]),
    });
    Ok((StatusCode::CREATED, Json(body)))
}

/// What of its parent a branch gets.
struct CopyOf {
    schema_only: bool,
    at: Option<Past>,
}

fn follow_ups(
    branch: &Branch,
    endpoints: &[Endpoint],
    parent: &Branch,
    copy: CopyOf,
    archived: bool,
) -> Vec<Draft> {
    let copy = Task::CreateBranch {
        from: parent.id.clone(),
        schema_only: copy.schema_only,
        at: copy.at,
    };
    let note = |action| Draft::on_branch(action, &branch.id, Task::RecordOnly);
    let mut operations = vec![Draft::on_branch(Action::CreateBranch, &branch.id, copy)];
    // The platform notes it for a branch without a compute in any case.
    if branch.protected || endpoints.is_empty() {
        operations.push(note(Action::TimelineUpdateProtectedConfig));
    }
    if archived {
        operations.push(note(Action::TimelineArchive));
    }
    let writing = endpoints.iter().filter(|it| !it.read_only);
    operations.extend(writing.map(started));
    operations
}

/// Which of several databases is meant, nobody could say.
fn connection(
    shared: &Shared,
    made: &CreatedBranch,
    endpoints: &[Endpoint],
) -> Option<ConnectionBody> {
    let [database] = made.databases.as_slice() else {
        return None;
    };
    let port = endpoints.iter().find(|it| !it.read_only)?.port?;
    let role = made.roles.iter().find(|it| it.name == database.owner)?;
    let may_connect = made.project.store_passwords && role.password.is_some();
    may_connect.then(|| connections::wire(&shared.place, role, database, port))
}

fn role(record: &Record) -> Option<&Role> {
    match record {
        Record::Role(role) => Some(role),
        _ => None,
    }
}

fn database(record: &Record) -> Option<&Database> {
    match record {
        Record::Database(database) => Some(database),
        _ => None,
    }
}
