//! Every endpoint of the Management API: by hand with what the documents say of it, by the client and by the core.

mod absent;
mod auth;
mod branch_auth;
mod branch_changes;
mod branch_schema;
mod branches;
mod compute_runs;
mod computes;
mod consumption;
mod databases;
mod domains;
mod email;
mod faults;
mod fixture;
mod keys;
mod like;
mod list;
mod lists;
mod oauth_providers;
mod operations;
mod organizations;
mod other_clients;
mod people;
mod permissions;
mod project_changes;
mod project_parts;
mod projects;
mod refused;
mod roles;
mod snapshots;
mod table;

use self::fixture::Walk;

#[tokio::test(flavor = "multi_thread")]
async fn every_endpoint_is_walked_by_hand_by_the_client_and_by_the_core() {
    let walk = Walk::start().await;
    let rows = [
        projects::rows(),
        project_changes::rows(),
        branches::rows(),
        branch_changes::rows(),
        branch_schema::rows(),
        snapshots::rows(),
        operations::rows(),
        computes::rows(),
        compute_runs::rows(),
        databases::rows(),
        roles::rows(),
        people::rows(),
        permissions::rows(),
        keys::rows(),
        auth::rows(),
        branch_auth::rows(),
        oauth_providers::rows(),
        email::rows(),
        domains::rows(),
        consumption::rows(),
        project_parts::rows(),
        organizations::rows(),
        absent::rows(),
    ];
    let rows: Vec<_> = rows.into_iter().flatten().collect();
    table::walk(&walk, &rows).await;
    walk.stop().await;
}
