//! 
pub mod view;
