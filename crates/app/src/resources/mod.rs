//! The resources of the Management API, a module each: what can be asked of them and done to them.

pub mod advisors;
pub mod auth;
pub mod branches;
pub mod computes;
pub mod consumption;
pub mod databases;
pub mod email_server;
pub mod invitations;
pub mod jwks;
pub mod keys;
pub mod members;
pub mod oauth_providers;
pub mod organizations;
pub mod permissions;
pub mod projects;
pub mod regions;
pub mod roles;
pub mod snapshots;
pub mod spending_limit;
pub mod transfer_requests;
pub mod users;

use futures::FutureExt;
use futures::future::BoxFuture;

use crate::Error;
use crate::platform::{Platform, mutation};
use crate::store::Intent;

type Recover = for<'a> fn(&'a Platform, &'a Intent) -> BoxFuture<'a, Result<bool, Error>>;

/// Every resource whose mutations are journalled.
const MUTATIONS: &[Recover] = &[
    |app, intent| mutation::recover::<auth::AuthMutation>(app, intent).boxed(),
    |app, intent| mutation::recover::<auth::DomainMutation>(app, intent).boxed(),
    |app, intent| mutation::recover::<branches::BranchMutation>(app, intent).boxed(),
    |app, intent| mutation::recover::<computes::ComputeMutation>(app, intent).boxed(),
    |app, intent| mutation::recover::<databases::DatabaseMutation>(app, intent).boxed(),
    |app, intent| mutation::recover::<email_server::EmailMutation>(app, intent).boxed(),
    |app, intent| mutation::recover::<invitations::InvitationMutation>(app, intent).boxed(),
    |app, intent| mutation::recover::<jwks::JwksMutation>(app, intent).boxed(),
    |app, intent| mutation::recover::<members::MemberMutation>(app, intent).boxed(),
    |app, intent| mutation::recover::<keys::KeyMutation>(app, intent).boxed(),
    |app, intent| mutation::recover::<oauth_providers::OauthProviderMutation>(app, intent).boxed(),
    |app, intent| mutation::recover::<permissions::PermissionMutation>(app, intent).boxed(),
    |app, intent| mutation::recover::<projects::ProjectMutation>(app, intent).boxed(),
    |app, intent| mutation::recover::<roles::RoleMutation>(app, intent).boxed(),
    |app, intent| mutation::recover::<snapshots::SnapshotMutation>(app, intent).boxed(),
    |app, intent| mutation::recover::<snapshots::RestoreMutation>(app, intent).boxed(),
    |app, intent| mutation::recover::<snapshots::ScheduleMutation>(app, intent).boxed(),
    |app, intent| mutation::recover::<auth::SignInMutation>(app, intent).boxed(),
    |app, intent| mutation::recover::<spending_limit::SpendingLimitMutation>(app, intent).boxed(),
    |app, intent| mutation::recover::<transfer_requests::TransferMutation>(app, intent).boxed(),
];

/// Reconciles a mutation that an earlier run left open. A record that no resource can read was written by a newer version, and stays.
pub(crate) async fn recover(app: &Platform, intent: &Intent) -> Result<(), Error> {
    for recover in MUTATIONS {
        if recover(app, intent).await? {
            break;
        }
    }
    Ok(())
}
