//! Databases in the env files of folders that a person names. No other file is read.

use std::path::{Component, Path, PathBuf};

use envfile::ExposeSecret;

use super::env_files::within;
use super::known::{known_string, leads_to};
use super::list::add;
use super::look::Look;
use super::record::save;
use super::{service, settings};
use crate::Error;
use crate::base::disk::{blocking, why};
use crate::core::event::Event;
use crate::core::operation::operation;
use crate::features::{Features, temporary};
use crate::model::folder::FolderRecord;
use crate::store::table;
use crate::tools::connect::{DatabaseUrl, EnvVariable, find_claim_links, find_connections};
use crate::view::{
    ErrorCode, ErrorView, FolderImportPick, FolderImportedView, FolderScanProblemView,
    FolderScanView, FolderSettings, FolderSource, FolderState, FolderView, FoundDatabaseKind,
    FoundDatabaseView,
};

/// Most folders of a search, and most env files of each.
const MOST_FOLDERS: usize = 64;
const MOST_FILES: usize = 32;

/// Files of a folder whose names begin so are env files.
const ENV: &str = ".env";

/// Finds claim links and connection strings in the `.env*` files of these folders, not of those below them. A link out of
/// the folder is not followed.
///
/// # Errors
/// [`ErrorCode::Invalid`] for too many folders. What could not be read is in the result.
#[operation(Guarded, Read, folder_scan)]
pub async fn scan(app: &Features, paths: &[String]) -> Result<FolderScanView, Error> {
    if paths.len() > MOST_FOLDERS {
        return Err(Error::invalid(format!("More than {MOST_FOLDERS} folders"))
            .hint("Search in fewer folders at once."));
    }
    let mut scanned = FolderScanView {
        found: Vec::new(),
        problems: Vec::new(),
    };
    for path in paths {
        let folder = match settings::folder(path).await {
            Ok(folder) => folder,
            Err(error) => {
                problem(&mut scanned, path, error);
                continue;
            }
        };
        match env_files(&folder).await {
            Ok(files) => {
                for file in files {
                    if let Err(error) = scan_file(app, &folder, &file, &mut scanned.found).await {
                        problem(&mut scanned, &file.display().to_string(), error);
                    }
                }
            }
            Err(error) => problem(&mut scanned, &folder, error),
        }
    }
    Ok(scanned)
}

fn problem(scanned: &mut FolderScanView, path: &str, error: Error) {
    scanned.problems.push(FolderScanProblemView {
        path: path.to_owned(),
        error: error.into(),
    });
}

async fn env_files(folder: &str) -> Result<Vec<PathBuf>, Error> {
    let folder = PathBuf::from(folder);
    blocking(move || {
        let failed = |error: std::io::Error| {
            let message = format!(
                "The folder {} can't be read: {}",
                folder.display(),
                why(&error)
            );
            Error::new(ErrorCode::File, message).hint("Check its permissions.")
        };
        let mut files = Vec::new();
        for entry in std::fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            if is_env_entry(&entry) {
                files.push(entry.path());
            }
        }
        files.sort();
        files.truncate(MOST_FILES);
        Ok(files)
    })
    .await
}

/// Whether a file is searched that is called so. Not the files that Plinth and its plugin make for a moment.
pub fn is_env_name(name: &str) -> bool {
    name.starts_with(ENV) && !name.starts_with(".env.plinth-") && !name.contains(['/', '\\'])
}

/// True for an entry of a folder that is called like an env file and is not a folder itself.
pub(super) fn is_env_entry(entry: &std::fs::DirEntry) -> bool {
    let is_env = entry.file_name().to_str().is_some_and(is_env_name);
    is_env && entry.file_type().is_ok_and(|kind| !kind.is_dir())
}

async fn scan_file(
    app: &Features,
    folder: &str,
    file: &Path,
    found: &mut Vec<FoundDatabaseView>,
) -> Result<(), Error> {
    let content = read(folder, file).await?;
    let view = |kind, variable: &EnvVariable, masked: String, host: String| FoundDatabaseView {
        folder: folder.to_owned(),
        file: name_of(file),
        variable: variable.variable.clone(),
        line: u32::try_from(variable.line).unwrap_or(u32::MAX),
        kind,
        masked,
        host,
        known_as: None,
        refused: None,
    };
    let mut of_file = Vec::new();
    let candidates = temporary::candidates(app, &content.claims).await?;
    for (candidate, claim) in candidates.into_iter().zip(&content.claims) {
        let scheme = claim.url.expose_secret().split("://").next();
        of_file.push(FoundDatabaseView {
            folder: folder.to_owned(),
            file: name_of(file),
            variable: candidate.variable,
            line: candidate.line,
            kind: FoundDatabaseKind::ClaimLink,
            masked: format!(
                "{}://{}/claim/{}",
                scheme.unwrap_or_default(),
                candidate.host,
                envfile::MASK
            ),
            host: candidate.host,
            known_as: candidate.known_as,
            refused: candidate.refused,
        });
    }
    let rows = app.store.read(table::temporary::all).await?;
    let listed = listed_at(app, folder).await?;
    for (variable, url) in &content.connections {
        let kind = FoundDatabaseKind::ConnectionString;
        let mut view = view(kind, variable, url.masked(), url.host().to_owned());
        let known = rows.iter().find(|row| leads_to(row, url));
        let is_listed = listed.as_ref().is_some_and(|it| {
            is_same_file(&it.settings.env_file, &view.file) && it.settings.variable == view.variable
        });
        let folder_name = is_listed.then(|| name_of(Path::new(folder)));
        view.known_as = known.map(|row| row.name.clone()).or(folder_name);
        of_file.push(view);
    }
    of_file.sort_by_key(|it| it.line);
    found.extend(of_file);
    Ok(())
}

