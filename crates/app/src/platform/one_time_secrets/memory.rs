//! The secrets that are in memory because the platform shows them once.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex};

use envfile::MASK;
use secrecy::SecretString;

use crate::Error;
use crate::base::guard::lock;
use crate::tools::secret_bundle::SecretBundle;
use crate::tools::target::Target;
use crate::view::{ConnectFormView, ConnectView, ErrorCode, FormGroup, FormId};

/// How many are in memory; the oldest go first.
const KEPT: usize = 100;

/// The secrets in memory.
#[derive(Debug, Default)]
pub(crate) struct OneTimeSecrets {
    by_id: Mutex<VecDeque<Arc<OneTimeSecret>>>,
}

pub(super) struct OneTimeSecret {
    pub(super) id: String,
    pub(super) account_id: String,
    pub(super) secret: Secret,
}

pub(super) enum Secret {
    Connection(Box<Target>),
    Set(Box<SecretBundle>),
    /// A text that is no connection, under the form that it is asked for by.
    Text {
        label: String,
        form: FormId,
        form_label: &'static str,
        text: SecretString,
        project_id: Option<String>,
        /// What is known of the API key that it is.
        key: Option<KeyOf>,
    },
}

/// The platform's number for a API key in memory, and where it is for.
pub(super) struct KeyOf {
    pub(super) id: String,
    pub(super) base: String,
}

impl fmt::Debug for OneTimeSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hold").field("id", &self.id).finish()
    }
}

impl OneTimeSecrets {
    /// Forgets everything.
    pub(crate) fn clear(&self) {
        lock(&self.by_id).clear();
    }

    pub(super) fn push(&self, one: OneTimeSecret) {
        let mut one_time_secrets = lock(&self.by_id);
        if one_time_secrets.len() == KEPT {
            one_time_secrets.pop_front();
        }
        one_time_secrets.push_back(Arc::new(one));
    }

    pub(super) fn find(&self, id: &str) -> Result<Arc<OneTimeSecret>, Error> {
        let one_time_secrets = lock(&self.by_id);
        one_time_secrets.iter().find(|one| one.id == id).cloned().ok_or_else(|| {
            Error::new(ErrorCode::NotFound, "This secret is no longer available").hint(
                "It is shown once. Get the connection string in the project, or reset the role's password.",
            )
        })
    }

    /// What is secret of each, so that it can be looked for in a text.
    pub(crate) fn texts(&self) -> Vec<SecretString> {
        let one_time_secrets = lock(&self.by_id);
        one_time_secrets
            .iter()
            .flat_map(|one| one.secret.texts())
            .collect()
    }

    pub(super) fn retain(&self, stays: impl Fn(&OneTimeSecret) -> bool) {
        lock(&self.by_id).retain(|one| stays(one));
    }
}

impl Secret {
    fn texts(&self) -> Vec<SecretString> {
        match self {
            Self::Connection(target) => {
                let password = target.url.password().cloned();
                password
                    .into_iter()
                    .chain([target.url.secret().clone()])
                    .collect()
            }
            Self::Set(set) => set.values.iter().map(|it| it.value.clone()).collect(),
            Self::Text { text, .. } => vec![text.clone()],
        }
    }
}

impl OneTimeSecret {
    pub(super) fn label(&self) -> String {
        match &self.secret {
            Secret::Connection(target) => target.label(),
            Secret::Set(set) => set.label.clone(),
            Secret::Text { label, .. } => label.clone(),
        }
    }

    pub(super) fn forms(&self) -> Result<ConnectView, Error> {
        let forms = match &self.secret {
            Secret::Connection(target) => return target.view(),
            Secret::Set(set) => set.forms()?,
            Secret::Text {
                form, form_label, ..
            } => vec![ConnectFormView {
                id: *form,
                group: FormGroup::String,
                label: (*form_label).to_owned(),
                masked: MASK.to_owned(),
                note: None,
            }],
        };
        Ok(ConnectView {
            forms,
            pooled_equals_direct: false,
            pooled_note: None,
            named_ca_file: None,
            ca_file: None,
            before_claim: false,
            note: None,
        })
    }
}
