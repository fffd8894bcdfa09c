#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

#[cfg(windows)]
mod access_list;
mod block;
mod diff;
mod edit;
mod error;
mod file;
mod fingerprint;
mod parse;
mod plan;
mod quote;
mod reading;
mod temporary;
mod writer;

pub use block::{Block, BlockError, Line, is_variable_name};
pub use diff::{DiffLine, Hunk, LineKind, MASK};
pub use error::Error;
pub use file::{MAX_BYTES, in_folder, read, resolve};
pub use fingerprint::{Fingerprint, InvalidFingerprint};
pub use parse::{Assignment, Entry, EntryKind, EnvFile, Quote};
pub use plan::{ExistingVariable, Plan};
pub use reading::{DEVELOPMENT_FILES, Dispute, Reading, Reason};
pub use secrecy::{ExposeSecret, SecretSlice, SecretString};
pub use writer::{Receipt, WriteStep, Writer};
