//! What is wrong with what a person typed is said before anything leaves: nobody listens at the platform's address.

use app::auth::{self, EnableAuth, TestEmail};
use app::email_server::{self, EmailServerEdit};
use app::oauth_providers::{self, AddOauthProvider, UpdateOauthProvider};
use app::view::ErrorCode;
use app::{App, Error, SecretEdit, accounts};
use testkit::server::{Answer, Request, Server};

use super::core_fixture::{CoreFixture, local};

fn reported<T>(answer: Result<T, Error>) -> (ErrorCode, String) {
    match answer {
        Ok(_) => panic!("it was taken"),
        Err(error) => (error.code(), error.message().to_owned()),
    }
}

fn refused<T>(what: &str, answer: Result<T, Error>) {
    let (code, message) = reported(answer);
    assert_eq!(code, ErrorCode::Invalid, "{what}: {message}");
    assert!(!message.ends_with('.'), "{message}");
}

fn server() -> TestEmail {
    TestEmail {
        branch_id: "br-quiet-hill-12345678".to_owned(),
        host: "smtp.example.com".to_owned(),
        port: 587,
        username: "postman".to_owned(),
        password: "hunter2".into(),
        sender_email: "shop@example.com".to_owned(),
        sender_name: "The shop".to_owned(),
        recipient: "person@example.com".to_owned(),
    }
}

fn own(of: TestEmail, password: SecretEdit) -> EmailServerEdit {
    EmailServerEdit::Own {
        host: of.host,
        port: of.port,
        username: of.username,
        password,
        sender_email: of.sender_email,
        sender_name: of.sender_name,
    }
}

fn set(secret: &str) -> SecretEdit {
    SecretEdit::Set {
        secret: secret.into(),
    }
}

/// An account whose platform is gone: whatever leaves ends as another error.
async fn core() -> (CoreFixture, String) {
    let core = CoreFixture::new().await;
    let account = core.start_platform().await.id;
    core.service.state().reachable = false;
    (core, account)
}

async fn user(app: &App, account: &str, email: &str, name: Option<&str>) -> Result<String, Error> {
    let made = auth::create_user(app, account, "p", None, email, name).await;
    made.map(|user| user.id)
}

#[tokio::test]
async fn an_integration_and_its_users_are_checked_first() {
    let (core, account) = core().await;
    let app = &core.app;
    for (branch, database) in [("", None), ("../x", None), ("br-1", Some(""))] {
        let enable = EnableAuth {
            branch_id: branch.to_owned(),
            database: database.map(ToOwned::to_owned),
            role: None,
        };
        refused(branch, auth::enable(app, &account, "p", enable).await);
    }
    for email in [
        "",
        "person",
        "person@",
        "@example.com",
        "a b@example.com",
        "a@b@c.d",
        "a\n@b.c",
    ] {
        refused(email, user(app, &account, email, None).await);
    }
    let long = "n".repeat(256);
    for name in ["", "  ", long.as_str(), "tab\there"] {
        refused(name, user(app, &account, "a@example.com", Some(name)).await);
    }
    // The longest name leaves, and nobody is there to take it.
    let longest = "名".repeat(255);
    let (code, _) = reported(user(app, &account, "a@example.com", Some(&longest)).await);
    assert_ne!(code, ErrorCode::Invalid);
    for domain in [
        "",
        "example.com",
        "ftp://example.com",
        "https://a.b/path",
        "https://u:p@a.b",
    ] {
        refused(
            domain,
            auth::add_domain(app, &account, "p", None, domain).await,
        );
    }
    refused(
        "none",
        auth::delete_domains(app, &account, "p", None, &[]).await,
    );
    for provider in ["", ".", ".."] {
        refused(
            provider,
            auth::remove(app, &account, "p", provider, true).await,
        );
    }
}

