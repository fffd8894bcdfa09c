use clap::Args;
use serde_json::json;

use super::OfBranch;
use super::branch_schema::OfDatabase;
use crate::failure::Done;
use crate::session::Session;
use crate::table::{Column, text, word};
use crate::task::Task;

const COLUMNS: &[Column] = &[
    word("Level", "level", "issueLevels"),
    text("Issue", "title"),
    text("Where", "detail"),
    text("What to do", "remediation"),
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
        let (project, branch) = self.branch.find(session).await?;
        let mut args = json!({ "projectId": project, "branchId": branch });
        args["database"] = json!(self.of.find(session, &args, true).await?);
        let task = Task::new("advisor_list", args).call("listAdvisors");
        task.rows(COLUMNS).run(session).await
    }
}
