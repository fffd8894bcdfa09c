//! The auth integration: an auth provider's project that the platform keeps for a project, its users and its keys.

mod branch;
mod domains;
mod record;
mod request;
mod settings;

use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use serde_json::json;

pub use branch::BranchAuth;
pub use record::{AuthDomain, AuthIntegration, SdkKeys, TestEmail, TransferStatus};
pub use request::{CreateAuth, CreateAuthUser, TestEmailServer};
pub use settings::{
    AuthPlugins, EmailAndPassword, MagicLink, OrganizationPlugin, PhoneNumber,
    UpdateEmailAndPassword, UpdateMagicLink, UpdateOrganizationPlugin, UpdatePhoneNumber,
    VerificationMethod, WebhookEvent, Webhooks,
};

use super::{Begin, whole};
use crate::call::Call;
use crate::{BranchId, Error, Listed, Management, ProjectId, Reply};

impl Listed for AuthIntegration {
    const FIELD: &'static str = "data";
}

impl Listed for AuthDomain {
    const FIELD: &'static str = "domains";
}

/// The auth integration of one project.
#[derive(Debug, Clone)]
pub struct Auth {
    management: Management,
    project: ProjectId,
}

impl Management {
    /// The auth integration of a project.
    #[must_use]
    pub fn auth(&self, project: &ProjectId) -> Auth {
        Auth {
            management: self.clone(),
            project: project.clone(),
        }
    }
}

/// What the older routes of the integration want in every body.
#[derive(Serialize)]
struct Body<'a, T> {
    auth_provider: &'a str,
    project_id: &'a ProjectId,
    #[serde(flatten)]
    more: T,
}

impl Auth {
    /// The integration of one branch of the project.
    #[must_use]
    pub fn of_branch(&self, branch: &BranchId) -> BranchAuth {
        BranchAuth::new(&self.management, &self.project, branch)
    }

