//! The core against a small service of the test's own, over real sockets, with a clock that the test moves.

mod accounts;
mod activity;
mod claim;
mod crash;
mod create;
mod env;
mod expiry;
mod forget;
mod import;
mod keychain;
mod mutations;
mod operation_load;
mod operation_schedule;
mod operation_watch;
mod platform;
mod refresh;
mod refused;
mod schedule;
mod secrecy;
mod seeding;
mod service;
mod settings;
mod shelf;
mod stage;
mod store;
mod world;
