use app::ExposeSecret as _;
use app::auth;

use crate::opening::Core;
use crate::operation::{Entry, operation};
use crate::reply::Reply;

pub(super) const OPERATIONS: &[Entry<Core>] = &[AuthTransferLink::ENTRY, AuthJwksLink::ENTRY];

/// The link that hands the auth project over, to be opened. `host` is the one that the person agreed to.
#[operation(Program, Read)]
pub async fn auth_transfer_link(core: &Core, secret_id: String, host: String) -> Reply<String> {
    let link = auth::transfer_to_open(core, &secret_id, &host).await?;
    Ok(link.expose_secret().to_owned())
}

/// The address of an integration's public keys, to be opened. `host` is the one that the person saw.
#[operation(Program, Read)]
pub async fn auth_jwks_link(
    core: &Core,
    account_id: &str,
    project_id: String,
    provider: String,
    host: String,
    branch_id: Option<String>,
) -> Reply<String> {
    let place = (&project_id, &branch_id);
    let link = auth::jwks_to_open(core, account_id, place, &provider, &host).await?;
    Ok(link.expose_secret().to_owned())
}
