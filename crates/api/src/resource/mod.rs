//! One file a resource of the platform: its models, its requests and the calls that send them.

mod connection_details;
mod lenient;
mod moment;

pub mod advisors;
pub mod auth;
pub mod branches;
pub mod computes;
pub mod consumption;
pub mod data_api;
pub mod database_records;
pub mod databases;
pub mod email_server;
pub mod identity;
pub mod invitations;
pub mod jwks;
pub mod keys;
pub mod oauth_providers;
pub mod operations;
pub mod organizations;
pub mod permissions;
pub mod projects;
pub mod regions;
pub mod roles;
pub mod snapshots;
pub mod spending_limit;
pub mod temporary;
pub mod transfer_requests;
pub mod users;
pub mod vpc_endpoints;

use crate::call::Call;
use crate::management::Management;
use crate::page::{Listed, Page};
use crate::{Error, Reply};

/// What begins a call: `Call::get` and its like, taking purpose, route template and arguments.
type Begin = fn(&'static str, &'static str, &[&str]) -> Call;

/// All of a list that has no pages.
async fn whole<T: Listed>(management: &Management, call: Call) -> Result<Reply<Vec<T>>, Error> {
    let reply = management.fetch::<Page<T>>(call).await?;
    Ok(reply.map(|page| page.items))
}
