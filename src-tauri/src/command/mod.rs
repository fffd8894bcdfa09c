//! The commands of the window, one small function each.

pub mod accounts;
pub mod auth;
pub mod branches;
pub mod computes;
pub mod connect;
pub mod databases;
pub mod email_server;
pub mod env_file;
pub mod jobs;
pub mod keychain;
pub mod keys;
pub mod oauth_providers;
pub mod operations;
pub mod permissions;
pub mod projects;
pub mod roles;
pub mod sandbox;
pub mod seed;
pub mod settings;
pub mod temporary;
pub mod window;
