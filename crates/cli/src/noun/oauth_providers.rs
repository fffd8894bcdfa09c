use clap::{Args, Subcommand};
use serde_json::json;

use super::with;
use crate::ask;
use crate::failure::Done;
use crate::session::Session;
use crate::table::{Column, text};
use crate::task::Task;

const OAUTH: &[Column] = &[
    text("Provider", "id"),
    text("Shared client", "isShared"),
    text("Client ID", "clientId"),
    text("Microsoft tenant", "microsoftTenantId"),
];

#[derive(Subcommand)]
pub enum Providers {
    /// List the providers
    List,
    /// Add a provider; with --client-id the client's secret is read from standard input
    Add(Provider),
    /// Change a provider's client; with --new-secret its secret is read from standard input
    Update(UpdateProvider),
    /// Remove a provider
    Delete { provider: String },
}

#[derive(Args)]
pub struct Provider {
    /// Such as google, github or microsoft
    provider: String,
    /// Id of one's own client; without it the platform's shared one
    #[arg(long, value_name = "ID")]
    client_id: Option<String>,
    /// Tenant, of Microsoft only
    #[arg(long, value_name = "ID")]
    microsoft_tenant_id: Option<String>,
}

#[derive(Args)]
pub struct UpdateProvider {
    #[command(flatten)]
    provider: Provider,
    #[arg(long)]
    new_secret: bool,
}

impl Providers {
    pub async fn task(self, session: &Session, project: &str) -> Done<Task> {
        let is_sent = !session.options.dry_run;
        Ok(match self {
            Self::List => {
                let task = Task::new("oauth_list", with(project, json!({})));
                task.call("listOauthProviders").rows(OAUTH)
            }
            Self::Add(add) => {
                let secret = match add.client_id {
                    Some(_) if is_sent => Some(ask::secret("Client secret").await?),
                    _ => None,
                };
                let request = json!({
                    "provider": add.provider,
                    "clientId": add.client_id,
                    "clientSecret": secret,
                    "microsoftTenantId": add.microsoft_tenant_id,
                });
                let call = with(
                    project,
                    json!({
                        "kind": "addOauthProvider",
                        "provider": add.provider,
                        "clientId": add.client_id,
                        "microsoftTenantId": add.microsoft_tenant_id,
                    }),
                );
                let task = Task::new("oauth_add", with(project, json!({ "request": request })));
                task.call_as(call).one(OAUTH)
            }
            Self::Update(update) => {
                let secret = match update.new_secret && is_sent {
                    true => json!({ "kind": "set", "secret": ask::secret("Client secret").await? }),
                    false => json!({ "kind": "keep" }),
                };
                let of = update.provider;
                let request = json!({
                    "clientId": of.client_id,
                    "clientSecret": secret,
                    "microsoftTenantId": of.microsoft_tenant_id,
                });
                let call = with(
                    project,
                    json!({
                        "kind": "updateOauthProvider",
                        "provider": of.provider,
                        "clientId": of.client_id,
                        "hasSecret": update.new_secret,
                        "microsoftTenantId": of.microsoft_tenant_id,
                    }),
                );
                let args = with(
                    project,
                    json!({ "provider": of.provider, "request": request }),
                );
                Task::new("oauth_update", args).call_as(call).one(OAUTH)
            }
            Self::Delete { provider } => {
                let args = with(project, json!({ "provider": provider }));
                let task = Task::new("oauth_delete", args).call("deleteOauthProvider");
                task.asks(format!(
                    "Remove the provider {provider}? Nobody can log in with it then."
                ))
                .rows(OAUTH)
            }
        })
    }
}
