//! Everything that exists, in memory, with the indexes that routes ask by.

mod endpoints;

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::auth::{AuthIntegration, AuthUser};
use super::branch::{Branch, Database, Endpoint, Role};
use super::document::Documents;
use super::hour::{Hour, HourKey};
use super::operation::{Action, Operation};
use super::people::{Key, Member, MemberRole, Organization, User};
use super::project::Project;
use super::record::{Counter, Delete, Record};
use super::temporary::{ClaimStatus, Temporary};

#[derive(Debug, Default)]
pub struct PlatformState {
    pub users: BTreeMap<String, User>,
    pub organizations: BTreeMap<String, Organization>,
    pub members: BTreeMap<String, Member>,
    pub keys: BTreeMap<i64, Key>,
    /// Deleted ones that can be recovered are among them.
    pub projects: BTreeMap<String, Project>,
    /// Deleted ones that can be recovered are among them.
    pub branches: BTreeMap<String, Branch>,
    pub endpoints: BTreeMap<String, Endpoint>,
    /// By branch and name.
    pub roles: BTreeMap<(String, String), Role>,
    /// By branch and name.
    pub databases: BTreeMap<(String, String), Database>,
    pub operations: BTreeMap<String, Operation>,
    pub temporaries: BTreeMap<Uuid, Temporary>,
    /// By branch.
    pub auth: BTreeMap<String, AuthIntegration>,
    pub auth_users: BTreeMap<String, AuthUser>,
    /// By project, branch and time.
    pub hours: BTreeMap<HourKey, Hour>,
    /// Branches that are gone and whose data is still to be removed.
    pub removals: BTreeSet<String>,
    pub documents: Documents,
    of_project: BTreeMap<String, Parts>,
    key_by_hash: BTreeMap<String, i64>,
    endpoint_of_branch: BTreeMap<String, String>,
    ports: BTreeSet<u16>,
    last_key: i64,
    last_database: i64,
}

/// The ids of what a project consists of.
#[derive(Debug, Default)]
struct Parts {
    branches: BTreeSet<String>,
    endpoints: BTreeSet<String>,
    operations: BTreeSet<(DateTime<Utc>, String)>,
    /// Operations that have not come to their end.
    open: BTreeSet<(DateTime<Utc>, String)>,
    temporary: Option<Uuid>,
}

impl PlatformState {
    pub fn apply(&mut self, record: Record) {
        match record {
            Record::User(it) => drop(self.users.insert(it.id.clone(), it)),
            Record::Organization(it) => drop(self.organizations.insert(it.id.clone(), it)),
            Record::Member(it) => drop(self.members.insert(it.id.clone(), it)),
            Record::Key(it) => {
                self.key_by_hash.insert(it.token_hash.clone(), it.id);
                self.last_key = self.last_key.max(it.id);
                self.keys.insert(it.id, it);
            }
            Record::Project(it) => drop(self.projects.insert(it.id.clone(), it)),
            Record::Branch(it) => {
                self.parts(&it.project_id).branches.insert(it.id.clone());
                self.branches.insert(it.id.clone(), it);
            }
            Record::Endpoint(it) => self.insert_endpoint(it),
            Record::Role(it) => {
                let key = (it.branch_id.clone(), it.name.clone());
                self.roles.insert(key, it);
            }
            Record::Database(it) => {
                let key = (it.branch_id.clone(), it.name.clone());
                self.last_database = self.last_database.max(it.id);
                self.databases.insert(key, it);
            }
            Record::Operation(it) => self.insert_operation(it),
            Record::Temporary(it) => {
                self.parts(&it.project_id).temporary = Some(it.id);
                self.temporaries.insert(it.id, it);
            }
            Record::AuthIntegration(it) => drop(self.auth.insert(it.branch_id.clone(), it)),
            Record::AuthUser(it) => drop(self.auth_users.insert(it.id.clone(), it)),
            Record::Hour(it) => {
                let key = (it.project_id.clone(), it.branch_id.clone(), it.start);
                self.hours.insert(key, it);
            }
            Record::Removal(it) => drop(self.removals.insert(it.branch_id)),
            Record::Document(it) => self.documents.put(it),
            Record::Delete(gone) => self.forget(gone),
        }
    }

    fn parts(&mut self, project_id: &str) -> &mut Parts {
        self.of_project.entry(project_id.to_owned()).or_default()
    }

    fn insert_endpoint(&mut self, it: Endpoint) {
        self.parts(&it.project_id).endpoints.insert(it.id.clone());
        if !it.read_only {
            self.endpoint_of_branch
                .insert(it.branch_id.clone(), it.id.clone());
        }
        self.ports.extend(it.port);
        self.endpoints.insert(it.id.clone(), it);
    }

