//! Operations as they are asked for.

use chrono::{DateTime, Utc};

use crate::state::{Action, Operation, Record, Status, Task};

/// An operation before it has an id.
#[derive(Debug, Clone)]
pub struct Draft {
    pub action: Action,
    pub branch_id: Option<String>,
    pub endpoint_id: Option<String>,
    pub task: Task,
}

impl Draft {
    /// Whether it would run into other operations of its project. What only notes a setting does not.
    pub fn conflicts(&self) -> bool {
        let notes = matches!(
            self.action,
            Action::ApplyStorageConfig | Action::TimelineUpdateProtectedConfig
        );
        !(notes && matches!(self.task, Task::RecordOnly))
    }

    pub fn on_branch(action: Action, branch_id: &str, task: Task) -> Self {
        Self {
            action,
            branch_id: Some(branch_id.to_owned()),
            endpoint_id: None,
            task,
        }
    }

    pub fn on_endpoint(action: Action, branch_id: &str, endpoint_id: &str, task: Task) -> Self {
        Self {
            endpoint_id: Some(endpoint_id.to_owned()),
            ..Self::on_branch(action, branch_id, task)
        }
    }

    /// The operation, running since now.
    pub fn into_running(
        self,
        id: String,
        project_id: &str,
        batch_id: &str,
        now: DateTime<Utc>,
    ) -> Operation {
        Operation {
            id,
            project_id: project_id.to_owned(),
            branch_id: self.branch_id,
            endpoint_id: self.endpoint_id,
            action: self.action,
            status: Status::Running,
            error: None,
            failures_count: 0,
            retry_at: None,
            created_at: now,
            updated_at: now,
            total_duration_ms: 0,
            batch_id: batch_id.to_owned(),
            task: self.task,
        }
    }
}

/// What a call does: rows that are there at once, operations that follow, and a value for the
/// reply.
#[derive(Debug)]
pub struct Step<T> {
    pub records: Vec<Record>,
    pub operations: Vec<Draft>,
    pub value: T,
}

impl<T> Step<T> {
    /// There is nothing to do.
    pub fn unchanged(value: T) -> Self {
        Self::new(Vec::new(), Vec::new(), value)
    }

    pub fn new(records: Vec<Record>, operations: Vec<Draft>, value: T) -> Self {
        Self {
            records,
            operations,
            value,
        }
    }
}
