use clap::{Args, Subcommand, ValueEnum};
use serde_json::{Value, json};

use super::{OfProject, lsn_or_time, of_branch};
use crate::duration;
use crate::failure::Done;
use crate::moment::{self, Way};
use crate::named::{self, SNAPSHOT};
use crate::print::Show;
use crate::session::Session;
use crate::table::{Column, bytes, text, time};
use crate::task::Task;

const COLUMNS: &[Column] = &[
    text("ID", "id"),
    text("Name", "name"),
    text("Branch", "sourceBranchId"),
    text("By schedule", "isScheduled"),
    bytes("Size", "fullSize"),
    time("Created", "createdAt"),
    time("Expires", "expiresAt"),
];
const BRANCH: &[Column] = &[
    text("ID", "id"),
    text("Name", "name"),
    text("Restored from", "restoredFrom"),
    text("Restore status", "restoreStatus"),
    time("Created", "createdAt"),
];
const SCHEDULE: &[Column] = &[
    text("Frequency", "frequency"),
    text("Hour (UTC)", "hour"),
    text("Day", "day"),
    text("Month", "month"),
    text("Kept for seconds", "retentionSeconds"),
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
        let project = self.project.find(session).await?;
        let task = match self.verb {
            Verb::List => {
                let task = Task::new("snapshot_list", json!({ "projectId": project }));
                task.call("listSnapshots").rows(COLUMNS)
            }
            Verb::Create(create) => create.task(session, &project).await?,
            Verb::Rename { snapshot, name } => {
                let mut args = of_snapshot(session, &project, &snapshot).await?;
                args["name"] = json!(name);
                Task::new("snapshot_update", args)
                    .call("updateSnapshot")
                    .one(COLUMNS)
            }
            Verb::Delete { snapshot } => {
                let place = json!({ "projectId": project });
                let id = SNAPSHOT.id_to_delete(session, place, &snapshot).await?;
                let mut args = json!({ "projectId": project, "snapshotId": id });
                args["name"] = json!(snapshot);
                Task::new("snapshot_delete", args)
                    .call("deleteSnapshot")
                    .asks(format!("Delete the snapshot {snapshot} for good?"))
                    .said(format!("Deleted {snapshot}."))
            }
            Verb::Restore(restore) => restore.task(session, &project).await?,
            Verb::Finalize {
                branch,
                preserve_as,
            } => {
                let mut args = of_branch(session, &project, Some(&branch)).await?;
                args["formerName"] = json!(preserve_as);
                Task::new("restore_finalize", args)
                    .call("finalizeRestore")
                    .asks(format!(
                        "Have {branch} replace the branch that it was restored for? Connections are cut."
                    ))
                    .said(format!("{branch} takes the place of the other branch."))
            }
            Verb::Schedule { branch } => {
                let args = of_branch(session, &project, branch.as_deref()).await?;
                Task::new("snapshot_schedule_get", args)
                    .call("getSnapshotSchedule")
                    .rows(SCHEDULE)
            }
            Verb::SetSchedule(set) => set.task(session, &project).await?,
        };
        task.run(session).await
    }
}

impl Create {
    async fn task(self, session: &Session, project: &str) -> Done<Task> {
        let mut args = of_branch(session, project, self.branch.as_deref()).await?;
        let at = moment::resolved(session, self.at, Way::Back).await?;
        let expires_at = moment::resolved(session, self.expires_at, Way::Ahead).await?;
        let (lsn, timestamp) = lsn_or_time(at.as_deref());
        args["create"] = json!({
            "name": self.name,
            "lsn": lsn,
            "timestamp": timestamp,
            "expiresAt": expires_at,
        });
        Ok(Task::new("snapshot_create", args)
            .call("createSnapshot")
            .show(Show::One("item", COLUMNS)))
    }
}

impl Restore {
    async fn task(self, session: &Session, project: &str) -> Done<Task> {
        let mut args = of_snapshot(session, project, &self.snapshot).await?;
        let target = match &self.replace {
            Some(branch) => Some(named::branch(session, project, Some(branch)).await?),
            None => None,
        };
        args["restore"] = json!({
            "name": self.name,
            "targetBranchId": target,
            "finalize": target.is_some(),
        });
        let task = Task::new("snapshot_restore", args).call("restoreSnapshot");
        let task = task.show(Show::One("item", BRANCH));
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
    async fn task(self, session: &Session, project: &str) -> Done<Task> {
        let mut args = of_branch(session, project, self.branch.as_deref()).await?;
        let item = self.every.frequency().map(|frequency| {
            json!({
                "frequency": frequency,
                "hour": self.hour,
                "day": self.day,
                "month": self.month,
                "retentionSeconds": self.keep.map(|days| u64::from(days) * 86_400),
            })
        });
        args["schedule"] = json!(Vec::from_iter(item));
        Ok(Task::new("snapshot_schedule_set", args)
            .call("setSnapshotSchedule")
            .said("The schedule is set."))
    }
}

/// The arguments that name a snapshot of a project, by its id or its name.
async fn of_snapshot(session: &Session, project: &str, named: &str) -> Done<Value> {
    let place = json!({ "projectId": project });
    let id = SNAPSHOT.id(session, place, named).await?;
    Ok(json!({ "projectId": project, "snapshotId": id }))
}
