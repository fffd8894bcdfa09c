use std::path::{Path, PathBuf};

use app::view::ErrorCode;
use clap::{Args, Subcommand};
use serde_json::{Value, json};

use super::{copy, saved, seeded};
use crate::failure::{Done, Failure};
use crate::named;
use crate::print::{self, Show};
use crate::session::Session;
use crate::table::{Column, text, time, word};
use crate::task::{self, Task};

const COLUMNS: &[Column] = &[
    text("ID", "id"),
    text("Name", "name"),
    text("Where", "serviceLabel"),
    word("State", "state", "temporaryStates"),
    time("Created", "createdAt"),
    time("Expires", "expiresAt"),
];
const ONE: &[Column] = &[
    text("ID", "id"),
    text("Name", "name"),
    text("Where", "serviceLabel"),
    word("State", "state", "temporaryStates"),
    time("Created", "createdAt"),
    time("Expires", "expiresAt"),
    text("Host", "endpoint.host"),
    text("Port", "endpoint.port"),
    text("Database", "endpoint.database"),
    text("Role", "endpoint.role"),
    text("Problem", "checkError.message"),
    text("Secrets", "secretsMissing.message"),
    text("Env file", "env.path"),
    text("Seed", "seed.status"),
];
const FOUND: &[Column] = &[
    text("Variable", "variable"),
    text("Line", "line"),
    text("Host", "host"),
    text("Known as", "knownAs"),
    text("Refused", "refused"),
];

#[derive(Subcommand)]
pub enum Verb {
    /// List the temporary databases
    List {
        /// Ask the platform about each that can still change
        #[arg(long)]
        refresh: bool,
    },
    /// Show a temporary database
    Get {
        /// Its id or name
        id: String,
        /// Ask the platform about it
        #[arg(long)]
        refresh: bool,
    },
    /// Create a temporary database, which needs no account
    Create(Create),
    /// Print the link that keeps it in an account, and watch for the claim. It takes --reveal
    Claim {
        /// Its id or name
        id: String,
    },
    /// Rename it in Plinth; nothing is sent
    Rename {
        /// Its id or name
        id: String,
        /// Its name from then on
        name: String,
    },
    /// Run an SQL file in it
    Seed {
        /// Its id or name
        id: String,
        /// The SQL file
        file: PathBuf,
    },
    /// Save it to a file, with PostgreSQL's own pg_dump
    Save {
        /// Its id or name
        id: String,
        /// The file, which is there whole or not at all
        #[arg(long, value_name = "FILE")]
        file: PathBuf,
        /// As SQL that creates everything anew, without owners; otherwise by the ending: `.sql`, or an archive for pg_restore
        #[arg(long)]
        sql: bool,
    },
    /// Copy it into a project: as a new database of a branch, or into a new project
    Copy(copy::Copy),
    /// Delete it with its data before it expires, where its platform does that: the sandbox
    Delete {
        /// Its id or name
        id: String,
    },
    /// Forget it with its secrets. The database itself stays until it expires
    Forget {
        /// Its id or name
        id: String,
    },
    /// Add a database by its claim link, read from standard input, or from an env file
    Import {
        /// The env file that has the claim link
        #[arg(long, value_name = "FILE")]
        env: Option<PathBuf>,
        /// Its variable, where there are several
        #[arg(long, requires = "env", value_name = "NAME")]
        variable: Option<String>,
    },
}

#[derive(Args)]
pub struct Create {
    /// Where: `sandbox`, `neon`, an account, or the address of an instant service; otherwise the sandbox
    #[arg(long, value_name = "PLACE")]
    service: Option<String>,
    /// What the service is told of where it comes from
    #[arg(long, value_name = "TEXT")]
    reference: Option<String>,
    /// Set `wal_level` to logical; it cannot be undone. Otherwise it is not set
    #[arg(long)]
    logical_replication: bool,
    /// Run this SQL file in it
    #[arg(long, value_name = "FILE")]
    seed: Option<PathBuf>,
}

