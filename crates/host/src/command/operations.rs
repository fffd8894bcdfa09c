use app::calls::Call;
use app::operations::ClickResult;
use app::view::{
    CallTextView, DeepLink, DeepLinkView, EventView, FoundView, OperationPageView, OperationView,
    TrackedOperationView,
};

use crate::opening::Core;
use crate::reply::Reply;

/// Operations that are followed, of every account, and those that ended lately.
#[specta::specta]
pub async fn operation_list(core: &Core) -> Reply<Vec<TrackedOperationView>> {
    Ok(app::operations::tracked(core).await?)
}

/// One page of a project's operations, newest first.
#[specta::specta]
pub async fn operation_page(
    core: &Core,
    account_id: String,
    project_id: String,
    cursor: Option<String>,
) -> Reply<OperationPageView> {
    Ok(app::operations::newest(core, &account_id, &project_id, cursor).await?)
}

/// One operation as it is now.
#[specta::specta]
pub async fn operation_get(
    core: &Core,
    account_id: String,
    project_id: String,
    operation_id: String,
) -> Reply<OperationView> {
    Ok(app::operations::get(core, &account_id, &project_id, &operation_id).await?)
}

/// Follows what goes on in a project that was opened.
#[specta::specta]
pub async fn operation_follow(core: &Core, account_id: String, project_id: String) -> Reply<()> {
    Ok(app::operations::follow_project(core, &account_id, &project_id).await?)
}

/// A call as text, to be run elsewhere. Nothing is sent.
#[specta::specta]
pub async fn call_text(core: &Core, account_id: String, call: Call) -> Reply<CallTextView> {
    Ok(app::calls::text(core, &account_id, call).await?)
}

/// Finds what was seen, by name or id.
#[specta::specta]
pub async fn search_find(core: &Core, text: String) -> Reply<Vec<FoundView>> {
    Ok(app::search::find(core, &text).await?)
}

/// How something ended that somebody clicked, as an event told; none where nobody did.
pub async fn operation_click_result(core: &Core, event: EventView) -> Reply<Option<ClickResult>> {
    Ok(app::operations::click_result(core, &event).await)
}

/// Where a link leads.
pub async fn deep_link_find(core: &Core, link: DeepLink) -> Reply<DeepLinkView> {
    Ok(app::deep_links::find(core, link).await?)
}
