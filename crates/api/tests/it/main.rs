//! The client from outside: pure tables, literals of the specification, and real sockets.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod address;
mod budget;
mod cancellation;
mod change_feed;
mod create;
mod decode;
mod download;
mod environment;
mod exchange;
mod gate;
mod instant_fixture;
mod limited;
mod lists;
mod lists_beside;
mod literals;
mod locked;
mod management;
mod mutilated;
mod odd_replies;
mod platform;
mod read;
mod recorder;
mod refusals;
mod resource_auth;
mod resource_branch_auth;
mod resource_literals;
mod resource_mutilated;
mod resource_networks;
mod resource_pages;
mod resource_parts;
mod resource_people;
mod resource_permissions;
mod resource_projects;
mod resource_schema;
mod resource_snapshots;
mod resource_transfers;
mod retry;
mod secrecy;
mod trust;
