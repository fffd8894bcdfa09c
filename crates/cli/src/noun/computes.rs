use app::computes::{
    ComputeCreate, ComputeDelete, ComputeList, ComputeRestart, ComputeStart, ComputeSuspend,
    ComputeUpdate, CreateCompute, UpdateCompute,
};
use app::operation::Operation;
use app::view::{ChangeView, ComputeSizeView, ComputeView};
use clap::{ArgAction, Args, Subcommand};

use super::OfProject;
use crate::columns::{Column, column, detail, plain, size, time, word};
use crate::cu;
use crate::duration;
use crate::failure::Done;
use crate::named::{self, COMPUTE};
use crate::request::{Request, print_one, print_rows};
use crate::session::Session;
use crate::task::Task;

const COLUMNS: &[Column<ComputeView>] = &[
    column("ID", |it| plain(&it.id)),
    column("Name", |it| plain(&it.name)),
    column("Branch", |it| plain(&it.branch_id)),
    column("State", |it| word("computeStates", &it.state)),
    detail("Becomes", |it| word("computeStates", &it.pending_state)),
    column("Size", |it| size(&it.size)),
    detail("Suspended after (s)", |it| {
        plain(&it.size.suspend_timeout_seconds)
    }),
    column("Writable", |it| plain(&it.is_writable)),
    detail("Disabled", |it| plain(&it.is_disabled)),
    detail("Host", |it| plain(&it.host)),
    detail("Pooled host", |it| plain(&it.pooler_host)),
    detail("Created", |it| time(&it.created_at)),
    column("Last active", |it| time(&it.last_active)),
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
    suspend_after: Option<i32>,
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
        let project_id = self.project.find(session).await?;
        let list = || ComputeList {
            project_id: project_id.clone(),
        };
        let find = async |named: &str| COMPUTE.id(session, list(), named).await;
        let task = match self.verb {
            Verb::List { branch: None } => Request::new(list()).rows(COLUMNS),
            Verb::List { branch } => return list_of_branch(session, project_id, branch).await,
            Verb::Get { .. } if session.options.dry_run => {
                return Request::new(list()).hidden().run(session).await;
            }
            Verb::Get { id } => {
                let found = COMPUTE.get(session, list(), &id).await?;
                return print_one(session, &found, COLUMNS, "").await;
            }
            Verb::Create(create) => {
                let branch = create.branch.as_deref();
                let create = CreateCompute {
                    branch_id: named::branch(session, &project_id, branch).await?,
                    read_only: create.read_only,
                    name: create.name,
                    size: create.size.view()?,
                };
                changed(ComputeCreate { project_id, create })
            }
            Verb::Update(update) => {
                let compute_id = find(&update.id).await?;
                let task = changed(ComputeUpdate {
                    project_id,
                    compute_id,
                    update: UpdateCompute {
                        name: update.name,
                        size: update.size.view()?,
                        disabled: update.disabled,
                    },
                });
                match update.disabled {
                    Some(true) => task.asks(format!(
                        "Disable the compute {}? Its connections are cut, and new ones are refused.",
                        update.id
                    )),
                    _ => task,
                }
            }
            Verb::Delete { id } => {
                let compute_id = COMPUTE.id_to_delete(session, list(), &id).await?;
                Request::new(ComputeDelete {
                    project_id,
                    compute_id,
                })
                .sentence(format!("Deleted {id}. The branch keeps its data."))
                .asks(format!("Delete the compute {id}? Its connections are cut."))
            }
            Verb::Start { id } => {
                let compute_id = find(&id).await?;
                changed(ComputeStart {
                    project_id,
                    compute_id,
                })
            }
            Verb::Suspend { id } => {
                let compute_id = find(&id).await?;
                changed(ComputeSuspend {
                    project_id,
                    compute_id,
                })
                .asks(format!(
                    "Suspend the compute {id}? Its connections are cut."
                ))
            }
            Verb::Restart { id } => {
                let compute_id = find(&id).await?;
                changed(ComputeRestart {
                    project_id,
                    compute_id,
                })
                .asks(format!(
                    "Restart the compute {id}? Its connections are cut."
                ))
            }
        };
        task.run(session).await
    }
}

fn changed(operation: impl Operation<Reply = ChangeView<ComputeView>>) -> Task {
    Request::new(operation).one_in(|change| &change.item, COLUMNS)
}

impl Size {
    fn view(&self) -> Done<ComputeSizeView> {
        cu::size(self.cu.as_deref(), self.suspend_after)
    }
}

async fn list_of_branch(session: &Session, project_id: String, branch: Option<String>) -> Done {
    let branch = named::branch(session, &project_id, branch.as_deref()).await?;
    let list = Request::new(ComputeList { project_id });
    let Some(mut all) = list.answer(session).await? else {
        return Ok(());
    };
    all.retain(|compute| compute.branch_id == branch);
    print_rows(session, &all, COLUMNS).await
}
