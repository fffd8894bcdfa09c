//! Who a key belongs to, asked with that key alone before anything is kept.

use std::time::Duration;

use api::resource::identity::AuthMethod;
use api::resource::projects::ListProjects;
use api::{CallOptions, Management, ManagementUrl, OrgId};
use secrecy::SecretString;

use crate::Error;
use crate::accounts::Accounts;
use crate::base::clients;
use crate::base::clock::NetworkOptions;
use crate::store::Account;
use crate::view::{ErrorCode, KeyKind};

/// How long each question may take: somebody waits in front of a form.
const DEADLINE: Duration = Duration::from_secs(20);

/// What a platform says of a key.
#[derive(Clone, Debug)]
pub(super) struct KeyOwner {
    pub(super) kind: Option<KeyKind>,
    /// The user or the organization, as the platform knows them.
    pub(super) id: Option<String>,
    /// In words.
    pub(super) name: String,
    /// The one project of a key that is for one.
    pub(super) project_id: Option<String>,
}

/// Asks a platform who a key belongs to.
///
/// # Errors
/// As [`KeyClient::owner`].
pub(super) async fn verify(
    app: &Accounts,
    base: &ManagementUrl,
    key: &SecretString,
) -> Result<KeyOwner, Error> {
    KeyClient::of(app, base, key).await?.owner().await
}

/// A client that sends one key alone, however often it asks.
pub(super) struct KeyClient(Management);

impl KeyClient {
    /// # Errors
    /// When the machine's certificates cannot be loaded.
    pub(super) async fn of(
        app: &Accounts,
        base: &ManagementUrl,
        key: &SecretString,
    ) -> Result<Self, Error> {
        let budget = app.clients.budget(key);
        let options = NetworkOptions {
            // What is shut for an account is not shut for finding out about its key.
            gates: api::Gates::default(),
            observer: Some(app.clients.observer()),
            ..app.network.clone()
        };
        let client = clients::management(base.clone(), key.clone(), budget, options).await?;
        Ok(Self(client.with(CallOptions {
            deadline: Some(DEADLINE),
            ..CallOptions::default()
        })))
    }

    /// Who the key belongs to (`GET /auth`), and what it takes to say it in words: the person of a personal key
    /// (`GET /users/me`), the organization of another (`GET /organizations/{org_id}`). A key of one project is one of an
    /// organization that may not see the organization; its project is the one that it lists (`GET /projects`).
    ///
    /// # Errors
    /// [`ErrorCode::Unauthorized`] when the key is refused, and any other code of the client.
    pub(super) async fn owner(&self) -> Result<KeyOwner, Error> {
        let client = &self.0;
        let identity = client.identity().await.map_err(worded)?.value;
        let id = Some(identity.account_id).filter(|id| !id.is_empty());
        match identity.auth_method {
            AuthMethod::ApiKeyOrg => of_organization(client, id).await,
            AuthMethod::ApiKeyUser => of_person(client, id, Some(KeyKind::Personal)).await,
            // A token of another kind is a person's as well, as far as anybody can tell.
            _ => of_person(client, id, None).await,
        }
    }

    /// Whether the platform takes the key (`GET /auth`).
    ///
    /// # Errors
    /// Any code of the client but that for a key that is refused.
    pub(super) async fn is_accepted(&self) -> Result<bool, Error> {
        match self.0.identity().await {
            Ok(_) => Ok(true),
            Err(error) if error.is_unauthorized() => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
}

async fn of_person(
    client: &Management,
    id: Option<String>,
    kind: Option<KeyKind>,
) -> Result<KeyOwner, Error> {
    let name = match client.users().me().await {
        Ok(user) => [user.value.email, user.value.name]
            .into_iter()
            .find(|text| !text.is_empty()),
        Err(error) if is_denied(&error) => None,
        Err(error) => return Err(worded(error)),
    };
    Ok(KeyOwner {
        kind,
        name: name.or_else(|| id.clone()).unwrap_or_default(),
        id,
        project_id: None,
    })
}

async fn of_organization(client: &Management, id: Option<String>) -> Result<KeyOwner, Error> {
    if let Some(organization) = id.as_deref().and_then(|id| OrgId::parse(id).ok()) {
        match client.organizations().get(&organization).await {
            Ok(found) => {
                let name = Some(found.value.name).filter(|name| !name.is_empty());
                return Ok(KeyOwner {
                    kind: Some(KeyKind::Organization),
                    name: name.or_else(|| id.clone()).unwrap_or_default(),
                    id,
                    project_id: None,
                });
            }
            Err(error) if is_denied(&error) => {}
            Err(error) => return Err(worded(error)),
        }
    }
    let list = ListProjects {
        page_size: Some(2),
        ..ListProjects::default()
    };
    let project = match client.projects().list(list).await {
        // One that lists more is for none of them alone.
        Ok(page) if page.value.items.len() == 1 => page.value.items.into_iter().next(),
        Ok(_) => None,
        Err(error) if is_denied(&error) => None,
        Err(error) => return Err(worded(error)),
    };
    let name = project.as_ref().map(|it| it.name.clone());
    let name = name.filter(|name| !name.is_empty());
    Ok(KeyOwner {
        kind: Some(KeyKind::Project),
        name: name.or_else(|| id.clone()).unwrap_or_default(),
        id,
        project_id: project.map(|it| it.id.to_string()),
    })
}

impl KeyOwner {
    /// Whether the account's key is known to be of somebody else.
    pub(super) fn is_other_than(&self, account: &Account) -> bool {
        let differs = |known: &Option<String>, said: &Option<String>| matches!((known, said), (Some(known), Some(said)) if known != said);
        differs(&account.owner_id, &self.id) || differs(&account.key_project_id, &self.project_id)
    }

    /// Whether the account's key opens the same: it is of the same kind and of the same owner.
    pub(super) fn is_as_good_as(&self, account: &Account) -> bool {
        self.id.is_some()
            && self.id == account.owner_id
            && self.kind == account.key_kind
            && self.project_id == account.key_project_id
    }

    /// Writes whose the key is into an account.
    pub(super) fn write_to(self, account: &mut Account) {
        account.key_kind = self.kind;
        account.owner = Some(self.name).filter(|name| !name.is_empty());
        account.owner_id = self.id;
        if self.project_id.is_some() && account.project_id.is_none() {
            account.project_id.clone_from(&self.project_id);
        }
        account.key_project_id = self.project_id;
    }
}

fn is_denied(error: &api::Error) -> bool {
    error.is_not_found() || error.is_forbidden()
}

fn worded(error: api::Error) -> Error {
    let is_elsewhere = error.is_not_found() || error.is_decode();
    let error = Error::from(error);
    match error.code() {
        ErrorCode::Unauthorized => {
            error.hint("Copy the whole key again. A revoked key no longer works.")
        }
        _ if is_elsewhere => error.hint(
            "Check the address: it is the Management API's, with its version, and normally ends in /api/v2.",
        ),
        _ => error,
    }
}
