use app::auth::{
    AuthAddDomain, AuthCreateKeys, AuthDeleteDomains, AuthDomains, AuthEnable, AuthIntegrations,
    AuthRemove, AuthTransfer, EnableAuth,
};
use app::view::{AuthIntegrationView, SdkKeysView};
use clap::{Args, Subcommand};

use super::auth_users::{Users, must_be_integrated};
use super::oauth_providers::Providers;
use super::sign_in::{self, SignIn, Webhooks};
use super::{OfProject, connect, email};
use crate::columns::{Column, column, plain, time};
use crate::failure::Done;
use crate::named::{self, ROLE};
use crate::request::Request;
use crate::session::Session;

const INTEGRATIONS: &[Column<AuthIntegrationView>] = &[
    column("Provider", |it| plain(&it.provider)),
    column("Branch", |it| plain(&it.branch_id)),
    column("Database", |it| plain(&it.database)),
    column("Owned by", |it| plain(&it.owned_by)),
    column("Transfer", |it| plain(&it.transfer_status)),
    column("Created", |it| time(&it.created_at)),
];
const SDK: &[Column<SdkKeysView>] = &[
    column("Provider", |it| plain(&it.provider)),
    column("Project of the provider", |it| {
        plain(&it.provider_project_id)
    }),
    column("Client key", |it| plain(&it.client_key)),
    column("JWKS URL", |it| plain(&it.jwks_url)),
    column("Schema", |it| plain(&it.schema)),
    column("Table", |it| plain(&it.table)),
];
const DOMAINS: &[Column<String>] = &[column("Domain", plain)];
#[derive(Args)]
pub struct Auth {
    #[command(flatten)]
    project: OfProject,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// List the auth integrations of a project
    List {
        /// Only that of this branch, by its name or id
        #[arg(long)]
        branch: Option<String>,
    },
    /// Set an integration up. Its keys are shown once, which takes --reveal
    Enable {
        /// The branch by its name or id; otherwise the default one
        #[arg(long)]
        branch: Option<String>,
        /// The database; otherwise the only one of the branch, or the platform's usual
        #[arg(long)]
        database: Option<String>,
        /// The role that owns the table of users; otherwise the database's owner, as always where each branch has its own auth
        #[arg(long)]
        role: Option<String>,
    },
    /// Remove an integration
    Remove {
        provider: String,
        /// That of this branch, by its name or id; otherwise the project's
        #[arg(long)]
        branch: Option<String>,
        /// With the synchronized users
        #[arg(long)]
        delete_data: bool,
    },
    /// Create new SDK keys, which are shown once: it takes --reveal
    CreateKeys {
        #[arg(long)]
        provider: Option<String>,
    },
    /// Request the link that hands the provider's project over. It takes --reveal
    Transfer {
        #[arg(long)]
        provider: Option<String>,
    },
    /// Users that log in
    #[command(subcommand)]
    Users(Users),
    /// Domains that a login may lead back to
    #[command(subcommand)]
    Domains(Domains),
    /// OAuth providers
    #[command(subcommand)]
    Providers(Providers),
    /// The email server
    #[command(subcommand)]
    Email(email::Verb),
    /// How people sign in on a branch
    SignIn {
        /// The branch by its name or id; otherwise the default one
        #[arg(long, global = true, value_name = "BRANCH")]
        branch: Option<String>,
        #[command(subcommand)]
        verb: SignIn,
    },
    /// Where the auth of a branch sends events
    Webhooks {
        /// The branch by its name or id; otherwise the default one
        #[arg(long, global = true, value_name = "BRANCH")]
        branch: Option<String>,
        #[command(subcommand)]
        verb: Webhooks,
    },
}

#[derive(Subcommand)]
enum Domains {
    /// List the domains
    List,
    /// Add a domain
    Add {
        domain: String,
        #[arg(long)]
        provider: Option<String>,
    },
    /// Remove domains
    Delete {
        #[arg(required = true)]
        domains: Vec<String>,
        #[arg(long)]
        provider: Option<String>,
    },
}

