use app::view::{EnvArgs, EnvPreviewView, EnvReceiptView, EnvTarget};

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

/// Returns what a change would do to which file.
pub async fn env_target_of(core: &Core, preview_id: String) -> Reply<EnvTarget> {
    Ok(app::env_file::target_of(core, &preview_id)?)
}
