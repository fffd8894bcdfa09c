//! What the auth provider shows once, in memory and masked.

use crate::Error;
use crate::core::operation::operation;
use crate::features::Features;
use crate::model::profile::Profile;
use crate::platform::one_time_secrets;
use crate::resources::auth::{self, AuthPlace, EnableAuth, SdkKeys};
use crate::tools::secret_bundle::{NamedValue, SecretBundle};
use crate::tools::target::Target;
use crate::view::{FormId, SdkKeysView};

/// Sets an integration up. Its keys are in memory for showing once.
///
/// # Errors
/// As [`auth::enable`].
#[operation(Page, Change, text)]
pub async fn auth_enable(
    app: &Features,
    account_id: &str,
    #[fields(project_id: String, branch_id: Option<String>)] place: impl Into<AuthPlace<'_>>,
    enable: EnableAuth,
) -> Result<SdkKeysView, Error> {
    let place = place.into();
    let keys = auth::enable(app, account_id, place, enable).await?;
    Ok(sdk_keys(app, account_id, place.project_id, keys))
}

/// Creates new SDK keys, which are in memory for showing once.
///
/// # Errors
/// As [`auth::create_keys`].
#[operation(Page, Change, text = draft_keys)]
pub async fn auth_create_keys(
    app: &Features,
    account_id: &str,
    #[fields(project_id: String, branch_id: Option<String>)] place: impl Into<AuthPlace<'_>>,
    provider: Option<&str>,
) -> Result<SdkKeysView, Error> {
    let place = place.into();
    let keys = auth::create_keys(app, account_id, place, provider).await?;
    Ok(sdk_keys(app, account_id, place.project_id, keys))
}

/// The request alone, without the read that comes before it for a branch.
async fn draft_keys(
    app: &Features,
    account_id: &str,
    place: impl Into<AuthPlace<'_>>,
    provider: Option<&str>,
) -> Result<(), Error> {
    let project_id = place.into().project_id;
    let keys = auth::create_keys(app, account_id, project_id, provider).await;
    keys.map(drop)
}

/// Keeps the server's key with all that an app needs, and gives what the window may see of the set. Nothing is in memory when
/// the reply came without that key.
pub fn sdk_keys(app: &Features, account_id: &str, project_id: &str, keys: SdkKeys) -> SdkKeysView {
    let account = app.accounts.find(account_id);
    let profile = account.map(|account| Profile::of_platform(account.platform));
    let set = profile.and_then(|profile| set(app, profile, project_id, &keys));
    SdkKeysView {
        one_time_secret: set.and_then(|set| one_time_secrets::add_bundle(app, account_id, set)),
        provider: keys.provider,
        provider_project_id: keys.provider_project_id,
        client_key: keys.client_key,
        jwks_url: keys.jwks_url,
        schema: keys.schema,
        table: keys.table,
    }
}

fn set(
    app: &Features,
    profile: &Profile,
    project_id: &str,
    keys: &SdkKeys,
) -> Option<SecretBundle> {
    let server_key = keys.server_key.clone()?;
    let names = profile.auth_variables;
    let value = |name, value: &str, is_public| {
        (!value.is_empty()).then(|| NamedValue {
            name,
            value: value.into(),
            is_public,
        })
    };
    let secret = NamedValue {
        name: names.server_key,
        value: server_key.clone(),
        is_public: false,
    };
    let values = [
        value(names.project, &keys.provider_project_id, true),
        value(names.client_key, &keys.client_key, true),
        Some(secret),
        value(
            names.jwks_url,
            keys.jwks_url.as_deref().unwrap_or_default(),
            false,
        ),
    ];
    Some(SecretBundle {
        label: "SDK keys".to_owned(),
        form: (FormId::ServerKey, "Server key"),
        secret: server_key,
        values: values.into_iter().flatten().collect(),
        own_prefix: names.prefix,
        prefix: Target::names(&app.settings.now()).prefix().to_owned(),
        project_id: project_id.to_owned(),
    })
}
