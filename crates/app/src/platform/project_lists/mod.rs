//! Lists of projects that are kept, and stay true to what is done here.

mod cache;
mod reading;

pub use cache::cached;
pub(crate) use cache::{came, change, forget_account, keep, saw};
pub(crate) use reading::ListLoads;
