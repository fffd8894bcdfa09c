//! The calls of the auth settings, made the way their buttons do, with something else in place of each secret.

use secrecy::SecretString;

use super::auth::{AuthCall, MailServerText};
use super::future::done;
use crate::Error;
use crate::base::secret_edit::SecretEdit;
use crate::features::Features;
use crate::features::auth::TestEmail;
use crate::resources::auth;
use crate::resources::email_server::{self, EmailServerEdit};
use crate::resources::oauth_providers::{self, AddOauthProvider, UpdateOauthProvider};

/// What is taken out of the text again. No other value of a body is spelled like it.
const IN_PLACE_OF_A_SECRET: &str = "this stands in place of a secret, which is not known here";

/// Makes the call of a project.
pub(super) async fn make(
    app: &Features,
    account: &str,
    project: &str,
    call: AuthCall,
) -> Result<(), Error> {
    match call {
        AuthCall::ListIntegrations => done(|| auth::integrations(app, account, project)).await,
        AuthCall::Enable { enable } => done(|| auth::enable(app, account, project, enable)).await,
        AuthCall::CreateKeys { provider } => {
            done(|| auth::create_keys(app, account, project, provider.as_deref())).await
        }
        AuthCall::CreateUser {
            provider,
            email,
            name,
        } => {
            let (provider, name) = (provider.as_deref(), name.as_deref());
            done(|| auth::create_user(app, account, project, provider, &email, name)).await
        }
        AuthCall::Transfer { provider } => {
            done(|| auth::transfer_ownership(app, account, project, provider.as_deref())).await
        }
        AuthCall::Remove {
            provider,
            delete_data,
        } => done(|| auth::remove(app, account, project, &provider, delete_data)).await,
        AuthCall::ListDomains => done(|| auth::domains(app, account, project)).await,
        AuthCall::AddDomain { provider, domain } => {
            done(|| auth::add_domain(app, account, project, provider.as_deref(), &domain)).await
        }
        AuthCall::DeleteDomains { provider, domains } => {
            done(|| auth::delete_domains(app, account, project, provider.as_deref(), &domains))
                .await
        }
        AuthCall::ListProviders => done(|| oauth_providers::list(app, account, project)).await,
        AuthCall::AddProvider {
            provider,
            client_id,
            microsoft_tenant_id,
        } => {
            let add = AddOauthProvider {
                provider,
                client_secret: client_id.as_ref().map(|_| stand_in()),
                client_id,
                microsoft_tenant_id,
            };
            done(|| oauth_providers::add(app, account, project, add)).await
        }
        AuthCall::UpdateProvider {
            provider,
            client_id,
            has_secret,
            microsoft_tenant_id,
        } => {
            let update = UpdateOauthProvider {
                client_id,
                client_secret: edit(has_secret),
                microsoft_tenant_id,
            };
            done(|| oauth_providers::update(app, account, project, &provider, update)).await
        }
        AuthCall::DeleteProvider { provider } => {
            done(|| oauth_providers::delete(app, account, project, &provider)).await
        }
        AuthCall::GetEmailServer => done(|| email_server::get(app, account, project)).await,
        AuthCall::UpdateEmailServer {
            server,
            has_password,
        } => {
            let edit = email_edit(server, has_password);
            done(|| email_server::update(app, account, project, edit)).await
        }
        AuthCall::SendTestEmail {
            branch_id,
            server,
            recipient,
        } => {
            let test = test_email(branch_id, server, recipient);
            done(|| crate::features::auth::send_test_email(app, account, project, test)).await
        }
    }
}

fn email_edit(server: Option<MailServerText>, has_password: bool) -> EmailServerEdit {
    server.map_or(EmailServerEdit::Shared, |it| EmailServerEdit::Own {
        host: it.host,
        port: it.port,
        username: it.username,
        password: edit(has_password),
        sender_email: it.sender_email,
        sender_name: it.sender_name,
    })
}

fn test_email(branch_id: String, server: MailServerText, recipient: String) -> TestEmail {
    TestEmail {
        branch_id,
        host: server.host,
        port: server.port,
        username: server.username,
        password: stand_in(),
        sender_email: server.sender_email,
        sender_name: server.sender_name,
        recipient,
    }
}

fn edit(is_set: bool) -> SecretEdit {
    if is_set {
        SecretEdit::Set { secret: stand_in() }
    } else {
        SecretEdit::Keep
    }
}

fn stand_in() -> SecretString {
    IN_PLACE_OF_A_SECRET.into()
}
