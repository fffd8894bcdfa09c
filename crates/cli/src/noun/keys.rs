use std::time::{Duration, Instant};

use app::view::ErrorCode;
use clap::{Args, Subcommand};
use serde_json::{Value, json};

use super::{NewName, keychain};
use crate::ask;
use crate::failure::{Done, Failure};
use crate::id_or_name::matching;
use crate::named;
use crate::print::Show;
use crate::session::Session;
use crate::table::{Column, text, time, word};
use crate::task::{self, Task};

const COLUMNS: &[Column] = &[
    text("ID", "key.id"),
    text("Name", "key.name"),
    text("Project", "key.projectId"),
    time("Created", "key.createdAt"),
    time("Last used", "key.lastUsedAt"),
];
const NEW: &[Column] = &[
    text("ID", "key.id"),
    text("Name", "key.name"),
    text("Project", "key.projectId"),
];
const ROTATION: &[Column] = &[
    text("ID", "id"),
    text("Account", "accountName"),
    word("Step", "step", "rotationSteps"),
    text("Running", "isRunning"),
    text("Old key", "oldName"),
    text("New key", "newName"),
    text("Problem", "problem.message"),
    time("Started", "startedAt"),
];
/// What a rotation would lose without a keychain.
const NEW_KEY: &str = "the new one";
/// Between two looks at a rotation.
const LOOK: Duration = Duration::from_millis(200);

#[derive(Subcommand)]
pub enum Verb {
    /// List API keys: one's own, or an organization's
    List {
        #[arg(long, value_name = "ID")]
        org_id: Option<String>,
    },
    /// Create an API key. It is shown once: with --reveal, or kept as an account with --save-as
    Create(Create),
    /// Revoke an API key for good
    Revoke {
        /// Its id, or its name where no other key has it
        id: String,
        #[arg(long, value_name = "ID")]
        org_id: Option<String>,
    },
    /// Give the chosen account a new key, and revoke the old one
    Rotate {
        /// The key that is replaced, where the account's own is not known
        #[arg(long, value_name = "ID")]
        old_key_id: Option<String>,
        /// Name of the new key
        #[arg(long)]
        name: Option<String>,
    },
    /// List rotations that are under way or were not dismissed
    Rotations,
    /// Go on with a rotation that stopped
    Resume { id: String },
    /// Give a rotation up that stopped before the account had the new key
    Undo { id: String },
    /// Dismiss a rotation that is over
    Dismiss { id: String },
}

#[derive(Args)]
pub struct Create {
    #[command(flatten)]
    name: NewName,
    /// A key of this organization
    #[arg(long, value_name = "ID")]
    org_id: Option<String>,
    /// For this project alone, by its id, or by its name where that is unique
    #[arg(long, value_name = "PROJECT")]
    project_id: Option<String>,
    /// Keep it in the keychain as an account of this name
    #[arg(long, value_name = "NAME")]
    save_as: Option<String>,
}

impl Verb {
    /// Returns true if the verb is about rotations of all accounts, or about one by its id.
    pub fn is_of_rotation(&self) -> bool {
        matches!(
            self,
            Self::Rotations | Self::Resume { .. } | Self::Undo { .. } | Self::Dismiss { .. }
        )
    }

    pub async fn run(self, session: &Session) -> Done {
        let rotation = |command, id: String| Task::here(command, json!({ "id": id })).one(ROTATION);
        let task = match self {
            Self::List { org_id } => {
                let task = Task::new("key_list", json!({ "organizationId": org_id }));
                task.call("listKeys").rows(COLUMNS)
            }
            Self::Create(create) => return create.run(session).await,
            Self::Revoke { id, org_id } => {
                let (id, name) = key_to_revoke(session, org_id.as_deref(), id).await?;
                let args = json!({ "organizationId": org_id, "keyId": id });
                let task = Task::new("key_revoke", args).call("revokeKey");
                task.asks(format!(
                    "Revoke the key {name} ({id})? Every program that uses it is refused from then on."
                ))
                .one(NEW)
            }
            Self::Rotate { old_key_id, name } => return rotate(session, old_key_id, name).await,
            Self::Rotations => Task::here("rotation_list", json!({})).rows(ROTATION),
            Self::Resume { id } => {
                session.must_be_kept(NEW_KEY)?;
                session.must_be_meant()?;
                session.call("rotation_resume", json!({ "id": id })).await?;
                return until_over(session, &id).await;
            }
            Self::Undo { id } => {
                session.must_be_kept(NEW_KEY)?;
                rotation("rotation_undo", id)
            }
            Self::Dismiss { id } => {
                session.must_be_kept(NEW_KEY)?;
                rotation("rotation_dismiss", id)
                    .show(Show::Said)
                    .said("Dismissed.")
            }
        };
        task.run(session).await
    }
}

impl Create {
    async fn run(self, session: &Session) -> Done {
        let (organization, project) = match &self.project_id {
            Some(named) => of_project(session, named, self.org_id.clone()).await?,
            None => (self.org_id.clone(), None),
        };
        let request = json!({
            "name": self.name.get(),
            "organizationId": organization,
            "projectId": project,
        });
        if self.save_as.is_some() {
            session.must_be_kept(NEW_KEY)?;
            keychain::must_store(session).await?;
        }
        let mut task = Task::new("key_create", json!({ "request": request })).call("createKey");
        if self.save_as.is_none() {
            task = task.shown_once("The new key");
        }
        let Some(mut answer) = task.answer(session).await? else {
            return Ok(());
        };
        let mut said = String::new();
        if let (Some(name), Some(secret)) = (&self.save_as, answer["oneTimeSecret"]["id"].as_str())
        {
            let request = json!({ "name": name, "isProduction": false, "isReadOnly": false });
            let args = json!({ "secretId": secret, "request": request });
            match session.call("key_save_as_account", args).await {
                Ok(account) => answer["account"] = account,
                Err(failure) => {
                    // It is made, and can be revoked by its id.
                    task::print(session, answer, Show::One("", NEW), "").await?;
                    return Err(failure);
                }
            }
            // Keeping it took it out of memory.
            answer["oneTimeSecret"] = Value::Null;
            said = format!("It is in the keychain, as the account {name}.");
        }
        task::print(session, answer, Show::One("", NEW), &said).await
    }
}

