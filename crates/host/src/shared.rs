use std::path::PathBuf;

use crate::data::Data;
use crate::events::Events;
use crate::marks::Remembered;
use crate::opening::Opening;
use crate::told::Told;

/// What the commands and the control of the sandbox share.
#[derive(Debug)]
pub struct Shared {
    pub core: Opening,
    pub data: Data,
    pub events: Events,
    pub marks: Remembered,
    pub told: Told,
    /// Folders of the PostgreSQL that comes with the program.
    pub postgres: Vec<PathBuf>,
}
