//! What the product does, in plain async Rust: no window, no HTTP library, no server.
//!
//! [`App`] is the handle on everything. Each noun is a module of plain functions that take it: a screen's button calls
//! one of them. What happens by itself is told by [`Fact`]s; what the window sees is in [`view`].

pub mod accounts;
pub mod activity;
mod app;
pub mod auth;
pub mod branches;
pub mod bulk;
pub mod calls;
mod check;
mod checkpoint;
mod clock;
pub mod computes;
pub mod connect;
mod connection;
pub mod connection_card;
pub mod consumption;
pub mod databases;
pub mod email_server;
pub mod env;
pub mod env_file;
mod error;
mod fact;
mod folder;
mod guard;
pub mod held;
mod ids;
mod intent;
pub mod keychain;
pub mod keys;
pub mod link;
pub mod management;
mod mutation;
mod names;
pub mod oauth_providers;
pub mod operations;
mod options;
pub mod organizations;
pub mod platform;
pub mod projects;
pub mod roles;
pub mod search;
mod secret_edit;
mod secrets;
pub mod seed;
pub mod seeding;
pub mod settings;
mod store;
mod tasks;
pub mod temporary;
pub mod undo;
pub mod usable;
pub mod users;
pub mod view;
pub mod watch;
pub mod work;

pub use accounts::LocalPlatform;
pub use app::{App, Config};
pub use checkpoint::{Checkpoint, Checkpoints, NoCheckpoints};
pub use clock::{Clock, NetworkOptions, SystemClock};
pub use connection::NewConnection;
pub use error::Error;
pub use fact::Fact;
pub use secrecy::{ExposeSecret, SecretString};
pub use secret_edit::SecretEdit;
