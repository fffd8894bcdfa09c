//! A database as one role, with all that is needed to connect to it.

use std::path::PathBuf;
use std::time::Duration;

use secrecy::SecretString;

use crate::Error;
use crate::tools::connect::{
    self, DatabaseUrl, EnvBlock, EnvClaim, EnvNames, Form, Given, PsqlParameters, Sources,
};
use crate::tools::contacts::Contacts;
use crate::view::{CheckView, ConnectFormView, ConnectView, ErrorCode, FormId, SettingsView};

/// How long connecting and asking may each take.
const DEADLINE: Duration = Duration::from_secs(10);

/// One database as one role, with all that is needed to connect to it.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) url: DatabaseUrl,
    /// Which strings the card offers.
    pub(crate) given: Given,
    /// The certificate authority of its server, when it is not a public one.
    pub(crate) ca_file: Option<PathBuf>,
    /// The address of the sandbox, when it is one that the database is in.
    pub(crate) sandbox: Option<String>,
    /// Why the pooled and the direct string are equal, on platforms where they always are.
    pub(crate) always_equal: Option<&'static str>,
    /// Why there is no password in the string, and what to do.
    pub(crate) note: Option<String>,
    /// Local id of the account.
    pub(crate) account_id: String,
    /// The account's name, for the activity log.
    pub(crate) place: String,
    /// The project, where it is known.
    pub(crate) project_id: Option<String>,
    /// How its variables are called.
    pub(crate) names: EnvNames,
    /// Its end and its claim link, while it can be claimed.
    pub(crate) claim: Option<EnvClaim>,
    /// The string is from before the database was claimed.
    pub(crate) before_claim: bool,
}

impl Target {
    /// The names of variables that were used last.
    pub(crate) fn names(settings: &SettingsView) -> EnvNames {
        let options = &settings.temporary;
        EnvNames::new(&options.env_key, &options.env_prefix).unwrap_or_default()
    }

    /// Such as `svcdb as svcdb_owner`.
    pub(crate) fn label(&self) -> String {
        format!("{} as {}", self.url.database(), self.url.role())
    }

    /// The card, masked.
    pub(crate) fn view(&self) -> Result<ConnectView, Error> {
        let equal = match self.given {
            Given::Both | Given::Pooled => !self.url.is_pooled(),
            Given::Direct => self.always_equal.is_some(),
        };
        let why = self
            .always_equal
            .unwrap_or("This host has no pooler: the pooled and direct strings are the same.");
        Ok(ConnectView {
            forms: self
                .forms()?
                .into_iter()
                .map(ConnectFormView::from)
                .collect(),
            pooled_equals_direct: equal,
            pooled_note: equal.then(|| why.to_owned()),
            ca_file: self.ca_file.as_ref().map(|path| path.display().to_string()),
            named_ca_file: self.url.parameter("sslrootcert").map(str::to_owned),
            before_claim: self.before_claim,
            note: self.note.clone(),
        })
    }

    /// One form with its secrets.
    pub(crate) fn text(&self, form: FormId) -> Result<SecretString, Error> {
        let found = self.forms()?.into_iter().find(|each| each.id == form);
        found
            .map(|form| form.text)
            .ok_or_else(|| Error::invalid("This connection has no such format"))
    }

    /// What `psql` needs. It asks for a password that is not known.
    pub(crate) fn psql(&self) -> Result<PsqlParameters, Error> {
        PsqlParameters::of(&self.session_url(), self.ca_file.clone())
    }

    /// Connects and runs `SELECT 1`.
    pub(crate) async fn check(&self, contacts: &Contacts) -> Result<CheckView, Error> {
        self.need_password()?;
        let (url, ca_file) = (self.session_url(), self.ca_file.as_deref());
        let checked = connect::check(contacts, &url, ca_file, DEADLINE).await?;
        Ok(CheckView {
            server_version: checked.server_version,
            milliseconds: u32::try_from(checked.elapsed.as_millis()).unwrap_or(u32::MAX),
            channel_binding: checked.channel_binding,
        })
    }

    /// What is written into an env file: the string as it was asked for, and beside a pooled one the direct one, which
    /// migrations need.
    pub(crate) fn block(&self) -> Result<EnvBlock, Error> {
        self.need_password()?;
        let direct = self.given != Given::Direct;
        Ok(EnvBlock {
            claim: self.claim.clone(),
            pooled: self.url.secret().clone(),
            direct: direct.then(|| self.url.direct().secret().clone()),
        })
    }

    fn forms(&self) -> Result<Vec<Form>, Error> {
        let block = self.block().ok();
        let sources = Sources {
            url: &self.url,
            given: self.given,
            ca_file: self.ca_file.as_deref(),
            block: block.as_ref(),
            names: &self.names,
            sandbox: self.sandbox.as_deref(),
        };
        Ok(connect::forms(&sources)?)
    }

    /// Where a session goes: a person at a prompt has no use for a pooler unless it was asked for.
    pub(crate) fn session_url(&self) -> DatabaseUrl {
        match self.given {
            Given::Both => self.url.direct(),
            Given::Pooled | Given::Direct => self.url.clone(),
        }
    }

    /// Refuses to go on without a password.
    pub(crate) fn need_password(&self) -> Result<(), Error> {
        match self.url.password() {
            Some(_) => Ok(()),
            None => Err(Error::new(
                ErrorCode::SecretMissing,
                format!("The password of {} is unknown", self.url.role()),
            )
            .hint("Reset the role's password. The new one is shown once.")),
        }
    }
}

impl From<Form> for ConnectFormView {
    fn from(form: Form) -> Self {
        Self {
            id: form.id,
            group: form.group,
            label: form.label.to_owned(),
            masked: form.masked,
            note: form.note,
        }
    }
}
