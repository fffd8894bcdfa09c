//! A branch as it was, made to be looked at.

use std::path::PathBuf;

use super::data::{Copy, remove_folder};
use super::error::TaskError;
use crate::disk;
use crate::postgres::maintenance::MaintenanceServer;
use crate::postgres::stock::Servers;
use crate::postgres::tree;
use crate::shared::Shared;
use crate::state::Past;

/// It gets no name of whole data, so that a start removes what a crash left.
#[derive(Debug)]
pub struct PastCopy(PathBuf);

impl PastCopy {
    /// One at a time of a branch, whose data is there.
    pub async fn make(
        shared: &Shared,
        servers: &Servers,
        from: &str,
        at: &Past,
    ) -> Result<Self, TaskError> {
        let seen = disk::with_ending(&shared.folder.cluster(from), "seen");
        let copy = Self(disk::with_ending(&seen, tree::COPYING));
        let of = Copy { from, at: Some(at) };
        match of.make(shared, servers, &copy.0).await {
            Ok(_) => Ok(copy),
            Err(error) => {
                copy.remove().await?;
                Err(error)
            }
        }
    }

    /// A server over it. It has to end before the copy is removed.
    pub async fn server(&self, servers: &Servers) -> Result<MaintenanceServer, TaskError> {
        Ok(servers.pool.maintenance_server(None, &self.0).await?)
    }

    pub async fn remove(self) -> Result<(), TaskError> {
        Ok(remove_folder(self.0).await?)
    }
}
