//! The mail server of a project's auth integration.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::routing::get;
use axum::{Json, Router};
use serde::{Deserialize, Serialize};

use super::auth::integration::{edit_integration, find_integration};
use super::body::{JsonBody, invalid};
use crate::access::Caller;
use crate::email;
use crate::reply::Failure;
use crate::shared::Shared;
use crate::state::{EmailServer, MailServer, Secret};

pub fn routes() -> Router<Arc<Shared>> {
    Router::new().route(
        "/api/v2/projects/{project_id}/auth/email_server",
        get(show).patch(change),
    )
}

/// The one reply that shows the password.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum EmailServerBody {
    Shared,
    Standard(MailServer),
}

impl From<EmailServer> for EmailServerBody {
    fn from(it: EmailServer) -> Self {
        match it {
            EmailServer::Shared => Self::Shared,
            EmailServer::Standard(it) => Self::Standard(it),
        }
    }
}

#[derive(Deserialize)]
struct EmailServerRequest {
    r#type: Option<String>,
    host: Option<String>,
    port: Option<i64>,
    username: Option<String>,
    password: Option<String>,
    sender_email: Option<String>,
    sender_name: Option<String>,
}

async fn show(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(project_id): Path<String>,
) -> Result<Json<EmailServerBody>, Failure> {
    shared.store.read(|state| {
        let found = find_integration(state, &caller, &project_id)?;
        Ok(Json(found.email_server.clone().into()))
    })
}

async fn change(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(project_id): Path<String>,
    JsonBody(request): JsonBody<EmailServerRequest>,
) -> Result<Json<EmailServerBody>, Failure> {
    let changed = edit_integration(&shared, caller, project_id, |it| {
        it.email_server = changed(&it.email_server, request)?;
        Ok(it.email_server.clone())
    });
    changed.await.map(|it| Json(it.into()))
}

/// A server of one's own is sent whole; without `type` the fields change the one that is there.
fn changed(present: &EmailServer, request: EmailServerRequest) -> Result<EmailServer, Failure> {
    match (request.r#type.as_deref(), present) {
        (Some("shared"), _) => Ok(EmailServer::Shared),
        (Some("standard"), _) => standard(request),
        (Some(_), _) => Err(invalid(
            "decode application/json: invalid: type (it is neither shared nor standard)",
        )),
        (None, EmailServer::Shared) => Err(missing("type")),
        (None, EmailServer::Standard(it)) => standard(EmailServerRequest {
            r#type: None,
            host: request.host.or_else(|| Some(it.host.clone())),
            port: request.port.or(Some(i64::from(it.port))),
            username: request.username.or_else(|| Some(it.username.clone())),
            password: (request.password).or_else(|| Some(it.password.reveal().to_owned())),
            sender_email: request
                .sender_email
                .or_else(|| Some(it.sender_email.clone())),
            sender_name: request.sender_name.or_else(|| Some(it.sender_name.clone())),
        }),
    }
}

fn standard(request: EmailServerRequest) -> Result<EmailServer, Failure> {
    let host = request.host.ok_or_else(|| missing("host"))?;
    let port = request.port.ok_or_else(|| missing("port"))?;
    let username = request.username.ok_or_else(|| missing("username"))?;
    let password = request.password.ok_or_else(|| missing("password"))?;
    let sender_email = request
        .sender_email
        .ok_or_else(|| missing("sender_email"))?;
    let sender_name = request.sender_name.ok_or_else(|| missing("sender_name"))?;
    let port = checked(&host, port, &sender_email, &sender_name)?;
    Ok(EmailServer::Standard(MailServer {
        host,
        port,
        username,
        password: Secret::new(password),
        sender_email,
        sender_name,
    }))
}

/// What mail servers everywhere need; gives the port.
pub fn checked(
    host: &str,
    port: i64,
    sender_email: &str,
    sender_name: &str,
) -> Result<u16, Failure> {
    if host.is_empty() || host.contains(|letter: char| letter.is_whitespace() || letter == '/') {
        return Err(invalid("host: the name of a host is needed"));
    }
    if !email::is_address(sender_email) {
        return Err(invalid("sender_email: an email address is needed"));
    }
    if sender_name.contains(char::is_control) {
        return Err(invalid("sender_name: it must be one line of text"));
    }
    u16::try_from(port)
        .ok()
        .filter(|port| *port > 0)
        .ok_or_else(|| invalid("port: must be between 1 and 65535"))
}

fn missing(field: &str) -> Failure {
    invalid(format!(
        "decode application/json: invalid: {field} (field required)"
    ))
}
