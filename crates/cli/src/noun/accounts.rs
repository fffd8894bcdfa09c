use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args, Subcommand};
use serde_json::json;

use crate::ask;
use crate::failure::{Done, Failure};
use crate::session::Session;
use crate::table::{Column, text, time, word};
use crate::task::Task;
use crate::{account, key};

const COLUMNS: &[Column] = &[
    text("ID", "id"),
    text("Name", "name"),
    word("State", "state", "accountStates"),
    word("Key", "keyKind", "keyKinds"),
    text("Host", "host"),
    text("Shown", "isCurrent"),
    text("Production", "isProduction"),
    text("Read-only", "isReadOnly"),
];
const ONE: &[Column] = &[
    text("ID", "id"),
    text("Name", "name"),
    word("State", "state", "accountStates"),
    text("Problem", "problem.message"),
    word("Key", "keyKind", "keyKinds"),
    text("Owner", "owner"),
    text("Management API", "baseUrl"),
    text("Instant service", "instantUrl"),
    text("Shown", "isCurrent"),
    text("Production", "isProduction"),
    text("Read-only", "isReadOnly"),
    time("Added", "addedAt"),
];
const BUDGET: &[Column] = &[
    text("Requests in the last minute", "lastMinute"),
    text("A minute may have", "perMinute"),
    text("Waiting", "waiting"),
];
const ORGANIZATIONS: &[Column] = &[
    text("ID", "id"),
    text("Name", "name"),
    text("Plan", "plan"),
    time("Created", "createdAt"),
];
const REGIONS: &[Column] = &[
    text("ID", "id"),
    text("Name", "name"),
    text("Default", "isDefault"),
];
const USER: &[Column] = &[
    text("ID", "id"),
    text("Name", "name"),
    text("Email", "email"),
    text("Plan", "plan"),
    text("Projects", "projectsLimit"),
    text("Branches each", "branchesLimit"),
    text("Largest compute", "largestCu"),
];

#[derive(Subcommand)]
pub enum Verb {
    /// List all accounts
    List,
    /// Show the chosen account
    Get,
    /// Connect an account. Its key is read from standard input or PLINTH_API_KEY
    Add(Add),
    /// Show this account from now on, in the window too
    Use {
        // Not `account`: that is the option of all commands.
        /// Its name or id
        #[arg(value_name = "ACCOUNT")]
        wanted: String,
    },
    /// Change the chosen account
    Update(Update),
    /// Give the chosen account another key, read from standard input
    ReplaceKey,
    /// Ask whether the key is good now
    Check,
    /// Remove the chosen account with its key; nothing is deleted on the platform
    Remove,
    /// Show how many requests its key has sent, of how many it may
    Budget,
    /// Show whose key it is, with the limits of the plan
    Me,
    /// List its organizations
    Organizations,
    /// List the regions for new projects
    Regions {
        #[arg(long, value_name = "ID")]
        org_id: Option<String>,
    },
}

#[derive(Args)]
pub struct Add {
    /// Its name here
    #[arg(long, default_value = "")]
    name: String,
    /// Management API address of another platform than the hosted one
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,
    /// Address of that platform's instant service
    #[arg(long, value_name = "URL", requires = "base_url")]
    instant_url: Option<String>,
    /// Color in the window [default: red for production, else the next free one]
    #[arg(long, alias = "colour", value_parser = color())]
    color: Option<String>,
    /// Mark it as production
    #[arg(long)]
    production: bool,
    /// Refuse all changes
    #[arg(long)]
    read_only: bool,
}

/// Reads a color's name. The core's word for gray is `grey`.
fn color() -> impl TypedValueParser<Value = String> {
    let gray = PossibleValue::new("gray").alias("grey");
    let others = ["verdigris", "blue", "green", "amber", "red"].map(PossibleValue::new);
    let names = PossibleValuesParser::new(others.into_iter().chain([gray]));
    names.map(|name| match name.as_str() {
        "gray" => "grey".to_owned(),
        _ => name,
    })
}

#[derive(Args)]
pub struct Update {
    #[arg(long)]
    name: Option<String>,
    #[arg(long, alias = "colour", value_parser = color())]
    color: Option<String>,
    /// Mark it as production; `=false` clears it
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", action = ArgAction::Set)]
    production: Option<bool>,
    /// Refuse all changes; `=false` clears it
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", action = ArgAction::Set)]
    read_only: Option<bool>,
}

