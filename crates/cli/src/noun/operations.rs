use app::operations::{OperationFollow, OperationGet, OperationList, OperationPage};
use app::view::{OperationView, TrackedOperationView};
use clap::Subcommand;

use super::OfProject;
use crate::columns::{Column, column, plain, time};
use crate::failure::{Done, Failure};
use crate::named;
use crate::request::{Request, print, print_rows};
use crate::session::Session;
use crate::wait;

const TRACKED: &[Column<TrackedOperationView>] = &[
    column("ID", |it| plain(&it.operation.id)),
    column("Action", |it| plain(&it.operation.action_word)),
    column("State", |it| plain(&it.operation.status_word)),
    column("Project", |it| plain(&it.operation.project_id)),
    column("Branch", |it| plain(&it.operation.branch_id)),
    column("Since", |it| time(&it.since)),
    column("Error", |it| plain(&it.operation.error)),
];
const COLUMNS: &[Column<OperationView>] = &[
    column("ID", |it| plain(&it.id)),
    column("Action", |it| plain(&it.action_word)),
    column("State", |it| plain(&it.status_word)),
    column("Branch", |it| plain(&it.branch_id)),
    column("Compute", |it| plain(&it.compute_id)),
    column("Created", |it| time(&it.created_at)),
    column("Error", |it| plain(&it.error)),
];

#[derive(Subcommand)]
pub enum Verb {
    /// List the operations of a project; without one, those that are followed, of all accounts
    List {
        #[command(flatten)]
        project: OfProject,
        /// At most so many, the newest
        #[arg(long, default_value_t = 100)]
        limit: usize,
    },
    /// Show an operation as it is now
    Get {
        id: String,
        #[command(flatten)]
        project: OfProject,
    },
    /// Wait until all operations of a project have ended and its started computes take connections
    Wait {
        #[command(flatten)]
        project: OfProject,
    },
}

impl Verb {
    pub async fn run(self, session: &Session) -> Done {
        match self {
            Self::List { project, limit } => {
                let project = match project.project_id {
                    Some(named) => Some(named::project(session, Some(&named)).await?),
                    None => session.context()?.project(),
                };
                match project {
                    Some(project) => list(session, &project, limit).await,
                    None if session.options.is_account_typed => Err(no_project()),
                    None => {
                        let task = Request::new(OperationList {}).rows(TRACKED);
                        task.run(session).await
                    }
                }
            }
            Self::Get { id, project } => {
                let get = OperationGet {
                    project_id: project.find(session).await?,
                    operation_id: id,
                };
                Request::new(get).one(COLUMNS).run(session).await
            }
            Self::Wait { project } => {
                let project_id = project.find(session).await?;
                let follow = OperationFollow {
                    project_id: project_id.clone(),
                };
                session.run(follow).await?;
                wait::until_usable(session, &project_id, &[]).await?;
                let sentence = "All operations have ended.";
                print(session, &(), |()| String::new(), sentence).await
            }
        }
    }
}

fn no_project() -> Failure {
    Failure::usage(
        "No project was named, and the operations that are followed are those of all accounts",
        "Name a project with --project-id, or leave out --account.",
    )
}

async fn list(session: &Session, project: &str, limit: usize) -> Done {
    let page = |cursor| OperationPage {
        project_id: project.to_owned(),
        cursor,
    };
    if session.options.dry_run {
        return Request::new(page(None)).hidden().run(session).await;
    }
    let (mut all, mut cursor) = (Vec::new(), None);
    while all.len() < limit {
        let found = session.run(page(cursor)).await?;
        all.extend(found.items);
        cursor = found.next;
        if cursor.is_none() {
            break;
        }
    }
    all.truncate(limit);
    print_rows(session, &all, COLUMNS).await
}
