use app::view::KeychainView;

use super::Reply;

/// Where secrets are kept and whether that works.
#[tauri::command]
#[specta::specta]
pub async fn keychain_state() -> Reply<KeychainView> {
    Err(super::unfinished())
}

/// Probes the keychain again, such as after it was unlocked.
#[tauri::command]
#[specta::specta]
pub async fn keychain_retry() -> Reply<KeychainView> {
    Err(super::unfinished())
}

/// Goes on without a keychain: secrets stay in memory until the app quits.
#[tauri::command]
#[specta::specta]
pub async fn keychain_use_memory() -> Reply<KeychainView> {
    Err(super::unfinished())
}
