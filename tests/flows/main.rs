//! The core of the app against the sandbox over HTTP, with real PostgreSQL servers.
