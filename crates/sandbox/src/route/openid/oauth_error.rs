//! What is wrong, in the words of OAuth (RFC 6749).

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// An error of the token endpoint.
#[derive(Debug, Serialize)]
pub struct OauthError {
    #[serde(skip)]
    status: StatusCode,
    error: &'static str,
    error_description: &'static str,
    #[serde(skip)]
    is_challenge: bool,
}

impl OauthError {
    pub fn new(error: &'static str, error_description: &'static str) -> Self {
        Self {
            status: StatusCode::BAD_REQUEST,
            error,
            error_description,
            is_challenge: false,
        }
    }

    /// A client that sent its secret in a header is told that it was wrong there.
    pub fn invalid_client(in_header: bool) -> Self {
        Self {
            status: StatusCode::UNAUTHORIZED,
            is_challenge: in_header,
            ..Self::new("invalid_client", "client_id or client_secret is wrong")
        }
    }

    pub fn invalid_grant(error_description: &'static str) -> Self {
        Self::new("invalid_grant", error_description)
    }

    pub fn failed() -> Self {
        Self {
            status: StatusCode::SERVICE_UNAVAILABLE,
            ..Self::new(
                "temporarily_unavailable",
                "the sandbox couldn't do this now",
            )
        }
    }
}

impl IntoResponse for OauthError {
    fn into_response(self) -> Response {
        let is_challenge = self.is_challenge;
        let mut response = (self.status, Json(self)).into_response();
        if is_challenge {
            let how = HeaderValue::from_static("Basic realm=\"token\"");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, how);
        }
        response
    }
}
