use app::roles::{RoleCreate, RoleDelete, RoleList, RoleResetPassword, RoleRevealPassword};
use app::view::RoleView;
use clap::{Args, Subcommand};
use serde_json::json;

use super::{NewName, OfBranch, place};
use crate::columns::{Column, column, plain, time};
use crate::failure::{Done, Failure};
use crate::named::{self, ROLE};
use crate::print;
use crate::request::Request;
use crate::session::Session;

const COLUMNS: &[Column<RoleView>] = &[
    column("Name", |it| plain(&it.name)),
    column("Protected", |it| plain(&it.is_protected)),
    column("Login", |it| plain(&it.authentication_method)),
    column("Created", |it| time(&it.created_at)),
];

#[derive(Args)]
pub struct Roles {
    #[command(flatten)]
    branch: OfBranch,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// List the roles of a branch
    List,
    /// Create a role
    Create {
        #[command(flatten)]
        name: NewName,
        /// It cannot log in, and has no password
        #[arg(long)]
        no_login: bool,
    },
    /// Delete a role
    Delete { name: String },
    /// Print a role's password, which takes --reveal
    Password { name: String },
    /// Give a role a new password; connections with the old one go on
    ResetPassword { name: String },
}

impl Roles {
    pub async fn run(self, session: &Session) -> Done {
        let (project_id, branch_id) = self.branch.find(session).await?;
        let task = match self.verb {
            Verb::List => Request::new(RoleList {
                project_id,
                branch_id,
            })
            .rows(COLUMNS),
            Verb::Create { name, no_login } => Request::new(RoleCreate {
                project_id,
                branch_id,
                name: name.get(),
                no_login,
            })
            .one_in(|made| &made.role, COLUMNS),
            Verb::Delete { name } => {
                let list = named::roles(&project_id, &branch_id);
                ROLE.must_be_there(session, list, &name).await?;
                let question = format!(
                    "Delete the role {name} {}? It cannot be brought back.",
                    place(session, &project_id, &branch_id).await
                );
                let sentence = format!("Deleted the role {name}.");
                Request::new(RoleDelete {
                    project_id,
                    branch_id,
                    name,
                })
                .sentence(sentence)
                .asks(question)
            }
            Verb::Password { name } => {
                let reveal = RoleRevealPassword {
                    project_id,
                    branch_id,
                    name,
                };
                return print_password(session, reveal).await;
            }
            Verb::ResetPassword { name } => {
                let question = format!(
                    "Give the role {name} {} a new password? The old one stops working.",
                    place(session, &project_id, &branch_id).await
                );
                Request::new(RoleResetPassword {
                    project_id,
                    branch_id,
                    name,
                })
                .one_in(|made| &made.role, COLUMNS)
                .asks(question)
            }
        };
        task.run(session).await
    }
}

async fn print_password(session: &Session, reveal: RoleRevealPassword) -> Done {
    if !session.options.reveal && !session.options.dry_run {
        return Err(Failure::usage(
            "A password is printed only when it is asked for",
            "Add --reveal.",
        ));
    }
    let Some(shown) = Request::new(reveal).answer(session).await? else {
        return Ok(());
    };
    match session.options.is_json() {
        true => print::json(&json!({ "password": shown.text })),
        false => print::out(&format!("{}\n", shown.text)),
    }
}
