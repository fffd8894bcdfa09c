//! Faults that can be injected into operations.

use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use crate::state::{Action, Operation};

/// What happens to the operations that fit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OperationFault {
    /// Any action when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<Action>,
    /// Any project when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub project_id: Option<String>,
    /// How many times it happens; until it is cleared when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<u32>,
    #[serde(rename = "trouble")]
    pub kind: FaultKind,
}

impl OperationFault {
    /// For the next operation with this action, in whichever project.
    pub fn once(action: Action, kind: FaultKind) -> Self {
        Self {
            action: Some(action),
            project_id: None,
            times: Some(1),
            kind,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum FaultKind {
    /// `failed`; it is tried again by itself.
    Fail,
    /// `error`, for good.
    GiveUp,
    /// `cancelling`, then `cancelled`.
    Cancel,
    Skip,
    /// Lasts so long by the sandbox's clock, and is then done.
    Hold {
        seconds: u32,
    },
}

/// In order; the first that fits is used.
#[derive(Debug, Default)]
pub struct OperationFaults(Mutex<Vec<OperationFault>>);

impl OperationFaults {
    pub fn add(&self, fault: OperationFault) {
        self.with(|faults| faults.push(fault));
    }

    pub fn all(&self) -> Vec<OperationFault> {
        self.with(|faults| faults.clone())
    }

    pub fn clear(&self) {
        self.with(Vec::clear);
    }

    /// What happens to this operation now, counted down.
    pub fn next(&self, operation: &Operation) -> Option<FaultKind> {
        self.with(|faults| {
            let at = faults.iter().position(|fault| fault.hits(operation))?;
            let kind = faults[at].kind;
            match &mut faults[at].times {
                None => {}
                Some(0 | 1) => drop(faults.remove(at)),
                Some(times) => *times -= 1,
            }
            Some(kind)
        })
    }

    fn with<T>(&self, act: impl FnOnce(&mut Vec<OperationFault>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl OperationFault {
    /// Why it makes no sense, if it does not.
    pub fn invalid_because(&self) -> Option<&'static str> {
        (self.times == Some(0)).then_some("`times` is at least 1")
    }

    fn hits(&self, operation: &Operation) -> bool {
        let project = self.project_id.as_ref();
        self.action.is_none_or(|action| action == operation.action)
            && project.is_none_or(|project| *project == operation.project_id)
    }
}
