//! Secrets that the platform shows once, in memory until they are dismissed or the app quits.

mod memory;

use secrecy::SecretString;

use crate::Error;
use crate::accounts::{self, client};
use crate::base::clock::local_id;
use crate::core::operation::{Entry, operation};
use crate::platform::Platform;
use crate::tools::connect::{DatabaseUrl, Given};
use crate::tools::new_connection::NewConnection;
use crate::tools::secret_bundle::SecretBundle;
use crate::tools::target::Target;
use crate::view::{ConnectView, FormId, KeyView, OneTimeSecretView};

pub(crate) use memory::OneTimeSecrets;
use memory::{KeyOf, OneTimeSecret, Secret};

/// An API key in memory.
pub(crate) struct OneTimeKey {
    /// Local id of the account that made it.
    pub(crate) account_id: String,
    pub(crate) key_id: String,
    /// Address of the Management API that made it.
    pub(crate) base: String,
    /// What it was named.
    pub(crate) name: String,
    pub(crate) token: SecretString,
}

/// Forgets a one-time secret. One that is not there any more is no error.
#[operation(Page, Change, one_time_secret_forget)]
pub fn forget(app: &Platform, id: &str) {
    app.one_time_secrets.retain(|one| one.id != id);
}

/// Forgets secrets that came with something new and are connected to by what the platform says on demand.
pub(crate) fn forget_all(app: &Platform, secrets: &[OneTimeSecretView]) {
    for secret in secrets {
        forget(app, &secret.id);
    }
}

/// Forgets all of an account.
pub(crate) fn forget_account(app: &Platform, account_id: &str) {
    app.one_time_secrets
        .retain(|one| one.account_id != account_id);
}

/// The forms of a secret, masked.
pub(crate) fn forms(app: &Platform, id: &str) -> Result<ConnectView, Error> {
    app.one_time_secrets.find(id)?.forms()
}

/// One form of a secret.
pub(crate) fn secret_text(app: &Platform, id: &str, form: FormId) -> Result<SecretString, Error> {
    match (&app.one_time_secrets.find(id)?.secret, form) {
        (Secret::Connection(target), form) => target.text(form),
        (Secret::Set(set), form) => set.text(form),
        (
            Secret::Text {
                text, form: its, ..
            },
            form,
        ) if *its == form => Ok(text.clone()),
        (Secret::Text { .. }, _) => {
            Err(Error::invalid("This secret isn't available in that format"))
        }
    }
}

/// What a connection string leads to.
pub(crate) fn target(app: &Platform, id: &str) -> Result<Target, Error> {
    match &app.one_time_secrets.find(id)?.secret {
        Secret::Connection(target) => Ok(Target::clone(target)),
        Secret::Set(_) | Secret::Text { .. } => {
            Err(Error::invalid("This secret is not enough to connect")
                .hint("Connect from the project's overview instead."))
        }
    }
}

/// The named values with this id, and the account that they are of; `None` for what is no such set.
pub(crate) fn set(app: &Platform, id: &str) -> Result<Option<(SecretBundle, String)>, Error> {
    let one = app.one_time_secrets.find(id)?;
    Ok(match &one.secret {
        Secret::Set(set) => Some((SecretBundle::clone(set), one.account_id.clone())),
        _ => None,
    })
}

/// The account that a secret is of.
pub(crate) fn account_of(app: &Platform, id: &str) -> Result<String, Error> {
    Ok(app.one_time_secrets.find(id)?.account_id.clone())
}

/// Account, project and words of a one-time secret, for the activity log.
pub(crate) fn about(app: &Platform, id: &str) -> Result<(String, Option<String>, String), Error> {
    let one = app.one_time_secrets.find(id)?;
    let project = match &one.secret {
        Secret::Connection(target) => target.project_id.clone(),
        Secret::Set(set) => Some(set.project_id.clone()),
        Secret::Text { project_id, .. } => project_id.clone(),
    };
    Ok((one.account_id.clone(), project, one.label()))
}

