//! Branches: copies of one another's data.

mod create;
mod draft;
mod list;
mod remove;
mod restore;
mod rules;
mod update;
mod wire;

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Serialize;

pub use self::rules::check_name;
use self::wire::{AnnotationBody, annotation};
pub use self::wire::{BranchBody, wire, wire_begun};
use crate::access::{Caller, not_found};
use crate::operation::{self, Draft};
use crate::reply::Failure;
use crate::route::body::{self, OperationBody};
use crate::shared::Shared;
use crate::world::{Branch, Operation, World};

pub fn routes() -> Router<Arc<Shared>> {
    const ALL: &str = "/api/v2/projects/{project_id}/branches";
    const ONE: &str = "/api/v2/projects/{project_id}/branches/{branch_id}";
    Router::new()
        .route(ALL, get(list::list).post(create::create))
        .route(&format!("{ALL}/count"), get(list::count))
        .route(ONE, get(one).patch(update::update).delete(remove::delete))
        .route(&format!("{ONE}/recover"), post(remove::recover))
        .route(&format!("{ONE}/restore"), post(restore::restore))
        .route(
            &format!("{ONE}/set_as_default"),
            post(update::set_as_default),
        )
}

#[derive(Debug, Serialize)]
struct One {
    branch: BranchBody,
    annotation: AnnotationBody,
}

/// What a call that changes a branch answers.
#[derive(Debug, Serialize)]
struct Changed {
    branch: BranchBody,
    operations: Vec<OperationBody>,
}

impl Changed {
    fn of(shared: &Shared, branch: &Branch, begun: &[Operation]) -> Self {
        shared.catalogue.read(|world| Self {
            branch: wire_begun(world, branch, begun).measured(shared, world),
            operations: body::operations(begun),
        })
    }
}

async fn one(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((project_id, branch_id)): Path<(String, String)>,
) -> Result<Json<One>, Failure> {
    shared.catalogue.read(|world| {
        let found = find(world, &caller, &project_id, &branch_id)?;
        Ok(Json(One {
            branch: wire(world, found).measured(&shared, world),
            annotation: annotation(found),
        }))
    })
}

/// The branch, if this key may see it and it is not deleted.
pub fn find<'w>(
    world: &'w World,
    caller: &Caller,
    project_id: &str,
    branch_id: &str,
) -> Result<&'w Branch, Failure> {
    let project = caller.project(world, project_id)?;
    world
        .branches
        .get(branch_id)
        .filter(|it| it.project_id == project.id && it.deleted.is_none())
        .ok_or_else(|| not_found("branch"))
}

/// Sees to it that the branch's roles and databases are known as its server has them, if that is
/// awake.
pub async fn look(
    shared: &Arc<Shared>,
    caller: &Caller,
    project_id: &str,
    branch_id: &str,
) -> Result<(), Failure> {
    shared
        .catalogue
        .read(|world| find(world, caller, project_id, branch_id).map(drop))?;
    operation::look(shared, branch_id).await;
    Ok(())
}

/// Roles and databases of a branch are changed by an operation on its compute, if it has one.
pub fn on_compute_of(world: &World, branch: &Branch, draft: Draft) -> Draft {
    let endpoint = world.endpoint_of_branch(&branch.id);
    Draft {
        endpoint_id: endpoint.map(|it| it.id.clone()),
        ..draft
    }
}
