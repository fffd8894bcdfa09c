use app::projects::ProjectGet;
use clap::Args;

use crate::failure::Done;
use crate::named;
use crate::request::print;
use crate::session::Session;

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
        let get = ProjectGet {
            project_id: project.clone(),
        };
        let found = session.run(get).await?;
        let branch = match &self.branch {
            Some(named) => Some(named::branch(session, &project, Some(named)).await?),
            None => None,
        };
        let organization = found.organization_id.as_deref();
        let path = context.set(&project, organization, branch.as_deref())?;
        let sentence = format!("{} names {project} from now on.", path.display());
        print(session, &(), |()| String::new(), &sentence).await
    }
}
