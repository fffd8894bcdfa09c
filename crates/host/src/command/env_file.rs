use std::path::PathBuf;

use app::view::{EnvArgs, EnvPreviewView, EnvReceiptView};

use crate::opening::Core;
use crate::reply::Reply;

/// Works out a change without writing it.
#[specta::specta]
pub async fn env_preview(core: &Core, args: EnvArgs) -> Reply<EnvPreviewView> {
    Ok(app::env_file::preview(core, args).await?)
}

/// Writes a change as it was shown; refuses when the file changed since.
#[specta::specta]
pub async fn env_write(core: &Core, preview_id: String) -> Reply<EnvReceiptView> {
    Ok(app::env_file::write(core, &preview_id).await?)
}

/// Restores the bytes from before a change; refuses when the file changed since.
#[specta::specta]
pub async fn env_undo(core: &Core, undo_id: String) -> Reply<()> {
    Ok(app::env_file::undo(core, &undo_id).await?)
}

/// The file that a change would be written into.
pub async fn env_file_of(core: &Core, preview_id: String) -> Reply<PathBuf> {
    Ok(app::env_file::path_of(core, &preview_id)?)
}
