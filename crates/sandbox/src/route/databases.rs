//! Databases of a branch.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::{Deserialize, Serialize};

use super::body::{self, JsonBody, OperationBody, Seconds};
use super::branches::lookup::{find_branch, on_compute_of, read_branch, sync_branch};
use super::names::check_name;
use crate::access::{Caller, not_found};
use crate::operation::computes::wake_steps;
use crate::operation::{Draft, Step, must_be_free};
use crate::platform_text;
use crate::reply::Failure;
use crate::route::branches::lookup::must_have_data;
use crate::route::call::submit;
use crate::shared::Shared;
use crate::state::{
    Action, Branch, Change, Database, Delete, Operation, PlatformState, Record, Task,
};

pub fn routes() -> Router<Arc<Shared>> {
    const ALL: &str = "/api/v2/projects/{project_id}/branches/{branch_id}/databases";
    Router::new().route(ALL, get(list).post(create)).route(
        &format!("{ALL}/{{database_name}}"),
        get(one).patch(update).delete(delete),
    )
}

#[derive(Debug, Serialize)]
pub struct DatabaseBody {
    id: i64,
    branch_id: String,
    name: String,
    owner_name: String,
    created_at: Seconds,
    updated_at: Seconds,
}

pub fn wire(it: &Database) -> DatabaseBody {
    DatabaseBody {
        id: it.id,
        branch_id: it.branch_id.clone(),
        name: it.name.clone(),
        owner_name: it.owner.clone(),
        created_at: Seconds(it.created_at),
        updated_at: Seconds(it.updated_at),
    }
}

#[derive(Debug, Serialize)]
struct ListDatabasesResponse {
    databases: Vec<DatabaseBody>,
}

#[derive(Debug, Serialize)]
struct DatabaseResponse {
    database: DatabaseBody,
}

#[derive(Debug, Serialize)]
struct ChangedDatabaseResponse {
    database: DatabaseBody,
    operations: Vec<OperationBody>,
}

impl ChangedDatabaseResponse {
    fn of(database: &Database, begun: &[Operation]) -> Self {
        Self {
            database: wire(database),
            operations: body::operations(begun),
        }
    }
}

async fn list(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((project_id, branch_id)): Path<(String, String)>,
) -> Result<Json<ListDatabasesResponse>, Failure> {
    read_branch(&shared, &caller, &project_id, &branch_id, |state, it| {
        let mut found: Vec<&Database> = state.databases_of(&it.id).collect();
        found.sort_by_key(|it| (it.created_at, it.id));
        let databases = found.into_iter().map(wire).collect();
        Ok(Json(ListDatabasesResponse { databases }))
    })
    .await
}

async fn one(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((project_id, branch_id, name)): Path<(String, String, String)>,
) -> Result<Json<DatabaseResponse>, Failure> {
    read_branch(&shared, &caller, &project_id, &branch_id, |state, it| {
        let found = database(state, it, &name).ok_or_else(|| not_found("database"))?;
        let database = wire(found);
        Ok(Json(DatabaseResponse { database }))
    })
    .await
}

#[derive(Debug, Deserialize)]
struct DatabaseRequest<T> {
    database: T,
}

#[derive(Debug, Deserialize)]
struct NewDatabase {
    name: String,
    owner_name: String,
}

async fn create(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((project_id, branch_id)): Path<(String, String)>,
    JsonBody(DatabaseRequest { database: wanted }): JsonBody<DatabaseRequest<NewDatabase>>,
) -> Result<(StatusCode, Json<ChangedDatabaseResponse>), Failure> {
    sync_branch(&shared, &caller, &project_id, &branch_id).await?;
    check_name("database.name", &wanted.name)?;
    let (now, project) = (shared.now(), project_id.clone());
    let (new, operations) = submit(&shared, &project_id, move |state| {
        let branch = find_branch(state, &caller, &project, &branch_id)?;
        must_be_new(state, branch, &wanted.name)?;
        must_be_owner(state, branch, &wanted.owner_name)?;
        let id = state.next_database_id();
        let new = Database::new(id, branch, wanted.name, wanted.owner_name, now);
        let change = Change::CreateDatabase {
            name: new.name.clone(),
            owner: new.owner.clone(),
        };
        let operations = applied(state, branch, vec![change])?;
        Ok(Step::new(
            vec![Record::Database(new.clone())],
            operations,
            new,
        ))
    })
    .await?;
    let body = ChangedDatabaseResponse::of(&new, &operations);
    Ok((StatusCode::CREATED, Json(body)))
}

