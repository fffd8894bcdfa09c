use app::view::{ActivityFilter, ActivityPageView, JobView};

use crate::opening::Core;
use crate::reply::Reply;

/// What runs now.
#[specta::specta]
pub async fn job_list(core: &Core) -> Reply<Vec<JobView>> {
    Ok(app::jobs::list(core))
}

/// Stops something that runs.
#[specta::specta]
pub async fn job_cancel(core: &Core, id: String) -> Reply<()> {
    Ok(app::jobs::cancel(core, &id)?)
}

/// The activity log, newest first.
#[specta::specta]
pub async fn activity_list(
    core: &Core,
    filter: ActivityFilter,
    before: Option<String>,
    limit: u32,
) -> Reply<ActivityPageView> {
    Ok(app::activity::list(core, filter, before.as_deref(), limit).await?)
}

/// The actions that the activity log has.
#[specta::specta]
pub async fn activity_actions(core: &Core) -> Reply<Vec<String>> {
    Ok(app::activity::actions(core).await?)
}

/// Writes the activity log into the file that was just picked, once. Returns how many entries there are.
#[specta::specta]
pub async fn activity_export(core: &Core, filter: ActivityFilter, path: String) -> Reply<u32> {
    Ok(app::activity::export(core, filter, &path).await?)
}