impl Verb {
    /// The database that it is about. A copy looks for its own once the target is known.
    fn id_mut(&mut self) -> Option<&mut String> {
        match self {
            Self::Get { id, .. }
            | Self::Claim { id }
            | Self::Rename { id, .. }
            | Self::Seed { id, .. }
            | Self::Save { id, .. }
            | Self::Delete { id }
            | Self::Forget { id } => Some(id),
            Self::List { .. } | Self::Create(_) | Self::Copy(_) | Self::Import { .. } => None,
        }
    }

    pub async fn run(mut self, session: &Session) -> Done {
        let mut name = String::new();
        if let Some(id) = self.id_mut() {
            (*id, name) = named::temporary(session, id).await?;
        }
        let task = match self {
            Self::List { refresh } => {
                let command = if refresh {
                    "temporary_refresh_all"
                } else {
                    "temporary_list"
                };
                let list = session.call(command, json!({})).await?;
                return task::print(session, list["items"].clone(), Show::Rows("", COLUMNS), "")
                    .await;
            }
            Self::Get { id, refresh } => {
                let command = if refresh {
                    "temporary_refresh"
                } else {
                    "temporary_get"
                };
                Task::here(command, json!({ "id": id })).one(ONE)
            }
            Self::Create(create) => return create.run(session).await,
            Self::Claim { id } => return claim(session, &id).await,
            Self::Rename { id, name } => {
                Task::here("temporary_rename", json!({ "id": id, "name": name })).one(ONE)
            }
            Self::Seed { id, file } => {
                session.must_be_meant()?;
                let seeded = seeded::seed(session, &id, absolute(&file)?).await?;
                return task::print(session, seeded, Show::One("", ONE), "").await;
            }
            Self::Save { id, file, sql } => {
                session.must_be_meant()?;
                // What is no file is refused, whatever is answered.
                if file.is_file() {
                    let question = format!("Replace {}?", file.display());
                    crate::ask::confirm(&question, session.options.yes).await?;
                }
                let format = saved::format(&file, sql);
                let args = json!({ "id": id, "path": absolute(&file)?, "format": format });
                return saved::save(session, &id, saved::TO_FILE, args).await;
            }
            Self::Copy(copy) => return copy.run(session).await,
            Self::Delete { id } => Task::here("temporary_delete", json!({ "id": id }))
                .asks(format!(
                    "Delete the temporary database {name} with all its data?"
                ))
                .said("Deleted."),
            Self::Forget { id } => Task::here("temporary_forget", json!({ "id": id }))
                .asks(format!(
                    "Forget {name} with its connection string and claim link?"
                ))
                .said("Forgotten. The database itself stays until it expires."),
            Self::Import { env: None, .. } => {
                session.must_be_meant()?;
                let link = crate::ask::secret("Claim link").await?;
                Task::here("temporary_import_link", json!({ "link": link })).one(ONE)
            }
            Self::Import {
                env: Some(env),
                variable,
            } => {
                let path = absolute(&env)?;
                match variable {
                    Some(variable) => import(&path, &variable),
                    None => match found(session, &path).await? {
                        Some(variable) => import(&path, &variable),
                        None => return Ok(()),
                    },
                }
            }
        };
        task.run(session).await
    }
}

fn import(path: &str, variable: &str) -> Task {
    let args = json!({ "path": path, "variable": variable });
    Task::here("temporary_import_env", args).one(ONE)
}

/// The only variable with a link; where there are several, they are listed.
async fn found(session: &Session, path: &str) -> Done<Option<String>> {
    let all = session
        .call("temporary_import_scan", json!({ "path": path }))
        .await?;
    let found = all.as_array().cloned().unwrap_or_default();
    match found.as_slice() {
        [] => Err(Failure::new(
            ErrorCode::NotFound,
            "The file has no claim link",
            "Name another file, or write a link to standard input.",
        )),
        [one] => Ok(one["variable"].as_str().map(str::to_owned)),
        _ => {
            let said = "Name one with --variable.";
            print::answer(&all, Show::Rows("", FOUND), said, session.options.is_json())?;
            Ok(None)
        }
    }
}

