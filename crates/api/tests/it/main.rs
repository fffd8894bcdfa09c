//! The client from outside: pure tables, literals of the specification, and real sockets.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod address;
mod ambient;
mod create;
mod decode;
mod literals;
mod mutilated;
mod read;
mod refusals;
mod retry;
mod secrecy;
mod server;
mod trust;
mod world;
