//! What is there, in the words of the requests that would make it so.

use api::resource::branches::Branch;
use api::resource::computes::Endpoint;
use api::resource::email_server::EmailServer;
use api::resource::oauth_providers::OauthProvider;
use api::resource::projects::Project;
use chrono::SecondsFormat;
use serde_json::{Value, json};

pub(super) fn of_project(project: &Project) -> Value {
    present(json!({
        "name": project.name,
        "history_retention_seconds": project.history_retention_seconds,
        "settings": project.settings,
        "default_endpoint_settings": project.default_endpoint_settings,
    }))
}

pub(super) fn of_branch(branch: &Branch) -> Value {
    let expires_at = branch
        .expires_at
        .map(|at| at.to_rfc3339_opts(SecondsFormat::Secs, true));
    json!({ "name": branch.name, "protected": branch.protected, "expires_at": expires_at })
}

pub(super) fn of_compute(compute: &Endpoint) -> Value {
    let mut fields = present(json!({
        "settings": compute.settings,
        "autoscaling_limit_min_cu": compute.autoscaling_limit_min_cu,
        "autoscaling_limit_max_cu": compute.autoscaling_limit_max_cu,
        "provisioner": compute.provisioner,
        "pooler_enabled": compute.pooler_enabled,
        "pooler_mode": compute.pooler_mode,
        "disabled": compute.disabled,
        "passwordless_access": compute.passwordless_access,
        "suspend_timeout_seconds": compute.suspend_timeout_seconds,
    }));
    // One that is not shown is none.
    fields["name"] = json!(compute.name);
    fields
}

pub(super) fn of_email_server(server: &EmailServer) -> Value {
    present(json!({
        "type": server.kind,
        "host": server.host,
        "port": server.port,
        "username": server.username,
        "sender_email": server.sender_email,
        "sender_name": server.sender_name,
    }))
}

pub(super) fn of_provider(provider: &OauthProvider) -> Value {
    present(json!({
        "client_id": provider.client_id,
        "microsoft_tenant_id": provider.microsoft_tenant_id,
    }))
}

/// Without the fields that the platform did not show.
fn present(mut fields: Value) -> Value {
    if let Some(fields) = fields.as_object_mut() {
        fields.retain(|_, value| !value.is_null());
    }
    fields
}
