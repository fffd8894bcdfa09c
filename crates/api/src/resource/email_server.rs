//! The server that the auth integration sends its mail through.

use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};

use super::{Begin, lenient};
use crate::call::Call;
use crate::change::set_secret;
use crate::{BranchId, Change, Error, Management, ProjectId, Reply};

/// The email server as it is set. A shared one has little more than its kind.
#[derive(Debug, Clone, Deserialize)]
pub struct EmailServer {
    /// Whose it is.
    #[serde(rename = "type")]
    pub kind: EmailServerType,
    /// Its host.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub host: Option<String>,
    /// Its port.
    pub port: Option<u16>,
    /// Who logs in.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub username: Option<String>,
    /// The password, if the platform echoes it. `None` for an empty or masked one: that is never sent back.
    #[serde(default, deserialize_with = "lenient::echoed")]
    pub password: Option<SecretString>,
    /// The sender's address.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub sender_email: Option<String>,
    /// The sender's name.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub sender_name: Option<String>,
}

open_enum! {
    /// Whose email server it is.
    pub enum EmailServerType {
        /// The platform's.
        Shared = "shared",
        /// One's own.
        Standard = "standard",
    }
}

/// What the email server becomes. A field that is `None` or `Keep` is left out; the kind is always sent.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum EmailServerEdit {
    /// The platform's, with a sender of one's own where the platform allows it.
    Shared {
        /// The sender's address.
        #[serde(skip_serializing_if = "Option::is_none")]
        sender_email: Option<String>,
        /// The sender's name.
        #[serde(skip_serializing_if = "Option::is_none")]
        sender_name: Option<String>,
    },
    /// One's own.
    Standard {
        /// Its host.
        host: String,
        /// Its port.
        port: u16,
        /// Who logs in.
        username: String,
        /// The password. `Keep` is right only while the server was one's own already.
        #[serde(skip_serializing_if = "Change::is_keep", serialize_with = "set_secret")]
        password: Change<SecretString>,
        /// The sender's address.
        sender_email: String,
        /// The sender's name.
        sender_name: String,
    },
}

/// The email server of a project's auth integration, or of that of one branch.
#[derive(Debug, Clone)]
pub struct EmailServers {
    management: Management,
    project: ProjectId,
    branch: Option<BranchId>,
}

impl Management {
    /// The email server of a project's auth integration.
    #[must_use]
    pub fn email_server(&self, project: &ProjectId) -> EmailServers {
        EmailServers {
            management: self.clone(),
            project: project.clone(),
            branch: None,
        }
    }
}

impl EmailServers {
    /// That of the integration of one branch: the same calls on
    /// `/projects/{project_id}/branches/{branch_id}/auth/email_provider`.
    #[must_use]
    pub fn of_branch(self, branch: &BranchId) -> Self {
        Self {
            branch: Some(branch.clone()),
            ..self
        }
    }

    /// How it is set (`GET /projects/{project_id}/auth/email_server`).
    pub async fn get(&self) -> Result<Reply<EmailServer>, Error> {
        let call = self.call(Call::get, "look up the email server");
        self.management.fetch(call).await
    }

    /// Sets it (`PATCH /projects/{project_id}/auth/email_server`). Some platforms want all of a server of one's own when
    /// its type is said: a password to keep is kept there by saying only the rest.
    pub async fn update(&self, edit: &EmailServerEdit) -> Result<Reply<EmailServer>, Error> {
        let EmailServerEdit::Standard { password, .. } = edit else {
            return self.change(edit, None).await;
        };
        let changed = self.change(edit, password.as_set()).await;
        match changed {
            Err(error) if error.is_invalid() && password.is_keep() => {
                let mut rest = serde_json::to_value(edit).unwrap_or_default();
                if let Some(rest) = rest.as_object_mut() {
                    rest.remove("type");
                }
                let again = self.change(&rest, None).await;
                again.map_err(|again| if again.is_invalid() { error } else { again })
            }
            changed => changed,
        }
    }

    async fn change(
        &self,
        body: &impl Serialize,
        password: Option<&SecretString>,
    ) -> Result<Reply<EmailServer>, Error> {
        let mut call = self
            .call(Call::patch, "change the email server")
            .json(body)
            .if_lost("the email server may have been changed");
        if let Some(password) = password {
            call = call.secret(password.expose_secret());
        }
        self.management.fetch(call).await
    }

    fn call(&self, begin: Begin, purpose: &'static str) -> Call {
        let project = self.project.as_str();
        let call = match &self.branch {
            None => begin(
                purpose,
                "/projects/{project_id}/auth/email_server",
                &[project],
            ),
            Some(branch) => begin(
                purpose,
                "/projects/{project_id}/branches/{branch_id}/auth/email_provider",
                &[project, branch.as_str()],
            ),
        };
        call.in_project(&self.project)
    }
}
