//! A notification, and what a click on it shows.

/// A notification.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Notice {
    pub title: String,
    pub body: String,
    /// What is shown when it is clicked; the window as it is when `None`.
    pub opens: Option<OperationTarget>,
}

/// An operation.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct OperationTarget {
    pub account_id: String,
    pub project_id: String,
    pub operation_id: String,
}
