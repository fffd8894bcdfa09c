//! Lists of projects that are kept, and stay true to what is done here.

mod cache;
mod loads;

pub use cache::cached;
pub(crate) use cache::{add_page, change, forget_account, project_added, project_read};
pub(crate) use loads::ListLoads;
