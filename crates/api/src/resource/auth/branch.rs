//! The auth integration of one branch: a branch has users and settings of its own.

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::domains;
use super::{
    AuthDomain, AuthIntegration, AuthPlugins, CreateAuthUser, EmailAndPassword, MagicLink,
    OrganizationPlugin, PhoneNumber, SdkKeys, UpdateEmailAndPassword, UpdateMagicLink,
    UpdateOrganizationPlugin, UpdatePhoneNumber, Webhooks,
};
use crate::call::Call;
use crate::resource::{Begin, whole};
use crate::{BranchId, Error, Management, ProjectId, Reply};

const DOMAINS: &str = "/projects/{project_id}/branches/{branch_id}/auth/domains";
const LOCALHOST: &str = "/projects/{project_id}/branches/{branch_id}/auth/allow_localhost";
const EMAIL_AND_PASSWORD: &str =
    "/projects/{project_id}/branches/{branch_id}/auth/email_and_password";
const PHONE_NUMBER: &str = "/projects/{project_id}/branches/{branch_id}/auth/plugins/phone-number";
const WEBHOOKS: &str = "/projects/{project_id}/branches/{branch_id}/auth/webhooks";

/// The auth integration of one branch.
#[derive(Debug, Clone)]
pub struct BranchAuth {
    management: Management,
    project: ProjectId,
    branch: BranchId,
}

#[derive(Deserialize)]
struct UserId {
    id: String,
}

#[derive(Deserialize)]
struct Named {
    name: String,
}

#[derive(Deserialize)]
struct AllowLocalhost {
    allow_localhost: bool,
}

impl BranchAuth {
    pub(super) fn new(management: &Management, project: &ProjectId, branch: &BranchId) -> Self {
        Self {
            management: management.clone(),
            project: project.clone(),
            branch: branch.clone(),
        }
    }

    /// How it is set up (`GET /projects/{project_id}/branches/{branch_id}/auth`). An error with `is_not_found` where the
    /// branch has none.
    pub async fn get(&self) -> Result<Reply<AuthIntegration>, Error> {
        let call = self.call(
            Call::get,
            "look up the auth integration",
            "/projects/{project_id}/branches/{branch_id}/auth",
        );
        self.management.fetch(call).await
    }

