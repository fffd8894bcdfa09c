use app::snapshots::{
    CreateSnapshot, RestoreFinalize, RestoreSnapshot, SnapshotCreate, SnapshotDelete, SnapshotList,
    SnapshotRestore, SnapshotScheduleGet, SnapshotScheduleSet, SnapshotUpdate,
};
use app::view::{BranchView, SnapshotScheduleView, SnapshotView};
use clap::{Args, Subcommand, ValueEnum};

use super::{OfProject, lsn_or_time};
use crate::columns::{Column, bytes, column, plain, time};
use crate::duration;
use crate::failure::Done;
use crate::moment::{self, Way};
use crate::named::{self, SNAPSHOT};
use crate::request::Request;
use crate::session::Session;
use crate::task::Task;

const COLUMNS: &[Column<SnapshotView>] = &[
    column("ID", |it| plain(&it.id)),
    column("Name", |it| plain(&it.name)),
    column("Branch", |it| plain(&it.source_branch_id)),
    column("By schedule", |it| plain(&it.is_scheduled)),
    column("Size", |it| bytes(&it.full_size)),
    column("Created", |it| time(&it.created_at)),
    column("Expires", |it| time(&it.expires_at)),
];
const BRANCH: &[Column<BranchView>] = &[
    column("ID", |it| plain(&it.id)),
    column("Name", |it| plain(&it.name)),
    column("Restored from", |it| plain(&it.restored_from)),
    column("Restore status", |it| plain(&it.restore_status)),
    column("Created", |it| time(&it.created_at)),
];
const SCHEDULE: &[Column<SnapshotScheduleView>] = &[
    column("Frequency", |it| plain(&it.frequency)),
    column("Hour (UTC)", |it| plain(&it.hour)),
    column("Day", |it| plain(&it.day)),
    column("Month", |it| plain(&it.month)),
    column("Kept for seconds", |it| plain(&it.retention_seconds)),
];

#[derive(Args)]
pub struct Snapshots {
    #[command(flatten)]
    project: OfProject,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// List the snapshots of a project
    List,
    /// Take a snapshot of a branch
    Create(Create),
    /// Rename a snapshot
    Rename {
        snapshot: String,
        #[arg(long, value_name = "NAME")]
        name: String,
    },
    /// Delete a snapshot for good
    Delete { snapshot: String },
    /// Make a branch of a snapshot, beside the others or in the place of one
    Restore(Restore),
    /// Have a restored branch replace the one that it was restored for
    Finalize {
        branch: String,
        /// What the replaced branch is called from then on
        #[arg(long, value_name = "NAME")]
        preserve_as: Option<String>,
    },
    /// Show when snapshots of a branch are taken
    Schedule { branch: Option<String> },
    /// Set when snapshots of a branch are taken, in place of what was set before
    SetSchedule(SetSchedule),
}

#[derive(Args)]
struct Create {
    /// The branch; otherwise that of the context file, or the default one
    branch: Option<String>,
    /// Its name; otherwise the platform names it
    #[arg(long)]
    name: Option<String>,
    /// As the branch was at this time or LSN
    #[arg(long, value_name = "TIME|LSN", value_parser = moment::time_or_lsn)]
    at: Option<String>,
    /// When it is deleted by itself
    #[arg(long, value_name = "TIME", value_parser = moment::time)]
    expires_at: Option<String>,
}

#[derive(Args)]
struct Restore {
    snapshot: String,
    /// The new branch's name; otherwise the platform names it
    #[arg(long, conflicts_with = "replace")]
    name: Option<String>,
    /// The branch that the new one replaces at once
    #[arg(long, value_name = "BRANCH")]
    replace: Option<String>,
}

#[derive(Args)]
struct SetSchedule {
    branch: Option<String>,
    /// How often
    #[arg(long, value_name = "WORD")]
    every: Every,
    /// The hour of the day, in UTC
    #[arg(long, value_parser = clap::value_parser!(u8).range(0..=23))]
    hour: Option<u8>,
    /// The day of the week, 1 to 7 from Monday, or of the month
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=31))]
    day: Option<u8>,
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=12))]
    month: Option<u8>,
    /// How long each is kept: a duration such as 7d or 2w, or days; otherwise for good
    #[arg(long, value_name = "DURATION", value_parser = duration::days)]
    keep: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Every {
    Hour,
    Day,
    Week,
    Month,
    Year,
    /// No more snapshots by themselves
    Never,
}

impl Every {
    fn frequency(self) -> Option<&'static str> {
        Some(match self {
            Self::Hour => "hourly",
            Self::Day => "daily",
            Self::Week => "weekly",
            Self::Month => "monthly",
            Self::Year => "yearly",
            Self::Never => return None,
        })
    }
}

