use clap::{Args, Subcommand};
use serde_json::{Value, json};

use super::{OfProject, email, with};
use crate::ask;
use crate::failure::{Done, Failure};
use crate::print::Show;
use crate::session::Session;
use crate::table::{Column, text, time};
use crate::task::{self, Task};

const INTEGRATIONS: &[Column] = &[
    text("Provider", "provider"),
    text("Branch", "branchId"),
    text("Database", "database"),
    text("Owned by", "ownedBy"),
    text("Transfer", "transferStatus"),
    time("Created", "createdAt"),
];
const SDK: &[Column] = &[
    text("Provider", "provider"),
    text("Project of the provider", "providerProjectId"),
    text("Client key", "clientKey"),
    text("JWKS", "jwksUrl"),
    text("Schema", "schema"),
    text("Table", "table"),
];
const USERS: &[Column] = &[
    text("ID", "id"),
    text("Email", "email"),
    text("Name", "name"),
    time("Created", "createdAt"),
];
const OAUTH: &[Column] = &[
    text("Provider", "id"),
    text("Shared client", "isShared"),
    text("Client ID", "clientId"),
    text("Microsoft tenant", "microsoftTenantId"),
];
const DOMAINS: &[Column] = &[text("Domain", "domain")];
const ID: &[Column] = &[text("ID", "id")];

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
        #[arg(long)]
        database: Option<String>,
        /// The role that owns the table of users. Ignored where each branch has its own auth: there it is the database's owner
        #[arg(long)]
        role: Option<String>,
    },
    /// Remove an integration
    Remove {
        provider: String,
        /// That of this branch, by its name or id; otherwise the project's
        #[arg(long)]
        branch: Option<String>,
        /// With the synchronised users
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
}

#[derive(Subcommand)]
enum Users {
    /// List the synchronised users, read from the database
    List {
        #[arg(long)]
        branch: Option<String>,
        /// The database that they are synchronised into; otherwise the platform's usual
        #[arg(long)]
        database: Option<String>,
        /// A part of an address or a name
        #[arg(long)]
        search: Option<String>,
    },
    /// Create a user
    Create {
        email: String,
        #[arg(long)]
        name: Option<String>,
        #[arg(long)]
        provider: Option<String>,
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

#[derive(Subcommand)]
enum Providers {
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
struct Provider {
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
struct UpdateProvider {
    #[command(flatten)]
    provider: Provider,
    #[arg(long)]
    new_secret: bool,
}

impl Auth {
    pub async fn run(self, session: &Session) -> Done {
        let project = self.project.find(session)?;
        let of = |more: Value| with(&project, more);
        let task = match self.verb {
            Verb::List { branch } => {
                let branch = named(session, &project, branch).await?;
                Task::new("auth_integrations", of(json!({ "branchId": branch })))
                    .call("listAuthIntegrations")
                    .rows(INTEGRATIONS)
            }
            Verb::Enable {
                branch,
                database,
                role,
            } => {
                let branch = session.branch(&project, branch.as_deref()).await?;
                let enable = json!({ "branchId": branch, "database": database, "role": role });
                let args = of(json!({ "enable": enable, "branchId": branch }));
                let task = Task::new("auth_enable", args);
                task.call("enableAuth")
                    .shown_once("The server key")
                    .one(SDK)
            }
            Verb::Remove {
                provider,
                branch,
                delete_data,
            } => {
                let branch = named(session, &project, branch).await?;
                let args = of(json!({
                    "provider": provider, "deleteData": delete_data, "branchId": branch,
                }));
                let of = args["branchId"]
                    .as_str()
                    .map(|it| format!(" of branch {it}"));
                let of = of.unwrap_or_default();
                let more = if delete_data { " with its users" } else { "" };
                let task = Task::new("auth_remove", args).call("removeAuth");
                task.asks(format!("Remove the integration of {provider}{of}{more}?"))
                    .said(format!("Removed {provider}."))
            }
            Verb::CreateKeys { provider } => {
                let task = Task::new("auth_create_keys", of(json!({ "provider": provider })));
                task.call("createAuthKeys")
                    .shown_once("The server key")
                    .one(SDK)
            }
            Verb::Transfer { provider } => {
                let task = Task::new("auth_transfer", of(json!({ "provider": provider })));
                task.call("transferAuth")
                    .shown_once("The link")
                    .show(Show::Said)
            }
            Verb::Users(users) => return users.run(session, &project).await,
            Verb::Domains(domains) => return domains.run(session, &project).await,
            Verb::Providers(providers) => providers.task(session, &project).await?,
            Verb::Email(email) => return email.run(session, &project).await,
        };
        task.run(session).await
    }
}

/// The branch that somebody named.
async fn named(session: &Session, project: &str, branch: Option<String>) -> Done<Option<String>> {
    let Some(branch) = branch else {
        return Ok(None);
    };
    if session.account().await?["profile"]["authByBranch"] == false {
        return Err(Failure::usage(
            "This platform has one auth integration for the whole project",
            "Leave --branch out.",
        ));
    }
    Ok(Some(session.branch(project, Some(&branch)).await?))
}

impl Users {
    async fn run(self, session: &Session, project: &str) -> Done {
        match self {
            Self::List {
                branch,
                database,
                search,
            } => {
                let branch = session.branch(project, branch.as_deref()).await?;
                let usual = session.account().await?["profile"]["database"].clone();
                let database = database.map_or(usual, Value::from);
                let request = json!({ "branchId": branch, "database": database, "search": search });
                let task = Task::new("auth_users", with(project, json!({ "request": request })));
                task.show(Show::Rows("rows", USERS)).run(session).await
            }
            Self::Create {
                email,
                name,
                provider,
            } => {
                let args = with(
                    project,
                    json!({ "provider": provider, "email": email, "name": name }),
                );
                let task = Task::new("auth_create_user", args).call("createAuthUser");
                task.one(ID).run(session).await
            }
        }
    }
}

impl Domains {
    async fn run(self, session: &Session, project: &str) -> Done {
        match self {
            Self::List => {
                let task =
                    Task::new("auth_domains", with(project, json!({}))).call("listAuthDomains");
                let Some(answer) = task.answer(session).await? else {
                    return Ok(());
                };
                if session.options.is_json() {
                    return crate::print::json(&answer);
                }
                let all = answer.as_array().into_iter().flatten();
                let rows: Vec<Value> = all.map(|domain| json!({ "domain": domain })).collect();
                task::print(session, json!(rows), Show::Rows("", DOMAINS), "").await
            }
            Self::Add { domain, provider } => {
                let args = with(project, json!({ "provider": provider, "domain": domain }));
                let task = Task::new("auth_add_domain", args).call("addAuthDomain");
                task.said(format!("Added {domain}.")).run(session).await
            }
            Self::Delete { domains, provider } => {
                let names = domains.join(", ");
                let args = with(project, json!({ "provider": provider, "domains": domains }));
                let task = Task::new("auth_delete_domains", args).call("deleteAuthDomains");
                task.asks(format!(
                    "Remove {names}? Logins that lead back there are refused."
                ))
                .said(format!("Removed {names}."))
                .run(session)
                .await
            }
        }
    }
}

impl Providers {
    async fn task(self, session: &Session, project: &str) -> Done<Task> {
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
