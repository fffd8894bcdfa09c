//! The nouns, one file each, with their verbs. A verb makes an operation of the core and shows its answer.

pub mod accounts;
pub mod advisors;
pub mod agent;
pub mod auth;
mod auth_users;
mod branch_columns;
mod branch_restore;
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
pub mod sql;
mod sql_output;
mod sql_target;
mod sql_trial;
mod stoppable;
pub mod tables;
pub mod temporary;

use app::branches::BranchGet;
use app::projects::ProjectGet;
use chrono::{DateTime, Utc};
use clap::Args;

use crate::failure::Done;
use crate::moment;
use crate::named;
use crate::session::Session;

/// The project in which a branch is looked for.
#[derive(Args, Clone, Debug)]
pub struct OfProject {
    /// The project by its id, or by its name where that is unique; otherwise that of the folder's context file
    #[arg(long, global = true, value_name = "PROJECT")]
    pub project_id: Option<String>,
}

/// The branch of a database or a role.
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
        let get = BranchGet {
            project_id: project.to_owned(),
            branch_id: branch.to_owned(),
        };
        let name = session.run(get).await?.branch.name;
        let project_id = project.to_owned();
        let around = session.run(ProjectGet { project_id }).await?.name;
        Done::Ok(format!(
            "of the branch {name} ({branch}) in the project {around} ({project})"
        ))
    };
    named.await.unwrap_or(unnamed)
}

/// Reads an LSN such as `0/1E88F78`, or a time.
pub fn lsn_or_time(text: Option<&str>) -> Done<(Option<String>, Option<DateTime<Utc>>)> {
    Ok(match text {
        Some(text) if text.contains('/') => (Some(text.to_owned()), None),
        Some(text) => (None, Some(moment::resolved_time(text)?)),
        None => (None, None),
    })
}
