use app::view::ErrorCode;
use clap::{ArgAction, Args, Subcommand};
use serde_json::{Value, json};

use super::branch_schema::{CompareSchema, Schema};
use super::{OfProject, lsn_or_time, of_branch};
use crate::cu;
use crate::failure::{Done, Failure};
use crate::moment::{self, Way};
use crate::named::{self, BRANCH};
use crate::print::Show;
use crate::session::Session;
use crate::table::{Column, bytes, state, text, time};
use crate::task::Task;

const COLUMNS: &[Column] = &[
    text("ID", "id"),
    text("Name", "name"),
    text("Parent", "parentId"),
    state("State", "state", "branchStates"),
    text("Default", "isDefault"),
    text("Protected", "isProtected"),
    time("Created", "createdAt"),
    time("Expires", "expiresAt"),
];
const ONE: &[Column] = &[
    text("ID", "id"),
    text("Name", "name"),
    text("Parent", "parentId"),
    state("State", "state", "branchStates"),
    text("Default", "isDefault"),
    text("Protected", "isProtected"),
    text("Schema only", "isSchemaOnly"),
    bytes("Size", "logicalSize"),
    time("Created", "createdAt"),
    time("Expires", "expiresAt"),
    time("Deleted", "deletedAt"),
    time("Recoverable until", "recoverableUntil"),
];

#[derive(Args)]
pub struct Branches {
    #[command(flatten)]
    project: OfProject,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// List the branches of a project
    List {
        /// Deleted ones that can be recovered too
        #[arg(long)]
        include_deleted: bool,
    },
    /// Show a branch
    Get { branch: Option<String> },
    /// Create a branch
    Create(Create),
    /// Change a branch's name, protection or end
    Update(Update),
    /// Delete a branch; it can be recovered for 7 days
    Delete { branch: String },
    /// Bring a deleted branch back
    Recover { branch: String },
    /// Set a branch's data to that of its parent
    Reset {
        branch: String,
        /// Keep what it has now as a branch of this name
        #[arg(long, value_name = "NAME")]
        preserve_as: Option<String>,
    },
    /// Set a branch's data to that of another, or to its own of an earlier time
    Restore(Restore),
    /// Print the schema of a branch's database as SQL
    Schema(Schema),
    /// Print how the schema of a branch's database differs from its parent's or another branch's
    CompareSchema(CompareSchema),
    /// Make a branch the project's default
    SetDefault { branch: String },
}

#[derive(Args)]
struct Create {
    /// Its name; otherwise the platform names it
    #[arg(value_name = "NAME", conflicts_with = "name")]
    new: Option<String>,
    /// The same as the argument
    #[arg(long)]
    name: Option<String>,
    /// The branch it begins as; otherwise the default one
    #[arg(long, value_name = "BRANCH")]
    parent: Option<String>,
    /// As the parent was at this time or LSN
    #[arg(long, value_name = "TIME|LSN", value_parser = moment::time_or_lsn)]
    at: Option<String>,
    /// The schema without the rows
    #[arg(long)]
    schema_only: bool,
    #[arg(long)]
    protected: bool,
    /// When it is deleted by itself
    #[arg(long, value_name = "TIME", value_parser = moment::time)]
    expires_at: Option<String>,
    /// Without a compute: nothing can connect to it
    #[arg(long, conflicts_with = "cu")]
    no_compute: bool,
    /// Size of its compute: fixed such as 2, or a range such as 0.5-3
    #[arg(long, value_name = "SIZE")]
    cu: Option<String>,
}

#[derive(Args)]
struct Update {
    branch: String,
    #[arg(long)]
    name: Option<String>,
    /// Protect it; `=false` clears it
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", action = ArgAction::Set)]
    protected: Option<bool>,
    /// When it is deleted by itself; `never` clears it
    #[arg(long, value_name = "TIME", value_parser = moment::time_or_never)]
    expires_at: Option<String>,
}

