use app::databases::{
    DatabaseCreate, DatabaseDelete, DatabaseList, DatabaseUpdate, UpdateDatabase,
};
use app::view::DatabaseView;
use clap::{Args, Subcommand};

use super::{NewName, OfBranch, place};
use crate::columns::{Column, column, plain, time};
use crate::failure::Done;
use crate::named::{self, DATABASE};
use crate::request::Request;
use crate::session::Session;

const COLUMNS: &[Column<DatabaseView>] = &[
    column("Name", |it| plain(&it.name)),
    column("Owner", |it| plain(&it.owner)),
    column("Created", |it| time(&it.created_at)),
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
        let (project_id, branch_id) = self.branch.find(session).await?;
        let task = match self.verb {
            Verb::List => Request::new(DatabaseList {
                project_id,
                branch_id,
            })
            .rows(COLUMNS),
            Verb::Create { name, owner } => Request::new(DatabaseCreate {
                project_id,
                branch_id,
                name: name.get(),
                owner,
            })
            .one_in(|change| &change.item, COLUMNS),
            Verb::Update {
                name,
                new_name,
                owner,
            } => {
                let question = match &new_name {
                    Some(new_name) => Some(format!(
                        "Rename the database {name} {} to {new_name}? Its connections are cut.",
                        place(session, &project_id, &branch_id).await
                    )),
                    None => None,
                };
                let update = UpdateDatabase {
                    name: new_name,
                    owner,
                };
                let task = Request::new(DatabaseUpdate {
                    project_id,
                    branch_id,
                    name,
                    update,
                });
                let task = task.one_in(|change| &change.item, COLUMNS);
                match question {
                    Some(question) => task.asks(question),
                    None => task,
                }
            }
            Verb::Delete { name } => {
                let list = named::databases(&project_id, &branch_id);
                DATABASE.must_be_there(session, list, &name).await?;
                let question = format!(
                    "Delete the database {name} {} with its data? It cannot be brought back.",
                    place(session, &project_id, &branch_id).await
                );
                let sentence = format!("Deleted the database {name}.");
                Request::new(DatabaseDelete {
                    project_id,
                    branch_id,
                    name,
                })
                .sentence(sentence)
                .asks(question)
            }
        };
        task.run(session).await
    }
}
