//! Who calls the Management API, and what they may do.

use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts, MatchedPath, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::platform_text;
use crate::reply::Failure;
use crate::secret_digest::hash;
use crate::shared::Shared;
use crate::state::{Key, KeyScope, MemberRole, Organization, PlatformState, Project};
use crate::write_limit::WriteLimit;

/// Whose key a request came with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    pub key_id: i64,
    /// The user who made the key; a personal key acts as this user.
    pub user_id: String,
    pub scope: KeyScope,
}

/// Lets a request of the Management API through when its key is good and the rate allows it.
pub async fn admit(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(write_limit): ConnectInfo<WriteLimit>,
    mut request: Request,
    next: Next,
) -> Result<Response, Failure> {
    let now = shared.now();
    let caller = caller(&shared, request.headers())?;
    shared
        .uses
        .record(caller.key_id, now, write_limit.peer().ip());
    let path = request.extensions().get::<MatchedPath>();
    let path = path.map_or("", MatchedPath::as_str);
    let route = format!("{} {path}", request.method());
    if !shared.limits.try_acquire(now, caller.key_id, route) {
        return Err(Failure::new(
            StatusCode::TOO_MANY_REQUESTS,
            platform_text::RATE_LIMIT,
        ));
    }
    request.extensions_mut().insert(caller);
    Ok(next.run(request).await)
}

fn caller(shared: &Shared, headers: &HeaderMap) -> Result<Caller, Failure> {
    let token = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .map(|(_, token)| token.trim());
    let hash = hash(token.unwrap_or_default());
    shared
        .store
        .read(|state| {
            let key = state.key_of_hash(&hash)?;
            is_valid(state, key).then(|| Caller {
                key_id: key.id,
                user_id: key.created_by.clone(),
                scope: key.scope.clone(),
            })
        })
        .ok_or_else(|| Failure::new(StatusCode::UNAUTHORIZED, platform_text::WRONG_CREDENTIALS))
}

/// Whether a key opens anything. A project's key ends when the project leaves the organization it
/// was made for.
pub fn is_valid(state: &PlatformState, key: &Key) -> bool {
    let in_place = match &key.scope {
        KeyScope::Project {
            organization_id,
            project_id,
        } => state
            .projects
            .get(project_id)
            .is_some_and(|it| it.organization_id.as_ref() == Some(organization_id)),
        KeyScope::Personal | KeyScope::Organization { .. } => true,
    };
    key.revoked_at.is_none() && in_place
}

impl FromRequestParts<Arc<Shared>> for Caller {
    type Rejection = Failure;

    async fn from_request_parts(
        parts: &mut Parts,
        _: &Arc<Shared>,
    ) -> Result<Self, Self::Rejection> {
        parts
            .extensions
            .get::<Self>()
            .cloned()
            .ok_or_else(Failure::no_route)
    }
}

impl Caller {
    /// Whether a project, deleted or not, is one that this key may see.
    pub fn sees(&self, state: &PlatformState, project: &Project) -> bool {
        match &self.scope {
            KeyScope::Project { project_id, .. } => *project_id == project.id,
            KeyScope::Organization { organization_id } => {
                project.organization_id.as_ref() == Some(organization_id)
            }
            KeyScope::Personal => self.owns(state, project) || self.shares(project),
        }
    }

    /// Its own, or one of an organization it is a member of.
    pub fn owns(&self, state: &PlatformState, project: &Project) -> bool {
        match &project.organization_id {
            Some(organization) => state.role_in(organization, &self.user_id).is_some(),
            None => project.creator_id.as_ref() == Some(&self.user_id),
        }
    }

    pub fn shares(&self, project: &Project) -> bool {
        project.shared_with.contains(&self.user_id)
    }

    /// The project, if this key may see it and it is not deleted.
    pub fn project<'w>(&self, state: &'w PlatformState, id: &str) -> Result<&'w Project, Failure> {
        let project = self.any_project(state, id)?;
        match project.deleted_at {
            None => Ok(project),
            Some(_) => Err(not_found("project")),
        }
    }

    /// The project, deleted or not, if this key may see it.
    pub fn any_project<'w>(
        &self,
        state: &'w PlatformState,
        id: &str,
    ) -> Result<&'w Project, Failure> {
        if let KeyScope::Project { project_id, .. } = &self.scope
            && project_id != id
        {
            return Err(self.out_of_scope());
        }
        state
            .projects
            .get(id)
            .filter(|project| self.sees(state, project))
            .ok_or_else(|| not_found("project"))
    }

    /// Refuses what a key of one project may not do anywhere.
    pub fn must_not_be_scoped(&self) -> Result<(), Failure> {
        match &self.scope {
            KeyScope::Project { .. } => Err(self.out_of_scope()),
            KeyScope::Personal | KeyScope::Organization { .. } => Ok(()),
        }
    }

    /// Refuses what only a person's own key may do.
    pub fn must_be_personal(&self) -> Result<(), Failure> {
        match &self.scope {
            KeyScope::Personal => Ok(()),
            KeyScope::Organization { .. } => Err(Failure::new(
                StatusCode::NOT_FOUND,
                platform_text::NOT_FOR_ORGANIZATION_KEYS,
            )),
            KeyScope::Project { .. } => Err(self.out_of_scope()),
        }
    }

    fn out_of_scope(&self) -> Failure {
        let project = match &self.scope {
            KeyScope::Project { project_id, .. } => project_id.as_str(),
            KeyScope::Personal | KeyScope::Organization { .. } => "",
        };
        Failure::new(
            StatusCode::NOT_FOUND,
            platform_text::outside_of_key(project),
        )
    }

    /// The organization, if this key may see it.
    pub fn organization<'w>(
        &self,
        state: &'w PlatformState,
        id: &str,
    ) -> Result<&'w Organization, Failure> {
        self.must_not_be_scoped()?;
        let may = match &self.scope {
            KeyScope::Organization { organization_id } => organization_id == id,
            _ => state.role_in(id, &self.user_id).is_some(),
        };
        state
            .organizations
            .get(id)
            .filter(|_| may)
            .ok_or_else(|| not_found("organization"))
    }

    pub fn is_admin(&self, state: &PlatformState, organization_id: &str) -> bool {
        state.role_in(organization_id, &self.user_id) == Some(MemberRole::Admin)
    }
}

pub fn not_found(what: &str) -> Failure {
    Failure::new(StatusCode::NOT_FOUND, platform_text::not_found(what))
}
