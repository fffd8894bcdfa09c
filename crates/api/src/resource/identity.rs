//! Whose key it is, and what it may do.

use serde::Deserialize;

use super::lenient;
use crate::call::Call;
use crate::{Error, Management, Reply};

/// Whose the key is and of what kind (`GET /auth`).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Identity {
    /// The account or organization it belongs to.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub account_id: String,
    /// How the caller is known.
    pub auth_method: AuthMethod,
    /// More about it, as the platform words it.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub auth_data: Option<String>,
}

open_enum! {
    /// How the platform knows who calls.
    pub enum AuthMethod {
        /// By a person's key.
        ApiKeyUser = "api_key_user",
        /// By an organization's key, which may be for one project only.
        ApiKeyOrg = "api_key_org",
        /// By a token of another app.
        Oauth = "oauth",
        /// By a session in a browser.
        SessionCookie = "session_cookie",
        /// By the platform's own log-in.
        Keycloak = "keycloak",
    }
}

impl Management {
    /// Whose the key is and of what kind (`GET /auth`). Works with every key that is valid.
    pub async fn identity(&self) -> Result<Reply<Identity>, Error> {
        let call = Call::get("check the API key", "/auth", &[]);
        self.fetch(call).await
    }
}
