//! Reads lists page by page.

use std::collections::HashSet;
use std::pin::Pin;

use futures::future::{BoxFuture, MaybeDone, maybe_done};
use futures::{FutureExt as _, Stream};

use crate::call::Call;
use crate::error::{Error, Kind};
use crate::management::{Answer, Management};
use crate::page::{Listed, Next, Page};
use crate::read::Undecoded;
use crate::reply::Reply;

/// What comes after the pages so far.
enum Then<T> {
    /// The page at this cursor; `None` stands for the first one.
    Page(Option<String>),
    /// The same, asked for already.
    UnderWay(String, Box<MaybeDone<Fetch<T>>>),
    /// A page whose cursor was used before.
    Again,
    Nothing,
}

type Fetch<T> = BoxFuture<'static, Result<Answer<Undecoded<T>>, Error>>;

impl Management {
    /// One page: `size` items at most, from `cursor` on.
    pub(crate) async fn page<T: Listed>(
        &self,
        call: Call,
        size: Option<u32>,
        cursor: Option<String>,
    ) -> Result<Reply<Page<T>>, Error> {
        self.fetch(at(call, size, cursor)).await
    }

    /// The pages from `cursor` on. The next one is asked for before one is decoded and taken, so that the service works on it
    /// meanwhile, and no more than that one. Ends after the first error. A cursor that comes twice is an error, because
    /// the list would never end.
    pub(crate) fn pages<T: Listed + Send + 'static>(
        &self,
        call: Call,
        size: Option<u32>,
        cursor: Option<String>,
    ) -> impl Stream<Item = Result<Page<T>, Error>> + Send + use<T> {
        let (this, purpose) = (self.clone(), call.purpose());
        let fetch = move |cursor: Option<String>| -> Fetch<T> {
            let (this, call) = (this.clone(), at(call.clone(), size, cursor));
            async move { this.fetch_ahead(call).await }.boxed()
        };
        let begin = (Then::Page(cursor), HashSet::new());
        futures::stream::try_unfold(begin, move |(then, mut seen)| {
            let fetch = fetch.clone();
            async move {
                let (cursor, answer) = match then {
                    Then::Page(cursor) => (cursor.clone(), fetch(cursor).await?),
                    Then::UnderWay(cursor, mut page) => {
                        (&mut *page).await;
                        let Some(page) = Pin::new(&mut *page).take_output() else {
                            return Ok(None);
                        };
                        (Some(cursor), page?)
                    }
                    Then::Again => return Err(Error::unsent(Kind::Endless, purpose)),
                    Then::Nothing => return Ok(None),
                };
                let page = &answer.reply.value.page;
                let is_first = cursor.is_none();
                seen.extend(cursor);
                if page.items.is_empty() && page.unavailable.is_empty() && !is_first {
                    return Ok(None);
                }
                let then = match &page.next {
                    Some(next) if !is_last(page, next, size) => {
                        let next = next.as_str();
                        if seen.contains(next) {
                            Then::Again
                        } else {
                            let mut page = Box::new(maybe_done(fetch(Some(next.to_owned()))));
                            // Sends it.
                            let _ = futures::poll!(&mut *page);
                            Then::UnderWay(next.to_owned(), page)
                        }
                    }
                    _ => Then::Nothing,
                };
                Ok(Some((answer.decode()?, (then, seen))))
            }
        })
    }
}

fn at(call: Call, size: Option<u32>, cursor: Option<String>) -> Call {
    call.query_opt("limit", size).query_opt("cursor", cursor)
}

/// Whether this is the last page although it has a cursor.
fn is_last<T>(page: &Page<T>, next: &Next, size: Option<u32>) -> bool {
    // Projects that the service could not look up in time count towards the page's size.
    let looked_at = page.items.len() + page.unavailable.len();
    let is_short = || size.is_some_and(|size| looked_at < size as usize);
    looked_at == 0 || (matches!(next, Next::Cursor(_)) && is_short())
}
