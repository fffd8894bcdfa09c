//! What the product does, in plain async Rust: no window, no HTTP library, no server.
//!
//! [`App`] is the handle on everything. Each resource is a module of plain functions that take it: a screen's button calls
//! one of them. What happens by itself is published as [`Event`]s; what the window sees is in [`view`].

pub mod accounts;
mod app;
mod base;
mod core;
mod features;
mod model;
mod platform;
mod resources;
mod store;
mod tools;
pub mod view;

/// The auth integration of a project: an auth provider's project that the platform keeps for it, its keys and its users.
pub mod auth {
    pub use crate::features::auth::*;
    pub use crate::resources::auth::*;
}

pub use accounts::LocalPlatform;
pub use app::{
    AccountRemove, App, Config, KeptName, KeptNames, KeychainRetry, remove_account, retry_keychain,
};
pub use app::{call_text, operations as app_operations};
pub use base::checkpoint::{Checkpoint, Checkpoints, NoCheckpoints};
pub use base::clock::{Clock, NetworkOptions, SystemClock};
pub use base::error::Error;
pub use base::folder::FolderLock;
pub use base::secret_edit::SecretEdit;
pub use base::{disk, link, private, text};
pub use core::event::Event;
pub use core::{activity, jobs, keychain, network, operation, settings};
pub use features::temporary::seed;
pub use features::{
    bulk, connection_card, deep_links, diagnostics, env_file, folders, replica_lag,
    restore_preview, rotation, save, search, smtp, sql, temporary,
};
pub use model::profile;
pub use pgclient::roots;
pub use platform::{
    connection_probe, one_time_secrets, operation_watch, operations, shown_views, undo,
};
pub use resources::{
    advisors, branches, computes, consumption, databases, email_server, invitations, jwks, keys,
    members, oauth_providers, organizations, permissions, projects, regions, roles, snapshots,
    spending_limit, transfer_requests, users,
};
pub use secrecy::{ExposeSecret, SecretString};
pub use tools::{connect, updates};
