//! Moves of the clock.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};

use super::due;
use crate::clock::ClockError;
use crate::shared::Shared;

impl Shared {
    /// Moves the clock, keeps the move, and lets everything that is due happen before it returns.
    pub async fn advance(self: &Arc<Self>, by: Duration) -> Result<DateTime<Utc>, ClockError> {
        self.shift(self.clock.offset_after(by)?).await
    }

    pub async fn set_clock(
        self: &Arc<Self>,
        to: DateTime<Utc>,
    ) -> Result<DateTime<Utc>, ClockError> {
        self.shift(self.clock.offset_for(to)?).await
    }

    async fn shift(
        self: &Arc<Self>,
        offset: chrono::TimeDelta,
    ) -> Result<DateTime<Utc>, ClockError> {
        if let Some(pool) = self.pool() {
            let by = (offset - self.clock.offset()).to_std().unwrap_or_default();
            pool.suspend_before_move(self.config.idle_after, by).await;
        }
        self.store_offset(offset)
            .map_err(|_| ClockError::CommitFailed)?;
        self.clock.apply(offset);
        self.store_shifts().map_err(|_| ClockError::CommitFailed)?;
        due(self).await;
        self.changed.notify();
        Ok(self.now())
    }
}
