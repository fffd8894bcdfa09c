use std::time::{Duration, Instant};

use app::accounts::SaveKey;
use app::keys::{CreateKey, KeyCreate, KeyList, KeyRevoke, KeySaveAsAccount};
use app::operation::Operation as _;
use app::projects::ProjectGet;
use app::rotation::{
    RotateKey, RotationDismiss, RotationList, RotationPlan, RotationResume, RotationStart,
    RotationUndo,
};
use app::view::{AccountView, ErrorCode, KeyRowView, KeyView, NewKeyView, RotationView};
use clap::{Args, Subcommand};
use serde::Serialize;

use super::{NewName, keychain};
use crate::ask;
use crate::columns::{Column, column, plain, record, time, word};
use crate::failure::{Done, Failure};
use crate::id_or_name::matching;
use crate::named;
use crate::request::{Request, print, print_one};
use crate::session::Session;

const COLUMNS: &[Column<KeyRowView>] = &[
    column("ID", |it| plain(&it.key.id)),
    column("Name", |it| plain(&it.key.name)),
    column("Project", |it| plain(&it.key.project_id)),
    column("Created", |it| time(&it.key.created_at)),
    column("Last used", |it| time(&it.key.last_used_at)),
];
const NEW: &[Column<KeyView>] = &[
    column("ID", |it| plain(&it.id)),
    column("Name", |it| plain(&it.name)),
    column("Project", |it| plain(&it.project_id)),
];
const ROTATION: &[Column<RotationView>] = &[
    column("ID", |it| plain(&it.id)),
    column("Account", |it| plain(&it.account_name)),
    column("Step", |it| word("rotationSteps", &it.step)),
    column("Running", |it| plain(&it.is_running)),
    column("Old key", |it| plain(&it.old_name)),
    column("New key", |it| plain(&it.new_name)),
    column("Problem", |it| {
        plain(&it.problem.as_ref().map(|it| &it.message))
    }),
    column("Started", |it| time(&it.started_at)),
];
/// The key that a rotation would lose without a keychain.
const NEW_KEY: &str = "the new one";
/// The time between two looks at a rotation.
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
        let task = match self {
            Self::List { org_id } => {
                let organization_id = org_id;
                Request::new(KeyList { organization_id }).rows(COLUMNS)
            }
            Self::Create(create) => return create.run(session).await,
            Self::Revoke { id, org_id } => {
                let (id, name) = key_to_revoke(session, org_id.as_deref(), id).await?;
                let question = format!(
                    "Revoke the key {name} ({id})? Every program that uses it is refused from then on."
                );
                Request::new(KeyRevoke {
                    organization_id: org_id,
                    key_id: id,
                })
                .one_in(|revoked| &revoked.key, NEW)
                .asks(question)
            }
            Self::Rotate { old_key_id, name } => return rotate(session, old_key_id, name).await,
            Self::Rotations => Request::new(RotationList {}).rows(ROTATION),
            Self::Resume { id } => {
                session.must_be_kept(NEW_KEY)?;
                session.must_be_meant()?;
                let resumed = session.run(RotationResume { id }).await?;
                return until_over(session, &resumed.id).await;
            }
            Self::Undo { id } => {
                session.must_be_kept(NEW_KEY)?;
                Request::new(RotationUndo { id }).one(ROTATION)
            }
            Self::Dismiss { id } => {
                session.must_be_kept(NEW_KEY)?;
                Request::new(RotationDismiss { id }).sentence("Dismissed.")
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
        let request = CreateKey {
            name: self.name.get(),
            organization_id: organization,
            project_id: project,
        };
        if self.save_as.is_some() {
            session.must_be_kept(NEW_KEY)?;
            keychain::must_store(session).await?;
        }
        let mut create = Request::new(KeyCreate { request });
        if self.save_as.is_none() {
            create = create.shown_once("The new key");
        }
        let Some(made) = create.answer(session).await? else {
            return Ok(());
        };
        let mut made = MadeKey {
            made,
            account: None,
        };
        let mut sentence = String::new();
        if let (Some(name), Some(secret)) = (&self.save_as, &made.made.one_time_secret) {
            let save = KeySaveAsAccount {
                secret_id: secret.id.clone(),
                request: SaveKey {
                    name: name.clone(),
                    colour: None,
                    is_production: false,
                    is_read_only: false,
                },
            };
            match session.run(save).await {
                Ok(account) => made.account = Some(account),
                Err(failure) => {
                    // The key is made, and can be revoked by its id.
                    print(session, &made, MadeKey::text, "").await?;
                    return Err(failure);
                }
            }
            // Keeping it took it out of memory.
            made.made.one_time_secret = None;
            sentence = format!("It is in the keychain, as the account {name}.");
        }
        print(session, &made, MadeKey::text, &sentence).await
    }
}

