use app::auth::{
    AuthCreateUser, AuthDeleteUser, AuthIntegrations, AuthSetUserRoles, AuthUsers, SyncedUsersQuery,
};
use app::view::{ErrorCode, NewAuthUserView, SyncedUserView};
use clap::Subcommand;

use super::sign_in;
use crate::columns::{Column, column, plain, time};
use crate::failure::{Done, Failure};
use crate::named::{self, DATABASE};
use crate::request::Request;
use crate::session::Session;

const USERS: &[Column<SyncedUserView>] = &[
    column("ID", |it| plain(&it.id)),
    column("Email", |it| plain(&it.email)),
    column("Name", |it| plain(&it.name)),
    column("Roles", |it| plain(&it.roles)),
    column("Created", |it| time(&it.created_at)),
];
const ID: &[Column<NewAuthUserView>] = &[column("ID", |it| plain(&it.id))];

#[derive(Subcommand)]
pub enum Users {
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
        /// The user's id
        user: String,
        #[arg(required = true)]
        roles: Vec<String>,
        #[arg(long)]
        branch: Option<String>,
    },
    /// Delete a user
    Delete {
        /// The user's id
        user: String,
        #[arg(long)]
        branch: Option<String>,
    },
}

impl Users {
    pub async fn run(self, session: &Session, project_id: String) -> Done {
        let task = match self {
            Self::List {
                branch,
                database,
                search,
            } => {
                let branch_id = named::branch(session, &project_id, branch.as_deref()).await?;
                if let Some(database) = &database {
                    let list = named::databases(&project_id, &branch_id);
                    DATABASE.must_be_named(session, list, database).await?;
                }
                let request = SyncedUsersQuery {
                    branch_id,
                    database,
                    search,
                    awaited: None,
                };
                let users = AuthUsers {
                    project_id,
                    request,
                };
                Request::new(users).rows_in(|users| &users.rows, USERS)
            }
            Self::Create {
                email,
                name,
                provider,
            } => {
                must_be_integrated(session, &project_id, provider.as_deref()).await?;
                Request::new(AuthCreateUser {
                    project_id,
                    branch_id: None,
                    provider,
                    email,
                    name,
                })
                .one(ID)
            }
            Self::SetRoles {
                user,
                roles,
                branch,
            } => {
                let branch_id = sign_in::branch(session, &project_id, branch.as_deref()).await?;
                let sentence = format!("The user {user} has the roles {}.", roles.join(", "));
                Request::new(AuthSetUserRoles {
                    project_id,
                    branch_id,
                    user_id: user,
                    roles,
                })
                .sentence(sentence)
            }
            Self::Delete { user, branch } => {
                let branch_id = match branch {
                    Some(branch) => Some(named::branch(session, &project_id, Some(&branch)).await?),
                    None => None,
                };
                Request::new(AuthDeleteUser {
                    project_id,
                    branch_id,
                    user_id: user.clone(),
                    email: user.clone(),
                })
                .sentence(format!("Deleted the user {user}."))
                .asks(format!("Delete the user {user}? This can't be undone."))
            }
        };
        task.run(session).await
    }
}

/// Refuses a provider that none of the project's integrations has. The platform refuses it as not valid.
pub async fn must_be_integrated(session: &Session, project: &str, named: Option<&str>) -> Done {
    let Some(named) = named.filter(|_| !session.options.dry_run) else {
        return Ok(());
    };
    let list = AuthIntegrations {
        project_id: project.to_owned(),
        branch_id: None,
    };
    let all = session.run(list).await?;
    if all.iter().any(|it| it.provider == named) {
        return Ok(());
    }
    Err(Failure::new(
        ErrorCode::NotFound,
        format!("The project has no auth integration of {named}"),
        "`plinth auth list` shows all of them.",
    ))
}
