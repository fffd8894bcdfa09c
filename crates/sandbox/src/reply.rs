//! Replies that every route shares.

use crate::platform_text;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// An error reply. Its body is written last of all, when the request's id is known.
#[derive(Debug, Clone)]
pub struct Failure {
    status: StatusCode,
    code: &'static str,
    message: String,
    reason: Option<&'static str>,
    hint: Option<String>,
    retry_after: Option<u64>,
    asks_for_password: bool,
}

impl Failure {
    pub fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self {
            status,
            code: "",
            message: message.into(),
            reason: None,
            hint: None,
            retry_after: None,
            asks_for_password: false,
        }
    }

    pub fn message(&self) -> &str {
        &self.message
    }

    pub fn no_route() -> Self {
        Self::new(StatusCode::NOT_FOUND, platform_text::NO_ROUTE)
    }

    /// The platform's word for programs; most of its errors have none.
    pub fn code(mut self, code: &'static str) -> Self {
        self.code = code;
        self
    }

    /// A word that some of the platform's errors have beside the code.
    pub fn reason(mut self, reason: &'static str) -> Self {
        self.reason = Some(reason);
        self
    }

    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    pub fn retry_after(mut self, seconds: Option<u64>) -> Self {
        self.retry_after = seconds;
        self
    }

    /// Makes a browser ask for a name and password.
    pub fn asks_for_password(mut self) -> Self {
        self.asks_for_password = true;
        self
    }

    fn written(&self, request_id: &str) -> Response {
        let body = Body {
            code: self.code,
            message: &self.message,
            reason: self.reason,
            hint: self.hint.as_deref(),
            request_id,
        };
        let mut response = (self.status, Json(body)).into_response();
        if let Some(seconds) = self.retry_after {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.asks_for_password {
            let how = HeaderValue::from_static("Basic realm=\"Plinth sandbox\", charset=\"UTF-8\"");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, how);
        }
        response
    }
}

#[derive(Serialize)]
struct Body<'a> {
    code: &'a str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'a str>,
    request_id: &'a str,
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// Puts the body of a `Failure` in, if the response is one.
pub fn finished(response: Response, request_id: &str) -> Response {
    match response.extensions().get::<Failure>() {
        Some(failure) => failure.written(request_id),
        None => response,
    }
}
