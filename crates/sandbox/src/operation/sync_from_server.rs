//! Takes over what people changed by SQL: roles, databases and passwords that the store does
//! not know, or that are no longer as it says. Only a server that runs is asked, and none is
//! woken for it.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use tokio::time::timeout;

use super::data::endpoint_of;
use super::verified_passwords::VerifiedPasswords;
use crate::postgres::compute::ServerState;
use crate::postgres::inventory::{self, FoundDatabase, FoundRole, Inventory};
use crate::postgres::verifier;
use crate::shared::Shared;
use crate::state::{Branch, BranchState, Database, Delete, PlatformState, Record, Role};

/// How long a reply waits for the server; after that it has what is in the store.
const DEADLINE: Duration = Duration::from_secs(3);

/// Reads the branch's server if it runs and nothing is under way that changes it.
pub async fn sync_from_server(shared: &Arc<Shared>, branch_id: &str) {
    if timeout(DEADLINE, sync(shared, branch_id)).await.is_err() {
        tracing::warn!(
            branch_id,
            "a server did not list its roles and databases in time"
        );
    }
}

/// The same in the background.
pub fn sync_in_background(shared: &Arc<Shared>, branch_id: String) {
    let this = Arc::clone(shared);
    shared.tasks.spawn(async move {
        tokio::select! {
            () = this.stop.cancelled() => {}
            () = sync_from_server(&this, &branch_id) => {}
        }
    });
}

async fn sync(shared: &Arc<Shared>, branch_id: &str) {
    let Some(servers) = &shared.servers else {
        return;
    };
    let endpoint = endpoint_of(shared, branch_id);
    let Some(compute) = endpoint.and_then(|id| servers.pool.get(&id)) else {
        return;
    };
    let known = shared
        .store
        .read(|state| StoredBranch::of(state, branch_id));
    let Some(known) = known.filter(|_| compute.state() == ServerState::Running) else {
        return;
    };
    // The server is not kept alive for this: it may be suspended meanwhile.
    let Some(port) = compute.port_if_running().await else {
        return;
    };
    let found = inventory::read(port, &servers.admin).await;
    if compute.port_if_running().await != Some(port) {
        // Another server may have answered at this port.
        return;
    }
    let found = match found {
        Ok(found) => found,
        Err(error) => {
            tracing::warn!(%error, branch_id, "a server's roles and databases were not read");
            return;
        }
    };
    let this = Arc::clone(shared);
    // Checking a password takes thousands of hashes, which must not hold up other tasks.
    let compared = tokio::task::spawn_blocking(move || {
        let verified = known.verified_roles(&found, &this.verified_passwords);
        (known, found, verified)
    });
    let Ok((known, found, verified)) = compared.await else {
        return;
    };
    let (branch_id, now) = (branch_id.to_owned(), shared.now());
    let committed = shared.store.change(move |state| {
        // A change since the server was read wins: what was read may be from before it.
        let same = StoredBranch::of(state, &branch_id).filter(|it| *it == known);
        let records = same.map_or_else(Vec::new, |it| it.records(state, &found, &verified, now));
        Ok::<_, Infallible>((records, ()))
    });
    if let Err(error) = committed.await {
        tracing::warn!(%error, "a server's roles and databases were not stored");
    }
}

/// What the store has of a branch whose data nobody changes just now.
#[derive(Debug, PartialEq)]
struct StoredBranch {
    branch: Branch,
    roles: Vec<Role>,
    databases: Vec<Database>,
}

/// What `to` has as a copy of `from` as it was: the roles and databases that its server found. Those that are still known
/// have got the passwords of today.
pub fn as_found(
    state: &PlatformState,
    from: &str,
    to: &str,
    found: &Inventory,
    now: DateTime<Utc>,
) -> Vec<Record> {
    let Some(branch) = state.branches.get(to) else {
        return Vec::new();
    };
    let mut known = StoredBranch::new(state, branch);
    let mut records = Vec::new();
    if from != to {
        records = state.removed_contents(to);
        known.databases.clear();
        let roles = state.roles_of(from).map(|it| Role {
            branch_id: to.to_owned(),
            ..it.clone()
        });
        known.roles = roles.collect();
        records.extend(known.roles.iter().cloned().map(Record::Role));
    }
    let roles = found.roles.iter().filter(|it| it.can_log_in);
    let verified: Vec<String> = roles.map(|it| it.name.clone()).collect();
    records.extend(known.records(state, found, &verified, now));
    records
}

