use app::branches::{
    BranchCreate, BranchDelete, BranchExpiry, BranchGet, BranchList, BranchRecover,
    BranchSetDefault, BranchUpdate, CreateBranch, UpdateBranch,
};
use clap::{ArgAction, Args, Subcommand};

use super::branch_columns::COLUMNS;
use super::branch_restore::{Restore, reset};
use super::branch_schema::{CompareSchema, Schema};
use super::{OfProject, lsn_or_time};
use crate::cu;
use crate::failure::Done;
use crate::moment::{self, Way};
use crate::named::{self, BRANCH};
use crate::request::Request;
use crate::session::Session;

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

impl Branches {
    pub async fn run(self, session: &Session) -> Done {
        let project_id = self.project.find(session).await?;
        let task = match self.verb {
            Verb::List { include_deleted } => Request::new(BranchList {
                project_id,
                include_deleted,
            })
            .rows(COLUMNS),
            Verb::Get { branch } => {
                let branch_id = match branch {
                    Some(branch) => find_any(session, &project_id, &branch).await?,
                    None => named::branch(session, &project_id, None).await?,
                };
                Request::new(BranchGet {
                    project_id,
                    branch_id,
                })
                .one_in(|found| &found.branch, COLUMNS)
            }
            Verb::Create(create) => return create.run(session, project_id).await,
            Verb::Update(update) => return update.run(session, project_id).await,
            Verb::Delete { branch } => {
                let list = named::branches(&project_id);
                let branch_id = BRANCH.id_to_delete(session, list, &branch).await?;
                Request::new(BranchDelete {
                    project_id,
                    branch_id,
                })
                .sentence(format!(
                    "Deleted {branch}. It can be recovered for 7 days: `plinth branches recover`."
                ))
                .asks(format!(
                    "Delete the branch {branch} with its data and computes?"
                ))
            }
            Verb::Recover { branch } => Request::new(BranchRecover {
                branch_id: find_any(session, &project_id, &branch).await?,
                project_id,
            })
            .one(COLUMNS),
            Verb::Reset {
                branch,
                preserve_as,
            } => return reset(session, project_id, branch, preserve_as).await,
            Verb::Restore(restore) => return restore.run(session, project_id).await,
            Verb::Schema(schema) => return schema.run(session, project_id).await,
            Verb::CompareSchema(compare) => return compare.run(session, project_id).await,
            Verb::SetDefault { branch } => Request::new(BranchSetDefault {
                branch_id: named::branch(session, &project_id, Some(&branch)).await?,
                project_id,
            })
            .one_in(|change| &change.item, COLUMNS)
            .asks(format!(
                "Make {branch} the default branch? What names no branch goes to it from then on."
            )),
        };
        task.run(session).await
    }
}

impl Create {
    async fn run(self, session: &Session, project_id: String) -> Done {
        let parent_id = match &self.parent {
            Some(named) => Some(named::branch(session, &project_id, Some(named)).await?),
            None => None,
        };
        let at = moment::resolved(session, self.at, Way::Back).await?;
        let expires_at = moment::resolved(session, self.expires_at, Way::Ahead).await?;
        let expires_at = expires_at.as_deref().map(moment::resolved_time);
        let (parent_lsn, parent_timestamp) = lsn_or_time(at.as_deref())?;
        let compute = match self.no_compute {
            true => None,
            false => Some(cu::size(self.cu.as_deref(), None)?),
        };
        let create = CreateBranch {
            name: self.new.or(self.name),
            parent_id,
            parent_lsn,
            parent_timestamp,
            schema_only: self.schema_only,
            protected: self.protected,
            expires_at: expires_at.transpose()?,
            compute,
            ..CreateBranch::default()
        };
        Request::new(BranchCreate { project_id, create })
            .one_in(|made| &made.branch, COLUMNS)
            .run(session)
            .await
    }
}

impl Update {
    async fn run(self, session: &Session, project_id: String) -> Done {
        let expires_at = moment::resolved(session, self.expires_at, Way::Ahead).await?;
        let expiry = match expires_at.as_deref() {
            None => BranchExpiry::Keep,
            Some("never") => BranchExpiry::Never,
            Some(at) => BranchExpiry::At {
                at: moment::resolved_time(at)?,
            },
        };
        let branch_id = named::branch(session, &project_id, Some(&self.branch)).await?;
        let update = UpdateBranch {
            name: self.name,
            protected: self.protected,
            expiry,
        };
        Request::new(BranchUpdate {
            project_id,
            branch_id,
            update,
        })
        .one_in(|change| &change.item, COLUMNS)
        .run(session)
        .await
    }
}

/// Returns the id of a branch of a project, which may be deleted.
async fn find_any(session: &Session, project: &str, branch: &str) -> Done<String> {
    BRANCH.id(session, named::branches(project), branch).await
}