struct Content {
    claims: Vec<crate::tools::connect::ClaimLink>,
    /// Those that are not part of a claim link's lines.
    connections: Vec<(EnvVariable, DatabaseUrl)>,
}

async fn read(folder: &str, file: &Path) -> Result<Content, Error> {
    let (folder, file) = (PathBuf::from(folder), file.to_owned());
    blocking(move || {
        let bytes = envfile::read(&within(&folder, &file)?)?;
        let bytes = bytes.as_ref().map(ExposeSecret::expose_secret);
        let bytes = bytes.unwrap_or_default();
        let claims = find_claim_links(bytes);
        let mut connections = find_connections(bytes);
        let of_claims = claims.iter().flat_map(|it| [&it.connection, &it.direct]);
        let of_claims: Vec<_> = of_claims.flatten().map(|it| &it.variable).collect();
        connections.retain(|(it, _)| !of_claims.contains(&&it.variable));
        Ok(Content {
            claims,
            connections,
        })
    })
    .await
}

/// Brings found databases into the lists: for a claim link the temporary database, and for each the folder with that file
/// and variable. One that fails does not keep the others.
///
/// # Errors
/// None of its own: how each ended is in its row.
#[operation(Guarded, Change, folder_import)]
pub async fn import(
    app: &Features,
    picks: Vec<FolderImportPick>,
) -> Result<Vec<FolderImportedView>, Error> {
    let mut imported = Vec::new();
    for of in picks {
        let mut view = FolderImportedView {
            folder_id: None,
            temporary_id: None,
            error: None,
            of,
        };
        if let Err(error) = import_one(app, &mut view).await {
            view.error = Some(ErrorView::from(error));
        }
        imported.push(view);
    }
    app.events.publish(Event::FoldersChanged);
    Ok(imported)
}

async fn import_one(app: &Features, view: &mut FolderImportedView) -> Result<(), Error> {
    let FolderImportPick {
        folder,
        file,
        variable,
    } = view.of.clone();
    if !is_env_name(&file) {
        return Err(Error::invalid("This is no env file").hint("Search the folder again."));
    }
    let folder = settings::folder(&folder).await?;
    let path = Path::new(&folder).join(&file);
    let content = read(&folder, &path).await?;
    let claim = content.claims.iter().find(|it| it.variable == variable);
    let mut of = FolderSettings {
        env_file: file,
        variable: variable.clone(),
        ..FolderSettings::default()
    };
    if let Some(claim) = claim {
        let path = path.display().to_string();
        let row = temporary::import_env(app, &path, &variable).await?.id;
        of.source = FolderSource::Temporary {
            service: service::choice_of(&temporary::row(app, &row).await?),
        };
        view.temporary_id = Some(row);
        let connection = claim.connection.as_ref();
        of.variable = connection.map_or_else(
            || FolderSettings::default().variable,
            |it| it.variable.clone(),
        );
        if let Some(prefix) = variable.strip_suffix("POSTGRES_CLAIM_URL") {
            prefix.clone_into(&mut of.public_prefix);
        }
    } else if !content
        .connections
        .iter()
        .any(|(it, _)| it.variable == variable)
    {
        let message = format!("{variable} is no longer in the file");
        return Err(Error::new(ErrorCode::NotFound, message).hint("Search the folder again."));
    }
    let listed = add(app, &folder, Some(of.clone())).await?;
    let is_other = !is_same_file(&listed.settings.env_file, &of.env_file)
        || listed.settings.variable != of.variable;
    if is_other {
        return Err(listed_with_other(&listed, view.temporary_id.is_some()));
    }
    let id = listed.id;
    view.folder_id = Some(id.clone());
    adopt(app, &id).await
}

/// A folder has one env file and one variable.
fn listed_with_other(folder: &FolderView, is_imported: bool) -> Error {
    let FolderSettings {
        variable, env_file, ..
    } = &folder.settings;
    let mut message = format!(
        "{} is in the list already, with {variable} in {env_file}",
        folder.name
    );
    if is_imported {
        message.push_str(". The database is in the list of temporary databases");
    }
    Error::new(ErrorCode::Exists, message)
        .hint("A folder has one env file and one variable. Change them in its settings.")
}

async fn listed_at(app: &Features, folder: &str) -> Result<Option<FolderRecord>, Error> {
    let folder = folder.to_owned();
    app.store
        .read(move |store| table::folders::at(store, &folder))
        .await
}

/// Whether both lead to the same file of a folder, links apart.
fn is_same_file(one: &str, other: &str) -> bool {
    let named = |path: &str| -> PathBuf {
        let parts = Path::new(path).components();
        parts.filter(|part| *part != Component::CurDir).collect()
    };
    named(one) == named(other)
}

/// A folder that was in the list before may have a database that became known now.
async fn adopt(app: &Features, id: &str) -> Result<(), Error> {
    let _turn = app.folders.turn(id).await;
    let look = Look::of(app, id).await?;
    if look.state != FolderState::Foreign {
        return Ok(());
    }
    let mut record = look.record;
    if let Some(string) = known_string(app, &record).await {
        record.now_has(string);
        save(app, &record).await?;
    }
    Ok(())
}

fn name_of(file: &Path) -> String {
    file.file_name()
        .map(|name| name.display().to_string())
        .unwrap_or_default()
}
