//! Why no further database is made.

use std::sync::Arc;

use futures::future::BoxFuture;

use crate::open_files::TooManyOpen;
use crate::shared::Shared;
use crate::space::NoRoom;

/// Reserves room for the data of a branch.
pub type ReserveRoom =
    for<'a> fn(&'a Arc<Shared>, &'a str) -> BoxFuture<'a, Result<(), NoCapacity>>;

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
