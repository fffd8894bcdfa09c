//! Reads lists page by page.

use std::collections::HashSet;

use futures::Stream;

use crate::call::Call;
use crate::error::{Error, Kind};
use crate::management::Management;
use crate::page::{Listed, Next, Page};
use crate::reply::Reply;

/// What comes after the pages so far.
enum Then {
    /// The page at this cursor; `None` stands for the first one.
    Page(Option<String>),
    /// A page whose cursor was used before.
    Again,
    Nothing,
}

impl Management {
    /// One page: `size` items at most, from `cursor` on.
    pub(crate) async fn page<T: Listed>(
        &self,
        call: Call,
        size: Option<u32>,
        cursor: Option<String>,
    ) -> Result<Reply<Page<T>>, Error> {
        let call = call.query_opt("limit", size).query_opt("cursor", cursor);
        self.fetch(call).await
    }

    /// The pages from `cursor` on, each requested when the one before was taken. Ends after the first error. A cursor that
    /// comes twice is an error, because the list would never end.
    pub(crate) fn pages<T: Listed>(
        &self,
        call: Call,
        size: Option<u32>,
        cursor: Option<String>,
    ) -> impl Stream<Item = Result<Page<T>, Error>> + Send + use<T> {
        let this = self.clone();
        let begin = (Then::Page(cursor), HashSet::new());
        futures::stream::try_unfold(begin, move |(then, mut seen)| {
            let (this, call) = (this.clone(), call.clone());
            async move {
                let cursor = match then {
                    Then::Page(cursor) => cursor,
                    Then::Again => return Err(Error::unsent(Kind::Endless, call.purpose())),
                    Then::Nothing => return Ok(None),
                };
                let page: Page<T> = this.page(call, size, cursor.clone()).await?.value;
                let is_first = cursor.is_none();
                seen.extend(cursor);
                let then = match &page.next {
                    Some(next) if !is_last(&page, next, size) => {
                        if seen.contains(next.as_str()) {
                            Then::Again
                        } else {
                            Then::Page(Some(next.as_str().to_owned()))
                        }
                    }
                    _ => Then::Nothing,
                };
                if page.items.is_empty() && page.unavailable.is_empty() && !is_first {
                    return Ok(None);
                }
                Ok(Some((page, (then, seen))))
            }
        })
    }
}

/// Whether this is the last page although it has a cursor.
fn is_last<T>(page: &Page<T>, next: &Next, size: Option<u32>) -> bool {
    // Projects that the service could not look up in time count towards the page's size.
    let looked_at = page.items.len() + page.unavailable.len();
    let is_short = || size.is_some_and(|size| looked_at < size as usize);
    looked_at == 0 || (matches!(next, Next::Cursor(_)) && is_short())
}
