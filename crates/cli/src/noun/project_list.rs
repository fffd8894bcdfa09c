use clap::Args;
use serde_json::{Value, json};

use crate::ask;
use crate::failure::{Done, Failure};
use crate::print::{self, Show};
use crate::session::Session;
use crate::table::{Column, text, time};
use crate::task::Task;

const COLUMNS: &[Column] = &[
    text("ID", "id"),
    text("Name", "name"),
    text("Region", "regionId"),
    text("Postgres", "pgVersion"),
    time("Created", "createdAt"),
];
const DELETED: &[Column] = &[
    text("ID", "id"),
    text("Name", "name"),
    time("Deleted", "deletedAt"),
    time("Recoverable until", "recoverableUntil"),
];
#[derive(Args)]
pub struct List {
    /// The projects of this organization
    #[arg(long, value_name = "ID")]
    org_id: Option<String>,
    /// Deleted projects that can be recovered
    #[arg(long)]
    recoverable_only: bool,
    /// As they were when they were last read whole: asks no platform
    #[arg(long)]
    cached: bool,
}

impl List {
    pub async fn run(self, session: &Session) -> Done {
        let organization = match self.org_id.clone() {
            Some(id) => Some(id),
            None => session.context()?.organization(),
        };
        let scope = if self.recoverable_only {
            "deleted"
        } else {
            "own"
        };
        if session.options.dry_run {
            let call =
                json!({ "kind": "listProjects", "scope": scope, "organizationId": organization });
            return Task::new("project_page", json!({}))
                .call_as(call)
                .run(session)
                .await;
        }
        let organization = match organization {
            Some(id) => Some(id),
            None if self.cached => kept_organization(session, scope).await?,
            None => needed_organization(session).await?,
        };
        let mut answer =
            json!({ "projects": self.all(session, scope, organization.as_deref()).await? });
        let with_shared = organization.is_none() && !self.recoverable_only;
        if with_shared {
            answer["shared"] = json!(self.all(session, "shared", None).await?);
        }
        let columns = if self.recoverable_only {
            DELETED
        } else {
            COLUMNS
        };
        print::answer(
            &answer,
            Show::Rows("projects", columns),
            "",
            session.options.is_json(),
        )?;
        let shared = answer["shared"]
            .as_array()
            .is_some_and(|shared| !shared.is_empty());
        if shared && !session.options.is_json() {
            print::out("\nShared with you\n")?;
            print::answer(&answer, Show::Rows("shared", columns), "", false)?;
        }
        Ok(())
    }

    /// All pages.
    async fn all(
        &self,
        session: &Session,
        scope: &str,
        organization: Option<&str>,
    ) -> Done<Vec<Value>> {
        let account = session.account_id().await?;
        let (mut all, mut next) = (Vec::new(), Value::Null);
        loop {
            let (command, from) = match self.cached {
                true => ("project_cached", "after"),
                false => ("project_page", "cursor"),
            };
            let mut args =
                json!({ "accountId": account, "scope": scope, "organizationId": organization });
            args[from] = next;
            let mut page = session.call(command, args).await?;
            if page.is_null() && scope != "shared" {
                return Err(Failure::new(
                    app::view::ErrorCode::NotFound,
                    "No list of these projects is kept yet",
                    "Leave --cached out once: the list is kept when it was read whole.",
                ));
            }
            if let Value::Array(items) = page["items"].take() {
                all.extend(items);
            }
            next = page["next"].take();
            if next.is_null() {
                return Ok(all);
            }
        }
    }
}

/// The projects of the account in all its organizations, and those that others share with it; or its deleted ones.
pub async fn all_of_account(session: &Session, deleted: bool) -> Done<Vec<Value>> {
    let list = List {
        org_id: None,
        recoverable_only: deleted,
        cached: false,
    };
    let scope = if deleted { "deleted" } else { "own" };
    let account = session.account().await?;
    let mut found = Vec::new();
    if needs_organization(account) {
        let args = json!({ "accountId": account["id"] });
        let organizations = session.call("organization_list", args).await?;
        for organization in organizations.as_array().into_iter().flatten() {
            found.extend(
                list.all(session, scope, organization["id"].as_str())
                    .await?,
            );
        }
    } else {
        found.extend(list.all(session, scope, None).await?);
    }
    if !deleted && account["keyKind"] != "organization" {
        found.extend(list.all(session, "shared", None).await?);
    }
    Ok(found)
}

/// The organization whose kept list is meant, where the platform wants one: the one that was read last. Asks no platform.
async fn kept_organization(session: &Session, scope: &str) -> Done<Option<String>> {
    if !needs_organization(session.account().await?) {
        return Ok(None);
    }
    let args = json!({ "accountId": session.account_id().await?, "scope": scope });
    let kept = session.call("project_cached_organizations", args).await?;
    Ok(kept[0].as_str().map(str::to_owned))
}

fn needs_organization(account: &Value) -> bool {
    account["profile"]["needsOrganization"] == true && account["keyKind"] != "organization"
}

/// The organization whose projects are meant, where the platform wants one: asked for where there are several.
async fn needed_organization(session: &Session) -> Done<Option<String>> {
    let account = session.account().await?;
    if !needs_organization(account) {
        return Ok(None);
    }
    let args = json!({ "accountId": account["id"] });
    let all = session.call("organization_list", args).await?;
    let all = all.as_array().cloned().unwrap_or_default();
    let id = |at: usize| all[at]["id"].as_str().map(str::to_owned);
    match all.len() {
        0 => Ok(None),
        1 => Ok(id(0)),
        _ if ask::is_possible() => {
            let named = all.iter().map(|one| {
                let (name, id) = (one["name"].as_str(), one["id"].as_str());
                format!("{} ({})", name.unwrap_or_default(), id.unwrap_or_default())
            });
            let at = ask::choose("Which organization?", &named.collect::<Vec<_>>()).await?;
            Ok(id(at))
        }
        _ => Err(Failure::usage(
            "This account has several organizations",
            "Name one with --org-id: `plinth accounts organizations` shows them.",
        )),
    }
}