pub(crate) async fn connections(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    made: &[NewConnection],
) -> Vec<OneTimeSecretView> {
    if made.is_empty() {
        return Vec::new();
    }
    let account_client = client::of(app, account_id).await.ok();
    let ca_file = account_client.as_ref().and_then(|account_client| {
        accounts::ca_file_of(app, &account_client.account, account_client.click().base())
    });
    let target = |url| Target {
        url,
        given: Given::Both,
        ca_file: ca_file.clone(),
        sandbox: accounts::sandbox_of(app, account_id),
        always_equal: account_client
            .as_ref()
            .and_then(|account_client| account_client.profile.pooled_note),
        note: None,
        account_id: account_id.to_owned(),
        place: account_client
            .as_ref()
            .map(|account_client| account_client.account.name.clone())
            .unwrap_or_default(),
        project_id: Some(project_id.to_owned()),
        names: Target::names(&app.settings.now()),
        claim: None,
        before_claim: false,
    };
    let made = made.iter().filter_map(|connection| {
        let target = target(read(connection)?);
        add(app, account_id, Secret::Connection(Box::new(target)))
    });
    made.collect()
}

/// The string through the pooler, from which the direct one follows.
fn read(connection: &NewConnection) -> Option<DatabaseUrl> {
    let url = match connection.url() {
        Ok(url) => url,
        Err(error) => {
            tracing::warn!(%error, "a new connection string cannot be read");
            return None;
        }
    };
    let pooler = connection.pooler_host.as_deref().unwrap_or_default();
    let pooled = (!url.is_pooled()).then(|| url.at(pooler).ok()).flatten();
    Some(pooled.filter(DatabaseUrl::is_pooled).unwrap_or(url))
}

/// Holds a text that is no connection, such as an API key, and gives what the window may see of it.
pub(crate) fn add_text(
    app: &Platform,
    account_id: &str,
    project_id: Option<&str>,
    label: &str,
    (form, form_label): (FormId, &'static str),
    text: SecretString,
) -> Option<OneTimeSecretView> {
    let secret = Secret::Text {
        label: label.to_owned(),
        form,
        form_label,
        text,
        project_id: project_id.map(ToOwned::to_owned),
        key: None,
    };
    add(app, account_id, secret)
}

/// Holds named values and gives what the window may see of them.
pub(crate) fn add_bundle(
    app: &Platform,
    account_id: &str,
    set: SecretBundle,
) -> Option<OneTimeSecretView> {
    add(app, account_id, Secret::Set(Box::new(set)))
}

/// Holds the token of a key that was just made, and gives what the window may see of it.
pub(crate) fn add_key(
    app: &Platform,
    account_id: &str,
    key: &KeyView,
    base: &str,
    token: SecretString,
) -> Option<OneTimeSecretView> {
    let secret = Secret::Text {
        label: key.name.clone(),
        form: FormId::ApiKey,
        form_label: "API key",
        text: token,
        project_id: key.project_id.clone(),
        key: Some(KeyOf {
            id: key.id.clone(),
            base: base.to_owned(),
        }),
    };
    add(app, account_id, secret)
}

/// The API key with this id.
pub(crate) fn key(app: &Platform, id: &str) -> Result<OneTimeKey, Error> {
    let one = app.one_time_secrets.find(id).map_err(|error| {
        error.hint("It is shown once. Revoke that key, and create another one.")
    })?;
    match &one.secret {
        Secret::Text {
            label,
            text,
            key: Some(key),
            ..
        } => Ok(OneTimeKey {
            account_id: one.account_id.clone(),
            key_id: key.id.clone(),
            base: key.base.clone(),
            name: label.clone(),
            token: text.clone(),
        }),
        _ => Err(Error::invalid("This secret is not an API key")
            .hint("Only a newly created key can be saved as an account.")),
    }
}

fn add(app: &Platform, account_id: &str, secret: Secret) -> Option<OneTimeSecretView> {
    let one = OneTimeSecret {
        id: local_id(app.clock.as_ref()),
        account_id: account_id.to_owned(),
        secret,
    };
    let forms = one.forms().inspect_err(|error| {
        tracing::warn!(%error, "a new connection string has no forms");
    });
    let view = OneTimeSecretView {
        id: one.id.clone(),
        label: one.label(),
        forms: forms.ok()?,
    };
    app.one_time_secrets.push(one);
    Some(view)
}

pub(crate) const OPERATIONS: &[Entry<Platform>] = &[OneTimeSecretForget::ENTRY];
