//! The nouns of the Management API, a module each: what can be asked of them and done to them.

pub mod auth;
pub mod branches;
pub mod computes;
pub mod consumption;
pub mod created;
pub mod databases;
pub mod email_server;
pub mod keys;
pub mod oauth_providers;
pub mod organizations;
pub mod projects;
pub mod roles;
pub mod users;
