//! An account's client, with the layer that stores the effects of a mutation.

use std::ops::Deref;

use crate::Error;
use crate::accounts::client::{self, AccountClient};
use crate::platform::Platform;

pub(crate) struct PlatformClient {
    pub(crate) app: Platform,
    client: AccountClient,
}

impl PlatformClient {
    /// As [`client::of`].
    pub(super) async fn of(app: &Platform, account_id: &str) -> Result<Self, Error> {
        Ok(Self {
            client: client::of(app, account_id).await?,
            app: app.clone(),
        })
    }
}

impl Deref for PlatformClient {
    type Target = AccountClient;

    fn deref(&self) -> &AccountClient {
        &self.client
    }
}
