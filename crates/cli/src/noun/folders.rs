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

/// The folder of this id or path; the one around the current folder where none is named.
async fn find(session: &Session, named: Option<&Path>) -> Done<Value> {
    let items = all(session).await?;
    if let Some(id) = named.and_then(Path::to_str)
        && let Some(found) = items.iter().find(|item| item["id"] == id)
    {
        return Ok(found.clone());
    }
    let path = path_of(named)?;
    let found = match named {
        Some(_) => items
            .iter()
            .find(|item| real(&path) == Path::new(path_in(item)))
            .cloned(),
        None => nearest(items, &path),
    };
    found.ok_or_else(|| {
        Failure::new(
            ErrorCode::NotFound,
            format!("{path} is not in the list of project folders"),
            "Add it with `plinth folders add`.",
        )
    })
}

/// The folder that has this path in it, if any is in the list.
pub async fn around(session: &Session, path: &str) -> Done<Option<Value>> {
    Ok(nearest(all(session).await?, path))
}

fn nearest(items: Vec<Value>, path: &str) -> Option<Value> {
    let real = real(path);
    let around = items
        .into_iter()
        .filter(|item| real.starts_with(path_in(item)));
    around.max_by_key(|item| path_in(item).len())
}

async fn all(session: &Session) -> Done<Vec<Value>> {
    let list = session.call("folder_list", json!({})).await?;
    Ok(list["items"].as_array().cloned().unwrap_or_default())
}

fn path_in(item: &Value) -> &str {
    item["path"].as_str().unwrap_or_default()
}

/// The list has its folders with links followed.
fn real(path: &str) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| PathBuf::from(path))
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
