use app::advisors::AdvisorList;
use app::view::AdvisorIssueView;
use clap::Args;

use super::OfBranch;
use super::branch_schema::OfDatabase;
use crate::columns::{Column, column, plain, word};
use crate::failure::Done;
use crate::request::Request;
use crate::session::Session;

const COLUMNS: &[Column<AdvisorIssueView>] = &[
    column("Level", |it| word("issueLevels", &it.level)),
    column("Issue", |it| plain(&it.title)),
    column("Where", |it| plain(&it.detail)),
    column("What to do", |it| plain(&it.remediation)),
];

#[derive(Args)]
pub struct Advisors {
    #[command(flatten)]
    branch: OfBranch,
    #[command(flatten)]
    of: OfDatabase,
}

impl Advisors {
    pub async fn run(self, session: &Session) -> Done {
        let (project_id, branch_id) = self.branch.find(session).await?;
        let database = self.of.find(session, &project_id, &branch_id, true).await?;
        let list = AdvisorList {
            project_id,
            branch_id,
            database,
        };
        Request::new(list).rows(COLUMNS).run(session).await
    }
}
