//! Env files: reading them without loss, showing a change before it is made, writing it so that no
//! foreign byte changes and the file is never half-written, and undoing it.
//!
//! [`plan`] turns bytes into a [`Plan`] without touching the disk; [`read`], [`write`] and [`undo`]
//! block on the disk and belong on a blocking thread.

mod block;
mod claim_links;
mod diff;
mod edit;
mod error;
mod fingerprint;
mod leftover;
pub mod parse;
mod plan;
mod quote;
mod write;

pub(crate) use block::is_name;
pub use block::{Block, Claim, Names, Values};
pub use claim_links::{EnvValue, FoundClaim, find_claim_links};
pub use diff::{DiffLine, Hunk, LineKind, MASK};
pub use error::{EnvFileError, NameError};
pub use fingerprint::{Fingerprint, InvalidFingerprint};
pub(crate) use leftover::sweep;
pub use plan::{Plan, Present, plan, plan_values};
pub use write::{MAX_BYTES, Receipt, WriteStep, read, target, undo, write, write_in_steps};
