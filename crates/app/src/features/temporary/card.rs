//! How a temporary database is connected to.

use secrecy::SecretString;

use super::secrets::{self, RowSecrets};
use crate::features::Features;
use crate::model::profile::Profile;
use crate::store::TemporaryDatabase;
use crate::tools::connect::{DatabaseUrl, EnvClaim, EnvNames, Given};
use crate::tools::target::Target;
use crate::view::{ErrorCode, FormId};
use crate::{Error, accounts};

/// What the connection string of a row leads to.
///
/// # Errors
/// [`ErrorCode::SecretMissing`] when no connection string is known, or a keychain's code.
pub(crate) async fn target(app: &Features, row: &TemporaryDatabase) -> Result<Target, Error> {
    let secrets = secrets::load(app, row).await?;
    let options = app.settings.now().temporary;
    let noted = row.env.as_ref().map(|note| note.key.clone());
    let key = noted.unwrap_or(options.env_key);
    let claim = row.expires_at.zip(secrets.claim_url.as_ref());
    Ok(Target {
        url: connection_of(&secrets)?,
        given: Given::Both,
        ca_file: accounts::ca_file(app, row),
        sandbox: accounts::sandbox(app, row),
        always_equal: Profile::of(row.service).pooled_note,
        note: None,
        account_id: row.account_id.clone().unwrap_or_default(),
        place: row.service_label.clone(),
        project_id: row.project_id.clone(),
        names: EnvNames::new(&key, &options.env_prefix).unwrap_or_default(),
        claim: claim.map(|(expires_at, url)| EnvClaim {
            expires_at,
            url: url.expose().into(),
        }),
        before_claim: row.before_claim,
    })
}

/// One form of the connect card with its secrets.
///
/// # Errors
/// [`ErrorCode::Invalid`] when the card does not have this form; [`ErrorCode::SecretMissing`] or a keychain's code when
/// its secrets are not available.
pub(crate) async fn secret_text(
    app: &Features,
    id: &str,
    form: FormId,
) -> Result<SecretString, Error> {
    let row = super::row(app, id).await?;
    match form {
        FormId::ClaimLink => {
            let link = secrets::load(app, &row).await?.claim_url;
            let link = link.ok_or_else(|| {
                Error::new(
                    ErrorCode::SecretMissing,
                    "No claim link is known for this database",
                )
            })?;
            Ok(link.expose().into())
        }
        FormId::DatabaseId => Ok(secrets::load(app, &row).await?.id.expose().into()),
        _ => target(app, &row).await?.text(form),
    }
}

/// The connection string that is known, read.
fn connection_of(secrets: &RowSecrets) -> Result<DatabaseUrl, Error> {
    let known = secrets.connection.as_ref().ok_or_else(|| {
        Error::new(
            ErrorCode::SecretMissing,
            "No connection string is known for this database",
        )
        .hint("Find it in the console of the account that claimed the database.")
    })?;
    Ok(known.expose().parse::<DatabaseUrl>()?)
}
