//! Taking the auth provider's project over into an account of one's own, as a person does it in
//! the browser by the link of a transfer. Looking changes nothing.

use std::sync::Arc;

use axum::Router;
use axum::extract::rejection::{FormRejection, QueryRejection};
use axum::extract::{Form, Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use serde::Deserialize;

use super::auth::integration::is_active;
use super::page::{escaped, respond};
use crate::reply::Failure;
use crate::route::call::commit;
use crate::secret_digest;
use crate::shared::Shared;
use crate::state::{AuthIntegration, OwnedBy, PlatformState, Project, Record, Transfer, User};

pub fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route("/auth/transfer/{id}", get(show))
        .route("/auth/transfer/{id}/confirm", post(confirm).get(incomplete))
}

/// The link's proof. It stands in the query, which no log has.
#[derive(Debug, Deserialize)]
struct TransferLink {
    token: String,
}

#[derive(Debug, Deserialize)]
struct TransferForm {
    token: String,
    account: Option<String>,
}

#[derive(Debug)]
struct TransferTarget {
    integration: AuthIntegration,
    project: Project,
    /// Those who may see the project.
    accounts: Vec<User>,
}

async fn show(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
    proof: Result<Query<TransferLink>, QueryRejection>,
) -> Response {
    let token = proof.map(|Query(proof)| proof.token).unwrap_or_default();
    match shared.store.read(|state| find(state, &id, &token)) {
        Some(found) => present(&shared, StatusCode::OK, &found),
        None => not_found_page(&shared),
    }
}

async fn incomplete(State(shared): State<Arc<Shared>>) -> Response {
    not_found_page(&shared)
}

async fn confirm(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
    sent: Result<Form<TransferForm>, FormRejection>,
) -> Response {
    let Ok(Form(TransferForm { token, account })) = sent else {
        return not_found_page(&shared);
    };
    let Some(found) = shared.store.read(|state| find(state, &id, &token)) else {
        return not_found_page(&shared);
    };
    let known = account.filter(|id| found.accounts.iter().any(|it| it.id == *id));
    let Some(account) = known else {
        return respond(
            &shared,
            StatusCode::BAD_REQUEST,
            "No account selected",
            "<p>Open the link again, select an account and confirm.</p>\n",
        );
    };
    let proof = token.clone();
    let taken = commit(&shared, move |state| {
        let found = find(state, &id, &proof);
        let found = found.filter(|it| it.integration.owned_by == OwnedBy::Platform);
        let Some(found) = found else {
            return Ok((Vec::new(), None));
        };
        let changed = AuthIntegration {
            owned_by: OwnedBy::User,
            transfer: Some(Transfer::Finished),
            transferred_to: Some(account),
            ..found.integration
        };
        let id = changed.provider_project_id.clone();
        Ok((vec![Record::AuthIntegration(changed)], Some(id)))
    });
    match taken.await {
        Ok(Some(id)) => Redirect::to(&format!("/auth/transfer/{id}?token={token}")).into_response(),
        Ok(None) => present(&shared, StatusCode::CONFLICT, &found),
        Err(failure) => failed(&shared, &failure),
    }
}

/// The integration whose transfer has begun, for whoever has its link.
fn find(state: &PlatformState, id: &str, token: &str) -> Option<TransferTarget> {
    let mut all = state.auth.values();
    let integration = all.find(|it| it.provider_project_id == id)?;
    let expected = integration.transfer_token.reveal();
    let is_right = secret_digest::same(token.as_bytes(), expected.as_bytes());
    if !is_right || integration.transfer.is_none() {
        return None;
    }
    if !is_active(state, integration) {
        return None;
    }
    let project = state.projects.get(&integration.project_id)?;
    if project.deleted_at.is_some() {
        return None;
    }
    let users = state.users.values();
    let mut accounts: Vec<User> = users
        .filter(|user| sees(state, user, project))
        .cloned()
        .collect();
    accounts.sort_by(|left, right| (left.created_at, &left.id).cmp(&(right.created_at, &right.id)));
    Some(TransferTarget {
        integration: integration.clone(),
        project: project.clone(),
        accounts,
    })
}

