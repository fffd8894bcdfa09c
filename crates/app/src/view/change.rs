use serde::{Deserialize, Serialize};
use specta::Type;

use super::OperationView;

/// Something after a change of it, and what still goes on because of that.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ChangeView<T> {
    /// It, as it is now. After a lost reply, as reconciliation found it.
    pub item: T,
    /// What still goes on; empty when nothing does. They are followed, and their ends are published.
    pub operations: Vec<OperationView>,
}
