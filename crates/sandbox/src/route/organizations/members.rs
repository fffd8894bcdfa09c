use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::access::Caller;
use crate::reply::Failure;
use crate::route::body::{QueryParams, SortedPagination, invalid, limit, seconds};
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

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum SortOrder {
    Asc,
    #[default]
    Desc,
}

#[derive(Debug, Deserialize)]
pub struct ListMembersQuery {
    #[serde(default)]
    sort_by: SortBy,
    #[serde(default)]
    sort_order: SortOrder,
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
struct MemberBody {
    id: String,
    user_id: String,
    org_id: String,
    role: MemberRole,
    #[serde(serialize_with = "seconds")]
    joined_at: DateTime<Utc>,
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
    let after = query.cursor.as_deref().map(mark).transpose()?;
    // The cursor knows the order that it belongs to.
    let (by, order) = after
        .as_ref()
        .map_or((query.sort_by, query.sort_order), |mark| {
            (mark.sort_by, mark.sort_order)
        });
    shared.store.read(|state| {
        let organization = caller.organization(state, &id)?;
        let members = state.members.values();
        let members = members.filter(|it| it.organization_id == organization.id);
        let mut all: Vec<_> = members.map(|it| (key(state, it, by), it)).collect();
        all.sort_by(|left, right| left.0.cmp(&right.0));
        if order == SortOrder::Desc {
            all.reverse();
        }
        let after = after.map(|mark| (mark.sort_by_value, mark.member_id));
        let mut rest = all.into_iter().filter(|(key, _)| match &after {
            None => true,
            Some(after) if order == SortOrder::Desc => key < after,
            Some(after) => key > after,
        });
        let page: Vec<_> = rest.by_ref().take(limit).collect();
        let more = rest.next().is_some();
        let next = page.last().filter(|_| more).map(|(key, it)| Cursor {
            member_id: it.id.clone(),
            sort_by: by,
            sort_by_value: key.0.clone(),
            sort_order: order,
        });
        Ok(Json(MembersBody {
            members: page.iter().map(|(_, it)| wire(state, it)).collect(),
            pagination: SortedPagination {
                next: next.as_ref().map(cursor),
                sort_by: match by {
                    SortBy::Email => "email",
                    SortBy::Role => "role",
                    SortBy::JoinedAt => "joined_at",
                },
                sort_order: match order {
                    SortOrder::Asc => "asc",
                    SortOrder::Desc => "desc",
                },
            },
        }))
    })
}

/// What members are ordered by, and their id where that is the same.
fn key(state: &PlatformState, it: &Member, by: SortBy) -> (String, String) {
    let value = match by {
        SortBy::Email => email(state, it),
        SortBy::Role => match it.role {
            MemberRole::Admin => "admin".into(),
            MemberRole::Member => "member".into(),
        },
        SortBy::JoinedAt => crate::clock::millis(it.joined_at),
    };
    (value, it.id.clone())
}

fn email(state: &PlatformState, it: &Member) -> String {
    let user = state.users.get(&it.user_id);
    user.map(|user| user.email.clone()).unwrap_or_default()
}

fn wire(state: &PlatformState, it: &Member) -> MemberWithUser {
    MemberWithUser {
        member: MemberBody {
            id: it.id.clone(),
            user_id: it.user_id.clone(),
            org_id: it.organization_id.clone(),
            role: it.role,
            joined_at: it.joined_at,
        },
        user: UserBody {
            email: email(state, it),
            has_mfa: false,
        },
    }
}

fn cursor(mark: &Cursor) -> String {
    STANDARD.encode(serde_json::to_vec(mark).unwrap_or_default())
}

fn mark(cursor: &str) -> Result<Cursor, Failure> {
    let bytes = STANDARD.decode(cursor).ok();
    bytes
        .and_then(|bytes| serde_json::from_slice(&bytes).ok())
        .ok_or_else(|| invalid("query: cursor: it is not from this list"))
}
