//! One contract for every place, and the real keychain of Linux in each of its states. Each of those tests has a session
//! bus, folders and a `gnome-keyring-daemon` of its own; without these programs it fails.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod contract;
mod memory;
#[cfg(target_os = "linux")]
mod linux {
    mod absent;
    mod fake;
    mod keychain;
    mod locked;
    mod refused;
    mod session;
}
