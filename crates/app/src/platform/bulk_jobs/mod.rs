//! Jobs over many projects, keys, branches or computes: what is known of them, and how far they are.

mod record;
mod state;

pub(crate) use record::{change, forget_account, found_done, publish, ready, write_down};
pub(crate) use state::{Bulks, RunGuard, not_there};
