//! Project folders: each gets a database into its env file.

use std::path::{Path, PathBuf};

use app::folders::{
    FolderAdd, FolderAround, FolderChange, FolderGet, FolderImport, FolderList, FolderRemove,
    FolderScan,
};
use app::view::{
    ErrorCode, FolderAroundView, FolderImportPick, FolderImportedView, FolderScanView,
    FolderSettings, FolderView, FoundDatabaseView,
};
use clap::Subcommand;

use super::folder_ensure::{ONE, ensure, write_all};
use super::folder_settings::Settings;
use crate::columns::{Column, column, plain, rows, time, word};
use crate::failure::{Done, Failure};
use crate::paths::absolute;
use crate::print;
use crate::request::{self, Request, print_rows};
use crate::session::Session;

const COLUMNS: &[Column<FolderView>] = &[
    column("Folder", |it| plain(&it.path)),
    column("Variable", |it| plain(&it.settings.variable)),
    column("Database from", |it| plain(&it.source_label)),
    column("State", |it| word("folderStates", &it.state)),
    column("Expires", |it| time(&it.expires_at)),
];
const FOUND: &[Column<FoundDatabaseView>] = &[
    column("Folder", |it| plain(&it.folder)),
    column("File", |it| plain(&it.file)),
    column("Line", |it| plain(&it.line)),
    column("Variable", |it| plain(&it.variable)),
    column("Value", |it| plain(&it.masked)),
    column("Known as", |it| plain(&it.known_as)),
    column("Refused", |it| plain(&it.refused)),
];
const IMPORTED: &[Column<FolderImportedView>] = &[
    column("Folder", |it| plain(&it.of.folder)),
    column("Variable", |it| plain(&it.of.variable)),
    column("Temporary database", |it| plain(&it.temporary_id)),
    column("Problem", |it| {
        plain(&it.error.as_ref().map(|it| &it.message))
    }),
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
                let list = session.run(FolderList {}).await?;
                return print_rows(session, &list.items, COLUMNS).await;
            }
            Self::Get { folder } => {
                let id = find(session, folder.as_deref()).await?.id;
                Request::new(FolderGet { id }).one(ONE)
            }
            Self::Add { folder, settings } => {
                let path = path_of(folder.as_deref())?;
                let settings = settings.over(session, FolderSettings::default()).await?;
                let settings = Some(settings);
                Request::new(FolderAdd { path, settings }).one(ONE)
            }
            Self::Update { folder, settings } => {
                let FolderView {
                    id, settings: of, ..
                } = find(session, folder.as_deref()).await?;
                let settings = settings.over(session, of).await?;
                Request::new(FolderChange { id, settings }).one(ONE)
            }
            Self::Remove { folder } => {
                let FolderView { id, path, .. } = find(session, folder.as_deref()).await?;
                Request::new(FolderRemove { id }).sentence(format!(
                    "Removed {path} from the list. Its files and its database are as they were."
                ))
            }
            Self::Ensure { folder, replace } => {
                let found = find(session, folder.as_deref()).await?;
                return ensure(session, &found, replace).await;
            }
            Self::WriteAll => return write_all(session).await,
            Self::Scan { folders } => {
                let found = scan(session, &folders).await?;
                let text = |found: &FolderScanView| rows(FOUND, &found.found);
                return request::print(session, &found, text, "").await;
            }
            Self::Import {
                folder,
                variable,
                file,
            } => {
                let found = scan(session, &[folder]).await?;
                let picks = picks(found, variable.as_deref(), file.as_deref())?;
                Request::new(FolderImport { picks }).rows(IMPORTED)
            }
        };
        task.run(session).await
    }
}

/// Returns the whole path of a folder; without a name that of this folder.
pub fn path_of(folder: Option<&Path>) -> Done<String> {
    absolute(folder.unwrap_or(Path::new(".")))
}

/// Returns the listed folder of this id or path; without a name the project folder that the current folder belongs to.
async fn find(session: &Session, named: Option<&Path>) -> Done<FolderView> {
    let Some(named) = named else {
        let found = around(session, None).await?;
        return match found.is_listed {
            true => Ok(found.folder),
            false => Err(unlisted(&found.folder.path)),
        };
    };
    let list = session.run(FolderList {}).await?;
    let path = path_of(Some(named))?;
    let is_named = |item: &FolderView| {
        named.to_str().is_some_and(|id| item.id == id) || real(&path) == Path::new(&item.path)
    };
    let found = list.items.into_iter().find(is_named);
    found.ok_or_else(|| unlisted(&path))
}

fn unlisted(path: &str) -> Failure {
    Failure::new(
        ErrorCode::NotFound,
        format!("{path} is not in the list of project folders"),
        format!("Add it with `plinth folders add {path}`."),
    )
}

/// Returns the named folder, or the project folder that the current folder belongs to. Names the folder in a note if
/// it is not the current folder.
pub async fn around(session: &Session, named: Option<&Path>) -> Done<FolderAroundView> {
    let path = path_of(named)?;
    let around = FolderAround {
        path: path.clone(),
        exact: named.is_some(),
    };
    let found = session.run(around).await?;
    let folder = &found.folder.path;
    if named.is_none() && real(&path) != Path::new(folder) {
        print::note(&format!("plinth: the project folder is {folder}"));
    }
    Ok(found)
}

/// The list has its folders with links followed.
fn real(path: &str) -> PathBuf {
    app::disk::real_path(Path::new(path)).unwrap_or_else(|_| PathBuf::from(path))
}

async fn scan(session: &Session, folders: &[PathBuf]) -> Done<FolderScanView> {
    let paths = folders.iter().map(|folder| absolute(folder));
    let paths = paths.collect::<Done<Vec<_>>>()?;
    let found = session.run(FolderScan { paths }).await?;
    for problem in &found.problems {
        print::note(&format!("{}: {}", problem.path, problem.error.message));
    }
    Ok(found)
}

/// Returns the databases that can be brought in.
fn picks(
    found: FolderScanView,
    variable: Option<&str>,
    file: Option<&str>,
) -> Done<Vec<FolderImportPick>> {
    let all = found.found.into_iter().filter(|one| {
        variable.is_none_or(|name| one.variable == name)
            && file.is_none_or(|name| one.file == name)
            && one.refused.is_none()
    });
    let picked = all.map(|one| FolderImportPick {
        folder: one.folder,
        file: one.file,
        variable: one.variable,
    });
    let picked: Vec<_> = picked.collect();
    if picked.is_empty() {
        return Err(Failure::new(
            ErrorCode::NotFound,
            "The folder's env files have no such database",
            "`plinth folders scan` lists what they have.",
        ));
    }
    Ok(picked)
}
