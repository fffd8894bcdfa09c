//! Claiming a temporary database, as a person does it in the browser. Looking changes nothing;
//! each step is a form with the token of its page.

use std::sync::Arc;

use axum::Router;
use axum::extract::rejection::FormRejection;
use axum::extract::{Form, Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use uuid::Uuid;

use super::claim_page::{self, Page};
use crate::provision;
use crate::secret_digest;
use crate::shared::Shared;
use crate::state::claim::Refusal;
use crate::state::{ChangeError, ClaimStatus, Organization, PlatformState, Record, Temporary};

pub fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route("/claim/{id}", get(show))
        .route("/claim/{id}/begin", post(begin).get(back))
        .route("/claim/{id}/confirm", post(confirm).get(back))
        .route("/claim/{id}/cancel", post(cancel).get(back))
        // The address that clients of the second form write down.
        .route("/database/{id}", get(back))
}

/// What a form of the page sends.
#[derive(Debug, Deserialize)]
struct ClaimForm {
    token: String,
    organization: Option<String>,
}

type FormBody = Result<Form<ClaimForm>, FormRejection>;

/// Why a step was not taken.
#[derive(Debug)]
enum ClaimFailure {
    Missing,
    NotFromHere,
    NoOrganization,
    Refused,
    Failed,
}

impl From<Refusal> for ClaimFailure {
    fn from(_: Refusal) -> Self {
        Self::Refused
    }
}

async fn show(State(shared): State<Arc<Shared>>, Path(id): Path<String>) -> Response {
    match find(&shared, &id) {
        Some(found) => page(&shared, StatusCode::OK, &state_page(&shared, &found)),
        None => not_found_page(&shared),
    }
}

/// A step's address opened as a page shows where the claim stands.
async fn back(Path(id): Path<String>) -> Response {
    match Uuid::parse_str(&id) {
        Ok(id) => Redirect::to(&format!("/claim/{id}")).into_response(),
        Err(_) => Redirect::to("/claim/unknown").into_response(),
    }
}

async fn begin(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
    sent: FormBody,
) -> Response {
    let now = shared.now();
    step(&shared, &id, sent, move |_, it, _| Ok(it.begin(now)?)).await
}

async fn cancel(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
    sent: FormBody,
) -> Response {
    let now = shared.now();
    step(&shared, &id, sent, move |_, it, _| {
        Ok(it.release_claim(now)?)
    })
    .await
}

async fn confirm(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
    sent: FormBody,
) -> Response {
    let now = shared.now();
    step(&shared, &id, sent, move |state, it, filled| {
        let chosen = filled.organization.as_deref().unwrap_or_default();
        let organization = state
            .organizations
            .get(chosen)
            .ok_or(ClaimFailure::NoOrganization)?;
        let project = state
            .projects
            .get(&it.project_id)
            .ok_or(ClaimFailure::Missing)?;
        let claimed_by = state.first_member(&organization.id);
        Ok(it.confirm(project, organization, claimed_by, now)?)
    })
    .await
}

async fn step(
    shared: &Arc<Shared>,
    id: &str,
    sent: FormBody,
    decide: impl FnOnce(&PlatformState, &Temporary, &ClaimForm) -> Result<Vec<Record>, ClaimFailure>
    + Send
    + 'static,
) -> Response {
    match take(shared, id, sent, decide).await {
        Ok(id) => Redirect::to(&format!("/claim/{id}")).into_response(),
        Err(ClaimFailure::Missing) => not_found_page(shared),
        Err(ClaimFailure::NotFromHere) => page(shared, StatusCode::FORBIDDEN, &Page::NotFromHere),
        Err(ClaimFailure::NoOrganization) => page(
            shared,
            StatusCode::BAD_REQUEST,
            &Page::NoOrganization { id },
        ),
        Err(ClaimFailure::Refused) => match find(shared, id) {
            Some(found) => page(shared, StatusCode::CONFLICT, &state_page(shared, &found)),
            None => not_found_page(shared),
        },
        Err(ClaimFailure::Failed) => page(
            shared,
            StatusCode::INTERNAL_SERVER_ERROR,
            &Page::Failed { id },
        ),
    }
}

async fn take(
    shared: &Arc<Shared>,
    id: &str,
    sent: FormBody,
    decide: impl FnOnce(&PlatformState, &Temporary, &ClaimForm) -> Result<Vec<Record>, ClaimFailure>
    + Send
    + 'static,
) -> Result<Uuid, ClaimFailure> {
    let found = find(shared, id).ok_or(ClaimFailure::Missing)?;
    let Ok(Form(filled)) = sent else {
        return Err(ClaimFailure::NotFromHere);
    };
    if !secret_digest::same(
        filled.token.as_bytes(),
        found.claim_token.reveal().as_bytes(),
    ) {
        return Err(ClaimFailure::NotFromHere);
    }
    let id = found.id;
    let changed = shared.store.change(move |state| {
        let it = state.ready_temporary(id).ok_or(ClaimFailure::Missing)?;
        Ok((decide(state, it, &filled)?, ()))
    });
    changed.await.map_err(|error| match error {
        ChangeError::Refused(stopped) => stopped,
        ChangeError::Store(_) | ChangeError::Stopping => ClaimFailure::Failed,
    })?;
    shared.changed.notify();
    Ok(id)
}

fn find(shared: &Shared, id: &str) -> Option<Temporary> {
    provision::present(shared, Uuid::parse_str(id).ok()?)
}

fn state_page(shared: &Shared, it: &Temporary) -> Page<'static> {
    shared.store.read(|state| match it.status {
        ClaimStatus::Unclaimed => Page::Unclaimed(it.clone()),
        ClaimStatus::Claiming => {
            let organizations: Vec<Organization> = state.organizations.values().cloned().collect();
            Page::Claiming(it.clone(), organizations)
        }
        ClaimStatus::Claimed => {
            let project = state.projects.get(&it.project_id);
            let owner = project.and_then(|project| project.organization_id.as_ref());
            let owner = owner.and_then(|id| state.organizations.get(id));
            Page::Claimed {
                project: it.project_id.clone(),
                organization: owner.map(|owner| owner.name.clone()).unwrap_or_default(),
            }
        }
    })
}

fn not_found_page(shared: &Shared) -> Response {
    page(shared, StatusCode::NOT_FOUND, &Page::NotFound)
}

fn page(shared: &Shared, status: StatusCode, page: &Page<'_>) -> Response {
    let (title, body) = claim_page::render(page, shared.now());
    super::page::respond(shared, status, title, &body)
}