fn sees(state: &PlatformState, user: &User, project: &Project) -> bool {
    let organization = project.organization_id.as_ref();
    project.creator_id.as_ref() == Some(&user.id)
        || project.shared_with.contains(&user.id)
        || organization.is_some_and(|id| state.role_in(id, &user.id).is_some())
}

fn present(shared: &Shared, status: StatusCode, found: &TransferTarget) -> Response {
    let present = shared.store.read(|state| {
        let it = state.auth.get(&found.integration.branch_id)?;
        let taken = it.owned_by == OwnedBy::User;
        taken.then(|| {
            let id = it.transferred_to.as_ref();
            id.and_then(|id| state.users.get(id)).cloned()
        })
    });
    match present {
        Some(account) => respond(
            shared,
            status,
            "Auth project transferred",
            &transferred(found, account.as_ref()),
        ),
        None => respond(shared, status, "Take over this auth project", &form(found)),
    }
}

fn facts(found: &TransferTarget, state: &str) -> String {
    format!(
        "<dl>\n<dt>Project</dt><dd>{name} ({id})</dd>\n<dt>Auth project</dt><dd>{auth}</dd>\n\
         <dt>State</dt><dd>{state}</dd>\n</dl>\n",
        name = escaped(&found.project.name),
        id = escaped(&found.project.id),
        auth = escaped(&found.integration.provider_project_id),
    )
}

fn form(found: &TransferTarget) -> String {
    let choice = |(at, it): (usize, &User)| {
        let checked = if at == 0 { " checked" } else { "" };
        format!(
            "<label><input type=\"radio\" name=\"account\" value=\"{}\" required{checked}>{} ({})</label>\n",
            escaped(&it.id),
            escaped(&it.name),
            escaped(&it.email)
        )
    };
    format!(
        "<p>The platform owns this auth project.</p>\n{facts}\
         <ul>\n<li>It moves to the account you choose, with its users and keys.</li>\n\
         <li>The project keeps working with it.</li>\n<li>This can't be undone.</li>\n</ul>\n\
         <form method=\"post\" action=\"/auth/transfer/{id}/confirm\">\n\
         <input type=\"hidden\" name=\"token\" value=\"{token}\">\n\
         <fieldset>\n<legend>Receiving account</legend>\n{choices}</fieldset>\n\
         <div class=\"actions\"><button class=\"main\" id=\"confirm\">Confirm</button></div>\n</form>\n",
        facts = facts(found, "<span class=\"pill\">Owned by the platform</span>"),
        id = escaped(&found.integration.provider_project_id),
        token = escaped(found.integration.transfer_token.reveal()),
        choices = found
            .accounts
            .iter()
            .enumerate()
            .map(choice)
            .collect::<String>(),
    )
}

fn transferred(found: &TransferTarget, account: Option<&User>) -> String {
    let owner = account.map_or_else(
        || "an account that no longer exists".to_owned(),
        |it| {
            format!(
                "<strong>{}</strong> ({})",
                escaped(&it.name),
                escaped(&it.email)
            )
        },
    );
    format!(
        "{facts}<p>It belongs to {owner}. The project keeps working with it.</p>\n\
         <p>You can close this page.</p>\n",
        facts = facts(found, "<span class=\"pill ok\">Transferred</span>"),
    )
}

fn not_found_page(shared: &Shared) -> Response {
    respond(
        shared,
        StatusCode::NOT_FOUND,
        "Transfer not found",
        "<p>The link is incomplete, or the auth project no longer exists.</p>\n\
         <p>Request a new link.</p>\n",
    )
}

fn failed(shared: &Shared, failure: &Failure) -> Response {
    tracing::warn!(?failure, "an ownership transfer could not be stored");
    respond(
        shared,
        StatusCode::INTERNAL_SERVER_ERROR,
        "Something went wrong",
        "<p>The sandbox couldn't save the change. Check that its data folder is writable and has free space, then try again.</p>\n",
    )
}
