//! Statements in the session of an editor, over real servers.

mod editor;
mod read_only;
mod rows;
mod runs;
mod tables;
mod trial;
