use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use crate::access::Caller;
use crate::reply::Failure;
use crate::route::body::{QueryParams, Seconds, SortedPagination, limit};
use crate::route::page_order::{self, SortKey, SortOrder};
use crate::shared::Shared;
use crate::state::{Member, MemberRole, PlatformState};

const LARGEST_PAGE: usize = 500;
const USUAL_PAGE: usize = 100;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum SortBy {
    Email,
    Role,
    #[default]
    JoinedAt,
}

#[derive(Debug, Deserialize)]
pub struct ListMembersQuery {
    #[serde(default)]
    sort_by: SortBy,
    sort_order: Option<SortOrder>,
    limit: Option<i64>,
    cursor: Option<String>,
}

/// Where a page ends, as clients send it back.
#[derive(Debug, Serialize, Deserialize)]
struct Cursor {
    member_id: String,
    sort_by: SortBy,
    sort_by_value: String,
    sort_order: SortOrder,
}

#[derive(Debug, Serialize)]
pub struct MembersBody {
    members: Vec<MemberWithUser>,
    pagination: SortedPagination,
}

#[derive(Debug, Serialize)]
struct MemberWithUser {
    member: MemberBody,
    user: UserBody,
}

#[derive(Debug, Serialize)]
pub struct MemberBody {
    id: String,
    user_id: String,
    org_id: String,
    role: MemberRole,
    joined_at: Seconds,
}

impl From<&Member> for MemberBody {
    fn from(it: &Member) -> Self {
        Self {
            id: it.id.clone(),
            user_id: it.user_id.clone(),
            org_id: it.organization_id.clone(),
            role: it.role,
            joined_at: Seconds(it.joined_at),
        }
    }
}

#[derive(Debug, Serialize)]
struct UserBody {
    email: String,
    has_mfa: bool,
}

pub async fn list(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(id): Path<String>,
    QueryParams(query): QueryParams<ListMembersQuery>,
) -> Result<Json<MembersBody>, Failure> {
    let limit = limit(query.limit, LARGEST_PAGE, USUAL_PAGE)?;
    let after = query.cursor.as_deref();
    let after: Option<Cursor> = after.map(page_order::read_cursor).transpose()?;
    // The cursor knows the order that it belongs to.
    let (by, order) = match &after {
        Some(cursor) => (cursor.sort_by, cursor.sort_order),
        None => (
            query.sort_by,
            query.sort_order.unwrap_or(SortOrder::Descending),
        ),
    };
    shared.store.read(|state| {
        let organization = caller.organization(state, &id)?;
        let members = state.members.values();
        let members = members.filter(|it| it.organization_id == organization.id);
        let members = members.map(|it| ((value(state, it, by), it.id.clone()), it));
        let after: Option<SortKey> = after.map(|it| (it.sort_by_value, it.member_id));
        let (page, has_more) = order.page(members, after.as_ref(), limit);
        let next = page.last().filter(|_| has_more).map(|(key, it)| Cursor {
            member_id: it.id.clone(),
            sort_by: by,
            sort_by_value: key.0.clone(),
            sort_order: order,
        });
        Ok(Json(MembersBody {
            members: page.iter().map(|(_, it)| wire(state, it)).collect(),
            pagination: SortedPagination {
                next: next.map(|it| STANDARD.encode(page_order::json(&it))),
                sort_by: match by {
                    SortBy::Email => "email",
                    SortBy::Role => "role",
                    SortBy::JoinedAt => "joined_at",
                },
                sort_order: match order {
                    SortOrder::Ascending => "asc",
                    SortOrder::Descending => "desc",
                },
            },
        }))
    })
}

/// What a member is sorted by.
fn value(state: &PlatformState, it: &Member, by: SortBy) -> String {
    match by {
        SortBy::Email => email(state, it),
        SortBy::Role => match it.role {
            MemberRole::Admin => "admin".into(),
            MemberRole::Member => "member".into(),
        },
        SortBy::JoinedAt => crate::clock::millis(it.joined_at),
    }
}

fn email(state: &PlatformState, it: &Member) -> String {
    let user = state.users.get(&it.user_id);
    user.map(|user| user.email.clone()).unwrap_or_default()
}

fn wire(state: &PlatformState, it: &Member) -> MemberWithUser {
    MemberWithUser {
        member: MemberBody::from(it),
        user: UserBody {
            email: email(state, it),
            has_mfa: false,
        },
    }
}
