use app::invitations::{InvitationCreate, InvitationList, InvitationView};
use app::members::{MemberChangeRole, MemberList, MemberRemove};
use app::organizations::OrganizationList;
use app::spending_limit::{
    SpendingLimitGet, SpendingLimitRemove, SpendingLimitSet, SpendingLimitView,
};
use app::view::{ErrorCode, MemberView, OrganizationView};
use clap::{Args, Subcommand};

use crate::columns::{Column, column, plain, time, word};
use crate::failure::{Done, Failure};
use crate::named;
use crate::request::{Request, print_one, print_rows};
use crate::session::Session;

const COLUMNS: &[Column<OrganizationView>] = &[
    column("ID", |it| plain(&it.id)),
    column("Name", |it| plain(&it.name)),
    column("Plan", |it| plain(&it.plan)),
];
const MEMBERS: &[Column<MemberView>] = &[
    column("ID", |it| plain(&it.id)),
    column("Email", |it| plain(&it.email)),
    column("Role", |it| word("memberRoles", &it.role)),
    column("Since", |it| time(&it.joined_at)),
];
const INVITATIONS: &[Column<InvitationView>] = &[
    column("Email", |it| plain(&it.email)),
    column("Role", |it| word("memberRoles", &it.role)),
    column("Invited", |it| time(&it.invited_at)),
];
/// The roles in the spelling of the platform.
const ROLES: [&str; 5] = ["admin", "member", "editor", "viewer", "collaborator"];
const LIMIT: &[Column<SpendingLimitView>] = &[column("Cents a month", |it| plain(&it.cents))];

#[derive(Args)]
pub struct Organizations {
    /// The organization; otherwise that of the folder's context file, or the only one
    #[arg(long, global = true, value_name = "ID")]
    org_id: Option<String>,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// List the organizations of the account
    List,
    /// List members with their roles
    Members,
    /// Give a member another role
    SetRole {
        /// The member by the email address
        email: String,
        #[arg(value_parser = ROLES)]
        role: String,
    },
    /// Remove a member
    Remove {
        /// The member by the email address
        email: String,
    },
    /// List invitations, also those that were accepted
    Invitations,
    /// Invite somebody
    Invite {
        email: String,
        #[arg(long, default_value = "member", value_parser = ROLES)]
        role: String,
    },
    /// Show the spending limit, set it or remove it
    SpendingLimit {
        /// In cents of a dollar
        #[arg(long, value_name = "CENTS", conflicts_with = "remove")]
        set: Option<u32>,
        #[arg(long)]
        remove: bool,
    },
}

impl Organizations {
    pub async fn run(self, session: &Session) -> Done {
        if let Verb::List = self.verb {
            let task = Request::new(OrganizationList {}).rows(COLUMNS);
            return task.run(session).await;
        }
        let organization_id = find(session, self.org_id).await?;
        let task = match self.verb {
            Verb::List => return Ok(()),
            Verb::Members if session.options.dry_run => {
                Request::new(page_of_members(organization_id, None, None)).hidden()
            }
            Verb::Members => {
                let all = members(session, &organization_id).await?;
                return print_rows(session, &all, MEMBERS).await;
            }
            Verb::SetRole { email, role } => {
                let sentence = format!("Changed the role of {email}.");
                Request::new(MemberChangeRole {
                    member_id: member(session, &organization_id, &email).await?,
                    organization_id,
                    role,
                    email,
                })
                .sentence(sentence)
            }
            Verb::Remove { email } => {
                let question = format!(
                    "Remove {email} from the organization {organization_id}? They lose access to all its projects."
                );
                let sentence = format!("Removed {email}.");
                Request::new(MemberRemove {
                    member_id: member(session, &organization_id, &email).await?,
                    organization_id,
                    email,
                })
                .sentence(sentence)
                .asks(question)
            }
            Verb::Invitations => Request::new(InvitationList { organization_id }).rows(INVITATIONS),
            Verb::Invite { email, role } => {
                let sentence = format!("Invited {email}.");
                Request::new(InvitationCreate {
                    organization_id,
                    email,
                    role,
                })
                .sentence(sentence)
            }
            Verb::SpendingLimit {
                set: Some(cents), ..
            } => Request::new(SpendingLimitSet {
                organization_id,
                cents,
            })
            .one(LIMIT),
            Verb::SpendingLimit { remove: true, .. } => {
                Request::new(SpendingLimitRemove { organization_id })
                    .sentence("Removed the spending limit.")
            }
            Verb::SpendingLimit { .. } => {
                let get = SpendingLimitGet { organization_id };
                return show_limit(session, get).await;
            }
        };
        task.run(session).await
    }
}

async fn show_limit(session: &Session, get: SpendingLimitGet) -> Done {
    let Some(limit) = Request::new(get).answer(session).await? else {
        return Ok(());
    };
    let sentence = match limit.cents {
        None => "There is no spending limit.",
        Some(_) => "",
    };
    print_one(session, &limit, LIMIT, sentence).await
}

async fn find(session: &Session, named: Option<String>) -> Done<String> {
    if let Some(named) = named {
        return Ok(named);
    }
    if let Some(of_file) = named::organization(session, &session.context()?) {
        return Ok(of_file);
    }
    let all = session.run(OrganizationList {}).await?;
    match all.as_slice() {
        [only] => Ok(only.id.clone()),
        _ => Err(Failure::usage(
            "No organization was named",
            "Add --org-id. `plinth orgs list` lists them.",
        )),
    }
}

/// Returns the id of the membership of an address.
async fn member(session: &Session, organization: &str, email: &str) -> Done<String> {
    let all = members(session, organization).await?;
    let found = all
        .into_iter()
        .find(|it| it.email.eq_ignore_ascii_case(email));
    found.map(|it| it.id).ok_or_else(|| {
        Failure::new(
            ErrorCode::NotFound,
            format!("{email} is no member"),
            "`plinth orgs members` lists them.",
        )
    })
}

/// Returns the members of an organization, from all pages.
async fn members(session: &Session, organization: &str) -> Done<Vec<MemberView>> {
    let (mut all, mut cursor) = (Vec::new(), None);
    loop {
        let list = page_of_members(organization.to_owned(), Some(500), cursor);
        let page = session.run(list).await?;
        all.extend(page.items);
        cursor = page.next;
        if cursor.is_none() {
            return Ok(all);
        }
    }
}

fn page_of_members(
    organization_id: String,
    page_size: Option<u32>,
    cursor: Option<String>,
) -> MemberList {
    MemberList {
        organization_id,
        page_size,
        cursor,
    }
}

#[cfg(test)]
mod tests {
    use app::view::words::tables;

    use super::*;

    #[test]
    fn each_role_that_the_core_has_a_word_for_can_be_given() {
        let tables = tables();
        let table = tables.iter().find(|table| table.name == "memberRoles");
        let known = table.unwrap().rows.iter().map(|(role, _)| role.as_str());
        assert_eq!(known.collect::<Vec<_>>(), ROLES);
    }
}
