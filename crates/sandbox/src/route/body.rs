//! What all routes of the Management API read and write alike.

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use chrono::{DateTime, SecondsFormat, SubsecRound, Utc};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize, Serializer};

use super::decode::decode;
use crate::platform_text;
use crate::reply::Failure;
use crate::state::Operation;

/// A JSON body. What is wrong with it is reported in the platform's words.
#[derive(Debug)]
pub struct JsonBody<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        parse(&read(request, state).await?).map(Self)
    }
}

/// A JSON body that may be missing.
#[derive(Debug)]
pub struct OptionalJsonBody<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Default> FromRequest<S> for OptionalJsonBody<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        let body = read(request, state).await?;
        match body.trim_ascii().is_empty() {
            true => Ok(Self(T::default())),
            false => parse(&body).map(Self),
        }
    }
}

async fn read<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, Failure> {
    // The sandbox's own routes take what `curl -d` says of itself.
    let refused = match request.uri().path().starts_with("/api/v2/") {
        true => not_json(request.headers()),
        false => None,
    };
    let body = Bytes::from_request(request, state).await;
    let body = body.map_err(|_| invalid("couldn't read the body"))?;
    match refused {
        Some(refused) if !body.is_empty() => Err(refused),
        _ => Ok(body),
    }
}

/// A body whose type is not said is read as JSON.
fn not_json(headers: &HeaderMap) -> Option<Failure> {
    let kind = headers.get(header::CONTENT_TYPE)?;
    let kind = String::from_utf8_lossy(kind.as_bytes());
    let essence = kind.split(';').next().unwrap_or_default().trim();
    (!essence.eq_ignore_ascii_case("application/json")).then(|| {
        Failure::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            format!("unexpected Content-Type: {kind}"),
        )
    })
}

fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, Failure> {
    decode(body).map_err(|wrong| invalid(format!("decode application/json: {wrong}")))
}

/// The query's parameters.
#[derive(Debug)]
pub struct QueryParams<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryParams<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let Query(value) = Query::from_request_parts(parts, state)
            .await
            .map_err(|error| invalid(format!("query: {}", error.body_text())))?;
        Ok(Self(value))
    }
}

/// 400 with the platform's beginning.
pub fn invalid(what: impl std::fmt::Display) -> Failure {
    Failure::new(
        StatusCode::BAD_REQUEST,
        platform_text::invalid_request(&what),
    )
}

/// `limit` of a list, within its bounds.
pub fn limit(value: Option<i64>, largest: usize, usual: usize) -> Result<usize, Failure> {
    let Some(value) = value else { return Ok(usual) };
    usize::try_from(value)
        .ok()
        .filter(|limit| (1..=largest).contains(limit))
        .ok_or_else(|| invalid(format!("query: limit: must be between 1 and {largest}")))
}

/// A query's boolean, as Go's `ParseBool` reads it.
pub fn flag<'de, D: serde::Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
    let text = String::deserialize(from)?;
    match text.as_str() {
        "1" | "t" | "T" | "true" | "TRUE" | "True" => Ok(true),
        "0" | "f" | "F" | "false" | "FALSE" | "False" => Ok(false),
        _ => Err(serde::de::Error::custom("a boolean is needed")),
    }
}

/// RFC 3339 to the second, as the platform writes every time.
#[derive(Clone, Copy, Debug)]
pub struct Seconds(pub DateTime<Utc>);

impl Serialize for Seconds {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&time(self.0))
    }
}

pub fn time(at: DateTime<Utc>) -> String {
    at.trunc_subsecs(0)
        .to_rfc3339_opts(SecondsFormat::Secs, true)
}

/// `pagination` of projects, operations and consumption: the last page has it too.
#[derive(Debug, Serialize)]
pub struct Cursor {
    pub cursor: String,
}

/// `pagination` of branches and members: the last page has no `next`.
#[derive(Debug, Serialize)]
pub struct SortedPagination {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    pub sort_by: &'static str,
    pub sort_order: &'static str,
}

/// An operation as every reply shows it.
#[derive(Debug, Serialize)]
pub struct OperationBody {
    id: String,
    project_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    branch_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    endpoint_id: Option<String>,
    action: crate::state::Action,
    status: crate::state::Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    failures_count: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_at: Option<Seconds>,
    created_at: Seconds,
    updated_at: Seconds,
    total_duration_ms: i32,
}

impl From<&Operation> for OperationBody {
    fn from(it: &Operation) -> Self {
        Self {
            id: it.id.clone(),
            project_id: it.project_id.clone(),
            branch_id: it.branch_id.clone(),
            endpoint_id: it.endpoint_id.clone(),
            action: it.action,
            status: it.status,
            error: it.error.clone(),
            failures_count: it.failures_count,
            retry_at: it.retry_at.map(Seconds),
            created_at: Seconds(it.created_at),
            updated_at: Seconds(it.updated_at),
            total_duration_ms: it.total_duration_ms,
        }
    }
}

/// `{}`.
#[derive(Debug, Serialize)]
pub struct EmptyBody {}

/// `operations` of a reply.
pub fn operations(made: &[Operation]) -> Vec<OperationBody> {
    made.iter().map(OperationBody::from).collect()
}
