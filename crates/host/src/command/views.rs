use app::view::ShownView;

use crate::opening::Core;
use crate::reply::Reply;

/// Registers what a window shows, until its next call or until this one is given up. `window` is a name that no other window
/// has, in any process, and `number` counts its calls. An empty list is a window that is hidden or shows nothing of a platform. With `anew` the window came
/// to the front, and each of its views counts as just entered.
#[specta::specta]
pub async fn views_shown(
    core: &Core,
    window: String,
    number: u32,
    views: Vec<ShownView>,
    anew: bool,
) -> Reply<()> {
    app::shown_views::show(core, window, number, views, anew).await;
    Ok(())
}
