//! Fresh clusters: copied from the template, one of them ahead of time while nothing else is
//! going on, so that a database is there about as fast as a server starts.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::OnceCell;
use tokio_util::sync::CancellationToken;

use super::cluster_program::ClusterError;
use super::template::{self, TemplatePlan, spare_of};
use super::{blocking, tree};
use crate::disk;

/// How long nobody must have taken a cluster before one is copied ahead.
const QUIET: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub struct ClusterStock {
    pub plan: TemplatePlan,
    template: OnceCell<PathBuf>,
    last_taken: Mutex<Option<Instant>>,
    stop: CancellationToken,
}

/// How much of a fresh cluster a power cut would leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    OnDisk,
    /// Not synced yet: sync before replying.
    InMemory,
}

#[derive(Debug, thiserror::Error)]
pub enum StockError {
    #[error(transparent)]
    Template(#[from] ClusterError),
    #[error("the cluster was not copied")]
    Copy(#[from] io::Error),
}

impl ClusterStock {
    pub fn new(plan: TemplatePlan, stop: CancellationToken) -> Self {
        Self {
            plan,
            template: OnceCell::new(),
            last_taken: Mutex::new(None),
            stop,
        }
    }

    /// The template's folder; whoever comes first makes it, the others wait.
    pub async fn template(&self) -> Result<&PathBuf, ClusterError> {
        self.template
            .get_or_try_init(|| template::ensure(&self.plan))
            .await
    }

    /// Puts a fresh cluster where nothing is yet: the one copied ahead, or a copy made now. Its
    /// name is not on the disk yet.
    pub async fn take(&self, to: &Path) -> Result<Durability, StockError> {
        let template = self.template().await?;
        let taken = disk::move_to(&spare_of(template), to).is_ok();
        self.touch();
        if taken {
            return Ok(Durability::OnDisk);
        }
        self.copy(template, to).await?;
        self.touch();
        Ok(Durability::InMemory)
    }

    /// Copies one cluster ahead if none is there and nobody is taking any.
    pub async fn replenish(&self) {
        let Some(template) = self.template.get() else {
            return;
        };
        let spare = spare_of(template);
        if !self.is_quiet() || spare.exists() {
            return;
        }
        let making = disk::with_ending(template, "spare-making");
        if let Err(error) = self.copy_ahead(template, making, spare).await
            && !self.stop.is_cancelled()
        {
            tracing::warn!(%error, "the template could not be copied ahead");
        }
    }

    /// Only what is on the disk may get the name that says it is whole.
    async fn copy_ahead(&self, template: &Path, making: PathBuf, spare: PathBuf) -> io::Result<()> {
        let (left, former) = (making.clone(), former_spare_of(template));
        blocking(move || {
            tree::remove(&left)?;
            tree::remove(&former)
        })
        .await?;
        self.copy(template, &making).await?;
        blocking(move || {
            disk::sync_tree(&making)?;
            disk::rename(&making, &spare)
        })
        .await
    }

    async fn copy(&self, from: &Path, to: &Path) -> io::Result<()> {
        let (from, to) = (from.to_path_buf(), to.to_path_buf());
        let (owner, stop) = (self.plan.owner, self.stop.clone());
        blocking(move || tree::copy(&from, &to, owner, &stop)).await
    }

    fn touch(&self) {
        *self.last_taken() = Some(Instant::now());
    }

    fn is_quiet(&self) -> bool {
        self.last_taken().is_none_or(|last| last.elapsed() >= QUIET)
    }

    fn last_taken(&self) -> std::sync::MutexGuard<'_, Option<Instant>> {
        self.last_taken
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// One that was given its name before it was on the disk.
fn former_spare_of(template: &Path) -> PathBuf {
    disk::with_ending(template, "spare")
}

/// What a sandbox with servers has.
#[derive(Debug)]
pub struct Servers {
    pub pool: Arc<super::server_pool::ServerPool>,
    pub stock: ClusterStock,
    /// What the sandbox logs in with.
    pub admin: super::session::Admin,
}
