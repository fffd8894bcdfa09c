//! Project folders: each gets a database into its env file.

use std::path::{Path, PathBuf};

use app::view::ErrorCode;
use clap::Subcommand;
use serde_json::{Value, json};

use super::folder_ensure::{ONE, ensure, write_all};
use super::folder_settings::{Settings, defaults};
use super::temporary::absolute;
use crate::failure::{Done, Failure};
use crate::print::{self, Show};
use crate::session::Session;
use crate::table::{Column, text, time, word};
use crate::task::{self, Task};

const COLUMNS: &[Column] = &[
    text("Folder", "path"),
    text("Variable", "settings.variable"),
    text("Database from", "sourceLabel"),
    word("State", "state", "folderStates"),
    time("Expires", "expiresAt"),
];
const FOUND: &[Column] = &[
    text("Folder", "folder"),
    text("File", "file"),
    text("Line", "line"),
    text("Variable", "variable"),
    text("Value", "masked"),
    text("Known as", "knownAs"),
    text("Refused", "refused"),
];
const IMPORTED: &[Column] = &[
    text("Folder", "of.folder"),
    text("Variable", "of.variable"),
    text("Temporary database", "temporaryId"),
    text("Problem", "error.message"),
];

#[derive(Subcommand)]
pub enum Verb {
    /// List the project folders, as they are on the disk now
    List,
    /// Show a folder; without a name the one of this folder
    Get { folder: Option<PathBuf> },
    /// Add a folder; without a name this one
    Add {
        folder: Option<PathBuf>,
        #[command(flatten)]
        settings: Settings,
    },
    /// Change what a folder is to get, and where. No file changes
    Update {
        folder: Option<PathBuf>,
        #[command(flatten)]
        settings: Settings,
    },
    /// Remove a folder from the list. Its files and its database stay
    Remove { folder: Option<PathBuf> },
    /// Give a folder its database, unless its variable has a value. It shows the change of the env file and asks
    Ensure {
        folder: Option<PathBuf>,
        /// Make another database in place of the one that Plinth wrote, such as an expired one
        #[arg(long)]
        replace: bool,
    },
    /// Write changed connection strings to all folders that have the former ones
    WriteAll,
    /// List the databases in the `.env*` files of folders
    Scan {
        #[arg(required = true)]
        folders: Vec<PathBuf>,
    },
    /// Bring the databases in the `.env*` files of a folder into the lists
    Import {
        folder: PathBuf,
        /// Only that of this variable
        #[arg(long, value_name = "NAME")]
        variable: Option<String>,
        /// Only those of this file
        #[arg(long, value_name = "FILE")]
        file: Option<String>,
    },
}

impl Verb {
    /// Returns true if the folder may get the database of an account's project.
    pub fn takes_account(&self) -> bool {
        matches!(self, Self::Add { .. } | Self::Update { .. })
    }

    pub async fn run(self, session: &Session) -> Done {
        let task = match self {
            Self::List => {
                let list = session.call("folder_list", json!({})).await?;
                return task::print(session, list["items"].clone(), Show::Rows("", COLUMNS), "")
                    .await;
            }
            Self::Get { folder } => {
                let found = find(session, folder.as_deref()).await?;
                Task::here("folder_get", json!({ "id": found["id"] })).one(ONE)
            }
            Self::Add { folder, settings } => {
                let path = path_of(folder.as_deref())?;
                let settings = settings.over(session, defaults()).await?;
                Task::here("folder_add", json!({ "path": path, "settings": settings })).one(ONE)
            }
            Self::Update { folder, settings } => {
                let found = find(session, folder.as_deref()).await?;
                let settings = settings.over(session, found["settings"].clone()).await?;
                let args = json!({ "id": found["id"], "settings": settings });
                Task::here("folder_change", args).one(ONE)
            }
            Self::Remove { folder } => {
                let found = find(session, folder.as_deref()).await?;
                Task::here("folder_remove", json!({ "id": found["id"] })).said(format!(
                    "Removed {} from the list. Its files and its database are as they were.",
                    found["path"].as_str().unwrap_or_default()
                ))
            }
            Self::Ensure { folder, replace } => {
                let found = find(session, folder.as_deref()).await?;
                return ensure(session, &found, replace).await;
            }
            Self::WriteAll => return write_all(session).await,
            Self::Scan { folders } => {
                let found = scan(session, &folders).await?;
                return task::print(session, found, Show::Rows("found", FOUND), "").await;
            }
            Self::Import {
                folder,
                variable,
                file,
            } => {
                let found = scan(session, &[folder]).await?;
                let picks = picks(&found, variable.as_deref(), file.as_deref())?;
                let task = Task::here("folder_import", json!({ "picks": picks }));
                task.rows(IMPORTED)
            }
        };
        task.run(session).await
    }
}