impl Snapshots {
    pub async fn run(self, session: &Session) -> Done {
        let project_id = self.project.find(session).await?;
        let task = match self.verb {
            Verb::List => Request::new(SnapshotList { project_id }).rows(COLUMNS),
            Verb::Create(create) => create.task(session, project_id).await?,
            Verb::Rename { snapshot, name } => Request::new(SnapshotUpdate {
                snapshot_id: find(session, &project_id, &snapshot).await?,
                project_id,
                name,
            })
            .one(COLUMNS),
            Verb::Delete { snapshot } => {
                let list = SnapshotList {
                    project_id: project_id.clone(),
                };
                let question = format!("Delete the snapshot {snapshot} for good?");
                let sentence = format!("Deleted {snapshot}.");
                Request::new(SnapshotDelete {
                    project_id,
                    snapshot_id: SNAPSHOT.id_to_delete(session, list, &snapshot).await?,
                    name: snapshot,
                })
                .sentence(sentence)
                .asks(question)
            }
            Verb::Restore(restore) => restore.task(session, project_id).await?,
            Verb::Finalize {
                branch,
                preserve_as,
            } => Request::new(RestoreFinalize {
                branch_id: named::branch(session, &project_id, Some(&branch)).await?,
                project_id,
                former_name: preserve_as,
            })
            .sentence(format!("{branch} takes the place of the other branch."))
            .asks(format!(
                "Have {branch} replace the branch that it was restored for? Connections are cut."
            )),
            Verb::Schedule { branch } => Request::new(SnapshotScheduleGet {
                branch_id: named::branch(session, &project_id, branch.as_deref()).await?,
                project_id,
            })
            .rows(SCHEDULE),
            Verb::SetSchedule(set) => set.task(session, project_id).await?,
        };
        task.run(session).await
    }
}

impl Create {
    async fn task(self, session: &Session, project_id: String) -> Done<Task> {
        let branch_id = named::branch(session, &project_id, self.branch.as_deref()).await?;
        let at = moment::resolved(session, self.at, Way::Back).await?;
        let expires_at = moment::resolved(session, self.expires_at, Way::Ahead).await?;
        let expires_at = expires_at.as_deref().map(moment::resolved_time);
        let (lsn, timestamp) = lsn_or_time(at.as_deref())?;
        let create = CreateSnapshot {
            name: self.name,
            lsn,
            timestamp,
            expires_at: expires_at.transpose()?,
        };
        let request = Request::new(SnapshotCreate {
            project_id,
            branch_id,
            create,
        });
        Ok(request.one_in(|change| &change.item, COLUMNS))
    }
}

impl Restore {
    async fn task(self, session: &Session, project_id: String) -> Done<Task> {
        let snapshot_id = find(session, &project_id, &self.snapshot).await?;
        let target_branch_id = match &self.replace {
            Some(branch) => Some(named::branch(session, &project_id, Some(branch)).await?),
            None => None,
        };
        let restore = RestoreSnapshot {
            name: self.name,
            finalize: target_branch_id.is_some(),
            target_branch_id,
        };
        let request = Request::new(SnapshotRestore {
            project_id,
            snapshot_id,
            restore,
        });
        let task = request.one_in(|change| &change.item, BRANCH);
        Ok(match self.replace {
            None => task,
            Some(branch) => task.asks(format!(
                "Replace the branch {branch} with the snapshot {}? Its data is kept as another branch, and its connections \
                 are cut.",
                self.snapshot
            )),
        })
    }
}

impl SetSchedule {
    async fn task(self, session: &Session, project_id: String) -> Done<Task> {
        let branch_id = named::branch(session, &project_id, self.branch.as_deref()).await?;
        let item = self
            .every
            .frequency()
            .map(|frequency| SnapshotScheduleView {
                frequency: frequency.to_owned(),
                hour: self.hour,
                day: self.day,
                month: self.month,
                retention_seconds: self.keep.map(|days| f64::from(days) * 86_400.0),
            });
        let request = Request::new(SnapshotScheduleSet {
            project_id,
            branch_id,
            schedule: Vec::from_iter(item),
        });
        Ok(request.sentence("The schedule is set."))
    }
}

/// Returns the id of a snapshot of a project, which is named by its id or its name.
async fn find(session: &Session, project: &str, named: &str) -> Done<String> {
    let project_id = project.to_owned();
    SNAPSHOT
        .id(session, SnapshotList { project_id }, named)
        .await
}
