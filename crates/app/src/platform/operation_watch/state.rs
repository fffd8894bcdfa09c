//! The state of an operation, and what its status means.

use api::resource::operations::{Operation, OperationStatus};

use crate::store::OperationState;

/// The status of an operation that the platform does not have any more. No platform uses this word.
pub(crate) const VANISHED: &str = "vanished";

/// Whether an operation with this status never changes again.
pub(crate) fn is_over(status: &str) -> bool {
    status == VANISHED || OperationStatus::from(status).is_terminal()
}

/// Whether it failed; the platform may retry it.
pub(crate) fn has_failed(status: &str) -> bool {
    OperationStatus::from(status) == OperationStatus::Failed
}

/// What the platform says of an operation.
pub(crate) fn state_of(operation: &Operation) -> OperationState {
    let action = operation.action.as_ref();
    OperationState {
        status: operation.status.to_string(),
        branch_id: operation.branch_id.as_ref().map(ToString::to_string),
        branch_name: None,
        compute_id: operation.endpoint_id.as_ref().map(ToString::to_string),
        action: action.map(ToString::to_string),
        error: operation.error.clone(),
        failures: u32::try_from(operation.failures_count).unwrap_or_default(),
        retry_at: operation.retry_at,
        created_at: operation.created_at,
        updated_at: operation.updated_at,
    }
}
