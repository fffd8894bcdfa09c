//! Fresh clusters: copied from the template, one of them ahead of time while nothing else is
//! going on, so that a database is there about as fast as a server starts.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{fs, io};

use tokio::sync::OnceCell;
use tokio_util::sync::CancellationToken;

use super::template::{self, TemplateError, TemplatePlan};
use super::tree;

/// How long nobody must have taken a cluster before one is copied ahead.
const QUIET: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub struct Stock {
    pub plan: TemplatePlan,
    template: OnceCell<PathBuf>,
    last_taken: Mutex<Option<Instant>>,
    stop: CancellationToken,
}

#[derive(Debug, thiserror::Error)]
pub enum StockError {
    #[error(transparent)]
    Template(#[from] TemplateError),
    #[error("the cluster was not copied")]
    Copy(#[from] io::Error),
}

impl Stock {
    pub fn new(plan: TemplatePlan, stop: CancellationToken) -> Self {
        Self {
            plan,
            template: OnceCell::new(),
            last_taken: Mutex::new(None),
            stop,
        }
    }

    /// The template's folder; whoever comes first makes it, the others wait.
    pub async fn template(&self) -> Result<&PathBuf, TemplateError> {
        self.template
            .get_or_try_init(|| template::ensure(&self.plan))
            .await
    }

    /// Puts a fresh cluster where nothing is yet: the one copied ahead, or a copy made now.
    pub async fn take(&self, to: &Path) -> Result<(), StockError> {
        let template = self.template().await?;
        let taken = fs::rename(spare_of(template), to).is_ok();
        self.touch();
        if !taken {
            self.copy(template, to).await?;
        }
        self.touch();
        Ok(())
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
        let making = tree::beside(template, "spare-making");
        let copied = match tree::remove(&making) {
            Ok(()) => self.copy(template, &making).await,
            Err(error) => Err(error),
        };
        let kept = copied.and_then(|()| fs::rename(&making, &spare));
        if let Err(error) = kept
            && !self.stop.is_cancelled()
        {
            tracing::warn!(%error, "no cluster was copied ahead");
        }
    }

    async fn copy(&self, from: &Path, to: &Path) -> io::Result<()> {
        let (from, to) = (from.to_path_buf(), to.to_path_buf());
        let (owner, stop) = (self.plan.owner, self.stop.clone());
        tokio::task::spawn_blocking(move || tree::copy(&from, &to, owner, &stop))
            .await
            .unwrap_or_else(|_| Err(io::ErrorKind::Interrupted.into()))
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

fn spare_of(template: &Path) -> PathBuf {
    tree::beside(template, "spare")
}

/// What a sandbox with servers has.
#[derive(Debug)]
pub struct Servers {
    pub yard: Arc<super::fleet::Yard>,
    pub stock: Stock,
}
