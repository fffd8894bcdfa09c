use clap::Subcommand;
use serde_json::{Value, json};

use super::OfProject;
use crate::failure::{Done, Failure};
use crate::named;
use crate::print::Show;
use crate::session::Session;
use crate::table::{Column, text, time};
use crate::task::{self, Task};
use crate::wait;

const TRACKED: &[Column] = &[
    text("ID", "operation.id"),
    text("Action", "operation.actionWord"),
    text("State", "operation.statusWord"),
    text("Project", "operation.projectId"),
    text("Branch", "operation.branchId"),
    time("Since", "since"),
    text("Error", "operation.error"),
];
const COLUMNS: &[Column] = &[
    text("ID", "id"),
    text("Action", "actionWord"),
    text("State", "statusWord"),
    text("Branch", "branchId"),
    text("Compute", "computeId"),
    time("Created", "createdAt"),
    text("Error", "error"),
];

#[derive(Subcommand)]
pub enum Verb {
    /// List the operations of a project; without one, those that are followed, of all accounts
    List {
        #[command(flatten)]
        project: OfProject,
        /// At most so many, the newest
        #[arg(long, default_value_t = 100)]
        limit: usize,
    },
    /// Show an operation as it is now
    Get {
        id: String,
        #[command(flatten)]
        project: OfProject,
    },
    /// Wait until all operations of a project have ended and its started computes take connections
    Wait {
        #[command(flatten)]
        project: OfProject,
    },
}

impl Verb {
    pub async fn run(self, session: &Session) -> Done {
        match self {
            Self::List { project, limit } => {
                let project = match project.project_id {
                    Some(named) => Some(named::project(session, Some(&named)).await?),
                    None => session.context()?.project(),
                };
                match project {
                    Some(project) => list(session, &project, limit).await,
                    None if session.options.is_account_typed => Err(no_project()),
                    None => {
                        let task = Task::here("operation_list", json!({}));
                        task.rows(TRACKED).run(session).await
                    }
                }
            }
            Self::Get { id, project } => {
                let project = project.find(session).await?;
                let args = json!({ "projectId": project, "operationId": id });
                let task = Task::new("operation_get", args).call("getOperation");
                task.one(COLUMNS).run(session).await
            }
            Self::Wait { project } => {
                let project = project.find(session).await?;
                let account = session.account_id().await?;
                let args = json!({ "accountId": account, "projectId": project });
                session.call("operation_follow", args).await?;
                wait::until_usable(session, &project, &Value::Null).await?;
                task::print(
                    session,
                    Value::Null,
                    Show::Said,
                    "All operations have ended.",
                )
                .await
            }
        }
    }
}

fn no_project() -> Failure {
    Failure::usage(
        "No project was named, and the operations that are followed are those of all accounts",
        "Name a project with --project-id, or leave out --account.",
    )
}

async fn list(session: &Session, project: &str, limit: usize) -> Done {
    if session.options.dry_run {
        let task = Task::new("operation_page", json!({ "projectId": project }));
        return task.call("listOperations").run(session).await;
    }
    let account = session.account_id().await?;
    let (mut all, mut cursor) = (Vec::new(), Value::Null);
    while all.len() < limit {
        let args = json!({ "accountId": account, "projectId": project, "cursor": cursor });
        let mut page = session.call("operation_page", args).await?;
        if let Value::Array(items) = page["items"].take() {
            all.extend(items);
        }
        cursor = page["next"].take();
        if cursor.is_null() {
            break;
        }
    }
    all.truncate(limit);
    task::print(session, json!(all), Show::Rows("", COLUMNS), "").await
}