    /// Sets it up (`POST /projects/{project_id}/branches/{branch_id}/auth`). The secret key is in the reply. Users are
    /// synchronised into the named database, or into the platform's choice when `None`.
    pub async fn enable(
        &self,
        auth_provider: &str,
        database_name: Option<&str>,
    ) -> Result<Reply<SdkKeys>, Error> {
        #[derive(Serialize)]
        struct Body<'a> {
            auth_provider: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            database_name: Option<&'a str>,
        }
        let call = self
            .call(
                Call::post,
                "set up the auth integration",
                "/projects/{project_id}/branches/{branch_id}/auth",
            )
            .json(&Body {
                auth_provider,
                database_name,
            })
            .if_lost("the auth integration may have been set up");
        self.management.fetch(call).await
    }

    /// Takes it away (`DELETE /projects/{project_id}/branches/{branch_id}/auth`), with the synchronised users only if
    /// `delete_data`.
    pub async fn disable(&self, delete_data: bool) -> Result<Reply<()>, Error> {
        let mut call = self
            .call(
                Call::delete,
                "remove the auth integration",
                "/projects/{project_id}/branches/{branch_id}/auth",
            )
            .if_lost("the auth integration may have been removed");
        if delete_data {
            call = call.json(&json!({ "delete_data": true }));
        }
        self.management.fetch_empty(call).await
    }

    /// Makes a user and gives the user's id (`POST /projects/{project_id}/branches/{branch_id}/auth/users`).
    pub async fn create_user(
        &self,
        email: &str,
        options: &CreateAuthUser,
    ) -> Result<Reply<String>, Error> {
        #[derive(Serialize)]
        struct Body<'a> {
            email: &'a str,
            #[serde(flatten)]
            options: &'a CreateAuthUser,
        }
        let call = self
            .call(
                Call::post,
                "create the user",
                "/projects/{project_id}/branches/{branch_id}/auth/users",
            )
            .json(&Body { email, options })
            .if_lost("the user may have been created");
        let reply = self.management.fetch::<UserId>(call).await?;
        Ok(reply.map(|created| created.id))
    }

    /// Deletes a user (`DELETE /projects/{project_id}/branches/{branch_id}/auth/users/{auth_user_id}`).
    pub async fn delete_user(&self, user_id: &str) -> Result<Reply<()>, Error> {
        let call = Call::delete(
            "delete the user",
            "/projects/{project_id}/branches/{branch_id}/auth/users/{auth_user_id}",
            &[self.project.as_str(), self.branch.as_str(), user_id],
        )
        .in_project(&self.project)
        .if_lost("the user may have been deleted");
        self.management.fetch_empty(call).await
    }

    /// Gives a user these roles, at least one, in place of those that the user has, and gives the user's id
    /// (`PUT /projects/{project_id}/branches/{branch_id}/auth/users/{auth_user_id}/role`).
    pub async fn set_user_roles(
        &self,
        user_id: &str,
        roles: &[&str],
    ) -> Result<Reply<String>, Error> {
        let call = Call::put(
            "change the user's roles",
            "/projects/{project_id}/branches/{branch_id}/auth/users/{auth_user_id}/role",
            &[self.project.as_str(), self.branch.as_str(), user_id],
        )
        .in_project(&self.project);
        let call = match roles.is_empty() {
            true => call.without("role"),
            false => call,
        };
        let call = call
            .json(&json!({ "roles": roles }))
            .known_field("", "id", user_id)
            .if_lost("the user's roles may have been changed");
        let reply = self.management.fetch::<UserId>(call).await?;
        Ok(reply.map(|changed| changed.id))
    }

    /// The domains that people may be sent back to (`GET /projects/{project_id}/branches/{branch_id}/auth/domains`).
    pub async fn domains(&self) -> Result<Reply<Vec<AuthDomain>>, Error> {
        let call = self.call(Call::get, "list the trusted domains", DOMAINS);
        whole(&self.management, call).await
    }

    /// Adds a domain, with its scheme (`POST /projects/{project_id}/branches/{branch_id}/auth/domains`).
    pub async fn add_domain(&self, auth_provider: &str, domain: &str) -> Result<Reply<()>, Error> {
        let call = self.call(Call::post, "add the trusted domain", DOMAINS);
        let call = domains::add(call, auth_provider, domain);
        self.management.fetch_empty(call).await
    }

    /// Takes domains away (`DELETE /projects/{project_id}/branches/{branch_id}/auth/domains`).
    pub async fn delete_domains(
        &self,
        auth_provider: &str,
        domains: &[&str],
    ) -> Result<Reply<()>, Error> {
        let call = self.call(Call::delete, "delete the trusted domains", DOMAINS);
        let call = domains::delete(call, auth_provider, domains);
        self.management.fetch_empty(call).await
    }

    /// Sets what people read as the app's name, 1 to 256 characters, and gives it
    /// (`PATCH /projects/{project_id}/branches/{branch_id}/auth/config`).
    pub async fn rename(&self, name: &str) -> Result<Reply<String>, Error> {
        let call = self
            .call(
                Call::patch,
                "rename the app",
                "/projects/{project_id}/branches/{branch_id}/auth/config",
            )
            .json(&json!({ "name": name }))
            .known_field("", "name", name)
            .if_lost("the app may have been renamed");
        let reply = self.management.fetch::<Named>(call).await?;
        Ok(reply.map(|named| named.name))
    }

    /// Whether people may be sent back to this machine without its domain in the list
    /// (`GET /projects/{project_id}/branches/{branch_id}/auth/allow_localhost`).
    pub async fn allows_localhost(&self) -> Result<Reply<bool>, Error> {
        let call = self.call(Call::get, "look up whether localhost is allowed", LOCALHOST);
        let reply = self.management.fetch::<AllowLocalhost>(call).await?;
        Ok(reply.map(|it| it.allow_localhost))
    }

    /// Sets whether they may, and gives it (`PATCH /projects/{project_id}/branches/{branch_id}/auth/allow_localhost`).
    pub async fn allow_localhost(&self, allow: bool) -> Result<Reply<bool>, Error> {
        let call = self
            .call(
                Call::patch,
                "change whether localhost is allowed",
                LOCALHOST,
            )
            .json(&json!({ "allow_localhost": allow }))
            .if_lost("whether localhost is allowed may have been changed");
        let reply = self.management.fetch::<AllowLocalhost>(call).await?;
        Ok(reply.map(|it| it.allow_localhost))
    }

    /// How people sign in with address and password
    /// (`GET /projects/{project_id}/branches/{branch_id}/auth/email_and_password`).
    pub async fn email_and_password(&self) -> Result<Reply<EmailAndPassword>, Error> {
        let purpose = "look up the sign-in with a password";
        let call = self.call(Call::get, purpose, EMAIL_AND_PASSWORD);
        self.management.fetch(call).await
    }

    /// Changes it (`PATCH /projects/{project_id}/branches/{branch_id}/auth/email_and_password`).
    pub async fn update_email_and_password(
        &self,
        update: &UpdateEmailAndPassword,
    ) -> Result<Reply<EmailAndPassword>, Error> {
        let purpose = "change the sign-in with a password";
        let call = self.call(Call::patch, purpose, EMAIL_AND_PASSWORD);
        let call = call
            .json(update)
            .if_lost("the sign-in with a password may have been changed");
        self.management.fetch(call).await
    }

    /// All settings of plugins at once (`GET /projects/{project_id}/branches/{branch_id}/auth/plugins`).
    pub async fn plugins(&self) -> Result<Reply<AuthPlugins>, Error> {
        let call = self.call(
            Call::get,
            "look up the plugins",
            "/projects/{project_id}/branches/{branch_id}/auth/plugins",
        );
        self.management.fetch(call).await
    }

    /// Changes how people form organizations
    /// (`PATCH /projects/{project_id}/branches/{branch_id}/auth/plugins/organization`).
    pub async fn update_organization(
        &self,
        update: &UpdateOrganizationPlugin,
    ) -> Result<Reply<OrganizationPlugin>, Error> {
        let call = self
            .call(
                Call::patch,
                "change the organization plugin",
                "/projects/{project_id}/branches/{branch_id}/auth/plugins/organization",
            )
            .json(update)
            .if_lost("the organization plugin may have been changed");
        self.management.fetch(call).await
    }

    /// Changes how people sign in by a link that is mailed to them
    /// (`PATCH /projects/{project_id}/branches/{branch_id}/auth/plugins/magic-link`).
    pub async fn update_magic_link(
        &self,
        update: &UpdateMagicLink,
    ) -> Result<Reply<MagicLink>, Error> {
        let call = self
            .call(
                Call::patch,
                "change the magic link plugin",
                "/projects/{project_id}/branches/{branch_id}/auth/plugins/magic-link",
            )
            .json(update)
            .if_lost("the magic link plugin may have been changed");
        self.management.fetch(call).await
    }

    /// How people sign in by a code that is sent to their phone
    /// (`GET /projects/{project_id}/branches/{branch_id}/auth/plugins/phone-number`).
    pub async fn phone_number(&self) -> Result<Reply<PhoneNumber>, Error> {
        let call = self.call(Call::get, "look up the phone number plugin", PHONE_NUMBER);
        self.management.fetch(call).await
    }

    /// Changes it (`PATCH /projects/{project_id}/branches/{branch_id}/auth/plugins/phone-number`).
    pub async fn update_phone_number(
        &self,
        update: &UpdatePhoneNumber,
    ) -> Result<Reply<PhoneNumber>, Error> {
        let call = self.call(Call::patch, "change the phone number plugin", PHONE_NUMBER);
        let call = call
            .json(update)
            .if_lost("the phone number plugin may have been changed");
        self.management.fetch(call).await
    }

    /// Where events are sent (`GET /projects/{project_id}/branches/{branch_id}/auth/webhooks`).
    pub async fn webhooks(&self) -> Result<Reply<Webhooks>, Error> {
        let call = self.call(Call::get, "look up the webhooks", WEBHOOKS);
        self.management.fetch(call).await
    }

    /// Sets it as a whole (`PUT /projects/{project_id}/branches/{branch_id}/auth/webhooks`).
    pub async fn set_webhooks(&self, webhooks: &Webhooks) -> Result<Reply<Webhooks>, Error> {
        let call = self.call(Call::put, "change the webhooks", WEBHOOKS);
        let call = call
            .json(webhooks)
            .if_lost("the webhooks may have been changed");
        self.management.fetch(call).await
    }

    fn call(&self, begin: Begin, purpose: &'static str, route: &'static str) -> Call {
        let args = [self.project.as_str(), self.branch.as_str()];
        begin(purpose, route, &args).in_project(&self.project)
    }
}
