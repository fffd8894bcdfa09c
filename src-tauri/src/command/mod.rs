//! The commands that need the window; all others are those of the host.

pub mod accounts;
pub mod advisors;
pub mod auth;
pub mod connect;
pub mod deep_links;
pub mod diagnostics;
pub mod env_file;
pub mod folders;
pub mod jobs;
pub mod projects;
pub mod roles;
pub mod seed;
pub mod temporary;
pub mod updates;
pub mod window;