    fn insert_operation(&mut self, it: Operation) {
        let key = (it.created_at, it.id.clone());
        let parts = self.parts(&it.project_id);
        parts.operations.insert(key.clone());
        if it.status.is_terminal() {
            parts.open.remove(&key);
        } else {
            parts.open.insert(key);
        }
        self.operations.insert(it.id.clone(), it);
    }

    fn forget(&mut self, gone: Delete) {
        match gone {
            Delete::User(id) => drop(self.users.remove(&id)),
            Delete::Organization(id) => drop(self.organizations.remove(&id)),
            Delete::Member(id) => drop(self.members.remove(&id)),
            Delete::Removal(id) => drop(self.removals.remove(&id)),
            Delete::Document(key) => self.documents.remove(&key),
            Delete::Key(id) => {
                if let Some(it) = self.keys.remove(&id) {
                    self.key_by_hash.remove(&it.token_hash);
                }
            }
            Delete::Project(id) => self.remove_project_records(&id),
            Delete::Branch(id) => self.remove_branch_records(&id),
            Delete::Endpoint(id) => self.remove_endpoint_record(&id),
            Delete::Role { branch_id, name } => drop(self.roles.remove(&(branch_id, name))),
            Delete::Database { branch_id, name } => drop(self.databases.remove(&(branch_id, name))),
            Delete::AuthIntegration(branch) => self.remove_auth_records(&branch),
            Delete::AuthUser(id) => drop(self.auth_users.remove(&id)),
            Delete::Operation(id) => {
                if let Some(it) = self.operations.remove(&id) {
                    let key = (it.created_at, it.id);
                    let parts = self.parts(&it.project_id);
                    parts.operations.remove(&key);
                    parts.open.remove(&key);
                }
            }
        }
    }

    fn remove_project_records(&mut self, id: &str) {
        let hours: Vec<HourKey> = self
            .hours_of(id)
            .map(|it| (it.project_id.clone(), it.branch_id.clone(), it.start))
            .collect();
        hours.iter().for_each(|key| drop(self.hours.remove(key)));
        self.documents.remove_project(id);
        let Some(parts) = self.of_project.remove(id) else {
            self.projects.remove(id);
            return;
        };
        for branch in &parts.branches {
            self.remove_branch_records(branch);
        }
        for endpoint in &parts.endpoints {
            self.remove_endpoint_record(endpoint);
        }
        for (_, operation) in &parts.operations {
            self.operations.remove(operation);
        }
        if let Some(temporary) = parts.temporary {
            self.temporaries.remove(&temporary);
        }
        self.projects.remove(id);
        self.of_project.remove(id);
    }

    fn remove_branch_records(&mut self, id: &str) {
        for endpoint in self.endpoint_ids_of_branch(id) {
            self.remove_endpoint_record(&endpoint);
        }
        let named = |name: &String| (id.to_owned(), name.clone());
        let roles: Vec<_> = self.roles_of(id).map(|it| named(&it.name)).collect();
        roles.iter().for_each(|key| drop(self.roles.remove(key)));
        let databases: Vec<_> = self.databases_of(id).map(|it| named(&it.name)).collect();
        databases
            .iter()
            .for_each(|key| drop(self.databases.remove(key)));
        self.remove_auth_records(id);
        if let Some(it) = self.branches.remove(id) {
            self.parts(&it.project_id).branches.remove(id);
        }
    }

    fn remove_auth_records(&mut self, branch_id: &str) {
        if self.auth.remove(branch_id).is_some() {
            self.auth_users.retain(|_, it| it.branch_id != branch_id);
        }
    }

    fn remove_endpoint_record(&mut self, id: &str) {
        let Some(it) = self.endpoints.remove(id) else {
            return;
        };
        self.parts(&it.project_id).endpoints.remove(id);
        if let Some(port) = it.port {
            self.ports.remove(&port);
        }
        if self.endpoint_of_branch.get(&it.branch_id) == Some(&it.id) {
            self.endpoint_of_branch.remove(&it.branch_id);
        }
    }

