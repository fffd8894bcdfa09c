//! Auth by branch: what is sent and what is read.

use api::resource::auth::{
    BranchAuth, CreateAuthUser, MagicLink, OrganizationPlugin, PhoneNumber, UpdateEmailAndPassword,
    UpdateMagicLink, UpdateOrganizationPlugin, UpdatePhoneNumber, VerificationMethod, WebhookEvent,
    Webhooks,
};
use api::resource::email_server::{EmailServerEdit, EmailServerType};
use api::resource::oauth_providers::{OauthProviderId, UpdateOauthProvider};
use api::{Change, Management};
use secrecy::ExposeSecret;
use serde_json::{Value, json};

use crate::exchange::{branch, exchange, project, sent};
use crate::instant_fixture::say;
use crate::resource_literals::{
    EMAIL_AND_PASSWORD, EMAIL_SERVER, INTEGRATION, OAUTH_PROVIDER, SDK_KEYS, SERVER_KEY,
};

const A: &str = "/projects/misty-meadow-12345678/branches/br-cool-night-a1b2c3d4/auth";

fn auth(management: &Management) -> BranchAuth {
    management.auth(&project()).of_branch(&branch())
}

#[tokio::test]
async fn auth_of_a_branch_is_enabled_looked_up_and_disabled() {
    let line = format!("POST {A}");
    for (database, body) in [
        (None, json!({"auth_provider": "better_auth"})),
        (
            Some("shop"),
            json!({"auth_provider": "better_auth", "database_name": "shop"}),
        ),
    ] {
        let keys = sent(&line, body, SDK_KEYS, async |management| {
            auth(&management).enable("better_auth", database).await
        })
        .await;
        let secret = keys.secret_server_key.as_ref().unwrap();
        assert_eq!(secret.expose_secret(), SERVER_KEY);
        assert!(!format!("{keys:?}").contains(SERVER_KEY));
    }
    let found = sent(
        &format!("GET {A}"),
        Value::Null,
        INTEGRATION,
        async |management| auth(&management).get().await,
    )
    .await;
    assert_eq!(found.branch_id, Some(branch()));
    assert_eq!(found.name.as_deref(), Some("Shop"));
    let refused = say(
        "404 Not Found",
        "",
        r#"{"code":"","message":"auth integration not found"}"#,
    );
    let (none, _) = exchange(refused, async |management| auth(&management).get().await).await;
    assert!(none.unwrap_err().is_not_found());

    let line = format!("DELETE {A}");
    for (delete_data, body) in [(false, Value::Null), (true, json!({"delete_data": true}))] {
        sent(&line, body, "", async |management| {
            auth(&management).disable(delete_data).await
        })
        .await;
    }
}

#[tokio::test]
async fn users_of_a_branch_are_made_given_roles_and_deleted() {
    let line = format!("POST {A}/users");
    let body = json!({"email": "a@example.com", "name": "Ada"});
    let id = sent(&line, body, r#"{"id":"u-1"}"#, async |management| {
        let options = CreateAuthUser {
            name: Some("Ada".to_owned()),
        };
        auth(&management)
            .create_user("a@example.com", &options)
            .await
    })
    .await;
    assert_eq!(id, "u-1");

    let line = format!("PUT {A}/users/u-1/role");
    for answer in [r#"{"id":"u-1"}"#, "{}"] {
        let body = json!({"roles": ["admin", "editor"]});
        let id = sent(&line, body, answer, async |management| {
            let roles = ["admin", "editor"];
            auth(&management).set_user_roles("u-1", &roles).await
        })
        .await;
        assert_eq!(id, "u-1", "known from the request");
    }

    let line = format!("DELETE {A}/users/u%2F1");
    sent(&line, Value::Null, "", async |management| {
        auth(&management).delete_user("u/1").await
    })
    .await;
    let line = "DELETE /projects/misty-meadow-12345678/auth/users/u-1";
    sent(line, Value::Null, "", async |management| {
        management.auth(&project()).delete_user("u-1").await
    })
    .await;
}

#[tokio::test]
async fn domains_of_a_branch_are_listed_added_and_deleted() {
    let line = format!("GET {A}/domains");
    let answer = r#"{"domains":[{"domain":"https://shop.example.com"}]}"#;
    let all = sent(&line, Value::Null, answer, async |management| {
        auth(&management).domains().await
    })
    .await;
    assert_eq!(all[0].domain, "https://shop.example.com");
    let line = format!("POST {A}/domains");
    let body = json!({"auth_provider": "stack", "domain": "https://a.example.com"});
    sent(&line, body, "", async |management| {
        auth(&management)
            .add_domain("stack", "https://a.example.com")
            .await
    })
    .await;
    let line = format!("DELETE {A}/domains");
    let body = json!({"auth_provider": "stack", "domains": [{"domain": "https://a.example.com"}]});
    sent(&line, body, "", async |management| {
        let domains = ["https://a.example.com"];
        auth(&management).delete_domains("stack", &domains).await
    })
    .await;
}