/// A new key, with the account that keeps it.
#[derive(Serialize)]
struct MadeKey {
    #[serde(flatten)]
    made: NewKeyView,
    #[serde(skip_serializing_if = "Option::is_none")]
    account: Option<AccountView>,
}

impl MadeKey {
    fn text(&self) -> String {
        record(NEW, &self.made.key)
    }
}

/// Returns the organization and the project of a key for one project. A key of no organization would be good for all projects.
async fn of_project(
    session: &Session,
    named: &str,
    organization: Option<String>,
) -> Done<(Option<String>, Option<String>)> {
    let project = named::project(session, Some(named)).await?;
    if session.options.dry_run {
        return Ok((organization, Some(project)));
    }
    let project_id = project.clone();
    let found = session.run(ProjectGet { project_id }).await?;
    match organization.or(found.organization_id) {
        Some(organization) => Ok((Some(organization), Some(project))),
        None => Err(Failure::usage(
            "Only an organization's key can be for one project, and this project has no organization",
            "Leave --project-id out, or name the organization with --org-id.",
        )),
    }
}

/// Returns the id and the name of the key with this id, or else of the only key with this name. With `--dry-run`, which reads nothing,
/// both are as they were typed.
async fn key_to_revoke(
    session: &Session,
    organization: Option<&str>,
    wanted: String,
) -> Done<(String, String)> {
    if session.options.dry_run {
        return Ok((wanted.clone(), wanted));
    }
    let organization_id = organization.map(str::to_owned);
    let all = session.run(KeyList { organization_id }).await?;
    let all: Vec<KeyView> = all.into_iter().map(|row| row.key).collect();
    match matching(&all, &wanted).as_slice() {
        [] => Err(Failure::new(
            ErrorCode::NotFound,
            format!("The key {wanted} was not there"),
            "`plinth keys list` shows all of them.",
        )),
        [one] => Ok((one.id.clone(), one.name.clone())),
        _ => Err(Failure::usage(
            format!("Several keys have the name {wanted}"),
            "Name one by its id: `plinth keys list` shows them.",
        )),
    }
}

async fn rotate(session: &Session, old: Option<String>, name: Option<String>) -> Done {
    session.must_be_kept(NEW_KEY)?;
    session.must_be_meant()?;
    let plan = session.run(RotationPlan {}).await?;
    if let Some(problem) = plan.problem {
        return Err(problem.into());
    }
    let keys: Vec<KeyView> = plan.candidates.into_iter().map(|it| it.key).collect();
    let old_key_id = match (old, keys.as_slice()) {
        (Some(old), _) => match matching(&keys, &old).first() {
            Some(key) => key.id.clone(),
            None => {
                return Err(Failure::new(
                    ErrorCode::NotFound,
                    format!("The account has no key {old}"),
                    "`plinth keys list` shows all of them.",
                ));
            }
        },
        (None, [one]) => one.id.clone(),
        (None, _) => {
            return Err(Failure::usage(
                "It is not known which key the account has",
                "Name it with --old-key-id: `plinth keys list` shows all of them.",
            ));
        }
    };
    session.name_defaults(RotationStart::INFO);
    let question = format!("Replace the key {old_key_id}? The old one is revoked.");
    ask::confirm(&question, session.options.yes).await?;
    let request = RotateKey {
        old_key_id,
        name: name.unwrap_or(plan.name),
    };
    let started = session.run(RotationStart { request }).await?;
    until_over(session, &started.id).await
}

/// Waits for the end of a rotation, which would stop in the middle with this process and go on at the next start.
async fn until_over(session: &Session, id: &str) -> Done {
    let end = Instant::now() + session.options.patience();
    loop {
        let all = session.run(RotationList {}).await?;
        let Some(one) = all.into_iter().find(|one| one.id == id) else {
            return Err(Failure::new(
                ErrorCode::NotFound,
                "The rotation is not there any more",
                "`plinth history list` shows how it ended.",
            ));
        };
        if !one.is_running {
            return match one.problem {
                Some(problem) => Err(problem.into()),
                None => print_one(session, &one, ROTATION, "").await,
            };
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