    /// Sets an integration up (`POST /projects/auth/create`). The secret key is in the reply.
    pub async fn create(
        &self,
        auth_provider: &str,
        branch: &BranchId,
        options: &CreateAuth,
    ) -> Result<Reply<SdkKeys>, Error> {
        #[derive(Serialize)]
        struct More<'a> {
            branch_id: &'a BranchId,
            #[serde(flatten)]
            options: &'a CreateAuth,
        }
        let more = More {
            branch_id: branch,
            options,
        };
        let call = self
            .post(
                "set up the auth integration",
                "/projects/auth/create",
                auth_provider,
                more,
            )
            .if_lost("the auth integration may have been set up");
        self.management.fetch(call).await
    }

    /// Those that the project has (`GET /projects/{project_id}/auth/integrations`).
    pub async fn integrations(&self) -> Result<Reply<Vec<AuthIntegration>>, Error> {
        let route = "/projects/{project_id}/auth/integrations";
        let call = self.call(Call::get, "list the auth integrations", route);
        whole(&self.management, call).await
    }

    /// Makes new keys for an app (`POST /projects/auth/keys`). The secret one is in this reply and nowhere else.
    pub async fn keys(&self, auth_provider: &str) -> Result<Reply<SdkKeys>, Error> {
        let call = self
            .post("create SDK keys", "/projects/auth/keys", auth_provider, ())
            .if_lost("SDK keys may have been created, and they can't be shown again");
        self.management.fetch(call).await
    }

    /// Makes a user and gives the user's id (`POST /projects/auth/user`).
    pub async fn create_user(
        &self,
        auth_provider: &str,
        email: &str,
        options: &CreateAuthUser,
    ) -> Result<Reply<String>, Error> {
        #[derive(Serialize)]
        struct More<'a> {
            email: &'a str,
            #[serde(flatten)]
            options: &'a CreateAuthUser,
        }
        #[derive(Deserialize)]
        struct Created {
            id: String,
        }
        let more = More { email, options };
        let call = self
            .post(
                "create the user",
                "/projects/auth/user",
                auth_provider,
                more,
            )
            .if_lost("the user may have been created");
        let reply = self.management.fetch::<Created>(call).await?;
        Ok(reply.map(|created| created.id))
    }

    /// Deletes a user (`DELETE /projects/{project_id}/auth/users/{auth_user_id}`).
    pub async fn delete_user(&self, user_id: &str) -> Result<Reply<()>, Error> {
        let call = Call::delete(
            "delete the user",
            "/projects/{project_id}/auth/users/{auth_user_id}",
            &[self.project.as_str(), user_id],
        )
        .in_project(&self.project)
        .if_lost("the user may have been deleted");
        self.management.fetch_empty(call).await
    }

    /// Makes a link by which somebody takes the auth provider's project into an account of their own
    /// (`POST /projects/auth/transfer_ownership`). A secret: whoever opens it can take the project. Check scheme and
    /// host before it is opened.
    pub async fn transfer_ownership(
        &self,
        auth_provider: &str,
    ) -> Result<Reply<SecretString>, Error> {
        #[derive(Deserialize)]
        struct Transfer {
            url: SecretString,
        }
        let call = self
            .post(
                "transfer the auth project",
                "/projects/auth/transfer_ownership",
                auth_provider,
                (),
            )
            .if_lost("the transfer may have started");
        let reply = self.management.fetch::<Transfer>(call).await?;
        Ok(reply.map(|transfer| transfer.url))
    }

    /// Takes an integration away (`DELETE /projects/{project_id}/auth/integration/{auth_provider}`), with the
    /// synchronised users only if `delete_data`.
    pub async fn remove(&self, auth_provider: &str, delete_data: bool) -> Result<Reply<()>, Error> {
        let mut call = Call::delete(
            "remove the auth integration",
            "/projects/{project_id}/auth/integration/{auth_provider}",
            &[self.project.as_str(), auth_provider],
        )
        .in_project(&self.project)
        .if_lost("the auth integration may have been removed");
        if delete_data {
            call = call.json(&json!({ "delete_data": true }));
        }
        self.management.fetch_empty(call).await
    }

    /// The domains that people may be sent back to (`GET /projects/{project_id}/auth/domains`).
    pub async fn domains(&self) -> Result<Reply<Vec<AuthDomain>>, Error> {
        let route = "/projects/{project_id}/auth/domains";
        let call = self.call(Call::get, "list the trusted domains", route);
        whole(&self.management, call).await
    }

    /// Adds a domain, with its scheme (`POST /projects/{project_id}/auth/domains`).
    pub async fn add_domain(&self, auth_provider: &str, domain: &str) -> Result<Reply<()>, Error> {
        let route = "/projects/{project_id}/auth/domains";
        let call = self.call(Call::post, "add the trusted domain", route);
        let call = domains::add(call, auth_provider, domain);
        self.management.fetch_empty(call).await
    }

    /// Takes domains away (`DELETE /projects/{project_id}/auth/domains`).
    pub async fn delete_domains(
        &self,
        auth_provider: &str,
        domains: &[&str],
    ) -> Result<Reply<()>, Error> {
        let route = "/projects/{project_id}/auth/domains";
        let call = self.call(Call::delete, "delete the trusted domains", route);
        let call = domains::delete(call, auth_provider, domains);
        self.management.fetch_empty(call).await
    }

    /// Sends a test message through a server, whether or not that is the one in use
    /// (`POST /projects/{project_id}/branches/{branch_id}/auth/send_test_email`). A server that refuses is no error but
    /// a reply without `success`.
    pub async fn send_test_email(
        &self,
        branch: &BranchId,
        server: &TestEmailServer,
        recipient: &str,
    ) -> Result<Reply<TestEmail>, Error> {
        #[derive(Serialize)]
        struct Body<'a> {
            recipient_email: &'a str,
            #[serde(flatten)]
            server: &'a TestEmailServer,
        }
        let body = Body {
            recipient_email: recipient,
            server,
        };
        let call = Call::post(
            "send the test email",
            "/projects/{project_id}/branches/{branch_id}/auth/send_test_email",
            &[self.project.as_str(), branch.as_str()],
        )
        .in_project(&self.project)
        .json(&body)
        .secret(server.password.expose_secret())
        .if_lost("the test email may have been sent");
        self.management.fetch(call).await
    }

    fn call(&self, begin: Begin, purpose: &'static str, route: &'static str) -> Call {
        begin(purpose, route, &[self.project.as_str()]).in_project(&self.project)
    }

    fn post(
        &self,
        purpose: &'static str,
        route: &'static str,
        auth_provider: &str,
        more: impl Serialize,
    ) -> Call {
        let body = Body {
            auth_provider,
            project_id: &self.project,
            more,
        };
        Call::post(purpose, route, &[])
            .in_project(&self.project)
            .json(&body)
    }
}
