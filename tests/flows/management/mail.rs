//! A test message that arrives at a mail server.

use app::auth;
use app::auth::TestEmail;
use testkit::mail::MailServer;

use super::fixture::ManagementFixture;
use crate::product::ProductFixture;

#[tokio::test(flavor = "multi_thread")]
async fn a_test_message_arrives_or_the_servers_words_are_shown() {
    let fixture = ManagementFixture::of(ProductFixture::without_servers().await).await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let project = fixture.project("Mail").await;
    fixture.enable_auth(&project).await.unwrap();
    fixture.finished(&project.id).await;
    let mut server = MailServer::start(Some(("postman", "open sesame"))).await;
    let test = TestEmail {
        branch_id: project.branch,
        host: "127.0.0.1".to_owned(),
        port: server.port.into(),
        username: "postman".to_owned(),
        password: "open sesame".to_owned().into(),
        sender_email: "shop@example.com".to_owned(),
        sender_name: "The shop".to_owned(),
        recipient: "person@example.com".to_owned(),
    };

    let sent = auth::send_test_email(app, account, &project.id, test.clone())
        .await
        .unwrap();
    assert!(sent.sent, "{:?}", sent.error);
    let arrived = server.next().await;
    assert_eq!(arrived.from, "MAIL FROM:<shop@example.com>");
    assert_eq!(arrived.to, "RCPT TO:<person@example.com>");
    for line in ["To: person@example.com", "Subject: Test email"] {
        assert!(arrived.text.contains(line), "no `{line}` in {arrived:?}");
    }
    assert!(arrived.login.is_some(), "nobody logged in");

    let refused = TestEmail {
        recipient: "refused@example.com".to_owned(),
        ..test
    };
    let sent = auth::send_test_email(app, account, &project.id, refused)
        .await
        .unwrap();
    assert!(!sent.sent);
    assert!(sent.error.unwrap().contains("nobody of this name"));
    fixture.stop().await;
}
