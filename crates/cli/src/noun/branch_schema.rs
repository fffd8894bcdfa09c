//! The schema of a branch, and how it differs from another's.

use app::branches::{BranchCompareSchema, BranchSchema, ReadSchema};
use clap::Args;

use super::{connect, lsn_or_time};
use crate::failure::Done;
use crate::moment::{self, Way};
use crate::named::{self, DATABASE};
use crate::print;
use crate::request::{self, Request};
use crate::session::Session;

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
    pub async fn run(self, session: &Session, project_id: String) -> Done {
        let branch_id = named::branch(session, &project_id, self.branch.as_deref()).await?;
        let is_now = self.at.is_none();
        let database = self
            .of
            .find(session, &project_id, &branch_id, is_now)
            .await?;
        let at = moment::resolved(session, self.at, Way::Back).await?;
        let (lsn, timestamp) = lsn_or_time(at.as_deref())?;
        let read = ReadSchema {
            database,
            lsn,
            timestamp,
        };
        Request::new(BranchSchema {
            project_id,
            branch_id,
            read,
        })
        .text(|schema| &schema.sql)
        .run(session)
        .await
    }
}

impl CompareSchema {
    pub async fn run(self, session: &Session, project_id: String) -> Done {
        let branch_id = named::branch(session, &project_id, self.branch.as_deref()).await?;
        let base_id = match &self.base {
            Some(named) => Some(named::branch(session, &project_id, Some(named)).await?),
            None => None,
        };
        let is_now = self.at.is_none();
        let database = self
            .of
            .find(session, &project_id, &branch_id, is_now)
            .await?;
        let at = moment::resolved(session, self.at, Way::Back).await?;
        let (lsn, timestamp) = lsn_or_time(at.as_deref())?;
        let base_at = moment::resolved(session, self.base_at, Way::Back).await?;
        let (base_lsn, base_timestamp) = lsn_or_time(base_at.as_deref())?;
        let compare = Request::new(BranchCompareSchema {
            project_id,
            branch_id,
            compare: app::branches::CompareSchema {
                database,
                base_id,
                lsn,
                timestamp,
                base_lsn,
                base_timestamp,
            },
        });
        let Some(answer) = compare.answer(session).await? else {
            return Ok(());
        };
        if answer.diff.is_empty() && !session.options.is_json() {
            print::note("The schemas are the same.");
        }
        request::print(session, &answer, |answer| print::text(&answer.diff), "").await
    }
}

impl OfDatabase {
    /// Returns the database. With `--dry-run` nothing is read, so that it is the platform's usual database. Without `is_now` a
    /// named database may have been deleted since.
    pub async fn find(
        self,
        session: &Session,
        project: &str,
        branch: &str,
        is_now: bool,
    ) -> Done<String> {
        let account = session.account().await?;
        let usual = &account.profile.database;
        match self.database {
            Some(named) => {
                if is_now {
                    let list = named::databases(project, branch);
                    DATABASE.must_be_named(session, list, &named).await?;
                }
                Ok(named)
            }
            None if session.options.dry_run => Ok(usual.clone()),
            None => {
                let found = connect::find(session, project, branch, usual, false).await?;
                Ok(found.name)
            }
        }
    }
}
