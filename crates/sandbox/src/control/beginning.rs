//! People and keys as they were at the very first start.

use crate::secret_digest;
use crate::shared::Shared;
use crate::state::{
    Delete, Key, KeyScope, Member, MemberRole, Organization, PlatformState, Record,
};

/// What takes away whoever was added since.
pub fn records(shared: &Shared, state: &PlatformState) -> Vec<Record> {
    let (Some(user), Some(organization)) = (state.first_user(), state.first_organization()) else {
        return Vec::new();
    };
    let mut records = Vec::new();
    let others = state.users.keys().filter(|id| **id != user.id);
    records.extend(others.map(|id| Record::Delete(Delete::User(id.clone()))));
    let others = state.organizations.keys();
    let others = others.filter(|id| **id != organization.id);
    records.extend(others.map(|id| Record::Delete(Delete::Organization(id.clone()))));
    records.push(Record::Organization(Organization {
        name: shared.config.names.organization.clone(),
        updated_at: organization.created_at,
        invitations: Vec::new(),
        spending_limit_cents: None,
        ..organization.clone()
    }));
    records.extend(members(shared, state, &user.id, organization));
    records.extend(keys(shared, state, &user.id));
    records
}

fn members(
    shared: &Shared,
    state: &PlatformState,
    user_id: &str,
    organization: &Organization,
) -> Vec<Record> {
    let (first, others): (Vec<&Member>, Vec<&Member>) = state
        .members
        .values()
        .partition(|it| it.user_id == user_id && it.organization_id == organization.id);
    let first = first.first().map_or_else(
        || Member {
            id: shared.random.uuid(),
            organization_id: organization.id.clone(),
            user_id: user_id.to_owned(),
            role: MemberRole::Admin,
            joined_at: organization.created_at,
        },
        |it| Member {
            role: MemberRole::Admin,
            ..(*it).clone()
        },
    );
    let gone = others.into_iter().map(|it| Delete::Member(it.id.clone()));
    let mut records: Vec<Record> = gone.map(Record::Delete).collect();
    records.push(Record::Member(first));
    records
}

fn keys(shared: &Shared, state: &PlatformState, user_id: &str) -> Vec<Record> {
    let own = secret_digest::hash(shared.key.reveal());
    let one = |key: &Key| match key.token_hash == own {
        false => Record::Delete(Delete::Key(key.id)),
        true => Record::Key(Key {
            scope: KeyScope::Personal,
            created_by: user_id.to_owned(),
            last_used_at: None,
            last_used_from_addr: String::new(),
            revoked_at: None,
            ..key.clone()
        }),
    };
    state.keys.values().map(one).collect()
}
