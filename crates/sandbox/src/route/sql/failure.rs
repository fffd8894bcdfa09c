//! Why a query over HTTP has no answer, in the shape that the serverless driver reads.

use std::time::Duration;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};

use super::output::LARGEST_ANSWER;
use crate::platform_text;
use crate::postgres::server_error::ServerError;
use crate::postgres::text_query::QueryError;

/// The names of an error's fields, by PostgreSQL's letters.
const FIELDS: [(&str, u8); 17] = [
    ("message", b'M'),
    ("code", b'C'),
    ("detail", b'D'),
    ("hint", b'H'),
    ("position", b'P'),
    ("internalPosition", b'p'),
    ("internalQuery", b'q'),
    ("severity", b'S'),
    ("where", b'W'),
    ("schema", b's'),
    ("table", b't'),
    ("column", b'c'),
    ("dataType", b'd'),
    ("constraint", b'n'),
    ("file", b'F'),
    ("line", b'L'),
    ("routine", b'R'),
];

#[derive(Debug)]
pub enum SqlFailure {
    Server(ServerError),
    Invalid(String),
    TooLarge,
    TooSlow(Duration),
    /// Nobody reads this.
    Gone,
    Stopping,
}

impl SqlFailure {
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::Invalid(message.into())
    }

    /// Whether the server may still be busy with the query.
    pub fn leaves_a_query(&self) -> bool {
        !matches!(self, Self::Server(_) | Self::Invalid(_))
    }
}

impl From<ServerError> for SqlFailure {
    fn from(error: ServerError) -> Self {
        Self::Server(error)
    }
}

impl From<QueryError> for SqlFailure {
    fn from(error: QueryError) -> Self {
        match error {
            QueryError::Server(error) => Self::Server(error),
            QueryError::TooLarge => Self::TooLarge,
        }
    }
}

impl IntoResponse for SqlFailure {
    fn into_response(self) -> Response {
        let (status, message) = match self {
            Self::Server(error) => {
                return (StatusCode::BAD_REQUEST, Json(fields(&error))).into_response();
            }
            Self::Invalid(message) => (StatusCode::BAD_REQUEST, message),
            Self::TooLarge => (
                StatusCode::INSUFFICIENT_STORAGE,
                platform_text::response_too_large(LARGEST_ANSWER),
            ),
            Self::TooSlow(longest) => (
                StatusCode::GATEWAY_TIMEOUT,
                platform_text::sql_timed_out(longest.as_secs()),
            ),
            Self::Gone => (
                StatusCode::BAD_REQUEST,
                "the client has gone away".to_owned(),
            ),
            Self::Stopping => (
                StatusCode::SERVICE_UNAVAILABLE,
                "the sandbox is stopping".to_owned(),
            ),
        };
        (status, Json(json!({ "message": message, "code": null }))).into_response()
    }
}

fn fields(error: &ServerError) -> Map<String, Value> {
    let fields = FIELDS.into_iter();
    let fields = fields.map(|(name, kind)| (name.to_owned(), error.field(kind).into()));
    fields.collect()
}
