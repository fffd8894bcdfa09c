use clap::{Args, Subcommand};
use serde_json::{Value, json};

use super::{NewName, OfBranch};
use crate::failure::{Done, Failure};
use crate::named::ROLE;
use crate::print::{self, Show};
use crate::session::Session;
use crate::table::{Column, text, time};
use crate::task::Task;

const COLUMNS: &[Column] = &[
    text("Name", "name"),
    text("Protected", "isProtected"),
    text("Login", "authenticationMethod"),
    time("Created", "createdAt"),
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
        let (project, branch) = self.branch.find(session).await?;
        let mut args = json!({ "projectId": project, "branchId": branch });
        let place = async || super::place(session, &project, &branch).await;
        let task = match self.verb {
            Verb::List => Task::new("role_list", args).call("listRoles").rows(COLUMNS),
            Verb::Create { name, no_login } => {
                args["name"] = json!(name.get());
                args["noLogin"] = json!(no_login);
                let task = Task::new("role_create", args).call("createRole");
                task.show(Show::One("role", COLUMNS))
            }
            Verb::Delete { name } => {
                ROLE.must_be_there(session, args.clone(), &name).await?;
                args["name"] = json!(name);
                let place = place().await;
                Task::new("role_delete", args)
                    .call("deleteRole")
                    .asks(format!(
                        "Delete the role {name} {place}? It cannot be brought back."
                    ))
                    .said(format!("Deleted the role {name}."))
            }
            Verb::Password { name } => {
                args["name"] = json!(name);
                return password(session, args).await;
            }
            Verb::ResetPassword { name } => {
                args["name"] = json!(name);
                let place = place().await;
                Task::new("role_reset_password", args)
                    .call("resetRolePassword")
                    .asks(format!(
                        "Give the role {name} {place} a new password? The old one stops working."
                    ))
                    .show(Show::One("role", COLUMNS))
            }
        };
        task.run(session).await
    }
}

async fn password(session: &Session, args: Value) -> Done {
    if !session.options.reveal && !session.options.dry_run {
        return Err(Failure::usage(
            "A password is printed only when it is asked for",
            "Add --reveal.",
        ));
    }
    let task = Task::new("role_reveal_password", args).call("revealRolePassword");
    let Some(shown) = task.answer(session).await? else {
        return Ok(());
    };
    if session.options.is_json() {
        return print::json(&json!({ "password": shown["text"] }));
    }
    print::out(&format!("{}\n", shown["text"].as_str().unwrap_or_default()))
}
