//! How the sandbox stands, and what may follow what.

use std::sync::Arc;

use app::view::ErrorView;
use sandbox::Running;

use super::view::SandboxStatus;

#[derive(Clone, Debug, Default)]
pub enum Phase {
    #[default]
    Stopped,
    Starting,
    Running(Arc<Running>),
    /// The servers still run; no new work is taken.
    Stopping(Arc<Running>),
    Failed(ErrorView),
}

impl Phase {
    pub fn status(&self) -> SandboxStatus {
        match self {
            Self::Stopped => SandboxStatus::Stopped,
            Self::Starting => SandboxStatus::Starting,
            Self::Running(_) => SandboxStatus::Running,
            Self::Stopping(_) => SandboxStatus::Stopping,
            Self::Failed(_) => SandboxStatus::Failed,
        }
    }

    pub fn error(&self) -> Option<&ErrorView> {
        match self {
            Self::Failed(error) => Some(error),
            _ => None,
        }
    }

    /// The sandbox while it can be asked for something.
    pub fn running(&self) -> Option<&Arc<Running>> {
        match self {
            Self::Running(running) => Some(running),
            _ => None,
        }
    }
}
