use clap::{Args, Subcommand};
use serde_json::json;

use super::{NewName, OfBranch};
use crate::failure::Done;
use crate::named::DATABASE;
use crate::print::Show;
use crate::session::Session;
use crate::table::{Column, text, time};
use crate::task::Task;

const COLUMNS: &[Column] = &[
    text("Name", "name"),
    text("Owner", "owner"),
    time("Created", "createdAt"),
];

#[derive(Args)]
pub struct Databases {
    #[command(flatten)]
    branch: OfBranch,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// List the databases of a branch
    List,
    /// Create a database
    Create {
        #[command(flatten)]
        name: NewName,
        /// The role that owns it
        #[arg(long, value_name = "ROLE")]
        owner: String,
    },
    /// Rename a database or give it to another role
    Update {
        name: String,
        /// Its name from then on. Its connections are cut
        #[arg(long, value_name = "NAME")]
        new_name: Option<String>,
        #[arg(long, value_name = "ROLE")]
        owner: Option<String>,
    },
    /// Delete a database with its data
    Delete { name: String },
}

impl Databases {
    pub async fn run(self, session: &Session) -> Done {
        let (project, branch) = self.branch.find(session).await?;
        let mut args = json!({ "projectId": project, "branchId": branch });
        let place = async || super::place(session, &project, &branch).await;
        let task = match self.verb {
            Verb::List => Task::new("database_list", args)
                .call("listDatabases")
                .rows(COLUMNS),
            Verb::Create { name, owner } => {
                args["name"] = json!(name.get());
                args["owner"] = json!(owner);
                let task = Task::new("database_create", args).call("createDatabase");
                task.show(Show::One("item", COLUMNS))
            }
            Verb::Update {
                name,
                new_name,
                owner,
            } => {
                args["name"] = json!(name);
                args["update"] = json!({ "name": new_name, "owner": owner });
                let task = Task::new("database_update", args).call("updateDatabase");
                let task = task.show(Show::One("item", COLUMNS));
                match new_name {
                    Some(new_name) => {
                        let place = place().await;
                        task.asks(format!(
                            "Rename the database {name} {place} to {new_name}? Its connections are cut."
                        ))
                    }
                    None => task,
                }
            }
            Verb::Delete { name } => {
                DATABASE.must_be_there(session, args.clone(), &name).await?;
                args["name"] = json!(name);
                let place = place().await;
                Task::new("database_delete", args)
                    .call("deleteDatabase")
                    .asks(format!(
                        "Delete the database {name} {place} with its data? It cannot be brought back."
                    ))
                    .said(format!("Deleted the database {name}."))
            }
        };
        task.run(session).await
    }
}