impl Auth {
    pub async fn run(self, session: &Session) -> Done {
        let project_id = self.project.find(session).await?;
        let task = match self.verb {
            Verb::List { branch } => Request::new(AuthIntegrations {
                branch_id: named(session, &project_id, branch).await?,
                project_id,
            })
            .rows(INTEGRATIONS),
            Verb::Enable {
                branch,
                database,
                role,
            } => {
                if role.is_some() {
                    sign_in::must_be_by_project(session).await?;
                }
                let branch_id = named::branch(session, &project_id, branch.as_deref()).await?;
                if let Some(role) = &role {
                    let list = named::roles(&project_id, &branch_id);
                    ROLE.must_be_named(session, list, role).await?;
                }
                let found = connect::with_role(session, &project_id, &branch_id, database, role);
                let (database, role) = found.await?;
                let enable = EnableAuth {
                    branch_id: branch_id.clone(),
                    database: Some(database),
                    role: Some(role),
                };
                let request = Request::new(AuthEnable {
                    project_id,
                    enable,
                    branch_id: Some(branch_id),
                });
                request.shown_once("The server key").one(SDK)
            }
            Verb::Remove {
                provider,
                branch,
                delete_data,
            } => {
                let branch_id = named(session, &project_id, branch).await?;
                let of = branch_id.as_ref().map(|it| format!(" of branch {it}"));
                let of = of.unwrap_or_default();
                let more = if delete_data { " with its users" } else { "" };
                let question = format!("Remove the integration of {provider}{of}{more}?");
                let sentence = format!("Removed {provider}.");
                Request::new(AuthRemove {
                    project_id,
                    branch_id,
                    provider,
                    delete_data,
                })
                .sentence(sentence)
                .asks(question)
            }
            Verb::CreateKeys { provider } => {
                must_be_integrated(session, &project_id, provider.as_deref()).await?;
                let request = Request::new(AuthCreateKeys {
                    project_id,
                    provider,
                    branch_id: None,
                });
                request.shown_once("The server key").one(SDK)
            }
            Verb::Transfer { provider } => {
                must_be_integrated(session, &project_id, provider.as_deref()).await?;
                let request = Request::new(AuthTransfer {
                    project_id,
                    provider,
                    branch_id: None,
                });
                request.shown_once("The link").hidden()
            }
            Verb::Users(users) => return users.run(session, project_id).await,
            Verb::Domains(domains) => return domains.run(session, project_id).await,
            Verb::Providers(providers) => providers.task(session, project_id).await?,
            Verb::Email(email) => return email.run(session, project_id).await,
            Verb::SignIn { branch, verb } => {
                let branch_id = sign_in::branch(session, &project_id, branch.as_deref()).await?;
                verb.task(project_id, branch_id)
            }
            Verb::Webhooks { branch, verb } => {
                let branch_id = sign_in::branch(session, &project_id, branch.as_deref()).await?;
                verb.task(project_id, branch_id)
            }
        };
        task.run(session).await
    }
}

/// Returns the id of the branch that the person named.
async fn named(session: &Session, project: &str, branch: Option<String>) -> Done<Option<String>> {
    let Some(branch) = branch else {
        return Ok(None);
    };
    sign_in::must_be_by_branch(session, "Leave --branch out.").await?;
    Ok(Some(named::branch(session, project, Some(&branch)).await?))
}

impl Domains {
    async fn run(self, session: &Session, project_id: String) -> Done {
        let branch_id = None;
        let task = match self {
            Self::List => Request::new(AuthDomains {
                project_id,
                branch_id,
            })
            .rows(DOMAINS),
            Self::Add { domain, provider } => {
                must_be_integrated(session, &project_id, provider.as_deref()).await?;
                let sentence = format!("Added {domain}.");
                Request::new(AuthAddDomain {
                    project_id,
                    branch_id,
                    provider,
                    domain,
                })
                .sentence(sentence)
            }
            Self::Delete { domains, provider } => {
                must_be_integrated(session, &project_id, provider.as_deref()).await?;
                let names = domains.join(", ");
                Request::new(AuthDeleteDomains {
                    project_id,
                    branch_id,
                    provider,
                    domains,
                })
                .sentence(format!("Removed {names}."))
                .asks(format!(
                    "Remove {names}? Logins that lead back there are refused."
                ))
            }
        };
        task.run(session).await
    }
}
