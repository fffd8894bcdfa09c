use std::path::PathBuf;

use app::accounts::{AccountList, InstantServiceList};
use app::settings::SettingsGet;
use app::temporary::{
    TemporaryClaimOpened, TemporaryClaimTarget, TemporaryCreateOnce, TemporaryDelete,
    TemporaryForget, TemporaryGet, TemporaryImportEnv, TemporaryImportLink, TemporaryImportScan,
    TemporaryList, TemporaryRefresh, TemporaryRefreshAll, TemporaryRename,
};
use app::view::{
    AccountView, ErrorCode, ImportCandidateView, InstantServiceChoice, InstantServiceKind,
    TemporaryView,
};
use clap::{Args, Subcommand};
use host::command::TemporarySave;
use host::command::temporary::TemporaryClaimLink;
use serde_json::json;

use super::{copy, saved, seeded};
use crate::columns::{Column, column, detail, plain, rows, time, word};
use crate::failure::{Done, Failure};
use crate::named;
use crate::paths::absolute;
use crate::request::{self, Request, print_one, print_rows};
use crate::session::Session;
use crate::{account, ask, print};

const COLUMNS: &[Column<TemporaryView>] = &[
    column("ID", |it| plain(&it.id)),
    column("Name", |it| plain(&it.name)),
    column("Where", |it| plain(&it.service_label)),
    column("State", |it| word("temporaryStates", &it.state)),
    column("Created", |it| time(&it.created_at)),
    column("Expires", |it| time(&it.expires_at)),
    detail("Host", |it| plain(&it.endpoint.as_ref().map(|it| &it.host))),
    detail("Port", |it| plain(&it.endpoint.as_ref().map(|it| &it.port))),
    detail("Database", |it| {
        plain(&it.endpoint.as_ref().map(|it| &it.database))
    }),
    detail("Role", |it| plain(&it.endpoint.as_ref().map(|it| &it.role))),
    detail("Problem", |it| {
        plain(&it.check_error.as_ref().map(|it| &it.message))
    }),
    detail("Secrets", |it| {
        plain(&it.secrets_missing.as_ref().map(|it| &it.message))
    }),
    detail("Env file", |it| plain(&it.env.as_ref().map(|it| &it.path))),
    detail("Seed", |it| plain(&it.seed.as_ref().map(|it| &it.status))),
];
const FOUND: &[Column<ImportCandidateView>] = &[
    column("Variable", |it| plain(&it.variable)),
    column("Line", |it| plain(&it.line)),
    column("Host", |it| plain(&it.host)),
    column("Known as", |it| plain(&it.known_as)),
    column("Refused", |it| plain(&it.refused)),
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
    /// Returns the name or id of the database. A copy looks for its own once the target is known.
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
                let list = match refresh {
                    true => session.run(TemporaryRefreshAll {}).await?,
                    false => session.run(TemporaryList {}).await?,
                };
                return print_rows(session, &list.items, COLUMNS).await;
            }
            Self::Get { id, refresh: true } => Request::new(TemporaryRefresh { id }).one(COLUMNS),
            Self::Get { id, refresh: false } => Request::new(TemporaryGet { id }).one(COLUMNS),
            Self::Create(create) => return create.run(session).await,
            Self::Claim { id } => return claim(session, id).await,
            Self::Rename { id, name } => Request::new(TemporaryRename { id, name }).one(COLUMNS),
            Self::Seed { id, file } => {
                session.must_be_meant()?;
                let seeded = seeded::seed(session, id, absolute(&file)?).await?;
                return print_one(session, &seeded, COLUMNS, "").await;
            }
            Self::Save { id, file, sql } => {
                session.must_be_meant()?;
                // The core refuses a path that is no file, whatever is answered.
                if file.is_file() {
                    let question = format!("Replace {}?", file.display());
                    ask::confirm(&question, session.options.yes).await?;
                }
                let save = TemporarySave {
                    id: id.clone(),
                    path: absolute(&file)?,
                    format: saved::format(&file, sql),
                };
                return saved::save(session, &id, save, "The database was not saved").await;
            }
            Self::Copy(copy) => return copy.run(session).await,
            Self::Delete { id } => Request::new(TemporaryDelete { id })
                .sentence("Deleted.")
                .asks(format!(
                    "Delete the temporary database {name} with all its data?"
                )),
            Self::Forget { id } => Request::new(TemporaryForget { id })
                .sentence("Forgotten. The database itself stays until it expires.")
                .asks(format!(
                    "Forget {name} with its connection string and claim link?"
                )),
            Self::Import { env: None, .. } => {
                session.must_be_meant()?;
                let link = ask::secret("Claim link").await?;
                Request::new(TemporaryImportLink { link }).one(COLUMNS)
            }
            Self::Import {
                env: Some(env),
                variable,
            } => {
                let path = absolute(&env)?;
                let variable = match variable {
                    Some(variable) => Some(variable),
                    None => only_variable(session, &path).await?,
                };
                match variable {
                    Some(variable) => {
                        Request::new(TemporaryImportEnv { path, variable }).one(COLUMNS)
                    }
                    None => return Ok(()),
                }
            }
        };
        task.run(session).await
    }
}

