use app::view::ErrorCode;
use clap::{Args, Subcommand};
use serde_json::{Value, json};

use crate::failure::{Done, Failure};
use crate::named;
use crate::print::Show;
use crate::session::Session;
use crate::table::{Column, text, time, word};
use crate::task::{self, Task};

const COLUMNS: &[Column] = &[text("ID", "id"), text("Name", "name"), text("Plan", "plan")];
const MEMBERS: &[Column] = &[
    text("ID", "id"),
    text("Email", "email"),
    word("Role", "role", "memberRoles"),
    time("Since", "joinedAt"),
];
const INVITATIONS: &[Column] = &[
    text("Email", "email"),
    word("Role", "role", "memberRoles"),
    time("Invited", "invitedAt"),
];
/// As the platform spells them.
const ROLES: [&str; 5] = ["admin", "member", "editor", "viewer", "collaborator"];
const LIMIT: &[Column] = &[text("Cents a month", "cents")];

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
            let task = Task::new("organization_list", json!({})).call("listOrganizations");
            return task.rows(COLUMNS).run(session).await;
        }
        let organization = find(session, self.org_id).await?;
        let with = |mut args: Value| {
            args["organizationId"] = json!(organization);
            args
        };
        let task = match self.verb {
            Verb::List => return Ok(()),
            Verb::Members if session.options.dry_run => {
                let call = with(json!({ "kind": "listMembers" }));
                Task::new("member_list", json!({})).call_as(call)
            }
            Verb::Members => {
                let all = members(session, &organization).await?;
                return task::print(session, json!(all), Show::Rows("", MEMBERS), "").await;
            }
            Verb::SetRole { email, role } => {
                let member = member(session, &organization, &email).await?;
                let args = with(json!({ "memberId": member, "role": role, "email": email }));
                let task = Task::new("member_change_role", args).call("changeMemberRole");
                task.said(format!("Changed the role of {email}."))
            }
            Verb::Remove { email } => {
                let member = member(session, &organization, &email).await?;
                let args = with(json!({ "memberId": member, "email": email }));
                let question = format!(
                    "Remove {email} from the organization {organization}? They lose access to all its projects."
                );
                let task = Task::new("member_remove", args).call("removeMember");
                task.asks(question).said(format!("Removed {email}."))
            }
            Verb::Invitations => Task::new("invitation_list", with(json!({})))
                .call("listInvitations")
                .rows(INVITATIONS),
            Verb::Invite { email, role } => {
                let args = with(json!({ "email": email, "role": role }));
                let task = Task::new("invitation_create", args).call("createInvitation");
                task.said(format!("Invited {email}."))
            }
            Verb::SpendingLimit {
                set: Some(cents), ..
            } => {
                let args = with(json!({ "cents": cents }));
                let task = Task::new("spending_limit_set", args).call("setSpendingLimit");
                task.one(LIMIT)
            }
            Verb::SpendingLimit { remove: true, .. } => {
                let task = Task::new("spending_limit_remove", with(json!({})));
                let task = task.call("removeSpendingLimit");
                task.said("Removed the spending limit.")
            }
            Verb::SpendingLimit { .. } => {
                let task = Task::new("spending_limit_get", with(json!({})));
                return show_limit(session, task.call("getSpendingLimit")).await;
            }
        };
        task.run(session).await
    }
}

async fn show_limit(session: &Session, task: Task) -> Done {
    let Some(limit) = task.answer(session).await? else {
        return Ok(());
    };
    let said = match limit["cents"].is_null() {
        true => "There is no spending limit.",
        false => "",
    };
    task::print(session, limit, Show::One("", LIMIT), said).await
}

async fn find(session: &Session, named: Option<String>) -> Done<String> {
    if let Some(named) = named {
        return Ok(named);
    }
    if let Some(of_file) = named::organization(session, &session.context()?) {
        return Ok(of_file);
    }
    let account = json!({ "accountId": session.account_id().await? });
    let all = session.call("organization_list", account).await?;
    match all.as_array().map(Vec::as_slice) {
        Some([only]) => Ok(only["id"].as_str().unwrap_or_default().to_owned()),
        _ => Err(Failure::usage(
            "No organization was named",
            "Add --org-id. `plinth orgs list` lists them.",
        )),
    }
}

/// The membership of an address.
async fn member(session: &Session, organization: &str, email: &str) -> Done<Value> {
    let all = members(session, organization).await?;
    let is_it = |it: &&Value| {
        let of = it["email"].as_str().unwrap_or_default();
        of.eq_ignore_ascii_case(email)
    };
    let found = all.iter().find(is_it).map(|it| it["id"].clone());
    found.ok_or_else(|| {
        Failure::new(
            ErrorCode::NotFound,
            format!("{email} is no member"),
            "`plinth orgs members` lists them.",
        )
    })
}

/// The members of an organization, from all pages.
async fn members(session: &Session, organization: &str) -> Done<Vec<Value>> {
    let account = session.account_id().await?;
    let (mut all, mut cursor) = (Vec::new(), Value::Null);
    loop {
        let args = json!({
            "accountId": account, "organizationId": organization, "pageSize": 500, "cursor": cursor,
        });
        let mut page = session.call("member_list", args).await?;
        if let Value::Array(items) = page["items"].take() {
            all.extend(items);
        }
        cursor = page["next"].take();
        if cursor.is_null() {
            return Ok(all);
        }
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
