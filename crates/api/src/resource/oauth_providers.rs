//! Accounts elsewhere that users of the auth integration can log in with.

use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};

use super::{Begin, lenient, whole};
use crate::call::Call;
use crate::change::{set, set_secret};
use crate::secret::exposed;
use crate::{BranchId, Change, Error, Listed, Management, ProjectId, Reply};

/// A provider as it is set. Lists give id and type alone.
#[derive(Debug, Clone, Deserialize)]
pub struct OauthProvider {
    /// Which one.
    pub id: OauthProviderId,
    /// Whose client it uses.
    #[serde(default, rename = "type", deserialize_with = "lenient::filled")]
    pub kind: Option<OauthProviderType>,
    /// One's own client.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub client_id: Option<String>,
    /// The secret of one's own client, if the platform echoes it. `None` for an empty or masked one: that is never sent
    /// back.
    #[serde(default, deserialize_with = "lenient::echoed")]
    pub client_secret: Option<SecretString>,
    /// The tenant, of Microsoft only.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub microsoft_tenant_id: Option<String>,
}

open_enum! {
    /// A provider of accounts.
    pub enum OauthProviderId {
        /// Google.
        Google = "google",
        /// GitHub.
        Github = "github",
        /// Microsoft.
        Microsoft = "microsoft",
        /// Vercel.
        Vercel = "vercel",
    }
}

open_enum! {
    /// Whose client a provider knows.
    pub enum OauthProviderType {
        /// The platform's, shared by all.
        Shared = "shared",
        /// One's own.
        Standard = "standard",
    }
}

impl Listed for OauthProvider {
    const FIELD: &'static str = "providers";
}

/// One's own client at a provider.
#[derive(Debug, Clone, Serialize)]
pub struct OauthClient {
    /// Its id.
    pub client_id: String,
    /// Its secret.
    #[serde(serialize_with = "exposed")]
    pub client_secret: SecretString,
    /// The tenant, of Microsoft only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub microsoft_tenant_id: Option<String>,
}

/// What is changed of a provider; what is `Keep` stays.
#[derive(Debug, Clone, Default, Serialize)]
pub struct UpdateOauthProvider {
    /// One's own client.
    #[serde(skip_serializing_if = "Change::is_keep", serialize_with = "set")]
    pub client_id: Change<String>,
    /// The secret of one's own client.
    #[serde(skip_serializing_if = "Change::is_keep", serialize_with = "set_secret")]
    pub client_secret: Change<SecretString>,
    /// The tenant, of Microsoft only.
    #[serde(skip_serializing_if = "Change::is_keep", serialize_with = "set")]
    pub microsoft_tenant_id: Change<String>,
}

/// The OAuth providers of a project's auth integration, or of that of one branch.
#[derive(Debug, Clone)]
pub struct OauthProviders {
    management: Management,
    project: ProjectId,
    branch: Option<BranchId>,
}

impl Management {
    /// The OAuth providers of a project's auth integration.
    #[must_use]
    pub fn oauth_providers(&self, project: &ProjectId) -> OauthProviders {
        OauthProviders {
            management: self.clone(),
            project: project.clone(),
            branch: None,
        }
    }
}

impl OauthProviders {
    /// Those of the integration of one branch: the same calls below `/projects/{project_id}/branches/{branch_id}/auth`.
    #[must_use]
    pub fn of_branch(self, branch: &BranchId) -> Self {
        Self {
            branch: Some(branch.clone()),
            ..self
        }
    }

    /// All of them, each with id and type alone (`GET /projects/{project_id}/auth/oauth_providers`).
    pub async fn list(&self) -> Result<Reply<Vec<OauthProvider>>, Error> {
        let call = self.call(Call::get, "list the OAuth providers");
        whole(&self.management, call).await
    }

    /// Adds one (`POST /projects/{project_id}/auth/oauth_providers`). Without a client of one's own it uses the one that
    /// the platform shares.
    pub async fn add(
        &self,
        id: &OauthProviderId,
        client: Option<&OauthClient>,
    ) -> Result<Reply<OauthProvider>, Error> {
        #[derive(Serialize)]
        struct Body<'a> {
            id: &'a OauthProviderId,
            #[serde(flatten)]
            client: Option<&'a OauthClient>,
        }
        let mut call = self
            .call(Call::post, "add the OAuth provider")
            .json(&Body { id, client })
            .known_field("", "id", id.as_str())
            .if_lost("the OAuth provider may have been added");
        if let Some(client) = client {
            call = call.secret(client.client_secret.expose_secret());
        }
        self.management.fetch(call).await
    }

    /// Changes its client (`PATCH /projects/{project_id}/auth/oauth_providers/{oauth_provider_id}`).
    pub async fn update(
        &self,
        id: &OauthProviderId,
        update: &UpdateOauthProvider,
    ) -> Result<Reply<OauthProvider>, Error> {
        let mut call = self
            .call_one(Call::patch, "change the OAuth provider", id)
            .json(update)
            .if_lost("the OAuth provider may have been changed");
        if let Some(secret) = update.client_secret.as_set() {
            call = call.secret(secret.expose_secret());
        }
        self.management.fetch(call).await
    }

    /// Takes it away (`DELETE /projects/{project_id}/auth/oauth_providers/{oauth_provider_id}`).
    pub async fn delete(&self, id: &OauthProviderId) -> Result<Reply<()>, Error> {
        let call = self
            .call_one(Call::delete, "delete the OAuth provider", id)
            .if_lost("the OAuth provider may have been deleted");
        self.management.fetch_empty(call).await
    }

    fn call(&self, begin: Begin, purpose: &'static str) -> Call {
        let project = self.project.as_str();
        let call = match &self.branch {
            None => begin(
                purpose,
                "/projects/{project_id}/auth/oauth_providers",
                &[project],
            ),
            Some(branch) => begin(
                purpose,
                "/projects/{project_id}/branches/{branch_id}/auth/oauth_providers",
                &[project, branch.as_str()],
            ),
        };
        call.in_project(&self.project)
    }

    fn call_one(&self, begin: Begin, purpose: &'static str, id: &OauthProviderId) -> Call {
        let (project, id) = (self.project.as_str(), id.as_str());
        let call = match &self.branch {
            None => begin(
                purpose,
                "/projects/{project_id}/auth/oauth_providers/{oauth_provider_id}",
                &[project, id],
            ),
            Some(branch) => begin(
                purpose,
                "/projects/{project_id}/branches/{branch_id}/auth/oauth_providers/{oauth_provider_id}",
                &[project, branch.as_str(), id],
            ),
        };
        call.in_project(&self.project)
    }
}