/// Returns the only variable with a link; where there are several, lists them.
async fn only_variable(session: &Session, path: &str) -> Done<Option<String>> {
    let path = path.to_owned();
    let found = session.run(TemporaryImportScan { path }).await?;
    match found.as_slice() {
        [] => Err(Failure::new(
            ErrorCode::NotFound,
            "The file has no claim link",
            "Name another file, or write a link to standard input.",
        )),
        [one] => Ok(Some(one.variable.clone())),
        all => {
            let sentence = "Name one with --variable.";
            request::print(session, &all, |all| rows(FOUND, all), sentence).await?;
            Ok(None)
        }
    }
}

impl Create {
    async fn run(self, session: &Session) -> Done {
        let mut options = session.run(SettingsGet {}).await?.temporary;
        // The settings may name another place, such as that of the last database: no service means the sandbox.
        options.service = match &self.service {
            Some(place) => Some(place_of(session, place).await?),
            None => None,
        };
        if let Some(reference) = self.reference {
            options.reference = reference;
        }
        options.logical_replication = self.logical_replication;
        // The window's settings name files that nobody named here.
        options.env_path = None;
        options.seed_path = self.seed.as_deref().map(absolute).transpose()?;
        let asked = self.seed.as_ref().map(|_| session.asked_to_stop());
        let create = Request::new(TemporaryCreateOnce { options });
        let Some(mut made) = create.answer(session).await? else {
            return Ok(());
        };
        let id = made.id.clone();
        if let Some(asked) = asked {
            made = seeded::of_create(session, &id, asked).await?;
        }
        let sentence = format!("`plinth connect --temp {id}` prints its connection string.");
        print_one(session, &made, COLUMNS, &sentence).await
    }
}

pub async fn place_of(session: &Session, place: &str) -> Done<InstantServiceChoice> {
    match place {
        "neon" => Ok(InstantServiceChoice::Neon),
        "sandbox" | "here" => {
            let mut all = session.run(InstantServiceList {}).await?.into_iter();
            let found = all.find(|one| one.kind == InstantServiceKind::ThisMachine);
            found.map(|one| one.choice).ok_or_else(|| {
                Failure::new(
                    ErrorCode::SandboxStopped,
                    "The sandbox was never started",
                    "Start it with `plinth sandbox start`.",
                )
            })
        }
        named => {
            let all = session.run(AccountList {}).await?;
            let wanted = named.trim_end_matches('/');
            let has_address = |account: &&AccountView| {
                let url = account.instant_url.as_deref();
                url.is_some_and(|url| url.trim_end_matches('/') == wanted)
            };
            // An account's service is asked with the account's certificates, also where its address was named.
            let found = account::find(&all, named)?;
            Ok(match found.or_else(|| all.iter().find(has_address)) {
                Some(account) => InstantServiceChoice::Account {
                    account_id: account.id.clone(),
                },
                None => InstantServiceChoice::Custom {
                    address: named.to_owned(),
                },
            })
        }
    }
}

async fn claim(session: &Session, id: String) -> Done {
    session.must_be_meant()?;
    let target = TemporaryClaimTarget { id: id.clone() };
    let host = session.run(target).await?.host;
    if !session.options.reveal {
        return Err(Failure::usage(
            "A claim link is printed only when it is asked for",
            "Add --reveal: whoever has the link can take the database.",
        ));
    }
    let link = TemporaryClaimLink {
        id: id.clone(),
        host: host.clone(),
    };
    let link = session.run(link).await?;
    session.run(TemporaryClaimOpened { id }).await?;
    if session.options.is_json() {
        return print::json(&json!({ "host": host, "link": link }));
    }
    print::out(&format!("{link}\n"))?;
    print::note("Open it in a browser where you are signed in.");
    Ok(())
}
