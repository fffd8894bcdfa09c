//! Copying a temporary database into a project, which may be made for it.

use clap::Args;
use serde_json::{Value, json};

use super::{OfBranch, saved};
use crate::ask;
use crate::failure::Done;
use crate::named;
use crate::session::Session;
use crate::table::printable;

#[derive(Args)]
pub struct Copy {
    /// Its id or name
    id: String,
    #[command(flatten)]
    branch: OfBranch,
    /// The name of the new database; no other one of the branch may have it
    #[arg(long, value_name = "NAME", required_unless_present = "new_project")]
    database: Option<String>,
    /// The role that owns all of it
    #[arg(long, value_name = "ROLE", required_unless_present = "new_project")]
    owner: Option<String>,
    /// Create a project of this name, and copy into the database of its default branch
    #[arg(long, value_name = "NAME", conflicts_with_all = ["project_id", "branch", "database", "owner"])]
    new_project: Option<String>,
    /// The organization of the new project
    #[arg(long, value_name = "ID", requires = "new_project")]
    org_id: Option<String>,
}

impl Copy {
    pub async fn run(self, session: &Session) -> Done {
        session.must_be_meant()?;
        let into = match self.new_project {
            Some(name) => {
                let organization = match self.org_id {
                    Some(id) => Some(id),
                    None => named::organization(session, &session.context()?),
                };
                json!({
                    "kind": "newProject",
                    "accountId": session.account_id().await?,
                    "organizationId": organization,
                    "name": name,
                })
            }
            None => {
                let (project, branch) = self.branch.find(session).await?;
                json!({
                    "kind": "branch",
                    "accountId": session.account_id().await?,
                    "projectId": project,
                    "branchId": branch,
                    "database": self.database,
                    "owner": self.owner,
                })
            }
        };
        let (id, _) = named::temporary(session, &self.id).await?;
        let asked = json!({ "id": id, "into": into });
        let missing = session.call("temporary_copy_roles", asked).await?;
        let missing = missing.as_array().cloned().unwrap_or_default();
        if !missing.is_empty() {
            session.name_defaults(saved::INTO_PROJECT);
            ask::confirm(&question(&missing), session.options.yes).await?;
        }
        let roles: Vec<_> = missing.iter().map(|role| role["name"].clone()).collect();
        let args = json!({ "id": id, "into": into, "roles": roles });
        saved::save(session, &id, saved::INTO_PROJECT, args).await
    }
}

/// Asks about roles that are missing where the copy goes.
fn question(missing: &[Value]) -> String {
    // A name may hold line breaks, which would add lines of its own to the question.
    let text = |value: &Value| printable(value.as_str().unwrap_or_default());
    let one = |role: &Value| format!("{} ({})", text(&role["name"]), text(&role["object"]));
    let roles = missing.iter().map(one).collect::<Vec<_>>().join(", ");
    format!("The target has no {roles}. Create without login?")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_line_breaks_stays_within_its_line_of_the_question() {
        let missing = [json!({ "name": "r1\nSure?", "object": "policy p on table t" })];
        let asked = question(&missing);
        assert_eq!(asked.lines().count(), 1, "{asked}");
    }
}
