use app::view::KeychainView;

use crate::opening::Core;
use crate::reply::Reply;

/// Where secrets are kept and whether that works.
#[specta::specta]
pub async fn keychain_state(core: &Core) -> Reply<KeychainView> {
    Ok(app::keychain::state(core))
}

/// Probes the keychain again, such as after it was unlocked.
#[specta::specta]
pub async fn keychain_retry(core: &Core) -> Reply<KeychainView> {
    Ok(app::retry_keychain(core).await?)
}

/// Goes on without a keychain: secrets stay in memory until the app quits.
#[specta::specta]
pub async fn keychain_use_memory(core: &Core) -> Reply<KeychainView> {
    Ok(app::keychain::use_memory(core).await?)
}
