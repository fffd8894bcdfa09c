use clap::Args;
use serde_json::{Value, json};

use crate::failure::Done;
use crate::named;
use crate::print::Show;
use crate::session::Session;
use crate::task;

#[derive(Args)]
pub struct SetContext {
    /// The project by its id, or by its name where that is unique
    #[arg(long, value_name = "PROJECT")]
    project_id: String,
    /// A branch by its name or id; otherwise commands go to the default one
    #[arg(long, value_name = "BRANCH")]
    branch: Option<String>,
}

impl SetContext {
    /// Writes the project into the context file, once it is known that both are there.
    pub async fn run(self, session: &Session) -> Done {
        session.must_be_meant()?;
        let mut context = session.context_to_write()?;
        let project = named::project(session, Some(&self.project_id)).await?;
        let args = json!({ "accountId": session.account_id().await?, "projectId": project });
        let found = session.call("project_get", args).await?;
        let branch = match &self.branch {
            Some(named) => Some(named::branch(session, &project, Some(named)).await?),
            None => None,
        };
        let organization = found["organizationId"].as_str();
        let path = context.set(&project, organization, branch.as_deref())?;
        let said = format!("{} names {project} from now on.", path.display());
        task::print(session, Value::Null, Show::Said, &said).await
    }
}
