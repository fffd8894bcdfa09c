//! Setting the data of a branch to that of another branch, or to its own of an earlier time.

use app::branches::{BranchGet, BranchRestore, RestoreBranch};
use app::view::ErrorCode;
use clap::Args;

use super::branch_columns::COLUMNS;
use super::lsn_or_time;
use crate::failure::{Done, Failure};
use crate::moment::{self, Way};
use crate::named;
use crate::request::Request;
use crate::session::Session;

#[derive(Args)]
pub struct Restore {
    branch: String,
    /// The branch whose data it gets; otherwise its own
    #[arg(long, value_name = "BRANCH")]
    from: Option<String>,
    /// Restore the data of this time or LSN
    #[arg(long, value_name = "TIME|LSN", value_parser = moment::time_or_lsn)]
    at: Option<String>,
    /// Keep the current data as a branch of this name; needed without --from
    #[arg(long, value_name = "NAME")]
    preserve_as: Option<String>,
}

/// The branch whose data another branch gets.
struct Source {
    id: String,
    name: String,
}

/// The branch that gets the data: its project, its id, and the name that the person typed.
struct Target {
    project_id: String,
    branch_id: String,
    typed: String,
}

impl Source {
    async fn find(session: &Session, project: &str, wanted: &str) -> Done<Self> {
        let (id, name) = named::branch_and_name(session, project, wanted).await?;
        Ok(Self { id, name })
    }
}

impl Target {
    async fn find(session: &Session, project_id: String, typed: String) -> Done<Self> {
        Ok(Self {
            branch_id: named::branch(session, &project_id, Some(&typed)).await?,
            project_id,
            typed,
        })
    }
}

impl Restore {
    pub async fn run(self, session: &Session, project_id: String) -> Done {
        let target = Target::find(session, project_id, self.branch).await?;
        let source = match &self.from {
            Some(from) => Some(Source::find(session, &target.project_id, from).await?),
            None if self.at.is_some() => None,
            None => {
                return Err(Failure::usage(
                    "It is not said what to restore",
                    "Name another branch with --from, or an earlier time with --at.",
                ));
            }
        };
        let at = moment::resolved(session, self.at, Way::Back).await?;
        restore(session, target, source, at.as_deref(), self.preserve_as).await
    }
}

/// Restores a branch from its parent as that is now.
pub async fn reset(
    session: &Session,
    project_id: String,
    branch: String,
    keep_as: Option<String>,
) -> Done {
    if session.options.dry_run {
        return Err(Failure::usage(
            "With --dry-run nothing is read either, and the branch's parent is not known",
            "Use `plinth branches restore` with the parent's id after --from.",
        ));
    }
    let target = Target::find(session, project_id, branch).await?;
    let get = BranchGet {
        project_id: target.project_id.clone(),
        branch_id: target.branch_id.clone(),
    };
    let Some(parent) = session.run(get).await?.branch.parent_id else {
        return Err(Failure::new(
            ErrorCode::Invalid,
            format!("The branch {} has no parent", target.typed),
            "Use `plinth branches restore` with --from or --at.",
        ));
    };
    let parent = Source::find(session, &target.project_id, &parent).await?;
    restore(session, target, Some(parent), None, keep_as).await
}

/// Restores a branch from the source as it is now or was at this time or LSN; without a source from the branch's own past.
async fn restore(
    session: &Session,
    target: Target,
    source: Option<Source>,
    at: Option<&str>,
    keep_as: Option<String>,
) -> Done {
    let (source_lsn, source_timestamp) = lsn_or_time(at)?;
    let is_kept = keep_as.is_some();
    if source.is_none() && !is_kept {
        return Err(Failure::usage(
            "The backup branch has no name",
            "A restore of a branch to its own past keeps what it has now: name that branch with --preserve-as NAME.",
        ));
    }
    let (source_id, data) = match source {
        Some(Source { id, name }) => (id, format!("the data of {name}")),
        None => (target.branch_id.clone(), "its own data".to_owned()),
    };
    let data = match at {
        Some(at) => format!("{data} as of {at}"),
        None => data,
    };
    let restore = RestoreBranch {
        source_id,
        source_lsn,
        source_timestamp,
        preserve_under_name: keep_as,
    };
    let branch = target.typed;
    Request::new(BranchRestore {
        project_id: target.project_id,
        branch_id: target.branch_id,
        restore,
    })
    .one_in(|change| &change.item, COLUMNS)
    .sentence(format!("The branch {branch} gets {data}."))
    .asks(format!(
        "Replace the data of the branch {branch} with {data}? Its connections are cut."
    ))
    .run(session)
    .await
    .map_err(|failure| match is_kept || !failure.is_refusal() {
        true => failure,
        false => failure.and("--preserve-as NAME keeps what the branch has now."),
    })
}
