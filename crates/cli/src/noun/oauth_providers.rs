use app::SecretEdit;
use app::oauth_providers::{
    AddOauthProvider, OauthAdd, OauthDelete, OauthList, OauthUpdate, UpdateOauthProvider,
};
use app::view::OauthProviderView;
use clap::{Args, Subcommand};

use crate::ask;
use crate::columns::{Column, column, plain};
use crate::failure::Done;
use crate::request::Request;
use crate::session::Session;
use crate::task::Task;

const OAUTH: &[Column<OauthProviderView>] = &[
    column("Provider", |it| plain(&it.id)),
    column("Shared client", |it| plain(&it.is_shared)),
    column("Client ID", |it| plain(&it.client_id)),
    column("Microsoft tenant", |it| plain(&it.microsoft_tenant_id)),
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
    pub async fn task(self, session: &Session, project_id: String) -> Done<Task> {
        let branch_id = None;
        Ok(match self {
            Self::List => Request::new(OauthList {
                project_id,
                branch_id,
            })
            .rows(OAUTH),
            Self::Add(add) => {
                let secret = match add.client_id {
                    Some(_) => Some(ask::secret_to_send(session, "Client secret").await?),
                    None => None,
                };
                let request = AddOauthProvider {
                    provider: add.provider,
                    client_id: add.client_id,
                    client_secret: secret.map(Into::into),
                    microsoft_tenant_id: add.microsoft_tenant_id,
                };
                Request::new(OauthAdd {
                    project_id,
                    branch_id,
                    request,
                })
                .one(OAUTH)
            }
            Self::Update(update) => {
                let client_secret = match update.new_secret {
                    true => {
                        let secret = ask::secret_to_send(session, "Client secret").await?;
                        SecretEdit::Set {
                            secret: secret.into(),
                        }
                    }
                    false => SecretEdit::Keep,
                };
                let of = update.provider;
                let request = UpdateOauthProvider {
                    client_id: of.client_id,
                    client_secret,
                    microsoft_tenant_id: of.microsoft_tenant_id,
                };
                Request::new(OauthUpdate {
                    project_id,
                    branch_id,
                    provider: of.provider,
                    request,
                })
                .one(OAUTH)
            }
            Self::Delete { provider } => {
                let question =
                    format!("Remove the provider {provider}? Nobody can log in with it then.");
                Request::new(OauthDelete {
                    project_id,
                    branch_id,
                    provider,
                })
                .rows(OAUTH)
                .asks(question)
            }
        })
    }
}
