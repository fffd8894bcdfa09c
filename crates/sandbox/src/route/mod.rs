//! One file a resource; wire structs of their own.

mod absent;
pub mod admin;
mod admin_databases;
mod admin_deleted;
mod admin_events;
pub mod admin_operations;
pub mod admin_people;
mod admin_quarantine;
mod advisors;
pub mod auth;
mod authority;
pub mod body;
pub mod branches;
mod call;
pub mod claim;
pub mod claim_page;
pub mod computes;
mod connections;
pub mod consumption;
pub mod databases;
mod decode;
pub mod domains;
pub mod email_server;
pub mod jwks;
pub mod keys;
mod names;
pub mod oauth_providers;
pub mod openid;
pub mod operations;
pub mod organizations;
mod owner;
pub mod page;
mod page_order;
pub mod permissions;
mod project_jwks;
pub mod projects;
pub mod regions;
pub mod roles;
pub mod snapshots;
pub mod sql;
pub mod temporary;
mod text;
pub mod transfer_page;
mod transfer_requests;
pub mod users;
pub mod web_socket;

use std::sync::Arc;

use axum::{Router, middleware};

use crate::access;
use crate::shared::Shared;

pub fn all(shared: &Arc<Shared>) -> Router<Arc<Shared>> {
    Router::new()
        .merge(management(shared))
        .merge(temporary::routes())
        .merge(sql::routes())
        .merge(web_socket::routes())
        .merge(pages(shared))
        .merge(jwks::routes())
        .merge(openid::routes())
        .merge(authority::routes())
        .merge(admin::routes(shared))
}

/// What a person opens in a browser by a link.
fn pages(shared: &Arc<Shared>) -> Router<Arc<Shared>> {
    Router::new()
        .merge(claim::routes())
        .merge(transfer_page::routes())
        .merge(openid::pages())
        .route_layer(middleware::from_fn_with_state(
            Arc::clone(shared),
            page::only_for_owner,
        ))
}

/// Everything below `/api/v2`, with a key.
fn management(shared: &Arc<Shared>) -> Router<Arc<Shared>> {
    Router::new()
        .merge(projects::routes())
        .merge(operations::routes())
        .merge(branches::routes())
        .merge(computes::routes())
        .merge(snapshots::routes())
        .merge(databases::routes())
        .merge(roles::routes())
        .merge(organizations::routes())
        .merge(keys::routes())
        .merge(users::routes())
        .merge(regions::routes())
        .merge(consumption::routes())
        .merge(auth::routes())
        .merge(oauth_providers::routes())
        .merge(email_server::routes())
        .merge(domains::routes())
        .merge(permissions::routes())
        .merge(advisors::routes())
        .merge(project_jwks::routes())
        .merge(transfer_requests::routes())
        .merge(absent::routes())
        .route_layer(middleware::from_fn_with_state(
            Arc::clone(shared),
            access::admit,
        ))
}
