//! HTTP clients. Making one reads the machine's certificates, which takes long, so it is done on a thread of its own.

use api::{Budget, Instant, InstantUrl, Management, ManagementUrl};
use secrecy::SecretString;

use crate::Error;
use crate::base::clock::NetworkOptions;
use crate::base::off_thread::off_thread;

/// A client of a Management API.
///
/// # Errors
/// As [`Management::new`].
pub(crate) async fn management(
    base: ManagementUrl,
    key: SecretString,
    budget: Budget,
    options: NetworkOptions,
) -> Result<Management, Error> {
    apart(move || Management::new(base, key, budget, options)).await
}

/// A client of an instant service.
///
/// # Errors
/// As [`Instant::new`].
pub(crate) async fn instant(url: InstantUrl, options: NetworkOptions) -> Result<Instant, Error> {
    apart(move || Instant::new(url, options)).await
}

async fn apart<T: Send + 'static>(
    make: impl FnOnce() -> Result<T, api::Error> + Send + 'static,
) -> Result<T, Error> {
    let made = off_thread(make).await;
    Ok(made.map_err(|_| Error::internal("Couldn't start the HTTP client"))??)
}
