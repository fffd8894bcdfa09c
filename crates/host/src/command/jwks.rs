use app::jwks::{AddJwks, JwksView, list, remove};
use app::view::ChangeView;

use crate::opening::Core;
use crate::reply::Reply;

/// Whose tokens a project takes.
#[specta::specta]
pub async fn jwks_list(
    core: &Core,
    account_id: String,
    project_id: String,
) -> Reply<Vec<JwksView>> {
    Ok(list(core, &account_id, &project_id).await?)
}

/// Has a project take the tokens of one more.
#[specta::specta]
pub async fn jwks_add(
    core: &Core,
    account_id: String,
    project_id: String,
    add: AddJwks,
) -> Reply<ChangeView<JwksView>> {
    Ok(app::jwks::add(core, &account_id, &project_id, add).await?)
}

/// Has a project take somebody's tokens no more.
#[specta::specta]
pub async fn jwks_remove(
    core: &Core,
    account_id: String,
    project_id: String,
    jwks_id: String,
    url: String,
) -> Reply<()> {
    Ok(remove(core, &account_id, &project_id, &jwks_id, &url).await?)
}
