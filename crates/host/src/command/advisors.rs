use app::advisors::list;
use app::view::AdvisorIssueView;

use crate::opening::Core;
use crate::reply::Reply;

/// Has the advisors look at a database of a branch.
#[specta::specta]
pub async fn advisor_list(
    core: &Core,
    account_id: String,
    project_id: String,
    branch_id: String,
    database: String,
) -> Reply<Vec<AdvisorIssueView>> {
    Ok(list(core, &account_id, &project_id, &branch_id, &database).await?)
}
