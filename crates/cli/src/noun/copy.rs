//! Copying a temporary database into a project, which may be made for it.

use app::operation::Operation as _;
use app::save::TemporaryCopyRoles;
use app::view::{CopyInto, CopyTarget, NamedRole, NewProjectTarget};
use clap::Args;
use host::command::TemporaryCopy;

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
                CopyInto::NewProject(NewProjectTarget {
                    account_id: session.account_id().await?.to_owned(),
                    organization_id: organization,
                    name,
                })
            }
            None => {
                let (project_id, branch_id) = self.branch.find(session).await?;
                CopyInto::Branch(CopyTarget {
                    account_id: session.account_id().await?.to_owned(),
                    project_id,
                    branch_id,
                    database: self.database.unwrap_or_default(),
                    owner: self.owner.unwrap_or_default(),
                })
            }
        };
        let (id, _) = named::temporary(session, &self.id).await?;
        let roles = TemporaryCopyRoles {
            id: id.clone(),
            into: into.clone(),
        };
        let missing = session.run(roles).await?;
        if !missing.is_empty() {
            session.name_defaults(TemporaryCopy::INFO);
            ask::confirm(&question(&missing), session.options.yes).await?;
        }
        let copy = TemporaryCopy {
            id: id.clone(),
            into,
            roles: missing.into_iter().map(|role| role.name).collect(),
        };
        saved::save(session, &id, copy, "The database was not copied").await
    }
}

/// Asks about roles that are missing where the copy goes.
fn question(missing: &[NamedRole]) -> String {
    // A name may hold line breaks, which would add lines of its own to the question.
    let one = |role: &NamedRole| format!("{} ({})", printable(&role.name), printable(&role.object));
    let roles = missing.iter().map(one).collect::<Vec<_>>().join(", ");
    format!("The target has no {roles}. Create without login?")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_line_breaks_stays_within_its_line_of_the_question() {
        let missing = [NamedRole {
            name: "r1\nSure?".to_owned(),
            object: "policy p on table t".to_owned(),
        }];
        let asked = question(&missing);
        assert_eq!(asked.lines().count(), 1, "{asked}");
    }
}
