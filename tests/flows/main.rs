//! The core of the app against the sandbox over HTTP, with real PostgreSQL servers.

#![expect(clippy::unwrap_used, reason = "a test fails loudly")]

mod as_text;
mod claim;
mod clients;
#[cfg(target_os = "linux")]
mod command_line;
mod crash;
mod create;
mod cuts;
mod drivers;
#[cfg(unix)]
mod earlier_version;
mod endpoints;
mod env_file;
mod examples;
mod expiry;
#[cfg(unix)]
mod folders;
#[cfg(unix)]
mod host;
mod lost_reply;
mod management;
#[cfg(target_os = "linux")]
mod network;
mod product;
mod program_versions;
mod published;
mod seed;
mod sign_in;
mod specification;
mod sql;
