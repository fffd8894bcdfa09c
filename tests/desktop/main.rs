//! The real binary in a real window, driven through WebDriver. Every test owns its display, its bus, its
//! keychain and its data folder, and ends on a fact outside the window.

// WebDriver, the display and the bus of these tests are those of Linux.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test fails loudly")]

mod accounts;
mod agent;
mod auth;
mod clicks;
mod diagnostics;
mod drops;
mod elsewhere;
mod folders;
mod harness;
mod hostile;
mod installed;
mod journey;
mod keychain;
mod keys;
mod links;
mod network;
mod notices;
mod operations;
mod options;
mod pictures;
mod projects;
mod screens;
mod second;
mod tray;
mod updates;
