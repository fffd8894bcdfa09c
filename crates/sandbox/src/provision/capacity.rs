//! What must be so before one more database is made.

use std::sync::Arc;

use crate::open_files::{TooManyOpen, room_for_port};
use crate::shared::Shared;
use crate::space::{self, DiskUse};

/// Why no further database is made.
#[derive(Debug, thiserror::Error)]
pub enum NoRoom {
    #[error("{}", .0.refusal())]
    Disk(DiskUse),
    #[error(transparent)]
    OpenFiles(#[from] TooManyOpen),
}

impl NoRoom {
    pub fn hint(&self) -> String {
        match self {
            Self::Disk(usage) => usage.advice(),
            Self::OpenFiles(_) => TooManyOpen::HINT.to_owned(),
        }
    }
}

/// Whether one more database may be made, a copy of that branch where one is named.
pub async fn room(shared: &Arc<Shared>, like: Option<&str>) -> Result<(), NoRoom> {
    if shared.servers.is_some() {
        room_for_port()?;
    }
    space::room(shared, like).await.map_err(NoRoom::Disk)
}
