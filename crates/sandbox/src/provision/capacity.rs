//! What must be so before one more database is made.

use std::sync::Arc;

use crate::open_files::{TooManyOpen, check_port_capacity};
use crate::shared::Shared;
use crate::space::{self, NoRoom};

/// Why no further database is made.
#[derive(Debug, thiserror::Error)]
pub enum NoCapacity {
    #[error("{}", .0.refusal())]
    Disk(NoRoom),
    #[error(transparent)]
    OpenFiles(#[from] TooManyOpen),
}

impl NoCapacity {
    pub fn hint(&self) -> String {
        match self {
            Self::Disk(no_room) => no_room.usage.advice(),
            Self::OpenFiles(_) => TooManyOpen::HINT.to_owned(),
        }
    }
}

/// Whether the branch `made` may get data, a copy of the branch `like` where one is named.
pub async fn check_capacity(
    shared: &Arc<Shared>,
    like: Option<&str>,
    made: &str,
) -> Result<(), NoCapacity> {
    if shared.servers.is_some() {
        check_port_capacity()?;
    }
    space::reserve(shared, like, made)
        .await
        .map_err(NoCapacity::Disk)
}