#[tokio::test]
async fn settings_of_a_branch_keep_what_an_update_does_not_set() {
    let line = format!("PATCH {A}/config");
    let body = json!({"name": "Shop"});
    let name = sent(&line, body, r#"{"name":"Shop"}"#, async |management| {
        auth(&management).rename("Shop").await
    })
    .await;
    assert_eq!(name, "Shop");

    let answer = r#"{"allow_localhost":true}"#;
    let line = format!("GET {A}/allow_localhost");
    let allowed = sent(&line, Value::Null, answer, async |management| {
        auth(&management).allows_localhost().await
    })
    .await;
    assert!(allowed);
    let line = format!("PATCH {A}/allow_localhost");
    let body = json!({"allow_localhost": false});
    let answer = r#"{"allow_localhost":false}"#;
    let allowed = sent(&line, body, answer, async |management| {
        auth(&management).allow_localhost(false).await
    })
    .await;
    assert!(!allowed);

    let line = format!("GET {A}/email_and_password");
    let now = sent(&line, Value::Null, EMAIL_AND_PASSWORD, async |management| {
        auth(&management).email_and_password().await
    })
    .await;
    assert_eq!(now.email_verification_method, Some(VerificationMethod::Otp));
    assert!(now.enabled && now.require_email_verification && !now.disable_sign_up);
    let line = format!("PATCH {A}/email_and_password");
    for (update, body) in [
        (UpdateEmailAndPassword::default(), json!({})),
        (
            UpdateEmailAndPassword {
                enabled: Some(false),
                email_verification_method: Some(VerificationMethod::Link),
                disable_sign_up: Some(true),
                ..UpdateEmailAndPassword::default()
            },
            json!({"enabled": false, "email_verification_method": "link", "disable_sign_up": true}),
        ),
    ] {
        sent(&line, body, EMAIL_AND_PASSWORD, async |management| {
            auth(&management).update_email_and_password(&update).await
        })
        .await;
    }
}

#[tokio::test]
async fn plugins_of_a_branch_are_read_together_and_changed_one_by_one() {
    let answer = format!(
        r#"{{"organization":{{"enabled":true,"organization_limit":10,"membership_limit":100,
            "creator_role":"owner","send_invitation_email":false}},"phone_number":{{"enabled":true,"otp_expires_in":60}},
            "email_provider":{EMAIL_SERVER},"email_and_password":{EMAIL_AND_PASSWORD},
            "oauth_providers":[{OAUTH_PROVIDER}],"allow_localhost":false}}"#
    );
    let line = format!("GET {A}/plugins");
    let all = sent(&line, Value::Null, &answer, async |management| {
        auth(&management).plugins().await
    })
    .await;
    let organization = OrganizationPlugin {
        enabled: true,
        organization_limit: Some(10),
        membership_limit: Some(100),
        creator_role: Some("owner".to_owned()),
        send_invitation_email: false,
    };
    assert_eq!(all.organization, Some(organization));
    assert_eq!(all.magic_link, None);
    assert_eq!(
        all.email_provider.as_ref().unwrap().kind,
        EmailServerType::Standard
    );
    assert_eq!(all.oauth_providers[0].id, OauthProviderId::Google);
    assert_eq!(all.allow_localhost, Some(false));
    assert!(!format!("{all:?}").contains(crate::resource_literals::SMTP_PASSWORD));
    let nothing = sent(&line, Value::Null, "{}", async |management| {
        auth(&management).plugins().await
    })
    .await;
    assert!(nothing.oauth_providers.is_empty() && nothing.allow_localhost.is_none());

    let line = format!("PATCH {A}/plugins/organization");
    let body = json!({"organization_limit": 3, "creator_role": "admin"});
    let update = UpdateOrganizationPlugin {
        organization_limit: Some(3),
        creator_role: Some("admin".to_owned()),
        ..UpdateOrganizationPlugin::default()
    };
    sent(&line, body, r#"{"enabled":true}"#, async |management| {
        auth(&management).update_organization(&update).await
    })
    .await;

    let line = format!("PATCH {A}/plugins/magic-link");
    let body = json!({"enabled": true, "expires_in": 15});
    let answer = r#"{"enabled":true,"expires_in":15,"disable_sign_up":false}"#;
    let update = UpdateMagicLink {
        enabled: Some(true),
        expires_in: Some(15),
        disable_sign_up: None,
    };
    let magic_link = sent(&line, body, answer, async |management| {
        auth(&management).update_magic_link(&update).await
    })
    .await;
    let expected = MagicLink {
        enabled: true,
        expires_in: Some(15),
        disable_sign_up: false,
    };
    assert_eq!(magic_link, expected);

    let answer = r#"{"enabled":true,"otp_expires_in":60}"#;
    let expected = PhoneNumber {
        enabled: true,
        otp_expires_in: Some(60),
    };
    let line = format!("GET {A}/plugins/phone-number");
    let phone = sent(&line, Value::Null, answer, async |management| {
        auth(&management).phone_number().await
    })
    .await;
    assert_eq!(phone, expected);
    let line = format!("PATCH {A}/plugins/phone-number");
    let update = UpdatePhoneNumber {
        enabled: Some(true),
        otp_expires_in: Some(60),
    };
    let body = json!({"enabled": true, "otp_expires_in": 60});
    sent(&line, body, answer, async |management| {
        auth(&management).update_phone_number(&update).await
    })
    .await;
}

