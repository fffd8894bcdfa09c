use chrono::{DateTime, Utc};

use crate::shared::Shared;
use crate::state::{Branch, Database, Endpoint, Project, Role, Secret};

/// What a new project begins with. The database's id is given to it by whoever stores it.
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
        let branch = Branch {
            default: true,
            creation_source: project.creation_source.clone(),
            created_by: project.creator_id.clone(),
            ..Branch::new(random.branch_id(), project.id.clone(), "main".into(), now)
        };
        let size = project.compute_defaults.clone();
        let password = Secret::new(random.role_password());
        Self {
            endpoint: Endpoint::new(random.endpoint_id(), &branch, size, now),
            role: Role::new(&branch, role.to_owned(), Some(password), now),
            database: Database::new(
                random.number(),
                &branch,
                database.to_owned(),
                role.to_owned(),
                now,
            ),
            branch,
        }
    }
}
