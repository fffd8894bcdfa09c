//! A notification, and what a click on it shows.

/// A notification.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Notice {
    pub(super) title: String,
    pub(super) body: String,
    /// What is shown when it is clicked; the window as it is when `None`.
    pub(super) opens: Option<OperationTarget>,
}

/// An operation.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct OperationTarget {
    pub(super) account_id: String,
    pub(super) project_id: String,
    pub(super) operation_id: String,
}