impl Verb {
    pub async fn run(self, session: &Session) -> Done {
        let of_account = |command| Task::new(command, json!({}));
        let task = match self {
            Self::List => Task::here("account_list", json!({})).rows(COLUMNS),
            Self::Get => {
                let account = session.account().await?.clone();
                let show = crate::print::Show::One("", ONE);
                return crate::task::print(session, account, show, "").await;
            }
            Self::Add(add) => add.task(session).await?,
            Self::Use { wanted } => {
                let all = session.call("account_list", json!({})).await?;
                let all = all.as_array().map(Vec::as_slice).unwrap_or_default();
                let found = account::find(all, &wanted)?;
                let found = found.ok_or_else(|| account::missing(&wanted))?;
                Task::here("account_choose", json!({ "id": found["id"] })).one(ONE)
            }
            Self::Update(update) => {
                session.must_be_kept("the change")?;
                let edit = json!({
                    "name": update.name,
                    "colour": update.color,
                    "isProduction": update.production,
                    "isReadOnly": update.read_only,
                });
                let args = json!({ "id": session.account_id().await?, "edit": edit, "key": null });
                Task::here("account_edit", args).one(ONE)
            }
            Self::ReplaceKey => {
                session.must_be_kept("the new one")?;
                session.must_be_meant()?;
                let account = session.account().await?;
                let name = account["name"].as_str().unwrap_or_default();
                // Before the key is read, which may come from the same terminal.
                ask::confirm(
                    &format!("Replace the key of the account {name}?"),
                    session.options.yes,
                )
                .await?;
                let key = ask::secret("API key").await?;
                Task::here(
                    "account_replace_key",
                    json!({ "id": account["id"], "key": key }),
                )
                .one(ONE)
            }
            Self::Check => {
                let args = json!({ "id": session.account_id().await? });
                Task::here("account_recheck", args).one(ONE)
            }
            Self::Remove => {
                session.must_be_kept("what is removed")?;
                let account = session.account().await?;
                let name = account["name"].as_str().unwrap_or_default();
                Task::here("account_remove", json!({ "id": account["id"] }))
                    .asks(format!(
                        "Remove the account {name} and its key from this machine?"
                    ))
                    .said(format!(
                        "Removed {name}. Nothing was deleted on the platform."
                    ))
            }
            Self::Budget => {
                let args = json!({ "id": session.account_id().await? });
                Task::here("account_budget", args).one(BUDGET)
            }
            Self::Me => of_account("user_me").call("me").one(USER),
            Self::Organizations => {
                let task = of_account("organization_list").call("listOrganizations");
                task.rows(ORGANIZATIONS)
            }
            Self::Regions { org_id } => {
                Task::new("region_list", json!({ "organizationId": org_id }))
                    .call("listRegions")
                    .rows(REGIONS)
            }
        };
        task.run(session).await
    }
}

impl Add {
    async fn task(self, session: &Session) -> Done<Task> {
        let options = &session.options;
        if options.dry_run {
            return Ok(Task::here("account_connect", json!({})));
        }
        if options.api_key.is_some() {
            return Err(Failure::usage(
                "A key among the arguments is not kept",
                "Leave --api-key out, and write the key to standard input or set PLINTH_API_KEY.",
            ));
        }
        key::addresses_must_be_one(options, self.base_url.as_deref())?;
        let base_url = self.base_url.or_else(|| options.api_url.clone());
        let mut request = json!({
            "name": self.name,
            "platform": if base_url.is_some() { "custom" } else { "neon" },
            "baseUrl": base_url,
            "instantUrl": self.instant_url,
            "caFile": options.ca_file.as_deref().and_then(absolute),
        });
        // Nobody should enter a key for what can't be added anyway.
        let args = json!({ "request": request });
        session.call("account_check", args).await?;
        request["key"] = json!(match key::of_environment()? {
            Some(key) => key,
            None => ask::secret("API key").await?,
        });
        request["colour"] = json!(self.color);
        request["isProduction"] = json!(self.production);
        request["isReadOnly"] = json!(self.read_only);
        Ok(Task::here("account_connect", json!({ "request": request })).one(ONE))
    }
}

fn absolute(path: &std::path::Path) -> Option<PathBuf> {
    std::path::absolute(path).ok()
}