impl Create {
    async fn run(self, session: &Session) -> Done {
        let settings = session.call("settings_get", json!({})).await?;
        let mut options = settings["temporary"].clone();
        // The settings may name another place, such as that of the last database: no service means the sandbox.
        options["place"] = match &self.service {
            Some(place) => place_of(session, place).await?,
            None => Value::Null,
        };
        if let Some(reference) = self.reference {
            options["reference"] = json!(reference);
        }
        options["logicalReplication"] = json!(self.logical_replication);
        // The window's settings name files that nobody named here.
        options["envPath"] = Value::Null;
        options["seedPath"] = match &self.seed {
            Some(file) => json!(absolute(file)?),
            None => Value::Null,
        };
        let asked = self.seed.as_ref().map(|_| session.asked_to_stop());
        let task = Task::here("temporary_create_once", json!({ "options": options })).one(ONE);
        let Some(mut made) = task.answer(session).await? else {
            return Ok(());
        };
        let id = made["id"].as_str().unwrap_or_default().to_owned();
        if let Some(asked) = asked {
            made = seeded::of_create(session, &id, asked).await?;
        }
        let said = format!("`plinth connect --temp {id}` prints its connection string.");
        task::print(session, made, Show::One("", ONE), &said).await
    }
}

pub async fn place_of(session: &Session, place: &str) -> Done<Value> {
    match place {
        "neon" => Ok(json!({ "kind": "neon" })),
        "sandbox" | "here" => {
            let all = session.call("instant_service_list", json!({})).await?;
            let mut all = all.as_array().into_iter().flatten();
            let found = all.find(|one| one["kind"] == "thisMachine");
            found.map(|one| one["choice"].clone()).ok_or_else(|| {
                Failure::new(
                    ErrorCode::SandboxStopped,
                    "The sandbox was never started",
                    "Start it with `plinth sandbox start`.",
                )
            })
        }
        named => {
            let all = session.call("account_list", json!({})).await?;
            let all = all.as_array().map(Vec::as_slice).unwrap_or_default();
            let wanted = named.trim_end_matches('/');
            let has_address = |account: &&Value| {
                let url = account["instantUrl"].as_str();
                url.is_some_and(|url| url.trim_end_matches('/') == wanted)
            };
            // An account's service is asked with the account's certificates, also where its address was named.
            let found = crate::account::find(all, named)?;
            Ok(match found.or_else(|| all.iter().find(has_address)) {
                Some(account) => json!({ "kind": "account", "accountId": account["id"] }),
                None => json!({ "kind": "custom", "address": named }),
            })
        }
    }
}

async fn claim(session: &Session, id: &str) -> Done {
    session.must_be_meant()?;
    let target = session
        .call("temporary_claim_target", json!({ "id": id }))
        .await?;
    if !session.options.reveal {
        return Err(Failure::usage(
            "A claim link is printed only when it is asked for",
            "Add --reveal: whoever has the link can take the database.",
        ));
    }
    let args = json!({ "id": id, "host": target["host"] });
    let link = session.call("temporary_claim_link", args).await?;
    session
        .call("temporary_claim_opened", json!({ "id": id }))
        .await?;
    if session.options.is_json() {
        return print::json(&json!({ "host": target["host"], "link": link }));
    }
    print::out(&format!("{}\n", link.as_str().unwrap_or_default()))?;
    print::note("Open it in a browser where you are signed in.");
    Ok(())
}

pub fn absolute(path: &Path) -> Done<String> {
    let whole = std::path::absolute(path).ok();
    let whole = whole.and_then(|path| path.to_str().map(str::to_owned));
    whole.ok_or_else(|| {
        Failure::usage(
            "The path can't be used",
            "Name a file whose path is written in UTF-8.",
        )
    })
}