#[derive(Debug, Deserialize)]
struct DatabaseChanges {
    name: Option<String>,
    owner_name: Option<String>,
}

async fn update(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((project_id, branch_id, name)): Path<(String, String, String)>,
    JsonBody(DatabaseRequest { database: request }): JsonBody<DatabaseRequest<DatabaseChanges>>,
) -> Result<Json<ChangedDatabaseResponse>, Failure> {
    sync_branch(&shared, &caller, &project_id, &branch_id).await?;
    if let Some(name) = &request.name {
        check_name("database.name", name)?;
    }
    let (now, project) = (shared.now(), project_id.clone());
    let (new, operations) = submit(&shared, &project_id, move |state| {
        let branch = find_branch(state, &caller, &project, &branch_id)?;
        let old = database(state, branch, &name).ok_or_else(|| not_found("database"))?;
        let (mut new, mut records, mut changes) = (old.clone(), Vec::new(), Vec::new());
        if let Some(to) = request.name.filter(|to| *to != old.name) {
            must_be_new(state, branch, &to)?;
            new.name.clone_from(&to);
            let from = old.name.clone();
            records.push(Record::Delete(Delete::Database {
                branch_id: branch.id.clone(),
                name: from.clone(),
            }));
            changes.push(Change::RenameDatabase { from, to });
        }
        if let Some(owner) = request.owner_name.filter(|owner| *owner != old.owner) {
            must_be_owner(state, branch, &owner)?;
            new.owner.clone_from(&owner);
            changes.push(Change::OwnDatabase {
                name: new.name.clone(),
                owner,
                was: Some(old.owner.clone()),
            });
        }
        if changes.is_empty() {
            return Ok(Step::unchanged(new));
        }
        new.updated_at = now;
        records.push(Record::Database(new.clone()));
        let operations = applied(state, branch, changes)?;
        Ok(Step::new(records, operations, new))
    })
    .await?;
    Ok(Json(ChangedDatabaseResponse::of(&new, &operations)))
}

/// 204 when there is nothing to delete. It is in the list until it is really gone.
async fn delete(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((project_id, branch_id, name)): Path<(String, String, String)>,
) -> Result<Response, Failure> {
    sync_branch(&shared, &caller, &project_id, &branch_id).await?;
    let project = project_id.clone();
    let (found, operations) = submit(&shared, &project_id, move |state| {
        let branch = find_branch(state, &caller, &project, &branch_id)?;
        let Some(found) = database(state, branch, &name) else {
            return Ok(Step::unchanged(None));
        };
        let operations = applied(state, branch, vec![Change::DropDatabase { name }])?;
        Ok(Step::new(Vec::new(), operations, Some(found.clone())))
    })
    .await?;
    let Some(found) = found else {
        return Ok(StatusCode::NO_CONTENT.into_response());
    };
    let body = ChangedDatabaseResponse::of(&found, &operations);
    Ok(Json(body).into_response())
}

/// The operation that makes the changes on the branch's server.
pub fn applied(
    state: &PlatformState,
    branch: &Branch,
    changes: Vec<Change>,
) -> Result<Vec<Draft>, Failure> {
    must_have_data(state, branch)?;
    let task = Task::ApplyConfig(changes);
    let draft = Draft::on_branch(Action::ApplyConfig, &branch.id, task);
    let mut operations = wake_steps(state, branch);
    operations.push(on_compute_of(state, branch, draft));
    Ok(operations)
}

fn database<'w>(state: &'w PlatformState, branch: &Branch, name: &str) -> Option<&'w Database> {
    let key = (branch.id.clone(), name.to_owned());
    state.databases.get(&key)
}

fn must_be_new(state: &PlatformState, branch: &Branch, name: &str) -> Result<(), Failure> {
    if database(state, branch, name).is_none() {
        return Ok(());
    }
    // It may be about to go.
    must_be_free(state, &branch.project_id)?;
    Err(Failure::new(
        StatusCode::CONFLICT,
        platform_text::DATABASE_EXISTS,
    ))
}

fn must_be_owner(state: &PlatformState, branch: &Branch, role: &str) -> Result<(), Failure> {
    let key = (branch.id.clone(), role.to_owned());
    match state.roles.get(&key) {
        Some(_) => Ok(()),
        None => Err(Failure::new(
            StatusCode::NOT_FOUND,
            platform_text::owner_not_found(role),
        )),
    }
}
