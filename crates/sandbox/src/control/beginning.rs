//! People and keys as they were at the very first start.

use crate::access;
use crate::shared::Shared;
use crate::world::{Gone, Key, KeyScope, Member, MemberRole, Organization, Row, World};

/// What takes away whoever was added since.
pub fn rows(shared: &Shared, world: &World) -> Vec<Row> {
    let user = world.users.values().min_by_key(|it| it.created_at);
    let organization = world.organizations.values().min_by_key(|it| it.created_at);
    let (Some(user), Some(organization)) = (user, organization) else {
        return Vec::new();
    };
    let mut rows = Vec::new();
    let others = world.users.keys().filter(|id| **id != user.id);
    rows.extend(others.map(|id| Row::Gone(Gone::User(id.clone()))));
    let others = world.organizations.keys();
    let others = others.filter(|id| **id != organization.id);
    rows.extend(others.map(|id| Row::Gone(Gone::Organization(id.clone()))));
    rows.push(Row::Organization(Organization {
        name: shared.config.names.organization.clone(),
        updated_at: organization.created_at,
        ..organization.clone()
    }));
    rows.extend(members(shared, world, &user.id, organization));
    rows.extend(keys(shared, world, &user.id));
    rows
}

fn members(shared: &Shared, world: &World, user_id: &str, organization: &Organization) -> Vec<Row> {
    let (first, others): (Vec<&Member>, Vec<&Member>) = world
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
    let gone = others.into_iter().map(|it| Gone::Member(it.id.clone()));
    let mut rows: Vec<Row> = gone.map(Row::Gone).collect();
    rows.push(Row::Member(first));
    rows
}

fn keys(shared: &Shared, world: &World, user_id: &str) -> Vec<Row> {
    let own = access::hash(shared.key.reveal());
    let one = |key: &Key| match key.token_hash == own {
        false => Row::Gone(Gone::Key(key.id)),
        true => Row::Key(Key {
            scope: KeyScope::Personal,
            created_by: user_id.to_owned(),
            last_used_at: None,
            last_used_from_addr: String::new(),
            revoked_at: None,
            ..key.clone()
        }),
    };
    world.keys.values().map(one).collect()
}
