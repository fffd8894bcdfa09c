//! API keys: the caller's own, an organization's, and those for one project.

use api::resource::keys as wire;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use specta::Type;

use crate::check::{self, SHORT_NAME};
use crate::mutation::{self, Mutation};
use crate::names::{self, Lesson, Scope, Seen};
use crate::view::{
    AccountColour, AccountView, FormId, KeyRowView, KeyView, NewKeyView, RevokedKeyView,
};
use crate::{App, Error, held, ids, management};

/// A key that was just made, with its token. Never serialised: the token is told this once.
#[derive(Debug)]
pub struct NewKey {
    /// The key.
    pub key: KeyView,
    /// The token. Whoever holds it can do what the key may.
    pub token: SecretString,
}

/// The caller's own keys (`GET /api_keys`).
///
/// # Errors
/// What the platform says while the account has no address, [`crate::view::ErrorCode::Unauthorized`] for a key that is
/// refused.
pub async fn list(app: &App, account_id: &str) -> Result<Vec<KeyView>, Error> {
    let reach = management::of(app, account_id).await?;
    let found = reach.ask(reach.click().keys().list()).await?;
    let found: Vec<_> = found.iter().map(KeyView::from).collect();
    saw_all(app, account_id, None, &found);
    Ok(found)
}

/// Makes a key of the caller (`POST /api_keys`). The name has 1 to 64 characters.
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for what cannot be asked, and as every mutation.
/// [`crate::view::ErrorCode::SecretLost`] when it was made and its token was in a reply that was lost: the error is about
/// its id.
pub async fn create(app: &App, account_id: &str, name: &str) -> Result<NewKey, Error> {
    let name = check::name(name, "key", SHORT_NAME)?;
    let mutation = Mutation::CreateKey {
        organization: None,
        name: name.clone(),
        project: None,
    };
    let named = name.clone();
    let send = async move |api: api::Management| api.keys().create(&named).await;
    Ok(made(
        mutation::run(app, account_id, mutation, send).await?,
        name,
    ))
}

/// Revokes a key at once and for good (`DELETE /api_keys/{key_id}`), also one of an organization for those who may.
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for an id that cannot be, and as every mutation.
pub async fn revoke(app: &App, account_id: &str, key_id: &str) -> Result<RevokedKeyView, Error> {
    let key = ids::key(key_id)?;
    let mutation = Mutation::RevokeKey {
        organization: None,
        key: key.0,
    };
    let send = async move |api: api::Management| api.keys().revoke(key).await;
    let revoked: wire::RevokedApiKey = mutation::run(app, account_id, mutation, send).await?;
    Ok(RevokedKeyView::from(&revoked))
}

/// The keys of an organization (`GET /organizations/{org_id}/api_keys`).
///
/// # Errors
/// As [`list`].
pub async fn list_of_organization(
    app: &App,
    account_id: &str,
    organization_id: &str,
) -> Result<Vec<KeyView>, Error> {
    let reach = management::of(app, account_id).await?;
    let organization = ids::organization(organization_id)?;
    let keys = reach.click().organization_keys(&organization);
    let found = reach.ask(keys.list()).await?;
    let found: Vec<_> = found.iter().map(KeyView::from).collect();
    saw_all(app, account_id, Some(organization_id), &found);
    Ok(found)
}

/// Makes a key of an organization, for all of it or for one project (`POST /organizations/{org_id}/api_keys`).
///
/// # Errors
/// As [`create`].
pub async fn create_for_organization(
    app: &App,
    account_id: &str,
    organization_id: &str,
    name: &str,
    project_id: Option<&str>,
) -> Result<NewKey, Error> {
    let organization = ids::organization(organization_id)?;
    let name = check::name(name, "key", SHORT_NAME)?;
    let project_id = project_id.map(ids::project).transpose()?;
    let mutation = Mutation::CreateKey {
        organization: Some(organization.to_string()),
        name: name.clone(),
        project: project_id.as_ref().map(ToString::to_string),
    };
    let named = name.clone();
    let send = async move |api: api::Management| {
        let options = wire::CreateOrganizationKey { project_id };
        let keys = api.organization_keys(&organization);
        keys.create(&named, &options).await
    };
    Ok(made(
        mutation::run(app, account_id, mutation, send).await?,
        name,
    ))
}

