use super::connect::TakenSecret;
use crate::opening::Core;
use crate::operation::{Entry, operation};
use crate::reply::Reply;

pub(super) const OPERATIONS: &[Entry<Core>] = &[RoleTakePassword::ENTRY];

/// A role's password for the clipboard.
#[operation(Program, Read)]
pub async fn role_take_password(
    core: &Core,
    account_id: &str,
    project_id: String,
    branch_id: String,
    name: String,
) -> Reply<TakenSecret> {
    let password = app::roles::reveal_password(core, account_id, &project_id, &branch_id, &name);
    Ok(TakenSecret::new(core, &password.await?))
}
