//! The auth integration, its providers and its email server: what is sent and what is read.

use api::Change;
use api::resource::auth::{CreateAuth, CreateAuthUser, TestEmailServer, TransferStatus};
use api::resource::email_server::{EmailServerEdit, EmailServerType};
use api::resource::oauth_providers::{
    OauthClient, OauthProviderId, OauthProviderType, UpdateOauthProvider,
};
use secrecy::ExposeSecret;
use serde_json::{Value, json};

use crate::exchange::{branch, exchange, management_at, project, sent};
use crate::instant_fixture::say;
use crate::resource_literals::{
    CLIENT_SECRET, EMAIL_SERVER, INTEGRATION, OAUTH_PROVIDER, SDK_KEYS, SERVER_KEY, SMTP_PASSWORD,
};
use testkit::server::{Request, Server};

const A: &str = "/projects/misty-meadow-12345678/auth";
const PROVIDER: &str = "provider_one";

#[tokio::test]
async fn an_integration_is_set_up_with_what_the_specification_wants() {
    let body = json!({"auth_provider": "provider_one", "project_id": "misty-meadow-12345678",
        "branch_id": "br-cool-night-a1b2c3d4", "database_name": "svcdb", "role_name": "svcdb_owner"});
    let line = "POST /projects/auth/create";
    let keys = sent(line, body, SDK_KEYS, async |management| {
        let options = CreateAuth {
            database_name: Some("svcdb".to_owned()),
            role_name: Some("svcdb_owner".to_owned()),
        };
        let auth = management.auth(&project());
        auth.create(PROVIDER, &branch(), &options).await
    })
    .await;
    assert_eq!(
        keys.secret_server_key.as_ref().unwrap().expose_secret(),
        SERVER_KEY
    );
    assert_eq!(keys.pub_client_key, "pck_1");
    assert_eq!(keys.schema_name.as_deref(), Some("svc_auth"));
    assert_eq!(keys.table_name.as_deref(), Some("users_sync"));
    assert!(!format!("{keys:?}").contains(SERVER_KEY));

    let body = json!({"auth_provider": "better_auth", "project_id": "misty-meadow-12345678",
        "branch_id": "br-cool-night-a1b2c3d4"});
    let answer = r#"{"auth_provider":"better_auth","auth_provider_project_id":"x","pub_client_key":"",
        "secret_server_key":"","jwks_url":"https://a.example.com","schema_name":"neon_auth",
        "table_name":"users_sync","base_url":"https://a.example.com/db/auth"}"#;
    let keys = sent(line, body, answer, async |management| {
        let auth = management.auth(&project());
        auth.create("better_auth", &branch(), &CreateAuth::default())
            .await
    })
    .await;
    assert!(keys.secret_server_key.is_none());
    assert_eq!(
        keys.base_url.as_deref(),
        Some("https://a.example.com/db/auth")
    );
}

