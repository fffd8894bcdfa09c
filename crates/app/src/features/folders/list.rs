//! The list of folders, and what each is to get.

use std::path::PathBuf;

use super::known::known_string;
use super::look::Look;
use super::{record, settings, show};
use crate::Error;
use crate::base::clock::local_id;
use crate::core::operation::operation;
use crate::features::Features;
use crate::model::folder::FolderRecord;
use crate::store::table;
use crate::view::words::Action;
use crate::view::{ErrorCode, FolderListView, FolderSeed, FolderSettings, FolderView};

/// The folders by path, as they are on the disk now. One that is gone is a state. Asks neither the network nor the vault.
#[operation(Page, Read, folder_list)]
pub async fn list(app: &Features) -> Result<FolderListView, Error> {
    let (records, rows) = record::all(app).await?;
    let mut items = Vec::new();
    for record in records {
        items.push(show::view(app, Look::at(app, record, &rows).await).await);
    }
    Ok(FolderListView { items })
}

/// One folder.
///
/// # Errors
/// [`ErrorCode::NotFound`] when it is not in the list.
#[operation(Page, Read, folder_get)]
pub async fn get(app: &Features, id: &str) -> Result<FolderView, Error> {
    Ok(show::view(app, Look::of(app, id).await?).await)
}

/// Adds a folder; the same one twice, by whatever path, is one row. A temporary database of the list that its env file has
/// already is known as its own.
///
/// # Errors
/// [`ErrorCode::File`] for what is no folder, [`ErrorCode::Invalid`] for settings that cannot be used.
#[operation(Guarded, Change, folder_add)]
pub async fn add(
    app: &Features,
    path: &str,
    settings: Option<FolderSettings>,
) -> Result<FolderView, Error> {
    let path = settings::folder(path).await?;
    let (id, _) = add_unlisted(app, path, settings).await?;
    get(app, &id).await
}

/// Adds the folder at a path whose links were followed, unless it is in the list. Returns its id, and true if this call
/// added it.
pub(super) async fn add_unlisted(
    app: &Features,
    path: String,
    settings: Option<FolderSettings>,
) -> Result<(String, bool), Error> {
    let new = new_record(app, path, settings).await?;
    let added = app
        .store
        .write(move |store| match table::folders::at(store, &new.path)? {
            Some(known) => Ok((known, false)),
            None => table::folders::add(store, &new).map(|()| (new, true)),
        });
    let (folder, is_new) = added.await?;
    if is_new {
        record::changed(app, Action::AddFolder, &folder.path).await;
    }
    Ok((folder.id, is_new))
}

/// The record with which the folder at a path enters the list.
pub(super) async fn new_record(
    app: &Features,
    path: String,
    settings: Option<FolderSettings>,
) -> Result<FolderRecord, Error> {
    let settings = settings::checked(settings.unwrap_or_default())?;
    let mut new = FolderRecord {
        id: local_id(app.clock.as_ref()),
        outside_seed: outside_seed(&path, &settings).await?,
        path,
        added_at: app.clock.now(),
        settings,
        written: None,
        former: Vec::new(),
        pending: None,
        problem: None,
    };
    new.written = known_string(app, &new).await;
    Ok(new)
}

/// Changes what a folder is to get. No file changes.
///
/// # Errors
/// [`ErrorCode::Invalid`] for settings that cannot be used, [`ErrorCode::NotFound`] when the folder is not in the list.
#[operation(Guarded, Change, folder_change)]
pub async fn change(
    app: &Features,
    id: &str,
    settings: FolderSettings,
) -> Result<FolderView, Error> {
    let settings = settings::checked(settings)?;
    let path = Look::of(app, id).await?.record.path;
    let outside = outside_seed(&path, &settings).await?;
    let turn = app.folders.turn(id).await;
    let mut folder = Look::of(app, id).await?.record;
    folder.settings = settings;
    folder.outside_seed = outside;
    record::save(app, &folder).await?;
    record::changed(app, Action::ChangeFolder, &path).await;
    drop(turn);
    get(app, id).await
}

/// Takes a folder out of the list. Its files and its database stay. One that is gone already is no error.
///
/// # Errors
/// [`ErrorCode::Exists`] while it is given a database.
#[operation(Page, Change, folder_remove)]
pub async fn remove(app: &Features, id: &str) -> Result<(), Error> {
    if app.folders.is_busy(id) {
        return Err(
            Error::new(ErrorCode::Exists, "This folder is being given a database")
                .hint("Wait until that has ended."),
        );
    }
    let gone = id.to_owned();
    let path = app
        .store
        .write(move |store| {
            let found = table::folders::find(store, &gone)?;
            table::folders::remove(store, &gone)?;
            Ok(found.map(|folder| folder.path))
        })
        .await?;
    if let Some(path) = path {
        record::changed(app, Action::RemoveFolder, &path).await;
    }
    Ok(())
}

/// The SQL file of these settings, links followed: a person is asked about it.
///
/// # Errors
/// [`ErrorCode::File`] when folder or file cannot be read.
#[operation(Program, Read, folder_seed_file)]
pub async fn seed_file(
    _app: &Features,
    path: &str,
    settings: &FolderSettings,
) -> Result<Option<PathBuf>, Error> {
    let folder = settings::folder(path).await?;
    let found = found_seed(&folder, settings).await?;
    Ok(found.map(|(file, _)| file))
}

async fn outside_seed(folder: &str, of: &FolderSettings) -> Result<Option<String>, Error> {
    let found = found_seed(folder, of).await?;
    let outside = found.filter(|(_, is_outside)| *is_outside);
    Ok(outside.map(|(file, _)| file.display().to_string()))
}

async fn found_seed(folder: &str, of: &FolderSettings) -> Result<Option<(PathBuf, bool)>, Error> {
    let Some(FolderSeed::SqlScript { path }) = &of.seed else {
        return Ok(None);
    };
    settings::seed_file(folder, path.trim()).await.map(Some)
}
