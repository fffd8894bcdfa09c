use clap::{ArgAction, Args, Subcommand};
use serde_json::json;

use super::OfProject;
use crate::cu;
use crate::failure::Done;
use crate::print::Show;
use crate::session::Session;
use crate::table::{Column, size, text, time, word};
use crate::task::{self, Task};

const COLUMNS: &[Column] = &[
    text("ID", "id"),
    text("Name", "name"),
    text("Branch", "branchId"),
    word("State", "state", "computeStates"),
    size("Size", "size"),
    text("Writable", "isWritable"),
    time("Last active", "lastActive"),
];
const ONE: &[Column] = &[
    text("ID", "id"),
    text("Name", "name"),
    text("Branch", "branchId"),
    word("State", "state", "computeStates"),
    word("Becomes", "pendingState", "computeStates"),
    size("Size", "size"),
    text("Suspended after (s)", "size.suspendTimeoutSeconds"),
    text("Writable", "isWritable"),
    text("Disabled", "isDisabled"),
    text("Host", "host"),
    text("Pooled host", "poolerHost"),
    time("Created", "createdAt"),
    time("Last active", "lastActive"),
];

#[derive(Args)]
pub struct Computes {
    #[command(flatten)]
    project: OfProject,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// List the computes of a project
    List {
        /// Those of this branch
        #[arg(long)]
        branch: Option<String>,
    },
    /// Show a compute
    Get { id: String },
    /// Create a compute
    Create(Create),
    /// Change a compute
    Update(Update),
    /// Delete a compute; the branch keeps its data
    Delete { id: String },
    /// Start a suspended compute
    Start { id: String },
    /// Suspend a compute and cut its connections
    Suspend { id: String },
    /// Stop a compute and start it again
    Restart { id: String },
}

#[derive(Args)]
struct Size {
    /// Fixed such as 2, or a range such as 0.5-3
    #[arg(long, value_name = "SIZE")]
    cu: Option<String>,
    /// Seconds without connections until it is suspended; 0 is the platform's usual, -1 never
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    suspend_after: Option<i64>,
}

#[derive(Args)]
struct Create {
    /// The branch by its name or id; otherwise the default one
    #[arg(long)]
    branch: Option<String>,
    /// A read replica
    #[arg(long)]
    read_only: bool,
    #[arg(long)]
    name: Option<String>,
    #[command(flatten)]
    size: Size,
}

#[derive(Args)]
struct Update {
    id: String,
    #[arg(long)]
    name: Option<String>,
    #[command(flatten)]
    size: Size,
    /// Refuse connections; `=false` clears it
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", action = ArgAction::Set)]
    disabled: Option<bool>,
}

impl Computes {
    pub async fn run(self, session: &Session) -> Done {
        let project = self.project.find(session)?;
        let of = |id: &str| json!({ "projectId": project, "computeId": id });
        let task = match self.verb {
            Verb::List { branch: None } => {
                let task = Task::new("compute_list", json!({ "projectId": project }));
                task.call("listComputes").rows(COLUMNS)
            }
            Verb::List { branch } => return list_of_branch(session, &project, branch).await,
            Verb::Get { id } => return get(session, &project, &id).await,
            Verb::Create(create) => {
                let branch = session.branch(&project, create.branch.as_deref()).await?;
                let create = json!({
                    "branchId": branch,
                    "readOnly": create.read_only,
                    "name": create.name,
                    "size": create.size.json()?,
                });
                let args = json!({ "projectId": project, "create": create });
                changed("compute_create", "createCompute", args)
            }
            Verb::Update(update) => {
                let mut args = of(&update.id);
                args["update"] = json!({
                    "name": update.name,
                    "size": update.size.json()?,
                    "disabled": update.disabled,
                });
                let task = changed("compute_update", "updateCompute", args);
                match update.disabled {
                    Some(true) => task.asks(format!(
                        "Disable the compute {}? Its connections are cut, and new ones are refused.",
                        update.id
                    )),
                    _ => task,
                }
            }
            Verb::Delete { id } => Task::new("compute_delete", of(&id))
                .call("deleteCompute")
                .asks(format!("Delete the compute {id}? Its connections are cut."))
                .said(format!("Deleted {id}. The branch keeps its data.")),
            Verb::Start { id } => changed("compute_start", "startCompute", of(&id)),
            Verb::Suspend { id } => changed("compute_suspend", "suspendCompute", of(&id)).asks(
                format!("Suspend the compute {id}? Its connections are cut."),
            ),
            Verb::Restart { id } => changed("compute_restart", "restartCompute", of(&id)).asks(
                format!("Restart the compute {id}? Its connections are cut."),
            ),
        };
        task.run(session).await
    }
}

fn changed(command: &'static str, call: &'static str, args: serde_json::Value) -> Task {
    let task = Task::new(command, args).call(call);
    task.show(Show::One("item", ONE))
}

impl Size {
    fn json(&self) -> Done<serde_json::Value> {
        cu::size(self.cu.as_deref(), self.suspend_after)
    }
}

async fn list_of_branch(session: &Session, project: &str, branch: Option<String>) -> Done {
    let branch = session.branch(project, branch.as_deref()).await?;
    let task = Task::new("compute_list", json!({ "projectId": project })).call("listComputes");
    let Some(mut all) = task.answer(session).await? else {
        return Ok(());
    };
    if let Some(all) = all.as_array_mut() {
        all.retain(|compute| compute["branchId"] == branch);
    }
    task::print(session, all, Show::Rows("", COLUMNS), "").await
}

async fn get(session: &Session, project: &str, id: &str) -> Done {
    let task = Task::new("compute_list", json!({ "projectId": project })).call("listComputes");
    let Some(all) = task.answer(session).await? else {
        return Ok(());
    };
    let mut all = all.as_array().into_iter().flatten();
    let Some(found) = all.find(|compute| compute["id"] == id) else {
        return Err(crate::failure::Failure::new(
            app::view::ErrorCode::NotFound,
            format!("The project {project} has no compute {id}"),
            "`plinth computes list` shows all of them.",
        ));
    };
    task::print(session, found.clone(), Show::One("", ONE), "").await
}
