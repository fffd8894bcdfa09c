//! Branches: copies of one another's data.

mod create;
mod draft;
mod list;
pub mod lookup;
pub mod past;
mod remove;
mod restore;
mod rules;
mod schema;
mod update;
mod wire;

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Serialize;

use self::lookup::find_branch;
pub use self::rules::{check_annotation, check_name, must_be_new, must_have_room, unprocessable};
use self::wire::{AnnotationBody, annotation};
pub use self::wire::{BranchBody, wire, wire_begun};
use crate::access::Caller;
use crate::reply::Failure;
use crate::shared::Shared;

pub fn routes() -> Router<Arc<Shared>> {
    const ALL: &str = "/api/v2/projects/{project_id}/branches";
    const ONE: &str = "/api/v2/projects/{project_id}/branches/{branch_id}";
    Router::new()
        .route(ALL, get(list::list).post(create::create))
        .route(&format!("{ALL}/count"), get(list::count))
        .route(ONE, get(one).patch(update::update).delete(remove::delete))
        .route(&format!("{ONE}/compare_schema"), get(schema::compare))
        .route(&format!("{ONE}/recover"), post(remove::recover))
        .route(&format!("{ONE}/restore"), post(restore::restore))
        .route(&format!("{ONE}/schema"), get(schema::schema))
        .route(
            &format!("{ONE}/set_as_default"),
            post(update::set_as_default),
        )
}

#[derive(Debug, Serialize)]
struct BranchResponse {
    branch: BranchBody,
    annotation: AnnotationBody,
}

async fn one(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((project_id, branch_id)): Path<(String, String)>,
) -> Result<Json<BranchResponse>, Failure> {
    shared.store.read(|state| {
        let found = find_branch(state, &caller, &project_id, &branch_id)?;
        Ok(Json(BranchResponse {
            branch: wire(state, found).measured(&shared, state),
            annotation: annotation(found),
        }))
    })
}