#[tokio::test]
async fn an_integration_is_listed_given_keys_and_users_and_handed_over() {
    let least = r#"{"auth_provider":"mock"}"#;
    let answer = format!(r#"{{"data":[{INTEGRATION},{least}]}}"#);
    let line = format!("GET {A}/integrations");
    let all = sent(&line, Value::Null, &answer, async |management| {
        management.auth(&project()).integrations().await
    })
    .await;
    assert_eq!(all[0].branch_id, Some(branch()));
    assert_eq!(all[0].transfer_status, Some(TransferStatus::Initiated));
    assert_eq!((&*all[1].auth_provider, &all[1].jwks_url), ("mock", &None));

    let both = json!({"auth_provider": "provider_one", "project_id": "misty-meadow-12345678"});
    let keys = sent(
        "POST /projects/auth/keys",
        both.clone(),
        SDK_KEYS,
        async |management| management.auth(&project()).keys(PROVIDER).await,
    )
    .await;
    assert_eq!(keys.auth_provider_project_id, "0e1d5b8c");

    let url = "https://auth.example.com/transfer?code=q1w2e3";
    let answer = format!(r#"{{"url":"{url}"}}"#);
    let line = "POST /projects/auth/transfer_ownership";
    let link = sent(line, both, &answer, async |management| {
        management
            .auth(&project())
            .transfer_ownership(PROVIDER)
            .await
    })
    .await;
    assert_eq!(link.expose_secret(), url);
    assert!(!format!("{link:?}").contains("q1w2e3"));

    for (name, body) in [
        (None, json!({"email": "a@example.com"})),
        (
            Some("Ada"),
            json!({"email": "a@example.com", "name": "Ada"}),
        ),
    ] {
        let mut body = body;
        body["auth_provider"] = json!("provider_one");
        body["project_id"] = json!("misty-meadow-12345678");
        let options = CreateAuthUser {
            name: name.map(ToOwned::to_owned),
        };
        let id = sent(
            "POST /projects/auth/user",
            body,
            r#"{"id":"u-1"}"#,
            async |management| {
                let auth = management.auth(&project());
                auth.create_user(PROVIDER, "a@example.com", &options).await
            },
        )
        .await;
        assert_eq!(id, "u-1");
    }
}

#[tokio::test]
async fn an_integration_is_removed_with_or_without_its_data() {
    let line = format!("DELETE {A}/integration/provider_one");
    for answer in ["", "{}", "not JSON"] {
        sent(&line, Value::Null, answer, async |management| {
            management.auth(&project()).remove(PROVIDER, false).await
        })
        .await;
        let body = json!({"delete_data": true});
        sent(&line, body, answer, async |management| {
            management.auth(&project()).remove(PROVIDER, true).await
        })
        .await;
    }
}

#[tokio::test]
async fn domains_are_listed_added_and_deleted() {
    let line = format!("GET {A}/domains");
    let answer =
        r#"{"domains":[{"domain":"https://shop.example.com","auth_provider":"provider_one"}]}"#;
    let all = sent(&line, Value::Null, answer, async |management| {
        management.auth(&project()).domains().await
    })
    .await;
    assert_eq!(all[0].domain, "https://shop.example.com");
    let line = format!("POST {A}/domains");
    let body = json!({"auth_provider": "provider_one", "domain": "https://a.example.com"});
    sent(&line, body, "", async |management| {
        let auth = management.auth(&project());
        auth.add_domain(PROVIDER, "https://a.example.com").await
    })
    .await;
    let line = format!("DELETE {A}/domains");
    let body = json!({"auth_provider": "provider_one",
        "domains": [{"domain": "https://a.example.com"}, {"domain": "https://b.example.com"}]});
    sent(&line, body, "", async |management| {
        let auth = management.auth(&project());
        let domains = ["https://a.example.com", "https://b.example.com"];
        auth.delete_domains(PROVIDER, &domains).await
    })
    .await;
}

fn test_server() -> TestEmailServer {
    TestEmailServer {
        host: "smtp.example.com".to_owned(),
        port: 465,
        username: "mailer".to_owned(),
        password: SMTP_PASSWORD.into(),
        sender_email: "no-reply@example.com".to_owned(),
        sender_name: "Shop".to_owned(),
    }
}

#[tokio::test]
async fn a_test_email_goes_through_the_server_that_is_named() {
    let line =
        "POST /projects/misty-meadow-12345678/branches/br-cool-night-a1b2c3d4/auth/send_test_email";
    let body = json!({"recipient_email": "ada@example.com", "host": "smtp.example.com", "port": 465,
        "username": "mailer", "password": SMTP_PASSWORD, "sender_email": "no-reply@example.com",
        "sender_name": "Shop"});
    for (answer, success, message) in [
        (r#"{"success":true}"#, true, None),
        (
            r#"{"success":false,"error_message":"no such host"}"#,
            false,
            Some("no such host"),
        ),
    ] {
        let outcome = sent(line, body.clone(), answer, async |management| {
            let auth = management.auth(&project());
            auth.send_test_email(&branch(), &test_server(), "ada@example.com")
                .await
        })
        .await;
        assert_eq!(outcome.success, success);
        assert_eq!(outcome.error_message.as_deref(), message);
    }
}

#[tokio::test]
async fn oauth_providers_are_listed_added_and_deleted() {
    let line = format!("GET {A}/oauth_providers");
    let answer = r#"{"providers":[{"id":"github","type":"shared"},{"id":"forge"}]}"#;
    let all = sent(&line, Value::Null, answer, async |management| {
        management.oauth_providers(&project()).list().await
    })
    .await;
    assert_eq!(all[0].id, OauthProviderId::Github);
    assert_eq!(all[0].kind, Some(OauthProviderType::Shared));
    assert_eq!(all[1].id.as_str(), "forge");

    let line = format!("POST {A}/oauth_providers");
    let client = OauthClient {
        client_id: "123.apps.example.com".to_owned(),
        client_secret: CLIENT_SECRET.into(),
        microsoft_tenant_id: None,
    };
    let tenant = OauthClient {
        microsoft_tenant_id: Some("t".to_owned()),
        ..client.clone()
    };
    let table = [
        (None, json!({"id": "google"})),
        (
            Some(&client),
            json!({"id": "google", "client_id": "123.apps.example.com", "client_secret": CLIENT_SECRET}),
        ),
        (
            Some(&tenant),
            json!({"id": "google", "client_id": "123.apps.example.com", "client_secret": CLIENT_SECRET,
                "microsoft_tenant_id": "t"}),
        ),
    ];
    for (client, body) in table {
        let added = sent(&line, body, OAUTH_PROVIDER, async |management| {
            let providers = management.oauth_providers(&project());
            providers.add(&OauthProviderId::Google, client).await
        })
        .await;
        assert_eq!(
            added.client_secret.as_ref().unwrap().expose_secret(),
            CLIENT_SECRET
        );
        assert!(!format!("{added:?} {client:?}").contains(CLIENT_SECRET));
    }
    let line = format!("DELETE {A}/oauth_providers/google");
    for answer in ["", "{}"] {
        sent(&line, Value::Null, answer, async |management| {
            let providers = management.oauth_providers(&project());
            providers.delete(&OauthProviderId::Google).await
        })
        .await;
    }
}

#[tokio::test]
async fn an_oauth_provider_keeps_what_an_edit_does_not_set() {
    let line = format!("PATCH {A}/oauth_providers/a%2Fb");
    let table = [
        (UpdateOauthProvider::default(), json!({})),
        (
            UpdateOauthProvider {
                client_id: Change::Set("new".to_owned()),
                ..UpdateOauthProvider::default()
            },
            json!({"client_id": "new"}),
        ),
        (
            UpdateOauthProvider {
                client_secret: Change::Set(CLIENT_SECRET.into()),
                microsoft_tenant_id: Change::Set("t".to_owned()),
                ..UpdateOauthProvider::default()
            },
            json!({"client_secret": CLIENT_SECRET, "microsoft_tenant_id": "t"}),
        ),
    ];
    for (update, body) in table {
        sent(&line, body, OAUTH_PROVIDER, async |management| {
            let providers = management.oauth_providers(&project());
            providers
                .update(&OauthProviderId::from("a/b"), &update)
                .await
        })
        .await;
    }
}

fn standard(password: Change<secrecy::SecretString>) -> EmailServerEdit {
    EmailServerEdit::Standard {
        host: "smtp.example.com".to_owned(),
        port: 465,
        username: "mailer".to_owned(),
        password,
        sender_email: "no-reply@example.com".to_owned(),
        sender_name: "Shop".to_owned(),
    }
}

#[tokio::test]
async fn an_email_server_always_says_its_kind_and_keeps_its_password() {
    let line = format!("PATCH {A}/email_server");
    let kept = json!({"type": "standard", "host": "smtp.example.com", "port": 465, "username": "mailer",
        "sender_email": "no-reply@example.com", "sender_name": "Shop"});
    let mut set = kept.clone();
    set["password"] = json!(SMTP_PASSWORD);
    let shared = |sender_email: Option<&str>| EmailServerEdit::Shared {
        sender_email: sender_email.map(ToOwned::to_owned),
        sender_name: None,
    };
    let table = [
        (shared(None), json!({"type": "shared"})),
        (
            shared(Some("a@example.com")),
            json!({"type": "shared", "sender_email": "a@example.com"}),
        ),
        (standard(Change::Keep), kept),
        (standard(Change::Set(SMTP_PASSWORD.into())), set),
    ];
    for (edit, body) in table {
        sent(&line, body, EMAIL_SERVER, async |management| {
            management.email_server(&project()).update(&edit).await
        })
        .await;
        assert!(!format!("{edit:?}").contains(SMTP_PASSWORD));
    }
}

#[tokio::test]
async fn a_password_is_kept_where_a_type_wants_all_of_a_server() {
    let refused = r#"{"code":"","message":"password (field required)"}"#;
    let server = Server::in_turn([
        say("400 Bad Request", "", refused),
        say("200 OK", "", EMAIL_SERVER),
        say("400 Bad Request", "", refused),
        say(
            "400 Bad Request",
            "",
            r#"{"code":"","message":"type (field required)"}"#,
        ),
    ])
    .await;
    let management = management_at(&server);
    let edit = standard(Change::Keep);
    management
        .email_server(&project())
        .update(&edit)
        .await
        .unwrap();
    let error = management
        .email_server(&project())
        .update(&edit)
        .await
        .unwrap_err();
    assert_eq!(error.server_message(), Some("password (field required)"));
    let requests = server.requests();
    let bodies: Vec<Value> = requests.iter().map(Request::json).collect();
    let types: Vec<_> = bodies.iter().map(|it| it["type"].as_str()).collect();
    assert_eq!(types, [Some("standard"), None, Some("standard"), None]);
    assert!(
        bodies
            .iter()
            .all(|it| it["password"].is_null() && it["host"] == "smtp.example.com")
    );
}

#[tokio::test]
async fn an_email_server_is_read_in_both_kinds() {
    let line = format!("GET {A}/email_server");
    let own = sent(&line, Value::Null, EMAIL_SERVER, async |management| {
        management.email_server(&project()).get().await
    })
    .await;
    assert_eq!(
        (&own.kind, own.port),
        (&EmailServerType::Standard, Some(465))
    );
    assert_eq!(
        own.password.as_ref().unwrap().expose_secret(),
        SMTP_PASSWORD
    );
    assert!(!format!("{own:?}").contains(SMTP_PASSWORD));
    for answer in [
        r#"{"type":"shared"}"#,
        r#"{"type":"shared","host":null,"port":null,"password":null,"sender_email":""}"#,
    ] {
        let theirs = sent(&line, Value::Null, answer, async |management| {
            management.email_server(&project()).get().await
        })
        .await;
        assert_eq!(theirs.kind, EmailServerType::Shared);
        assert!(
            theirs.host.is_none() && theirs.password.is_none() && theirs.sender_email.is_none()
        );
    }
}

#[tokio::test]
async fn a_masked_secret_is_read_as_none() {
    for mask in [
        "",
        "***",
        "********",
        "GOCS****3",
        "••••••",
        "abcd…",
        "[redacted]",
        "<REDACTED>",
    ] {
        let answer = format!(r#"{{"type":"standard","password":"{mask}"}}"#);
        let line = format!("GET {A}/email_server");
        let server = sent(&line, Value::Null, &answer, async |management| {
            management.email_server(&project()).get().await
        })
        .await;
        assert!(server.password.is_none(), "{mask}");
        let line = format!("PATCH {A}/oauth_providers/google");
        let answer = format!(r#"{{"id":"google","client_secret":"{mask}"}}"#);
        let provider = sent(&line, json!({}), &answer, async |management| {
            let providers = management.oauth_providers(&project());
            let nothing = UpdateOauthProvider::default();
            providers.update(&OauthProviderId::Google, &nothing).await
        })
        .await;
        assert!(provider.client_secret.is_none(), "{mask}");
    }
}

#[tokio::test]
async fn a_refusal_that_quotes_the_secret_is_not_repeated() {
    let refusal = |secret: &str| {
        let body = format!(r#"{{"code":"","message":"bad value; password:\"{secret}\""}}"#);
        say("400 Bad Request", "", &body)
    };
    let (result, sent) = exchange(refusal(SMTP_PASSWORD), async |management| {
        let edit = standard(Change::Set(SMTP_PASSWORD.into()));
        management.email_server(&project()).update(&edit).await
    })
    .await;
    let error = result.unwrap_err();
    assert!(sent.contains(SMTP_PASSWORD));
    assert!(
        !format!("{error} {error:?}").contains(SMTP_PASSWORD),
        "{error:?}"
    );

    let (result, _) = exchange(refusal(SMTP_PASSWORD), async |management| {
        let auth = management.auth(&project());
        auth.send_test_email(&branch(), &test_server(), "a@example.com")
            .await
    })
    .await;
    let error = result.unwrap_err();
    assert!(
        !format!("{error} {error:?}").contains(SMTP_PASSWORD),
        "{error:?}"
    );

    let (result, _) = exchange(refusal(CLIENT_SECRET), async |management| {
        let update = UpdateOauthProvider {
            client_secret: Change::Set(CLIENT_SECRET.into()),
            ..UpdateOauthProvider::default()
        };
        let providers = management.oauth_providers(&project());
        providers.update(&OauthProviderId::Google, &update).await
    })
    .await;
    let error = result.unwrap_err();
    assert!(
        !format!("{error} {error:?}").contains(CLIENT_SECRET),
        "{error:?}"
    );

    let (result, _) = exchange(refusal(CLIENT_SECRET), async |management| {
        let client = OauthClient {
            client_id: "c".to_owned(),
            client_secret: CLIENT_SECRET.into(),
            microsoft_tenant_id: None,
        };
        let providers = management.oauth_providers(&project());
        providers.add(&OauthProviderId::Google, Some(&client)).await
    })
    .await;
    let error = result.unwrap_err();
    assert!(
        !format!("{error} {error:?}").contains(CLIENT_SECRET),
        "{error:?}"
    );
}
