use chrono::{DateTime, Utc};

use crate::shared::Shared;
use crate::state::{Branch, BranchState, Database, Endpoint, EndpointState, Project, Role, Secret};

/// What a new project begins with. The database's id is given to it by whoever writes it down.
#[derive(Debug)]
pub struct Parts {
    pub branch: Branch,
    pub endpoint: Endpoint,
    pub role: Role,
    pub database: Database,
}

impl Parts {
    pub fn new(
        shared: &Shared,
        project: &Project,
        database: &str,
        role: &str,
        now: DateTime<Utc>,
    ) -> Self {
        let random = &shared.random;
        let (branch_id, project_id) = (random.branch_id(), project.id.clone());
        Self {
            branch: Branch {
                id: branch_id.clone(),
                project_id: project_id.clone(),
                name: "main".into(),
                state: BranchState::Init,
                parent_id: None,
                parent_lsn: None,
                parent_timestamp: None,
                default: true,
                protected: false,
                init_source: None,
                creation_source: project.creation_source.clone(),
                created_by: project.creator_id.clone(),
                expires_at: None,
                ttl_interval_seconds: None,
                last_reset_at: None,
                restored_as: None,
                restored_from: None,
                annotation: None,
                created_at: now,
                updated_at: now,
                state_changed_at: now,
                deleted: None,
                unmade: false,
            },
            endpoint: Endpoint {
                id: random.endpoint_id(),
                project_id: project_id.clone(),
                branch_id: branch_id.clone(),
                name: None,
                port: None,
                state: EndpointState::Init,
                size: project.compute_defaults.clone(),
                disabled: false,
                passwordless_access: true,
                transfer_bytes: 0,
                creation_source: project.creation_source.clone(),
                created_at: now,
                updated_at: now,
                last_active: None,
                started_at: None,
                suspended_at: None,
            },
            role: Role {
                branch_id: branch_id.clone(),
                project_id: project_id.clone(),
                name: role.to_owned(),
                password: Some(Secret::new(random.role_password())),
                password_unknown: false,
                login_revoked: false,
                protected: false,
                created_at: now,
                updated_at: now,
            },
            database: Database {
                id: random.number(),
                branch_id,
                project_id,
                name: database.to_owned(),
                owner: role.to_owned(),
                created_at: now,
                updated_at: now,
            },
        }
    }
}