#[tokio::test]
async fn webhooks_of_a_branch_are_set_as_a_whole() {
    let line = format!("PUT {A}/webhooks");
    let answer = r#"{"enabled":true,"webhook_url":"https://a.example.com",
        "enabled_events":["send.otp","user.sneezed"],"timeout_seconds":5}"#;
    let webhooks = Webhooks {
        enabled: true,
        webhook_url: Some("https://a.example.com".to_owned()),
        enabled_events: vec![WebhookEvent::SendOtp],
        timeout_seconds: None,
    };
    let body = json!({"enabled": true, "webhook_url": "https://a.example.com", "enabled_events": ["send.otp"]});
    let now = sent(&line, body, answer, async |management| {
        auth(&management).set_webhooks(&webhooks).await
    })
    .await;
    assert_eq!(now.timeout_seconds, Some(5));
    assert_eq!(now.enabled_events[1].as_str(), "user.sneezed");
    let line = format!("GET {A}/webhooks");
    let least = sent(
        &line,
        Value::Null,
        r#"{"enabled":false}"#,
        async |management| auth(&management).webhooks().await,
    )
    .await;
    assert_eq!(least, Webhooks::default());
}

#[tokio::test]
async fn providers_and_email_server_of_a_branch_have_paths_of_their_own() {
    let line = format!("GET {A}/oauth_providers");
    let answer = r#"{"providers":[{"id":"github","type":"shared"}]}"#;
    let all = sent(&line, Value::Null, answer, async |management| {
        let providers = management.oauth_providers(&project());
        providers.of_branch(&branch()).list().await
    })
    .await;
    assert_eq!(all[0].id, OauthProviderId::Github);
    let line = format!("POST {A}/oauth_providers");
    let body = json!({"id": "google"});
    sent(&line, body, OAUTH_PROVIDER, async |management| {
        let providers = management.oauth_providers(&project());
        let providers = providers.of_branch(&branch());
        providers.add(&OauthProviderId::Google, None).await
    })
    .await;
    let line = format!("PATCH {A}/oauth_providers/google");
    let update = UpdateOauthProvider {
        client_id: Change::Set("new".to_owned()),
        ..UpdateOauthProvider::default()
    };
    let body = json!({"client_id": "new"});
    sent(&line, body, OAUTH_PROVIDER, async |management| {
        let providers = management.oauth_providers(&project());
        let providers = providers.of_branch(&branch());
        providers.update(&OauthProviderId::Google, &update).await
    })
    .await;
    let line = format!("DELETE {A}/oauth_providers/google");
    sent(&line, Value::Null, "", async |management| {
        let providers = management.oauth_providers(&project());
        let providers = providers.of_branch(&branch());
        providers.delete(&OauthProviderId::Google).await
    })
    .await;

    let line = format!("GET {A}/email_provider");
    let own = sent(&line, Value::Null, EMAIL_SERVER, async |management| {
        let servers = management.email_server(&project());
        servers.of_branch(&branch()).get().await
    })
    .await;
    assert_eq!(own.port, Some(465));
    let line = format!("PATCH {A}/email_provider");
    let edit = EmailServerEdit::Shared {
        sender_email: None,
        sender_name: None,
    };
    let body = json!({"type": "shared"});
    sent(&line, body, r#"{"type":"shared"}"#, async |management| {
        let servers = management.email_server(&project());
        servers.of_branch(&branch()).update(&edit).await
    })
    .await;
}

#[tokio::test]
async fn what_lacks_a_required_part_is_not_sent() {
    let answer = say("200 OK", "", "{}");
    let server = testkit::server::Server::in_turn([answer]).await;
    let management = crate::exchange::management_at(&server);
    let roles = auth(&management).set_user_roles("u-1", &[]).await;
    assert!(roles.unwrap_err().is_invalid());
    let domains = auth(&management).delete_domains("stack", &[]).await;
    assert!(domains.unwrap_err().is_invalid());
    assert!(auth(&management).delete_user("").await.is_err());
    assert!(server.requests().is_empty());
}
