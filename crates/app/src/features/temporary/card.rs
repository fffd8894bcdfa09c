//! The connect card: every way to write a connection down.

use secrecy::{ExposeSecret, SecretString};

use crate::features::secrets::{self, RowSecrets};
use crate::features::{Features, env};
use crate::model::profile::Profile;
use crate::store::TemporaryDatabase;
use crate::tools::connect::{
    self, DatabaseUrl, EnvBlock, EnvNames, Form, Given, PsqlParameters, Sources,
};
use crate::tools::target::text_of;
use crate::view::{ConnectFormView, ConnectView, ErrorCode, FormId, SHOWN_FOR, SecretView};
use crate::{Error, accounts};

/// The connect card, masked.
///
/// # Errors
/// [`ErrorCode::SecretMissing`] when no connection string is known, or a keychain's code.
pub async fn connect(app: &Features, id: &str) -> Result<ConnectView, Error> {
    let card = Card::of(app, id).await?;
    let equal = card.url.expose() == card.url.direct().expose();
    let note = Profile::of(card.row.place).pooled_note;
    let pooled_note =
        note.unwrap_or("This host has no pooler: the pooled and direct strings are the same.");
    Ok(ConnectView {
        forms: card
            .forms()?
            .into_iter()
            .map(ConnectFormView::from)
            .collect(),
        pooled_equals_direct: equal,
        pooled_note: equal.then(|| pooled_note.to_owned()),
        ca_file: accounts::ca_file(app, &card.row).map(|path| path.display().to_string()),
        before_claim: card.row.before_claim,
        note: None,
    })
}

/// One form of the connect card with its secrets, to be shown for 30 seconds.
///
/// # Errors
/// As [`secret_text`].
pub async fn reveal(app: &Features, id: &str, form: FormId) -> Result<SecretView, Error> {
    let text = secret_text(app, id, form).await?;
    Ok(SecretView {
        text: text.expose_secret().to_owned(),
        hide_at: app.clock.now() + SHOWN_FOR,
    })
}

/// One form of the connect card with its secrets, such as for the clipboard.
///
/// # Errors
/// [`ErrorCode::Invalid`] when the card does not have this form; [`ErrorCode::SecretMissing`] or a keychain's code when
/// its secrets are not at hand.
pub async fn secret_text(app: &Features, id: &str, form: FormId) -> Result<SecretString, Error> {
    if form == FormId::ClaimLink {
        let row = super::row(app, id).await?;
        let link = secrets::load(app, &row).await?.claim_url;
        let link = link.ok_or_else(|| {
            Error::new(
                ErrorCode::SecretMissing,
                "No claim link is known for this database",
            )
        })?;
        return Ok(link.expose().into());
    }
    if form == FormId::DatabaseId {
        let row = super::row(app, id).await?;
        return Ok(secrets::load(app, &row).await?.id.expose().into());
    }
    let forms = Card::of(app, id).await?.forms()?;
    text_of(forms, form)
}

/// What `psql` needs to connect directly.
///
/// # Errors
/// As [`connect`]; [`ErrorCode::ReadOnly`] while its account is locked against changes, and what its place says while it
/// does not run.
pub async fn psql_parameters(app: &Features, id: &str) -> Result<PsqlParameters, Error> {
    let row = super::row(app, id).await?;
    super::must_take_sessions(app, &row)?;
    let url = direct_url(app, &row).await?;
    PsqlParameters::of(&url, accounts::ca_file(app, &row))
}

/// The direct connection string of a row.
pub(crate) async fn direct_url(
    app: &Features,
    row: &TemporaryDatabase,
) -> Result<DatabaseUrl, Error> {
    let secrets = secrets::load(app, row).await?;
    Ok(connection_of(&secrets)?.direct())
}

/// A row with what its card is made of.
struct Card {
    row: TemporaryDatabase,
    url: DatabaseUrl,
    block: Option<EnvBlock>,
    names: EnvNames,
    ca_file: Option<std::path::PathBuf>,
}

impl Card {
    async fn of(app: &Features, id: &str) -> Result<Self, Error> {
        let row = super::row(app, id).await?;
        let secrets = secrets::load(app, &row).await?;
        let url = connection_of(&secrets)?;
        let options = app.settings.now().temporary;
        let key = row
            .env
            .as_ref()
            .map_or(options.env_key, |note| note.key.clone());
        Ok(Self {
            block: env::block(&row, &secrets).ok(),
            names: EnvNames::new(&key, &options.env_prefix).unwrap_or_default(),
            ca_file: accounts::ca_file(app, &row),
            row,
            url,
        })
    }

    fn forms(&self) -> Result<Vec<Form>, Error> {
        let sources = Sources {
            url: &self.url,
            given: Given::Both,
            ca_file: self.ca_file.as_deref(),
            block: self.block.as_ref(),
            names: &self.names,
        };
        Ok(connect::forms(&sources)?)
    }
}

/// The connection string that is known, read.
pub(crate) fn connection_of(secrets: &RowSecrets) -> Result<DatabaseUrl, Error> {
    let known = secrets.connection.as_ref().ok_or_else(|| {
        Error::new(
            ErrorCode::SecretMissing,
            "No connection string is known for this database",
        )
        .hint("Find it in the console of the account that claimed the database.")
    })?;
    Ok(known.expose().parse::<DatabaseUrl>()?)
}
