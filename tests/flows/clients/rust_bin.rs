//! What the Code tab gives for Rust, compiled to be run.

include!("connect_rust.rs");
