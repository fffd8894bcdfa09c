//! The forms of the page.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;

use super::form::Filled;
use super::page::{self, Page};
use crate::email;
use crate::password;
use crate::postgres::blocking;
use crate::postgres::users::{Account, AccountKey};
use crate::reply::Failure;
use crate::route::auth::table::{self, TableChange, TableLocation};
use crate::route::auth::user::{self, NewUser};
use crate::route::call::commit;
use crate::route::text;
use crate::shared::Shared;
use crate::state::{AuthUser, Record};

const SHORTEST_PASSWORD: usize = 8;
const LONGEST_PASSWORD: usize = 128;
const LONGEST_NAME: usize = 255;
const OFF: &str = "Signing in with email and password is turned off.";
const TOO_MANY: &str = "Too many attempts. Wait a minute, then try again.";

pub async fn show(State(shared): State<Arc<Shared>>, filled: Filled) -> Response {
    let page = match filled.form.page.as_str() {
        "sign-up" if page::can_sign_up(&filled.provider) => Page::SignUp,
        _ => Page::SignIn,
    };
    let token = &filled.form.request;
    filled
        .answer()
        .page(&shared, token, StatusCode::OK, page, None)
}

pub async fn cancel(State(shared): State<Arc<Shared>>, filled: Filled) -> Response {
    shared.sign_ins.end(&filled.form.request);
    filled
        .answer()
        .error(&shared, "access_denied", "the user canceled")
}

pub async fn sign_in(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
    filled: Filled,
) -> Response {
    let again = |status, problem: &str| filled.again(&shared, status, Page::SignIn, problem);
    if !filled
        .provider
        .integration
        .settings
        .email_and_password
        .enabled
    {
        return again(StatusCode::FORBIDDEN, OFF);
    }
    let (email, now) = (filled.form.email.clone(), shared.now());
    if !shared.sign_ins.try_attempt(&id, &email, now) {
        return again(StatusCode::TOO_MANY_REQUESTS, TOO_MANY);
    }
    let found = match account(&shared, &filled, AccountKey::Email(email)).await {
        Ok(found) => found,
        Err(failure) => return unreachable(&shared, &failure),
    };
    let digest = found.as_ref().and_then(|it| it.digest.clone());
    let given: String = filled
        .form
        .password
        .chars()
        .take(LONGEST_PASSWORD + 1)
        .collect();
    let checking = blocking(move || Ok(password::is_right(digest.as_deref(), &given)));
    match (found, checking.await) {
        (Some(account), Ok(true)) => {
            // Only guesses are limited.
            shared.sign_ins.forget_attempt(&id, &filled.form.email, now);
            go_on(&shared, &filled, account)
        }
        _ => again(StatusCode::FORBIDDEN, "Email or password is wrong."),
    }
}

pub async fn sign_up(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
    filled: Filled,
) -> Response {
    if !page::can_sign_up(&filled.provider) {
        let problem = "Signing up is turned off.";
        return filled.again(&shared, StatusCode::FORBIDDEN, Page::SignIn, problem);
    }
    let again = |status, problem: &str| filled.again(&shared, status, Page::SignUp, problem);
    let form = &filled.form;
    let length = form.password.chars().count();
    if !email::is_address(&form.email) {
        return again(StatusCode::BAD_REQUEST, "Enter a valid email address.");
    }
    if !(SHORTEST_PASSWORD..=LONGEST_PASSWORD).contains(&length) {
        let problem = "The password must have 8 to 128 characters.";
        return again(StatusCode::BAD_REQUEST, problem);
    }
    let name = Some(form.name.trim().to_owned()).filter(|it| !it.is_empty());
    let is_bad = |it: &String| text::check("name:", it, LONGEST_NAME).is_err();
    if name.as_ref().is_some_and(is_bad) {
        return again(
            StatusCode::BAD_REQUEST,
            "Enter a name of up to 255 characters.",
        );
    }
    if !shared.sign_ins.try_attempt(&id, &form.email, shared.now()) {
        return again(StatusCode::TOO_MANY_REQUESTS, TOO_MANY);
    }
    let (random, given) = (Arc::clone(&shared.random), form.password.clone());
    let Ok(digest) = blocking(move || Ok(password::digest(&random, &given))).await else {
        return page::failed(&shared, "The sandbox is stopping.");
    };
    let new = NewUser {
        email: form.email.clone(),
        name,
    };
    match user::sign_up(&shared, &filled.provider.integration, new, digest).await {
        Ok(Some(user)) => {
            let account = Account {
                id: user.id,
                email: user.email,
                name: user.name,
                digest: None,
                is_verified: false,
                roles: Vec::new(),
            };
            go_on(&shared, &filled, account)
        }
        Ok(None) => {
            let problem = "There is already an account with this email address.";
            again(StatusCode::CONFLICT, problem)
        }
        Err(failure) => unreachable(&shared, &failure),
    }
}

/// To the app, or first to the confirmation of the address where the branch asks for that.
fn go_on(shared: &Shared, filled: &Filled, account: Account) -> Response {
    let settings = &filled.provider.integration.settings.email_and_password;
    if account.is_verified || !settings.require_email_verification {
        return filled.finish(shared, account);
    }
    let token = &filled.form.request;
    shared.sign_ins.wait_for_address(token, account);
    filled
        .answer()
        .page(shared, token, StatusCode::OK, Page::Verify, None)
}

/// The sandbox sends no mail to strangers: the page takes the place of the message.
pub async fn verify(State(shared): State<Arc<Shared>>, filled: Filled) -> Response {
    let Some(account) = shared.sign_ins.unverified(&filled.form.request) else {
        return page::ended(&shared);
    };
    let integration = &filled.provider.integration;
    let (location, user_id) = (TableLocation::of(integration), account.id.clone());
    let _alone = shared.auth_locks.lock(integration.project_id.clone()).await;
    let change = TableChange::SetVerified(user_id.clone());
    let noted = match table::change(&shared, &location, change).await {
        Ok(Some(true)) => commit(&shared, move |state| {
            let known = state.auth_users.get(&user_id).cloned();
            let changed = known.map(|it| {
                Record::AuthUser(AuthUser {
                    is_verified: true,
                    ..it
                })
            });
            Ok((changed.into_iter().collect(), ()))
        }),
        Ok(_) => return page::ended(&shared),
        Err(failure) => return unreachable(&shared, &failure),
    };
    if let Err(failure) = noted.await {
        return unreachable(&shared, &failure);
    }
    if integration
        .settings
        .email_and_password
        .auto_sign_in_after_verification
    {
        let account = Account {
            is_verified: true,
            ..account
        };
        return filled.finish(&shared, account);
    }
    let token = &filled.form.request;
    filled
        .answer()
        .page(&shared, token, StatusCode::OK, Page::SignIn, None)
}

async fn account(
    shared: &Arc<Shared>,
    filled: &Filled,
    key: AccountKey,
) -> Result<Option<Account>, Failure> {
    if shared.servers.is_none() {
        return Err(user::without_servers());
    }
    let integration = &filled.provider.integration;
    let _alone = shared.auth_locks.lock(integration.project_id.clone()).await;
    table::find(shared, &TableLocation::of(integration), key).await
}

fn unreachable(shared: &Shared, failure: &Failure) -> Response {
    tracing::warn!(?failure, "somebody could not sign in");
    page::failed(shared, failure.message())
}
