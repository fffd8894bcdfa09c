//! The activity log: what was done here, how it ended, without secrets.

mod export;
mod note;

use crate::Error;
use crate::core::Core;
use crate::core::operation::{Entry, operation};
use crate::store::table;
use crate::view::{ActivityFilter, ActivityPageView};

pub use export::{ActivityExport, export};
pub use note::{Note, record};

/// Most entries of a page.
const LARGEST_PAGE: u32 = 200;

/// A page of the log, newest first, of the entries that fit the filter. `before` is the `next` of the page before; `limit`
/// counts 1 to 200. The words of a text may be anywhere in an entry and in any order; case and accents do not count.
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] when `before` is not from a page.
#[operation(Page, Read, activity_list)]
pub async fn list(
    app: &Core,
    filter: ActivityFilter,
    before: Option<&str>,
    limit: u32,
) -> Result<ActivityPageView, Error> {
    let before = before.map(str::parse::<i64>).transpose();
    let before =
        before.map_err(|_| Error::invalid("This is not a position in the log of your actions"))?;
    let limit = limit.clamp(1, LARGEST_PAGE);
    let mut items = app
        .store
        .read(move |store| table::activity::page(store, &filter, before, limit + 1))
        .await?;
    let more = items.len() > limit as usize;
    items.truncate(limit as usize);
    let next = items.last().filter(|_| more).map(|last| last.id.clone());
    Ok(ActivityPageView { items, next })
}

/// The actions that the log has, in their alphabetical order.
///
/// # Errors
/// [`crate::view::ErrorCode::File`] when the store cannot be read.
#[operation(Page, Read, activity_actions)]
pub async fn actions(app: &Core) -> Result<Vec<String>, Error> {
    app.store.read(table::activity::actions).await
}

pub(crate) const OPERATIONS: &[Entry<Core>] = &[ActivityList::ENTRY, ActivityActions::ENTRY];
