//! The sandbox from outside: over HTTP, over PostgreSQL's protocol, and as a program. No type of
//! the sandbox is used to read a reply; literals are.

#![expect(
    clippy::unwrap_used,
    reason = "a test that meets what it does not expect fails"
)]

mod absent;
mod actions;
mod admin;
mod advisors;
#[cfg(unix)]
mod alone;
mod auth;
mod branch_auth;
mod branch_data;
mod branches;
mod claim;
mod clock;
#[cfg(target_os = "linux")]
mod clones;
mod computes;
mod connections;
mod consumption;
mod create_with_id;
mod databases;
#[cfg(unix)]
mod disk;
mod engine;
mod events;
mod extensions;
mod faults;
mod folder;
#[cfg(target_os = "linux")]
mod full_disk;
mod guard;
#[cfg(target_os = "linux")]
mod guardian;
#[cfg(unix)]
mod half_bases;
mod half_made;
#[cfg(target_os = "linux")]
mod handles;
mod hostile;
mod instant;
mod interleavings;
mod keys;
mod limits;
mod mail;
mod openid;
mod organization_changes;
mod past;
mod people;
mod permissions;
mod program;
mod project_jwks;
mod projects;
mod projects_seen;
mod projects_served;
mod quarantine;
mod reached;
mod read_only;
mod recovery;
mod refusals;
mod refused_by_servers;
mod replication;
mod schema;
mod seed;
mod silent;
mod snapshots;
#[cfg(target_os = "linux")]
mod soak;
mod sql_http;
mod sql_web_socket;
mod startup;
mod support;
mod sweep;
mod sync_from_server;
mod transfers;
mod unclaimed;
