use serde::{Deserialize, Serialize};
use specta::Type;

/// How much an account's key has sent, of how much it may.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BudgetView {
    /// Requests of the last 60 seconds.
    pub last_minute: u32,
    /// The most there can be of them.
    pub per_minute: u32,
    /// Those of them that nobody waited for.
    pub background_last_minute: u32,
    /// The most there can be of those.
    pub background_per_minute: u32,
    /// Requests that wait for their turn.
    pub waiting: u32,
}

impl From<api::Usage> for BudgetView {
    fn from(usage: api::Usage) -> Self {
        Self {
            last_minute: usage.last_minute,
            per_minute: usage.per_minute,
            background_last_minute: usage.background_last_minute,
            background_per_minute: usage.background_per_minute,
            waiting: usage.waiting,
        }
    }
}
