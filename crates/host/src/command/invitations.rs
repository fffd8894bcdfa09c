use app::invitations::{InvitationView, create, list};

use crate::opening::Core;
use crate::reply::Reply;

/// Whom an organization has asked to join.
#[specta::specta]
pub async fn invitation_list(
    core: &Core,
    account_id: String,
    organization_id: String,
) -> Reply<Vec<InvitationView>> {
    Ok(list(core, &account_id, &organization_id).await?)
}

/// Invites somebody to an organization.
#[specta::specta]
pub async fn invitation_create(
    core: &Core,
    account_id: String,
    organization_id: String,
    email: String,
    role: String,
) -> Reply<()> {
    Ok(create(core, &account_id, &organization_id, &email, &role).await?)
}