impl StoredBranch {
    fn of(state: &PlatformState, branch_id: &str) -> Option<Self> {
        let branch = state.branches.get(branch_id)?;
        let is_idle = branch.state == BranchState::Ready && !state.is_locked(&branch.project_id);
        is_idle.then(|| Self::new(state, branch))
    }

    fn new(state: &PlatformState, branch: &Branch) -> Self {
        Self {
            branch: branch.clone(),
            roles: state.roles_of(&branch.id).cloned().collect(),
            databases: state.databases_of(&branch.id).cloned().collect(),
        }
    }

    /// The names of the roles whose stored password is still that of the server.
    fn verified_roles(
        &self,
        found: &Inventory,
        verified_passwords: &VerifiedPasswords,
    ) -> Vec<String> {
        let is_verified = |role: &&Role| {
            let mut of_the_server = found.roles.iter();
            let it = of_the_server.find(|it| it.name == role.name);
            let verifier = it.and_then(|it| it.verifier.as_deref());
            let (Some(verifier), Some(password)) = (verifier, &role.password) else {
                return false;
            };
            if verified_passwords.knows(role, verifier) {
                return true;
            }
            let matches = verifier::is_of(verifier, password.reveal());
            if matches {
                verified_passwords.record(role, verifier.to_owned());
            }
            matches
        };
        let verified = self.roles.iter().filter(is_verified);
        verified.map(|it| it.name.clone()).collect()
    }

    fn records(
        &self,
        state: &PlatformState,
        found: &Inventory,
        verified: &[String],
        now: DateTime<Utc>,
    ) -> Vec<Record> {
        let mut records: Vec<Record> = Vec::new();
        for it in &found.roles {
            let known = self.roles.iter().find(|role| role.name == it.name);
            let is_verified = verified.contains(&it.name);
            records.extend(self.role(it, known, is_verified, now).map(Record::Role));
        }
        let gone = |it: &&Role| !found.roles.iter().any(|role| role.name == it.name);
        records.extend(self.roles.iter().filter(gone).map(|it| {
            Record::Delete(Delete::Role {
                branch_id: it.branch_id.clone(),
                name: it.name.clone(),
            })
        }));
        let mut ids = state.next_database_id()..;
        for it in &found.databases {
            let known = self.databases.iter().find(|one| one.name == it.name);
            records.extend(
                self.database(it, known, &mut ids, now)
                    .map(Record::Database),
            );
        }
        let gone = |it: &&Database| !found.databases.iter().any(|one| one.name == it.name);
        records.extend(self.databases.iter().filter(gone).map(|it| {
            Record::Delete(Delete::Database {
                branch_id: it.branch_id.clone(),
                name: it.name.clone(),
            })
        }));
        records
    }

    /// The role as the server has it; none when that is what the store has.
    fn role(
        &self,
        found: &FoundRole,
        known: Option<&Role>,
        is_verified: bool,
        now: DateTime<Utc>,
    ) -> Option<Role> {
        let new = Role::new(&self.branch, found.name.clone(), None, now);
        let base = known.unwrap_or(&new);
        let password = base.password.clone().filter(|_| is_verified);
        let changed = Role {
            password_unknown: found.can_log_in && password.is_none(),
            login_revoked: !found.can_log_in && password.is_some(),
            password,
            ..base.clone()
        };
        match known {
            Some(known) if *known == changed => None,
            _ => Some(Role {
                updated_at: now,
                ..changed
            }),
        }
    }

    /// None when it is as it is known, or its owner was dropped while the server was read.
    fn database(
        &self,
        found: &FoundDatabase,
        known: Option<&Database>,
        ids: &mut impl Iterator<Item = i64>,
        now: DateTime<Utc>,
    ) -> Option<Database> {
        let owner = found.owner.clone()?;
        match known {
            Some(known) if known.owner == owner => None,
            Some(known) => Some(Database {
                owner,
                updated_at: now,
                ..known.clone()
            }),
            None => {
                let (id, name) = (ids.next()?, found.name.clone());
                Some(Database::new(id, &self.branch, name, owner, now))
            }
        }
    }
}
