//! Cached lists of projects, to which changes made here are applied.

mod cache;
mod loads;

pub use cache::cached;
pub(crate) use cache::{add_page, change, forget_account, project_added, project_read};
pub(crate) use loads::ListLoads;
