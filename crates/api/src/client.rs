//! The client of the instant service.

use std::fmt;

use serde::de::DeserializeOwned;

use crate::address::InstantUrl;
use crate::call_options::CallOptions;
use crate::error::Error;
use crate::options::Options;
use crate::read::read;
use crate::reply::Reply;
use crate::request::Request;
use crate::request_runner::RequestRunner;

/// The instant service at one address: temporary databases without an account or a key. Clones share connections.
#[derive(Clone)]
pub struct Instant {
    base: InstantUrl,
    runner: RequestRunner,
}

impl Instant {
    /// A client of the service at `base`. Nothing is sent yet; it fails only when the machine's certificates cannot be
    /// loaded.
    pub fn new(base: InstantUrl, options: Options) -> Result<Self, Error> {
        let runner = RequestRunner::new(&base.0, None, options)?;
        Ok(Self { base, runner })
    }

    /// The address it speaks to.
    #[must_use]
    pub fn base(&self) -> &InstantUrl {
        &self.base
    }

    pub(crate) async fn call<T: DeserializeOwned>(
        &self,
        request: Request,
    ) -> Result<Reply<T>, Error> {
        let options = CallOptions::default();
        let mut call = self.runner.begin(&request, &options);
        self.runner.run(&mut call, read).await
    }
}

impl fmt::Debug for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Instant")
            .field("base", &self.base.as_str())
            .finish_non_exhaustive()
    }
}
