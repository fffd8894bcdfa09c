use clap::{ArgAction, Args, Subcommand};
use serde_json::json;

use super::OfProject;
use crate::cu;
use crate::duration;
use crate::failure::Done;
use crate::named::{self, COMPUTE};
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
    /// Time without connections until it is suspended: a duration such as 5m, or seconds; 0 is the platform's usual, -1 or
    /// never
    #[arg(long, value_name = "DURATION", allow_negative_numbers = true, value_parser = duration::suspend_after)]
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
        let project = self.project.find(session).await?;
        let place = || json!({ "projectId": project });
        let of = async |named: &str| {
            let id = COMPUTE.id(session, place(), named).await?;
            Done::Ok(json!({ "projectId": project, "computeId": id }))
        };
        let task = match self.verb {
            Verb::List { branch: None } => {
                let task = Task::new("compute_list", json!({ "projectId": project }));
                task.call("listComputes").rows(COLUMNS)
            }
            Verb::List { branch } => return list_of_branch(session, &project, branch).await,
            Verb::Get { id } => return get(session, &project, &id).await,
            Verb::Create(create) => {
                let branch = named::branch(session, &project, create.branch.as_deref()).await?;
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
                let mut args = of(&update.id).await?;
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
            Verb::Delete { id } => {
                let found = COMPUTE.id_to_delete(session, place(), &id).await?;
                let args = json!({ "projectId": project, "computeId": found });
                Task::new("compute_delete", args)
                    .call("deleteCompute")
                    .asks(format!("Delete the compute {id}? Its connections are cut."))
                    .said(format!("Deleted {id}. The branch keeps its data."))
            }
            Verb::Start { id } => changed("compute_start", "startCompute", of(&id).await?),
            Verb::Suspend { id } => changed("compute_suspend", "suspendCompute", of(&id).await?)
                .asks(format!(
                    "Suspend the compute {id}? Its connections are cut."
                )),
            Verb::Restart { id } => changed("compute_restart", "restartCompute", of(&id).await?)
                .asks(format!(
                    "Restart the compute {id}? Its connections are cut."
                )),
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
    let branch = named::branch(session, project, branch.as_deref()).await?;
    let task = Task::new("compute_list", json!({ "projectId": project })).call("listComputes");
    let Some(mut all) = task.answer(session).await? else {
        return Ok(());
    };
    if let Some(all) = all.as_array_mut() {
        all.retain(|compute| compute["branchId"] == branch);
    }
    task::print(session, all, Show::Rows("", COLUMNS), "").await
}

async fn get(session: &Session, project: &str, named: &str) -> Done {
    let place = json!({ "projectId": project });
    let task = Task::new("compute_list", place.clone()).call("listComputes");
    if session.options.dry_run {
        return task.run(session).await;
    }
    let found = COMPUTE.get(session, place, named).await?;
    task::print(session, found, Show::One("", ONE), "").await
}
