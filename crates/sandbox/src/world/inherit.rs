//! What a copy of a branch's data has in it.

use chrono::{DateTime, Utc};

use super::branch::{Database, Role};
use super::model::World;
use super::row::{Gone, Row};

impl World {
    /// Rows that give `to` the roles and databases of `from`, as a copy of its data has them, in
    /// place of those it has now.
    pub fn inherited(&self, from: &str, to: &str, now: DateTime<Utc>) -> Vec<Row> {
        let mut rows = self.bared(to);
        rows.extend(self.roles_of(from).map(|it| {
            Row::Role(Role {
                branch_id: to.to_owned(),
                created_at: now,
                updated_at: now,
                ..it.clone()
            })
        }));
        let ids = self.next_database_id()..;
        rows.extend(self.databases_of(from).zip(ids).map(|(it, id)| {
            Row::Database(Database {
                id,
                branch_id: to.to_owned(),
                created_at: now,
                updated_at: now,
                ..it.clone()
            })
        }));
        rows
    }

    fn bared(&self, branch_id: &str) -> Vec<Row> {
        let roles = self.roles_of(branch_id).map(|it| {
            Row::Gone(Gone::Role {
                branch_id: it.branch_id.clone(),
                name: it.name.clone(),
            })
        });
        let databases = self.databases_of(branch_id).map(|it| {
            Row::Gone(Gone::Database {
                branch_id: it.branch_id.clone(),
                name: it.name.clone(),
            })
        });
        roles.chain(databases).collect()
    }
}
