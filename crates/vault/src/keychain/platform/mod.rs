//! The keychain of this system.

#[cfg(not(all(unix, not(target_os = "macos"))))]
mod native;
#[cfg(all(unix, not(target_os = "macos")))]
mod secret_service;

#[cfg(not(all(unix, not(target_os = "macos"))))]
pub(super) use native::Session;
#[cfg(all(unix, not(target_os = "macos")))]
pub(super) use secret_service::Session;
