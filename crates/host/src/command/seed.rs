use app::view::{JobView, SeedPlanView};

use crate::opening::Core;
use crate::reply::Reply;

/// Reads an SQL file and says what it would do, or why it is refused.
#[specta::specta]
pub async fn seed_inspect(core: &Core, path: String) -> Reply<SeedPlanView> {
    Ok(app::seed::inspect(core, &path).await?)
}

/// Runs an SQL file against a temporary database.
#[specta::specta]
pub async fn seed_start(core: &Core, id: String, path: String) -> Reply<JobView> {
    Ok(app::seed::start(core, &id, &path).await?)
}

/// Says why no SQL file can run against a temporary database now.
pub async fn seed_must_be_possible(core: &Core, id: String) -> Reply<()> {
    Ok(app::seed::ensure_can_start(core, &id).await?)
}