/// The whole path of a folder; of this one where none is named.
pub fn path_of(folder: Option<&Path>) -> Done<String> {
    absolute(folder.unwrap_or(Path::new(".")))
}

/// Returns the listed folder of this id or path; without a name the project folder that the current folder belongs to.
async fn find(session: &Session, named: Option<&Path>) -> Done<Value> {
    let Some(named) = named else {
        let mut found = around(session, None).await?;
        let folder = found["folder"].take();
        return match found["isListed"] == true {
            true => Ok(folder),
            false => Err(unlisted(folder["path"].as_str().unwrap_or_default())),
        };
    };
    let list = session.call("folder_list", json!({})).await?;
    let items = list["items"].as_array().into_iter().flatten();
    let path = path_of(Some(named))?;
    let is_named = |item: &&Value| {
        let has_path = item["path"]
            .as_str()
            .is_some_and(|it| real(&path) == Path::new(it));
        named.to_str().is_some_and(|id| item["id"] == id) || has_path
    };
    let found = items.into_iter().find(is_named).cloned();
    found.ok_or_else(|| unlisted(&path))
}

fn unlisted(path: &str) -> Failure {
    Failure::new(
        ErrorCode::NotFound,
        format!("{path} is not in the list of project folders"),
        format!("Add it with `plinth folders add {path}`."),
    )
}

/// Returns the named folder, or the project folder that the current folder belongs to. Says which one that is, if it is
/// another than the current folder.
pub async fn around(session: &Session, named: Option<&Path>) -> Done<Value> {
    let path = path_of(named)?;
    let args = json!({ "path": path, "exact": named.is_some() });
    let found = session.call("folder_around", args).await?;
    let folder = found["folder"]["path"].as_str().unwrap_or_default();
    if named.is_none() && real(&path) != Path::new(folder) {
        print::note(&format!("plinth: the project folder is {folder}"));
    }
    Ok(found)
}

/// The list has its folders with links followed.
fn real(path: &str) -> PathBuf {
    app::disk::real_path(Path::new(path)).unwrap_or_else(|_| PathBuf::from(path))
}

async fn scan(session: &Session, folders: &[PathBuf]) -> Done<Value> {
    let paths = folders.iter().map(|folder| absolute(folder));
    let paths = paths.collect::<Done<Vec<_>>>()?;
    let found = session
        .call("folder_scan", json!({ "paths": paths }))
        .await?;
    for problem in found["problems"].as_array().into_iter().flatten() {
        print::note(&format!(
            "{}: {}",
            problem["path"].as_str().unwrap_or_default(),
            problem["error"]["message"].as_str().unwrap_or_default()
        ));
    }
    Ok(found)
}

/// Those that can be brought in.
fn picks(found: &Value, variable: Option<&str>, file: Option<&str>) -> Done<Vec<Value>> {
    let all = found["found"].as_array().into_iter().flatten();
    let picked: Vec<Value> = all
        .filter(|one| variable.is_none_or(|name| one["variable"] == name))
        .filter(|one| file.is_none_or(|name| one["file"] == name))
        .filter(|one| one["refused"].is_null())
        .map(|one| {
            json!({ "folder": one["folder"], "file": one["file"], "variable": one["variable"] })
        })
        .collect();
    if picked.is_empty() {
        return Err(Failure::new(
            ErrorCode::NotFound,
            "The folder's env files have no such database",
            "`plinth folders scan` lists what they have.",
        ));
    }
    Ok(picked)
}