    /// Every branch with its data still there, deleted ones and snapshots too.
    pub fn all_branches_of<'a>(&'a self, project_id: &str) -> impl Iterator<Item = &'a Branch> {
        let parts = self.of_project.get(project_id);
        let ids = parts.into_iter().flat_map(|parts| &parts.branches);
        ids.filter_map(|id| self.branches.get(id))
    }

    pub fn branches_of<'a>(&'a self, project_id: &str) -> impl Iterator<Item = &'a Branch> {
        self.all_branches_of(project_id)
            .filter(|branch| branch.deleted.is_none() && branch.snapshot.is_none())
    }

    pub fn default_branch(&self, project_id: &str) -> Option<&Branch> {
        self.branches_of(project_id).find(|branch| branch.default)
    }

    pub fn next_key_id(&self) -> i64 {
        self.last_key + 1
    }

    /// The first id that no database had since the sandbox started.
    pub fn next_database_id(&self) -> i64 {
        self.last_database + 1
    }

    pub fn port_is_known(&self, port: u16) -> bool {
        self.ports.contains(&port)
    }

    pub fn roles_of<'a>(&'a self, branch_id: &'a str) -> impl Iterator<Item = &'a Role> {
        let from = (branch_id.to_owned(), String::new());
        let records = self.roles.range(from..).map(|(_, it)| it);
        records.take_while(move |it| it.branch_id == branch_id)
    }

    pub fn databases_of<'a>(&'a self, branch_id: &'a str) -> impl Iterator<Item = &'a Database> {
        let from = (branch_id.to_owned(), String::new());
        let records = self.databases.range(from..).map(|(_, it)| it);
        records.take_while(move |it| it.branch_id == branch_id)
    }

    /// Oldest first; `rev` gives the newest.
    pub fn operations_of<'a>(
        &'a self,
        project_id: &str,
    ) -> impl DoubleEndedIterator<Item = &'a Operation> {
        let parts = self.of_project.get(project_id);
        let keys = parts.into_iter().flat_map(|parts| &parts.operations);
        keys.filter_map(|(_, id)| self.operations.get(id))
    }

    /// Operations that have not come to their end, oldest first.
    pub fn open_operations_of<'a>(
        &'a self,
        project_id: &str,
    ) -> impl Iterator<Item = &'a Operation> {
        let parts = self.of_project.get(project_id);
        let keys = parts.into_iter().flat_map(|parts| &parts.open);
        keys.filter_map(|(_, id)| self.operations.get(id))
    }

    pub fn projects_with_open_operations(&self) -> Vec<String> {
        let with = self.of_project.iter().filter(|(_, it)| !it.open.is_empty());
        with.map(|(id, _)| id.clone()).collect()
    }

    pub fn has_open_operations(&self) -> bool {
        self.of_project.values().any(|it| !it.open.is_empty())
    }

    /// Whether conflicting calls are refused just now. A check of the platform's conflicts with
    /// nothing.
    pub fn is_locked(&self, project_id: &str) -> bool {
        self.open_operations_of(project_id)
            .any(|it| it.status.locks() && it.action != Action::CheckAvailability)
    }

    pub fn temporary_of(&self, project_id: &str) -> Option<&Temporary> {
        self.temporaries
            .get(&self.of_project.get(project_id)?.temporary?)
    }

    /// How many temporary databases nobody has claimed yet, those in the making included.
    pub fn unclaimed(&self) -> usize {
        let all = self.temporaries.values();
        all.filter(|it| it.status != ClaimStatus::Claimed).count()
    }

    /// A temporary database whose create was answered.
    pub fn ready_temporary(&self, id: Uuid) -> Option<&Temporary> {
        self.temporaries.get(&id).filter(|it| !it.making)
    }

    /// Temporary databases whose create was begun and never answered, by their projects.
    pub fn unanswered_creates(&self) -> Vec<String> {
        let all = self.temporaries.values().filter(|it| it.making);
        all.map(|it| it.project_id.clone()).collect()
    }

    pub fn key_of_hash(&self, token_hash: &str) -> Option<&Key> {
        self.keys.get(self.key_by_hash.get(token_hash)?)
    }

    /// The user who was there first: the sandbox's owner.
    pub fn first_user(&self) -> Option<&User> {
        self.users.values().min_by_key(|it| it.created_at)
    }

    pub fn first_organization(&self) -> Option<&Organization> {
        self.organizations.values().min_by_key(|it| it.created_at)
    }

    pub fn has_children(&self, branch: &Branch) -> bool {
        self.children_of(branch).next().is_some()
    }

    pub fn children_of<'a>(&'a self, branch: &'a Branch) -> impl Iterator<Item = &'a Branch> {
        let others = self.branches_of(&branch.project_id);
        others.filter(|it| it.parent_id.as_ref() == Some(&branch.id))
    }

    /// The user who stands for an organization: the admin who has been in it for longest.
    pub fn first_member(&self, organization_id: &str) -> Option<&str> {
        let members = self.members.values();
        members
            .filter(|it| it.organization_id == organization_id)
            .min_by_key(|it| (it.role != MemberRole::Admin, it.joined_at))
            .map(|it| it.user_id.as_str())
    }

    pub fn role_in(&self, organization_id: &str, user_id: &str) -> Option<MemberRole> {
        let mut members = self.members.values();
        members
            .find(|it| it.organization_id == organization_id && it.user_id == user_id)
            .map(|it| it.role)
    }
}

impl Counter {
    /// The record as it is by now; None for one that is gone.
    pub fn record(&self, state: &PlatformState) -> Option<Record> {
        match self {
            Self::Endpoint(id) => state.endpoints.get(id).cloned().map(Record::Endpoint),
            Self::Hour(key) => state.hours.get(key).cloned().map(Record::Hour),
            Self::Key(id) => state.keys.get(id).cloned().map(Record::Key),
        }
    }
}
