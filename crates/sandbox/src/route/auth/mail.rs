use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};

use super::integration::{AuthPath, find_integration};
use crate::access::Caller;
use crate::email;
use crate::reply::Failure;
use crate::route::body::{JsonBody, invalid};
use crate::route::email_server;
use crate::shared::Shared;
use crate::state::{MailServer, Secret};

#[derive(Deserialize)]
pub struct TestEmailRequest {
    host: String,
    port: i64,
    username: String,
    password: String,
    sender_email: String,
    sender_name: String,
    recipient_email: String,
}

#[derive(Debug, Serialize)]
pub struct TestEmailResponse {
    success: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    error_message: Option<String>,
}

/// A server that does not take the message is no failure of this call.
pub async fn send(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(path): Path<AuthPath>,
    JsonBody(request): JsonBody<TestEmailRequest>,
) -> Result<Json<TestEmailResponse>, Failure> {
    shared
        .store
        .read(|state| find_integration(state, &caller, &path).map(drop))?;
    let port = email_server::checked(
        &request.host,
        request.port,
        &request.sender_email,
        &request.sender_name,
    )?;
    if !email::is_address(&request.recipient_email) {
        return Err(invalid("recipient_email: an email address is needed"));
    }
    let server = MailServer {
        host: request.host,
        port,
        username: request.username,
        password: Secret::new(request.password),
        sender_email: request.sender_email,
        sender_name: request.sender_name,
    };
    if let Some(observer) = &shared.config.mail_observer {
        observer.tell(&server.host, server.port);
    }
    let sent = tokio::select! {
        () = shared.stop.cancelled() => Ok(false),
        sent = email::send_test(&server, &request.recipient_email, shared.now()) => sent.map(|()| true),
    };
    let error_message = match &sent {
        Ok(true) => None,
        Ok(false) => Some("the sandbox is stopping".to_owned()),
        Err(error) => Some(error.to_string()),
    };
    Ok(Json(TestEmailResponse {
        success: error_message.is_none(),
        error_message,
    }))
}