/// Revokes a key of an organization at once and for good (`DELETE /organizations/{org_id}/api_keys/{key_id}`).
///
/// # Errors
/// As [`revoke`].
pub async fn revoke_of_organization(
    app: &App,
    account_id: &str,
    organization_id: &str,
    key_id: &str,
) -> Result<RevokedKeyView, Error> {
    let (organization, key) = (ids::organization(organization_id)?, ids::key(key_id)?);
    let mutation = Mutation::RevokeKey {
        organization: Some(organization.to_string()),
        key: key.0,
    };
    let send =
        async move |api: api::Management| api.organization_keys(&organization).revoke(key).await;
    let revoked: wire::RevokedApiKey = mutation::run(app, account_id, mutation, send).await?;
    Ok(RevokedKeyView::from(&revoked))
}

/// A key to be made.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CreateKey {
    /// Its name, 1 to 64 characters.
    pub name: String,
    /// The organization that it opens; one's own key when `None`.
    pub organization_id: Option<String>,
    /// The one project that it opens; all of the organization's when `None`.
    pub project_id: Option<String>,
}

/// The account that a held key becomes.
#[derive(Clone, Debug, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SaveKey {
    /// The account's name; that of the key's owner when empty.
    pub name: String,
    /// The colour that marks it.
    pub colour: AccountColour,
    /// Whether it is marked as production.
    pub is_production: bool,
    /// Whether nothing that changes anything may leave for it.
    pub is_read_only: bool,
}

/// Keys with the accounts of this app that use them; an organization's, or one's own without it.
///
/// # Errors
/// As [`list`].
pub async fn rows(
    app: &App,
    account_id: &str,
    organization_id: Option<&str>,
) -> Result<Vec<KeyRowView>, Error> {
    let found = match organization_id {
        Some(organization) => list_of_organization(app, account_id, organization).await?,
        None => list(app, account_id).await?,
    };
    let row = |key| KeyRowView {
        key,
        used_by: Vec::new(),
        is_unused: false,
    };
    Ok(found.into_iter().map(row).collect())
}

/// Makes a key and holds its token.
///
/// # Errors
/// As [`create`] and [`create_for_organization`].
pub async fn make(app: &App, account_id: &str, wish: CreateKey) -> Result<NewKeyView, Error> {
    let (name, project) = (wish.name.as_str(), wish.project_id.as_deref());
    let made = match &wish.organization_id {
        Some(organization) => {
            create_for_organization(app, account_id, organization, name, project).await?
        }
        None => create(app, account_id, name).await?,
    };
    let shown = (FormId::ApiKey, "API key");
    let held = held::hold_text(app, account_id, project, &made.key.name, shown, made.token);
    Ok(NewKeyView {
        key: made.key,
        held,
    })
}

/// Makes an account of a key that is held, with the same addresses as the account that made it. The key goes into the
/// keychain and nowhere else.
///
/// # Errors
/// [`crate::view::ErrorCode::NotFound`] when it is not held any more, and as [`crate::accounts::connect`].
pub async fn save_as_account(
    _app: &App,
    _held_id: &str,
    _wish: SaveKey,
) -> Result<AccountView, Error> {
    Err(Error::internal("This is not built yet"))
}

fn saw_all(app: &App, account: &str, organization: Option<&str>, keys: &[KeyView]) {
    let seen = keys.iter().map(|it| Seen::key(account, organization, it));
    let scope = Scope::Keys(account.to_owned(), organization.map(ToOwned::to_owned));
    names::learn(app, [Lesson::Whole(scope, seen.collect())]);
}

fn made(key: wire::NewApiKey, name: String) -> NewKey {
    let shown = wire::ApiKey {
        id: key.id,
        name: key.name.unwrap_or(name),
        created_at: key.created_at,
        created_by: key.created_by,
        project_id: key.project_id,
        last_used_at: None,
        last_used_from_addr: None,
    };
    NewKey {
        key: KeyView::from(&shown),
        token: key.key,
    }
}
