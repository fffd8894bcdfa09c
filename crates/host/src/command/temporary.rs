use app::ExposeSecret as _;
use app::view::{
    CopyInto, ImportCandidateView, JobView, LinkTargetView, NamedRole, SaveFormat,
    TemporaryListView, TemporaryOptions, TemporaryView,
};

use crate::dump;
use crate::host::Host;
use crate::opening::Core;
use crate::reply::Reply;

/// The temporary databases, newest first.
#[specta::specta]
pub async fn temporary_list(core: &Core) -> Reply<TemporaryListView> {
    Ok(app::temporary::list(core).await?)
}

/// One temporary database.
#[specta::specta]
pub async fn temporary_get(core: &Core, id: String) -> Reply<TemporaryView> {
    Ok(app::temporary::get(core, &id).await?)
}

/// Makes a database. The row is in the list as `creating` from the first moment.
#[specta::specta]
pub async fn temporary_create(core: &Core, options: TemporaryOptions) -> Reply<TemporaryView> {
    Ok(app::temporary::create(core, options).await?)
}

/// The same with options that are for this database alone: those of the settings stay as they are.
#[specta::specta]
pub async fn temporary_create_once(core: &Core, options: TemporaryOptions) -> Reply<TemporaryView> {
    Ok(app::temporary::create_once(core, options).await?)
}

/// Renames a row in Plinth only; nothing is sent to the platform.
#[specta::specta]
pub async fn temporary_rename(core: &Core, id: String, name: String) -> Reply<TemporaryView> {
    Ok(app::temporary::rename(core, &id, &name).await?)
}

/// Asks the platform about one row now.
#[specta::specta]
pub async fn temporary_refresh(core: &Core, id: String) -> Reply<TemporaryView> {
    Ok(app::temporary::refresh(core, &id).await?)
}

/// Asks the platform about every row that can still change.
#[specta::specta]
pub async fn temporary_refresh_all(core: &Core) -> Reply<TemporaryListView> {
    Ok(app::temporary::refresh_all(core).await?)
}

/// Removes a row with its secrets. The database itself stays until it expires.
#[specta::specta]
pub async fn temporary_forget(core: &Core, id: String) -> Reply<()> {
    Ok(app::temporary::forget(core, &id).await?)
}

/// Deletes a database with its data, where its platform does that before it expires, and removes its row.
#[specta::specta]
pub async fn temporary_delete(core: &Core, id: String) -> Reply<()> {
    Ok(app::temporary::delete(core, &id).await?)
}

/// Saves a database to a file. It goes on in the background; how it ended is kept on the row.
#[specta::specta]
pub async fn temporary_save(
    host: &Host,
    id: String,
    path: String,
    format: SaveFormat,
) -> Reply<JobView> {
    dump::to_file(host, &id, &path, format).await
}

/// The roles that a copy needs and that are missing where it goes. It connects to the database.
#[specta::specta]
pub async fn temporary_copy_roles(
    core: &Core,
    id: String,
    into: CopyInto,
) -> Reply<Vec<NamedRole>> {
    Ok(app::save::missing_roles(core, &id, &into).await?)
}

/// Copies a database into a project, which may be made for it, and creates these roles where they are missing. It goes on in
/// the background; how it ended is kept on the row.
#[specta::specta]
pub async fn temporary_copy(
    host: &Host,
    id: String,
    into: CopyInto,
    roles: Vec<String>,
) -> Reply<JobView> {
    dump::into_project(host, &id, into, roles).await
}

/// Puts a database in the list by its claim link.
#[specta::specta]
pub async fn temporary_import_link(core: &Core, link: String) -> Reply<TemporaryView> {
    Ok(app::temporary::import_link(core, &link).await?)
}

/// Finds claim links in an env file.
#[specta::specta]
pub async fn temporary_import_scan(core: &Core, path: String) -> Reply<Vec<ImportCandidateView>> {
    Ok(app::temporary::import_scan(core, &path).await?)
}

/// Puts the database of one found claim link in the list.
#[specta::specta]
pub async fn temporary_import_env(
    core: &Core,
    path: String,
    variable: String,
) -> Reply<TemporaryView> {
    Ok(app::temporary::import_env(core, &path, &variable).await?)
}

/// Where the claim link leads, before it is opened.
#[specta::specta]
pub async fn temporary_claim_target(core: &Core, id: String) -> Reply<LinkTargetView> {
    Ok(app::temporary::claim_target(core, &id).await?)
}

/// The claim link, to be opened. The host must be the one that was shown.
pub async fn temporary_claim_link(core: &Core, id: String, host: String) -> Reply<String> {
    let link = app::temporary::claim_link(core, &id, &host).await?;
    Ok(link.url.expose_secret().to_owned())
}

/// The claim link was opened: the claim is followed from now on.
pub async fn temporary_claim_opened(core: &Core, id: String) -> Reply<LinkTargetView> {
    Ok(app::temporary::claim_opened(core, &id).await?)
}
