//! What a copy of a branch's data has in it.

use chrono::{DateTime, Utc};

use super::auth::AuthIntegration;
use super::branch::{Database, Role};
use super::model::PlatformState;
use super::record::{Delete, Record};
use super::secret::Secret;

/// The platform's auth provider that keeps all that it has in the branch's database.
const IN_THE_DATA: &str = "better_auth";

/// What an integration that came with the data has of its own.
#[derive(Debug)]
pub struct NewAuthIds {
    pub provider_project_id: String,
    pub transfer_token: Secret,
}

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

    /// The auth integration that `to` has as a copy of the data of `from` as it was: with its settings, keys and providers,
    /// at an address of its own. Its users are in the data. The older provider has one integration a project.
    pub fn inherited_auth(
        &self,
        from: &str,
        to: &str,
        was: DateTime<Utc>,
        now: DateTime<Utc>,
        ids: NewAuthIds,
    ) -> Option<Record> {
        let found = self.auth.get(from)?;
        let is_there = found.provider == IN_THE_DATA && found.created_at <= was;
        is_there.then(|| {
            Record::AuthIntegration(AuthIntegration {
                branch_id: to.to_owned(),
                provider_project_id: ids.provider_project_id,
                transfer: None,
                transfer_token: ids.transfer_token,
                transferred_to: None,
                created_at: now,
                ..found.clone()
            })
        })
    }

    /// Rows that take all roles and databases from a branch.
    pub fn removed_contents(&self, branch_id: &str) -> Vec<Record> {
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