#[tokio::test]
async fn a_provider_has_a_whole_client_or_none() {
    let (core, account) = core().await;
    let app = &core.app;
    let add =
        async |provider: &str, id: Option<&str>, secret: Option<&str>, tenant: Option<&str>| {
            let add = AddOauthProvider {
                provider: provider.to_owned(),
                client_id: id.map(ToOwned::to_owned),
                client_secret: secret.map(Into::into),
                microsoft_tenant_id: tenant.map(ToOwned::to_owned),
            };
            oauth_providers::add(app, &account, "p", add).await
        };
    refused("no name", add("", None, None, None).await);
    refused("id alone", add("google", Some("id"), None, None).await);
    refused(
        "secret alone",
        add("google", None, Some("s3cret"), None).await,
    );
    refused(
        "tenant alone",
        add("microsoft", None, None, Some("t")).await,
    );
    refused(
        "empty secret",
        add("google", Some("id"), Some(" "), None).await,
    );
    refused(
        "a mask",
        add("google", Some("id"), Some("••••••••"), None).await,
    );
    refused(
        "a mask",
        add("google", Some("id"), Some("********"), None).await,
    );
    // Which providers there are is the platform's to say.
    let (code, message) = reported(add("gitlab", None, None, None).await);
    assert_ne!(code, ErrorCode::Invalid, "{message}");

    let update = async |id: Option<&str>, secret| {
        let update = UpdateOauthProvider {
            client_id: id.map(ToOwned::to_owned),
            client_secret: secret,
            microsoft_tenant_id: None,
        };
        oauth_providers::update(app, &account, "p", "google", update).await
    };
    refused("nothing", update(None, SecretEdit::Keep).await);
    refused("empty id", update(Some(" "), SecretEdit::Keep).await);
    refused("a mask", update(None, set("****")).await);
}

/// What is made wrong of a server.
type Spoil = fn(&mut TestEmail);

#[tokio::test]
async fn an_email_server_is_whole_and_its_addresses_are_addresses() {
    let (core, account) = core().await;
    let app = &core.app;
    let wrong: [(&str, Spoil); 9] = [
        ("no host", |it| it.host.clear()),
        ("an address", |it| {
            it.host = "https://smtp.example.com".to_owned();
        }),
        ("port 0", |it| it.port = 0),
        ("port 65536", |it| it.port = 65_536),
        ("no user name", |it| it.username = " ".to_owned()),
        ("no sender", |it| it.sender_email.clear()),
        ("sender", |it| {
            it.sender_email = "shop at example".to_owned();
        }),
        ("no sender's name", |it| it.sender_name.clear()),
        ("two lines", |it| {
            it.sender_name = "The\r\nBcc: x@y.z".to_owned();
        }),
    ];
    for (what, spoil) in wrong {
        let mut test = server();
        spoil(&mut test);
        let edit = own(test.clone(), set("hunter2"));
        refused(what, email_server::update(app, &account, "p", edit).await);
        refused(what, auth::send_test_email(app, &account, "p", test).await);
    }
    for mask in ["", " ", "••••", "********", "…"] {
        let edit = own(server(), set(mask));
        refused(mask, email_server::update(app, &account, "p", edit).await);
        let test = TestEmail {
            password: mask.into(),
            ..server()
        };
        refused(mask, auth::send_test_email(app, &account, "p", test).await);
    }
    let test = TestEmail {
        recipient: "nobody".to_owned(),
        ..server()
    };
    refused(
        "recipient",
        auth::send_test_email(app, &account, "p", test).await,
    );
    for port in [1, 65_535] {
        let test = TestEmail { port, ..server() };
        let (code, message) = reported(auth::send_test_email(app, &account, "p", test).await);
        assert_ne!(code, ErrorCode::Invalid, "{message}");
    }
}

#[tokio::test]
async fn a_provider_that_is_still_listed_is_not_said_to_be_gone() {
    let core = CoreFixture::new().await;
    // Takes every deletion, and goes on listing what it had.
    let platform = Server::start(|request: &Request| match request.method.as_str() {
        "DELETE" => Answer::Stay(b"HTTP/1.1 204 No Content\r\n\r\n".to_vec()),
        _ => Answer::of(
            200,
            "",
            r#"{"providers":[{"id":"google","type":"shared"}]}"#,
        ),
    })
    .await;
    let base = format!("{}/api/v2", platform.url);
    let local = local(&base, &platform.url, "napi_secret");
    let account = accounts::set_local(&core.app, local).await.unwrap().id;
    let deleted = oauth_providers::delete_and_confirm(&core.app, &account, "p", "google").await;
    let error = deleted.unwrap_err();
    assert_eq!(
        (error.code(), error.subject()),
        (ErrorCode::Platform, Some("google"))
    );
}
