//! The mail server of an auth integration.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::routing::get;
use axum::{Json, Router};
use serde::{Deserialize, Serialize};

use super::auth::integration::{AuthPath, edit_integration, find_integration};
use super::body::{JsonBody, invalid};
use crate::access::Caller;
use crate::email;
use crate::reply::Failure;
use crate::shared::Shared;
use crate::state::{EmailServer, MailServer, Secret, Sender};

pub fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route(
            "/api/v2/projects/{project_id}/auth/email_server",
            get(show).patch(change),
        )
        .route(
            "/api/v2/projects/{project_id}/branches/{branch_id}/auth/email_provider",
            get(show).patch(change),
        )
}

/// Where a reply shows the password.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum EmailServerBody {
    Shared(Sender),
    Standard(MailServer),
}

impl From<EmailServer> for EmailServerBody {
    fn from(it: EmailServer) -> Self {
        match it {
            EmailServer::Shared => Self::Shared(Sender {
                sender_email: None,
                sender_name: None,
            }),
            EmailServer::SharedFrom(sender) => Self::Shared(sender),
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
    Path(path): Path<AuthPath>,
) -> Result<Json<EmailServerBody>, Failure> {
    shared.store.read(|state| {
        let found = find_integration(state, &caller, &path)?;
        Ok(Json(found.email_server.clone().into()))
    })
}

async fn change(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(path): Path<AuthPath>,
    JsonBody(request): JsonBody<EmailServerRequest>,
) -> Result<Json<EmailServerBody>, Failure> {
    let changed = edit_integration(&shared, caller, path, |it| {
        it.email_server = changed(&it.email_server, request)?;
        Ok(it.email_server.clone())
    });
    changed.await.map(|it| Json(it.into()))
}

/// A server of one's own is sent whole; without `type` the fields change the one that is there.
fn changed(present: &EmailServer, request: EmailServerRequest) -> Result<EmailServer, Failure> {
    match (request.r#type.as_deref(), present) {
        (Some("shared"), _) => shared(request),
        (Some("standard"), _) => standard(request),
        (Some(_), _) => Err(invalid(
            "decode application/json: invalid: type (it is neither shared nor standard)",
        )),
        (None, EmailServer::Shared | EmailServer::SharedFrom(_)) => Err(missing("type")),
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

fn shared(request: EmailServerRequest) -> Result<EmailServer, Failure> {
    let (sender_email, sender_name) = (request.sender_email, request.sender_name);
    check_sender(
        sender_email.as_deref(),
        sender_name.as_deref().unwrap_or_default(),
    )?;
    Ok(match (&sender_email, &sender_name) {
        (None, None) => EmailServer::Shared,
        _ => EmailServer::SharedFrom(Sender {
            sender_email,
            sender_name,
        }),
    })
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
    check_sender(Some(sender_email), sender_name)?;
    u16::try_from(port)
        .ok()
        .filter(|port| *port > 0)
        .ok_or_else(|| invalid("port: must be between 1 and 65535"))
}

fn check_sender(email: Option<&str>, name: &str) -> Result<(), Failure> {
    if email.is_some_and(|it| !email::is_address(it)) {
        return Err(invalid("sender_email: an email address is needed"));
    }
    if name.contains(char::is_control) {
        return Err(invalid("sender_name: it must be one line of text"));
    }
    Ok(())
}

fn missing(field: &str) -> Failure {
    invalid(format!(
        "decode application/json: invalid: {field} (field required)"
    ))
}
