//! The Management API through the core: what a person does with projects, seen in the real databases.

mod accounts;
mod auth;
mod authority;
mod branches;
mod bulk;
mod computes;
mod connect;
mod cuts;
mod databases;
mod hurry;
mod keys;
mod lists;
mod mail;
mod plans;
mod projects;
mod quiet;
mod restart;
mod ring;
mod rotation;
pub mod stage;
mod storm;
mod text;
mod watcher;
