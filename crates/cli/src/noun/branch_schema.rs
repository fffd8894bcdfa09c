//! The schema of a branch, and how it differs from another's.

use clap::Args;
use serde_json::{Value, json};

use super::{connect, lsn_or_time, of_branch};
use crate::failure::Done;
use crate::moment::{self, Way};
use crate::named::{self, DATABASE};
use crate::print::{self, Show};
use crate::session::Session;
use crate::task::Task;

#[derive(Args)]
pub struct Schema {
    branch: Option<String>,
    #[command(flatten)]
    of: OfDatabase,
    /// As the branch was at this time or LSN
    #[arg(long, value_name = "TIME|LSN", value_parser = moment::time_or_lsn)]
    at: Option<String>,
}

#[derive(Args)]
pub struct CompareSchema {
    branch: Option<String>,
    /// The branch to compare it with; otherwise its parent
    #[arg(long, value_name = "BRANCH")]
    base: Option<String>,
    #[command(flatten)]
    of: OfDatabase,
    /// As the branch was at this time or LSN
    #[arg(long, value_name = "TIME|LSN", value_parser = moment::time_or_lsn)]
    at: Option<String>,
    /// As the other branch was at this time or LSN
    #[arg(long, value_name = "TIME|LSN", value_parser = moment::time_or_lsn)]
    base_at: Option<String>,
}

#[derive(Args)]
pub struct OfDatabase {
    /// The database; otherwise the only one of the branch, or the platform's usual
    #[arg(long)]
    database: Option<String>,
}

impl Schema {
    pub async fn run(self, session: &Session, project: &str) -> Done {
        let mut args = of_branch(session, project, self.branch.as_deref()).await?;
        let database = self.of.find(session, &args, self.at.is_none()).await?;
        let at = moment::resolved(session, self.at, Way::Back).await?;
        let (lsn, timestamp) = lsn_or_time(at.as_deref());
        args["read"] = json!({ "database": database, "lsn": lsn, "timestamp": timestamp });
        Task::new("branch_schema", args)
            .call("branchSchema")
            .show(Show::Text("sql"))
            .run(session)
            .await
    }
}

impl CompareSchema {
    pub async fn run(self, session: &Session, project: &str) -> Done {
        let mut args = of_branch(session, project, self.branch.as_deref()).await?;
        let base = match &self.base {
            Some(named) => Some(named::branch(session, project, Some(named)).await?),
            None => None,
        };
        let database = self.of.find(session, &args, self.at.is_none()).await?;
        let at = moment::resolved(session, self.at, Way::Back).await?;
        let (lsn, timestamp) = lsn_or_time(at.as_deref());
        let base_at = moment::resolved(session, self.base_at, Way::Back).await?;
        let (base_lsn, base_timestamp) = lsn_or_time(base_at.as_deref());
        args["compare"] = json!({
            "database": database,
            "baseId": base,
            "lsn": lsn,
            "timestamp": timestamp,
            "baseLsn": base_lsn,
            "baseTimestamp": base_timestamp,
        });
        let task = Task::new("branch_compare_schema", args).call("compareBranchSchema");
        let Some(answer) = task.answer(session).await? else {
            return Ok(());
        };
        if answer["diff"] == "" && !session.options.is_json() {
            print::note("The schemas are the same.");
        }
        print::answer(&answer, Show::Text("diff"), "", session.options.is_json())
    }
}

impl OfDatabase {
    /// With `--dry-run` nothing is read, so that it is the platform's usual one. Without `is_now` a named database may have
    /// been deleted since.
    pub async fn find(self, session: &Session, branch: &Value, is_now: bool) -> Done<String> {
        let account = session.account().await?;
        let usual = account["profile"]["database"].as_str().unwrap_or_default();
        match self.database {
            Some(named) => {
                if is_now {
                    DATABASE
                        .must_be_named(session, branch.clone(), &named)
                        .await?;
                }
                Ok(named)
            }
            None if session.options.dry_run => Ok(usual.to_owned()),
            None => {
                let text = |name: &str| branch[name].as_str().unwrap_or_default();
                let (project, id) = (text("projectId"), text("branchId"));
                let found = connect::find(session, project, id, usual, false).await?;
                Ok(found.0)
            }
        }
    }
}
