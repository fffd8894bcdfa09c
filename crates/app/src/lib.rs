//! 
pub mod connect;
pub mod env_file;
pub mod link;
pub mod view;
