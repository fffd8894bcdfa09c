//! How people sign in on a branch.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};

use super::integration::{AuthPath, edit_integration, find_integration};
use crate::access::Caller;
use crate::reply::Failure;
use crate::route::body::{JsonBody, invalid};
use crate::route::text;
use crate::shared::Shared;
use crate::state::{AuthSettings, EmailAndPassword};

const LONGEST_NAME: usize = 256;

/// A part of the settings, as the reply has it.
pub fn show<T>(
    shared: &Shared,
    caller: &Caller,
    path: &AuthPath,
    part: impl FnOnce(&AuthSettings) -> T,
) -> Result<Json<T>, Failure> {
    shared.store.read(|state| {
        let found = find_integration(state, caller, path)?;
        Ok(Json(part(&found.settings)))
    })
}

/// Changes a part of the settings, and gives it as it is then.
pub async fn edit<T: Send + 'static>(
    shared: &Shared,
    caller: Caller,
    path: AuthPath,
    change: impl FnOnce(&mut AuthSettings) -> Result<T, Failure> + Send + 'static,
) -> Result<Json<T>, Failure> {
    let changed = edit_integration(shared, caller, path, |it| change(&mut it.settings));
    changed.await.map(Json)
}

/// What is not sent stays.
pub fn set<T>(field: &mut T, sent: Option<T>) {
    if let Some(value) = sent {
        *field = value;
    }
}

/// The same for a number with bounds.
pub fn set_within(
    name: &str,
    field: &mut i32,
    sent: Option<i32>,
    (least, most): (i32, i32),
) -> Result<(), Failure> {
    if sent.is_some_and(|value| !(least..=most).contains(&value)) {
        return Err(invalid(format!(
            "{name}: must be between {least} and {most}"
        )));
    }
    set(field, sent);
    Ok(())
}

/// The same for one of two words.
pub fn set_word(
    name: &str,
    field: &mut String,
    sent: Option<String>,
    [one, other]: [&str; 2],
) -> Result<(), Failure> {
    if sent.as_ref().is_some_and(|it| it != one && it != other) {
        return Err(invalid(format!(
            "decode application/json: invalid: {name} (it is neither {one} nor {other})"
        )));
    }
    set(field, sent);
    Ok(())
}

#[derive(Debug, Serialize, Deserialize)]
pub struct Name {
    name: String,
}

pub async fn rename(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(path): Path<AuthPath>,
    JsonBody(sent): JsonBody<Name>,
) -> Result<Json<Name>, Failure> {
    text::check("name:", &sent.name, LONGEST_NAME)?;
    let change = |it: &mut AuthSettings| {
        it.name = Some(sent.name.clone());
        Ok(sent)
    };
    edit(&shared, caller, path, change).await
}

#[derive(Debug, Serialize, Deserialize)]
pub struct AllowLocalhost {
    allow_localhost: bool,
}

impl AllowLocalhost {
    fn of(it: &AuthSettings) -> Self {
        Self {
            allow_localhost: it.allow_localhost,
        }
    }
}

pub async fn localhost(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(path): Path<AuthPath>,
) -> Result<Json<AllowLocalhost>, Failure> {
    show(&shared, &caller, &path, AllowLocalhost::of)
}

pub async fn allow_localhost(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(path): Path<AuthPath>,
    JsonBody(sent): JsonBody<AllowLocalhost>,
) -> Result<Json<AllowLocalhost>, Failure> {
    let change = |it: &mut AuthSettings| {
        it.allow_localhost = sent.allow_localhost;
        Ok(sent)
    };
    edit(&shared, caller, path, change).await
}

#[derive(Debug, Deserialize)]
pub struct EmailAndPasswordUpdate {
    enabled: Option<bool>,
    email_verification_method: Option<String>,
    require_email_verification: Option<bool>,
    auto_sign_in_after_verification: Option<bool>,
    send_verification_email_on_sign_up: Option<bool>,
    send_verification_email_on_sign_in: Option<bool>,
    disable_sign_up: Option<bool>,
}

pub async fn email_and_password(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(path): Path<AuthPath>,
) -> Result<Json<EmailAndPassword>, Failure> {
    show(&shared, &caller, &path, |it| it.email_and_password.clone())
}

pub async fn change_email_and_password(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(path): Path<AuthPath>,
    JsonBody(sent): JsonBody<EmailAndPasswordUpdate>,
) -> Result<Json<EmailAndPassword>, Failure> {
    edit(&shared, caller, path, move |settings| {
        let it = &mut settings.email_and_password;
        set(&mut it.enabled, sent.enabled);
        set_word(
            "email_verification_method",
            &mut it.email_verification_method,
            sent.email_verification_method,
            ["link", "otp"],
        )?;
        set(
            &mut it.require_email_verification,
            sent.require_email_verification,
        );
        set(
            &mut it.auto_sign_in_after_verification,
            sent.auto_sign_in_after_verification,
        );
        set(
            &mut it.send_verification_email_on_sign_up,
            sent.send_verification_email_on_sign_up,
        );
        set(
            &mut it.send_verification_email_on_sign_in,
            sent.send_verification_email_on_sign_in,
        );
        set(&mut it.disable_sign_up, sent.disable_sign_up);
        Ok(it.clone())
    })
    .await
}
