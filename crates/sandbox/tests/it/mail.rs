//! Test mail of the auth integration, to a server that really takes it or does not.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::support::TestSandbox;
use crate::support::mail::MailServer;
use crate::support::management::Management;
use crate::support::test_sandbox::text;

struct Sender {
    owner: Management,
    path: String,
}

impl Sender {
    async fn of(sandbox: &TestSandbox) -> Self {
        let owner = Management::of(sandbox);
        let (project, branch) = owner.makes_project(&json!({"name": "mail"})).await;
        let wanted = json!({
            "auth_provider": "provider_one", "project_id": project, "branch_id": branch,
            "database_name": "svcdb", "role_name": "svcdb_owner",
        });
        let reply = owner.post("/projects/auth/create", &wanted).await;
        assert_eq!(reply.status, 201, "{}", reply.body);
        Self {
            owner,
            path: format!("/projects/{project}/branches/{branch}/auth/send_test_email"),
        }
    }

    async fn send(&self, port: u16, change: Value) -> Value {
        let mut body = json!({
            "host": "127.0.0.1", "port": port, "username": "", "password": "",
            "sender_email": "app@example.com", "sender_name": "Die \"Äpp\", oder",
            "recipient_email": "you@example.com",
        });
        let more = change.as_object().unwrap().clone();
        body.as_object_mut().unwrap().extend(more);
        let reply = self.owner.post(&self.path, &body).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        reply.json()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_without_login_gets_the_message() {
    let sandbox = TestSandbox::without_servers().await;
    let sender = Sender::of(&sandbox).await;
    let mut server = MailServer::start(None).await;
    let result = sender.send(server.port, json!({})).await;
    assert_eq!(result, json!({"success": true}));
    let mail = server.next().await;
    assert_eq!(mail.login, None);
    assert!(mail.from.contains("<app@example.com>"), "{mail:?}");
    assert!(mail.to.contains("<you@example.com>"), "{mail:?}");
    for line in [
        "To: you@example.com",
        "Subject: Test email",
        "This message was sent to test",
    ] {
        assert!(mail.text.contains(line), "{line}: {}", mail.text);
    }
    let year = sandbox.running.now().format("%Y").to_string();
    let dated = mail
        .text
        .lines()
        .find(|line| line.starts_with("Date: "))
        .unwrap();
    assert!(dated.contains(&year), "{dated}");
    let sender = mail
        .text
        .lines()
        .find(|line| line.starts_with("From: "))
        .unwrap();
    assert!(
        sender.contains("app@example.com") && sender.is_ascii(),
        "{sender}"
    );
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_with_login_gets_name_and_password() {
    let sandbox = TestSandbox::without_servers().await;
    let sender = Sender::of(&sandbox).await;
    let mut server = MailServer::start(Some(("mailer", "pässword"))).await;
    let login = json!({"username": "mailer", "password": "pässword"});
    assert_eq!(
        sender.send(server.port, login).await,
        json!({"success": true})
    );
    let mail = server.next().await;
    assert_eq!(mail.login, Some(("mailer".into(), "pässword".into())));
    let wrong = json!({"username": "mailer", "password": "other"});
    let result = sender.send(server.port, wrong).await;
    assert_eq!(result["success"], false);
    let message = text(&result, "error_message");
    assert!(
        message.contains("535") && message.contains("not known"),
        "{message}"
    );
    assert!(!message.contains("other"), "{message}");
    let result = sender.send(server.port, json!({})).await;
    assert_eq!(result["success"], false, "{result}");
    for _ in 0..2 {
        assert_eq!(server.next().await.text, "", "nothing was sent");
    }
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_recipient_and_a_closed_port_are_reported() {
    let sandbox = TestSandbox::without_servers().await;
    let sender = Sender::of(&sandbox).await;
    let server = MailServer::start(None).await;
    let result = sender
        .send(
            server.port,
            json!({"recipient_email": "refused@example.com"}),
        )
        .await;
    assert_eq!(result["success"], false);
    assert!(
        text(&result, "error_message").contains("nobody of this name"),
        "{result}"
    );
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let closed = listener.local_addr().unwrap().port();
    drop(listener);
    let result = sender.send(closed, json!({})).await;
    assert_eq!(result["success"], false);
    assert!(!text(&result, "error_message").is_empty());
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_hangs_ends_by_the_deadline() {
    let sandbox = TestSandbox::without_servers().await;
    let sender = Sender::of(&sandbox).await;
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let begun = Instant::now();
    let result = sender
        .send(silent.local_addr().unwrap().port(), json!({}))
        .await;
    assert_eq!(result["success"], false);
    assert!(!text(&result, "error_message").is_empty());
    assert!(
        begun.elapsed() < Duration::from_secs(20),
        "{:?}",
        begun.elapsed()
    );
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_mail_server_or_address_is_refused() {
    let sandbox = TestSandbox::without_servers().await;
    let sender = Sender::of(&sandbox).await;
    let good = json!({
        "host": "127.0.0.1", "port": 25, "username": "u", "password": "p",
        "sender_email": "app@example.com", "sender_name": "App", "recipient_email": "you@example.com",
    });
    for (field, value) in [
        ("host", json!("")),
        ("host", json!("two words")),
        ("port", json!(0)),
        ("port", json!(65536)),
        ("port", json!("25")),
        ("sender_email", json!("nobody")),
        ("recipient_email", json!("you@")),
        ("password", Value::Null),
        ("sender_name", json!("App\r\nBcc: x@example.com")),
    ] {
        let mut body = good.clone();
        body[field] = value.clone();
        let reply = sender.owner.post(&sender.path, &body).await;
        let body = reply.json();
        assert_eq!(reply.status, 400, "{field} {value}: {body}");
        assert!(text(&body, "message").starts_with("invalid request: "));
    }
    for field in [
        "host",
        "port",
        "username",
        "password",
        "sender_email",
        "sender_name",
        "recipient_email",
    ] {
        let mut body = good.clone();
        body.as_object_mut().unwrap().remove(field);
        assert_eq!(
            sender.owner.post(&sender.path, &body).await.status,
            400,
            "{field}"
        );
    }
    let elsewhere = sender.path.replace("/branches/br-", "/branches/br-no-");
    let reply = sender.owner.post(&elsewhere, &good).await;
    assert_eq!(
        (reply.status, text(&reply.json(), "message")),
        (404, "branch not found")
    );
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_password_never_leaves_this_machine_in_clear() {
    let sandbox = TestSandbox::without_servers().await;
    let sender = Sender::of(&sandbox).await;
    let mut server = MailServer::start(Some(("app", "s3cret"))).await;
    // An address of this machine that is none of its loopback names.
    let login = json!({"host": "0.0.0.0", "username": "app", "password": "s3cret"});
    let result = sender.send(server.port, login).await;
    assert_eq!(result["success"], false, "{result}");
    let why = text(&result, "error_message");
    assert!(
        why.contains("STARTTLS") && why.contains("over TLS only"),
        "{why}"
    );
    let visit = server.next().await;
    assert_eq!(
        (visit.login, visit.text.as_str()),
        (None, ""),
        "nothing was sent"
    );
    // Without a login there is nothing to keep, and to this machine nothing leaves.
    let login = json!({"username": "app", "password": "s3cret"});
    let result = sender.send(server.port, login).await;
    assert_eq!(result, json!({"success": true}));
    let mail = server.next().await;
    assert_eq!(mail.login, Some(("app".into(), "s3cret".into())));
    sandbox.stop().await;
}
