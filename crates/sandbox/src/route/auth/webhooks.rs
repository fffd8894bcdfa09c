//! Where a branch's integration tells of what happens in it.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::Uri;
use serde::Deserialize;

use super::integration::AuthPath;
use super::settings::{edit, set_within, show};
use crate::access::Caller;
use crate::reply::Failure;
use crate::route::body::{JsonBody, invalid};
use crate::shared::Shared;
use crate::state::Webhook;

const EVENTS: [&str; 7] = [
    "user.before_create",
    "user.created",
    "send.otp",
    "send.magic_link",
    "organization.invitation.created",
    "organization.invitation.accepted",
    "phone_number.verified",
];
const SECONDS: (i32, i32) = (1, 10);

#[derive(Debug, Deserialize)]
pub struct WebhookRequest {
    enabled: bool,
    webhook_url: Option<String>,
    #[serde(default)]
    enabled_events: Vec<String>,
    timeout_seconds: Option<i32>,
}

pub async fn show_webhook(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(path): Path<AuthPath>,
) -> Result<Json<Webhook>, Failure> {
    show(&shared, &caller, &path, |it| it.webhook.clone())
}

/// What is not sent is as in the beginning.
pub async fn replace(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(path): Path<AuthPath>,
    JsonBody(sent): JsonBody<WebhookRequest>,
) -> Result<Json<Webhook>, Failure> {
    let webhook = checked(sent)?;
    edit(&shared, caller, path, |it| {
        it.webhook = webhook;
        Ok(it.webhook.clone())
    })
    .await
}

fn checked(sent: WebhookRequest) -> Result<Webhook, Failure> {
    let url = sent.webhook_url.filter(|url| !url.is_empty());
    if url.as_ref().is_some_and(|url| !is_address(url)) {
        return Err(invalid(
            "webhook_url: an address is needed, such as https://example.com/hook",
        ));
    }
    if sent.enabled && url.is_none() {
        return Err(invalid("webhook_url: webhooks that are on need an address"));
    }
    if !sent
        .enabled_events
        .iter()
        .all(|it| EVENTS.contains(&it.as_str()))
    {
        return Err(invalid(
            "decode application/json: invalid: enabled_events (one of them is none of the known events)",
        ));
    }
    let mut webhook = Webhook {
        enabled: sent.enabled,
        webhook_url: url,
        enabled_events: sent.enabled_events,
        ..Webhook::default()
    };
    set_within(
        "timeout_seconds",
        &mut webhook.timeout_seconds,
        sent.timeout_seconds,
        SECONDS,
    )?;
    Ok(webhook)
}

fn is_address(text: &str) -> bool {
    let uri = text.parse::<Uri>();
    uri.is_ok_and(|uri| {
        matches!(uri.scheme_str(), Some("http" | "https"))
            && uri.authority().is_some_and(|it| !it.host().is_empty())
    })
}
