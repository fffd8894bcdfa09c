use app::ExposeSecret as _;

use crate::opening::Core;
use crate::operation::{Entry, operation};
use crate::reply::Reply;

pub(super) const OPERATIONS: &[Entry<Core>] = &[TemporaryClaimLink::ENTRY];

/// The claim link, to be opened. The host must be the one that was shown.
#[operation(Program, Read)]
pub async fn temporary_claim_link(core: &Core, id: String, host: String) -> Reply<String> {
    let link = app::temporary::claim_link(core, &id, &host).await?;
    Ok(link.url.expose_secret().to_owned())
}
