//! What else people can do where they sign in on a branch.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};

use super::integration::{AuthPath, find_integration};
use super::settings::{edit, set, set_within, set_word, show};
use crate::access::Caller;
use crate::reply::Failure;
use crate::route::body::JsonBody;
use crate::route::email_server::EmailServerBody;
use crate::route::oauth_providers::ProviderBody;
use crate::shared::Shared;
use crate::state::{EmailAndPassword, MagicLinkPlugin, OrganizationPlugin, PhoneNumberPlugin};

/// Bounds of a number that the platform gives only the lower one of.
const AT_LEAST_ONE: (i32, i32) = (1, i32::MAX);
const MINUTES: (i32, i32) = (5, 1440);
const SECONDS: (i32, i32) = (60, 600);

/// All settings that have a form of their own in the console.
#[derive(Debug, Serialize)]
pub struct PluginsBody {
    organization: OrganizationPlugin,
    magic_link: MagicLinkPlugin,
    phone_number: PhoneNumberPlugin,
    email_provider: EmailServerBody,
    email_and_password: EmailAndPassword,
    oauth_providers: Vec<ProviderBody>,
    allow_localhost: bool,
}

pub async fn all(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(path): Path<AuthPath>,
) -> Result<Json<PluginsBody>, Failure> {
    shared.store.read(|state| {
        let found = find_integration(state, &caller, &path)?;
        let (settings, providers) = (found.settings.clone(), found.providers.iter());
        Ok(Json(PluginsBody {
            organization: settings.organization,
            magic_link: settings.magic_link,
            phone_number: settings.phone_number,
            email_provider: found.email_server.clone().into(),
            email_and_password: settings.email_and_password,
            oauth_providers: providers.map(ProviderBody::without_credentials).collect(),
            allow_localhost: settings.allow_localhost,
        }))
    })
}

#[derive(Debug, Deserialize)]
pub struct OrganizationUpdate {
    enabled: Option<bool>,
    organization_limit: Option<i32>,
    membership_limit: Option<i32>,
    creator_role: Option<String>,
    send_invitation_email: Option<bool>,
}

pub async fn change_organization(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(path): Path<AuthPath>,
    JsonBody(sent): JsonBody<OrganizationUpdate>,
) -> Result<Json<OrganizationPlugin>, Failure> {
    edit(&shared, caller, path, move |settings| {
        let it = &mut settings.organization;
        set(&mut it.enabled, sent.enabled);
        let (organizations, members) = (sent.organization_limit, sent.membership_limit);
        set_within(
            "organization_limit",
            &mut it.organization_limit,
            organizations,
            AT_LEAST_ONE,
        )?;
        set_within(
            "membership_limit",
            &mut it.membership_limit,
            members,
            AT_LEAST_ONE,
        )?;
        set_word(
            "creator_role",
            &mut it.creator_role,
            sent.creator_role,
            ["admin", "owner"],
        )?;
        set(&mut it.send_invitation_email, sent.send_invitation_email);
        Ok(it.clone())
    })
    .await
}

#[derive(Debug, Deserialize)]
pub struct MagicLinkUpdate {
    enabled: Option<bool>,
    expires_in: Option<i32>,
    disable_sign_up: Option<bool>,
}

pub async fn change_magic_link(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(path): Path<AuthPath>,
    JsonBody(sent): JsonBody<MagicLinkUpdate>,
) -> Result<Json<MagicLinkPlugin>, Failure> {
    edit(&shared, caller, path, move |settings| {
        let it = &mut settings.magic_link;
        set(&mut it.enabled, sent.enabled);
        set_within("expires_in", &mut it.expires_in, sent.expires_in, MINUTES)?;
        set(&mut it.disable_sign_up, sent.disable_sign_up);
        Ok(it.clone())
    })
    .await
}

#[derive(Debug, Deserialize)]
pub struct PhoneNumberUpdate {
    enabled: Option<bool>,
    otp_expires_in: Option<i32>,
}

pub async fn phone_number(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(path): Path<AuthPath>,
) -> Result<Json<PhoneNumberPlugin>, Failure> {
    show(&shared, &caller, &path, |it| it.phone_number.clone())
}

pub async fn change_phone_number(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(path): Path<AuthPath>,
    JsonBody(sent): JsonBody<PhoneNumberUpdate>,
) -> Result<Json<PhoneNumberPlugin>, Failure> {
    edit(&shared, caller, path, move |settings| {
        let it = &mut settings.phone_number;
        set(&mut it.enabled, sent.enabled);
        set_within(
            "otp_expires_in",
            &mut it.otp_expires_in,
            sent.otp_expires_in,
            SECONDS,
        )?;
        Ok(it.clone())
    })
    .await
}
