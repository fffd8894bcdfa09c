//! The Management API's client.

use std::fmt;
use std::sync::Arc;

use futures::Stream;
use secrecy::SecretString;
use serde::de::DeserializeOwned;

use crate::address::ManagementUrl;
use crate::budget::Budget;
use crate::call::Call;
use crate::circumstances::Circumstances;
use crate::client::{Line, Options};
use crate::error::Error;
use crate::page::{Listed, Page};
use crate::reply::Reply;

/// The Management API at one address with one key. Clones are cheap and share connections and budget.
#[derive(Clone)]
pub struct Management {
    shared: Arc<Shared>,
    circumstances: Circumstances,
}

struct Shared {
    base: ManagementUrl,
    key: SecretString,
    budget: Budget,
    line: Line,
}

impl Management {
    /// A client of the service at `base` that sends `key` with every request. Nothing is sent yet.
    ///
    /// # Errors
    /// The key holds characters that no header can, or the machine's certificates cannot be loaded.
    pub fn new(
        base: ManagementUrl,
        key: SecretString,
        budget: Budget,
        options: Options,
    ) -> Result<Self, Error> {
        let line = Line::with_key(&base.0, &key, options)?;
        let shared = Shared {
            base,
            key,
            budget,
            line,
        };
        Ok(Self {
            shared: Arc::new(shared),
            circumstances: Circumstances::default(),
        })
    }

    /// The same client for calls under other circumstances.
    #[must_use]
    pub fn with(&self, circumstances: Circumstances) -> Self {
        Self {
            shared: Arc::clone(&self.shared),
            circumstances,
        }
    }

    /// The address it speaks to.
    #[must_use]
    pub fn base(&self) -> &ManagementUrl {
        &self.shared.base
    }

    /// What its key may still send.
    #[must_use]
    pub fn budget(&self) -> &Budget {
        &self.shared.budget
    }

    pub(crate) async fn fetch<T: DeserializeOwned>(&self, call: Call) -> Result<Reply<T>, Error> {
        let purpose = call.purpose();
        let request = call
            .request(&self.shared.base.0, &self.shared.key)
            .map_err(|kind| Error::unsent(kind, purpose))?;
        self.shared.line.run(&request, crate::client::read).await
    }

    /// For replies whose body says nothing or is not there.
    pub(crate) async fn fetch_empty(&self, call: Call) -> Result<Reply<()>, Error> {
        let purpose = call.purpose();
        let request = call
            .request(&self.shared.base.0, &self.shared.key)
            .map_err(|kind| Error::unsent(kind, purpose))?;
        self.shared
            .line
            .run(&request, crate::client::read_nothing)
            .await
    }

    /// For replies that are 204, or without a body, when there was nothing to do.
    pub(crate) async fn fetch_optional<T: DeserializeOwned>(
        &self,
        call: Call,
    ) -> Result<Reply<Option<T>>, Error> {
        let purpose = call.purpose();
        let request = call
            .request(&self.shared.base.0, &self.shared.key)
            .map_err(|kind| Error::unsent(kind, purpose))?;
        self.shared
            .line
            .run(&request, crate::client::read_optional)
            .await
    }

    /// One page: `size` items at most, from `cursor` on.
    pub(crate) async fn page<T: Listed>(
        &self,
        call: Call,
        size: Option<u32>,
        cursor: Option<String>,
    ) -> Result<Reply<Page<T>>, Error> {
        self.fetch(call.query_opt("limit", size).query_opt("cursor", cursor))
            .await
    }

    /// Page after page, each asked for when the one before has been taken.
    pub(crate) fn pages<T: Listed>(
        &self,
        call: Call,
        size: Option<u32>,
        cursor: Option<String>,
    ) -> impl Stream<Item = Result<Page<T>, Error>> + Send + use<T> {
        let this = self.clone();
        futures::stream::try_unfold(Some(cursor), move |state| {
            let (this, call) = (this.clone(), call.clone());
            async move {
                let Some(cursor) = state else { return Ok(None) };
                let page = this.page(call, size, cursor).await?.value;
                let next = page
                    .next
                    .as_ref()
                    .map(|next| Some(next.as_str().to_owned()));
                Ok(Some((page, next)))
            }
        })
    }
}

impl fmt::Debug for Management {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Management")
            .field("base", &self.shared.base.as_str())
            .field("circumstances", &self.circumstances)
            .finish_non_exhaustive()
    }
}
