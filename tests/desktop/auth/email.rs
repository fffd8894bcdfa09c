//! The server that mail goes through: tried, really sending, kept, given back.

use serde_json::{Value, json};
use testkit::mail::MailServer;
use tokio::net::TcpListener;

use super::{Made, open_page, project_with_auth};
use crate::accounts::Platform;
use crate::harness::{Window, secrets};
use crate::projects::{connected, get};

const PASSWORD: &str = "Zq8-open-sesame-mail";

#[tokio::test(flavor = "multi_thread")]
async fn mail_goes_through_an_own_server_and_back_through_the_platforms() {
    let platform = Platform::start(false).await;
    let made = project_with_auth(&platform).await;
    let mut mail = MailServer::start(Some(("postman", PASSWORD))).await;
    secrets::note(PASSWORD);
    let (mut desktop, window, account) = connected("auth-email", &platform).await;
    open_page(&window, &account, &made, "email").await;
    window.press("Use own SMTP server…").await;

    // All six are needed; a port and an address that cannot be are said in place.
    window.press("Save server").await;
    window.sees("Enter a host").await;
    window.fill("Host", "127.0.0.1").await;
    window.fill("Port", "65536").await;
    window.fill("Sender address", "nobody").await;
    window.press("Save server").await;
    window.sees("Ports are numbers from 1 to 65535").await;
    window.sees("Use the form name@example.com").await;
    assert!(mail.is_quiet());
    assert_eq!(server(&platform, &made).await, json!({ "type": "shared" }));

    window.fill("Port", &mail.port.to_string()).await;
    window.fill("User name", "postman").await;
    window.fill("Password", PASSWORD).await;
    window.fill("Sender address", "shop@example.com").await;
    window.fill("Sender name", "The shop").await;
    window.press("Test connection").await;
    window.sees("It works from this machine").await;
    let login = Some(("postman".to_owned(), PASSWORD.to_owned()));
    let tried = mail.next().await;
    assert_eq!((&tried.login, tried.text.as_str()), (&login, ""));

    window.press("Send test email…").await;
    window.fill("To", "person@example.com").await;
    window.press("Send test email").await;
    window.sees("The server accepted the message").await;
    let arrived = mail.next().await;
    assert_eq!(arrived.login, login);
    assert_eq!(arrived.from, "MAIL FROM:<shop@example.com>");
    assert_eq!(arrived.to, "RCPT TO:<person@example.com>");
    assert!(arrived.text.contains("Subject: Test email"), "{arrived:?}");
    assert_eq!(
        server(&platform, &made).await,
        json!({ "type": "shared" }),
        "trying it saved it"
    );
    window.key("\u{e00c}").await;
    window
        .no_longer_sees("The server accepted the message")
        .await;
    window.press("Save server").await;
    window.no_dialog().await;
    let mut own = json!({
        "type": "standard", "host": "127.0.0.1", "port": mail.port, "username": "postman",
        "password": PASSWORD, "sender_email": "shop@example.com", "sender_name": "The shop",
    });
    assert_eq!(server(&platform, &made).await, own);

    // The password that is left empty is still the same at the platform.
    window.press("Change SMTP server…").await;
    window.sees("Leave empty to keep it").await;
    window.fill("Sender name", "The corner shop").await;
    window.press("Save server").await;
    window.no_dialog().await;
    own["sender_name"] = json!("The corner shop");
    assert_eq!(server(&platform, &made).await, own);

    window.press("Actions for the email server").await;
    window.press("Use shared server…").await;
    window.sees("The platform deletes these settings").await;
    window.sees("Set, never shown").await;
    window.press("Use shared server").await;
    window.no_dialog().await;
    window.sees("Shared, not for production").await;
    assert_eq!(server(&platform, &made).await, json!({ "type": "shared" }));
    assert!(mail.is_quiet(), "somebody came once more");
    desktop.quit(window).await;
    platform.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_server_that_hangs_is_given_up_in_words_and_nothing_typed_is_lost() {
    let platform = Platform::start(false).await;
    let made = project_with_auth(&platform).await;
    // Connections come up by themselves here, and nobody ever says a word.
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = silent.local_addr().unwrap().port().to_string();
    secrets::note(PASSWORD);
    let (mut desktop, window, account) = connected("auth-email-hangs", &platform).await;
    open_page(&window, &account, &made, "email").await;
    window.press("Use own SMTP server…").await;
    let typed = [
        ("Host", "127.0.0.1"),
        ("Port", port.as_str()),
        ("User name", "postman"),
        ("Password", PASSWORD),
        ("Sender address", "shop@example.com"),
        ("Sender name", "The shop"),
    ];
    for (label, text) in typed {
        window.fill(label, text).await;
    }

    window.press("Test connection").await;
    window.sees("the test times out").await;
    window.sees("sent nothing for 10 seconds").await;
    window.sees("It doesn’t work from this machine").await;
    holds(&window, &typed).await;
    window.press("Send test email…").await;
    window.fill("To", "person@example.com").await;
    window.press("Send test email").await;
    window.sees("The message wasn’t sent").await;
    window.sees("did not answer").await;
    window.key("\u{e00c}").await;
    window.no_longer_sees("The message wasn’t sent").await;
    holds(&window, &typed).await;
    assert_eq!(server(&platform, &made).await, json!({ "type": "shared" }));
    desktop.quit(window).await;
    platform.running.stop().await;
}

async fn holds(window: &Window, typed: &[(&str, &str)]) {
    for (label, text) in typed {
        let value = window.field(label).await.prop("value").await.unwrap();
        assert_eq!(value.as_deref(), Some(*text), "{label}");
    }
}

/// How the email server is set, by the platform's own word.
async fn server(platform: &Platform, made: &Made) -> Value {
    let path = format!("/projects/{}/auth/email_server", made.id);
    get(platform, &path).await
}
