//! What a copy of a branch's data has in it.

use chrono::{DateTime, Utc};

use super::branch::{Database, Role};
use super::model::PlatformState;
use super::record::{Delete, Record};

impl PlatformState {
    /// Rows that give `to` the roles and databases of `from`, as a copy of its data has them, in
    /// place of those it has now.
    pub fn inherited(&self, from: &str, to: &str, now: DateTime<Utc>) -> Vec<Record> {
        let mut records = self.removed_contents(to);
        records.extend(self.roles_of(from).map(|it| {
            Record::Role(Role {
                branch_id: to.to_owned(),
                created_at: now,
                updated_at: now,
                ..it.clone()
            })
        }));
        let ids = self.next_database_id()..;
        records.extend(self.databases_of(from).zip(ids).map(|(it, id)| {
            Record::Database(Database {
                id,
                branch_id: to.to_owned(),
                created_at: now,
                updated_at: now,
                ..it.clone()
            })
        }));
        records
    }

    fn removed_contents(&self, branch_id: &str) -> Vec<Record> {
        let roles = self.roles_of(branch_id).map(|it| {
            Record::Delete(Delete::Role {
                branch_id: it.branch_id.clone(),
                name: it.name.clone(),
            })
        });
        let databases = self.databases_of(branch_id).map(|it| {
            Record::Delete(Delete::Database {
                branch_id: it.branch_id.clone(),
                name: it.name.clone(),
            })
        });
        roles.chain(databases).collect()
    }
}
