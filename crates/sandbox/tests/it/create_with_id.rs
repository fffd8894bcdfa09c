//! `POST /api/v1/database/{uuid}?referrer=`, which clients in the field send.

use crate::support::TestSandbox;
use crate::support::test_sandbox::text;

const ID: &str = "3f0d4f0e-6f4b-4c35-9b7e-0d9f5a1c2b3d";

#[tokio::test(flavor = "multi_thread")]
async fn the_client_chooses_the_id() {
    let sandbox = TestSandbox::without_servers().await;
    let path = format!("/api/v1/database/{ID}?referrer=npm%3Aneon-new%7Ctests");
    let reply = sandbox
        .post(&path, r#"{"enable_logical_replication":false}"#)
        .await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    let record = reply.json();
    assert_eq!(text(&record, "id"), ID);
    assert_eq!(text(&record, "status"), "UNCLAIMED");
    assert_eq!(sandbox.record(ID).await, record);
    let again = sandbox
        .post(&path, r#"{"enable_logical_replication":true}"#)
        .await;
    assert_eq!(
        (again.status, again.json()),
        (200, record),
        "the same id finds the same database"
    );
    assert_eq!(sandbox.running.servers().len(), 1);
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_id_at_the_same_time_makes_one_database() {
    let sandbox = TestSandbox::start().await;
    let path = format!("/api/v1/database/{ID}?referrer=tests");
    let replies = futures::future::join_all((0..4).map(|_| sandbox.post(&path, "{}"))).await;
    for reply in &replies {
        assert_eq!((reply.status, reply.json()), (200, replies[0].json()));
    }
    assert_eq!(sandbox.running.servers().len(), 1);
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_calls_are_refused() {
    let sandbox = TestSandbox::without_servers().await;
    for (path, body, status, message) in [
        (
            format!("/api/v1/database/{ID}"),
            "{}",
            400,
            "Missing referrer",
        ),
        (
            format!("/api/v1/database/{ID}?referrer="),
            "{}",
            400,
            "Missing referrer",
        ),
        (
            format!("/api/v1/database/{ID}?referrer=a&referrer=b"),
            "{}",
            400,
            "Missing referrer",
        ),
        (
            "/api/v1/database/%ff?referrer=x".into(),
            "{}",
            400,
            "Database not found",
        ),
        (
            "/api/v1/database/nonsense?referrer=x".into(),
            "{}",
            400,
            "Database not found",
        ),
        (
            format!("/api/v1/database/{ID}?referrer=x"),
            "{",
            500,
            "Failed to create the database.",
        ),
        (
            format!("/api/v1/database/{ID}?referrer=x"),
            r#"{"enable_logical_replication":"yes"}"#,
            500,
            "Failed to create the database.",
        ),
    ] {
        let reply = sandbox.post(&path, body).await;
        assert_eq!(
            (reply.status, reply.json()["message"].as_str()),
            (status, Some(message)),
            "{path}"
        );
    }
    assert!(sandbox.running.servers().is_empty());
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_body_is_an_empty_one() {
    let sandbox = TestSandbox::without_servers().await;
    let reply = sandbox
        .post(&format!("/api/v1/database/{ID}?referrer=x"), "")
        .await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_link_that_these_clients_write_leads_to_the_claim() {
    let sandbox = TestSandbox::without_servers().await;
    let reply = sandbox.get(&format!("/database/{ID}")).await;
    assert_eq!(
        (reply.status, reply.header("location")),
        (303, Some(format!("/claim/{ID}").as_str()))
    );
    sandbox.stop().await;
}
