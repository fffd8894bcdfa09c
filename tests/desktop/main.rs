//! The real binary in a real window, driven through WebDriver. Every test owns its display, its bus, its
//! keychain and its data folder, and ends on a fact outside the window.

#![expect(clippy::unwrap_used, reason = "a test fails loudly")]

mod accounts;
mod auth;
mod harness;
mod hostile;
mod journey;
mod keychain;
mod keys;
mod notices;
mod operations;
mod pictures;
mod projects;
mod screens;
mod second;
