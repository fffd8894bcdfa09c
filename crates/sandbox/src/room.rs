//! Room for what is to be made: on the disk, among the open files, and by the purge of deleted projects and branches
//! where the sandbox was told to make room so.

use std::sync::Arc;

use futures::FutureExt;
use futures::future::BoxFuture;

use crate::deleted_items::{self, DeletedItem};
use crate::open_files::check_port_capacity;
use crate::provision::NoCapacity;
use crate::shared::Shared;
use crate::space::{self, NoRoom};

/// Whether the branch `made` may get data, a copy of the branch `like` where one is named.
pub async fn check_capacity(
    shared: &Arc<Shared>,
    like: Option<&str>,
    made: &str,
) -> Result<(), NoCapacity> {
    if shared.servers.is_some() {
        check_port_capacity()?;
    }
    let reserved = space::reserve(shared, like, made).await;
    match reserved {
        Err(_) if shared.config.purge_deleted_when_full => {
            purge_and_reserve(shared, like, made).await
        }
        reserved => reserved,
    }
    .map_err(NoCapacity::Disk)
}

/// Deletes deleted projects and branches for good, the first to expire first, until there is room. Deletes none where all of
/// them together hold too little.
async fn purge_and_reserve(
    shared: &Arc<Shared>,
    like: Option<&str>,
    made: &str,
) -> Result<(), NoRoom> {
    let _alone = shared.space.purging.lock().await;
    let Err(mut no_room) = space::reserve(shared, like, made).await else {
        return Ok(());
    };
    let deleted = deleted_items::list(shared).await;
    if no_room.missing() > deleted.iter().map(|it| it.bytes).sum() {
        return Err(no_room);
    }
    for DeletedItem {
        kind, id, bytes, ..
    } in deleted
    {
        tracing::info!(?kind, id, bytes, "a deleted item is purged to make room");
        if let Err(error) = deleted_items::purge(shared, &[id]).await {
            tracing::warn!(%error, "a deleted item was not purged");
        }
        match space::reserve(shared, like, made).await {
            Ok(()) => return Ok(()),
            Err(error) => no_room = error,
        }
    }
    Err(no_room)
}

/// The same for the branch of a temporary database, which is a copy of none.
pub fn check_for_temporary<'a>(
    shared: &'a Arc<Shared>,
    made: &'a str,
) -> BoxFuture<'a, Result<(), NoCapacity>> {
    check_capacity(shared, None, made).boxed()
}
