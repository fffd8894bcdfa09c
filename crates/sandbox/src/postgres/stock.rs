//! Fresh clusters: copied from the template, one of them ahead of time while nothing else is
//! going on, so that a database is there about as fast as a server starts.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::cluster_program::ClusterError;
use super::template::{self, TemplatePlan, spare_of};
use super::{blocking, tree};
use crate::disk;

/// How long nobody must have taken a cluster before one is copied ahead: longer than its server takes
/// to start.
const QUIET: Duration = Duration::from_millis(250);
/// After a copy that failed.
const RETRY_AFTER: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub struct ClusterStock {
    pub plan: TemplatePlan,
    template: OnceLock<PathBuf>,
    /// Locked while a template or a copy ahead is made.
    ahead: tokio::sync::Mutex<Ahead>,
    /// How many need a cluster now.
    waiting: AtomicUsize,
    last_taken: Mutex<Option<Instant>>,
    taken: Notify,
    stop: CancellationToken,
}

/// What was made ahead and is not in its place.
#[derive(Debug, Default)]
struct Ahead {
    /// A whole cluster that is not on the disk yet, for whoever needs one.
    loose: Option<PathBuf>,
    /// The first cluster that was made is somebody's, and the next one is the template.
    gave_first: bool,
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
            template: OnceLock::new(),
            ahead: tokio::sync::Mutex::default(),
            waiting: AtomicUsize::new(0),
            last_taken: Mutex::new(None),
            taken: Notify::new(),
            stop,
        }
    }

    /// What other clusters are copied from, once it was made.
    pub fn template(&self) -> Option<PathBuf> {
        self.template.get().cloned()
    }

    /// Puts a fresh cluster where nothing is yet: the one made ahead, or a copy made now. Its
    /// name is not on the disk yet.
    pub async fn take(&self, to: &Path) -> Result<Durability, StockError> {
        let needs = Needs::of(self);
        let template = match self.template.get() {
            Some(template) if disk::move_to(&spare_of(template), to).is_ok() => {
                return Ok(Durability::OnDisk);
            }
            // Only one of them can have what is being made.
            Some(template) if !needs.is_first => template,
            _ => match self.wait_for_ahead(to).await? {
                Waited::Got(durability) => return Ok(durability),
                Waited::Template(template) => template,
            },
        };
        self.copy(template, to).await?;
        Ok(Durability::InMemory)
    }

    /// Waits for what is being made, and takes it. Where there is no template, the first cluster that is
    /// made is taken itself: a copy of it would take as long again.
    async fn wait_for_ahead(&self, to: &Path) -> Result<Waited<'_>, StockError> {
        let mut ahead = self.ahead.lock().await;
        if let Some(loose) = ahead.loose.take() {
            disk::move_to(&loose, to)?;
            return Ok(Waited::Got(Durability::InMemory));
        }
        if let Some(template) = self.find() {
            let taken = disk::move_to(&spare_of(template), to).is_ok();
            return Ok(match taken {
                true => Waited::Got(Durability::OnDisk),
                false => Waited::Template(template),
            });
        }
        let made = template::make(&self.plan).await?;
        if ahead.gave_first {
            let kept = template::keep(&self.plan, made).await?;
            return Ok(Waited::Template(self.template.get_or_init(|| kept)));
        }
        disk::move_to(&made, to)?;
        ahead.gave_first = true;
        Ok(Waited::Got(Durability::InMemory))
    }

    /// Makes the template, and copies it ahead whenever its last copy was taken, until the sandbox stops.
    pub async fn keep_stocked(&self) {
        loop {
            let failed = match self.replenish().await {
                Ok(()) => false,
                Err(_) if self.stop.is_cancelled() => return,
                Err(error) => {
                    tracing::warn!(%error, "no cluster was made ahead");
                    true
                }
            };
            match failed {
                true => sleep(RETRY_AFTER).await,
                false => self.taken.notified().await,
            }
            while let Some(left) = self.until_quiet() {
                sleep(left).await;
            }
        }
    }

    /// Makes the template and a copy of it where they are not there. Whoever needs a cluster meanwhile
    /// gets what was made, before it is brought to the disk.
    async fn replenish(&self) -> Result<(), StockError> {
        let mut ahead = self.ahead.lock().await;
        let template = match self.find() {
            Some(template) => template,
            None => {
                let made = match ahead.loose.take() {
                    Some(made) => made,
                    None => template::make(&self.plan).await?,
                };
                if self.is_needed() && !ahead.gave_first {
                    ahead.loose = Some(made);
                    ahead.gave_first = true;
                    return Ok(());
                }
                let kept = template::keep(&self.plan, made).await?;
                self.template.get_or_init(|| kept)
            }
        };
        let spare = spare_of(template);
        if spare.exists() {
            return Ok(());
        }
        let copied = match ahead.loose.take() {
            Some(copied) => copied,
            None => self.copy_loose(template).await?,
        };
        if self.is_needed() {
            ahead.loose = Some(copied);
            return Ok(());
        }
        // Only what is on the disk may get the name that says it is whole.
        blocking(move || {
            disk::sync_tree(&copied)?;
            disk::rename(&copied, &spare)
        })
        .await?;
        Ok(())
    }

    async fn copy_loose(&self, template: &Path) -> io::Result<PathBuf> {
        let making = disk::with_ending(template, "spare-making");
        let (left, former) = (making.clone(), former_spare_of(template));
        blocking(move || {
            tree::remove(&left)?;
            tree::remove(&former)
        })
        .await?;
        self.copy(template, &making).await?;
        Ok(making)
    }

    fn find(&self) -> Option<&PathBuf> {
        if self.template.get().is_none()
            && let Some(found) = template::find(&self.plan)
        {
            return Some(self.template.get_or_init(|| found));
        }
        self.template.get()
    }

    async fn copy(&self, from: &Path, to: &Path) -> io::Result<()> {
        let (from, to) = (from.to_path_buf(), to.to_path_buf());
        let (owner, stop) = (self.plan.owner, self.stop.clone());
        blocking(move || tree::copy(&from, &to, owner, &stop)).await
    }

    fn is_needed(&self) -> bool {
        self.waiting.load(Ordering::SeqCst) > 0
    }

    fn touch(&self) {
        *self.last_taken() = Some(Instant::now());
        self.taken.notify_one();
    }

    /// None when it is quiet already.
    fn until_quiet(&self) -> Option<Duration> {
        let last = (*self.last_taken())?;
        QUIET
            .checked_sub(last.elapsed())
            .filter(|left| !left.is_zero())
    }

    fn last_taken(&self) -> std::sync::MutexGuard<'_, Option<Instant>> {
        self.last_taken
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// What came of waiting for what is made ahead.
enum Waited<'a> {
    Got(Durability),
    /// It is there to be copied.
    Template(&'a PathBuf),
}

/// Counts one who needs a cluster for as long as it lives.
struct Needs<'a> {
    stock: &'a ClusterStock,
    is_first: bool,
}

impl<'a> Needs<'a> {
    fn of(stock: &'a ClusterStock) -> Self {
        let is_first = stock.waiting.fetch_add(1, Ordering::SeqCst) == 0;
        Self { stock, is_first }
    }
}

impl Drop for Needs<'_> {
    fn drop(&mut self) {
        self.stock.waiting.fetch_sub(1, Ordering::SeqCst);
        self.stock.touch();
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
