use app::view::ErrorCode;
use clap::{Args, Subcommand};
use serde_json::{Value, json};

use super::oauth_providers::Providers;
use super::sign_in::{self, SignIn, Webhooks};
use super::{OfProject, connect, email, with};
use crate::failure::{Done, Failure};
use crate::named::{self, DATABASE, ROLE};
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
    text("JWKS URL", "jwksUrl"),
    text("Schema", "schema"),
    text("Table", "table"),
];
const USERS: &[Column] = &[
    text("ID", "id"),
    text("Email", "email"),
    text("Name", "name"),
    text("Roles", "roles"),
    time("Created", "createdAt"),
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
enum Users {
    /// List the synchronized users, read from the database
    List {
        #[arg(long)]
        branch: Option<String>,
        /// The database that they are synchronized into; otherwise the integration's
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
    /// Give a user these roles, and no others
    SetRoles {
        /// Its id
        user: String,
        #[arg(required = true)]
        roles: Vec<String>,
        #[arg(long)]
        branch: Option<String>,
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
        let project = self.project.find(session).await?;
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
                if role.is_some() {
                    sign_in::must_be_by_project(session).await?;
                }
                let branch = named::branch(session, &project, branch.as_deref()).await?;
                if let Some(role) = &role {
                    let place = json!({ "projectId": project, "branchId": branch });
                    ROLE.must_be_named(session, place, role).await?;
                }
                let found = connect::with_role(session, &project, &branch, database, role);
                let (database, role) = found.await?;
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
                must_be_integrated(session, &project, provider.as_deref()).await?;
                let task = Task::new("auth_create_keys", of(json!({ "provider": provider })));
                task.call("createAuthKeys")
                    .shown_once("The server key")
                    .one(SDK)
            }
            Verb::Transfer { provider } => {
                must_be_integrated(session, &project, provider.as_deref()).await?;
                let task = Task::new("auth_transfer", of(json!({ "provider": provider })));
                task.call("transferAuth")
                    .shown_once("The link")
                    .show(Show::Said)
            }
            Verb::Users(users) => return users.run(session, &project).await,
            Verb::Domains(domains) => return domains.run(session, &project).await,
            Verb::Providers(providers) => providers.task(session, &project).await?,
            Verb::Email(email) => return email.run(session, &project).await,
            Verb::SignIn { branch, verb } => {
                let branch = sign_in::branch(session, &project, branch.as_deref()).await?;
                verb.task(&project, &branch)
            }
            Verb::Webhooks { branch, verb } => {
                let branch = sign_in::branch(session, &project, branch.as_deref()).await?;
                verb.task(&project, &branch)
            }
        };
        task.run(session).await
    }
}

/// The branch that somebody named.
async fn named(session: &Session, project: &str, branch: Option<String>) -> Done<Option<String>> {
    let Some(branch) = branch else {
        return Ok(None);
    };
    sign_in::must_be_by_branch(session, "Leave --branch out.").await?;
    Ok(Some(named::branch(session, project, Some(&branch)).await?))
}

/// Refuses a provider that none of the project's integrations has. The platform refuses it as not valid.
async fn must_be_integrated(session: &Session, project: &str, named: Option<&str>) -> Done {
    let Some(named) = named.filter(|_| !session.options.dry_run) else {
        return Ok(());
    };
    let account = session.account_id().await?;
    let args = json!({ "accountId": account, "projectId": project, "branchId": null });
    let all = session.call("auth_integrations", args).await?;
    let mut all = all.as_array().into_iter().flatten();
    if all.any(|it| it["provider"] == named) {
        return Ok(());
    }
    Err(Failure::new(
        ErrorCode::NotFound,
        format!("The project has no auth integration of {named}"),
        "`plinth auth list` shows all of them.",
    ))
}

impl Users {
    async fn run(self, session: &Session, project: &str) -> Done {
        match self {
            Self::List {
                branch,
                database,
                search,
            } => {
                let branch = named::branch(session, project, branch.as_deref()).await?;
                if let Some(database) = &database {
                    let place = json!({ "projectId": project, "branchId": branch });
                    DATABASE.must_be_named(session, place, database).await?;
                }
                let request = json!({ "branchId": branch, "database": database, "search": search });
                let task = Task::new("auth_users", with(project, json!({ "request": request })));
                task.show(Show::Rows("rows", USERS)).run(session).await
            }
            Self::Create {
                email,
                name,
                provider,
            } => {
                must_be_integrated(session, project, provider.as_deref()).await?;
                let args = with(
                    project,
                    json!({ "provider": provider, "email": email, "name": name }),
                );
                let task = Task::new("auth_create_user", args).call("createAuthUser");
                task.one(ID).run(session).await
            }
            Self::SetRoles {
                user,
                roles,
                branch,
            } => {
                let branch = sign_in::branch(session, project, branch.as_deref()).await?;
                let said = format!("The user {user} has the roles {}.", roles.join(", "));
                let args = json!({ "branchId": branch, "userId": user, "roles": roles });
                let task = Task::new("auth_set_user_roles", with(project, args));
                task.call("setAuthUserRoles").said(said).run(session).await
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
                must_be_integrated(session, project, provider.as_deref()).await?;
                let args = with(project, json!({ "provider": provider, "domain": domain }));
                let task = Task::new("auth_add_domain", args).call("addAuthDomain");
                task.said(format!("Added {domain}.")).run(session).await
            }
            Self::Delete { domains, provider } => {
                must_be_integrated(session, project, provider.as_deref()).await?;
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
