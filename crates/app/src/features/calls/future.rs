//! What waits for a call, whichever it is.

use std::future::Future;

use futures::future::BoxFuture;

use crate::Error;

/// Begins a call where it is kept, so that the many kinds do not take their places on the stack side by side.
pub(super) fn done<'a, T, F>(begin: impl FnOnce() -> F) -> BoxFuture<'a, Result<(), Error>>
where
    F: Future<Output = Result<T, Error>> + Send + 'a,
{
    let call = begin();
    Box::pin(async { call.await.map(drop) })
}
