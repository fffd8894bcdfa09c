//! The nouns, one file each, with their verbs. A verb says which command of the core it is and how its answer is shown.

pub mod accounts;
pub mod advisors;
pub mod agent;
pub mod auth;
mod branch_schema;
pub mod branches;
pub mod computes;
pub mod connect;
mod copy;
pub mod databases;
pub mod email;
mod folder_ensure;
mod folder_settings;
pub mod folders;
pub mod history;
pub mod keychain;
pub mod keys;
pub mod network;
mod oauth_providers;
pub mod operations;
pub mod organizations;
pub mod project_list;
pub mod projects;
pub mod roles;
pub mod run;
pub mod sandbox;
mod sandbox_purge;
mod saved;
mod seeded;
pub mod set_context;
pub mod shell;
mod sign_in;
pub mod snapshots;
mod stoppable;
pub mod temporary;

use clap::Args;
use serde_json::{Value, json};

use crate::failure::Done;
use crate::named;
use crate::session::Session;

/// Where a branch is looked for.
#[derive(Args, Clone, Debug)]
pub struct OfProject {
    /// The project by its id, or by its name where that is unique; otherwise that of the folder's context file
    #[arg(long, global = true, value_name = "PROJECT")]
    pub project_id: Option<String>,
}

/// What is on a branch.
#[derive(Args, Clone, Debug)]
pub struct OfBranch {
    #[command(flatten)]
    pub project: OfProject,
    /// The branch by its name or id; otherwise that of the context file, or the default one
    #[arg(long, global = true, value_name = "BRANCH")]
    pub branch: Option<String>,
}

/// The name of something new.
#[derive(Args, Clone, Debug)]
pub struct NewName {
    /// Its name
    #[arg(value_name = "NAME", required_unless_present = "name")]
    new: Option<String>,
    /// The same as the argument
    #[arg(long, value_name = "NAME", conflicts_with = "new")]
    name: Option<String>,
}

impl NewName {
    pub fn get(self) -> String {
        self.new.or(self.name).unwrap_or_default()
    }
}

impl OfProject {
    pub async fn find(&self, session: &Session) -> Done<String> {
        named::project(session, self.project_id.as_deref()).await
    }
}

impl OfBranch {
    /// The project and the branch, by their ids.
    pub async fn find(&self, session: &Session) -> Done<(String, String)> {
        let project = self.project.find(session).await?;
        let branch = named::branch(session, &project, self.branch.as_deref()).await?;
        Ok((project, branch))
    }
}

/// A branch and its project as a question names them: with their names, and with the ids that tell them apart. Without a question
/// nothing is read for it.
pub async fn place(session: &Session, project: &str, branch: &str) -> String {
    let unnamed = format!("of the branch {branch} in the project {project}");
    if session.options.yes || session.options.dry_run {
        return unnamed;
    }
    let named = async {
        let account = session.account_id().await?;
        let args = json!({ "accountId": account, "projectId": project, "branchId": branch });
        let found = session.call("branch_get", args.clone()).await?;
        let around = session.call("project_get", args).await?;
        let name = |of: &Value| of["name"].as_str().unwrap_or_default().to_owned();
        let (name, around) = (name(&found["branch"]), name(&around));
        Done::Ok(format!(
            "of the branch {name} ({branch}) in the project {around} ({project})"
        ))
    };
    named.await.unwrap_or(unnamed)
}

/// Arguments of a project.
pub fn with(project: &str, mut more: Value) -> Value {
    more["projectId"] = json!(project);
    more
}

/// The arguments that name a branch of a project.
pub async fn of_branch(session: &Session, project: &str, branch: Option<&str>) -> Done<Value> {
    let branch = named::branch(session, project, branch).await?;
    Ok(json!({ "projectId": project, "branchId": branch }))
}

/// An LSN such as `0/1E88F78`, or a time.
pub fn lsn_or_time(text: Option<&str>) -> (Option<&str>, Option<&str>) {
    match text {
        Some(text) if text.contains('/') => (Some(text), None),
        other => (None, other),
    }
}