#[derive(Args)]
struct Restore {
    branch: String,
    /// The branch whose data it gets; otherwise its own
    #[arg(long, value_name = "BRANCH")]
    from: Option<String>,
    /// As that was at this time or LSN
    #[arg(long, value_name = "TIME|LSN", value_parser = moment::time_or_lsn)]
    at: Option<String>,
    /// Keep what it has now as a branch of this name; needed without --from
    #[arg(long, value_name = "NAME")]
    preserve_as: Option<String>,
}

impl Branches {
    pub async fn run(self, session: &Session) -> Done {
        let project = self.project.find(session).await?;
        match self.verb {
            Verb::List { include_deleted } => {
                let args = json!({ "projectId": project, "includeDeleted": include_deleted });
                let task = Task::new("branch_list", args).call("listBranches");
                task.rows(COLUMNS).run(session).await
            }
            Verb::Get { branch } => {
                let args = match branch {
                    Some(branch) => of_any_branch(session, &project, &branch).await?,
                    None => of_branch(session, &project, None).await?,
                };
                Task::new("branch_get", args)
                    .call("getBranch")
                    .show(Show::One("branch", ONE))
                    .run(session)
                    .await
            }
            Verb::Create(create) => create.run(session, &project).await,
            Verb::Update(update) => update.run(session, &project).await,
            Verb::Delete { branch } => {
                let place = json!({ "projectId": project, "includeDeleted": true });
                let id = BRANCH.id_to_delete(session, place, &branch).await?;
                let args = json!({ "projectId": project, "branchId": id });
                Task::new("branch_delete", args)
                    .call("deleteBranch")
                    .asks(format!("Delete the branch {branch} with its data and computes?"))
                    .said(format!("Deleted {branch}. It can be recovered for 7 days: `plinth branches recover`."))
                    .run(session)
                    .await
            }
            Verb::Recover { branch } => {
                let args = of_any_branch(session, &project, &branch).await?;
                let task = Task::new("branch_recover", args).call("recoverBranch");
                task.one(ONE).run(session).await
            }
            Verb::Reset {
                branch,
                preserve_as,
            } => reset(session, &project, &branch, preserve_as).await,
            Verb::Restore(restore) => restore.run(session, &project).await,
            Verb::Schema(schema) => schema.run(session, &project).await,
            Verb::CompareSchema(compare) => compare.run(session, &project).await,
            Verb::SetDefault { branch } => {
                let args = of_branch(session, &project, Some(&branch)).await?;
                Task::new("branch_set_default", args)
                    .call("setDefaultBranch")
                    .asks(format!(
                        "Make {branch} the default branch? What names no branch goes to it from then on."
                    ))
                    .show(Show::One("item", ONE))
                    .run(session)
                    .await
            }
        }
    }
}

impl Create {
    async fn run(self, session: &Session, project: &str) -> Done {
        let parent = match &self.parent {
            Some(named) => Some(named::branch(session, project, Some(named)).await?),
            None => None,
        };
        let at = moment::resolved(session, self.at, Way::Back).await?;
        let expires_at = moment::resolved(session, self.expires_at, Way::Ahead).await?;
        let (lsn, timestamp) = lsn_or_time(at.as_deref());
        let compute = match self.no_compute {
            true => Value::Null,
            false => cu::size(self.cu.as_deref(), None)?,
        };
        let create = json!({
            "name": self.new.or(self.name),
            "parentId": parent,
            "parentLsn": lsn,
            "parentTimestamp": timestamp,
            "schemaOnly": self.schema_only,
            "protected": self.protected,
            "expiresAt": expires_at,
            "compute": compute,
        });
        Task::new(
            "branch_create",
            json!({ "projectId": project, "create": create }),
        )
        .call("createBranch")
        .show(Show::One("branch", ONE))
        .run(session)
        .await
    }
}

