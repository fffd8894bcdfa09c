//! A test message that arrives at a mail server.

use app::auth;
use app::auth::{EnableAuth, TestEmail};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpListener;

use super::stage::Stage;
use crate::world::{PATIENCE, World};

#[tokio::test(flavor = "multi_thread")]
async fn a_test_message_arrives_or_the_servers_words_are_told() {
    let stage = Stage::of(World::without_servers().await).await;
    let (app, account) = (stage.app(), stage.account.as_str());
    let project = stage.project("Mail").await;
    let enable = EnableAuth {
        branch_id: project.branch.clone(),
        ..EnableAuth::default()
    };
    auth::enable(app, account, &project.id, enable)
        .await
        .unwrap();
    stage.finished(&project.id).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let test = TestEmail {
        branch_id: project.branch,
        host: "127.0.0.1".to_owned(),
        port: port.into(),
        username: "postman".to_owned(),
        password: "open sesame".to_owned().into(),
        sender_email: "shop@example.com".to_owned(),
        sender_name: "The shop".to_owned(),
        recipient: "person@example.com".to_owned(),
    };

    let delivered = tokio::spawn(async move {
        let message = deliver(&listener, "250 taken").await;
        (message, listener)
    });
    let sent = auth::send_test_email(app, account, &project.id, test.clone())
        .await
        .unwrap();
    assert!(sent.sent, "{:?}", sent.error);
    let arrived = tokio::time::timeout(PATIENCE, delivered).await;
    let (message, listener) = arrived.unwrap().unwrap();
    for line in [
        "MAIL FROM:<shop@example.com>",
        "RCPT TO:<person@example.com>",
        "To: person@example.com",
        "Subject: Test email",
    ] {
        assert!(message.contains(line), "no `{line}` in\n{message}");
    }
    assert!(message.contains("AUTH "), "nobody logged in:\n{message}");

    let refused = tokio::spawn(async move { deliver(&listener, "550 no such mailbox").await });
    let sent = auth::send_test_email(app, account, &project.id, test)
        .await
        .unwrap();
    assert!(!sent.sent);
    assert!(sent.error.unwrap().contains("no such mailbox"));
    refused.abort();
    stage.stop().await;
}

/// Takes one message as a mail server does and gives all that the client said. `verdict` is the answer to its recipient.
async fn deliver(listener: &TcpListener, verdict: &str) -> String {
    let (stream, _) = listener.accept().await.unwrap();
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    let mut said = String::new();
    let mut in_message = false;
    write.write_all(b"220 mail.example\r\n").await.unwrap();
    while let Ok(Some(line)) = lines.next_line().await {
        said += &format!("{line}\n");
        let word = line.split(' ').next().unwrap_or_default();
        let answer = match word {
            "." if in_message => {
                in_message = false;
                "250 kept"
            }
            _ if in_message => continue,
            "EHLO" => "250-mail.example\r\n250 AUTH PLAIN LOGIN",
            "AUTH" => "235 welcome",
            "RCPT" => verdict,
            "DATA" => {
                in_message = true;
                "354 go on"
            }
            "QUIT" => "221 bye",
            _ => "250 ok",
        };
        let sent = write.write_all(format!("{answer}\r\n").as_bytes()).await;
        if sent.is_err() || word == "QUIT" {
            break;
        }
    }
    said
}
