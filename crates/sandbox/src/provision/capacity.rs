//! What must be so before one more database is made.

use std::sync::Arc;

use crate::open_files::{TooManyOpen, check_port_capacity};
use crate::shared::Shared;
use crate::space::{self, DiskUse};

/// Why no further database is made.
#[derive(Debug, thiserror::Error)]
pub enum NoCapacity {
    #[error("{}", .0.refusal())]
    Disk(DiskUse),
    #[error(transparent)]
    OpenFiles(#[from] TooManyOpen),
}

impl NoCapacity {
    pub fn hint(&self) -> String {
        match self {
            Self::Disk(usage) => usage.advice(),
            Self::OpenFiles(_) => TooManyOpen::HINT.to_owned(),
        }
    }
}

/// Whether one more database may be made, a copy of that branch where one is named.
pub async fn check_capacity(shared: &Arc<Shared>, like: Option<&str>) -> Result<(), NoCapacity> {
    if shared.servers.is_some() {
        check_port_capacity()?;
    }
    space::reserve(shared, like).await.map_err(NoCapacity::Disk)
}