/// The organization and the project of a key for one project. A key of no organization would be good for all projects.
async fn of_project(
    session: &Session,
    named: &str,
    organization: Option<String>,
) -> Done<(Option<String>, Option<String>)> {
    let project = named::project(session, Some(named)).await?;
    if session.options.dry_run {
        return Ok((organization, Some(project)));
    }
    let args = json!({ "accountId": session.account_id().await?, "projectId": project });
    let found = session.call("project_get", args).await?;
    let of_project = found["organizationId"].as_str().map(str::to_owned);
    match organization.or(of_project) {
        Some(organization) => Ok((Some(organization), Some(project))),
        None => Err(Failure::usage(
            "Only an organization's key can be for one project, and this project has no organization",
            "Leave --project-id out, or name the organization with --org-id.",
        )),
    }
}

/// The id and the name of the key with this id, or else of the only one with this name. With `--dry-run`, which reads nothing,
/// both are as they were typed.
async fn key_to_revoke(
    session: &Session,
    organization: Option<&str>,
    wanted: String,
) -> Done<(String, String)> {
    if session.options.dry_run {
        return Ok((wanted.clone(), wanted));
    }
    let account = session.account_id().await?;
    let args = json!({ "accountId": account, "organizationId": organization });
    let all = session.call("key_list", args).await?;
    let all = all.as_array().into_iter().flatten();
    let all: Vec<Value> = all.map(|row| row["key"].clone()).collect();
    let text = |of: &Value, field: &str| of[field].as_str().unwrap_or_default().to_owned();
    match matching(&all, &wanted).as_slice() {
        [] => Err(Failure::new(
            ErrorCode::NotFound,
            format!("The key {wanted} was not there"),
            "`plinth keys list` shows all of them.",
        )),
        [one] => Ok((text(one, "id"), text(one, "name"))),
        _ => Err(Failure::usage(
            format!("Several keys have the name {wanted}"),
            "Name one by its id: `plinth keys list` shows them.",
        )),
    }
}

async fn rotate(session: &Session, old: Option<String>, name: Option<String>) -> Done {
    session.must_be_kept(NEW_KEY)?;
    session.must_be_meant()?;
    let account = session.account_id().await?;
    let plan = session
        .call("rotation_plan", json!({ "accountId": account }))
        .await?;
    if let Ok(problem) = serde_json::from_value::<app::view::ErrorView>(plan["problem"].clone()) {
        return Err(problem.into());
    }
    let candidates = plan["candidates"].as_array().cloned().unwrap_or_default();
    let keys: Vec<Value> = candidates.iter().map(|it| it["key"].clone()).collect();
    let old = match (old, candidates.as_slice()) {
        (Some(old), _) => match matching(&keys, &old).first() {
            Some(key) => key["id"].clone(),
            None => {
                return Err(Failure::new(
                    ErrorCode::NotFound,
                    format!("The account has no key {old}"),
                    "`plinth keys list` shows all of them.",
                ));
            }
        },
        (None, [one]) => one["key"]["id"].clone(),
        (None, _) => {
            return Err(Failure::usage(
                "It is not known which key the account has",
                "Name it with --old-key-id: `plinth keys list` shows all of them.",
            ));
        }
    };
    session.name_defaults("rotation_start");
    ask::confirm(
        &format!(
            "Replace the key {}? The old one is revoked.",
            old.as_str().unwrap_or_default()
        ),
        session.options.yes,
    )
    .await?;
    let name = name.map_or_else(|| plan["name"].clone(), |name| json!(name));
    let request = json!({ "oldKeyId": old, "name": name });
    let args = json!({ "accountId": account, "request": request });
    let begun = session.call("rotation_start", args).await?;
    until_over(session, begun["id"].as_str().unwrap_or_default()).await
}

/// It would stop in the middle with this process, and go on at the next start.
async fn until_over(session: &Session, id: &str) -> Done {
    let end = Instant::now() + session.options.patience();
    loop {
        let all = session.call("rotation_list", json!({})).await?;
        let mut all = all.as_array().into_iter().flatten();
        let Some(one) = all.find(|one| one["id"] == id).cloned() else {
            return Err(Failure::new(
                ErrorCode::NotFound,
                "The rotation is not there any more",
                "`plinth history list` shows how it ended.",
            ));
        };
        if one["isRunning"] != true {
            if let Ok(problem) =
                serde_json::from_value::<app::view::ErrorView>(one["problem"].clone())
            {
                return Err(problem.into());
            }
            return task::print(session, one, Show::One("", ROTATION), "").await;
        }
        if Instant::now() > end {
            return Err(Failure::new(
                ErrorCode::Timeout,
                "The rotation has not ended yet",
                "`plinth keys rotations` shows how far it is.",
            ));
        }
        tokio::time::sleep(LOOK).await;
    }
}