impl Update {
    async fn run(self, session: &Session, project: &str) -> Done {
        let expires_at = moment::resolved(session, self.expires_at, Way::Ahead).await?;
        let expiry = match expires_at.as_deref() {
            None => json!({ "kind": "keep" }),
            Some("never") => json!({ "kind": "never" }),
            Some(at) => json!({ "kind": "at", "at": at }),
        };
        let mut args = of_branch(session, project, Some(&self.branch)).await?;
        args["update"] =
            json!({ "name": self.name, "protected": self.protected, "expiry": expiry });
        Task::new("branch_update", args)
            .call("updateBranch")
            .show(Show::One("item", ONE))
            .run(session)
            .await
    }
}

impl Restore {
    async fn run(self, session: &Session, project: &str) -> Done {
        let args = of_branch(session, project, Some(&self.branch)).await?;
        let source = match &self.from {
            Some(from) => Some(named::branch_and_name(session, project, from).await?),
            None if self.at.is_some() => None,
            None => {
                return Err(Failure::usage(
                    "It is not said what to restore",
                    "Name another branch with --from, or an earlier time with --at.",
                ));
            }
        };
        let at = moment::resolved(session, self.at, Way::Back).await?;
        let at = at.as_deref();
        restore(session, args, &self.branch, source, at, self.preserve_as).await
    }
}

/// The arguments that name a branch of a project, which may be deleted.
async fn of_any_branch(session: &Session, project: &str, branch: &str) -> Done<Value> {
    let place = json!({ "projectId": project, "includeDeleted": true });
    let id = BRANCH.id(session, place, branch).await?;
    Ok(json!({ "projectId": project, "branchId": id }))
}

/// A restore from the parent as it is now.
async fn reset(session: &Session, project: &str, branch: &str, keep_as: Option<String>) -> Done {
    if session.options.dry_run {
        return Err(Failure::usage(
            "With --dry-run nothing is read either, and the branch's parent is not known",
            "Use `plinth branches restore` with the parent's id after --from.",
        ));
    }
    let args = of_branch(session, project, Some(branch)).await?;
    let mut asked = args.clone();
    asked["accountId"] = json!(session.account_id().await?);
    let known = session.call("branch_get", asked).await?;
    let Some(parent) = known["branch"]["parentId"].as_str() else {
        return Err(Failure::new(
            ErrorCode::Invalid,
            format!("The branch {branch} has no parent"),
            "Use `plinth branches restore` with --from or --at.",
        ));
    };
    let parent = named::branch_and_name(session, project, parent).await?;
    restore(session, args, branch, Some(parent), None, keep_as).await
}

/// From the source (id and name) as it is now or was at this time or LSN; without one from the branch's own past.
async fn restore(
    session: &Session,
    mut args: Value,
    branch: &str,
    source: Option<(String, String)>,
    at: Option<&str>,
    keep_as: Option<String>,
) -> Done {
    let (lsn, timestamp) = lsn_or_time(at);
    let is_kept = keep_as.is_some();
    if source.is_none() && !is_kept {
        return Err(Failure::usage(
            "The backup branch has no name",
            "A restore of a branch to its own past keeps what it has now: name that branch with --preserve-as NAME.",
        ));
    }
    let (source_id, data) = match source {
        Some((id, name)) => (json!(id), format!("the data of {name}")),
        None => (args["branchId"].clone(), "its own data".to_owned()),
    };
    let data = match at {
        Some(at) => format!("{data} as of {at}"),
        None => data,
    };
    args["restore"] = json!({
        "sourceId": source_id,
        "sourceLsn": lsn,
        "sourceTimestamp": timestamp,
        "preserveUnderName": keep_as,
    });
    Task::new("branch_restore", args)
        .call("restoreBranch")
        .asks(format!(
            "Replace the data of the branch {branch} with {data}? Its connections are cut."
        ))
        .said(format!("The branch {branch} gets {data}."))
        .show(Show::One("item", ONE))
        .run(session)
        .await
        .map_err(|failure| match is_kept || !failure.is_refusal() {
            true => failure,
            false => failure.and("--preserve-as NAME keeps what the branch has now."),
        })
}
