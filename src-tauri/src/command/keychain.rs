use app::view::KeychainView;
use tauri::State;

use crate::opening::Core;
use crate::reply::Reply;

/// Where secrets are kept and whether that works.
#[tauri::command]
#[specta::specta]
pub async fn keychain_state(core: State<'_, Core>) -> Reply<KeychainView> {
    Ok(app::keychain::state(&*core.ready().await?))
}

/// Probes the keychain again, such as after it was unlocked.
#[tauri::command]
#[specta::specta]
pub async fn keychain_retry(core: State<'_, Core>) -> Reply<KeychainView> {
    Ok(app::retry_keychain(&*core.ready().await?).await?)
}

/// Goes on without a keychain: secrets stay in memory until the app quits.
#[tauri::command]
#[specta::specta]
pub async fn keychain_use_memory(core: State<'_, Core>) -> Reply<KeychainView> {
    Ok(app::keychain::use_memory(&*core.ready().await?).await?)
}
